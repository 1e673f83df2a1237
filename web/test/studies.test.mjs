// What one asks of a table: its outliers, the effect of a column, a part to test on; tables by column; models in blocks.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {near, refuses} from "./helpers.mjs";

const draw = random(51);
const rows = Array.from({length: 120}, () => ({age: Math.floor(20 * draw()), fuel: ["petrol", "diesel", "electric"][Math.floor(3 * draw())], id: `car ${draw()}`}));
const price = rows.map(({age, fuel}) => 30 - age + (fuel === "electric" ? 8 : 0) + draw());
rows[7] = {age: 400, fuel: "petrol", id: "a misprint"};
const options = {names: "id", duplicates: "mean"};

test("outliers: fitted samples by their familiarity to the model without them, the least first", async () => {
  const model = await xaia.fit(rows, price, options);
  const all = await model.outliers({share: 1});
  assert.equal(all.length, rows.length);
  assert.equal(all[0].name, "a misprint");
  assert.deepEqual(all[0].x, {age: 400, fuel: "petrol"});
  for (const {sample, familiarity} of [...all.slice(0, 3), ...all.slice(-3)]) { // the plain way
    const without = await model.remove(sample);
    const own = await xaia.fit(rows.filter((_, i) => i !== sample), price.filter((_, i) => i !== sample), {like: without, duplicates: "mean"});
    near((await own.explain({age: rows[sample].age, fuel: rows[sample].fuel})).familiarity, familiarity, 0.05);
  }
  for (let i = 1; i < all.length; i++) assert.ok(all[i - 1].familiarity <= all[i].familiarity);
  assert.deepEqual(await model.outliers(), all.slice(0, 6));
  await refuses(model.outliers({share: 0}), {code: "invalid-option", path: "share"});
  await refuses(model.outliers({most: 3}), {code: "unknown-option", path: "most"});
});

test("effect: the mean answer as a column takes each value, over all rows or some, with the lines of each", async () => {
  const model = await xaia.fit(rows, price, options);
  const effect = await model.effect("fuel", {each: true});
  assert.deepEqual(effect.at, ["diesel", "electric", "petrol"]);
  for (const [i, fuel] of effect.at.entries()) {
    const answers = Array.from(await model.predict(rows.map(({age}) => ({age, fuel}))));
    const mean = answers.reduce((a, b) => a + b) / answers.length;
    near(effect.mean[i], mean);
    near(effect.spread[i], Math.sqrt(answers.reduce((a, v) => a + (v - mean) ** 2, 0) / answers.length));
    assert.deepEqual(effect.each.map((line) => line[i]), answers);
  }
  assert.ok(effect.mean[1] > effect.mean[2] + 3, "electric cars cost more");
  const some = await model.effect("age", {at: Float64Array.of(1, 15), samples: [3, 4]});
  assert.deepEqual(some.mean, await Promise.all([1, 15].map(async (age) => {
    const [a, b] = await model.predict([3, 4].map((i) => ({age, fuel: rows[i].fuel})));
    return (a + b) / 2;
  })));
  const ages = (await model.effect("age")).at;
  assert.ok(ages.length > 5 && ages.length <= 20 && ages[0] === Math.min(...rows.map((r) => r.age)) && ages.at(-1) === 400);
  const classes = await xaia.fit(rows.map(({age}, i) => [age, i % 3]), rows.map(({fuel}) => fuel), {duplicates: "first"});
  const scores = await classes.effect(0, {at: [2, 9]});
  assert.deepEqual(scores.classes, classes.classes);
  for (const list of scores.mean) near(list.reduce((a, b) => a + b), 1);
  const vectors = await xaia.fit([[0, 1], [1, 0], [2, 2]], [[1, 2], [3, 4], [5, 6]]);
  assert.equal((await vectors.effect(1)).mean[0].length, 2);
  const large = await xaia.fit(Array.from({length: 500}, (_, i) => [i, (i * 7) % 11]), Array.from({length: 500}, (_, i) => i));
  assert.equal((await large.effect(1, {each: true})).each.length, 200);
  const sensors = Array.from({length: 800}, (_, i) => i % 4); // in turn: every fourth row is of the first one
  const inTurn = await xaia.fit(sensors.map((sensor, i) => [sensor, (i * 7) % 800]), sensors);
  const [level] = (await inTurn.effect(1, {at: [400]})).mean;
  assert.ok(Math.abs(level - 1.5) < 0.3, `the mean of the sensors is ${level}`);
  await refuses(model.effect("colour"), {code: "invalid-option", path: "column", message: /age, fuel/});
  await refuses(vectors.effect(2), {code: "invalid-option", path: "column", message: /from 0 to 1/});
  await refuses(vectors.effect(0, {at: []}), {code: "invalid-option", path: "at"});
  await refuses(model.effect("fuel", {at: ["diesel", "nowhere"]}), {code: "invalid-option", path: "at", message: /nowhere.*diesel, electric, petrol/});
  await refuses(vectors.effect(0, {each: 1}), {code: "invalid-option", path: "each"});
  await refuses(vectors.effect(0, {samples: []}), {code: "invalid-option", path: "samples"});
});

