/**
 * The soak of an engine that has too little memory, as on a telephone:
 * node --wasm-max-mem-pages=600 web/test/soak/dying.mjs [--seed n] [--seconds n | --rounds n], 120 rounds without either.
 * It dies again and again; each death is one refusal, `internal`, and the next call has an engine that answers.
 */
import assert from "node:assert/strict";
import {setTimeout as wait} from "node:timers/promises";
import {parseArgs} from "node:util";
import * as xaia from "../../../dist/npm/xaia.mjs";
import {dice} from "./random.mjs";

const {values} = parseArgs({options: {seed: {type: "string", default: "1"}, seconds: {type: "string"}, rounds: {type: "string"}}});
const {next} = dice(Number(values.seed));
const rounds = Number(values.rounds ?? (values.seconds ? Infinity : 120)), end = performance.now() + 1000 * Number(values.seconds ?? Infinity);
const corners = [[0, 0], [0, 1], [1, 0], [1, 1]], classes = ["a", "b", "b", "a"];
let done = 0, deaths = 0, kept = [];
for (; done < rounds && performance.now() < end; done++) {
  const rows = 20000 + Math.floor(next() * 60000), columns = 1 + Math.floor(next() * 4);
  const data = Float64Array.from({length: rows * columns}, next);
  try {
    kept.push(await xaia.fit({data, rows, columns}, data.subarray(0, rows), {relevance: false, interpolation: {top: 8}, onProgress() {}}));
    if (next() < 0.3) await wait(200 * next()); // the collector's own timers come in between
    if (kept.length > 8) kept.splice(0, 4); // to be collected
  } catch (error) {
    assert.ok(error.code === "internal" || error.code === "too-large", `round ${done}: ${error.stack}`);
    deaths += Number(error.code === "internal");
    kept = [];
    assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes, `round ${done}`);
  }
}
assert.ok(deaths > 0 || done < 20, `no death in ${done} rounds: start Node with --wasm-max-mem-pages=600`);
console.log({seed: Number(values.seed), rounds: done, deaths});
process.exit();
