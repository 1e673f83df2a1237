/** The points behind a picture, in figures. */
import {pointName, pointOf} from "./bench.js";
import {put} from "./parts.js";
import {table} from "../../ui/words.js";
import {told} from "./why.js";

const most = 300;

/** What is known of each point, the new ones first. @param {any} bench @param {(point: {kind: string, index: number}) => any} said what else is */
export function pointsTable(bench, said) {
  const all = ["external", "sample"].flatMap((kind) => (kind === "sample" ? bench.X : bench.external).map((_, index) => ({kind, index})));
  const rows = all.slice(0, most).map((point) => {
    const {x, y} = pointOf(bench, point);
    return {point: pointName(bench, point.kind, point.index), ...Object.fromEntries(bench.columns.map((name, k) => [name, x[k]])), outcome: y ?? "?", ...said(point)};
  });
  const counted = bench.rows ? "rows, counted from 1 as in the file" : "samples, counted from 0 as in the API";
  return rows.length ? table(rows, `New points and ${counted}${all.length > most ? ` (${most} of ${all.length})` : ""}`) : "No points yet.";
}

export function showPoints({bench, panes}, {panel}) {
  if (panel !== "takeaway") return;
  const answers = panes[0]?.answers ?? [];
  put("points-table", pointsTable(bench, ({kind, index}) => ({answer: kind === "external" && answers[index] ? told(bench, answers[index]) : ""})));
}
