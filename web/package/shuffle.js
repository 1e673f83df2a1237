/** A permutation by Fisher and Yates, from mulberry32 of the seed: the same on every platform. @param {number} n @param {number} seed */
export function shuffled(n, seed) {
  let state = seed ^ Math.floor(seed / 2 ** 32);
  const draw = () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
  const order = Array.from({length: n}, (_, row) => row);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(draw() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** So many of n rows, ascending. By chance: evenly spaced ones of rows in turn would all be of one class or sensor. @param {number} n @param {number} wanted */
export const drawn = (n, wanted) => Int32Array.from(shuffled(n, 0).slice(0, wanted)).sort();
