/**
 * What calls of the public API take: predictions of preset xaia against ml-knn, the
 * usual k-NN in JavaScript, in one process, and whole calls with all that crosses
 * into the engine and out of it. Prints Markdown tables.
 */
import {createRequire} from "node:module";
import * as xaia from "../dist/npm/xaia.mjs";
import {dataset, random} from "../web/test/data.mjs";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const KNN = require("ml-knn");

const neighbours = 5;
const batch = 1000;

/** A chessboard of two classes. */
function plane(n) {
  const next = random(1);
  const X = Array.from({length: n}, () => [10 * next(), 10 * next()]);
  return {name: `${n} × 2`, X, y: X.map(([a, b]) => (Math.floor(a) + Math.floor(b)) % 2)};
}

function digits() {
  const {X, y} = dataset("digits");
  return {name: `${X.length} × 64`, X, y: y.map(Number)};
}

/** Half within the range, a fifth at 10⁴ times the range, the others near samples. */
function queries(X) {
  const next = random(2);
  const columns = X[0].length;
  const low = Array.from({length: columns}, (_, j) => X.reduce((m, row) => Math.min(m, row[j]), Infinity));
  const range = low.map((l, j) => X.reduce((m, row) => Math.max(m, row[j]), -Infinity) - l);
  return Array.from({length: batch}, (_, i) => {
    if (i % 10 < 5) return low.map((l, j) => l + range[j] * next());
    if (i % 10 < 7) return low.map((l, j) => l + 1e4 * (range[j] || 1) * (2 * next() - 1));
    const sample = X[Math.floor(next() * X.length)];
    return sample.map((v, j) => v + 0.001 * range[j] * (next() - 0.5));
  });
}

/**
 * Microseconds a query, medians, of one way and of another. They take turns: a machine whose pace changes
 * meanwhile changes it for both, so that the ratio, the median over the turns, tells them apart.
 */
async function compare(ours, theirs) {
  const spent = {ours: [], theirs: [], ratio: []};
  const start = performance.now();
  for (let turn = 0; turn < 4 || performance.now() - start < 20000; turn++) {
    const batches = [];
    for (let total = 0; total < 200; total += batches.at(-1)) batches.push(await timeBatch(ours));
    const mine = median(batches), other = await timeBatch(theirs);
    if (turn === 0) continue; // the compilers settle
    spent.ours.push(mine);
    spent.theirs.push(other);
    spent.ratio.push(other / mine);
  }
  const each = (list) => (median(list) * 1000) / batch;
  return {ours: each(spent.ours), theirs: each(spent.theirs), ratio: median(spent.ratio)};
}

async function timeBatch(predict) {
  const start = performance.now();
  await predict();
  return performance.now() - start;
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Milliseconds of one call about one row, the median over the queries after the first half of them. */
async function timeOne(call, asked) {
  const times = [];
  for (const x of asked) {
    const start = performance.now();
    await call(x);
    times.push(performance.now() - start);
  }
  return median(times.slice(times.length / 2));
}

const short = (value) => (value < 100 ? value.toPrecision(3) : value.toFixed(0));

console.log(`
## Predictions through the JavaScript API, Node ${process.versions.node}

Preset xaia against ml-knn ${require("ml-knn/package.json").version} (k = ${neighbours}), in batches of ${batch} queries: half within the range, a fifth at 10⁴ times
the range, the others near samples. Medians; both take turns, the ratio is the median over these.

| samples | xaia µs | ml-knn µs | ml-knn / xaia | aim | hits | interpolated |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |`);
let one;
for (const {name, X, y, aim} of [{...plane(1000), aim: 100}, {...plane(5000), aim: ""}, {...digits(), aim: 40}]) {
  const model = await xaia.fit(X, y, {classes: true, relevance: false});
  const asked = queries(X);
  const packed = {data: Float64Array.from(asked.flat()), rows: asked.length, columns: X[0].length};
  const knn = new KNN(X, y, {k: neighbours});
  const {ours, theirs, ratio} = await compare(() => model.predict(packed), () => knn.predict(asked));
  const explanations = await model.explain(packed);
  const hits = explanations.filter((e) => e.status === "hit").length;
  console.log(`| ${name} | ${short(ours)} | ${short(theirs)} | ${short(ratio)} | ${aim} | ${hits} | ${explanations.length - hits} |`);
  one ??= {predicted: await timeOne((x) => model.predict(x), asked), explained: await timeOne((x) => model.explain(x), asked)};
  model.dispose();
}
console.log(`\nOne row at 1000 × 2, a call by itself: predicted in ${short(one.predicted)} ms, explained in ${short(one.explained)} ms (medians of 500).`);

/** Milliseconds of a call, the median of those that begin within a second and a half, after the first. */
async function timeCall(call) {
  const times = [];
  for (let total = 0; times.length < 2 || total < 1500; total += times.at(-1)) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  return short(median(times.slice(1)));
}

console.log(`
## Whole calls of the JavaScript API, Node ${process.versions.node}

Milliseconds from the call to the result in JavaScript, preset xaia without relevance; labels are texts. explain is called
for 100 rows, each with all activations, scores for 1000.

| samples | y | fit | explain | scores | toJSON | load |
| --- | --- | ---: | ---: | ---: | ---: | ---: |`);
for (const {name, X, y, labels} of [{...plane(1000), labels: true}, {...plane(10000), labels: true}, {...plane(100000), labels: false}, {...digits(), labels: true}]) {
  const targets = labels ? y.map((v) => `class ${v}`) : y;
  const model = await xaia.fit(X, targets, {relevance: false});
  const asked = queries(X);
  const file = await model.toJSON();
  const row = [
    await timeCall(async () => (await xaia.fit(X, targets, {relevance: false})).dispose()),
    await timeCall(() => model.explain(asked.slice(0, 100))),
    labels ? await timeCall(() => model.scores(asked)) : "–",
    await timeCall(() => model.toJSON()),
    await timeCall(async () => (await xaia.load(file)).dispose()),
  ];
  console.log(`| ${name} | ${labels ? "labels" : "numbers"} | ${row.join(" | ")} |`);
  model.dispose();
}
