/** The bench that becomes of a table, and another table's rows for it. */
import {leaveConflicts, makeBench, turn} from "./bench.js";
import {conflicts} from "./conflicts.js";
import {limits} from "./limits.js";
import {typicalRow} from "./rowform.js";
import {plural} from "../../ui/words.js";
import {extent} from "../../ui/extent.js";
import {encoded, featuresOf, lacking, noText, tableColumns} from "../../scene/columns.js";
import {TableError, usable} from "./pagetable.js";
import {counted, recodes} from "./guess.js";

/** @typedef {import("./pagetable.js").Table} Table */
/** @typedef {import("./pagetable.js").Column} Column */

/** Up to so many rows are kept for the next visit (state.js). */
const remembered = 5000;

/** Rows whose outcome is known, or isn't; where rows with gaps are left out, all else is known of them. */
const rowsKept = (table, outcome, chosen, rule, known = true) =>
  Array.from({length: table.rows}, (_, i) => i).filter((i) => (outcome.values[i] !== null) === known && (rule !== "drop" || chosen.every((c) => c.values[i] !== null)));

/** A gap is a feature where so many rows have one, as the engine does it under missing: "as it is". */
const fewestGaps = 5;
const isFeature = (column, rows, rule) => rule === "as it is" && rows.reduce((n, i) => n + Number(column.values[i] === null), 0) >= fewestGaps;

const many = (n, noun) => `${plural(n, noun)} ${n === 1 ? "was" : "were"}`;

/** The mean of numbers; the sum of a few may be too large where their mean is not. */
function meanOf(values) {
  const sum = values.reduce((all, v) => all + v, 0);
  return Number.isFinite(sum) ? sum / Math.max(1, values.length) : values.reduce((all, v) => all + v / values.length, 0);
}

/** @typedef {{column: Column, texts: string[] | null, means: number[], gap: "feature" | "category" | ""}} Read a column, and what its gaps are filled with; gap: what says that a value is missing, if anything does: another feature, or a text of its own */

/** A row of a table as features. @param {Read[]} read @param {number} i */
const rowOf = (read, i) => [].concat(...read.map(({column, texts, means, gap}) => { // twice as quick as flatMap
  const none = column.values[i] === null;
  const features = none ? means : encoded(texts, column.values[i]);
  return gap === "feature" ? [...features, Number(none)] : features;
}));

/** @param {Read[]} read */
function filledText(read) {
  const gaps = read.filter((r) => !r.gap).reduce((sum, {column}) => sum + column.missing, 0);
  const said = read.filter((r) => r.gap && r.column.missing).map(({column}) => `“${column.name}”`);
  return [gaps ? `${many(gaps, "missing value")} filled with the column's mean.` : "", said.length ? `That a value is missing is learned from, too: ${said.join(", ")}.` : ""].filter(Boolean).join(" ");
}

/**
 * How many rows are equal in the chosen columns to one with another outcome: no network can answer both.
 *
 * @param {Pick<Table, "columns" | "rows">} table
 * @param {{target: number, features: number[], missing: "mean" | "as it is" | "drop"}} choice
 */
export function conflictingRows(table, {target, features, missing: rule}) {
  const outcome = table.columns[target];
  const chosen = features.map((i) => table.columns[i]);
  const keep = rowsKept(table, outcome, chosen, rule);
  const fills = chosen.map((c) => {
    if (c.kind === "text") return c.categories.length === 1 ? c.categories[0] : "";
    return meanOf(keep.map((i) => c.values[i]).filter((v) => v !== null));
  });
  const gap = chosen.map((c) => isFeature(c, keep, rule));
  return conflicts({X: keep.map((i) => chosen.flatMap((c, k) => [c.values[i] ?? fills[k], ...(gap[k] ? [Number(c.values[i] === null)] : [])])), y: keep.map((i) => outcome.values[i])}).length;
}

/** What can be done about rows that conflict, the usual first. */
export const remedies = (classes) => [...(classes ? [["majority", "take the most frequent"]] : [["mean", "take the mean"]]), ["first", "keep the first"], ["leave", "leave them all out"]];

