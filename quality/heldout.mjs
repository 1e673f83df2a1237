/** Held-out accuracy or RMSE of every method, split by split. */
import * as engine from "./engine.mjs";
import {answers, choices, tuned} from "./knn-choices.mjs";
import {classesOf, encoded, figures} from "./outcomes.mjs";
import {read} from "./sets.mjs";
import {pick, split} from "./splits.mjs";
import {mean} from "./statistics.mjs";

/** What the methods are called; each has one figure a split. */
export const methods = /** @type {const} */ (["paper", "untouched", "tuned", "knn5", "knnHindsight", "knnHindsightScaled", "knnTuned"]);

/**
 * @typedef {object} HeldOut
 * @property {string} name
 * @property {"accuracy" | "rmse"} measure
 * @property {Record<typeof methods[number], number[]>} figures
 * @property {Record<"knnHindsight" | "knnHindsightScaled", import("./knn-choices.mjs").Choice>} best
 * @property {string[]} chosen what xaia.tune chose, split by split
 */

/**
 * @param {string} name
 * @param {{seeds: number[], digits?: number}} extent
 * @param {(what: string) => void} progress
 * @returns {Promise<HeldOut>}
 */
export async function heldOut(name, {seeds, digits}, progress) {
  const {X, y} = read(name, digits);
  const classes = classesOf(y);
  const measure = classes ? "accuracy" : "rmse";
  const result = Object.fromEntries(methods.map((method) => [method, []]));
  const tunedTo = [];
  /** @type {number[][]} by choice, then split */
  const knn = choices.map(() => []);
  for (const seed of seeds) {
    progress(`${name}, split ${seed}`);
    const rows = split(y, 0.6, seed);
    const [x, t, queries, truth] = [pick(X, rows.fitting), pick(y, rows.fitting), pick(X, rows.held), pick(y, rows.held)];
    const figure = async (chosen) => {
      const model = await engine.fit(name, x, t, chosen);
      const found = (await model.evaluate(queries, truth))[measure];
      model.dispose();
      return found;
    };
    result.paper.push(await figure(engine.paper));
    result.untouched.push(await figure());
    const {options} = await engine.tune(name, x, t, {seed});
    result.tuned.push(await figure(options));
    tunedTo.push(await inReach(name, x, t, options));
    const outcomes = encoded(truth, classes);
    answers(x, encoded(t, classes), queries).forEach((list, c) => knn[c].push(figures(list, outcomes)[measure]));
    result.knnTuned.push(knn[tuned(x, t, seed)].at(-1));
  }
  const sign = classes ? 1 : -1;
  const bestOf = (list) => list.reduce((best, c) => (sign * mean(knn[c]) > sign * mean(knn[best]) ? c : best));
  const all = choices.map((_, c) => c);
  const minmax = all.filter((c) => choices[c].scale === "minmax");
  const chosen = {knnHindsight: bestOf(minmax), knnHindsightScaled: bestOf(all)};
  result.knn5 = knn[minmax.find((c) => choices[c].k === 5 && choices[c].weighting === "uniform")];
  result.knnHindsight = knn[chosen.knnHindsight];
  result.knnHindsightScaled = knn[chosen.knnHindsightScaled];
  const best = {knnHindsight: choices[chosen.knnHindsight], knnHindsightScaled: choices[chosen.knnHindsightScaled]};
  return {name, measure, figures: result, best, chosen: tunedTo};
}

/** Settings in units of the reach that the samples have under their scaling and relevance; the preset's choices are omitted. */
async function inReach(name, X, y, {scale, relevance, settings, interpolation}) {
  const words = [scale ?? "minmax", ...(relevance === undefined ? [] : [`relevance ${relevance}`]), interpolation?.top ?? 8];
  if (settings) {
    const model = await engine.fit(name, X, y, {scale, relevance});
    words.push(`(${Number((settings.a1 / model.reach ** 2).toFixed(2))}, ${Number((settings.a2 / model.reach).toFixed(1))})`);
    model.dispose();
  }
  return words.join(" ");
}
