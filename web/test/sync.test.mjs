// xaia/sync: a script without a promise, in Node and its threads; in a browser's worker: TestSyncInAWorker.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {dist} from "./helpers.mjs";

const folder = fileURLToPath(dist);
const X = [[0, 0], [0, 1], [1, 0], [1, 1]], y = ["a", "b", "b", "a"];

/** What a new process prints. @param {string} program @param {string} [from] */
function printed(program, from = folder, ...flags) {
  const sync = `const xaia = require(${JSON.stringify(path.join(from, "sync.cjs"))});\n`;
  return execFileSync(process.execPath, [...flags, "--eval", sync + program], {encoding: "utf8"});
}

test("the first call of a process starts the engine and gives its result", () => {
  assert.equal(printed(`console.log(xaia.fitSync(${JSON.stringify(X)}, ${JSON.stringify(y)}).predictSync([[0.1, 0.9], [1, 1]]).join())`), "b,a\n");
  assert.equal(printed('console.log(xaia.crossValidateSync([0, 1, 2, 3], [0, 1, 2, 3], {folds: 4}).rows)'), "4\n");
});

test("every other export is xaia's, and works on", async () => {
  const [xaia, sync] = [await import(new URL("xaia.mjs", dist).href), await import(new URL("sync.mjs", dist).href)];
  assert.deepEqual(Object.keys(sync), Object.keys(xaia));
  assert.deepEqual(Object.keys(createRequire(import.meta.url)(path.join(folder, "sync.cjs"))).sort(), Object.keys(xaia).sort());
  const model = sync.fitSync(X, y);
  assert.deepEqual(await model.predict(X), y);
  assert.deepEqual(sync.loadSync(await model.save()).predictSync(X), y);
  await sync.initialize(); // the engine runs: nothing to do
  const file = model.toBytesSync();
  sync.terminate();
  assert.throws(() => model.predictSync(X), {code: "disposed"});
  assert.deepEqual(sync.loadSync(file).predictSync(X), y, "another engine, at once");
  assert.throws(() => xaia.fitSync(X, y), {code: "unsupported", message: /import xaia\/sync/});
});

test("while an engine starts, nothing else starts", async () => {
  const sync = await import(`${new URL("sync.mjs", dist).href}?another`);
  const begun = sync.fit(X, y);
  assert.throws(() => sync.fitSync(X, y), {code: "unsupported"});
  assert.deepEqual((await begun).predictSync(X), y);
});

test("a thread", () => {
  assert.equal(printed(`const {Worker} = require("node:worker_threads");
    new Worker("const xaia = require(" + JSON.stringify(require.resolve(${JSON.stringify(path.join(folder, "sync.cjs"))})) + "); console.log(xaia.fitSync([0, 1], [2, 3]).predictSync(1));", {eval: true});`), "3\n");
});

test("a module that is missing, or isn't ours: the error of an asynchronous call", async () => {
  const from = mkdtempSync(path.join(tmpdir(), "xaia-sync-"));
  try {
    copyFileSync(path.join(folder, "sync.cjs"), path.join(from, "sync.cjs"));
    const failing = "try { xaia.fitSync([0, 1], [2, 3]); } catch (e) { console.log(e.code, e.message); }";
    assert.match(printed(failing, from), /^load-failed .*xaia\.wasm doesn't exist/);
    for (const [content, said] of [["<!doctype html>", "an HTML page came instead"], [readFileSync(path.join(folder, "xaia.wasm")).subarray(0, 5000), "did not compile"],
      [Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0), "The module is not xaia's engine"]]) {
      writeFileSync(path.join(from, "xaia.wasm"), content);
      assert.match(printed(failing, from), new RegExp(`^load-failed .*${said}`));
    }
    copyFileSync(path.join(folder, "xaia.wasm"), path.join(from, "xaia.wasm"));
    assert.equal(printed("console.log(xaia.fitSync([0, 1], [2, 3]).samples)", from), "2\n");
  } finally {
    rmSync(from, {recursive: true});
  }
});
