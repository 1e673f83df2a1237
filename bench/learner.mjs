/**
 * What a learner's changes and answers cost through the JavaScript API in Node, and how it does on streams. Prints
 * Markdown. An argument is a regular expression of the parts.
 */
import * as xaia from "../dist/npm/sync.mjs";
import {dataset, random, shuffled} from "../web/test/data.mjs";
import {diamonds, madeDigits} from "./data.mjs";

const wanted = new RegExp(process.argv[2] ?? "");

/** Milliseconds of processor time that this process has taken, so that other programs don't count. */
const clock = () => {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1000;
};

/** @param {() => void} work */
function timed(work) {
  const start = clock();
  work();
  return clock() - start;
}

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

/** Rows of a table. */
const part = ({X, y}, from, to) => [{data: X.data.subarray(from * X.columns, to * X.columns), rows: to - from, columns: X.columns}, y.subarray(from, to)];

function uniform(rows, columns) {
  const next = random(columns);
  const data = Float64Array.from({length: rows * columns}, next);
  return {X: {data, rows, columns}, y: Float64Array.from({length: rows}, (_, i) => Math.sin(5 * data[i * columns]) + data[i * columns + 1])};
}

/** Rows in random order. */
function mixed(X, y) {
  const order = shuffled(X.length, 1);
  const data = Float64Array.from(order.flatMap((row) => X[row]));
  return {X: {data, rows: X.length, columns: X[0].length}, y: Float64Array.from(order, (row) => y[row])};
}

/** Diamonds with a column for each text. */
function diamondRows() {
  const {X, y} = diamonds();
  const texts = Object.keys(X[0]).filter((name) => typeof X[0][name] === "string");
  const values = Object.fromEntries(texts.map((name) => [name, [...new Set(X.map((row) => row[name]))].sort()]));
  return mixed(X.map((row) => Object.entries(row).flatMap(([name, v]) => (values[name] ? values[name].map((value) => +(value === v)) : [v]))), y);
}

function digits() {
  const {X, y} = dataset("digits");
  return mixed(X, y.map(Number));
}

/** How many samples it begins with, the table, the options of fit, and how many samples a second are wanted. */
const workloads = [
  ["plane-10000", 10000, () => uniform(14000, 2), {}, 5000],
  ["diamonds-12000", 12000, diamondRows, {duplicates: "mean"}, 1000],
  ["digits-1797", 1347, digits, {classes: true}, 500],
  ["digits-784-3000", 3000, () => madeDigits(3600, 28), {classes: true}, 100],
];

const begun = (table, n, options) => {
  const model = xaia.fit(...part(table, 0, n), {relevance: false, ...options});
  return {model, learner: model.learner()};
};

function changes() {
  console.log(`
## A learner, Node ${process.versions.node}

Processor time of the process, garbage collection included, in microseconds. After a tenth as a start, samples are learned
one by one, a call each, and after each one row is predicted, by the learner and by the model that it began with; then
samples are forgotten one by one. "a row" is one of a batch of 1000 that weren't learned.

| workload | learned a second | aim | learn, mean (median) | forget | predict one | the model's | a row | the model's |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |`);
  for (const [name, n, make, options, aim] of workloads) {
    const table = make();
    const {model, learner} = begun(table, n, options);
    const end = Math.min(table.X.rows - 100, n + 3000), start = n + Math.ceil((end - n) / 10);
    const [asked] = part(table, end, Math.min(table.X.rows, end + 1000));
    const learn = (i) => learner.learn(...part(table, i, i + 1));
    for (let i = n; i < start; i++) learn(i);
    const took = {learn: [], mine: [], models: [], row: [], modelsRow: []};
    let spent = 0;
    for (let i = start; i < end; i++) {
      const one = timed(() => learn(i));
      spent += one;
      took.learn.push(one);
      const [x] = part(table, end + (i % asked.rows), end + (i % asked.rows) + 1);
      took.mine.push(timed(() => learner.predict(x)));
      took.models.push(timed(() => model.predict(x)));
      if (i % Math.ceil((end - start) / 15) > 0) continue;
      took.row.push(timed(() => learner.predict(asked)) / asked.rows);
      took.modelsRow.push(timed(() => model.predict(asked)) / asked.rows);
    }
    const forgotten = Math.min(500, n >> 1);
    const forget = timed(() => {
      for (let i = 0; i < forgotten; i++) learner.forget((i * 7919) % learner.sampleCount);
    });
    const µ = (v) => (1000 * v).toFixed(v > 0.01 ? 0 : 1);
    const mean = spent / (end - start);
    console.log(`| ${name} | ${(1000 / mean).toFixed(0)} | ${aim} | ${µ(mean)} (${µ(median(took.learn))}) | ${µ(forget / forgotten)} | ${µ(median(took.mine))} | ${µ(median(took.models))} | ${µ(median(took.row))} | ${µ(median(took.modelsRow))} |`);
    learner.dispose();
    model.dispose();
  }
}

/** By turns, a hundred samples each. */
function growth() {
  const sizes = [10000, 100000];
  const all = sizes.map((n) => ({n, table: uniform(n + 6000, 2), spent: 0}));
  for (const one of all) Object.assign(one, begun(one.table, one.n, {}));
  for (let turn = 0; turn < 60; turn++) {
    for (const one of all) {
      const took = timed(() => {
        for (let i = one.n + 100 * turn; i < one.n + 100 * (turn + 1); i++) one.learner.learn(...part(one.table, i, i + 1));
      });
      if (turn >= 10) one.spent += took;
    }
  }
  const [few, many] = all.map(({spent}) => spent / 5);
  console.log(`
Growth in the plane, by turns: ${few.toFixed(0)} µs a sample among ${sizes[0]}, ${many.toFixed(0)} among ${sizes[1]}: ${(many / few).toFixed(2)} times (aim 1.3).`);
}

