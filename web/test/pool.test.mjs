/** Calls in parts, shared by several engines: the same bits, whoever computes; and what becomes of engines. */
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {after, test} from "node:test";
import threads from "node:worker_threads";
import {Progress, helpers} from "../package/parts.js";

/** All threads that were started, and whether they run. */
const started = [];
const Thread = threads.Worker;
threads.Worker = class extends Thread {
  running = true;

  constructor(...given) {
    super(...given);
    if (!String(given[0]).includes("xaia-engine")) return;
    started.push(this);
    this.on("exit", () => (this.running = false));
  }
};
const running = () => started.filter((thread) => thread.running).length;

const xaia = await import("../../dist/npm/xaia.mjs");
after(() => xaia.terminate());

function made(rows, columns, seed = 1) {
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const X = Array.from({length: rows}, () => Array.from({length: columns}, next));
  return {X, y: X.map((x) => 3 * x[0] + Math.sin(5 * x[1]) + 0.3 * next()), labels: X.map((x) => ["a", "b", "c"][Math.floor(2 * x[0] + x[1] * next())])};
}

const {X, y, labels} = made(90, 4);
const rows = X.map((x, i) => ({size: i % 11 ? x[0] : null, kind: ["s", "t", "u"][i % 3], other: x[1]}));
const groups = X.map((_, i) => Math.floor(i / 4));

/** What a call gives, to the last bit: JSON writes each number so that it can be read back. */
const calls = {
  "crossValidate, numbers": (o) => xaia.crossValidate(X, y, o),
  "crossValidate, classes in groups": (o) => xaia.crossValidate(X, labels, {...o, groups, folds: 4, seed: 3}),
  "crossValidate, rows with texts and gaps": (o) => xaia.crossValidate(rows, y, {...o, missing: "mean"}),
  "crossValidate, in the order of time": (o) => xaia.crossValidate(X, y, {...o, ordered: true, folds: 6}),
  "crossValidate, a TNN": (o) => xaia.crossValidate(X.map((x) => x[0]), y, {...o, kind: "tnn"}),
  "crossValidate, no answers": (o) => xaia.crossValidate(X, labels, {...o, interpolation: "none"}),
  "calibrate, numbers": async (o) => saved(await (await xaia.fit(X, y)).calibrate(o)),
  "calibrate, vectors": async (o) => saved(await (await xaia.fit(X, X.map((x) => [x[0] + x[2], x[1]]))).calibrate({...o, folds: 5})),
  "calibrate, classes, rows": async (o) => saved(await (await xaia.fit(rows, labels, {missing: "mean", relevance: true})).calibrate(o)),
  "calibrate, a TNN": async (o) => saved(await (await xaia.fit(X.map((x) => x[0]), y, {kind: "tnn"})).calibrate({...o, seed: 9})),
  "leaveOneOut, numbers": async (o) => (await xaia.fit(X, y)).leaveOneOut(o),
  "leaveOneOut, classes": async (o) => (await xaia.fit(X, labels)).leaveOneOut(o),
  "tune, numbers": async (o) => tuned(await xaia.tune(X, y, {...o, folds: 4})),
  "tune, classes, candidates": async (o) => tuned(await xaia.tune(X, labels, {...o, candidates: [{scale: "standard"}, {interpolation: {top: 3}}, {kind: "tnn", a: 3}].slice(0, 2)})),
};
const saved = async (model) => JSON.parse(await model.save());
const tuned = ({options, scores, best}) => ({options, scores, best});

for (const [name, call] of Object.entries(calls)) {
  test(`${name}: the same bits, however many engines compute`, async () => {
    const alone = JSON.stringify(await call({workers: 1}));
    for (const workers of [2, 3, 5]) {
      assert.equal(JSON.stringify(await call({workers})), alone, `${workers} workers`);
      assert.ok(running() >= workers, `${running()} threads for ${workers} workers`);
    }
  });
}

test("a small call stays in its own engine, unless it is told", async () => {
  const before = started.length;
  xaia.terminate();
  await xaia.crossValidate(X, y);
  assert.equal(started.length, before);
});

