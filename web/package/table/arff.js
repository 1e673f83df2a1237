/** Tables as ARFF, the format of Weka. */
import {XaiaError} from "../errors.js";
import {checkLines} from "./bytes.js";

/** @typedef {import("./lines.js").Cells} Cells */
/** @typedef {import("./columns.js").Warning} Warning */
/** @typedef {{name: string, type?: "number" | "category", first: string, read?: (cell: string) => string}} Attribute first: what a sparse row means where it names none */

const bad = (/** @type {string} */ message, /** @type {string} */ hint) => new XaiaError("invalid-input", message, hint);

/** Parts of a line between commas outside of quotes. @param {string} line */
const parts = (line) => line.match(/(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,'"]+)+|(?<=,)(?=,|$)|^(?=,)/g) ?? [];
/** Words between blanks or commas, which ARFF allows as well. @param {string} line */
const words = (line) => line.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^,'"\s]+/g) ?? [];
/** @param {string} cell */
function bare(cell) {
  const text = cell.trim();
  const inside = /^(['"])([^]*)\1$/.exec(text);
  return inside ? inside[2].replace(/\\(.)/g, "$1") : text;
}

/** @param {string} text @param {Warning[]} warnings @returns {Cells & {types: Record<string, any>}} */
export function arffTable(text, warnings) {
  /** @type {Attribute[]} */
  const attributes = [];
  /** @type {string[][]} */
  const rows = [];
  let data = false, weights = 0;
  checkLines(text);
  text.split("\n").forEach((line, i) => {
    if (/^\s*(%|$)/.test(line)) return;
    if (data) {
      // A row's weight may stand behind it, in braces.
      const unweighted = /[^\s,]\s*,\s*\{\s*[\d.eE+-]+\s*\}\s*$/.test(line) ? line.slice(0, line.lastIndexOf("{")).replace(/\s*,\s*$/, "") : line;
      if (unweighted !== line) weights++;
      const row = rowOf(unweighted, attributes);
      if (row.length === attributes.length) rows.push(row.map((cell, k) => attributes[k].read?.(cell) ?? cell));
      else warnings.push({code: "ragged", message: `Line ${i + 1} has ${row.length} cells instead of ${attributes.length} and was left out.`});
      return;
    }
    const found = /^\s*@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(\S[^]*)$/i.exec(line);
    if (found) {
      attributes.push(attributeOf(bare(found[1]), found[2].trim(), i + 1));
      return;
    }
    data = /^\s*@data/i.test(line);
    if (!data && !/^\s*@relation/i.test(line)) throw bad(`Line ${i + 1} of the ARFF is neither an @attribute nor @data.`, "Mend it, or export the table as CSV.");
  });
  if (!rows.length) throw bad("The ARFF has no rows.", "Give them below @data.");
  if (weights) warnings.push({code: "weights", message: `${weights === 1 ? "1 row has" : `${weights.toLocaleString("en")} rows have`} a weight in braces, which was left out.`, hint: "Write the weights as a column, and give them to fit."});
  /** @type {Record<string, any>} */
  const types = Object.create(null);
  for (const {name, type} of attributes) if (type) types[name] = type;
  return {names: attributes.map(({name}) => name), rows, types};
}

/** @param {string} name @param {string} type @param {number} line @returns {Attribute} */
function attributeOf(name, type, line) {
  if (type.startsWith("{")) return {name, type: "category", first: bare(parts(type.replace(/^\{|\}\s*$/g, ""))[0] ?? "")};
  if (/^(numeric|real|integer)\b/i.test(type)) return {name, type: "number", first: "0"};
  if (/^relational\b/i.test(type)) throw bad(`Line ${line} of the ARFF has a table in a cell: “${name}” is relational.`, "Export the table as CSV.");
  const date = /^date\b\s*([^]*)$/i.exec(type);
  if (!date) return {name, first: ""};
  const form = bare(date[1]);
  return {name, first: "", read: form === "" ? undefined : dateForm(form)};
}

/** How dates of a format of Java's are read: as years, months and days, in that order. @param {string} form @returns {undefined | ((cell: string) => string)} */
function dateForm(form) {
  const of = {y: 0, M: 1, d: 2, H: 3, m: 4, s: 5};
  /** @type {number[]} */
  const order = [];
  let pattern = "";
  for (const [piece] of form.slice(0, 100).matchAll(/'[^']*'|([a-zA-Z])\1*|[^]/g)) {
    if (piece[0] === "'") pattern += (piece.slice(1, -1) || "'").replace(/[^\w]/g, "\\$&");
    else if (Object.hasOwn(of, piece[0]) && (piece.length < 3 || piece === "yyyy")) {
      order.push(of[piece[0]]);
      pattern += piece === "yyyy" ? "(\\d{4})" : "(\\d{1,2})";
    } else if (/[a-zA-Z]/.test(piece)) return undefined; // words, zones and halves of a day are read as anywhere
    else pattern += `\\${piece}`;
  }
  if (![0, 1, 2].every((part) => order.includes(part)) || new Set(order).size < order.length || /yyy?(?!y)/.test(form.replace("yyyy", ""))) return undefined;
  const whole = new RegExp(`^${pattern}$`);
  return (cell) => {
    const found = whole.exec(cell);
    if (!found) return cell;
    const part = (/** @type {number} */ k) => (order.includes(k) ? found[order.indexOf(k) + 1] : "0").padStart(2, "0");
    return `${part(0)}-${part(1)}-${part(2)}${order.includes(3) ? ` ${part(3)}:${part(4)}:${part(5)}` : ""}`;
  };
}

/** A row's cells: between commas, between blanks, or in braces named by their places. @param {string} line @param {Attribute[]} attributes */
function rowOf(line, attributes) {
  if (!/^\s*\{/.test(line)) {
    const cells = parts(line);
    const other = cells.length === attributes.length ? cells : words(line);
    return (other.length === attributes.length ? other : cells).map(bare);
  }
  const row = attributes.map(({first}) => first);
  for (const entry of parts(line.replace(/^\s*\{|\}\s*$/g, ""))) {
    const found = /^\s*(\d+)\s+([^]*)$/.exec(entry);
    if (found && Number(found[1]) < row.length) row[Number(found[1])] = bare(found[2]);
    else if (entry.trim() !== "") return []; // names a place that there isn't
  }
  return row;
}
