/** How sure an answer is: the classes, or the interval, that hold the outcome nine times in ten, once the model is calibrated. */
import {asked, packedRows} from "./bench.js";
import {bar, fill, most} from "./parts.js";
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {fewestLearned} from "./limits.js";
import {mistaken} from "../../scene/answer.js";
import {more} from "./more.js";
import {oneRow} from "../../figures/samples.js";
import {short} from "../../ui/words.js";

const folds = 5;
/** Of more samples each half is left out once: five fits, and as many answers, would take too long. */
const many = 2000;

/** Of models, the calibrated one that answers alike, and what shows how far its calibration is. @type {WeakMap<object, {sure?: any, progress?: HTMLElement}>} */
const cache = new WeakMap();

/** The model that says how sure it is where another one answers alike; itself, if it does or there is none yet. */
export const calibratedOf = (model) => cache.get(model)?.sure ?? model;

export function showSure({bench, panes: [pane], dragging}) {
  const row = asked(bench);
  const answer = row && pane?.answer;
  const model = answer && calibratedOf(pane.model);
  const under = answer && cache.get(pane.model)?.progress;
  return fill("how-sure", answer && [answer, model, under], !dragging && (async () => {
    if (answer.recognition === "weak") return [title(), element("p", {class: "set", text: "Not sure at all: nothing here is like this."})];
    if (mistaken(answer, {preset: pane.preset, layers: pane.model.layers})) return [title(), element("p", {class: "set", text: "No promise holds here: nothing that it learned is like this."})];
    const sure = model.calibration && (await model.explain(oneRow(row)).catch(() => null)); // null: it is gone
    const scores = pane.bench.classes && answer.scores ? scoreBars(answer.scores, model.classes, pane.bench) : null;
    const parts = [...(sure ? sureParts(sure, pane.bench) : []), under, scores].filter(Boolean);
    return parts.length ? [title(), ...parts] : [];
  }));
}

const title = () => element("h3", {text: "How sure"});

/** As many digits as an interval of that width can bear. */
const rounded = (v, width) => {
  const digit = width > 0 ? 10 ** Math.max(-12, Math.floor(Math.log10(width)) - 1) : 0;
  return digit > 0 ? Number((Math.round(v / digit) * digit).toPrecision(12)) : v;
};

/** @param {{set?: any[], interval?: [number, number]}} sure what is said of an answer */
function sureParts({set, interval}, bench) {
  if (set) {
    const keys = set.flatMap((label, i) => [i ? document.createTextNode(i === set.length - 1 ? " or " : ", ") : null, classKey(bench.classes, String(label))]).filter(Boolean);
    const all = set.length === bench.classes.length && set.length > 1;
    return [element("p", {class: "set"}, ...keys, all && document.createTextNode(": it can't tell")), !all && often()].filter(Boolean);
  }
  if (!interval) return [];
  const [low, high] = interval;
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [element("p", {class: "set", text: "Unlimited: there are too few samples."})];
  return [element("p", {class: "set", text: `between ${short(rounded(low, high - low))} and ${short(rounded(high, high - low))}`}), often()];
}

/** What is promised of a set or an interval. */
const often = () => element("p", {class: "note", text: "right 9 times in 10, for points like these"});

/** The model's classes, in its order: the bench may have one that no sample is of yet. */
function scoreBars(scores, known, {classes}) {
  const rows = known.map((label, i) => ({label: String(label), score: scores[i]})).sort((a, b) => b.score - a.score).slice(0, most);
  return element("dl", {class: "why scores"}, ...rows.flatMap(({label, score}) => [element("dt", {}, classKey(classes, label)), element("dd", {}, bar(score)), element("dd", {text: score.toFixed(2)})]));
}

/**
 * Fits, or learns what was edited since; what was learned by a calibrated model is calibrated.
 *
 * @param {any} xaia @param {{model: any, bench: any} | null | undefined} was undefined: these are a part, which the page's own engine fits
 * @param {import("./bench.js").Bench} bench @param {any} options those of fit
 * @returns {Promise<{model: any, learned?: number}>} learned: in so many milliseconds
 */
export async function fitted(xaia, was, bench, options) {
  const part = was === undefined;
  if (part) more().then(({wholeEngine}) => wholeEngine(xaia)).catch(() => {}); // it is there when all are fitted
  const large = !part && bench.X.length >= fewestLearned && (await more());
  const made = large && was && (await large.learned(calibratedOf(was.model), was.bench, bench, options));
  return made || {model: await (large ? await large.wholeEngine(xaia) : xaia).fit(packedRows(bench), bench.y, options)};
}

/** Has a learner ready for the next edit, where a fit takes seconds. */
export const prepareLearner = async (model, bench, signal) => bench.X.length < fewestLearned || (await more()).prepareLearner(calibratedOf(model), bench, signal);

/** Calibrates a model. @returns {Promise<any>} null: it was before, or can't be @param {HTMLProgressElement} [bar] */
export async function calibrate(model, signal, bar = undefined) {
  if (model.sampleCount < folds || calibratedOf(model).calibration) return null;
  const onProgress = bar && (({done, total}) => Object.assign(bar, {max: total, value: done}));
  // Only the whole engine, which large tables have, can be helped.
  const workers = model.sampleCount < fewestLearned ? 1 : undefined;
  const made = await model.calibrate({folds: model.sampleCount > many ? 2 : folds, workers, signal, ...(bar && {onProgress})}).catch(() => null); // ended, or a part can't be fitted
  if (made) cache.set(model, {sure: made});
  return made;
}

/** Calibrates the model on the screen, and shows how far that is. */
export async function calibrateScene(scene, signal) {
  const [{model}] = scene.panes;
  const bar = element("progress", {max: 1, value: 0, "aria-label": "Finding out how sure the answers are"});
  const before = cache.get(model);
  cache.set(model, {...before, progress: element("p", {class: "note"}, document.createTextNode("Finding out, by leaving samples out … "), bar)});
  showSure(scene);
  const made = await calibrate(model, signal, bar);
  if (!made) cache.set(model, before);
  return made;
}
