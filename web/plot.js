/**
 * Pictures of models: pure functions from results of the public API to an
 * element. Nothing here keeps state or asks the engine.
 */
import * as Plot from "@observablehq/plot";

/**
 * Okabe–Ito, in an order that stays apart for the colour-blind; a shape each. A
 * page can set the custom properties to what suits its ground.
 */
const classHex = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];
export const classColours = classHex.map((colour, i) => `var(--class-${i + 1}, ${colour})`);
const classSymbols = ["circle", "triangle", "square", "diamond2", "cross", "star"];

const names = (classes) => classes.map((c) => String(c));

/** How targets are coloured: by class with a shape each, or on viridis. */
function scales(classes, targets) {
  if (classes) {
    const domain = names(classes);
    return {
      color: {type: "ordinal", domain, range: domain.map((_, i) => classColours[i % classColours.length])},
      symbol: {domain, range: domain.map((_, i) => classSymbols[i % classSymbols.length])},
    };
  }
  const numbers = targets.filter((v) => Number.isFinite(v));
  const low = Math.min(...numbers);
  const high = Math.max(...numbers);
  return {color: {type: "linear", scheme: "viridis", domain: low < high ? [low, high] : [low - 0.5, high + 0.5], label: "value"}};
}

/**
 * The plane: fitting samples filled, external samples as ×, coloured by their
 * prediction; an open red circle where it was interpolated, with a link as wide
 * as its weight to each sample that it came from. A point outside the picture
 * is drawn as an arrow at its edge.
 *
 * The element has `value`, the last place pointed at, and fires "input" on it:
 * `{x, y, shiftKey, external, sample}`, the last two being the index of the
 * external point or fitting sample under the pointer, or null.
 *
 * @param {{
 *   samples: {x: number, y: number, target: any}[],
 *   external: {x: number, y: number, target: any, status: string, links: {sample: number, weight: number}[]}[],
 *   classes: any[] | null,
 *   chosen: {x: number, y: number, links: {sample: number, weight: number}[]} | null,
 *   allLinks?: boolean,
 *   step?: {examined: number, other: number, placed: number[]} | null,
 *   background?: {href: string, x: [number, number], y: [number, number]} | null,
 *   domain: {x: [number, number], y: [number, number]},
 *   width: number, height: number,
 * }} spec
 * @returns {SVGElement & {value: any}}
 */
export function planePlot(spec) {
  const {samples, classes, chosen, domain, width, height} = spec;
  const inside = (v, [low, high]) => Math.min(high, Math.max(low, v));
  const external = spec.external.map((e, index) => {
    const x = inside(e.x, domain.x);
    const y = inside(e.y, domain.y);
    return {...e, index, shownX: x, shownY: y, away: x !== e.x || y !== e.y};
  });
  const shown = external.filter((e) => !e.away);
  const away = external.filter((e) => e.away);
  const picked = chosen ? [{...chosen, shownX: inside(chosen.x, domain.x), shownY: inside(chosen.y, domain.y), chosen: true}] : [];
  for (const e of picked) if (e.shownX !== e.x || e.shownY !== e.y) away.push(e);
  const links = [...(spec.allLinks ? external : []), ...picked].flatMap((e) =>
    e.links.map(({sample, weight}) => ({x1: e.shownX, y1: e.shownY, x2: samples[sample].x, y2: samples[sample].y, weight, chosen: Boolean(e.chosen)})));
  const step = spec.step ?? null;
  const {color, symbol} = scales(classes, samples.map((s) => s.target));
  const paint = classes ? (d) => (d.target === null ? undefined : String(d.target)) : "target";

  const element = Plot.plot({
    width,
    height,
    marginLeft: 44,
    marginBottom: 36,
    style: {fontSize: "13px", background: "none", overflow: "hidden"},
    x: {domain: domain.x, label: "x₁ →", grid: true},
    y: {domain: domain.y, label: "↑ x₂", grid: true},
    color: {...color, legend: false},
    ...(symbol ? {symbol} : {}),
    ariaLabel: "The plane",
    ariaDescription: `${samples.length} fitting samples and ${external.length} external points.`,
    marks: [
      spec.background ? picture(spec.background) : null,
      Plot.link(links, {
        x1: "x1", y1: "y1", x2: "x2", y2: "y2",
        strokeWidth: (d) => 0.75 + 5 * d.weight,
        stroke: "currentColor",
        strokeOpacity: (d) => (d.chosen ? 0.75 : 0.3),
        strokeLinecap: "round",
        className: "links",
      }),
      Plot.dot(samples, {
        x: "x", y: "y", r: 5.5, fill: paint, ...(classes ? {symbol: paint} : {symbol: "circle"}),
        stroke: "var(--paper)", strokeWidth: 1, className: "samples",
        ...(step ? {fillOpacity: (_, i) => (step.placed[i] ? 1 : 0.25)} : {}),
      }),
      ...stepMarks(step, samples),
      Plot.dot(shown, {x: "x", y: "y", r: 5, symbol: "times", stroke: paint, strokeWidth: 2.5, className: "external"}),
      Plot.dot(shown.filter((e) => e.status === "interpolated"), {x: "x", y: "y", r: 9, stroke: "var(--interpolated)", strokeWidth: 1.75, fill: "none", className: "interpolated"}),
      Plot.dot(picked, {x: "shownX", y: "shownY", r: 13, stroke: "currentColor", strokeWidth: 1.25, strokeDasharray: "3,2", fill: "none", className: "chosen"}),
      Plot.text(away, {x: "shownX", y: "shownY", text: (e) => arrow(e, domain), fontSize: 22, fill: "var(--interpolated)", stroke: "var(--paper)", className: "away"}),
    ],
  });
  pointing(element, spec, shown);
  return element;
}

