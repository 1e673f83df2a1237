// Which samples matter, what else could be, which options suit; tables; a TNN over a classifier.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dataset, minmax, random} from "./data.mjs";
import {fileOf, near, refuses} from "./helpers.mjs";

const iris = dataset("iris");
const corners = [[0, 0], [0, 1], [1, 0], [1, 1]];
const one = {a1: 0.01, a2: 0.2, admission: 0.1, activation: 0.9};

test("tune: every score equals one computed by hand, and fit takes the options", async () => {
  const next = random(4);
  const X = Array.from({length: 60}, () => [next() * 3, next()]);
  const y = X.map(([a, b]) => Math.sin(a) + b);
  const tuned = await xaia.tune(X, y, {folds: 3, seed: 7});
  assert.equal(tuned.scores.length, 85);
  assert.ok(tuned.scores.every((s) => s.rowCount === 60));
  assert.equal(Math.min(...tuned.scores.map((s) => s.rmse)), tuned.scores[tuned.best].rmse);
  assert.deepEqual(tuned.options, tuned.scores[tuned.best].options);
  const model = await xaia.fit(X, y, tuned.options);
  assert.equal(model.report.maxFittingError, 0);
  const figures = ({model: _, ...rest}) => rest;
  assert.deepEqual(figures(tuned), figures(await xaia.tune(X, y, {folds: 3, seed: 7})), "seeded");
  assert.notDeepEqual(tuned.scores, (await xaia.tune(X, y, {folds: 3, seed: 8})).scores);
  const {reach} = await xaia.fit(X, y);
  const own = tuned.scores.filter((s) => s.options.scale === undefined && s.options.settings);
  const settings = new Set(own.map((s) => `${(s.options.settings.a1 / reach ** 2).toFixed(6)} ${(s.options.settings.a2 / reach).toFixed(6)}`));
  assert.equal(settings.size, 5);
  assert.ok(settings.has("0.010000 0.300000") && settings.has("0.300000 1.200000"));
  assert.deepEqual(new Set(tuned.scores.map((s) => s.options.interpolation?.top)), new Set([undefined, 2, 4, 8, 16, 24]));
  assert.deepEqual(new Set(tuned.scores.map((s) => s.options.interpolation?.local?.width)), new Set([undefined, 1, 3]));
  assert.deepEqual(tuned.scores[tuned.untouched].options, {});
  const {rmse} = await xaia.crossValidate(X, y, {folds: 3, seed: 7});
  assert.equal(tuned.scores[tuned.untouched].rmse, rmse, "the untouched model, cross-validated");
});

test("tune: with many samples, too, every candidate sees all of them", async () => {
  const next = random(14);
  const X = Array.from({length: 400}, () => [next() * 3, next(), next()]);
  const y = X.map(([a, b]) => (Math.sin(a) + b + 0.3 * next() > 1 ? "high" : "low"));
  const {scores, best, untouched} = await xaia.tune(X, y, {relevance: false});
  assert.equal(scores.length, 85);
  assert.deepEqual(new Set(scores.map((s) => s.rowCount)), new Set([400]));
  assert.ok(scores[best].accuracy >= scores[untouched].accuracy);
});

test("tune: custom candidates, classes, checked by leave-one-out", async () => {
  const rows = Array.from({length: 50}, (_, i) => i * 3);
  const X = rows.map((i) => iris.X[i]);
  const y = rows.map((i) => ["setosa", "versicolor", "virginica"].indexOf(iris.y[i]));
  const candidates = [{preset: "paper", scale: "minmax"}, {}, {interpolation: "nearest"}];
  const tuned = await xaia.tune(X, y, {classes: true, folds: 50, candidates});
  for (const [i, options] of candidates.entries()) {
    const model = await xaia.fit(X, y, {...options, classes: true});
    near(tuned.scores[i].accuracy, (await model.leaveOneOut()).accuracy, 1e-12);
    assert.deepEqual(tuned.scores[i].options, {classes: true, ...options});
  }
  assert.equal(tuned.untouched, 1);
  assert.equal(tuned.scores.length, 3, "the untouched model was among them");
  assert.deepEqual((await xaia.fit(X, y, tuned.options)).classes, [0, 1, 2]);
});

