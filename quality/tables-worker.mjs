/** A worker of workers.mjs: takes one split after another until none is left. */
import {parentPort, workerData} from "node:worker_threads";
import {measured} from "./tables.mjs";

const {tasks, taken} = workerData;
for (let i; (i = Atomics.add(taken, 0, 1)) < tasks.length; ) {
  parentPort.postMessage({i, split: await measured(tasks[i].name, tasks[i].seed, tasks[i].digits)});
}
