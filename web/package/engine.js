import {createGo} from "go:wasm_exec";
import {XaiaError, ended, unwrap} from "./errors.js";
import {classOf, sizeOf} from "./input.js";
import {giveKernels} from "./kernels.js";
import {builtin, timers} from "./platform.js";

/**
 * @typedef {{
 *   wasmURL?: string | URL,
 *   wasmModule?: WebAssembly.Module,
 *   worker?: boolean,
 *   workerURL?: string | URL,
 *   quiet?: boolean,
 *   verify?: boolean,
 * }} InitializeOptions
 */

/**
 * Compiles the module. Rejects with `load-failed`, which names the address and what it
 * returned.
 *
 * @param {InitializeOptions} options
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadModule(options) {
  return isGiven(options) ? loadGiven(options) : compile(beside(), options.wasmURL !== undefined);
}

/** Whether the options say where the module is. @param {InitializeOptions} options */
export const isGiven = ({wasmModule, wasmURL}) => wasmModule !== undefined || (wasmURL ?? undefined) !== undefined;

/**
 * Apart from `beside`, which a file that carries the module doesn't contain: bundlers would look for xaia.wasm.
 *
 * @param {InitializeOptions} options with one of both
 * @returns {Promise<WebAssembly.Module>}
 */
export async function loadGiven(options) {
  if (options.wasmModule === undefined) return compile(/** @type {string | URL} */ (options.wasmURL), true);
  if (classOf(options.wasmModule) === "[object WebAssembly.Module]") return options.wasmModule;
  throw new XaiaError("invalid-option", "wasmModule is not a WebAssembly.Module.", "Compile the module first, or give wasmURL.", {path: "wasmModule"});
}

/** The module's address beside this script. Bundlers look for exactly this expression. */
export function beside() {
  try {
    return new URL("./xaia.wasm", import.meta.url);
  } catch (cause) {
    throw loadFailed("This script has no address, as in a Cloudflare Worker, so xaia.wasm can't be looked for beside it.", givenHint, cause);
  }
}

/**
 * The engine in this thread. A call that throws has gone through the WebAssembly
 * instance as a trap or a stack overflow: the instance is not used again.
 */
export class LocalEngine {
  dead = false;
  #api;
  /** Why the engine has ended; undefined while it runs. */
  why = "";
  #code = "";
  #waiting = new Set();
  #exports;
  #row = new Float64Array(0);

  /**
   * @param {any} api the object that the engine has set on its global object
   * @param {any} exports of its instance
   */
  constructor(api, exports) {
    this.#api = api;
    this.#exports = exports;
  }

  /**
   * Runs a function. If it has an asynchronous form, it yields to the event loop.
   *
   * @param {string} name
   * @param {unknown[]} args all arguments, because the control is passed after them
   * @param {{signal?: AbortSignal, onProgress?: Function, parts?: Function}} [control]
   */
  async call(name, args, control) {
    if (!control || !this.#api[name + "Async"]) return this.now(name, args);
    const engine = this;
    const signal = {
      get aborted() {
        return engine.dead || Boolean(control.signal?.aborted);
      },
    };
    const {onProgress, parts} = control, given = {signal, onProgress, answers: []};
    if (parts) given.parts = (...of) => parts(...of).then((answers = []) => Object.assign(given, {answers}), () => {}).then(of[2]);
    const running = this.#guarded(() => this.#api[name + "Async"](...args, given));
    return unwrap(await new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      running.then(resolve, reject).finally(() => this.#waiting.delete(reject));
    }));
  }

