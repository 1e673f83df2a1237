import * as Plot from "@observablehq/plot";
import {chart} from "./chart.js";
import {extent} from "../../ui/extent.js";

/** Predictions over outcomes, at most a thousand dots; on the diagonal both agree. */
export function agreementPlot(y, predictions, width) {
  const every = Math.max(1, Math.ceil(y.length / 1000));
  const points = y.flatMap((truth, i) => (i % every || !Number.isFinite(predictions[i]) ? [] : [{truth, said: predictions[i]}]));
  const [low, high] = extent(points.flatMap((p) => [p.truth, p.said]));
  return chart({
    width, height: width * 0.8, marginLeft: 56,
    x: {domain: [low, high], label: "is →", ticks: 4}, y: {domain: [low, high], label: "↑ says", ticks: 4, grid: true},
    label: "The network's answers for samples it was not fitted on, over their outcomes",
    description: "On the diagonal it is right.",
    marks: [
      Plot.line([[low, low], [high, high]], {stroke: "currentColor", strokeDasharray: "3,3", className: "diagonal"}),
      Plot.dot(points, {x: "truth", y: "said", r: 2, fill: "var(--accent)", fillOpacity: 0.5, className: "said"}),
    ],
  });
}
