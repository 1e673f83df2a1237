import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {near, testdata} from "./helpers.mjs";

/** Flats whose rent rises with size and differs by town; `unit` is the range of the rents. */
function flats(rows) {
  const draw = random(5);
  const list = Array.from({length: rows}, () => {
    const size = Math.round(20 + 100 * draw()), town = ["a", "b", "c"][Math.floor(3 * draw())], floor = Math.floor(6 * draw());
    return {row: {size, town, floor}, rent: 8 * size + {a: 0, b: 150, c: -90}[town] + 12 * floor};
  });
  const rents = list.map((f) => f.rent);
  return {X: list.map((f) => f.row), y: rents, unit: Math.max(...rents) - Math.min(...rents)};
}

const sum = (list) => list.reduce((a, b) => a + b, 0);

test("a local line's parts add up to the answer, a text column has one correction", async () => {
  const {X, y, unit} = flats(240);
  const held = X.slice(200), truth = y.slice(200);
  const model = await xaia.fit(X.slice(0, 200), y.slice(0, 200), {interpolation: {local: {}}, duplicates: "mean", relevance: false});
  const answers = await model.predict(held);
  const means = await model.predict(held, {interpolation: {top: 8}});
  const error = (list) => sum(list.map((v, i) => (v - truth[i]) ** 2));
  assert.ok(error(answers) < 0.05 * error(means), `${error(answers)} is not far below ${error(means)}`);
  const attributions = await model.attributions(held);
  for (const [i, e] of (await model.explain(held)).entries()) {
    assert.equal(e.value, answers[i]);
    assert.deepEqual(e.corrections.map((c) => c.column), ["size", "town", "floor"]);
    near(sum(e.neurons.map((n) => n.weight)), 1, 1e-12);
    assert.ok(Math.abs(sum(e.neurons.map((n) => n.weight * n.alpha)) + sum(e.corrections.map((c) => c.value)) + e.limit - e.value) <= 1e-9 * unit);
    assert.deepEqual(attributions[i].columns.map((c) => c.correction), e.corrections.map((c) => c.value));
    assert.equal(attributions[i].limit, e.limit);
    for (const {column, difference} of attributions[i].columns) {
      if (column === "town") assert.equal(difference, undefined);
      else near(difference, held[i][column] - sum(e.neurons.map((n) => n.weight * X[n.samples[0]][column])), 1e-9);
    }
  }
  const plain = await model.explain(held[0], {interpolation: {top: 8}});
  assert.deepEqual([plain.corrections, plain.limit], [undefined, undefined]);
});

test("classes and several outputs have a list in each correction", async () => {
  const {X, y} = flats(200);
  const labels = y.map((v) => v > 500 ? "dear" : "cheap");
  const model = await xaia.fit(X, labels, {interpolation: {local: {}}, duplicates: "first"});
  const e = await model.explain({size: 61.5, town: "b", floor: 2});
  for (const k of [0, 1]) {
    const own = sum(e.neurons.map((n) => n.weight * (n.alpha === model.classes[k])));
    near(own + sum(e.corrections.map((c) => c.value[k])) + e.limit[k], e.scores[k], 1e-9);
  }
  const [a] = await model.attributions([{size: 61.5, town: "b", floor: 2}]);
  const own = model.classes.indexOf(e.value);
  assert.deepEqual(a.columns.map((c) => c.correction), e.corrections.map((c) => c.value[own]));
  assert.equal(a.limit, e.limit[own]);
  const other = await xaia.fit([[900, "a"], [910, "b"], [920, "c"]].map(([size, town]) => ({size, town, floor: 90})), ["a palace", "dear", "a palace"]);
  const [b] = await (await xaia.ensemble(model, other)).attributions([{size: 61.5, town: "b", floor: 2}]);
  assert.deepEqual([b.value, b.limit, b.columns.map((c) => c.correction)], [a.value, a.limit, a.columns.map((c) => c.correction)], "over all classes of an ensemble");
  const two = await xaia.fit(X, y.map((v) => [v, -v]), {interpolation: {local: {line: false}}, duplicates: "mean"});
  const f = await two.explain({size: 61.5, town: "b", floor: 2});
  assert.equal(f.corrections[0].value.length, 2);
  const [g] = await two.attributions([{size: 61.5, town: "b", floor: 2}]);
  assert.deepEqual([g.limit, g.columns[0].correction], [f.limit, f.corrections[0].value]);
  near(f.corrections[0].value[0], -f.corrections[0].value[1], 1e-9);
});

test("a missing value has a correction and no difference; a model without a line has neither", async () => {
  const {X, y} = flats(200);
  const gaps = X.map((row, i) => (i % 7 ? row : {...row, floor: null}));
  const model = await xaia.fit(gaps, y, {missing: "mean", duplicates: "mean", interpolation: {local: {}}});
  const {columns} = await model.attributions({size: 61.5, town: "b", floor: null});
  assert.deepEqual(columns.map((c) => ["correction" in c, "difference" in c]), [[true, true], [true, false], [true, false]]);
  const plain = await (await xaia.fit(X, y, {duplicates: "mean", interpolation: {top: 8}})).attributions(X[0]);
  assert.deepEqual(["limit" in plain, ...plain.columns.map((c) => "correction" in c || "difference" in c)], [false, false, false, false]);
});

test("answers, corrections and limits are those of another program", async () => {
  const golden = JSON.parse(readFileSync(new URL("golden/local-boston.json", testdata), "utf8"));
  for (const {options, expect} of golden.cases) {
    const local = {...options, ridge: options.ridge ?? "flat"};
    const model = await xaia.fit(golden.X, golden.Y.map(([v]) => v), {relevance: false, interpolation: {local}});
    assert.deepEqual(model.interpolation, {local});
    for (const [i, e] of (await model.explain(golden.Xtest)).entries()) {
      near(e.value, expect[i].value[0]);
      const rest = 1 - (expect[i].hit?.share ?? 0);
      for (const [j, c] of e.corrections.entries()) near(c.value, rest * expect[i].corrections[0][j]);
      near(e.limit, rest * expect[i].limit[0]);
    }
  }
});

test("a calibrated model's intervals are by the deviation from the line, also at a hit", async () => {
  const {X, y} = flats(200);
  const model = await (await xaia.fit(X, y, {interpolation: {local: {}}, duplicates: "mean"})).calibrate();
  const again = await xaia.load(JSON.parse(await model.save()));
  const [low, high] = await model.predictInterval({size: 61.5, town: "b", floor: 2});
  assert.ok(high > low && high - low < 200, `${low} to ${high}`);
  assert.deepEqual(await again.predictInterval({size: 61.5, town: "b", floor: 2}), [low, high]);
  const hit = await model.explain(X[0]);
  assert.equal(hit.status, "hit");
  assert.equal(hit.value, y[0]);
  assert.ok(hit.interval[1] > hit.interval[0], "outputs beside the line widen the interval of a sample");
});
