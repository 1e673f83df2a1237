/** What it is worth to know that a value is missing: gaps as a feature, beside their column's mean alone. */
import {crossValidate} from "../dist/npm/xaia.mjs";
import {random, shuffled} from "../web/test/data.mjs";
import {readAny} from "./real.mjs";
import {pick} from "./splits.mjs";
import {mean} from "./statistics.mjs";

/** Tables with gaps of their own. */
export const withGaps = ["titanic (carData)", "horse colic (VIM)", "air, temperature (R)", "air, ozone (R)", "pima (mlbench)", "ozone (mlbench)", "credit (modeldata)"];
/** Tables into which gaps are made. */
export const without = ["iris", "wine", "cancer", "boston", "diabetes", "glass (MASS)", "wages (AER)", "salaries (carData)", "mpg, highway (ggplot2)", "concrete (modeldata)"];

const [most, lacking, drawings] = [400, 0.2, 2];

/** Whether a cell becomes a gap, by its row and column: each way makes about the same share. @type {Record<string, (X: any[], y: any[]) => (i: number, c: string) => number>} */
const ways = {
  "at random": () => () => lacking,
  "by value": (X) => {
    const cut = Object.fromEntries(Object.keys(X[0]).map((c) => [c, upper(X.map((row) => row[c]))]));
    return (i, c) => (cut[c](X[i][c]) ? 2 * lacking : 0);
  },
  "by outcome": (_, y) => {
    const high = upper(y);
    return (i) => (high(y[i]) ? 2 * lacking : 0);
  },
};

/** The upper half: numbers above the median, of texts those that half of the rows have, the most frequent first. @param {any[]} values */
function upper(values) {
  const known = values.filter((v) => v !== null);
  if (typeof known[0] !== "string") {
    const median = known.sort((a, b) => a - b)[known.length >> 1];
    return (v) => v > median;
  }
  const times = new Map();
  for (const v of known) times.set(v, (times.get(v) ?? 0) + 1);
  const often = [...times].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const half = new Set();
  for (let rows = 0; rows * 2 < known.length; rows += often[half.size - 1][1]) half.add(often[half.size][0]);
  return (v) => half.has(v);
}

/** Rows with gaps made in them. @param {any[]} X @param {any[]} y @param {string} way @param {number} seed */
function punched(X, y, way, seed) {
  const next = random(seed), share = ways[way](X, y);
  return X.map((row, i) => Object.fromEntries(Object.entries(row).map(([c, v]) => [c, next() < share(i, c) ? null : v])));
}

/**
 * @param {{name: string, way: string}} what
 * @param {{seeds: number[]}} extent
 * @param {(what: string) => void} progress
 */
export async function gaps({name, way}, {seeds}, progress) {
  const all = readAny(name), of = {mean: [], "as it is": [], clean: []}, right = {mean: [], "as it is": [], clean: []};
  let missing = 0, cells = 0;
  for (const seed of seeds.slice(0, drawings)) {
    progress(`${name}, gaps ${way || "of its own"}, seed ${seed}`);
    const rows = shuffled(all.X.length, seed).slice(0, most), y = pick(all.y, rows);
    const whole = pick(all.X, rows).map((row) => (Array.isArray(row) ? Object.fromEntries(row.map((v, j) => [`x${j}`, v])) : row));
    const X = way ? punched(whole, y, way, seed) : whole;
    for (const row of X) for (const v of Object.values(row)) (cells += 1), (missing += Number(v === null));
    for (const rule of Object.keys(of)) {
      const how = rule === "clean" ? {clean: true, columns: Object.keys(X[0])} : {missing: rule, duplicates: typeof y[0] === "string" ? "majority" : "mean"};
      const m = await crossValidate(X, y, {...how, folds: 5, seed});
      of[rule].push(m.rmse);
      if (m.accuracy !== undefined) right[rule].push(m.accuracy);
    }
  }
  return {name, way, missing: missing / cells, mean: mean(of.mean), kept: beside(of.mean, of["as it is"], right.mean, right["as it is"]), clean: beside(of.mean, of.clean, right.mean, right.clean)};
}

/** Errors beside others: their factor, from the least to the greatest, and how many more answers are right. */
function beside(before, now, rightBefore, right) {
  const ratios = now.map((e, i) => e / before[i]);
  return {factor: Math.exp(mean(ratios.map(Math.log))), least: Math.min(...ratios), greatest: Math.max(...ratios), right: right.length ? mean(right) - mean(rightBefore) : null};
}

/** What is measured: tables with their own gaps, and others with gaps of each way. */
export const punchedTables = [...withGaps.map((name) => ({name, way: ""})), ...Object.keys(ways).flatMap((way) => without.map((name) => ({name, way})))];

/** @param {Awaited<ReturnType<typeof gaps>>[]} list */
export function gapsTable(list) {
  const factor = (v) => v.toFixed(3), points = (v) => (v === null ? "" : `${v < 0 ? "−" : "+"}${(100 * Math.abs(v)).toFixed(1)}`);
  const cells = ({factor: f, least, greatest, right}) => [factor(f), `${factor(least)} to ${factor(greatest)}`, points(right)];
  const together = (way) => {
    const some = list.filter((m) => m.way === way);
    const of = (rule) => [`**${factor(Math.exp(mean(some.map((m) => Math.log(m[rule].factor)))))}**`, `${factor(Math.min(...some.map((m) => m[rule].factor)))} to ${factor(Math.max(...some.map((m) => m[rule].factor)))}`, points(mean(some.flatMap((m) => m[rule].right ?? [])))];
    return [`**all, gaps ${way || "of their own"}**`, "", "", ...of("kept"), ...of("clean")];
  };
  return [
    "## Gaps",
    "",
    `Five folds of at most ${most} rows, ${drawings} drawings of rows, gaps and folds. Error under \`missing: "mean"\`: the root of the mean squared one, of scores for classes; the factor of it under \`missing: "as it is"\` and under \`clean: true\`, in the geometric mean, and of the drawings (in the bold rows: of the tables); and by how many points more answers are right.`,
    "",
    ["table", "cells missing", "error, mean", "as it is", "from", "right", "clean", "from", "right"],
    ["---", ...Array(8).fill("---:")],
    ...["", ...Object.keys(ways)].flatMap((way) => [
      ...list.filter((m) => m.way === way).map((m) => [`${m.name}${way && `, ${way}`}`, `${(100 * m.missing).toFixed(0)} %`, m.mean.toPrecision(3), ...cells(m.kept), ...cells(m.clean)]),
      together(way),
    ]),
  ].map((row) => (Array.isArray(row) ? `| ${row.join(" | ")} |` : row)).join("\n");
}
