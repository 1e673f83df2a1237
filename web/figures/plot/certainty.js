import * as Plot from "@observablehq/plot";
import {chart} from "./chart.js";
import {within} from "../../ui/extent.js";

/**
 * An answer and its interval as a bar, over the range of the outcomes.
 *
 * @param {{value: number, interval: [number, number], range: [number, number], width: number}} spec
 */
export function certaintyBar({value, interval, range, width}) {
  const ends = [...range, value, ...interval].filter(Number.isFinite);
  const domain = /** @type {[number, number]} */ ([Math.min(...ends), Math.max(...ends)]);
  const [x1, x2] = interval.map((v) => within(v, domain));
  return chart({
    width, height: 52, margins: [6, 14, 24, 14],
    x: {domain, label: null, ticks: 5},
    y: {axis: null, domain: [0, 1]},
    label: "How sure the answer is",
    description: `The answer is ${value}, its interval from ${interval[0]} to ${interval[1]}.`,
    marks: [
      Plot.rect([0], {x1, x2, y1: 0.2, y2: 0.8, fill: "var(--accent)", fillOpacity: 0.35, className: "interval"}),
      Plot.ruleX([value], {stroke: "var(--interpolated)", strokeWidth: 2.5}),
    ],
  });
}
