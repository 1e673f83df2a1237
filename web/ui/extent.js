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
