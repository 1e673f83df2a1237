// How often a long call lets the event loop run, in the thread that also calls.
import assert from "node:assert/strict";
import {test} from "node:test";
import {random} from "./data.mjs";

// A clock of the test's own while it has a value, so that the machine's speed doesn't matter: each look at it takes 0.3 ms.
// The package binds clock and timers when it is imported.
let clock;
const real = performance.now.bind(performance);
performance.now = () => clock === undefined ? real() : (clock += 0.3);
const immediate = globalThis.setImmediate;
let onTurn = (f) => immediate(f);
globalThis.setImmediate = (f) => onTurn(f);
const xaia = await import("../../dist/npm/xaia.mjs");
await xaia.initialize({worker: false});
globalThis.setImmediate = immediate;

test("a slow event loop reduces the engine's pauses only to a limit", async () => {
  const next = random(5);
  const n = 6000;
  const X = {data: Float64Array.from({length: 2 * n}, next), rows: n, columns: 2};
  const y = Float64Array.from({length: n}, next);
  const settings = {a1: 0.0005, a2: 0.05, admission: 0.1, activation: 0.9};
  const turns = [];
  clock = 0;
  let began = clock;
  onTurn = (f) => {
    turns.push(clock - began);
    immediate(() => {
      clock += 2; // milliseconds for what others do
      began = clock;
      f();
    });
  };
  try {
    (await xaia.fit(X, y, {preset: "paper", settings, onProgress: () => {}})).dispose();
  } finally {
    onTurn = immediate;
    clock = undefined;
  }
  const later = turns.slice(8).sort((a, b) => a - b);
  assert.ok(later.length > 10, `only ${turns.length} turns`);
  // A hundred times the pause would be 200 ms.
  const middle = later[later.length >> 1];
  assert.ok(middle >= 23 && middle < 28, `a turn lasts ${middle.toFixed(1)} ms`);
});

/** Dense enough for many layers, so that on any machine the fit takes many times the length of a turn. Gives how often it told its progress. */
async function longFit(xaia) {
  const next = random(5);
  const X = Array.from({length: 4000}, () => [next(), next()]);
  const settings = {a1: 0.0005, a2: 0.05, admission: 0.1, activation: 0.9};
  let told = 0;
  const model = await xaia.fit(X, X.map(([a, b]) => a * b), {preset: "paper", settings, onProgress: () => told++});
  assert.equal(await model.predict(X[7]), X[7][0] * X[7][1]);
  xaia.terminate();
  return told;
}

/** Clocks and timers that stand still, as Sinon and with it Jest and Vitest make them. */
const still = (marks) => Object.fromEntries(["setTimeout", "clearTimeout", "setImmediate", "clearImmediate", "queueMicrotask"].map((name) => [name, Object.assign(() => 0, marks)]));

for (const [when, make] of Object.entries({
  "after the package was imported": async () => [await import("../../dist/npm/xaia.mjs?before"), still({}), {now: () => 0}],
  "before it was": async () => [null, still({clock: {}}), {now: () => 0}],
})) {
  test(`timers and clocks that a test stops ${when} don't stop the engine`, async () => {
    const [imported, timers, performance] = await make();
    const real = Object.getOwnPropertyDescriptors(globalThis);
    const names = [...Object.keys(timers), "performance"];
    let told;
    for (const [name, value] of Object.entries({...timers, performance})) Object.defineProperty(globalThis, name, {value, configurable: true, writable: true});
    try {
      told = await longFit(imported ?? (await import("../../dist/npm/xaia.mjs?after")));
    } finally {
      for (const name of names) Object.defineProperty(globalThis, name, real[name]);
    }
    assert.ok(told > 2, `progress was told ${told} times`);
  });
}

test("without setImmediate and MessageChannel, as in Jest's jsdom, a timer yields to the event loop", async () => {
  const {setImmediate, MessageChannel, setTimeout} = globalThis;
  let timers = 0;
  Object.assign(globalThis, {setImmediate: undefined, MessageChannel: undefined, setTimeout: (...args) => (timers++, setTimeout(...args))});
  try {
    await longFit(await import("../../dist/npm/xaia.mjs?timer"));
  } finally {
    Object.assign(globalThis, {setImmediate, MessageChannel, setTimeout});
  }
  assert.ok(timers > 0, "the event loop had no turn");
});
