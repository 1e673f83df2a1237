import {makeBench} from "./bench.js";
import {emptyNetwork} from "./network.js";
import {showAnswer} from "./answer.js";
import {showPoints} from "./points.js";
import {showReport} from "./model.js";
import {showRelevance} from "./relevance.js";
import {showSure} from "./sure.js";
import {showWhy} from "./why.js";
import {showWithout} from "./leftout.js";

/** Takes away what was said of the points before, when the picture of others comes: what is said of these may come later. */
export function forget() {
  const nothing = {bench: makeBench({}), projection: null, panes: [], dragging: false};
  showAnswer(nothing, () => {});
  for (const show of [showSure, showWhy, showRelevance, showPoints]) show(nothing);
  showWithout(null, nothing, null, () => {});
  showReport(null);
  emptyNetwork();
  document.getElementById("row").hidden = true;
  for (const id of ["verdict", "points-table", "scores-table", "plane-legend", "projection-note", "tune-report", "absorb-state", "absorb-proof"]) document.getElementById(id).replaceChildren();
  for (const [axis, name] of [["x", "x₁"], ["y", "x₂"]]) document.getElementById(`point-${axis}-label`).textContent = name; // fields need labels
}
