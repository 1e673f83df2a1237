/** Everything a k-NN can be set to here, and the choice among it by cross-validation. */
import {answer, nearest} from "./knn.mjs";
import {classesOf, encoded, figures} from "./outcomes.mjs";
import {scaling} from "./scaling.mjs";
import {folds, pick} from "./splits.mjs";

const largest = 20;

/** @typedef {{scale: import("./scaling.mjs").Scaling, weighting: import("./knn.mjs").Weighting, k: number}} Choice */

/** @type {Choice[]} */
export const choices = /** @type {const} */ (["minmax", "standard"]).flatMap((scale) =>
  /** @type {const} */ (["uniform", "1/d"]).flatMap((weighting) => Array.from({length: largest}, (_, i) => ({scale, weighting, k: i + 1}))),
);

/**
 * The answers to the queries under every choice.
 *
 * @param {number[][]} X
 * @param {number[][]} outcomes
 * @param {number[][]} queries
 * @returns {number[][][]} by choice, then query
 */
export function answers(X, outcomes, queries) {
  const near = Object.fromEntries(
    ["minmax", "standard"].map((scale) => {
      const scaled = scaling(/** @type {any} */ (scale), X);
      return [scale, nearest(scaled(X), scaled(queries), largest)];
    }),
  );
  return choices.map(({scale, weighting, k}) => near[scale].map((neighbours) => answer(neighbours, outcomes, k, weighting)));
}

/**
 * The number of the choice that does best on folds it has not seen, by the rule of
 * xaia.tune: the highest accuracy, of equals the lowest RMSE of the scores, then
 * the first; for numbers the lowest RMSE.
 *
 * @param {number[][]} X
 * @param {(string | number)[]} y
 * @param {number} seed
 */
export function tuned(X, y, seed) {
  const classes = classesOf(y);
  const outcomes = encoded(y, classes);
  const fold = folds(y, 5, seed);
  const rows = y.map((_, i) => i);
  const all = choices.map(() => new Array(y.length));
  for (let f = 0; f < 5; f++) {
    const rest = rows.filter((i) => fold[i] !== f);
    const held = rows.filter((i) => fold[i] === f);
    answers(pick(X, rest), pick(outcomes, rest), pick(X, held)).forEach((list, c) => held.forEach((row, i) => (all[c][row] = list[i])));
  }
  const scores = all.map((list) => figures(list, outcomes));
  const better = (a, b) => (classes && a.accuracy !== b.accuracy ? a.accuracy > b.accuracy : a.rmse < b.rmse);
  return scores.reduce((best, score, c) => (better(score, scores[best]) ? c : best), 0);
}
