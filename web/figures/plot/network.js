import * as Plot from "@observablehq/plot";
import {classColours} from "../../ui/classes.js";
import {names, scales} from "./colours.js";
import {called, capital, shortNames} from "../../ui/names.js";

/** A layer shows at most this many of its lit neurons; if fewer are lit, the strongest ones. */
const most = 12;
const few = 6;
/** If there are more layers than this, those without a lit neuron are narrow. */
const slimFrom = 12;
/** The animation's duration per layer, in milliseconds. */
const perLayer = 150;
/** The most cells of the input. */
const mostCells = 6;

/** The glyphs of the classes for radius 1, as in Plot's symbols. */
const shapes = [
  "M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0Z", "M0,-1.2L1.1,0.75L-1.1,0.75Z", "M-0.88,-0.88H0.88V0.88H-0.88Z",
  "M0,-1.25L1.05,0L0,1.25L-1.05,0Z", "M-0.4,-1.1H0.4V-0.4H1.1V0.4H0.4V1.1H-0.4V0.4H-1.1V-0.4H-0.4Z",
  "M0,-1.3L0.31,-0.42L1.24,-0.4L0.5,0.16L0.76,1.05L0,0.52L-0.76,1.05L-0.5,0.16L-1.24,-0.4L-0.31,-0.42Z",
];

const svgNamespace = "http://www.w3.org/2000/svg";
function draw(tag, attributes = {}, ...children) {
  const e = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) e.setAttribute(name, value);
  e.append(...children.filter(Boolean));
  return e;
}
const text = (x, y, said, more) => draw("text", {x, y, "font-size": 13, fill: "currentColor", "text-anchor": "middle", ...more}, String(said));
const two = (v) => v.toFixed(2).replace(/^0(?=\.)/, "");
/** The width of a letter at 13 px, in a wide font. */
const letter = 7.8;
/** A label, cut to the available room. */
const cut = (said, room) => {
  const letters = Math.max(3, Math.floor(room / letter));
  return said.length > letters ? `${said.slice(0, letters - 1)}…` : said;
};

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
 * Pointing at a neuron, or moving to it by the arrow keys, fires "input" with `value` {layer,
 * node, sample, samples, activation}; a click or Enter adds `chosen: true`; leaving gives null.
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
 * @returns {HTMLElement & {value: any, light: (samples: number | number[] | null) => void, link: (links: (sample: number) => {node: number, activation: number}[] | undefined) => void}}
 */
