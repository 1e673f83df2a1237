/**
 * The pictures of the sections: pure functions from what a section found to
 * figures. Each gets the width there is.
 */
import * as Plot from "@observablehq/plot";
import {element} from "../../ui/element.js";

const style = {fontSize: "13px", background: "none"};
const colours = ["var(--class-1, #0072B2)", "var(--class-2, #D55E00)", "var(--class-3, #009E73)"];

/** By section. @type {Record<string, (data: any, width: number) => HTMLElement[]>} */
const drawn = {fig1, fig2, fig3a, pencil: links, fig3c: links, fig4, ends};

/** @param {{id: string, pictures?: any}} section @param {number} width @returns {HTMLElement[]} */
export function pictures({id, pictures}, width) {
  return pictures && drawn[id] ? drawn[id](pictures, width) : [];
}

/** A picture with its caption, as wide as the picture. */
function figure(plot, caption, width) {
  // Labels on groups inside a chart are no help to who listens, and not allowed there.
  for (const part of plot.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
  const box = element("figure", {}, plot, element("figcaption", {text: caption}));
  if (width) box.style.width = `${width}px`;
  for (const svg of box.querySelectorAll("svg[aria-label]")) svg.setAttribute("role", "img");
  return box;
}

/** As many columns as are at least so wide, and how wide each is. */
function columns(width, least) {
  const count = Math.max(1, Math.floor((width + 16) / (least + 16)));
  return Math.floor((width - 16 * (count - 1)) / count);
}

function row(...children) {
  return element("div", {class: "row"}, ...children);
}

function legend(names, range = colours) {
  return element("p", {class: "legend"}, ...names.map((name, i) => {
    const swatch = element("span", {class: "swatch"});
    swatch.style.background = range[i];
    return element("span", {}, swatch, name);
  }));
}

function fig1({bars}, width) {
  const plot = Plot.plot({
    width: Math.min(width, 640), height: 220, style, marginLeft: 44, marginBottom: 34,
    fx: {label: null, domain: ["x(2)", "x mid", "x(1)"]},
    x: {label: "neuron", type: "band"},
    y: {label: "↑ σ", domain: [0, 1], ticks: [0, 0.5, 1], grid: true},
    ariaLabel: "Activations at two neighbouring samples and halfway between them",
    ariaDescription: bars.map((b) => `${b.at}, neuron ${b.neuron}: ${b.sigma.toFixed(3)}`).join(". "),
    marks: [Plot.ruleY([0.5], {strokeDasharray: "2,3"}), Plot.barY(bars, {fx: "at", x: "neuron", y: "sigma", fill: "var(--accent)"})],
  });
  return [figure(plot, "The neurons' activations at x(2) = 0.5, halfway, and at x(1) = 1.")];
}

function fig2({a, b}, width) {
  const w = columns(width, 300);
  const panel = ({title, samples, curve}) => Plot.plot({
    width: w, height: 230, style, marginLeft: 40, marginBottom: 34, marginTop: 28,
    x: {label: "x →"}, y: {label: "↑ y", nice: true, grid: true},
    ariaLabel: title, ariaDescription: `${samples.length} samples, and the curve of the TNN through them.`,
    marks: [
      Plot.line(curve, {x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 2}),
      Plot.dot(samples, {x: "x", y: "y", r: samples.length > 20 ? 2.5 : 4.5, fill: "var(--ink)", stroke: "var(--paper)"}),
    ],
  });
  return [row(...[...a, ...b].map((p) => figure(panel(p), p.title, w)))];
}

function fig3a({main, grid}, width) {
  const names = main.map(({a1, a2}) => `a₁ = ${a1}, a₂ = ${a2}`);
  const flat = main.flatMap(({curve}, i) => curve.map((p) => ({...p, name: names[i]})));
  const big = Plot.plot({
    width: Math.min(width, 720), height: 300, style, marginLeft: 44, marginTop: 28, marginBottom: 36,
    x: {label: "distance →", ticks: width < 500 ? 5 : 10}, y: {label: "↑ σ_dsa", domain: [0, 1], grid: true},
    color: {domain: names, range: colours},
    ariaLabel: "Double selective activation by distance", ariaDescription: "Each curve has a peak at 0, a plateau near one half, and a fall towards 0.",
    marks: [
      Plot.rectY([0], {x1: -1.2, x2: 1.2, y1: 0.1, y2: 0.9, fill: "var(--interpolated)", fillOpacity: 0.1}),
      Plot.ruleY([0.1, 0.9], {strokeDasharray: "2,3"}),
      Plot.line(flat, {x: "x", y: "y", stroke: "name", strokeWidth: 2}),
    ],
  });
  const cells = grid.flatMap(({a1, a2, curve}) => curve.map((p) => ({...p, a1, a2})));
  const small = Plot.plot({
    width: Math.min(width, 900), height: width < 500 ? 420 : 480, style, marginLeft: 36, marginRight: 60, marginBottom: 36,
    fx: {label: "a₂"}, fy: {label: "a₁"},
    x: {label: null, ticks: width < 500 ? [0] : [-2, 0, 2]}, y: {label: null, domain: [0, 1], ticks: [0, 0.5, 1], grid: true},
    ariaLabel: "The same for sixteen pairs of parameters", ariaDescription: "The table below has the distances at which each falls.",
    marks: [Plot.frame({strokeOpacity: 0.2}), Plot.line(cells, {fx: "a2", fy: "a1", x: "x", y: "y", z: (p) => `${p.a1} ${p.a2}`, stroke: "var(--accent)"})],
  });
  return [
    figure(element("div", {}, legend(names), big), "Strong above 0.9, weak below 0.1; between them, tinted, the moderate activation."),
    figure(small, "More variations, as in the appendix: a₁ by rows, a₂ by columns."),
  ];
}

/** Samples, external points, and links from the interpolated ones. */
function links({samples, external}, width) {
  const lines = external.flatMap((e) => (e.links ?? []).map((s) => ({x1: e.x, y1: e.y, x2: samples[s].x, y2: samples[s].y})));
  const open = external.filter((e) => e.interpolated);
  const w = Math.min(columns(width, 330), 480);
  const values = [...new Set([...samples, ...external].map((s) => s.value))].sort((a, b) => a - b);
  const plot = (linked) => Plot.plot({
    width: w, aspectRatio: 1, inset: 12, style, marginLeft: 40, marginBottom: 36,
    x: {label: "x₁ →", grid: true}, y: {label: "↑ x₂", grid: true}, color: {type: "ordinal", domain: values, range: colours},
    ariaLabel: linked ? "Samples, external points, and the links of the interpolated ones" : "Samples and external points",
    ariaDescription: `${samples.length} samples and ${external.length} external points, of which ${open.length} are interpolated.`,
    marks: [
      linked ? Plot.link(lines, {x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: "currentColor", strokeOpacity: 0.55}) : null,
      Plot.dot(external, {x: "x", y: "y", symbol: "times", stroke: "value", strokeWidth: 2, r: 4}),
      Plot.dot(samples, {x: "x", y: "y", fill: "value", r: 6, stroke: "var(--paper)"}),
      linked ? Plot.dot(open, {x: "x", y: "y", r: 8, stroke: "var(--interpolated)", strokeWidth: 1.75}) : null,
    ],
  });
  return [legend(values.map((v) => `value ${v}`)), row(
    figure(plot(false), "Filled: samples. ×: external points, in the colour of the answer.", w),
    figure(plot(true), "Red circles: no neuron recognised the point; lines lead to the two samples behind its answer.", w),
  )];
}

function fig4({boxes, names, kinds, domains}, width) {
  const shown = [];
  const w = columns(width, 330);
  for (const set of [0, 1]) {
    const facets = domains.filter((d) => d.set === set);
    const dots = facets.flatMap(({spread, samples, external}) => [
      ...samples.map(([x, y, value]) => ({spread, x, y, value, kind: "sample"})), ...external.map(([x, y, value]) => ({spread, x, y, value, kind: "external"})),
    ]);
    const perRow = width < 700 ? 2 : 5;
    const at = (spread) => facets.findIndex((d) => d.spread === spread);
    const domain = Plot.plot({
      width, height: 40 + Math.ceil(facets.length / perRow) * Math.min(230, width / perRow), style, marginLeft: 36, marginTop: 24,
      fx: {axis: null}, fy: {axis: null}, x: {label: null, ticks: 3, inset: 6}, y: {label: null, ticks: 3, inset: 6}, color: {type: "linear", scheme: "viridis", domain: set === 0 ? [0, 1.7] : [-1, 1]},
      ariaLabel: `Set ${set + 1}: samples and external points at five spreads`, ariaDescription: "128 samples and as many external points at each spread.",
      marks: [
        Plot.frame({strokeOpacity: 0.2}),
        Plot.dot(dots.filter((d) => d.kind === "sample"), {x: "x", y: "y", fx: (d) => at(d.spread) % perRow, fy: (d) => Math.floor(at(d.spread) / perRow), stroke: "value", r: 3}),
        Plot.dot(dots.filter((d) => d.kind === "external"), {x: "x", y: "y", fx: (d) => at(d.spread) % perRow, fy: (d) => Math.floor(at(d.spread) / perRow), stroke: "value", symbol: "times", r: 2.5}),
        Plot.text(facets, {fx: (d) => at(d.spread) % perRow, fy: (d) => Math.floor(at(d.spread) / perRow), text: (d) => `spread ${d.spread}`, frameAnchor: "top", dy: -14}),
      ],
    });
    shown.push(figure(domain, `(A${set === 0 ? "" : ".2"}) Set ${set + 1}, seed 0: circles are samples, × external points; the colour is y.`));
    const charts = names.map((name, number) => {
      const values = boxes.filter((b) => b.set === set && b.figure === number)
        .flatMap(({spread, kind, values}) => values.filter((v) => v !== null).map((value) => ({spread, kind, value})));
      const plot = Plot.plot({
        width: w, height: 240, style, marginLeft: 44, marginBottom: 34, marginTop: 12,
        fx: {label: "spread", padding: 0.15}, x: {axis: null, domain: kinds}, y: {label: null, grid: true}, color: {domain: kinds, range: colours},
        ariaLabel: `Set ${set + 1}, ${name}`, ariaDescription: "Box plots over 48 seeds, by spread and construction. The table below has the medians.",
        marks: [Plot.boxY(values, {fx: "spread", x: "kind", y: "value", fill: "kind", r: 1.5})],
      });
      return figure(plot, name, w);
    });
    shown.push(element("p", {text: `(B${set === 0 ? "" : ".2"}) Set ${set + 1}, boxes over 48 seeds:`}), legend(kinds), row(...charts));
  }
  return shown;
}

function ends({sizes}, width) {
  const layers = Math.max(...sizes.map((s) => s.length));
  const range = Array.from({length: layers}, (_, k) => `hsl(${(205 + 137.5 * k) % 360}, 55%, 52%)`);
  const names = range.map((_, k) => `layer ${k + 1}`);
  const rects = sizes.flatMap((s, step) => s.map((size, k) => ({step, size, layer: names[k]})));
  const plot = Plot.plot({
    width, height: 280, style, marginLeft: 44, marginBottom: 36,
    x: {label: "step →"}, y: {label: "↑ samples placed", grid: true}, color: {domain: names, range},
    ariaLabel: "The layers' sizes after each step", ariaDescription: `${sizes.length} steps; at the end ${sizes.at(-1).join(", ")}.`,
    marks: [Plot.rectY(rects, Plot.stackY({x1: "step", x2: (r) => r.step + 1, y: "size", fill: "layer", order: names}))],
  });
  return [figure(element("div", {}, legend(names, range), plot), "Figure 4, set 1, the paper's text with the tie rule: after a collision deeper layers fall, but the layer that was hit has grown.")];
}
