/** Tables of thousands of rows: what relevance, learned from 1024 of them, does to the answers. */
import * as xaia from "../dist/npm/xaia.mjs";
import {answer, nearest} from "./knn.mjs";
import {line, logistic} from "./linear.mjs";
import {classesOf, encoded, figures} from "./outcomes.mjs";
import {readAny} from "./real.mjs";
import {scaling} from "./scaling.mjs";
import {pick, split} from "./splits.mjs";
import {features} from "./tables.mjs";
import {shown, table} from "./table.mjs";
import {forest} from "./trees.mjs";

const mostHeld = 2000;

/** @type {[string, number][]} a table, and how many of its rows are fitted */
export const largeTables = [
  ["diamonds, price", 5000], ["diamonds, price", 20000], ["diamonds, price", 48000],
  ["diamonds, cut", 5000], ["diamonds, cut", 20000],
  ["olympians, weight", 6000], ["olympians, sex", 6000],
];

/** @param {[string, number]} what @param {(what: string) => void} progress */
export async function large([name, rows], progress) {
  const {X, y} = readAny(name);
  const classes = classesOf(y);
  const measure = /** @type {"accuracy" | "rmse"} */ (classes ? "accuracy" : "rmse");
  const {fitting, held} = split(y, Math.min(0.9, rows / y.length), 1);
  const [x, t, queries, truth] = [pick(X, fitting), pick(y, fitting), pick(X, held.slice(0, mostHeld)), pick(y, held.slice(0, mostHeld))];
  const fitted = async (/** @type {boolean | "auto"} */ relevance) => {
    const from = performance.now();
    const model = await xaia.fit(x, t, {relevance, missing: "mean", duplicates: classes ? "majority" : "mean"});
    const seconds = (performance.now() - from) / 1000;
    const {[measure]: figure} = await model.evaluate(queries, truth);
    const {columns} = model;
    model.dispose();
    return {figure, seconds, columns};
  };
  const [plain, untouched, learned] = [await fitted(false), await fitted("auto"), await fitted(true)];
  const [from, asked] = [features(plain.columns, x), features(plain.columns, queries)];
  const [outcomes, outcome] = [encoded(t, classes), encoded(truth, classes)];
  const judged = (/** @type {number[][]} */ list) => figures(list, outcome)[measure];
  const scaled = scaling("standard", from);
  const near = nearest(scaled(from), scaled(asked), 5).map((list) => answer(list, outcomes, 5, "1/d"));
  const rivals = [near, (classes ? logistic : line)(from, outcomes, asked), forest(from, outcomes, classes !== null, asked, 1)].map(judged);
  progress(`measured: ${name}, ${rows} rows`);
  return {name, measure, fitted: x.length, figures: [plain.figure, untouched.figure, learned.figure, ...rivals], seconds: [plain.seconds, untouched.seconds]};
}

/** @param {Awaited<ReturnType<typeof large>>[]} list */
export const largeTable = (list) => `## Larger tables

Accuracy of classes (higher is better), RMSE of numbers (lower is better), on at most ${mostHeld} held-out rows of one seeded split.
k-NN has k = 5, weights 1/d and standardized features. The last columns are the seconds of a fit in Node.

${table(
  ["table", "fitted", "without relevance", "untouched", "relevance: true", "k-NN", "line, logistic", "forest", "fit without, s", "fit untouched, s"],
  list.map(({name, measure, fitted, figures, seconds}) => [name, String(fitted), ...figures.map((v) => shown(measure, v)), ...seconds.map((s) => s.toFixed(1))]),
)}`;
