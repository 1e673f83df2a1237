/** The decision tree that the tables are compared with, from a library. */
import {DecisionTreeRegression} from "ml-cart";

/**
 * Fits a tree and predicts. It is grown until every leaf is one value, as
 * scikit-learn's: the library's own defaults stop at three samples, and before a
 * split without error.
 *
 * @param {number[][]} X
 * @param {number[]} y
 * @param {number[][]} queries
 * @returns {number[]}
 */
export function tree(X, y, queries) {
  const model = new DecisionTreeRegression({minNumSamples: 1, gainThreshold: -1});
  model.train(X, y);
  return model.predict(queries);
}
