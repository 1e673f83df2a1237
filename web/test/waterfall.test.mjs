// An answer part by part: what is shown adds up, and says what the engine says.
import assert from "node:assert/strict";
import {test} from "node:test";
import {addend, rounded, waterfall, waterfallText} from "../figures/draw/waterfall.js";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";

/** A shown number, as a reader reads it: its digits as a whole number, the decimals and the exponent they all share. */
function read(text) {
  const [, sign, digits, decimals = "", exponent = "0"] = text.match(/^([+−]?)\u00a0?([\d,]+)(?:\.(\d+))?(?:e(-?\d+))?$/) ?? assert.fail(`no number: ${text}`);
  assert.match(digits, /^\d{1,3}(,\d{3})*$/, text);
  return {units: (sign === "−" ? -1n : 1n) * BigInt(digits.replaceAll(",", "") + decimals), place: Number(exponent) - decimals.length};
}

/** Checks that what is shown adds up, and that no part is off by a unit. */
function addsUp(of, exact) {
  const shown = [of.said(of.mean), ...of.parts.map((p) => addend(of, p.value))].map(read);
  const answer = read(of.said(of.answer));
  for (const {place} of shown) assert.equal(place, answer.place, "the same decimals everywhere");
  assert.equal(shown.reduce((sum, {units}) => sum + units, 0n), answer.units, waterfallText(of));
  const largest = Math.max(...[exact.answer, ...exact.columns.map((c) => c.correction)].map(Math.abs), Math.abs(exact.mean ?? 0), Math.abs(exact.limit ?? 0));
  const unit = Math.max(10 ** answer.place, 10 ** (Math.floor(Math.log10(largest)) - 5)); // no more than six figures
  assert.ok(Math.abs(Number(answer.units) * 10 ** answer.place - exact.answer) <= unit * (0.5 + 1e-6), `${of.said(of.answer)} is ${exact.answer}`);
  for (const [i, p] of of.parts.entries()) {
    const own = exact.columns.find((c) => c.column === p.column && p.column !== undefined);
    if (own) assert.ok(Math.abs(Number(shown[i + 1].units) * 10 ** answer.place - own.correction) < unit * (1 + 1e-6), `${p.text}: ${p.value} is ${own.correction}`);
  }
  return shown;
}

test("the shown parts add up to the shown answer, whatever their sizes", () => {
  const next = random(7);
  let grouped = 0, limited = 0, negative = 0;
  for (let i = 0; i < 3000; i++) {
    const size = 10 ** (Math.floor(40 * next()) - 20) * (0.5 + next());
    const columns = Array.from({length: 1 + Math.floor(26 * next())}, (_, k) => ({name: `c${k}`, column: k, value: k, correction: (next() < 0.1 ? 0 : 1) * size * (next() - 0.5) * 10 ** (-4 * next()), difference: next() - 0.5}));
    const largest = Math.max(...columns.map((c) => Math.abs(c.correction)));
    const limit = next() < 0.3 ? size * (next() - 0.5) : next() < 0.5 ? 0.009 * largest * (next() - 0.5) : 0;
    const mean = size * 10 ** (4 * next() - 1) * (next() < 0.5 ? -1 : 1);
    const answer = mean + columns.reduce((sum, c) => sum + c.correction, 0) + limit;
    const of = waterfall({answer, limit, columns});
    if (columns.every((c) => c.correction === 0)) {
      assert.equal(of, null);
      continue;
    }
    addsUp(of, {answer, columns, mean, limit});
    const some = columns.filter((c) => c.correction !== 0).length, own = of.parts.filter((p) => p.column !== undefined);
    assert.ok(of.parts.length <= 8 && own.length <= 7);
    const sizes = own.map((p) => Math.abs(columns[p.column].correction));
    assert.deepEqual(sizes, sizes.toSorted((a, b) => b - a), "the largest first");
    assert.ok(sizes.every((v) => v >= 0.01 * largest), "small ones are together");
    const more = of.parts.find((p) => p.because.startsWith("from "));
    assert.equal(more ? Number(more.text.match(/^\d+/)[0]) : 0, some - own.length, "the others are counted");
    grouped += Boolean(more);
    limited += of.parts.some((p) => p.text.startsWith("to stay"));
    negative += of.answer < 0;
  }
  assert.ok(grouped > 500 && limited > 200 && negative > 200, `${grouped}, ${limited}, ${negative}`);
});

