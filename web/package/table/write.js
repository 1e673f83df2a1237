/** Tables as files: CSV, and workbooks of Excel. */
import {knownOptions} from "../control.js";
import {XaiaError} from "../errors.js";
import {limit} from "./bytes.js";

const formats = ["csv", "xlsx"];
const invalid = (/** @type {string} */ path, /** @type {string} */ hint) => new XaiaError("invalid-option", `${path} is not one that can be used.`, hint, {path});

/**
 * A value as people write it: dates not as what they count. @param {any} v @param {{unit?: string}} column
 */
export function written(v, {unit}) {
  if (typeof v !== "number" || !unit) return v;
  const at = new Date(v * (unit === "days" ? 864e5 : 1000));
  if (Number.isNaN(at.getTime())) return v;
  const iso = at.toISOString();
  return unit === "days" ? iso.slice(0, 10) : unit === "seconds" ? iso.slice(0, 19).replace("T", " ") : iso.slice(11, 19);
}

/** Cells that a spreadsheet would run as a formula get a quote before them. @param {{name: string, unit?: string}[]} columns @param {any[][]} rows */
function csvText(columns, rows) {
  const cell = (/** @type {any} */ value) => {
    let text = value === null ? "" : String(value);
    if (typeof value !== "number" && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
    return /[",\n\r;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => row.map((v, k) => cell(written(v, columns[k]))).join(","));
  return [columns.map(({name}) => cell(name)).join(","), ...lines].join("\r\n") + "\r\n";
}

/**
 * @param {any} rows
 * @param {any} [given]
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function writeTable(rows, given) {
  const {format = "csv", columns} = knownOptions(given, ["format", "columns"]);
  if (!formats.includes(format)) throw invalid("format", 'Give "csv" or "xlsx".');
  if (!Array.isArray(rows) || !rows.every((row) => row !== null && typeof row === "object")) throw new XaiaError("invalid-input", "The rows are no array of objects or arrays.", "Give rows as readTable gives them.");
  if (columns === undefined && rows.some(Array.isArray)) throw invalid("columns", "Give the columns' names, since the rows are arrays.");
  if (columns !== undefined && !(Array.isArray(columns) && columns.every((c) => typeof (c?.name ?? c) === "string"))) throw invalid("columns", "Give a list of names, or of readTable's columns.");
  const named = /** @type {{name: string, unit?: string}[]} */ ((columns ?? [...new Set(rows.flatMap(Object.keys))]).map((/** @type {any} */ c) => (typeof c === "string" ? {name: c} : c)));
  const cells = rows.map((row, i) => named.map(({name}, k) => {
    const value = (Array.isArray(row) ? row[k] : row[name]) ?? null;
    if (value !== null && !["string", "number", "boolean"].includes(typeof value)) throw new XaiaError("invalid-input", `Row ${i} has ${Array.isArray(value) ? "an array" : `a value of type ${typeof value}`} in the column “${name}”.`, "Give numbers, texts, true, false or null.", {row: i});
    return typeof value === "number" && !Number.isFinite(value) ? null : value;
  }));
  if (format === "csv") return new TextEncoder().encode(csvText(named, cells));
  const {write} = await import("xaia:xlsx");
  try {
    return write(named, cells, written, limit);
  } catch (cause) {
    throw cause instanceof RangeError ? new XaiaError("too-large", cause.message, "Write it as CSV.", {cause}) : cause;
  }
}