/**
 * @param {Table} table
 * @param {{target: number, features: number[], classes: boolean, missing: "mean" | "as it is" | "drop", names?: number, duplicates?: string, title?: string, id?: string, note?: string}} choice
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
  const read = chosen.map(/** @returns {Read} */ (column) => {
    const own = isFeature(column, keep, rule);
    const present = keep.map((i) => column.values[i]).filter((v) => v !== null);
    if (own && column.kind === "text") {
      const texts = [...column.categories, noText(column.categories)];
      return {column, texts, gap: "category", means: encoded(texts, texts.at(-1))};
    }
    const texts = column.kind === "text" ? column.categories : null;
    return {column, texts, gap: own ? "feature" : "", means: (texts ?? [null]).map((text) => meanOf(text === null ? present : present.map((v) => Number(v === text))))};
  });
  const {columns, texts} = featuresOf(read.flatMap(/** @returns {any[]} */ ({column: {name}, texts, gap}) => texts?.map((text) => [name, text]) ?? (gap ? [name, lacking(name)] : [name])));
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw new TableError(`Two columns would be called “${twice}”: rename one.`);
  const labels = classes ? [...new Set(keep.map((i) => String(outcome.values[i])))].sort() : null;
  const open = rowsKept(table, outcome, chosen, rule, false);
  const dropped = table.rows - keep.length - open.length;
  const times = chosen.filter((c) => c.kind === "date").map((c) => `“${c.name}”`);
  const why = (c) => c.left || (recodes(c, outcome) ? `it tells “${outcome.name}” by itself` : "");
  const left = table.columns.filter((c) => c !== outcome && !chosen.includes(c) && why(c)).map((c) => `“${c.name}” (${why(c)})`);
  const told = [
    `${plural(keep.length, "row")}, ${plural(chosen.length, "column")}, target “${outcome.name}”.`,
    table.all > table.rows ? `${table.rows.toLocaleString("en")} of ${table.all.toLocaleString("en")} rows were loaded, drawn by chance.` : "",
    left.length ? `Left out: ${left.join(", ")}.` : "",
    times.length ? `Dates were converted to years: ${times.join(", ")}.` : "",
    dropped ? `${many(dropped, "row")} left out: a value was missing.` : "",
    rule === "drop" ? "" : filledText(read),
    open.length ? `${plural(open.length, "row")} without “${outcome.name}” ${open.length === 1 ? "is a new point" : "are new points"}, to be answered.` : "",
    duplicates && `${many(conflictingRows(table, {target, features, missing: rule}), "row")} equal to another one with a different outcome: ${{mean: "the mean is taken", majority: "the most frequent outcome is taken", first: "the first is kept", leave: "they are left out"}[duplicates]}.`,
    keep.length > remembered ? "The table is too large to be stored for the next visit." : "",
  ];
  const bench = makeBench({
    id, title, columns, texts, classes: labels, scaled: true, duplicates: duplicates === "leave" ? "" : duplicates,
    X: keep.map((i) => rowOf(read, i)),
    y: keep.map((i) => (classes ? String(outcome.values[i]) : outcome.values[i])), target: outcome.name, rows: keep.map((i) => i + 1),
    external: open.map((i) => ({x: rowOf(read, i), y: null, row: i + 1})),
    note: note ?? told.filter(Boolean).join(" "), names: called < 0 ? null : namesOf(table.columns[called]), given: table.columns,
    edited: true,
  });
  const clean = duplicates === "leave" ? leaveConflicts(bench) : bench;
  if (!clean.X.length) throw new TableError("No row is left: every one conflicts with another.");
  return {...clean, chosen: columns.length > 2 ? {kind: "place", x: typicalRow(clean)} : clean.chosen ?? {kind: "sample", index: 0}};
}

/** In a smaller table each row counts. */
const fewestToAsk = 20;

/**
 * A table's bench with the question that the page opens it with: a row without an outcome, if it has one; else a row like most of them is left out, and
 * asks the others, since a sample would be answered by itself.
 */
