/** The figures of answers, and of folds. */

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
