import {chart} from "./chart.js";
import {circle, layer, link} from "./marks.js";
import {extent} from "../../ui/extent.js";

/** Predictions over outcomes, at most a thousand dots; on the diagonal both agree. */
export function agreementPlot(y, predictions, width) {
  const every = Math.max(1, Math.ceil(y.length / 1000));
  const points = y.flatMap((truth, i) => (i % every || !Number.isFinite(predictions[i]) ? [] : [{truth, said: predictions[i]}]));
  const [low, high] = extent(points.flatMap((p) => [p.truth, p.said]));
  return chart({
    width, height: width * 0.8, margins: [20, 20, 30, 56],
    x: {domain: [low, high], label: "is →", ticks: 4}, y: {domain: [low, high], label: "↑ says", ticks: 4, grid: true},
    label: "The network's answers for samples it was not fitted on, over their outcomes",
    description: "On the diagonal it is right.",
    marks: ({x, y}) => [
      layer("diagonal", {stroke: "currentColor", "stroke-width": 1.5, "stroke-dasharray": "3,3"}, [link(x.apply(low), y.apply(low), x.apply(high), y.apply(high))]),
      layer("said", {fill: "var(--accent)", "fill-opacity": 0.5}, points.map((p) => circle(x.apply(p.truth), y.apply(p.said), 2))),
    ],
  });
}
