/** Puts what the engine said into the page's panels; each call gets all it shows. */
import {madeBy, meter, verdict} from "../../scene/answer.js";
import {plural, short, table, typed} from "../../ui/words.js";
import {emptyLine, lineSpec} from "./line.js";
import {lineDomain, lineGrid, lineVerdict, neuronsOf} from "../../scene/line.js";
import {asked, nearestDistances, packedRows, pointName} from "./bench.js";
import {mostDrawn} from "../../scene/plane.js";
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {explained} from "./terms.js";
import {certaintyOf, shownValue, told} from "./why.js";
import {activationPlot} from "../../figures/plot/activation.js";
import {fingerprintPlot, fingerprintRows} from "../../figures/plot/fingerprint.js";
import {tnnPlot, trianglePlot} from "../../figures/plot/tnn.js";
import {oneRow} from "../../figures/samples.js";

const place = (id) => document.getElementById(id);
const put = (id, ...content) => place(id).replaceChildren(...content);
const say = (id, text) => {
  if (place(id).textContent !== text) place(id).textContent = text;
};
/** Keeps a field while the user types in it, and a slider while the user holds it. */
const fill = (id, text) => {
  if (document.activeElement !== place(id) || (place(id).type === "range" && !place(id).matches(":active"))) place(id).value = text;
};
const room = (id) => Math.max(240, place(id).clientWidth);

let said = "";
let drawn = {};

/**
 * The panel "This point".
 *
 * @param {{bench: any, projection: any, panes: {title: string, preset: string, bench: any, model: any, answer: any}[], dragging: boolean}} scene
 * @param {(sample: number | null) => void} light
 */
export function showAnswer({bench, projection, panes, dragging}, light) {
  const where = asked(bench);
  const [first, ...others] = panes;
  if (!where || !first?.answer) {
    if (place("live").textContent === said) say("live", "");
    said = "";
    for (const id of ["answer-value", "recognition"]) say(id, "");
    say("verdict", "Click a point to inspect it, or add a new one.");
    place("who").hidden = true;
    for (const id of ["made-by", "beside", "fingerprint", "fingerprint-table"]) put(id);
    for (const id of ["point-x", "point-y"]) fill(id, "");
    return;
  }
  projection.place(where).forEach((v, i) => {
    const id = ["point-x", "point-y"][i];
    fill(id, typed(v));
    say(`${id}-label`, projection.labels[i]);
    place(id).closest("label").hidden = projection.labels[i] === "";
  });
  const {answer, model} = first;
  const about = (pane) => ({preset: pane.preset, layers: pane.model.layers});
  const knows = answer.recognition !== "weak";
  const value = () => (first.bench.classes && answer.value !== null ? classKey(first.bench.classes, String(answer.value)) : document.createTextNode(shownValue(first.bench, answer)));
  put("answer-value", knows ? value() : "I don't know.", ...(knows && !first.bench.classes && first.bench.target ? [" ", element("small", {text: first.bench.target})] : []));
  put("recognition", ...meter(answer));
  // A guess isn't weighed: whom it is from sounds like knowledge.
  place("who").hidden = !knows;
  say("who-title", `Because of ${answer.neurons.length === 1 ? "this sample" : `these ${answer.neurons.length}`}`);
  put("verdict", verdict(answer, about(first), first.bench), ...(knows || answer.value === null ? [] : [document.createTextNode(" A guess from the samples least unlike it would be "), value(), document.createTextNode(".")]));
  put("made-by", ...madeBy(answer, first.bench, light));
  put("beside", ...others.map((pane) => element("p", {text: pane.preset === "ordinary" ? `An ordinary network: ${pane.answer.said}` : `${pane.title}: ${told(pane.bench, pane.answer)}. ${verdict(pane.answer, about(pane), pane.bench)}`})));
  const bars = !place("fingerprint").hidden;
  // Drawn beside each move where that is quick; else it says that it is of another moment.
  const late = dragging && model.samples > 300;
  place("fingerprint").style.opacity = late ? "0.3" : "";
  if (late) return;
  const lit = bench.chosen?.kind === "sample" ? bench.chosen.index : null;
  const width = room("fingerprint");
  // Drawn anew only where it changes: who walks its neurons stays where they are.
  if (bars && (drawn.answer !== answer || drawn.width !== width || drawn.lit !== lit || !place("fingerprint").firstChild)) {
    const focused = place("fingerprint").contains(document.activeElement);
    const at = place("fingerprint").firstChild?.value;
    const plot = fingerprintPlot(answer, {layers: model.layers, width, lit, at, rows: first.bench.rows, names: first.bench.names});
    put("fingerprint", plot);
    if (focused) plot.focus();
    if (at) plot.dispatchEvent(new CustomEvent("input", {bubbles: true}));
    drawn = {answer, width, lit};
  }
  showFingerprintTable(first);
  const sentence = told(first.bench, answer);
  if (sentence !== said) say("live", sentence);
  said = sentence;
}

