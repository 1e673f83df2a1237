// Out of distribution, absorption, removal, ensembles, honest figures: through the API.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dataset, random, shuffled} from "./data.mjs";
import {fileOf, near, refuses} from "./helpers.mjs";
import {pace} from "./pace.mjs";

const corners = [[0, 0], [0, 1], [1, 0], [1, 1]];
const iris = dataset("iris");
const pick = (list, rows) => rows.map((row) => list[row]);

/** Iris, halved at random. */
function halves(seed = 1) {
  const order = shuffled(iris.X.length, seed);
  const [first, second] = [order.slice(0, 75), order.slice(75)];
  return {X: pick(iris.X, first), y: pick(iris.y, first), newX: pick(iris.X, second), newY: pick(iris.y, second)};
}

test("evaluate: the figures of numbers, by hand", async () => {
  const model = await xaia.fit(corners, [0, 1, 2, 3]);
  const X = [[0, 0], [0, 1], [1, 1], [0.5, 0.4]];
  const value = await model.predict(X[3]);
  const e = await model.evaluate(X, [0, 2, 3, value + 2]);
  near(e.rmse, Math.sqrt((1 + 4) / 4));
  near(e.mae, 3 / 4);
  assert.deepEqual([e.rowCount, e.interpolated, e.missed], [4, 1, 0]);
  assert.equal(e.exclusive.rowCount, 3);
  near(e.exclusive.rmse, Math.sqrt(1 / 3));
  const truth = [0, 2, 3, value + 2];
  const mean = truth.reduce((a, b) => a + b) / 4;
  near(e.r2, 1 - 5 / truth.reduce((sum, y) => sum + (y - mean) ** 2, 0));
  near(e.fractional.mean, (1e-7 / 1e-7 + (1 + 1e-7) / (2 + 1e-7) + 1e-7 / (3 + 1e-7) + (2 + 1e-7) / (value + 2 + 1e-7)) / 4);
  assert.equal("accuracy" in e || "confusion" in e, false);
  const none = await (await xaia.fit(corners, [0, 1, 2, 3], {interpolation: "none"})).evaluate(X.slice(3), [1]);
  assert.deepEqual([none.rowCount, none.missed, none.rmse, none.exclusive.rmse], [0, 1, null, null]);
  assert.deepEqual(JSON.parse(JSON.stringify(e)), e);
});

test("evaluate: classes, one of them unknown", async () => {
  const model = await xaia.fit(corners, ["a", "b", "b", "a"]);
  const e = await model.evaluate([...corners, [0, 0.1]], ["a", "b", "a", "a", "z"]);
  near(e.accuracy, 3 / 5);
  assert.deepEqual(e.confusion, {classes: ["a", "b", "z"], counts: [[2, 1, 0], [0, 1, 0], [1, 0, 0]]});
  assert.equal("r2" in e || "fractional" in e, false);
});

test("scores sum to 1; the name of the release before says the new one", async () => {
  for (const [X, y, options, queries] of [
    [corners, ["a", "b", "c", "a"], {}, [[0, 1], [0.4, 0.6], [9, 9]]],
    [[0, 1, 3], [true, false, true], {kind: "tnn"}, [0, 0.5, 2.9, -50, 50]],
  ]) {
    const model = await xaia.fit(X, y, options);
    const scores = await model.scores(queries);
    const labels = await model.predict(queries);
    scores.forEach((row, i) => {
      assert.equal(row.length, model.classes.length);
      near(row.reduce((a, b) => a + b), 1, 1e-12);
      for (const s of row) assert.ok(s >= 0 && s <= 1);
      if (queries[i] !== -50) assert.equal(model.classes[row.indexOf(Math.max(...row))], labels[i]);
    });
    assert.deepEqual(await model.scores(queries[1]), scores[1]);
  }
  const none = await xaia.fit(corners, ["a", "b", "c", "a"], {interpolation: "none"});
  assert.deepEqual(await none.scores([[0.4, 0.6]]), [[NaN, NaN, NaN]]);
  assert.throws(() => none.predictProba([[0.4, 0.6]]), {code: "unsupported", message: "predictProba is now scores. Call scores, with the same arguments."});
  await refuses((await xaia.fit(corners, [1, 2, 3, 4])).scores(corners), {code: "unsupported"});
});

