/** What the model says of a place, in words. */
import {element, classKey} from "./menu.js";

/** Three decimals, or three digits where a number is very large or small. */
export function short(v) {
  if (typeof v !== "number") return String(v);
  if (v !== 0 && Number.isFinite(v) && (Math.abs(v) >= 1e5 || Math.abs(v) < 1e-3)) return v.toPrecision(3).replace(/\.?0+(e|$)/, "$1");
  return String(Math.round(v * 1000) / 1000);
}

/** A part of one, as a weight or a familiarity is: what would be shown as 0 is none. */
export const part = (v) => (Math.abs(v) < 5e-4 ? "none" : short(v));

export const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** In a sentence, how well a place is known. */
export function verdict(a, {preset, layers}) {
  if (a.recognition === "weak") return "Nothing here is like this. The answer is a guess from the samples least unlike it.";
  if (a.recognition === "moderate") return "Half known: no neuron is strongly activated, so the answer is interpolated.";
  const strongest = a.fingerprint[0].reduce((x, y) => Math.max(x, y), 0);
  if (a.layer > 1 && preset === "paper" && strongest < layers[0].settings.admission / 10) {
    return `The paper's network is sure (layer ${a.layer}, sample ${a.neurons[0].samples.join(", ")}). It mistakes silence for a fingerprint: no neuron of layer 1 answers.`;
  }
  return `Known: hit in layer ${a.layer}.`;
}

/** For the live region and the tooltip: value, how known, from whom. */
export function announced(a) {
  const from = a.neurons.length === 1 ? `from sample ${a.neurons[0].samples[0]}` : `from samples ${a.neurons.slice(0, 3).map((n) => n.samples[0]).join(", ")}${a.neurons.length > 3 ? " and others" : ""}`;
  const how = {strong: `known, hit in layer ${a.layer}`, moderate: "half known", weak: "unknown"}[a.recognition];
  return `${a.value === null ? "no answer" : short(a.value)}, ${how}${a.neurons.length ? `, ${from}` : ""}`;
}

/** How sure a calibrated model is, as a sentence to put before another one; else nothing. */
export function certainty({interval, set}) {
  if (set) return `With 90 % it is ${set.length === 1 ? short(set[0]) : `one of ${set.map(short).join(", ")}`}. `;
  if (!interval) return "";
  const one = ([low, high]) => (low === -Infinity ? "anything" : `between ${short(low)} and ${short(high)}`);
  return `With 90 % it is ${Array.isArray(interval[0]) ? interval.map(one).join("; ") : one(interval)}. `;
}

/**
 * Who made the answer, a line for each neuron.
 *
 * @param {(sample: number | null) => void} light called with the sample under the pointer or focus
 */
export function madeBy(a, {classes}, light) {
  return a.neurons.map((n) => {
    const line = element("li", {tabindex: "0", "data-sample": n.samples[0]},
      element("span", {}, document.createTextNode(`sample ${n.samples.join(", ")} (`), classes ? classKey(classes, n.alpha) : document.createTextNode(short(n.alpha)), document.createTextNode(")")),
      element("span", {class: "unseen", text: " · weight "}), element("span", {class: "number", text: short(n.weight)}),
      element("span", {class: "unseen", text: " · layer "}), element("span", {class: "number", text: String(n.layer)}));
    line.style.setProperty("--part", String(n.weight || 0));
    for (const [on, off] of [["pointerenter", "pointerleave"], ["focus", "blur"]]) {
      line.addEventListener(on, () => light(n.samples[0]));
      line.addEventListener(off, () => light(null));
    }
    return line;
  });
}

/** Familiarity as a bar and a number. */
export function familiarity(a) {
  const bar = element("span", {class: "bar", "aria-hidden": "true"});
  bar.style.setProperty("--part", String(a.familiarity));
  return element("span", {class: "familiarity"}, document.createTextNode(`Familiarity: ${part(a.familiarity)} `), bar);
}

/** A table of rows, with a caption. */
export function table(rows, caption) {
  const names = Object.keys(rows[0] ?? {});
  return element("table", {}, element("caption", {text: caption}),
    element("thead", {}, element("tr", {}, ...names.map((name) => element("th", {scope: "col", text: name})))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...names.map((name) => element("td", {text: typeof row[name] === "number" ? short(row[name]) : String(row[name] ?? "")}))))));
}
