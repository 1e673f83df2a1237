/** Outlier detection with one class held out, and what happens far outside. */
import {auroc} from "./auroc.mjs";
import * as engine from "./engine.mjs";
import {farOutside} from "./far.mjs";
import {isolation} from "./forest.mjs";
import {nearest} from "./knn.mjs";
import {scaling} from "./scaling.mjs";
import {read} from "./sets.mjs";
import {pick, split} from "./splits.mjs";
import {mean} from "./statistics.mjs";

/**
 * @typedef {{auroc: number, weakKnown: number, weakOutliers: number, farHits: number, farWeak: number}} Preset shares, means over classes and seeds
 * @typedef {{name: string, xaia: Preset, paper: Preset, nearest: number, forest: number, byClass: {left: string, xaia: number, nearest: number, forest: number}[]}} Outliers
 */

/**
 * @param {string} name
 * @param {{seeds: number[], digits?: number}} extent
 * @param {(what: string) => void} progress
 * @returns {Promise<Outliers>}
 */
export async function outliers(name, {seeds, digits}, progress) {
  const {X, y} = read(name, digits);
  const measured = {left: [], xaia: [], paper: [], nearest: [], forest: []};
  for (const seed of seeds) {
    for (const left of new Set(y)) {
      progress(`${name} without ${left}, seed ${seed}`);
      const rows = y.flatMap((c, i) => (c === left ? [] : [i]));
      const halves = split(pick(y, rows), 0.5, seed);
      const fitting = pick(rows, halves.fitting);
      const queries = {X: pick(X, fitting), y: pick(y, fitting), known: pick(X, pick(rows, halves.held)), outliers: X.filter((_, i) => y[i] === left)};
      measured.left.push(left);
      measured.xaia.push(await preset(name, queries, {}, seed));
      measured.paper.push(await preset(name, queries, engine.paper, seed));
      const scaled = scaling("minmax", queries.X);
      const near = (list) => nearest(scaled(queries.X), scaled(list), 1).map(([{distance}]) => distance);
      measured.nearest.push(auroc(near(queries.known), near(queries.outliers)));
      const scores = isolation(queries.X, [...queries.known, ...queries.outliers], seed);
      measured.forest.push(auroc(scores.slice(0, queries.known.length), scores.slice(queries.known.length)));
    }
  }
  const means = (list) => Object.fromEntries(Object.keys(list[0]).map((key) => [key, mean(list.map((m) => m[key]))]));
  const byClass = [...new Set(measured.left)].sort().map((left) => {
    const of = (list) => mean(list.filter((_, i) => measured.left[i] === left));
    return {left, xaia: of(measured.xaia.map((p) => p.auroc)), nearest: of(measured.nearest), forest: of(measured.forest)};
  });
  return {name, byClass, xaia: means(measured.xaia), paper: means(measured.paper), nearest: mean(measured.nearest), forest: mean(measured.forest)};
}

/** @returns {Promise<Preset>} */
async function preset(name, {X, y, known, outliers}, options, seed) {
  const model = await engine.fit(name, X, y, options);
  const [inside, outside] = [await model.outOfDistribution(known), await model.outOfDistribution(outliers)];
  const far = farOutside(X, seed);
  const {rowCount, exclusive} = await model.evaluate(far, far.map(() => y[0]));
  const farWeak = share(await model.outOfDistribution(far));
  model.dispose();
  const score = (list) => list.map((j) => 1 - j.familiarity);
  return {auroc: auroc(score(inside), score(outside)), weakKnown: share(inside), weakOutliers: share(outside), farHits: exclusive.rowCount / rowCount, farWeak};
}

/** The share of the rows judged out of distribution. */
const share = (list) => mean(list.map((j) => Number(j.out)));
