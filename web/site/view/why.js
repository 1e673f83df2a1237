/**
 * Why an answer came out, and how sure it is: what the model says of it beyond the
 * samples behind it. Each part is shown where the model offers it.
 */
import {called} from "../../ui/names.js";
import {waterfall, waterfallBars, waterfallText} from "../../figures/plot/waterfall.js";
import {oneRow} from "../../figures/samples.js";
import {announced, madeBy} from "../../scene/answer.js";
import {part, short, table} from "../../ui/words.js";
import {cellOf, columnOf, tableColumns} from "../../scene/columns.js";
import {explained} from "./terms.js";
import {asked, packedRows} from "./bench.js";
import {fewestLearned} from "./limits.js";
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {askWithout, calibrated, more} from "./more.js";

const place = (id) => document.getElementById(id);
const fill = (id, ...content) => {
  place(id).hidden = content.length === 0;
  place(id).style.visibility = "";
  place(id).replaceChildren(...content);
};
const hide = (id) => fill(id);
/** What was said of another point goes, and leaves its room to what comes. */
const wait = (id) => (place(id).style.visibility = "hidden");
const bar = (part) => {
  const b = element("span", {class: "bar", "aria-hidden": "true"});
  b.style.setProperty("--part", String(part));
  return b;
};
const outcome = (bench, value) => (bench.classes && value !== null ? classKey(bench.classes, String(value)) : document.createTextNode(value === null ? "none" : short(value)));

/** Columns beyond so many are counted. */
const most = 6;
const folds = 5;

let asking = 0;
/** The answer that is explained on the page. */
let shown = null;
/** What is on the screen. @type {{bench: any, panes: any[]}} */
let scene = {bench: null, panes: []};

/**
 * Why: the columns' shares of the distance, and what one of them did to the answer.
 *
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 */
export async function showWhy({bench, panes, dragging}) {
  scene = {bench, panes};
  const turn = ++asking;
  const [pane] = panes;
  const row = asked(bench);
  if (!pane?.answer || !row) return hide("why");
  if (shown !== pane.answer) wait("why");
  if (dragging) return;
  const why = await pane.model.attributions(oneRow(row)).catch(() => null); // the model is gone, or has none
  if (turn !== asking) return;
  if (!why || !pane.answer.neurons.length || pane.answer.recognition === "weak") return hide("why");
  const open = [...place("why").querySelectorAll("details[open]")].map((d) => d.className);
  shown = pane.answer;
  fill("why", ...whyParts(why, pane.bench, pane.answer, open));
}

/** How many of the samples behind an answer stand beside the row. */
const mostBeside = 3;

