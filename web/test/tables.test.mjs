// Tables 1 to 3 of the paper, by the public API alone (docs/spec.md, section 4).
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {repeat} from "../site/paper/repeat.mjs";
import {dataset, minmax} from "./data.mjs";

const v1 = {
  preset: "published-v1",
  settings: Array.from({length: 16}, (_, k) => ({a1: 0.01, a2: 0.5, admission: 0.2 - 0.01 * (k + 1), activation: 0.9})),
};
const v2 = {
  preset: "published-v2",
  settings: Array.from({length: 24}, (_, k) => ({
    a1: Math.min(0.001 + 0.999 * ((k + 1) / 50), 1), a2: Math.max(1 - 0.3 * ((k + 1) / 100), 0.7), admission: 0.1, activation: 0.9,
  })),
};

/** A row of a table, and that what was absorbed is what the model judges to be out of distribution. */
async function row(name, options, tolerance) {
  const {X, y} = dataset(name);
  const set = {X: minmax(X), y};
  const {absorbed, rounds, rmse} = await repeat(xaia, set, options, tolerance);
  if (tolerance === undefined) return {rmse: rmse.toFixed(3)};
  assert.equal(rounds, 1);
  const model = await xaia.fit(set.X.slice(0, 100), y.slice(0, 100), options);
  const judged = await model.outOfDistribution(set.X.slice(100), {y: y.slice(100), tolerance});
  assert.deepEqual(judged.filter((j) => j.out).map((j) => j.row), absorbed);
  return {absorbed: absorbed.length, rmse: rmse.toFixed(3)};
}

for (const [title, name, options, tolerance, expected] of [
  ["table 1, o.", "boston", v1, undefined, {rmse: "9.898"}],
  ["table 1, e5", "boston", v1, 5, {absorbed: 211, rmse: "7.998"}],
  ["table 1, e2", "boston", v1, 2, {absorbed: 319, rmse: "3.076"}],
  ["table 2, o.", "diabetes", v1, undefined, {rmse: "93.276"}],
  ["table 2, e40", "diabetes", v1, 40, {absorbed: 217, rmse: "52.091"}],
  ["table 3, B2 o.", "boston", v2, undefined, {rmse: "12.646"}],
  ["table 3, B2 e5", "boston", v2, 5, {absorbed: 290, rmse: "2.604"}],
  ["table 3, B2 e2", "boston", v2, 2, {absorbed: 349, rmse: "1.270"}],
  ["table 3, D2 o.", "diabetes", v2, undefined, {rmse: "108.608"}],
  ["table 3, D2 e40", "diabetes", v2, 40, {absorbed: 241, rmse: "36.159"}],
]) {
  test(`${title}: ${name}`, async () => assert.deepEqual(await row(name, options, tolerance), expected));
}
