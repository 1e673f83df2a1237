/** A worker of workers.mjs: takes one split after another until none is left. */
import {parentPort, workerData} from "node:worker_threads";
import {covered} from "./coverage.mjs";
import {skewed} from "./lopsided.mjs";
import {reordered} from "./order.mjs";
import {measured} from "./tables.mjs";

const measures = {measured, covered, reordered, skewed};
const {tasks, taken} = workerData;
for (let i; (i = Atomics.add(taken, 0, 1)) < tasks.length; ) {
  const {name, seed, digits, measure = "measured"} = tasks[i];
  parentPort.postMessage({i, split: await measures[measure](name, seed, digits)});
}
