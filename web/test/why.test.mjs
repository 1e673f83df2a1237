// Which columns made an answer, and how sure it is: through the API.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";
import {near, refuses} from "./helpers.mjs";

/** Houses: a size, a town, a year that is missing now and then, and a price. */
function houses(n, seed = 1) {
  const next = random(seed);
  const towns = ["Bern", "Ulm", "Oslo"];
  const X = Array.from({length: n}, (_, i) => ({size: 20 + 100 * next(), town: towns[Math.floor(3 * next() ** 2)], year: i % 9 === 4 ? null : 1950 + Math.floor(70 * next())}));
  return {X, y: X.map(({size, town}) => 3 * size + 40 * towns.indexOf(town))};
}

const sum = (list) => list.reduce((a, b) => a + b, 0);
const total = ({columns, earlierLayers}) => sum(columns.map((c) => c.share)) + earlierLayers;

test("attributions: columns are named as in the table, and effects are predictions", async () => {
  const {X, y} = houses(120);
  const model = await xaia.fit(X, y, {missing: "mean"});
  const asked = [{size: 55.5, town: "Rome", year: null}, {size: 70, town: "Ulm", year: 1999}, X[3]];
  const said = await model.attributions(asked);
  const sizes = X.map((x) => x.size).sort((a, b) => a - b);
  for (const [i, a] of said.entries()) {
    assert.equal(a.value, (await model.predict(asked))[i]);
    assert.deepEqual(a.columns.map((c) => c.column), ["size", "town", "year"]);
    assert.deepEqual(a.columns.map((c) => c.value), [asked[i].size, asked[i].town, asked[i].year]);
    assert.equal(a.columns[0].typical, (sizes[59] + sizes[60]) / 2);
    assert.equal(a.columns[1].typical, "Bern");
    near(total(a), i === 2 ? 0 : 1, 1e-12);
    for (const {column, typical, effect} of a.columns) {
      const changed = {...asked[i], [column]: typical};
      assert.equal(effect.value, await model.predict(changed), `${column} of row ${i}`);
      assert.equal(effect.familiarity, (await model.explain(changed)).familiarity);
      assert.equal("score" in effect, false);
    }
  }
  assert.deepEqual(await model.attributions(asked[1]), said[1], "one row alone");

  for (const file of [JSON.parse(await model.save()), await model.save(), await model.toBytes()]) {
    assert.deepEqual(await (await xaia.load(file)).attributions(asked), said, "saved and loaded");
  }
});

test("attributions: shares by hand, from the explanation", async () => {
  const next = random(3);
  const X = Array.from({length: 90}, () => [next(), 10 * next(), next()]);
  const y = X.map(([a, b]) => (a + b / 10 > 1 ? "far" : "near"));
  const asked = Array.from({length: 20}, () => [next(), 10 * next(), 2 * next()]);
  for (const options of [{}, {preset: "paper", scale: "minmax"}, {skip: false}, {relevance: [1, 0.5, 0.25]}]) {
    const model = await xaia.fit(X, y, options);
    const ranges = [0, 1, 2].map((j) => [Math.min(...X.map((x) => x[j])), Math.max(...X.map((x) => x[j]))]);
    const scaled = (x) => x.map((v, j) => ((v - ranges[j][0]) / (ranges[j][1] - ranges[j][0])) * (model.relevance?.[j] ?? 1));
    for (const x of asked) {
      const [a, why] = [await model.attributions(x), await model.explain(x)];
      const parts = [0, 0, 0];
      let all = 0;
      for (const {samples, distance, weight, layer} of why.neurons) {
        all += weight * distance ** 2;
        if (layer > 1 && options.skip === false || layer > 1 && options.preset === "paper") continue;
        scaled(x).forEach((v, j) => (parts[j] += weight * (v - scaled(X[samples[0]])[j]) ** 2));
      }
      a.columns.forEach((c, j) => near(c.share, parts[j] / all, 1e-9));
      near(total(a), 1, 1e-12);
      assert.deepEqual(a.columns.map((c) => c.column), [0, 1, 2]);
      assert.deepEqual(a.columns.map((c) => c.relevance), model.relevance ?? [1, 1, 1]);
      assert.equal(a.score, why.scores[model.classes.indexOf(why.value)]);
      for (const [j, {typical, effect}] of a.columns.entries()) {
        const there = await model.explain(x.with?.(j, typical) ?? Object.assign([...x], {[j]: typical}));
        assert.equal(effect.value, there.value);
        assert.equal(effect.score, there.scores[model.classes.indexOf(a.value)], "of the class that was answered");
      }
    }
  }
});

