/** The smallest and largest finite number; a plain loop, since spreading a hundred thousand overflows the stack. @returns {[number, number]} */
export function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const v of values) {
    if (!Number.isFinite(v)) continue;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return low <= high ? [low, high] : [0, 0];
}

/** As near to a number as a range is; infinite ends reach to its edge. @param {number} v @param {[number, number]} range */
export const within = (v, [low, high]) => Math.min(high, Math.max(low, v));
