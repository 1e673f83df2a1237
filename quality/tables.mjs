/** Held-out figures of xaia and its rivals on the real tables, a made one, and the six sets, split by split. */
import * as xaia from "../dist/npm/xaia.mjs";
import {paper} from "./engine.mjs";
import {histogramBoosting} from "./histogram.mjs";
import {answers, choices, tuned} from "./knn-choices.mjs";
import {line, logistic} from "./linear.mjs";
import {classesOf, encoded, figures} from "./outcomes.mjs";
import {boundedSplit, readAny} from "./real.mjs";
import {pick} from "./splits.mjs";
import {mean} from "./statistics.mjs";
import {boosting, forest} from "./trees.mjs";

export const methods = /** @type {const} */ ([
  "paper", "plain", "before", "untouched", "tuned", "knnTuned", "knnHindsight", "linear", "forest", "boosting", "histogram",
]);

/**
 * @typedef {object} Split
 * @property {"accuracy" | "rmse"} measure
 * @property {Record<Exclude<typeof methods[number], "knnHindsight">, number>} figures
 * @property {number[]} knn a figure a choice
 * @property {{fitted: number, features: number}} size
 * @property {boolean} learned whether "auto" learned relevance
 */

/**
 * @typedef {object} Compared
 * @property {string} name
 * @property {"accuracy" | "rmse"} measure
 * @property {Record<typeof methods[number], number[]>} figures one a split
 * @property {{fitted: number, features: number}} size
 * @property {import("./knn-choices.mjs").Choice} best k-NN in hindsight
 * @property {number} learned in how many splits
 */

/**
 * The features that the engine made of row objects, for its rivals: a text one-hot,
 * a missing value as the fit has it.
 *
 * @param {import("../web/package/xaia.d.ts").Column[] | undefined} columns
 * @param {any[]} X
 * @returns {number[][]}
 */
export function features(columns, X) {
  if (!columns?.[0].name) return X;
  return X.map((row) =>
    columns.flatMap(({name, categories, means}) => {
      const value = row[name];
      if (value === null || value === undefined || Number.isNaN(value)) return means;
      return categories ? categories.map((c) => Number(c === value)) : [Number(value)];
    }),
  );
}

/**
 * Every method on one seeded split.
 *
 * @param {string} name
 * @param {number} seed
 * @param {number} [digits]
 * @returns {Promise<Split>}
 */
export async function measured(name, seed, digits) {
  const {X, y} = readAny(name, digits);
  const classes = classesOf(y);
  const measure = classes ? "accuracy" : "rmse";
  const common = {duplicates: classes ? "majority" : "mean", missing: "mean"};
  const rows = boundedSplit(y, seed);
  const [x, t, queries, truth] = [pick(X, rows.fitting), pick(y, rows.fitting), pick(X, rows.held), pick(y, rows.held)];
  const fitted = async (/** @type {object} */ options) => {
    const model = await xaia.fit(x, t, {...common, ...options});
    const {[measure]: figure} = await model.evaluate(queries, truth);
    const {columns, report} = model;
    model.dispose();
    return {figure, columns, report};
  };
  const untouched = await fitted({relevance: "auto"});
  const chosen = (await xaia.tune(x, t, {...common, seed})).options;

  const [from, asked] = [features(untouched.columns, x), features(untouched.columns, queries)];
  const [outcomes, outcome] = [encoded(t, classes), encoded(truth, classes)];
  const judged = (/** @type {number[][]} */ list) => figures(list, outcome)[measure];
  const histogram = histogramBoosting(from, outcomes, classes !== null, asked, seed);
  const knn = answers(from, outcomes, asked).map(judged);
  return {
    measure,
    figures: {
      paper: (await fitted(paper)).figure,
      plain: (await fitted({relevance: false, interpolation: {top: 8}})).figure,
      before: (await fitted({relevance: "auto", interpolation: {top: 8}})).figure,
      untouched: untouched.figure,
      tuned: (await fitted(chosen)).figure,
      knnTuned: knn[tuned(from, t, seed)],
      linear: judged((classes ? logistic : line)(from, outcomes, asked)),
      forest: judged(forest(from, outcomes, classes !== null, asked, seed)),
      boosting: judged(boosting(from, outcomes, classes !== null, asked)),
      histogram: histogram ? judged(histogram) : NaN,
    },
    knn,
    size: {fitted: x.length, features: from[0].length},
    learned: untouched.relevance !== null,
  };
}

/** The splits of one table together. @param {string} name @param {Split[]} splits @returns {Compared} */
export function compared(name, splits) {
  const {measure, size} = splits[0];
  const sign = measure === "accuracy" ? 1 : -1;
  const inSplits = (/** @type {number} */ c) => splits.map((s) => s.knn[c]);
  const best = choices.reduce((b, _, c) => (sign * mean(inSplits(c)) > sign * mean(inSplits(b)) ? c : b), 0);
  const of = (/** @type {string} */ method) => (method === "knnHindsight" ? inSplits(best) : splits.map((s) => s.figures[method]));
  const found = Object.fromEntries(methods.map((method) => [method, of(method)]));
  return {name, measure, figures: /** @type {any} */ (found), size, best: choices[best], learned: splits.filter((s) => s.learned).length};
}
