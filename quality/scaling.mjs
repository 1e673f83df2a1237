/**
 * The engine's scalings (docs/spec.md, section 1), for the methods it is compared
 * with.
 *
 * @typedef {"minmax" | "standard"} Scaling
 */

/** @type {Record<Scaling, (column: number[]) => {from: number, by: number}>} */
const kinds = {
  minmax(column) {
    const low = column.reduce((a, b) => Math.min(a, b));
    return {from: low, by: column.reduce((a, b) => Math.max(a, b)) - low};
  },
  standard(column) {
    const mean = column.reduce((a, b) => a + b) / column.length;
    return {from: mean, by: Math.sqrt(column.reduce((sum, v) => sum + (v - mean) ** 2, 0) / column.length)};
  },
};

/**
 * A function that scales rows as the samples X are scaled; a constant feature is
 * shifted only.
 *
 * @param {Scaling} kind
 * @param {number[][]} X
 * @returns {(rows: number[][]) => number[][]}
 */
export function scaling(kind, X) {
  const columns = X[0].map((_, j) => kinds[kind](X.map((row) => row[j])));
  return (rows) => rows.map((row) => row.map((v, j) => (v - columns[j].from) / (columns[j].by || 1)));
}
