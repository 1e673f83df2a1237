/** What is odd in a table, as its model sees it: rows that the others contradict, pairs that disagree, rows that nobody is like. */
import {called} from "../../ui/names.js";
import {element} from "../../ui/element.js";
import {fill, outcome, place} from "./parts.js";

/** So many are listed; the first of them at once. */
const listed = 12;
const atOnce = 5;
/** So many pairs, and so many that nobody is like. */
const few = 3;
/** Up to so many samples they are sought without being asked for: the cost is some two dozen fits. */
const mostSought = {xaia: 2500, paper: 300};

/** What one presses to be asked about samples: to look at one, or to fit without them. */
const act = (detail) => place("plane").dispatchEvent(new CustomEvent("act", {detail}));
const link = (text, detail, more = {}) => element("button", {type: "button", class: "link", text, onclick: () => act(detail), ...more});

/** Shows it beside a map. @param {any} scene */
export function showOdd({projection, panes: [pane]}) {
  const {length} = pane.bench.X;
  if (length < 3) return fill("odd", null, false);
  const sought = async (signal) => oddParts(await pane.model.suspects({share: Math.min(1, listed / length), signal}).catch((error) => ({error})), pane.bench, projection.embedded);
  return fill("odd", [pane.model], length > mostSought[pane.preset] ? () => new Promise((found) => found([title(), element("button", {type: "button", text: "Look through all", onclick: () => fill("odd", [pane.model, "all"], sought)})])) : sought);
}

const title = () => element("h2", {text: "What is odd here"});
const says = (...content) => element("li", {}, ...content.map((c) => (typeof c === "string" ? document.createTextNode(c) : c)));

/** @param {any} found what suspects found, or the error @param {any} bench */
function oddParts({error, suspects, rest, right, rightWithout}, bench, embedded) {
  if (error) return [title(), element("p", {class: "note", text: `It can't be said: ${error.message}`})];
  const doubted = suspects.filter((s) => s.kind !== "alone");
  const strange = suspects.filter((s) => s.kind === "alone").slice(0, few);
  const pairs = oddPairs(bench, embedded).filter((pair) => !doubted.some((s) => pair.includes(s.sample))).slice(0, few);
  const doubts = doubted.map((s) => doubt(s, bench));
  const later = doubts.length > atOnce + 1 ? doubts.splice(atOnce) : [];
  const others = [...pairs.map(([a, b]) => says(name(a, bench), " (", outcome(bench, bench.y[a]), ") and ", name(b, bench), " (", outcome(bench, bench.y[b]), ") are most like each other")), ...strange.map(({sample}) => says("nobody is like ", name(sample, bench)))];
  if (!doubts.length && !others.length) return [title(), element("p", {class: "note", text: "Nothing: no outcome is contradicted, and nobody is alone."})];
  const more = rightWithout - right, these = doubted.length === 2 ? "both" : `these ${doubted.length}`;
  return [title(), list(doubts),
    ...(later.length ? [element("details", {}, element("summary", {text: `${later.length} more`}), list(later))] : []),
    ...(doubted.length > 1 ? [element("p", {class: "note"}, document.createTextNode(more ? `Without ${these}, ${Math.abs(more)} ${more > 0 ? "more" : "fewer"} of the other ${rest.toLocaleString("en")} are answered ${bench.classes ? "rightly" : "closely"}. ` : ""), link(`Take ${these} out`, {type: "takeOut", samples: doubted.map((s) => s.sample)}))] : []),
    list(others)];
}

const list = (items) => element("ul", {class: "odd"}, ...items);
const name = (sample, bench) => link(called([sample], bench), {type: "pick", kind: "sample", index: sample}, {"data-sample": sample});

function doubt({sample, kind, outcome: is, said, against, misled}, bench) {
  const has = bench.classes ? " is " : " has ";
  const others = kind === "duplicate" ? [" and equals ", name(against[0], bench), ", which", has, outcome(bench, bench.y[against[0]])] : bench.classes ? ["; the others say ", outcome(bench, said)] : ["; the others say about ", outcome(bench, Number(said.toPrecision(3)))];
  const misleads = misled.length ? [`, and ${misled.length === 1 ? "one is" : `${misled.length} are`} wrong because of it`] : [];
  return says(name(sample, bench), has, outcome(bench, is), ...others, ...misleads, ". ", link("Take it out", {type: "turn", kind: "sample", index: sample}, {"aria-label": `Take it out: ${called([sample], bench)}`}));
}

/**
 * Samples that are most like each other and have other outcomes, those that are likest first.
 *
 * @param {{X: number[][], y: any[], classes: any[] | null}} bench
 * @param {import("../../scene/map.js").Embedded} embedded
 * @returns {[number, number][]} numbers of the bench's samples
 */
export function oddPairs({X, y, classes}, {X: rows, neighbors, activation}) {
  const at = new Map(X.map((x, i) => [x, i]));
  /** Of what was placed, which sample it is now; undefined: none any more. */
  const now = rows.map((x) => at.get(x));
  const first = neighbors.map((list) => list.find((i) => now[i] !== undefined));
  const usual = [...activation].sort((a, b) => a - b)[activation.length >> 1];
  const range = y.reduce((a, v) => Math.max(a, v), -Infinity) - y.reduce((a, v) => Math.min(a, v), Infinity);
  const differ = (a, b) => (classes ? a !== b : Math.abs(a - b) > 0.2 * range);
  return first.flatMap((other, i) => (now[i] !== undefined && other > i && first[other] === i && activation[i] >= usual && differ(y[now[i]], y[now[other]]) ? [{pair: /** @type {[number, number]} */ ([now[i], now[other]]), activation: activation[i]}] : []))
    .sort((a, b) => b.activation - a.activation).map(({pair}) => pair);
}
