/**
 * The usual alternatives, for comparison, on the same points and with columns on the same range: k nearest neighbours, a
 * straight line, the most frequent class. Plain; of many points a part is asked about, or learned from.
 */
import {scaler} from "./distances.js";
import {spread} from "../../scene/plane.js";
import {counted} from "./guess.js";

/** So many products at most; k nearest neighbours take O(N M n), a line O(N n²). */
const budget = 3e8;

/** The k nearest rows of X for each query, nearest first. */
function nearest(X, queries, k) {
  return queries.map((q) => {
    const best = [];
    X.forEach((x, i) => {
      let d = 0;
      const most = best.length === k ? best[k - 1].d : Infinity;
      for (let j = 0; j < x.length && d < most; j++) d += (x[j] - q[j]) ** 2;
      if (d >= most) return;
      let place = best.length;
      while (place > 0 && best[place - 1].d > d) place--;
      best.splice(place, 0, {d, i});
      if (best.length > k) best.pop();
    });
    return best.map((b) => b.i);
  });
}

function answer(neighbours, y, classes) {
  if (!classes) return neighbours.reduce((sum, i) => sum + y[i], 0) / neighbours.length;
  return [...counted(neighbours.map((i) => y[i]))].reduce((best, next) => (next[1] > best[1] ? next : best))[0]; // of equal counts the nearer one
}

/** How many neighbours are tried, the fewest first. */
export const counts = [1, 5, 15];

/**
 * The answers of nearest neighbours, for each of these counts. Each of the alternatives here gives such a list; the others
 * have one way only.
 *
 * @param {{X: number[][], y: any[], classes: any[] | null}} fit
 * @param {number[][]} queries
 * @returns {{answers: any[], of?: number[]}[]} of: the queries that were asked, where these are some
 */
export function neighbours({X, y, classes}, queries) {
  const of = spread(queries.length, budget / 3 / (X.length * X[0].length));
  const found = nearest(X, of.map((i) => queries[i]), Math.min(counts.at(-1), X.length));
  return counts.map((k) => ({of, answers: found.map((list) => answer(list.slice(0, k), y, classes))}));
}

/** The class that is met most often, whatever is asked. */
export function frequentClass({y}, queries) {
  const most = answer(y.map((_, i) => i), y, true);
  return [{answers: queries.map(() => most)}];
}

/** Least squares on the columns and a constant. A little of the diagonal is added, since columns made of one column of texts sum to a constant. */
export function straightLine({X, y}, queries) {
  const n = X[0].length + 1;
  const rows = spread(X.length, budget / 10 / n ** 2);
  const at = (x, k) => (k < n - 1 ? x[k] : 1);
  const A = Array.from({length: n}, () => new Float64Array(n + 1));
  for (const i of rows) {
    for (let a = 0; a < n; a++) {
      const v = at(X[i], a);
      if (v === 0) continue;
      for (let b = 0; b < n; b++) A[a][b] += v * at(X[i], b);
      A[a][n] += v * y[i];
    }
  }
  for (let a = 0; a < n; a++) A[a][a] += 1e-8 * rows.length;
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      const f = b === a ? 0 : A[b][a] / A[a][a];
      if (f !== 0) for (let c = a; c <= n; c++) A[b][c] -= f * A[a][c];
    }
  }
  const w = A.map((row, a) => row[n] / row[a]);
  return [{answers: queries.map((x) => w.reduce((sum, v, k) => sum + v * at(x, k), 0))}];
}

/** What one of these, fitted on some samples, says of others; the columns are scaled by those it is fitted on. */
export function foldScores(fit, test, model) {
  const apply = scaler(fit.X, "minmax");
  return model({...fit, X: fit.X.map(apply)}, test.X.map(apply));
}

/** Accuracy for classes, RMSE for values; of the answers to all rows, or to some. @param {{answers: ArrayLike<any>, of?: number[]}} said */
export function score({answers, of}, truth, classes) {
  const mean = (part) => Array.from(answers, (a, i) => part(a, truth[of ? of[i] : i])).reduce((sum, v) => sum + v, 0) / answers.length;
  return classes ? mean((a, t) => Number(a === t)) : Math.sqrt(mean((a, t) => (a - t) ** 2));
}

/** The standard deviation of folds' figures. */
export function deviation(figures) {
  const mean = figures.reduce((a, b) => a + b) / figures.length;
  return Math.sqrt(figures.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (figures.length - 1));
}
