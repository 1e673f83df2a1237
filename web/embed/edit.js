/**
 * Edits of the samples by keys, as changes of a widget's options. Delete removes the
 * selected point; 1 to 6 make it a fitting sample of that class, as on the page.
 */
import {outcomesOf, rowsOf} from "../figures/samples.js";

/**
 * @param {string} key
 * @param {{x: any, sample: number | null, external: number | null}} at the selected point
 * @param {{X: any, y: any, external: any[]}} state
 * @param {any} model
 * @returns {{X?: number[][], y?: any[], external?: any[], selected?: any} | null} null if the key has no effect
 */
export function edited(key, at, state, model) {
  const external = without(state.external ?? [], at.external);
  if ((key === "Delete" || key === "Backspace") && at.external !== null) return {external, selected: null};
  const label = /^[1-6]$/.test(key) ? model.classes?.[Number(key) - 1] : undefined;
  // Row objects, and fits that omitted rows, are numbered differently from the samples of the picture.
  const rows = Array.isArray(state.X) && state.X.length === model.sampleCount ? numbers(state.X, model.featureCount) : null;
  if (!rows) return null;
  const y = outcomesOf(state.y);
  if (key === "Delete" || key === "Backspace") {
    if (at.sample === null || rows.length === 1) return null;
    return {X: without(rows, at.sample), y: without(y, at.sample), selected: null};
  }
  if (label === undefined) return null;
  if (at.sample !== null) return {X: rows, y: y.map((old, i) => (i === at.sample ? label : old)), selected: {sample: at.sample}};
  return {X: [...rows, Array.from(at.x)], y: [...y, label], external, selected: {sample: rows.length}};
}

const without = (list, at) => list.filter((_, i) => i !== at);

function numbers(X, features) {
  try {
    return rowsOf(X, features);
  } catch {
    return null;
  }
}
