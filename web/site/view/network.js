/** The stage's second picture: the networks on the screen, neuron by neuron. */
import {networkPlot, neuronText} from "../../figures/plot/network.js";
import {pulse} from "../../figures/plot/networkmotion.js";
import {short} from "../../ui/words.js";
import {shownValue} from "./why.js";
import {asked} from "./bench.js";
import {fingerprintsOf, samplesToLink} from "../../scene/fingerprints.js";
import {element} from "../../ui/element.js";
import {showTip} from "./answer.js";

const place = () => document.getElementById("network");
/** What is drawn, by pane: drawn anew only where it changes, so that who walks stays where they are. */
let drawn = [];

/**
 * Draws the network of each pane, lit by its answer; under construction as far as it is built.
 *
 * @param {{bench: any, panes: any[], dragging: boolean}} scene
 * @param {any} step of the construction: {layers, examined, other, felled}, or null
 */
export function showNetwork(scene, step) {
  latest = [scene, step];
  if (!scene.dragging) showLatest();
  else if (!late) late = requestAnimationFrame(() => setTimeout(showLatest)); // the plane follows the hand first
}

/** Nothing of other points stays. */
export function emptyNetwork() {
  drawn = [];
  place().replaceChildren();
}

/** @type {[any, any] | null} */
let latest = null;
let late = 0;

function showLatest() {
  late = 0;
  if (!latest) return;
  const [{bench, projection, panes, dragging}, step] = latest;
  latest = null;
  const room = {width: place().clientWidth, height: place().clientHeight};
  if (!room.width || place().hidden) {
    drawn = [];
    return;
  }
  listen();
  if (!panes.length) {
    drawn = [];
    place().replaceChildren(element("p", {class: "waiting", text: "Each sample that you add becomes a neuron, shown here."}));
    return;
  }
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
    const picture = pictureOf(spec, bench, {at: was?.value ?? null, flow});
    if (flow && spec.answer?.status === "hit") pulseSample(spec, projection, i);
    return {spec, picture, was};
  });
  if (pictures.length === drawn.length && pictures.every((p, i) => p === drawn[i])) return;
  const focused = pictures.findIndex(({was}) => was && was === document.activeElement);
  drawn = pictures.map(({spec, picture}) => ({spec, picture}));
  place().replaceChildren(...drawn.map(({spec, picture}) => element("div", {}, spec.title && element("p", {class: "pane-title", text: spec.title}), picture)));
  if (focused >= 0) drawn[focused].picture.focus({preventScroll: true});
  if (!dragging) for (const {spec, picture} of drawn) if (spec.preset !== "ordinary") addLinks(spec, picture, samplesToLink(spec.model, spec.answer));
}

/** In the plane, the sample of the neuron that recognised the point pulses when that does. */
function pulseSample({answer, bench}, projection, pane) {
  const svg = /** @type {any} */ (document.querySelectorAll("#plane .frame > svg")[pane]);
  const hit = answer.neurons.find((n) => n.layer === answer.layer);
  if (!svg || !hit) return;
  const [x, y] = projection.place(bench.X[hit.samples[0]]);
  const made = (tag, attributes) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, value);
    return e;
  };
  const place = made("g", {class: "pulse", transform: `translate(${svg.scale("x").apply(x)},${svg.scale("y").apply(y)})`});
  const ring = made("circle", {r: 9, fill: "none", stroke: "currentColor", "stroke-width": 0});
  place.append(ring);
  svg.append(place);
  const end = () => place.remove();
  const pulsing = pulse(ring, answer.layer);
  if (pulsing) pulsing.finished.then(end, end);
  else end();
}

/** In the place of a network in which no neuron is a sample. */
const nobody = ({weights}) => Object.assign(element("p", {class: "waiting", text: `${weights.toLocaleString("en")} weights. None of them is a sample, so there is nobody to name.`}), {light() {}});

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
  if (links && picture.isConnected) picture.link(links);
}

let listening = false;
let pointer = [0, 0];

function listen() {
  if (listening) return;
  listening = true;
  // Caught before the picture says what is under the pointer, also where that came there by itself.
  for (const name of ["pointermove", "pointerover"]) place().addEventListener(name, (event) => (pointer = [event.clientX, event.clientY]), {capture: true});
  place().addEventListener("input", (event) => {
    const at = drawn.find(({picture}) => picture === event.target);
    const tip = document.getElementById("tip");
    const {value} = event.target;
    if (!at || !value || value.chosen) {
      tip.hidden = true;
      return;
    }
    const said = neuronText(value, at.spec.step ? {layers: at.spec.step.layers.map((samples) => ({nodes: samples, settings: null}))} : at.spec.model, at.spec.bench);
    const outcome = `Its outcome is ${short(at.spec.bench.y[value.sample])}.`;
    if (document.activeElement === event.target && !event.target.matches(":hover")) document.getElementById("live").textContent = `${said} ${outcome}`;
    else showTip(`${said} ${outcome}`, ...pointer);
    if (!at.spec.step) addLinks(at.spec, event.target, [value.sample]);
  });
}

/** Marks a sample wherever it stands: its neurons, its bars, its line in the list; null marks none. */
export function lightNeurons(sample) {
  for (const {picture} of drawn) picture.light(sample ?? (Number.isInteger(drawn[0].spec.lit) ? drawn[0].spec.lit : null));
  document.getElementById("fingerprint").firstChild?.light?.(sample);
  for (const line of document.querySelectorAll("#made-by li")) line.classList.toggle("lit", sample !== null && line.dataset.sample === String(sample));
}

/** Lights the neurons that would answer a place that is pointed at, the strongest eight. */
export function lightAnswer({neurons}) {
  for (const {picture} of drawn) picture.light(neurons.slice(0, 8).flatMap(({samples}) => samples));
}

/** Shows the activations as the network, as bars, or as a table. */
export function showWay(way) {
  const net = place().closest(".net");
  net.dataset.way = way;
  for (const [id, name] of [["network", "network"], ["fingerprint", "bars"], ["fingerprint-details", "table"]]) document.getElementById(id).hidden = name !== way;
  for (const button of net.querySelectorAll(".ways button")) button.setAttribute("aria-pressed", String(button.dataset.way === way));
}

/** On a phone the stage shows one of its pictures. */
export function showFace(face) {
  const stage = place().closest(".stage");
  stage.dataset.face = face;
  for (const button of stage.querySelectorAll(".faces button")) button.setAttribute("aria-pressed", String(button.dataset.face === face));
}

/** Puts the keyboard on the network, or on the bars. */
export function focusNetwork(way) {
  showFace("network");
  showWay(way);
  const walks = way === "network" ? place().querySelector(".network") : document.querySelector("#fingerprint .fingerprint");
  walks?.focus();
}

/** A panel at a time; none is the data. The browser closes the others of a name, where it knows how. */
export function openPanel(id) {
  for (const panel of document.querySelectorAll(".below > details")) if (panel.id !== id) panel.open = false;
  document.getElementById("data-open").setAttribute("aria-pressed", String(!document.querySelector(".below > details[open]")));
}
