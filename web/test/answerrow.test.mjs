// One row of numbers is answered by an export of the module, everything else by a call: nobody can tell, but by the time.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as later from "../../dist/npm/xaia.mjs";
import * as xaia from "../../dist/npm/sync.mjs";
import {random} from "./data.mjs";

const next = random(3);
const rows = (n, k) => Array.from({length: n}, () => Array.from({length: k}, () => next()));
const X = rows(300, 3);
const asked = [...X.slice(0, 20), ...rows(60, 3), [9, 9, 9], [-0, 0, 1e-300]];
const y = {
  numbers: X.map(([a, b]) => Math.sin(5 * a) + b), texts: X.map(([a, b]) => (a + b > 1 ? "high" : "low")), whole: X.map(([a]) => Math.floor(4 * a)),
  truths: X.map(([a]) => a > 0.5), vectors: X.map(([a, b]) => [a + b, a - b]),
};

/** All rows at once, which a call answers, and one by one, in each form, of a model that `fitted` makes. */
async function same(fitted, list, about) {
  for (const api of [xaia, later]) {
    const model = await fitted(api);
    const all = await model.predict(list);
    const flat = (answer) => (model.featureCount > 1 ? answer : [answer]);
    for (const [i, x] of list.entries()) {
      for (const [one, want] of [[model.predict([x]), [all[i]]], [model.predict(x), flat(all[i])], [model.predict(Float64Array.from(x)), flat(all[i])],
        [model.predict(x, {}), flat(all[i])],
        [model.predict([x], {}), [all[i]]],
        [model.predict({data: Float64Array.from(x), rows: 1, columns: x.length}), [all[i]]]]) assert.deepEqual(await one, want, `${about}, row ${i}`);
    }
  }
}

test("each kind of model answers one row as it answers many", async () => {
  for (const [kind, outcomes] of Object.entries(y)) {
    const classes = ["texts", "whole", "truths"].includes(kind);
    for (const options of [{}, {preset: "paper"}, {interpolation: {top: 3}}, {interpolation: "none"}, {interpolation: {local: {}}}]) {
      await same((api) => api.fit(X, outcomes, {...options, ...(classes && {classes})}), asked, `${kind} ${JSON.stringify(options)}`);
    }
  }
  await same((api) => api.fit(X.map(([a]) => [a]), y.numbers, {kind: "tnn", a: 30}), rows(30, 1), "a TNN");
  await same(async (api) => api.ensemble(await api.fit(X, y.numbers), await api.fit(X, y.numbers, {preset: "paper"})), asked, "an ensemble");
  await same(async (api) => (await api.fit(X, y.numbers)).calibrate(), asked, "a calibrated model");
});

test("a function as interpolation, texts as features, and missing values are asked for by a call", async () => {
  const mean = (neurons) => neurons.reduce((sum, {alpha}) => sum + alpha, 0) / neurons.length;
  await same((api) => api.fit(X, y.numbers, {interpolation: Object.assign(mean, {})}), asked, "a function");
  const people = X.map(([a, b]) => ({age: a, town: b > 0.5 ? "Ulm" : "Bern"}));
  const model = await xaia.fit(people, y.numbers);
  const all = model.predict(people);
  people.slice(0, 20).forEach((one, i) => assert.deepEqual(model.predict([one]), [all[i]]));
});

test("a learner's answers follow each change", async () => {
  const model = await xaia.fit(X, y.numbers);
  const learner = await model.learner();
  for (let i = 0; i < 200; i++) {
    const x = [next(), next(), next()];
    const before = learner.predict([x])[0];
    assert.equal(before, learner.predict([x, x])[0]);
    await learner.learn([x], [i]);
    assert.deepEqual([learner.predict([x]), learner.predict(x)], [[i], i]);
    if (i % 7 === 0) {
      await learner.forget(learner.sampleCount - 1);
      assert.equal(learner.predict([x])[0], before);
    }
  }
  assert.equal(model.predict([X[5]])[0], y.numbers[5]);
});

test("bad rows are refused with the words of a call, and the next good row is answered", async () => {
  const model = await xaia.fit(X, y.numbers);
  for (const bad of [[NaN, 0, 0], [0, Infinity, 0], [1, 2], [1, 2, 3, 4], ["1", 2, 3], [0, 0, 1e200], [null, 1, 2], [undefined, 1, 2]]) {
    const said = (...how) => {
      try {
        return model.predict([bad], ...how);
      } catch (error) {
        assert.equal(error.name, "XaiaError");
        return error.message;
      }
    };
    assert.equal(said(), said({}));
    assert.equal(typeof said(), "string");
    assert.deepEqual(model.predict([X[7]]), [y.numbers[7]]);
  }
  for (const nothing of [[[]], undefined, null, 3]) assert.throws(() => model.predict(nothing), {name: "XaiaError"});
  model.dispose();
  assert.throws(() => model.predict([X[0]]), {code: "disposed"});
});

test("many columns, and memory that grows meanwhile", async () => {
  for (const k of [256, 257]) {
    const wide = rows(40, k);
    await same((api) => api.fit(wide, wide.map(([a]) => a)), wide.slice(0, 5), `${k} columns`);
  }
  const model = await xaia.fit(X, y.numbers);
  for (let i = 0; i < 4; i++) {
    const large = await xaia.fit(rows(20000, 8), rows(20000, 1).map(([v]) => v), {relevance: false, interpolation: {top: 8}});
    assert.deepEqual(model.predict([X[9]]), [y.numbers[9]]);
    large.dispose();
  }
});

test("while a fit computes and tells its progress, others are answered", async () => {
  const model = await later.fit(X, y.numbers);
  const [want] = await model.predict([asked[30]], {});
  let told = 0;
  const large = rows(3000, 3);
  const answers = [];
  await later.fit(large, large.map(([a]) => Math.sin(6 * a)), {onProgress() {
    told++;
    answers.push(model.predict([asked[30]]));
  }});
  assert.deepEqual(await Promise.all(answers), answers.map(() => [want]));
  assert.ok(told > 3, `progress was told ${told} times`);
});
