/** What is beside the picture. */
import {fill, say, stale} from "./parts.js";
import {stored} from "./kept.js";
import {showAbsorbable} from "./absorb.js";
import {showLeftOut} from "./answer.js";
import {showLegend} from "./plane.js";
import {tables} from "./more.js";
import {showModel, showReport} from "./model.js";
import {showPoints} from "./points.js";

/**
 * @typedef {{bench: any, projection: any, panes: any[]}} Scene
 * @typedef {{panel: string, properties: any, layer: number, fitAnew: () => void, count: number, part: number[] | null}} About panel: which is
 *   open; properties: the page's (state.js); count: of all samples; part: those of the scene, where these are some
 */

/** Each with what it is of, since it is drawn anew where that has changed. @type {[name: string, of: (scene: Scene, about: About) => any[], draw: (scene: Scene, about: About) => void][]} */
const panels = [
  ["report", ({panes: [pane]}, {part}) => [pane?.model, part], showReport],
  ["points", ({bench, panes: [pane]}, {panel}) => [bench, pane?.answers, panel], showPoints],
  ["model", ({bench, panes: [pane]}, {panel, properties, layer}) => [bench.X, pane?.model, panel, JSON.stringify(properties), layer], showModel],
  ["legend", ({bench}) => [bench], showLegend],
  ["projection", ({projection}) => [projection], ({projection}) => say("projection-note", projection.note)],
  ["odd", ({projection, panes: [pane]}) => [pane?.model, projection.embedded], (scene) => (scene.projection.embedded ? tables().then(({showOdd}) => showOdd(scene)) : fill("odd", null, false))],
  ["left out", ({bench}) => [bench.external], showLeftOut],
  ["absorption", ({bench, panes: [pane]}) => [bench.external, pane?.model], showAbsorbable],
];

/** What is drawn, and of what. */
const cache = new Map();

/** Has all be drawn anew: of other points, or in other colours. */
export const again = () => cache.clear();

/** Shows them, one at a time so that no task on the page is long. @param {Scene} scene @param {About} about @param {AbortSignal} signal */
export async function showPanels(scene, about, signal) {
  for (const [name, of, draw] of panels) {
    if (!stale(cache, name, of(scene, about))) continue;
    await new Promise((done) => setTimeout(done));
    if (signal.aborted) return cache.delete(name);
    draw(scene, about);
  }
  const {dataset} = document.documentElement;
  if (dataset.settled === undefined && stored() === null && !location.hash) {
    dataset.nudge = "";
    setTimeout(() => delete dataset.nudge, 2500); // what is drawn anew later doesn't move
  }
  dataset.settled = ""; // style.css keeps no room any more
}
