// The soak itself: that it makes every kind of call, and notices what is wrong. ./build.sh soak is the long one.
import assert from "node:assert/strict";
import {test} from "node:test";
import {soakHere} from "./soak/here.mjs";
import {episode} from "./soak/episode.mjs";
import * as xaia from "../../dist/npm/xaia.mjs";
import {inWorker} from "./helpers.mjs";

test("random calls, each compared with the definition or a fresh fit", async () => {
  const {counts} = await soakHere({worker: inWorker, seed: 1, episodes: 12});
  for (const call of ["fit", "predict", "absorb", "remove", "evaluate", "leaveOneOut", "save", "ensemble", "bad", "dispose"]) assert.ok(counts[call] > 0, `${call} never came`);
  assert.ok(counts.compared > 20 * (counts["not clear"] ?? 0), `${counts["not clear"]} answers were not clear, ${counts.compared} were`);
});

// Under WebAssembly a large model that had answered once was never collected, disposed or not.
test("large models that are disposed, forgotten, loaded or learned leave nothing", async () => {
  await soakHere({worker: inWorker, seed: 1, episodes: 0, rounds: 9});
});

// The soak is worth what it notices.
for (const [what, change] of Object.entries({
  "an output that is a little off": (m) => ({predict: async (...a) => { const p = await m.predict(...a); return Array.isArray(p) ? p.map((v) => (typeof v === "number" ? v + 1e-6 * Math.max(1, Math.abs(v)) : v)) : p; }}),
  "samples that it names wrongly": (m) => ({explain: async (...a) => { const e = await m.explain(...a); for (const one of e) if (one.status === "hit" && m.sampleCount > 1) one.neurons[0].samples = one.neurons[0].samples.map((s) => (s + 1) % m.sampleCount); return e; }}),
  "a removal of another row": (m) => ({remove: async (rows) => m.remove([].concat(rows).map((r) => (r + 1) % m.sampleCount))}),
  "a leave-one-out that leaves none out": (m) => ({leaveOneOut: async () => m.evaluate(...(({X, y}) => [X, y])(JSON.parse(await m.save())))}),
})) {
  test(`it notices ${what}`, async () => {
    const inside = new Map();
    const fit = async (...args) => {
      const model = await xaia.fit(...args);
      const outside = changed(model, change);
      inside.set(outside, model);
      return outside;
    };
    const wrong = {...xaia, fit, ensemble: (...members) => xaia.ensemble(...members.map((m) => inside.get(m) ?? m))};
    const told = {counts: {}, log: []};
    await assert.rejects(async () => {
      for (let seed = 1; seed <= 10; seed++) await episode(wrong, seed, told);
    }, (error) => {
      assert.equal(error.name, "Error", `not the soak's own: ${error.stack}`);
      return true;
    });
  });
}

function changed(model, change) {
  const own = change(model);
  return new Proxy(model, {get: (target, name) => own[name] ?? (typeof target[name] === "function" ? target[name].bind(target) : target[name])});
}
