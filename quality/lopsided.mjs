/** Skewed outcomes that are never below 0, such as incomes: intervals as they are beside lopsided ones. */
import * as xaia from "../dist/npm/xaia.mjs";
import {boundedSplit, readAny} from "./real.mjs";
import {pick} from "./splits.mjs";
import {mean} from "./statistics.mjs";
import {table} from "./table.mjs";

export const skewedTables = [
  "incomes (laeken)", "earnings (laeken)", "incomes, borrowers (modeldata)", "salaries, developers (modeldata)", "wages (AER)", "wages, Canada (carData)",
  "houses (AER)", "houses, Sacramento (modeldata)", "ames (modeldata)", "diamonds, price", "visits to doctors (AER)", "visits, aged (AER)",
];

const coverage = 0.9;

/** One split of a table: of intervals of each kind how many hold the outcome, miss it on each side and begin below 0, and how wide they are. @param {string} name @param {number} seed */
export async function skewed(name, seed) {
  const {X, y} = readAny(name);
  const {fitting, held} = boundedSplit(y, seed), truth = pick(y, held);
  const plain = await xaia.fit(pick(X, fitting), pick(y, fitting), {missing: "mean", duplicates: "mean"});
  const of = async (lopsided) => {
    const model = await plain.calibrate({folds: 10, seed, lopsided}), found = await model.predictInterval(pick(X, held), {coverage});
    model.dispose();
    const share = (is) => mean(found.map(([low, high], i) => Number(is(low, high, truth[i]))));
    return {
      inside: share((low, high, v) => low <= v && v <= high), below: share((low, high, v) => v < low), above: share((low, high, v) => v > high),
      negative: share((low) => low < 0), width: mean(found.map(([low, high]) => high - low)), possible: mean(found.map(([low, high]) => Math.max(high, 0) - Math.max(low, 0))),
    };
  };
  const split = {even: await of(false), lopsided: await of(true)};
  plain.dispose();
  return split;
}

/** @param {string} name @param {Awaited<ReturnType<typeof skewed>>[]} splits */
export const skewedTogether = (name, splits) => ({
  name, ...Object.fromEntries(["even", "lopsided"].map((kind) => [kind, Object.fromEntries(Object.keys(splits[0][kind]).map((what) => [what, mean(splits.map((s) => s[kind][what]))]))])),
});

/** @param {any[]} list of skewedTogether */
export function skewedTable(list) {
  const percent = (v) => (100 * v).toFixed(1), factor = (a, b) => (a / b).toFixed(2);
  return `## Skewed outcomes

Held-out samples of tables whose outcomes are never below 0; intervals of coverage ${coverage}, calibrated with ten folds, as they are and \`lopsided\`. In %: intervals that hold the outcome; outcomes below and above their interval; intervals that begin below 0. Width: of the lopsided intervals in those as they are, whole, and of the part from 0 on.

${table(
  ["table", "inside", "lopsided", "below, above", "lopsided", "begin below 0", "lopsided", "width", "from 0 on"],
  list.map(({name, even, lopsided}) => [
    name, percent(even.inside), percent(lopsided.inside), `${percent(even.below)}, ${percent(even.above)}`, `${percent(lopsided.below)}, ${percent(lopsided.above)}`,
    percent(even.negative), percent(lopsided.negative), factor(lopsided.width, even.width), factor(lopsided.possible, even.possible),
  ]),
)}`;
}
