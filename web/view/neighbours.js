/**
 * The usual alternative, for comparison: k nearest neighbours on the same points,
 * with the same scaling. Plain and exact; O(N M n).
 */
import {scaler} from "./bench.js";

/** The k nearest rows of X for each query, nearest first; leaveOut: query i is row i of X, and doesn't count. */
function nearest(X, queries, k, leaveOut) {
  return queries.map((q, at) => {
    const best = [];
    X.forEach((x, i) => {
      if (leaveOut && i === at) return;
      let d = 0;
      for (let j = 0; j < x.length; j++) d += (x[j] - q[j]) ** 2;
      if (best.length === k && d >= best[k - 1].d) return;
      let place = best.length;
      while (place > 0 && best[place - 1].d > d) place--;
      best.splice(place, 0, {d, i});
      if (best.length > k) best.pop();
    });
    return best.map((b) => b.i);
  });
}

function answer(neighbours, y, classes) {
  if (!classes) return neighbours.reduce((sum, i) => sum + y[i], 0) / neighbours.length;
  const votes = new Map(); // a tie goes to the class met first, the nearer
  for (const i of neighbours) votes.set(y[i], (votes.get(y[i]) ?? 0) + 1);
  let best = null;
  for (const [label, n] of votes) if (best === null || n > votes.get(best)) best = label;
  return best;
}

/**
 * Accuracy for classes, RMSE for values.
 *
 * @param {{X: number[][], y: any[], classes: any[] | null}} fit
 * @param {{X: number[][], y: any[]} | null} test null: the samples themselves, each left out
 */
export function neighboursScore({X, y, classes}, test, k = 5) {
  const queries = test ? test.X : X;
  const truth = test ? test.y : y;
  const found = nearest(X, queries, Math.min(k, X.length - (test ? 0 : 1)), !test);
  const answers = found.map((n) => answer(n, y, classes));
  if (classes) return answers.filter((a, i) => a === truth[i]).length / truth.length;
  return Math.sqrt(answers.reduce((sum, a, i) => sum + (a - truth[i]) ** 2, 0) / truth.length);
}

/** The external points whose outcome is known, as rows. */
export function knownRows({external}) {
  const rows = external.filter((e) => e.y !== null);
  return {X: rows.map((e) => e.x), y: rows.map((e) => e.y)};
}

/** The score of the five nearest neighbours for a bench, columns scaled by its samples. */
export function neighboursOf(bench, scale, test) {
  const apply = scaler(bench.X, scale);
  return neighboursScore({X: bench.X.map(apply), y: bench.y, classes: bench.classes}, test && {X: test.X.map(apply), y: test.y});
}
