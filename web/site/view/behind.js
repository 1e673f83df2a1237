/** What lies behind the points: coarse first, and finer where that doesn't take long. */
import {backgroundCanvas, islandAnswers} from "../../figures/draw/background.js";
import {engine} from "./engine.js";
import {gridOf} from "../../scene/plane.js";
import {landAnswers} from "../../scene/map.js";
import {packedRows} from "./bench.js";
import {numbers} from "./conflicts.js";

/** @typedef {{x: [number, number], y: [number, number]}} Domain */
/** @typedef {{canvas: HTMLCanvasElement, domain: Domain, columns: number}} Behind a canvas for a network, and what it shows */

/** In cells across. */
const resolutions = [40, 120, 240];
/** Of cells times samples, in the finer ones. */
const most = 40e6;

/**
 * Paints what lies behind each network.
 *
 * @param {{kind: "layer" | "island" | "prediction" | "familiarity" | "territory", panes: any[], projection: any, around: number[][], domain: Domain, width: number, height: number}} about
 * @param {Behind[] | null} was what is there of another part of the same
 * @param {(made: Behind[]) => void} show takes each as it comes
 * @param {AbortSignal} signal
 */
export async function paintBehind({kind, panes, projection, around, domain, width, height}, was, show, signal) {
  const down = (across) => Math.round((across * height) / width);
  const wanted = resolutions.filter((across, i) => i === 0 || across * down(across) * panes[0].bench.X.length <= most);
  if (was) {
    await new Promise((done) => setTimeout(done, 120));
    if (wanted.length > 1 && cellsAcross(was, domain) >= wanted[0]) wanted.shift(); // what is there is no coarser than the first would be
  }
  const numbering = kind === "territory" || kind === "layer";
  const models = await Promise.all(panes.map((pane) => (numbering && pane.options ? numbered(pane, kind, signal) : pane.model)));
  for (const columns of wanted) {
    if (signal.aborted) return;
    const rows = down(columns);
    const mapped = kind === "island" && projection.coast;
    const grid = mapped ? null : gridOf(projection, domain, columns, rows, kind === "island" ? around : []);
    const made = await Promise.all(panes.map(async ({bench: {classes, y: targets}, bench}, i) => {
      const found = await (mapped ? landAnswers(projection, bench, domain, columns, rows) : kind === "familiarity" ? models[i].outOfDistribution(grid) : kind === "island" ? islandAnswers(models[i], grid) : models[i].predict(grid));
      const answers = kind === "layer" ? Array.from(found, (layer) => ({layer: layer || 0})) : found;
      const canvas = backgroundCanvas({kind, answers, columns, rows, classes, targets, width, height});
      Object.assign(canvas.dataset, {kind, columns, domain: JSON.stringify(domain)}); // for those who look from outside
      return {canvas, domain, columns};
    }));
    if (!signal.aborted) show(made);
  }
}

/** How many of the cells lie across a part of the plane; 0 where not all of the part lies on them. @param {Behind[]} was @param {Domain} part */
function cellsAcross([{domain, columns}], {x, y}) {
  const covers = ([low, high], [from, to]) => low <= from && high >= to;
  if (!covers(domain.x, x) || !covers(domain.y, y)) return 0;
  return Math.floor((columns * (x[1] - x[0])) / (domain.x[1] - domain.x[0]));
}

/** Second models, by the first one, for each kind; `stop` ends their fits. @type {WeakMap<object, {stop: AbortController, made: Record<string, Promise<any>>}>} */
const seconds = new WeakMap();

/**
 * A second model, of the same neurons, whose outcomes are the samples' own numbers or layers: its nearest neuron's outcome is the
 * sample that answers, its hit's is the layer. Turns that come while it is fitted wait for the same one.
 */
export async function numbered({model, options: {classes, ...options}, bench}, kind, signal) {
  signal.throwIfAborted();
  const {relevance} = model; // learned anew it would be another: these outcomes are others
  if (!seconds.has(model)) seconds.set(model, {stop: new AbortController(), made: {}});
  const {stop, made} = seconds.get(model);
  const [outcomes, interpolation] = kind === "layer" ? [layersOf(model), "none"] : [numbers(bench), "nearest"];
  if (!made[kind]) {
    made[kind] = engine().fit(packedRows(bench), outcomes, {...options, duplicates: "first", relevance: relevance ?? false, interpolation, signal: stop.signal});
    made[kind].catch(() => delete made[kind]);
  }
  return Promise.race([made[kind], new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))]);
}

/** For each sample the layer of its neuron. */
function layersOf({layers, sampleCount}) {
  const found = new Array(sampleCount).fill(0);
  layers.forEach(({nodes}, k) => nodes.flat().forEach((sample) => (found[sample] = k + 1)));
  return found;
}

/** Gives a model's memory back, and that of what was made of it, also of what isn't fitted yet. */
export function free(model) {
  model.dispose();
  const {stop, made = {}} = seconds.get(model) ?? {};
  seconds.delete(model);
  stop?.abort();
  for (const second of Object.values(made)) second.then((m) => m.dispose(), () => {});
}
