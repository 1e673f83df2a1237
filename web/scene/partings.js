/** What the trees of a model's forest say about an answer: who answers alike, and what parts the row from those nearby. */
import {called} from "../ui/names.js";
import {extent} from "../ui/extent.js";
import {short} from "../ui/words.js";
import {tableColumns} from "./columns.js";

/** Samples beside the row at a threshold: those that the engine has compared it with. */
const most = 8;

/**
 * In words: each tree is a list of questions.
 *
 * @param {any} bench @param {number[] | null} row @param {any} answer what explain gave @param {number} trees of the forest
 */
export function inTrees(bench, row, {neurons, forest}, trees) {
  if (!row || !(forest?.share > 0)) return null;
  const like = neurons.reduce((a, b) => (b.trees > a.trees ? b : a));
  const parted = forest.apart.map(({column, threshold, above}) => {
    const {name, texts, places} = columnOf(bench, column);
    if (texts) return `${name} is ${above ? "" : "not "}${texts[places.indexOf(column)]}`;
    return `${name} ${short(row[column])} is ${above ? "above" : "not above"} ${short(threshold)}`;
  });
  const same = `It gives the same answers as ${called(like.samples, bench)} in ${like.trees} of ${trees} lists of questions.`;
  return `${same}${parted.length ? ` What parts it most often from the samples nearby: ${parted.join("; ")}.` : ""}`;
}

const columnOf = (bench, column) => tableColumns(bench).find((c) => c.places.includes(column));

/**
 * The thresholds of numbers among these, each on its column from the least value to the largest: places are from 0 to 1.
 *
 * @param {any} bench @param {number[] | null} row @param {any} answer
 */
export function thresholds(bench, row, {neurons, forest}) {
  if (!row || !(forest?.share > 0)) return [];
  return forest.apart.filter(({column}) => !columnOf(bench, column).texts).map(({column, threshold}) => {
    const samples = neurons.slice(0, most).map((n) => bench.X[n.samples[0]][column]);
    const [low, high] = extent([row[column], threshold, ...bench.X.map((x) => x[column])]);
    const place = (v) => (high > low ? (v - low) / (high - low) : 0.5);
    const beyond = samples.filter((v) => v > threshold !== row[column] > threshold).length;
    return {
      name: columnOf(bench, column).name, threshold: short(threshold), at: place(threshold), row: place(row[column]), samples: samples.map(place),
      said: `${columnOf(bench, column).name}: this row is ${row[column] > threshold ? "above" : "not above"} ${short(threshold)}, and so are ${samples.length - beyond} of the ${samples.length} samples nearby`,
    };
  });
}
