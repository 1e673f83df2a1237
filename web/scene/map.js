/**
 * A map of a table: two coordinates for each sample (`embedding` of the engine), such that samples lie near those that answer for
 * them. Directions mean nothing on it, so it has no axes.
 */
import {extent, within} from "../ui/extent.js";

/**
 * @typedef {{X: number[][], places: [number, number][], neighbors: number[][], activation: number[], kept: number, relevance: number[] | null}} Embedded
 *   X: the rows that were placed; relevance: how much the network counts each column
 */

/** So many samples make the row of a place between them. */
const mixed = 3;

/**
 * How rows are shown on a map. A row that wasn't placed stands where those are that are most like it, and a place's row is a mixture of
 * the samples there; off the coast it is unlike all, more so the farther out.
 *
 * @param {{columns: string[], X: number[][], texts?: import("./columns.js").Texts}} bench
 * @param {Embedded} embedded
 * @returns {import("./project.js").Projection & {embedded: Embedded, coast: number, whole: {x: [number, number], y: [number, number]}, knows: (x: number[]) => boolean}}
 */
export function mapProjection({columns, texts}, embedded) {
  const {X, places, kept, relevance} = embedded;
  const ranges = columns.map((_, k) => {
    const [low, high] = extent(X.map((x) => x[k]));
    return {middle: (low + high) / 2, range: high > low ? high - low : 1};
  });
  const weight = ranges.map(({range}, k) => (relevance?.[k] ?? 1) / range);
  /** @type {WeakMap<number[], [number, number]>} */
  const known = new WeakMap(X.map((x, i) => [x, places[i]]));
  const coast = coastOf(places);
  const nearRow = (x) => nearest(X.length, (i) => X[i].reduce((sum, v, k) => sum + ((v - x[k]) * weight[k]) ** 2, 0));
  const nearPlace = (u, v) => nearest(X.length, (i) => (places[i][0] - u) ** 2 + (places[i][1] - v) ** 2);

  return {
    labels: ["", ""],
    note: `Each of ${X.length.toLocaleString("en")} rows lies near those that answer for it: ${Math.round(100 * kept)} % of the first five are among the 20 nearest here. Directions mean nothing.`,
    embedded,
    coast,
    whole: {x: padded(places.map(([u]) => u)), y: padded(places.map(([, v]) => v))},
    knows: (x) => known.has(x),
    place(x) {
      const found = known.get(x);
      if (found) return found;
      const near = nearRow(x);
      const place = /** @type {[number, number]} */ ([0, 1].map((axis) => near.reduce((sum, {at, share}) => sum + share * places[at][axis], 0)));
      known.set(x, place);
      return place;
    },
    lift(u, v) {
      const near = nearPlace(u, v);
      const out = Math.max(0, Math.sqrt(near[0].far) / coast - 1);
      const row = columns.map((_, k) => {
        if (texts?.[k]) return X[near[0].at][k];
        const value = near.reduce((sum, {at, share}) => sum + share * X[at][k], 0);
        return value + out * ranges[k].range * (value < ranges[k].middle ? -0.5 : 0.5);
      });
      known.set(row, [u, v]);
      return row;
    },
  };
}

const padded = (values) => {
  const [low, high] = extent(values);
  const pad = 0.05 * (high - low || 1);
  return /** @type {[number, number]} */ ([low - pad, high + pad]);
};

/** The nearest of n, with shares that sum to 1. @param {(i: number) => number} far squared */
function nearest(n, far) {
  /** @type {{at: number, far: number, share: number}[]} */
  const best = [];
  for (let i = 0; i < n; i++) {
    const d = far(i);
    if (best.length === mixed && d >= best[mixed - 1].far) continue;
    const k = best.findIndex((b) => d < b.far);
    best.splice(k < 0 ? best.length : k, 0, {at: i, far: d, share: 0});
    best.length = Math.min(best.length, mixed);
  }
  for (const b of best) b.share = best[0].far === 0 ? Number(b === best[0]) : 1 / (b.far + 1e-9 + 1e-3 * best.at(-1).far);
  const all = best.reduce((sum, b) => sum + b.share, 0);
  for (const b of best) b.share /= all;
  return best;
}

/** How far the coast is from the samples: some three times as far as the third nearest sample usually is. */
function coastOf(places) {
  const some = Math.min(places.length, 400);
  const far = Array.from({length: some}, (_, k) => Math.floor((k * places.length) / some)).map((i) => nearest(places.length, (j) => (i === j ? Infinity : (places[i][0] - places[j][0]) ** 2 + (places[i][1] - places[j][1]) ** 2)).at(-1).far).sort((a, b) => a - b);
  return within(3 * Math.sqrt(far[far.length >> 1] || 0), [0.02, 0.07]);
}

/**
 * What islands on a map are painted from, as islandAnswers: the outcomes of the samples around each place, and the sea where there are none.
 *
 * @param {{place: (x: number[]) => [number, number], knows: (x: number[]) => boolean, coast: number}} projection
 * @param {{X: number[][], y: any[], classes: any[] | null}} bench
 * @param {{x: [number, number], y: [number, number]}} domain
 */
export function landAnswers({place, knows, coast}, {X, y, classes}, domain, columns, rows) {
  const outputs = classes ? classes.length : 1;
  const sums = new Float64Array(columns * rows * outputs), all = new Float64Array(columns * rows), least = new Float64Array(columns * rows).fill(Infinity);
  const [wide, high] = [(domain.x[1] - domain.x[0]) / columns, (domain.y[1] - domain.y[0]) / rows];
  const reach = (1.6 * coast) / Math.sqrt(wide * high); // in cells, so that it is round on the screen
  X.forEach((x, i) => {
    if (!knows(x)) return;
    const [u, v] = place(x);
    const output = classes ? classes.indexOf(y[i]) : 0;
    const [across, down] = [(u - domain.x[0]) / wide, (domain.y[1] - v) / high];
    const [left, right] = [across - reach, across + reach].map((c) => within(Math.round(c), [0, columns]));
    const [top, bottom] = [down - reach, down + reach].map((c) => within(Math.round(c), [0, rows]));
    for (let row = top; row < bottom; row++) {
      for (let column = left; column < right; column++) {
        const far = Math.hypot(column + 0.5 - across, row + 0.5 - down) / reach;
        if (far >= 1) continue;
        const at = row * columns + column, w = (1 - far * far) ** 2;
        sums[at * outputs + output] += classes ? w : w * y[i];
        all[at] += w;
        least[at] = Math.min(least[at], far);
      }
    }
  });
  return Array.from(all, (weight, at) => {
    const familiarity = 0.35 * within((1 - least[at]) / 0.6, [0, 1]);
    if (!weight) return {value: null, clear: 0, familiarity: 0};
    if (!classes) return {value: sums[at] / weight, clear: 1, familiarity};
    let [first, second, best] = [0, 0, 0];
    for (let k = 0; k < outputs; k++) {
      const s = sums[at * outputs + k];
      if (s > first) [first, second, best] = [s, first, k];
      else if (s > second) second = s;
    }
    return {value: classes[best], clear: (first - second) / weight, familiarity};
  });
}
