import {chart} from "./draw/chart.js";
import {area, circle, layer, line, link, words} from "./draw/marks.js";
import {labelled} from "./draw/axis.js";
import {classColours} from "../ui/classes.js";
import {pointerIn} from "./draw/pointing.js";
import {extent} from "../ui/extent.js";
import {short} from "../ui/words.js";
import {caption, frame, tell, withDefaults} from "./frame.js";

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
  const rows = each.flatMap((row) => row.flat());
  const all = points.flat().flatMap((p) => [p.low, p.high]).concat(rows);
  const domain = classes ? [0, 1] : extent(all);
  const {tickFormat, room} = labelled(/** @type {[number, number]} */ (domain));
  const svg = chart({
    width, height, margins: [20, many ? Math.min(width / 3, 14 + 7 * Math.max(...series.map((name) => name.length))) : 20, 36, room], clip: true,
    x: {...(numbers ? {domain: extent(at), tickFormat: labelled(extent(at)).tickFormat} : {domain: at, bands: 0}), label: numbers ? `${column} →` : column, offset: 33},
    y: {domain, nice: !classes, tickFormat, label: classes ? "mean score" : "mean answer", grid: true},
    label: `The mean answer as ${column} varies`,
    description: series.map((name, k) => `${many ? `${name}: ` : ""}${points[k].map((p) => `${short(p.mean)} at ${short(p.value)}`).join(", ")}`).join("; ") + ".",
    marks: ({x, y}) => series.flatMap((_, k) => {
      const over = (value) => x.apply(value) + x.bandwidth / 2;
      const edge = (side) => points[k].map((p) => [over(p.value), y.apply(p[side])]);
      const thin = {stroke: colour(k), "stroke-width": 0.6, "stroke-opacity": 0.35};
      return [
        each.length > 0 && layer("each", {fill: "none", ...thin}, each.flatMap((row) => {
          const places = at.map((value, i) => [over(value), y.apply(of(row[i], k))]);
          return numbers ? line(places) : places.map((p) => circle(...p, 1.5));
        })),
        numbers ? layer("spread", {fill: colour(k), "fill-opacity": 0.13}, [area(edge("low"), edge("high"))])
          : layer("spread", {stroke: colour(k), "stroke-opacity": 0.5}, points[k].map((p) => link(over(p.value), y.apply(p.low), over(p.value), y.apply(p.high)))),
        numbers && layer("mean", {stroke: colour(k), "stroke-width": 2}, [line(edge("mean"))]),
        layer("means", {fill: colour(k)}, edge("mean").map((p) => circle(...p, numbers ? 2 : 4))),
      ];
    }),
    above: ({x, y}) => (many ? series.map((name, k) => layer("name", {"text-anchor": "start", fill: colour(k)}, [words(x.apply(at[at.length - 1]) + x.bandwidth / 2 + 8, y.apply(points[k][at.length - 1].mean), name)])) : []),
  });
  const figure = frame("effect");
  const said = caption(`The answer to the rows, on average, as ${column} takes each value; the band is a standard deviation over the rows.`);
  const x = svg.scale("x");
  svg.addEventListener("pointermove", (event) => {
    const [from] = pointerIn(svg, event);
    const away = (v) => Math.abs(x.apply(v) + x.bandwidth / 2 - from);
    const i = at.reduce((best, v, j) => (away(v) < away(at[best]) ? j : best), 0);
    if (figure.value?.at === at[i]) return;
    said.textContent = `${column} = ${short(at[i])}: ${series.map((name, k) => `${many ? `${name} ` : ""}${short(points[k][i].mean)} ± ${short(of(spread[i], k))}`).join(", ")}`;
    tell(figure, {at: at[i], mean: mean[i], spread: spread[i]});
  });
  figure.append(svg, said);
  return figure;
}
