/** Seeded divisions of a set's rows. For labels each part has its share of every class; numbers are dealt as they come. */
import {shuffled} from "../web/test/data.mjs";

/**
 * Rows for fitting, `share` of each class, and the others, both in the order of
 * the shuffle: the engine's network depends on the order.
 *
 * @param {(string | number)[]} y
 * @param {number} share
 * @param {number} seed
 * @returns {{fitting: number[], held: number[]}}
 */
export function split(y, share, seed) {
  const order = shuffled(y.length, seed);
  const group = (/** @type {number} */ row) => (typeof y[row] === "string" ? y[row] : "");
  const left = new Map();
  for (const row of order) left.set(group(row), (left.get(group(row)) ?? 0) + 1);
  for (const [name, count] of left) left.set(name, Math.round(share * count));
  const fitting = [];
  const held = [];
  for (const row of order) {
    const room = left.get(group(row));
    left.set(group(row), room - 1);
    (room > 0 ? fitting : held).push(row);
  }
  return {fitting, held};
}

/**
 * The fold of each row, as xaia.tune deals them: in the order of a shuffle, class
 * by class.
 *
 * @param {(string | number)[]} y
 * @param {number} count
 * @param {number} seed
 * @returns {number[]}
 */
export function folds(y, count, seed) {
  const order = shuffled(y.length, seed);
  if (typeof y[0] === "string") order.sort((a, b) => (y[a] < y[b] ? -1 : y[a] > y[b] ? 1 : 0));
  const fold = new Array(y.length);
  order.forEach((row, i) => (fold[row] = i % count));
  return fold;
}

/** @template T @param {T[]} list @param {number[]} rows */
export const pick = (list, rows) => rows.map((row) => list[row]);