test("tune: options that every fit has, and the untouched model among candidates", async () => {
  const next = random(15);
  const X = Array.from({length: 50}, (_, i) => ({a: i % 10, b: next(), town: ["Ulm", "Bern"][i % 2]}));
  X.push(X[0], X[1]);
  const y = X.map(({a}, i) => a + (i > 49 ? 1 : 0));
  await refuses(xaia.tune(X, y), {code: "ill-defined", row: 50, message: /duplicates to "mean"/});
  const tuned = await xaia.tune(X, y, {duplicates: "mean", scale: "standard", interpolation: {top: 3}, columns: ["a", "b", "town"], r: 0.4, folds: 4});
  assert.equal(tuned.scores.length, 6, "what is given isn't varied");
  for (const {options} of tuned.scores) {
    assert.deepEqual([options.duplicates, options.scale, options.interpolation.top, options.r, options.columns.length], ["mean", "standard", 3, 0.4, 3]);
  }
  await xaia.fit(X, y, tuned.options);
  const given = await xaia.tune(X, y, {duplicates: "mean", candidates: [{interpolation: "nearest"}, {duplicates: "first", scale: "none"}]});
  assert.deepEqual(given.scores.map((s) => s.options), [{duplicates: "mean", interpolation: "nearest"}, {duplicates: "first", scale: "none"}, {duplicates: "mean"}]);
  assert.equal(given.untouched, 2);
  assert.ok(given.scores[given.best].rmse <= given.scores[2].rmse);
  const only = await xaia.tune(X, y, {candidates: [{duplicates: "mean"}]});
  assert.deepEqual([only.scores.length, only.untouched, only.best], [1, undefined, 0], "what can't be fitted doesn't compete");
  const line = await xaia.tune(X.map(({a}) => a), y, {kind: "tnn", duplicates: "mean"});
  assert.deepEqual(line.scores.map((s) => s.options.a), [undefined, 1, 2, 10, 20]);
  assert.equal((await xaia.fit(X.map(({a}) => a), y, line.options)).kind, "tnn");
  await refuses(xaia.tune(X, y, {duplicates: "mean", candidates: [{}, {a: 3}]}), {code: "invalid-option", path: "candidates[1].a"});
  await refuses(xaia.tune(X, y, {duplicates: "mean", candidates: [{columns: ["a"]}]}), {code: "invalid-option", path: "candidates[0]"});
  await refuses(xaia.tune(X, y, {trace: true}), {code: "unsupported"});
  await refuses(xaia.tune(X, y, {duplicate: "mean"}), {code: "unknown-option", path: "duplicate"});
});

test("redundancy: near duplicates, and a model of some rows", async () => {
  const X = [[0, 0], [0.001, 0], [1, 0], [1, 0.001], [5, 5]];
  const model = await xaia.fit(X, [0, 0, 1, 1, 2], {scale: "none", settings: one});
  assert.deepEqual(await model.redundancy(), [
    {sample: 0, strong: [1], spare: false}, {sample: 1, strong: [0], spare: true}, {sample: 2, strong: [3], spare: false}, {sample: 3, strong: [2], spare: true},
  ]);
  assert.deepEqual(await model.redundancy([0, 3]), [{sample: 1, strong: [0], spare: true}, {sample: 2, strong: [3], spare: false}]);
});

test("representatives: a model of them is within the tolerance on the others", async () => {
  const next = random(6);
  const X = Array.from({length: 200}, () => [next(), next()]);
  const y = X.map(([a]) => (a > 0.5 ? "right" : "left"));
  const model = await xaia.fit(X, y);
  const {samples, model: few, rest} = await model.representatives();
  assert.ok(samples.length < 100, `${samples.length} representatives`);
  assert.equal(rest.maxErrorAfter, 0);
  assert.equal(few.sampleCount, samples.length);
  assert.deepEqual(await few.predict(X), y);
  const x = Array.from({length: 100}, (_, i) => i);
  const steps = await xaia.fit(x, x.map((v) => Math.floor(v / 25)), {kind: "tnn"});
  const level = await steps.representatives({tolerance: 0.1});
  assert.ok(level.samples.length <= 8 && level.samples[0] === 0 && level.samples.at(-1) === 99, String(level.samples));
});

