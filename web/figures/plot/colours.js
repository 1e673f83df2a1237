import * as Plot from "@observablehq/plot";
import {accessible} from "./chart.js";
import {extent} from "../../ui/extent.js";
import {labelled} from "./axis.js";
import {classColours, classShapes} from "../../ui/classes.js";

export const names = (classes) => classes.map((c) => String(c));

/** How targets are coloured: by class with a shape each, or on viridis. @returns {{color: import("@observablehq/plot").ScaleOptions, symbol?: import("@observablehq/plot").ScaleOptions}} */
export function scales(classes, targets) {
  if (classes) {
    const domain = names(classes);
    return {
      color: {type: "ordinal", domain, range: domain.map((_, i) => classColours[i % classColours.length])},
      symbol: {domain, range: domain.map((_, i) => classShapes[i % classShapes.length])},
    };
  }
  const [low, high] = extent(targets);
  return {color: {type: "linear", scheme: "viridis", domain: low < high ? [low, high] : [low - 0.5, high + 0.5], label: "value"}};
}

/** The legend of the colours of values. @param {any[]} targets @param {string} [label] what they are */
export function valueLegend(targets, label = "value") {
  const {color} = scales(null, targets);
  const legend = accessible(Plot.legend({color: {...color, label}, tickFormat: labelled(extent(targets)).tickFormat, width: 260, height: 44, marginLeft: 8, marginRight: 8, style: {fontSize: "12px", background: "none"}}));
  const [low, high] = extent(targets);
  legend.setAttribute("aria-label", `Colours of ${label === "value" ? "values" : label} from ${low} to ${high}`);
  return legend;
}
