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
  return binary ? new Uint8Array(await response.arrayBuffer()) : response.json();
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

let seed = 7;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const points = Array.from({length: 60}, () => [random() * 9 - 3, random() / 7]);
const wide = Array.from({length: 30}, () => Array.from({length: 20}, random));
const inside = ([a, b]) => a + 9 * b > 2;
const rows = points.map(([a, b], i) => ({a, b: i % 7 ? b : null, c: ["red", "grün", "\u{1F600}"][i % 3]}));
const elsewhere = Array.from({length: 40}, () => [random() * 20 - 10, random()]);
const named = elsewhere.map(([a, b], i) => ({a, b, c: ["red", "blue"][i % 2]}));

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
  "line": [points.map((p) => p[0]), points.map((p) => p[1]), {model: "tnn"}, elsewhere.map((p) => p[0])],
  "table": [rows, points.map(([a]) => a), {missing: "mean"}, named],
};

const models = {};
for (const [name, [X, y, options, query]] of Object.entries(sets)) models[name] = {here: await xaia.fit(X, y, options), query, given: {X, y, options}};
for (const name of ["numbers", "vectors", "texts", "booleans", "line", "table"]) {
  models["sure-" + name] = {here: await models[name].here.calibrate({folds: 4}), query: models[name].query};
}
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
  await call("PUT", `/v1/models/rt-${name}-json`, here.toJSON());
  await call("PUT", `/v1/models/rt-${name}-bytes`, await here.toBytes());
  for (const stored of [`rt-${name}-json`, `rt-${name}-bytes`]) {
    await asked(stored);
    await back(stored);
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
    const options = {...given.options, folds: 5, seed: 9};
    same(await xaia.crossValidate(given.X, given.y, options), await call("POST", "/v1/crossvalidate", {...given, options}));
  }
}
const absorbed = await call("POST", "/v1/models/rt-sure-numbers-json/absorb", {X: [[100, 100]], y: [7]});
const line = await call("POST", "/v1/models/rt-sure-line-json/absorb", {X: [[100]], y: [7]}); // a TNN
assert.match(line.warnings.join(), /not calibrated.*Call calibrate again/);
assert.equal(absorbed.warnings, undefined); // a learner calibrates itself
assert.equal((await call("POST", "/v1/models/rt-sure-numbers-json/predict", {X: elsewhere, options: {coverage: 0.9}})).intervals.length, elsewhere.length);
for (const name of Object.keys(models)) for (const form of ["json", "bytes"]) await call("DELETE", `/v1/models/rt-${name}-${form}`);
console.log(compared);
