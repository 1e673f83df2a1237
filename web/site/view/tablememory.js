/** What was chosen of tables before, by their shape: the names of their columns. */
import {keep, kept} from "../../ui/storage.js";

const key = "xaia-tables";
const most = 30;

/** @typedef {{options: Record<string, any>, choice: any}} Remembered how a file was read, and what was chosen; columns by their names */

const texts = (list) => Array.isArray(list) && list.every((text) => typeof text === "string");
const plain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A choice as named() of tabledialog.js makes it: one that was damaged would keep such files from being opened. */
const whole = ({target, features, names, missing, duplicates, classes}) => texts([target, names, missing, duplicates]) && texts(features) && typeof classes === "boolean";

/** @returns {[string, Remembered][]} the last one first */
function entries() {
  try {
    const list = JSON.parse(kept(key) ?? "[]");
    return list.filter((entry) => Array.isArray(entry) && texts([entry[0]]) && plain(entry[1]?.options) && plain(entry[1].choice) && whole(entry[1].choice));
  } catch {
    return []; // damaged
  }
}

/** A file's shape, as it is read without being told anything. @param {{columns: {of: string}[], dialect: any}} table */
export const shapeOf = ({columns, dialect}) => JSON.stringify([dialect.format, ...columns.map((c) => c.of)]);

/** @param {string} shape @returns {Remembered | undefined} */
export const recalled = (shape) => entries().find(([of]) => of === shape)?.[1];

/** @param {string} shape @param {Remembered} what */
export function remember(shape, what) {
  if (shape.length <= 20000) keep(key, JSON.stringify([[shape, what], ...entries().filter(([of]) => of !== shape)].slice(0, most)));
}
