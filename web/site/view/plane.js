/** From a bench and the engine's answers to what planePlot draws. */
import {planePlot} from "../../figures/plot/plane.js";
import {backgroundCanvas} from "../../figures/plot/background.js";

export {islandAnswers} from "../../figures/plot/background.js";
import {asked, conflicts, mostCircled} from "./bench.js";
import {classKey, element} from "./menu.js";
import {moved} from "./project.js";
import {valueLegend} from "../../figures/plot/colours.js";

const links = (answer) => answer.neurons.map((n) => ({sample: n.samples[0], weight: n.weight ?? 0}));

/** Whether an answer is not the outcome that is known: another class, or farther away than ε. */
const missed = (known, said, epsilon) => known !== null && (typeof known === "number" && said !== null ? Math.abs(said - known) > epsilon : said !== known);

/**
 * One picture: the plot, and its background behind it.
 *
 * @param {{
 *   conflicts?: boolean, replaces?: SVGElement,
 *   bench: import("./bench.js").Bench, projection: import("./project.js").Projection, answers: any[] | null, answer: any,
 *   domain: any, width: number, height: number, allLinks: boolean, epsilon: number, step: any, lit: number | null, title?: string, behind?: HTMLCanvasElement | null,
 * }} scene
 */
export function planePane(scene) {
  const {bench, projection, answers, answer} = scene;
  const at = (x) => {
    const [u, v] = projection.place(x);
    return {x: u, y: v};
  };
  const place = asked(bench);
  const external = answers?.length === bench.external.length
    ? bench.external.flatMap((e, index) => (answers[index] ? [{...at(e.x), index, target: answers[index].value, status: answers[index].status, missed: missed(e.y, answers[index].value, scene.epsilon), links: links(answers[index])}] : [])) : [];
  const chosen = place ? {...at(place), links: answer ? links(answer) : []} : null;
  const marked = {conflicts: scene.conflicts ? conflicts(bench).slice(0, mostCircled) : [], lit: Number.isInteger(scene.lit) ? [scene.lit] : []};
  const drawn = drawnSamples(bench.X.length, [
    ...marked.conflicts, ...marked.lit, ...(bench.chosen?.kind === "sample" ? [bench.chosen.index] : []), ...(scene.step ? [scene.step.examined, scene.step.other] : []),
    ...[...(scene.allLinks ? external : []), ...(chosen ? [chosen] : [])].flatMap((e) => e.links.map((l) => l.sample)),
  ]);
  // Where all are drawn a sample is where it was; else where it stands among those that are.
  const now = new Map(drawn.map((sample, i) => [sample, i]));
  const here = (sample) => now.get(sample) ?? -1;
  const linked = (e) => ({...e, links: e.links.flatMap((l) => (now.has(l.sample) ? [{...l, sample: here(l.sample)}] : []))});
  const svg = planePlot({
    samples: drawn.map((index) => ({...at(bench.X[index]), index, target: bench.y[index]})),
    external: external.map(linked),
    classes: bench.classes,
    chosen: chosen && linked(chosen),
    conflicts: marked.conflicts.map(here), lit: marked.lit.map(here),
    allLinks: scene.allLinks,
    step: scene.step && {examined: here(scene.step.examined), other: here(scene.step.other), placed: drawn.map((sample) => scene.step.placed[sample])},
    domain: scene.domain, width: scene.width, height: scene.height, labels: projection.labels, title: scene.title,
    replaces: scene.replaces,
  });
  const pane = element("div", {class: "pane"}, scene.title && element("p", {class: "pane-title", text: scene.title}));
  const frame = element("div", {class: "frame"}, scene.behind, svg);
  if (scene.behind) lay(scene.behind, svg, /** @type {any} */ (scene.behind).domain);
  pane.append(frame);
  return pane;
}

/** Of more samples than `all` so many are drawn: a picture of fifty thousand shows no more, and takes seconds. */
export const mostDrawn = {all: 5000, some: 2500};

/** Numbers of the samples that are drawn: all, or an even part of them and those that something points at. */
function drawnSamples(samples, needed) {
  if (samples <= mostDrawn.all) return Array.from({length: samples}, (_, i) => i);
  const some = new Set(Array.from({length: mostDrawn.some}, (_, i) => Math.floor((i * samples) / mostDrawn.some)));
  for (const sample of needed) if (sample >= 0 && sample < samples) some.add(sample);
  return [...some].sort((a, b) => a - b);
}

