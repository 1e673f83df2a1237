// missing: "as it is": that a value is missing is a feature, in the fit, in queries, in files and in what explanations say.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {asFeatures, namesOf} from "../figures/samples.js";
import {benchOfModel} from "../site/view/modelfile.js";
import {random} from "./data.mjs";
import {fileOf, near, refuses} from "./helpers.mjs";

const next = random(71);
/** Whoever has no age isn't accepted; the town says nothing and is missing as often; four heights are missing. */
const people = Array.from({length: 120}, (_, i) => {
  const age = i % 3 === 0 ? null : Math.floor(20 + 50 * next());
  return {age, height: i % 30 === 1 ? null : Math.floor(150 + 50 * next()), town: i % 4 === 1 ? null : ["Bern", "Ulm"][Math.floor(2 * next())]};
});
const accepted = people.map(({age}) => (age === null ? "no" : "yes"));
const options = {missing: "as it is", duplicates: "majority"};
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;

test("where five rows lack a column, that they do is a feature; elsewhere the mean stands for it", async () => {
  const model = await xaia.fit(people, accepted, options);
  const [age, height, town] = model.columns;
  assert.deepEqual([model.featureCount, age.gap, height.gap, town.gap], [6, true, undefined, true]);
  near(age.means[0], mean(people.flatMap(({age}) => age ?? [])), 1e-9);
  near(height.means[0], mean(people.flatMap(({height}) => height ?? [])), 1e-9);
  assert.deepEqual([age.means.length, age.means[1], height.means.length, town.categories, town.means], [2, 1, 1, ["Bern", "Ulm"], [0, 0, 1]]);
  const four = people.slice(0, 40).map(({height}, i) => ({height, age: i < 4 ? null : i}));
  assert.equal((await xaia.fit(four, accepted.slice(0, 40), options)).columns[1].gap, undefined);
  assert.equal((await xaia.fit(four.map((row, i) => (i === 4 ? {...row, age: null} : row)), accepted.slice(0, 40), options)).columns[1].gap, true);
});

test("it tells what the mean doesn't", async () => {
  const at = {folds: 5, seed: 1, duplicates: "majority"};
  const [filled, kept] = [await xaia.crossValidate(people, accepted, {...at, missing: "mean"}), await xaia.crossValidate(people, accepted, {...at, missing: "as it is"})];
  assert.ok(kept.rmse < 0.5 * filled.rmse, `${kept.rmse} ${filled.rmse}`);
});

test("a query's gap is a gap in every form, and an explanation says so in the table's words", async () => {
  const model = await xaia.fit(people, accepted, options);
  const row = {age: null, height: 171, town: "Ulm"};
  const e = await model.explain(row);
  for (const other of [{...row, age: undefined}, {...row, age: NaN}, {...row, age: "NA"}, {...row, age: ""}]) assert.deepEqual(await model.explain(other), e);
  assert.equal(e.value, "no");
  assert.deepEqual(e.gaps.map(({column}) => column), ["age"]);
  near(e.gaps[0].share, e.neurons.filter(({samples: [s]}) => people[s].age === null).reduce((sum, {weight}) => sum + weight, 0), 1e-12);
  assert.ok(e.gaps[0].share > 0.9);
  assert.equal((await model.explain({...row, age: 30})).gaps, undefined);
  assert.deepEqual((await model.explain({age: 30, height: null, town: null})).gaps.map(({column}) => column), ["town"]);
  assert.deepEqual((await model.explain({...row, age: 30, town: "Oslo"})).unseen, [{column: "town", text: "Oslo"}]);
  await refuses(model.predict({height: 171, town: "Ulm"}), {code: "invalid-input", row: 0, column: 0, message: /no column age/});
  assert.deepEqual(asFeatures(model, [row, {...row, age: 30, town: "Oslo"}]), [[model.columns[0].means[0], 1, 171, 0, 1, 0], [30, 0, 171, 0, 0, 0]]);
  assert.deepEqual(namesOf(model), ["age", "age is missing", "height", "town = Bern", "town = Ulm", "town is missing"]);
  assert.deepEqual((await model.attributions(row)).columns.map(({value}) => value), [null, 171, "Ulm"]);
  assert.ok((await model.attributions(row)).columns.every(({typical}) => typical !== null));
});

test("a forest says that what parts a row from others is that a value is missing", async () => {
  const relevance = [0.01, 0.01, 1, 0.01, 0.01, 0.01]; // so that samples with and without an age are near
  const model = await xaia.fit(people, accepted, {...options, relevance, forest: {share: 0.5, leaf: 2, trees: 40}});
  const {forest} = await model.explain({age: null, height: 171, town: "Ulm"}), {forest: whole} = await model.explain({age: 41.5, height: 171, town: null});
  const said = [...forest.apart, ...whole.apart];
  for (const part of said) assert.equal(["threshold", "text", "missing"].filter((key) => key in part).length, 1, JSON.stringify(part));
  assert.ok(said.some((part) => part.missing === true), JSON.stringify(said));
  assert.ok(said.every((part) => part.column !== "height" || part.threshold > 100), JSON.stringify(said));
});

