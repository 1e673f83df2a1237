// The ordinary script that has all its parts.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import vm from "node:vm";
import {dist} from "./helpers.mjs";

test("inline.global.js is a classic script, loads nothing, and sets xaia", async () => {
  const fetched = [];
  const real = globalThis.fetch;
  globalThis.fetch = (...args) => fetched.push(args) && Promise.reject(new Error("offline"));
  try {
    vm.runInThisContext(readFileSync(new URL("inline.global.js", dist), "utf8")); // a module's syntax would be an error
    await globalThis.xaia.ready;
    const model = await globalThis.xaia.fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]);
    assert.deepEqual(await model.predict([[0.1, 0.9]]), ["b"]);
    assert.deepEqual(fetched, []);
  } finally {
    globalThis.fetch = real;
    globalThis.xaia?.terminate();
    delete globalThis.xaia;
  }
});
