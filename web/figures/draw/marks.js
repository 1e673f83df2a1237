/** What the figures are drawn with: scales, pictures with axes, and marks. Attributes are SVG's own; places are pixels. */
import {drawing} from "../../ui/element.js";

/** @typedef {{apply: (v: any) => number, invert: (pixel: number) => number, domain: any[], range: [number, number], bandwidth: number, ticks: (count: number) => any[], said: (v: any, count: number) => string}} Scale */

/** A scale of numbers. @param {[number, number]} domain @param {[number, number]} range @returns {Scale} */
export function linear([low, high], [from, to]) {
  const slope = high === low ? 0 : (to - from) / (high - low);
  const middle = high === low ? (from + to) / 2 : from;
  return {
    domain: [low, high], range: [from, to], bandwidth: 0,
    apply: (v) => middle + (v - low) * slope,
    invert: (pixel) => (slope ? low + (pixel - from) / slope : low),
    ticks: (count) => ticks(low, high, count),
    said: (v, count) => plain(v, stepOf(low, high, count)),
  };
}

/** A scale of things in a row, with a band each; the padding is a part of their distance. @param {any[]} domain @param {[number, number]} range @returns {Scale} */
export function bands(domain, [from, to], padding = 0.1) {
  const step = (to - from) / (domain.length + padding);
  const at = new Map(domain.map((v, i) => [v, i]));
  return {
    domain, range: [from, to], bandwidth: Math.abs(step) * (1 - padding),
    apply: (v) => from + step * ((at.get(v) ?? NaN) + padding) + Math.min(0, step * (1 - padding)),
    invert: (pixel) => domain[Math.floor((pixel - from) / step - padding / 2)],
    ticks: () => domain,
    said: String,
  };
}

/** The distance of ticks: 1, 2 or 5 by a power of ten, so that there are about so many. */
function stepOf(low, high, count) {
  const rough = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const part = rough / power;
  return (part >= Math.sqrt(50) ? 10 : part >= Math.sqrt(10) ? 5 : part >= Math.SQRT2 ? 2 : 1) * power;
}

function ticks(low, high, count) {
  const step = stepOf(low, high, count);
  if (!(step > 0 && Number.isFinite(step))) return [low];
  // Below 1, whole parts of 1: 3 times 0.1 isn't 0.3.
  const [times, of] = step < 1 ? [Math.round(1 / step), (i) => i / times] : [1 / step, (i) => i * step];
  const [first, last] = [Math.ceil(low * times - 1e-9), Math.floor(high * times + 1e-9)];
  return Array.from({length: Math.min(100, Math.max(0, last - first + 1))}, (_, i) => of(first + i) + 0);
}

/** Both ends at whole steps. @param {[number, number]} domain @returns {[number, number]} */
export function nice([low, high]) {
  const step = stepOf(low, high, 10);
  return step > 0 ? [Math.floor(low / step) * step, Math.ceil(high / step) * step] : [low, high];
}

/** A tick's number, with no more decimals than the distance of ticks. */
function plain(v, step) {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const said = decimals > 12 ? v.toPrecision(3) : v.toLocaleString("en-US", {maximumFractionDigits: decimals});
  return said.replace("-", "−");
}

/** A place in pixels, written short. */
export const px = (v) => String(Math.round(v * 100) / 100);

/** The shapes of classes for radius 1, in the order of ui/classes.js. */
export const shapes = [
  "M-1,0a1,1 0 1,0 2,0a1,1 0 1,0 -2,0Z", "M0,-1.2L1.1,0.75L-1.1,0.75Z", "M-0.88,-0.88H0.88V0.88H-0.88Z",
  "M0,-1.25L1.05,0L0,1.25L-1.05,0Z", "M-0.4,-1.1H0.4V-0.4H1.1V0.4H0.4V1.1H-0.4V0.4H-1.1V-0.4H-0.4Z",
  "M0,-1.3L0.31,-0.42L1.24,-0.4L0.5,0.16L0.76,1.05L0,0.52L-0.76,1.05L-0.5,0.16L-1.24,-0.4L-0.31,-0.42Z",
];
const times = "M-1.08,-1.08L1.08,1.08M1.08,-1.08L-1.08,1.08";

