import {readFileSync} from "node:fs";
import {testdata} from "./helpers.mjs";
import {dice} from "./soak/random.mjs";

/** A set of testdata/data: X, and y as numbers or as texts. */
export function dataset(name) {
  const [header, ...lines] = readFileSync(new URL(`data/${name}.csv`, testdata), "utf8").trim().split("\n");
  const rows = lines.map((line) => line.split(","));
  const columns = header.split(",").slice(0, -1);
  const numbers = ["boston", "diabetes"].includes(name);
  return {
    columns,
    X: rows.map((row) => row.slice(0, -1).map(Number)),
    y: rows.map((row) => (numbers ? Number(row.at(-1)) : row.at(-1))),
  };
}

/** Min-max scaling over all rows given, as the paper's tables have it. */
export function minmax(X) {
  const low = X[0].map((_, j) => Math.min(...X.map((row) => row[j])));
  const high = X[0].map((_, j) => Math.max(...X.map((row) => row[j])));
  return X.map((row) => row.map((v, j) => (high[j] === low[j] ? v - low[j] : (v - low[j]) / (high[j] - low[j]))));
}

/** Numbers from 0 to 1, the same in every run. @param {number} seed */
export const random = (seed) => dice(seed).next;

/** A shuffle by Fisher and Yates. */
export function shuffled(n, seed) {
  const next = random(seed);
  const order = Array.from({length: n}, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
