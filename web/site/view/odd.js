/** What is odd in a table, as its map sees it: rows that those near them contradict, pairs that disagree, rows that nobody is like. */
import {called} from "../../ui/names.js";
import {element} from "../../ui/element.js";
import {outcome, place, reveal} from "./parts.js";

/** So many of each. */
const listed = 3;

/**
 * @param {{X: number[][], y: any[], classes: any[] | null}} bench
 * @param {import("../../scene/map.js").Embedded} embedded
 * @returns {{contradicted: {sample: number, said: any}[], pairs: [number, number][], alone: number[]}} numbers of the bench's samples; those of a kind that are oddest first
 */
export function oddSamples({X, y, classes}, {X: rows, neighbors, activation}) {
  const at = new Map(X.map((x, i) => [x, i]));
  /** Of what was placed, which sample it is now; -1: none any more. */
  const now = rows.map((x) => at.get(x) ?? -1);
  const others = neighbors.map((list) => list.map((i) => now[i]).filter((i) => i >= 0));
  const placed = now.flatMap((sample, i) => (sample >= 0 && others[i].length ? [{sample, others: others[i], activation: activation[i]}] : []));
  const range = classes ? 1 : Math.max(...y) - Math.min(...y) || 1;
  const unlike = (a, b) => (classes ? Number(a !== b) : Math.abs(a - b) / range);
  const said = (list) => (classes ? most(list.map((i) => y[i])) : list.map((i) => y[i]).sort((a, b) => a - b)[list.length >> 1]); // the middle one: another odd one moves the mean
  const usual = placed.map((p) => p.activation).sort((a, b) => a - b)[placed.length >> 1];

  const contradicted = placed.filter((p) => p.activation >= usual / 2).map(({sample, others, activation}) => {
    const value = said(others);
    const against = classes ? others.filter((i) => y[i] !== y[sample]).length / others.length : unlike(value, y[sample]);
    return {sample, said: value, against, activation};
  }).filter(({against, sample, said}) => (classes ? said !== y[sample] && against > 0.5 : against > 0.2)).sort((a, b) => b.against - a.against || b.activation - a.activation);
  const pairs = placed.flatMap(({sample, others: [first], activation}) => {
    const back = placed.find((p) => p.sample === first)?.others[0];
    return back === sample && sample < first && activation >= usual && unlike(y[sample], y[first]) > (classes ? 0 : 0.2) ? [{pair: [sample, first], apart: unlike(y[sample], y[first]), activation}] : [];
  }).sort((a, b) => b.apart - a.apart || b.activation - a.activation);
  const alone = placed.filter((p) => p.activation < usual / 10).sort((a, b) => a.activation - b.activation);
  return {contradicted: contradicted.slice(0, listed).map(({sample, said}) => ({sample, said})), pairs: pairs.slice(0, listed).map(({pair}) => /** @type {[number, number]} */ (pair)), alone: alone.slice(0, listed).map(({sample}) => sample)};
}

/** What is met most often; of equal counts the first. */
function most(list) {
  const count = (v) => list.filter((other) => other === v).length;
  return list.reduce((best, v) => (count(v) > count(best) ? v : best));
}

/** Shows it beside a map. */
export function showOdd({bench, projection}) {
  const {contradicted, pairs, alone} = oddSamples(bench, projection.embedded);
  const name = (sample) => element("button", {type: "button", class: "link", "data-sample": sample, text: called([sample], bench), onclick: () => place("plane").dispatchEvent(new CustomEvent("act", {detail: {type: "pick", kind: "sample", index: sample}}))});
  const says = (...content) => element("li", {}, ...content.map((c) => (typeof c === "string" ? document.createTextNode(c) : c)));
  const items = [
    ...contradicted.map(({sample, said}) => (bench.classes
      ? says(name(sample), " is ", outcome(bench, bench.y[sample]), "; those like it are ", outcome(bench, said))
      : says(name(sample), " has ", outcome(bench, bench.y[sample]), "; those like it about ", outcome(bench, said)))),
    ...pairs.map(([a, b]) => says(name(a), " (", outcome(bench, bench.y[a]), ") and ", name(b), " (", outcome(bench, bench.y[b]), ") are most like each other")),
    ...alone.map((sample) => says("nobody is like ", name(sample))),
  ];
  reveal("odd", element("h2", {text: "What is odd here"}), items.length ? element("ul", {class: "odd"}, ...items) : element("p", {class: "note", text: "Nothing: those near each other agree, and nobody is alone."}));
}
