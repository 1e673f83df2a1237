// crossValidate beside a version that deals nothing and shares nothing.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dataset, random} from "./data.mjs";
import {near, refuses} from "./helpers.mjs";

const iris = dataset("iris");
const next = random(11);
const X = Array.from({length: 60}, () => [next() * 3, next()]);
const y = X.map(([a, b]) => Math.sin(a) + b);
const people = X.map(([a, b], i) => ({age: i % 9 ? a : null, town: ["Ulm", "Bern", "Graz"][i % 3], size: b}));
const twice = [...X.slice(0, 40), ...X.slice(0, 10)];

const cases = {
  numbers: [X, y, {}],
  "typed arrays": [{data: Float64Array.from(X.flat()), rows: 60, columns: 2}, Float32Array.from(y), {scale: "standard", folds: 7}],
  vectors: [X, X.map(([a, b]) => [a * b, a - b]), {interpolation: {top: 3}}],
  texts: [iris.X, iris.y, {seed: 5, interpolation: "layerwise"}],
  booleans: [X, y.map((v) => v > 1), {preset: "paper", scale: "minmax"}],
  "whole numbers": [X, y.map((v) => Math.floor(2 * v)).map((v) => Math.min(Math.max(v, 1), 3)), {classes: true, interpolation: "none"}],
  "row objects": [people, y, {missing: "mean"}],
  "rows left out": [people, y.map((v) => (v > 1 ? "high" : "low")), {missing: "drop", folds: 4}],
  relevance: [Array.from({length: 150}, () => [next(), next(), next(), next()]), null, {relevance: true, folds: 3}],
  duplicates: [twice, twice.map((_, i) => i), {duplicates: "mean"}],
  tnn: [y, X.map(([a]) => a), {kind: "tnn", tolerance: 0.01, folds: 5}],
  "as many folds as samples": [X.slice(0, 9), y.slice(0, 9), {}],
};
cases.relevance[1] = cases.relevance[0].map((row) => row[2] * 5);

const rowsOf = (X) => (Array.isArray(X) ? X : Array.from({length: X.rows}, (_, i) => [...X.data.slice(i * X.columns, (i + 1) * X.columns)]));

for (const [name, [X, y, options]] of Object.entries(cases)) {
  test(name, async () => {
    const v = await xaia.crossValidate(X, y, options);
    const rows = rowsOf(X);
    const {folds: _, seed: __, ...way} = options;
    const count = options.folds ?? Math.min(10, rows.length);
    const kept = rows.map((_, i) => i).filter((i) => v.folds[i] >= 0);
    assert.deepEqual([...new Set(kept.map((i) => v.folds[i]))].sort((a, b) => a - b), Array.from({length: count}, (_, f) => f));
    assert.equal(v.predictions.length, rows.length);
    assert.equal(v.folds.length, rows.length);
    const dropped = options.missing === "drop" ? rows.flatMap((row, i) => (row.age === null ? [i] : [])) : [];
    assert.deepEqual(v.dropped ?? [], dropped);
    for (const i of dropped) assert.ok(v.predictions[i] === null && v.folds[i] === -1);
    const parts = [];
    for (let f = 0; f < count; f++) {
      const [held, rest] = [kept.filter((i) => v.folds[i] === f), kept.filter((i) => v.folds[i] !== f)];
      const model = await xaia.fit(rest.map((i) => rows[i]), rest.map((i) => y[i]), way);
      const predictions = await model.predict(held.map((i) => rows[i]));
      assert.deepEqual(predictions, held.map((i) => v.predictions[i]), `fold ${f}`);
      if (rows.length > 9) parts.push(await model.evaluate(held.map((i) => rows[i]), held.map((i) => y[i])));
    }
    for (const figure of ["rmse", "mae", "r2", "accuracy"]) {
      const values = parts.map((p) => p[figure]).filter((x) => typeof x === "number");
      const mean = values.reduce((a, b) => a + b, 0) / values.length;
      if (values.length > 1) near(v.spread[figure], Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1)), 1e-9);
    }
    if (v.accuracy !== undefined) {
      near(v.accuracy, kept.filter((i) => v.predictions[i] === y[i]).length / kept.length, 1e-12);
      for (const label of new Set(kept.map((i) => y[i]))) {
        const each = Array.from({length: count}, (_, f) => kept.filter((i) => v.folds[i] === f && y[i] === label).length);
        assert.ok(Math.max(...each) - Math.min(...each) <= 1, `class ${label} is dealt ${each}`);
      }
    } else {
      const squares = kept.map((i) => [v.predictions[i]].flat().map((p, j) => (p - [y[i]].flat()[j]) ** 2)).flat();
      near(v.rmse, Math.sqrt(squares.reduce((a, b) => a + b, 0) / squares.length), 1e-12);
    }
    assert.deepEqual(await xaia.crossValidate(X, y, options), v, "seeded");
    assert.notDeepEqual((await xaia.crossValidate(X, y, {...options, seed: 77})).folds, v.folds);
  });
}

test("warnings say what the option duplicates did, and how the table was read", async () => {
  const v = await xaia.crossValidate(...cases.duplicates);
  assert.equal(v.warnings.length, 1);
  assert.match(v.warnings[0], /^20 samples have equal x and different y/);
  const read = await xaia.crossValidate([{a: "1"}, {a: "2"}, {a: "3"}], [1, 2, 3]);
  assert.match(read.warnings[0], /Column a has numbers as texts in 3 rows/);
});

test("progress counts the folds, an abort ends it, and the next call works", async () => {
  const rows = Array.from({length: 24000}, () => [next(), next()]); // of a quick call nothing is told
  const z = rows.map(([a]) => a);
  const seen = [];
  await xaia.crossValidate(rows, z, {folds: 20, onProgress: (p) => seen.push(p)});
  assert.ok(seen.length > 2 && seen.every((p, i) => p.total === 20 && p.done <= 20 && (i === 0 || p.done >= seen[i - 1].done)), JSON.stringify(seen));
  const control = new AbortController();
  const running = xaia.crossValidate(rows, z, {folds: 1000, signal: control.signal, onProgress: () => control.abort(new Error("enough"))});
  await assert.rejects(running, /enough/);
  await refuses(xaia.crossValidate(rows, z, {folds: 24001}), {code: "invalid-option", path: "folds", message: /24000 samples/});
  assert.equal((await xaia.crossValidate(X, y)).predictions.length, 60);
});
