/** Reads the rows of a question as the engine does. */
import {XaiaError} from "../errors.js";
import {isList, sizeOf} from "../input.js";

const wrong = (row, column, message, hint) => new XaiaError("invalid-input", message, hint, {row, column});
const shown = (value) => (typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? "a list" : value instanceof Date ? "a Date" : value !== null && typeof value === "object" ? "an object" : String(value));
const record = (value) => value !== null && typeof value === "object" && !isList(value) && !(value instanceof Date);
const packed = (X) => record(X) && isList(X.data) && X.rows * X.columns === sizeOf(X.data);

/**
 * The rows of numbers that the network sees, whether the question was one row, and the texts that the fit didn't have.
 *
 * @param {any} X @param {any} file @returns {{rows: ArrayLike<number>[], single: boolean, unseen: {column: string, text: string}[][]}}
 */
export function rowsOf(X, {features: n, columns, missing}) {
  const named = Boolean(columns?.[0].name), one = record(X) && !packed(X);
  if (one || (isList(X) && record(X[0]))) {
    if (!named) throw wrong(one ? undefined : 0, undefined, `${one ? "X" : "X[0]"} is an object, but the model was fitted on rows of numbers.`, "Give rows of numbers.");
    const unseen = [], list = one ? [X] : Array.from(/** @type {any} */ (X));
    const rows = list.map((row, i) => {
      unseen.push([]);
      if (!record(row)) throw wrong(i, undefined, `X[${i}] is ${shown(row)}, X[0] is an object.`, "Give every row as an object of the same columns.");
      return encoded(columns.map(({name}) => {
        if (!Object.hasOwn(row, name)) throw wrong(i, columns.findIndex((c) => c.name === name), `X[${i}] has no column ${name}.`, "Give every column of the fit.");
        return row[name];
      }), i, columns, missing, unseen[i]);
    });
    return {rows, single: one, unseen};
  }
  const {rows, single} = numbers(X, columns ? columns.length : n);
  const fill = (missing === "mean" || missing === "as it is") && !columns.some((c) => c.categories);
  const read = rows.map((row, i) => {
    if (fill && sizeOf(row) === columns.length) return Array.from(row).flatMap((v, j) => (v === null || v === undefined || Number.isNaN(v) ? columns[j].means : [number(v, i, j), ...(columns[j].gap ? [0] : [])]));
    if (sizeOf(row) !== n) throw wrong(0, Math.min(sizeOf(row), n), `The model was fitted on ${n} ${n === 1 ? "feature" : "features"}, X has ${sizeOf(row)}.`, "Give the same features in the same order as in the fit.");
    return Array.from(row, (v, j) => number(v, i, j));
  });
  return {rows: read, single, unseen: read.map(() => [])};
}

function numbers(X, n) {
  if (typeof X === "number" && n === 1) return {rows: [[X]], single: true};
  if (packed(X)) return {rows: Array.from({length: X.rows}, (_, i) => Array.prototype.slice.call(X.data, i * X.columns, (i + 1) * X.columns)), single: false};
  if (!isList(X)) throw wrong(undefined, undefined, `X is ${shown(X)}.`, "Give rows of numbers, or row objects as in the fit.");
  const list = Array.from(X);
  if (list.length > 0 && isList(list[0])) return {rows: list, single: false};
  return n === 1 ? {rows: list.map((v) => [v]), single: false} : {rows: list.length > 0 ? [list] : [], single: list.length > 0};
}

/** A finite number, not -0, which a file doesn't have. */
function number(v, row, column) {
  if (typeof v === "number" && Math.abs(v) <= 1e150) return v === 0 ? 0 : v;
  throw wrong(row, column, `X[${row}][${column}] is ${shown(v)}.`, "Give a finite number, at most 1e150.");
}

const gap = /^\s*(NA|NaN|null|\?|)\s*$/, decimal = /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/;
const day = /^\s*\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d))?\s*$/;

/** A row's features. @param {any[]} values @param {number} row */
function encoded(values, row, columns, missing, unseen) {
  const features = [];
  values.forEach((value, j) => {
    const {name, categories, means, gap: known} = columns[j];
    const missed = value === null || value === undefined || Number.isNaN(value) || (missing !== "error" && typeof value === "string" && gap.test(value) && !categories?.includes(value));
    if (missed) {
      if (!means) throw wrong(row, j, `X[${row}].${name} is missing.`, "Give a value: every row needs an answer.");
      features.push(...means);
      return;
    }
    if (categories) {
      if (typeof value !== "string") throw wrong(row, j, `X[${row}].${name} is ${shown(value)}, but the fit has texts there.`, "Give the same kind of value as in the fit.");
      features.push(...categories.map((category) => (category === value ? 1 : 0)));
      if (!categories.includes(value)) unseen.push({column: name, text: value});
    } else features.push(plain(value, row, j, name));
    if (known) features.push(0);
  });
  return features;
}

/** A number, also as a text, a boolean or a date. */
function plain(value, row, j, name) {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof Date) value = value.getTime() / 86400000;
  else if (typeof value === "string" && decimal.test(value)) value = Number(value);
  else if (typeof value === "string" && day.test(value)) value = Date.parse(value.trim().replace(" ", "T")) / 86400000;
  if (typeof value === "number" && Math.abs(value) <= 1e150) return value === 0 ? 0 : value;
  throw wrong(row, j, `X[${row}].${name} is ${shown(value)}, but the fit has numbers there.`, "Give the same kind of value as in the fit.");
}
