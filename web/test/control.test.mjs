// One rule for every call: it takes signal and onProgress if it is asynchronous, and refuses options that it doesn't know.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {refuses} from "./helpers.mjs";

const X = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 1], [2, 2]], y = [1, 2, 3, 4, 5, 6], labels = ["a", "b", "b", "a", "a", "b"];
const [numbers, classes] = [await xaia.fit(X, y), await xaia.fit(X, labels)];
const [intervals, sets] = [await numbers.calibrate({folds: 2}), await classes.calibrate({folds: 2})];
const learner = await classes.learner(), sure = await intervals.learner();
const file = await numbers.save();

/** Every method, on what, and its arguments before the options. */
const calls = {
  model: {
    predict: [numbers, X], scores: [classes, X], explain: [numbers, X], certificate: [numbers, X[0]], attributions: [numbers, X], evaluate: [numbers, X, y], outOfDistribution: [numbers, X], predictInterval: [intervals, X],
    predictSet: [sets, X], calibrate: [numbers], leaveOneOut: [numbers], outliers: [numbers], effect: [numbers, 0], sampleAt: [numbers, [0]], toBytes: [numbers], save: [numbers], absorb: [numbers, X, y], remove: [numbers, [0]],
    redundancy: [numbers, [0, 1]], representatives: [numbers], prototypes: [classes], embedding: [classes], worth: [classes], suspects: [classes], counterfactual: [classes, [0, 0]], learner: [classes], fitLike: [numbers, X, y],
  },
  learner: {
    learn: [learner, X, labels], correct: [learner, X, labels], forget: [learner, []], refresh: [learner], model: [learner], predict: [learner, X], scores: [learner, X], explain: [learner, X], attributions: [learner, X],
    evaluate: [learner, X, labels], outOfDistribution: [learner, X], predictInterval: [sure, X], predictSet: [await sets.learner(), X],
  },
};
const functions = {
  fit: [X, y], crossValidate: [X, y], tune: [X, y], ensemble: [numbers, numbers], squeezedOrder: [[[0.2, 0.8], [0.6, 0.4]]], load: [file], learner: [classes], predict: [numbers, X], explain: [numbers, X],
};
const all = [
  ...Object.entries(functions).map(([name, args]) => [name, xaia, args]),
  ...Object.entries(calls).flatMap(([of, methods]) => Object.entries(methods).map(([name, [own, ...args]]) => [name, own, args, of])),
];
/** What changes nothing when it is called again and again. */
const waits = new Set(["initialize", "terminate", "createEngine", "trainTestSplit", "XaiaError", "Model", "version"]);

test("the list is whole", () => {
  for (const [of, {prototype}] of [["model", xaia.Model], ["learner", learner.constructor]]) {
    const names = Object.getOwnPropertyNames(prototype).filter((name) => !/Sync$|^(constructor|dispose|toJSON|predictProba|rows|samples|features|outputs)$/.test(name));
    assert.deepEqual(Object.keys(calls[of]).sort(), names.sort());
  }
  assert.deepEqual(Object.keys(functions).sort(), Object.keys(xaia).filter((name) => !waits.has(name)).sort());
});

for (const [name, own, args, of = "xaia"] of all) {
  test(`${of}.${name}`, async () => {
    const call = (options) => own[name](...args, options);
    await assert.rejects(call({signal: AbortSignal.abort("enough")}), (reason) => reason === "enough");
    await refuses(call({signal: {}}), {code: "invalid-option", path: "signal"});
    await refuses(call({onProgress: 1}), {code: "invalid-option", path: "onProgress"});
    await refuses(call({nonsense: 1}), {code: "unknown-option", path: "nonsense"});
    await refuses(call("fast"), {code: "invalid-option"});
    if (of === "learner") return;
    await call({signal: new AbortController().signal, onProgress() {}});
    await call({});
    await call(null);
  });
}

