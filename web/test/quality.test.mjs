// What would distort the tables of docs/quality.md without a word.
import assert from "node:assert/strict";
import {createRequire} from "node:module";
import {test} from "node:test";
import {auroc} from "../../quality/auroc.mjs";
import {conformal, coverageTables, shifted, together} from "../../quality/coverage.mjs";
import {farOutside} from "../../quality/far.mjs";
import {choices, tuned} from "../../quality/knn-choices.mjs";
import {answer, distance, nearest} from "../../quality/knn.mjs";
import {classesOf, encoded, figures, winner} from "../../quality/outcomes.mjs";
import {line, logistic} from "../../quality/linear.mjs";
import {boundedSplit, readAny, realTables} from "../../quality/real.mjs";
import {scaling} from "../../quality/scaling.mjs";
import {folds, pick, split} from "../../quality/splits.mjs";
import {compared, features, measured} from "../../quality/tables.mjs";
import {boosting, forest, grow, leafOf, sorted} from "../../quality/trees.mjs";
import {linesWanted, wanted} from "../../quality/wanted.mjs";
import {inWorkers} from "../../quality/workers.mjs";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dataset, random} from "./data.mjs";

const KNN = createRequire(import.meta.url)("ml-knn");

test("AUROC is the share of pairs in the right order, ties counting half", () => {
  const next = random(1);
  for (let round = 0; round < 50; round++) {
    const draw = () => Array.from({length: 1 + Math.floor(20 * next())}, () => Math.floor(6 * next()));
    const [known, outliers] = [draw(), draw()];
    let pairs = 0;
    for (const k of known) for (const o of outliers) pairs += o > k ? 1 : o === k ? 0.5 : 0;
    assert.ok(Math.abs(auroc(known, outliers) - pairs / (known.length * outliers.length)) < 1e-12);
  }
});

test("k-NN answers as ml-knn does, up to ties", () => {
  const {X, y} = dataset("wine");
  const {fitting, held} = split(y, 0.6, 1);
  const scaled = scaling("minmax", pick(X, fitting));
  const [x, t, queries] = [scaled(pick(X, fitting)), pick(y, fitting), scaled(pick(X, held))];
  const classes = classesOf(y);
  const theirs = new KNN(x, t, {k: 5}).predict(queries);
  let tied = 0;
  nearest(x, queries, 6).forEach((neighbours, i) => {
    const shares = answer(neighbours, encoded(t, classes), 5, "uniform");
    const sorted = [...shares].sort((a, b) => b - a);
    if (sorted[0] === sorted[1] || neighbours[4].distance === neighbours[5].distance) tied++;
    else assert.equal(theirs[i], classes[winner(shares)]);
  });
  assert.ok(tied < held.length / 10, `${tied} ties`);
});

test("the nearest are those of a full sort, and 1/d weights by their distances", () => {
  const X = [[0], [3], [1], [1]];
  const [neighbours] = nearest(X, [[0.5]], 4);
  assert.deepEqual(neighbours.map((n) => n.row), [0, 2, 3, 1]);
  assert.deepEqual(answer(neighbours, [[4], [0], [1], [0]], 3, "1/d"), [5 / 3]);
  assert.deepEqual(answer(nearest(X, [[1]], 3)[0], [[9], [9], [1], [2]], 3, "1/d"), [1.5]);
  assert.equal(distance([0, 3], [4, 0]), 5);
});

test("scaling is computed from the fitting part alone", () => {
  const X = [[0, 7], [10, 7]];
  assert.deepEqual(scaling("minmax", X)([[5, 7], [20, 9]]), [[0.5, 0], [2, 2]]);
  assert.deepEqual(scaling("standard", X)([[5, 7], [20, 9]]), [[0, 0], [3, 2]]);
});

