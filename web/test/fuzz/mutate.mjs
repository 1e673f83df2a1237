/** Damages valid texts in small ways. */
import {pace} from "../pace.mjs";

/** Pieces that are known to break readers of tables, links and JSON. */
const pieces = [
  ",", ";", "\t", "|", "\"", "\"\"", "\n", "\r\n", "\r", "\ufeff", "\0", " ", "\u00a0", "\u2028", "=", "&", "#", "%", "%2C", "%25E0", "+", "-", ".", "..", "e", "1e999", "-1e308", "1e308",
  "5e-324", "0x10", "1_0", "Infinity", "NaN", "null", "true", "NA", "?", "__proto__", "constructor", "toString", "hasOwnProperty", "length", "<img src=x onerror=1>", "{}", "[]", "🦊",
  "\ud83e", "ß", "é", "1,5", "0.1", "-0", "00", "1", "2", "9007199254740993", "column 1", "a (2)", " = ", "v=1", "points=", "columns=a,b", "classes=a,b",
];

/**
 * @param {ReturnType<import("../soak/random.mjs").dice>} d
 * @param {string} text
 */
export function mutated(d, text) {
  for (let i = d.between(1, 6); i > 0; i--) {
    const at = d.below(text.length + 1);
    const to = Math.min(text.length, at + d.one([1, 1, 2, 8, 60]));
    const piece = d.one(pieces);
    text = d.one([
      () => text.slice(0, at) + text.slice(to),
      () => text.slice(0, at) + piece + text.slice(at),
      () => text.slice(0, at) + piece + text.slice(to),
      () => text.slice(0, at) + text.slice(at, to).repeat(d.between(2, 70)) + text.slice(to),
      () => text.slice(0, at) + String.fromCharCode(d.below(d.one([128, 0x10000]))) + text.slice(to),
      () => text.slice(0, at) + text.slice(to) + text.slice(at, to),
      () => text.replaceAll(d.one([",", ";", "\n", "="]), piece),
    ])();
    if (text.length > 20000) text = text.slice(0, 20000);
  }
  return text;
}

/** @param {ReturnType<import("../soak/random.mjs").dice>} d texts that consist of pieces */
export const pieced = (d) => Array.from({length: d.between(0, 40)}, () => d.one(pieces)).join("");

const prototypes = [Object.prototype, Array.prototype, String.prototype, Map.prototype];
const shape = () => prototypes.map((p) => Reflect.ownKeys(p).length).join();
const before = shape();

function unpolluted() {
  if (shape() !== before) throw new Error("a prototype was changed");
}

/**
 * The result of a call, or null if it refuses its input with an error of one of
 * the classes. Any other error is a failure, and so is a call that takes too long twice: once,
 * another program may have used the processor.
 */
export async function within(milliseconds, call, ...refusals) {
  let result = null;
  let took = Infinity;
  for (let tries = 0; tries < 2 && took > pace(milliseconds); tries++) {
    const begun = performance.now();
    try {
      result = await call();
    } catch (error) {
      if (!refusals.some((refusal) => error instanceof refusal)) throw error;
    }
    took = performance.now() - begun;
  }
  if (took > pace(milliseconds)) throw new Error(`it took ${Math.round(took)} ms`);
  unpolluted();
  return result;
}