test("attributions: a TNN, an order, an ensemble, several outputs, no output", async () => {
  const line = await xaia.fit([0, 1, 2, 5], [3, 1, 2, 8], {kind: "tnn"});
  const [on, between] = await line.attributions([1, 1.4]);
  assert.deepEqual([total(on), on.value], [0, await line.predict(1)]);
  assert.deepEqual(between.columns.map((c) => [c.column, c.value, c.typical, c.share]), [[0, 1.4, 1.5, 1]]);
  assert.equal(between.columns[0].effect.value, await line.predict(1.5));

  const order = await xaia.fit([[0, 0], [1, 2], [2, 3]], [1, 2, 3], {kind: "tnn", order: [2, 1, 0]});
  near(total(await order.attributions([0.5, 0.9])), 1, 1e-12);

  const first = await xaia.fit([[0, 0], [1, 0], [0, 1]], ["a", "b", "b"]);
  const second = await xaia.fit([[5, 5], [6, 5], [5, 6]], ["c", "a", "c"]);
  const both = await xaia.ensemble(first, second);
  for (const [model, x] of [[first, [0.1, 0.3]], [second, [5.2, 5.3]]]) {
    const [own, said] = [await model.attributions(x), await both.attributions(x)];
    assert.deepEqual(said.columns.map((c) => [c.share, c.typical]), own.columns.map((c) => [c.share, c.typical]), "the member that answers");
    const {typical, effect} = said.columns[0];
    assert.equal(effect.value, await both.predict([typical, x[1]]));
  }

  const vectors = await xaia.fit([[0, 0], [1, 0], [0, 1]], [[1, 2], [3, 4], [5, 6]]);
  assert.deepEqual((await vectors.attributions([0.4, 0.4])).value, await vectors.predict([0.4, 0.4]));
  const none = await xaia.fit([[0, 0], [1, 0], [0, 1]], ["a", "b", "b"], {interpolation: "none"});
  const nothing = await none.attributions([0.4, 0.4]);
  assert.deepEqual([nothing.value, "score" in nothing, total(nothing)], [null, false, 0]);
  assert.deepEqual(await vectors.attributions([]), []);
});

test("attributions: refusals", async () => {
  const {X, y} = houses(30);
  const model = await xaia.fit(X, y, {missing: "mean"});
  await refuses(model.attributions({syze: 3, town: "Ulm", year: 1999}), {code: "invalid-input", row: 0, column: 0, message: /no column size\. Is "syze" a misspelling of it/});
  await refuses(model.attributions([[1, 2]]), {code: "invalid-input", row: 0, column: 2});
  await refuses(model.attributions(X, {columns: ["size"]}), {code: "unknown-option", path: "columns"});
  const own = await xaia.fit([[0, 0], [1, 1]], [1, 2], {interpolation: (neurons) => neurons[0].alpha});
  await refuses(own.attributions([[0, 1]]), {code: "unsupported"});
  const stopped = new AbortController();
  stopped.abort();
  await assert.rejects(model.attributions(X, {signal: stopped.signal}), {name: "AbortError"});
  assert.equal((await model.attributions(X)).length, 30, "the next good call works");
});

/** Interval or set by hand, from the saved calibration and the explanation: SPEC 3.13. */
function quantile(calibration, recognition, coverage, output = 0, scores = calibration.scores.map((s) => s[output] ?? s)) {
  const own = (name) => ownQuantile(scores, calibration.recognition, ["weak", "moderate", "strong"].indexOf(name), coverage);
  return recognition === "weak" ? Math.max(own("weak"), own("moderate")) : own(recognition);
}

