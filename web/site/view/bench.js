/**
 * The data bench: fitting samples, external points and the one that is asked
 * about, as a value that is never changed. Each edit gives a new bench that shares
 * what stayed, so undo keeps the old ones.
 *
 * @typedef {{
 *   id: string, title: string, note: string, columns: string[], classes: string[] | null,
 *   X: number[][], y: (string | number)[],
 *   external: {x: number[], y: string | number | null}[],
 *   chosen: {kind: "sample" | "external", index: number} | {kind: "place", x: number[]} | null,
 *   settings: any, scaled: boolean, edited: boolean,
 *   target: string, rows: number[] | null, duplicates: string, texts: import("../../scene/columns.js").Texts, names: string[] | null, given: import("./pagetable.js").Column[] | null,
 * }} Bench duplicates: what a fit does with equal rows, or empty; target: the outcome's name in its table, or empty; rows: the number of each sample's row there, from 1; names: what those rows are called, whatever became of them; given: the columns of their file, all of them; an external
 *   point that was a sample has its own in row, and its place among all samples, those that are out with them; held: it is held out
 */
import {conflicts} from "./conflicts.js";
import {drawn} from "../../package/shuffle.js";
import {called} from "../../ui/names.js";

/** @param {Partial<Omit<Bench, "rows">> & {rows?: number[] | null}} parts @returns {Bench} */
export function makeBench({id = "drawn", title = "Your points", note = "", columns = ["x₁", "x₂"], classes = null, X = [], y = [], external = [], settings = null, scaled = false, chosen, edited = false, target = "", rows = null, duplicates = "", texts = null, names = null, given = null}) {
  if (chosen === undefined) chosen = external.length ? {kind: "external", index: external.length - 1} : X.length ? {kind: "sample", index: 0} : null;
  return {id, title, note, columns, classes, X, y, external, chosen, settings, scaled, edited, target, rows, duplicates, texts, names, given};
}

/** An entry of sets.json. @returns {Bench} */
export function benchOfSet(set) {
  const y = set.labels ?? set.values;
  const truth = set.truth ?? [];
  return makeBench({
    id: set.id, title: set.title, note: set.note, columns: set.x[0].length === 1 ? ["x"] : ["x₁", "x₂"], X: set.x, y,
    classes: set.labels ? [...new Set(set.labels)] : null, external: (set.external ?? []).map((x, i) => ({x, y: truth[i] ?? null})), settings: set.settings ?? null,
  });
}

const edit = (bench, changes) => ({...bench, edited: true, ...changes});
const without = (list, at) => list.filter((_, i) => i !== at);
const replace = (list, at, item) => list.map((other, i) => (i === at ? item : other));

/** The number of a new row of a table. */
const nextRow = ({rows, external}) => 1 + [...rows, ...external.map((e) => e.row ?? 0)].reduce((a, b) => Math.max(a, b), 0);

export function addSample(bench, x, y, row = null) {
  const classes = bench.classes && !bench.classes.includes(y) ? [...bench.classes, y] : bench.classes;
  return edit(bench, {X: [...bench.X, x], y: [...bench.y, y], rows: bench.rows && [...bench.rows, row ?? nextRow(bench)], classes});
}

/** The place of each sample among all: those that are out keep theirs. */
function places({X, external}) {
  const out = new Set(external.flatMap((e) => e.place ?? []));
  const found = [];
  for (let at = 0; found.length < X.length; at++) if (!out.has(at)) found.push(at);
  return found;
}

/** The external points, once some places are gone. */
function closedUp(external, gone) {
  const last = external.reduce((most, e) => Math.max(most, e.place ?? -1), -1);
  if (!gone.length || last < 0) return external;
  const before = new Set(gone);
  let less = 0;
  const moved = Array.from({length: last + 1}, (_, at) => at - (before.has(at) ? less++ : less));
  return external.map((e) => (e.place === undefined ? e : {...e, place: moved[e.place]}));
}

/** What a point is called. @param {Bench} bench @param {string} kind "sample" or "external" @param {number} index */
export function pointName(bench, kind, index) {
  if (kind === "sample") return called([index], bench);
  const {row} = /** @type {any} */ (bench.external[index]) ?? {};
  return bench.names?.[row - 1] || (row === undefined ? `new point ${index + (bench.rows ? 1 : 0)}` : `row ${row}`);
}

/** Where a point is, and its outcome; the place that is asked about has none. @param {Bench} bench @param {{kind: string, index: number}} point @returns {{x: number[], y: any}} */
export const pointOf = (bench, {kind, index}) => (kind === "place" ? {x: asked(bench), y: null} : kind === "external" ? bench.external[index] : {x: bench.X[index], y: bench.y[index]});

