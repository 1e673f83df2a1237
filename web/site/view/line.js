/** From a bench of one column and the engine's answers to what tnnPlot draws. */
import {asked} from "./bench.js";
import {extent} from "../../figures/plot/colours.js";
import {plural, short} from "./answer.js";
import {tnnPlot} from "../../figures/plot/tnn.js";

const steps = 500;

/** The places at which the curve is asked for: past both ends by a tenth. */
export function lineGrid({X, external}) {
  const [low, high] = extent([...X, ...external.map((e) => e.x)].map((x) => x[0]));
  const pad = 0.1 * Math.max(high - low, 0.5);
  return Float64Array.from({length: steps + 1}, (_, i) => low - pad + ((high - low + 2 * pad) * i) / steps);
}

/** A place that is so far along the samples. */
export function placeOnLine({X}, part) {
  const [low, high] = extent(X.map((x) => x[0]));
  return {kind: "place", x: [low + part * (high - low)]};
}

/** Whether a place is beyond the smallest or the largest sample: no curve of these neurons means anything there. */
const beyond = ([low, high], x) => x < low || x > high;

/** Where the answer lies between samples, not recognised strongly, or beyond them. */
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

export function lineSpec(bench, {grid, curve, judged, answer, answers, before, epsilon, sure, width, height}) {
  const place = asked(bench);
  const points = (values) => Array.from(grid, (x, i) => ({x, y: values[i]}));
  return {
    samples: bench.X.map((x, i) => ({x: x[0], target: bench.y[i]})),
    external: bench.external.flatMap((e, i) => (e.y === null ? [] : [{x: e.x[0], target: e.y, missed: Boolean(answers) && Math.abs(answers[i] - e.y) > (epsilon || 0)}])),
    band: sure ? judged.map((a, i) => ({x: grid[i], low: sure(a).interval[0], high: sure(a).interval[1]})) : [],
    curve: points(curve), grey: greySpans(grid, judged, extent(bench.X.map((x) => x[0]))), before: before ? points(before) : [],
    chosen: place && answer && place[0] >= grid[0] && place[0] <= grid.at(-1)
      ? {x: place[0], y: answer.value, neighbours: answer.neighbours.map((n) => n.samples[0]).filter((i) => i < bench.X.length), interval: sure?.(answer).interval} : null,
    width, height,
  };
}

/** A picture to click in when there is no point yet. */
export function emptyLine(width, height) {
  return tnnPlot({samples: [], curve: [{x: 0, y: 0}, {x: 1, y: 1}].map((p) => ({...p, y: NaN})).concat([{x: 1, y: NaN}]), chosen: null, width, height});
}

export function lineVerdict(a, X, x) {
  const outside = a.recognition === "weak" || beyond(extent(X.map((row) => row[0])), x);
  const known = outside ? "Unknown: outside the samples. The curve is unreliable here."
    : {strong: "Known: every neuron is near 0 or 1.", moderate: "Between samples: some neurons are half active."}[a.recognition];
  const sides = a.neighbours.map((n) => ` Sample ${n.samples.join(", ")} is at ${short(n.x)}.`).join("");
  return `${known}${sides} ${a.active} of ${plural(X.length, "neuron")} active.`;
}

export const linePoints = ({X, y, external}) => [
  ...X.map((x, index) => ({kind: "sample", index, x: x[0], y: y[index]})), ...external.map((e, index) => ({kind: "external", index, x: e.x[0], y: e.y ?? 0})),
];