test("splits and folds are seeded, disjoint, cover every row and keep the classes' shares", () => {
  for (const name of ["iris", "boston"]) {
    const {y} = dataset(name);
    const {fitting, held} = split(y, 0.6, 3);
    assert.deepEqual([...fitting, ...held].sort((a, b) => a - b), y.map((_, i) => i));
    assert.ok(Math.abs(fitting.length - 0.6 * y.length) <= 1);
    assert.deepEqual(split(y, 0.6, 3), {fitting, held});
    assert.notDeepEqual(split(y, 0.6, 4).fitting, fitting);
    const sizes = new Array(5).fill(0);
    for (const f of folds(y, 5, 3)) sizes[f]++;
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, String(sizes));
    if (name === "boston") continue;
    for (const c of new Set(y)) {
      assert.equal(fitting.filter((row) => y[row] === c).length, 30);
      for (let f = 0; f < 5; f++) assert.equal(folds(y, 5, 3).filter((of, row) => of === f && y[row] === c).length, 10);
    }
  }
});

test("k-NN is not tuned on the held-out samples: pure noise leads to many neighbours", () => {
  const next = random(5);
  const X = Array.from({length: 150}, () => [next(), next()]);
  const chosen = choices[tuned(X, X.map(() => next()), 1)];
  assert.ok(chosen.k > 5, JSON.stringify(chosen));
});

test("a query far outside is far from every sample, in one feature or in all", () => {
  const X = Array.from({length: 20}, (_, i) => [i % 5, 3]);
  const away = farOutside(X, 1).map((query) => Math.min(...X.map((row) => distance(row, query))));
  assert.ok(Math.min(...away) >= 9999 && away.length >= 500, String(Math.min(...away)));
});

const close = (a, b, message) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b)), message ?? `${a}, not ${b}`);

test("the nearest come in the order of a full sort, equally near ones by row", () => {
  const next = random(2);
  const draw = (rows) => Array.from({length: rows}, () => Array.from({length: 3}, () => Math.floor(4 * next())));
  const [X, queries] = [draw(100), draw(50)];
  const plain = queries.map((query) =>
    X.map((x, row) => ({row, distance: distance(x, query)})).sort((a, b) => a.distance - b.distance || a.row - b.row).slice(0, 7));
  assert.deepEqual(nearest(X, queries, 7), plain);
});

/** The answer of a tree that tries every threshold of every feature, as long as the best is the only one. */
function plainTree(X, y, counts, x, depth) {
  const rows = y.map((_, i) => i).filter((i) => counts[i] > 0);
  const sum = (list, f) => list.reduce((s, i) => s + counts[i] * f(i), 0);
  const mean = (list) => y[0].map((_, o) => sum(list, (i) => y[i][o]) / sum(list, () => 1));
  const spread = (list) => mean(list).reduce((s, m, o) => s + sum(list, (i) => (y[i][o] - m) ** 2), 0);
  const part = (list) => counts.map((c, i) => (list.includes(i) ? c : 0));
  if (depth === 0 || spread(rows) < 1e-12) return mean(rows);
  const splits = X[0].flatMap((_, j) => {
    const values = [...new Set(rows.map((i) => X[i][j]))].sort((a, b) => a - b);
    return values.slice(1).map((v, n) => {
      const at = (v + values[n]) / 2;
      const [low, high] = [rows.filter((i) => X[i][j] <= at), rows.filter((i) => X[i][j] > at)];
      return {j, at, low, high, left: spread(low) + spread(high)};
    });
  });
  const best = splits.reduce((a, b) => (b.left < a.left ? b : a));
  return plainTree(X, y, part(x[best.j] <= best.at ? best.low : best.high), x, depth - 1);
}

test("a tree is the one that tries every split, however often rows count, and in the end fits every sample", () => {
  const next = random(9);
  const X = Array.from({length: 40}, () => [next(), next(), next()]);
  const counts = Float64Array.from(X, () => Math.floor(3 * next()));
  for (const outcomes of [X.map(() => [next()]), X.map(([a, b]) => [Math.sin(9 * a) + b, next()])]) {
    const whole = grow(sorted(X), outcomes, {counts});
    outcomes.forEach((outcome, i) => counts[i] > 0 && outcome.forEach((v, o) => close(leafOf(whole, X[i])[o], v)));
    // Deeper nodes have few rows, and equally good splits.
    for (const depth of [1, 2]) {
      const tree = grow(sorted(X), outcomes, {counts, depth});
      for (let q = 0; q < 20; q++) {
        const x = [next(), next(), next()];
        plainTree(X, outcomes, [...counts], x, depth).forEach((v, o) => close(leafOf(tree, x)[o], v));
      }
    }
  }
});

