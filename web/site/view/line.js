/** From a bench of one column and the engine's answers to what tnnPlot draws. */
import {asked, packedRows, sampleNames} from "./bench.js";
import {conflicts, mostCircled} from "./conflicts.js";
import {engine} from "./engine.js";
import {lineOptions} from "./options.js";
import {extent} from "../../ui/extent.js";
import {around, chosenOn, lineDomain, lineGrid, lineSpec, lineVerdict, neuronsOf, stretchesOf} from "../../scene/line.js";
import {tnnPlot, trianglePlot} from "../../figures/draw/tnn.js";
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

/** What is drawn where there is no curve, to click in: no point yet, or points that have none, which are marked. */
function withoutCurve(bench, domain) {
  const samples = bench.X.map((x, i) => ({x: x[0], target: bench.y[i]}));
  return {samples, conflicts: conflicts(bench).slice(0, mostCircled).map((i) => samples[i]), curve: domain.x.map((x) => ({x, y: NaN})), chosen: null, domain: {...domain, y: domain.y ?? around(bench.y)}};
}

function withCurve(bench, {grid, curve, judged, answer, answers, before, epsilon}, domain, place) {
  domain.y ??= lineDomain(bench, domain, curve).y;
  const {range, ...picture} = lineSpec(bench, {grid, curve, judged, answers, epsilon, intervalOf: judged[0].interval && ((a) => a.interval)});
  const chosen = answer && place >= grid[0] && place <= grid.at(-1) ? chosenOn(place, answer, answer.interval, range) : null;
  return {...picture, chosen, before: before ? Array.from(grid, (x, i) => ({x, y: before[i]})) : [], domain};
}

export const linePoints = ({X, y, external}) => [
  ...X.map((x, index) => ({kind: "sample", index, x: x[0], y: y[index]})), ...external.map((e, index) => ({kind: "external", index, x: e.x[0], y: e.y ?? 0})),
];

/** The tab of the TNN. @param {any} found what askLine found, and how it is shown; null where there is no curve: nothing stays of the one before @param {any} domain @param {boolean} open whether the table is */
export function showLine(bench, model, found, domain, open) {
  const {answer, a, tolerance} = found ?? {};
  const where = asked(bench)?.[0];
  showLineTable(bench, open, found ?? {});
  put("line", tnnPlot({...(found ? withCurve(bench, found, domain, where) : withoutCurve(bench, domain)), stretches: stretchesOf(bench), width: room("line"), height: Math.max(200, place("line").clientHeight)}));
  if (found) {
    setField("steepness", tolerance > 0 ? Math.min(model.a, 30) : a);
    if (!tolerance) setField("tolerance", "");
    say("steepness-value", short(model.a));
  } else say("line-proof", "");
  say("line-report", found ? `${plural(bench.X.length, "sample")}, steepness ${short(model.a)}. Largest fitting error ${short(model.report.maxFittingError)}: it falls as the steepness grows.` : "");
  if (answer) setField("place-x", typed(where));
  say("place-answer", answer ? `→ ${short(answer.value)}` : "");
  say("place-verdict", answer ? lineVerdict(answer, bench.X, where, bench, answer) : found || !bench.X.length ? "Click a point to inspect it." : "");
  put("triangle", ...(answer ? [trianglePlot(answer, {width: room("triangle")})] : []));
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

/** @param {import("./bench.js").Bench} bench @param {{a: number, tolerance: number, duplicates: string}} how @param {AbortSignal} signal */
export const fitLine = (bench, how, signal) => engine().fit(bench.X, bench.y, {...lineOptions(how), names: sampleNames(bench), signal});

/** What the line's tab asks the model about: the curve, and what it knows of the places; for a table, of the samples. */
export async function askLine(bench, model, domain, table) {
  const grid = lineGrid(bench, domain.x);
  const place = asked(bench);
  const external = bench.external.map((e) => e.x);
  const sure = calibratedOf(model);
  const [curve, judged, answers, answer, fitted] = await Promise.all([
    model.predict(grid), sure.explain(grid), external.length ? model.predict(external) : null, place ? sure.explain(oneRow(place), {fingerprint: true}) : null,
    table ? model.predict(packedRows(bench)) : null,
  ]);
  return {grid, curve, judged, answers, answer, fitted};
}
