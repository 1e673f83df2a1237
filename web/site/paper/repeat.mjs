import {regression} from "./rows.mjs";

/**
 * One row of tables 1 to 3 by the public API alone: fits the first 100 rows,
 * absorbs what errs by more than the tolerance, once, and asks both models about
 * the others.
 *
 * @param {typeof import("../../package/xaia.js")} xaia
 * @param {{X: number[][], y: number[]}} set scaled
 * @param {object} options of fit
 * @param {number} tolerance 0: no absorption, row o.
 * @param {AbortSignal} [signal]
 * @returns {Promise<{absorbed: number[], rounds: number, rmse: number}>}
 */
export async function repeat(xaia, {X, y}, options, tolerance, signal) {
  const model = await xaia.fit(X.slice(0, 100), y.slice(0, 100), {...options, signal});
  const external = X.slice(100);
  const truth = y.slice(100);
  if (!tolerance) return {absorbed: [], rounds: 0, rmse: (await model.evaluate(external, truth)).rmse};
  const {model: larger, absorbed, rounds} = await model.absorb(external, truth, {tolerance, rounds: 1, signal});
  const both = await xaia.ensemble(model, larger);
  return {absorbed, rounds, rmse: (await both.evaluate(external, truth)).rmse};
}

/**
 * All of them, as the tables' section lists them, each held against what Go
 * gave on its own way: the same bits.
 *
 * @param {typeof import("../../package/xaia.js")} xaia
 * @param {Record<string, string>} files
 * @param {any[]} list
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} a table, like those of a section
 */
export async function repeated(xaia, files, list, signal) {
  const rows = [];
  for (const {table, row, data, preset, tolerance, settings, absorbed, rmse} of list) {
    const got = await repeat(xaia, regressionOf(files, data), {preset, settings}, tolerance, signal);
    rows.push([
      {text: `${table}, ${row}`},
      {text: String(got.absorbed.length), printed: String(absorbed), verdict: got.absorbed.length === absorbed ? "same" : "mismatch"},
      {text: String(got.rmse), printed: String(rmse), verdict: got.rmse === rmse ? "same" : "mismatch"},
    ]);
  }
  return {
    id: "tables-api", caption: "SQANN's rows again, with the public JavaScript API", head: ["table, row", "absorbed", "RMSE"], rows, beside: "Go",
    notes: ["Both must agree to the last bit."],
  };
}

const regressionOf = (files, name) => regression(files[`data/${name}.csv`]);
