import {makeBench} from "./bench.js";
import {emptyNetwork} from "./network.js";
import {place, put, say} from "./parts.js";
import {showAnswer} from "./answer.js";
import {showRelevance} from "./relevance.js";
import {again} from "./panels.js";
import {tables} from "./more.js";
import {showSure} from "./sure.js";
import {showWhy} from "./why.js";
import {showWithout} from "./leftout.js";

/**
 * What the networks answer, and why.
 *
 * @param {any} scene {bench, projection, panes: [{title, preset, options, bench, model, answer, answers}, …], dragging}; without a network there are no panes
 * @param {(sample: number | null) => void} light
 */
export function showInspector(scene, light) {
  showAnswer(scene, light);
  for (const show of [showRow, showSure, showWhy, showRelevance]) show(scene);
  showWithout(scene, light);
}

/** Takes away what was said of the points before, when the picture of others comes: what is said of these may come later. */
export function forget() {
  const nothing = {bench: makeBench({}), projection: null, panes: [], dragging: false, way: ""};
  showInspector(nothing, () => {});
  put("plane-report");
  again();
  emptyNetwork();
  place("row").hidden = true;
  place("odd").hidden = true;
  for (const id of ["verdict", "truth", "left-out", "points-table", "scores-table", "plane-legend", "projection-note", "tune-report", "absorb-state", "absorb-proof"]) put(id);
  for (const [axis, name] of [["x", "x₁"], ["y", "x₂"]]) say(`point-${axis}-label`, name); // fields need labels
}

/** A table's row has a form; of two columns the plane's two fields are enough. */
async function showRow(scene) {
  const table = scene.bench.columns.length > 2;
  place("point-x").closest(".point").hidden = table;
  if (table) (await tables()).showRow(scene);
  else place("row").hidden = true;
}