test("outOfDistribution: by error, by recognition, by threshold", async () => {
  const model = await xaia.fit(corners, [0, 1, 2, 3]);
  const X = [[0, 0], [0, 0.9], [30, 30]];
  const byError = await model.outOfDistribution(X, {y: [0.5, 1, 2], tolerance: 0.5});
  const value = await model.predict(X);
  assert.deepEqual(byError.map((j) => [j.row, j.error]), [[0, 0.5], [1, Math.abs(value[1] - 1)], [2, Math.abs(value[2] - 2)]]);
  assert.deepEqual(byError.map((j) => j.out), [false, false, Math.abs(value[2] - 2) > 0.5]);
  assert.deepEqual((await model.outOfDistribution(X, {y: [0.5, 1, 2], tolerance: 0.4}))[0].out, true);
  const plain = await model.outOfDistribution(X);
  assert.deepEqual(plain.map((j) => j.out), [false, false, true]);
  assert.deepEqual(Object.keys(plain[0]), ["row", "out", "familiarity"]);
  const why = await model.explain(X);
  why.forEach((e, i) => {
    assert.equal(plain[i].familiarity, e.familiarity);
    assert.equal(plain[i].out, e.recognition === "weak");
  });
  const threshold = why[1].familiarity;
  assert.deepEqual((await model.outOfDistribution(X, {threshold})).map((j) => j.out), [false, false, true]);
  assert.deepEqual((await model.outOfDistribution(X, {threshold: 1})).map((j) => j.out), why.map((e) => e.familiarity < 1));
  const labels = await xaia.fit(corners, ["a", "b", "b", "a"]);
  assert.deepEqual((await labels.outOfDistribution([[0, 0], [0, 1]], {y: ["b", "b"]})).map((j) => [j.out, j.error]), [[true, Infinity], [false, 0]]);
});

test("outOfDistribution: the calibrated threshold is the 5 % quantile of familiarity left out", async () => {
  const {X, y} = halves();
  const model = await xaia.fit(X, y);
  const familiar = [];
  for (let i = 0; i < X.length; i++) {
    const others = await xaia.fit(X.filter((_, j) => j !== i), y.filter((_, j) => j !== i));
    familiar.push((await others.explain(X[i])).familiarity);
  }
  familiar.sort((a, b) => a - b);
  const at = 0.05 * (familiar.length - 1);
  const threshold = familiar[Math.floor(at)] + (at - Math.floor(at)) * (familiar[Math.floor(at) + 1] - familiar[Math.floor(at)]);
  const {newX} = halves();
  assert.deepEqual(await model.outOfDistribution(newX, {threshold: "calibrated"}), await model.outOfDistribution(newX, {threshold}));
});

test("leaveOneOut: as N fits by hand", async () => {
  const {X, y} = halves();
  for (const options of [{}, {preset: "paper", scale: "standard"}]) {
    const model = await xaia.fit(X, y, options);
    let right = 0;
    let hits = 0;
    for (let i = 0; i < X.length; i++) {
      const others = await xaia.fit(X.filter((_, j) => j !== i), y.filter((_, j) => j !== i), options);
      const e = await others.explain(X[i]);
      right += e.value === y[i];
      hits += e.status === "hit";
    }
    const e = await model.leaveOneOut();
    near(e.accuracy, right / X.length, 1e-12);
    assert.equal(e.rowCount - e.interpolated, hits);
  }
});

test("absorb: the new model is the one that fit gives; the old one stays", async () => {
  const {X, y, newX, newY} = halves();
  const model = await xaia.fit(X, y);
  const before = await model.predict(newX);
  const wrong = newY.flatMap((label, i) => (before[i] === label ? [] : [i]));
  assert.ok(wrong.length > 0);
  const result = await model.absorb(newX, newY);
  assert.ok(wrong.every((row) => result.absorbed.includes(row)));
  assert.deepEqual(result.kept, {sampleCount: 75, maxErrorBefore: 0, maxErrorAfter: 0});
  assert.deepEqual(result.rest, {maxErrorAfter: 0, beyondTolerance: 0});
  assert.deepEqual(await result.model.predict([...X, ...newX]), [...y, ...newY]);
  assert.deepEqual(await model.predict(newX), before, "the old model is as it was");
  const again = await xaia.fit([...X, ...pick(newX, result.absorbed)], [...y, ...pick(newY, result.absorbed)]);
  assert.equal(await fileOf(result.model), await fileOf(again));
  const some = Array.from({length: 40}, (_, i) => newX[i].map((v) => v * 1.07));
  assert.deepEqual(await result.model.explain(some), await again.explain(some));
});

