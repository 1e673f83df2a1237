import {extent} from "../ui/extent.js";
import {mapProjection} from "./map.js";

/**
 * How rows of any number of features are shown in the plane, and how a place in
 * the plane becomes a row again.
 *
 * @typedef {{labels: [string, string], note: string, place: (x: number[]) => [number, number], lift: (u: number, v: number) => number[], coast?: number, embedded?: import("./map.js").Embedded}} Projection
 *   coast, embedded: of a map alone
 */

/**
 * The columns themselves where there are two, one along the middle; else two chosen ones, the others as in
 * a row, or at their means; or the first two principal components of the columns on [0, 1]; or a map.
 *
 * @param {{columns: string[], X: number[][], texts?: import("./columns.js").Texts}} bench
 * @param {{columns: [number, number]} | "components" | "map"} view
 * @param {number[] | null} [row] the one that is asked about
 * @param {import("./map.js").Embedded | null} [embedded] what a map is made of; without it there are components
 * @returns {Projection}
 */
export function projection(bench, view, row = null, embedded = null) {
  if (view === "map" && embedded) return mapProjection(bench, embedded);
  return flat(bench, view === "map" ? "components" : view, row);
}

/** @returns {Projection} */
function flat({X, columns}, view, row) {
  const n = columns.length;
  if (n === 1) return {labels: [columns[0], ""], note: "There is one column, so all points are on one line.", place: (x) => [x[0], 0], lift: (u) => [u]};
  if (n === 2) return {labels: [columns[0], columns[1]], note: "", place: (x) => [x[0], x[1]], lift: (u, v) => [u, v]};
  const means = () => columns.map((_, k) => (X.length ? X.reduce((sum, x) => sum + x[k], 0) / X.length : 0));
  if (view !== "components") {
    const [i, j] = view.columns;
    const rest = row ?? means();
    return {
      labels: [columns[i], columns[j]],
      note: `Two of ${n} columns are shown. An added point takes the other columns from ${row ? "the selected row" : "their means"}, and so do the backgrounds; islands take them from the nearest row.`,
      place: (x) => [x[i], x[j]],
      lift: (u, v) => rest.map((m, k) => (k === i ? u : k === j ? v : m)),
    };
  }
  const mean = means();
  const range = columns.map((_, k) => {
    const [low, high] = extent(X.map((x) => x[k]));
    return high > low ? high - low : 1;
  });
  const centred = X.map((x) => x.map((v, k) => (v - mean[k]) / range[k]));
  const {axes, share} = principal(centred, n);
  const along = (axis, x) => axis.reduce((sum, a, k) => sum + a * ((x[k] - mean[k]) / range[k]), 0);
  return {
    labels: ["first component", "second component"],
    note: `The first two principal components of ${n} columns, each scaled to [0, 1]. They contain ${Math.round(100 * share)} % of the variance. The background shows points of their plane.`,
    place: (x) => [along(axes[0], x), along(axes[1], x)],
    lift: (u, v) => mean.map((m, k) => m + range[k] * (u * axes[0][k] + v * axes[1][k])),
  };
}

/** Where a row is in the plane. @param {Projection} projection @param {number[]} x */
export const spot = ({place}, x) => {
  const [u, v] = place(x);
  return {x: u, y: v};
};

/** Fewer rows are no map: each one's neighbours would be most of them. */
const fewestMapped = 30;

/** From this correlation on, two columns are the same thing in other words. */
const same = 0.9;

/**
 * What is shown of more than two columns at first: of many rows a map; else the two columns that hold numbers and count most to the network, those to the
 * left where all count alike. The second isn't the first in other words, if there is another one. Columns that are made of
 * one column of texts hold no numbers.
 *
 * @param {{columns: string[], X: number[][], texts?: import("./columns.js").Texts}} bench
 * @param {number[] | null} relevance how much each column counts
 */
export function firstColumns({columns, X, texts}, relevance) {
  if (columns.length > 2 && X.length >= fewestMapped) return "map";
  const numbers = columns.flatMap((_, k) => (texts?.[k] ? [] : [k]));
  if (numbers.length < 2) return "components";
  if (relevance) numbers.sort((a, b) => relevance[b] - relevance[a] || a - b);
  const [first, ...others] = numbers;
  return {columns: [first, others.find((k) => Math.abs(correlation(X, first, k)) < same) ?? others[0]]};
}

/** Of two columns; NaN where one is constant. */
function correlation(X, a, b) {
  const mean = (k) => X.reduce((sum, x) => sum + x[k], 0) / X.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (const x of X) {
    const [u, v] = [x[a] - ma, x[b] - mb];
    ab += u * v;
    aa += u * u;
    bb += v * v;
  }
  return ab / Math.sqrt(aa * bb);
}

/** A row moved to another place in the plane: what the plane doesn't show of it stays. */
export function moved(projection, x, u, v) {
  if (projection.coast) return projection.lift(u, v);
  const [oldU, oldV] = projection.place(x);
  const from = projection.lift(oldU, oldV);
  const to = projection.lift(u, v);
  return x.map((value, k) => (to[k] === from[k] ? value : x.length === 2 ? to[k] : value + to[k] - from[k]));
}

/**
 * The two directions of the greatest variance, each by iteration on the covariance, the second one across the first; each
 * points where its largest part is positive. O(N n² + n² rounds).
 */
export function principal(rows, n) {
  const covariance = Array.from({length: n}, (_, i) => Array.from({length: n}, (_, j) => rows.reduce((sum, x) => sum + x[i] * x[j], 0) / Math.max(1, rows.length)));
  const times = (v) => covariance.map((row) => row.reduce((sum, c, k) => sum + c * v[k], 0));
  const dot = (a, b) => a.reduce((sum, v, k) => sum + v * b[k], 0);
  const axes = [];
  // Begin with directions that no symmetry of the columns makes orthogonal to the answer.
  for (const begin of [(k) => 1 + k / n, (k) => (k % 2 ? 1 : -1.3) * (1 + k / (2 * n))]) {
    const across = (v) => axes.reduce((left, a) => left.map((x, k) => x - dot(v, a) * a[k]), v);
    let axis = Array.from({length: n}, (_, k) => begin(k));
    for (let round = 0, moved = 1; round < 2000 && moved > 1e-14; round++) {
      const next = across(round ? times(axis) : axis);
      const length = Math.sqrt(dot(next, next));
      if (length < 1e-150) break; // no variance is left
      const unit = next.map((x) => x / length);
      moved = round < 5 ? 1 : 1 - Math.abs(dot(axis, unit));
      axis = unit;
    }
    const largest = axis.reduce((best, x) => (Math.abs(x) > Math.abs(best) + 1e-9 ? x : best), 0);
    axes.push(largest < 0 ? axis.map((x) => -x) : axis);
  }
  const all = covariance.reduce((sum, row, k) => sum + row[k], 0);
  return {axes, share: all > 0 ? axes.reduce((sum, a) => sum + dot(a, times(a)), 0) / all : 1};
}
