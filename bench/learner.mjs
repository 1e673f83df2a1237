/**
 * What a learner's changes and answers cost through the JavaScript API in Node, and what it gains on streams. Prints
 * Markdown tables. An argument is a regular expression of the workloads.
 */
import * as xaia from "../dist/npm/xaia.mjs";
import {dataset, random, shuffled} from "../web/test/data.mjs";
import {diamonds, madeDigits} from "./data.mjs";

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const clock = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
};

/** Rows of a matrix. */
const rowsOf = ({data, columns}, from, to) => ({data: data.subarray(from * columns, to * columns), rows: to - from, columns});

function uniform(rows, columns) {
  const next = random(columns);
  const data = Float64Array.from({length: rows * columns}, next);
  return {X: {data, rows, columns}, y: Float64Array.from({length: rows}, (_, i) => Math.sin(5 * data[i * columns]) + data[i * columns + 1] + 0.1 * next())};
}

function matrix(X, y) {
  const order = shuffled(X.length, 1);
  const data = Float64Array.from(order.flatMap((row) => X[row]));
  return {X: {data, rows: X.length, columns: X[0].length}, y: Float64Array.from(order, (row) => y[row])};
}

/** Diamonds with their texts as one-hot columns, and what the outcome is. */
function diamondRows() {
  const {X, y} = diamonds();
  const texts = Object.keys(X[0]).filter((name) => typeof X[0][name] === "string");
  const values = Object.fromEntries(texts.map((name) => [name, [...new Set(X.map((row) => row[name]))].sort()]));
  return matrix(X.map((row) => Object.entries(row).flatMap(([name, v]) => (values[name] ? values[name].map((value) => +(value === v)) : [v]))), y);
}

function digits() {
  const {X, y} = dataset("digits");
  return matrix(X, y.map(Number));
}

/** How many samples are present, the table, the options of fit, and how many samples a second are wanted. */
const workloads = [
  ["plane-10000", 10000, () => uniform(14000, 2), {}, 5000],
  ["plane-100000", 100000, () => uniform(104000, 2), {}, 0],
  ["diamonds-12000", 12000, diamondRows, {duplicates: "mean"}, 1000],
  ["digits", 1397, digits, {classes: true}, 500],
  ["digits-784-3000", 3000, () => madeDigits(3400, 28), {classes: true}, 100],
].filter(([name]) => new RegExp(process.argv[2] ?? "").test(name));

await xaia.initialize({worker: false});
console.log(`
## A learner, Node ${process.versions.node}

Microseconds. Samples come one by one: each call learns one, then one is predicted.

| workload | samples | learn | forget | learned a second | aim | predict one | the model's | a row of 1000 | the model's | fit ms | learner ms |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`);
for (const [name, n, table, options, aim] of workloads) {
  const {X, y} = table();
  const base = rowsOf(X, 0, n);
  let start = clock();
  const model = xaia.fitSync(base, y.subarray(0, n), {relevance: false, ...options});
  const fit = clock() - start;
  start = clock();
  const learner = model.learnerSync();
  const began = clock() - start;
  const spent = {learn: [], one: [], other: [], forget: [], batch: [], modelBatch: []};
  const timed = (what, work) => {
    const start = clock();
    work();
    spent[what].push(1000 * (clock() - start));
  };
  const asked = rowsOf(X, 0, Math.min(n, 1000)), near = {...asked, data: asked.data.map((v) => v * 1.0001)};
  const end = Math.min(X.rows, n + 2000);
  let begin = clock();
  for (let i = n; i < end && clock() - begin < 20000; i++) {
    const x = rowsOf(X, i, i + 1);
    const next = i + 1 < X.rows ? rowsOf(X, i + 1, i + 2) : x;
    timed("learn", () => learner.learnSync(x, y.subarray(i, i + 1), name.startsWith("dig") ? {} : {duplicates: options.duplicates}));
    timed("one", () => learner.predictSync(next));
    timed("other", () => model.predictSync(next));
    if (i % 100 === 0) {
      timed("batch", () => learner.predictSync(near));
      timed("modelBatch", () => model.predictSync(near));
    }
  }
  begin = clock();
  for (let i = 0; i < 500 && clock() - begin < 10000; i++) timed("forget", () => learner.forgetSync([(i * 7919) % learner.samples]));
  const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
  const learned = mean(spent.learn);
  console.log(`| ${name} | ${n} | ${learned.toFixed(1)} (median ${median(spent.learn).toFixed(1)}) | ${mean(spent.forget).toFixed(1)} | ${(1e6 / learned).toFixed(0)} | ${aim} | ${median(spent.one).toFixed(1)} | ${median(spent.other).toFixed(1)} | ${(median(spent.batch) / asked.rows).toFixed(2)} | ${(median(spent.modelBatch) / asked.rows).toFixed(2)} | ${fit.toFixed(0)} | ${began.toFixed(0)} |`);
  learner.dispose();
  model.dispose();
}
