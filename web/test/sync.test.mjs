// xaia/sync: a script without a promise, in Node and its threads; in a browser's worker: TestSyncInAWorker.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {random} from "./data.mjs";
import {dist} from "./helpers.mjs";

const folder = fileURLToPath(dist);
const X = [[0, 0], [0, 1], [1, 0], [1, 1]], y = ["a", "b", "b", "a"];

/** What a new process prints. @param {string} program @param {string} [from] */
function printed(program, from = folder, ...flags) {
  const sync = `const xaia = require(${JSON.stringify(path.join(from, "sync.cjs"))});\n`;
  return execFileSync(process.execPath, [...flags, "--eval", sync + program], {encoding: "utf8"});
}

test("the first call of a process starts the engine and gives its result", () => {
  assert.equal(printed(`console.log(xaia.fit(${JSON.stringify(X)}, ${JSON.stringify(y)}).predict([[0.1, 0.9], [1, 1]]).join())`), "b,a\n");
  assert.equal(printed('console.log(xaia.crossValidate([0, 1, 2, 3], [0, 1, 2, 3], {folds: 4}).rowCount)'), "4\n");
});

const load = async () => [await import(new URL("xaia.mjs", dist).href), await import(new URL("sync.mjs", dist).href)];

test("it has xaia's exports; an engine that has ended is followed by another, at once", async () => {
  const [xaia, sync] = await load();
  assert.deepEqual(Object.keys(sync), Object.keys(xaia));
  assert.ok(!Object.keys(xaia).some((name) => name.endsWith("Sync")));
  assert.deepEqual(Object.keys(createRequire(import.meta.url)(path.join(folder, "sync.cjs"))).sort(), Object.keys(xaia).sort());
  const model = sync.fit(X, y);
  await sync.initialize(); // the engine runs: nothing to do
  const file = model.toBytes();
  sync.terminate();
  assert.throws(() => model.predict(X), {code: "disposed"});
  assert.deepEqual(sync.load(file).predict(X), y);
  await assert.rejects(xaia.predict(sync.load(file), X), {code: "not-found"});
});

test("each call gives what the promise of xaia's gives", async () => {
  const next = random(5);
  const rows = Array.from({length: 120}, () => ({a: next(), b: next(), town: next() > 0.5 ? "Ulm" : "Bern"}));
  const values = rows.map(({a, b, town}) => a + b * b + (town === "Ulm" ? 1 : 0)), labels = rows.map(({a, b}) => (a + b > 1 ? "high" : "low"));
  const asked = rows.slice(0, 5).map((row) => ({...row, a: row.a + 0.01})), names = rows.map((_, i) => `row ${i}`);
  /** Answers of all calls, by name; each is awaited, which an answer of xaia/sync doesn't need. @type {Record<string, (api: any, of: any) => any>} */
  const calls = {
    fit: async (api, {classes}) => (await api.fit(rows.slice(5), labels.slice(5), {like: classes})).explain(asked),
    ensemble: (api, {classes}) => api.ensemble(classes, classes),
    learner: (api, {classes}) => api.learner(classes),
    crossValidate: (api) => api.crossValidate(rows, labels, {folds: 4, workers: 1}),
    tune: (api) => api.tune(rows, values, {folds: 3}),
    squeezedOrder: (api) => api.squeezedOrder([[0.9, 0.1], [0.2, 0.8]], {squeeze: 0.5}),
    load: async (api, {numbers}) => api.load(await numbers.save()),
    "load bytes": async (api, {numbers}) => api.load(await numbers.toBytes()),
    predict: (api, {numbers}) => api.predict(numbers, asked),
    explain: (api, {classes}) => api.explain(classes, asked, {fingerprint: true}),
    "model.predict": (_, {numbers}) => numbers.predict(asked),
    "one row": (_, {numbers}) => numbers.predict(asked[0]),
    "own function": (_, {numbers}) => numbers.predict(asked, {interpolation: (neurons) => neurons[0].alpha}),
    "model.explain": (_, {numbers}) => numbers.explain(asked, {without: 7}),
    certificate: (_, {numbers}) => numbers.certificate(asked[0]),
    scores: (_, {classes}) => classes.scores(asked),
    attributions: (_, {numbers}) => numbers.attributions(asked),
    evaluate: (_, {numbers}) => numbers.evaluate(rows, values),
    outOfDistribution: (_, {numbers}) => numbers.outOfDistribution(asked, {threshold: "calibrated"}),
    calibrate: async (_, {numbers}) => (await numbers.calibrate({folds: 4})).predictInterval(asked, {coverage: 0.8}),
    predictSet: async (_, {classes}) => (await classes.calibrate({folds: 4})).predictSet(asked),
    sampleAt: (_, {numbers}) => numbers.sampleAt([3, 5]),
    outliers: (_, {numbers}) => numbers.outliers({share: 0.05}),
    effect: (_, {numbers}) => numbers.effect("a"),
    leaveOneOut: (_, {numbers}) => numbers.leaveOneOut(),
    absorb: (_, {numbers}) => numbers.absorb(asked, values.slice(0, 5), {tolerance: 0.001}),
    remove: (_, {numbers}) => numbers.remove([4, 9]),
    redundancy: (_, {numbers}) => numbers.redundancy([4, 9]),
    representatives: (_, {numbers}) => numbers.representatives({tolerance: 0.1}),
    prototypes: (_, {classes}) => classes.prototypes({perClass: 2}),
    worth: (_, {classes}) => classes.worth(),
    suspects: (_, {classes}) => classes.suspects({share: 0.2}),
    embedding: (_, {classes}) => classes.embedding(),
    counterfactual: (_, {classes}) => classes.counterfactual(asked[0], {target: labels.find((label) => label !== labels[0])}),
    save: (_, {numbers}) => numbers.save(),
    learn: (_, {learner}) => learner.learn(asked, labels.slice(0, 5)),
    correct: (_, {learner}) => learner.correct(asked[0], "low"),
    forget: (_, {learner}) => learner.forget([0]),
    refresh: (_, {learner}) => learner.refresh(),
    "learner.explain": (_, {learner}) => learner.explain(asked[0]),
    "learner.model": async (_, {learner}) => (await learner.model()).save(),
  };
  const said = [];
  for (const api of await load()) {
    const numbers = await api.fit(rows, values, {names}), classes = await api.fit(rows, labels);
    const of = {numbers, classes, learner: await classes.learner()};
    const answers = {};
    for (const [name, call] of Object.entries(calls)) {
      const answer = await call(api, of);
      answers[name] = JSON.parse(JSON.stringify(answer ?? null, (key, value) => (key === "milliseconds" ? 0 : typeof value === "number" && !Number.isFinite(value) ? String(value) : value)));
    }
    said.push(answers);
  }
  for (const name of Object.keys(said[0])) assert.deepEqual(said[1][name], said[0][name], name);
});