function showFingerprintTable({answer, model, bench}) {
  if (place("fingerprint-details").hidden) return;
  const rows = fingerprintRows(answer, {layers: model.layers}, bench);
  put("fingerprint-table", table(rows.slice(0, 200), `Activations of the chosen point, the strongest first in each layer${rows.length > 200 ? ` (200 of ${rows.length})` : ""}`));
}

/** @param {any} pane @param {any} [made] how it was fitted @param {() => void} [fitAnew] @param {number} [count] of all samples @param {number[]} [part] those that the network has, where these are some */
export function showReport(pane, made, fitAnew, count, part) {
  const {samples, layers, report} = pane?.model ?? {};
  const took = (ms) => `${Math.round(ms).toLocaleString("en")} ms`;
  const thinned = part ? ` All ${count.toLocaleString("en")} are being fitted.` : samples > mostDrawn.all ? ` ${mostDrawn.some.toLocaleString("en")} samples are drawn; the network contains all of them.` : "";
  const text = pane ? `${plural(samples, "sample")} in ${plural(layers.length, "layer")}, ${plural(report.collisions, "near twin")}, ${made?.learned ? `learned in ${took(made.learned)}: scales and relevance are those of the last fit` : `fitted in ${took(report.milliseconds)}`}.${thinned}` : "";
  put("plane-report", ...explained(text), ...(made?.learned ? [" ", element("button", {type: "button", text: "Fit anew", onclick: fitAnew})] : []));
}

/** The sliders run over exponents of ten (power), or over the numbers themselves. */
const sliders = {a1: {power: true}, a2: {power: true}, admission: {}, activation: {}};

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

const tableCaption = (bench, points) => `New points and ${bench.rows ? "rows, counted from 1 as in the file" : "samples, counted from 0 as in the API"}${points > 300 ? ` (300 of ${points})` : ""}`;

/** What a slider's place means. */
export const sliderValue = (name, value) => (sliders[name].power ? 10 ** value : value);

/** The panel "Model": the settings that the network on the screen has. */
export function showModel({preset, settings, r, top, lines, scale, relevance, layer}, bench, pane) {
  for (const radio of document.querySelectorAll("input[name=preset]")) radio.checked = radio.value === preset;
  place("against").setAttribute("aria-pressed", String(preset === "ordinary"));
  if (!place("model").open) return;
  if (!pane) { // of the data set before, nothing stays
    for (const name of [...Object.keys(sliders), "r"]) say(`slider-${name}-value`, "");
    say("settings-state", "");
    put("activation");
    return;
  }
  const {layers} = pane.model;
  put("slider-layer", ...["all layers", ...layers.slice(0, 20).map((_, k) => `layer ${k + 1}`)].map((text, value) => element("option", {text, value, selected: value === layer})));
  const shown = layers[Math.max(1, Math.min(layer, layers.length)) - 1].settings;
  for (const [name, {power}] of Object.entries(sliders)) {
    const slider = place(`slider-${name}`);
    say(`slider-${name}-value`, short(shown[name]));
    fill(slider.id, Math.min(slider.max, Math.max(slider.min, power ? Math.log10(shown[name]) : shown[name])));
  }
  say("slider-r-value", short(r));
  fill("slider-r", r);
  fill("top", top);
  fill("lines", typeof lines === "string" ? lines : "on");
  fill("scale", scale);
  const weights = relevance === null || preset === "paper" ? "" : ` The relevance of the columns is ${relevance === false ? "off" : relevance === true ? "learned" : "given"}, as in the file.`;
  const {chosen, gain} = (lines === "auto" && preset !== "paper" && pane.model.report.interpolation) || {gain: null};
  const found = gain === null ? "" : chosen.local ? ` Local lines lowered the squared error on samples not seen by ${Math.round(100 * gain)} %, so they are used.` : " Local lines helped too little on samples not seen, so they aren't used.";
  say("settings-state", `${settings === "auto" ? "Automatic: from the distances between the samples." : "Set by hand."}${weights}${found}`);
  const distances = nearestDistances(bench, pane.preset !== "xaia" && !bench.scaled ? "none" : scale, pane.model.relevance);
  put("activation", activationPlot(shown, {r, distances, width: room("activation")}));
}

