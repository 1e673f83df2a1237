/** A worker of workers.mjs: measures the splits it is given, one after another. */
import {parentPort} from "node:worker_threads";
import {measured} from "./tables.mjs";

parentPort.on("message", async ({number, task}) => {
  parentPort.postMessage({number, split: await measured(task.name, task.seed, task.digits)});
});