export function withQuestion(bench) {
  if (bench.columns.length === 1 && !bench.classes) return bench; // a line, which is asked between its samples
  if (bench.external.length) return {...bench, chosen: {kind: "external", index: bench.external.length - 1}};
  const many = counted(bench.y);
  const like = nearestRow(bench, typicalRow(bench), (i) => !bench.classes || many.get(bench.y[i]) > 1);
  return bench.X.length < fewestToAsk || like < 0 ? {...bench, chosen: {kind: "sample", index: Math.max(0, like)}} : turn(bench, "sample", like);
}

/** The row that is least far from a place, in the columns' own ranges; -1: none may be it. */
function nearestRow({X, columns}, place, may) {
  const ranges = columns.map((_, k) => extent(X.map((x) => x[k])));
  let [best, least] = [-1, Infinity];
  X.forEach((x, i) => {
    const far = x.reduce((sum, v, k) => sum + ((v - place[k]) / (ranges[k][1] - ranges[k][0] || 1)) ** 2, 0);
    if (far < least && may(i)) [best, least] = [i, far];
  });
  return best;
}

/** The names of a table's rows; of those that several have, with the row. @param {Column} column */
function namesOf({values}) {
  const times = counted(values);
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
  const own = tableColumns(bench);
  const has = (name) => table.columns.some((c) => c.name === name);
  const isGap = (name) => !has(name) && own.some((other) => !other.texts && lacking(other.name) === name);
  const read = own.filter(({name, texts}) => texts || !isGap(name)).map(/** @returns {Read} */ ({name, texts, places}) => {
    const column = table.columns.find((c) => c.name === name);
    if (!column) throw new TableError(`It has no column “${name}”. Held-out rows need the columns that the model was fitted on.`);
    if (!texts && column.kind === "text" && column.categories.length) throw new TableError(`Its column “${name}” contains texts, such as “${column.categories[0]}”; the model was fitted on numbers there.`);
    const none = texts && texts.find((text) => text === noText(texts.filter((other) => other !== text)) && !column.categories.includes(text));
    const said = !texts && isGap(lacking(name)) && own.some((other) => other.name === lacking(name));
    return {column, texts, gap: none ? "category" : said ? "feature" : "", means: none ? encoded(texts, none) : places.map((k) => meanOf(bench.X.map((x) => x[k])))};
  });
  const fresh = read.flatMap(({column, texts}) => (texts ? column.categories.filter((text) => !texts.includes(text)).map((text) => `“${text}” (${column.name})`) : []));
  const others = table.columns.filter((c) => !read.some(({column}) => column === c));
  const outcome = bench.target ? others.find((c) => c.name === bench.target) : unnamedOutcome(others.at(-1), bench);
  if (outcome && !bench.classes && outcome.kind === "text" && outcome.categories.length) throw new TableError(`“${outcome.name}” should hold numbers.`);
  const rows = Array.from({length: table.rows}, (_, i) => {
    const y = outcome?.values[i] ?? null;
    return {x: rowOf(read, i), y: y === null || !bench.classes ? y : String(y)};
  });
  const classes = new Set(bench.classes ? [...bench.classes, ...rows.flatMap(({y}) => (y === null ? [] : [y]))] : []);
  if (classes.size > limits.categories) throw new TableError(`“${outcome.name}” and the model have ${classes.size} different values; the page takes up to ${limits.categories} classes.`);
  const open = rows.filter(({y}) => y === null).length;
  const unknown = !open ? "" : open < rows.length ? `${plural(open, "row")} without “${outcome.name}” ${open === 1 ? "is" : "are"} answered, not judged.` : `There is no outcome${bench.target && ` “${bench.target}”`}, so they are answered, not judged.`;
  const told = [
    `${many(rows.length, "row")} added as new points.`, unknown, filledText(read),
    fresh.length ? `The model doesn't know ${fresh.slice(0, 3).join(", ")}${fresh.length > 3 ? ` and ${fresh.length - 3} more` : ""}.` : "",
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