/**
 * The samples that the picture of a large table draws, as a bench of their own that nothing is asked of; null where it draws
 * all. @returns {{at: number[], bench: import("./bench.js").Bench} | null} at: their numbers among all
 */
export function drawnPart(bench) {
  if (bench.X.length <= mostDrawn.all) return null;
  const at = drawnSamples(bench.X.length, []);
  const some = (list) => list && at.map((i) => list[i]);
  return {at, bench: {...bench, X: some(bench.X), y: some(bench.y), rows: some(bench.rows), chosen: null}};
}

/** An explanation holds an activation for each neuron: so many numbers of them are asked for at most. */
const mostActivations = 4e6;

/** What a model says of each external point; null of those that are too many. */
export async function explainExternal(model, {X, external}) {
  const asked = Math.min(external.length, mostDrawn.all, Math.ceil(mostActivations / Math.max(1, X.length)));
  const numbers = Array.from({length: asked}, (_, i) => Math.floor((i * external.length) / asked));
  const answers = new Array(external.length).fill(null);
  (await model.explain(numbers.map((i) => external[i].x))).forEach((answer, i) => (answers[numbers[i]] = answer));
  return answers;
}

/** Puts the canvas under the part of the plot that it was computed for. */
function lay(canvas, svg, {x, y}) {
  const {width, height} = svg.viewBox.baseVal;
  const [sx, sy] = [svg.scale("x"), svg.scale("y")];
  const [left, right] = x.map((v) => sx.apply(v));
  const [bottom, top] = y.map((v) => sy.apply(v));
  const {range: [l, r]} = sx;
  const {range: [b, t]} = sy;
  Object.assign(canvas.style, {left: `${(100 * left) / width}%`, top: `${(100 * top) / height}%`, width: `${(100 * (right - left)) / width}%`, height: `${(100 * (bottom - top)) / height}%`});
  // What is zoomed out of the plot is cut off.
  const cut = (from, to, low, high) => [Math.max(0, (low - from) / (to - from)), Math.max(0, (to - high) / (to - from))].map((v) => `${100 * v}%`);
  const [cutTop, cutBottom] = cut(top, bottom, t, b);
  const [cutLeft, cutRight] = cut(left, right, l, r);
  canvas.style.clipPath = `inset(${cutTop} ${cutRight} ${cutBottom} ${cutLeft})`;
}

/**
 * The grid of places that a background asks about, packed: the middles of its cells, row by row from the top.
 *
 * @param {number[][]} [samples] what the plane doesn't show of a place is as in the one of these that is nearest in the
 * picture; without them it is as the projection says
 */
export function gridOf(projection, {x, y}, columns, rows, samples = []) {
  const width = projection.lift(x[0], y[0]).length;
  const data = new Float64Array(columns * rows * width);
  const known = width > 2 ? drawnSamples(samples.length, []).map((i) => samples[i]) : [];
  const places = known.map(projection.place);
  for (let j = 0, k = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, k += width) {
      const u = x[0] + ((x[1] - x[0]) * (i + 0.5)) / columns, v = y[1] - ((y[1] - y[0]) * (j + 0.5)) / rows;
      data.set(known.length ? moved(projection, known[nearest(places, u, v, x[1] - x[0], y[1] - y[0])], u, v) : projection.lift(u, v), k);
    }
  }
  return {data, rows: columns * rows, columns: width};
}

/** The place nearest to (u, v), in a picture so wide and high. */
function nearest(places, u, v, wide, high) {
  let best = 0, least = Infinity;
  for (let i = 0; i < places.length; i++) {
    const a = (places[i][0] - u) / wide, b = (places[i][1] - v) / high, d = a * a + b * b;
    if (d < least) [best, least] = [i, d];
  }
  return best;
}

/** @returns {any} a canvas that knows what it shows */
export function background({kind, answers, columns, rows, bench, domain, width, height}) {
  if (kind === "layer") answers = Array.from(answers, (layer) => ({layer: Number.isNaN(layer) ? 0 : layer}));
  const canvas = /** @type {any} */ (backgroundCanvas({kind, answers, columns, rows, classes: bench.classes, targets: bench.y, width, height}));
  canvas.domain = domain;
  canvas.columns = columns;
  canvas.dataset.kind = kind;
  return canvas;
}

