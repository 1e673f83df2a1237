/** What a wider grid than xaia.tune's could win at best, and what repeating its cross-validation does. */
import * as engine from "./engine.mjs";
import {answers, choices, tuned} from "./knn-choices.mjs";
import {classesOf, encoded, figures} from "./outcomes.mjs";
import {read} from "./sets.mjs";
import {pick, split} from "./splits.mjs";
import {mean} from "./statistics.mjs";

const interpolations = [...[1, 2, 4, 8, 16, 24, 32, 64].map((top) => ({top})), "layerwise"];

/** a1 in q², a2 in q, q being the reach: the preset's, the widths that xaia.tune tries beside it, and others. */
const tunedWidths = [[1 / 9, 0.9], [0.01, 0.3], [0.1, 0.5], [0.3, 0.7], [0.01, 1.2], [0.3, 1.2]];
const widths = [...tunedWidths, [0.02, 0.5], [0.1, 0.7], [0.1, 0.9], [1, 0.5], [1, 0.9], [0.1, 1.8], [1, 1.8]];
const settings = ["minmax", "standard"].flatMap((scale) => widths.map(([a1, a2], width) => ({scale, a1, a2, width})));

/** @typedef {{scale: string, a1: number, a2: number, width: number, interpolation: {top: number} | "layerwise"}} Point */

/** @type {Point[]} */
const points = settings.flatMap((s) => interpolations.map((interpolation) => ({...s, interpolation})));

/** Whether xaia.tune tries it. @param {Point} p */
const tried = ({width, interpolation}) => width < tunedWidths.length && [2, 4, 8, 16, 24].includes(interpolation.top);

/** Cross-validations of each split, with other folds. */
const repeats = 5;

/**
 * @param {string} name
 * @param {{seeds: number[], digits?: number}} extent
 * @param {(what: string) => void} progress
 */
export async function grid(name, {seeds, digits}, progress) {
  const {X, y} = read(name, digits);
  const classes = classesOf(y);
  const measure = classes ? "accuracy" : "rmse";
  const best = classes ? Math.max : Math.min;
  const held = points.map(() => []);
  const knn = choices.map(() => []);
  const chosen = {once: [], repeated: [], byScores: [], knn: []};
  for (const seed of seeds) {
    progress(`${name}, split ${seed}`);
    const rows = split(y, 0.6, seed);
    const [x, t, queries, truth] = [pick(X, rows.fitting), pick(y, rows.fitting), pick(X, rows.held), pick(y, rows.held)];
    (await overGrid(name, {x, t, queries}, classes)).forEach((list, p) => held[p].push(figures(list, encoded(truth, classes))[measure]));
    answers(x, encoded(t, classes), queries).forEach((list, c) => knn[c].push(figures(list, encoded(truth, classes))[measure]));
    const runs = [];
    for (let r = 0; r < repeats; r++) {
      runs.push((await engine.tune(name, x, t, {seed: 100 * r + seed})).scores);
      chosen.knn.push(knn[tuned(x, t, 100 * r + seed)].at(-1));
    }
    const answerOf = async (scores) => {
      const model = await engine.fit(name, x, t, choose(scores, classes !== null).options);
      const found = (await model.evaluate(queries, truth))[measure];
      model.dispose();
      return found;
    };
    const whole = (/** @type {number} */ c) => runs.every((s) => s[c].rowCount === x.length); // seen by all folds
    const averaged = runs[0].map(({options}, c) => ({options, rowCount: whole(c) ? x.length : 0, accuracy: mean(runs.map((s) => s[c].accuracy ?? 0)), rmse: mean(runs.map((s) => s[c].rmse))}));
    for (const run of runs) chosen.once.push(await answerOf(run));
    chosen.repeated.push(await answerOf(averaged));
    chosen.byScores.push(await answerOf(averaged.map((s) => ({...s, accuracy: 0}))));
  }
  /** The best mean in hindsight among some points. */
  const hindsight = (/** @type {(p: Point) => boolean} */ wanted) => best(...held.filter((_, p) => wanted(points[p])).map(mean));
  return {
    name, measure,
    tried: hindsight(tried),
    wide: hindsight((p) => p.interpolation !== "layerwise"),
    layerwise: hindsight((p) => p.interpolation === "layerwise"),
    byTop: interpolations.slice(0, -1).map(({top}) => ({top, value: hindsight((p) => tried({...p, interpolation: {top: 2}}) && p.interpolation.top === top)})),
    knn: {
      minmax: best(...knn.filter((_, c) => choices[c].scale === "minmax").map(mean)),
      both: best(...knn.map(mean)),
      tuned: mean(chosen.knn),
    },
    once: mean(chosen.once), repeated: mean(chosen.repeated), byScores: mean(chosen.byScores),
  };
}

/** xaia.tune's rule. */
const choose = (scores, labels) =>
  scores.filter(({rowCount}) => rowCount === Math.max(...scores.map((s) => s.rowCount))).reduce((a, b) => ((labels && a.accuracy !== b.accuracy ? b.accuracy > a.accuracy : b.rmse < a.rmse) ? b : a));

/** The outcomes of the queries at every point. */
async function overGrid(name, {x, t, queries}, classes) {
  const reach = {};
  for (const scale of ["minmax", "standard"]) {
    const model = await engine.fit(name, x, t, {scale});
    reach[scale] = model.reach;
    model.dispose();
  }
  const list = [];
  for (const {scale, a1, a2} of settings) {
    const q = reach[scale];
    const model = await engine.fit(name, x, t, {scale, settings: {a1: a1 * q ** 2, a2: a2 * q, admission: 0.1, activation: 0.9}});
    for (const interpolation of interpolations) list.push(encoded(await model.predict(queries, {interpolation}), classes));
    model.dispose();
  }
  return list;
}
