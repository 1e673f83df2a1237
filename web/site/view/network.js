/** The stage's second picture: the networks on the screen, neuron by neuron. */
import {networkPlot, neuronText} from "../../figures/draw/network.js";
import {pulse} from "../../figures/draw/networkmotion.js";
import {short} from "../../ui/words.js";
import {shownValue, told} from "./why.js";
import {asked, pointName, pointOf} from "./bench.js";
import {oneRow} from "../../figures/samples.js";
import {fingerprintsOf, samplesToLink} from "../../scene/fingerprints.js";
import {drawing, element} from "../../ui/element.js";
import {lightBars, showTip} from "./answer.js";
import {more} from "./more.js";
import {place, press, put, say} from "./parts.js";

/**
 * What is drawn, by pane: drawn anew only where it changes, so that who walks stays where they are; and what waits to be drawn.
 *
 * @type {{drawn: {spec: any, picture: ReturnType<typeof networkPlot>}[], latest: [any, any] | null, late: number}}
 */
const cache = {drawn: [], latest: null, late: 0};

/** Draws the network of each pane, lit by its answer; under construction as far as it is built. @param {any} step of the construction: {layers, examined, other, felled}, or null */
export function showNetwork(scene, step) {
  cache.latest = [scene, step];
  if (!scene.dragging) showLatest();
  else cache.late ||= requestAnimationFrame(() => setTimeout(showLatest)); // the plane follows the hand first
}

/** Nothing of other points stays. */
export function emptyNetwork() {
  cache.drawn = [];
  put("network");
}

function showLatest() {
  cache.late = 0;
  if (!cache.latest) return;
  const [{bench, projection, panes, dragging, way}, step] = cache.latest;
  const {drawn} = cache;
  const room = {width: place("network").clientWidth, height: place("network").clientHeight};
  Object.assign(cache, {latest: null, drawn: []});
  if (!room.width || way !== "network") return;
  if (!panes.length) return put("network", element("p", {class: "waiting", text: "Each sample that you add becomes a neuron, shown here."}));
  const titled = panes.some((pane) => pane.title);
  const size = {width: Math.floor((room.width - 12 * (panes.length - 1)) / panes.length), height: room.height - (titled ? 20 : 0)};
  const lit = bench.chosen?.kind === "sample" ? bench.chosen.index : null;
  const now = panes.map((pane, i) => ({preset: pane.preset, model: pane.model, answer: pane.answer, bench: pane.bench, lit, step: i ? null : step, title: pane.title, ...size}));
  const same = (a, b) => b && Object.keys(a).every((name) => a[name] === b[name]);
  const pictures = now.map((spec, i) => {
    if (same(spec, drawn[i]?.spec)) return drawn[i];
    if (spec.preset === "ordinary") return {spec, picture: nobody(spec.model), was: null};
    const was = drawn[i]?.picture;
    const flow = !dragging && drawn[i]?.spec.answer !== spec.answer;
    const picture = pictureOf(spec, bench, {at: was?.at() ?? null, flow});
    if (flow && spec.answer?.status === "hit") pulseSample(spec, projection, i);
    return {spec, picture, was};
  });
  cache.drawn = pictures.map(({spec, picture}) => ({spec, picture}));
  if (pictures.length === drawn.length && pictures.every((p, i) => p === drawn[i])) return;
  const focused = pictures.find(({was}) => was && was.element === document.activeElement);
  put("network", ...pictures.map(({spec, picture}) => element("div", {}, spec.title && element("p", {class: "pane-title", text: spec.title}), picture.element)));
  focused?.picture.element.focus({preventScroll: true});
  if (!dragging) for (const {spec, picture} of pictures) if (spec.preset !== "ordinary") addLinks(spec, picture, samplesToLink(spec.model, spec.answer));
}

/** In the plane, the sample of the neuron that recognised the point pulses when that does. */
function pulseSample({answer, bench}, projection, pane) {
  const svg = /** @type {any} */ (document.querySelectorAll("#plane .frame > svg")[pane]);
  const hit = answer.neurons.find((n) => n.layer === answer.layer);
  if (!svg || !hit) return;
  const [x, y] = projection.place(bench.X[hit.samples[0]]);
  const ring = drawing("circle", {r: 9, fill: "none", stroke: "currentColor", "stroke-width": 0});
  const place = drawing("g", {class: "pulse", transform: `translate(${svg.scale("x").apply(x)},${svg.scale("y").apply(y)})`}, ring);
  svg.append(place);
  const end = () => place.remove();
  const pulsing = pulse(ring, answer.layer);
  if (pulsing) pulsing.finished.then(end, end);
  else end();
}

/** In the place of a network in which no neuron is a sample. */
const nobody = ({weights}) => ({element: element("p", {class: "waiting", text: `${weights.toLocaleString("en")} weights. None of them is a sample, so there is nobody to name.`}), at: () => null, light() {}, link() {}});

function pictureOf({model, answer, bench, lit, step, width, height}, shown, {at, flow}) {
  const row = asked(shown);
  return networkPlot({
    layers: model.layers, classes: bench.classes, targets: bench.y, rows: bench.rows, names: bench.names, explanation: answer, skip: model.skip, lit, step, columns: model.layers.length, at, flow, width, height,
    cells: cellsOf(bench, row && answer ? row : null, model.relevance),
    answer: answer ? (answer.recognition === "weak" ? "?" : answer.value === null ? "none" : shownValue(bench, answer)) : undefined,
  });
}

