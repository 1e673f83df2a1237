/**
 * k-NN in the plain: every distance is computed.
 *
 * @typedef {{row: number, distance: number}[]} Neighbours nearest first, equally near ones by row
 * @typedef {"uniform" | "1/d"} Weighting
 */

/**
 * The nearest samples of each query.
 *
 * @param {number[][]} X
 * @param {number[][]} queries
 * @param {number} count
 * @returns {Neighbours[]}
 */
export function nearest(X, queries, count) {
  return queries.map((query) => {
    const near = [];
    X.forEach((x, row) => {
      const found = {row, distance: distance(x, query)};
      if (near.length === count && found.distance >= near[count - 1].distance) return;
      let i = near.length < count ? near.push(found) - 1 : count - 1;
      for (; i > 0 && near[i - 1].distance > found.distance; i--) near[i] = near[i - 1];
      near[i] = found;
    });
    return near;
  });
}

/** @param {number[]} a @param {number[]} b */
export function distance(a, b) {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += (a[j] - b[j]) ** 2;
  return Math.sqrt(sum);
}

/**
 * The weighted mean of the k nearest samples' outcomes. Under 1/d samples at
 * distance 0 outweigh all others.
 *
 * @param {Neighbours} neighbours at least k
 * @param {number[][]} outcomes
 * @param {number} k
 * @param {Weighting} weighting
 */
export function answer(neighbours, outcomes, k, weighting) {
  const exact = neighbours[0].distance === 0;
  const sums = outcomes[0].map(() => 0);
  let total = 0;
  for (const {row, distance} of neighbours.slice(0, k)) {
    const weight = weighting === "uniform" ? 1 : exact ? Number(distance === 0) : 1 / distance;
    total += weight;
    outcomes[row].forEach((v, j) => (sums[j] += weight * v));
  }
  return sums.map((s) => s / total);
}
