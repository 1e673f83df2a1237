/** What the model says of a place, in words. */
import {called, knowing} from "../ui/names.js";
import {element} from "../ui/element.js";
import {classKey} from "../ui/classes.js";
import {part, short} from "../ui/words.js";

/** The neurons behind an answer, those that say most first: beside a forest, the most strongly activated ones may say little. @param {any} a */
export const behind = ({neurons, forest}) => (forest ? neurons.toSorted((m, n) => n.weight - m.weight) : neurons);

/** For the live region and the tooltip: value, how known, from whom; where it doesn't know, a guess. @param {any} a @param {import("../ui/names.js").Called} [of] @param {string} [value] as it stands elsewhere */
export function announced(a, of, value = a.value === null ? "no answer" : short(a.value)) {
  const first = behind(a).slice(0, 3);
  const own = of ? [""] : first.map((n) => n.names?.[0]); // of a model that has names
  const from = `from ${own.every(Boolean) ? own.join(own.some((name) => name.includes(",")) ? "; " : ", ") : called(first.map((n) => n.samples[0]), of)}${a.neurons.length > 3 ? " and others" : ""}`;
  if (a.recognition === "weak") return `I don't know. Nothing here is like this${a.value === null ? "" : `; the nearest guess would be ${value}`}`;
  const how = {strong: `recognised in layer ${a.layer}`, moderate: knowing.moderate}[a.recognition];
  return `${value}, ${how}${a.neurons.length ? `, ${from}` : ""}`;
}

/** The samples behind an answer, as a picture links them. */
export const links = (answer) => answer.neurons.map((n) => ({sample: n.samples[0], weight: n.weight ?? 0}));

/** How sure a calibrated model is, as a sentence to put before another one; nothing where it isn't, or doesn't know the place. @param {any} explanation */
export function certainty({interval, set, recognition}) {
  if (recognition === "weak") return "";
  if (set) return `9 times in 10 it is ${set.length === 1 ? short(set[0]) : `one of ${set.map(short).join(", ")}`}. `;
  if (!interval) return "";
  const one = ([low, high]) => (low === -Infinity ? "anything" : `between ${short(low)} and ${short(high)}`);
  return `9 times in 10 it is ${Array.isArray(interval[0]) ? interval.map(one).join("; ") : one(interval)}. `;
}

/** A local line goes through more neurons than one reads: so many are listed. */
export const mostListed = 8;

/**
 * Who made the answer, a line for each neuron; of many the first, and what the others weigh together.
 *
 * @param {(sample: number | null) => void} light called with the sample under the pointer
 */
export function madeBy(a, bench, light) {
  const all = behind(a), others = all.slice(all.length > mostListed + 1 ? mostListed : all.length);
  const rest = others.length > 0 && element("li", {}, element("span", {text: `${others.length} others`}), element("span", {class: "unseen", text: " · weight "}), element("span", {class: "number", text: part(others.reduce((sum, n) => sum + n.weight, 0))}));
  return all.slice(0, all.length - others.length).map((n) => {
    const line = element("li", {"data-sample": n.samples[0]},
      element("span", {}, element("bdi", {text: called(n.samples, bench)}), document.createTextNode(" ("), bench.classes ? classKey(bench.classes, n.alpha) : document.createTextNode(short(n.alpha)), document.createTextNode(")")),
      element("span", {class: "unseen", text: " · weight "}), element("span", {class: "number", text: part(n.weight)}),
      element("span", {class: "unseen", text: " · layer "}), element("span", {class: "number", text: String(n.layer)}));
    line.style.setProperty("--part", String(n.weight || 0));
    line.addEventListener("pointerenter", () => light(n.samples[0])); // by keys one walks the network, where Enter does something
    line.addEventListener("pointerleave", () => light(null));
    return line;
  }).concat(rest || []);
}

/**
 * Whether the paper's network takes silence for a fingerprint: it is sure of a place that no neuron of its first layer is
 * like. @param {any} a the explanation @param {{preset: string, layers: any[]}} model
 */
export const mistaken = ({layer, fingerprint}, {preset, layers}) =>
  preset === "paper" && layer > 1 && fingerprint[0].reduce((x, y) => Math.max(x, y), 0) < layers[0].settings.admission / 10;

/** A meter of three steps, and its word. @param {any} a the explanation @param {{preset: string, layers: any[]}} model */
export function meter(a, model) {
  const {recognition} = a;
  const steps = Object.keys(knowing).map((name) => element("i", {class: name === recognition ? "at" : ""}));
  const word = mistaken(a, model) ? "says that it has seen this" : knowing[recognition];
  return [element("span", {class: "meter", "data-step": recognition, "aria-hidden": "true"}, ...steps), element("span", {class: recognition === "weak" ? "unseen" : "", text: word})];
}

/**
 * In a sentence, how well a place is known.
 *
 * @param {any} a the explanation @param {{preset: string, layers: any[]}} model @param {import("../ui/names.js").Called} [of]
 */
export function verdict(a, model, of) {
  if (a.recognition === "weak") return "Nothing here is like this.";
  if (a.recognition === "moderate") return "No neuron recognises it, so several samples answer together.";
  if (mistaken(a, model)) {
    return `The paper's network is sure (layer ${a.layer}, ${called(a.neurons[0].samples, of)}). No neuron of layer 1 is activated, but deeper layers mistake this for a fingerprint.`;
  }
  return `Recognised in layer ${a.layer}.`;
}

/** The number behind that. @param {any} a the explanation */
export const familiarityText = ({recognition, familiarity}) => (recognition === "weak" ? "" : ` Familiarity: ${part(familiarity)}.`);
