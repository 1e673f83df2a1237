/**
 * How many figures of sections were held against something, and how that came
 * out.
 *
 * @param {any[]} sections
 * @returns {{same: number, slip: number, mismatch: number}}
 */
export function count(sections) {
  const counts = {same: 0, slip: 0, mismatch: 0};
  for (const {tables} of sections) for (const {rows} of tables) for (const {verdict} of rows.flat()) if (verdict) counts[verdict]++;
  return counts;
}
