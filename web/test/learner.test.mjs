// A learner through the API: each moment is the fit of the samples present.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dataset, random, shuffled} from "./data.mjs";
import {fileOf, refuses} from "./helpers.mjs";

const iris = dataset("iris");
const order = shuffled(iris.X.length, 5);
const X = order.map((row) => iris.X[row]);
const y = order.map((row) => iris.y[row]);

/** Refuses what both are not. */
async function same(learner, like, X, y, asked) {
  const want = await xaia.fit(X, y, {like, duplicates: "first"});
  assert.deepEqual(await learner.predict(asked), await want.predict(asked));
  assert.deepEqual(await learner.explain(asked), await want.explain(asked));
  assert.equal(learner.sampleCount, X.length);
  assert.equal(await fileOf(await learner.model()), await fileOf(want));
}

for (const options of [{}, {interpolation: {local: {}}}]) {
  test(`a learner is the fit of what is present: ${JSON.stringify(options)}`, async () => {
    const model = await xaia.fit(X.slice(0, 60), y.slice(0, 60), {...options, duplicates: "first"});
    const learner = await model.learner();
    assert.deepEqual([learner.sampleCount, learner.featureCount, learner.classes, learner.stale], [60, 4, model.classes, null]);
    const rows = X.slice(0, 60);
    const labels = y.slice(0, 60);
    const next = random(3);
    for (let i = 60; i < 90; i++) {
      const before = await learner.predict(X[i]);
      const {learned, refused, sampleCount} = await learner.learn([X[i]], [y[i]], {tolerance: 0});
      assert.deepEqual([learned, refused], [before === y[i] ? [] : [0], []]);
      assert.equal(sampleCount, learner.sampleCount);
      if (learned.length === 0) await learner.learn([X[i]], [y[i]]);
      rows.push(X[i]);
      labels.push(y[i]);
      if (i % 3) continue;
      const gone = Math.floor(next() * rows.length);
      await learner.forget(gone);
      rows.splice(gone, 1);
      labels.splice(gone, 1);
    }
    await same(learner, model, rows, labels, X);
    await learner.learn(X.slice(90), y.slice(90));
    await learner.forget([0, 2, 2]);
    rows.push(...X.slice(90));
    labels.push(...y.slice(90));
    await same(learner, model, [rows[1], ...rows.slice(3)], [labels[1], ...labels.slice(3)], X);
    const now = await learner.model();
    assert.deepEqual(await learner.scores(X), await now.scores(X));
    assert.deepEqual(await learner.attributions(X.slice(0, 9)), await now.attributions(X.slice(0, 9)));
    assert.deepEqual(await learner.evaluate(X, y), await now.evaluate(X, y));
    for (const asked of [{}, {threshold: 0.5}, {y}]) assert.deepEqual(await learner.outOfDistribution(X, asked), await now.outOfDistribution(X, asked));
    assert.deepEqual(await learner.predict(X, {interpolation: {top: 1}}), await now.predict(X, {interpolation: {top: 1}}));
    await learner.refresh();
    const fresh = await xaia.fit([rows[1], ...rows.slice(3)], [labels[1], ...labels.slice(3)], {...options, duplicates: "first"});
    assert.deepEqual(await learner.explain(X), await fresh.explain(X));
    assert.equal(model.sampleCount, 60);
    learner.dispose();
    await refuses(learner.predict(X), {code: "disposed"});
  });
}

