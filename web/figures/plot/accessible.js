/**
 * A chart is one picture with a text: the labels that Plot gives to its parts
 * ("dot", "rule") are no help to who listens, and not allowed on groups.
 *
 * @template {SVGElement | HTMLElement} T
 * @param {T} chart
 * @returns {T}
 */
export function accessible(chart) {
  chart.setAttribute("role", "img");
  for (const part of chart.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
  return chart;
}