  /** @param {string} name @param {unknown[]} args */
  now(name, args) {
    if (this.#api && !this.#api[name]) throw new XaiaError("unsupported", `This build of the engine has no ${name}.`, "Use the package's.");
    return unwrap(this.#guarded(() => this.#api[name](...args)));
  }

  /**
   * What predict answers to one row of numbers, for a tenth of the price of a call: the index of a class, or a number. NaN: predict
   * has to be asked.
   *
   * @param {number} handle @param {ArrayLike<number>} row
   */
  answerRow(handle, row) {
    const size = sizeOf(row);
    if (!this.#exports?.answerRow || size < 0 || size > 256) return NaN;
    return this.#guarded(() => {
      const address = this.#exports.row();
      if (this.#row.buffer !== this.#exports.mem.buffer) this.#row = new Float64Array(this.#exports.mem.buffer, address, 256); // it has grown
      for (let k = 0; k < size; k++) {
        if (typeof row[k] !== "number") return NaN;
        this.#row[k] = row[k];
      }
      return this.#exports.answerRow(handle, size);
    });
  }

  /** Ends the engine; later calls are refused. @param {string} why */
  end(why, code = "disposed") {
    if (this.dead) return;
    this.dead = true;
    this.why = why;
    this.#code = code;
    this.#api = this.#exports = undefined; // models hold the engine, and its memory is large
    this.#row = new Float64Array(0);
    for (const reject of this.#waiting) reject(ended(why, code));
    this.#waiting.clear();
  }

  #guarded(f) {
    let result;
    try {
      result = f();
    } catch (cause) {
      this.end(text(cause), "internal");
    }
    if (this.dead) throw ended(this.why, this.#code);
    return result;
  }
}

/** Checks that the environment has what Go's glue needs. @param {any} scope */
function create(scope) {
  try {
    return createGo(scope);
  } catch (cause) {
    throw loadFailed(`This environment lacks something that the engine needs: ${text(cause)}.`, isNode() && !modern() ? tooOld()
      : "If a test runner hides it, as Jest does under jsdom, set it on globalThis from node:util or node:crypto first.", cause);
  }
}

/**
 * Starts the engine in this thread.
 *
 * @param {WebAssembly.Module} module
 * @param {boolean} [verify]
 */
export async function startHere(module, verify) {
  const program = prepared(verify);
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, program.imports);
  } catch (cause) {
    throw notStarted(cause);
  }
  return program.run(instance);
}

/** What the variable says; Deno throws where a program may not read the environment. */
function asksToVerify() {
  try {
    return globalThis.process?.env?.XAIA_VERIFY === "1";
  } catch {
    return false;
  }
}

/**
 * What an instance of the module imports, and what runs it.
 *
 * @param {boolean} [verify] whether the engine walks models after each change; by default as the variable XAIA_VERIFY says in Node
 */
export function prepared(verify) {
  // The engine gets its own global object, so that it doesn't change the real one and
  // several engines can run in parallel. crypto is an accessor that can't be read through
  // an object that inherits it. It waits by clocks and timers that no test stops.
  const scope = Object.create(globalThis, {
    crypto: {value: globalThis.crypto},
    ...Object.fromEntries(Object.entries(timers).map(([name, value]) => [name, {value}])),
    fs: {value: undefined, writable: true},
    xaia: {value: undefined, writable: true},
  });
  const go = new (create(scope))();
  go.env.GOMEMLIMIT = "3400MiB"; // collect sooner, before the 4 GiB that WebAssembly addresses are full
  if (verify ?? asksToVerify()) scope.xaiaVerify = true;
  /** @type {LocalEngine | undefined} */
  let engine;
  const over = () => {
    go._scheduledTimeouts.clear(); // Go's script resumes a program until it has taken its timer in, a dead one for ever
    engine?.end(lastWords() ?? "its program has ended", "internal");
  };
  const lastWords = listenTo(go, scope.fs, over);
  const giveMemory = giveKernels(go.importObject, scope);
  return {
    imports: go.importObject,
    /** @param {WebAssembly.Instance} instance */
    run(instance) {
      giveMemory(/** @type {any} */ (instance.exports.mem));
      go.run(instance).then(over, over); // up to its first wait before this returns
      if (!scope.xaia) throw notStarted();
      engine = new LocalEngine(scope.xaia, instance.exports);
      return engine;
    },
  };
}

/** The error of a module that makes no instance. @param {unknown} [cause] */
export function notStarted(cause) {
  return byPolicy("The module", cause) ?? loadFailed("The module is not xaia's engine.", "Serve the xaia.wasm that belongs to this version.", cause);
}

/**
 * When Go's runtime can't continue, for example for lack of memory, it writes a message
 * and exits or traps. This may happen in a call or in a callback of the event loop,
 * where an uncaught trap would end Node.
 *
 * @param {any} go
 * @param {any} fs the file system object that the program writes to
 * @param {() => void} over called when the program has trapped
 * @returns {() => string | undefined} the message that the program wrote when it ended
 */
function listenTo(go, fs, over) {
  let said = "";
  const decoder = new TextDecoder();
  fs.writeSync = (_, bytes) => {
    if (said.length < 4096) said += decoder.decode(bytes);
    return bytes.length;
  };
  go.exit = () => {};
  const resume = go._resume.bind(go);
  let depth = 0;
  go._resume = () => {
    depth++;
    try {
      resume();
      if (go.exited) over();
    } catch (cause) {
      said ||= `fatal error: ${text(cause)}`;
      over();
      if (depth > 1) throw cause; // the program has called itself by way of JavaScript: out of it altogether
    } finally {
      depth--;
    }
  };
  return () => /^fatal error: (.*)/m.exec(said)?.[1];
}

/**
 * @param {string} message
 * @param {string} hint
 * @param {unknown} [cause]
 */
export function loadFailed(message, hint, cause) {
  return new XaiaError("load-failed", message, hint, {cause});
}

export const servingHint = "Serve xaia.wasm beside xaia.mjs, or pass its address to initialize({wasmURL}).";
const openedHint = "Open the page from a server, for example python3 -m http.server; or put the text of inline.mjs, which contains the engine, into a <script type=\"module\"> of the page.";
const carriedHint = "Import xaia/inline, which contains the engine, or pass the address to initialize({wasmURL}).";
const givenHint = 'Import the module and give it: import wasmModule from "xaia/xaia.wasm"; await initialize({wasmModule}).';
const modern = () => builtin("node:fs") !== undefined;
const tooOld = () => `This is Node ${globalThis.process.versions.node}; xaia needs Node 20.16 or newer.`;

/**
 * @param {string | URL} address
 * @param {boolean} given whether the caller has given the address; then a bundler can't have caused the failure
 * @returns {Promise<WebAssembly.Module>}
 */
async function compile(address, given) {
  const url = resolve(address);
  if (url.protocol === "file:" && isNode()) return compileBytes(url, readFile(url, given));
  let response;
  try {
    response = await fetch(url);
  } catch (cause) {
    if (url.protocol !== "file:") throw loadFailed(`${url} could not be fetched.`, servingHint, cause);
    if (globalThis.location?.protocol === "file:") throw loadFailed(`${url} could not be fetched: a page that was opened from a file can't read files.`, openedHint, cause);
    throw loadFailed(`${url} could not be fetched: a page can't read files.`,
      `Some servers, such as Bun's for HTML, don't serve files beside the script. ${carriedHint}`, cause);
  }
  if (!response.ok) {
    throw loadFailed(`${url} answered ${response.status} ${response.statusText}`.trim() + ".", servingHint);
  }
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
  if (type === "application/wasm" && WebAssembly.compileStreaming) {
    return compiled(`${url} has the type application/wasm, but`, WebAssembly.compileStreaming(response));
  }
  return compileBytes(url, await response.arrayBuffer());
}

/** @param {string | URL} address */
export function resolve(address) {
  const base = globalThis.document?.baseURI ?? globalThis.location?.href ?? import.meta.url;
  try {
    return new URL(address, base);
  } catch (cause) {
    throw new XaiaError("invalid-option", `wasmURL is ${JSON.stringify(String(address))}, not an address.`, "Give a URL.", {path: "wasmURL", cause});
  }
}

export function isNode() {
  return Boolean(globalThis.process?.versions?.node);
}

/** @param {URL} url @param {boolean} given */
export function readFile(url, given) {
  if (!modern()) throw loadFailed(`${url} can't be read.`, tooOld());
  try {
    return builtin("node:fs").readFileSync(url);
  } catch (cause) {
    const because = /** @type {any} */ (cause).code;
    if (because !== "ENOENT") throw loadFailed(`${url} could not be read: ${text(cause)}.`, "Allow this program to read the file; Deno does with --allow-read.", cause);
    if (given) throw loadFailed(`${url} could not be read: there is no such file.`, servingHint, cause);
    throw loadFailed(`${url} doesn't exist: a bundler has moved the script away from the module.`, bundled(url), cause);
  }
}

/** The hint for a script that a bundler has separated from its files. @param {URL} url */
function bundled(url) {
  if (/[/\\]\$bunfs[/\\]|~BUN/.test(url.pathname)) return `A program made by bun build --compile contains no other files. ${carriedHint}`;
  return `Keep xaia out of the server's bundle: in Next by serverExternalPackages: ["xaia"], in SvelteKit by having xaia in dependencies instead of devDependencies. Or: ${carriedHint[0].toLowerCase()}${carriedHint.slice(1)}`;
}

/**
 * @param {URL} url
 * @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes
 */
async function compileBytes(url, bytes) {
  checkBytes(url, bytes);
  return compiled(`${url}`, WebAssembly.compile(bytes));
}

/**
 * @param {URL} url
 * @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes
 */
export function checkBytes(url, bytes) {
  const head = new Uint8Array(bytes instanceof Uint8Array ? bytes.subarray(0, 64) : bytes.slice(0, 64));
  if (head.length < 4 || head[0] !== 0 || head[1] !== 0x61 || head[2] !== 0x73 || head[3] !== 0x6d) {
    throw loadFailed(`${url} is not WebAssembly: ${described(head)} came instead.`, servingHint);
  }
}

/** What compiles, or why it doesn't. @param {string} what @param {Promise<WebAssembly.Module>} compiling */
export async function compiled(what, compiling) {
  try {
    return await compiling;
  } catch (cause) {
    throw notCompiled(what, cause);
  }
}

/** @param {string} what @param {unknown} cause */
export function notCompiled(what, cause) {
  return byPolicy(what, cause) ?? loadFailed(`${what} did not compile: ${text(cause)}.`, "The file is truncated or changed; copy it again.", cause);
}

/** The error if the page's policy, or the host, forbids to compile WebAssembly; each browser says it in its own words. @param {string} what @param {unknown} cause */
function byPolicy(what, cause) {
  if (!/content security policy|\bCSP\b|(wasm-)?unsafe-eval|disallowed by embedder/i.test(text(cause))) return undefined;
  if (!globalThis.location && /disallowed by embedder/i.test(text(cause))) return loadFailed(`${what} did not compile: this host compiles no WebAssembly that comes as bytes.`, givenHint, cause);
  return loadFailed(`${what} did not compile: the page's Content Security Policy forbids WebAssembly.`, "Add 'wasm-unsafe-eval' to the policy's script-src.", cause);
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
