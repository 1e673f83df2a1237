// What progress and cancelling cost, through the JavaScript API in Node: prints a
// Markdown table. An argument is a regular expression of the workloads.
import {diamonds, madeDigits} from "./data.mjs";

let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const uniform = (rows, columns, side) => ({data: Float64Array.from({length: rows * columns}, () => random() * side), rows, columns});
const settings = Array.from({length: 60}, (_, i) => ({a1: 0.01, a2: 0.5, admission: Math.max(0.2 - 0.01 * (i + 1), 0.02), activation: 0.9}));
/** @param {ReturnType<typeof uniform>} X */
const withY = (X) => ({X, y: Float64Array.from({length: X.rows}, random)});
const workloads = [
  ["plane-100000 xaia", () => withY(uniform(100000, 2, 10)), {}],
  ["plane-2000 paper", () => withY(uniform(2000, 2, 10)), {preset: "paper", settings}],
  ["plane-2000 published-v1", () => withY(uniform(2000, 2, 10)), {preset: "published-v1", settings}],
  ["cube-2000 xaia", () => withY(uniform(2000, 13, 1)), {relevance: false}],
  ["cube-8000 xaia", () => withY(uniform(8000, 13, 1)), {relevance: false}],
  ["cube-50000 xaia", () => withY(uniform(50000, 13, 1)), {relevance: false}],
  ["diamonds xaia", diamonds, {duplicates: "mean", relevance: false}],
  ["digits-20000 xaia", () => madeDigits(20000, 8), {classes: true, relevance: false}],
  ["digits-784 xaia", () => madeDigits(10000, 28), {classes: true, relevance: false}],
].filter(([name]) => new RegExp(process.argv[2] ?? "").test(name));

/** 0 without any. */
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1] ?? 0;

/**
 * Counts what turns cost. At the end of one the engine asks the clock twice, telling its progress in between,
 * waits for setImmediate, and asks twice more: from the first look to the last it doesn't compute, but for its
 * garbage collector, which takes some of these pauses to do what it does in a fit without them as well. So a
 * pause counts as long as the usual one is. The package binds the clock and takes setImmediate when it is imported.
 */
const counted = {looks: 0, pauses: []};
const clock = performance.now.bind(performance);
const setImmediate = globalThis.setImmediate;
/** The clock at the engine's last four looks, and how many looks are left of a turn's end. */
let times = [0, 0, 0, 0], left = 0;
performance.now.bind = () => () => {
  if (runtime) return clock();
  times = [...times.slice(1), clock()];
  counted.looks++;
  if (left > 0 && --left === 0) counted.pauses.push(times[3] - times[0]);
  return times[3];
};
globalThis.setImmediate = (...args) => {
  left = 2;
  return setImmediate(...args);
};

/** Milliseconds that a look at the clock takes, with the crossing from Go and back. */
const aLook = 0.001;

/** The module's runtime reads the clock by the same function. */
let runtime = false;
const {instantiate} = WebAssembly;
WebAssembly.instantiate = /** @type {any} */ ((module, imports) => {
  const read = imports.gojs["runtime.nanotime1"];
  imports.gojs["runtime.nanotime1"] = (stack) => {
    runtime = true;
    read(stack);
    runtime = false;
  };
  return instantiate(module, imports);
});
const xaia = await import("../dist/npm/xaia.mjs"); // which binds them
const now = await import("../dist/npm/sync.mjs");
await xaia.initialize();
console.log(`
## Progress and cancelling, Node ${process.versions.node}

The cost of progress and an AbortSignal in a fit, counted: the usual length of a pause for each time the fit yields, and a microsecond for
each reading of the clock; medians over the fits. The next column divides the time of such a fit by that of a fit without both. It is the median of the
pairs, in changing order, that begin within 25 s, and differs by 5 % from run to run. The last column is the longest of the aborts at random moments, from
abort() to the rejection: twenty aborts, or as many as begin within another 25 s. Aims: 3 % at most, 50 ms at most.

| workload | fit, ms | a pause, µs | counted, % | with / without | aborts | slowest abort, ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |`);
for (const [name, data, options] of workloads) {
  const {X, y} = data();
  const ratios = [], pauses = [], shares = [];
  let plain = 0, refused;
  const kinds = [
    () => now.fit(X, y, options),
    () => xaia.fit(X, y, {...options, signal: new AbortController().signal, onProgress: () => {}}),
  ];
  const end = clock() + 25000;
  for (let i = 0; !refused && (i < 2 || clock() < end); i++) {
    const took = [];
    for (const k of i % 2 ? [0, 1] : [1, 0]) {
      Object.assign(counted, {looks: 0, pauses: []});
      const start = clock();
      try {
        (await kinds[k]()).dispose();
      } catch (error) {
        if (error.code !== "too-large") throw error;
        refused = error;
        break;
      }
      took[k] = clock() - start;
      if (i > 0 && k === 1) {
        const pause = median(counted.pauses);
        const cost = pause * counted.pauses.length + aLook * counted.looks;
        pauses.push(pause);
        shares.push((100 * cost) / (took[k] - cost));
      }
    }
    plain = took[0];
    if (i > 0) ratios.push(took[1] / took[0]);
  }
  if (refused) {
    console.log(`| ${name} | refused: ${refused.message} | | | | | |`);
    continue;
  }
  let slowest = 0, aborts = 0;
  for (const last = clock() + 25000; aborts < 20 && clock() < last; aborts++) {
    const control = new AbortController();
    let at = Infinity;
    setTimeout(() => ((at = clock()), control.abort()), plain * 0.9 * random());
    await xaia.fit(X, y, {...options, signal: control.signal}).then((m) => m.dispose(), () => (slowest = Math.max(slowest, clock() - at)));
  }
  console.log(`| ${name} | ${plain.toFixed(0)} | ${(1000 * median(pauses)).toFixed(0)} | ${median(shares).toFixed(1)} | ${median(ratios).toFixed(3)} | ${aborts} | ${slowest.toFixed(0)} |`);
}