test("absorb: a new class, vectors, a TNN, nothing to absorb", async () => {
  const two = await xaia.fit(corners, ["a", "b", "b", "a"]);
  const {model} = await two.absorb([[5, 5]], ["new"]);
  assert.deepEqual(model.classes, ["a", "b", "new"]);
  assert.deepEqual(await model.predict([...corners, [5, 5]]), ["a", "b", "b", "a", "new"]);
  const vector = await xaia.fit(corners, [[0, 1], [1, 1], [2, 1], [3, 1]]);
  assert.deepEqual((await vector.absorb([[4, 4]], [[9, 8]], {tolerance: 0.1})).absorbed, [0]);
  const line = await xaia.fit([0, 1, 2], [0, 1, 0], {kind: "tnn", a: 20});
  const bent = await line.absorb([0.9, 1.4, 1.1], [1, 5, 1], {tolerance: 0.1});
  assert.equal(bent.absorbed.includes(1), true);
  assert.ok(bent.rest.maxErrorAfter <= 0.1 && bent.kept.maxErrorAfter < 1e-6);
  const nothing = await two.absorb([[0, 1]], ["b"]);
  assert.deepEqual([nothing.absorbed, nothing.rounds], [[], 0]);
  nothing.model.dispose();
  assert.deepEqual(await two.predict(corners), ["a", "b", "b", "a"], "disposing of the result leaves the old model alone");
});

test("absorb: several rounds where one isn't enough", async () => {
  const next = random(3);
  const X = Array.from({length: 30}, () => [next(), next()]);
  const f = ([a, b]) => Math.sin(7 * a) * b;
  const newX = Array.from({length: 120}, () => [next(), next()]);
  const model = await xaia.fit(X, X.map(f));
  const one = await model.absorb(newX, newX.map(f), {tolerance: 0.05, rounds: 1});
  const all = await model.absorb(newX, newX.map(f), {tolerance: 0.05});
  assert.equal(one.rounds, 1);
  assert.ok(one.rest.beyondTolerance > 0 && one.rest.maxErrorAfter > 0.05);
  assert.ok(all.rounds > 1 && all.rest.maxErrorAfter <= 0.05 && all.rest.beyondTolerance === 0);
  const value = await all.model.predict(newX);
  newX.forEach((x, i) => assert.ok(Math.abs(value[i] - f(x)) <= (all.absorbed.includes(i) ? 0 : 0.05)));
});

test("remove, then absorb the same rows: the samples are predicted as before", async () => {
  const {X, y} = halves();
  const model = await xaia.fit(X, y);
  const rows = [3, 40, 41, 74];
  const smaller = await model.remove(rows);
  assert.equal(smaller.sampleCount, 71);
  assert.equal(await fileOf(smaller), await fileOf(await xaia.fit(X.filter((_, i) => !rows.includes(i)), y.filter((_, i) => !rows.includes(i)))));
  const {model: whole} = await smaller.absorb(pick(X, rows), pick(y, rows));
  assert.deepEqual(await whole.predict(X), y);
  assert.equal((await model.remove(5)).sampleCount, 74);
});

