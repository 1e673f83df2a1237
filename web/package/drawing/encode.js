/**
 * Drawings and pictures as numbers that a network can compare. It is arithmetic that was learned from nothing, and has the
 * same bits in every browser: it adds, multiplies, divides and takes roots.
 *
 * 1. Centre and scale: the mean of the ink comes to the middle, and its spread becomes the same for all, for width and height
 *    half each by itself. A slant is taken out up to a limit: what leans further leans on purpose.
 * 2. Draw it on 28 x 28 pixels, strokes with one pen, whatever pen they were made with. Blur it a little.
 * 3. Take the direction in which the ink changes at each pixel, and sort it into eight.
 * 4. Count: 7 x 7 cells, in each the change in each direction. A pixel counts for the four cells around it.
 * 5. Shares, and their roots: the squares of the 392 numbers add up to 1.
 *
 * Steps 3 to 5 are a histogram of oriented gradients (Dalal and Triggs 2005) with roots (Hellinger's distance).
 */
import {XaiaError} from "../errors.js";

export {XaiaError};

/** Pixels on a side. */
export const side = 28;
/** Cells on a side. */
export const cells = 7;
/** From the right by eighths of a turn. */
export const directions = 8;
/** How many numbers a drawing becomes. */
export const features = cells * cells * directions;

/** Of the ink along a side, in pixels. */
const spread = 5.2;
/** The pen's radius in pixels. */
const pen = 1.4;
/** The steepest slant that is taken out: so far to the side for one down. */
const steepest = 0.6;
/** A width or height counts as at least this part of the common spread: a line has none. */
const thinnest = 0.3;

/** The most strokes, points of a stroke, and pixels on a side. */
export const limits = {strokes: 500, points: 5000, pixels: 2048};

/** Drawings of one thing are seldom farther apart than the first, and different ones seldom nearer than the second. */
const reachMost = 0.58, reachLeast = 0.4;

/**
 * @typedef {ArrayLike<number>} Stroke x and y of its points by turns; y goes down
 * @typedef {{data: ArrayLike<number>, width: number, height: number}} Picture a number for each pixel, by rows
 */

/**
 * Options of fit. Fit with those without a reach, and, if it isn't as expected, again with those of the model's reach: among
 * few drawings it is the distance between different things, and among copies of one drawing nearly 0.
 *
 * @param {number} [reach] model.reach
 */
export function drawingOptions(reach = reachLeast) {
  const q = Math.min(reachMost, Math.max(reachLeast, reach));
  const options = {scale: "none", relevance: false, interpolation: {top: 5}};
  return q === reach ? options : {...options, settings: {a1: (q / 3) * (q / 3), a2: 0.9 * q, admission: 0.1, activation: 0.9}};
}

/** A drawing as numbers. @param {ArrayLike<Stroke>} strokes @returns {Float64Array} */
export function encodeDrawing(strokes) {
  return histogram(drawnAlike(strokes));
}

/** A picture of a drawing, 0 where there is no ink. @param {Picture} picture @returns {Float64Array} */
export function encodeInk(picture) {
  return histogram(inkAlike(picture));
}

/** A photograph, which fills its square: it isn't centred. @param {Picture} picture @returns {Float64Array} */
export function encodePhoto(picture) {
  return histogram(photoAlike(picture));
}

/** Strokes as the network sees them: `side` x `side` pixels from 0 to 1. @param {ArrayLike<Stroke>} strokes @returns {Float64Array} */
export function drawnAlike(strokes) {
  const pieces = piecesOf(strokes);
  const whole = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const ink = moments();
  for (const piece of pieces) {
    const [a, b, c, d] = piece;
    const weight = lengthOf(piece) || (whole > 0 ? whole / 50 : 1); // a dot has no length, and is ink
    // Simpson's rule is exact for squares.
    ink.add(a, b, weight / 6);
    ink.add((a + c) / 2, (b + d) / 2, (4 * weight) / 6);
    ink.add(c, d, weight / 6);
  }
  const {to} = ink.map();
  const image = new Float64Array(side * side);
  for (const [a, b, c, d] of pieces) draw(image, to(a, b), to(c, d));
  return image;
}

