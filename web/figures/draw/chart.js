import {drawing} from "../../ui/element.js";
import {bands, layer, linear, link, nice, px, words} from "./marks.js";

/**
 * @typedef {{
 *   domain: any[], range?: [number, number], bands?: number, nice?: boolean,
 *   axis?: "none" | "top", label?: string | null, offset?: number, ticks?: number | any[], tickFormat?: (v: any) => string, length?: number, grid?: boolean,
 * }} Axis bands: a band for each of the domain, with this padding; offset: from the frame to the label; length: of the ticks
 * @typedef {{x: import("./marks.js").Scale, y: import("./marks.js").Scale}} Scales
 * @typedef {SVGSVGElement & {scale: (name: "x" | "y") => import("./marks.js").Scale}} Chart
 */

/** Pixels between two ticks, about. */
const apart = {x: 80, y: 35};

/** Each clip has a name of its own, also beside those of another copy of this module. */
const page = Math.random().toString(36).slice(2, 8);
let clips = 0;

/**
 * A picture with axes, which is read aloud as one.
 *
 * @param {{
 *   width: number, height: number, margins?: number[], fontSize?: number, overflow?: string, label: string, description?: string, x: Axis, y: Axis, clip?: boolean,
 *   marks: (scales: Scales) => (SVGElement | null | undefined | false)[], above?: (scales: Scales) => (SVGElement | null | undefined | false)[],
 * }} spec margins: top, right, bottom, left; clip: marks end at the frame, and those above don't
 * @returns {Chart}
 */
export function chart({width, height, margins: [top, right, bottom, left] = [20, 20, 30, 40], fontSize = 12, overflow = "visible", label, description, x, y, clip = false, marks, above = () => []}) {
  const frame = {left, top, right: width - right, bottom: height - bottom};
  const scales = {x: scaleOf(x, [frame.left, frame.right]), y: scaleOf(y, y.bands === undefined ? [frame.bottom, frame.top] : [frame.top, frame.bottom])};
  const name = clip && `clip-${page}-${++clips}`;
  const svg = drawing("svg", {
    width, height, viewBox: `0 0 ${width} ${height}`, fill: "currentColor", "font-family": "system-ui, sans-serif", "font-size": fontSize, "text-anchor": "middle",
    role: "img", "aria-label": label, "aria-description": description,
  }, ...up(y, scales.y, frame), ...across(x, scales.x, frame, width),
  name && drawing("clipPath", {id: name}, drawing("rect", {x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top})),
  ...(name ? [drawing("g", {"clip-path": `url(#${name})`}, ...marks(scales))] : marks(scales)), ...above(scales));
  Object.assign(svg.style, {display: "block", maxWidth: "100%", height: "auto", overflow});
  return Object.assign(/** @type {SVGSVGElement} */ (svg), {scale: (/** @type {"x" | "y"} */ of) => scales[of]});
}

/** @param {Axis} axis @param {[number, number]} room */
function scaleOf(axis, room) {
  const range = axis.range ?? room;
  return axis.bands === undefined ? linear(axis.nice ? nice(/** @type {[number, number]} */ (axis.domain)) : /** @type {[number, number]} */ (axis.domain), range) : bands(axis.domain, range, axis.bands);
}

function ticksOf(axis, scale, pixels, distance) {
  const count = typeof axis.ticks === "number" ? axis.ticks : pixels / distance;
  const at = Array.isArray(axis.ticks) ? axis.ticks : scale.ticks(count);
  return at.map((v) => ({at: scale.apply(v) + scale.bandwidth / 2, said: axis.tickFormat ? axis.tickFormat(v) : scale.said(v, count)}));
}

const quiet = {"aria-hidden": "true", stroke: "currentColor"};

function across(axis, scale, {left, right, top, bottom}, width) {
  if (axis.axis === "none") return [];
  const above = axis.axis === "top";
  const at = ticksOf(axis, scale, right - left, apart.x);
  const [edge, length] = above ? [top, -(axis.length ?? 6)] : [bottom, axis.length ?? 6];
  return [
    axis.grid && layer("grid", {...quiet, "stroke-opacity": 0.1}, at.map((t) => link(t.at, top, t.at, bottom))),
    length && layer("ticks", quiet, at.map((t) => link(t.at, edge, t.at, edge + length))),
    layer("labels", {"font-variant": "tabular-nums"}, at.map((t) => words(t.at, edge + (above ? -9 : 9), t.said, {dy: above ? null : "0.71em"}))),
    axis.label && layer("label", {"text-anchor": "end"}, [drawing("text", {x: px(width - 3), y: px(bottom + (axis.offset ?? 27)), text: axis.label})]),
  ];
}

function up(axis, scale, {left, right, top, bottom}) {
  if (axis.axis === "none") return [];
  const at = ticksOf(axis, scale, bottom - top, apart.y);
  const length = axis.length ?? 6;
  return [
    axis.grid && layer("grid", {...quiet, "stroke-opacity": 0.1}, at.map((t) => link(left, t.at, right, t.at))),
    length > 0 && layer("ticks", quiet, at.map((t) => link(left, t.at, left - length, t.at))),
    layer("labels", {"text-anchor": "end", "font-variant": "tabular-nums"}, at.map((t) => words(left - 9, t.at, t.said))),
    axis.label && layer("label", {"text-anchor": "start"}, [words(3, 3, axis.label, {dy: "0.71em"})]),
  ];
}