test("boosting takes the steps of its definition on two samples", () => {
  // Each round takes a tenth of what is left.
  const [[low], [high]] = boosting([[0], [1]], [[2], [6]], false, [[0.4], [9]]);
  close(low, 4 - 2 * (1 - 0.9 ** 100));
  close(high, 4 + 2 * (1 - 0.9 ** 100));
  // Each round adds a tenth of the Newton step (1 - p) / (p (1 - p)) to the log odds.
  let odds = 0;
  for (let t = 0; t < 100; t++) odds += 0.1 * (1 + Math.exp(-odds));
  const [scores] = boosting([[0], [1]], [[1, 0], [0, 1]], true, [[2]]);
  close(scores[1], 1 / (1 + Math.exp(-odds)));
});

test("the forest votes over bootstrap samples: seeded, and as good on Boston as scikit-learn's", () => {
  // Of two samples a bootstrap holds only the first, both, or only the second: 1/4, 1/2, 1/4.
  const [[share]] = forest([[0], [1]], [[0], [1]], false, [[0]], 1);
  assert.ok(share > 0.1 && share < 0.4, String(share));
  const {X, y} = dataset("boston");
  const {fitting, held} = split(y, 0.6, 1);
  const [x, t, queries, truth] = [pick(X, fitting), encoded(pick(y, fitting), null), pick(X, held), encoded(pick(y, held), null)];
  const answers = forest(x, t, false, queries, 7);
  assert.deepEqual(forest(x, t, false, queries, 7), answers);
  assert.notDeepEqual(forest(x, t, false, queries, 8), answers);
  const {rmse} = figures(answers, truth);
  assert.ok(rmse < 0.8 * figures(line(x, t, queries), truth).rmse && rmse < 4.2, String(rmse));
});

test("a line is the plane that the samples lie on, with a text's columns, too", () => {
  const next = random(4);
  const X = Array.from({length: 40}, () => [1000 * next(), next(), ...(next() < 0.5 ? [1, 0] : [0, 1])]);
  const plane = ([a, b, c]) => [3 * a - 2 * b + 7 * c - 5];
  line(X, X.map(plane), X.slice(0, 9)).forEach(([v], i) => assert.ok(Math.abs(v - plane(X[i])[0]) < 1e-3, String(v)));
});

test("logistic regression reaches the optimum with scikit-learn's penalty", () => {
  // Two samples at 1 and -1 and weights w and -w: w = 2 (1 - p), p the share of the right class.
  let [low, high] = [0, 2];
  const p = (w) => 1 / (1 + Math.exp(-2 * w));
  for (let i = 0; i < 60; i++) (low + high) / 2 < 2 * (1 - p((low + high) / 2)) ? (low = (low + high) / 2) : (high = (low + high) / 2);
  const [[zero, one]] = logistic([[-1], [1]], [[1, 0], [0, 1]], [[1]]);
  assert.ok(Math.abs(one - p(low)) < 1e-6 && Math.abs(zero + one - 1) < 1e-12, `${one}, not ${p(low)}`);
});

test("the rivals get the features that the engine made", async () => {
  for (const name of ["penguins", "cars, mpg"]) {
    const {X, y} = readAny(name);
    const model = await xaia.fit(X, y, {missing: "mean", duplicates: name === "penguins" ? "majority" : "mean"});
    const made = features(model.columns, X);
    assert.ok(made.flat().every(Number.isFinite));
    assert.deepEqual(made, model.toJSON().X);
    model.dispose();
  }
});

