/** From a bench of one column and the engine's answers to what tnnPlot draws. */
import {asked, conflicts, mostCircled} from "./bench.js";
import {extent} from "../../figures/plot/extent.js";
import {called, capital} from "../../figures/plot/names.js";
import {certainty, plural, short} from "./answer.js";
import {around} from "./linegrid.js";
import {tnnPlot} from "../../figures/plot/tnn.js";

/** A place that is so far along the samples. */
export function placeOnLine({X}, part) {
  const [low, high] = extent(X.map((x) => x[0]));
  return {kind: "place", x: [low + part * (high - low)]};
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

/** @returns {Parameters<typeof tnnPlot>[0]} */
export function lineSpec(bench, {grid, curve, judged, answer, answers, before, epsilon, sure, domain, width, height}) {
  const place = asked(bench);
  const points = (values) => Array.from(grid, (x, i) => ({x, y: values[i]}));
  const range = extent(bench.X.map((x) => x[0]));
  return {
    samples: bench.X.map((x, i) => ({x: x[0], target: bench.y[i]})),
    external: bench.external.flatMap((e, i) => (e.y === null ? [] : [{x: e.x[0], target: e.y, missed: Boolean(answers) && Math.abs(answers[i] - e.y) > (epsilon || 0)}])),
    band: sure ? bandOf(grid, judged, range, (a) => sure(a).interval) : [],
    curve: points(curve), grey: greySpans(grid, judged, range), before: before ? points(before) : [],
    chosen: place && answer && place[0] >= grid[0] && place[0] <= grid.at(-1)
      ? {x: place[0], y: answer.value, neighbours: answer.neighbours.map((n) => n.samples[0]).filter((i) => i < bench.X.length), interval: intervalAt(sure?.(answer).interval, answer, range, place[0])} : null,
    domain, width, height,
  };
}

/** A picture to click in when there is no curve: no point yet, or points that have none, which are marked. */
export function emptyLine(bench, domain, width, height) {
  const marked = new Set(conflicts(bench).slice(0, mostCircled));
  const samples = bench.X.map((x, i) => ({x: x[0], target: bench.y[i]}));
  return tnnPlot({samples, conflicts: samples.filter((_, i) => marked.has(i)), curve: domain.x.map((x) => ({x, y: NaN})), chosen: null, domain: {...domain, y: domain.y ?? around(bench.y)}, width, height});
}

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

export const linePoints = ({X, y, external}) => [
  ...X.map((x, index) => ({kind: "sample", index, x: x[0], y: y[index]})), ...external.map((e, index) => ({kind: "external", index, x: e.x[0], y: e.y ?? 0})),
];