test("how many engines: processors, parts, memory", () => {
  assert.equal(helpers(undefined, 10, 26000, 4, 0), 4);
  assert.equal(helpers(undefined, 10, 26000, 64, 0), 8);
  assert.equal(helpers(undefined, 10, 26000, 8, 6), 2);
  assert.equal(helpers(undefined, 10, 26000, 8, 8), 1);
  assert.equal(helpers(undefined, 3, 26000, 8, 0), 3);
  assert.equal(helpers(undefined, 10, 400, 8, 0), 1);
  assert.equal(helpers(9, 10, 400, 2, 0), 9);
  assert.equal(helpers(8, 10, 2 ** 25, 8, 0), 4); // 256 MiB each
  assert.equal(helpers(8, 10, 2 ** 27 + 1, 8, 0), 1);
});

test("progress is the sum of all parts', and never falls", () => {
  const seen = [];
  const progress = new Progress(4, (p) => seen.push([p.done, p.total]));
  progress.at(0, {done: 5, total: 40});
  progress.at(2, {done: 25, total: 40}); // the parts before it are counted as done
  progress.at(1, {done: 10, total: 40});
  progress.end(0);
  progress.at(2, {done: 29, total: 40});
  assert.deepEqual(seen, [[5, 40], [10, 40], [10, 40], [15, 40], [19, 40]]);
});

test("progress of a call", async () => {
  const seen = [], {X, y} = made(600, 8);
  await xaia.crossValidate(X, y, {workers: 2, onProgress: (p) => seen.push(p)});
  assert.ok(seen.length > 2);
  for (const [i, p] of seen.entries()) {
    assert.equal(p.total, 10);
    assert.ok(p.done >= (seen[i - 1]?.done ?? 0) && p.done <= 10, `${p.done} after ${seen[i - 1]?.done}`);
  }
});

test("the parts of engines that die are computed here", async () => {
  const {X, y} = made(400, 8);
  const alone = JSON.stringify(await xaia.crossValidate(X, y, {workers: 1}));
  xaia.terminate();
  const before = started.length;
  let killed = 0;
  const call = xaia.crossValidate(X, y, {workers: 3, onProgress() {
    if (killed++ === 0) started[before].terminate();
    if (killed === 4) for (const thread of started.slice(before)) thread.terminate();
  }});
  assert.equal(JSON.stringify(await call), alone);
  assert.ok(killed > 0);
  assert.equal(JSON.stringify(await xaia.crossValidate(X, y, {workers: 2})), alone);
});

test("an abort reaches all engines; the next call works", async () => {
  const {X, y} = made(3000, 20);
  const stop = new AbortController(), reason = new Error("enough");
  let at = 0;
  const call = xaia.crossValidate(X, y, {workers: 3, signal: stop.signal, onProgress() {
    at ||= performance.now();
    stop.abort(reason);
  }});
  await assert.rejects(call, (error) => error === reason);
  assert.ok(performance.now() - at < 5000, "it ended long after"); // a fold takes longer
  const again = await xaia.crossValidate(X.slice(0, 90), y.slice(0, 90), {workers: 3});
  assert.deepEqual(again, await xaia.crossValidate(X.slice(0, 90), y.slice(0, 90), {workers: 1}));
});

test("what onProgress throws ends the call", async () => {
  const {X, y} = made(600, 8), thrown = new Error("no");
  await assert.rejects(xaia.crossValidate(X, y, {workers: 2, onProgress() {
    throw thrown;
  }}), (error) => error === thrown);
});

test("the error is that of the first part, whoever meets one first", async () => {
  const {folds} = await xaia.crossValidate(rows, y, {missing: "mean"});
  // Column a is known in fold 7 alone, b in fold 4: a fit without that fold can't have its mean.
  const gaps = rows.map((row, i) => ({...row, a: folds[i] === 7 ? i : null, b: folds[i] === 4 ? i : null}));
  const refused = (workers) => xaia.crossValidate(gaps, y, {missing: "mean", workers}).then(() => assert.fail("it isn't refused"), ({code, message, column}) => ({code, message, column}));
  const alone = await refused(1);
  assert.match(alone.message, /\bb\b/);
  for (const workers of [2, 3, 5, 10]) assert.deepEqual(await refused(workers), alone);
});

