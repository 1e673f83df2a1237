// The ordinary network that stands beside xaia's.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {fitOrdinary} from "../site/view/ordinary.js";

const sets = JSON.parse(readFileSync(new URL("../../dist/site/sets.json", import.meta.url), "utf8")).plane;
const quick = {pause: async () => {}};
/** No clock: the same steps on any machine. */
const still = {...quick, now: () => 0};

test("it separates every sample set of classes, and is sure far outside", async () => {
  const withClasses = sets.filter((s) => s.labels);
  assert.ok(withClasses.length >= 5);
  for (const {id, x, labels} of withClasses) {
    const classes = [...new Set(labels)];
    const network = await fitOrdinary(x, labels, {classes, ...still});
    assert.deepEqual(network.values(x), labels, id);
    assert.ok(network.weights > 200 && network.weights < 400, `${id}: ${network.weights} weights`);
    if (id !== "rings" && id !== "moons") continue;
    const far = Array.from({length: 24}, (_, k) => [9 * Math.cos(k), 9 * Math.sin(k)]);
    const sure = network.scores(far).filter((p) => Math.max(...p) > 0.95).length;
    assert.ok(sure >= 20, `${id}: sure of ${sure} of 24 far places`);
  }
});

test("on a slow machine it ends in time, with what it has learned until then", async () => {
  const {x, labels} = sets.find((s) => s.id === "moons");
  let time = 0;
  const network = await fitOrdinary(x, labels, {classes: [...new Set(labels)], pause: quick.pause, now: () => (time += 10)});
  assert.ok(time >= 1500 && time < 1600, `it ended after ${time} ms`);
  assert.ok(network.steps >= 20 && network.steps < 200, `${network.steps} steps`);
});

test("it is deterministic, and learns numbers", async () => {
  const {x, values} = sets.find((s) => s.id === "donut");
  const [one, two] = [await fitOrdinary(x, values, {classes: null, ...still}), await fitOrdinary(x, values, {classes: null, ...still})];
  assert.deepEqual(one.values(x), two.values(x));
  const error = Math.sqrt(one.values(x).reduce((sum, v, i) => sum + (v - values[i]) ** 2, 0) / x.length);
  assert.ok(error < 0.05, `root of the mean squared error ${error}`);
});

test("another point bends its answers everywhere", async () => {
  const {x, labels} = sets.find((s) => s.id === "moons");
  const classes = [...new Set(labels)];
  const places = Array.from({length: 400}, (_, k) => [-1.5 + 0.2 * (k % 20), -1 + 0.1 * Math.floor(k / 20)]);
  const before = (await fitOrdinary(x, labels, {classes, ...still})).scores(places);
  const after = (await fitOrdinary([...x, [2.2, 1.1]], [...labels, "b"], {classes, ...still})).scores(places);
  const changed = places.filter((_, k) => before[k].some((p, c) => Math.abs(p - after[k][c]) > 1e-9)).length;
  assert.ok(changed > 390, `${changed} of 400 answers have changed`);
});

test("it can be stopped, and one class or equal columns don't end it", async () => {
  const stop = new AbortController();
  await assert.rejects(fitOrdinary([[0, 0], [1, 1]], ["a", "b"], {classes: ["a", "b"], signal: stop.signal, pause: async () => stop.abort(), now: (() => { let t = 0; return () => (t += 13); })()}), {name: "AbortError"});
  const one = await fitOrdinary([[1, 1], [1, 1]], ["a", "a"], {classes: ["a"], ...still});
  assert.deepEqual([one.values([[5, 5]]), one.scores([[5, 5]])], [["a"], [[1]]]);
});
