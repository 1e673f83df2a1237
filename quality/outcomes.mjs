/** Outcomes as rows of numbers, so that votes and means are the same computation: labels one-hot, a number as itself. */

/**
 * @param {(string | number)[]} y
 * @param {string[] | null} classes sorted; null for numbers
 */
export const encoded = (y, classes) => y.map((v) => (classes ? classes.map((c) => Number(c === v)) : [Number(v)]));

/** @param {(string | number)[]} y @returns {string[] | null} */
export const classesOf = (y) => (typeof y[0] === "string" ? /** @type {string[]} */ ([...new Set(y)].sort()) : null);

/** The class with the highest score, the first on ties, as the engine has it. @param {number[]} scores */
export const winner = (scores) => scores.indexOf(scores.reduce((a, b) => Math.max(a, b)));

/**
 * @param {number[][]} answers
 * @param {number[][]} truth
 * @returns {{accuracy: number, rmse: number}} accuracy has no meaning for numbers
 */
export function figures(answers, truth) {
  let right = 0;
  let squares = 0;
  answers.forEach((answer, i) => {
    right += Number(winner(answer) === winner(truth[i]));
    answer.forEach((v, j) => (squares += (v - truth[i][j]) ** 2));
  });
  return {accuracy: right / answers.length, rmse: Math.sqrt(squares / (answers.length * truth[0].length))};
}