test("bad input is refused before an engine is started", async () => {
  xaia.terminate();
  const before = started.length;
  await assert.rejects(xaia.crossValidate(X, y.slice(1), {workers: 2}), {code: "invalid-input"});
  await assert.rejects(xaia.crossValidate(X, y, {workers: 2, folds: 1}), {code: "invalid-option", path: "folds"});
  for (const workers of [0, -1, 1.5, "2", null, NaN, 2n]) {
    await assert.rejects(xaia.crossValidate(X, y, /** @type {any} */ ({workers})), {code: "invalid-option", path: "workers"});
    await assert.rejects(xaia.tune(X, y, /** @type {any} */ ({workers})), {code: "invalid-option", path: "workers"});
    const model = await xaia.fit(X, y);
    await assert.rejects(model.calibrate(/** @type {any} */ ({workers})), {code: "invalid-option", path: "workers"});
    await assert.rejects(model.leaveOneOut(/** @type {any} */ ({workers})), {code: "invalid-option", path: "workers"});
  }
  assert.equal(started.length, before);
});

test("changes of the caller's arrays after the call have no effect", async () => {
  const data = Float64Array.from(X.flat()), targets = Float64Array.from(y);
  const alone = await xaia.crossValidate(X, y, {workers: 1});
  const call = xaia.crossValidate({data, rows: 90, columns: 4}, targets, {workers: 2});
  data.fill(0);
  targets.fill(0);
  assert.deepEqual(await call, alone);
});

test("two calls at once", async () => {
  const [one, other] = await Promise.all([xaia.crossValidate(X, y, {workers: 2}), xaia.crossValidate(X, labels, {workers: 3})]);
  assert.deepEqual(one, await xaia.crossValidate(X, y, {workers: 1}));
  assert.deepEqual(other, await xaia.crossValidate(X, labels, {workers: 1}));
});

test("terminate ends helpers, too", async () => {
  await xaia.crossValidate(X, y, {workers: 3});
  assert.ok(running() >= 3);
  const {X: many, y: values} = made(3000, 20);
  const call = xaia.crossValidate(many, values, {workers: 3});
  await new Promise((done) => setTimeout(done, 300));
  xaia.terminate(); // while they compute
  await assert.rejects(call, {code: "disposed"});
  for (const until = Date.now() + 10000; running() > 0 && Date.now() < until;) await new Promise((done) => setTimeout(done, 20));
  assert.equal(running(), 0);
});

/** Runs a program by itself. @param {string} program */
function alone(program) {
  const {stdout, stderr, status} = spawnSync(process.execPath, ["--input-type=module", "--eval", `
    import threads from "node:worker_threads";
    import * as xaia from ${JSON.stringify(new URL("../../dist/npm/xaia.mjs", import.meta.url))};
    const X = ${JSON.stringify(X)}, y = ${JSON.stringify(y)};
    ${program}`], {encoding: "utf8", timeout: 60000});
  return {stdout, stderr, status};
}

test("helpers don't keep a program running", () => {
  const {stdout, status} = alone(`
    const {rmse} = await xaia.crossValidate(X, y, {workers: 2});
    const end = performance.now();
    process.on("exit", () => console.log(rmse > 0, performance.now() - end < 5000));`); // they are let go after ten seconds
  assert.equal(stdout, "true true\n");
  assert.equal(status, 0);
});

test("where no thread starts, this one computes, and says so once", () => {
  const {stdout, stderr} = alone(`
    threads.Worker = class { constructor() { throw new Error("threads are forbidden"); } };
    const one = await xaia.crossValidate(X, y, {workers: 2});
    const other = await xaia.crossValidate(X, y, {workers: 3});
    const plain = await xaia.crossValidate(X, y, {workers: 1});
    console.log(JSON.stringify(one) === JSON.stringify(plain) && JSON.stringify(other) === JSON.stringify(plain));`);
  assert.equal(stdout, "true\n");
  assert.equal(stderr.match(/threads are forbidden/g)?.length, 1);
});
