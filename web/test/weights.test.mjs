import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {near} from "./helpers.mjs";

const draw = random(16);
const X = Array.from({length: 40}, () => [draw(), draw(), draw()]);
const y = X.map(([a, b]) => (a + b + draw() > 2 ? "rare" : "usual"));
const numbers = X.map(([a, b]) => 3 * a - b);
const weights = X.map(() => 0.1 + 5 * draw());
const asked = Array.from({length: 50}, () => [draw(), draw(), draw()]);
const plain = {relevance: false, interpolation: {top: 8}};

const perClass = (list) => Object.fromEntries(["rare", "usual"].map((name) => [name, list.length / (2 * list.filter((c) => c === name).length)]));

/** The answer as the definition says, from the neurons of an explanation. */
function mean(neurons, alpha, weight) {
  const parts = neurons.map((n) => n.activation * weight(n.samples[0]));
  const sum = parts.reduce((a, b) => a + b);
  return neurons.reduce((total, n, i) => total + (parts[i] / sum) * alpha(n), 0);
}

test("weights and \"balanced\" are factors of the neurons' activations; hits stay exact", async () => {
  const model = await xaia.fit(X, numbers, {...plain, weights: Float64Array.from(weights)});
  const classes = await xaia.fit(X, y, {...plain, weights: "balanced"});
  const of = perClass(y);
  for (const row of asked) {
    const e = await model.explain(row), c = await classes.explain(row);
    if (e.status !== "hit") near(e.value, mean(e.neurons, (n) => n.alpha, (i) => weights[i]), 1e-12);
    if (c.status !== "hit") near(c.scores[0], mean(c.neurons, (n) => Number(n.alpha === "rare"), (i) => of[y[i]]), 1e-12);
  }
  assert.notDeepEqual(await model.predict(asked), await (await xaia.fit(X, numbers, plain)).predict(asked));
  assert.deepEqual(Array.from(await model.predict(X)), numbers);
  assert.deepEqual(await classes.predict(X), y);
});

test("weights stay in both forms of a file, in fits like the model, and with their samples", async () => {
  for (const [outcomes, given] of [[numbers, weights], [y, weights], [y, "balanced"]]) {
    const model = await xaia.fit(X, outcomes, {...plain, weights: given});
    const say = async (m) => (await m.explain(asked)).map((e) => [e.value, e.neurons.map((n) => n.weight)]);
    const same = async (m, what) => assert.deepEqual(await say(m), await say(model), what);
    await same(await xaia.load(await model.save()), "text");
    await same(await xaia.load(await model.toBytes()), "bytes");
    const like = await xaia.fit(X, outcomes, {like: model, weights: given});
    await same(like, "like");
    await same(await xaia.load(await like.save()), "like, in a file");
    await same(await xaia.load(await like.toBytes()), "like, in bytes");
    if (given === "balanced") { // those of the model, though another share of the samples is rare
      const some = X.map((_, i) => i).filter((i) => y[i] === "rare" || i < 8);
      const few = await xaia.fit(some.map((i) => X[i]), some.map((i) => y[i]), {like: model});
      const of = perClass(y);
      for (const e of await few.explain(asked)) {
        if (e.status !== "hit") near(e.scores[0], mean(e.neurons, (n) => Number(n.alpha === "rare"), (i) => of[y[some[i]]]), 1e-12);
      }
    } else {
      const less = await model.remove([0, 3]);
      assert.deepEqual(JSON.parse(await less.save()).options.weights, weights.filter((_, i) => i !== 0 && i !== 3));
      const {model: more} = await less.absorb([X[3].map((v) => v + 5)], [outcomes === y ? "rare" : 9]);
      assert.equal(JSON.parse(await more.save()).options.weights.at(-1), 1);
    }
  }
});

test("an omitted row takes its weight along; candidates of tune share a list, or are balanced", async () => {
  const holes = [[null, 0, 0], ...X], outcomes = [0, ...numbers];
  const model = await xaia.fit(holes, outcomes, {...plain, missing: "drop", weights: [99, ...weights]});
  assert.deepEqual(JSON.parse(await model.save()).options.weights, weights);
  await assert.rejects(xaia.fit(holes, outcomes, {missing: "drop", weights}), {code: "invalid-option", path: "weights"});
  await assert.rejects(xaia.tune(X, y, {candidates: [{weights}]}), {code: "invalid-option", path: "candidates[0].weights"});
  const {scores} = await xaia.tune(X, y, {...plain, candidates: [{}, {weights: "balanced"}]});
  assert.notEqual(scores[0].rmse, scores[1].rmse);
  const [even, uneven] = await Promise.all([plain, {...plain, weights}].map((options) => xaia.crossValidate(X, numbers, {relevance: false, weights: options.weights})));
  assert.notEqual(even.rmse, uneven.rmse);
});

test("like a model that isn't balanced", async () => {
  const like = await xaia.fit(X, y, plain);
  await assert.rejects(xaia.fit(X, y, {like, weights: "balanced"}), {code: "invalid-option", path: "weights"});
  await assert.rejects(xaia.fit(X, y, {like, weights: [1]}), {code: "invalid-option", path: "weights"});
  await assert.rejects(xaia.fit(X, numbers, {weights: "balanced"}), {code: "invalid-option", path: "weights"});
});
