/** The part of the plane that is shown, and the places in it that are asked about. */
import {extent} from "../ui/extent.js";
import {moved} from "./project.js";

/** Of more samples than `all` so many are drawn: a picture of fifty thousand shows no more, and takes seconds. */
export const mostDrawn = {all: 5000, some: 2500};

/** Numbers below n, evenly spread, at most so many. */
export function spread(n, most) {
  const length = Math.min(n, Math.max(1, Math.floor(most)));
  return Array.from({length}, (_, i) => Math.floor((i * n) / length));
}

/** Numbers of the samples that are drawn: all, or an even part of them and those that something points at. */
export function drawnSamples(samples, needed) {
  if (samples <= mostDrawn.all) return Array.from({length: samples}, (_, i) => i);
  const some = new Set(spread(samples, mostDrawn.some));
  for (const sample of needed) if (sample >= 0 && sample < samples) some.add(sample);
  return [...some].sort((a, b) => a - b);
}

/** Columns whose ranges differ by more than this have no unit in common: with one, the points would be a line. */
const mostUnlike = 4;

/**
 * The part of the plane that shows all samples and the external points near them. Two columns of like ranges have one unit;
 * else each axis fills the room.
 *
 * @param {{X: number[][], external: {x: number[]}[], columns: string[]}} bench
 * @param {{place: (x: number[]) => number[], whole?: {x: [number, number], y: [number, number]}}} projection whole: of a map
 * @returns {{x: [number, number], y: [number, number]}}
 */
export function fitDomain(bench, projection, {width, height}) {
  if (projection.whole) return projection.whole;
  const boxOf = (places) => [0, 1].map((axis) => extent(places.map((place) => place[axis])));
  const spanOf = (box) => Math.max(...box.map(([low, high]) => high - low));
  const [samples, external] = [bench.X, bench.external.map((e) => e.x)].map((rows) => rows.map(projection.place));
  if (!samples.length && !external.length) samples.push([-1, -1], [1, 1]);
  const own = boxOf(samples);
  const near = samples.length ? external.filter((place) => own.every(([low, high], axis) => place[axis] >= low - spanOf(own) && place[axis] <= high + spanOf(own))) : external;
  const box = boxOf([...samples, ...near]);
  const [least, most] = own.map(([low, high]) => high - low).sort((a, b) => a - b);
  if (bench.columns.length !== 2 || (least > 0 && most > mostUnlike * least)) {
    const [x, y] = box.map(/** @returns {[number, number]} */ ([low, high]) => [low - 0.08 * (high - low || 1), high + 0.08 * (high - low || 1)]);
    return {x, y};
  }
  const pad = 0.12 * Math.max(spanOf(box), 1e-9 * Math.max(...box.map(([low]) => Math.abs(low))), spanOf(own) > 0 ? 0 : 0.5);
  const unit = Math.max(...box.map(([low, high], axis) => (high - low + 2 * pad) / [width - 72, height - 60][axis]));
  const [x, y] = box.map(/** @returns {[number, number]} */ ([low, high], axis) => {
    const half = (unit * [width - 72, height - 60][axis]) / 2;
    return [(low + high) / 2 - half, (low + high) / 2 + half];
  });
  return {x, y};
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