test("answers to many rows tell their progress, can be aborted, and are the same", async () => {
  const next = random(7);
  const rows = (n) => ({data: Float64Array.from({length: 2 * n}, next), rows: n, columns: 2});
  const [samples, many] = [rows(500), rows(6000)];
  const values = Float64Array.from({length: 500}, (_, i) => samples.data[2 * i] * samples.data[2 * i + 1]);
  const model = await (await xaia.fit(samples, values, {preset: "paper", relevance: false})).calibrate({folds: 2});
  const kinds = await xaia.fit(samples, Array.from(values, (v) => (v > 0.2 ? "a" : "b")), {preset: "paper"});
  for (const [name, of] of [["predict", model], ["explain", model], ["predictInterval", model], ["scores", kinds]]) {
    const said = [];
    const want = await of[name](many), got = await of[name](many, {onProgress: (p) => said.push(p)});
    assert.deepEqual(got, want, name);
    assert.ok(said.length > 0 && said.every((p, i) => p.total === 6000 && p.done > (said[i - 1]?.done ?? 0)), `${name}: ${JSON.stringify(said.slice(0, 3))}`);
    const stop = new AbortController();
    await assert.rejects(of[name](many, {signal: stop.signal, onProgress: () => stop.abort(name)}), (reason) => reason === name);
    many.data[11999] = NaN;
    await refuses(of[name](many, {onProgress() {}}), {code: "invalid-input", row: 5999, column: 1});
    many.data[11999] = 0.5;
  }
  const said = [];
  const lines = await model.effect(0, {samples: Array.from({length: 400}, (_, i) => i), onProgress: (p) => said.push(p.total)});
  assert.equal(lines.mean.length, 20);
  assert.ok(said.includes(8000), `${said}`);
});

/** A proxy of a proxy …, as Vue makes it: of what calls itself an object or a list. The real ones are in clients. */
const observed = (of) => (["[object Object]", "[object Array]"].includes(Object.prototype.toString.call(of)) ? new Proxy(of, {get: (target, name, receiver) => observed(Reflect.get(target, name, receiver))}) : of);

test("what keeps everything as a proxy, as Vue does, keeps models and learners as they are, and its rows can be learned", async () => {
  const kept = observed({classes, learner, list: [{a: 0, b: 1}, {a: 1, b: 0}, {a: 1, b: 1}], X, labels});
  assert.equal(kept.classes, classes);
  assert.deepEqual(await kept.classes.predict(kept.X), labels);
  assert.deepEqual(await kept.learner.predict([kept.X[1]]), ["b"]);
  const model = await xaia.fit(kept.list, ["x", "y", "y"]);
  assert.deepEqual(await model.predict(kept.list), ["x", "y", "y"]);
  assert.equal(await model.predict(kept.list[1]), "y");
  assert.deepEqual((await model.evaluate(kept.list, ["x", "y", "y"])).accuracy, 1);
  await assert.rejects(xaia.fit([{a: () => 1}], [1]), (e) => e.code === "invalid-input");
});

test("a proxy of a model is refused by name, with the remedy", async () => {
  for (const [of, calls] of [
    [classes, {predict: [X], explain: [X], save: [], leaveOneOut: []}], [learner, {predict: [X], learn: [X, labels], forget: [0], refresh: [], model: []}],
  ]) {
    const proxy = new Proxy(of, {});
    for (const [call, args] of Object.entries(calls)) await refuses(proxy[call](...args), {code: "unsupported", message: /not the (model|learner) itself/});
    const {predict} = of;
    await refuses(predict(X), {code: "unsupported"});
    for (const name of ["dispose"]) assert.throws(() => proxy[name](X), (e) => e.code === "unsupported");
    assert.ok(await of.predict(X));
  }
  assert.throws(() => JSON.stringify(new Proxy(numbers, {})), (e) => e.code === "unsupported");
  await refuses(xaia.ensemble(numbers, new Proxy(numbers, {})), {code: "unsupported"});
});
