/**
 * xaia beside hnswlib-wasm, in this thread of a page: what it takes to prepare rows, and to answer new ones from eight neurons, or
 * to find eight neighbours. hnswlib finds most of the nearest rows. xaia's eight are always the strongest; these aren't always the
 * nearest rows, because fingerprints count, too. Prints Markdown.
 */
import * as xaia from "../dist/npm/sync.mjs";
import {loadHnswlib} from "../web/node_modules/hnswlib-wasm/dist/hnswlib.js";

const nearest = 8, asked = 1000;

/** Numbers in [0, 1), by mulberry32. */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Rows around ten centres, spread in eight directions, with a little noise in all: as real rows of many columns are. */
function made(rows, columns) {
  const next = random(columns);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const vectors = (count, number) => Array.from({length: count}, () => Array.from({length: columns}, number));
  const centres = vectors(10, next), directions = vectors(8, () => 0.05 * normal());
  const y = [], data = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    y[i] = Math.floor(10 * next());
    const along = directions.map(normal);
    for (let j = 0; j < columns; j++) data[i * columns + j] = Math.fround(centres[y[i]][j] + directions.reduce((sum, d, k) => sum + along[k] * d[j], 0.02 * normal())); // hnswlib has 32 bits
  }
  return {data, y};
}

const timed = async (work) => {
  const start = performance.now(), result = await work();
  return [result, performance.now() - start];
};

/** The nearest rows of each query, by comparing all. */
function exact(data, queries, columns) {
  return Array.from({length: asked}, (_, q) => {
    const distances = Array.from({length: data.length / columns}, (_, i) => {
      let sum = 0;
      for (let j = 0; j < columns; j++) sum += (data[i * columns + j] - queries[q * columns + j]) ** 2;
      return sum;
    });
    return Array.from(distances.keys()).sort((a, b) => distances[a] - distances[b]).slice(0, nearest);
  });
}

/** @param {number[][]} truth @param {number[][]} found */
const recall = (truth, found) => found.reduce((sum, list, q) => sum + truth[q].filter((row) => list.includes(row)).length, 0) / (asked * nearest);

async function compare(lib, rows, columns) {
  const {data: all, y} = made(rows + asked, columns);
  const data = all.slice(0, rows * columns), queries = all.slice(rows * columns);
  const truth = exact(data, queries, columns);
  const line = (name, prepared, took, share) => console.log(`| ${rows} x ${columns} | ${name} | ${prepared.toFixed(0)} | ${((1000 * took) / asked).toFixed(0)} | ${share?.toFixed(4) ?? "–"} |`);
  const options = {relevance: false, scale: "none", classes: true, interpolation: {top: nearest}};
  const {validate} = WebAssembly;
  for (const vectors of [false, true]) {
    xaia.terminate();
    WebAssembly.validate = vectors ? validate : () => false; // as where there are none
    await xaia.initialize();
    const [model, prepared] = await timed(() => xaia.fit({data, rows, columns}, y.slice(0, rows), options));
    const ask = () => model.predict({data: queries, rows: asked, columns});
    ask();
    const [, took] = await timed(ask);
    line(vectors ? "xaia" : "xaia without vectors", prepared, took, null);
    model.dispose();
  }
  const each = (numbers) => Array.from({length: numbers.length / columns}, (_, i) => Float32Array.from(numbers.subarray(i * columns, (i + 1) * columns)));
  const index = new lib.HierarchicalNSW("l2", columns, "");
  const [labels, prepared] = await timed(() => {
    index.initIndex(rows, 16, 200, 100);
    return index.addItems(each(data), false);
  });
  const rowOf = new Map(labels.map((label, row) => [label, row]));
  for (const effort of [nearest, 32, 128]) {
    index.setEfSearch(effort);
    const questions = each(queries), ask = () => questions.map((q) => index.searchKnn(q, nearest, undefined).neighbors);
    ask();
    const [found, took] = await timed(ask);
    line(`hnswlib-wasm, efSearch ${effort}`, prepared, took, recall(truth, found.map((list) => Array.from(list, (label) => rowOf.get(label)))));
  }
}

let code = 1;
try {
  const lib = await loadHnswlib();
  console.log("| samples | | prepared in ms | a query in µs | of the eight nearest |\n| --- | --- | ---: | ---: | ---: |");
  for (const [rows, columns] of [[10000, 2], [20000, 13], [10000, 64], [5000, 784]]) await compare(lib, rows, columns);
  code = 0;
} catch (error) {
  console.log(error.stack);
}
console.log(`BENCH-END ${code}`);