test("trainTestSplit: seeded, by class, whole groups, the last rows", async () => {
  const y = rows.map(({fuel}) => fuel);
  const {train, test: held} = xaia.trainTestSplit(rows, y, {share: 0.2, seed: 3});
  assert.deepEqual([...train.rows, ...held.rows].sort((a, b) => a - b), rows.map((_, i) => i), "each row once");
  for (const part of [train, held]) {
    assert.deepEqual(part.X, part.rows.map((i) => rows[i]));
    assert.deepEqual(part.y, part.rows.map((i) => y[i]));
  }
  for (const fuel of new Set(y)) near(held.y.filter((f) => f === fuel).length, y.filter((f) => f === fuel).length / 5, 0.1);
  assert.deepEqual(xaia.trainTestSplit(rows, y, {share: 0.2, seed: 3}).test.rows, held.rows);
  assert.notDeepEqual(xaia.trainTestSplit(rows, y, {share: 0.2, seed: 4}).test.rows, held.rows);
  assert.notDeepEqual(xaia.trainTestSplit(rows, y, {share: 0.2, seed: 3, stratify: false}).test.rows, held.rows);
  const groups = rows.map((_, i) => i % 10);
  const by = xaia.trainTestSplit(rows, price, {groups, share: 0.3});
  assert.ok(by.test.rows.length === 36 && by.test.rows.every((i) => !by.train.rows.some((j) => groups[i] === groups[j])));
  for (let wanted = 1; wanted < 110; wanted++) { // of groups of 12 as many as come nearest, one at least; one stays
    const {length} = xaia.trainTestSplit(rows, price, {groups, share: wanted / 120}).test.rows;
    assert.equal(length, 12 * Math.min(Math.max(Math.round(wanted / 12), 1), 9), `${wanted} rows wanted`);
  }
  assert.deepEqual(xaia.trainTestSplit(rows, price, {ordered: true}).test.rows, Array.from({length: 30}, (_, i) => 90 + i));
  const flat = xaia.trainTestSplit(Float32Array.of(1, 2, 3, 4), Int8Array.of(5, 6, 7, 8));
  assert.ok(flat.train.X instanceof Float32Array && flat.train.y instanceof Int8Array && flat.train.X.length === 3);
  const packed = xaia.trainTestSplit({data: Float64Array.of(1, 2, 3, 4, 5, 6), rows: 3, columns: 2}, [1, 2, 3]);
  assert.deepEqual([...packed.train.X.data], packed.train.rows.flatMap((i) => [2 * i + 1, 2 * i + 2]));
  await xaia.fit(train.X, train.y, {names: "id", duplicates: "first"});
  for (const [given, path] of [[{share: 1}, "share"], [{seed: -1}, "seed"], [{groups: [1]}, "groups"], [{groups: groups.fill(1)}, "groups"], [{ordered: true, stratify: true}, "ordered"], [{part: 1}, "part"]]) {
    assert.throws(() => xaia.trainTestSplit(rows, y, given), (error) => error.name === "XaiaError" && error.path === path && error.hint.length > 5);
  }
  assert.throws(() => xaia.trainTestSplit(rows, y.slice(1)), {code: "invalid-input"});
});

test("tune gives the model that its options fit", async () => {
  const X = rows.map(({age}, i) => [age, i % 5]);
  for (const [outcomes, how] of [[price, {duplicates: "mean"}], [rows.map(({fuel}) => fuel), {duplicates: "first", candidates: [{interpolation: {top: 1}}, {preset: "paper", scale: "minmax"}]}], [price, {kind: "tnn", duplicates: "mean"}]]) {
    const given = how.kind ? X.map(([a]) => a) : X;
    const {model, options: best} = await xaia.tune(given, outcomes, {...how, folds: 3});
    const fitted = await xaia.fit(given, outcomes, best);
    assert.equal(await model.save(), await fitted.save());
    assert.deepEqual(await model.predict(given), await fitted.predict(given));
  }
  const {model} = await xaia.tune(rows, price, {...options, folds: 3, candidates: [{}]});
  assert.equal((await model.sampleAt([7]))[0].name, "a misprint");
});

test("objects of columns, and tables as Arrow has them, are rows", async () => {
  const columns = {age: Int16Array.from(rows, (r) => r.age), fuel: rows.map((r) => r.fuel)};
  const want = await (await xaia.fit(rows, price, {columns: ["age", "fuel"], duplicates: "mean"})).save();
  const same = async (X, y = price) => assert.equal(await (await xaia.fit(X, y, {duplicates: "mean"})).save(), want);
  await same(columns);
  const vector = (list) => ({get: (i) => list[i], toArray: () => list, length: list.length, [Symbol.iterator]: () => list[Symbol.iterator]()});
  const arrow = {numCols: 2, schema: {fields: [{name: "age"}, {name: "fuel"}]}, getChild: (name) => vector(name === "age" ? rows.map((r) => BigInt(r.age)) : columns.fuel)};
  await same(arrow);
  await same(columns, vector(price));
  const model = await xaia.fit(columns, price, {duplicates: "mean"});
  assert.deepEqual(await model.predict({age: [3, 4], fuel: ["petrol", "diesel"]}), await model.predict([{age: 3, fuel: "petrol"}, {age: 4, fuel: "diesel"}]));
  await refuses(xaia.fit({a: [1, 2], b: [1]}, [1, 2]), {code: "invalid-input", column: 1, message: /Column b of X has 1 values, column a has 2/});
});

test("a model and a learner end with their block", async () => {
  const dispose = Symbol.dispose;
  assert.ok(dispose, "this Node has none");
  const model = await xaia.fit([[0, 0], [1, 1]], [0, 1]);
  const learner = await model.learner();
  learner[dispose]();
  await refuses(learner.predict([[0, 0]]), {code: "disposed"});
  model[dispose]();
  await refuses(model.predict([[0, 0]]), {code: "disposed"});
  model[dispose]();
  model[dispose](); // ending twice is no error
});
