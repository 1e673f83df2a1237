// What an XaiaError holds, in engines that put properties of their own on every error, as WebKit's and Bun's do.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createRequire} from "node:module";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {pathToFileURL} from "node:url";
import {dist} from "./helpers.mjs";

const Plain = globalThis.Error;

class Located extends Plain {
  constructor(...args) {
    super(...args);
    Object.assign(this, {line: 1, column: 7080, sourceURL: "xaia.mjs"});
  }
}

test("errors have row, column and path only if they apply", async () => {
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

test("errors of the engine without a wrapper don't have the source's column either", async () => {
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

// Where the engine can't be loaded, the message names what is the matter there, and what helps.
const failing = (setup, file = "xaia.mjs") => {
  const program = `${setup}
    const {fit} = await import(${JSON.stringify(new URL(file, dist).href)});
    await fit([[0]], [1]).then(() => console.log("loaded"), (e) => console.log(e.name, e.code, e.message, e.hint.length > 20));`;
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {encoding: "utf8"});
};
const hiding = (globals) => globals.map((name) => `delete globalThis.${name};`).join("\n");

test("Node 18: the error names its version and the required one", () => {
  const setup = 'process.getBuiltinModule = undefined; Object.defineProperty(process, "versions", {value: {node: "18.20.8"}});';
  assert.match(failing(setup), /^XaiaError load-failed .*This is Node 18\.20\.8; xaia needs Node 20\.16 or newer\. true$/m);
  assert.match(failing(setup + hiding(["crypto"]), "inline.mjs"), /^XaiaError load-failed .*crypto.*This is Node 18\.20\.8/m);
});

test("a test runner's page without TextEncoder: the error names it and its module", () => {
  assert.match(failing(hiding(["TextEncoder"])), /^XaiaError load-failed This environment lacks something that the engine needs: .*TextEncoder.*Jest.*node:util/m);
});

// The script where a bundler may put it, alone.
const moved = async (folder) => {
  const at = mkdtempSync(join(tmpdir(), "xaia-moved-"));
  try {
    mkdirSync(join(at, folder));
    cpSync(new URL("xaia.mjs", dist), join(at, folder, "chunk.mjs"));
    const xaia = await import(pathToFileURL(join(at, folder, "chunk.mjs")).href);
    return await xaia.fit([[0]], [1]).then(() => assert.fail("loaded"), (e) => e);
  } finally {
    rmSync(at, {recursive: true});
  }
};

test("a server's bundle: the error names the settings of Next and SvelteKit, and the inline build", async () => {
  const {code, message} = await moved("chunks");
  assert.equal(code, "load-failed");
  assert.match(message, /xaia\.wasm doesn't exist: a bundler .*serverExternalPackages: \["xaia"\].*SvelteKit.*dependencies.*xaia\/inline/);
});

test("bun build --compile: the error names the inline build", async () => {
  const {message} = await moved("$bunfs");
  assert.match(message, /bun build --compile contains no other files\. Import xaia\/inline/);
  assert.doesNotMatch(message, /serverExternalPackages/);
});

test("a page with a file's address, as from Bun's server for HTML: the error names the inline build", () => {
  const setup = 'Object.defineProperty(globalThis, "process", {value: {versions: {}, getBuiltinModule: undefined}});';
  assert.match(failing(setup), /^XaiaError load-failed file:.*a page can't read files\. .*Bun's for HTML.*xaia\/inline/m);
});

test("a page that was opened from a file: the error names a server and inline.mjs", () => {
  const setup = `Object.defineProperty(globalThis, "process", {value: {versions: {}, getBuiltinModule: undefined}});
    globalThis.location = {protocol: "file:", href: ${JSON.stringify(dist.href)}};`;
  assert.match(failing(setup), /^XaiaError load-failed file:.*opened from a file can't read files\. .*from a server, .*http\.server.*inline\.mjs.*<script type="module">/m);
});

test("a policy that forbids WebAssembly: the error names it, in the words of each browser", () => {
  const policy = 'Content Security Policy directive: "script-src \'self\'"';
  for (const said of [
    `WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is not an allowed source of script in the following ${policy}`,
    `WebAssembly.compileStreaming(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source of script`,
    "call to WebAssembly.compile() blocked by CSP",
    `Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script in the following ${policy}`,
  ]) {
    const refused = `() => Promise.reject(new WebAssembly.CompileError(${JSON.stringify(said)}))`;
    const streamed = `process = undefined; globalThis.fetch = async () => new Response("", {headers: {"content-type": "application/wasm"}});`;
    for (const [setup, file] of [
      [`WebAssembly.compile = ${refused};`, "xaia.mjs"], [`WebAssembly.compile = ${refused};`, "inline.mjs"],
      [`WebAssembly.compileStreaming = ${refused}; ${streamed} globalThis.location = {protocol: "http:", href: "http://localhost/"};`, "xaia.mjs"],
      [`WebAssembly.instantiate = ${refused};`, "xaia.mjs"],
    ]) {
      const message = failing(setup, file);
      assert.match(message, /^XaiaError load-failed .*Content Security Policy forbids WebAssembly\. Add 'wasm-unsafe-eval' to the policy's script-src\. true$/m, setup);
      assert.doesNotMatch(message, /truncated/);
    }
  }
  assert.match(failing(`WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError("expected 4 bytes, fell off end"));`), /truncated or changed/);
});

test("a file without permission to read, as in Deno: the error names the flag", async () => {
  const xaia = await import("../../dist/npm/xaia.mjs?folder");
  const error = await xaia.initialize({wasmURL: new URL("./", import.meta.url)}).then(() => assert.fail("loaded"), (e) => e);
  assert.match(error.message, /could not be read: EISDIR.*--allow-read/);
});
