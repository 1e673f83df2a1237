import {called} from "../../ui/names.js";
import {element} from "../../ui/element.js";
import {walk} from "../../ui/walk.js";
import {flow} from "./networkmotion.js";
import {pictured} from "./networkpicture.js";
import {two} from "./networkmarks.js";

/** A layer shows at most this many of its lit neurons; if fewer are lit, the strongest ones. */
const most = 12;
const few = 6;

/**
 * The network, with a column for the input, for each layer and for the answer. A neuron is
 * drawn as its sample's glyph, filled by its activation, with a ring from the admission
 * threshold on. Links between layers are the fingerprints: each starts at a neuron of the layer
 * below that the upper neuron's own sample activates at least moderately.
 *
 * Neurons are `[data-layer][data-node][data-sample][data-activation]`, with class `lit` from
 * the admission threshold on and `hit`; links are `.fingerprint-link[data-layer][data-node][data-from]`
 * and `.answer-link[data-layer][data-node][data-weight]`; the skip connection is `[data-rail]`.
 *
 * Pointing at a neuron, or moving to it by the arrow keys, fires "input" with the detail {layer,
 * node, sample, samples, activation}; a click or Enter adds `chosen: true`; leaving gives null. `at()` is the last of these.
 * `light(samples)` marks the neurons of a sample, or of several; `link(links)` adds fingerprints later.
 * With `step` it shows a network under construction, which finally has `columns` layers.
 *
 * @param {{
 *   layers: {settings: any, nodes: number[][]}[], classes: any[] | null, targets: any[], rows?: number[] | null, names?: string[] | null,
 *   explanation?: any, cells?: {name: string, value?: string}[], skip?: boolean,
 *   links?: (sample: number) => {node: number, activation: number}[] | undefined,
 *   answer?: string, lit?: number | null, at?: {layer: number, node: number} | null, flow?: boolean,
 *   step?: {layers: number[][], examined: number, other: number, felled: number} | null, columns?: number,
 *   width: number, height: number,
 * }} spec
 * @returns {{element: HTMLElement, at: () => any, light: (samples: number | number[] | null) => void, link: (links: (sample: number) => {node: number, activation: number}[] | undefined) => void}}
 */
export function networkPlot(spec) {
  const place = element("div", {class: "network", role: "group"});
  const plan = planned(spec);
  let walked = spec.at && plan.layers[spec.at.layer - 1]?.order.includes(spec.at.node) ? {...spec.at} : null;
  let lit = [spec.lit ?? []].flat();
  let picture;
  let relink;
  const neuron = (layer, node) => {
    const l = plan.layers[layer - 1];
    return {layer, node, sample: l.nodes[node][0], samples: l.nodes[node], activation: l.activations ? l.activations[node] : null};
  };
  const walkedOn = (e) => walked?.layer === Number(e.dataset.layer) && walked.node === Number(e.dataset.node);
  const mark = () => {
    for (const g of picture.querySelectorAll(".neuron")) {
      g.classList.toggle("walked", walkedOn(g));
      const marked = walkedOn(g) || plan.layers[g.dataset.layer - 1].nodes[g.dataset.node].some((sample) => lit.includes(sample));
      g.querySelector(".halo").setAttribute("visibility", marked ? "visible" : "hidden");
    }
    for (const link of picture.querySelectorAll(".fingerprint-link")) {
      const own = walkedOn(link);
      link.classList.toggle("marked", own);
      link.setAttribute("stroke", own ? "var(--accent)" : "currentColor");
      link.setAttribute("stroke-opacity", own ? "1" : link.classList.contains("on") ? "0.8" : "0.16");
    }
  };
  const show = () => {
    const next = pictured(plan, walked);
    if (picture) picture.replaceWith(next.picture);
    else place.append(next.picture);
    ({picture, relink} = next);
    mark();
  };
  let value = walked && neuron(walked.layer, walked.node);
  const tell = (next) => {
    if (next === value || (next && value && !next.chosen && next.layer === value.layer && next.node === value.node)) return;
    value = next;
    place.dispatchEvent(new CustomEvent("input", {bubbles: true, detail: value}));
  };
  const leave = () => {
    walked = null;
    mark();
    tell(null);
  };
  const pointed = (event) => {
    const g = event.target.closest?.(".neuron");
    return g && place.contains(g) ? {layer: Number(g.dataset.layer), node: Number(g.dataset.node)} : null;
  };
  place.addEventListener("pointerover", (event) => {
    const on = pointed(event);
    if (!on && !walked) return;
    walked = on;
    mark();
    tell(on && neuron(on.layer, on.node));
  });
  place.addEventListener("pointerleave", () => {
    if (document.activeElement !== place && walked) leave();
  });
  place.addEventListener("blur", () => {
    if (place.isConnected) leave(); // else another picture has replaced this one, and continues
  });
  place.addEventListener("click", (event) => {
    const on = pointed(event);
    if (on) tell({...neuron(on.layer, on.node), chosen: true});
  });
  const label = "The network. Left and right move between layers, up and down between neurons, Enter selects the neuron's sample.";
  walk(place, label, (across, down) => {
    if (!plan.layers.some((l) => l.nodes.length)) return false;
    walked = step(plan, walked, [across, down]);
    if (plan.layers[walked.layer - 1].shown.includes(walked.node) && !picture.querySelector(".extra")) mark();
    else show();
    tell(neuron(walked.layer, walked.node));
  }, () => walked !== null && tell({...neuron(walked.layer, walked.node), chosen: true}));
  show();
  if (spec.flow !== false) flow(picture, plan);
  return {
    element: place, at: () => value,
    light(samples) {
      lit = [samples ?? []].flat();
      mark();
    },
    link(links) {
      plan.links = links;
      relink();
      mark();
    },
  };
}