test("rounding: each number by less than a unit, zero stays zero, the sum is the rounded sum", () => {
  const next = random(3);
  for (let i = 0; i < 2000; i++) {
    const exact = Array.from({length: 1 + Math.floor(12 * next())}, () => (next() < 0.2 ? 0 : 40 * (next() - 0.5)));
    for (const place of [-2, 0, 1]) {
      const units = rounded(exact, place);
      assert.equal(units.reduce((a, b) => a + b, 0), Math.round(exact.reduce((a, b) => a + b, 0) / 10 ** place) + 0);
      units.forEach((v, k) => assert.ok(Number.isInteger(v) && Math.abs(v - exact[k] / 10 ** place) < 1 + 1e-9 && (exact[k] !== 0 || Object.is(v, 0))));
    }
  }
  assert.deepEqual(rounded([0.4, 0.4, 0.4], 0), [1, 0, 0]);
});

test("the words", () => {
  const columns = [
    {name: "table", value: 59, correction: -65.2, difference: -2.03}, {name: "carat", value: 0.7, correction: 909.7, difference: 0.04},
    {name: "cut", value: "Ideal", correction: 20.2}, {name: "year", value: null, correction: 9.9}, {name: "x", value: 1, correction: 0.4, difference: 1},
  ];
  const of = waterfall({answer: 17085.2, limit: -30.4, columns});
  assert.equal(waterfallText(of, "price").replaceAll("\u00a0", " "),
    "price: 17,085 = 16,241 from these samples, + 910 because carat is 0.04 higher, − 65 because table is 2.03 lower, + 20 because cut is Ideal, + 10 because year is missing, + 0 from 1 more column, − 31 to stay within the 8 nearest samples.");
  const score = waterfall({answer: 0.8234, limit: 0.004, score: true, columns: [{name: "a", value: 3, correction: 0.2, difference: 1234.5}]});
  assert.equal(waterfallText(score).replaceAll("\u00a0", " "), "0.82 = 0.62 from these samples, + 0.20 because a is 1,230 higher.");
  assert.equal(waterfall({answer: 5, limit: 0, columns: [{name: "a", value: 3, correction: 0, difference: 0}]}), null, "on a sample there is nothing between");
  const far = waterfall({answer: 1e12, limit: 0, columns: [{name: "a", value: 3, correction: 1e-3, difference: 1}, {name: "b", value: 3, correction: 1e-4, difference: 1}]});
  assert.equal(waterfallText(far).replaceAll("\u00a0", " "), "1,000,000,000,000 = 1,000,000,000,000 from these samples, + 0 from 2 columns.");
  for (const wrong of [NaN, Infinity, 5e-324]) assert.equal(waterfall({answer: wrong, limit: 0, columns: [{name: "a", value: 1, correction: wrong, difference: 1}]}), null);
});

test("a model's answers: the mean is that of explain's neurons", async () => {
  const next = random(9);
  const X = Array.from({length: 300}, () => ({size: Math.round(20 + 100 * next()), town: ["a", "b", "c"][Math.floor(3 * next())], floor: Math.floor(6 * next())}));
  const rent = ({size, town, floor}) => 8 * size + {a: 0, b: 150, c: -90}[town] + 12 * floor;
  const model = await xaia.fit(X.slice(0, 260), X.slice(0, 260).map(rent), {interpolation: {local: {}}, duplicates: "mean"});
  let shown = 0;
  for (const row of X.slice(260)) {
    const [{value, limit, columns}, {neurons}] = [await model.attributions(row), await model.explain(row)];
    const of = waterfall({answer: value, limit, columns: columns.map((c) => ({...c, name: c.column}))});
    if (!of) continue;
    const [mean] = addsUp(of, {answer: value, columns});
    const unit = 10 ** mean.place;
    assert.ok(Math.abs(Number(mean.units) * unit - neurons.reduce((sum, n) => sum + n.weight * n.alpha, 0)) < 1.5 * unit);
    shown++;
  }
  assert.ok(shown > 20, `${shown} answers have parts`);
});
