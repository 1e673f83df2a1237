// Which columns made an answer, and how sure it is: through the API.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {inWorker, near, refuses} from "./helpers.mjs";

/** Houses: a size, a town, a year that is missing now and then, and a price. */
function houses(n, seed = 1) {
  const next = random(seed);
  const towns = ["Bern", "Ulm", "Oslo"];
  const X = Array.from({length: n}, (_, i) => ({size: 20 + 100 * next(), town: towns[Math.floor(3 * next() ** 2)], year: i % 9 === 4 ? null : 1950 + Math.floor(70 * next())}));
  return {X, y: X.map(({size, town}) => 3 * size + 40 * towns.indexOf(town))};
}

const sum = (list) => list.reduce((a, b) => a + b, 0);
const total = ({columns, fingerprint}) => sum(columns.map((c) => c.share)) + fingerprint;

test("attributions: in the table's words, and effects are predictions", async () => {
  const {X, y} = houses(120);
  const model = await xaia.fit(X, y, {missing: "mean"});
  const asked = [{size: 55.5, town: "Rome", year: null}, {size: 70, town: "Ulm", year: 1999}, X[3]];
  const said = await model.attributions(asked);
  const sizes = X.map((x) => x.size).sort((a, b) => a - b);
  for (const [i, a] of said.entries()) {
    assert.equal(a.value, (await model.predict(asked))[i]);
    assert.deepEqual(a.columns.map((c) => c.column), ["size", "town", "year"]);
    assert.deepEqual(a.columns.map((c) => c.value), [asked[i].size, asked[i].town, asked[i].year]);
    assert.equal(a.columns[0].typical, (sizes[59] + sizes[60]) / 2);
    assert.equal(a.columns[1].typical, "Bern");
    near(total(a), i === 2 ? 0 : 1, 1e-12);
    for (const {column, typical, effect} of a.columns) {
      const changed = {...asked[i], [column]: typical};
      assert.equal(effect.value, await model.predict(changed), `${column} of row ${i}`);
      assert.equal(effect.familiarity, (await model.explain(changed)).familiarity);
      assert.equal("score" in effect, false);
    }
  }
  assert.deepEqual(await model.attributions(asked[1]), said[1], "one row alone");

  for (const file of [await model.toJSON(), JSON.stringify(await model.toJSON()), await model.toBytes()]) {
    assert.deepEqual(await (await xaia.load(file)).attributions(asked), said, "saved and loaded");
  }
  if (!inWorker) assert.deepEqual(model.attributionsSync(asked), said);
});

test("attributions: shares by hand, from the explanation", async () => {
  const next = random(3);
  const X = Array.from({length: 90}, () => [next(), 10 * next(), next()]);
  const y = X.map(([a, b]) => (a + b / 10 > 1 ? "far" : "near"));
  const asked = Array.from({length: 20}, () => [next(), 10 * next(), 2 * next()]);
  for (const options of [{}, {preset: "paper", scale: "minmax"}, {skip: false}, {relevance: [1, 0.5, 0.25]}]) {
    const model = await xaia.fit(X, y, options);
    const ranges = [0, 1, 2].map((j) => [Math.min(...X.map((x) => x[j])), Math.max(...X.map((x) => x[j]))]);
    const scaled = (x) => x.map((v, j) => ((v - ranges[j][0]) / (ranges[j][1] - ranges[j][0])) * (model.relevance?.[j] ?? 1));
    for (const x of asked) {
      const [a, why] = [await model.attributions(x), await model.explain(x)];
      const parts = [0, 0, 0];
      let all = 0;
      for (const {samples, distance, weight, layer} of why.neurons) {
        all += weight * distance ** 2;
        if (layer > 1 && options.skip === false || layer > 1 && options.preset === "paper") continue;
        scaled(x).forEach((v, j) => (parts[j] += weight * (v - scaled(X[samples[0]])[j]) ** 2));
      }
      a.columns.forEach((c, j) => near(c.share, parts[j] / all, 1e-9));
      near(total(a), 1, 1e-12);
      assert.deepEqual(a.columns.map((c) => c.column), [0, 1, 2]);
      assert.deepEqual(a.columns.map((c) => c.relevance), model.relevance ?? [1, 1, 1]);
      assert.equal(a.score, why.scores[model.classes.indexOf(why.value)]);
      for (const [j, {typical, effect}] of a.columns.entries()) {
        const there = await model.explain(x.with?.(j, typical) ?? Object.assign([...x], {[j]: typical}));
        assert.equal(effect.value, there.value);
        assert.equal(effect.score, there.scores[model.classes.indexOf(a.value)], "of the class that was answered");
      }
    }
  }
});

