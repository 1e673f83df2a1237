import {extent, within} from "../../ui/extent.js";
import {classColours} from "../../ui/classes.js";
import {drawing} from "../../ui/element.js";
import {labelled} from "./axis.js";
import {chart} from "./chart.js";
import {box, layer, shapes} from "./marks.js";

export const names = (classes) => classes.map((c) => String(c));

/** The parts of #rrggbb. */
export function bytes(colour) {
  return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
}

/** Viridis by van der Walt and Smith, at eleven places. */
const viridis = ["#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"]
  .map(bytes);

/** The colour of a part from 0 to 1 on viridis. @returns {number[]} red, green, blue, each up to 255 */
export function rampAt(part) {
  const at = within(part, [0, 1]) * (viridis.length - 1);
  const i = Math.min(viridis.length - 2, Math.floor(at));
  return viridis[i].map((v, k) => Math.round(v + (at - i) * (viridis[i + 1][k] - v)));
}

/** The range of values that the ramp covers. @returns {[number, number]} */
export function rampDomain(targets) {
  const [low, high] = extent(targets);
  return low < high ? [low, high] : [low - 0.5, high + 0.5];
}

/** How targets look: by class with a shape each, or on viridis. What is no class and no number is in ink. @returns {{colour: (target: any) => string, shape: (target: any) => number}} */
export function looks(classes, targets) {
  if (classes) {
    const at = new Map(names(classes).map((name, i) => [name, i]));
    const of = (target) => (target === null ? undefined : at.get(String(target)));
    return {colour: (target) => classColours[of(target) % classColours.length] ?? "currentColor", shape: (target) => (of(target) ?? 0) % shapes.length};
  }
  const [low, high] = rampDomain(targets);
  return {colour: (v) => (typeof v === "number" && Number.isFinite(v) ? `#${rampAt((v - low) / (high - low)).map((c) => c.toString(16).padStart(2, "0")).join("")}` : "currentColor"), shape: () => 0};
}

const steps = 60;

/** The legend of the colours of values. @param {any[]} targets @param {string} [label] what they are */
export function valueLegend(targets, label = "value") {
  const [low, high] = extent(targets);
  const domain = rampDomain(targets);
  return chart({
    width: 260, height: 44, margins: [18, 8, 16, 8], x: {domain, ticks: 4, tickFormat: labelled(domain).tickFormat}, y: {domain: [0, 1], axis: "none"},
    label: `Colours of ${label === "value" ? "values" : label} from ${low} to ${high}`,
    marks: ({x: {range: [from, to]}, y}) => [
      layer("ramp", {"shape-rendering": "crispEdges"}, Array.from({length: steps}, (_, i) => box(from + ((to - from) * i) / steps, y.range[0], from + ((to - from) * (i + 1)) / steps, y.range[1], {fill: `rgb(${rampAt((i + 0.5) / steps)})`}))),
      layer("name", {"text-anchor": "start", "font-weight": "bold"}, [drawing("text", {x: 8, y: 12, text: label})]),
    ],
  });
}
