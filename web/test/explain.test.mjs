// Explanations without fingerprints are the others less these, whatever the model and the question.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {refuses} from "./helpers.mjs";

const draw = random(49);
const X = Array.from({length: 150}, () => [draw(), draw(), draw()]);
X.push(X[3], X[3], X[7]);
const texts = X.map(([a, b]) => (a + b > 1 ? "above" : a > 0.5 ? "left" : "below"));
const numbers = X.map(([a, b]) => Math.sin(5 * a) + b);
const vectors = X.map(([a, b, c]) => [a + b, c * a]);
const settings = [{a1: 0.02, a2: 0.2, admission: 0.2, activation: 0.8}, {a1: 0.001, a2: 0.05, admission: 0.1, activation: 0.9}];
const asked = [...X, ...Array.from({length: 60}, () => [2 * draw() - 0.5, draw(), draw()]), [1e6, -1e6, 0], [1e140, 0, 0]];
const line = X.map(([a]) => a);

const models = {
  "the default": () => xaia.fit(X, numbers),
  "a local line, of classes": () => xaia.fit(X, texts, {interpolation: {local: {top: 20, takeover: "hit"}}}),
  "a local line, of vectors": () => xaia.fit(X, vectors, {interpolation: {local: {}}}),
  "the strongest, of booleans": () => xaia.fit(X, X.map(([a]) => a > 0.5), {interpolation: {top: 3}, names: X.map((_, i) => (i % 3 ? `row ${i}` : null))}),
  "named, of vectors": () => xaia.fit(X, vectors, {names: X.map((_, i) => i)}),
  "layerwise, with settings by layer": () => xaia.fit(X, numbers, {interpolation: "layerwise", settings}),
  "the paper's": () => xaia.fit(X, numbers, {preset: "paper", settings}),
  "published": () => xaia.fit(X.slice(0, 60), numbers.slice(0, 60), {preset: "published-v2", settings: [...settings, ...settings]}),
  "none": () => xaia.fit(X, texts, {interpolation: "none"}),
  "nearest": () => xaia.fit(X, X.map((_, i) => i % 4 + 1), {interpolation: "nearest", classes: true, duplicates: "first"}),
  "by a TNN": () => xaia.fit(X, numbers, {interpolation: {tnn: 3}, names: X.map((_, i) => i)}),
  "by a function": () => xaia.fit(X, numbers, {interpolation: (neurons) => neurons[0].alpha + neurons[0].activation}),
  "calibrated": async () => (await xaia.fit(X, numbers)).calibrate({folds: 3}),
  "loaded": async () => xaia.load(await (await xaia.fit(X, texts)).toBytes()),
  "an ensemble": async () => xaia.ensemble(await xaia.fit(X, texts), await xaia.fit(X.map(([a, b, c]) => [a + 2, b, c]), texts.map((t) => `${t} there`))),
  "a learner's": async () => (await xaia.fit(X, numbers)).learner(),
};
const lines = {
  "a TNN": () => xaia.fit(line, numbers, {kind: "tnn", duplicates: "first", names: line}),
  "a TNN of a wide graph": () => xaia.fit(line, texts, {kind: "tnn", a: 0.3, duplicates: "first"}),
  "a TNN with an order": () => xaia.fit(X.slice(0, 50), numbers.slice(0, 50), {kind: "tnn", order: X.slice(0, 50).map((_, i) => 49 - i)}),
};

const less = (e) => (({fingerprint, ...rest}) => rest)(e);

for (const [name, fit] of Object.entries({...models, ...lines})) {
  test(`without fingerprints: ${name}`, async () => {
    const model = await fit();
    const questions = model.featureCount === 1 ? [...line, ...asked.map(([a]) => a), ...[...line].sort().map((v, i, all) => (v + (all[i + 1] ?? v)) / 2)] : asked;
    const whole = await model.explain(questions, {fingerprint: true}), brief = await model.explain(questions);
    assert.ok(whole.every((e) => e.fingerprint), "a fingerprint is missing");
    assert.deepEqual(brief, whole.map(less));
    assert.deepEqual(brief.map((e) => Object.keys(e)), whole.map((e) => Object.keys(less(e))));
    assert.deepEqual(await model.explain(questions[1], {fingerprint: false}), less(whole[1]), "one row");
    assert.deepEqual(await model.explain(questions[1], {fingerprint: true}), whole[1]);
    assert.deepEqual(await model.explain([], {fingerprint: false}), []);
    if (model.kind === "sqann" && name !== "by a function") {
      const how = {interpolation: {top: 2}};
      assert.deepEqual(await model.explain(questions, how), (await model.explain(questions, {...how, fingerprint: true})).map(less));
    }
    await refuses(model.explain(questions, {fingerprint: "no"}), {code: "invalid-option", path: "fingerprint"});
    await refuses(model.predict(questions, {fingerprint: false}), {code: "unknown-option", path: "fingerprint"});
  });
}

