/** What was chosen of tables before, by their shape: the names of their columns. */
import {keep, kept} from "../../ui/storage.js";

const key = "xaia-tables";
const most = 30;

/** @typedef {{options: Record<string, any>, choice: any}} Remembered how a file was read, and what was chosen; columns by their names */

/** @returns {[string, Remembered][]} the last one first */
function entries() {
  try {
    const list = JSON.parse(kept(key) ?? "[]");
    return Array.isArray(list) ? list.filter((entry) => Array.isArray(entry) && typeof entry[0] === "string" && entry[1]?.options && entry[1].choice) : [];
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
