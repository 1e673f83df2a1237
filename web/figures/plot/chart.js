import * as Plot from "@observablehq/plot";

/**
 * Plot's chart as one picture with one description: the labels that Plot gives to its parts ("dot", "rule") don't help
 * listeners, and aren't allowed on groups.
 *
 * @param {{margins?: number[], fontSize?: number, overflow?: string, label?: string, description?: string} & Omit<import("@observablehq/plot").PlotOptions, "label">} spec
 *   margins: top, right, bottom, left
 * @returns {SVGSVGElement & import("@observablehq/plot").Plot}
 */
export function chart({margins: [marginTop, marginRight, marginBottom, marginLeft] = [], fontSize = 12, overflow, label, description, ...spec}) {
  return accessible(/** @type {SVGSVGElement & import("@observablehq/plot").Plot} */ (Plot.plot({marginTop, marginRight, marginBottom, marginLeft, style: {fontSize: `${fontSize}px`, background: "none", ...(overflow && {overflow})}, ariaLabel: label, ariaDescription: description, ...spec})));
}

/** @template {SVGElement | HTMLElement} T @param {T} picture @returns {T} */
export function accessible(picture) {
  picture.setAttribute("role", "img");
  for (const part of picture.querySelectorAll("g[aria-label]")) part.removeAttribute("aria-label");
  return picture;
}
