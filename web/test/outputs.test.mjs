// One column of outputs is one output, and other forms of arguments that are the same as their plain ones.
import assert from "node:assert/strict";
import {test} from "node:test";
import {inspect} from "node:util";
import * as xaia from "../../dist/npm/xaia.mjs";
import {edited} from "../embed/edit.js";
import {asFeatures, outcomesOf, samplesOf} from "../figures/samples.js";
import {inWorker} from "./helpers.mjs";

const X = Array.from({length: 24}, (_, i) => [(i * 7) % 24, (i * i) % 11]);
const y = X.map(([a, b]) => a + b / 2);

/** A model's answers in every call that has outcomes. */
async function answers(model, outcomes) {
  const sure = await model.calibrate({folds: 3});
  return {
    outputs: model.outputCount, classes: model.classes, predict: await model.predict(X), explain: await model.explain([3.5, 2]), file: JSON.parse(await model.save()).y,
    evaluate: await model.evaluate(X, outcomes), out: await model.outOfDistribution(X, {y: outcomes}), interval: await sure.predictInterval([[3.5, 2]]),
    absorb: (await model.absorb([[50, 50]], outcomes.slice(0, 1))).absorbed, left: await model.leaveOneOut(),
    why: await model.attributions([3.5, 2]), crossed: await xaia.crossValidate(X, outcomes, {folds: 3}),
    drawn: await samplesOf(model, X, outcomes), edited: edited("Delete", {x: null, sample: 1, external: null}, {X, y: outcomes, external: []}, model),
  };
}

test("rows of one number are one output in every call", async () => {
  const flat = await answers(await xaia.fit(X, y), y);
  assert.equal(typeof flat.predict[0], "number");
  assert.equal(typeof flat.explain.value, "number");
  assert.deepEqual(flat.drawn.y, y);
  for (const column of [y.map((f) => [f]), y.map((f) => Float64Array.of(f))]) {
    assert.deepEqual(await answers(await xaia.fit(X, column), column), flat);
  }
  const packed = {data: Float64Array.from(y), rows: y.length, columns: 1};
  assert.deepEqual(await (await xaia.fit(X, packed)).predict(X), y);
  assert.deepEqual(outcomesOf(packed), y);
  const file = JSON.parse(await (await xaia.fit(X, y)).save());
  const {checksum, ...other} = file;
  assert.deepEqual(await (await xaia.load({...other, y: y.map((f) => [f])})).predict(X), y);
});

test("rows of one class are classes, and vectors stay vectors", async () => {
  const model = await xaia.fit(X, X.map((_, i) => [i % 3]), {classes: true});
  assert.deepEqual([model.classes, (await model.predict(X)).slice(0, 3)], [[0, 1, 2], [0, 1, 2]]);
  assert.equal((await model.evaluate(X, X.map((_, i) => [i % 3]))).accuracy, 1);
  const vectors = await xaia.fit(X, X);
  assert.deepEqual(await vectors.predict(X), X);
  assert.deepEqual((await samplesOf(vectors, X, X)).y, X);
  assert.deepEqual(asFeatures(vectors, [[1, 2]]), [[1, 2]]);
});

test("labels and texts that begin with a byte order mark come back as they were", async () => {
  const marked = X.map((_, i) => `\ufeff${"ab"[i % 2]}`);
  const model = await xaia.fit(X.map(([a]) => ({a, "\ufefft": marked[a % 5]})), marked, {duplicates: "first"});
  assert.deepEqual(model.classes, ["\ufeffa", "\ufeffb"]);
  assert.deepEqual(model.columns[1].name, "\ufefft");
  assert.equal((await model.predict({a: X[3][0], "\ufefft": marked[X[3][0] % 5]})), marked[3]);
});

test("typed arrays of every kind of number", async () => {
  const want = await (await xaia.fit(X, y.map(Math.round))).predict(X);
  for (const Kind of [Float32Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array]) {
    const model = await xaia.fit(X.map((row) => Kind.from(row)), Kind.from(y, Math.round));
    assert.deepEqual(await model.predict(X.map((row) => Kind.from(row))), want, Kind.name);
    assert.equal(await model.predict(Kind.from(X[5])), want[5], Kind.name);
    assert.deepEqual(await model.predict({data: Kind.from(X.flat()), rows: X.length, columns: 2}), want, Kind.name);
  }
});

test("memory that is shared with other threads is copied by the call", async () => {
  const shared = (values, Kind = Float64Array) => {
    const typed = new Kind(new SharedArrayBuffer(values.length * Kind.BYTES_PER_ELEMENT));
    typed.set(values);
    return typed;
  };
  const fresh = await import("../../dist/npm/xaia.mjs?shared");
  if (inWorker) await Promise.all([fresh.initialize({worker: true}), fresh.terminate()]);
  for (const started of [false, true]) {
    if (started) await fresh.initialize({worker: inWorker});
    const given = {data: shared(X.flat()), rows: X.length, columns: 2};
    const outcomes = shared(y.map(Math.round), Int32Array);
    const relevance = shared([1, 2]);
    const fitted = fresh.fit(given, outcomes, {relevance});
    for (const typed of [given.data, outcomes, relevance]) typed.fill(77);
    const model = await fitted;
    const own = await xaia.fit(X, y.map(Math.round), {relevance: [1, 2]});
    assert.deepEqual(await model.explain([3.5, 2]), await own.explain([3.5, 2]));
    const row = shared([3.5, 2]);
    const asked = model.predict(row);
    row.fill(0);
    assert.equal(await asked, await own.predict([3.5, 2]));
    const bytes = shared(await model.toBytes(), Uint8Array);
    const loaded = fresh.load(bytes);
    bytes.fill(0);
    assert.equal(await (await loaded).predict([3.5, 2]), await own.predict([3.5, 2]));
    fresh.terminate();
  }
});

test("a model is printed as a summary, by its class's name", async () => {
  const model = await xaia.fit(X, X.map((_, i) => "ab"[i % 2]));
  assert.equal(model.constructor.name, "Model");
  assert.match(inspect(model), /^Model \{\s+kind: 'sqann',\s+sampleCount: 24,\s+featureCount: 2,\s+classes: \[ 'a', 'b' \],\s+layers: \[ /);
  assert.ok(inspect(model).length < 300, inspect(model));
  assert.match(inspect(await xaia.fit([0, 1, 2], [0, 0, 1], {kind: "tnn"})), /^Model \{ kind: 'tnn', sampleCount: 3, featureCount: 1, outputCount: 1/);
  assert.match(inspect(await xaia.ensemble(model, model)), /^Model \{\s+kind: 'ensemble'/);
});
