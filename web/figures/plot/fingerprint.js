import * as Plot from "@observablehq/plot";
import {accessible} from "./accessible.js";
import {called, numbered} from "../../ui/names.js";

/** Layers of more neurons than this show their strongest half as many. */
const widest = 120;

/**
 * A fingerprint: a strip for each layer passed, a bar for each neuron, both
 * thresholds as lines, the strongest neuron named by its sample; the layer of
 * the hit is marked. Pointing at a bar, or walking the bars with the arrow keys,
 * fires "input" with `value` {layer, node, sample, activation}; leaving, with null.
 * `light(sample)` marks a sample's neurons, `light(null)` none. If a fingerprint
 * replaces another, `at` is the other's value: the arrow keys continue from that bar.
 *
 * @param {{fingerprint: ArrayLike<number>[], layer?: number}} explanation
 * @param {{layers: {settings: any, nodes: number[][]}[], width: number, lit?: number | null, at?: {layer: number, node: number} | null, rows?: number[] | null, names?: string[] | null}} model without settings there are no
 *     thresholds, a node without samples has no name
 * @returns {HTMLElement & {value: any, light: (sample: number | null) => void}}
 */
export function fingerprintPlot(explanation, {layers, width, lit = null, at = null, rows = null, names = null}) {
  const figure = /** @type {any} */ (document.createElement("div"));
  figure.className = "fingerprint";
  const neuron = (k, node) => ({layer: k + 1, node, activation: explanation.fingerprint[k][node], sample: layers[k].nodes[node][0]});
  figure.value = explanation.fingerprint[at?.layer - 1]?.length > at?.node ? neuron(at.layer - 1, at.node) : null;
  const tell = (value) => {
    if (value === figure.value) return;
    figure.value = value;
    figure.dispatchEvent(new CustomEvent("input", {bubbles: true}));
  };
  explanation.fingerprint.forEach((activations, k) => {
    const {settings, nodes} = layers[k];
    let cells = Array.from(activations, (_, node) => neuron(k, node));
    const strongest = cells.reduce((a, b) => (b.activation > a.activation ? b : a));
    const all = cells.length;
    if (all > widest) {
      cells = cells.sort((a, b) => b.activation - a.activation).slice(0, widest / 2).sort((a, b) => a.node - b.node);
    }
    const hit = explanation.layer === k + 1;
    const title = document.createElement("p");
    title.className = "layer";
    title.textContent = `layer ${k + 1} · ${all} ${all === 1 ? "neuron" : "neurons"}${cells.length < all ? `, the strongest ${cells.length}` : ""}${hit ? " · recognised" : ""}`;
    const strip = Plot.plot({
      width: Math.min(width, 36 + 28 * cells.length),
      height: 74,
      marginTop: 16,
      marginBottom: 4,
      marginLeft: 30,
      marginRight: 6,
      style: {fontSize: "12px", background: "none"},
      x: {axis: null, type: "band", domain: cells.map((c) => c.node), padding: 0.15},
      y: {domain: [0, 1], ticks: [0, 1], label: null},
      ariaLabel: `Activations of layer ${k + 1}`,
      ariaDescription: `The strongest is ${strongest.activation.toFixed(3)}${strongest.sample === undefined ? "" : `, of ${called([strongest.sample], {rows, names})}`}.`,
      marks: [
        settings && Plot.ruleY([settings.admission], {stroke: "currentColor", strokeDasharray: "2,3", strokeOpacity: 0.7}),
        settings && Plot.ruleY([settings.activation], {stroke: "currentColor", strokeOpacity: 0.7}),
        Plot.ruleX(cells.filter((c) => nodes[c.node].includes(lit)), {x: "node", stroke: "var(--accent)", strokeWidth: 3, strokeOpacity: 0.5, className: "lit"}),
        Plot.barY(cells, {x: "node", y1: 0, y2: "activation", fill: (c) => (hit && c === strongest ? "currentColor" : "var(--accent)"), className: "bars"}),
        Plot.text([strongest], {x: "node", y: "activation", text: (c) => (c.sample === undefined ? "" : String(numbered(c.sample, rows))), dy: -7, fill: "currentColor"}),
      ],
    });
    accessible(strip);
    strip.querySelectorAll(".bars rect").forEach((bar, i) => (bar.dataset.samples = ` ${nodes[cells[i].node].join(" ")} `));
    pointAt(strip, cells, tell);
    figure.append(title, strip);
  });
  figure.light = (sample) => {
    for (const bar of figure.querySelectorAll(".bars rect")) bar.classList.toggle("lit", bar.dataset.samples.includes(` ${sample} `));
  };
  for (const event of ["pointerleave", "blur"]) figure.addEventListener(event, () => tell(null));
  walk(figure, explanation.fingerprint, (k, node) => tell(neuron(k, node)));
  return figure;
}

function pointAt(strip, cells, tell) {
  const x = strip.scale("x");
  strip.addEventListener("pointermove", (event) => {
    const box = strip.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * strip.viewBox.baseVal.width;
    const cell = cells.find((c) => at >= x.apply(c.node) - 2 && at <= x.apply(c.node) + x.bandwidth + 2);
    tell(cell ?? null);
  });
}

/** The arrow keys walk the neurons of a layer, and go up and down the layers. */
function walk(figure, fingerprint, visit) {
  let [k, node] = figure.value ? [figure.value.layer - 1, figure.value.node] : [0, -1];
  figure.tabIndex = 0;
  figure.setAttribute("role", "group");
  figure.setAttribute("aria-label", "Fingerprint. Arrow keys move between its neurons.");
  figure.addEventListener("keydown", (event) => {
    const by = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]}[event.key];
    if (!by) return;
    event.preventDefault();
    k = Math.min(fingerprint.length - 1, Math.max(0, k + by[0]));
    node = by[0] ? 0 : Math.min(fingerprint[k].length - 1, Math.max(0, node + by[1]));
    visit(k, node);
  });
}

/**
 * The numbers behind a fingerprint: a row for each neuron, the strongest first in its layer.
 *
 * @returns {any[]} {layer, neuron, samples, activation}; rows instead of samples, where their numbers are given, or what they are called
 */
export function fingerprintRows(explanation, {layers}, {rows = null, names = null} = {}) {
  return explanation.fingerprint.flatMap((activations, k) =>
    Array.from(activations, (activation, neuron) => ({layer: k + 1, neuron, [names ? "names" : rows ? "rows" : "samples"]: names ? called(layers[k].nodes[neuron], {rows, names}) : layers[k].nodes[neuron].map((i) => numbered(i, rows)).join(" "), activation}))
      .sort((a, b) => b.activation - a.activation));
}