test("prototypes: the middle of a group, and outliers as criticisms", async () => {
  const X = [[0, 0], [0.001, 0], [-0.001, 0], [1, 1], [1.001, 1], [0.4, 0]];
  const model = await xaia.fit(X, ["a", "a", "a", "b", "b", "a"], {scale: "none", settings: one});
  const {prototypes, criticisms} = await model.prototypes({perClass: 1});
  assert.deepEqual(prototypes.map((p) => [p.class, p.hits]), [["a", 3], ["b", 2]]);
  assert.deepEqual(criticisms.map((p) => [p.sample, p.class, p.hits]), [[5, "a", 1]]);
});

test("counterfactual: the nearest other outcome, and the point of change", async () => {
  const model = await xaia.fit([[0, 0], [1, 0], [0, 3]], ["a", "b", "c"], {scale: "none"});
  const c = await model.counterfactual([0.1, 0]);
  assert.deepEqual([c.sample, c.before, c.after], [1, "a", "b"]);
  near(c.distance, 0.9, 1e-12);
  near(c.point[0], 0.1 + 0.9 * c.fraction, 1e-12);
  assert.equal(await model.predict(c.point), "b");
  assert.equal(await model.predict([0.1 + 0.9 * (c.fraction - 1e-9), 0]), "a");
  assert.equal((await model.counterfactual([0.1, 0], {target: "c"})).sample, 2);
  const numbers = await xaia.fit([[0, 0], [1, 0], [0, 3]], [0, 10, 20], {scale: "none"});
  const reached = await numbers.counterfactual([0, 0], {target: 10});
  assert.deepEqual([reached.sample, reached.before], [1, 0]);
  assert.ok(reached.after >= 10);
  const line = await xaia.fit([0, 1], ["a", "b"], {kind: "tnn"});
  near((await line.counterfactual(0)).point[0], 0.5, 1e-4);
});

const customers = Array.from({length: 80}, (_, i) => ({sex: i % 2 ? "male" : "female", town: ["Ulm", "Bern", "Graz"][i % 3], age: 20 + ((i * 7) % 40), income: 20 + ((i * 13) % 31)}));
const insured = customers.map(({sex, age, income}) => (income + (sex === "male" ? 6 : 0) > age ? "yes" : "no"));

test("counterfactual: texts change as a whole, columns are named, and held ones stay", async () => {
  const model = await xaia.fit(customers, insured, {duplicates: "first"});
  const [sexes, towns] = [["female", "male"], ["Bern", "Graz", "Ulm"]];
  let others = 0;
  for (const [i, x] of customers.entries()) {
    const {sample, before, after, point, row, changes, fraction, distance} = await model.counterfactual(x);
    assert.deepEqual([before, after === before], [await model.predict(x), false]);
    assert.equal(await model.predict(row), after, `${i}: the row itself has the outcome`);
    assert.ok(sexes.includes(row.sex) && towns.includes(row.town), JSON.stringify(row));
    assert.ok(point.slice(0, 5).every((v) => v === 0 || v === 1), `${point}`);
    assert.deepEqual(changes, Object.keys(x).filter((name) => row[name] !== x[name]).map((column) => ({column, from: x[column], to: row[column]})));
    if (fraction < 0.5) assert.deepEqual([row.sex, row.town], [x.sex, x.town]);
    const held = await model.counterfactual(x, {hold: ["sex", "age"]}).catch((error) => error);
    if (held instanceof Error) {
      assert.equal(held.code, "unsupported");
      continue;
    }
    others += held.sample !== sample;
    assert.deepEqual([held.row.sex, held.row.age], [x.sex, x.age]);
    assert.equal(await model.predict(held.row), held.after);
    assert.notEqual(held.after, held.before);
    assert.ok(held.changes.every(({column}) => column === "town" || column === "income") && held.distance > 0 && distance > 0);
    // No nearer sample's other columns would do.
    for (const [j, other] of customers.entries()) {
      if (insured[j] === before || j === held.sample) continue;
      const end = {...other, sex: x.sex, age: x.age};
      if ((await model.predict(end)) !== before) assert.ok((await distanceOf(model, x, end)) >= held.distance - 1e-9, `${i}: ${j} is nearer`);
    }
  }
  assert.ok(others > 0, "no other sample");
  const paid = await xaia.fit(customers, customers.map(({sex}) => (sex === "male" ? "more" : "less")), {duplicates: "first"});
  for (const x of customers.slice(0, 10)) {
    const {row, changes, fraction, before} = await paid.counterfactual({...x, age: x.age + 0.5});
    assert.deepEqual([before, row.sex, changes[0]], x.sex === "male" ? ["more", "female", {column: "sex", from: "male", to: "female"}] : ["less", "male", {column: "sex", from: "female", to: "male"}]);
    assert.ok(fraction >= 0.5, `${fraction}`);
  }
});