test("a table has the same number of fitted and held-out rows every time", () => {
  for (const name of realTables) {
    const {X, y} = readAny(name);
    assert.equal(X.length, y.length);
    assert.ok(y.every((v) => typeof v === "string" || Number.isFinite(v)), name);
    assert.ok(Object.keys(X[0]).length < 25 && X.every((row) => Object.keys(row).length === Object.keys(X[0]).length), name);
    const {fitting, held} = boundedSplit(y, 3);
    assert.deepEqual(boundedSplit(readAny(name).y, 3), {fitting, held});
    assert.notDeepEqual(boundedSplit(y, 4).fitting, fitting);
    assert.equal(new Set([...fitting, ...held]).size, fitting.length + held.length);
    assert.ok(Math.abs(fitting.length - Math.min(1500, 0.6 * y.length)) <= 5, `${name}: ${fitting.length}`);
    assert.equal(held.length, Math.min(1000, y.length - fitting.length));
  }
  const {y} = readAny("diamonds, cut");
  const share = (rows) => pick(y, rows).filter((v) => v === "Fair").length / rows.length;
  assert.ok(Math.abs(share(boundedSplit(y, 1).fitting) - share([...y.keys()])) < 0.001);
});

test("the comparison is the same every time and in a worker; hindsight chooses one k-NN for all splits", async () => {
  const first = await measured("cars, mpg", 1);
  assert.deepEqual(await inWorkers([{name: "iris", seed: 1}, {name: "cars, mpg", seed: 1}], 2, () => {}), [await measured("iris", 1), first]);
  assert.ok(first.figures.forest < 4 && first.figures.paper > first.figures.untouched, JSON.stringify(first.figures));
  const of = (knn, figures) => ({...first, figures: {...first.figures, ...figures}, knn: choices.map((_, c) => (c === 7 ? knn : 9))});
  const both = compared("cars, mpg", [of(3, {tuned: 2}), of(5, {tuned: 4})]);
  assert.deepEqual([both.best, both.figures.knnHindsight, both.figures.tuned], [choices[7], [3, 5], [2, 4]]);
});

test("aims are compared in the right direction", () => {
  const set = (name, measure, figures) =>
    ({name, measure, figures: {paper: [0, 0], linear: [0, 0], boosting: [0, 0], histogram: [NaN, NaN], ...figures}, size: {fitted: 1, features: 1}, best: choices[0], learned: 1});
  const same = (v) => ({plain: [v, v], untouched: [v, v], tuned: [v, v], knnTuned: [v, v], knnHindsight: [v, v], forest: [v, v]});
  const reached = (...sets) => wanted(sets).map((w) => w.reached);
  const price = (figures) => set("diamonds, price", "rmse", {...same(100), ...figures});
  assert.deepEqual(reached(price({knnTuned: [101, 102]})), [true, true, true, true, true]);
  assert.deepEqual(reached(price({forest: [95, 95], knnTuned: [99, 99], plain: [98.9, 98.9]})), [false, false, false, true, true]);
  assert.deepEqual(reached(price({forest: [95.3, 95.3], plain: [99.1, 99.1]})), [true, false, true, true, true]);
  const cut = (figures) => set("diamonds, cut", "accuracy", {...same(0.6), ...figures});
  assert.deepEqual(reached(cut({knnTuned: [0.59, 0.6]})), [true, true, true, true]);
  assert.deepEqual(reached(cut({knnTuned: [0.61, 0.6], plain: [0.61, 0.61]})), [false, false, true, true]);
  // Behind by 0.01 with a standard error of 0.02, then of 0.005.
  assert.deepEqual(reached(cut({knnHindsight: [0.63, 0.59]})), [false, true, false, true]);
  assert.deepEqual(reached(cut({knnHindsight: [0.615, 0.605]})), [false, true, false, false]);
});

