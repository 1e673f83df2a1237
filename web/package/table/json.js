/** Tables as JSON (records, columns, lines of records) and as ARFF. */
import {XaiaError} from "../errors.js";
import {checkCells} from "./bytes.js";

/** @typedef {import("./lines.js").Cells} Cells */
/** @typedef {import("./columns.js").Warning} Warning */

const bad = (/** @type {string} */ message, /** @type {string} */ hint) => new XaiaError("invalid-input", message, hint);
const shapes = "Give an array of objects, an object of columns, or an object in each line.";
const isObject = (/** @type {any} */ value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** JSON's numbers keep all of their digits: whole ones that are too large become texts. @param {string} text */
const exact = (text) => JSON.parse(/\d{16}/.test(text) ? text.replace(/"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d{16,}(?![\d.eE])/g, (m) => (m[0] === '"' ? m : `"${m}"`)) : text);

/** @param {any} value */
function cellOf(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString().replace(/T00:00:00\.000Z$/, "");
  if (typeof value === "object") return JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v));
  return String(value);
}

/** Objects inside of a record become columns of their own: "place.town". @param {any} record @param {string} prefix @param {Map<string, any>} into */
function flat(record, prefix = "", into = new Map(), depth = 0) {
  for (const [key, value] of Object.entries(record)) {
    if (isObject(value) && depth < 4 && !(value instanceof Date)) flat(value, `${prefix}${key}.`, into, depth + 1);
    else into.set(prefix + key, value);
  }
  return into;
}

/** @param {any[]} records @returns {Cells} */
export function recordsOf(records) {
  const names = /** @type {Map<string, number>} */ (new Map());
  const rows = records.map((record, i) => {
    if (!isObject(record)) throw bad(`Entry ${i} of the JSON is ${Array.isArray(record) ? "an array" : JSON.stringify(record)}; others are objects.`, shapes);
    const row = [];
    for (const [key, value] of flat(record)) {
      if (!names.has(key)) {
        names.set(key, names.size);
        checkCells(names.size, records.length);
      }
      row[names.get(key)] = cellOf(value);
    }
    return row;
  });
  return {names: [...names.keys()], rows: rows.map((row) => Array.from({length: names.size}, (_, k) => row[k] ?? ""))};
}

/** Arrays of cells; the first is the names where it is all texts and the others aren't. @param {any[][]} arrays @param {string[] | null} names @param {boolean} [header] @returns {Cells} */
export function arraysOf(arrays, names = null, header) {
  const width = arrays.reduce((most, row) => Math.max(most, row.length), 0);
  checkCells(width, arrays.length);
  const texts = (/** @type {any[]} */ row) => row.every((v) => typeof v === "string");
  if (!names && (header ?? (arrays.length > 1 && texts(arrays[0]) && arrays.slice(1).some((row) => !texts(row))))) [names, arrays] = [arrays[0].map(cellOf), arrays.slice(1)];
  return {names: names && Array.from({length: width}, (_, k) => names[k] ?? ""), rows: arrays.map((row) => Array.from({length: width}, (_, k) => cellOf(row[k])))};
}

/** @param {Record<string, any>} object @returns {Cells | null} */
function columnsOf(object) {
  const entries = Object.entries(object);
  if (!entries.length) return null;
  checkCells(entries.length);
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
  if (entries.length > 0 && entries.every(([, column]) => isObject(column))) { // as pandas writes them: cells by the names of their rows
    const keys = [...new Set(entries.flatMap(([, column]) => Object.keys(column)))];
    checkCells(entries.length, keys.length);
    return {names: entries.map(([name]) => name), rows: keys.map((key) => entries.map(([, column]) => cellOf(column[key])))};
  }
  return null;
}

/** @param {any} value @param {boolean} [header] @returns {Cells} */
function tableIn(value, header) {
  if (Array.isArray(value)) {
    if (!value.length) throw bad("The JSON is an empty array.", shapes);
    if (value.every(Array.isArray)) return arraysOf(value, null, header);
    return recordsOf(value);
  }
  if (!isObject(value)) throw bad("The JSON is no table.", shapes);
  if (Array.isArray(value.columns) && Array.isArray(value.data) && value.data.every(Array.isArray)) return arraysOf(value.data, value.columns.map(cellOf));
  const columns = columnsOf(value);
  if (columns) return columns;
  const inside = Object.values(value).filter((v) => Array.isArray(v) && v.length > 0 && v.every((r) => isObject(r)));
  if (inside.length === 1) return recordsOf(inside[0]);
  if (!Object.values(value).some((v) => v !== null && typeof v === "object")) return recordsOf([value]);
  throw bad(inside.length ? `The JSON holds ${inside.length} tables.` : "The JSON is no table.", shapes);
}

/** @param {string} text @param {boolean} [header] @returns {Cells | null} null: not JSON */
export function jsonTable(text, header) {
  let whole;
  try {
    whole = exact(text);
  } catch (error) {
    const lines = text.split("\n");
    const parsed = [];
    for (let i = 0; i < lines.length; i++) {
      if (lines[i].trim() === "") continue;
      try {
        parsed.push(exact(lines[i]));
      } catch (inLine) {
        if (parsed.length && isObject(parsed[0])) throw bad(`Line ${i + 1} is not JSON: ${inLine.message}.`, "Give an object in each line.");
        if (!/^\s*(\[\s*[[{]|\{\s*")/.test(text)) return null; // a line such as [a],[b] of text
        throw bad(`The JSON can't be read: ${error.message}.`, "Mend it, or export the table as CSV.");
      }
    }
    return tableIn(parsed, header);
  }
  return tableIn(whole, header);
}

/** Words of a line of ARFF, some of them in quotes. @param {string} line */
const arffCells = (line) => (line.match(/(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,'"]+)+|(?<=,)(?=,|$)|^(?=,)/g) ?? []).map(arffCell);
/** @param {string} cell */
function arffCell(cell) {
  const bare = cell.trim();
  const inside = /^(['"])([^]*)\1$/.exec(bare);
  return inside ? inside[2].replace(/\\(.)/g, "$1") : bare;
}

/** @param {string} text @param {Warning[]} warnings @returns {Cells & {types: Record<string, any>}} */
export function arffTable(text, warnings) {
  /** @type {string[]} */
  const names = [];
  /** @type {Record<string, any>} */
  const types = Object.create(null);
  const rows = [];
  let data = false;
  text.split("\n").forEach((line, i) => {
    if (/^\s*(%|$)/.test(line)) return;
    if (data) {
      const row = /^\s*\{/.test(line) ? sparse(line, names, types) : arffCells(line);
      if (row.length === names.length) rows.push(row);
      else warnings.push({code: "ragged", message: `Line ${i + 1} has ${row.length} cells instead of ${names.length} and was left out.`});
      return;
    }
    const found = /^\s*@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\S+)\s+([^]*)$/i.exec(line);
    if (found) {
      const name = arffCell(found[1]);
      names.push(name);
      if (/^\{/.test(found[2])) types[name] = "category";
      else if (/^(numeric|real|integer)/i.test(found[2])) types[name] = "number";
      return;
    }
    data = /^\s*@data/i.test(line);
    if (!data && !/^\s*@relation/i.test(line)) throw bad(`Line ${i + 1} of the ARFF is neither an @attribute nor @data.`, "Mend it, or export the table as CSV.");
  });
  if (!rows.length) throw bad("The ARFF has no rows.", "Give them below @data.");
  return {names, rows, types};
}

/** A row that names its cells by their places; the others are 0, or a nominal column's first word. */
function sparse(line, names, types) {
  const row = names.map((name) => (types[name] === "category" ? "" : "0"));
  for (const entry of line.replace(/^\s*\{|\}\s*$/g, "").split(",")) {
    const found = /^\s*(\d+)\s+([^]*)$/.exec(entry);
    if (found && Number(found[1]) < row.length) row[Number(found[1])] = arffCell(found[2]);
  }
  return row;
}