/** The row beside the samples behind the answer, column by column, in the table's own units and texts. */
function columnByColumn(why, bench, answer, sums, open) {
  const columns = tableColumns(bench);
  const row = asked(bench);
  if (columns.length < 3 || !row) return null;
  const said = (v) => (v === null ? "missing" : short(v));
  const effects = new Map(why.columns.map((c) => [typeof c.column === "number" ? bench.columns[c.column] : c.column, c]));
  const samples = answer.neurons.slice(0, mostBeside).map((n) => n.samples[0]);
  const rows = columns.toSorted((a, b) => sums.get(b.name) - sums.get(a.name)).map((column) => {
    const effect = column.texts ? null : effects.get(column.name);
    return {
      column: column.name, "this row": said(cellOf(row, column)), ...Object.fromEntries(samples.map((s) => [called([s], bench), said(cellOf(bench.X[s], column))])),
      share: sums.get(column.name).toFixed(2), "typical": effect ? short(effect.typical) : "", "answer then": effect ? said(effect.effect.value) : "",
    };
  });
  const caption = "The row beside the samples behind its answer. Share: of the distance. Answer then: with the column at its typical value.";
  return element("details", {class: "columns", open: open.includes("columns")}, element("summary", {text: "Column by column"}),
    element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Column by column"}, table(rows, caption)));
}

/** Where the column of an explanation or an attribution stands among a bench's. */
const placeOf = (bench, {column}) => (typeof column === "number" ? column : bench.columns.indexOf(column));

/**
 * The answer part by part, if a local line gave it; a text column is one part, whatever its texts' features add.
 *
 * @param {any} bench
 * @param {{answer: number, limit?: any, columns: {column: any, correction: number, value?: any, difference?: number}[], score?: boolean}} of columns: the features
 */
function wholeOf(bench, {answer, limit, columns, score}) {
  if (typeof limit !== "number") return null;
  const features = new Map(columns.map((c) => [placeOf(bench, c), c]));
  return waterfall({answer, limit, score, columns: tableColumns(bench).map(({name, at, texts}) => (texts ? {
    name, correction: texts.reduce((sum, t) => sum + features.get(t.at).correction, 0), value: texts.find((t) => features.get(t.at).value === 1)?.text ?? null,
  } : {...features.get(at), name}))});
}

/** The answer as it stands beside its parts. @param {any} bench @param {any} answer what explain gave */
export function shownValue(bench, {value, corrections, limit}) {
  if (bench.classes) return String(value);
  const whole = wholeOf(bench, {answer: value, limit, columns: corrections?.map((c) => ({...c, correction: c.value}))});
  return whole ? whole.said(whole.answer) : short(value);
}

/** An answer in a sentence, with its value as it stands elsewhere. @param {any} bench @param {any} answer what explain gave */
export const told = (bench, answer) => announced(answer, bench, answer.value === null ? undefined : shownValue(bench, answer));

/** Saves the pictures of a chart, or the answer on the screen as a card, or copies that. @param {"svg" | "png"} kind @param {string} name @returns {Promise<number>} how many there were */
export async function savePictures(kind, name) {
  const parts = await more();
  if (!name.startsWith("card")) return parts.savePictures(kind, name);
  const {bench, panes: [pane]} = scene;
  if (document.getElementById("view-plane").hidden || !pane?.answer || !asked(bench)) throw new Error("A card shows an answer in the plane: click a point there.");
  const why = bench.classes ? null : await pane.model.attributions(oneRow(asked(bench)));
  const whole = why && wholeOf(bench, {...why, answer: why.value});
  await parts.card({bench, answer: pane.answer, relevance: pane.model.relevance, value: shownValue(bench, pane.answer), sentence: whole ? waterfallText(whole) : ""}, kind, name);
  return 1;
}

/** @param {any} why what attributions gave @param {any} [answer] what explain gave @param {string[]} [open] which of the details are */
export function whyParts(why, bench, answer, open = []) {
  // A text column is one, all its features together.
  const sums = new Map();
  for (const c of why.columns) sums.set(columnOf(bench, placeOf(bench, c)), (sums.get(columnOf(bench, placeOf(bench, c))) ?? 0) + c.share);
  const shares = [...sums, ["fingerprint", why.fingerprint]].map(([name, share]) => ({name, share})).sort((a, b) => b.share - a.share);
  const shown = shares.slice(0, most).filter((s) => s.share > 0);
  const rest = shares.slice(most).filter((s) => s.share >= 0.005);
  const list = element("dl", {class: "why"}, ...shown.flatMap(({name, share}) => [element("dt", {}, ...(name === "fingerprint" ? explained("earlier layers") : [document.createTextNode(name)])), element("dd", {}, bar(share)), element("dd", {text: share.toFixed(2)})]));
  // One feature of a text by itself would be no row of the table.
  const changed = strongest({...why, columns: why.columns.filter((c) => !bench.texts?.[placeOf(bench, c)])}, bench);
  const beside = answer && columnByColumn(why, bench, answer, sums, open);
  const score = why.score !== undefined;
  const whole = wholeOf(bench, {...why, answer: why.score ?? why.value, score});
  const bars = whole && waterfallBars({whole, name: score ? "the score" : bench.target || "the answer", width: Math.max(240, place("made-by").clientWidth), quiet: score});
  const ofShares = [
    shown.length ? list : element("p", {class: "note", text: "It is one of the samples, so the distance is 0."}),
    rest.length > 0 && element("p", {class: "note", text: `${rest.length} more ${rest.length === 1 ? "column has" : "columns have"} ${part(rest.reduce((sum, r) => sum + r.share, 0))}${rest.length === 1 ? "" : " together"}.`}),
  ];
  return [
    element("h3", {}, document.createTextNode("Why "), element("small", {text: bars && !score ? "the answer, part by part" : shown.length ? "what differs most" : ""})),
    whole && !score && element("p", {class: "sum", text: waterfallText(whole)}),
    ...(!bars || score ? ofShares : beside ? [bars] : [bars, ...ofShares]), // the table beside it has the shares
    changed && element("p", {class: "change"}, document.createTextNode(`With a typical ${bench.columns[placeOf(bench, changed)]} (${short(changed.typical)}) the answer would be `), whole && !score ? document.createTextNode(whole.beside(changed.effect.value)) : outcome(bench, changed.effect.value),
      document.createTextNode(`, familiarity ${part(changed.effect.familiarity)}.`)),
    bars && score && element("details", {class: "score", open: open.includes("score")}, element("summary", {text: `Its score of ${whole.said(whole.answer)}, part by part`}), bars),
    beside,
  ].filter(Boolean);
}

/**
 * How much each column counts to the network; those made of one column of texts are one again.
 *
 * @param {{bench: any, panes: any[]}} scene
 */
export function showRelevance({bench, panes: [pane]}) {
  if (!pane || bench.columns.length < 3 || pane.bench.columns !== bench.columns) return hide("relevance");
  fill("relevance", ...relevanceParts(bench, pane.model.relevance, pane.model.report.relevance?.gain));
}

/**
 * @param {{columns: string[], texts?: import("../../scene/columns.js").Texts}} bench
 * @param {ArrayLike<number> | null} relevance a number a feature, or null where all count alike
 * @param {number | null} [gain] by what share squared errors fell where weights were tried
 */
export function relevanceParts(bench, relevance, gain = null) {
  const title = element("h3", {}, document.createTextNode("Relevance "), element("small", {text: relevance ? "of the columns, to all answers" : ""}));
  if (!relevance) {
    const tried = gain === null ? "" : gain <= -0.0005 ? ` On samples not seen, learned weights raised the squared error by ${(-100 * gain).toFixed(1)} %, so they aren't used.` : " On samples not seen, learned weights helped too little, so they aren't used.";
    return [title, element("p", {class: "note", text: `All columns count alike in distances.${tried}`})];
  }
  const squares = new Map();
  bench.columns.forEach((_, k) => {
    const name = columnOf(bench, k);
    squares.set(name, (squares.get(name) ?? 0) + relevance[k] ** 2);
  });
  const rows = [...squares].map(([name, sum]) => ({name, counts: Math.sqrt(sum)})).sort((a, b) => b.counts - a.counts);
  const largest = rows[0].counts || 1;
  return [title, element("dl", {class: "why"}, ...rows.flatMap(({name, counts}) => [element("dt", {text: name}), element("dd", {}, bar(counts / largest)), element("dd", {text: counts.toFixed(2)})]))];
}

/** Up to so many samples the network is fitted once more without the chosen one; the paper's cost grows with the cube. */
const mostWithout = {xaia: 2500, paper: 300};

let leaving = null;

/**
 * Beside a sample, which answers for itself: what the network would have answered without it, from whom, and why.
 *
 * @param {any} xaia
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 * @param {any} options those of fit
 * @param {(sample: number | null) => void} light
 */
export async function showWithout(xaia, {bench, panes, dragging}, options, light) {
  const [pane] = panes;
  const sample = pane?.bench.X === bench.X && bench.chosen?.kind === "sample" ? bench.chosen.index : -1;
  if (leaving && leaving.model === pane?.model && leaving.sample === sample && !dragging) return;
  leaving?.control.abort();
  leaving = null;
  if (dragging || sample < 0 || bench.X.length < 3 || bench.X.length > mostWithout[pane.preset]) return hide("without");
  wait("without");
  const mine = (leaving = {model: pane.model, sample, control: new AbortController()});
  const found = await askWithout(xaia, pane.bench, options, sample, mine.control.signal).catch((error) => ({error}));
  if (leaving !== mine || mine.control.signal.aborted) return;
  fill("without", ...withoutParts(found, pane.bench, sample, light));
}

function withoutParts({error, answer, why}, bench, sample, light) {
  const title = element("h3", {text: "Without it"});
  if (error) return [title, element("p", {class: "note", text: `The other samples can't be fitted: ${error.message}`})];
  const truth = bench.y[sample];
  const behind = answer.neurons.length;
  const agree = answer.neurons.filter((n) => n.alpha === answer.value).length;
  const wrong = bench.classes && answer.value !== truth;
  const sure = answer.recognition === "weak" ? " That is a guess: nothing among them is like it." : behind < 2 || !bench.classes ? "" : ` ${agree} of ${behind} say so.`;
  const off = bench.classes || answer.value === null ? "" : ` The error is ${short(Math.abs(answer.value - truth))}.`;
  return [title,
    element("p", {class: wrong ? "left-out wrong" : "left-out"}, document.createTextNode("The others would answer "), outcome(bench, answer.value), document.createTextNode(`.${sure}${off}${wrong ? " That is wrong. The right class is " : ""}`), wrong && outcome(bench, truth), wrong && document.createTextNode(".")),
    element("ol", {class: "made-by", "aria-label": "Made by, without it"}, ...madeBy(answer, bench, light)),
    ...(why && behind ? whyParts(why, bench) : [])];
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

/** What says how sure a model's answers are, once that is known. @type {WeakMap<object, (answer: any) => any>} */
const certainties = new WeakMap();
let running = null;

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
  if (answer.recognition === "weak") return fill("how-sure", title(), element("p", {class: "set", text: "Not sure at all: nothing here is like this."}));
  const scores = pane.bench.classes && answer.scores ? scoreBars(answer.scores, model.classes, pane.bench) : null;
  const sure = certainties.get(model)?.(answer);
  const parts = [...(sure ? sureParts(sure, pane.bench) : []), running?.model === model && running.element, scores].filter(Boolean);
  fill("how-sure", ...(parts.length ? [title(), ...parts] : []));
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
  running = {model: pane.model, element: element("p", {class: "note"}, document.createTextNode("Finding out, by leaving samples out … "), bar)};
  showSure(scene);
  const engine = pane.bench.X.length < fewestLearned ? xaia : await (await more()).wholeEngine(xaia);
  const sure = await calibrated(engine, pane.bench, options, pane.model, {folds, signal, brief: engine !== xaia, onProgress: (done, total) => Object.assign(bar, {max: total, value: done})})
    .catch(() => null); // ended, or a part can't be fitted
  running = null;
  if (sure) certainties.set(pane.model, sure);
}