/** The next neuron of a move: up and down along a layer, strongest first if weak neurons are folded. */
function step({layers, start}, from, [across, down]) {
  if (!from) return start;
  let layer = from.layer;
  if (across) {
    do layer += across;
    while (layers[layer - 1] && layers[layer - 1].nodes.length === 0);
    if (!layers[layer - 1]) return from;
    const {order, rank} = layers[layer - 1];
    return {layer, node: rank.find((node) => order.includes(node))};
  }
  const {order} = layers[layer - 1];
  const at = order.indexOf(from.node) + down;
  return {layer, node: order[Math.min(order.length - 1, Math.max(0, at))]};
}

/** Which neurons are shown, and where; moving between them doesn't change it. */
function planned(spec) {
  const {explanation = null, step: building = null} = spec;
  const made = explanation?.neurons ?? [];
  const source = building ? building.layers.map((samples) => ({settings: null, nodes: samples.map((s) => [s])})) : spec.layers;
  const layers = source.map(({settings, nodes}, k) => {
    const activations = building ? null : explanation?.fingerprint[k] ?? null;
    const lights = (node) => activations !== null && settings !== null && activations[node] >= settings.admission;
    const all = nodes.map((_, node) => node);
    let rank = all; // the strongest first; equal ones in their order
    if (activations) rank = all.slice().sort((a, b) => activations[b] - activations[a] || a - b);
    else if (building) rank = all.slice().reverse();
    const answering = made.filter((n) => n.layer === k + 1).length;
    const wanted = Math.max(Math.min(few, nodes.length), Math.min(most, Math.max(answering, all.filter(lights).length)));
    const folded = nodes.length > most;
    const shown = folded ? rank.slice(0, wanted) : all;
    const kept = new Set(shown);
    return {settings, nodes, activations, lights, rank, shown, order: folded ? [...shown, ...rank.filter((n) => !kept.has(n))] : all, hit: explanation?.layer === k + 1};
  });
  const strongest = explanation?.layer ?? 1 + layers.reduce((best, l, k) => (l.activations && l.activations[l.rank[0]] > (layers[best].activations?.[layers[best].rank[0]] ?? -1) ? k : best), 0);
  const first = layers[strongest - 1];
  return {...spec, explanation, building, made, layers, links: spec.links ?? (() => undefined), start: first && {layer: strongest, node: first.rank[0]}};
}

/** A sentence about a neuron. */
export function neuronText({layer, node, samples, activation}, {layers}, of = {}) {
  const size = layers[layer - 1].nodes.length;
  const lit = activation === null ? "" : activation >= (layers[layer - 1].settings?.admission ?? 1) ? `, activated with ${two(activation)}` : `, not lit (${two(activation)})`;
  return `Layer ${layer}, neuron ${node + 1} of ${size}: ${called(samples, of)}${lit}.`;
}
