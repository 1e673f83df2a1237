// Values passed between JavaScript and the engine in one piece are the same as those passed one by one.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {random} from "./data.mjs";

const X = [[0, 0], [0, 1], [1, 0], [1, 1], [0.5, 0.4]];

test("each layer's activations are a separate array", async () => {
  const model = await xaia.fit(X, [1, 2, 3, 4, 5], {preset: "paper"});
  const {fingerprint, neurons} = await model.explain([0.3, 0.3], {fingerprint: true});
  assert.ok(fingerprint.length > 1);
  assert.deepEqual(fingerprint.map((v) => v.length), model.layers.map((l) => l.nodes.length));
  for (const activations of fingerprint) {
    assert.ok(activations instanceof Float64Array);
    assert.equal(activations.buffer.byteLength, 8 * activations.length); // else cloning one would clone all
  }
  for (const {layer, node, activation} of neurons) assert.equal(fingerprint[layer - 1][node], activation);
});

test("numbers that JSON doesn't support", async () => {
  const one = await xaia.fit(X, [1, 2, 3, 4, 5]);
  assert.ok(Number.isNaN((await one.explain([9, 9], {interpolation: "none"})).value));
  const two = await xaia.fit(X, X);
  const [first, second] = await two.explain([[9, 9], [0, 1]], {interpolation: "none"});
  assert.deepEqual(first.value, [NaN, NaN]);
  assert.deepEqual(first.neurons, []);
  assert.deepEqual(second.value, [0, 1]);
  const labels = await xaia.fit(X, ["a", "b", "a", "b", "a"]);
  const judged = await labels.outOfDistribution(X, {y: ["b", "b", "a", "b", "a"]});
  assert.deepEqual(judged.map((j) => j.error), [Infinity, 0, 0, 0, 0]);
});

test("long lists of numbers", async () => {
  const next = random(5);
  const n = 40_000;
  const rows = Array.from({length: n}, () => [next(), 1e-300 * next()]);
  const model = await xaia.fit(rows, rows.map(([a]) => a), {scale: "minmax"});
  assert.deepEqual(model.layers.flatMap((l) => l.nodes.flat()).sort((a, b) => a - b), rows.map((_, i) => i));
  for (const part of [rows, rows.slice(0, 1000), rows.slice(0, 1001), rows.slice(7, 8)]) {
    assert.deepEqual(await model.predict(part), part.map(([a]) => a));
  }
  const file = JSON.parse(await model.save());
  assert.deepEqual(file.X, rows);
  assert.deepEqual((await xaia.load(file)).layers, model.layers);

  const scores = await (await xaia.fit([[0, 0], [0, 1], [1, 1]], ["a", "b", "c"])).scores(rows, {interpolation: "none"});
  assert.equal(scores.length, n);
  assert.ok(scores.every((s) => s.length === 3 && (s.every(Number.isNaN) || s.reduce((a, b) => a + b) === 1)));
  assert.ok(scores.some((s) => Number.isNaN(s[0])));

  const line = Array.from({length: 2 ** 16 + 1}, (_, i) => i / 3);
  const tnn = await xaia.fit(line, line, {kind: "tnn"});
  assert.deepEqual(JSON.parse(await tnn.save()).y, line);
});

test("typed arrays of every kind, short and long, and parts of others", async () => {
  const model = await xaia.fit(Array.from({length: 100}, (_, i) => [i]), Array.from({length: 100}, (_, i) => i * i));
  const kinds = [Float64Array, Float32Array, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array];
  for (const Kind of kinds) {
    for (const n of [1, 4095, 4096, 4097, 9000]) {
      const list = Array.from({length: n}, (_, i) => (7 * i) % 100);
      const part = Kind.from([3, ...list, 5]).subarray(1, n + 1);
      const got = await model.predict({data: part, rows: n, columns: 1});
      assert.deepEqual(got, list.map((v) => v * v), `${Kind.name}, ${n}`);
      assert.deepEqual([part[0], part[n - 1]], [list[0], list[n - 1]]);
    }
  }
});