/** How many of a background's cells lie across a part of the plane; 0 when there is none, or not all of the part lies on it. */
export function cellsAcross(canvas, {x, y}) {
  const covers = ([low, high], [from, to]) => low <= from && high >= to;
  if (!canvas || !covers(canvas.domain.x, x) || !covers(canvas.domain.y, y)) return 0;
  return Math.floor((canvas.columns * (x[1] - x[0])) / (canvas.domain.x[1] - canvas.domain.x[0]));
}

/** The part of the plane that shows all samples and the external points near them, both axes in one unit. @returns {{x: [number, number], y: [number, number]}} */
export function fitDomain(bench, projection, {width, height}, equal = true) {
  /** @type {{x: [number, number], y: [number, number]}} */
  const box = {x: [Infinity, -Infinity], y: [Infinity, -Infinity]};
  const grow = (x, only) => {
    const [u, v] = projection.place(x);
    if (only && (u < only.x[0] || u > only.x[1] || v < only.y[0] || v > only.y[1])) return;
    box.x = [Math.min(box.x[0], u), Math.max(box.x[1], u)];
    box.y = [Math.min(box.y[0], v), Math.max(box.y[1], v)];
  };
  bench.X.forEach((x) => grow(x));
  const span = Math.max(box.x[1] - box.x[0], box.y[1] - box.y[0]);
  const near = bench.X.length ? {x: [box.x[0] - span, box.x[1] + span], y: [box.y[0] - span, box.y[1] + span]} : null;
  bench.external.forEach((e) => grow(e.x, near));
  if (!Number.isFinite(box.x[0])) return fitDomain({X: [[-1, -1], [1, 1]], external: []}, {place: (x) => x}, {width, height}, equal);
  const [w, h] = [width - 72, height - 60];
  if (!equal) {
    const pad = /** @returns {[number, number]} */ ([low, high]) => [low - 0.08 * (high - low || 1), high + 0.08 * (high - low || 1)];
    return {x: pad(box.x), y: pad(box.y)};
  }
  const pad = 0.12 * Math.max(box.x[1] - box.x[0], box.y[1] - box.y[0], 1e-9 * Math.max(Math.abs(box.x[0]), Math.abs(box.y[0])), span > 0 ? 0 : 0.5);
  const padded = [box.x, box.y].map(/** @returns {[number, number]} */ ([low, high]) => [low - pad, high + pad]);
  const unit = Math.max((padded[0][1] - padded[0][0]) / w, (padded[1][1] - padded[1][0]) / h);
  const widen = /** @returns {[number, number]} */ ([low, high], length) => [(low + high - length) / 2, (low + high + length) / 2];
  return {x: widen(padded[0], unit * w), y: widen(padded[1], unit * h)};
}

/** What the signs mean. */
export function legend(bench) {
  const signs = ["● sample", "× new", "○ in between", "— who answered"].map((text) => element("span", {text}));
  if (bench.external.some((e) => e.y !== null)) signs.push(element("span", {}, element("i", {class: "wrong", text: "◯", "aria-hidden": "true"}), document.createTextNode(" missed")));
  if (bench.classes) return [...bench.classes.map((label) => classKey(bench.classes, label)), ...signs];
  return bench.X.length ? [valueLegend(bench.y, bench.target || undefined), element("span", {class: "signs"}, ...signs)] : signs;
}

/** For the keyboard: all points in the order of the bench, the external ones last. */
export function points(bench, projection) {
  const at = (x) => {
    const [u, v] = projection.place(x);
    return {x: u, y: v};
  };
  return [...bench.X.map((x, index) => ({kind: "sample", index, ...at(x)})), ...bench.external.map((e, index) => ({kind: "external", index, ...at(e.x)}))];
}

/** For each sample the layer of its neuron. */
export function layersOf({layers, samples}) {
  const found = new Array(samples).fill(0);
  layers.forEach(({nodes}, k) => nodes.flat().forEach((sample) => (found[sample] = k + 1)));
  return found;
}
