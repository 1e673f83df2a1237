import {tnnPlot as draw} from "./draw/tnn.js";
import {chosenOn, lineGrid, lineSpec, lineVerdict} from "../scene/line.js";
import {short} from "../ui/words.js";
import {element} from "../ui/element.js";
import {onClick} from "./draw/pointing.js";
import {walk} from "../ui/walk.js";
import {asker, caption, frame, withDefaults} from "./frame.js";
import {asFeatures, rowsOf, samplesOf} from "./samples.js";

const defaults = {X: undefined, y: undefined, external: [], selected: null, tolerance: 0, width: 640, height: 400};

/**
 * The curve of a TNN on one feature: see plot.d.ts.
 *
 * @returns {Promise<HTMLElement & {value: any}>}
 */
export async function tnnPlot(model, given) {
  const options = withDefaults("tnnPlot", given, defaults);
  if (model.kind !== "tnn" || model.featureCount !== 1 || model.outputCount !== 1 || model.classes) throw new TypeError("tnnPlot shows a TNN of one feature with numbers as outcomes.");
  const {X, y} = await samplesOf(model, options.X, options.y);
  const external = Array.from(asFeatures(model, options.external), pair);
  const grid = lineGrid({X, external});
  const [curve, judged, missed, sure] = await Promise.all([
    model.predict(grid), model.explain(grid), external.length ? model.predict(external.map((e) => e.x[0])) : [], model.calibration ? model.predictInterval(grid) : [],
  ]);
  const {range, ...picture} = lineSpec({X, y, external}, {grid, curve, judged, answers: missed, epsilon: options.tolerance, intervalOf: sure.length ? (_, i) => sure[i] : null});
  const figure = frame("tnn");
  const said = caption("");
  const ground = element("div", {});
  figure.append(ground, said);

  const show = (value) => {
    const chosen = value && chosenOn(value.x, value.explanation, value.explanation.interval, range);
    ground.replaceChildren(onClick(draw({...picture, chosen, width: options.width, height: options.height}), clicked));
    said.textContent = value ? `${short(value.y)} at ${short(value.x)}. ${lineVerdict(value.explanation, X, value.x, {}, value.explanation)}` : "Click to inspect a place.";
  };
  const ask = asker(figure, said, async ({x, ...more}) => {
    const explanation = await model.explain(x, {fingerprint: true});
    return {x, y: explanation.value, sample: null, external: null, ...more, explanation};
  }, show);
  const clicked = ({x, sample, external: at, shiftKey}) => ask({x: sample !== null ? X[sample][0] : x, sample, external: at, ...(shiftKey && {shiftKey})});
  walk(figure, "The line. Left and right move along it.", (across) => {
    const from = figure.value?.x ?? X[0][0];
    if (across) ask({x: Math.min(grid.at(-1), Math.max(grid[0], from + (across * (grid.at(-1) - grid[0])) / 100))});
    return across !== 0;
  });
  show(null);
  if (options.selected !== null) await ask({x: rowsOf([options.selected.x ?? options.selected], 1)[0][0]}, true);
  return figure;
}

/** An external sample: x, or [x, y]. */
function pair(e, i) {
  const [x, y = null] = typeof e === "number" ? [e] : Array.from(e);
  if (!Number.isFinite(x) || (y !== null && !Number.isFinite(y))) throw new TypeError(`External sample ${i} is neither a number nor [x, y].`);
  return {x: [x], y};
}