/** The input's cells, those that count most first; of a text column's features the text that it has. */
function cellsOf({columns, texts}, row, relevance) {
  const cells = columns.map((name, i) => {
    const [column, text] = texts?.[i] ?? [name];
    const counts = relevance?.[i] ?? 1;
    if (!row) return {name, counts};
    if (text === undefined) return {name, value: short(row[i]), counts};
    return row[i] === 1 ? {name: column, value: text, counts} : null;
  });
  return cells.filter(Boolean).sort((a, b) => b.counts - a.counts);
}

/** Links come a moment later: the engine is asked what the neurons' samples activate. */
async function addLinks(spec, picture, samples) {
  if (spec.step) return;
  const links = await fingerprintsOf(spec.model, spec.bench.X, samples).catch(() => null); // the model is gone, and so is its picture
  if (links && picture.element.isConnected) picture.link(links);
}

/**
 * Says beside the pointer, or aloud, which neuron it is at; hears what is chosen to be beside it.
 *
 * @param {(id: string) => void} open a panel, or "" for the data
 */
export function listenToNetwork(open) {
  const network = place("network");
  let pointer = [0, 0];
  // Caught before the picture says what is under the pointer, also where that came there by itself.
  for (const name of ["pointermove", "pointerover"]) network.addEventListener(name, (/** @type {PointerEvent} */ event) => (pointer = [event.clientX, event.clientY]), {capture: true});
  network.addEventListener("input", (/** @type {any} */ event) => {
    const at = cache.drawn.find(({picture}) => picture.element === event.target);
    const value = event.detail;
    place("tip").hidden = !at || !value || value.chosen;
    if (place("tip").hidden) return;
    const said = neuronText(value, at.spec.step ? {layers: at.spec.step.layers.map((samples) => ({nodes: samples, settings: null}))} : at.spec.model, at.spec.bench);
    const outcome = `Its outcome is ${short(at.spec.bench.y[value.sample])}.`;
    if (document.activeElement === event.target && !event.target.matches(":hover")) say("live", `${said} ${outcome}`);
    else showTip(`${said} ${outcome}`, ...pointer);
    if (!at.spec.step) addLinks(at.spec, at.picture, [value.sample]);
  });
  for (const button of document.querySelectorAll(".faces button")) button.addEventListener("click", () => showFace(button.dataset.face));
  place("fingerprint-copy").addEventListener("click", async () => {
    const copied = await (await more()).copyText(document.querySelector("#fingerprint-table table")?.innerText ?? "");
    say("live", copied ? "The table is copied." : "The browser doesn't allow copying; select the table and press Ctrl+C.");
  });
  place("data-open").addEventListener("click", () => open(""));
  for (const panel of document.querySelectorAll(".below > details")) {
    // Closed, it may have given its place to another one.
    panel.addEventListener("toggle", () => open((panel.open ? panel : document.querySelector(".below > details[open]"))?.id ?? ""));
  }
}

/** Marks a sample wherever it stands: its neurons, its bars, its line in the list; null marks none. */
export function lightNeurons(sample) {
  for (const {picture, spec} of cache.drawn) picture.light(sample ?? spec.lit);
  lightBars(sample);
  for (const line of document.querySelectorAll("#made-by li")) line.classList.toggle("lit", sample !== null && line.dataset.sample === String(sample));
}

/** Says beside the pointer what a model answers there, and lights the neurons that did, the strongest eight. */
export async function tell(model, bench, projection, {kind, index, x, y, clientX, clientY, spoken}, signal) {
  lightNeurons(kind === "sample" ? index : null);
  const answer = await model.explain(oneRow(kind ? pointOf(bench, {kind, index}).x : projection.lift(x, y)));
  if (signal.aborted) return;
  if (kind !== "sample") for (const {picture} of cache.drawn) picture.light(answer.neurons.slice(0, 8).flatMap(({samples}) => samples));
  showTip(`${kind ? `${pointName(bench, kind, index)}: ` : ""}${told(bench, answer)}`, clientX, clientY, spoken);
}

/** Shows the activations as the network, as bars, or as a table. */
export function showWay(way) {
  const net = /** @type {HTMLElement} */ (place("network").closest(".net"));
  net.dataset.way = way;
  for (const [id, name] of [["network", "network"], ["fingerprint", "bars"], ["fingerprint-details", "table"]]) document.getElementById(id).hidden = name !== way;
  press(".ways", "way", way);
}

/** On a phone the stage shows one of its pictures. */
function showFace(face) {
  const stage = /** @type {HTMLElement} */ (place("network").closest(".stage"));
  stage.dataset.face = face;
  press(".faces", "face", face);
}

/** Puts the keyboard on the network, or on the bars. */
export function focusNetwork(way) {
  showFace("network");
  /** @type {HTMLElement} */ (document.querySelector(way === "network" ? "#network .network" : "#fingerprint .fingerprint"))?.focus();
}

/** Shows a panel; none is the data. */
export function showPanel(id) {
  for (const panel of document.querySelectorAll(".below > details")) panel.open = panel.id === id;
  place("data-open").hidden = id === "";
}