function ownQuantile(scores, recognition, code, coverage) {
  const all = [...scores].sort((a, b) => a - b);
  const group = scores.filter((_, i) => recognition[i] === code);
  const few = group.length < 20;
  const later = few || group.length > 99 ? 0 : Math.sqrt(group.length * coverage * (1 - coverage)) / 2;
  const missing = Math.min(20, all.length) - group.length;
  for (let i = 0; i < missing; i++) group.push(all[Math.floor(((2 * i + 1) * all.length) / (2 * missing))]);
  group.sort((a, b) => a - b);
  const rank = (list) => Math.ceil((list.length + 1) * coverage);
  if (rank(group) <= group.length) return group[Math.min(group.length, Math.ceil((group.length + 1) * coverage + later)) - 1];
  return few && rank(all) <= all.length ? Math.max(group.at(-1), all[rank(all) - 1]) : Infinity;
}

function deviation({neurons, deviation: fromLine}, output = 0) {
  if (fromLine !== undefined) return fromLine[output] ?? fromLine;
  const alpha = neurons.map((n) => n.alpha[output] ?? n.alpha);
  const mean = sum(neurons.map((n, i) => n.weight * alpha[i]));
  return Math.sqrt(sum(neurons.map((n, i) => n.weight * (alpha[i] - mean) ** 2)));
}

test("calibrate: intervals by hand, saved and loaded", async () => {
  const {X, y} = houses(150, 5);
  const plain = await xaia.fit(X, y, {missing: "mean"});
  const model = await plain.calibrate({folds: 5, seed: 3});
  assert.equal(plain.calibration, null);
  assert.deepEqual([model.calibration.folds, model.calibration.seed], [5, 3]);
  assert.equal(model.calibration.strong + model.calibration.moderate + model.calibration.weak, 150);
  assert.deepEqual(await model.predict(X), await plain.predict(X));

  const asked = [...houses(20, 6).X, {size: 900, town: "Rome", year: null}];
  const file = JSON.parse(await model.save());
  for (const coverage of [0.5, 0.9, 0.99]) {
    const intervals = await model.predictInterval(asked, {coverage});
    for (const [i, [low, high]] of intervals.entries()) {
      const why = await model.explain(asked[i]);
      const half = quantile(file.calibration, why.recognition, coverage) * (deviation(why) + file.calibration.median[0] / 2);
      if (half < Infinity) {
        near(low, why.value - half, 1e-6);
        near(high, why.value + half, 1e-6);
      } else assert.deepEqual([low, high], [-Infinity, Infinity]);
      if (coverage === 0.9) assert.deepEqual(why.interval, [low, high]);
    }
  }
  assert.deepEqual(await model.predictInterval(asked[0]), (await model.predictInterval(asked, {coverage: 0.9}))[0], "one row, and 0.9 by default");
  assert.equal("interval" in (await model.explain(asked[0], {interpolation: "nearest"})), false, "of another answer nothing is known");
  assert.equal("interval" in (await plain.explain(asked[0])), false);

  const before = [await model.predictInterval(asked, {coverage: 0.8}), await model.outOfDistribution(asked, {threshold: "calibrated"})];
  for (const saved of [file, JSON.stringify(file), await model.toBytes()]) {
    const again = await xaia.load(saved);
    assert.deepEqual([await again.predictInterval(asked, {coverage: 0.8}), await again.outOfDistribution(asked, {threshold: "calibrated"})], before);
    assert.deepEqual(again.calibration, model.calibration);
    assert.deepEqual(JSON.parse(await again.save()), file);
  }
  const sorted = [...file.calibration.familiarity].sort((a, b) => a - b);
  const threshold = sorted[7] + (0.05 * 149 - 7) * (sorted[8] - sorted[7]);
  for (const {row, out, familiarity} of before[1]) assert.equal(out, familiarity < threshold, `row ${row}`);

});

