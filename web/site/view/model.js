/** What the network is, and its settings. */
import {activationPlot} from "../../figures/draw/activation.js";
import {element} from "../../ui/element.js";
import {explained} from "./terms.js";
import {mostDrawn} from "../../scene/plane.js";
import {nearestDistances} from "./distances.js";
import {plural, short} from "../../ui/words.js";
import {place, put, room, say, setField} from "./parts.js";
import {withSetting} from "./options.js";

/** What the network is: of so many samples, or of a part of these. @param {{panes: any[]}} scene @param {import("./panels.js").About} about */
export function showReport({panes: [pane]}, {fitAnew, count, part}) {
  const {learned} = pane ?? {};
  const {sampleCount, layers, report} = pane?.model ?? {};
  const took = (ms) => `${Math.round(ms).toLocaleString("en")} ms`;
  const thinned = part ? ` All ${count.toLocaleString("en")} are being fitted.` : sampleCount > mostDrawn.all ? ` ${mostDrawn.some.toLocaleString("en")} samples are drawn, besides those behind the answer; the network contains all of them.` : "";
  const text = pane ? `${plural(sampleCount, "sample")} in ${plural(layers.length, "layer")}` : "";
  const more = pane ? `, ${plural(report.collisions, "near twin")}, ${learned ? `learned in ${took(learned)}: scales and relevance are those of the last fit` : `fitted in ${took(report.milliseconds)}`}.` : "";
  put("plane-report", ...explained(text), element("span", {class: "figure"}, ...explained(more)), document.createTextNode(thinned), ...(learned ? [" ", element("button", {type: "button", text: "Fit anew", onclick: fitAnew})] : []));
}

/** The sliders run over exponents of ten (power), or over the numbers themselves. */
const sliders = {a1: {power: true}, a2: {power: true}, admission: {}, activation: {}};

/** Settings with one of these where it stands. */
export const withSlider = (settings, layers, layer, name, at) => withSetting(settings, layers, layer, name, sliders[name].power ? 10 ** at : at);

/** The settings that the network on the screen has. @param {import("./panels.js").Scene} scene @param {import("./panels.js").About} about */
export function showModel({bench, panes: [pane]}, {panel, properties: {preset, settings, r, top, lines, scale, relevance}, layer}) {
  for (const radio of document.querySelectorAll("input[name=preset]")) radio.checked = radio.value === preset;
  place("against").setAttribute("aria-pressed", String(preset === "ordinary"));
  if (panel !== "construction") return;
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
    setField(slider.id, Math.min(slider.max, Math.max(slider.min, power ? Math.log10(shown[name]) : shown[name])));
  }
  say("slider-r-value", short(r));
  setField("slider-r", r);
  setField("top", top);
  setField("lines", typeof lines === "string" ? lines : "on");
  setField("scale", scale);
  const weights = relevance === null || preset === "paper" ? "" : ` The relevance of the columns is ${relevance === false ? "off" : relevance === true ? "learned" : "given"}, as in the file.`;
  const gain = lines === "auto" && preset !== "paper" ? pane.model.report.interpolationGain ?? null : null;
  const found = gain === null ? "" : pane.model.interpolation.local ? ` Local lines lowered the squared error on samples not seen by ${Math.round(100 * gain)} %, so they are used.` : " Local lines helped too little on samples not seen, so they aren't used.";
  say("settings-state", `${settings === "auto" ? "Automatic: from the distances between the samples." : "Set by hand."}${weights}${found}`);
  const distances = nearestDistances(bench, pane.preset !== "xaia" && !bench.scaled ? "none" : scale, pane.model.relevance);
  put("activation", activationPlot(shown, {r, distances, width: room("activation")}));
}
