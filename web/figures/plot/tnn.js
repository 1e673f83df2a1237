import * as Plot from "@observablehq/plot";
import {chart} from "./chart.js";
import {labelled} from "./axis.js";
import {extent, within} from "../../ui/extent.js";
import {pointable} from "./pointing.js";

/**
 * A TNN: its curve, its samples, and the chosen place with the samples on both sides.
 * Grey marks answers between samples or outside of all. External samples are drawn as ×,
 * with a circle if the curve misses them by more than the tolerance. A band shows the
 * curve's intervals.
 *
 * @param {{
 *   samples: {x: number, target: number}[],
 *   external?: {x: number, target: number, missed: boolean, index?: number}[],
 *   curve: {x: number, y: number}[],
 *   grey?: [number, number][],
 *   chosen: {x: number, y: number, neighbours: number[], interval?: [number, number]} | null,
 *   before?: {x: number, y: number}[],
 *   band?: {x: number, low: number, high: number}[],
 *   conflicts?: {x: number, target: number}[],
 *   domain?: {y: [number, number]} | null,
 *   width: number, height: number,
 * }} spec
 */
export function tnnPlot({samples, external = [], curve, grey = [], chosen, before = [], band = [], conflicts = [], domain: shown = null, width, height}) {
  const domain = shown?.y ?? shownRange({samples, external, curve, band});
  const axis = labelled(domain);
  const sides = chosen ? chosen.neighbours.filter((i) => samples[i]).map((i) => ({x1: chosen.x, y1: chosen.y, x2: samples[i].x, y2: samples[i].target})) : [];
  const line = chart({
    width, height, marginTop: 30, marginBottom: 40, marginLeft: axis.room, fontSize: 13, clip: shown !== null,
    x: {label: "x →", labelOffset: 35, grid: true, tickFormat: labelled([curve[0].x, curve.at(-1).x]).tickFormat, domain: [curve[0].x, curve.at(-1).x]},
    y: {label: "↑ y", grid: true, tickFormat: axis.tickFormat, ...(shown ? {domain: shown.y} : {nice: true})},
    label: "The line",
    description: `${samples.length} samples and the curve of the TNN through them.`,
    marks: [
      Plot.rectX(grey, {x1: "0", x2: "1", fill: "currentColor", fillOpacity: 0.09, className: "grey"}),
      Plot.areaY(band.map((b) => ({x: b.x, low: within(b.low, domain), high: within(b.high, domain)})), {x: "x", y1: "low", y2: "high", fill: "var(--accent)", fillOpacity: 0.18, className: "band"}),
      Plot.line(before, {x: "x", y: "y", stroke: "currentColor", strokeOpacity: 0.5, strokeDasharray: "4,3", strokeWidth: 1.5, className: "before"}),
      Plot.line(curve, {x: "x", y: "y", stroke: "var(--accent)", strokeWidth: 2, className: "curve"}),
      Plot.link(sides, {x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: "currentColor", strokeOpacity: 0.6, strokeWidth: 1.5}),
      Plot.ruleX(chosen?.interval ? [chosen] : [], {x: "x", y1: (c) => within(c.interval[0], domain), y2: (c) => within(c.interval[1], domain), stroke: "var(--interpolated)", strokeWidth: 3, strokeOpacity: 0.6, className: "interval"}),
      Plot.dot(samples, {x: "x", y: "target", r: 4.5, fill: "var(--ink)", stroke: "var(--paper)", className: "samples"}),
      Plot.dot(external, {x: "x", y: "target", r: 5, symbol: "times", stroke: "var(--ink)", strokeWidth: 2.5, className: "external"}),
      Plot.dot(external.filter((e) => e.missed), {x: "x", y: "target", r: 9, stroke: "var(--wrong)", strokeWidth: 1.75, className: "missed"}),
      Plot.dot(conflicts, {x: "x", y: "target", r: 10, stroke: "var(--wrong)", strokeWidth: 2.5, strokeDasharray: "2,2", className: "conflicts"}),
      Plot.dot(chosen ? [chosen] : [], {x: "x", y: "y", r: 8, stroke: "currentColor", strokeWidth: 2, className: "chosen"}),
    ],
  });
  const points = (list) => list.map((p) => ({x: p.x, y: p.target, index: p.index}));
  return pointable(line, points(samples), points(external));
}

/** The range of the picture's finite values, to which an infinite band is cut. @returns {[number, number]} */
function shownRange({samples, external, curve, band}) {
  return extent([...samples, ...external].map((s) => s.target).concat(curve.map((c) => c.y), band.flatMap((b) => [b.low, b.high])));
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
  return chart({
    width, height: 96, margins: [8, 6, 22, 30],
    x: {type: "band", label: null, padding: 0.15, ticks: cells.length > 12 ? [1, cells.length] : cells.map((c) => c.neuron)},
    y: {domain: [0, 1], ticks: [0, 0.5, 1], label: null},
    label: "σ of every neuron",
    marks: [
      Plot.ruleY([0.5], {stroke: "currentColor", strokeDasharray: "2,3", strokeOpacity: 0.7}),
      Plot.barY(cells, {x: "neuron", y1: 0, y2: "activation", fill: "var(--accent)"}),
    ],
  });
}