test("what lines must reach is compared in the right direction", () => {
  const set = (measure, figures) => ({name: "t", measure, figures: {before: [1, 1], boosting: [1, 1], histogram: [NaN, NaN], forest: [1, 1], knnTuned: [1, 1], ...figures}});
  const reached = (...sets) => linesWanted(sets).slice(0, 4).map((w) => w.reached);
  assert.deepEqual(reached(set("rmse", {untouched: [1, 1]})), [true, true, true, true]);
  assert.deepEqual(reached(set("rmse", {untouched: [1.02, 1.02]})), [true, false, false, false]);
  assert.deepEqual(reached(set("rmse", {untouched: [0.9, 0.9]})), [true, true, true, true]);
  assert.deepEqual(reached(set("accuracy", {untouched: [0.9, 0.9]})), [false, false, false, false]);
  assert.deepEqual(reached(set("accuracy", {untouched: [1.2, 0.99], before: [0.9, 0.9]})), [true, true, true, true]);
  // Where scikit-learn is installed it is one more.
  const histogram = (...lists) => linesWanted(lists.map((h) => set("rmse", {untouched: [1, 1], histogram: h}))).find((w) => w.title.includes("HistGradient"));
  assert.equal(histogram([NaN, NaN]), undefined);
  assert.equal(histogram([1, 1], [1, 1], [0.5, 0.5]).reached, true);
  assert.equal(histogram([1, 1], [0.9, 0.9], [0.5, 0.5]).reached, false);
  // Behind k-NN by less than the error of the mean.
  assert.deepEqual(reached(set("rmse", {untouched: [1.1, 0.95], before: [2, 2]}))[2], true);
  assert.deepEqual(reached(set("rmse", {untouched: [1, 1]}), set("rmse", {untouched: [1, 1]}), set("rmse", {untouched: [2, 2], before: [2, 2]})), [true, true, false, true]);
});

test("conformal intervals of a rival: the residuals of the folds, sorted", () => {
  const X = Array.from({length: 39}, (_, i) => [i]);
  const outcomes = X.map(([x]) => [x % 2 ? x : -x]);
  const zero = (_X, _y, queries) => queries.map(() => 0);
  const found = conformal(zero, X, outcomes, [[1], [2], [3]], [5, -34, 37], 1);
  // |y| are 0 to 38; of 39 the ⌈40 c⌉-th smallest are 31, 35 and 37.
  assert.deepEqual(found.map((f) => f.width), [62, 70, 74]);
  assert.deepEqual(found.map((f) => f.inside), [1, 2, 3]);
});

test("a shift moves numbers by half of the fitted range, and nothing else", () => {
  const rows = [{a: 1, town: "Ulm", b: 5}, {a: 3, town: "Bern", b: null}, {a: 2, town: "Ulm", b: 9}];
  assert.deepEqual(shifted(rows, rows, rows.slice(1)), [{a: 4, town: "Bern", b: null}, {a: 3, town: "Ulm", b: 11}]);
  assert.deepEqual(shifted([[0, 1]], [[0, 1], [4, 1]], [[7, 7]]), [[9, 7]]);
});

test("coverage counts by recognition, and says where a promise is missed", () => {
  const counts = (inside) => ({all: {inside, of: 100}, strong: {inside, of: 100}, moderate: {inside: 0, of: 0}, weak: {inside: 0, of: 0}});
  const split = {classes: false, counts: [80, 89, 90].map(counts), widths: [1, 2, 3], rivals: {knn: [2, 3, 4], forest: [1, 1, 1]},
    rivalCounts: [0, 1].map(() => [0, 1, 2].map(() => ({inside: 9, of: 10}))), shifted: {weak: 1, width: 9, inside: 0}, unshifted: {weak: 0, width: 2}, range: 10};
  const said = coverageTables([together("made", [split, split])]);
  assert.match(said, /\| made \| 0\.9 \| 0\.890 of 200 \| 0\.890 of 200 \| – \| – \|/);
  assert.match(said, /Within 2 points of c over all: 2 of 3; not made at 0\.95 \(-5\.0\)/);
  assert.match(said, /by recognition, where there are at least 100 samples: 2 of 3; not made, strong at 0\.95 \(-5\.0\)/);
  assert.match(said, /Narrower than k-NN's at 0\.9: made\./);
});
