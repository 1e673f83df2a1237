/** The part of the plane that is shown, and the places in it that are asked about. */
import {moved} from "./project.js";

/** Of more samples than `all` so many are drawn: a picture of fifty thousand shows no more, and takes seconds. */
export const mostDrawn = {all: 5000, some: 2500};

/** Numbers of the samples that are drawn: all, or an even part of them and those that something points at. */
export function drawnSamples(samples, needed) {
  if (samples <= mostDrawn.all) return Array.from({length: samples}, (_, i) => i);
  const some = new Set(Array.from({length: mostDrawn.some}, (_, i) => Math.floor((i * samples) / mostDrawn.some)));
  for (const sample of needed) if (sample >= 0 && sample < samples) some.add(sample);
  return [...some].sort((a, b) => a - b);
}

/** The part of the plane that shows all samples and the external points near them, both axes in one unit. @returns {{x: [number, number], y: [number, number]}} */
export function fitDomain(bench, projection, {width, height}, equal = true) {
  /** @type {{x: [number, number], y: [number, number]}} */
  const box = {x: [Infinity, -Infinity], y: [Infinity, -Infinity]};
  const grow = (x, only) => {
    const [u, v] = projection.place(x);
    if (only && (u < only.x[0] || u > only.x[1] || v < only.y[0] || v > only.y[1])) return;
    box.x = [Math.min(box.x[0], u), Math.max(box.x[1], u)];
    box.y = [Math.min(box.y[0], v), Math.max(box.y[1], v)];
  };
  bench.X.forEach((x) => grow(x));
  const span = Math.max(box.x[1] - box.x[0], box.y[1] - box.y[0]);
  const near = bench.X.length ? {x: [box.x[0] - span, box.x[1] + span], y: [box.y[0] - span, box.y[1] + span]} : null;
  bench.external.forEach((e) => grow(e.x, near));
  if (!Number.isFinite(box.x[0])) return fitDomain({X: [[-1, -1], [1, 1]], external: []}, {place: (x) => x}, {width, height}, equal);
  const [w, h] = [width - 72, height - 60];
  if (!equal) {
    const pad = /** @returns {[number, number]} */ ([low, high]) => [low - 0.08 * (high - low || 1), high + 0.08 * (high - low || 1)];
    return {x: pad(box.x), y: pad(box.y)};
  }
  const pad = 0.12 * Math.max(box.x[1] - box.x[0], box.y[1] - box.y[0], 1e-9 * Math.max(Math.abs(box.x[0]), Math.abs(box.y[0])), span > 0 ? 0 : 0.5);
  const padded = [box.x, box.y].map(/** @returns {[number, number]} */ ([low, high]) => [low - pad, high + pad]);
  const unit = Math.max((padded[0][1] - padded[0][0]) / w, (padded[1][1] - padded[1][0]) / h);
  const widen = /** @returns {[number, number]} */ ([low, high], length) => [(low + high - length) / 2, (low + high + length) / 2];
  return {x: widen(padded[0], unit * w), y: widen(padded[1], unit * h)};
}

/**
 * The grid of places that a background asks about, packed: the middles of its cells, row by row from the top.
 *
 * @param {number[][]} [samples] what the plane doesn't show of a place is as in the one of these that is nearest in the
 * picture; without them it is as the projection says
 */
export function gridOf(projection, {x, y}, columns, rows, samples = []) {
  const width = projection.lift(x[0], y[0]).length;
  const data = new Float64Array(columns * rows * width);
  const known = width > 2 ? drawnSamples(samples.length, []).map((i) => samples[i]) : [];
  const places = known.map(projection.place);
  for (let j = 0, k = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++, k += width) {
      const u = x[0] + ((x[1] - x[0]) * (i + 0.5)) / columns, v = y[1] - ((y[1] - y[0]) * (j + 0.5)) / rows;
      data.set(known.length ? moved(projection, known[nearest(places, u, v, x[1] - x[0], y[1] - y[0])], u, v) : projection.lift(u, v), k);
    }
  }
  return {data, rows: columns * rows, columns: width};
}

/** The place nearest to (u, v), in a picture so wide and high. */
function nearest(places, u, v, wide, high) {
  let best = 0, least = Infinity;
  for (let i = 0; i < places.length; i++) {
    const a = (places[i][0] - u) / wide, b = (places[i][1] - v) / high, d = a * a + b * b;
    if (d < least) [best, least] = [i, d];
  }
  return best;
}