/** @param {Picture} picture @returns {Float64Array} */
export function inkAlike(picture) {
  const {data, width, height} = checked(picture);
  const ink = moments();
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) ink.add(x, y, data[width * y + x]);
  const {from} = ink.map();
  const at = (x, y) => (x < 0 || y < 0 || x >= width || y >= height ? 0 : data[width * y + x]);
  const image = new Float64Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [u, v] = from(x, y);
      const i = Math.floor(u), j = Math.floor(v), p = u - i, q = v - j;
      image[side * y + x] = (1 - q) * ((1 - p) * at(i, j) + p * at(i + 1, j)) + q * ((1 - p) * at(i, j + 1) + p * at(i + 1, j + 1));
    }
  }
  return image;
}

/** The middle square of a photograph, each pixel the mean of those it stands for. @param {Picture} picture @returns {Float64Array} */
export function photoAlike(picture) {
  const {data, width, height} = checked(picture);
  const square = Math.min(width, height), left = Math.floor((width - square) / 2), top = Math.floor((height - square) / 2);
  const edge = (i) => Math.floor((i * square) / side);
  const image = new Float64Array(side * side);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const ends = [Math.max(edge(x) + 1, edge(x + 1)), Math.max(edge(y) + 1, edge(y + 1))];
      let sum = 0;
      for (let j = edge(y); j < ends[1]; j++) for (let i = edge(x); i < ends[0]; i++) sum += data[width * (top + j) + left + i];
      image[side * y + x] = sum / ((ends[0] - edge(x)) * (ends[1] - edge(y)));
    }
  }
  return image;
}

/** Steps 3 to 5. Nothing drawn is all zeros. @param {Float64Array} image `side` x `side` pixels */
export function histogram(image) {
  const soft = blurred(image);
  const at = (x, y) => soft[side * Math.min(side - 1, Math.max(0, y)) + Math.min(side - 1, Math.max(0, x))];
  const sums = new Float64Array(features);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const dx = at(x + 1, y) - at(x - 1, y), dy = at(x, y + 1) - at(x, y - 1);
      const strength = Math.sqrt(dx * dx + dy * dy);
      if (strength < 1e-9) continue; // what rounding leaves
      const turn = eighths(dx, dy), before = Math.floor(turn);
      const u = ((x + 0.5) * cells) / side - 0.5, v = ((y + 0.5) * cells) / side - 0.5, i = Math.floor(u), j = Math.floor(v);
      for (const [p, b] of [[i, 1 - (u - i)], [i + 1, u - i]]) {
        for (const [q, c] of [[j, 1 - (v - j)], [j + 1, v - j]]) {
          if (p < 0 || q < 0 || p >= cells || q >= cells) continue;
          const cell = (q * cells + p) * directions;
          sums[cell + (before % directions)] += strength * b * c * (1 - (turn - before));
          sums[cell + ((before + 1) % directions)] += strength * b * c * (turn - before);
        }
      }
    }
  }
  const whole = sums.reduce((sum, s) => sum + s, 0);
  return whole > 0 ? sums.map((s) => Math.sqrt(s / whole)) : sums;
}

/** A direction from 0 to 8. Between eighths by the tangent: an arc tangent's last bits differ between browsers. */
function eighths(x, y) {
  const [a, b] = [Math.abs(x), Math.abs(y)];
  const quarter = a >= b ? b / a : 2 - a / b;
  const half = x >= 0 ? quarter : 4 - quarter;
  return y >= 0 ? half : 8 - half;
}

/** Where the ink is, how it is spread, and the map that makes this alike. */
function moments() {
  let w = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  let x0, y0; // near the ink, so that little is lost when squares are subtracted
  return {
    add(u, v, weight) {
      x0 ??= u;
      y0 ??= v;
      u -= x0;
      v -= y0;
      w += weight;
      x += weight * u;
      y += weight * v;
      xx += weight * u * u;
      xy += weight * u * v;
      yy += weight * v * v;
    },
    map() {
      const n = w > 0 ? w : 1, mx = x / n, my = y / n;
      const across = Math.max(0, xx / n - mx * mx), down = Math.max(0, yy / n - my * my), both = xy / n - mx * my;
      const slant = down > 0 ? Math.min(steepest, Math.max(-steepest, both / down)) : 0;
      const upright = Math.max(0, across - 2 * slant * both + slant * slant * down);
      const common = Math.sqrt((upright + down) / 2) || 1;
      const scale = (own) => spread / Math.sqrt(common * Math.max(thinnest * common, Math.sqrt(own)));
      const sx = scale(upright), sy = scale(down), middle = (side - 1) / 2, cx = (x0 ?? 0) + mx, cy = (y0 ?? 0) + my;
      return {
        to: (u, v) => [middle + sx * (u - cx - slant * (v - cy)), middle + sy * (v - cy)],
        from: (u, v) => [cx + (u - middle) / sx + (slant * (v - middle)) / sy, cy + (v - middle) / sy],
      };
    },
  };
}

