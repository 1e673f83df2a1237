/**
 * Tables from text: what a file or the clipboard holds becomes a data bench.
 * Everything in it stays text or number; nothing is ever run or drawn as markup.
 */
import {dsvFormat} from "d3-dsv";
import {leaveConflicts, makeBench} from "./bench.js";
import {cut} from "./cut.js";
import {limits} from "./limits.js";
import {typicalRow} from "./rowform.js";
import {featuresOf, tableColumns} from "./tablecolumns.js";
import {plural} from "./words.js";

export {limits};


/** Up to so many rows are kept for the next visit (state.js). */
const remembered = 5000;

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

/** What stands for a missing value. "None" is a text, as in a column of accessories; among numbers alone it is none of them. */
const missing = (cell) => /^(|na|n\/a|nan|null|\?|-)$/i.test(cell.trim());
const none = (cell) => /^none$/i.test(cell.trim());

/** Where the separator is not a comma, a comma is taken for the decimal point. */
function number(cell, comma) {
  const text = cell.trim();
  const plain = comma && /^[+-]?\d*,\d+(e[+-]?\d+)?$/i.test(text) ? text.replace(",", ".") : text;
  // One way to read each digit: with two, a long cell would take the square of its length.
  return /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
}

/** @type {[RegExp, number, number, number][]} a form, and where its year, month and day are */
const dates = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ][\d:.,]+ ?(?:Z|[+-][\d:]+)?)?$/, 1, 2, 3],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?: [\d:.]+)?$/, 1, 2, 3],
  [/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: [\d:.]+)?$/, 3, 2, 1],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: [\d:.]+)?$/, 3, 1, 2],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: [\d:.]+)?$/, 3, 2, 1],
];

/** Dates as years with decimals, where all of a column's cells are dates of one form; else null. */
function years(cells) {
  for (const [form, year, month, day] of dates) {
    const list = [];
    for (const cell of cells) {
      const found = form.exec(cell.trim());
      const [y, m, d] = [year, month, day].map((at) => Number(found?.[at]));
      if (!found || m < 1 || m > 12 || d < 1 || d > 31) break;
      const start = Date.UTC(y, 0, 1);
      list.push(y + Math.round(1e4 * (Date.UTC(y, m - 1, d) - start) / (Date.UTC(y + 1, 0, 1) - start)) / 1e4);
    }
    if (list.length === cells.length) return list;
  }
  return null;
}

/** Lines that hold something, one after the other; none but those that `each` returns are kept. */
const parse = (text, by, each) => dsvFormat(by).parseRows(text, (row) => (row.some((cell) => cell.trim() !== "") ? each(row) : null));

/**
 * Whether the first line holds names. It does where a column of numbers begins with a text; it doesn't where
 * all its cells are as those below, numbers over numbers and texts that come again. Else that is a guess.
 *
 * @returns {{headed: boolean, sure: boolean}}
 */
function headerOf([first, ...below], comma) {
  const isNumber = (cell) => !Number.isNaN(number(cell, comma));
  if (first.every((cell) => cell.trim() === "" || isNumber(cell))) return {headed: false, sure: true};
  if (!below.length) return {headed: true, sure: true};
  let [names, values] = [0, 0];
  first.forEach((cell, k) => {
    const present = below.map((row) => row[k] ?? "").filter((c) => !missing(c) && !none(c));
    if (missing(cell) || !present.length) return;
    if (present.every(isNumber) || years(present)) names += isNumber(cell) || years([cell]) ? 0 : 1;
    if ((present.every(isNumber) && isNumber(cell)) || (years(present) && years([cell])) || present.includes(cell)) values++;
  });
  if (names > 0 || values > 0) return {headed: names >= values, sure: names === 0 || values === 0};
  return {headed: new Set(first).size === first.length, sure: false};
}

