/** 20,000 rows: fitted, judged on rows held back, asked, saved and loaded. `npm install` the package, then node large.mjs. */
import assert from "node:assert/strict";
import * as xaia from "xaia";

let seed = 11;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const rows = Array.from({length: 20_000}, (_, i) => ({speed: 20 + 100 * random(), load: 40 * random(), slope: 12 * random() - 6, engine: ["electric", "diesel", "hybrid"][i % 3]}));
const use = {electric: 1, diesel: 2.6, hybrid: 1.7};
const y = rows.map(({speed, load, slope, engine}) => use[engine] * (4 + speed * speed / 900 + load / 10 + slope / 2) + 0.2 * random());

const {train, test} = xaia.trainTestSplit(rows, y, {share: 0.1, seed: 1});

async function timed(what, call) {
  const begun = performance.now();
  const result = await call();
  console.error(`${what}: ${Math.round(performance.now() - begun)} ms`);
  return result;
}

const model = await timed("fit", () => xaia.fit(train.X, train.y));
const {r2, rowCount: judged} = await timed("evaluate", () => model.evaluate(test.X, test.y));
const answers = await timed("predict", () => model.predict(test.X));
const reasons = await timed("explain", () => model.explain(test.X));
assert.deepEqual(reasons.map((why) => why.value), answers);

const bytes = await timed("save", () => model.save({format: "bytes"}));
const again = await timed("load", () => xaia.load(bytes));
assert.deepEqual(await again.predict(test.X), answers);
const nearest = reasons[0].neurons[0].samples[0];
const [sample] = await again.sampleAt([nearest]); // an app that has only the file
assert.deepEqual(sample.x, train.X[nearest]);

console.log(`${model.sampleCount} samples, r² ${r2.toFixed(3)} on ${judged} others; the first answer comes from a sample with ${sample.x.engine}`);
