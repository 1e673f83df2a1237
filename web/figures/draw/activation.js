import {chart} from "./chart.js";
import {box, layer, line, link} from "./marks.js";

/**
 * The double selective activation (equation 3) at distance d.
 *
 *     σ_dsa(d) = (1-r) a1/(a1+d²) + r exp(-(d/a2)^8)
 */
export function activationAt(d, {a1, a2}, r = 0.5) {
  return (1 - r) * (a1 / (a1 + d * d)) + r * Math.exp(-((d / a2) ** 8));
}

/**
 * σ_dsa over the distance, with both thresholds, and below it a histogram of the samples'
 * distances to their nearest neighbour. Settings are suitable if most of these distances
 * lie where the curve falls through the thresholds.
 *
 * @param {{a1: number, a2: number, admission: number, activation: number}} settings
 * @param {{r?: number, distances?: number[], width: number, height?: number}} options
 * @returns {import("./chart.js").Chart}
 */
export function activationPlot(settings, {r = 0.5, distances = [], width, height = 170}) {
  const sorted = distances.filter((d) => Number.isFinite(d)).sort((a, b) => a - b);
  const far = Math.max(1.8 * settings.a2, 1.15 * (sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0), 1e-6);
  const curve = Array.from({length: 201}, (_, i) => ({d: (far * i) / 200, activation: activationAt((far * i) / 200, settings, r)}));
  return chart({
    width, height, margins: [14, 20, 34, 34],
    x: {domain: [0, far], label: "distance to the neuron →", ticks: 4, offset: 31},
    y: {domain: [0, 1], ticks: [0, 0.5, 1]},
    label: "σ_dsa, the activation over the distance",
    description: `a1 ${settings.a1}, a2 ${settings.a2}, thresholds ${settings.admission} and ${settings.activation}; ${sorted.length} samples' distances to their nearest neighbour below.`,
    marks: ({x, y}) => [
      layer("distances", {"fill-opacity": 0.18}, histogram(sorted, far, 24).map((bin) => box(x.apply(bin.from) + 0.5, y.apply(0), x.apply(bin.to) - 0.5, y.apply(bin.share)))),
      ...thresholds(settings, {x, y}),
      layer("curve", {stroke: "var(--accent)", "stroke-width": 2}, [line(curve.map((p) => [x.apply(p.d), y.apply(p.activation)]))]),
    ],
  });
}

/** Both thresholds, across the picture: admission is dashed. */
export const thresholds = ({admission, activation}, {x, y}) => [admission, activation].map((v, i) =>
  layer("threshold", {stroke: "currentColor", "stroke-opacity": 0.7, "stroke-dasharray": i ? null : "2,3"}, [link(x.range[0], y.apply(v), x.range[1], y.apply(v))]));

/** The shares of sorted distances up to far, in bins of equal width; without empty bins. */
function histogram(sorted, far, bins) {
  const near = sorted.filter((d) => d <= far);
  const counts = new Array(bins).fill(0);
  for (const d of near) counts[Math.min(bins - 1, Math.floor((bins * d) / far))]++;
  return counts.map((n, i) => ({from: (far * i) / bins, to: (far * (i + 1)) / bins, share: n / near.length})).filter((bin) => bin.share > 0);
}
