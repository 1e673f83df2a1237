/** A straight line, and logistic regression, on standardised features. */
import {scaling} from "./scaling.mjs";

/**
 * Solves A S = B for a symmetric positive definite A, by Cholesky's factors.
 *
 * @param {number[][]} A
 * @returns {(B: number[][]) => number[][]}
 */
function solver(A) {
  const L = A.map(() => new Float64Array(A.length));
  for (let i = 0; i < A.length; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i][j];
      for (let m = 0; m < j; m++) sum -= L[i][m] * L[j][m];
      L[i][j] = i === j ? Math.sqrt(sum) : sum / L[j][j];
    }
  }
  return (B) => {
    const S = B.map((row) => [...row]);
    for (let o = 0; o < S[0].length; o++) {
      for (let i = 0; i < S.length; i++) {
        for (let m = 0; m < i; m++) S[i][o] -= L[i][m] * S[m][o];
        S[i][o] /= L[i][i];
      }
      for (let i = S.length - 1; i >= 0; i--) {
        for (let m = i + 1; m < S.length; m++) S[i][o] -= L[m][i] * S[m][o];
        S[i][o] /= L[i][i];
      }
    }
    return S;
  };
}

const times = (/** @type {number[][]} */ A, /** @type {number[][]} */ B) =>
  A.map((row) => B[0].map((_, o) => row.reduce((sum, v, m) => sum + v * B[m][o], 0)));
const transposed = (/** @type {number[][]} */ A) => A[0].map((_, j) => A.map((row) => row[j]));
const plus = (/** @type {number[][]} */ A, /** @type {number} */ by, /** @type {number[][]} */ B) => A.map((row, i) => row.map((v, o) => v + by * B[i][o]));

/** XᵀX times by, and so much more on the diagonal but for the constant's place, the last. */
const gram = (/** @type {number[][]} */ columns, /** @type {number} */ by, /** @type {number} */ more) =>
  columns.map((a, i) => columns.map((b, j) => by * a.reduce((sum, v, m) => sum + v * b[m], 0) + (i === j ? (i + 1 < columns.length ? more : 1e-9) : 0)));

/** A tiny ridge decides between the columns of a text, which sum to 1. @param {number[][]} X @param {number[][]} outcomes @param {number[][]} queries */
export function line(X, outcomes, queries) {
  const scaled = scaling("standard", X);
  const [x, q] = [X, queries].map((rows) => scaled(rows).map((row) => [...row, 1]));
  const columns = transposed(x);
  return times(q, solver(gram(columns, 1, 1e-8 * X.length))(times(columns, outcomes)));
}

/**
 * Logistic regression for several classes, with scikit-learn's default penalty of
 * half the squared weights. Each step minimises a quadratic that lies above the
 * objective (Böhning 1992), from where Nesterov's momentum leads.
 *
 * @param {number[][]} X @param {number[][]} outcomes @param {number[][]} queries
 */
export function logistic(X, outcomes, queries) {
  const scaled = scaling("standard", X);
  const [x, q] = [X, queries].map((rows) => scaled(rows).map((row) => [...row, 1]));
  const columns = transposed(x);
  const solve = solver(gram(columns, 0.5, 1));
  let weights = columns.map(() => outcomes[0].map(() => 0));
  let ahead = weights;
  for (let t = 0; t < 200; t++) {
    const rest = plus(outcomes, -1, times(x, ahead).map(shares));
    const slope = times(columns, rest).map((row, j) => (j + 1 < columns.length ? row.map((v, o) => v - ahead[j][o]) : row));
    const then = plus(ahead, 1, solve(slope));
    ahead = plus(then, t / (t + 3), plus(then, -1, weights));
    weights = then;
  }
  return times(q, weights).map(shares);
}

/** @param {number[]} scores */
function shares(scores) {
  const most = Math.max(...scores);
  const exps = scores.map((v) => Math.exp(v - most));
  const sum = exps.reduce((a, b) => a + b);
  return exps.map((e) => e / sum);
}
