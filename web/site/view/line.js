/** From a bench of one column and the engine's answers to what tnnPlot draws. */
import {asked, conflicts, mostCircled} from "./bench.js";
import {extent} from "../../ui/extent.js";
import {around, bandOf, greySpans, intervalAt} from "../../scene/line.js";
import {tnnPlot} from "../../figures/plot/tnn.js";

/** A place that is so far along the samples. */
export function placeOnLine({X}, part) {
  const [low, high] = extent(X.map((x) => x[0]));
  return {kind: "place", x: [low + part * (high - low)]};
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

export const linePoints = ({X, y, external}) => [
  ...X.map((x, index) => ({kind: "sample", index, x: x[0], y: y[index]})), ...external.map((e, index) => ({kind: "external", index, x: e.x[0], y: e.y ?? 0})),
];
