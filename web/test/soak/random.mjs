/**
 * All random choices of a soak, so that its seed is enough to repeat it
 * (mulberry32).
 *
 * @param {number} seed
 */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (n) => Math.floor(next() * n);
  return {
    next, below,
    between: (low, high) => low + below(high - low + 1),
    chance: (p) => next() < p,
    one: (list) => list[below(list.length)],
    /** @param {number} n @param {number} k k different numbers below n, in order */
    some: (n, k) => {
      const left = Array.from({length: n}, (_, i) => i);
      while (left.length > k) left.splice(below(left.length), 1);
      return left;
    },
  };
}
