/**
 * An answer of a local line, part by part: from the weighted mean of the samples by the columns' corrections to the
 * answer. The parts are shown in whole units of one decimal place, so that what is shown adds up.
 */
import {chart} from "./chart.js";
import {box, circle, haloed, layer, link, words} from "./marks.js";
import {drawing} from "../../ui/element.js";
import {shortNames} from "../../ui/names.js";

/** Columns beyond so many are one part. */
const most = 6;
/** A column whose correction is below this part of the largest one is no part of its own. */
const small = 0.01;

/**
 * @typedef {{name: string, value?: number | string | null, correction: number, difference?: number, column?: any, together?: boolean}} Corrected together: with others, as one part
 * @typedef {{text: string, because: string, value: number, column?: any}} Part what it adds, in units
 * @typedef {{mean: number, parts: Part[], answer: number, said: (units: number) => string, beside: (value: number) => string}} Waterfall
 *   said is what units are called, beside another value with the same decimals
 */

/**
 * @param {{answer: number, limit: number, columns: Corrected[], score?: boolean}} of the answer, or the score of the answered class
 * @returns {Waterfall | null} null where there is nothing to show: the line added nothing
 */
export function waterfall({answer, limit, columns, score = false}) {
  const sorted = columns.filter((c) => c.correction !== 0).sort((a, b) => Math.abs(b.correction) - Math.abs(a.correction));
  let mean = answer - limit - columns.reduce((sum, c) => sum + c.correction, 0);
  const all = [mean, answer, limit, ...sorted.map((c) => c.correction)];
  const top = score ? 0 : Math.max(...all.map(power));
  const place = score ? -2 : placeOf(top, Math.max(power(limit), power(sorted[0]?.correction ?? 0)));
  if (!sorted.length || !all.every(Number.isFinite) || place < -300) return null;
  const least = Math.max(small * Math.abs(sorted[0].correction), 10 ** place / 2);
  const large = sorted.filter((c) => !c.together && Math.abs(c.correction) >= least);
  const own = large.slice(0, sorted.length === most + 1 ? most + 1 : most); // "1 more column" needs as much room
  const rest = sorted.filter((c) => !own.includes(c));
  const parts = own.map((c) => ({...reason(c), exact: c.correction, column: c.column}));
  if (rest.length) {
    const text = `${rest.length}${own.length ? " more" : ""} column${rest.length === 1 ? "" : "s"}`;
    parts.push({text, because: `from ${text}`, exact: rest.reduce((sum, c) => sum + c.correction, 0), column: undefined});
  }
  if (Math.abs(limit) >= 10 ** place / 2) {
    const text = score ? "to keep scores from 0 to 1" : "to stay within the 8 nearest samples";
    parts.push({text, because: text, exact: limit, column: undefined});
  } else mean += limit;
  const [shownMean, ...shown] = rounded([mean, ...parts.map((p) => p.exact)], place);
  const total = shown.reduce((sum, v) => sum + v, shownMean);
  const said = sayer(top, place);
  return {mean: shownMean, parts: parts.map(({text, because, column}, i) => ({text, because, column, value: shown[i]})), answer: total, said, beside: (value) => said(rounded([value], place)[0])};
}

/** Why a column corrects: what differs in it from the samples. @param {Corrected} of */
function reason({name, value, difference}) {
  const text = value === null ? `${name} is missing` : difference === undefined ? `${name} is ${value}` : `${name} is ${figures(Math.abs(difference))} ${difference < 0 ? "lower" : "higher"}`;
  return {text, because: `because ${text}`};
}

/** Three figures, and the thousands separated. */
function figures(v) {
  const rounded = Number(v.toPrecision(3));
  return rounded !== 0 && (rounded >= 1e15 || rounded < 1e-3) ? String(rounded) : rounded.toLocaleString("en-US", {maximumFractionDigits: 6});
}

const power = (v) => (v === 0 ? -Infinity : Math.floor(Math.log10(Math.abs(v))));

/**
 * The decimal place that parts are rounded to, for the powers of ten of the largest number and the largest part: three figures
 * of the one and two of the other, whole numbers at least, at most six figures.
 */
const placeOf = (top, part) => Math.max(Math.min(top - 2, part - 1, 0), top - 5);

/**
 * The numbers in whole units of 10^place. They add up to their rounded sum, and each is off by less than a unit: those with the
 * largest remainders are rounded up.
 *
 * @param {number[]} exact @param {number} place @returns {number[]}
 */
export function rounded(exact, place) {
  const units = exact.map((v) => (place < 0 ? v * 10 ** -place : v / 10 ** place));
  const low = units.map(Math.floor);
  let missing = Math.round(units.reduce((sum, v, i) => sum + (v - low[i]), 0));
  for (const i of units.map((_, i) => i).sort((a, b) => units[b] - low[b] - (units[a] - low[a]) || a - b)) {
    if (missing-- <= 0) break;
    low[i]++;
  }
  return low.map((v) => v + 0); // no -0
}

