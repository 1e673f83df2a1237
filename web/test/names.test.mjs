// Samples as they were given, and the names by which answers call them.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {fileOf, refuses} from "./helpers.mjs";

const cars = [
  {id: "Golf 7", age: 4, fuel: "petrol", "__proto__x": 1, sold: true},
  {id: "i3 \u2028\"1\"", age: 2, fuel: "electric", "__proto__x": 2, sold: false},
  {id: null, age: 9, fuel: "diesel", "__proto__x": 3, sold: true},
  {id: 17, age: 12, fuel: "petrol", "__proto__x": 4, sold: false},
];
const prices = [15000, 24000, 6000.5, 2500];
const named = ["Golf 7", "i3 \u2028\"1\"", "", "17"];
const rowsOf = cars.map(({id, ...x}) => ({...x, sold: Number(x.sold)}));

/** The model, and the model after each form of file. */
async function* everyForm(model) {
  yield model;
  yield xaia.load(await fileOf(model));
  yield xaia.load(await model.toBytes());
  yield xaia.load(await model.save());
  yield xaia.load(await model.save({format: "bytes"}));
}

test("row objects come back from rows, with the names of their column, also after load", async () => {
  for await (const model of everyForm(await xaia.fit(cars, prices, {names: "id"}))) {
    assert.deepEqual(model.columns.map((c) => c.name), ["age", "fuel", "__proto__x", "sold"], "a name is no feature");
    const want = rowsOf.map((x, i) => ({x, y: prices[i], ...(named[i] && {name: named[i]})}));
    assert.deepEqual(await model.sampleAt(), want);
    assert.deepEqual(await model.sampleAt([3, 0]), [want[3], want[0]]);
    assert.deepEqual(await model.sampleAt(1), [want[1]]);
    assert.deepEqual(await model.sampleAt([]), []);
    assert.deepEqual(Array.from(await model.predict((await model.sampleAt()).map(({x}) => x))), prices, "each is a question that hits");
    await refuses(model.sampleAt([0, 4]), {code: "invalid-input", row: 1, message: /samples\[1\] is 4, the model has 4 samples/});
    await refuses(model.sampleAt("all"), {code: "invalid-input"});
  }
});

test("numbers, vectors, labels and flat features come back as they were given", async () => {
  for (const [X, y, options] of [
    [[[0, 1], [1, 0.25], [5, -3]], ["a", "b", "a"], {}],
    [[[0, 1], [1, 0], [5, -3]], [true, false, true], {}],
    [[[0, 1], [1, 0], [5, -3]], [[1, 2], [3, 4], [5, 6.5]], {preset: "paper"}],
    [[0, 1, 2], [1, 2, 3], {kind: "tnn", classes: true}],
    [[[0, 1], [1, 0], [5, -3]], [1, 2, 3], {kind: "tnn", order: [0, 2, 1]}],
  ]) {
    for await (const model of everyForm(await xaia.fit(X, y, {...options, names: Float32Array.of(1, 2, 3)}))) {
      assert.deepEqual(await model.sampleAt(), X.map((x, i) => ({x: [x].flat(), y: y[i], name: String(i + 1)})));
    }
  }
  const both = await xaia.ensemble(await xaia.fit([[0], [1]], [0, 1]), await xaia.fit([[3], [4]], [0, 1]));
  await refuses(both.sampleAt(), {code: "unsupported"});
});

test("a text that was missing is null, a number what replaced it; rows that are dropped take their names along", async () => {
  const holes = [{a: 1, b: "x"}, {a: null, b: "y"}, {a: 3, b: null}, {a: 8, b: "x"}];
  const mean = await xaia.fit(holes, [1, 2, 3, 4], {missing: "mean", names: ["p", "q", "r", "s"]});
  assert.deepEqual((await mean.sampleAt()).map(({x}) => x), [{a: 1, b: "x"}, {a: 4, b: "y"}, {a: 3, b: null}, {a: 8, b: "x"}]);
  assert.deepEqual(Array.from(await mean.predict((await mean.sampleAt()).map(({x}) => x))), [1, 2, 3, 4]);
  for (const names of [["p", "q", "r", "s"], "n"]) {
    const drop = await xaia.fit(holes.map((row, i) => ({...row, n: "pqrs"[i]})), [1, 2, 3, 4], {missing: "drop", names, columns: ["a", "b"]});
    assert.deepEqual((await drop.sampleAt()).map(({name}) => name), ["p", "s"]);
  }
  await refuses(xaia.fit(holes, [1, 2, 3, 4], {missing: "drop", names: ["p", "s"]}), {code: "invalid-option", path: "names", message: /names has 2 names, X has 4 rows/});
});

