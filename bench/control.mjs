// What progress and cancelling cost, through the JavaScript API in Node: prints a
// Markdown table.
import * as xaia from "../dist/npm/xaia.mjs";

let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const uniform = (rows, columns, side) => ({data: Float64Array.from({length: rows * columns}, () => random() * side), rows, columns});
const settings = Array.from({length: 60}, (_, i) => ({a1: 0.01, a2: 0.5, admission: Math.max(0.2 - 0.01 * (i + 1), 0.02), activation: 0.9}));
const workloads = [
  ["plane-100000 xaia", uniform(100000, 2, 10), {}],
  ["plane-2000 paper", uniform(2000, 2, 10), {preset: "paper", settings}],
  ["plane-2000 published-v1", uniform(2000, 2, 10), {preset: "published-v1", settings}],
  ["cube-2000 xaia", uniform(2000, 13, 1), {}],
];

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

await xaia.initialize();
console.log(`
## Progress and cancelling, Node ${process.versions.node}

A fit with progress and an AbortSignal by one without: the median of the pairs, in changing order, that begin within 25 s. And the
longest of twenty aborts at random moments, from abort() to the rejection.

| workload | with / without | slowest abort, ms |
| --- | ---: | ---: |`);
for (const [name, X, options] of workloads) {
  const y = Float64Array.from({length: X.rows}, random);
  const ratios = [];
  let plain = 0;
  const kinds = [
    () => xaia.fitSync(X, y, options),
    () => xaia.fit(X, y, {...options, signal: new AbortController().signal, onProgress: () => {}}),
  ];
  const end = performance.now() + 25000;
  for (let i = 0; i < 10 || performance.now() < end; i++) {
    const took = [];
    for (const k of i % 2 ? [0, 1] : [1, 0]) {
      const start = performance.now();
      (await kinds[k]()).dispose();
      took[k] = performance.now() - start;
    }
    plain = took[0];
    if (i > 0) ratios.push(took[1] / took[0]);
  }
  let slowest = 0;
  for (let i = 0; i < 20; i++) {
    const control = new AbortController();
    let at = Infinity;
    setTimeout(() => ((at = performance.now()), control.abort()), plain * 0.9 * random());
    await xaia.fit(X, y, {...options, signal: control.signal}).then((m) => m.dispose(), () => (slowest = Math.max(slowest, performance.now() - at)));
  }
  console.log(`| ${name} | ${median(ratios).toFixed(3)} | ${slowest.toFixed(0)} |`);
}
