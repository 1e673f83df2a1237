// How often a long call lets the event loop run, in the thread that also calls.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";

test("where the event loop keeps the engine waiting, its turns are fewer, but not few", async () => {
  const next = random(5);
  const n = 6000;
  const X = {data: Float64Array.from({length: 2 * n}, next), rows: n, columns: 2};
  const y = Float64Array.from({length: n}, next);
  const settings = {a1: 0.0005, a2: 0.05, admission: 0.1, activation: 0.9};
  await xaia.initialize({worker: false});
  const immediate = globalThis.setImmediate;
  const turns = [];
  let began;
  globalThis.setImmediate = (f) => {
    turns.push(performance.now() - began);
    immediate(() => {
      const end = performance.now() + 2; // milliseconds for what others do
      while (performance.now() < end);
      began = performance.now();
      f();
    });
  };
  try {
    (await xaia.fit(X, y, {preset: "paper", settings, onProgress: () => {}})).dispose();
  } finally {
    globalThis.setImmediate = immediate;
  }
  const later = turns.slice(8).sort((a, b) => a - b);
  assert.ok(later.length > 10, `only ${turns.length} turns`);
  const middle = later[later.length >> 1];
  assert.ok(middle >= 23 && middle < 37, `a turn lasts ${middle.toFixed(1)} ms`);
});
