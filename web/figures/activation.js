import {activationAt, activationPlot as draw} from "./draw/activation.js";
import {pointerIn} from "./draw/pointing.js";
import {frame, tell, withDefaults} from "./frame.js";

/**
 * σ_dsa over the distance: see plot.d.ts. Pointing at a distance gives its activation.
 *
 * @param {{a1: number, a2: number, admission: number, activation: number}} settings
 */
export function activationPlot(settings, given) {
  const {r, distances, width, height} = withDefaults("activationPlot", given, {r: 0.5, distances: [], width: 640, height: 200});
  for (const name of ["a1", "a2", "admission", "activation"]) {
    if (!Number.isFinite(settings?.[name])) throw new TypeError(`The settings' ${name} is ${String(settings?.[name])}. Give a layer's settings, such as model.layers[0].settings.`);
  }
  const figure = frame("activation");
  const svg = draw(settings, {r, distances: Array.from(distances), width, height});
  const x = svg.scale("x");
  svg.addEventListener("pointermove", (event) => {
    const distance = Math.min(x.domain[1], Math.max(0, x.invert(pointerIn(svg, event)[0])));
    tell(figure, {distance, activation: activationAt(distance, settings, r)});
  });
  figure.append(svg);
  return figure;
}
