/** What is said of the point that is asked about: the answer, from whom, the activations. */
import {asked, heldOut, pointName} from "./bench.js";
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {fingerprintPlot, fingerprintRows} from "../../figures/draw/fingerprint.js";
import {familiarityText, madeBy, meter, mostListed, verdict} from "../../scene/answer.js";
import {outcome, place, put, room, say, setField} from "./parts.js";
import {capital} from "../../ui/names.js";
import {shownValue, told} from "./why.js";
import {table, typed} from "../../ui/words.js";

/** What stands there: the sentence that was said last, the bars and what they are of. @type {{said: string, bars?: ReturnType<typeof fingerprintPlot>, key?: any[]}} */
const cache = {said: ""};

/** Lights a sample's bars, null: none. */
export const lightBars = (sample) => cache.bars?.light(sample);

export function showAnswer({bench, projection, panes, dragging, way}, light) {
  const where = asked(bench);
  const [first, ...others] = panes;
  if (!where || !first?.answer) {
    if (place("live").textContent === cache.said) say("live", "");
    Object.assign(cache, {said: "", bars: undefined, key: undefined});
    for (const id of ["answer-value", "recognition"]) say(id, "");
    showName(bench);
    say("verdict", "Click anywhere to ask who answers there, or a point to inspect it.");
    place("who").hidden = true;
    for (const id of ["truth", "made-by", "beside", "fingerprint", "fingerprint-table"]) put(id);
    for (const id of ["point-x", "point-y"]) setField(id, "");
    return;
  }
  projection.place(where).forEach((v, i) => {
    const id = ["point-x", "point-y"][i];
    setField(id, typed(v));
    say(`${id}-label`, projection.labels[i]);
    place(id).closest("label").hidden = projection.labels[i] === "";
  });
  showName(first.bench);
  const {answer, model} = first;
  const about = (pane) => ({preset: pane.preset, layers: pane.model.layers});
  const knows = answer.recognition !== "weak";
  const value = () => (first.bench.classes && answer.value !== null ? classKey(first.bench.classes, String(answer.value)) : document.createTextNode(shownValue(first.bench, answer)));
  put("answer-value", knows ? value() : "I don't know.", ...(knows && !first.bench.classes && first.bench.target ? [" ", element("small", {text: first.bench.target})] : []));
  put("recognition", ...meter(answer, about(first)));
  // A guess isn't weighed: whom it is from sounds like knowledge.
  place("who").hidden = !knows;
  const made = answer.neurons.length;
  say("who-title", made === 1 ? "Because of this sample" : made > mostListed + 1 ? "Most of all because of" : `Because of these ${made}`);
  put("verdict", verdict(answer, about(first), first.bench), element("span", {class: "figure", text: familiarityText(answer)}), ...(knows || answer.value === null ? [] : [document.createTextNode(" The nearest guess would be "), value(), document.createTextNode(".")]));
  put("truth", ...truth(first.bench, answer));
  put("made-by", ...madeBy(answer, first.bench, light));
  put("beside", ...others.map((pane) => element("p", {text: pane.preset === "ordinary" ? `An ordinary network: ${pane.answer.said}` : `${pane.title}: ${told(pane.bench, pane.answer)}. ${verdict(pane.answer, about(pane), pane.bench)}`})));
  const bars = way === "bars";
  // Drawn beside each move where that is quick; else it says that it is of another moment.
  const late = dragging && model.sampleCount > 300;
  place("fingerprint").style.opacity = late ? "0.3" : "";
  if (late) return;
  const lit = bench.chosen?.kind === "sample" ? bench.chosen.index : null;
  const width = room("fingerprint");
  // Drawn anew only where it changes: who walks its neurons stays where they are.
  const key = [answer, width, lit];
  if (bars && !cache.key?.every((part, i) => part === key[i])) {
    const focused = place("fingerprint").contains(document.activeElement);
    const at = cache.bars?.at();
    const plot = fingerprintPlot(answer, {layers: model.layers, width, lit, at, rows: first.bench.rows, names: first.bench.names});
    put("fingerprint", plot.element);
    if (focused) plot.element.focus();
    if (at) plot.element.dispatchEvent(new CustomEvent("input", {bubbles: true, detail: plot.at()}));
    Object.assign(cache, {bars: plot, key});
  }
  if (way === "table") showFingerprintTable(first);
  const sentence = told(first.bench, answer);
  if (sentence !== cache.said) say("live", sentence);
  cache.said = sentence;
}

/** What is asked about, where it has a name of its own. */
function showName(bench) {
  const {chosen, rows, external} = bench;
  const named = rows && chosen && chosen.kind !== "place";
  const leftOut = named && chosen.kind === "external" && external[chosen.index]?.place !== undefined;
  say("this-point", named ? `${capital(pointName(bench, chosen.kind, chosen.index))}${leftOut ? ", left out" : ""}` : "This point");
  place("this-point").classList.toggle("unseen", !named);
}

/** The way back of a row that was left out. @param {number} index of an external point */
const putBack = (index) => element("button", {type: "button", class: "link", text: "Put it back", onclick: (event) => event.target.dispatchEvent(new CustomEvent("turn", {bubbles: true, detail: {index}}))});

/** What is saved has no part of the rows that are left out. */
export function showLeftOut({bench}) {
  const out = bench.external.flatMap((e, i) => (e.place === undefined ? [] : [i]));
  if (out.length === 1) put("left-out", document.createTextNode(`${capital(pointName(bench, "external", out[0]))} is left out of the model. `), ...(bench.external[out[0]].y === null ? [] : [putBack(out[0])]));
  else if (out.length && !heldOut(bench)) put("left-out", document.createTextNode(`${out.length.toLocaleString("en")} samples are left out of the model. `), element("button", {type: "button", class: "link", text: "Put them back", onclick: (event) => event.target.dispatchEvent(new CustomEvent("putback", {bubbles: true}))}));
  else say("left-out", out.length ? `${out.length.toLocaleString("en")} samples are left out of the model.` : "");
}

/** The outcome that is known of the row that was left out, and the way back. */
function truth(bench, {value}) {
  const {chosen} = bench;
  const {y = null, place: was} = chosen?.kind === "external" ? bench.external[chosen.index] : {};
  if (y === null || was === undefined) return [];
  return [element("span", {class: bench.classes && value !== y ? "wrong" : ""}, document.createTextNode(bench.classes ? "It is " : "It has "), outcome(bench, y), document.createTextNode(". ")), putBack(chosen.index)];
}

function showFingerprintTable({answer, model, bench}) {
  const rows = fingerprintRows(answer, {layers: model.layers}, bench);
  put("fingerprint-table", table(rows.slice(0, 200), `Activations of the chosen point, the strongest first in each layer${rows.length > 200 ? ` (200 of ${rows.length})` : ""}`));
}

/** Beside the pointer, inside of the window. */
export function showTip(text, x, y, spoken) {
  const tip = place("tip");
  if (spoken) say("live", (cache.said = text));
  tip.textContent = text;
  tip.hidden = false;
  tip.style.left = `${Math.min(x + 14, document.documentElement.clientWidth - tip.offsetWidth - 8)}px`;
  tip.style.top = `${y + 16}px`;
}
