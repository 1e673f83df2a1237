/**
 * Why an answer came out, and how sure it is: what the model says of it beyond the
 * samples behind it. Each part is shown where the model offers it.
 */
import {plural, short} from "./answer.js";
import {asked} from "./bench.js";
import {classKey, element} from "./menu.js";

const place = (id) => document.getElementById(id);
const hide = (id) => {
  place(id).hidden = true;
  place(id).replaceChildren();
};
const bar = (part) => {
  const b = element("span", {class: "bar", "aria-hidden": "true"});
  b.style.setProperty("--part", String(part));
  return b;
};
const outcome = (bench, value) => (bench.classes && value !== null ? classKey(bench.classes, String(value)) : document.createTextNode(value === null ? "none" : short(value)));

/** Columns beyond so many are counted. */
const most = 6;
/** Up to so many samples the model is calibrated without being asked for: it takes a fit a fold. */
const mostCalibrated = 1000;
const folds = 5;

let asking = 0;
let asked90 = 0;

/**
 * Why: the columns' shares of the distance, and what one of them did to the answer.
 *
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 */
export async function showWhy({bench, panes, dragging}) {
  const turn = ++asking;
  const [pane] = panes;
  const row = asked(bench);
  if (!pane?.answer || !row) return hide("why");
  if (dragging) return;
  const why = await pane.model.attributions(row).catch(() => null); // the model is gone, or has none
  if (turn !== asking) return;
  if (!why || !pane.answer.neurons.length) return hide("why");
  place("why").hidden = false;
  place("why").replaceChildren(...whyParts(why, pane.bench));
}

/** @param {any} why what attributions gave */
export function whyParts(why, bench) {
  const nameOf = (c) => (typeof c.column === "number" ? bench.columns[c.column] : c.column);
  // A text column is one, all its features together.
  const sums = new Map();
  for (const c of why.columns) sums.set(nameOf(c).split(" = ")[0], (sums.get(nameOf(c).split(" = ")[0]) ?? 0) + c.share);
  const shares = [...sums, ["fingerprint", why.fingerprint]].map(([name, share]) => ({name, share})).sort((a, b) => b.share - a.share);
  const shown = shares.slice(0, most).filter((s) => s.share > 0);
  const rest = shares.slice(most).filter((s) => s.share >= 0.005);
  const list = element("dl", {class: "why"}, ...shown.flatMap(({name, share}) => [element("dt", {text: name}), element("dd", {}, bar(share)), element("dd", {text: share.toFixed(2)})]));
  // One feature of a text by itself would be no row of the table.
  const changed = strongest({...why, columns: why.columns.filter((c) => !nameOf(c).includes(" = "))}, bench);
  return [
    element("h3", {}, document.createTextNode("Why "), element("small", {text: shown.length ? "share of the distance" : ""})),
    shown.length ? list : element("p", {class: "note", text: "It is one of the samples: nothing lies between."}),
    rest.length > 0 && element("p", {class: "note", text: `${plural(rest.length, "column")} more, ${short(rest.reduce((sum, r) => sum + r.share, 0))} together.`}),
    changed && element("p", {class: "change"}, document.createTextNode(`With a typical ${nameOf(changed)} (${short(changed.typical)}) the answer would be `), outcome(bench, changed.effect.value),
      document.createTextNode(`, familiarity ${short(changed.effect.familiarity)}.`)),
  ].filter(Boolean);
}

/** The column without which the answer would be most different: another class, or the farthest value. */
function strongest({columns, value}, {classes}) {
  const by = ({effect}) => {
    if (classes) return effect.value === value ? 0 : 1 + (1 - (effect.score ?? 0));
    return typeof effect.value === "number" && typeof value === "number" ? Math.abs(effect.value - value) : 0;
  };
  const [first] = columns.filter((c) => by(c) > 0).sort((a, b) => by(b) - by(a));
  return first ?? null;
}

/** The calibrated twin of a model, or the promise of it. @type {WeakMap<object, Promise<any>>} */
const twins = new WeakMap();
let running = null;
/** The page's engine may come without it: what a first visit loads has a limit. */
let offered = true;

/**
 * How sure: the classes, or the interval, that hold the outcome nine times in ten. It is shown
 * once the model is calibrated.
 *
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 */
export async function showSure({bench, panes, dragging}) {
  const turn = ++asked90;
  const [pane] = panes;
  const row = asked(bench);
  if (!pane?.answer || !row) return hide("how-sure");
  if (dragging) return;
  const scores = pane.bench.classes && pane.answer.scores ? scoreBars(pane.answer.scores, pane.model.classes, pane.bench) : null;
  const twin = twins.get(pane.model);
  if (!twin) return show(scores ? [title(), scores] : []);
  const answer = await twin.then((model) => model?.explain(row)).catch(() => null);
  if (turn !== asked90) return;
  show(answer ? [title(), ...sureParts(answer, pane.bench), scores] : scores ? [title(), scores] : []);
}

const title = () => element("h3", {text: "How sure"});

function show(parts) {
  place("how-sure").hidden = parts.length === 0;
  place("how-sure").replaceChildren(...parts.filter(Boolean));
}

/** @param {any} answer of a calibrated model */
export function sureParts({set, interval}, bench) {
  if (set) {
    const keys = set.flatMap((label, i) => [i ? document.createTextNode(i === set.length - 1 ? " or " : ", ") : null, classKey(bench.classes, String(label))]).filter(Boolean);
    return [element("p", {class: "set"}, ...keys, document.createTextNode(set.length === bench.classes.length && set.length > 1 ? ": it can't tell" : ", at 90 %"))];
  }
  if (!interval) return [];
  const [low, high] = interval;
  const text = Number.isFinite(low) && Number.isFinite(high) ? `${short(low)} to ${short(high)}, at 90 %` : "Anything: there are too few samples to tell.";
  return [element("p", {class: "set", text})];
}

/** The model's classes, in its order: the bench may have one that no sample is of yet. */
function scoreBars(scores, known, {classes}) {
  const rows = known.map((label, i) => ({label: String(label), score: scores[i]})).sort((a, b) => b.score - a.score).slice(0, most);
  return element("dl", {class: "why scores"}, ...rows.flatMap(({label, score}) => [element("dt", {}, classKey(classes, label)), element("dd", {}, bar(score)), element("dd", {text: score.toFixed(2)})]));
}

/**
 * Calibrates the model on the screen, once nothing else is to be done; another scene ends it.
 *
 * @param {{panes: any[]}} scene
 */
export async function calibrateScene(scene) {
  running?.abort();
  running = new AbortController();
  const [pane] = scene.panes;
  if (!offered || !pane || pane.model.samples < folds || pane.model.samples > mostCalibrated || twins.has(pane.model)) return;
  const {signal} = running;
  const model = await pane.model.calibrate({folds, signal}).catch((error) => {
    offered = error.code !== "unsupported";
    return null; // ended, or a fold can't be fitted
  });
  if (model && !signal.aborted) twins.set(pane.model, Promise.resolve(model));
}
