/** What a picture of a network is made of: neurons, cells of the input, the answer, samples that wait. */
import {looks} from "./colours.js";
import {shapes} from "./marks.js";
import {drawing as draw} from "../../ui/element.js";
import {begun, shortNames} from "../../ui/names.js";

/** The most cells of the input. */
const mostCells = 6;

export const text = (x, y, said, more) => draw("text", {x, y, "font-size": 13, fill: "currentColor", "text-anchor": "middle", ...more}, String(said));
export const two = (v) => v.toFixed(2).replace(/^0(?=\.)/, "");
/** The width of a letter at 13 px, in a wide font. */
const letter = 7.8;
/** A label, cut to the available room. */
const cut = (said, room) => begun(said, Math.max(3, Math.floor(room / letter)));

/** The neuron that recognised the input: the strongest of its layer. A local line goes through others of that layer, too. */
export const hitOf = ({layer, neurons}) => neurons.find((n) => n.layer === layer);

export const isHit = ({explanation}, k, node) => explanation?.layer === k + 1 && hitOf(explanation)?.node === node;

export function neuronMark(plan, k, node, {x, y, r, pitch, gap, paint, extra}) {
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

export function cells({cells: given = []}, {x, width, middle, height}) {
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
export function answered(plan, {answerAt, middle, paint, spot, curve, below, narrow, last}) {
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
export function pool({targets, building, layers}, {x, middle, height, paint}) {
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

/** Colour, line and shape of a sample or an answer. Some colours of values have too little contrast for a line. */
export function painter(classes, targets) {
  const {colour, shape} = looks(classes, targets);
  const of = (value) => ({shape: shapes[shape(value)], colour: colour(value), line: classes ? colour(value) : "currentColor"});
  return Object.assign((sample) => of(targets[sample]), {of});
}
