import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {fileOf, refuses} from "./helpers.mjs";

// Twelve columns, of which the second and the fifth make y.
function table(rows, numbers = true) {
  let state = 1;
  const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const X = Array.from({length: rows}, () => Array.from({length: 12}, next));
  const y = X.map((row) => (numbers ? Math.sin(5 * row[1]) + 2 * row[4] : row[1] + row[4] > 1 ? "far" : "near"));
  return {X, y};
}

// The two features that make y weigh most, the others together little. One of these may seem to help in 200 rows.
const finds = (relevance) => {
  const others = relevance.filter((_, j) => j !== 1 && j !== 4);
  const least = Math.min(relevance[1], relevance[4]);
  assert.ok(least > 0.4 && least > Math.max(...others), `relevance is ${relevance}`);
  assert.ok(others.reduce((sum, s) => sum + s) / others.length < 0.4, `relevance is ${relevance}`);
};

for (const numbers of [true, false]) {
  test(`relevance is learned, answers its samples, and is saved in both forms: ${numbers ? "numbers" : "classes"}`, async () => {
    const {X, y} = table(260, numbers);
    const [known, asked] = [X.slice(0, 200), X.slice(200)];
    for (const relevance of ["auto", true]) {
      const model = await xaia.fit(known, y.slice(0, 200), {relevance});
      finds(model.relevance);
      if (relevance === "auto") assert.ok(model.report.relevanceGain > 0.2, `gain ${model.report.relevanceGain}`);
      else assert.equal(model.report.relevanceGain, null);
      assert.equal(model.report.maxFittingError, 0);
      assert.deepEqual(await model.predict(known), y.slice(0, 200));

      const answers = await model.predict(asked);
      const file = await fileOf(model);
      assert.equal(JSON.parse(file).options.relevance, relevance);
      for (const again of [await xaia.load(file), await xaia.load(await model.toBytes())]) {
        assert.deepEqual(again.relevance, model.relevance);
        assert.equal(again.report.relevanceGain, model.report.relevanceGain);
        assert.deepEqual(await again.predict(asked), answers);
        assert.equal(await fileOf(again), file);
      }

      // The learned numbers, given as a list, and the interpolation make the same model.
      const listed = await xaia.fit(known, y.slice(0, 200), {relevance: model.relevance, interpolation: model.interpolation});
      assert.deepEqual(listed.relevance, model.relevance);
      assert.equal(listed.report.relevanceGain, null);
      assert.deepEqual(await listed.predict(asked), answers);
      assert.deepEqual(listed.layers, model.layers);
    }
  });
}

test("without relevance, models and files don't mention it", async () => {
  const {X, y} = table(120);
  const model = await xaia.fit(X, y, {relevance: false, interpolation: {top: 8}});
  assert.equal(model.relevance, null);
  assert.equal(model.report.relevanceGain, null);
  const file = JSON.parse(await model.save());
  assert.equal("relevance" in file.options, false);
  assert.equal("learned" in file, false);
});

test("auto doesn't learn on small tables and unrelated columns", async () => {
  const {X, y} = table(160);
  for (const [few, outcomes] of [[X.slice(0, 99), y.slice(0, 99)], [X.map((row) => row.slice(1, 3)), y]]) {
    const model = await xaia.fit(few, outcomes, {relevance: "auto"});
    assert.equal(model.relevance, null);
    assert.equal(model.report.relevanceGain, null);
  }
  const noise = await xaia.fit(X, table(1920).X.slice(1760).map((row) => row[0]), {relevance: "auto"});
  assert.equal(noise.relevance, null);
  assert.ok(noise.report.relevanceGain < 0.1, `gain ${noise.report.relevanceGain}`);
  const again = await xaia.load(await fileOf(noise));
  assert.equal(again.report.relevanceGain, noise.report.relevanceGain);
});

test("absorb and remove learn again, leaveOneOut keeps the learned relevance", async () => {
  const {X, y} = table(170);
  const model = await xaia.fit(X.slice(0, 150), y.slice(0, 150), {relevance: true});
  const {model: more, absorbed} = await model.absorb(X.slice(150), y.slice(150), {tolerance: 0.1, rounds: 1});
  assert.ok(absorbed.length > 0);
  const joint = await xaia.fit([...X.slice(0, 150), ...absorbed.map((i) => X[150 + i])], [...y.slice(0, 150), ...absorbed.map((i) => y[150 + i])], {relevance: true});
  assert.equal(await fileOf(more), await fileOf(joint));
  const fewer = await more.remove(Array.from(absorbed, (_, i) => 150 + i));
  assert.equal(await fileOf(fewer), await fileOf(model));

  const listed = await xaia.fit(X.slice(0, 150), y.slice(0, 150), {relevance: model.relevance});
  assert.deepEqual(await model.leaveOneOut(), await listed.leaveOneOut());
});

test("a file's relevance is used as it is, or refused", async () => {
  const {X, y} = table(120);
  const file = JSON.parse(await fileOf(await xaia.fit(X, y, {relevance: true})));
  for (const relevance of [[1, 2], file.learned.relevance.map(() => 0), file.learned.relevance.map((s) => s / 2), "much"]) {
    await refuses(xaia.load({...file, learned: {relevance}}), {code: "model-file", row: undefined, column: undefined});
  }
  await refuses(xaia.load({...file, learned: {relevances: file.learned.relevance}}), {code: "model-file", row: undefined, column: undefined});
  const {learned, ...without} = file;
  await refuses(xaia.load(without), {code: "model-file", row: undefined, column: undefined});
});

test("an abort stops learning", async () => {
  const {X, y} = table(1000);
  const control = new AbortController();
  let told = 0;
  const call = xaia.fit(X, y, {relevance: true, signal: control.signal, onProgress: () => { told++; control.abort(); }});
  await assert.rejects(call, (e) => e.name === "AbortError");
  assert.equal(told, 1);
});
