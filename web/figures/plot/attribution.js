import * as Plot from "@observablehq/plot";
import {begun} from "../../ui/names.js";
import {chart} from "./chart.js";

/**
 * The shares of an answer's distance as bars: one for each column and one for the earlier layers. Beside each bar is the
 * answer if the column had its typical value.
 *
 * @param {{lines: {label: string, share: number, said: string, changed: boolean}[], lit?: number | null, width: number}} spec
 */
export function shareBars({lines, lit = null, width}) {
  const rows = lines.map((line, at) => ({...line, at}));
  const left = Math.min(width / 3, 20 + 7 * Math.max(...lines.map((l) => l.label.length)));
  const right = Math.min(width / 3, 14 + 7 * Math.max(...lines.map((l) => l.said.length)));
  return chart({
    width, height: 34 + 26 * lines.length, margins: [26, right, 8, left], fontSize: 13,
    x: {axis: "top", domain: [0, 1], ticks: 4, tickFormat: (v) => `${100 * v} %`, label: null, grid: true},
    y: {domain: rows.map((r) => r.at), label: null, tickSize: 0, tickFormat: (at) => shortened(lines[at].label, left), padding: 0.25},
    label: "Which columns made the answer",
    description: rows.map((r) => `${r.label}: ${Math.round(100 * r.share)} %${r.said && `, ${r.said}`}`).join("; ") + ".",
    marks: [
      Plot.barX(rows, {y: "at", x1: 0, x2: "share", fill: "var(--accent)", fillOpacity: (r) => (r.at === lit ? 1 : 0.7), className: "shares"}),
      Plot.text(rows, {y: "at", x: 1, text: (r) => shortened(r.said, right), textAnchor: "start", dx: 8, fill: (r) => (r.changed ? "var(--interpolated)" : "currentColor"), className: "effects"}),
    ],
  });
}

/** As much of a text as there are pixels for. */
const shortened = (text, pixels) => begun(text, Math.floor((pixels - 12) / 7));
