/** Drawings as pictures: small ones, what the network sees of one, and where two differ. */
import {cells, directions, drawnAlike, side} from "../../package/drawing/encode.js";
import {element} from "../../ui/element.js";
import {size} from "./strokes.js";

const namespace = "http://www.w3.org/2000/svg";

/** An element of a vector picture. */
export function vector(tag, attributes = {}, ...children) {
  const e = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null && value !== undefined) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

/** Sets properties as a script: a strict policy refuses the attribute. @template {ElementCSSInlineStyle} T @param {T} e @param {Record<string, string>} properties @returns {T} */
export function styled(e, properties) {
  for (const [name, value] of Object.entries(properties)) e.style.setProperty(name, value);
  return e;
}

/** How far a corner is rounded, in units. */
const soft = 6;

/** A stroke as the data of a path; corners are a little round. @param {ArrayLike<number>} stroke */
export function pathOf(stroke) {
  const at = (i) => [stroke[2 * i], stroke[2 * i + 1]];
  const n = stroke.length / 2;
  const towards = (/** @type {number[]} */ [x, y], /** @type {number[]} */ [u, v]) => {
    const far = Math.hypot(u - x, v - y), part = far > 0 ? Math.min(0.5, soft / far) : 0;
    return `${(x + part * (u - x)).toFixed(1)},${(y + part * (v - y)).toFixed(1)}`;
  };
  let d = `M${at(0)}`;
  for (let i = 1; i < n - 1; i++) d += `L${towards(at(i), at(i - 1))}Q${at(i)} ${towards(at(i), at(i + 1))}`;
  return `${d}L${at(Math.max(0, n - 1))}`;
}

/** The paths of a drawing. @param {readonly ArrayLike<number>[]} strokes @param {number} [width] */
export const paths = (strokes, width = 9) => vector("path", {d: strokes.map(pathOf).join(""), fill: "none", stroke: "currentColor", "stroke-width": width, "stroke-linecap": "round", "stroke-linejoin": "round"});

/** A small picture of a drawing or photograph. @param {import("./strokes.js").Drawing} drawing @param {number} [width] of the pen */
export function thumb({strokes, photo}, width = 12) {
  if (photo) return pixels(photo, 255);
  return vector("svg", {viewBox: `-8 -8 ${size + 16} ${size + 16}`, class: "thumb", "aria-hidden": "true"}, paths(strokes, width));
}

/** @param {ArrayLike<number>} values from 0 to most @param {number} most @param {boolean} [ink] as ink: 0 isn't painted */
export function pixels(values, most, ink = false) {
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", {width: side, height: side, class: "thumb", "aria-hidden": "true"}));
  const context = canvas.getContext("2d");
  if (!context) return canvas; // jsdom draws nothing
  const image = context.createImageData(side, side);
  for (let i = 0; i < side * side; i++) {
    const v = Math.round((255 * values[i]) / most);
    image.data.set(ink ? [110, 110, 110, v] : [v, v, v, 255], 4 * i);
  }
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * A drawing as the network sees it: centred and scaled, and in each cell the directions in which ink and ground meet.
 *
 * @param {{strokes?: number[][], photo?: number[]}} drawing @param {Float64Array} numbers
 */
export function seen({strokes, photo}, numbers) {
  const most = numbers.reduce((a, b) => Math.max(a, b), 0) || 1;
  const unit = side / cells;
  const marks = [];
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      for (let d = 0; d < directions; d++) {
        const strength = (numbers[(y * cells + x) * directions + d] / most) ** 2;
        if (strength < 0.12) continue;
        // An edge runs across the direction in which the ink grows.
        const turn = ((d + 2) * 2 * Math.PI) / directions, r = 0.46 * unit;
        const [cx, cy, u, v] = [(x + 0.5) * unit, (y + 0.5) * unit, r * Math.cos(turn), r * Math.sin(turn)];
        marks.push(vector("line", {x1: (cx - u).toFixed(2), y1: (cy - v).toFixed(2), x2: (cx + u).toFixed(2), y2: (cy + v).toFixed(2), "stroke-opacity": (0.15 + 0.85 * strength).toFixed(2)}));
      }
    }
  }
  const grid = vector("svg", {viewBox: `0 0 ${side} ${side}`, class: "edges", "aria-hidden": "true"}, vector("g", {stroke: "var(--accent)", "stroke-width": 0.7, "stroke-linecap": "round"}, ...marks));
  return element("div", {class: "seen"}, photo ? pixels(photo, 255) : pixels(drawnAlike(strokes), 1, true), grid);
}

/** Two drawings over each other as the network sees them, and how much each cell adds to their distance. */
export function difference(mine, other) {
  const far = Array.from({length: cells * cells}, (_, c) => {
    let sum = 0;
    for (let d = 0; d < directions; d++) sum += (mine.vector[c * directions + d] - other.vector[c * directions + d]) ** 2;
    return sum;
  });
  const most = Math.max(...far) || 1, unit = side / cells;
  const shades = far.map((v, c) => vector("rect", {x: (c % cells) * unit, y: Math.floor(c / cells) * unit, width: unit, height: unit, fill: "var(--problem)", "fill-opacity": (0.4 * (v / most)).toFixed(3)}));
  const layer = ({strokes, photo}, name) => {
    const canvas = photo ? pixels(photo, 255) : pixels(drawnAlike(strokes), 1, true);
    canvas.classList.add(name);
    return canvas;
  };
  return element("div", {class: "seen difference"}, layer(other, "theirs"), layer(mine, "mine"), vector("svg", {viewBox: `0 0 ${side} ${side}`, class: "edges", "aria-hidden": "true"}, ...shades));
}

/**
 * Where the drawings stand in the plane of their two main directions.
 *
 * @param {readonly Float64Array[]} X
 * @param {number[][]} [before] the directions of the last time: the picture doesn't turn over
 * @returns {{axes: number[][], place: (x: Float64Array) => number[]}}
 */
export function plane(X, before = []) {
  const n = X[0].length, mean = new Float64Array(n);
  for (const x of X) for (let j = 0; j < n; j++) mean[j] += x[j] / X.length;
  const rows = X.map((x) => x.map((v, j) => v - mean[j]));
  const dot = (a, b) => a.reduce((sum, v, j) => sum + v * b[j], 0);
  const axes = [];
  for (let k = 0; k < 2; k++) {
    let axis = before[k] ? [...before[k]] : Array.from({length: n}, (_, j) => Math.sin(1 + j * (k + 2)));
    for (let round = 0; round < 24; round++) {
      const next = new Array(n).fill(0);
      for (const row of rows) {
        const along = dot(row, axis);
        for (let j = 0; j < n; j++) next[j] += along * row[j];
      }
      for (const other of axes) {
        const along = dot(next, other);
        for (let j = 0; j < n; j++) next[j] -= along * other[j];
      }
      const length = Math.sqrt(dot(next, next));
      if (!(length > 1e-12)) break;
      axis = next.map((v) => v / length);
    }
    axes.push(axis);
  }
  return {axes, place: (x) => axes.map((axis) => dot(x.map((v, j) => v - mean[j]), axis))};
}
