// The module with Go's own wasm_exec.js and nothing else (docs/recipes.md, "Without modules").
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {test} from "node:test";

const root = new URL("../../", import.meta.url);
const program = `
  const fs = require("fs");
  require("./wasm_exec.js");
  const go = new Go();
  WebAssembly.instantiate(fs.readFileSync("dist/npm/xaia.wasm"), go.importObject).then(({instance}) => {
    go.run(instance);
    const out = {};
    const model = xaia.fit([[0, 0], [0, 1], [1, 0]], ["a", "b", "b"]);
    out.predicted = xaia.predict(model, [[0.1, 0.9]]);
    out.one = xaia.predict(model, [0, 0]);
    out.status = xaia.explain(model, [0, 0]).status;
    out.share = xaia.attributions(model, [0.1, 0.3]).columns.length;
    out.again = xaia.predict(xaia.load(JSON.stringify(xaia.toJSON(model))), [[1, 0]]);
    out.folds = xaia.crossValidate([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"], {folds: 2}).predictions;
    const error = xaia.fit([[0], [NaN]], [1, 2]);
    out.error = [error instanceof Error, error.name, error.code, error.row, error.column];
    // What no caller should do: each must come back as an Error, and the engine live on.
    out.abuse = [
      xaia.predict(model), xaia.predict(), xaia.predict({handle: 99}, [[1, 1]]), xaia.predict({handle: "1"}, [[1, 1]]),
      xaia.fit([{}], [1]), xaia.fit([Symbol("x")], [1]), xaia.fit([1n], [1]), xaia.fit(new BigInt64Array(2), [1, 2]),
      xaia.fit([[0]], [1], {get preset() { throw new Error("mine"); }}),
      xaia.fit([[0]], [1], new Proxy({}, {ownKeys() { throw new Error("mine"); }})),
      xaia.fit([[0]], [1], {interpolation: () => 1}),
    ].map((e) => e instanceof Error && e.code);
    xaia.dispose(model);
    out.disposed = xaia.predict(model, [[0, 0]]).code;
    out.alive = xaia.predict(xaia.fit([[0, 1]], [7]), [[3, 4]]);
    console.log(JSON.stringify(out));
    process.exit(0);
  });`;

test("globalThis.xaia", () => {
  const out = JSON.parse(execFileSync(process.execPath, ["-e", program], {cwd: root, encoding: "utf8"}));
  assert.deepEqual(out.predicted, ["b"]);
  assert.equal(out.one, "a");
  assert.equal(out.status, "hit");
  assert.equal(out.share, 2);
  assert.deepEqual(out.again, ["b"]);
  assert.equal(out.folds.length, 4);
  assert.ok(out.folds.every((label) => label === "a" || label === "b"), out.folds);
  assert.deepEqual(out.error, [true, "XaiaError", "invalid-input", 1, 0]);
  assert.deepEqual(out.abuse, ["invalid-input", "not-found", "not-found", "not-found", "invalid-input", "invalid-input", "invalid-input",
    "invalid-input", "internal", "internal", "invalid-option"]);
  assert.equal(out.disposed, "disposed");
  assert.deepEqual(out.alive, [7]);
});
