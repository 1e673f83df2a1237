import {begun} from "../../ui/names.js";
import {chart} from "./chart.js";
import {box, layer, words} from "./marks.js";

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
    x: {axis: "top", domain: [0, 1], ticks: Math.min(4, (width - left - right) / 50), tickFormat: (v) => `${Math.round(100 * v)} %`, grid: true},
    y: {domain: rows.map((r) => r.at), bands: 0.25, length: 0, tickFormat: (at) => shortened(lines[at].label, left)},
    label: "Which columns made the answer",
    description: rows.map((r) => `${r.label}: ${Math.round(100 * r.share)} %${r.said && `, ${r.said}`}`).join("; ") + ".",
    marks: ({x, y}) => [
      layer("shares", {fill: "var(--accent)"}, rows.map((r) => box(x.apply(0), y.apply(r.at), x.apply(r.share), y.apply(r.at) + y.bandwidth, {"fill-opacity": r.at === lit ? 1 : 0.7}))),
      layer("effects", {"text-anchor": "start"}, rows.map((r) => words(x.apply(1) + 8, y.apply(r.at) + y.bandwidth / 2, shortened(r.said, right), {fill: r.changed ? "var(--interpolated)" : "currentColor"}))),
    ],
  });
}

/** As much of a text as there are pixels for. */
const shortened = (text, pixels) => begun(text, Math.floor((pixels - 12) / 7));