test("samples are as they were given, and a counterfactual goes from a gap to a value at once", async () => {
  const model = await xaia.fit(people, accepted, options);
  const samples = await model.sampleAt();
  for (const [i, {x}] of samples.entries()) assert.deepEqual([x.age, x.town], [people[i].age, people[i].town]);
  const {changes, row, point} = await model.counterfactual({age: null, height: 171, town: "Ulm"}, {target: "yes"});
  const age = changes.find(({column}) => column === "age");
  assert.equal(age.from, null);
  assert.ok(people.some((p) => p.age === age.to), `${age.to}`);
  assert.deepEqual([row.age, point[0], point[1]], [age.to, age.to, 0]);
  const back = await model.counterfactual({age: 33.5, height: 171, town: "Ulm"}, {target: "no"});
  assert.equal(back.changes.find(({column}) => column === "age").to, null);
  const effect = await model.effect("age");
  assert.ok(effect.at.length > 2 && effect.at.every((v) => v >= 20), JSON.stringify(effect.at));
  assert.deepEqual((await model.effect("age", {at: [null, 40]})).at, [null, 40]);
  await refuses(model.effect("age", {samples: people.flatMap(({age}, i) => (age === null ? [i] : []))}), {code: "invalid-option", path: "samples"});
});

test("rows of numbers have gaps, too, and are as wide as they were given", async () => {
  const rows = people.map(({age, height}) => [age, height]);
  const model = await xaia.fit(rows, accepted, options);
  assert.deepEqual([model.featureCount, model.columns.length], [3, 2]);
  assert.equal(await model.predict([null, 171]), "no");
  assert.deepEqual((await model.explain([[NaN, 171]]))[0].gaps.map(({column}) => column), [0]);
  assert.deepEqual((await model.sampleAt([0, 1])).map(({x}) => x), [[null, rows[0][1]], [rows[1][0], model.columns[1].means[0]]]);
  assert.deepEqual((await model.explain([[model.columns[0].means[0], 1, 171]]))[0], await model.explain([null, 171]), "the features themselves");
  await refuses(model.predict([[1, 2, 3, 4]]), {code: "invalid-input", row: 0, column: 3});
  await refuses(model.predict([[1, null, 3]]), {code: "invalid-input", row: 0, column: 1});
  const line = await xaia.fit(people.map(({age}) => age), accepted, options);
  assert.equal(line.featureCount, 2);
  assert.equal((await line.predict([30, null, 41])).length, 3, "of one column each number is a row");
  assert.deepEqual(await line.predict([null, 41]), ["no", "yes"]);
});

test("files, learners, other rows and a calibration keep gaps", async () => {
  const model = await xaia.fit(people, accepted, options), asked = [{age: null, height: 171, town: null}, {age: 30, height: null, town: "Ulm"}];
  const said = await model.explain(asked);
  for (const again of [await xaia.load(await fileOf(model)), await xaia.load(await model.save({format: "bytes"}))]) {
    assert.deepEqual(again.columns, model.columns);
    assert.deepEqual(await again.explain(asked), said);
  }
  const file = JSON.parse(await model.save());
  assert.deepEqual(benchOfModel(file, model.classes).columns, ["age", "age is missing", "height", "town = Bern", "town = Ulm", "town is missing"], "on the page");
  for (const edit of [
    (f) => { f.missing = "mean"; }, (f) => { f.missing = "as is"; }, (f) => { f.columns[0].gap = 1; }, (f) => { f.columns[0].gap = false; }, (f) => { delete f.columns[0].gap; },
    (f) => { f.columns[1].gap = true; }, (f) => { f.columns[0].means[1] = 0; }, (f) => { f.columns[2].means.pop(); },
  ]) {
    const copy = structuredClone(file);
    edit(copy);
    delete copy.checksum;
    await refuses(xaia.load(copy), {code: "model-file"});
  }
  const learner = await model.learner();
  await learner.learn([{age: null, height: 149, town: null}], ["yes"]);
  assert.equal(await learner.predict({age: null, height: 149, town: null}), "yes");
  const {model: more} = await model.absorb([{age: null, height: 148, town: null}], ["yes"]);
  assert.equal(await more.predict({age: null, height: 148, town: null}), "yes");
  assert.ok((await (await model.calibrate({folds: 4})).predictSet(asked[0])).includes("no"));
});

test("clean takes gaps that go with the outcome, says so, and finds them in each fold anew", async () => {
  const model = await xaia.fit(people, accepted, {clean: true});
  assert.deepEqual(model.columns.map(({gap}) => gap), [true, undefined, undefined], "the town's gaps are as many, and say nothing");
  const towns = people.filter(({town}) => town === null).length;
  assert.deepEqual(model.report.warnings.filter((w) => /missing/.test(w)), ["Column age is missing in 40 rows, whose outcomes differ: that it is became a feature.", `${towns + 4} missing values became their column's mean.`]);
  const y = people.map(({age, height}, i) => (age === null ? 200 : 0) + (height ?? 170) + i / 1000);
  assert.deepEqual((await xaia.fit(people, y, {clean: true})).columns.map(({gap}) => gap), [true, undefined, undefined], "numbers");
  assert.deepEqual((await xaia.fit(people, y, {clean: true, missing: "mean"})).columns.map(({gap}) => gap), [undefined, undefined, undefined], "another rule that was asked for");
  const judged = await xaia.crossValidate(people, accepted, {clean: true, folds: 5, seed: 1}), kept = await xaia.crossValidate(people, accepted, {missing: "as it is", duplicates: "majority", folds: 5, seed: 1});
  const filled = await xaia.crossValidate(people, accepted, {missing: "mean", duplicates: "majority", folds: 5, seed: 1});
  assert.ok(judged.rmse <= kept.rmse && judged.rmse < 0.5 * filled.rmse, `${judged.rmse} ${kept.rmse} ${filled.rmse}`);
});

test("a wrong rule is refused by name, and a column without any value as ever", async () => {
  await refuses(xaia.fit(people, accepted, {missing: "asitis"}), {code: "invalid-option", path: "missing", message: /as it is/});
  await refuses(xaia.fit(people.map((row) => ({...row, age: null})), accepted, options), {code: "invalid-input", row: 0, column: 0, message: /All values of the column/});
});
