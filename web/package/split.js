import {knownOptions} from "./control.js";
import {XaiaError} from "./errors.js";
import {rowsOf} from "./input.js";
import {shuffled} from "./shuffle.js";

/**
 * Splits rows and outcomes into a part for fitting and one for testing: see xaia.d.ts.
 *
 * @param {any} X
 * @param {any} y
 * @param {any} [options]
 */
export function trainTestSplit(X, y, options) {
  const {share = 0.25, seed = 0, groups, stratify, ordered = false} = knownOptions(options, ["groups", "ordered", "seed", "share", "stratify"]);
  const wrong = (path, message, hint) => new XaiaError("invalid-option", message, hint, {path});
  if (!(typeof share === "number" && share > 0 && share < 1)) throw wrong("share", `share is ${String(share)}.`, "Give the share of the test rows, above 0 and below 1.");
  if (!(Number.isSafeInteger(seed) && seed >= 0)) throw wrong("seed", `seed is ${String(seed)}.`, "Give a whole number from 0 on.");
  const rows = rowsOf(X), outcomes = typeof y === "string" ? {length: rows.length, at: (i) => rows.at(i)?.[y], pick: () => y} : rowsOf(y);
  const n = rows.length;
  if (outcomes.length !== n) throw new XaiaError("invalid-input", `X has ${n} rows, y has ${outcomes.length}.`, "Give one y for each row of X.");
  if (n < 2) throw new XaiaError("invalid-input", `X has ${n} rows.`, "A split needs at least two.");
  if (groups && groups.length !== n) throw wrong("groups", `groups has ${groups.length} entries, X has ${n} rows.`, "Give the group of each row.");
  if (ordered && (groups || stratify)) throw wrong("ordered", "ordered is given with groups or stratify.", "Omit one of them.");
  const labels = stratify ?? (!ordered && typeof outcomes.at(0) !== "number" && typeof outcomes.at(0) !== "object");
  const size = (count) => Math.min(Math.max(Math.round(share * count), 1), count - 1);
  /** @type {Set<number>} */
  let test;
  if (ordered) {
    test = new Set(Array.from({length: size(n)}, (_, i) => n - 1 - i));
  } else if (groups) {
    test = whole(groups, shuffled(n, seed), size(n));
  } else {
    const order = shuffled(n, seed);
    const parts = new Map();
    for (const row of order) {
      const of = labels ? outcomes.at(row) : 0;
      if (!parts.has(of)) parts.set(of, []);
      parts.get(of).push(row);
    }
    test = new Set([...parts.values()].flatMap((part) => part.slice(0, part.length > 1 ? size(part.length) : 0)));
    if (test.size === 0) throw new XaiaError("invalid-input", "Each class has one row.", "Set stratify to false.");
  }
  const make = (list) => ({X: rows.pick(list), y: outcomes.pick(list), rows: list});
  const all = Array.from({length: n}, (_, row) => row);
  return {train: make(all.filter((row) => !test.has(row))), test: make(all.filter((row) => test.has(row)))};
}

/** Whole groups, in a shuffled order, until so many rows are reached; at least one group stays. */
function whole(groups, order, most) {
  const members = new Map();
  for (const row of order) {
    if (!members.has(groups[row])) members.set(groups[row], []);
    members.get(groups[row]).push(row);
  }
  if (members.size < 2) throw new XaiaError("invalid-option", "All rows are in one group.", "A split needs at least two groups.", {path: "groups"});
  const test = new Set();
  for (const list of [...members.values()].slice(0, -1)) {
    if (test.size > 0 && test.size + list.length / 2 > most) break;
    list.forEach((row) => test.add(row));
  }
  return test;
}
