/** Where the columns of a network stand, and its neurons in them. */
import {answered, cells, hitOf, isHit, neuronMark, painter, pool, text, two} from "./networkmarks.js";
import {built} from "./networkmotion.js";
import {drawing as draw} from "../../ui/element.js";
import {called, capital} from "../../ui/names.js";

/** If there are more layers than this, those without a lit neuron are narrow. */
const slimFrom = 12;

export function pictured(plan, walked) {
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
