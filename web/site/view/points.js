import {pointName} from "./bench.js";
import {place, put} from "./parts.js";
import {table} from "../../ui/words.js";
import {told} from "./why.js";

/** The points behind the picture, in figures: what is known of each, and of external ones what is answered. */
export function showPoints({bench, panes}) {
  if (!place("points-details").open) return;
  const answers = panes[0]?.answers ?? [];
  const row = (point, x, outcome, answer) => ({
    point, ...Object.fromEntries(bench.columns.map((name, k) => [name, x[k]])), outcome: outcome ?? "?", answer: answer ? told(bench, answer) : "",
  });
  const shown = [
    ...bench.external.slice(0, 300).map((e, i) => row(pointName(bench, "external", i), e.x, e.y, answers[i])),
    ...bench.X.slice(0, Math.max(0, 300 - bench.external.length)).map((x, i) => row(pointName(bench, "sample", i), x, bench.y[i])),
  ];
  put("points-table", shown.length ? table(shown, tableCaption(bench, bench.external.length + bench.X.length)) : "No points yet.");
}

export const tableCaption = (bench, points) => `New points and ${bench.rows ? "rows, counted from 1 as in the file" : "samples, counted from 0 as in the API"}${points > 300 ? ` (300 of ${points})` : ""}`;