test("attributions: a TNN, an order, an ensemble, several outputs, no output", async () => {
  const line = await xaia.fit([0, 1, 2, 5], [3, 1, 2, 8], {model: "tnn"});
  const [on, between] = await line.attributions([1, 1.4]);
  assert.deepEqual([total(on), on.value], [0, await line.predict(1)]);
  assert.deepEqual(between.columns.map((c) => [c.column, c.value, c.typical, c.share]), [[0, 1.4, 1.5, 1]]);
  assert.equal(between.columns[0].effect.value, await line.predict(1.5));

  const order = await xaia.fit([[0, 0], [1, 2], [2, 3]], [1, 2, 3], {model: "tnn", order: [2, 1, 0]});
  near(total(await order.attributions([0.5, 0.9])), 1, 1e-12);

  const first = await xaia.fit([[0, 0], [1, 0], [0, 1]], ["a", "b", "b"]);
  const second = await xaia.fit([[5, 5], [6, 5], [5, 6]], ["c", "a", "c"]);
  const both = await xaia.ensemble(first, second);
  for (const [model, x] of [[first, [0.1, 0.3]], [second, [5.2, 5.3]]]) {
    const [own, said] = [await model.attributions(x), await both.attributions(x)];
    assert.deepEqual(said.columns.map((c) => [c.share, c.typical]), own.columns.map((c) => [c.share, c.typical]), "the member that answers");
    const {typical, effect} = said.columns[0];
    assert.equal(effect.value, await both.predict([typical, x[1]]));
  }

  const vectors = await xaia.fit([[0, 0], [1, 0], [0, 1]], [[1, 2], [3, 4], [5, 6]]);
  assert.deepEqual((await vectors.attributions([0.4, 0.4])).value, await vectors.predict([0.4, 0.4]));
  const none = await xaia.fit([[0, 0], [1, 0], [0, 1]], ["a", "b", "b"], {interpolation: "none"});
  const nothing = await none.attributions([0.4, 0.4]);
  assert.deepEqual([nothing.value, "score" in nothing, total(nothing)], [null, false, 0]);
  assert.deepEqual(await vectors.attributions([]), []);
});

test("attributions: refusals", async () => {
  const {X, y} = houses(30);
  const model = await xaia.fit(X, y, {missing: "mean"});
  await refuses(model.attributions({syze: 3, town: "Ulm", year: 1999}), {code: "invalid-input", row: 0, column: 0, message: /no column size\. Did you mean it where it says "syze"/});
  await refuses(model.attributions([[1, 2]]), {code: "invalid-input", row: 0, column: 2});
  await refuses(model.attributions(X, {columns: ["size"]}), {code: "unknown-option", path: "columns"});
  const own = await xaia.fit([[0, 0], [1, 1]], [1, 2], {interpolation: (neurons) => neurons[0].alpha});
  await refuses(own.attributions([[0, 1]]), {code: "unsupported"});
  const stopped = new AbortController();
  stopped.abort();
  await assert.rejects(model.attributions(X, {signal: stopped.signal}), {name: "AbortError"});
  assert.equal((await model.attributions(X)).length, 30, "the next good call works");
});