/** The first rows, as many as the page takes, and how many there are: a file of millions is counted, not kept. */
function firstRows(text, by, wanted) {
  const head = /** @type {[string[], ...string[][]]} */ (/** @type {unknown} */ ([])); // never empty below
  parse(text.slice(0, 100000), by, (row) => (head.length < 60 && head.push(row), null));
  if (!head.length) throw new TableError("It doesn't contain a table: give lines of cells, separated by commas, semicolons or tabs.");
  if (head.length > 2 && text.length > 100000) head.pop(); // it may be cut off
  const first = wideEnough(head[0]);
  const {headed, sure} = wanted === undefined ? headerOf(head, by !== ",") : {headed: wanted, sure: true};
  let all = headed ? -1 : 0;
  const rows = parse(text, by, (row) => {
    if (all++ < 0) return null;
    if (row.length !== first.length) throw new TableError(`Row ${all}${headed ? " below the header" : ""} has ${plural(row.length, "cell")}; the ${headed ? "header" : "first row"} has ${first.length}.`);
    return all <= limits.rows ? row : null;
  });
  return {first, headed, sure, rows, all};
}

function wideEnough(row) {
  if (row.length < 2) throw new TableError("It has one column; a table needs at least one column to learn from and one to predict.");
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
 * Reads a table. A column holds numbers, dates (as years with decimals) or texts.
 *
 * @param {string} text
 * @param {{sample?: boolean, header?: boolean}} [options] sample: a part of too many rows is taken; header: whether the first line holds
 *   names; else that is found out, and `doubt` says where it may be wrong
 * @returns {{
 *   columns: {name: string, kind: "number" | "date" | "text", values: any[], categories: string[], missing: number, left: string}[],
 *   rows: number, all: number, headed: boolean, doubt: boolean,
 * }} left: why a column is not learned from at first
 */
export function readTable(text, {sample = false, header} = {}) {
  if (text.length > limits.bytes) throw new TableError(`The file has ${text.length.toLocaleString("en")} characters; the page reads up to ${limits.bytes.toLocaleString("en")}.`);
  text = text.replace(/^\ufeff/, "");
  const by = separator(text);
  const {first, headed, sure, rows: kept, all} = firstRows(text, by, header);
  const raws = headed ? first : first.map((_, i) => `column ${i + 1}`);
  if (all < 1) throw new TableError("It has a header and no rows.");
  if (all > limits.rows && !sample) throw new TableError(`It has ${all.toLocaleString("en")} rows; the page takes up to ${limits.rows.toLocaleString("en")}.`, {sample: true});
  const rows = all > limits.rows ? everyNth(text, by, all, headed) : kept;
  const names = new Set();
  const columns = raws.map((raw, k) => {
    const wanted = cut(raw.trim(), 60) || `column ${k + 1}`;
    let name = wanted;
    for (let times = 2; names.has(name); times++) name = `${wanted} (${times})`;
    names.add(name);
    return {name, ...typed(headed ? raw.trim() : name, rows.map((row) => row[k]), by !== ",")};
  });
  return {columns, rows: rows.length, all, headed, doubt: !sure};
}

/** What a column's cells are, and their values. */
function typed(name, cells, comma) {
  const found = (kind, values) => {
    const column = {kind, values, categories: [...new Set(values.filter((v) => v !== null).map(String))], missing: values.filter((v) => v === null).length};
    return {...column, left: leftOut(name, column)};
  };
  const numbers = (gap) => {
    let some = false;
    const values = cells.map((cell) => {
      if (gap(cell)) return null;
      some = true;
      return number(cell, comma);
    });
    return some && values.every((v) => v === null || Number.isFinite(v)) && values;
  };
  const values = numbers(missing) || numbers((cell) => missing(cell) || none(cell));
  if (values) return found("number", values);
  const present = cells.filter((cell) => !missing(cell));
  const times = present.length > 0 && years(present);
  if (times) {
    let next = 0;
    return found("date", cells.map((cell) => (missing(cell) ? null : times[next++])));
  }
  return found("text", cells.map((cell) => (missing(cell) ? null : cut(cell.trim(), 60))));
}

/** Why a column tells nothing that holds for other rows; empty where it may. */
function leftOut(name, {kind, values, categories, missing}) {
  if (missing === values.length) return "empty";
  if (missing * 2 > values.length) return `missing in ${Math.floor((100 * missing) / values.length)} % of the rows`;
  if (kind === "text" && categories.length > limits.categories) return `${categories.length.toLocaleString("en")} different texts: names, ids or free text`;
  const id = name === "" || /(^|[^a-z])(id|index|key|row|nr)$|^#|^unnamed/i.test(name);
  return id && values.length >= 10 && categories.length === values.length && (kind === "text" || values.every(Number.isInteger)) ? "an id, different in each row" : "";
}

/** Names that targets often have, as words of a column's name. */
const targets = /(^|[^a-z])(target|class|label|outcome|response|species|variety|price|medv|diagnosis|survived|quality|churn|income|salary|charges|mpg|damage)($|[^a-z])/i;

/** Classes where a column is text, or few whole numbers. */
export const looksLikeClasses = ({kind, values, categories}) =>
  kind === "text" || (categories.length <= 10 && categories.length * 4 <= values.length && values.every((v) => v === null || Number.isInteger(v)));

/** What to begin with: a target by its name, else the last column that can be one; never one that is left out, or mostly one value. */
export function guess(table) {
  const fit = table.columns.flatMap((c, i) => (c.left || c.kind === "date" ? [] : [i]));
  const most = ({values}) => {
    const times = new Map();
    for (const v of values) times.set(v, (times.get(v) ?? 0) + 1);
    return [...times.values()].reduce((a, b) => Math.max(a, b)) / values.length;
  };
  const score = (i) => {
    const c = table.columns[i];
    return (targets.test(c.name) ? 8 : 0) + (i === fit.at(-1) ? 2 : 0) + (c.kind === "text" && c.categories.length <= 10 ? 1 : 0) - (c.missing * 5 > c.values.length ? 3 : 0) - (table.rows >= 50 && most(c) > 0.9 ? 4 : 0);
  };
  const target = fit.length ? fit.reduce((best, i) => (score(i) >= score(best) ? i : best)) : table.columns.length - 1;
  return {
    target,
    features: table.columns.flatMap((c, i) => (i !== target && !c.left ? [i] : [])),
    classes: looksLikeClasses(table.columns[target]),
    missing: "mean",
  };
}

/** A text column becomes a column of ones and zeros for each of its texts, if they are few. */
export const usable = (column) => column.categories.length > 0 && (column.kind !== "text" || column.categories.length <= limits.categories);

/** Rows whose outcome is known, or isn't; where rows with gaps are left out, all else is known of them. */
const rowsKept = (table, outcome, chosen, rule, known = true) =>
  Array.from({length: table.rows}, (_, i) => i).filter((i) => (outcome.values[i] !== null) === known && (rule === "mean" || chosen.every((c) => c.values[i] !== null)));

const count = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
const many = (n, noun) => `${count(n, noun)} ${n === 1 ? "was" : "were"}`;
const filledText = (n) => `${many(n, "missing value")} filled with the column's mean.`;

/** The mean of numbers; the sum of a few may be too large where their mean is not. */
function meanOf(values) {
  const sum = values.reduce((all, v) => all + v, 0);
  return Number.isFinite(sum) ? sum / Math.max(1, values.length) : values.reduce((all, v) => all + v / values.length, 0);
}

/**
 * How many rows are equal in the chosen columns to one with another outcome: no network can answer both.
 *
 * @param {ReturnType<typeof readTable>} table
 * @param {{target: number, features: number[], missing: "mean" | "drop"}} choice
 */
export function conflictingRows(table, {target, features, missing: rule}) {
  const outcome = table.columns[target];
  const chosen = features.map((i) => table.columns[i]);
  const keep = rowsKept(table, outcome, chosen, rule);
  const fills = chosen.map((c) => {
    if (c.kind === "text") return c.categories.length === 1 ? c.categories[0] : "";
    return meanOf(keep.map((i) => c.values[i]).filter((v) => v !== null));
  });
  const groups = new Map();
  for (const i of keep) {
    const key = chosen.map((c, k) => c.values[i] ?? fills[k]).join("\0");
    const group = groups.get(key);
    if (!group) groups.set(key, {of: outcome.values[i], rows: 1, mixed: false});
    else {
      group.rows++;
      group.mixed ||= group.of !== outcome.values[i];
    }
  }
  let count = 0;
  for (const {rows, mixed} of groups.values()) if (mixed) count += rows;
  return count;
}

/** What can be done about rows that conflict, the usual first. */
export const remedies = (classes) => [...(classes ? [["majority", "take the most frequent"]] : [["mean", "take the mean"]]), ["first", "keep the first"], ["leave", "leave them all out"]];

/**
 * @param {ReturnType<typeof readTable>} table
 * @param {{target: number, features: number[], classes: boolean, missing: "mean" | "drop", duplicates?: string, title?: string, id?: string, note?: string}} choice
 *   duplicates: one of remedies, where rows conflict
 */
export function benchOfTable(table, {target, features, classes, missing: rule, duplicates = "", title = "Your file", id = "file", note}) {
  const outcome = table.columns[target];
  if (!features.length) throw new TableError("Choose at least one column to learn from.");
  if (features.includes(target)) throw new TableError("The target can't also be a column to learn from.");
  if (!classes && outcome.kind === "text") throw new TableError(`“${outcome.name}” contains texts, which can only be classes.`);
  if (classes && outcome.categories.length > limits.categories) throw new TableError(`“${outcome.name}” has ${outcome.categories.length} different values; the page takes up to ${limits.categories} classes.`);
  const chosen = features.map((i) => table.columns[i]);
  const bad = chosen.find((c) => !usable(c));
  if (bad) throw new TableError(`“${bad.name}” has ${bad.categories.length} different texts; the page takes up to ${limits.categories}.`);
  const keep = rowsKept(table, outcome, chosen, rule);
  if (!keep.length) throw new TableError("No row remains: every row has a missing value.");
  const names = [];
  const parts = [];
  for (const column of chosen) {
    const present = keep.map((i) => column.values[i]).filter((v) => v !== null);
    /** @type {[any, (v: any) => any][]} */
    const features = column.kind !== "text" ? [[column.name, (v) => v]] : column.categories.map((c) => [[column.name, c], (v) => (v === c ? 1 : 0)]);
    for (const [name, value] of features) {
      const mean = meanOf(present.map(value));
      names.push(name);
      parts.push((i) => (column.values[i] === null ? mean : value(column.values[i])));
    }
  }
  const {columns, texts} = featuresOf(names);
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new TableError(`Two columns would be called “${twice}”: rename one.`);
  const labels = classes ? [...new Set(keep.map((i) => String(outcome.values[i])))].sort() : null;
  const open = rowsKept(table, outcome, chosen, rule, false);
  const dropped = table.rows - keep.length - open.length;
  const filled = rule === "mean" ? chosen.reduce((sum, c) => sum + [...keep, ...open].filter((i) => c.values[i] === null).length, 0) : 0;
  const times = chosen.filter((c) => c.kind === "date").map((c) => `“${c.name}”`);
  const left = table.columns.filter((c) => c.left && c !== outcome && !chosen.includes(c)).map((c) => `“${c.name}” (${c.left})`);
  const told = [
    `${count(keep.length, "row")}, ${count(columns.length, "column")}, target “${outcome.name}”.`,
    table.all > table.rows ? `${table.rows.toLocaleString("en")} of ${table.all.toLocaleString("en")} rows were loaded, evenly spaced.` : "",
    left.length ? `Left out: ${left.join(", ")}.` : "",
    times.length ? `Dates were converted to years: ${times.join(", ")}.` : "",
    dropped ? `${many(dropped, "row")} left out: a value was missing.` : "",
    filled ? filledText(filled) : "",
    open.length ? `${count(open.length, "row")} without “${outcome.name}” ${open.length === 1 ? "is an external point" : "are external points"}, to be answered.` : "",
    duplicates && `${many(conflictingRows(table, {target, features, missing: rule}), "row")} equal to another one with a different outcome: ${{mean: "the mean is taken", majority: "the most frequent outcome is taken", first: "the first is kept", leave: "they are left out"}[duplicates]}.`,
    keep.length > remembered ? "The table is too large to be stored for the next visit." : "",
  ];
  const bench = makeBench({
    id, title, columns, texts, classes: labels, scaled: true, duplicates: duplicates === "leave" ? "" : duplicates,
    X: keep.map((i) => parts.map((part) => part(i))),
    y: keep.map((i) => (classes ? String(outcome.values[i]) : outcome.values[i])), target: outcome.name, rows: keep.map((i) => i + 1),
    external: open.map((i) => ({x: parts.map((part) => part(i)), y: null, row: i + 1})),
    note: note ?? told.filter(Boolean).join(" "),
    edited: true,
  });
  const clean = duplicates === "leave" ? leaveConflicts(bench) : bench;
  if (!clean.X.length) throw new TableError("No row is left: every one conflicts with another.");
  // A sample would be answered by itself, which tells nothing: a row like most is asked about.
  return {...clean, chosen: columns.length > 2 ? {kind: "place", x: typicalRow(clean)} : clean.chosen ?? {kind: "sample", index: 0}};
}

/**
 * Another table's rows as external points of a bench: the columns are found by their names, gaps are filled as in the
 * fit. Rows whose outcome isn't known are answered, never judged.
 *
 * @param {ReturnType<typeof readTable>} table
 * @param {import("./bench.js").Bench} bench
 * @returns {{rows: {x: number[], y: any}[], note: string}}
 */
export function heldOutRows(table, bench) {
  const find = (name) => table.columns.find((c) => c.name === name);
  let filled = 0;
  const fresh = new Set();
  const read = tableColumns(bench).map(({name, at, texts}) => {
    const column = find(name);
    if (!column) throw new TableError(`It has no column “${name}”. Held-out rows need the columns that the model was fitted on.`);
    if (!texts && column.kind === "text" && column.categories.length) throw new TableError(`Its column “${name}” contains texts, such as “${column.categories[0]}”; the model was fitted on numbers there.`);
    const places = texts ? texts.map((t) => t.at) : [at];
    const means = places.map((k) => meanOf(bench.X.map((x) => x[k])));
    return {column, features: (i) => {
      const value = column.values[i];
      if (value === null) filled++;
      else if (texts && !texts.some((t) => t.text === String(value))) fresh.add(`“${value}” (${name})`);
      if (value === null) return means;
      return texts ? texts.map((t) => Number(t.text === String(value))) : [value];
    }};
  });
  const others = table.columns.filter((c) => !read.some(({column}) => column === c));
  const outcome = bench.target ? others.find((c) => c.name === bench.target) : unnamedOutcome(others.at(-1), bench);
  if (outcome && !bench.classes && outcome.kind === "text" && outcome.categories.length) throw new TableError(`“${outcome.name}” should hold numbers.`);
  const rows = Array.from({length: table.rows}, (_, i) => {
    const y = outcome?.values[i] ?? null;
    return {x: read.flatMap(({features}) => features(i)), y: y === null || !bench.classes ? y : String(y)};
  });
  const classes = new Set(bench.classes ? [...bench.classes, ...rows.flatMap(({y}) => (y === null ? [] : [y]))] : []);
  if (classes.size > limits.categories) throw new TableError(`“${outcome.name}” and the model have ${classes.size} different values; the page takes up to ${limits.categories} classes.`);
  const open = rows.filter(({y}) => y === null).length;
  const unknown = !open ? "" : open < rows.length ? `${count(open, "row")} without “${outcome.name}” ${open === 1 ? "is" : "are"} answered, not judged.` : `There is no outcome${bench.target && ` “${bench.target}”`}, so they are answered, not judged.`;
  const told = [
    `${many(rows.length, "row")} added as external points.`, unknown, filled ? filledText(filled) : "",
    fresh.size ? `The model doesn't know ${[...fresh].slice(0, 3).join(", ")}${fresh.size > 3 ? ` and ${fresh.size - 3} more` : ""}.` : "",
  ];
  return {rows, note: told.filter(Boolean).join(" ")};
}

/** Where a bench doesn't say what its outcome was called, the last column that isn't learned from, if it can be that. */
const unnamedOutcome = (column, {classes}) => (column && (classes ? column.categories.some((c) => classes.includes(c)) : column.kind === "number") ? column : undefined);