/** The tab of the TNN where there is no curve: nothing stays of the one before. */
export function showNoLine(bench, domain) {
  put("line", emptyLine(bench, domain, room("line"), lineHeight()));
  for (const id of ["line-report", "place-answer", "line-proof"]) say(id, "");
  showLineTable(bench, {});
  say("place-verdict", bench.X.length ? "" : "Click a point to inspect it.");
  put("triangle");
}

/** The tab of the TNN. */
export function showLine(bench, model, {grid, curve, judged, answer, answers, fitted, before, epsilon, a, tolerance, domain}) {
  showLineTable(bench, {answer, answers, fitted});
  const sure = certaintyOf(model);
  domain.y ??= lineDomain(bench, domain, curve).y;
  put("line", tnnPlot(lineSpec(bench, {grid, curve, judged, answer, answers, before, epsilon, sure, domain, width: room("line"), height: lineHeight()})));
  fill("steepness", tolerance > 0 ? Math.min(model.a, 30) : a);
  if (!tolerance) fill("tolerance", "");
  say("steepness-value", short(model.a));
  say("line-report", `${plural(bench.X.length, "sample")}, steepness ${short(model.a)}. Largest fitting error ${short(model.report.maxFittingError)}: it falls as the steepness grows.`);
  if (!answer) {
    say("place-answer", "");
    say("place-verdict", "Click a point to inspect it.");
    put("triangle");
    return;
  }
  fill("place-x", typed(asked(bench)[0]));
  say("place-answer", `→ ${short(answer.value)}`);
  say("place-verdict", lineVerdict(answer, bench.X, asked(bench)[0], bench, sure?.(answer)));
  put("triangle", trianglePlot(answer, {width: room("triangle")}));
}

/**
 * The points behind the line and its triangle, in figures.
 *
 * @param {any} bench
 * @param {{answer?: any, answers?: any, fitted?: any}} values
 */
function showLineTable(bench, {answer, answers, fitted}) {
  if (!place("line-points").open) return;
  const said = (values, i) => (values ? values[i] : "");
  const rows = [
    ...bench.external.map((e, i) => ({point: pointName(bench, "external", i), x: e.x[0], outcome: e.y ?? "?", answer: said(answers, i)})),
    ...bench.X.map(([x], i) => ({point: pointName(bench, "sample", i), x, outcome: bench.y[i], answer: said(fitted, i)})),
  ].map((row) => ({...row, "σ at this place": ""}));
  neuronsOf(bench.X).forEach((samples, k) => samples.forEach((i) => (rows[bench.external.length + i]["σ at this place"] = answer?.fingerprint[k] ?? "")));
  put("line-table", rows.length ? table(rows.slice(0, 300), tableCaption(bench, rows.length)) : "No points yet.");
}

export const lineHeight = () => Math.max(200, place("line").clientHeight);

/** What the line's tab asks the model about: the curve, and what it knows of the places. */
export async function askLine(bench, model, domain) {
  const grid = lineGrid(bench, domain.x);
  const place = asked(bench);
  const external = bench.external.map((e) => e.x);
  const [curve, judged, answers, answer, fitted] = await Promise.all([
    model.predict(grid), model.explain(grid), external.length ? model.predict(external) : null, place ? model.explain(oneRow(place)) : null,
    document.getElementById("line-points").open ? model.predict(packedRows(bench)) : null,
  ]);
  return {grid, curve, judged, answers, answer, fitted};
}

/** Beside the pointer, inside of the window. */
export function showTip(text, x, y, spoken) {
  const tip = place("tip");
  if (spoken) say("live", (said = text));
  tip.textContent = text;
  tip.hidden = false;
  tip.style.left = `${Math.min(x + 14, document.documentElement.clientWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${y + 16}px`;
}