test("nothing interrupts a call, and no worker computes it", async () => {
  const [, sync] = await load();
  const model = sync.fit(X, y);
  for (const control of [{signal: new AbortController().signal}, {onProgress() {}}]) {
    const [path] = Object.keys(control);
    for (const call of [() => sync.fit(X, y, control), () => sync.crossValidate(X, y, control), () => model.predict(X, control), () => model.save(control), () => model.learner().forget(0, control)]) {
      assert.throws(call, {code: "unknown-option", path, message: /xaia\/sync has no/});
    }
  }
  assert.throws(() => model.evaluate(X, y, {nonsense: 1}), {code: "unknown-option", path: "nonsense"});
  sync.terminate();
  await assert.rejects(sync.initialize({worker: true}), {code: "unsupported", path: "worker"});
  assert.deepEqual(sync.fit(X, y).predict(X), y);
});

test("while an engine starts, nothing else starts", async () => {
  const sync = await import(`${new URL("sync.mjs", dist).href}?another`);
  const begun = sync.initialize();
  assert.throws(() => sync.fit(X, y), {code: "unsupported", message: /initialize/});
  await begun;
  assert.deepEqual(sync.fit(X, y).predict(X), y);
});

test("a thread", () => {
  assert.equal(printed(`const {Worker} = require("node:worker_threads");
    new Worker("const xaia = require(" + JSON.stringify(require.resolve(${JSON.stringify(path.join(folder, "sync.cjs"))})) + "); console.log(xaia.fit([0, 1], [2, 3]).predict(1));", {eval: true});`), "3\n");
});

test("a module that is missing, or isn't ours: the error of an asynchronous call", async () => {
  const from = mkdtempSync(path.join(tmpdir(), "xaia-sync-"));
  try {
    copyFileSync(path.join(folder, "sync.cjs"), path.join(from, "sync.cjs"));
    const failing = "try { xaia.fit([0, 1], [2, 3]); } catch (e) { console.log(e.code, e.message); }";
    assert.match(printed(failing, from), /^load-failed .*xaia\.wasm doesn't exist/);
    for (const [content, said] of [["<!doctype html>", "an HTML page came instead"], [readFileSync(path.join(folder, "xaia.wasm")).subarray(0, 5000), "did not compile"],
      [Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), "The module is not xaia's engine"]]) {
      writeFileSync(path.join(from, "xaia.wasm"), content);
      assert.match(printed(failing, from), new RegExp(`^load-failed .*${said}`));
    }
    copyFileSync(path.join(folder, "xaia.wasm"), path.join(from, "xaia.wasm"));
    assert.equal(printed("console.log(xaia.fit([0, 1], [2, 3]).sampleCount)", from), "2\n");
  } finally {
    rmSync(from, {recursive: true});
  }
});