function corrections() {
  const n = 5000, columns = 20;
  const table = uniform(n + 200, columns);
  const {model, learner} = begun(table, n, {interpolation: {top: 8}});
  const spent = timed(() => {
    for (let i = n; i < n + 200; i++) learner.learn(...part(table, i, i + 1), {tolerance: 1e-9});
  });
  const ratios = [];
  for (let turn = 0; turn < 6; turn++) {
    const absorb = () => model.absorb(...part(table, n, n + 1), {tolerance: 1e-9}).model.dispose();
    const fit = () => xaia.fit(...part(table, 0, n + 1), {relevance: false, interpolation: {top: 8}}).dispose();
    const took = new Map((turn % 2 ? [absorb, fit] : [fit, absorb]).map((work) => [work, timed(work)]));
    if (turn > 0) ratios.push(took.get(absorb) / took.get(fit));
  }
  console.log(`
Among ${n} × ${columns}: 200 corrections one by one take ${(spent / 1000).toFixed(2)} s (aim 1 s); absorb of one takes ${median(ratios).toFixed(2)} fits (aim 1.3).`);
  learner.dispose();
  model.dispose();
}

/** A point's class is the side of a plane that turns; the oldest samples become wrong. A tenth of the labels are noise. */
function turningPlane(rows) {
  const next = random(5), columns = 5;
  const data = Float64Array.from({length: rows * columns}, next);
  const y = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    let side = 0;
    for (let j = 0; j < columns; j++) side += Math.cos(i / 2500 + j) * (data[i * columns + j] - 0.5);
    y[i] = Number(side > 0 !== next() < 0.1);
  }
  return {X: {data, rows, columns}, y};
}

/** Each class has several centres, which stay. */
function centres(rows) {
  const next = random(6), columns = 10, classes = 5, normal = () => next() + next() + next() + next() - 2;
  const middle = Array.from({length: 25}, () => Array.from({length: columns}, next));
  const data = new Float64Array(rows * columns), y = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    const c = Math.floor(middle.length * next());
    y[i] = c % classes;
    for (let j = 0; j < columns; j++) data[i * columns + j] = middle[c][j] + 0.25 * normal();
  }
  return {X: {data, rows, columns}, y};
}

/** tfjs's knn-classifier: the three rows of all so far with the largest cosine to x vote. */
class AllRows {
  constructor(columns) {
    this.columns = columns;
    this.unit = [];
    this.y = [];
  }

  static unit(x) {
    const norm = Math.hypot(...x) || 1;
    return x.map((v) => v / norm);
  }

  predict(x) {
    const {unit, y, columns} = this, u = AllRows.unit(x), best = [-2, -2, -2], votes = [0, 0, 0];
    for (let i = 0; i < y.length; i++) {
      let cosine = 0;
      for (let j = 0; j < columns; j++) cosine += unit[i][j] * u[j];
      if (cosine <= best[2]) continue;
      let at = 2;
      for (; at > 0 && cosine > best[at - 1]; at--) [best[at], votes[at]] = [best[at - 1], votes[at - 1]];
      [best[at], votes[at]] = [cosine, y[i]];
    }
    return votes[1] === votes[2] ? votes[1] : votes[0];
  }

  learn(x, y) {
    this.unit.push(AllRows.unit(x));
    this.y.push(y);
  }
}

function streams() {
  const rows = 10000, first = 200, window = 1000;
  console.log(`
## Streams

Progressive validation, as River does it: ${rows} rows, each predicted before it is learned; errors are counted from row ${first}
on. The learner keeps the last ${window} rows and refreshes itself when it is stale, or it keeps all of them. Beside it, in the
same process, k-NN over all rows, as tfjs's knn-classifier does it (cosine, k = 3).

| stream | who | wrong, % | rows a second |
| --- | --- | ---: | ---: |`);
  for (const [name, make] of [["a plane that turns", turningPlane], ["centres that stay", centres]]) {
    const table = make(rows);
    const write = (who, wrong, spent) => console.log(`| ${name} | ${who} | ${((100 * wrong) / (rows - first)).toFixed(1)} | ${((1000 * (rows - first)) / spent).toFixed(0)} |`);
    for (const kept of [window, rows]) {
      const {learner} = begun(table, first, {classes: true});
      let wrong = 0;
      const spent = timed(() => {
        for (let i = first; i < rows; i++) {
          const [x, y] = part(table, i, i + 1);
          if (learner.predict(x)[0] !== y[0]) wrong++;
          learner.learn(x, y);
          if (learner.sampleCount > kept) learner.forget(0);
          if (learner.stale) learner.refresh();
        }
      });
      write(kept === rows ? "a learner" : `a learner of the last ${kept}`, wrong, spent);
      learner.dispose();
    }
    const all = new AllRows(table.X.columns);
    let wrong = 0, spent = 0;
    for (let i = 0; i < rows; i++) {
      const x = [...part(table, i, i + 1)[0].data];
      spent += timed(() => {
        if (i >= first && all.predict(x) !== table.y[i]) wrong++;
        all.learn(x, table.y[i]);
      });
    }
    write("k-NN over all", wrong, spent);
  }
}

await xaia.initialize();
for (const work of [changes, growth, corrections, streams]) if (wanted.test(work.name)) work();
