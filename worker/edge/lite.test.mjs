// xaia/lite in workerd, without the engine: the same bits.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import test from "node:test";
import {Miniflare} from "miniflare";
import * as xaia from "../../dist/npm/sync.mjs";

test("a Worker that answers by xaia/lite", async () => {
  const X = Array.from({length: 200}, (_, i) => [Math.sin(i), Math.cos(3 * i), (i % 7) / 7]), y = X.map(([a, b, c]) => a * b + (c > 0.5 ? 1 : 0));
  const model = xaia.fit(X, y, {forest: {share: 0.3}}), asked = X.map((row) => row.map((v) => 1.1 * v));
  const worker = new Miniflare({
    modules: [
      {type: "ESModule", path: "entry.mjs", contents: `
        import {load} from "./lite.mjs";
        import file from "./model.json";
        const model = load(file);
        export default {fetch: async (request) => Response.json(model.explain(await request.json()))};`},
      {type: "ESModule", path: "lite.mjs", contents: readFileSync(new URL("../../dist/npm/lite.mjs", import.meta.url), "utf8")},
      {type: "Text", path: "model.json", contents: model.save({format: "lite"})},
    ],
    compatibilityDate: "2026-04-01", cf: false,
  });
  try {
    const response = await worker.dispatchFetch("http://edge/", {method: "POST", body: JSON.stringify(asked)});
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(model.explain(asked))));
  } finally {
    await worker.dispose();
  }
});
