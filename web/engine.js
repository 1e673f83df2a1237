import {createGo} from "go:wasm_exec";
import {XaiaError} from "./errors.js";

/**
 * @typedef {{
 *   wasmURL?: string | URL,
 *   wasmModule?: WebAssembly.Module,
 *   worker?: boolean,
 *   workerURL?: string | URL,
 * }} InitializeOptions
 */

/**
 * Compiles the module and starts the engine in this thread. Rejects with
 * `load-failed`, which says what came from where.
 *
 * @param {InitializeOptions} options
 * @returns {Promise<any>} the engine's functions
 */
export async function startEngine(options) {
  if (options.wasmModule !== undefined && !(options.wasmModule instanceof WebAssembly.Module)) {
    throw new XaiaError("invalid-option", "wasmModule is no WebAssembly.Module.", "Compile it first, or give wasmURL.", {path: "wasmModule"});
  }
  const module = options.wasmModule ?? (await compile(options.wasmURL ?? new URL("./xaia.wasm", import.meta.url)));
  return run(module);
}

/** @param {WebAssembly.Module} module */
async function run(module) {
  // The engine gets a global object of its own, so that it leaves no trace on
  // the real one and several can run side by side. crypto and performance are
  // accessors that refuse to be read through an heir.
  const scope = Object.create(globalThis, {
    crypto: {value: globalThis.crypto},
    performance: {value: globalThis.performance},
    xaia: {value: undefined, writable: true},
  });
  const go = new (createGo(scope))();
  const notOurs = (cause) => loadFailed("The module is not xaia's engine.", "Serve the xaia.wasm that belongs to this version.", cause);
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, go.importObject);
  } catch (cause) {
    throw notOurs(cause);
  }
  const state = {dead: false};
  go.run(instance).then(
    () => (state.dead = true),
    () => (state.dead = true),
  );
  if (!scope.xaia) throw notOurs();
  return {...scope.xaia, state};
}

/**
 * @param {string} message
 * @param {string} hint
 * @param {unknown} [cause]
 */
function loadFailed(message, hint, cause) {
  return new XaiaError("load-failed", message, hint, {cause});
}

const servingHint = "Serve xaia.wasm beside xaia.mjs, or pass its address to initialize({wasmURL}).";

/**
 * @param {string | URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(address) {
  const url = resolve(address);
  if (url.protocol === "file:" && isNode()) return compileBytes(url, await readFile(url));
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw loadFailed(`${url} could not be fetched.`, servingHint, cause);
  }
  if (!response.ok) {
    throw loadFailed(`${url} answered ${response.status} ${response.statusText}`.trim() + ".", servingHint);
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
  if (type === "application/wasm" && WebAssembly.compileStreaming) {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      throw loadFailed(`${url} is said to be application/wasm, but did not compile: ${text(cause)}.`, "The file is cut off or changed; copy it again.", cause);
    }
  }
  return compileBytes(url, await response.arrayBuffer());
}

/** @param {string | URL} address */
function resolve(address) {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href ?? import.meta.url;
  try {
    return new URL(address, base);
  } catch (cause) {
    throw new XaiaError("invalid-option", `wasmURL is ${JSON.stringify(String(address))}, no address.`, "Give a URL.", {path: "wasmURL", cause});
  }
}

function isNode() {
  return Boolean(globalThis.process?.versions?.node);
}

/** @param {URL} url */
async function readFile(url) {
  const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
  try {
    return await readFile(url);
  } catch (cause) {
    throw loadFailed(`${url} could not be read.`, servingHint, cause);
  }
}

/**
 * @param {URL} url
 * @param {ArrayBuffer | Uint8Array} bytes
 */
async function compileBytes(url, bytes) {
  const head = new Uint8Array(bytes instanceof Uint8Array ? bytes.subarray(0, 64) : bytes.slice(0, 64));
  if (head.length < 4 || head[0] !== 0 || head[1] !== 0x61 || head[2] !== 0x73 || head[3] !== 0x6d) {
    throw loadFailed(`${url} is not WebAssembly: ${described(head)} came instead.`, servingHint);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw loadFailed(`${url} did not compile: ${text(cause)}.`, "The file is cut off or changed; copy it again.", cause);
  }
}

/** @param {Uint8Array} head */
function described(head) {
  if (head.length === 0) return "an empty file";
  const start = new TextDecoder().decode(head).trimStart().toLowerCase();
  if (start.startsWith("<!doctype") || start.startsWith("<html")) return "an HTML page";
  return "something else";
}

/** @param {unknown} cause */
function text(cause) {
  return cause instanceof Error ? cause.message : String(cause);
}