test("neurons, neighbours, prototypes and counterfactuals call samples by their names", async () => {
  const X = [[0, 0], [0, 1], [1, 0], [1, 1], [0, 0]], y = ["a", "b", "b", "a", "a"];
  const names = ["nw", "ne", null, "se", "nw again"];
  for await (const model of everyForm(await xaia.fit(X, y, {names}))) {
    const {neurons} = await model.explain([0.1, 0.9]);
    for (const n of neurons) assert.deepEqual(n.names, n.samples.map((i) => names[i] ?? ""));
    assert.deepEqual((await model.explain([0, 0])).neurons[0].names, ["nw", "nw again"]);
    const {prototypes} = await model.prototypes();
    assert.ok(prototypes.length >= 4);
    for (const p of prototypes) assert.equal(p.name, names[p.sample] ?? undefined);
    const turned = await model.counterfactual([0.1, 0.9]);
    assert.equal(turned.name, names[turned.sample]);
  }
  const line = await xaia.fit([0, 1, 2], [5, 6, 7], {kind: "tnn", names: ["low", "middle", "high"]});
  assert.deepEqual((await line.explain(0.5)).neighbours.map((n) => n.names), [["low"], ["middle"]]);
  const plain = await xaia.fit(X, y);
  assert.ok(!("names" in (await plain.explain([0.1, 0.9])).neurons[0]));
});

test("names follow their samples: like, remove, absorb, the learner; cross-validation leaves their column out", async () => {
  const model = await xaia.fit(cars, prices, {names: "id"});
  const like = await xaia.fit(cars, prices, {like: model, names: "id"});
  assert.deepEqual(await like.sampleAt(), await model.sampleAt());
  assert.deepEqual((await (await model.remove(1)).sampleAt()).map(({name}) => name), ["Golf 7", undefined, "17"]);
  const more = {age: 30, fuel: "petrol", "__proto__x": 4, sold: 1};
  const {model: absorbed} = await model.absorb([more], [900]);
  assert.deepEqual((await absorbed.sampleAt()).at(-1), {x: more, y: 900});
  const learner = await model.learner();
  await learner.learn([more], [900]);
  await learner.forget(0);
  assert.deepEqual((await (await learner.model()).sampleAt()).map(({name}) => name), [named[1], undefined, "17", undefined]);
  const {predictions} = await xaia.crossValidate(cars, prices, {names: "id", folds: 4});
  assert.deepEqual(predictions, (await xaia.crossValidate(cars, prices, {columns: ["age", "fuel", "__proto__x", "sold"], folds: 4})).predictions);
  await refuses(xaia.tune(cars, prices, {candidates: [{names: "id"}]}), {code: "invalid-option", path: "candidates[0]"});
});

test("names that are none", async () => {
  await refuses(xaia.fit(cars, prices, {names: "ID"}), {code: "invalid-option", path: "names", message: /no column ID.*columns id, age/s});
  await refuses(xaia.fit([[0], [1]], [0, 1], {names: "id"}), {code: "invalid-option", path: "names"});
  await refuses(xaia.fit([[0], [1]], [0, 1], {names: ["a"]}), {code: "invalid-option", path: "names"});
  await refuses(xaia.fit([[0], [1]], [0, 1], {names: ["a", "\ud800"]}), {code: "invalid-option", path: "names[1]"});
  await refuses(xaia.fit([{id: "a", v: 1}, {id: {}, v: 2}], [0, 1], {names: "id"}), {code: "invalid-option", path: "names[1]"});
});

test("save gives a text or bytes, wherever the engine runs", async () => {
  const model = await xaia.fit([[0, 0], [1, 1]], [3, 4]);
  assert.equal(await model.save(), await fileOf(model));
  assert.equal(await model.save({format: "json"}), await fileOf(model));
  assert.deepEqual(await model.save({format: "bytes"}), await model.toBytes());
  await refuses(model.save({format: "zip"}), {code: "invalid-option", path: "format", message: /"json", "bytes" or "lite"/});
  await refuses(model.save("bytes"), {code: "invalid-option"});
  await refuses(model.save({as: "bytes"}), {code: "unknown-option", path: "as"});
  model.dispose();
  await refuses(model.save(), {code: "disposed"});
});
