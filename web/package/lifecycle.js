import {createWorker, loadModule, moduleURL, startNow, waits} from "xaia:host";
import {Pool} from "xaia:pool";
import {knownOptions} from "./control.js";
import {startHere} from "./engine.js";
import {XaiaError} from "./errors.js";
import {startWorker, unloaded} from "./remote.js";
import {Session} from "./session.js";

/** Whether to use a worker by default. */
const preferWorker = waits && typeof document !== "undefined" && typeof Worker === "function";

/** Starts an engine when it is needed, ends it, and starts another one. */
export class Lifecycle {
  /** What initialize takes without options. @type {import("./engine.js").InitializeOptions} */
  #usual;
  /** The options of initialize, for restarts of the engine. @type {import("./engine.js").InitializeOptions} */
  #settings;
  /** @type {Promise<Session> | undefined} */
  #starting;
  /** @type {Session | undefined} */
  #session;
  /** The compiled module, which restarts with the same settings use again. @type {{module?: WebAssembly.Module}} */
  #compiled = {};
  /** Engines that help with calls in parts. */
  #pool = new Pool(() => ({module: this.#compiled.module, options: this.#settings}), warnOnce);

  /** @param {import("./engine.js").InitializeOptions} [options] */
  constructor(options) {
    this.#usual = this.#settings = checked(options);
  }

  /**
   * Loads the engine. This is optional: the first other call loads it with the defaults.
   * A failed load can be retried. A second call with the same options does nothing; with others it throws.
   *
   * @param {import("./engine.js").InitializeOptions} [options]
   */
  async initialize(options) {
    const asked = options === undefined ? this.#usual : checked(options), was = this.#settings;
    if (this.#starting) {
      for (const name of known) {
        const [before, now] = [was, asked].map((from) => effective(name, from[name]));
        if (before === now) continue;
        throw new XaiaError("unsupported", `The engine was initialised with ${name} ${shown(before)}, not ${shown(now)}.`,
          "Call initialize once, before all other calls, which initialise the engine with the defaults; or call terminate first.", {path: name});
      }
    } else {
      if (["wasmURL", "wasmModule"].some((name) => effective(name, was[name]) !== effective(name, asked[name]))) this.#compiled = {};
      this.#settings = asked;
    }
    await this.ready();
  }

  /** The engine's session if the engine runs. */
  running() {
    return this.#session?.dead ? undefined : this.#session;
  }

  /**
   * The engine's session; starts the engine if it doesn't run.
   *
   * @returns {Promise<Session>}
   */
  ready() {
    if (this.#session?.dead) this.terminate();
    if (this.#starting) return this.#starting;
    const attempt = this.#open().then(
      (opened) => {
        if (this.#starting === attempt) this.#session = opened;
        else opened.end(); // terminate was called in the meantime
        return opened;
      },
      (error) => {
        if (this.#starting === attempt) this.#starting = undefined;
        throw error;
      },
    );
    this.#starting = attempt;
    return attempt;
  }

  async #open() {
    const own = this.#compiled, settings = this.#settings; // others may come in the meantime
    let refusal;
    if (settings.worker ?? preferWorker) {
      const start = (from) => startWorker(from, () => createWorker(settings), settings.verify);
      try {
        // The worker compiles what has an address: a page stands still while it reads 5 MB of WebAssembly.
        const from = own.module ?? settings.wasmModule ?? moduleURL(settings) ?? (await loadModule(settings));
        const {engine, module} = await start(from).catch(async (cause) => {
          if (cause.message !== unloaded) throw cause;
          return start(await loadModule(settings)); // policies and interceptors may hold for a page alone
        });
        own.module = module;
        return new Session(engine, this);
      } catch (cause) {
        if (cause instanceof XaiaError) throw cause; // there is no module
        refusal = cause;
      }
    }
    const module = (own.module ??= await loadModule(settings));
    if (refusal) warnOnce(refusal);
    try {
      return new Session(await startHere(module, settings.verify), this);
    } catch (error) {
      delete own.module; // which may be the cause
      throw error;
    }
  }

  /**
   * For longCall: has helpers compute a call's parts.
   *
   * @param {string} name
   * @param {number | undefined} workers
   * @param {(helper: any) => Promise<any[]>} given the call's arguments for a helper
   */
  helped(name, workers, given) {
    const pool = this.#pool;
    return workers === 1 || !pool.answers ? undefined : (parts, numbers, control) => pool.answers(name, given, workers, parts, numbers, control);
  }

  /** Shows a developer what a model or a cross-validation warns of. @param {string[]} [warnings] */
  tell(warnings = []) {
    if (this.#settings.quiet ?? !inDevelopment()) return;
    for (const text of warnings) {
      if (told.size >= mostTold || told.has(text)) continue;
      told.add(text);
      console.warn(`xaia: ${text}`);
    }
  }

  /** Ends the engine and frees everything in it; the next call starts a new one. */
  terminate() {
    this.#session?.end();
    this.#pool.end();
    this.#session = undefined;
    this.#starting = undefined;
  }

  /** The session for a call of xaia/sync, which starts the engine without waiting where it can. @returns {Session} */
  here() {
    const now = this.running() ?? this.#startedNow();
    if (now) return now;
    throw new XaiaError("unsupported", "The engine has not started yet, and a page can't wait for it within a call.", "Await initialize() of xaia/sync first, or import xaia, whose calls return promises.");
  }

  /** @returns {Session | undefined} undefined where nothing may wait, or an engine is starting */
  #startedNow() {
    if (this.#session?.dead) this.terminate();
    const started = this.#starting ? undefined : startNow(this.#settings, this.#compiled.module);
    if (!started) return undefined;
    this.#compiled.module = started.module;
    this.#session = new Session(started.engine, this);
    this.#starting = Promise.resolve(this.#session);
    return this.#session;
  }
}

const known = ["wasmURL", "wasmModule", "worker", "workerURL", "quiet", "verify"];

/** @param {string} name @param {any} value */
function effective(name, value) {
  if (name === "worker") return value ?? preferWorker;
  return name === "wasmModule" || value === undefined ? value : String(value);
}

/** @param {unknown} value */
function shown(value) {
  return value === undefined ? "as by default" : typeof value === "object" ? "another" : JSON.stringify(value);
}

function checked(options) {
  const own = knownOptions(options, known);
  for (const path of ["worker", "quiet", "verify"]) {
    if (own[path] !== undefined && typeof own[path] !== "boolean") throw new XaiaError("invalid-option", `${path} is ${String(own[path])}.`, "Give true or false.", {path});
  }
  if (own.worker && !waits) throw new XaiaError("unsupported", "The calls of xaia/sync are computed in the calling thread.", "Import xaia for an engine in a worker.", {path: "worker"});
  return own;
}

const told = new Set(), mostTold = 20;

function inDevelopment() {
  try {
    return process.env.NODE_ENV !== "production"; // bundlers look for exactly this expression
  } catch {
    return /^(localhost|127\..*|\[::1\]|)$/.test(globalThis.location?.hostname ?? "none");
  }
}

let warned = false;

/** @param {any} cause */
function warnOnce(cause) {
  if (warned) return;
  warned = true;
  console.warn(`xaia: the worker could not start (${cause?.message ?? cause}); the calling thread computes instead.`);
}

/** That of the exports of xaia. */
export const standard = new Lifecycle();