const odd = ["", "é", 'a"b\\', "\u0000\n", "__proto__", "😀", "constructor"];

test("texts as labels", async () => {
  const points = odd.map((_, i) => [i, 0]);
  const model = await xaia.fit([...points, [0, 1]], [...odd, odd[0]]);
  assert.deepEqual(model.classes, [...odd].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  assert.deepEqual(await model.predict(points), odd);
  assert.equal((await model.explain([3, 0])).value, odd[3]);
  assert.equal((await model.evaluate(points, odd)).accuracy, 1);
  const again = await xaia.load(await model.save());
  assert.deepEqual(again.classes, model.classes);
  assert.deepEqual(await again.predict(points), odd);
});

test("texts and numbers in one list", async () => {
  await assert.rejects(xaia.fit(X, ["a", "b", "a", 7, "b"]), {code: "invalid-input", row: 3});
  await assert.rejects(xaia.fit(X, ["a", "b", "a", null, "b"]), {code: "invalid-input", row: 3});
  await assert.rejects(xaia.fit(X, ["a", "b"]), {code: "invalid-input"});
});

test("labels in the package's own form", async () => {
  const y = (codes, texts) => ({codes, texts});
  const wrong = [
    y(Int32Array.of(0, 1, 0, 2, 1), ["a", "b"]), y(Int32Array.of(0, 1, 0, -1, 1), ["a", "b"]), y(Float64Array.of(0, 1, 0, 0.5, 1), ["a", "b"]),
    y(Float64Array.of(0, 1, 0, NaN, 1), ["a", "b"]), y(Float64Array.of(0, 1, 0, 1e300, 1), ["a", "b"]),
  ];
  for (const y of wrong) await assert.rejects(xaia.fit(X, y), {code: "invalid-input", row: 3});
  for (const texts of [[], undefined, 7, [{}], "ab"]) await assert.rejects(xaia.fit(X, y(Int32Array.of(0, 0, 0, 0, 0), texts)), {code: "invalid-input"});
  await assert.rejects(xaia.fit(X, y([0, 0, 0, 0, 0], ["a"])), {code: "invalid-input"});
  assert.deepEqual(await (await xaia.fit(X, y(Int32Array.of(0, 1, 0, 1, 1), ["a", "b"]))).predict(X), ["a", "b", "a", "b", "b"]);
});

test("a trace, step by step", async () => {
  const {trace, layers} = await xaia.fit([[0], [1], [2]], [1, 2, 3], {preset: "paper", settings: [{a1: 0.01, a2: 0.3, admission: 0.1, activation: 0.9}], trace: true});
  assert.deepEqual(layers.map((l) => l.nodes), [[[0], [1], [2]]]);
  assert.deepEqual(trace.map(({type, sample, layer, node}) => [type, sample, layer, node]), [["admit", 0, 1, 0], ["admit", 1, 1, 1], ["admit", 2, 1, 2]]);
  const peak = (d2) => 0.5 * (0.01 / (0.01 + d2));
  assert.equal(trace[0].activation, 0);
  assert.equal(trace[1].activation, peak(1));
});

test("placements", async () => {
  const twins = await xaia.fit([[0], [1], [1], [3]], ["a", "b", "b", "a"]);
  const file = JSON.parse(await twins.save());
  assert.deepEqual((await xaia.load(file)).layers, twins.layers);
  assert.ok(twins.layers.flatMap((l) => l.nodes).some((n) => n.length === 2));
  const single = JSON.parse(await (await xaia.fit([[0], [1], [3]], ["a", "b", "a"])).save());
  for (const wrong of [3, -1, 0.5, NaN, 1e300, "0", null]) {
    const layers = structuredClone(single.layers);
    layers[0][0][0] = wrong;
    await assert.rejects(xaia.load({...single, layers}), (e) => e.code === "model-file" && e.message.includes("layers[0][0]"), String(wrong));
  }
  const twice = structuredClone(single.layers);
  twice[0].push(twice[0][0], twice[0][0], twice[0][0]);
  await assert.rejects(xaia.load({...single, layers: twice}), {code: "model-file"});
});
