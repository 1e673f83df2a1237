/** Tables as JSON: records, columns, lines of records. */
import {XaiaError} from "../errors.js";
import {checkCells, checkJson, checkLines} from "./bytes.js";

/** @typedef {import("./lines.js").Cells} Cells */
/** @typedef {import("./columns.js").Warning} Warning */

const bad = (/** @type {string} */ message, /** @type {string} */ hint) => new XaiaError("invalid-input", message, hint);
const shapes = "Give an array of objects, an object of columns, or an object in each line.";
const isObject = (/** @type {any} */ value) => value !== null && typeof value === "object" && !Array.isArray(value);

const inQuotes = '"[^"\\\\]*(?:\\\\[^][^"\\\\]*)*"';
const long = new RegExp(`${inQuotes}|[-+.\\deE]{16,}`, "g"), notFinite = new RegExp(`${inQuotes}|-?\\b(?:NaN|Infinity)\\b`, "g");

/** JSON's numbers keep all of their digits: whole ones that are too large become texts. So do NaN and Infinity, which Python writes. @param {string} text */
function exact(text) {
  const kept = /\d{16}/.test(text) ? text.replace(long, (m) => (/^-?\d{16,}$/.test(m) ? `"${m}"` : m)) : text;
  try {
    return JSON.parse(kept);
  } catch (error) {
    if (!/NaN|Infinity/.test(kept)) throw error;
    return JSON.parse(kept.replace(notFinite, (m) => (m[0] === '"' ? m : `"${m}"`)));
  }
}

