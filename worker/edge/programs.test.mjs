// The edge's programs: a program that has answered serves the next request, too.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";

const built = new URL("../../dist/edge/", import.meta.url);
const {Programs} = await import(new URL("programs.mjs", built).href);
const module = await WebAssembly.compile(readFileSync(new URL("app.wasm", built)));

// Counts the instances.
let made = 0;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, args) {
    made++;
    return new target(...args);
  },
});

const random = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;
function fitOf(samples) {
  const next = random(7);
  const X = Array.from({length: samples}, () => [next(), next()]);
  return {X, y: X.map((_, i) => i)};
}
const ask = async (programs, path, body, pause = async () => 0, env = {XAIA_TOKEN: "t"}) => {
  const request = new Request("http://edge" + path, {method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers: {authorization: "Bearer t", "content-type": "application/json"}});
  const response = await programs.answer(request, env, {}, pause);
  return {...JSON.parse((await response.text()) || "{}"), status: response.status}; // healthz has a status of its own
};

test("one program answers one request after another", async () => {
  made = 0;
  const programs = new Programs(module);
  const {X, y} = fitOf(50);
  const {model} = await ask(programs, "/v1/fit", {X, y});
  for (let i = 0; i < 20; i++) {
    assert.deepEqual((await ask(programs, "/v1/predict", {model, X: [X[i]]})).predictions, [y[i]]);
    assert.equal((await ask(programs, "/v1/predict", {model, X: [[i]]})).error.code, "invalid-input");
  }
  assert.equal(made, 1);
});

test("concurrent requests have separate programs, of which at most two are kept", async () => {
  made = 0;
  const programs = new Programs(module);
  const {X, y} = fitOf(30);
  const all = () => Promise.all(Array.from({length: 4}, () => ask(programs, "/v1/fit", {X, y})));
  for (const {status} of await all()) assert.equal(status, 200);
  assert.equal(made, 4);
  assert.equal(programs.waiting.length, 2);
  await all();
  assert.equal(made, 6);
});

test("a program uses the pause of the request that it answers", async () => {
  const programs = new Programs(module);
  const {X, y} = fitOf(2000);
  const paused = [0, 0];
  for (const k of [0, 1]) {
    const pause = async () => {
      paused[k]++;
      return k === 0 ? 0 : -1; // the second client has left
    };
    await ask(programs, "/v1/fit", {X, y}, pause).catch(() => {});
    assert.ok(paused[k] > 0, `request ${k} paused ${paused} times`);
  }
  const {status} = await ask(programs, "/v1/fit", fitOf(10));
  assert.equal(status, 200);
});

test("a program doesn't wait for a timer that ended with its request", async () => {
  const programs = new Programs(module);
  const {X, y} = fitOf(40);
  const set = globalThis.setTimeout, lost = [];
  globalThis.setTimeout = (call, ms, ...rest) => {
    const id = set(call, ms, ...rest);
    lost.push(id);
    return id;
  };
  try {
    for (let i = 0; i < 3; i++) {
      await ask(programs, "/v1/fit", {X, y}, () => new Promise((resolve) => set(resolve, 1, 0)));
      for (const id of lost.splice(0)) clearTimeout(id); // as the platform does
      const {go} = programs.waiting[0];
      const before = [...go._scheduledTimeouts.keys()];
      const answered = ask(programs, "/healthz");
      assert.ok(before.every((id) => !go._scheduledTimeouts.has(id)), "a timer of an earlier request is still waited for");
      assert.equal((await answered).status, 200);
    }
  } finally {
    globalThis.setTimeout = set;
  }
});

test("a program that uses much memory ends with its request", async () => {
  made = 0;
  const programs = new Programs(module);
  assert.equal((await ask(programs, "/v1/fit", fitOf(40_000))).status, 200);
  assert.equal(programs.waiting.length, 0);
  assert.equal((await ask(programs, "/v1/fit", fitOf(10))).status, 200);
  assert.equal(made, 2);
});

test("rows of an answer pause as often as their time wants, however short the calls before were", async () => {
  const programs = new Programs(module), stored = new Map();
  const env = {XAIA_TOKEN: "t", MODELS: {
    get: async (key) => ({etag: "1", size: stored.get(key).length, arrayBuffer: async () => stored.get(key).slice().buffer}),
    put: async (key, bytes) => (stored.set(key, bytes.slice()), {etag: "1"}),
  }};
  const request = new Request("http://edge/v1/models/m", {method: "PUT", body: JSON.stringify(fitOf(1000)), headers: {authorization: "Bearer t"}});
  assert.equal((await programs.answer(request, env, {}, async () => 0)).status, 200); // no call takes any time
  const pauses = async (rows, loading) => { // which takes no time, either
    let n = 0;
    const X = Array.from({length: rows}, () => [-1, 2]);
    const {explanations} = await ask(programs, "/v1/models/m/explain", {X}, async () => (n++ < loading ? 0 : 15), env);
    assert.equal(explanations.length, rows);
    return n;
  };
  const few = await pauses(1, Infinity), many = await pauses(300, few);
  assert.ok(many >= few + 5, `${many} pauses for 300 rows, ${few} for one`);
});