/** As the model measures it: the way to a sample that is alone. */
async function distanceOf(model, a, b) {
  const [p, q] = [a, b].map((row) => scaled(row, model));
  return Math.hypot(...p.map((v, k) => v - q[k]));
}

function scaled({sex, town, age, income}, {relevance}) {
  const ranges = [20, 59, 20, 50];
  const numbers = [sex === "female", sex === "male", town === "Bern", town === "Graz", town === "Ulm"].map(Number).concat((age - ranges[0]) / (ranges[1] - ranges[0]), (income - ranges[2]) / (ranges[3] - ranges[2]));
  return numbers.map((v, k) => v * (relevance ? relevance[k] : 1));
}

test("counterfactual: what can be held", async () => {
  const model = await xaia.fit(customers, insured, {duplicates: "first"});
  await refuses(model.counterfactual(customers[0], {hold: "sex"}), {code: "invalid-option", path: "hold"});
  await refuses(model.counterfactual(customers[0], {hold: ["sexes"]}), {code: "invalid-option", path: "hold[0]", message: /one of sex, town, age, income/});
  await refuses(model.counterfactual(customers[0], {hold: ["sex", "town", "age", "income"]}), {code: "invalid-option", path: "hold", message: /every column/});
  const numbers = await xaia.fit([[0, 0], [1, 0], [0, 3]], ["a", "b", "c"], {scale: "none"});
  const held = await numbers.counterfactual([0.1, 0], {hold: [0]});
  assert.deepEqual([held.sample, held.row[0], held.changes.map(({column}) => column), held.after], [2, 0.1, [1], "c"]);
  await refuses(numbers.counterfactual([0.1, 0], {hold: [2]}), {code: "invalid-option", path: "hold[0]", message: /from 0 to 1/});
  await refuses(numbers.counterfactual([0.1, 0], {hold: [1], target: "c"}), {code: "unsupported", message: /held/});
  const regression = await xaia.fit([[0, 0], [1, 0], [0, 3]], [0, 10, 20], {scale: "none"});
  const reached = await regression.counterfactual([0, 0], {target: 10, hold: [0]});
  assert.deepEqual([reached.sample, reached.row[0]], [2, 0]);
  assert.ok(reached.after >= 10);
});

test("squeezedOrder: a TNN reproduces a classifier, and marks the grey area", async () => {
  const X = minmax(iris.X);
  const third = (X, i) => X.filter((_, j) => j % 3 === i);
  // The classifier: minus the distance to each class's mean.
  const classes = ["setosa", "versicolor", "virginica"];
  const means = classes.map((c) => {
    const own = X.filter((_, i) => iris.y[i] === c);
    return own[0].map((_, j) => own.reduce((sum, row) => sum + row[j], 0) / own.length);
  });
  const score = (x) => means.map((m) => -Math.hypot(...m.map((v, j) => v - x[j])));
  const scores = third(X, 0).map(score);
  const given = scores.map((s) => classes[s.indexOf(Math.max(...s))]);
  const {order, positions, external} = await xaia.squeezedOrder(scores, {squeeze: 0.5, external: [score([5, 5, 5, 5]), score(means[1])]});
  assert.deepEqual([...order].sort((a, b) => positions[b] - positions[a]), order);
  const tnn = await xaia.fit(positions, given, {kind: "tnn"});
  assert.deepEqual(await tnn.predict(positions), given);
  assert.deepEqual(external.map((e) => [e.class, e.grey]), [[2, true], [1, false]]);
});

