// What a request to the Worker costs by itself: its module, started anew for each request as at the edge, in Node, with
// the models in memory. Without wrangler's own workers and its imitation of R2, which workerd's processor time includes.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";

globalThis.tryCatch = (f) => {
  try {
    return {result: f()};
  } catch (error) {
    return {error};
  }
};
const built = new URL("../../dist/edge/", import.meta.url);
await import(new URL("wasm_exec.js", built).href);
const module = await WebAssembly.compile(readFileSync(new URL("app.wasm", built)));

const kept = new Map();
const MODELS = {
  async get(key) {
    const bytes = kept.get(key);
    return bytes ? {etag: "1", arrayBuffer: async () => bytes.slice().buffer} : null;
  },
  async put(key, bytes) {
    kept.set(key, bytes.slice());
    return {etag: "1"};
  },
};

/** As the adaptor's worker.mjs does it. */
async function ask(method, path, body) {
  const go = new Go();
  const binding = {};
  let ready;
  const started = new Promise((resolve) => (ready = resolve));
  const instance = new WebAssembly.Instance(module, {...go.importObject, workers: {ready: () => ready()}});
  go.run(instance, {env: {XAIA_TOKEN: "load", MODELS}, ctx: {}, binding});
  await started;
  const response = await binding.handleRequest(new Request("http://worker" + path, {method, body, headers: {authorization: "Bearer load"}}));
  return {status: response.status, text: await response.text()};
}

async function measure(what, times, call) {
  for (let i = 0; i < 50; i++) await call(i);
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await call(i);
  const {user, system} = process.cpuUsage(before);
  console.log(`Node     ${what}: ${((user + system) / 1000 / times).toFixed(2)} ms of processor time`);
}

const samples = 1000;
let seed = 11;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
const X = Array.from({length: samples}, () => [random() * 10, random() * 10]);
const y = X.map((_, i) => i);
const put = await ask("PUT", "/v1/models/load", JSON.stringify({X, y}));
assert.equal(put.status, 200, put.text);

const times = Number(process.argv[2] ?? 500);
await measure("a request that asks for nothing", times, async () => assert.equal((await ask("GET", "/healthz")).status, 200));
const predict = (path, rows) => async (i) => {
  const asked = Array.from({length: rows}, (_, j) => (i + j) % samples);
  const {text} = await ask("POST", path, JSON.stringify({X: asked.map((row) => X[row])}));
  assert.deepEqual(JSON.parse(text).predictions, asked);
};
await measure(`a prediction, ${samples} samples`, times, predict("/v1/models/load/predict", 1));
await measure("1000 predictions in one request", times / 5, predict("/v1/models/load/predict", 1000));
for (const rows of [100, 1000]) {
  const body = JSON.stringify({X: X.slice(0, rows), y: y.slice(0, rows)});
  await measure(`a fit of ${rows} samples`, times / 5, async () => assert.equal((await ask("POST", "/v1/fit", body)).status, 200));
}
