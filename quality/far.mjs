import {random} from "../web/test/data.mjs";

const count = 500;

/**
 * Queries that lie 10⁴ times the range outside: half of them in every feature,
 * each to a random side, the others in one feature alone, the rest being a
 * sample's.
 *
 * @param {number[][]} X
 * @param {number} seed
 * @returns {number[][]}
 */
export function farOutside(X, seed) {
  const next = random(seed);
  const below = (/** @type {number} */ n) => Math.floor(next() * n);
  const ranges = X[0].map((_, j) => {
    const column = X.map((row) => row[j]);
    return column.reduce((a, b) => Math.max(a, b)) - column.reduce((a, b) => Math.min(a, b)) || 1;
  });
  const moved = (/** @type {number[]} */ row, /** @type {number} */ j) => row[j] + (next() < 0.5 ? -1e4 : 1e4) * ranges[j];
  return Array.from({length: count}, (_, i) => {
    const row = X[below(X.length)];
    const one = below(row.length);
    return row.map((v, j) => (i % 2 === 0 || j === one ? moved(row, j) : v));
  });
}
