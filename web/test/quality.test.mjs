// What would distort the tables of docs/quality.md without a word.
import assert from "node:assert/strict";
import {createRequire} from "node:module";
import {test} from "node:test";
import {auroc} from "../../quality/auroc.mjs";
import {farOutside} from "../../quality/far.mjs";
import {choices, tuned} from "../../quality/knn-choices.mjs";
import {answer, distance, nearest} from "../../quality/knn.mjs";
import {classesOf, encoded, winner} from "../../quality/outcomes.mjs";
import {scaling} from "../../quality/scaling.mjs";
import {folds, pick, split} from "../../quality/splits.mjs";
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

test("the nearest are those of a full sort, and 1/d weighs by their distances", () => {
  const X = [[0], [3], [1], [1]];
  const [neighbours] = nearest(X, [[0.5]], 4);
  assert.deepEqual(neighbours.map((n) => n.row), [0, 2, 3, 1]);
  assert.deepEqual(answer(neighbours, [[4], [0], [1], [0]], 3, "1/d"), [5 / 3]);
  assert.deepEqual(answer(nearest(X, [[1]], 3)[0], [[9], [9], [1], [2]], 3, "1/d"), [1.5]);
  assert.equal(distance([0, 3], [4, 0]), 5);
});

test("a scaling is that of the fitting part alone", () => {
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

test("k-NN is not tuned on the samples it is asked about: pure noise asks for many neighbours", () => {
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