/** The samples' names, as fit takes them: "" for one without; undefined where none has one. @param {Pick<Bench, "rows" | "names">} bench */
export function sampleNames({rows, names}) {
  const list = rows && names && rows.map((row) => names[row - 1] ?? "");
  return list?.some(Boolean) ? list : undefined;
}

/** The same as a bench keeps it: by rows. @param {string[]} list @param {number[]} rows */
export function namesByRow(list, rows) {
  const names = new Array(rows.reduce((a, b) => Math.max(a, b), 0)).fill("");
  rows.forEach((row, i) => (names[row - 1] = list[i]));
  return names;
}

/** What a click adds: what it added before, where that is an outcome of this bench; else the first one. */
export function brushFor({classes, y}, before) {
  if (classes) return classes.includes(before) ? before : classes[0];
  return typeof before === "number" ? before : typeof y[0] === "number" ? y[0] : 1;
}

/** One more class to draw with. */
export function withClass(bench, name) {
  return {...bench, classes: [...(bench.classes ?? []), name]};
}

/** y is the outcome that is known of it, or null. */
export function addExternal(bench, x, y = null) {
  return edit(bench, {external: [...bench.external, {x, y}], chosen: {kind: "external", index: bench.external.length}});
}

export function choose(bench, chosen) {
  return {...bench, chosen};
}

/** On the line a point's height is its outcome: y goes with it. Moved to where it is, the bench stays the same. */
export function move(bench, kind, index, x, y) {
  const was = pointOf(bench, {kind, index});
  const outcome = y ?? was.y;
  if (outcome === was.y && x.every((v, k) => v === was.x[k])) return bench;
  if (kind === "external") return edit(bench, {external: replace(bench.external, index, {...bench.external[index], x, y: outcome})});
  return edit(bench, {X: replace(bench.X, index, x), ...(y === undefined ? {} : {y: replace(bench.y, index, y)})});
}

export function relabel(bench, kind, index, y) {
  if (kind === "external") return edit(bench, {external: replace(bench.external, index, {...bench.external[index], y})});
  return edit(bench, {y: replace(bench.y, index, y)});
}

export function remove(bench, kind, index) {
  let {chosen} = bench;
  if (chosen?.kind === kind) {
    if (chosen.index === index) chosen = null;
    else if (chosen.index > index) chosen = {kind, index: chosen.index - 1};
  }
  if (kind === "external") return edit(bench, {external: closedUp(without(bench.external, index), [bench.external[index].place ?? []].flat()), chosen});
  return edit(bench, {...pick(bench, (i) => i !== index), chosen});
}

/** A fitting sample becomes an external one that knows its outcome, and the other way round. Without an outcome it stays. */
export function turn(bench, kind, index) {
  if (kind === "sample") return {...takeOut(bench, [index]), chosen: {kind: "external", index: bench.external.length}};
  const {x, y, row, place} = bench.external[index];
  if (y === null) return bench;
  if (place !== undefined) return back(bench, [index], {kind: "sample", index: places(bench).filter((at) => at < place).length});
  const less = addSample(remove(bench, kind, index), x, y, row);
  return {...less, chosen: {kind: "sample", index: less.X.length - 1}};
}

/** A sample as an external point, with what brings it back. */
const out = ({X, y, rows}, i, place) => ({x: X[i], y: y[i], place, ...(rows ? {row: rows[i]} : {})});

/** External points that were samples go back to their places. */
function back(bench, indices, chosen) {
  const all = [...places(bench).map((place, i) => out(bench, i, place)), ...indices.map((i) => bench.external[i])].sort((a, b) => a.place - b.place);
  const taken = new Set(indices);
  return edit(bench, {X: all.map((e) => e.x), y: all.map((e) => e.y), rows: bench.rows && all.map((e) => e.row), chosen, external: bench.external.filter((_, i) => !taken.has(i))});
}

/** These samples become external points that know their outcomes and their places. @param {Bench} bench @param {number[]} indices @param {{held?: boolean}} [more] */
export function takeOut(bench, indices, more = {}) {
  const at = places(bench), taken = new Set(indices);
  const {X, y, rows} = pick(bench, (i) => !taken.has(i));
  return edit(bench, {X, y, rows, chosen: null, external: [...bench.external, ...at.flatMap((place, i) => (taken.has(i) ? [{...out(bench, i, place), ...more}] : []))]});
}

/** A third of the samples, drawn by chance, is held out. */
export const holdOut = (bench) => takeOut(bench, [...drawn(bench.X.length, Math.round(bench.X.length / 3))], {held: true});