test("a TNN on several features follows the order it is given", async () => {
  const X = [[0, 9], [1, 7], [2, 6], [4, 1]];
  const model = await xaia.fit(X, [3, 1, 4, 1], {kind: "tnn", a: 20, order: [3, 2, 1, 0]});
  const value = await model.predict(X);
  [3, 1, 4, 1].forEach((y, i) => near(value[i], y, 1e-6));
  assert.deepEqual([model.featureCount, model.W[0].length, model.report.warnings], [2, 2, []]);
  const e = await model.explain([1.5, 6.5]);
  assert.deepEqual(e.neighbours.map((n) => [n.samples, n.x]), [[[1], [1, 7]], [[2], [2, 6]]]);
  const again = await xaia.load(await fileOf(model));
  assert.deepEqual(await again.explain(X), await model.explain(X));
  const smaller = await model.remove([1]);
  (await smaller.predict([[0, 9], [2, 6], [4, 1]])).forEach((v, i) => near(v, [3, 4, 1][i], 1e-6));
  await refuses(model.absorb([[9, -3]], [7]), {code: "unsupported"});
});

const people = [
  {age: 30, town: "Ulm", member: true}, {age: 41, town: "Bern", member: false},
  {age: 22, town: "Ulm", member: false}, {age: 35, town: "Graz", member: true},
];
const bought = ["yes", "no", "no", "yes"];

test("row objects: texts become one feature each, listed in the model", async () => {
  const model = await xaia.fit(people, bought);
  assert.deepEqual(model.columns, [{name: "age"}, {name: "town", categories: ["Bern", "Graz", "Ulm"]}, {name: "member"}]);
  assert.equal(model.featureCount, 5);
  assert.deepEqual(await model.predict(people), bought);
  assert.equal(await model.predict({town: "Ulm", member: true, age: 30}), "yes", "by name, in any order");
  assert.equal((await model.explain(people[1])).neurons[0].samples[0], 1);
  const byHand = await xaia.fit([[30, 0, 0, 1, 1], [41, 1, 0, 0, 0], [22, 0, 0, 1, 0], [35, 0, 1, 0, 1]], bought);
  assert.deepEqual(await byHand.explain([[28, 0, 0, 1, 1]]), await model.explain([{age: 28, town: "Ulm", member: true}]));
  const abroad = await model.explain({age: 30, town: "Oslo", member: true});
  assert.equal(abroad.status, "interpolated");
  const again = await xaia.load(await fileOf(model));
  assert.deepEqual(again.columns, model.columns);
  assert.deepEqual(await again.explain(people), await model.explain(people));
  assert.deepEqual((await xaia.fit(people, bought, {columns: ["member", "town"]})).columns.map((c) => c.name), ["member", "town"]);
  const {model: larger} = await model.absorb([{age: 90, town: "Bern", member: true}], ["never"]);
  assert.equal(await larger.predict({age: 90, town: "Bern", member: true}), "never");
  const tuned = await xaia.tune(people, bought, {folds: 2, columns: ["age", "town"], candidates: [{}, {preset: "paper"}]});
  assert.deepEqual((await xaia.fit(people, bought, tuned.options)).columns.length, 2);
});

test("missing values: an error, the mean, or the row is omitted", async () => {
  const X = [[1, 2], [3, null], [NaN, 7], [5, 6]];
  const y = [1, 2, 3, 4];
  await refuses(xaia.fit(X, y), {code: "invalid-input", row: 1, column: 1, message: /X\[1\]\[1\] is null/});
  const mean = await xaia.fit(X, y, {missing: "mean"});
  assert.deepEqual(mean.columns, [{means: [3]}, {means: [5]}]);
  assert.deepEqual(await mean.explain([[3, 5]]), await mean.explain([[null, NaN]]));
  const drop = await xaia.fit(X, y, {missing: "drop"});
  assert.deepEqual([drop.dropped, drop.sampleCount], [[1, 2], 2]);
  assert.deepEqual(await drop.predict([[1, 2], [5, 6]]), [1, 4]);
  await refuses(drop.predict([[1, 2], [null, 6]]), {code: "invalid-input", row: 1, column: 0});
  const again = await xaia.load(await fileOf(mean));
  assert.deepEqual(await again.predict([[null, 6]]), await mean.predict([[null, 6]]));
  const holes = [{age: 30, town: "Ulm"}, {age: null, town: "Bern"}, {age: 22}, {age: 35, town: "Graz"}];
  await refuses(xaia.fit(holes, bought), {code: "invalid-input", row: 1, column: 0, message: /X\[1\]\.age is missing/});
  const filled = await xaia.fit(holes, bought, {missing: "mean"});
  near(filled.columns[0].means[0], 29, 1e-12);
  filled.columns[1].means.forEach((m) => near(m, 1 / 3, 1e-12));
  assert.equal(typeof (await filled.predict({age: null, town: null})), "string");
});

