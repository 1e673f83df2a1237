/** The line: what part of it is shown, where the curve is asked for, and what is known of a place. */
import {certainty} from "./answer.js";
import {extent} from "../ui/extent.js";
import {called, capital} from "../ui/names.js";
import {plural, short} from "../ui/words.js";

const steps = 500;

/** All of some numbers with a tenth on both sides; no less than what was shown before. */
export function around(list, before) {
  const [low, high] = extent(list);
  if (before && low >= before[0] && high <= before[1]) return before;
  const pad = 0.1 * (high - low || 0.5);
  return [Math.min(low - pad, before?.[0] ?? Infinity), Math.max(high + pad, before?.[1] ?? -Infinity)];
}

/**
 * What the picture shows: the same as before, so that it doesn't move under the hand, and wider where points are outside.
 * The range of y is null until there is a curve, which counts at first.
 */
export function lineDomain({X, y = [], external}, before, curve = []) {
  const x = [...X, ...external.map((e) => e.x)].map((row) => row[0]);
  if (!x.length) return before ?? {x: [0, 1], y: [0, 1]};
  const known = [...y, ...external.flatMap((e) => (e.y === null ? [] : [e.y]))];
  return {x: around(x, before?.x), y: before?.y ? around(known, before.y) : curve.length ? around([...known, ...curve]) : null};
}

/** The places at which the curve is asked for. */
export function lineGrid(bench, [low, high] = lineDomain(bench).x) {
  return Float64Array.from({length: steps + 1}, (_, i) => low + ((high - low) * i) / steps);
}

/** Whether a place is beyond the smallest or the largest sample: no curve of these neurons means anything there. */
const beyond = ([low, high], x) => x < low || x > high;

/** Whether the samples say nothing about a place: nothing about it may then sound sure. */
const unknownAt = ({recognition}, samples, x) => recognition === "weak" || beyond(samples, x);

/** The band of a curve, which ends where nothing is known. @param {ArrayLike<number>} grid @param {any[]} judged @param {[number, number]} samples @param {(a: any, i: number) => [number, number]} intervalOf */
export const bandOf = (grid, judged, samples, intervalOf) => judged.map((a, i) => {
  const [low, high] = unknownAt(a, samples, grid[i]) ? [NaN, NaN] : intervalOf(a, i);
  return {x: grid[i], low, high};
});

/** The interval of a place; none where nothing is known. */
export const intervalAt = (interval, a, samples, x) => (unknownAt(a, samples, x) ? undefined : interval);

/**
 * Where the answer lies between samples, not recognised strongly, or beyond them.
 *
 * @param {ArrayLike<number> & {at(i: number): number}} grid @param {any[]} judged @param {[number, number]} samples @returns {[number, number][]}
 */
export function greySpans(grid, judged, samples = [-Infinity, Infinity]) {
  const spans = [];
  judged.forEach(({recognition}, i) => {
    if (recognition === "strong" && !beyond(samples, grid[i])) return;
    const last = spans.at(-1);
    if (last?.end === i - 1) last.end = i;
    else spans.push({start: i, end: i});
  });
  const half = (grid[1] - grid[0]) / 2;
  return spans.map(({start, end}) => [Math.max(grid[0], grid[start] - half), Math.min(grid.at(-1), grid[end] + half)]);
}

/**
 * What a picture of a curve shows of samples and external points.
 *
 * @param {{X: number[][], y: number[], external: {x: number[], y: number | null}[]}} points
 * @param {{grid: Float64Array, curve: ArrayLike<number>, judged: any[], answers: ArrayLike<number> | null, epsilon?: number, intervalOf?: ((a: any, i: number) => [number, number]) | null}} found
 */
export function lineSpec({X, y, external}, {grid, curve, judged, answers, epsilon = 0, intervalOf}) {
  const range = extent(X.map((x) => x[0]));
  return {
    samples: X.map((x, i) => ({x: x[0], target: y[i]})),
    external: external.flatMap((e, i) => (e.y === null ? [] : [{x: e.x[0], target: e.y, index: i, missed: Boolean(answers) && Math.abs(answers[i] - e.y) > epsilon}])),
    curve: Array.from(grid, (x, i) => ({x, y: curve[i]})), grey: greySpans(grid, judged, range), band: intervalOf ? bandOf(grid, judged, range, intervalOf) : [], range,
  };
}

/**
 * The stretches of a line whose samples have one name, in the order of x; a name that the table has several times stands with its row.
 *
 * @param {{X: number[][], rows?: number[] | null, names?: string[] | null}} bench
 * @returns {{name: string, from: number, to: number}[]}
 */
export function stretchesOf({X, rows = null, names = null}) {
  if (!rows || !names) return [];
  const stretches = [];
  let last = "";
  for (const i of Array.from(X.keys()).sort((a, b) => X[a][0] - X[b][0])) {
    const name = (names[rows[i] - 1] ?? "").replace(/ \(row \d+\)$/, "");
    if (name && name === last) stretches.at(-1).to = X[i][0];
    else if (name) stretches.push({name, from: X[i][0], to: X[i][0]});
    last = name;
  }
  return stretches;
}

/** The place that is asked about, in such a picture. @param {number} x @param {any} answer @param {any} interval @param {[number, number]} range of the samples */
export const chosenOn = (x, answer, interval, range) => ({x, y: answer.value, neighbours: answer.neighbours.map((n) => n.samples[0]), interval: intervalAt(interval, answer, range, x)});

/** @param {any} [sure] how sure it is, if that is known */
export function lineVerdict(a, X, x, of = {}, sure = {}) {
  const outside = unknownAt(a, extent(X.map((row) => row[0])), x);
  const known = outside ? "Unknown: outside the samples. The curve is unreliable here."
    : {strong: "Known: every neuron is near 0 or 1.", moderate: "Between samples: some neurons are half active."}[a.recognition];
  const sides = a.neighbours.map((n) => ` ${capital(called(n.samples, of))} ${n.samples.length === 1 ? "is" : "are"} at ${short(n.x)}.`).join("");
  return `${outside ? "" : certainty(sure)}${known}${sides} ${a.active} of ${plural(a.fingerprint.length, "neuron")} ${a.active === 1 ? "is" : "are"} active.`;
}

/** The samples of each neuron, the lowest first: those at one place share one. */
export function neuronsOf(X) {
  const at = new Map();
  X.forEach(([x], i) => at.set(x, [...(at.get(x) ?? []), i]));
  return [...at.keys()].sort((a, b) => a - b).map((x) => at.get(x));
}
