/**
 * The decision tree that the tables are compared with, from a library. It is
 * grown until every leaf is one value, as scikit-learn's: the library's own
 * defaults stop at three samples, and before a split without error.
 *
 * @param {any} DecisionTreeRegression of ml-cart
 */
export const treeOf = (DecisionTreeRegression) => (X, y, queries) => {
  const model = new DecisionTreeRegression({minNumSamples: 1, gainThreshold: -1});
  model.train(X, y);
  return model.predict(queries);
};
