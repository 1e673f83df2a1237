// Models cross between JavaScript and a server, both ways and in both forms, and
// answer with the same bits: node roundtrip.mjs URL TOKEN. Prints how many answers
// were compared.
import assert from "node:assert/strict";
import * as xaia from "../../dist/npm/xaia.mjs";

const [url, token] = process.argv.slice(2);
let compared = 0;

async function call(method, path, body, binary = false) {
  const headers = {authorization: `Bearer ${token}`, "content-type": "application/json"};
  const response = await fetch(url + path, {method, headers, body: body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body)});
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return binary ? Buffer.from(await response.arrayBuffer()) : response.json();
}

/** What is stored is, byte for byte, the file that this model saves, in both forms; so its ETag is one, too. */
async function sameFile(here, stored) {
  const [bytes, text] = [Buffer.from(await here.save({format: "bytes"})), Buffer.from(await here.save())];
  const [binary, json] = [await call("GET", `/v1/models/${stored}?format=bytes`, undefined, true), await call("GET", `/v1/models/${stored}`, undefined, true)];
  for (const [mine, theirs] of [[bytes, binary], [text, json]]) {
    const at = mine.findIndex((byte, i) => byte !== theirs[i]);
    assert.ok(mine.equals(theirs), `${stored} differs at ${at}:\n${mine.subarray(Math.max(0, at - 40), at + 40)}\n${theirs.subarray(Math.max(0, at - 40), at + 40)}`);
    compared++;
  }
}

/** The bits of every number, so that NaN and -0 count too; JSON has null for NaN and infinity. */
function same(here, there) {
  if (typeof here === "number") {
    compared++;
    assert.ok(Object.is(here, there) || !Number.isFinite(here) && there === null, `${here} and ${there}`);
  } else if (here !== null && typeof here === "object") {
    const values = ArrayBuffer.isView(here) ? Array.from(here) : here;
    assert.deepEqual(Object.keys(values), Object.keys(there));
    for (const key of Object.keys(values)) same(values[key], there[key]);
  } else {
    compared++;
    assert.equal(here, there);
  }
}

const slug = (name) => name.replace(" ", "-");

let seed = 7;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const points = Array.from({length: 60}, () => [random() * 9 - 3, random() / 7]);
const wide = Array.from({length: 30}, () => Array.from({length: 20}, random));
const inside = ([a, b]) => a + 9 * b > 2;
const rows = points.map(([a, b], i) => ({a, b: i % 7 ? b : null, c: ["red", "grün", "\u{1F600}"][i % 3]}));
const elsewhere = Array.from({length: 40}, () => [random() * 20 - 10, random()]);
const named = elsewhere.map(([a, b], i) => ({a, b, c: ["red", "blue"][i % 2]}));

/** Numbers that languages write in different forms, and texts whose characters JSON may write in several. */
const powers = [1e9, 123456789, 1e20, 1e21, 123e20, 1.5e-6, 1e-6, 1e-7, 2.5e-7, 1e-10, 1e100, 1e-100, 3e5, 999999.5, 1 / 3, 100, 2 ** 53, 4.75e15, 1e6, 21];
const texts = powers.map((_, i) => `${["\n", "\t\r", "\b\f", "\v", "\u0001\u001f", "\u007f", "\u2028\u2029", "<&>/", '"\\', "\u{1F600}\ufffd", "\u0085\u200b"][i % 11]}${i}`);

const sets = {
  "numbers": [points, points.map(([a, b]) => a * b), {}, elsewhere],
  "vectors": [points, points.map(([a, b]) => [a / 3, b - a]), {}, elsewhere],
  "texts": [points, points.map((p) => (inside(p) ? "größer" : 'k"l\\e\n')), {}, elsewhere],
  "whole": [points, points.map((p) => (inside(p) ? -7 : 3)), {classes: true}, elsewhere],
  "booleans": [points, points.map(inside), {interpolation: "layerwise"}, elsewhere],
  "paper": [points, points.map(([a]) => a), {preset: "paper", scale: "minmax"}, elsewhere],
  "none": [points, points.map(([a]) => a), {interpolation: "none", scale: "standard", r: 0.25}, elsewhere],
  "published": [points, points.map(([a]) => a), {preset: "published-v1", settings: Array(60).fill({a1: 0.01, a2: 0.5, admission: 0.1, activation: 0.9})}, elsewhere],
  "wide": [wide, wide.map((x) => x[0]), {}, wide.map((x) => x.map((v) => v * 1.1))],
  "line": [points.map((p) => p[0]), points.map((p) => p[1]), {kind: "tnn"}, elsewhere.map((p) => p[0])],
  "powers": [powers.map((v, i) => [v, -v, i]), powers.map((v, i) => [v / 3, i]), {weights: powers, names: texts, relevance: [1e-7, 1e9, 123456789012]}, elsewhere.map(([a, b]) => [a, b, 1])],
  "control": [texts.map((text, i) => ({[`${texts[0]} column`]: powers[i], c: `${text}.`, d: texts[i % 5]})), texts.map((_, i) => texts[i % 7]), {names: texts}, texts.map((text, i) => ({[`${texts[0]} column`]: i, c: `${text}.`, d: texts[0]}))],
  "large classes": [points, points.map((p) => (inside(p) ? 1000000000 : -2000000)), {classes: true, weights: "balanced"}, elsewhere],
  "table": [rows, points.map(([a]) => a), {missing: "mean"}, named],
};