/** A line with the pen; what is there already stays if it is darker. @param {Float64Array} image @param {number[]} from @param {number[]} to */
function draw(image, from, to) {
  const [[x0, y0], [x1, y1]] = [from, to];
  const dx = x1 - x0, dy = y1 - y0, long = dx * dx + dy * dy, reach = pen + 0.5;
  for (let y = Math.max(0, Math.floor(Math.min(y0, y1) - reach)); y <= Math.min(side - 1, Math.max(y0, y1) + reach); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(x0, x1) - reach)); x <= Math.min(side - 1, Math.max(x0, x1) + reach); x++) {
      const t = long > 0 ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / long)) : 0;
      const [u, v] = [x - x0 - t * dx, y - y0 - t * dy];
      image[side * y + x] = Math.max(image[side * y + x], Math.min(1, reach - Math.sqrt(u * u + v * v)));
    }
  }
}

const lengthOf = (/** @type {number[]} */ [a, b, c, d]) => Math.sqrt((c - a) * (c - a) + (d - b) * (d - b));

/** The straight pieces of all strokes, each x, y, x, y; a dot is a piece without length. */
function piecesOf(strokes) {
  if (typeof strokes !== "object" || !(strokes?.length >= 0)) throw wrong("The drawing is no list of strokes.", "Give a list of strokes, each [x, y, x, y, …].");
  if (strokes.length > limits.strokes) throw wrong(`The drawing has ${strokes.length} strokes; the most are ${limits.strokes}.`, "Leave some out.");
  const pieces = [];
  for (let s = 0; s < strokes.length; s++) {
    const stroke = strokes[s];
    if (typeof stroke !== "object" || !(stroke?.length >= 2) || stroke.length % 2 || stroke.length > 2 * limits.points) {
      throw wrong(`Stroke ${s} isn't the x and y of 1 to ${limits.points} points by turns.`, "Give [x, y, x, y, …].");
    }
    for (let i = 0; i < stroke.length; i++) {
      if (typeof stroke[i] !== "number" || !(Math.abs(stroke[i]) <= 1e6)) throw wrong(`Stroke ${s} has ${shown(stroke[i])} at ${i}.`, "Give numbers from -1,000,000 to 1,000,000.");
    }
    for (let i = 0; i === 0 || i + 3 < stroke.length; i += 2) {
      const to = i + 3 < stroke.length ? i + 2 : i;
      pieces.push([stroke[i], stroke[i + 1], stroke[to], stroke[to + 1]]);
    }
  }
  return pieces;
}

/** @param {Picture} picture */
function checked(picture) {
  const {data, width, height} = picture ?? {};
  const size = (n) => Number.isInteger(n) && n > 0 && n <= limits.pixels;
  if (!size(width) || !size(height)) throw wrong(`The picture has ${String(width)} x ${String(height)} pixels.`, `Give a width and a height from 1 to ${limits.pixels}.`);
  if (data?.length !== width * height) throw wrong(`The picture's data has ${String(data?.length)} numbers; ${width} x ${height} pixels have ${width * height}.`, "Give one number for each pixel.");
  for (let i = 0; i < data.length; i++) {
    if (typeof data[i] !== "number" || !(data[i] >= 0 && data[i] <= 1e6)) throw wrong(`The picture's pixel ${i} is ${shown(data[i])}.`, "Give numbers from 0, the ground, to 1,000,000.");
  }
  return picture;
}

const shown = (v) => (typeof v === "number" ? String(v) : JSON.stringify(v) ?? typeof v);
const wrong = (message, hint) => new XaiaError("invalid-input", message, hint);

/** By 1 4 6 4 1, along and then down. @param {Float64Array} image */
function blurred(image) {
  const pass = (from, step, line) => {
    const to = new Float64Array(side * side);
    for (let l = 0; l < side; l++) {
      for (let i = 0; i < side; i++) {
        const at = (k) => from[line * l + step * Math.min(side - 1, Math.max(0, k))];
        to[line * l + step * i] = (at(i - 2) + at(i + 2) + 4 * (at(i - 1) + at(i + 1)) + 6 * at(i)) / 16;
      }
    }
    return to;
  };
  return pass(pass(image, 1, side), side, 1);
}
