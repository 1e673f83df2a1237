/**
 * What was read of a file, as the page takes it: columns of numbers, of dates as years and of texts. Everything stays text or
 * number; nothing is ever run or drawn as markup. xaia/table reads the file (tablereader.js).
 *
 * @typedef {{name: string, of: string, kind: "number" | "date" | "text", type: string, note: string, unit?: string, raw: (number | string | null)[], values: any[], categories: string[], missing: number, left: string}} Column
 *   of: its name in the file; raw: its values as they were read; left: why it is not learned from at first
 * @typedef {{columns: Column[], rows: number, all: number, warnings: any[], dialect: any}} Table all: of so many rows these are a part, drawn by a shuffle
 */
import {drawn} from "../../package/shuffle.js";
import {cut} from "../../ui/words.js";
import {limits} from "./limits.js";

export class TableError extends Error {}

/**
 * @param {Awaited<ReturnType<typeof import("../../package/table/table.js").readColumns>>} read
 * @param {number} [least] so many columns it must have
 * @returns {Table}
 */
export function pageTable({total, columns: found, warnings, dialect}, least = 2) {
  if (found.length < least) throw new TableError("It has one column; a table needs at least one column to learn from and one to predict.");
  if (found.length > limits.columns) throw new TableError(`It has ${found.length.toLocaleString("en")} columns; the page takes up to ${limits.columns}.`);
  const rows = Math.min(total, limits.rows);
  const taken = rows < total ? drawn(total, rows) : null;
  const names = new Set();
  const columns = found.map((column) => {
    const wanted = cut(column.name, 60);
    let name = wanted;
    for (let times = 2; names.has(name); times++) name = `${wanted} (${times})`;
    names.add(name);
    return columnOf(column, name, taken ? taken.map((row) => column.indices[row]) : column.indices);
  });
  return {columns, rows, all: total, warnings, dialect};
}

/** A moment as a year with decimals, to a day or to a hundredth of a second. @param {number} v */
function yearOf(v, unit) {
  const at = v * (unit === "days" ? 864e5 : 1000);
  const start = new Date(at);
  start.setUTCMonth(0, 1);
  start.setUTCHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setUTCFullYear(start.getUTCFullYear() + 1);
  const digits = unit === "days" ? 1e4 : 1e10;
  return start.getUTCFullYear() + Math.round(digits * (at - start.getTime()) / (end.getTime() - start.getTime())) / digits;
}

/** @returns {Column} */
function columnOf({name: of, type, note = "", unit, dictionary}, name, indices) {
  const used = new Uint8Array(dictionary.length);
  for (const i of indices) used[i] = 1;
  const present = dictionary.filter((v, i) => used[i] && v !== null);
  const kind = unit && unit !== "seconds of the day" ? "date" : present.every((v) => typeof v === "number") && present.length ? "number" : "text";
  const own = dictionary.map((v) => (v === null ? null : kind === "date" ? yearOf(v, unit) : kind === "text" ? cut(String(v), 60) : v));
  const values = Array.from(indices, (i) => own[i]);
  const categories = [...new Set(own.filter((v, i) => used[i] && v !== null).map(String))];
  const missing = values.reduce((sum, v) => sum + (v === null ? 1 : 0), 0);
  const column = {name, of, kind, type, note, unit, raw: Array.from(indices, (i) => dictionary[i]), values, categories, missing};
  return /** @type {Column} */ ({...column, left: leftOut(column)});
}

/** Why a column tells nothing that holds for other rows; empty where it may. */
function leftOut({kind, type, values, categories, missing}) {
  if (missing === values.length) return "empty";
  if (missing * 2 > values.length) return `missing in ${Math.floor((100 * missing) / values.length)} % of the rows`;
  if (type === "constant") return "the same in every row";
  if (type === "id" && categories.every((c) => /^\d+$/.test(c))) return "an id, different in each row";
  if (kind === "text" && categories.length > limits.categories) return `${categories.length.toLocaleString("en")} different texts: names, ids or free text`;
  return type === "id" ? "names or ids" : type === "text" ? "free text" : "";
}

/** A text column becomes a column of ones and zeros for each of its texts, if they are few. */
export const usable = (column) => column.categories.length > 0 && (column.kind !== "text" || column.categories.length <= limits.categories);
