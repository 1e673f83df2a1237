/** What a link says beside its drawings: a challenge, and who sent it had what. After d=…: &ten=7, &fool=2.1.12.3.40. */
import {round} from "../../ui/guess.js";
import {damaged, limits} from "./strokes.js";

/**
 * @typedef {{strokes: number, ink: number}} Change of a drawing; ink: in percent of what it had
 * @typedef {{label: string, unknown: Change | null, wrong: Change | null}} Fooled the least changes that were enough for "I don't know", and for another answer
 * @typedef {{ten?: number | null, fooled: Fooled[]}} Challenge ten: how many were guessed rightly, null if it is only asked for
 */

/** The most ink of a change that is kept. */
const mostInk = 99999;

/** @param {Change} a @param {Change | null | undefined} b @returns {boolean} whether a is the smaller one */
export const less = (a, b) => !b || a.strokes < b.strokes || (a.strokes === b.strokes && a.ink < b.ink);

const long = (strokes) => strokes.reduce((sum, s) => {
  for (let i = 2; i < s.length; i += 2) sum += Math.hypot(s[i] - s[i - 2], s[i + 1] - s[i - 1]);
  return sum;
}, 0);

/** How much was changed of a drawing: strokes that are new or gone. @param {number[][]} from @param {number[][]} to @returns {Change} */
export function changeOf(from, to) {
  const changed = [...from.filter((s) => !to.includes(s)), ...to.filter((s) => !from.includes(s))];
  return {strokes: changed.length, ink: changed.length && Math.min(mostInk, Math.max(1, Math.round((100 * long(changed)) / Math.max(1, long(from)))))};
}

/** @param {Challenge} challenge @param {{name: string}[]} classes of the link @returns {string} what follows the drawings */
export const challengeText = ({ten, fooled}, classes) => [
  ten === undefined ? "" : `&ten${ten === null ? "" : `=${ten}`}`,
  ...fooled.map(({label, unknown, wrong}) => `&fool=${[classes.findIndex(({name}) => name === label), ...[unknown, wrong].flatMap((c) => (c ? [c.strokes, c.ink] : [0, 0]))].join(".")}`),
].join("");

/** @param {string} text a location's hash @param {{name: string}[]} classes of the link @returns {Challenge} */
export function challengeOf(text, classes) {
  /** @type {Challenge} */
  const challenge = {fooled: []};
  const change = (strokes, ink) => (strokes ? {strokes, ink} : null);
  for (const part of text.split("&").slice(1)) {
    const [name, value] = part.split("=");
    const numbers = /^\d{1,5}(\.\d{1,5})*$/.test(value ?? "") ? value.split(".").map(Number) : [];
    const [c, ...[strokes, ink, others, otherInk]] = numbers;
    if (part === "ten") challenge.ten = null;
    else if (name === "ten" && numbers.length === 1 && c <= round) challenge.ten = c;
    else if (name === "fool" && numbers.length === 5 && classes[c] && strokes + others > 0 && Math.max(strokes, others) <= 2 * limits.strokes && challenge.fooled.every(({label}) => label !== classes[c].name)) challenge.fooled.push({label: classes[c].name, unknown: change(strokes, ink), wrong: change(others, otherInk)});
    else throw damaged();
  }
  return challenge;
}
