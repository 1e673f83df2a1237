/** Folds as the API's crossValidate deals them, and the figures of folds. */

/** A permutation of 0 to n-1, as docs/spec.md has it: Fisher and Yates, from splitmix64 with seed 0. */
function shuffled(n) {
  const order = Array.from({length: n}, (_, i) => i);
  const cut = (v) => BigInt.asUintN(64, v);
  let seed = 0n;
  for (let i = n - 1; i > 0; i--) {
    seed = cut(seed + 0x9e3779b97f4a7c15n);
    let z = cut((seed ^ (seed >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = cut((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    z ^= z >> 31n;
    const j = Number((z * BigInt(i + 1)) >> 64n);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Which fold each sample is in: class by class, in the order of the shuffle. */
export function dealt({y, classes}, folds) {
  const order = shuffled(y.length);
  if (classes) {
    const rank = new Map([...new Set(y)].sort().map((label, i) => [label, i]));
    order.sort((a, b) => rank.get(y[a]) - rank.get(y[b]));
  }
  const fold = new Array(y.length);
  order.forEach((row, i) => (fold[row] = i % folds));
  return fold;
}

/** Accuracy for classes, RMSE for values; of the answers to some rows. */
export function figureOf(answers, truth, classes) {
  if (classes) return answers.filter((a, i) => a === truth[i]).length / truth.length;
  return Math.sqrt(answers.reduce((sum, a, i) => sum + (a - truth[i]) ** 2, 0) / truth.length);
}

/** The standard deviation of folds' figures. */
export function deviation(figures) {
  const mean = figures.reduce((a, b) => a + b) / figures.length;
  return Math.sqrt(figures.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (figures.length - 1));
}
