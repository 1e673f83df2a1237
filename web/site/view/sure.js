/** How sure an answer is. */
import {asked, packedRows} from "./bench.js";
import {bar, hide, most, reveal, wait} from "./parts.js";
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {fewestLearned} from "./limits.js";
import {calibrated, more} from "./more.js";
import {short} from "../../ui/words.js";

const folds = 5;

/** What says how sure a model's answers are, once that is known. @type {WeakMap<object, (answer: any) => any>} */
const certainties = new WeakMap();
/** What shows how far a model's calibration is. @type {WeakMap<object, HTMLElement>} */
const running = new WeakMap();

/**
 * How sure: the classes, or the interval, that hold the outcome nine times in ten, once the model
 * is calibrated.
 *
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 */
export function showSure({bench, panes, dragging}) {
  const [pane] = panes;
  if (!pane?.answer || !asked(bench)) return hide("how-sure");
  if (dragging) return wait("how-sure");
  const {answer, model} = pane;
  if (answer.recognition === "weak") return reveal("how-sure", title(), element("p", {class: "set", text: "Not sure at all: nothing here is like this."}));
  const scores = pane.bench.classes && answer.scores ? scoreBars(answer.scores, model.classes, pane.bench) : null;
  const sure = certainties.get(model)?.(answer);
  const parts = [...(sure ? sureParts(sure, pane.bench) : []), running.get(model), scores].filter(Boolean);
  reveal("how-sure", ...(parts.length ? [title(), ...parts] : []));
}

const title = () => element("h3", {text: "How sure"});

/** As many digits as an interval of that width can bear. */
const rounded = (v, width) => {
  const digit = width > 0 ? 10 ** Math.max(-12, Math.floor(Math.log10(width)) - 1) : 0;
  return digit > 0 ? Number((Math.round(v / digit) * digit).toPrecision(12)) : v;
};

/** @param {{set?: any[], interval?: [number, number]}} sure what is said of an answer */
export function sureParts({set, interval}, bench) {
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

export const certaintyOf = (model) => certainties.get(model);

/**
 * Fits, or learns what was edited since; which is as sure as the model before.
 *
 * @param {any} xaia
 * @param {{model: any, bench: any} | null | undefined} was undefined: these are a part of the samples, which the page's own engine
 *   fits
 * @param {import("./bench.js").Bench} bench
 * @param {any} options those of fit
 * @returns {Promise<{model: any, learned?: number}>} learned: in so many milliseconds
 */
export async function fitted(xaia, was, bench, options) {
  const part = was === undefined;
  if (part) more().then(({wholeEngine}) => wholeEngine(xaia)).catch(() => {}); // it is there when all are fitted
  const large = !part && bench.X.length >= fewestLearned && (await more());
  const made = large && was && (await large.learned(was.model, was.bench, bench, options));
  if (made && certainties.has(was.model)) certainties.set(made.model, certainties.get(was.model));
  return made || {model: await (large ? await large.wholeEngine(xaia) : xaia).fit(packedRows(bench), bench.y, options)};
}

/** Calibrates the line's model. Tells whether there is something new to show. */
export async function calibrateLine(xaia, bench, model, options, signal) {
  if (bench.X.length < folds || certainties.has(model)) return false;
  const sure = await calibrated(xaia, bench, options, model, {folds, signal}).catch(() => null);
  if (sure) certainties.set(model, sure);
  return Boolean(sure);
}

/**
 * Calibrates the model on the screen.
 *
 * @param {any} xaia
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 * @param {any} options those of fit
 * @param {AbortSignal} signal
 */
export async function calibrateScene(xaia, scene, options, signal) {
  const [pane] = scene.panes;
  if (pane.bench.X.length < folds || certainties.has(pane.model)) return;
  const bar = element("progress", {max: 1, value: 0, "aria-label": "Finding out how sure the answers are"});
  running.set(pane.model, element("p", {class: "note"}, document.createTextNode("Finding out, by leaving samples out … "), bar));
  showSure(scene);
  const engine = pane.bench.X.length < fewestLearned ? xaia : await (await more()).wholeEngine(xaia);
  const sure = await calibrated(engine, pane.bench, options, pane.model, {folds, signal, brief: engine !== xaia, onProgress: (done, total) => Object.assign(bar, {max: total, value: done})})
    .catch(() => null); // ended, or a part can't be fitted
  running.delete(pane.model);
  if (sure) certainties.set(pane.model, sure);
}
