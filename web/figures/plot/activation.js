import * as Plot from "@observablehq/plot";
import {chart} from "./chart.js";

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
 * @returns {any} an SVG element with Plot's `scale`
 */
export function activationPlot(settings, {r = 0.5, distances = [], width, height = 170}) {
  const sorted = distances.filter((d) => Number.isFinite(d)).sort((a, b) => a - b);
  const far = Math.max(1.8 * settings.a2, 1.15 * (sorted[Math.floor(0.95 * (sorted.length - 1))] ?? 0), 1e-6);
  const curve = Array.from({length: 201}, (_, i) => ({d: (far * i) / 200, activation: activationAt((far * i) / 200, settings, r)}));
  return chart({
    width, height, marginTop: 14, marginBottom: 34, marginLeft: 34,
    x: {domain: [0, far], label: "distance to the neuron →", ticks: 4},
    y: {domain: [0, 1], ticks: [0, 0.5, 1], label: null},
    label: "σ_dsa, the activation over the distance",
    description: `a1 ${settings.a1}, a2 ${settings.a2}, thresholds ${settings.admission} and ${settings.activation}; ${sorted.length} samples' distances to their nearest neighbour below.`,
    marks: [
      Plot.rect(histogram(sorted, far, 24), {x1: "from", x2: "to", y1: 0, y2: "share", inset: 0.5, fill: "currentColor", fillOpacity: 0.18, className: "distances"}),
      Plot.ruleY([settings.admission], {stroke: "currentColor", strokeDasharray: "2,3", strokeOpacity: 0.7}),
      Plot.ruleY([settings.activation], {stroke: "currentColor", strokeOpacity: 0.7}),
      Plot.line(curve, {x: "d", y: "activation", stroke: "var(--accent)", strokeWidth: 2, className: "curve"}),
    ],
  });
}

/** The shares of sorted distances up to far, in bins of equal width; without empty bins. */
function histogram(sorted, far, bins) {
  const near = sorted.filter((d) => d <= far);
  const counts = new Array(bins).fill(0);
  for (const d of near) counts[Math.min(bins - 1, Math.floor((bins * d) / far))]++;
  return counts.map((n, i) => ({from: (far * i) / bins, to: (far * (i + 1)) / bins, share: n / near.length})).filter((bin) => bin.share > 0);
}