/** Says whole units as people read them; what would have many zeros gets an exponent. @returns {(units: number) => string} */
function sayer(top, place) {
  const decimals = Math.max(0, -place);
  const plain = (units) => (place < 0 ? units / 10 ** decimals : units * 10 ** place).toLocaleString("en-US", {minimumFractionDigits: decimals, maximumFractionDigits: decimals});
  const short = (units) => `${(units / 10 ** (top - place)).toFixed(top - place)}e${top}`;
  const size = top >= 15 || top < -3 ? short : plain;
  return (units) => `${units < 0 ? "−" : ""}${size(Math.abs(units))}`;
}

/** A part with its sign apart: "+ 910". @param {Waterfall} of @param {number} units */
export const addend = ({said}, units) => (units < 0 ? `−\u00a0${said(-units)}` : `+\u00a0${said(units)}`);

/** The whole as one sentence. @param {Waterfall} of @param {string} [name] what is answered */
export function waterfallText(of, name = "") {
  return `${name && `${name}: `}${of.said(of.answer)} = ${[`${of.said(of.mean)} from these samples`, ...of.parts.map((p) => `${addend(of, p.value)} ${p.because}`)].join(", ")}.`;
}

const line = 16;
const bar = 6;
const row = line + bar + 12;

/**
 * The parts as bars, each from where the one before ends; what lowers the answer is hollow.
 *
 * @param {{whole: Waterfall, name?: string, lit?: number | null, width: number, quiet?: boolean}} spec lit is a part
 */
export function waterfallBars({whole, name = "", lit = null, width, quiet = false}) {
  let at = whole.mean;
  const steps = whole.parts.map((p, i) => ({...p, row: i + 1, from: at, to: (at += p.value)}));
  const last = steps.length + 1;
  const ends = [{row: 0, at: whole.mean, text: "from these samples", said: whole.said(whole.mean)}, {row: last, at: whole.answer, text: name || "the answer", said: whole.said(whole.answer)}];
  const lines = [ends[0], ...steps.map((s) => ({row: s.row, text: s.text, said: addend(whole, s.value)})), ends[1]];
  const letters = lines.map((l) => Math.max(8, Math.floor((width - 8) / 7.6) - l.said.length - 1));
  const names = shortNames(lines.map((l) => l.text), letters);
  const [low, high] = [ends[0].at, ends[1].at, ...steps.map((s) => s.to)].reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const under = (r) => r * row + line + 3;
  return chart({
    width, height: (last + 1) * row + 2, margins: [0, 0, 0, 0], fontSize: 13,
    x: {axis: "none", domain: low < high ? [low, high] : [low - 1, low + 1], range: [4, width - 4]},
    y: {axis: "none", domain: [0, (last + 1) * row + 2], range: [0, (last + 1) * row + 2]},
    label: "How the answer comes about",
    description: waterfallText(whole, name),
    marks: ({x}) => [
      layer("steps", {stroke: "var(--line)"}, [...steps, {row: last, from: ends[1].at}].map((s) => link(x.apply(s.from), under(s.row - 1) + bar / 2, x.apply(s.from), under(s.row) + bar / 2))),
      layer("parts", {stroke: "var(--accent)"}, steps.filter((s) => s.from !== s.to).map((s) => box(x.apply(s.from), under(s.row), x.apply(s.to), under(s.row) + bar, {
        rx: 2, "stroke-width": s.row - 1 === lit ? 2 : 1.2, fill: s.value < 0 ? "var(--paper)" : "var(--accent)", "fill-opacity": s.value < 0 || s.row - 1 === lit ? 1 : quiet ? 0.4 : 0.75,
      }))),
      layer("ends", {fill: "var(--ink)"}, ends.map((e) => circle(x.apply(e.at), under(e.row) + bar / 2, 4.5))),
      layer("reasons", {...haloed, "text-anchor": "start"}, lines.map((l) => told(l, 4, names[l.row], l.row === last, l.text))),
      layer("amounts", {...haloed, "text-anchor": "end"}, lines.map((l) => told(l, width - 4, l.said, l.row === last))),
    ],
  });
}

/** A line's words at its height; what was cut short has all of it as its title. */
function told({row: at}, x, said, bold, whole = said) {
  const text = words(x, at * row + line / 2, said, {"font-weight": bold ? 600 : null});
  if (said !== whole) text.append(drawing("title", {text: whole}));
  return text;
}

/** Which part a place in the picture is of; -1: of none. @param {Waterfall} whole @param {number} y pixels */
export function partAt(whole, y) {
  const i = Math.floor(y / row) - 1;
  return i >= 0 && i < whole.parts.length ? i : -1;
}