test("ensemble: the stronger model answers, and the file has both", async () => {
  const first = await xaia.fit([[0, 0], [0, 1]], ["a", "b"], {scale: "none", settings: {a1: 0.01, a2: 0.5, admission: 0.1, activation: 0.9}});
  const second = await xaia.fit([[5, 0], [5, 1]], ["b", "c"], {scale: "none", settings: {a1: 0.01, a2: 0.5, admission: 0.1, activation: 0.9}});
  const both = await xaia.ensemble(first, second);
  assert.deepEqual([both.kind, both.classes, both.featureCount], ["ensemble", ["a", "b", "c"], 2]);
  assert.deepEqual(await both.predict([[0, 0], [0, 1], [5, 0], [5, 1]]), ["a", "b", "b", "c"]);
  assert.deepEqual((await both.explain([[0, 0], [5, 1]])).map((e) => [e.member, e.value, e.scores]), [[0, "a", [1, 0, 0]], [1, "c", [0, 0, 1]]]);
  const [tie] = await (await xaia.ensemble(first, first)).explain([[0, 0]]);
  assert.equal(tie.member, 1);
  const file = await fileOf(both);
  const again = await xaia.load(file);
  assert.equal(await fileOf(again), file);
  const queries = [[0.2, 0.3], [4.9, 0.4], [2, 2]];
  assert.deepEqual(await again.explain(queries), await both.explain(queries));
  assert.deepEqual(await again.scores(queries), await both.scores(queries));
  first.dispose();
  assert.equal(await both.predict([0, 0]), "a", "an ensemble outlives its models' handles");
  for (const call of [
    () => both.leaveOneOut(), () => both.remove([0]), () => both.absorb([[0, 0]], ["a"]), () => both.redundancy(), () => both.representatives(),
    () => both.counterfactual([0, 0]), () => both.prototypes(), () => both.outOfDistribution([[0, 0]], {threshold: "calibrated"}),
  ]) await refuses(call(), {code: "unsupported"});
  await refuses(both.predict([0, 0], {interpolation: "nearest"}), {code: "unsupported"});
  await refuses(xaia.ensemble(both, second), {code: "unsupported"});
  await refuses(xaia.ensemble(second, await xaia.fit([1, 2], ["a", "b"])), {code: "invalid-input", message: /features/});
  await refuses(xaia.ensemble(second, await xaia.fit(corners, [1, 2, 3, 4])), {code: "invalid-input", message: /labels/});
  await refuses(xaia.ensemble(second, {}), {code: "not-found"});
});

test("long calls report progress and can be aborted", async () => {
  const next = random(5);
  const X = Array.from({length: 900}, () => [next(), next()]);
  const y = X.map(([a, b]) => (a * b > 0.3 ? "in" : "out"));
  const model = await xaia.fit(X, y);
  for (const [name, call] of Object.entries({
    leaveOneOut: (o) => model.leaveOneOut(o),
    calibrated: (o) => model.outOfDistribution(X, {threshold: "calibrated", ...o}),
    tune: (o) => xaia.tune(X, y, {folds: 60, ...o}),
    crossValidate: (o) => xaia.crossValidate(X, y, {folds: 300, ...o}),
  })) {
    const seen = [];
    const control = new AbortController();
    const running = call({signal: control.signal, onProgress: (p) => seen.push(p) === 2 && control.abort()});
    await assert.rejects(running, (e) => e.name === "AbortError", name);
    // On a busy machine some are under way when the abort arrives.
    assert.ok(seen.length >= 2 && seen.length <= pace(8) && seen.at(-1).done < seen.at(-1).total, `${name}: ${seen.length} reports, the abort came at the second`);
    seen.forEach((p, i) => assert.ok(p.done <= p.total && (i === 0 || p.done >= seen[i - 1].done), name));
    await assert.rejects(call({signal: AbortSignal.abort()}), (e) => e.name === "AbortError");
  }
  for (const call of [(o) => model.evaluate(X, y, o), (o) => model.prototypes(o), (o) => model.counterfactual(X[0], o)]) {
    await assert.rejects(call({signal: AbortSignal.abort()}), (e) => e.name === "AbortError");
    const seen = [];
    await call({onProgress: (p) => seen.push(p)});
    seen.forEach((p) => assert.ok(p.done <= p.total));
  }
  assert.deepEqual(await model.predict(X), y);
});