/** A step of the construction: the sample looked at, and the one it activates most. */
function stepMarks(step, samples) {
  const examined = step ? samples[step.examined] : undefined;
  const other = step ? samples[step.other] : undefined;
  return [
    examined && other && Plot.link([0], {x1: examined.x, y1: examined.y, x2: other.x, y2: other.y, stroke: "var(--interpolated)", strokeWidth: 2, className: "step-link"}),
    examined && Plot.dot([examined], {x: "x", y: "y", r: 12, stroke: "var(--interpolated)", strokeWidth: 2.5, fill: "none", className: "step-examined"}),
    step && Plot.text(samples.map((s, i) => ({...s, layer: step.placed[i]})).filter((s) => s.layer), {
      x: "x", y: "y", dy: -12, text: (s) => String(s.layer), fontSize: 11, fill: "currentColor", stroke: "var(--paper)", className: "step-layers",
    }),
  ].filter(Boolean);
}

/** A mark: a picture laid over a part of the plane. */
function picture({href, x, y}) {
  return (_, scales) => {
    const image = document.createElementNS("http://www.w3.org/2000/svg", "image");
    const [left, right] = x.map(scales.x);
    const [bottom, top] = y.map(scales.y);
    for (const [name, value] of Object.entries({
      class: "background", href, x: left, y: top, width: right - left, height: bottom - top, preserveAspectRatio: "none",
    })) image.setAttribute(name, value);
    return image;
  };
}

function arrow(e, {x, y}) {
  const across = e.x > x[1] ? 1 : e.x < x[0] ? -1 : 0;
  const up = e.y > y[1] ? 1 : e.y < y[0] ? -1 : 0;
  return {"1,1": "↗", "1,0": "→", "1,-1": "↘", "0,1": "↑", "0,-1": "↓", "-1,1": "↖", "-1,0": "←", "-1,-1": "↙"}[`${across},${up}`];
}

/**
 * The background of a plane as a data URL: answers for the cells of a grid, row by
 * row from the top.
 *
 * @param {{
 *   kind: "prediction" | "familiarity" | "territory", answers: any[], columns: number, rows: number,
 *   classes: any[] | null, targets: any[], width: number, height: number,
 * }} spec
 * @returns {string}
 */
export function backgroundImage({kind, answers, columns, rows, classes, targets, width, height}) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const pen = canvas.getContext("2d");
  const colour = cellColour(kind, classes, targets);
  const across = (i) => Math.round((i / columns) * canvas.width);
  const down = (j) => Math.round((j / rows) * canvas.height);
  answers.forEach((answer, at) => {
    const i = at % columns;
    const j = Math.floor(at / columns);
    pen.fillStyle = colour(answer);
    pen.fillRect(across(i), down(j), across(i + 1) - across(i), down(j + 1) - down(j));
  });
  if (kind === "familiarity") hatch(pen, answers, (i, j) => [across(i), down(j), across(i + 1) - across(i), down(j + 1) - down(j)], columns);
  return canvas.toDataURL();
}

