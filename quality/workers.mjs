/** The splits of the tables side by side: each is measured by itself, so that the figures don't depend on it. */
import {availableParallelism} from "node:os";
import {Worker} from "node:worker_threads";

/**
 * @param {{name: string, seed: number, digits?: number}[]} tasks
 * @param {(what: string) => void} progress
 * @returns {Promise<import("./tables.mjs").Split[]>} in the order of the tasks
 */
export async function inWorkers(tasks, progress) {
  const splits = new Array(tasks.length);
  let next = 0;
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL("./tables-worker.mjs", import.meta.url));
      const more = () => {
        if (next === tasks.length) return worker.terminate().then(resolve);
        worker.postMessage({number: next, task: tasks[next]});
        progress(`${tasks[next].name}, split ${tasks[next].seed}`);
        next++;
      };
      worker.on("message", ({number, split}) => {
        splits[number] = split;
        more();
      });
      worker.on("error", reject);
      more();
    });
  await Promise.all(Array.from({length: Math.min(4, availableParallelism(), tasks.length)}, work));
  return splits;
}