test("a learner: calls in their order, refusals, abort, stale", async () => {
  const model = await xaia.fit([[0, 0], [0, 1], [1, 0], [1, 1]], [1, 2, 3, 4]);
  const learner = await xaia.learner(model);
  const row = new Float64Array([0.5, 0.5]);
  const calls = [learner.learn({data: row, rows: 1, columns: 2}, [7]), learner.predict([[0.5, 0.5]]), learner.forget(4), learner.predict([[0.5, 0.5]])];
  row.fill(9); // they have been read
  const [{learned}, [after], , [again]] = await Promise.all(calls);
  assert.deepEqual([learned, after], [[0], 7]);
  assert.equal(again, (await model.predict([[0.5, 0.5]]))[0]);
  const {learned: good, refused, sampleCount} = await learner.learn([[0.2, 0.1], [1, 1], [0.7, 0.7]], [1, 5, 4]);
  assert.deepEqual([good, sampleCount], [[0, 2], 6]);
  assert.deepEqual(refused.map(({row, code}) => ({row, code})), [{row: 1, code: "ill-defined"}]);
  assert.match(refused[0].message, /X\[1\] can't be distinguished from sample 3.*duplicates/);
  await refuses(learner.learn([[0.2, NaN]], [1]), {code: "invalid-input", row: 0, column: 1});
  await refuses(learner.learn([[0.2, 0.1]], ["a"]), {code: "invalid-input", row: 0});
  await refuses(learner.learn([[0.2, 0.1]], [1], {rounds: 1}), {code: "unknown-option", path: "rounds"});
  await refuses(learner.learn([[0.2, 0.1]], [1], {duplicates: "majority"}), {code: "invalid-option", path: "duplicates"});
  await refuses(learner.forget([6]), {code: "invalid-input", row: 0});
  await refuses(learner.forget([0, 1, 2, 3, 4, 5]), {code: "invalid-input"});
  const many = Array.from({length: 20000}, (_, i) => [(i % 141) / 141, i / 20000]);
  const stop = new AbortController();
  const stopped = learner.learn(many, many.map(([a]) => a), {signal: stop.signal, onProgress: () => stop.abort()});
  await assert.rejects(stopped, {name: "AbortError"});
  assert.equal((await learner.model()).sampleCount, 6);
  assert.equal(learner.stale, null);
  await learner.learn([[0.5, 1.2]], [1]);
  assert.deepEqual(learner.stale, {reason: "range", column: 1});
  await learner.refresh();
  assert.equal(learner.stale, null);
  await refuses((await xaia.fit([[0], [1]], [1, 2], {preset: "paper"})).learner(), {code: "unsupported"});
  await refuses((await xaia.fit([0, 1], [1, 2], {kind: "tnn"})).learner(), {code: "unsupported"});
  await refuses((await xaia.fit([[0], [1]], [1, 2], {interpolation: () => 1})).learner(), {code: "unsupported"});
  await refuses(xaia.learner({}), {code: "not-found"});
});

test("a learner of a table names its columns", async () => {
  const rows = [{town: "Bonn", size: 1}, {town: "Kiel", size: 2}, {town: "Bonn", size: 4}];
  const learner = await (await xaia.fit(rows, [1, 2, 3])).learner();
  await learner.learn([{town: "Kiel", size: 9}], [5]);
  assert.deepEqual(learner.stale, {reason: "range", column: "size"});
  assert.deepEqual(await learner.predict({town: "Kiel", size: 9}), 5);
});

test("a call of a learner waits for the one before", async () => {
  const learner = await (await xaia.fit(X, y, {duplicates: "first"})).learner();
  const many = Array.from({length: 20000}, (_, i) => [i % 7, i % 11, i % 13, i / 20000]);
  const learning = learner.learn(many, many.map(() => y[0]));
  assert.equal(await learner.predict(many[19999]), y[0]);
  assert.equal((await learning).sampleCount, learner.sampleCount);
});

test("absorb into a model of another's scaling and reach goes through a learner, and is the fit on D and A", async () => {
  const model = await xaia.fit(X.slice(0, 50), y.slice(0, 50), {duplicates: "first"});
  const settled = await xaia.fit(X.slice(0, 50), y.slice(0, 50), {like: model, duplicates: "first"});
  const {model: larger, absorbed, rounds, kept, rest} = await settled.absorb(X.slice(50), y.slice(50), {tolerance: 0, audit: true});
  assert.ok(absorbed.length > 0 && absorbed.length < 100 && rounds >= 1, `${absorbed.length} in ${rounds} rounds`);
  const want = await xaia.fit([...X.slice(0, 50), ...absorbed.map((i) => X[50 + i])], [...y.slice(0, 50), ...absorbed.map((i) => y[50 + i])], {like: model, duplicates: "first"});
  assert.equal(await fileOf(larger), await fileOf(want));
  assert.deepEqual(rest, {maxErrorAfter: 0, beyondTolerance: 0});
  const told = await settled.absorb(X.slice(50), y.slice(50), {tolerance: 0});
  assert.deepEqual([told.absorbed, told.rounds, told.kept], [absorbed, rounds, kept]);
  assert.equal(settled.sampleCount, 50);
  await refuses(settled.absorb(X.slice(50), y.slice(50), {audit: 1}), {code: "invalid-option", path: "audit"});
  const stop = new AbortController();
  stop.abort();
  await assert.rejects(settled.absorb(X.slice(50), y.slice(50), {signal: stop.signal}), {name: "AbortError"});
  await assert.rejects(model.learner({signal: stop.signal}), {name: "AbortError"});
});

test("a learner that began with a calibrated model calibrates itself; saved in the middle, it is that model", async () => {
  const model = await (await xaia.fit(X.slice(0, 60), y.slice(0, 60), {duplicates: "first"})).calibrate({folds: 4});
  const learner = await model.learner();
  assert.deepEqual(await learner.predictSet(X.slice(60, 80)), await model.predictSet(X.slice(60, 80)));
  await learner.learn(X.slice(60, 100), y.slice(60, 100));
  await learner.forget([0, 1]);
  const saved = await (await learner.model()).save({format: "bytes"});
  const loaded = await xaia.load(saved);
  assert.equal(learner.sampleCount, 98);
  assert.deepEqual(loaded.calibration, {...model.calibration, strong: loaded.calibration.strong, moderate: loaded.calibration.moderate, weak: loaded.calibration.weak});
  assert.equal(loaded.calibration.strong + loaded.calibration.moderate + loaded.calibration.weak, 98);
  for (const coverage of [0.5, 0.9, 0.99]) assert.deepEqual(await learner.predictSet(X, {coverage}), await loaded.predictSet(X, {coverage}));
  assert.deepEqual(await learner.explain(X[120]), await loaded.explain(X[120]));
  await learner.learn(X.slice(100), y.slice(100)); // it goes on, and what was saved doesn't
  assert.deepEqual([learner.sampleCount, loaded.sampleCount], [148, 98]);
  await refuses(learner.predictInterval(X), {code: "unsupported"});
  await refuses((await (await xaia.fit([[0], [1]], [1, 2])).learner()).predictInterval([[0]]), {code: "unsupported"});

  const line = Array.from({length: 60}, (_, i) => [i / 60]);
  const numbers = await (await (await xaia.fit(line, line.map(([v]) => v * v + (v * 999) % 1))).calibrate()).learner();
  const [[low, high]] = await numbers.predictInterval([[0.501]]);
  await numbers.learn(line.map(([v]) => [v + 0.004]), line.map(([v], i) => v * v + (i % 2 ? 50 : -50)));
  const [[lower, higher]] = await numbers.predictInterval([[0.501]]);
  assert.ok(lower < low - 0.2 && higher > high + 0.2, `from ${low} to ${high}; after great errors from ${lower} to ${higher}`);
});

test("a call that is refused before it waits leaves nothing behind: the next one's arguments aren't copied", async () => {
  const learner = await (await xaia.fit(X.slice(0, 60), y.slice(0, 60))).learner();
  const uneven = {a: [1, 2], b: [1]};
  await refuses(learner.learn(uneven, ["setosa", "setosa"]), {code: "invalid-input", column: 1});
  await refuses(learner.predict(uneven), {code: "invalid-input", column: 1});
  await refuses(learner.evaluate(uneven, ["setosa"]), {code: "invalid-input", column: 1});
  const {structuredClone} = globalThis;
  let copies = 0;
  globalThis.structuredClone = (...args) => (copies++, structuredClone(...args));
  try {
    assert.deepEqual(await learner.predict([X[3]]), [y[3]]);
    await learner.learn([[...X[70]]], [y[70]]);
  } finally {
    globalThis.structuredClone = structuredClone;
  }
  assert.equal(copies, 0);
  const waits = learner.learn([[...X[71]]], [y[71]]);
  const [asked, answer] = [[[...X[3]]], learner.predict.bind(learner)];
  const later = answer(asked);
  asked[0][0] = 1e6; // one that waits has a copy
  await waits;
  assert.deepEqual(await later, [y[3]]);
  learner.dispose();
  await refuses(learner.forget(0), {code: "disposed"});
});

test("a call that waits takes its signal and its progress along", async () => {
  const learner = await (await xaia.fit(X.slice(0, 60), y.slice(0, 60))).learner();
  const said = [];
  for (const name of ["attributions", "predict", "scores", "explain"]) {
    const first = learner.learn([X[61]], [y[61]]);
    const stop = new AbortController();
    const later = learner[name](X.slice(0, 2), {signal: stop.signal, onProgress: (p) => said.push(p)});
    const never = learner[name](X.slice(0, 2), {signal: AbortSignal.abort("enough")});
    await first;
    assert.equal((await later).length, 2, name);
    await assert.rejects(never, (reason) => reason === "enough", name);
  }
});

test("correct: the samples at a place get another outcome, as if they had been forgotten and the row learned", async () => {
  const next = random(5), X = Array.from({length: 90}, () => [next(), next()]), y = X.map(([a, b]) => a + b);
  X.push(X[4], X[4]);
  y.push(y[4], y[4]);
  for (const [outcomes, one, other] of [[y, 7, 8], [y.map((v) => (v > 1 ? "far" : "near")), "far", "near"]]) {
    const model = await xaia.fit(X, outcomes);
    const [corrected, plain] = [await model.learner(), await model.learner()];
    const said = await corrected.correct([X[4], X[9], [5, 5]], [one, other, one]);
    assert.deepEqual([said.learned, said.refused.map(({row, code}) => [row, code]), corrected.sampleCount], [[0, 1], [[2, "not-found"]], 90]);
    await plain.forget([4, 9, 90, 91]);
    await plain.learn([X[4], X[9]], [one, other]);
    const asked = [X[4], X[9], ...X.slice(20, 40), [0.4, 0.4]];
    assert.deepEqual(await corrected.explain(asked), await plain.explain(asked));
    assert.deepEqual(await (await corrected.model()).save(), await (await plain.model()).save());
    assert.deepEqual([await corrected.predict(X[4]), await corrected.predict(X[9])], [one, other]);
    await corrected.correct(X[4], other);
    assert.equal(await corrected.predict(X[4]), other, "one row, with its outcome alone");
    await corrected.correct([X[4], X[4]], [other, one]);
    assert.deepEqual([await corrected.predict(X[4]), corrected.sampleCount], [one, 90], "the last one counts");
    const before = await corrected.explain(asked);
    await refuses(corrected.correct([[1, 2, 3]], [one]), {code: "invalid-input", row: 0, column: 2});
    await assert.rejects(corrected.correct(X.slice(0, 50), outcomes.slice(0, 50), {signal: AbortSignal.abort("stop")}), (reason) => reason === "stop");
    assert.deepEqual(await corrected.explain(asked), before);
    if (typeof one === "string") assert.deepEqual((await corrected.correct([X[4]], ["nowhere"])).refused.map((r) => r.code), ["invalid-input"]);
  }
});

test("a learner that adapts: files go on with the same bits, drift is told, forgotten and named", async () => {
  const next = random(11), point = () => [next(), next()];
  const outcome = (x, later = 0) => Math.sin(6 * x[0]) + x[1] + 0.2 * next() + later;
  const first = Array.from({length: 150}, point), plain = await xaia.fit(first, first.map((x) => outcome(x)));
  await refuses(plain.learner({adapt: true}), {code: "unsupported", message: /not calibrated.*Call calibrate/});
  const calibrated = await plain.calibrate();
  await refuses(calibrated.learner({adapt: 1}), {code: "invalid-option", path: "adapt"});
  await refuses(calibrated.learner({adapts: true}), {code: "unknown-option", message: /Known options are "?adapt/});
  const [learner, still] = [await calibrated.learner({adapt: true}), await calibrated.learner()];
  assert.deepEqual([learner.drift, still.drift, calibrated.calibration.adapt], [null, null, undefined]);
  const told = await plain.calibrate({adapt: true});
  assert.equal(await fileOf(told), await fileOf(await learner.model()));
  assert.equal(await fileOf(await plain.calibrate({adapt: false})), await fileOf(calibrated));
  await refuses(plain.calibrate({adapt: "yes"}), {code: "invalid-option", path: "adapt"});
  await refuses((await xaia.fit([1, 2, 3, 4], [1, 2, 3, 4], {kind: "tnn"})).calibrate({adapt: true}), {code: "unsupported", message: /adapt.*SQANN/});
  const asked = Array.from({length: 20}, point), later = Array.from({length: 80}, point);
  for (const x of later) await Promise.all([learner, still].map((one) => one.learn([x], [outcome(x)])));
  assert.equal(learner.drift, null);
  assert.notDeepEqual(await learner.predictInterval(asked), await still.predictInterval(asked));

  const now = await learner.model();
  assert.equal(now.calibration.adapt, true);
  assert.deepEqual(await now.predictInterval(asked), await learner.predictInterval(asked));
  const text = await now.save(), again = await xaia.load(text), bytes = await xaia.load(await now.save({format: "bytes"}));
  const others = [await again.learner(), await bytes.learner({adapt: true})];
  for (let i = 0; i < 60; i++) {
    const x = point(), y = outcome(x, 1);
    for (const one of [learner, ...others]) await one.learn([x], [y]);
  }
  const {since, what} = learner.drift;
  assert.equal(what, "outcomes");
  assert.ok(Math.abs(since - 230) <= 20, `since ${since}`);
  const saved = await fileOf(await learner.model());
  for (const one of others) {
    assert.deepEqual(one.drift, learner.drift);
    assert.deepEqual(await one.predictInterval(asked), await learner.predictInterval(asked));
    assert.deepEqual(JSON.parse(await fileOf(await one.model())).calibration, JSON.parse(saved).calibration);
  }
  assert.equal((await (await again.learner({adapt: false})).model()).calibration.adapt, undefined);
  await learner.forget(Array.from({length: since}, (_, i) => i));
  assert.equal(learner.drift, null);

  const file = JSON.parse(text), {adapt} = file.calibration;
  for (const [wrong, said] of [
    [{...adapt, levels: adapt.levels.slice(1)}, /adapt is wrong/], [{...adapt, levels: adapt.levels.map((row) => row.map(() => 1.1))}, /adapt is wrong/], [{...adapt, against: [-1, 1]}, /adapt is wrong/],
    [{...adapt, since: [0, 1e9]}, /adapt is wrong/], [{...adapt, since: [0.5, 0]}, /adapt is wrong/], [{...adapt, against: [1]}, /adapt is wrong/], [{levels: adapt.levels}, /adapt is wrong/], [7, /adapt is 7/], [{...adapt, more: 1}, /adapt.more/],
  ]) await refuses(xaia.load(JSON.stringify({...file, calibration: {...file.calibration, adapt: wrong}})), {code: "model-file", message: said});
});

test("a lopsided calibration: skewed outcomes, none below 0; its files and its learner", async () => {
  const next = random(12), first = Array.from({length: 200}, () => [next()]), skewed = () => -Math.log(1 - next());
  const plain = await xaia.fit(first, first.map(skewed)), asked = Array.from({length: 50}, () => [next()]);
  await refuses(plain.calibrate({lopsided: "up"}), {code: "invalid-option", path: "lopsided"});
  await refuses((await xaia.fit([[0], [1], [2], [3]], ["a", "b", "a", "b"])).calibrate({lopsided: true}), {code: "invalid-option", message: /no sides/});
  const [even, model] = [await plain.calibrate(), await plain.calibrate({lopsided: true})];
  assert.deepEqual([even.calibration.lopsided, model.calibration.lopsided], [undefined, true]);
  const ends = await model.predictInterval(asked);
  assert.ok((await even.predictInterval(asked)).some(([low]) => low < 0));
  assert.ok(ends.every(([low, high]) => low >= 0 && high >= low));
  for (const format of ["json", "bytes"]) assert.deepEqual(await (await xaia.load(await model.save({format}))).predictInterval(asked), ends);
  const file = JSON.parse(await model.save());
  await refuses(xaia.load(JSON.stringify({...file, calibration: {...file.calibration, lopsided: false}})), {code: "model-file", message: /scores is wrong/});
  const learner = await model.learner({adapt: true});
  await learner.learn(asked, asked.map(skewed));
  const now = await learner.model();
  assert.deepEqual([now.calibration.lopsided, now.calibration.adapt], [true, true]);
  assert.deepEqual(await (await xaia.load(await now.save())).predictInterval(asked), await learner.predictInterval(asked));
});