/** Whether some samples are held out by holdOut. */
export const heldOut = ({external}) => external.some((e) => e.held && e.y !== null);

/** The samples that are out go back to where they were: those that are held out, or all. @param {any} bench */
export const putBack = (bench, all = false) => back(bench, bench.external.flatMap((e, i) => (e.y !== null && (e.held || (all && e.place !== undefined)) ? [i] : [])), null);

/** The samples that are kept, with their rows' numbers in the table; the others are gone. @returns {Pick<Bench, "X" | "y" | "rows" | "external">} */
function pick(bench, keep) {
  const [X, y, rows] = [bench.X, bench.y, bench.rows].map((list) => list && list.filter((_, i) => keep(i)));
  return {X, y, rows, external: closedUp(bench.external, places(bench).filter((_, i) => !keep(i)))};
}

/** The external points with these numbers become samples. */
export function takeIn(bench, indices) {
  const taken = new Set(indices);
  const into = bench.external.filter((e, i) => taken.has(i) && e.y !== null);
  return edit(bench, {
    X: [...bench.X, ...into.map((e) => e.x)], y: [...bench.y, ...into.map((e) => e.y)], rows: bench.rows && [...bench.rows, ...into.map((e, k) => e.row ?? nextRow(bench) + k)],
    external: closedUp(bench.external.filter((_, i) => !taken.has(i)), bench.external.flatMap((e, i) => (taken.has(i) ? e.place ?? [] : []))), chosen: null,
  });
}

/** The place that is asked about, or null. */
export function asked({chosen, X, external}) {
  if (!chosen) return null;
  if (chosen.kind === "place") return chosen.x;
  return (chosen.kind === "sample" ? X[chosen.index] : external[chosen.index]?.x) ?? null;
}

export const externalRows = ({external}) => external.map((e) => e.x);

/** The samples as the API takes them fastest: row-major, a new array each time. */
export function packedRows({X, columns}) {
  const data = new Float64Array(X.length * columns.length);
  X.forEach((x, i) => data.set(x, i * columns.length));
  return {data, rows: X.length, columns: columns.length};
}

/** The samples without those that conflict. */
export function leaveConflicts(bench) {
  const found = new Set(conflicts(bench));
  return edit(bench, {...pick(bench, (i) => !found.has(i)), chosen: null});
}

/** The numbers of the external points whose outcome is known. */
export function known({external}) {
  return external.flatMap((e, i) => (e.y === null ? [] : [i]));
}

/** Rows join a bench as external points, with classes that none of its samples has; or those whose outcome is known as samples, where they are to be learned. */
export function withRows(bench, {rows, use = "compare"}) {
  const known = use === "answer" ? [] : rows.filter(({y}) => y !== null);
  const classes = bench.classes && [...new Set([...bench.classes, ...known.map(({y}) => y)])];
  const external = [...bench.external, ...(use === "answer" ? rows.map((row) => ({...row, y: null})) : rows)];
  const all = {...bench, edited: true, classes, external};
  return use === "learn" ? takeIn(all, external.flatMap((e, i) => (i >= bench.external.length && e.y !== null ? [i] : []))) : all;
}

const edits = {addExternal, addSample, choose, holdOut, leaveConflicts, move, putBack, relabel, remove, takeIn, takeOut, turn, withClass, withRows};

export const editNames = Object.keys(edits);

/** The bench after one of these edits. @param {Bench} bench @param {keyof typeof edits} name */
export const edited = (bench, name, ...args) => /** @type {any} */ (edits[name])(bench, ...args);

/**
 * What the controller wants to know of each bench, and of the one that it was made of, in as little as can cross at once: how many
 * samples, new points and columns; whether it is edited, of classes, held out; whether it has the other one's samples, new points and
 * columns; the rule for equal rows, and the id.
 *
 * @param {Bench} bench @param {Bench | null} like
 */
export function facts(bench, like) {
  const {X, external, columns, edited, classes, duplicates, id} = bench;
  const same = (...names) => like !== null && names.every((name) => bench[name] === like[name]);
  const samples = same("X", "y", "columns", "settings", "scaled") && !classes === !(/** @type {Bench} */ (like).classes);
  const said = [X.length, external.length, columns.length, ...[edited, classes, heldOut(bench), samples, same("external"), same("columns")].map((yes) => (yes ? 1 : 0)), duplicates, id];
  return {asked: asked(bench), said: said.join(" ")};
}

/** The external points whose outcome is known, as rows. */
export function knownRows({external}) {
  const rows = external.filter((e) => e.y !== null);
  return {X: rows.map((e) => e.x), y: rows.map((e) => e.y)};
}
