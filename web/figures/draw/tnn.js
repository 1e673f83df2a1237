import {chart} from "./chart.js";
import {area, box, circle, cross, haloed, layer, line, link, words} from "./marks.js";
import {labelled} from "./axis.js";
import {extent, within} from "../../ui/extent.js";
import {pointable} from "./pointing.js";
import {begun} from "../../ui/names.js";

/**
 * A TNN: its curve, its samples, and the chosen place with the samples on both sides.
 * Grey marks answers between samples or outside of all. External samples are drawn as ×,
 * with a circle if the curve misses them by more than the tolerance. A band shows the
 * curve's intervals. Stretches have their names above them, where there is room.
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
 *   stretches?: {name: string, from: number, to: number}[],
 *   domain?: {y: [number, number]} | null,
 *   width: number, height: number,
 * }} spec
 */
export function tnnPlot({samples, external = [], curve, grey = [], chosen, before = [], band = [], conflicts = [], stretches = [], domain: shown = null, width, height}) {
  const domain = shown?.y ?? shownRange({samples, external, curve, band});
  const axis = labelled(domain);
  const sides = chosen ? chosen.neighbours.flatMap((i) => samples[i] ?? []) : [];
  const [from, to] = [curve[0].x, curve[curve.length - 1].x];
  const picture = chart({
    width, height, margins: [30, 20, 40, axis.room], fontSize: 13, clip: shown !== null,
    x: {label: "x →", offset: 35, grid: true, tickFormat: labelled([from, to]).tickFormat, domain: [from, to]},
    y: {label: "↑ y", grid: true, tickFormat: axis.tickFormat, domain, nice: !shown},
    label: "The line",
    description: `${samples.length} samples and the curve of the TNN through them.`,
    marks: ({x, y}) => {
      const at = (p) => [x.apply(p.x), y.apply(p.y ?? p.target)];
      const rings = (name, points, r, attributes) => points.length > 0 && layer(name, {fill: "none", ...attributes}, points.map((p) => circle(...at(p), r)));
      const path = (name, points, attributes) => points.length > 0 && layer(name, attributes, [line(points.map(at))]);
      const edge = (side) => band.map((b) => [x.apply(b.x), y.apply(within(b[side], domain))]);
      return [
        layer("grey", {"fill-opacity": 0.09}, grey.map(([a, b]) => box(x.apply(a), y.range[0], x.apply(b), y.range[1]))),
        band.length > 0 && layer("band", {fill: "var(--accent)", "fill-opacity": 0.18}, [area(edge("low"), edge("high"))]),
        path("before", before, {stroke: "currentColor", "stroke-opacity": 0.5, "stroke-dasharray": "4,3", "stroke-width": 1.5}),
        path("curve", curve, {stroke: "var(--accent)", "stroke-width": 2}),
        layer("sides", {stroke: "currentColor", "stroke-opacity": 0.6, "stroke-width": 1.5}, sides.map((s) => link(...at(chosen), ...at(s)))),
        chosen?.interval && layer("interval", {stroke: "var(--interpolated)", "stroke-width": 3, "stroke-opacity": 0.6}, [link(...chosen.interval.flatMap((v) => at({x: chosen.x, y: within(v, domain)})))]),
        layer("samples", {fill: "var(--ink)", stroke: "var(--paper)"}, samples.map((s) => circle(...at(s), 4.5))),
        layer("external", {stroke: "var(--ink)", "stroke-width": 2.5}, external.map((e) => cross(...at(e), 5))),
        rings("missed", external.filter((e) => e.missed), 9, {stroke: "var(--wrong)", "stroke-width": 1.75}),
        rings("conflicts", conflicts, 10, {stroke: "var(--wrong)", "stroke-width": 2.5, "stroke-dasharray": "2,2"}),
        stretches.length > 0 && layer("stretches", {"font-size": 13, "font-weight": 600, ...haloed}, named(stretches, x).map(({name, at}) => words(at, y.range[1] + 12, name))),
        rings("chosen", chosen ? [chosen] : [], 8, {stroke: "currentColor", "stroke-width": 2}),
      ];
    },
  });
  const points = (list) => list.map((p) => ({x: p.x, y: p.target, index: p.index}));
  return pointable(picture, points(samples), points(external));
}

/** The names that have room, from the left, with where their middles are. */
function named(stretches, x) {
  let free = -Infinity;
  return stretches.flatMap(({name, from, to}) => {
    const at = (x.apply(from) + x.apply(to)) / 2, half = 4 * Math.min(name.length, 12);
    if (at - half < free) return [];
    free = at + half + 4;
    return [{name: begun(name, 12), at}];
  });
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
    x: {domain: cells.map((c) => c.neuron), bands: 0.15, length: 0, ticks: cells.length > 12 ? [1, cells.length] : undefined},
    y: {domain: [0, 1], ticks: [0, 0.5, 1]},
    label: "σ of every neuron",
    marks: ({x, y}) => [
      layer("half", {stroke: "currentColor", "stroke-dasharray": "2,3", "stroke-opacity": 0.7}, [link(x.range[0], y.apply(0.5), x.range[1], y.apply(0.5))]),
      layer("bars", {fill: "var(--accent)"}, cells.map((c) => box(x.apply(c.neuron), y.apply(0), x.apply(c.neuron) + x.bandwidth, y.apply(c.activation)))),
    ],
  });
}
