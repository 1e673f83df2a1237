/**
 * Makes a chart one picture with one description. The labels that Plot gives to its parts
 * ("dot", "rule") don't help listeners, and aren't allowed on groups.
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
