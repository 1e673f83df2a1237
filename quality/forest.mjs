import {createRequire} from "node:module";
import {random} from "../web/test/data.mjs";

const {IsolationForest} = createRequire(new URL("../web/package.json", import.meta.url))("ml-isolation-forest");

/**
 * The anomaly scores of the queries by an isolation forest of 100 trees. The
 * package draws from Math.random, which is seeded meanwhile.
 *
 * @param {number[][]} X
 * @param {number[][]} queries
 * @param {number} seed
 * @returns {number[]}
 */
export function isolation(X, queries, seed) {
  const forest = new IsolationForest({nEstimators: 100});
  const unseeded = Math.random;
  Math.random = random(seed);
  try {
    forest.train(X);
  } finally {
    Math.random = unseeded;
  }
  return forest.predict(queries);
}
