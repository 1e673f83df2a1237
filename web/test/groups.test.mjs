// Rows that belong together share a fold; in the order of time, none is answered by later ones.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {refuses} from "./helpers.mjs";

const draw = random(50);
const people = Array.from({length: 30}, (_, i) => ({person: `person ${i}`, home: [draw(), draw()], mood: draw()}));
const visits = people.flatMap((p) => Array.from({length: 8}, () => ({...p, x: p.home.map((v) => v + 0.01 * draw())})));
const X = visits.map((v) => v.x), y = visits.map((v) => v.mood), groups = visits.map((v) => v.person);

test("by person the truth is another one, for crossValidate, tune and calibrate", async () => {
  const [each, by] = await Promise.all([xaia.crossValidate(X, y, {folds: 5}), xaia.crossValidate(X, y, {folds: 5, groups})]);
  assert.ok(each.r2 > 0.9 && by.r2 < 0.4, `${each.r2} ${by.r2}`);
  const of = new Map();
  by.folds.forEach((f, i) => assert.equal(of.get(groups[i]) ?? f, of.set(groups[i], f) && f));
  assert.deepEqual((await xaia.crossValidate(X, y, {folds: 5, groups: groups.map((g) => Number(g.slice(7)))})).predictions, by.predictions, "numbers are groups, too");
  const tuned = await xaia.tune(X, y, {folds: 5, groups, candidates: [{interpolation: {top: 2}}]});
  assert.equal(tuned.scores[tuned.untouched].rmse, by.rmse);
  assert.ok(!("groups" in tuned.options) && !("groups" in tuned.scores[0].options), "no options of fit");
  const model = await xaia.fit(X, y);
  const width = async (m) => Math.max(...(await m.predictInterval([[0.5, 0.5]])).map(([low, high]) => high - low));
  const [narrow, wide] = [await width(await model.calibrate({folds: 5})), await width(await model.calibrate({folds: 5, groups}))];
  assert.ok(wide > 1.5 * narrow, `${narrow} ${wide}`);
});

test("later rows only after earlier ones", async () => {
  const later = X.map(([a]) => a);
  const v = await xaia.crossValidate(later, y, {folds: 4, ordered: true, duplicates: "mean"});
  assert.deepEqual(v.folds, later.map((_, i) => Math.floor((i * 5) / later.length) - 1));
  assert.deepEqual(v.predictions.map(Number.isNaN), v.folds.map((f) => f < 0));
  assert.equal(v.rowCount, 240 - 48);
  const first = v.folds.indexOf(2);
  const before = await xaia.fit(later.slice(0, first), y.slice(0, first), {duplicates: "mean"});
  assert.deepEqual(Array.from(await before.predict(later.slice(first, first + 48))), v.predictions.slice(first, first + 48));
  const labels = await xaia.crossValidate(X, y.map((m) => (m > 0.5 ? "good" : "bad")), {folds: 4, ordered: true});
  assert.deepEqual(labels.predictions.map((p) => p === null), labels.folds.map((f) => f < 0));
  const tuned = await xaia.tune(later, y, {folds: 4, ordered: true, duplicates: "mean", candidates: [{interpolation: {top: 2}}]});
  assert.equal(tuned.scores[tuned.untouched].rmse, v.rmse);
  assert.ok(!("ordered" in tuned.options));
});

test("omitted rows take their groups along", async () => {
  const holes = [[null, 0], ...X], outcomes = [0, ...y];
  const dropped = await xaia.crossValidate(holes, outcomes, {folds: 5, missing: "drop", groups: ["nobody", ...groups]});
  assert.deepEqual(dropped.folds.slice(1), (await xaia.crossValidate(X, y, {folds: 5, groups})).folds);
  await refuses(xaia.crossValidate(holes, outcomes, {missing: "drop", groups}), {code: "invalid-option", path: "groups"});
  await refuses(xaia.tune(holes, outcomes, {missing: "drop", groups}), {code: "invalid-option", path: "groups"});
});

test("groups that are none", async () => {
  await refuses(xaia.crossValidate(X, y, {groups: groups.slice(1)}), {code: "invalid-option", path: "groups"});
  await refuses(xaia.crossValidate(X, y, {groups: "person"}), {code: "invalid-option", path: "groups"});
  await refuses(xaia.crossValidate(X, y, {groups: groups.map((g, i) => (i === 3 ? null : g))}), {code: "invalid-option", path: "groups[3]"});
  await refuses(xaia.crossValidate(X, y, {groups, ordered: true}), {code: "invalid-option", path: "ordered"});
  await refuses(xaia.crossValidate(X, y, {groups, folds: 31}), {code: "invalid-option", path: "folds", message: /30 groups/});
  await refuses(xaia.crossValidate(X, y.map((_, i) => (i < 8 ? "a" : "b")), {groups}), {code: "invalid-input", row: 0, message: /group of row 0/});
  await refuses(xaia.fit(X, y, {groups}), {code: "unknown-option", path: "groups"});
  const model = await xaia.fit(X, y);
  await refuses(model.calibrate({groups: groups.slice(1)}), {code: "invalid-option", path: "groups"});
  await refuses(model.calibrate({ordered: true}), {code: "unknown-option", path: "ordered"});
});