/** What JSON5 may begin with, and JSON not: comments, names without quotes or in single ones. */
const json5 = /^\s*(?:\/\/|\/\*|(?:\[\s*)?\{\s*(?:\/\/|\/\*|'|[A-Za-z_$][\w$]*\s*:))/;
/** @param {string} text */
export const looksLikeJson = (text) => /^\s*[[{]/.test(text) || (json5.test(text) && /^(?:\s*(?:\/\/[^\n]*\n|\/\*[^]*?\*\/))+\s*[[{]/.test(text.slice(0, 20000)));

/** @param {any} value */
function cellOf(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().replace(/T00:00:00\.000Z$/, "");
  if (ArrayBuffer.isView(value)) return Array.from(/** @type {Uint8Array} */ (value), (b) => b.toString(16).padStart(2, "0")).join("");
  if (typeof value === "object") return JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v));
  return String(value);
}

/** Objects inside of a record become columns of their own: "place.town". @param {any} record @param {string} prefix @param {Map<string, any>} into */
function flat(record, prefix = "", into = new Map(), depth = 0) {
  for (const [key, value] of Object.entries(record)) {
    if (isObject(value) && depth < 4 && !(value instanceof Date) && !ArrayBuffer.isView(value)) flat(value, `${prefix}${key}.`, into, depth + 1);
    else into.set(prefix + key, value);
  }
  return into;
}

/** @param {any[]} records @returns {Cells} */
export function recordsOf(records) {
  const names = /** @type {Map<string, number>} */ (new Map());
  const filled = /** @type {boolean[]} */ ([]);
  const rows = records.map((record, i) => {
    if (!isObject(record)) throw bad(`Entry ${i} of the JSON is ${Array.isArray(record) ? "an array" : JSON.stringify(record).slice(0, 60)}; others are objects.`, shapes);
    const row = [];
    for (const [key, value] of flat(record)) {
      if (!names.has(key)) {
        names.set(key, names.size);
        checkCells(names.size, records.length);
      }
      const k = names.get(key);
      row[k] = cellOf(value);
      filled[k] ||= value !== null;
    }
    return row;
  });
  // Where an object inside is null in some rows, the others make columns of it.
  const inside = new Set([...names.keys()].flatMap((name) => [...name.slice(0, 300).matchAll(/\./g)].map(({index}) => name.slice(0, index))));
  const kept = [...names].filter(([name, k]) => filled[k] || !inside.has(name));
  return {names: kept.map(([name]) => name), rows: rows.map((row) => kept.map(([, k]) => row[k] ?? ""))};
}

/** Arrays of cells; the first is the names where it is all texts and the others aren't. @param {any[][]} arrays @param {string[] | null} names @param {boolean} [header] @returns {Cells} */
export function arraysOf(arrays, names = null, header) {
  const width = arrays.reduce((most, row) => Math.max(most, row.length), 0);
  checkCells(width, arrays.length);
  const texts = (/** @type {any[]} */ row) => row.every((v) => typeof v === "string");
  if (!names && (header ?? (arrays.length > 1 && texts(arrays[0]) && arrays.slice(1).some((row) => !texts(row))))) [names, arrays] = [arrays[0].map(cellOf), arrays.slice(1)];
  return {names: names && Array.from({length: width}, (_, k) => names[k] ?? ""), rows: arrays.map((row) => Array.from({length: width}, (_, k) => cellOf(row[k])))};
}

/** Whether a value is itself a table, as records, arrays or columns. @param {any} value */
const isTable = (value) => (Array.isArray(value) ? value.length > 0 && value.every((v) => isObject(v) || Array.isArray(v)) && (value.length > 1 || isObject(value[0])) : isObject(value) && Object.keys(value).length > 0 && Object.values(value).every(Array.isArray));

/** @param {Record<string, any>} object @param {Warning[]} warnings @returns {Cells | null} */
function columnsOf(object, warnings) {
  const entries = Object.entries(object);
  if (!entries.length || entries.every(([, value]) => isTable(value))) return null;
  if (entries.every(([, column]) => Array.isArray(column))) {
    const rows = entries[0][1].length;
    const other = entries.find(([, column]) => column.length !== rows);
    if (other) {
      if (entries.length === 1 || entries.some(([, column]) => column.some(isObject))) return null;
      throw bad(`Column ${JSON.stringify(other[0])} of the JSON has ${other[1].length} cells; ${JSON.stringify(entries[0][0])} has ${rows}.`, "Give columns of the same length.");
    }
    if (entries.length === 1 && (entries[0][1].some(isObject) || entries[0][1].some(Array.isArray))) return null;
    checkCells(entries.length, rows);
    return {names: entries.map(([name]) => name), rows: Array.from({length: rows}, (_, i) => entries.map(([, column]) => cellOf(column[i])))};
  }
  if (!entries.every(([, part]) => isObject(part) && !Object.values(part).some((v) => v !== null && typeof v === "object"))) return null;
  // As pandas writes them: columns of cells by the names of their rows, or (orient="index") rows by the names of their columns.
  const keys = [...new Set(entries.flatMap(([, part]) => Object.keys(part)))];
  const {byRows, sure} = orientation(entries.map(([name]) => name), keys, entries.map(([, part]) => part));
  if (!sure) warnings.push({code: "orientation", message: `The JSON's ${byRows ? "outer" : "inner"} names (${JSON.stringify(byRows ? entries[0][0] : keys[0])} …) were read as those of rows, the ${byRows ? "inner" : "outer"} ones as those of columns.`, hint: 'If it is the other way round, write it by rows: orient="records" in pandas.'});
  if (byRows) return recordsOf(entries.map(([, row]) => row));
  checkCells(entries.length, keys.length);
  return {names: entries.map(([name]) => name), rows: keys.map((key) => entries.map(([, column]) => cellOf(column[key])))};
}

/** Whether the outer names of objects in an object are those of rows. @param {string[]} outer @param {string[]} inner @param {any[]} parts */
function orientation(outer, inner, parts) {
  const numbered = (/** @type {string[]} */ names) => names.every((name) => /^\d+$/.test(name));
  if (numbered(outer) !== numbered(inner)) return {byRows: numbered(outer), sure: true};
  const alike = (/** @type {any[]} */ values) => new Set(values.filter((v) => v !== null && v !== undefined).map((v) => typeof v)).size < 2;
  const columns = parts.every((part) => alike(Object.values(part))), rows = inner.every((key) => alike(parts.map((part) => part[key])));
  if (columns !== rows) return {byRows: rows, sure: true};
  return {byRows: !numbered(inner) && outer.length > inner.length, sure: numbered(inner)};
}

/** @param {any} value @param {Warning[]} warnings @param {boolean} [header] @returns {Cells} */
function tableIn(value, warnings, header) {
  if (Array.isArray(value)) {
    if (!value.length) throw bad("The JSON is an empty array.", shapes);
    if (value.every(Array.isArray)) return arraysOf(value, null, header);
    return recordsOf(value);
  }
  if (!isObject(value)) throw bad("The JSON is no table.", shapes);
  if (Array.isArray(value.columns) && Array.isArray(value.data) && value.data.every(Array.isArray)) return arraysOf(value.data, value.columns.map(cellOf));
  const columns = columnsOf(value, warnings);
  if (columns) return columns;
  const inside = Object.values(value).filter((v) => Array.isArray(v) && v.length > 0 && v.every((r) => isObject(r)));
  if (inside.length === 1) return recordsOf(inside[0]);
  if (!Object.values(value).some((v) => v !== null && typeof v === "object")) return recordsOf([value]);
  const tables = Object.keys(value).filter((name) => isTable(value[name])).map((name) => JSON.stringify(name.slice(0, 40)));
  throw tables.length > 1 ? bad(`The JSON holds ${tables.length} tables: ${tables.slice(0, 5).join(", ")}${tables.length > 5 ? " …" : ""}.`, `Give one of them: JSON.stringify(JSON.parse(text)[${tables[0]}]).`) : bad("The JSON is no table.", shapes);
}

/** @param {string} text @param {Warning[]} warnings @param {boolean} [header] @returns {Cells | null} null: not JSON */
export function jsonTable(text, warnings, header) {
  try {
    return tableIn(parsed(text), warnings, header);
  } catch (error) {
    if (error instanceof RangeError) throw bad("The JSON is nested too deeply.", shapes);
    if (error === notJson) return null;
    throw error;
  }
}

const notJson = new Error("not JSON");

/** @param {string} text */
function parsed(text) {
  checkJson(text);
  try {
    return exact(text);
  } catch (/** @type {any} */ error) {
    if (error instanceof RangeError) throw error;
    checkLines(text);
    if (json5.test(text)) throw bad(`The JSON can't be read: it has comments, names without quotes or texts in single ones, as JSON5 has them (${error.message}).`, "Write it as JSON: JSON.stringify(JSON5.parse(text)).");
    const lines = text.split("\n");
    const records = [];
    for (let i = 0; i < lines.length; i++) {
      if (lines[i].trim() === "") continue;
      try {
        records.push(exact(lines[i]));
      } catch (/** @type {any} */ inLine) {
        if (records.length && isObject(records[0])) throw bad(`Line ${i + 1} is not JSON: ${inLine.message}.`, "Give an object in each line.");
        if (!/^\s*(\[\s*[[{]|\{\s*")/.test(text)) throw notJson; // a line such as [a],[b] of text
        throw bad(`The JSON can't be read: ${error.message}.`, /,\s*[\]}]/.test(text) ? "Remove commas before ] and }, which JSON hasn't, or export the table as CSV." : "Mend it, or export the table as CSV.");
      }
    }
    return records;
  }
}
