// What the page learns of a large table, beside fits like the model before; and what one more point changes.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {addSample, choose, makeBench, move, packedRows, relabel, remove} from "../site/view/bench.js";
import {changesOf, learned} from "../site/view/learning.js";
import {random} from "./data.mjs";

const next = random(11);
const rows = (n, k = 3) => Array.from({length: n}, () => Array.from({length: k}, () => next()));
const benchOf = (n, classes) => {
  const X = rows(n);
  return makeBench({columns: ["a", "b", "c"], X, y: X.map(([a, b]) => (classes ? classes[Number(a + b > 1)] : Math.sin(3 * a) + b)), classes, scaled: true});
};
const how = (more) => ({duplicates: "", signal: new AbortController().signal, ...more});

test("edits one after the other are learned, to the bit of a fit like the first model", async () => {
  for (const classes of [null, ["no", "yes"]]) {
    let bench = benchOf(1100, classes);
    const first = await xaia.fit(packedRows(bench), bench.y);
    let model = first;
    const asked = [...rows(60), [5, 5, 5]];
    for (const edit of [
      (b) => addSample(b, [0.31, 0.62, 0.4], classes ? "no" : 7), (b) => addSample(b, [0.32, 0.6, 0.4], classes ? "yes" : 2),
      (b) => remove(b, "sample", 17), (b) => addSample(remove(remove(b, "sample", 1000), "sample", 0), [0.9, 0.1, 0.2], b.y[0]), (b) => remove(b, "sample", b.X.length - 1),
    ]) {
      const now = edit(bench);
      const made = await learned(model, bench, now, how());
      assert.ok(made?.learned >= 0, "it wasn't learned");
      [bench, model] = [now, made.model];
      const twin = await xaia.fit(packedRows(bench), bench.y, {like: first});
      assert.deepEqual(await model.explain(asked), await twin.explain(asked));
      assert.deepEqual([model.sampleCount, model.layers], [twin.sampleCount, twin.layers]);
    }
  }
});

test("an undo gives the answers of before", async () => {
  const bench = benchOf(1000, null);
  const model = await xaia.fit(packedRows(bench), bench.y);
  const asked = [...rows(40), [0.5, 0.5, 0.5]];
  const before = await model.explain(asked);
  const more = addSample(bench, [0.5, 0.5, 0.5], 40);
  const after = (await learned(model, bench, more, how())).model;
  assert.equal((await after.explain(asked)).at(-1).value, 40);
  const back = await learned(after, more, bench, how());
  assert.deepEqual(await back.model.explain(asked), before);
});

test("what has to be fitted is left to a fit, and the next edit is learned", async () => {
  const bench = benchOf(1000, null);
  const model = await xaia.fit(packedRows(bench), bench.y);
  const fits = async (now, about) => assert.equal(await learned(model, bench, now, how()), null, about);
  await fits(move(bench, "sample", 3, [0, 0, 0]), "a sample was moved");
  await fits(relabel(bench, "sample", 3, 9), "a sample has another outcome");
  await fits(choose(bench, null), "nothing was edited: a fit is asked for");
  await fits(remove(bench, "sample", 0), "a fit of few samples is quick");
  await fits(addSample(bench, bench.X[4], 99), "there is a sample with another outcome: the fit says so");
  await fits(addSample(bench, [9, 0, 0], 1), "a column's range has grown: the scales are stale");
  await fits({...bench, X: [...bench.X, ...rows(101)], y: [...bench.y, ...Array(101).fill(1)]}, "so many are fitted");
  assert.equal(await learned(model, bench, addSample(bench, [0.5, 0.5, 0.5], 1), how({signal: AbortSignal.abort()})), null);
  const made = await learned(model, bench, addSample(bench, bench.X[4], bench.y[4] + 2), how({duplicates: "mean"}));
  assert.equal((await made.model.predict([bench.X[4]]))[0], bench.y[4] + 1);
});

test("the walk over the samples ends early, and finds each change", () => {
  const bench = benchOf(1200, null);
  assert.deepEqual(changesOf(bench, remove(remove(bench, "sample", 9), "sample", 4)), {gone: [4, 9], came: 0});
  assert.deepEqual(changesOf(bench, addSample(remove(bench, "sample", 1199), [1, 1, 1], 1)), {gone: [1199], came: 1});
  assert.equal(changesOf(bench, benchOf(1200, null)), null);
});

test("a point at sea makes an island: every other place of the first picture is answered as before", async () => {
  const [{x, labels}] = JSON.parse(readFileSync(new URL("../../dist/site/sets.json", import.meta.url), "utf8")).plane;
  const low = [0, 1].map((k) => Math.min(...x.map((p) => p[k])));
  const wide = [0, 1].map((k) => Math.max(...x.map((p) => p[k])) - low[k]);
  const across = 120;
  const places = Array.from({length: across * across}, (_, i) => [low[0] + wide[0] * (1.4 * ((i % across) / across) - 0.2), low[1] + wide[1] * (1.4 * (Math.floor(i / across) / across) - 0.2)]);
  const sea = [low[0] - 0.05 * wide[0], low[1] + 1.05 * wide[1]];
  const [before, after] = [await xaia.fit(x, labels), await xaia.fit([...x, sea], [...labels, labels[0]])];
  const [was, is] = [await before.explain(places), await after.explain(places)];
  const own = is.map(({neurons}) => neurons.some((n) => n.samples.includes(x.length)));
  const changed = was.map((a, i) => a.value !== is[i].value);
  assert.ok(own.filter(Boolean).length > 100 && own.filter(Boolean).length < places.length / 10, `the island has ${own.filter(Boolean).length} places`);
  assert.equal(changed.filter((c, i) => c && !own[i]).length, 0, "a place that others answer is answered otherwise");
  const [strong] = await after.explain([sea]);
  assert.deepEqual([strong.recognition, strong.value], ["strong", labels[0]]);
});
