import * as Plot from "@observablehq/plot";
import {accessible} from "./accessible.js";

/** Infinite ends reach to the edge of what is shown. @param {number} v @param {[number, number]} domain */
export const within = (v, [low, high]) => Math.min(high, Math.max(low, v));

/**
 * An answer and its interval as a bar, over the range of the outcomes.
 *
 * @param {{value: number, interval: [number, number], range: [number, number], width: number}} spec
 */
export function certaintyBar({value, interval, range, width}) {
  const ends = [...range, value, ...interval].filter(Number.isFinite);
  const domain = /** @type {[number, number]} */ ([Math.min(...ends), Math.max(...ends)]);
  const [x1, x2] = interval.map((v) => within(v, domain));
  return accessible(Plot.plot({
    width,
    height: 52,
    marginTop: 6,
    marginBottom: 24,
    marginLeft: 14,
    marginRight: 14,
    style: {fontSize: "12px", background: "none"},
    x: {domain, label: null, ticks: 5},
    y: {axis: null, domain: [0, 1]},
    ariaLabel: "How sure the answer is",
    ariaDescription: `The answer is ${value}, its interval from ${interval[0]} to ${interval[1]}.`,
    marks: [
      Plot.rect([0], {x1, x2, y1: 0.2, y2: 0.8, fill: "var(--accent)", fillOpacity: 0.35, className: "interval"}),
      Plot.ruleX([value], {stroke: "var(--interpolated)", strokeWidth: 2.5}),
    ],
  }));
}