const models = {};
for (const [name, [X, y, options, query]] of Object.entries(sets)) models[name] = {here: await xaia.fit(X, y, options), query, given: {X, y, options}};
for (const name of ["numbers", "vectors", "texts", "booleans", "line", "table"]) {
  models["sure-" + name] = {here: await models[name].here.calibrate({folds: 4}), query: models[name].query};
}
models.like = {here: await xaia.fit(points.slice(0, 40), points.slice(0, 40).map(([a, b]) => a * b), {like: models.numbers.here}), query: elsewhere};
models["local like"] = {here: await xaia.fit(points.slice(9), points.slice(9).map(([a, b]) => 1e9 * a + b), {like: await xaia.fit(points, points.map(([a, b]) => 1e9 * a + b), {interpolation: {local: {}}})}), query: elsewhere};
models.learned = {here: await (await models.texts.here.learner()).model(), query: elsewhere};
models.both = {here: await xaia.ensemble(models.numbers.here, models.paper.here), query: elsewhere};

for (const [name, {here, query, given}] of Object.entries(models)) {
  const [predictions, explanations] = [await here.predict(query), await here.explain(query.slice(0, 9))];
  const attributions = await here.attributions(query.slice(0, 9));
  const sure = here.calibration && await (here.classes ? here.predictSet(query, {coverage: 0.8}) : here.predictInterval(query, {coverage: 0.8}));
  const asked = async (stored) => {
    if (sure) {
      const said = await call("POST", `/v1/models/${stored}/predict`, {X: query, options: {coverage: 0.8}});
      same(predictions, said.predictions);
      same(sure, here.classes ? said.sets : said.intervals);
    }
    same(attributions, (await call("POST", `/v1/models/${stored}/attributions`, {X: query.slice(0, 9)})).attributions);
    same(predictions, (await call("POST", `/v1/models/${stored}/predict`, {X: query})).predictions);
    same(explanations, (await call("POST", `/v1/models/${stored}/explain`, {X: query.slice(0, 9)})).explanations);
  };
  const back = async (stored) => {
    for (const file of [await call("GET", `/v1/models/${stored}`), await call("GET", `/v1/models/${stored}?format=bytes`, undefined, true)]) {
      const again = await xaia.load(file);
      same(predictions, await again.predict(query));
      same(explanations, await again.explain(query.slice(0, 9)));
      same(attributions, await again.attributions(query.slice(0, 9)));
    }
  };
  await call("PUT", `/v1/models/rt-${slug(name)}-json`, here.toJSON());
  await call("PUT", `/v1/models/rt-${slug(name)}-bytes`, await here.toBytes());
  for (const stored of [`rt-${slug(name)}-json`, `rt-${slug(name)}-bytes`]) {
    await asked(stored);
    await back(stored);
    await sameFile(here, stored);
  }
  same(predictions, (await call("POST", "/v1/predict", {model: here.toJSON(), X: query})).predictions);
  same(explanations, (await call("POST", "/v1/explain", {model: here.toJSON(), X: query.slice(0, 9)})).explanations);
  if (given) { // fitted there, it is the model that was fitted here
    const {model, report} = await call("POST", "/v1/fit", given);
    const {milliseconds, ...rest} = report;
    const {milliseconds: _, ...expected} = here.report;
    same(expected, rest);
    same(JSON.parse(JSON.stringify(here.toJSON())), model);
    same(predictions, await (await xaia.load(model)).predict(query));
    await call("PUT", `/v1/models/rt-${slug(name)}-json`, given); // fitted there
    await sameFile(here, `rt-${slug(name)}-json`);
    const options = {...given.options, folds: 5, seed: 9};
    same(await xaia.crossValidate(given.X, given.y, options), await call("POST", "/v1/crossvalidate", {...given, options}));
  }
}
const absorbed = await call("POST", "/v1/models/rt-sure-numbers-json/absorb", {X: [[100, 100]], y: [7]});
const line = await call("POST", "/v1/models/rt-sure-line-json/absorb", {X: [[100]], y: [7]}); // a TNN
assert.match(line.warnings.join(), /not calibrated.*Call calibrate again/);
assert.equal(absorbed.warnings, undefined); // a learner calibrates itself
assert.equal((await call("POST", "/v1/models/rt-sure-numbers-json/predict", {X: elsewhere, options: {coverage: 0.9}})).intervals.length, elsewhere.length);
for (const name of Object.keys(models)) for (const form of ["json", "bytes"]) await call("DELETE", `/v1/models/rt-${slug(name)}-${form}`);
console.log(compared);