for (const [name, call, expected] of [
  ["a row that is none", () => xaia.fit([...people, 7], [...bought, "no"]), {code: "invalid-input", row: 4, message: /X\[4\] is 7/}],
  ["text among numbers", () => xaia.fit([{a: 1}, {a: "x"}], [1, 2]), {code: "invalid-input", row: 1, column: 0, message: /X\[1\]\.a/}],
  ["a number among texts", () => xaia.fit([{a: "x"}, {a: 1}, {a: "y"}], [1, 2, 3]), {code: "invalid-input", row: 1, column: 0}],
  ["an object in a cell", () => xaia.fit([{a: {}}], [1]), {code: "invalid-input", row: 0, column: 0}],
  ["infinity in a cell", () => xaia.fit([{a: 1}, {a: Infinity}], [1, 2]), {code: "invalid-input", row: 1, column: 0}],
  ["no columns", () => xaia.fit([{}], [1]), {code: "invalid-input", row: 0}],
  ["columns for plain rows", () => xaia.fit(corners, [1, 2, 3, 4], {columns: ["a"]}), {code: "invalid-option", path: "columns"}],
  ["a column named twice", () => xaia.fit(people, bought, {columns: ["age", "age"]}), {code: "invalid-option", path: "columns[1]"}],
  ["a column that no row has", () => xaia.fit(people, bought, {columns: ["height"]}), {code: "invalid-option", path: "columns[0]", message: /has no column height/}],
  ["all rows dropped", () => xaia.fit([[null], [null]], [1, 2], {missing: "drop"}), {code: "invalid-input"}],
  ["an unknown rule", () => xaia.fit([[1]], [1], {missing: "median"}), {code: "invalid-option", path: "missing"}],
  ["a query without a column", async () => (await xaia.fit(people, bought)).predict([{age: 3}]), {code: "invalid-input", row: 0, column: 1}],
  ["row objects for a model of rows", async () => (await xaia.fit([[1, null], [2, 3]], [1, 2], {missing: "mean"})).predict([{a: 1}]), {code: "invalid-input", row: 0}],
]) {
  test(`refused: ${name}`, () => refuses((async () => call())(), {row: undefined, column: undefined, ...expected}));
}

test("a key of Object.prototype is not a column", async () => {
  const model = await xaia.fit([{constructor: 1, a: 2}, {constructor: 2, a: 3}], [1, 2]);
  await refuses(model.predict([{a: 2}]), {code: "invalid-input", row: 0, column: 0});
  assert.equal(await model.predict([{constructor: 2, a: 3}]).then(([v]) => v), 2);
});

test("model files of tables that were changed are refused", async () => {
  const file = JSON.parse(await (await xaia.fit(people, bought)).save());
  const changed = (edit) => {
    const copy = structuredClone(file);
    edit(copy);
    return copy;
  };
  for (const edit of [
    (f) => { f.columns = 7; }, (f) => { f.columns = []; }, (f) => { f.columns[1].categories = ["b", "a", "c"]; }, (f) => { f.columns.pop(); },
    (f) => { f.missing = "median"; }, (f) => { f.missing = "mean"; }, (f) => { f.columns[0] = null; }, (f) => { f.columns[1].categories.push(3); },
    (f) => { delete f.columns[0].name; }, (f) => { f.members = []; }, (f) => { f.members = [f, f, f]; },
  ]) {
    await refuses(xaia.load(changed(edit)), {code: "model-file", row: undefined, column: undefined});
  }
  const loaded = await xaia.load(file);
  assert.deepEqual(await loaded.predict(people), bought);
});
