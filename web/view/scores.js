/**
 * The panel "Scores": the figures that the fitting error is not. Each network's
 * samples left out one at a time, the external points whose outcome is known, and
 * the usual alternative on the same points.
 */
import {table} from "./answer.js";
import {heldOut} from "./bench.js";
import {knownRows, neighboursOf} from "./neighbours.js";

/** The accuracy of classes, or the root of the mean squared error. */
const figure = (figures) => figures.accuracy ?? figures.rmse;

/**
 * @param {{bench: any, panes: any[]}} scene
 * @param {string} scale of the columns, for the neighbours
 * @param {number} most nothing is left out of more samples than this: each costs a fit
 * @param {AbortSignal} signal
 */
export async function computeScores({bench, panes}, scale, most, signal) {
  const place = document.getElementById("scores-table");
  const more = document.getElementById("leave-out");
  more.hidden = true;
  document.getElementById("hold-out").textContent = heldOut(bench) ? "Put back what is held out" : "Hold out every third";
  if (!panes.length) return place.replaceChildren();
  const row = (model, fitting) => ({model, "fitting error": fitting, "left out": "…", "held out": "–"});
  const rows = panes.map(({preset, model}) => row(preset === "xaia" ? "xaia" : "the paper's", model.report.maxFittingError));
  const neighbours = row("5 nearest neighbours", "–");
  const all = [...rows, neighbours];
  const caption = bench.classes ? "Share of right answers; the fitting error is the largest in a score." : "Root of the mean squared error; the smaller the better.";
  const draw = () => signal.aborted || place.replaceChildren(table(all, caption));
  const fill = (column, value) => all.forEach((r) => (r[column] = value));

  const held = knownRows(bench);
  if (held.X.length) {
    for (const [i, {model}] of panes.entries()) rows[i]["held out"] = figure(await model.evaluate(held.X, held.y));
    neighbours["held out"] = neighboursOf(bench, scale, held);
  }
  const n = bench.X.length;
  if (n < 2) fill("left out", "–");
  else if (n > most) {
    fill("left out", "not computed");
    if (!signal.aborted) {
      more.hidden = false;
      more.textContent = `Leave out all ${n} in turn`;
    }
  } else {
    draw();
    for (const [i, {model}] of panes.entries()) {
      rows[i]["left out"] = await model.leaveOneOut({signal}).then(figure, (error) => {
        if (signal.aborted) throw error;
        return "no such figure"; // a fit without one of them is refused
      });
    }
    neighbours["left out"] = neighboursOf(bench, scale, null);
  }
  draw();
}
