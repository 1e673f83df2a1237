/** The splits of the tables side by side: each is measured by itself, so that the figures don't depend on it. */
import {Worker} from "node:worker_threads";

/**
 * Workers take the tasks by themselves, since other sections keep this thread busy.
 *
 * @param {{name: string, seed: number, digits?: number, measure?: "measured" | "covered" | "reordered" | "skewed"}[]} tasks
 * @param {number} count of workers
 * @param {(what: string) => void} progress
 * @returns {Promise<any[]>} in the order of the tasks
 */
export async function inWorkers(tasks, count, progress) {
  const splits = new Array(tasks.length);
  const workerData = {tasks, taken: new Int32Array(new SharedArrayBuffer(4))};
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./tables-worker.mjs", import.meta.url), {workerData});
      worker.on("message", ({i, split}) => {
        splits[i] = split;
        progress(`measured: ${tasks[i].name}, split ${tasks[i].seed}`);
      });
      worker.on("error", reject);
      worker.on("exit", resolve);
    });
  await Promise.all(Array.from({length: Math.min(count, tasks.length)}, work));
  return splits;
}