test("calibrate: sets, vectors and TNNs", async () => {
  const next = random(8);
  const X = Array.from({length: 200}, () => [next(), next()]);
  const y = X.map(([a]) => ["low", "middle", "high"][Math.min(2, Math.floor(3 * (a + 0.3 * (next() - 0.5))))] ?? "low");
  const asked = Array.from({length: 30}, () => [next(), next()]);
  const model = await (await xaia.fit(X, y)).calibrate({seed: 1});
  const file = JSON.parse(await model.save());
  const share = (c) => y.filter((v) => v === c).length / y.length;
  const rank = (missing, c) => (8 * missing + (1 - share(c))) / 9;
  const ranks = file.calibration.scores.map((s, i) => rank(s[0] ?? s, y[i]));
  let larger = 0;
  for (const coverage of [0.6, 0.9]) {
    const sets = await model.predictSet(asked, {coverage});
    for (const [i, set] of sets.entries()) {
      const why = await model.explain(asked[i]);
      const q = quantile(file.calibration, why.recognition, coverage, 0, ranks);
      const wanted = model.classes.filter((c, k) => c === why.value || rank(1 - why.scores[k], c) <= q + 1e-12);
      assert.deepEqual([...set].sort(), wanted.sort());
      assert.equal(set[0], why.value, "most likely first");
      if (coverage === 0.9) assert.deepEqual(why.set, set);
      if (set.length > 1) larger++;
    }
  }
  assert.ok(larger > 0, "no set has two classes: the test shows nothing");
  assert.deepEqual(await (await xaia.load(await model.toBytes())).predictSet(asked), await model.predictSet(asked));

  const vectors = await (await xaia.fit(X, X.map(([a, b]) => [a + 0.2 * next(), 100 * b]))).calibrate();
  const [pairs, why, {calibration}] = [await vectors.predictInterval(asked[0]), await vectors.explain(asked[0]), JSON.parse(await vectors.save())];
  for (const j of [0, 1]) {
    const half = quantile(calibration, why.recognition, 0.9, j) * (deviation(why, j) + calibration.median[j] / 2);
    near(pairs[j][1] - pairs[j][0], 2 * half, 1e-6);
  }
  assert.deepEqual(why.interval, pairs);

  const line = await (await xaia.fit(X.map((x) => x[0]), X.map(([a]) => Math.sin(9 * a) + next()), {kind: "tnn"})).calibrate();
  const [low, high] = await line.predictInterval(0.5);
  assert.ok(low < await line.predict(0.5) && await line.predict(0.5) < high);
  assert.deepEqual((await line.explain(0.5)).interval, [low, high]);
  assert.deepEqual(await (await xaia.load(await line.save())).predictInterval(0.5), [low, high]);

  const few = await (await xaia.fit([0, 1, 2], [1, 2, 3], {kind: "tnn"})).calibrate();
  assert.deepEqual(await few.predictInterval([0.5], {coverage: 0.9}), [[-Infinity, Infinity]], "three samples promise nothing");
});

test("calibrate: absorb and remove say that the model is not calibrated any more", async () => {
  const {X, y} = houses(60, 9);
  const model = await (await xaia.fit(X, y, {missing: "mean"})).calibrate();
  const other = {size: 500, town: "Ulm", year: 2000};
  const {model: larger} = await model.absorb([other], [9]);
  for (const changed of [larger, await model.remove(3), (await model.representatives({tolerance: 1e9})).model]) {
    assert.equal(changed.calibration, null);
    assert.match(changed.report.warnings.join(), /not calibrated.*Call calibrate again/);
    await refuses(changed.predictInterval([other]), {code: "unsupported", message: /not calibrated/});
  }
  assert.deepEqual((await model.absorb([X[0]], [y[0]])).model.calibration, model.calibration, "nothing was absorbed");
  assert.equal((await model.predictInterval([other])).length, 1, "the old model stays as it is");
});

