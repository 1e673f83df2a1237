/** The sets, and how they are measured. */
import {dataset, shuffled} from "../web/test/data.mjs";
import {pick} from "./splits.mjs";

export const classSets = ["iris", "wine", "cancer", "digits"];
export const numberSets = ["boston", "diabetes"];

/**
 * A set, digits cut to a seeded sample of so many rows.
 *
 * @param {string} name
 * @param {number} [digits]
 * @returns {{X: number[][], y: (string | number)[]}}
 */
export function read(name, digits = Infinity) {
  const {X, y} = dataset(name);
  if (name !== "digits" || digits >= X.length) return {X, y};
  const rows = shuffled(X.length, 0).slice(0, digits);
  return {X: pick(X, rows), y: pick(y, rows)};
}
