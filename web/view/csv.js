/**
 * Tables from text: what a file or the clipboard holds becomes a data bench.
 * Everything in it stays text or number; nothing is ever run or drawn as markup.
 */
import {dsvFormat} from "d3-dsv";
import {makeBench} from "./bench.js";
import {cut} from "./cut.js";

export const limits = {bytes: 20e6, rows: 5000, columns: 100, categories: 40};

export class TableError extends Error {
  /** @param {string} message @param {{sample?: boolean}} [more] sample: a part of it can be taken */
  constructor(message, more = {}) {
    super(message);
    Object.assign(this, more);
  }
}

/** The separator that splits the first lines into the most equal parts. */
function separator(text) {
  const lines = text.slice(0, 20000).split(/\r?\n/, 6).filter(Boolean);
  const score = (s) => {
    const counts = lines.map((line) => line.split(s).length - 1);
    return counts[0] > 0 && counts.every((c) => c === counts[0]) ? 1000 + counts[0] : Math.min(...counts);
  };
  return [",", ";", "\t", "|"].reduce((best, s) => (score(s) > score(best) ? s : best));
}

const missing = (cell) => /^(|na|n\/a|nan|null|none|\?|-)$/i.test(cell.trim());

/** Where the separator is not a comma, a comma is taken for the decimal point. */
function number(cell, comma) {
  const text = cell.trim();
  const plain = comma && /^[+-]?\d*,\d+(e[+-]?\d+)?$/i.test(text) ? text.replace(",", ".") : text;
  // One way to read each digit: with two, a long cell would take the square of its length.
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** Lines that hold something, one after the other; none but those that `each` returns are kept. */
const parse = (text, by, each) => dsvFormat(by).parseRows(text, (row) => (row.some((cell) => cell.trim() !== "") ? each(row) : null));

/** The first rows, as many as the page takes, and how many there are: a file of millions is counted, not kept. */
function firstRows(text, by) {
  let first;
  let headed = false;
  let all = 0;
  const rows = parse(text, by, (row) => {
    if (first === undefined) {
      first = wideEnough(row);
      headed = first.some((cell) => cell.trim() !== "" && Number.isNaN(number(cell, by !== ",")));
      if (headed) return null;
    }
    all++;
    if (row.length !== first.length) throw new TableError(`Row ${all} below the header has ${row.length} cells, the header ${first.length}.`);
    return all <= limits.rows ? row : null;
  });
  if (first === undefined) throw new TableError("There is no table in it: give lines of cells, separated by commas, semicolons or tabs.");
  return {first, headed, rows, all};
}

function wideEnough(row) {
  if (row.length < 2) throw new TableError("It has one column; a table needs at least one to learn from and one to predict.");
  if (row.length > limits.columns) throw new TableError(`It has ${row.length} columns; the page takes up to ${limits.columns}.`);
  return row;
}

/** As many of all rows as the page takes, evenly spread. */
function everyNth(text, by, all, headed) {
  let at = headed ? -1 : 0;
  let taken = 0;
  return parse(text, by, (row) => (at++ === Math.floor((taken * all) / limits.rows) && taken < limits.rows ? (taken++, row) : null));
}

/**
 * Reads a table with a header, or without one where its first row is all numbers.
 *
 * @param {string} text
 * @returns {{columns: {name: string, kind: "number" | "text", values: any[], categories: string[], missing: number}[], rows: number, all: number}}
 */
export function readTable(text, {sample = false} = {}) {
  if (text.length > limits.bytes) throw new TableError(`The file has ${text.length.toLocaleString("en")} characters; the page reads up to ${limits.bytes.toLocaleString("en")}.`);
  text = text.replace(/^\ufeff/, "");
  const by = separator(text);
  const {first, headed, rows: kept, all} = firstRows(text, by);
  const header = headed ? first : first.map((_, i) => `column ${i + 1}`);
  if (all < 1) throw new TableError("It has a header and no rows.");
  if (all > limits.rows && !sample) throw new TableError(`It has ${all.toLocaleString("en")} rows; the page takes up to ${limits.rows.toLocaleString("en")}.`, {sample: true});
  const rows = all > limits.rows ? everyNth(text, by, all, headed) : kept;
  const names = new Set();
  const columns = header.map((raw, k) => {
    const wanted = cut(raw.trim(), 60) || `column ${k + 1}`;
    let name = wanted;
    for (let times = 2; names.has(name); times++) name = `${wanted} (${times})`;
    names.add(name);
    const cells = rows.map((row) => row[k]);
    const present = cells.filter((cell) => !missing(cell));
    const numeric = present.length > 0 && present.every((cell) => Number.isFinite(number(cell, by !== ",")));
    const values = cells.map((cell) => (missing(cell) ? null : numeric ? number(cell, by !== ",") : cut(cell.trim(), 60)));
    return {name, kind: numeric ? "number" : "text", values, categories: [...new Set(values.filter((v) => v !== null).map(String))], missing: cells.length - present.length};
  });
  return {columns, rows: rows.length, all};
}

/** What to begin with: the last column is the target; classes where it is text, or few whole numbers. */
export function guess(table) {
  const target = table.columns.length - 1;
  const {kind, values, categories} = table.columns[target];
  const whole = values.every((v) => v === null || Number.isInteger(v));
  return {
    target,
    features: table.columns.flatMap((c, i) => (i !== target && usable(c) ? [i] : [])),
    classes: kind === "text" || (whole && categories.length <= 10 && categories.length * 4 <= values.length),
    missing: "mean",
  };
}

/** A text column becomes a column of ones and zeros for each of its texts, if they are few. */
export const usable = (column) => column.kind === "number" || (column.categories.length > 0 && column.categories.length <= limits.categories);

/**
 * @param {ReturnType<typeof readTable>} table
 * @param {{target: number, features: number[], classes: boolean, missing: "mean" | "drop", title?: string, id?: string}} choice
 */
export function benchOfTable(table, {target, features, classes, missing: rule, title = "Your file", id = "file", note}) {
  const outcome = table.columns[target];
  if (!features.length) throw new TableError("Choose at least one column to learn from.");
  if (features.includes(target)) throw new TableError("The target can't be a column to learn from.");
  if (!classes && outcome.kind === "text") throw new TableError(`“${outcome.name}” holds texts: they can only be classes.`);
  if (classes && outcome.categories.length > limits.categories) throw new TableError(`“${outcome.name}” has ${outcome.categories.length} different values; the page takes up to ${limits.categories} classes.`);
  const chosen = features.map((i) => table.columns[i]);
  const bad = chosen.find((c) => !usable(c));
  if (bad) throw new TableError(`“${bad.name}” has ${bad.categories.length} different texts; the page takes up to ${limits.categories}.`);
  const keep = Array.from({length: table.rows}, (_, i) => i).filter((i) => outcome.values[i] !== null && (rule === "mean" || chosen.every((c) => c.values[i] !== null)));
  if (!keep.length) throw new TableError("No row is left: every one misses a value.");
  const columns = [];
  const parts = [];
  for (const column of chosen) {
    const present = keep.map((i) => column.values[i]).filter((v) => v !== null);
    const features = column.kind === "number" ? [[column.name, (v) => v]] : column.categories.map((c) => [`${column.name} = ${c}`, (v) => (v === c ? 1 : 0)]);
    for (const [name, value] of features) {
      const sum = present.reduce((all, v) => all + value(v), 0);
      // The sum of a few numbers may be too large where their mean is not.
      const mean = Number.isFinite(sum) ? sum / Math.max(1, present.length) : present.reduce((all, v) => all + value(v) / present.length, 0);
      columns.push(name);
      parts.push((i) => (column.values[i] === null ? mean : value(column.values[i])));
    }
  }
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new TableError(`Two columns would be called “${twice}”: rename one.`);
  const names = classes ? [...new Set(keep.map((i) => String(outcome.values[i])))].sort() : null;
  const dropped = table.rows - keep.length;
  const filled = rule === "mean" ? chosen.reduce((sum, c) => sum + keep.filter((i) => c.values[i] === null).length, 0) : 0;
  const told = [
    `${keep.length} rows, ${columns.length} ${columns.length === 1 ? "column" : "columns"}, target “${outcome.name}”.`,
    table.all > table.rows ? `Every ${Math.round(table.all / table.rows)}th of ${table.all.toLocaleString("en")} rows was taken.` : "",
    dropped ? `${dropped} rows with missing values were left out.` : "",
    filled ? `${filled} missing values were filled with the column's mean.` : "",
  ];
  return makeBench({
    id, title, columns, classes: names, scaled: true,
    X: keep.map((i) => parts.map((part) => part(i))),
    y: keep.map((i) => (classes ? String(outcome.values[i]) : outcome.values[i])),
    note: note ?? told.filter(Boolean).join(" "),
    edited: true,
  });
}

/** Another table's rows as external points of a bench: the columns are found by their names. */
export function heldOutRows(table, bench, targetName) {
  const find = (name) => table.columns.find((c) => c.name === name);
  const parts = bench.columns.map((name) => {
    const plain = find(name);
    if (plain?.kind === "number") return (i) => plain.values[i];
    const at = name.lastIndexOf(" = ");
    const text = at > 0 && find(name.slice(0, at));
    if (text) return (i) => (text.values[i] === null ? null : String(text.values[i]) === name.slice(at + 3) ? 1 : 0);
    throw new TableError(`It has no column “${name}”. Held-out rows need the columns that the model was fitted on.`);
  });
  const outcome = find(targetName) ?? table.columns.at(-1);
  if (!bench.classes && outcome.kind !== "number") throw new TableError(`“${outcome.name}” should hold numbers.`);
  const rows = [];
  for (let i = 0; i < table.rows; i++) {
    const x = parts.map((part) => part(i));
    const y = outcome.values[i];
    if (x.some((v) => v === null) || y === null) continue;
    rows.push({x, y: bench.classes ? String(y) : y});
  }
  if (!rows.length) throw new TableError("No row has all values.");
  return rows;
}