test("calibrate: refusals", async () => {
  const {X, y} = houses(40);
  const plain = await xaia.fit(X, y, {missing: "mean"});
  const labels = await xaia.fit(X, y.map((v) => (v > 200 ? "dear" : "cheap")), {missing: "mean"});
  await refuses(plain.predictInterval(X), {code: "unsupported", message: /not calibrated.*Call calibrate first/});
  await refuses(plain.predictSet(X), {code: "unsupported", message: /not calibrated/});
  const [model, sorts] = [await plain.calibrate(), await labels.calibrate()];
  await refuses(model.predictSet(X), {code: "unsupported", message: /Use predictInterval/});
  await refuses(sorts.predictInterval(X), {code: "unsupported", message: /Use predictSet/});
  for (const coverage of [0, 1, -0.1, 90, NaN, "0.9", null]) {
    await refuses(model.predictInterval(X, {coverage}), {code: "invalid-option", path: "coverage"});
    await refuses(sorts.predictSet(X, {coverage}), {code: "invalid-option", path: "coverage"});
  }
  await refuses(model.predictInterval(X, {covrage: 0.9}), {code: "unknown-option", path: "covrage"});
  await refuses(model.predictInterval({size: 3, twon: "Ulm", year: 1}), {code: "invalid-input", row: 0, column: 1, message: /Is "twon" a misspelling of it/});
  for (const folds of [1, 41, 2.5, "many"]) await refuses(plain.calibrate({folds}), {code: "invalid-option", path: "folds"});
  await refuses(plain.calibrate({seed: -1}), {code: "invalid-option", path: "seed"});
  await refuses((await xaia.fit([[0, 0], [1, 1]], [1, 2], {interpolation: "none"})).calibrate(), {code: "unsupported", message: /none/});
  await refuses((await xaia.ensemble(plain, plain)).calibrate(), {code: "unsupported"});
  await refuses((await xaia.ensemble(model, model)).predictInterval(X), {code: "unsupported"});
  await refuses((await xaia.fit([[0, 0], [1, 1]], [1, 2], {interpolation: (n) => n[0].alpha})).calibrate(), {code: "unsupported"});
  assert.equal((await model.predictInterval(X)).length, 40, "the next good call works");
});

test("calibrate: progress and cancel", async () => {
  const next = random(11);
  const X = Array.from({length: 2500}, () => Array.from({length: 12}, next));
  const model = await xaia.fit(X, X.map(([a, b]) => a * b));
  const stop = new AbortController();
  const seen = [];
  await assert.rejects(model.calibrate({signal: stop.signal, onProgress: (p) => {
    seen.push(p);
    if (seen.length === 3) stop.abort();
  }}), {name: "AbortError"});
  assert.ok(seen.every(({done, total}) => total === 10 && done >= 0 && done <= 10), JSON.stringify(seen));
  assert.equal((await (await model.remove(Array.from({length: 2300}, (_, i) => i))).calibrate()).calibration.folds, 10);
});

test("calibrate: damaged files are refused", async () => {
  const {X, y} = houses(30);
  const model = await (await xaia.fit(X, y, {missing: "mean"})).calibrate();
  const file = JSON.parse(await model.save());
  const damaged = (change) => {
    const copy = structuredClone(file);
    change(copy);
    return xaia.load(copy);
  };
  for (const change of [
    (f) => (f.calibration.scores[3] *= 1.5), (f) => (f.calibration.recognition[3] = (f.calibration.recognition[3] + 1) % 3),
    (f) => (f.calibration.median[0] = 1), (f) => delete f.calibration, (f) => (f.calibration.seed = 5),
  ]) await refuses(damaged(change), {code: "model-file", message: /changed/});
  // A checksum can be made to suit any content; a file without one is read, with a warning.
  const bare = (change) => damaged((f) => {
    change(f.calibration, f);
    delete f.checksum;
  });
  for (const change of [
    (c) => c.scores.pop(), (c) => (c.scores[2] = -1), (c) => (c.scores[2] = null), (c) => (c.recognition[2] = 3), (c) => (c.recognition[2] = 0.5),
    (c) => (c.familiarity[2] = 2), (c) => (c.median = []), (c) => (c.median[0] = 0), (c) => (c.folds = 31), (c) => delete c.folds,
    (c) => (c.extra = 1), (_, f) => (f.calibration = 7), (_, f) => (f.calibration = null), (_, f) => (f.calibration = []),
  ]) await assert.rejects(bare(change), {code: "model-file", message: /calibration|folds|known/i});
  const whole = await bare(() => {});
  assert.equal(whole.calibration.folds, 10);
  assert.match(whole.report.warnings.join(), /no checksum/);
});
