/**
 * What was read of a file, as the page takes it: columns of numbers, of dates as years and of texts; the columns to begin
 * with; what to say before they are used; and the bench that becomes of them. Everything stays text or number; nothing is
 * ever run or drawn as markup. xaia/table reads the file (tablereader.js).
 *
 * @typedef {{name: string, of: string, kind: "number" | "date" | "text", type: string, note: string, unit?: string, raw: (number | string | null)[], values: any[], categories: string[], missing: number, left: string}} Column
 *   of: its name in the file; raw: its values as they were read; left: why it is not learned from at first
 * @typedef {{columns: Column[], rows: number, all: number, warnings: any[], dialect: any}} Table all: of so many rows these are a part, evenly spread
 */
import {leaveConflicts, makeBench} from "./bench.js";
import {cut} from "./cut.js";
import {limits} from "./limits.js";
import {typicalRow} from "./rowform.js";
import {featuresOf, tableColumns} from "../../scene/columns.js";

export {limits};

/** Up to so many rows are kept for the next visit (state.js). */
const remembered = 5000;

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
  const names = new Set();
  const columns = found.map((column) => {
    const wanted = cut(column.name, 60);
    let name = wanted;
    for (let times = 2; names.has(name); times++) name = `${wanted} (${times})`;
    names.add(name);
    return columnOf(column, name, rows < total ? Int32Array.from({length: rows}, (_, i) => column.indices[Math.floor((i * total) / rows)]) : column.indices);
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

/** Names that targets often have, as words of a column's name. */
const targets = /(^|[^a-z])(target|class|label|outcome|response|species|variety|price|medv|diagnosis|survived|quality|churn|income|salary|charges|mpg|damage)($|[^a-z])/i;

/** Names of columns that say when or which, and are seldom asked for. */
const times = /(^|[^a-z])(year|month|week|weekday|day|hour|minute|date|time)($|[^a-z])/i;

/** Classes where a column is text, or few whole numbers. */
export const looksLikeClasses = ({kind, values, categories}) =>
  kind === "text" || (categories.length <= 10 && categories.length * 4 <= values.length && values.every((v) => v === null || Number.isInteger(v)));

/** How many of a column's rows have its most frequent value, as a share. */
function mostFrequent({values}) {
  const times = new Map();
  for (const v of values) times.set(v, (times.get(v) ?? 0) + 1);
  return [...times.values()].reduce((a, b) => Math.max(a, b)) / values.length;
}

/** Whether equal values of one column always have equal ones of the other, gaps left aside. */
function decides(one, other) {
  const seen = new Map();
  return one.values.every((v, i) => {
    const w = other.values[i];
    if (v === null || w === null) return true;
    if (!seen.has(v)) seen.set(v, w);
    return seen.get(v) === w;
  });
}

/** Whether the points of two columns of numbers lie on a line. */
function onLine(one, other) {
  if (one.kind === "text" || other.kind === "text") return false;
  const at = one.values.flatMap((v, i) => (v !== null && other.values[i] !== null ? [i] : []));
  const far = at.find((i) => one.values[i] !== one.values[at[0]]);
  if (at.length < 10 || far === undefined) return false;
  const slope = (other.values[far] - other.values[at[0]]) / (one.values[far] - one.values[at[0]]);
  const scale = at.reduce((most, i) => Math.max(most, Math.abs(other.values[i])), 0);
  return slope !== 0 && at.every((i) => Math.abs(other.values[at[0]] + slope * (one.values[i] - one.values[at[0]]) - other.values[i]) <= 1e-9 * scale);
}

/** In a column of so few rows, one tells another by chance. */
const fewest = 20;

/** Whether a column is another one in other words: pclass 1, 2, 3 beside class First, Second, Third; or a price in two currencies. */
export const recodes = (one, other) => one.values.length >= fewest && one.categories.length > 1
  && ((one.categories.length === other.categories.length && one.categories.length * 4 <= one.values.length && decides(one, other) && decides(other, one)) || onLine(one, other));

/** Whether a column tells another: it recodes it, or each of its texts goes with one value of the other. */
export const tells = (one, other) => recodes(one, other)
  || (one.kind === "text" && one.values.length >= fewest && other.categories.length > 1 && one.categories.length * 4 <= one.values.length && decides(one, other));

/** The columns that are learned from at first, for a target. @param {Table} table @param {number} target */
export const firstFeatures = ({columns}, target) => columns.flatMap((c, i) => (i !== target && !c.left && !recodes(c, columns[target]) ? [i] : []));

/** What to begin with: a target by its name, else the last column that can be one; never one that is left out, or mostly one value, nor one that another tells if there is a choice. */
export function guess(table) {
  const {columns} = table;
  const fit = columns.flatMap((c, i) => (c.left || c.kind === "date" ? [] : [i]));
  const told = (i) => columns.some((c, k) => k < i && !c.left && recodes(c, columns[i])); // of two, the second is the first in other words
  const score = (i) => {
    const c = columns[i];
    return (targets.test(c.name) ? 8 : 0) - (times.test(c.name) ? 3 : 0) + (i === fit.at(-1) ? 2 : 0) + (c.kind === "text" && c.categories.length <= 10 ? 1 : 0) - (c.missing * 5 > c.values.length ? 3 : 0) - (table.rows >= 50 && mostFrequent(c) > 0.9 ? 4 : 0)
      - (c.kind === "text" && c.categories.length > limits.categories ? 9 : 0) - (told(i) ? 4 : 0);
  };
  const scores = new Map(fit.map((i) => [i, score(i)]));
  const target = fit.length ? fit.reduce((best, i) => (scores.get(i) >= scores.get(best) ? i : best)) : columns.length - 1;
  return {target, features: firstFeatures(table, target), classes: looksLikeClasses(columns[target]), missing: "mean", names: firstNames(table)};
}

/** The column whose texts are the rows' names: one that is different in nearly each row, and isn't of digits alone; else none, -1. */
export const firstNames = ({columns}) => columns.findIndex((c) => c.type === "id" && c.missing * 10 <= c.values.length && c.values.some((v) => v !== null && /\p{L}/u.test(v)));

/**
 * What to know of a choice before it is used, a sentence each.
 *
 * @param {Table} table @param {{target: number, features: number[], classes: boolean}} choice
 */
export function doubts({columns, rows}, {target, features, classes}) {
  const outcome = columns[target];
  const chosen = features.map((i) => columns[i]);
  const said = [];
  const telling = chosen.filter((c) => tells(c, outcome)).map((c) => `“${c.name}”`);
  if (telling.length) said.push(`${telling.join(" and ")} ${telling.length > 1 ? "tell" : "tells"} “${outcome.name}” by ${telling.length > 1 ? "themselves" : "itself"}: the network will answer from that, and learn little else.`);
  const classCount = outcome.categories.length;
  if (classes && classCount > limits.categories) said.push(`“${outcome.name}” has ${classCount.toLocaleString("en")} different values; the page takes up to ${limits.categories} classes.`);
  else if (classes && classCount > 10 && rows < 10 * classCount) said.push(`“${outcome.name}” has ${classCount} classes, with ${Math.max(1, Math.round(rows / classCount))} rows each on average: too few to learn most of them.`);
  if (classes && classCount === 1) said.push(`“${outcome.name}” is “${outcome.categories[0]}” in every row: there is nothing to tell apart.`);
  if (rows >= 50 && classCount > 1 && mostFrequent(outcome) > 0.95) said.push(`${Math.floor(100 * mostFrequent(outcome))} % of the rows have the same “${outcome.name}”.`);
  if (chosen.length && chosen.every((c) => c.kind === "text")) said.push("All columns are texts: rows are near each other where many of their texts are equal, and there are no steps in between.");
  const known = outcome.values.length - outcome.missing;
  if (!known) said.push(`“${outcome.name}” is empty.`);
  else if (outcome.missing) said.push(`${count(outcome.missing, "row")} without “${outcome.name}” ${outcome.missing === 1 ? "is" : "are"} answered, not learned.`);
  return said;
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
 * @param {Pick<Table, "columns" | "rows">} table
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
 * @param {Table} table
 * @param {{target: number, features: number[], classes: boolean, missing: "mean" | "drop", names?: number, duplicates?: string, title?: string, id?: string, note?: string}} choice
 *   duplicates: one of remedies, where rows conflict; names: the column that the rows are called by, or -1
 */
export function benchOfTable(table, {target, features, classes, missing: rule, names: called = -1, duplicates = "", title = "Your file", id = "file", note}) {
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
  const why = (c) => c.left || (recodes(c, outcome) ? `it tells “${outcome.name}” by itself` : "");
  const left = table.columns.filter((c) => c !== outcome && !chosen.includes(c) && why(c)).map((c) => `“${c.name}” (${why(c)})`);
  const told = [
    `${count(keep.length, "row")}, ${count(columns.length, "column")}, target “${outcome.name}”.`,
    table.all > table.rows ? `${table.rows.toLocaleString("en")} of ${table.all.toLocaleString("en")} rows were loaded, evenly spaced.` : "",
    left.length ? `Left out: ${left.join(", ")}.` : "",
    times.length ? `Dates were converted to years: ${times.join(", ")}.` : "",
    dropped ? `${many(dropped, "row")} left out: a value was missing.` : "",
    filled ? filledText(filled) : "",
    open.length ? `${count(open.length, "row")} without “${outcome.name}” ${open.length === 1 ? "is a new point" : "are new points"}, to be answered.` : "",
    duplicates && `${many(conflictingRows(table, {target, features, missing: rule}), "row")} equal to another one with a different outcome: ${{mean: "the mean is taken", majority: "the most frequent outcome is taken", first: "the first is kept", leave: "they are left out"}[duplicates]}.`,
    keep.length > remembered ? "The table is too large to be stored for the next visit." : "",
  ];
  const bench = makeBench({
    id, title, columns, texts, classes: labels, scaled: true, duplicates: duplicates === "leave" ? "" : duplicates,
    X: keep.map((i) => parts.map((part) => part(i))),
    y: keep.map((i) => (classes ? String(outcome.values[i]) : outcome.values[i])), target: outcome.name, rows: keep.map((i) => i + 1),
    external: open.map((i) => ({x: parts.map((part) => part(i)), y: null, row: i + 1})),
    note: note ?? told.filter(Boolean).join(" "), names: called < 0 ? null : namesOf(table.columns[called]), given: table.columns,
    edited: true,
  });
  const clean = duplicates === "leave" ? leaveConflicts(bench) : bench;
  if (!clean.X.length) throw new TableError("No row is left: every one conflicts with another.");
  // A sample would be answered by itself, which tells nothing: a row like most is asked about.
  return {...clean, chosen: columns.length > 2 ? {kind: "place", x: typicalRow(clean)} : clean.chosen ?? {kind: "sample", index: 0}};
}

/** The names of a table's rows; of those that several have, with the row. @param {Column} column */
function namesOf({values}) {
  const times = new Map();
  for (const v of values) times.set(v, (times.get(v) ?? 0) + 1);
  return values.map((v, i) => (v === null ? "" : times.get(v) > 1 ? `${v} (row ${i + 1})` : String(v)));
}

/**
 * Another table's rows as external points of a bench: the columns are found by their names, gaps are filled as in the
 * fit. Rows whose outcome isn't known are answered, never judged.
 *
 * @param {Table} table
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
    `${many(rows.length, "row")} added as new points.`, unknown, filled ? filledText(filled) : "",
    fresh.size ? `The model doesn't know ${[...fresh].slice(0, 3).join(", ")}${fresh.size > 3 ? ` and ${fresh.size - 3} more` : ""}.` : "",
  ];
  return {rows, note: told.filter(Boolean).join(" ")};
}

/** The types that another file's columns must have to be those of a bench, where they were read as others. @param {Table} table @param {import("./bench.js").Bench} bench */
export function typesFor(table, bench) {
  const types = /** @type {Record<string, string>} */ ({});
  for (const {name, texts} of tableColumns(bench)) {
    const column = table.columns.find((c) => c.name === name);
    if (texts && column && column.kind !== "text" && column.categories.length) types[column.of] = "category";
    if (!texts && column?.type === "id") types[column.of] = "number";
  }
  return types;
}

/** Where a bench doesn't say what its outcome was called, the last column that isn't learned from, if it can be that. */
const unnamedOutcome = (column, {classes}) => (column && (classes ? column.categories.some((c) => classes.includes(c)) : column.kind === "number") ? column : undefined);
