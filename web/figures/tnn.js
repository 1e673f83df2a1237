import {tnnPlot as draw} from "./plot/tnn.js";
import {extent} from "../ui/extent.js";
import {bandOf, greySpans, intervalAt, lineGrid, lineVerdict} from "../scene/line.js";
import {short} from "../ui/words.js";
import {element} from "../ui/element.js";
import {caption, frame, heard, tell, unstyled, withDefaults} from "./frame.js";
import {asFeatures, rowsOf, samplesOf} from "./samples.js";

const defaults = {X: undefined, y: undefined, external: [], selected: null, tolerance: 0, width: 640, height: 400};

/**
 * The curve of a TNN on one feature: see plot.d.ts.
 *
 * @param {any} model
 * @param {any} [given]
 * @returns {Promise<HTMLElement & {value: any}>}
 */
export async function tnnPlot(model, given) {
  const options = withDefaults("tnnPlot", given, defaults);
  if (model.kind !== "tnn" || model.features !== 1 || model.outputs !== 1 || model.classes) throw new TypeError("tnnPlot shows a TNN of one feature with numbers as outcomes.");
  const {X, y} = await samplesOf(model, options.X, options.y);
  const external = Array.from(asFeatures(model, options.external), pair);
  const grid = lineGrid({X, external: external.map(({x}) => ({x: [x]}))});
  const [curve, judged, missed, sure] = await Promise.all([
    model.predict(grid), model.explain(grid), external.length ? model.predict(external.map((e) => e.x)) : [], model.calibration ? model.predictInterval(grid) : [],
  ]);
  const range = extent(X.map((x) => x[0]));
  /** @type {Omit<Parameters<typeof draw>[0], "chosen">} */
  const picture = {
    samples: X.map((x, i) => ({x: x[0], target: y[i]})),
    external: external.flatMap(({x, y}, i) => (y === null ? [] : [{x, target: y, missed: Math.abs(missed[i] - y) > options.tolerance}])),
    curve: Array.from(grid, (x, i) => ({x, y: curve[i]})), grey: greySpans(grid, judged, range),
    band: sure.length ? bandOf(grid, judged, range, (_, i) => sure[i]) : [], width: options.width, height: options.height,
  };
  const figure = frame("tnn");
  const said = caption("");
  const ground = element("div", {});
  figure.append(ground, said);

  const show = (value) => {
    const chosen = value && {x: value.x, y: value.y, neighbours: value.explanation.neighbours.map((n) => n.samples[0]), interval: intervalAt(value.explanation.interval, value.explanation, range, value.x)};
    ground.replaceChildren(unstyled(heard(draw({...picture, chosen}), clicked)));
    said.textContent = value ? `${short(value.y)} at ${short(value.x)}. ${lineVerdict(value.explanation, X, value.x, {}, value.explanation)}` : "Click to inspect a place.";
  };
  let asking = 0;
  const ask = async (x, more, quiet) => {
    const turn = ++asking;
    try {
      const explanation = await model.explain(x);
      if (turn !== asking) return;
      const value = {x, y: explanation.value, sample: null, external: null, ...more, explanation};
      show(value);
      if (quiet) figure.value = value;
      else tell(figure, value);
    } catch (error) {
      if (turn === asking) said.textContent = error.message;
    }
  };
  const clicked = ({x, sample, external: at, shiftKey}) => {
    ask(sample !== null ? X[sample][0] : x, {sample, external: at, ...(shiftKey ? {shiftKey} : {})});
  };
  walk(figure, X, grid, ask);
  show(null);
  if (options.selected !== null) await ask(rowsOf([options.selected.x ?? options.selected], 1)[0][0], {}, true);
  return figure;
}

/** An external sample: x, or [x, y]. */
function pair(e, i) {
  const [x, y = null] = typeof e === "number" ? [e] : Array.from(e);
  if (!Number.isFinite(x) || (y !== null && !Number.isFinite(y))) throw new TypeError(`External sample ${i} is neither a number nor [x, y].`);
  return {x, y};
}

function walk(figure, X, grid, ask) {
  figure.tabIndex = 0;
  figure.setAttribute("aria-label", "The line. Left and right move along it.");
  figure.addEventListener("keydown", (event) => {
    const by = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!by || event.target !== figure) return;
    event.preventDefault();
    const from = figure.value?.x ?? X[0][0];
    ask(Math.min(grid.at(-1), Math.max(grid[0], from + (by * (grid.at(-1) - grid[0])) / 100)), {});
  });
}
