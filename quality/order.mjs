/** How far answers depend on the order of the rows: the same split fitted in eight orders, and in one where its outcomes take turns. */
import * as xaia from "../dist/npm/xaia.mjs";
import {shuffled} from "../web/test/data.mjs";
import {classesOf} from "./outcomes.mjs";
import {boundedSplit, readAny} from "./real.mjs";
import {pick} from "./splits.mjs";
import {mean} from "./statistics.mjs";
import {shown, table} from "./table.mjs";

const orders = 8;

/** @param {number[]} list */
const middle = (list) => Float64Array.from(list).sort()[list.length >> 1];

/** Rows in turn by class, or by thirds of the outcomes. @param {(string | number)[]} y */
function inTurn(y) {
  const group = new Map();
  if (typeof y[0] === "number") [...y.keys()].sort((a, b) => Number(y[a]) - Number(y[b])).forEach((row, i) => group.set(row, Math.floor((3 * i) / y.length)));
  const turns = new Map();
  const place = y.map((outcome, row) => {
    const of = group.get(row) ?? outcome;
    turns.set(of, (turns.get(of) ?? 0) + 1);
    return turns.get(of);
  });
  const rank = (/** @type {number} */ row) => group.get(row) ?? y[row];
  return [...y.keys()].sort((a, b) => place[a] - place[b] || (rank(a) < rank(b) ? -1 : Number(rank(a) > rank(b))));
}

/**
 * One seeded split of a table.
 *
 * @param {string} name
 * @param {number} seed
 * @param {number} [digits]
 */
export async function reordered(name, seed, digits) {
  const {X, y} = readAny(name, digits);
  const classes = classesOf(y);
  const measure = /** @type {"accuracy" | "rmse"} */ (classes ? "accuracy" : "rmse");
  const rows = boundedSplit(y, seed);
  const [queries, truth] = [pick(X, rows.held), pick(y, rows.held)];
  const fitted = async (/** @type {number[]} */ order) => {
    const list = pick(rows.fitting, order);
    const model = await xaia.fit(pick(X, list), pick(y, list), {duplicates: classes ? "majority" : "mean", missing: "mean"});
    const {[measure]: figure} = await model.evaluate(queries, truth);
    const answers = classes ? await model.scores(queries) : (await model.predict(queries)).map((v) => [v]);
    const of = model.classes;
    const right = truth.map((outcome) => (of ? of.map((c) => Number(c === outcome)) : [Number(outcome)]));
    const chosen = JSON.stringify([model.relevance !== null, model.interpolation]);
    model.dispose();
    return {figure, answers, right, chosen};
  };
  const n = rows.fitting.length;
  const models = [];
  for (let i = 0; i < orders; i++) models.push(await fitted(shuffled(n, 1000 + i)));
  const apart = (/** @type {ArrayLike<number>[]} */ a, /** @type {ArrayLike<number>[]} */ b) => a.map((row, i) => Math.hypot(...Array.from(row, (v, k) => v - b[i][k])));
  const error = mean(models.map(({answers, right}) => Math.sqrt(mean(apart(answers, right).map((d) => d * d)))));
  const moved = models.flatMap((a, i) => models.slice(0, i).map((b) => middle(apart(a.answers, b.answers))));
  return {
    measure,
    figures: models.map(({figure}) => figure),
    moved: mean(moved) / error,
    chosen: new Set(models.map(({chosen}) => chosen)).size,
    turns: (await fitted(inTurn(pick(y, rows.fitting)))).figure,
  };
}

/** The splits of one table together. @param {string} name @param {Awaited<ReturnType<typeof reordered>>[]} splits */
export const reorderedTogether = (name, splits) => ({name, splits});

/** @param {ReturnType<typeof reorderedTogether>[]} list */
export const orderTable = (list) => `## The order of the rows

Each split is fitted in ${orders} orders. The error of the best and the worst of them, and with rows that take turns by class (or by thirds of the
outcomes), as means over the splits; how far an answer moves between two orders (the median over the held-out samples, divided by the root mean
squared error, of class scores for classes); and how many different choices of relevance and interpolation there were.

${table(
  ["table", "best", "worst", "in turn", "moved", "choices"],
  list.map(({name, splits}) => {
    const {measure} = splits[0];
    const over = (/** @type {(s: typeof splits[0]) => number} */ of) => mean(splits.map(of));
    const [low, high] = [over((s) => Math.min(...s.figures)), over((s) => Math.max(...s.figures))];
    return [name, ...(measure === "rmse" ? [low, high] : [high, low]).map((v) => shown(measure, v)), shown(measure, over((s) => s.turns)), over((s) => s.moved).toFixed(3), splits.map((s) => s.chosen).join(", ")];
  }),
)}

The median of the column "moved" is ${middle(list.map(({splits}) => mean(splits.map((s) => s.moved)))).toFixed(3)}, the largest ${Math.max(...list.map(({splits}) => mean(splits.map((s) => s.moved)))).toFixed(3)}.`;
