/** From a bench of one column and the engine's answers to what tnnPlot draws. */
import {asked, conflicts, mostCircled, packedRows, sampleNames} from "./bench.js";
import {engine} from "./engine.js";
import {lineOptions} from "./options.js";
import {extent} from "../../ui/extent.js";
import {around, chosenOn, lineDomain, lineGrid, lineSpec, lineVerdict, neuronsOf} from "../../scene/line.js";
import {tnnPlot, trianglePlot} from "../../figures/plot/tnn.js";
import {calibratedOf} from "./sure.js";
import {oneRow} from "../../figures/samples.js";
import {plural, short, typed} from "../../ui/words.js";
import {place, put, room, say, setField} from "./parts.js";
import {pointsTable} from "./points.js";

/** A place that is so far along the samples. */
export function placeOnLine({X}, part) {
  const [low, high] = extent(X.map((x) => x[0]));
  return {kind: "place", x: [low + part * (high - low)]};
}

/** A picture to click in when there is no curve: no point yet, or points that have none, which are marked. */
export function emptyLine(bench, domain, width, height) {
  const marked = new Set(conflicts(bench).slice(0, mostCircled));
  const samples = bench.X.map((x, i) => ({x: x[0], target: bench.y[i]}));
  return tnnPlot({samples, conflicts: samples.filter((_, i) => marked.has(i)), curve: domain.x.map((x) => ({x, y: NaN})), chosen: null, domain: {...domain, y: domain.y ?? around(bench.y)}, width, height});
}

export const linePoints = ({X, y, external}) => [
  ...X.map((x, index) => ({kind: "sample", index, x: x[0], y: y[index]})), ...external.map((e, index) => ({kind: "external", index, x: e.x[0], y: e.y ?? 0})),
];

/** Where there is no curve nothing stays of the one before. */
function showNoLine(bench, domain, open) {
  put("line", emptyLine(bench, domain, room("line"), lineHeight()));
  for (const id of ["line-report", "place-answer", "line-proof"]) say(id, "");
  showLineTable(bench, open, {});
  say("place-verdict", bench.X.length ? "" : "Click a point to inspect it.");
  put("triangle");
}

/** The tab of the TNN. @param {any} found what askLine found, and how it is shown; null where there is no curve @param {any} domain @param {boolean} open whether the table is */
export function showLine(bench, model, found, domain, open) {
  if (!found) return showNoLine(bench, domain, open);
  const {grid, curve, judged, answer, answers, fitted, before, epsilon, a, tolerance} = found;
  showLineTable(bench, open, {answer, answers, fitted});
  domain.y ??= lineDomain(bench, domain, curve).y;
  const place = asked(bench)?.[0];
  const {range, ...picture} = lineSpec(bench, {grid, curve, judged, answers, epsilon, intervalOf: judged[0].interval && ((a) => a.interval)});
  const chosen = answer && place >= grid[0] && place <= grid.at(-1) ? chosenOn(place, answer, answer.interval, range) : null;
  put("line", tnnPlot({...picture, chosen, before: before ? Array.from(grid, (x, i) => ({x, y: before[i]})) : [], domain, width: room("line"), height: lineHeight()}));
  setField("steepness", tolerance > 0 ? Math.min(model.a, 30) : a);
  if (!tolerance) setField("tolerance", "");
  say("steepness-value", short(model.a));
  say("line-report", `${plural(bench.X.length, "sample")}, steepness ${short(model.a)}. Largest fitting error ${short(model.report.maxFittingError)}: it falls as the steepness grows.`);
  if (!answer) {
    say("place-answer", "");
    say("place-verdict", "Click a point to inspect it.");
    put("triangle");
    return;
  }
  setField("place-x", typed(place));
  say("place-answer", `→ ${short(answer.value)}`);
  say("place-verdict", lineVerdict(answer, bench.X, place, bench, answer));
  put("triangle", trianglePlot(answer, {width: room("triangle")}));
}

/** The points behind the line and its triangle, in figures. @param {any} bench @param {boolean} open @param {{answer?: any, answers?: any, fitted?: any}} values */
function showLineTable(bench, open, /** @type {any} */ {answer, answers, fitted}) {
  if (!open) return;
  const neurons = neuronsOf(bench.X);
  put("line-table", pointsTable(bench, ({kind, index}) => ({
    answer: (kind === "external" ? answers : fitted)?.[index] ?? "",
    "σ at this place": kind === "sample" && answer ? answer.fingerprint[neurons.findIndex((samples) => samples.includes(index))] : "",
  })));
}

export const lineHeight = () => Math.max(200, place("line").clientHeight);

/** @param {import("./bench.js").Bench} bench @param {{a: number, tolerance: number, duplicates: string}} how @param {AbortSignal} signal */
export const fitLine = (bench, how, signal) => engine().fit(bench.X, bench.y, {...lineOptions(how), names: sampleNames(bench), signal});

/** What the line's tab asks the model about: the curve, and what it knows of the places; for a table, of the samples. */
export async function askLine(bench, model, domain, table) {
  const grid = lineGrid(bench, domain.x);
  const place = asked(bench);
  const external = bench.external.map((e) => e.x);
  const sure = calibratedOf(model);
  const [curve, judged, answers, answer, fitted] = await Promise.all([
    model.predict(grid), sure.explain(grid), external.length ? model.predict(external) : null, place ? sure.explain(oneRow(place)) : null,
    table ? model.predict(packedRows(bench)) : null,
  ]);
  return {grid, curve, judged, answers, answer, fitted};
}
