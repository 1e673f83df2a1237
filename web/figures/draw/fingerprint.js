import {chart} from "./chart.js";
import {thresholds} from "./activation.js";
import {box, layer, link, words} from "./marks.js";
import {called, numbered} from "../../ui/names.js";
import {element} from "../../ui/element.js";
import {pointerIn} from "./pointing.js";
import {walk} from "../../ui/walk.js";
import {withFingerprint} from "../../scene/fingerprints.js";

/** Layers of more neurons than this show their strongest half as many. */
const widest = 120;

/**
 * A fingerprint: a strip for each layer passed, a bar for each neuron, both
 * thresholds as lines, the strongest neuron named by its sample; the layer of
 * the hit is marked. Pointing at a bar, or walking the bars with the arrow keys,
 * fires "input" with the detail {layer, node, sample, activation}; leaving, with null. `at()` is the last of these.
 * `light(sample)` marks a sample's neurons, `light(null)` none. If a fingerprint
 * replaces another, `at` is where the other was: the arrow keys continue from that bar.
 *
 * @param {{fingerprint: ArrayLike<number>[], layer?: number}} explanation
 * @param {{layers: {settings: any, nodes: number[][]}[], width: number, lit?: number | null, at?: {layer: number, node: number} | null, rows?: number[] | null, names?: string[] | null}} model without settings there are no
 *     thresholds, a node without samples has no name
 * @returns {{element: HTMLElement, at: () => any, light: (sample: number | null) => void}}
 */
export function fingerprintPlot(explanation, {layers, width, lit = null, at = null, rows = null, names = null}) {
  const figure = element("div", {class: "fingerprint", role: "group"});
  const neuron = (k, node) => ({layer: k + 1, node, activation: explanation.fingerprint[k][node], sample: layers[k].nodes[node][0]});
  let value = explanation.fingerprint[at?.layer - 1]?.length > at?.node ? neuron(at.layer - 1, at.node) : null;
  const tell = (next) => {
    if (next === value || !figure.isConnected) return; // another picture has replaced this one, and continues
    value = next;
    figure.dispatchEvent(new CustomEvent("input", {bubbles: true, detail: value}));
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
    const title = element("p", {class: "layer", text: `layer ${k + 1} · ${all} ${all === 1 ? "neuron" : "neurons"}${cells.length < all ? `, the strongest ${cells.length}` : ""}${hit ? " · recognised" : ""}`});
    const strip = chart({
      width: Math.min(width, 36 + 28 * cells.length), height: 74, margins: [16, 6, 4, 30],
      x: {axis: "none", domain: cells.map((c) => c.node), bands: 0.15},
      y: {domain: [0, 1], ticks: [0, 1]},
      label: `Activations of layer ${k + 1}`,
      description: `The strongest is ${strongest.activation.toFixed(3)}${strongest.sample === undefined ? "" : `, of ${called([strongest.sample], {rows, names})}`}.`,
      marks: ({x, y}) => {
        const middle = (c) => x.apply(c.node) + x.bandwidth / 2;
        return [
          ...(settings ? thresholds(settings, {x, y}) : []),
          layer("lit", {stroke: "var(--accent)", "stroke-width": 3, "stroke-opacity": 0.5}, cells.filter((c) => nodes[c.node].includes(lit)).map((c) => link(middle(c), y.range[0], middle(c), y.range[1]))),
          layer("bars", {}, cells.map((c) => box(x.apply(c.node), y.apply(0), x.apply(c.node) + x.bandwidth, y.apply(c.activation), {fill: hit && c === strongest ? "currentColor" : "var(--accent)"}))),
          strongest.sample !== undefined && layer("strongest", {}, [words(middle(strongest), y.apply(strongest.activation) - 7, numbered(strongest.sample, rows))]),
        ];
      },
    });
    strip.querySelectorAll(".bars rect").forEach((bar, i) => (bar.dataset.samples = ` ${nodes[cells[i].node].join(" ")} `));
    pointAt(strip, cells, tell);
    figure.append(title, strip);
  });
  for (const event of ["pointerleave", "blur"]) figure.addEventListener(event, () => tell(null));
  let [k, node] = value ? [value.layer - 1, value.node] : [0, -1];
  walk(figure, "Fingerprint. Arrow keys move between its neurons.", (across, down) => {
    k = Math.min(explanation.fingerprint.length - 1, Math.max(0, k + down));
    node = down ? 0 : Math.min(explanation.fingerprint[k].length - 1, Math.max(0, node + across));
    tell(neuron(k, node));
  });
  return {
    element: figure, at: () => value,
    light: (sample) => figure.querySelectorAll(".bars rect").forEach((bar) => bar.classList.toggle("lit", bar.dataset.samples.includes(` ${sample} `))),
  };
}

function pointAt(strip, cells, tell) {
  const x = strip.scale("x");
  strip.addEventListener("pointermove", (event) => {
    const [at] = pointerIn(strip, event);
    const cell = cells.find((c) => at >= x.apply(c.node) - 2 && at <= x.apply(c.node) + x.bandwidth + 2);
    tell(cell ?? null);
  });
}

/**
 * The numbers behind a fingerprint: a row for each neuron, the strongest first in its layer.
 *
 * @returns {any[]} {layer, neuron, samples, activation}; rows instead of samples, where their numbers are given, or what they are called
 */
export function fingerprintRows(explanation, {layers}, {rows = null, names = null} = {}) {
  withFingerprint(explanation);
  return explanation.fingerprint.flatMap((activations, k) =>
    Array.from(activations, (activation, neuron) => ({layer: k + 1, neuron, [names ? "names" : rows ? "rows" : "samples"]: names ? called(layers[k].nodes[neuron], {rows, names}) : layers[k].nodes[neuron].map((i) => numbered(i, rows)).join(" "), activation}))
      .sort((a, b) => b.activation - a.activation));
}
