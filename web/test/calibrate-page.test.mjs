// The page's own calibration beside the engine's, and how sure a large table's answers are.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {makeBench, packedRows} from "../site/view/bench.js";
import {calibrated} from "../site/view/calibrate.js";
import {random} from "./data.mjs";

const folds = 5;
const next = random(5);

/** Both calibrations of a bench, asked about some rows. */
async function compare(bench, options, asked) {
  const model = await xaia.fit(options.model === "tnn" ? bench.X : packedRows(bench), bench.y, options);
  const twin = await model.calibrate({folds});
  const sure = await calibrated(xaia, bench, options, model, {folds});
  const [ours, theirs] = [(await model.explain(asked)).map((a) => sure(a)), await twin.explain(asked)];
  return theirs.map(({interval, set}, i) => ({interval, set, ours: ours[i]}));
}

const near = (a, b) => a === b || Math.abs(a - b) <= 1e-9 * (1 + Math.abs(a) + Math.abs(b));

test("sets equal the engine's, for three classes, known and unknown", async () => {
  const classes = ["a", "b", "c"];
  const X = Array.from({length: 150}, () => [next() * 3, next()]);
  const bench = makeBench({columns: ["a", "b"], X, y: X.map(([v]) => classes[Math.min(2, Math.floor(Math.max(0, v + 0.9 * (next() - 0.5))))]), classes, scaled: true});
  const asked = [...Array.from({length: 40}, () => [next() * 3, next()]), ...X.slice(0, 5), [99, 99]];
  const found = await compare(bench, {classes: true}, asked);
  for (const {set, ours} of found) assert.deepEqual(ours.set, set);
  assert.ok(new Set(found.map(({set}) => set.length)).size > 1, "the rows are all as sure: they tell nothing");
});

test("intervals are the engine's, with few and with many samples of a recognition", async () => {
  for (const n of [12, 60, 400]) {
    const X = Array.from({length: n}, () => [next() * 3, next(), next()]);
    const bench = makeBench({columns: ["a", "b", "c"], X, y: X.map(([a, b]) => Math.sin(a) + b + 0.2 * next()), scaled: true});
    const asked = [...Array.from({length: 30}, () => [next() * 3, next(), next()]), X[0], [50, 50, 50]];
    for (const {interval, ours} of await compare(bench, {}, asked)) assert.ok(near(interval[0], ours.interval[0]) && near(interval[1], ours.interval[1]), `${n}: ${interval} and ${ours.interval}`);
  }
});

test("and so they are on a line", async () => {
  const X = Array.from({length: 48}, (_, i) => [i / 8 + 0.05 * next()]);
  const bench = makeBench({columns: ["x"], X, y: X.map(([x]) => Math.sin(x) + 0.1 * next())});
  for (const {interval, ours} of await compare(bench, {model: "tnn", a: 5}, Array.from({length: 40}, () => next() * 8 - 1))) {
    assert.ok(near(interval[0], ours.interval[0]) && near(interval[1], ours.interval[1]), `${interval} and ${ours.interval}`);
  }
});

test("a large table: one part is held out, and nine of ten answers lie in their intervals", async () => {
  const made = (n) => {
    const X = Array.from({length: n}, () => [next() * 4, next()]);
    return {X, y: X.map(([a, b]) => 10 * a + b + next() - next())};
  };
  const bench = makeBench({columns: ["a", "b"], ...made(3000), scaled: true});
  let fits = 0;
  const counting = {fit: (...about) => (fits++, xaia.fit(...about))};
  const model = await xaia.fit(packedRows(bench), bench.y);
  const sure = await calibrated(counting, bench, {}, model, {folds});
  assert.equal(fits, 1);
  const fresh = made(400);
  const inside = (await model.explain(fresh.X)).filter((a, i) => {
    const [low, high] = sure(a).interval;
    return low <= fresh.y[i] && fresh.y[i] <= high;
  }).length;
  assert.ok(inside > 0.85 * 400 && inside < 0.95 * 400, `${inside} of 400`);
  const brief = await calibrated(xaia, bench, {}, model, {folds, brief: true}); // without fingerprints it is the same
  for (const a of await model.explain(fresh.X.slice(0, 50))) assert.deepEqual(brief(a), sure(a));
});