/** How a cell's answer is painted; pale, since the points are the picture. */
function cellColour(kind, classes, targets) {
  if (kind === "familiarity") return ({familiarity}) => `rgba(11, 106, 168, ${0.04 + 0.4 * familiarity})`;
  if (kind === "territory") return (sample) => (Number.isFinite(sample) ? `hsla(${(sample * 137.508) % 360}, 55%, 55%, 0.35)` : "transparent");
  if (classes) {
    const domain = names(classes);
    return (label) => {
      const i = domain.indexOf(String(label));
      return i < 0 ? "transparent" : `${classHex[i % classHex.length]}38`;
    };
  }
  const scale = Plot.scale({color: scales(null, targets).color});
  return (value) => (Number.isFinite(value) ? translucent(scale.apply(value), 0.4) : "transparent");
}

/** An rgb() or hex colour with an opacity. */
function translucent(colour, opacity) {
  return colour.startsWith("rgb(") ? colour.replace("rgb(", "rgba(").replace(")", `, ${opacity})`) : colour + Math.round(255 * opacity).toString(16);
}

/** Stripes where the model doesn't know: they survive a bad projector. */
function hatch(pen, answers, cell, columns) {
  pen.save();
  pen.beginPath();
  answers.forEach(({out}, at) => out && pen.rect(...cell(at % columns, Math.floor(at / columns))));
  pen.clip();
  pen.strokeStyle = "rgba(120, 120, 120, 0.55)";
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = -pen.canvas.height; x < pen.canvas.width; x += 9) {
    pen.moveTo(x, pen.canvas.height);
    pen.lineTo(x + pen.canvas.height, 0);
  }
  pen.stroke();
  pen.restore();
}

/** The key to the colours of values. */
export function valueLegend(targets) {
  return Plot.legend({...scales(null, targets), width: 260, height: 44, marginLeft: 8, marginRight: 8, style: {fontSize: "12px", background: "none"}});
}

/** Where an event is in the picture's own coordinates, whatever its size on screen. */
function pointerIn(element, event) {
  const box = element.getBoundingClientRect();
  const view = element.viewBox.baseVal;
  return [((event.clientX - box.left) / box.width) * view.width, ((event.clientY - box.top) / box.height) * view.height];
}

/** Turns clicks into values. */
function pointing(element, {samples, domain}, external) {
  const x = element.scale("x");
  const y = element.scale("y");
  element.value = null;
  element.addEventListener("click", (event) => {
    const [px, py] = pointerIn(element, event);
    const at = {x: x.invert(px), y: y.invert(py)};
    if (at.x < domain.x[0] || at.x > domain.x[1] || at.y < domain.y[0] || at.y > domain.y[1]) return;
    const near = (points) => {
      let best = null;
      let least = 9; // pixels
      points.forEach((p, i) => {
        const d = Math.hypot(x.apply(p.x) - px, y.apply(p.y) - py);
        if (d < least) [best, least] = [p.index ?? i, d];
      });
      return best;
    };
    element.value = {...at, shiftKey: event.shiftKey, external: near(external), sample: near(samples)};
    element.dispatchEvent(new CustomEvent("input", {bubbles: true}));
  });
}

/** Layers of more neurons than this show their strongest half as many. */
const widest = 120;

/**
 * A fingerprint: a strip for each layer passed, a bar for each neuron, both
 * thresholds as lines, the strongest neuron named by its sample; the layer of
 * the hit is marked.
 *
 * @param {{fingerprint: ArrayLike<number>[], layer?: number}} explanation
 * @param {{layers: {settings: any, nodes: number[][]}[], width: number}} model
 * @returns {HTMLElement}
 */
