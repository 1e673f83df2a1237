/** @param {number[]} list */
export const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

/** The standard error of the mean. @param {number[]} list at least two */
export function standardError(list) {
  const m = mean(list);
  return Math.sqrt(list.reduce((sum, v) => sum + (v - m) ** 2, 0) / (list.length - 1) / list.length);
}