export function networkPlot(spec) {
  const place = /** @type {any} */ (document.createElement("div"));
  place.className = "network";
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", "The network. Left and right move between layers, up and down between neurons, Enter selects the neuron's sample.");
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
  const tell = (value) => {
    if (value === place.value || (value && place.value && !value.chosen && value.layer === place.value.layer && value.node === place.value.node)) return;
    place.value = value;
    place.dispatchEvent(new CustomEvent("input", {bubbles: true}));
  };
  const pointed = (event) => {
    const g = event.target.closest?.(".neuron");
    return g && place.contains(g) ? {layer: Number(g.dataset.layer), node: Number(g.dataset.node)} : null;
  };
  place.value = walked && neuron(walked.layer, walked.node);
  place.light = (samples) => {
    lit = [samples ?? []].flat();
    mark();
  };
  place.link = (links) => {
    plan.links = links;
    relink();
    mark();
  };
  place.addEventListener("pointerover", (event) => {
    const on = pointed(event);
    if (!on && !walked) return;
    walked = on;
    mark();
    tell(on && neuron(on.layer, on.node));
  });
  place.addEventListener("pointerleave", () => {
    if (document.activeElement === place || !walked) return;
    walked = null;
    mark();
    tell(null);
  });
  place.addEventListener("blur", () => {
    if (!place.isConnected) return; // another picture has replaced this one, and continues
    walked = null;
    mark();
    tell(null);
  });
  place.addEventListener("click", (event) => {
    const on = pointed(event);
    if (on) tell({...neuron(on.layer, on.node), chosen: true});
  });
  place.addEventListener("keydown", (event) => {
    const by = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]}[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !plan.layers.some((l) => l.nodes.length)) return;
    if (by) {
      walked = step(plan, walked, by);
      if (plan.layers[walked.layer - 1].shown.includes(walked.node) && !picture.querySelector(".extra")) mark();
      else show();
      tell(neuron(walked.layer, walked.node));
    } else if ((event.key === "Enter" || event.key === " ") && walked) tell({...neuron(walked.layer, walked.node), chosen: true});
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  show();
  if (spec.flow !== false) flow(picture, plan);
  return place;
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

function pictured(plan, walked) {
  const {width, height, classes, targets, explanation, building, layers} = plan;
  const columns = building ? Math.max(plan.layers.length + building.felled, plan.columns ?? 1) : layers.length;
  const narrow = width < 480;
  const paint = painter(classes, targets);
  const [top, bottom] = [plan.skip && columns > 1 && !building ? 44 : 30, 16];
  const middle = (top + height - bottom) / 2;
  const cellWidth = narrow ? 62 : width < 640 ? 100 : 132;
  const inputAt = narrow ? 34 : cellWidth / 2 + 8;
  const answerAt = width - (narrow ? 36 : 64);
  const [from, to] = [inputAt + (narrow ? 36 : cellWidth / 2 + 16), answerAt - (narrow ? 30 : 58)];

  // Where the columns are.
  const light = layers.map((l) => l.activations !== null && (l.hit || l.order.some(l.lights)));
  const slim = Array.from({length: columns}, (_, k) => columns > slimFrom && !building && !light[k]);
  const shares = slim.map((yes) => (yes ? 0.45 : 1));
  const whole = shares.reduce((a, b) => a + b, 0);
  let passed = 0;
  const across = shares.map((share) => {
    const x = from + ((to - from) * (passed + share / 2)) / whole;
    passed += share;
    return x;
  });
  const gap = (to - from) / whole;

  // Where the neurons are.
  const drawn = layers.map((l, k) => {
    const shown = l.shown.slice();
    if (walked?.layer === k + 1 && !shown.includes(walked.node)) shown.push(walked.node);
    return shown;
  });
  const rows = Math.max(1, ...drawn.map((shown, k) => shown.length + (shown.length < layers[k].nodes.length ? 1 : 0)));
  const pitch = Math.min(34, (height - top - bottom) / rows);
  const r = Math.max(3, Math.min(9.5, 0.34 * pitch, 0.3 * gap));
  const places = layers.map((l, k) => {
    const folded = drawn[k].length < l.nodes.length;
    const first = middle - (pitch * (drawn[k].length + (folded ? 1 : 0) - 1)) / 2;
    return {y: new Map(drawn[k].map((node, i) => [node, first + i * pitch])), rest: folded ? first + drawn[k].length * pitch : null};
  });
  const spot = (layer, node) => ({x: across[layer - 1], y: places[layer - 1].y.get(node) ?? places[layer - 1].rest});
  const curve = (a, b) => {
    const bend = (b.x - a.x) * 0.45;
    return `M${a.x.toFixed(1)},${a.y.toFixed(1)}C${(a.x + bend).toFixed(1)},${a.y.toFixed(1)} ${(b.x - bend).toFixed(1)},${b.y.toFixed(1)} ${b.x.toFixed(1)},${b.y.toFixed(1)}`;
  };

  const picture = draw("svg", {
    viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "The network", "aria-description": described(plan), "font-family": "system-ui, sans-serif",
  });
  picture.style.maxWidth = "100%";
  picture.style.height = "auto";
  picture.style.display = "block";
  const group = (name, more) => draw("g", {class: name, ...more});
  const [below, marks] = [group("wires"), group("neurons")];

  // The input.
  const input = group("input", {"data-step": 0});
  if (building) input.append(...pool(plan, {x: inputAt, middle, height: height - top - bottom, paint}));
  else input.append(...cells(plan, {x: inputAt, width: cellWidth, middle, height: height - top - bottom}));
  input.append(text(inputAt, 14, building ? "waiting" : "input", {"fill-opacity": 0.75}));

  if (plan.skip && layers.length > 1 && !building) {
    const y = 30;
    const legs = layers.slice(1).map((_, k) => `M${across[k + 1].toFixed(1)},${y}v7`).join("");
    below.append(draw("path", {"data-rail": "", class: "rail", fill: "none", stroke: "var(--accent)", "stroke-opacity": 0.75, "stroke-width": 1.25, d: `M${inputAt},22V${y}H${across.at(-1).toFixed(1)}${legs}`},
      draw("title", {}, "The skip connection: every layer from the second on sees the input again.")));
  }

  // Names of layers if they don't overlap; those with a lit neuron first.
  const named = new Set();
  const wide = gap < 62 ? 20 : 0;
  for (const k of [...layers.keys()].sort((a, b) => Number(light[b]) - Number(light[a]) || a - b)) {
    if ([...named].every((other) => Math.abs(across[other] - across[k]) >= wide)) named.add(k);
  }
  layers.forEach((l, k) => {
    const asked = building || !explanation || l.activations !== null;
    const column = group(`layer${asked ? "" : " unasked"}`, {"data-step": k + 1});
    const title = slim[k] || gap < 62 ? String(k + 1) : `layer ${k + 1}`;
    if (named.has(k)) column.append(text(across[k], 14, title, {"fill-opacity": asked ? 1 : 0.75, "font-weight": l.hit ? 700 : 400}));
    for (const node of drawn[k]) column.append(neuronMark(plan, k, node, {...spot(k + 1, node), r: slim[k] ? Math.min(r, 4) : r, pitch, gap, paint, extra: !l.shown.includes(node)}));
    if (places[k].rest !== null) {
      const folded = l.nodes.length - drawn[k].length;
      const room = (gap * shares[k]) / 8 >= String(folded).length + 1;
      column.append(draw("g", {class: "rest", "data-rest": folded}, draw("title", {}, `${folded} more, with weaker activation`),
        text(across[k], places[k].rest + 5, room ? `+${folded}` : "⋮", {"fill-opacity": 0.8})));
    }
    marks.append(column);
  });
  if (!building && layers.length) {
    const edge = {x: inputAt + cellWidth / 2, y: middle};
    below.append(group("asked", {"data-step": 1}));
    for (const node of drawn[0]) {
      below.lastChild.append(draw("path", {d: curve(edge, spot(1, node)), fill: "none", stroke: "currentColor", "stroke-width": 1, "stroke-opacity": layers[0].activations && layers[0].lights(node) ? 0.6 : 0.14}));
    }
  }
  // The fingerprints: from the neurons below, or from their folded rest.
  const fingerprints = building ? [] : layers.map((_, k) => group("fingerprints", {"data-step": k + 1}));
  below.append(...fingerprints);
  const relink = () => fingerprints.forEach((place, k) => {
    if (k === 0) return;
    place.replaceChildren(...drawn[k].flatMap((node) => {
      const on = layers[k].activations !== null && (layers[k].lights(node) || isHit(plan, k, node));
      return (plan.links(layers[k].nodes[node][0]) ?? []).map(({node: source, activation}) => draw("path", {
        class: `fingerprint-link${on ? " on" : ""}`, "data-layer": k + 1, "data-node": node, "data-from": source, d: curve(spot(k, source), spot(k + 1, node)), fill: "none",
        "stroke-width": on ? (0.8 + activation).toFixed(2) : 0.8,
      }));
    }));
  });
  relink();
  const silent = layers.findIndex((l) => explanation && l.activations === null);
  if (silent >= 0 && !building) {
    marks.append(text((across[silent] + across.at(-1)) / 2, height - 3, layers.length - silent === 1 && gap < 64 ? "unasked" : "not asked", {"fill-opacity": 0.75, class: "silent"}));
  }
  if (building) marks.append(...built(plan, {across, spot, input: {x: inputAt, y: middle}, height, middle, r}));
  else picture.append(...answered(plan, {answerAt, middle, paint, spot, curve, below, narrow, last: layers.length + 1}));
  picture.prepend(below, input, marks);
  return {picture, relink};
}

/** The neuron that recognised the input: the strongest of its layer. A local line goes through others of that layer, too. */
const hitOf = ({layer, neurons}) => neurons.find((n) => n.layer === layer);

const isHit = ({explanation}, k, node) => explanation?.layer === k + 1 && hitOf(explanation)?.node === node;

function neuronMark(plan, k, node, {x, y, r, pitch, gap, paint, extra}) {
  const l = plan.layers[k];
  const [sample] = l.nodes[node];
  const activation = l.activations?.[node];
  const lit = l.activations !== null && l.lights(node);
  const hit = isHit(plan, k, node);
  const {shape, colour, line} = paint(sample);
  const fill = hit ? 1 : lit ? 0.2 + 0.75 * activation : plan.building ? 1 : plan.classes ? 0 : 0.25;
  const outlined = plan.building || !plan.explanation || lit || hit;
  const g = draw("g", {
    class: `neuron${lit ? " lit" : ""}${hit ? " hit" : ""}${extra ? " extra" : ""}`, transform: `translate(${x.toFixed(1)},${y.toFixed(1)})`,
    "data-layer": k + 1, "data-node": node, "data-sample": sample, "data-activation": activation,
  },
    draw("circle", {class: "halo", r: r + 6, fill: "none", stroke: "var(--accent)", "stroke-width": 2.5, visibility: "hidden"}),
    draw("circle", {class: "ground", r: Math.max(r + 3, pitch / 2 - 0.5), fill: "transparent"}),
    (lit || hit) && draw("circle", {class: "ring", r: r + 3.5, fill: "var(--paper)", stroke: "currentColor", "stroke-width": hit ? 2.5 : 1.25}),
    draw("path", {d: shape, transform: `scale(${r.toFixed(2)})`, fill: colour, "fill-opacity": fill.toFixed(3), stroke: line, "stroke-width": 1.4, "stroke-opacity": outlined ? 1 : 0.55, "vector-effect": "non-scaling-stroke"}));
  // Numbers that don't overlap: beside all neurons if there is room, otherwise beside the strongest.
  if ((lit || hit) && gap >= 56 && (pitch >= 22 || node === l.rank[0])) {
    g.append(text(r + 7, -r * 0.2 - (pitch >= 22 ? 2 : -4), two(activation), {"text-anchor": "start", stroke: "var(--paper)", "stroke-width": 3, "paint-order": "stroke", "stroke-linejoin": "round"}));
  }
  return g;
}

function cells({cells: given = []}, {x, width, middle, height}) {
  const room = Math.max(1, Math.min(mostCells, Math.floor(height / 30)));
  const shown = given.length > room ? given.slice(0, Math.max(1, room - 1)) : given;
  const rest = given.length - shown.length;
  const pitch = Math.min(46, height / Math.max(1, shown.length + (rest ? 0.6 : 0)));
  const tall = Math.min(26, pitch - 3);
  const first = middle - (pitch * (shown.length + (rest ? 0.6 : 0) - 1)) / 2;
  const beside = ({value}) => (value === undefined ? 0 : letter * (1 + Math.min(7, value.length)));
  const called = shortNames(shown.map((c) => c.name), shown.map((c) => Math.floor((width - 10 - beside(c)) / letter)));
  const parts = shown.map(({name, value}, i) => {
    const both = value === undefined ? called[i] : width < 80 ? cut(value, width - 10) : `${called[i]} ${cut(value, 50)}`;
    return draw("g", {class: "cell", transform: `translate(${x},${(first + i * pitch).toFixed(1)})`},
      draw("rect", {x: -width / 2, y: -tall / 2, width, height: tall, rx: 6, fill: "var(--paper)", stroke: "currentColor", "stroke-opacity": 0.55}),
      draw("title", {}, value === undefined ? name : `${name} ${value}`), text(0, 5, both));
  });
  if (rest) parts.push(text(x, first + shown.length * pitch, `+ ${rest}`, {"fill-opacity": 0.8}));
  return parts;
}

/** The answer: the class's glyph or the value's colour, with a link from each contributing neuron. */
function answered(plan, {answerAt, middle, paint, spot, curve, below, narrow, last}) {
  const {explanation, made} = plan;
  const column = draw("g", {class: "answer", "data-step": last}, text(answerAt, 14, "answer", {"fill-opacity": 0.75}));
  if (!explanation) return [column];
  const end = {x: answerAt - 12, y: middle};
  const links = draw("g", {class: "answer-links", "data-step": last});
  for (const n of made) {
    const hit = isHit(plan, n.layer - 1, n.node);
    const weight = Number.isFinite(n.weight) ? n.weight : 1 / made.length;
    links.append(draw("path", {
      class: "answer-link", "data-layer": n.layer, "data-node": n.node, "data-weight": weight, d: curve(spot(n.layer, n.node), end), fill: "none",
      stroke: paint(n.samples[0]).line, "stroke-width": (hit ? 4 : 1 + 10 * weight).toFixed(2), "stroke-opacity": hit ? 0.95 : 0.55, "stroke-linecap": "round",
    }));
  }
  below.append(links);
  const {shape, colour, line} = paint.of(explanation.value);
  const weak = explanation.recognition === "weak";
  column.append(draw("g", {transform: `translate(${answerAt},${middle})`},
    explanation.status === "interpolated" && draw("circle", {r: 19, fill: "var(--paper)", stroke: "currentColor", "stroke-width": 1.75, "stroke-dasharray": weak ? "3,3" : null}),
    draw("path", {d: shape, transform: "scale(12)", fill: colour, "fill-opacity": weak ? 0.4 : 1, stroke: line, "stroke-width": 1.4, "vector-effect": "non-scaling-stroke"}),
    text(0, 40, cut(plan.answer ?? (weak ? "?" : String(explanation.value)), narrow ? 68 : 112), {"font-size": 15, "font-weight": 600})));
  return [column];
}

/** The samples that aren't placed yet. */
function pool({targets, building, layers}, {x, middle, height, paint}) {
  const placed = new Set(layers.flatMap((l) => l.nodes.flat()));
  const waiting = targets.map((_, i) => i).filter((i) => !placed.has(i));
  const rows = Math.max(1, Math.floor((height - 22) / 15));
  const shown = waiting.slice(0, 4 * rows);
  const tall = Math.ceil(shown.length / 4);
  const marks = shown.map((sample, i) => {
    const {shape, colour} = paint(sample);
    return draw("path", {class: "waiting", "data-waiting": sample, d: shape, transform: `translate(${x - 24 + 16 * (i % 4)},${middle + 15 * (Math.floor(i / 4) - (tall - 1) / 2)}) scale(4.5)`, fill: colour,
      "fill-opacity": sample === building.examined ? 1 : 0.45});
  });
  if (waiting.length > shown.length) marks.push(text(x, middle + (15 * tall) / 2 + 16, `+ ${waiting.length - shown.length}`, {"fill-opacity": 0.8}));
  return marks;
}

/** A step of the construction: the examined sample, the neuron that it activates, and the layers that fall. */
function built({building, layers}, {across, spot, input, height, middle, r}) {
  const find = (sample) => {
    for (const [k, l] of layers.entries()) {
      const node = l.nodes.findIndex((samples) => samples.includes(sample));
      if (node >= 0) return spot(k + 1, node);
    }
    return null;
  };
  const parts = [];
  const [own, other] = [find(building.examined), find(building.other)];
  if (other) parts.push(draw("path", {class: "step-link", d: `M${(own ?? input).x},${(own ?? input).y}L${other.x},${other.y}`, stroke: "var(--accent)", "stroke-width": 2, "stroke-dasharray": "4,3", fill: "none"}));
  if (own) {
    const ring = draw("circle", {class: "step-new", cx: own.x, cy: own.y, r: r + 5, fill: "none", stroke: "var(--accent)", "stroke-width": 2.5});
    if (moving()) ring.animate?.([{transform: `translate(${input.x - own.x}px, ${input.y - own.y}px)`}, {transform: "none"}], {duration: 2 * perLayer, easing: "ease-out"}); // out of the pool
    parts.push(ring);
  }
  for (let k = layers.length; k < Math.min(across.length, layers.length + building.felled); k++) {
    const fallen = draw("rect", {class: "fallen", x: across[k] - 14, y: middle - 40, width: 28, height: 80, rx: 8, fill: "none", stroke: "currentColor", "stroke-opacity": 0.6, "stroke-dasharray": "3,3"});
    if (moving()) fallen.animate?.([{transform: "none", opacity: 1}, {transform: `translateY(${Math.round(height / 2)}px)`, opacity: 0}], {duration: 450, easing: "ease-in", fill: "forwards"});
    parts.push(fallen);
  }
  return parts;
}

/** Colour, line and shape of a sample or an answer. Some colours of values have too little contrast for a line. */
function painter(classes, targets) {
  if (classes) {
    const known = names(classes);
    const of = (label) => {
      const i = known.indexOf(String(label));
      return i < 0 ? {shape: shapes[0], colour: "currentColor", line: "currentColor"}
        : {shape: shapes[i % shapes.length], colour: classColours[i % classColours.length], line: classColours[i % classColours.length]};
    };
    return Object.assign((sample) => of(targets[sample]), {of});
  }
  const {apply} = Plot.scale({color: scales(null, targets).color});
  const of = (value) => ({shape: shapes[0], colour: typeof value === "number" && Number.isFinite(value) ? apply(value) : "currentColor", line: "currentColor"});
  return Object.assign((sample) => of(targets[sample]), {of});
}

const moving = () => !globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches;

/** Animates the propagation, column by column. A new picture ends it, because it replaces this one. */
function flow(picture, plan) {
  if (!moving() || !picture.animate || plan.building || !plan.explanation) return;
  const end = plan.explanation.fingerprint.length + 1;
  for (const part of picture.querySelectorAll("[data-step]")) {
    const at = Math.min(Number(part.dataset.step), end);
    if (at > 0) part.animate([{opacity: 0.15}, {opacity: 1}], {duration: perLayer, delay: perLayer * (at - 1), fill: "backwards", easing: "ease-out"});
  }
  pulse(picture.querySelector(".hit > .ring"), plan.explanation.layer);
}

/** Has a ring pulse once, when the flow has come to a layer. @returns {Animation | undefined} none where nothing shall move */
export function pulse(ring, layer) {
  if (ring?.animate && moving()) return ring.animate([{transform: "scale(1)", strokeWidth: 2.5}, {transform: "scale(1.6)", strokeWidth: 3.5, offset: 0.35}, {transform: "scale(1)", strokeWidth: 2.5}], {duration: 4 * perLayer, delay: perLayer * layer, easing: "ease-out"});
}

/** A description of the picture. */
function described({layers, explanation, building, answer, rows, names: own, cells = []}) {
  const of = {rows, names: own};
  const sizes = `${layers.length} ${layers.length === 1 ? "layer" : "layers"} of ${layers.map((l) => l.nodes.length).join(", ")} neurons.`;
  if (building || !explanation) return sizes;
  const lights = layers.map((l, k) => {
    const on = l.activations === null ? [] : l.rank.filter(l.lights);
    return on.length ? `Layer ${k + 1}: ${on.slice(0, 3).map((n) => `${called([l.nodes[n][0]], of)} ${two(l.activations[n])}`).join(", ")}${on.length > 3 ? ` and ${on.length - 3} more` : ""}.` : "";
  }).filter(Boolean);
  const how = explanation.layer ? `${capital(called([hitOf(explanation).samples[0]], of))} recognises it in layer ${explanation.layer}.` : lights.length ? "No neuron recognises it." : "No neuron is lit.";
  const asked = cells.filter((c) => c.value !== undefined).map(({name, value}) => `${name} ${value}`);
  return `${asked.length ? `Input: ${asked.join(", ")}. ` : ""}${sizes} ${lights.join(" ")} ${how} Answer: ${answer ?? explanation.value}.`.replaceAll(/ +/g, " ");
}

/** A sentence about a neuron. */
export function neuronText({layer, node, samples, activation}, {layers}, of = {}) {
  const size = layers[layer - 1].nodes.length;
  const lit = activation === null ? "" : activation >= (layers[layer - 1].settings?.admission ?? 1) ? `, activated with ${two(activation)}` : `, not lit (${two(activation)})`;
  return `Layer ${layer}, neuron ${node + 1} of ${size}: ${called(samples, of)}${lit}.`;
}
