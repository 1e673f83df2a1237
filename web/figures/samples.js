/** The samples that a picture shows: the given ones, or those in the model's file. */
import {encoded} from "../scene/columns.js";

/** @returns {Promise<{X: number[][], y: any[]}>} */
export async function samplesOf(model, X, y) {
  if (plain(X) && y !== undefined && y !== null && rowCount(X) === model.sampleCount) return {X: rowsOf(X, model.featureCount), y: outcomesOf(y)};
  // For row objects, omitted rows, or no samples at all, the model's file has the fitted samples.
  const file = JSON.parse(await model.save());
  if (!file.X) throw new TypeError("An ensemble has two sets of samples: draw its members, or give X and y.");
  return {X: rowsOf(file.X, model.featureCount), y: outcomesOf(file.y)};
}

/**
 * Encodes query rows as features: row objects are read in the same way as in the fit.
 *
 * @returns {any[]} rows without names are returned unchanged
 */
export function asFeatures(model, external) {
  if (!Array.isArray(external)) return external ?? [];
  return external.map((row, i) => {
    if (row === null || typeof row !== "object" || typeof row.length === "number") return row;
    if (!model.columns?.[0]?.name) throw new TypeError(`external row ${i} has names, and the model's rows have none. Give a list of ${model.featureCount} numbers.`);
    return model.columns.flatMap(({name, categories, means, gap}) => {
      const present = (features) => (gap ? [...features, 0] : features);
      const value = Object.hasOwn(row, name) ? row[name] : undefined;
      if (value === null && means) return Array.from(means);
      if (!categories && (typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value))))) return present([Number(value)]);
      if (categories && typeof value === "string") return present(encoded(categories, value)); // a new text is in no category
      throw new TypeError(`external row ${i}, column ${name}: ${JSON.stringify(value) ?? "nothing"} is not a ${categories ? "text" : "number"}. Give one${means ? ", or null where it is missing" : ""}.`);
    });
  });
}

/** The outcomes as a list; rows of one number are one output. @param {any} y @returns {any[]} */
export function outcomesOf(y) {
  return Array.from(isPacked(y) ? rowsOf(y, y.columns) : y, (v) => (typeof v === "object" && v?.length === 1 ? v[0] : v));
}

/** Whether X contains only numbers, in one of the forms that fit takes. */
const plain = (X) => Boolean(X) && (ArrayBuffer.isView(X) || isPacked(X) || (Array.isArray(X) && (typeof X[0] === "number" || Array.isArray(X[0]) || ArrayBuffer.isView(X[0]))
  && X.every((row) => typeof row === "number" || Array.from(row).every((v) => typeof v === "number"))));
const isPacked = (X) => ArrayBuffer.isView(X?.data) && Number.isInteger(X.rows);
const rowCount = (X) => X.rows ?? X.length;

/**
 * Converts any form of numbers to rows.
 *
 * @param {number} features
 * @returns {number[][]}
 */
export function rowsOf(X, features) {
  if (!X) return [];
  if (isPacked(X)) return Array.from({length: X.rows}, (_, i) => Array.from(X.data.subarray(i * X.columns, (i + 1) * X.columns)));
  const rows = Array.from(X, (row) => (typeof row === "number" ? [row] : Array.from(row)));
  for (const [i, row] of rows.entries()) {
    if (row.length !== features || row.some((v) => !Number.isFinite(v))) throw new TypeError(`Row ${i} is not a row of ${features} numbers.`);
  }
  return rows;
}

/** A row as explain and attributions take one: of one feature its number, since a list would be so many rows. @param {any} x */
export const oneRow = (x) => (x.length === 1 ? x[0] : x);

const given = new WeakMap();

/** Names for the features of a model that was fitted on numbers alone. @param {any} model @param {string[]} names */
export function nameFeatures(model, names) {
  if (!Array.isArray(names) || names.length !== model.featureCount || !names.every((n) => typeof n === "string" && n)) throw new TypeError(`names is ${JSON.stringify(names)}. Give a list of ${model.featureCount} names.`);
  given.set(model, names);
}

export const hasNames = (model) => given.has(model);

/** Names for the columns: the given ones, the model's, or x₁, x₂, … */
export function namesOf(model) {
  if (given.has(model)) return given.get(model);
  const named = model.columns?.flatMap((c, i) => [...(c.categories ? c.categories.map((text) => `${c.name} = ${text}`) : [c.name ?? `x${i + 1}`]), ...(c.gap ? [`${c.name ?? `x${i + 1}`} is missing`] : [])]);
  return named?.length === model.featureCount ? named : Array.from({length: model.featureCount}, (_, i) => (model.featureCount === 1 ? "x" : `x${"₁₂₃₄₅₆₇₈₉"[i] ?? i + 1}`));
}
