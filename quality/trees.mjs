/**
 * A random forest and gradient boosting in the plain, with the defaults of
 * scikit-learn: 100 trees; the forest's grown to the end on bootstrap samples,
 * classes looking at √n features a split; boosting's of depth 3 at rate 0.1.
 * Outcomes are rows of numbers, labels one-hot: the squared error that a split saves
 * is then the Gini impurity's fall.
 *
 * npm's ml-random-forest is no substitute: its time grows with the square of the
 * rows, 4 s for 10 trees on 600 diamonds.
 *
 * @typedef {{value: number[]} | {feature: number, threshold: number, left: Tree, right: Tree}} Tree
 */
import {random} from "../web/test/data.mjs";
import {winner} from "./outcomes.mjs";

const trees = 100;

/** Rows by each feature, so that no node has to sort. @param {number[][]} X */
export function sorted(X) {
  const columns = X[0].map((_, j) => Float64Array.from(X, (row) => row[j]));
  return {columns, orders: columns.map((column) => Int32Array.from(column, (_, i) => i).sort((a, b) => column[a] - column[b]))};
}

/**
 * @param {{columns: Float64Array[], orders: Int32Array[]}} data
 * @param {number[][]} outcomes
 * @param {{counts?: Float64Array, features?: number, depth?: number, next?: () => number, leaf?: (rows: Int32Array) => number[]}} options
 *   how often each row counts; features looked at a split; what a leaf answers, if not the mean
 * @returns {Tree}
 */
export function grow({columns, orders}, outcomes, {counts, features = columns.length, depth = Infinity, next, leaf}) {
  const k = outcomes[0].length;
  const weight = counts ?? new Float64Array(outcomes.length).fill(1);
  const weighted = new Float64Array(outcomes.length * k);
  outcomes.forEach((outcome, row) => outcome.forEach((v, o) => (weighted[row * k + o] = weight[row] * v)));
  const isLeft = new Uint8Array(outcomes.length);
  const order = columns.map((_, j) => j);
  const [total, left] = [new Float64Array(k), new Float64Array(k)];

  const node = (/** @type {Int32Array[]} */ lists, /** @type {number} */ depth) => {
    const rows = lists[0];
    const first = outcomes[rows[0]];
    let [size, same] = [0, true];
    total.fill(0);
    for (const row of rows) {
      size += weight[row];
      for (let o = 0; o < k; o++) {
        total[o] += weighted[row * k + o];
        same &&= outcomes[row][o] === first[o];
      }
    }
    const best = depth > 0 && !same ? split(lists, size) : null;
    if (!best) return {value: leaf ? leaf(rows) : Array.from(total, (sum) => sum / size)};
    const column = columns[best.feature];
    let lefts = 0;
    for (const row of rows) lefts += isLeft[row] = Number(column[row] <= best.threshold);
    const parts = [lists.map(() => new Int32Array(lefts)), lists.map(() => new Int32Array(rows.length - lefts))];
    lists.forEach((list, j) => {
      const [yes, no] = [parts[0][j], parts[1][j]];
      for (let i = 0, l = 0, r = 0; i < list.length; i++) {
        if (isLeft[list[i]]) yes[l++] = list[i];
        else no[r++] = list[i];
      }
    });
    return {...best, left: node(parts[0], depth - 1), right: node(parts[1], depth - 1)};
  };

  const split = (/** @type {Int32Array[]} */ lists, /** @type {number} */ size) => {
    let [best, saved, looked] = [null, -1, 0];
    for (let d = 0; d < order.length && looked < features; d++) {
      if (next) {
        const e = d + Math.floor(next() * (order.length - d));
        [order[d], order[e]] = [order[e], order[d]];
      }
      const feature = order[d];
      const [list, column] = [lists[feature], columns[feature]];
      const last = list.length - 1;
      // Constant features don't count as looked at.
      if (column[list[0]] === column[list[last]]) continue;
      looked++;
      left.fill(0);
      let before = 0;
      for (let i = 0; i < last; i++) {
        const row = list[i];
        before += weight[row];
        for (let o = 0; o < k; o++) left[o] += weighted[row * k + o];
        const [here, then] = [column[row], column[list[i + 1]]];
        if (here === then) continue;
        let score = 0;
        for (let o = 0; o < k; o++) {
          const rest = total[o] - left[o];
          score += (left[o] * left[o]) / before + (rest * rest) / (size - before);
        }
        if (score <= saved) continue;
        saved = score;
        best = {feature, threshold: (here + then) / 2 < then ? (here + then) / 2 : here};
      }
    }
    return best;
  };
  return node(counts ? orders.map((list) => list.filter((row) => counts[row] > 0)) : orders, depth);
}

/** @param {Tree} tree @param {number[]} x */
export function leafOf(tree, x) {
  while ("left" in tree) tree = x[tree.feature] <= tree.threshold ? tree.left : tree.right;
  return tree.value;
}

/** @param {number[][]} X @param {number[][]} outcomes @param {boolean} classes @param {number[][]} queries @param {number} seed */
export function forest(X, outcomes, classes, queries, seed) {
  const data = sorted(X);
  const next = random(seed);
  const answers = queries.map(() => outcomes[0].map(() => 0));
  const features = classes ? Math.max(1, Math.floor(Math.sqrt(X[0].length))) : X[0].length;
  for (let t = 0; t < trees; t++) {
    const counts = new Float64Array(X.length);
    for (let i = 0; i < X.length; i++) counts[Math.floor(next() * X.length)]++;
    const tree = grow(data, outcomes, {counts, features, next});
    queries.forEach((x, i) => leafOf(tree, x).forEach((v, o) => (answers[i][o] += v / trees)));
  }
  return answers;
}

/** @param {number[][]} scores in place */
const softmax = (scores) => scores.map((row) => {
  const exps = row.map((v) => Math.exp(v - row[winner(row)]));
  const sum = exps.reduce((a, b) => a + b);
  return exps.map((e) => e / sum);
});

/**
 * Numbers: a tree a round for what is left of each output. Classes: a tree a round
 * and class for the gradient of the log likelihood, its leaves one Newton step.
 *
 * @param {number[][]} X @param {number[][]} outcomes @param {boolean} classes @param {number[][]} queries
 */
export function boosting(X, outcomes, classes, queries) {
  const data = sorted(X);
  const k = outcomes[0].length;
  const means = outcomes[0].map((_, o) => outcomes.reduce((sum, row) => sum + row[o], 0) / outcomes.length);
  const start = classes ? means.map(Math.log) : means;
  const [fitted, answers] = [X.map(() => [...start]), queries.map(() => [...start])];
  for (let t = 0; t < trees; t++) {
    const expected = classes ? softmax(fitted) : fitted.map((row) => [...row]);
    for (let o = 0; o < k; o++) {
      const rest = outcomes.map((row, i) => [row[o] - expected[i][o]]);
      const step = (/** @type {Int32Array} */ rows) => {
        const sum = rows.reduce((s, row) => s + rest[row][0], 0);
        const curvature = rows.reduce((s, row) => s + Math.abs(rest[row][0]) * (1 - Math.abs(rest[row][0])), 0);
        return [curvature < 1e-150 ? 0 : ((k - 1) / k) * (sum / curvature)];
      };
      const tree = grow(data, rest, {depth: 3, leaf: classes ? step : undefined});
      X.forEach((x, i) => (fitted[i][o] += 0.1 * leafOf(tree, x)[0]));
      queries.forEach((x, i) => (answers[i][o] += 0.1 * leafOf(tree, x)[0]));
    }
  }
  return classes ? softmax(answers) : answers;
}
