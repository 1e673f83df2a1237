import * as Plot from "@observablehq/plot";
import {chart} from "./plot/chart.js";
import {labelled} from "./plot/axis.js";
import {classColours} from "../ui/classes.js";
import {pointerIn} from "./plot/pointing.js";
import {extent} from "../ui/extent.js";
import {short} from "../ui/words.js";
import {caption, frame, tell, unstyled, withDefaults} from "./frame.js";

/**
 * The mean answer as a column varies: see plot.d.ts.
 *
 * @param {any} effect what model.effect gave
 */
export function effectPlot(effect, given) {
  const {width, height} = withDefaults("effectPlot", given, {width: 640, height: 260});
  if (!Array.isArray(effect?.at) || !Array.isArray(effect.mean) || !Array.isArray(effect.spread)) throw new TypeError("This is not an effect. Give the result of await model.effect(column).");
  const {at, mean, spread, each = [], classes} = effect;
  const many = Array.isArray(mean[0]);
  const column = typeof effect.column === "number" ? `x${effect.column + 1}` : effect.column;
  const series = many ? mean[0].map((_, k) => (classes ? String(classes[k]) : `output ${k + 1}`)) : [classes ? "" : column];
  const colour = (k) => (many ? classColours[k % classColours.length] : "var(--accent)");
  const of = (value, k) => (many ? value[k] : value);
  const numbers = at.every((v) => typeof v === "number");
  // A text has no order: its answers are points, and no line.
  const points = series.map((_, k) => at.map((value, i) => ({value, mean: of(mean[i], k), low: of(mean[i], k) - of(spread[i], k), high: of(mean[i], k) + of(spread[i], k)})));
  const rows = series.map((_, k) => each.flatMap((row, line) => at.map((value, i) => ({value, y: of(row[i], k), line}))));
  const all = points.flat().flatMap((p) => [p.low, p.high]).concat(rows.flat().map((p) => p.y));
  const domain = classes ? [0, 1] : extent(all);
  const {tickFormat, room} = labelled(/** @type {[number, number]} */ (domain));
  const svg = chart({
    width, height, margins: [20, many ? Math.min(width / 3, 14 + 7 * Math.max(...series.map((name) => name.length))) : 20, 36, room], clip: true,
    x: {type: numbers ? "linear" : "point", ...(!numbers && {domain: at, padding: 0.5}), label: numbers ? `${column} →` : column},
    y: {domain, nice: !classes, tickFormat, label: classes ? "mean score" : "mean answer", grid: true},
    label: `The mean answer as ${column} varies`,
    description: series.map((name, k) => `${many ? `${name}: ` : ""}${points[k].map((p) => `${short(p.mean)} at ${short(p.value)}`).join(", ")}`).join("; ") + ".",
    marks: series.flatMap((_, k) => [
      ...(each.length ? [(numbers ? Plot.line : Plot.dot)(rows[k], {x: "value", y: "y", ...(numbers && {z: "line"}), stroke: colour(k), strokeWidth: 0.6, strokeOpacity: 0.35, r: 1.5, className: "each"})] : []),
      numbers ? Plot.areaY(points[k], {x: "value", y1: "low", y2: "high", fill: colour(k), fillOpacity: 0.13, className: "spread"}) : Plot.ruleX(points[k], {x: "value", y1: "low", y2: "high", stroke: colour(k), strokeOpacity: 0.5, className: "spread"}),
      ...(numbers ? [Plot.line(points[k], {x: "value", y: "mean", stroke: colour(k), strokeWidth: 2, className: "mean"})] : []),
      Plot.dot(points[k], {x: "value", y: "mean", fill: colour(k), r: numbers ? 2 : 4, className: "means"}),
      ...(many ? [Plot.text(points[k].slice(-1), {x: "value", y: "mean", text: () => series[k], textAnchor: "start", dx: 8, fill: colour(k), clip: false, className: "name"})] : []),
    ]),
  });
  const figure = frame("effect");
  const said = caption(`The answer to the rows, on average, as ${column} takes each value; the band is a standard deviation over the rows.`);
  const x = svg.scale("x");
  svg.addEventListener("pointermove", (event) => {
    const [from] = pointerIn(svg, event);
    const away = (v) => Math.abs(x.apply(v) - from);
    const i = at.reduce((best, v, j) => (away(v) < away(at[best]) ? j : best), 0);
    if (figure.value?.at === at[i]) return;
    said.textContent = `${column} = ${short(at[i])}: ${series.map((name, k) => `${many ? `${name} ` : ""}${short(points[k][i].mean)} ± ${short(of(spread[i], k))}`).join(", ")}`;
    tell(figure, {at: at[i], mean: mean[i], spread: spread[i]});
  });
  figure.append(svg, said);
  return unstyled(figure);
}
