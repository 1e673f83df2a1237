// What the page of the paper brings beside the engine and the experiments in Go.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {count} from "../site/paper/count.mjs";
import {inputs} from "../site/paper/inputs.mjs";
import {repeated} from "../site/paper/repeat.mjs";
import {regression} from "../site/paper/rows.mjs";
import {treeOf} from "../site/paper/tree.mjs";
import {dataset, minmax, random} from "./data.mjs";
import {testdata} from "./helpers.mjs";

const tree = treeOf(createRequire(import.meta.url)("ml-cart").DecisionTreeRegression);
const files = Object.fromEntries(inputs.filter((path) => path.endsWith(".csv")).map((path) => [path, readFileSync(new URL(path, testdata), "utf8")]));

test("the tree is grown to the end: no error on the rows it was fitted to, and steps between them", () => {
  const next = random(4);
  const X = Array.from({length: 60}, () => [next(), next()]);
  const y = X.map(() => next());
  assert.deepEqual(tree(X, y, X), y);
  // Three samples, which the library's own default would leave in one leaf;
  // thresholds halfway.
  assert.deepEqual(tree([[0], [1], [2]], [1, 2, 4], [[0], [1], [2], [0.4], [0.6], [1.6], [-9], [9]]), [1, 2, 4, 1, 2, 4, 1, 4]);
});

test("the page's rows are those of the tests", () => {
  for (const name of ["boston", "diabetes"]) {
    const {X, y} = dataset(name);
    assert.deepEqual(regression(files[`data/${name}.csv`]), {X: minmax(X), y});
  }
});

test("SQANN's rows by the public API equal Go's to the last bit", async () => {
  const settings = Array.from({length: 16}, (_, k) => ({a1: 0.01, a2: 0.5, admission: 0.2 - 0.01 * (k + 1), activation: 0.9}));
  const one = {table: "table 1", row: "o.", data: "boston", preset: "published-v1", tolerance: 0, settings, absorbed: 0, rmse: 9.897612463038937};
  const {rows} = await repeated(xaia, files, [one, {...one, rmse: 9.897612463038939}, {...one, tolerance: 5, absorbed: 210}]);
  assert.deepEqual(rows.map((cells) => cells.slice(1).map((cell) => cell.verdict)), [["same", "same"], ["same", "mismatch"], ["mismatch", "mismatch"]]);
  assert.deepEqual(rows[2].slice(1).map((cell) => cell.text.slice(0, 6)), ["211", "7.9977"]);
});

test("cells with a mark are counted, cells without one aren't", () => {
  const cells = ["same", "slip", "mismatch", undefined, "mismatch"].map((verdict) => ({text: "1", verdict}));
  assert.deepEqual(count([{tables: [{rows: [cells]}, {rows: [cells.slice(0, 1)]}]}, {tables: []}]), {same: 2, slip: 1, mismatch: 2});
});