const model = await xaia.fit(corners, [0, 1, 2, 3]);
const labels = await xaia.fit(corners, ["a", "b", "b", "a"]);
const own = await xaia.fit(corners, [0, 1, 2, 3], {interpolation: (neurons) => neurons[0].alpha});
const tnn = await xaia.fit([0, 1, 2], [0, 1, 0], {kind: "tnn"});
for (const [name, call, expected] of [
  ["evaluate: a missing y", () => model.evaluate(corners), {code: "invalid-input", message: /y is missing/}],
  ["evaluate: too few y", () => model.evaluate(corners, [1]), {code: "invalid-input", row: 1}],
  ["evaluate: labels for numbers", () => model.evaluate(corners, ["a", "b", "c", "d"]), {code: "invalid-input", row: 0}],
  ["evaluate: numbers for labels", () => labels.evaluate(corners, [1, 2, 3, 4]), {code: "invalid-input", row: 0}],
  ["evaluate: another number of features", () => model.evaluate([[1], [2]], [1, 2]), {code: "invalid-input", row: 0, column: 1}],
  ["evaluate: vectors for numbers", () => model.evaluate([[1, 1]], [[1, 2]]), {code: "invalid-input", row: 0, column: 1}],
  ["evaluate: no rows", () => model.evaluate([], []), {code: "invalid-input", message: /empty/}],
  ["evaluate: a function interpolates", () => own.evaluate(corners, [1, 2, 3, 4]), {code: "unsupported"}],
  ["evaluate: an unknown option", () => model.evaluate(corners, [1, 2, 3, 4], {folds: 2}), {code: "unknown-option", path: "folds"}],
  ["outOfDistribution: an unknown option", () => model.outOfDistribution(corners, {epsilon: 1}), {code: "unknown-option", path: "epsilon"}],
  ["outOfDistribution: a threshold above 1", () => model.outOfDistribution(corners, {threshold: 2}), {code: "invalid-option", path: "threshold"}],
  ["outOfDistribution: an unknown threshold", () => model.outOfDistribution(corners, {threshold: "auto"}), {code: "invalid-option", path: "threshold"}],
  ["outOfDistribution: y and a threshold", () => model.outOfDistribution(corners, {y: [1, 2, 3, 4], threshold: 0.5}), {code: "invalid-option", path: "threshold"}],
  ["outOfDistribution: a tolerance without y", () => model.outOfDistribution(corners, {tolerance: 1}), {code: "invalid-option", path: "tolerance"}],
  ["outOfDistribution: a negative tolerance", () => model.outOfDistribution(corners, {y: [1, 2, 3, 4], tolerance: -1}), {code: "invalid-option", path: "tolerance"}],
  ["absorb: a negative tolerance", () => model.absorb([[2, 2]], [1], {tolerance: -1}), {code: "invalid-option", path: "tolerance"}],
  ["absorb: a tolerance as text", () => model.absorb([[2, 2]], [1], {tolerance: "1"}), {code: "invalid-option", path: "tolerance"}],
  ["absorb: no rounds", () => model.absorb([[2, 2]], [1], {rounds: 0}), {code: "invalid-option", path: "rounds"}],
  ["absorb: the same x with another y", () => model.absorb([[2, 2], [0, 1]], [1, 7]), {code: "ill-defined", row: 1, message: /X\[1\] can't be distinguished from the model's sample 1/}],
  ["absorb: two new ones that contradict", () => model.absorb([[2, 2], [5, 5], [2, 2]], [1, 1, 3]), {code: "ill-defined", row: 2, message: /X\[2\] can't be distinguished from X\[0\]/}],
  ["absorb: NaN", () => model.absorb([[2, NaN]], [1]), {code: "invalid-input", row: 0, column: 1}],
  ["absorb: a function interpolates", () => own.absorb([[2, 2]], [1]), {code: "unsupported"}],
  ["absorb: a signal that is none", () => model.absorb([[2, 2]], [1], {signal: 1}), {code: "invalid-option", path: "signal"}],
  ["remove: a row that isn't there", () => model.remove([4]), {code: "invalid-input", row: 0}],
  ["remove: half a row", () => model.remove([0.5]), {code: "invalid-input"}],
  ["remove: all", () => model.remove([0, 1, 2, 3]), {code: "invalid-input"}],
  ["remove: nothing", () => model.remove([]), {code: "invalid-input"}],
  ["remove: a name", () => model.remove("all"), {code: "invalid-input"}],
  ["leaveOneOut: one sample", async () => (await xaia.fit([[1]], [1])).leaveOneOut(), {code: "invalid-input"}],
  ["leaveOneOut: an unknown option", () => model.leaveOneOut({folds: 3}), {code: "unknown-option", path: "folds"}],
  ["leaveOneOut: a function interpolates", () => own.leaveOneOut(), {code: "unsupported"}],
  ["redundancy: a row that isn't there", () => model.redundancy([9]), {code: "invalid-input", row: 0}],
  ["redundancy: no rows", () => model.redundancy([]), {code: "invalid-input"}],
  ["representatives: a negative tolerance", () => model.representatives({tolerance: -1}), {code: "invalid-option", path: "tolerance"}],
  ["prototypes: none a class", () => labels.prototypes({perClass: 0}), {code: "invalid-option", path: "perClass"}],
  ["prototypes: of a TNN", () => tnn.prototypes(), {code: "unsupported"}],
  ["suspects: a share of none", () => labels.suspects({share: 0}), {code: "invalid-option", path: "share"}],
  ["suspects: of a TNN", () => tnn.suspects(), {code: "unsupported"}],
  ["worth: of a TNN", () => tnn.worth(), {code: "unsupported"}],
  ["embedding: of a TNN", () => tnn.embedding(), {code: "unsupported"}],
  ["counterfactual: no target for numbers", () => model.counterfactual([0, 0]), {code: "invalid-option", path: "target"}],
  ["counterfactual: a class that isn't there", () => labels.counterfactual([0, 0], {target: "z"}), {code: "invalid-option", path: "target"}],
  ["counterfactual: the class it has", () => labels.counterfactual([0, 0], {target: "a"}), {code: "invalid-option", path: "target"}],
  ["counterfactual: a value that no sample has", () => model.counterfactual([0, 0], {target: 99}), {code: "unsupported"}],
  ["counterfactual: two rows", () => labels.counterfactual(corners), {code: "invalid-input"}],
  ["crossValidate: one fold", () => xaia.crossValidate(corners, [1, 2, 3, 4], {folds: 1}), {code: "invalid-option", path: "folds"}],
  ["crossValidate: more folds than samples", () => xaia.crossValidate(corners, [1, 2, 3, 4], {folds: 5}), {code: "invalid-option", path: "folds"}],
  ["crossValidate: two and a half folds", () => xaia.crossValidate(corners, [1, 2, 3, 4], {folds: 2.5}), {code: "invalid-option", path: "folds"}],
  ["crossValidate: folds as a text", () => xaia.crossValidate(corners, [1, 2, 3, 4], {folds: "2"}), {code: "invalid-option", path: "folds"}],
  ["crossValidate: a seed below 0", () => xaia.crossValidate(corners, [1, 2, 3, 4], {seed: -1}), {code: "invalid-option", path: "seed"}],
  ["crossValidate: an unknown option", () => xaia.crossValidate(corners, [1, 2, 3, 4], {fold: 2}), {code: "unknown-option", path: "fold", message: /folds/}],
  ["crossValidate: an option of the other model", () => xaia.crossValidate(corners, [1, 2, 3, 4], {a: 3}), {code: "invalid-option", path: "a"}],
  ["crossValidate: one sample", () => xaia.crossValidate([[1, 2]], [1]), {code: "invalid-input", message: /at least two/}],
  ["crossValidate: no samples", () => xaia.crossValidate([], []), {code: "invalid-input", message: /empty/}],
  ["crossValidate: a class with one sample", () => xaia.crossValidate(corners, ["a", "a", "b", "a"]), {code: "invalid-input", row: 2, message: /y\[2\] is the only sample of its class, "b"/}],
  ["crossValidate: equal rows with different y", () => xaia.crossValidate([...corners, [0, 1]], [1, 2, 3, 4, 5], {folds: 5}), {code: "ill-defined", row: 4, message: /X\[1\] and X\[4\] are equal.*duplicates to "mean"/}],
  ["crossValidate: the same behind a row that is left out", () => xaia.crossValidate([[null, 1], ...corners, [0, 1]], [0, 1, 2, 3, 4, 5], {missing: "drop"}), {code: "ill-defined", row: 5, message: /X\[2\] and X\[5\] are equal/}],
  ["crossValidate: a class with one sample behind a row that is left out", () => xaia.crossValidate([[null, 1], ...corners], ["a", "a", "a", "b", "a"], {missing: "drop"}), {code: "invalid-input", row: 3}],
  ["crossValidate: a function interpolates", () => xaia.crossValidate(corners, [1, 2, 3, 4], {interpolation: () => 1}), {code: "unsupported", path: "interpolation"}],
  ["crossValidate: a trace", () => xaia.crossValidate(corners, [1, 2, 3, 4], {trace: true}), {code: "unsupported"}],
  ["crossValidate: a signal that is none", () => xaia.crossValidate(corners, [1, 2, 3, 4], {signal: 1}), {code: "invalid-option", path: "signal"}],
  ["fit: equal rows behind a row that is left out", () => xaia.fit([[null, 1], ...corners, [0, 1]], [0, 1, 2, 3, 4, 5], {missing: "drop"}), {code: "ill-defined", row: 5, message: /X\[2\] and X\[5\] are equal/}],
  ["tune: one fold", () => xaia.tune(corners, ["a", "b", "b", "a"], {folds: 1}), {code: "invalid-option", path: "folds"}],
  ["tune: more folds than samples", () => xaia.tune(corners, ["a", "b", "b", "a"], {folds: 5}), {code: "invalid-option", path: "folds"}],
  ["tune: a wrong candidate", () => xaia.tune(corners, [1, 2, 3, 4], {candidates: [{}, {preset: "papre"}]}), {code: "invalid-option", path: "candidates[1].preset"}],
  ["tune: no candidates", () => xaia.tune(corners, [1, 2, 3, 4], {candidates: []}), {code: "invalid-option", path: "candidates"}],
  ["tune: a seed below 0", () => xaia.tune(corners, [1, 2, 3, 4], {seed: -1}), {code: "invalid-option", path: "seed"}],
  ["squeezedOrder: nothing", () => xaia.squeezedOrder([]), {code: "invalid-input"}],
  ["squeezedOrder: squeezed to nothing", () => xaia.squeezedOrder([[1, 2]], {squeeze: 0}), {code: "invalid-option", path: "squeeze"}],
  ["squeezedOrder: other classes outside", () => xaia.squeezedOrder([[1, 2]], {external: [[1, 2, 3]]}), {code: "invalid-input", row: 0}],
  ["squeezedOrder: NaN", () => xaia.squeezedOrder([[1, 2], [NaN, 1]]), {code: "invalid-input", row: 1, column: 0}],
  ["fit: an order that lists a row twice", () => xaia.fit(corners, [1, 2, 3, 4], {kind: "tnn", order: [0, 1, 1, 2]}), {code: "invalid-option", path: "order[2]"}],
  ["fit: an order for an SQANN", () => xaia.fit(corners, [1, 2, 3, 4], {order: [0, 1, 2, 3]}), {code: "invalid-option", path: "order"}],
]) {
  test(`refused: ${name}`, async () => {
    await refuses((async () => call())(), {row: undefined, column: undefined, ...expected});
    assert.deepEqual(await model.predict(corners), [0, 1, 2, 3], "the next good call works");
  });
}

test("fit like a model: its scaling, reach, relevance and line, and the same from both files", async () => {
  const {X, y, newX, newY} = halves();
  for (const options of [{}, {interpolation: {local: {}}}, {scale: "standard", relevance: true}]) {
    const model = await xaia.fit(X, y, options);
    const same = await xaia.fit(X, y, {like: model});
    assert.deepEqual(await same.explain(newX), await model.explain(newX));
    const like = await xaia.fit(newX, newY, {like: model});
    const apart = await xaia.fit(newX, newY, options);
    assert.deepEqual(like.layers[0].settings, model.layers[0].settings);
    assert.notDeepEqual(apart.layers[0].settings, model.layers[0].settings);
    assert.deepEqual([like.relevance, like.classes, like.sampleCount], [model.relevance, model.classes, newX.length]);
    assert.deepEqual(await like.predict(newX), newY);
    for (const file of [await fileOf(like), await like.toBytes()]) {
      const loaded = await xaia.load(file);
      assert.deepEqual(await loaded.explain(X), await like.explain(X));
      assert.deepEqual(await fileOf(await xaia.fit(X, y, {like: loaded})), await fileOf(await xaia.fit(X, y, {like: model})));
    }
  }
  const numbers = await xaia.fit([[0], [2]], [1, 2], {duplicates: "mean"});
  assert.deepEqual(await (await xaia.fit([[0], [0], [1]], [1, 2, 4], {like: numbers})).predict([[0], [1]]), [1.5, 4]);
  await refuses(xaia.fit([[0], [0], [1]], [1, 2, 4], {like: numbers, duplicates: "error"}), {code: "ill-defined", row: 1});
  await refuses(xaia.fit([[0], [1]], [1, 2], {like: numbers, preset: "paper"}), {code: "unknown-option", path: "preset"});
  await refuses(xaia.fit([[0, 1]], [1], {like: numbers}), {code: "invalid-input", row: 0, column: 1});
  await refuses(xaia.fit([[0], [1]], ["a", "b"], {like: numbers}), {code: "invalid-input", row: 0});
  await refuses(xaia.fit([[0], [1]], [1, 2], {like: {}}), {code: "not-found"});
  await refuses(xaia.fit([[0], [1]], [1, 2], {like: await xaia.fit([0, 1], [1, 2], {kind: "tnn"})}), {code: "unsupported"});
  const changed = JSON.parse(await fileOf(await xaia.fit([[0], [1]], [1, 2], {like: numbers})));
  changed.frame.reach *= 2;
  await refuses(xaia.load(JSON.stringify(changed)), {code: "model-file"});
});
