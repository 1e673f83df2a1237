/** From a bench and the engine's answers to what planePlot draws. */
import {planePlot} from "../../figures/plot/plane.js";
import {backgroundCanvas} from "../../figures/plot/background.js";
import {asked, conflicts, mostCircled} from "./bench.js";
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {drawnSamples, mostDrawn} from "../../scene/plane.js";
import {valueLegend} from "../../figures/plot/colours.js";

const links = (answer) => answer.neurons.map((n) => ({sample: n.samples[0], weight: n.weight ?? 0}));

/** Whether an answer is not the outcome that is known: another class, or farther away than ε. */
const missed = (known, said, epsilon) => known !== null && (typeof known === "number" && said !== null ? Math.abs(said - known) > epsilon : said !== known);

/**
 * One picture: the plot, and its background behind it.
 *
 * @param {{
 *   conflicts?: boolean, replaces?: SVGElement,
 *   bench: import("./bench.js").Bench, projection: import("../../scene/project.js").Projection, answers: any[] | null, answer: any,
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
