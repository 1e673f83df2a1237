// The processor time of a request to the Worker: its programs (worker/edge/programs.mjs) in Node, with the models in
// memory. workerd's processor time would include wrangler's workers and its imitation of R2.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";

const built = new URL("../dist/edge/", import.meta.url);
const {Programs} = await import(new URL("programs.mjs", built).href);
const module = await WebAssembly.compile(readFileSync(new URL("app.wasm", built)));

const kept = new Map();
const MODELS = {
  async get(key) {
    const bytes = kept.get(key);
    return bytes ? {etag: "1", size: bytes.length, arrayBuffer: async () => bytes.slice().buffer} : null;
  },
  async put(key, bytes) {
    kept.set(key, bytes.slice());
    return {etag: "1"};
  },
};

const env = {XAIA_TOKEN: "load", MODELS};
let programs = new Programs(module);

async function ask(method, path, body) {
  const request = new Request("http://worker" + path, {method, body, headers: {authorization: "Bearer load", "content-type": "application/json"}});
  const response = await programs.answer(request, env, {}, async () => 0);
  return {status: response.status, text: await response.text()};
}

/**
 * Milliseconds of processor time of each kind of request in so many rounds. A round has ten requests of each kind, so
 * a change of the machine's speed affects all kinds.
 */
async function measure(rounds, kinds) {
  const took = kinds.map(() => []);
  const pools = kinds.map(() => new Programs(module));
  let asked = 0;
  for (let round = -5; round < rounds; round++) { // the first five warm up the compilers
    for (const [k, call] of kinds.entries()) {
      programs = pools[k];
      const before = process.cpuUsage();
      for (let i = 0; i < 10; i++) await call(asked++);
      const {user, system} = process.cpuUsage(before);
      if (round >= 0) took[k].push((user + system) / 1000 / 10);
    }
  }
  return took;
}

const median = (list) => [...list].sort((a, b) => a - b)[list.length >> 1];
/** How much longer one kind of request takes than another: the median over the rounds. */
const more = (one, other) => median(one.map((v, round) => v - other[round]));

const samples = 1000;
let seed = 11;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const X = Array.from({length: samples}, () => [random() * 10, random() * 10]);
const y = X.map((_, i) => i);
const put = await ask("PUT", "/v1/models/load", JSON.stringify({X, y}));
assert.equal(put.status, 200, put.text);

const address = "/v1/models/load/predict";
const predict = (rows) => async (i) => {
  const wanted = Array.from({length: rows}, (_, j) => (i + j) % samples);
  const {text} = await ask("POST", address, JSON.stringify({X: wanted.map((row) => X[row])}));
  assert.deepEqual(JSON.parse(text).predictions, wanted);
};
const fit = (rows) => {
  const body = JSON.stringify({X: X.slice(0, rows), y: y.slice(0, rows)});
  return async () => assert.equal((await ask("POST", "/v1/fit", body)).status, 200);
};
const anew = (call) => (i) => {
  programs = new Programs(module);
  return call(i);
};
const [first, start, nothing, loaded, predicted, thousand, hundred, all] = await measure(Number(process.argv[2] ?? 40), [
  anew(predict(1)),
  anew(async () => assert.equal((await ask("GET", "/healthz")).status, 200)),
  async () => assert.equal((await ask("GET", "/healthz")).status, 200),
  // It has one feature too few, so it is refused after the model is loaded.
  async () => assert.equal((await ask("POST", address, JSON.stringify({X: [[1]]}))).status, 400),
  predict(1),
  predict(1000),
  fit(100),
  fit(1000),
]);
const bytes = kept.values().next().value.length;
for (const [what, time] of [
  [`the first prediction of an isolate, ${samples} samples`, median(first)],
  ["  of it starting the program", median(start)],
  ["a request that asks for nothing", median(nothing)],
  [`a later prediction, ${samples} samples in ${bytes} bytes (aim: 10)`, median(predicted)],
  ["  of it loading the model", more(loaded, nothing)],
  ["  of it predicting", more(predicted, loaded)],
  ["1000 predictions in one request", median(thousand)],
  ["a fit of 100 samples", median(hundred)],
  ["a fit of 1000 samples", median(all)],
]) {
  console.log(`Node     ${what}: ${time.toFixed(2)} ms of processor time`);
}