export function fingerprintPlot(explanation, {layers, width}) {
  const figure = document.createElement("div");
  figure.className = "fingerprint";
  explanation.fingerprint.forEach((activations, k) => {
    const {settings, nodes} = layers[k];
    let cells = Array.from(activations, (activation, node) => ({node, activation, sample: nodes[node][0]}));
    const strongest = cells.reduce((a, b) => (b.activation > a.activation ? b : a));
    const all = cells.length;
    if (all > widest) {
      cells = cells.sort((a, b) => b.activation - a.activation).slice(0, widest / 2).sort((a, b) => a.node - b.node);
    }
    const hit = explanation.layer === k + 1;
    const title = document.createElement("p");
    title.className = "layer";
    title.textContent = `layer ${k + 1} · ${all} ${all === 1 ? "neuron" : "neurons"}${cells.length < all ? `, the strongest ${cells.length}` : ""}${hit ? " · hit" : ""}`;
    figure.append(title);
    figure.append(
      Plot.plot({
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
        ariaDescription: `The strongest is ${strongest.activation.toFixed(3)}, of sample ${strongest.sample}.`,
        marks: [
          Plot.ruleY([settings.admission], {stroke: "currentColor", strokeDasharray: "2,3", strokeOpacity: 0.7}),
          Plot.ruleY([settings.activation], {stroke: "currentColor", strokeOpacity: 0.7}),
          Plot.barY(cells, {x: "node", y: "activation", fill: (c) => (hit && c === strongest ? "var(--interpolated)" : "var(--accent)")}),
          Plot.text([strongest], {x: "node", y: "activation", text: (c) => String(c.sample), dy: -7, fill: "currentColor"}),
        ],
      }),
    );
  });
  return figure;
}

/**
 * A TNN: its curve, its samples, and the chosen place with the samples on both
 * sides. Has `value` {x, y} and fires "input" on a click.
 *
 * @param {{
 *   samples: {x: number, target: number}[],
 *   curve: {x: number, y: number}[],
 *   chosen: {x: number, y: number, neighbours: number[]} | null,
 *   width: number, height: number,
 * }} spec
 * @returns {SVGElement & {value: any}}
 */
export function tnnPlot({samples, curve, chosen, width, height}) {
  const sides = chosen ? chosen.neighbours.map((i) => ({x1: chosen.x, y1: chosen.y, x2: samples[i].x, y2: samples[i].target})) : [];
  const element = Plot.plot({
    width,
    height,
    marginLeft: 44,
    marginTop: 30,
    marginBottom: 36,
    style: {fontSize: "13px", background: "none"},
    x: {label: "x →", grid: true, nice: true},
    y: {label: "↑ y", grid: true, nice: true},
    ariaLabel: "The line",
    ariaDescription: `${samples.length} samples and the curve of the TNN through them.`,
    marks: [
      Plot.line(curve, {x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 2}),
      Plot.link(sides, {x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: "currentColor", strokeOpacity: 0.6, strokeWidth: 1.5}),
      Plot.dot(samples, {x: "x", y: "target", r: 4.5, fill: "var(--ink)", stroke: "var(--paper)", className: "samples"}),
      Plot.dot(chosen ? [chosen] : [], {x: "x", y: "y", r: 8, stroke: "var(--interpolated)", strokeWidth: 2, className: "chosen"}),
    ],
  });
  element.value = null;
  element.addEventListener("click", (event) => {
    const [px, py] = pointerIn(element, event);
    element.value = {x: element.scale("x").invert(px), y: element.scale("y").invert(py), shiftKey: event.shiftKey};
    element.dispatchEvent(new CustomEvent("input", {bubbles: true}));
  });
  return element;
}

/**
 * The triangle of activations: σ of every neuron for one input, the lowest
 * sample's neuron first.
 *
 * @param {{fingerprint: ArrayLike<number>}} explanation
 * @param {{width: number}} size
 */
export function trianglePlot(explanation, {width}) {
  const cells = Array.from(explanation.fingerprint, (activation, neuron) => ({neuron: neuron + 1, activation}));
  return Plot.plot({
    width,
    height: 96,
    marginTop: 8,
    marginBottom: 22,
    marginLeft: 30,
    marginRight: 6,
    style: {fontSize: "12px", background: "none"},
    x: {type: "band", label: null, padding: 0.15, ticks: cells.length > 12 ? [1, cells.length] : cells.map((c) => c.neuron)},
    y: {domain: [0, 1], ticks: [0, 0.5, 1], label: null},
    ariaLabel: "σ of every neuron",
    marks: [
      Plot.ruleY([0.5], {stroke: "currentColor", strokeDasharray: "2,3", strokeOpacity: 0.7}),
      Plot.barY(cells, {x: "neuron", y: "activation", fill: "var(--accent)"}),
    ],
  });
}
