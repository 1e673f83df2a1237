import {chart} from "./chart.js";
import {box, layer, link} from "./marks.js";
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
    x: {domain, ticks: 5},
    y: {axis: "none", domain: [0, 1]},
    label: "How sure the answer is",
    description: `The answer is ${value}, its interval from ${interval[0]} to ${interval[1]}.`,
    marks: ({x, y}) => [
      layer("interval", {fill: "var(--accent)", "fill-opacity": 0.35}, [box(x.apply(x1), y.apply(0.2), x.apply(x2), y.apply(0.8))]),
      layer("value", {stroke: "var(--interpolated)", "stroke-width": 2.5}, [link(x.apply(value), y.range[0], x.apply(value), y.range[1])]),
    ],
  });
}