/** Marks of one kind. @param {string} name @param {Record<string, any>} attributes @param {(SVGElement | null | undefined | false)[]} marks */
export const layer = (name, attributes, marks) => drawing("g", {class: name, ...attributes}, ...marks);

/** A dot's attributes: a circle, or the shape with this number. */
function dotAt(x, y, r, more, shape = 0) {
  return shape === 0 ? {cx: px(x), cy: px(y), r, ...more} : {transform: `translate(${px(x)},${px(y)})`, d: sized(shape, r), ...more};
}

/** @type {Map<string, string>} */
const made = new Map();

/** A shape's path for a radius. */
function sized(shape, r) {
  const key = `${shape} ${r}`;
  if (!made.has(key)) made.set(key, shapes[shape % shapes.length].replace(/-?\d+(\.\d+)?/g, (v) => px(Number(v) * r)));
  return made.get(key);
}

export const circle = (x, y, r, more = {}) => drawing("circle", {cx: px(x), cy: px(y), r, ...more});
export const cross = (x, y, r, more = {}) => drawing("path", {transform: `translate(${px(x)},${px(y)})`, d: times.replace(/1\.08/g, px(1.08 * r)), ...more});
export const link = (x1, y1, x2, y2, more = {}) => drawing("path", {d: `M${px(x1)},${px(y1)}L${px(x2)},${px(y2)}`, ...more});
export const box = (x1, y1, x2, y2, more = {}) => drawing("rect", {x: px(Math.min(x1, x2)), y: px(Math.min(y1, y2)), width: px(Math.abs(x2 - x1)), height: px(Math.abs(y2 - y1)), ...more});
export const words = (x, y, said, more = {}) => drawing("text", {x: px(x), y: px(y), dy: "0.32em", ...more, text: said});

/** Letters that are read on any ground. */
export const haloed = {stroke: "var(--paper)", "stroke-width": 3, "stroke-linejoin": "round", "paint-order": "stroke"};

const joined = (places) => places.map(([x, y], i) => `${i ? "L" : "M"}${px(x)},${px(y)}`).join("");

/** A line through places. @param {number[][]} places */
export const line = (places, more = {}) => drawing("path", {d: joined(places), fill: "none", ...more});

/** The area between two lines. @param {number[][]} places @param {number[][]} back */
export const area = (places, back, more = {}) => drawing("path", {d: places.length ? `${joined([...places, ...[...back].reverse()])}Z` : "", ...more});

/**
 * A layer of dots. One that it replaces is taken out of its picture, and only what differs is written: a drag moves one dot
 * of thousands.
 *
 * @param {string} name @param {Record<string, any>} attributes
 * @param {{x: number, y: number, r: number, shape?: number, more: Record<string, any>}[]} dots the same names in each `more`
 * @param {Element | null | undefined} replaced
 */
export function dots(name, attributes, dots, replaced) {
  const kept = replaced?.childElementCount === dots.length ? replaced : layer(name, {}, dots.map(({shape = 0}) => drawing(shape ? "path" : "circle")));
  write(kept, attributes);
  let next = kept.firstElementChild;
  for (const {x, y, r, shape = 0, more} of dots) {
    let own = next;
    next = own.nextElementSibling;
    if (own.localName !== (shape ? "path" : "circle")) {
      const other = drawing(shape ? "path" : "circle");
      own.replaceWith(other);
      own = other;
    }
    write(own, dotAt(x, y, r, more, shape));
  }
  return kept;
}

function write(e, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) e.removeAttribute(name);
    else if (e.getAttribute(name) !== String(value)) e.setAttribute(name, value);
  }
}
