/** Data sets as the tables of the paper use them. */

/**
 * @param {string} text a header, the features, the target last
 * @returns {{X: number[][], y: number[]}}
 */
export function regression(text) {
  const rows = text.trim().split("\n").slice(1).map((line) => line.split(",").map(Number));
  return {X: minmax(rows.map((row) => row.slice(0, -1))), y: rows.map((row) => row.at(-1))};
}

/** Every column on [0, 1] over all rows, as the paper has it. @param {number[][]} X */
function minmax(X) {
  const low = X[0].map((_, j) => Math.min(...X.map((row) => row[j])));
  const high = X[0].map((_, j) => Math.max(...X.map((row) => row[j])));
  return X.map((row) => row.map((v, j) => (high[j] === low[j] ? v - low[j] : (v - low[j]) / (high[j] - low[j]))));
}
