// What an XaiaError holds, in engines that put properties of their own on every error, as WebKit's and Bun's do.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import {dist} from "./helpers.mjs";

const Plain = globalThis.Error;

class Located extends Plain {
  constructor(...args) {
    super(...args);
    Object.assign(this, {line: 1, column: 7080, sourceURL: "xaia.mjs"});
  }
}

test("row, column and path are there only where they apply", async () => {
  globalThis.Error = Located;
  try {
    const xaia = await import("../../dist/npm/xaia.mjs?located");
    const places = [
      [() => xaia.fit([[0]], [1], {preset: "papre"}), {code: "invalid-option", path: "preset"}],
      [() => xaia.predict(null, [[0]]), {code: "not-found"}],
      [() => xaia.fit([[0, 0], [1, NaN]], [0, 1]), {code: "invalid-input", row: 1, column: 1}],
      [() => xaia.load({format: "xaia-model"}), {code: "model-file"}],
    ];
    for (const [call, place] of places) {
      const error = await call().then(() => assert.fail("it was accepted"), (e) => e);
      const {name, hint, sourceURL, ...own} = {...error};
      assert.deepEqual(own, place);
      assert.equal(error.line, undefined);
    }
  } finally {
    globalThis.Error = Plain;
  }
});

test("what the engine without a wrapper returns has no column of the source either", async () => {
  globalThis.Error = Located;
  try {
    createRequire(import.meta.url)("../../wasm_exec.js");
    const go = new globalThis.Go();
    go.run((await WebAssembly.instantiate(readFileSync(new URL("xaia.wasm", dist)), go.importObject)).instance);
    const raw = globalThis.xaia;
    const error = raw.fit([[0]], [1], {preset: "papre"});
    assert.deepEqual([error.code, error.line, error.column], ["invalid-option", undefined, undefined]);
    assert.equal(raw.fit([[0], [NaN]], [0, 1]).column, 0);
  } finally {
    globalThis.Error = Plain;
  }
});