test("predictions by a function of one's own have the values of its explanations", async () => {
  const model = await models["by a function"]();
  assert.deepEqual(await model.predict(asked), (await model.explain(asked)).map((e) => e.value));
  assert.equal(await model.predict(asked[160]), (await model.explain(asked[160])).value);
  await refuses(model.predict(asked, {folds: 3}), {code: "unknown-option", path: "folds"});
});

test("without: as the model answers without some samples, with the model's numbers and names", async () => {
  const next = random(11), X = Array.from({length: 240}, () => [next(), 3 * next(), Math.floor(4 * next())]);
  const f = ([a, b, c]) => (c > 1.5 ? 3 : 0) + a + b, kind = (x) => (f(x) > 3.5 ? "far" : "near");
  const names = X.map((_, i) => `row ${i}`);
  for (const [y, options] of [[X.map(f), {}], [X.map(kind), {}], [X.map(f), {forest: {share: 0.4}}], [X.map(f), {interpolation: {top: 8}}]]) {
    const model = await xaia.fit(X, y, {...options, names});
    for (const left of [[7], [0, 3, 239, 100, 3]]) {
      const stay = X.map((_, i) => i).filter((i) => !left.includes(i));
      const other = await xaia.fit(stay.map((i) => X[i]), stay.map((i) => y[i]), {like: model, names: stay.map((i) => names[i])});
      const asked = [...left.map((i) => X[i]), [0.3, 0.3, 2], [9, 9, 9]];
      const said = await model.explain(asked, {without: left}), want = await other.explain(asked);
      assert.deepEqual(said, want.map((why) => ({...why, neurons: why.neurons.map((n) => ({...n, samples: n.samples.map((i) => stay[i])}))})));
      assert.ok(said.every(({neurons}) => neurons.every((n) => n.names.every((name, k) => name === names[n.samples[k]]))));
      assert.deepEqual(await model.predict(asked, {without: left}), want.map((why) => why.value));
      assert.deepEqual(await model.attributions(asked, {without: left}), await other.attributions(asked));
      assert.deepEqual(await model.explain(asked[0], {without: left, fingerprint: true}).then(({fingerprint}) => fingerprint), (await other.explain(asked[0], {fingerprint: true})).fingerprint);
    }
    assert.equal((await model.explain(X[7])).status, "hit", "the model stays");
    assert.deepEqual(await model.explain(X[7], {without: 7}), await model.explain(X[7], {without: [7]}));
    assert.deepEqual(await model.explain(X[7], {without: []}), await model.explain(X[7]));
    const sure = await model.calibrate({folds: 3}), whole = await sure.explain(X[7], {without: 7});
    assert.ok(whole.interval || whole.set, "of a calibrated model, with its promise");
    const learner = await model.learner();
    assert.deepEqual(await learner.explain(X[7], {without: 7}), await model.explain(X[7], {without: 7}));
    await refuses(model.explain(X[0], {without: 240}), {code: "invalid-option", path: "without"});
    await refuses(model.predict(X[0], {without: [1.5]}), {code: "invalid-option", path: "without[0]"});
    await refuses(model.predict(X[0], {without: "7"}), {code: "invalid-option", path: "without"});
    await refuses(model.predict(X, {without: X.map((_, i) => i)}), {code: "invalid-option", path: "without"});
  }
  await refuses((await xaia.fit([0, 1, 2], [0, 1, 4], {kind: "tnn"})).explain(0.5, {without: 1}), {code: "unsupported"});
});
