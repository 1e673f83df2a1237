/** A worker of workers.mjs: measures the splits it is given, one after another. */
import {parentPort} from "node:worker_threads";
import {covered} from "./coverage.mjs";
import {measured} from "./tables.mjs";

const measures = {measured, covered};

parentPort.on("message", async ({number, task}) => {
  parentPort.postMessage({number, split: await measures[task.measure ?? "measured"](task.name, task.seed, task.digits)});
});
