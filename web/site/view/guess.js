/** What to learn of a table's columns, and what to know before. */
import {extent} from "../../ui/extent.js";
import {limits} from "./limits.js";
import {plural} from "../../ui/words.js";

/** @typedef {import("./pagetable.js").Table} Table */

/** Names that targets often have, as words of a column's name. */
const targets = /(^|[^a-z])(target|class|label|outcome|response|species|variety|price|medv|diagnosis|survived|quality|churn|income|salary|charges|mpg|damage)($|[^a-z])/i;

/** Names of columns that say when or which, and are seldom asked for. */
const times = /(^|[^a-z])(year|month|week|weekday|day|hour|minute|date|time)($|[^a-z])/i;

/** Classes where a column is text, or few whole numbers. */
export const looksLikeClasses = ({kind, values, categories}) =>
  kind === "text" || (categories.length <= 10 && categories.length * 4 <= values.length && values.every((v) => v === null || Number.isInteger(v)));

/** How often each value comes. @param {any[]} values @returns {Map<any, number>} */
export function counted(values) {
  const times = new Map();
  for (const v of values) times.set(v, (times.get(v) ?? 0) + 1);
  return times;
}

/** How many of a column's rows have its most frequent value, as a share. */
const mostFrequent = ({values}) => extent(counted(values).values())[1] / values.length;

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

/**
 * What to begin with where a series is wanted, a number over another: time, or the first number, and the next one; the first texts are the names of its stretches. Null
 * where there are no two numbers, or time doesn't rise from row to row.
 *
 * @param {Table} table
 */
export function guessSeries({columns}) {
  const numbers = columns.flatMap((c, i) => (c.kind === "text" || c.missing * 2 > c.values.length ? [] : [i]));
  const over = numbers.find((i) => columns[i].kind === "date" || times.test(columns[i].name)) ?? numbers[0];
  const values = numbers.filter((i) => i !== over && columns[i].kind === "number");
  const target = values.find((i) => i > over) ?? values[0];
  if (target === undefined || !rises(columns[over].values.filter((v) => v !== null))) return null;
  return {target, features: [over], classes: false, missing: "drop", names: columns.findIndex((c) => c.kind === "text" && c.missing < c.values.length)};
}

const rises = (values) => values.every((v, i) => i === 0 || v > values[i - 1]);

/** The column whose texts are the rows' names: one that is different in nearly each row, and isn't of digits alone; else none, -1. */
const firstNames = ({columns}) => columns.findIndex((c) => c.type === "id" && c.missing * 10 <= c.values.length && c.values.some((v) => v !== null && /\p{L}/u.test(v)));

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
  else if (outcome.missing) said.push(`${plural(outcome.missing, "row")} without “${outcome.name}” ${outcome.missing === 1 ? "is" : "are"} answered, not learned.`);
  return said;
}
