import {createWorker, loadModule, startNow, waits} from "xaia:host";
import {Pool} from "xaia:pool";
import {knownOptions} from "./control.js";
import {startHere} from "./engine.js";
import {XaiaError} from "./errors.js";
import {startWorker} from "./remote.js";
import {Session} from "./session.js";

/** Whether to use a worker by default. */
const preferWorker = waits && typeof document !== "undefined" && typeof Worker === "function";

/** The options of initialize, for restarts of the engine. @type {import("./engine.js").InitializeOptions} */
let settings = Object.create(null);
/** @type {Promise<Session> | undefined} */
let starting;
/** @type {Session | undefined} */
let session;
/** Engines that help with calls in parts. */
const pool = new Pool(() => ({module: compiled.module, options: settings}), warnOnce);
/** The compiled module, which restarts with the same settings use again. @type {{module?: WebAssembly.Module}} */
let compiled = {};

/**
 * Loads the engine. This is optional: the first other call loads it with the defaults.
 * A failed load can be retried. A second call with the same options does nothing; with others it throws.
 *
 * @param {import("./engine.js").InitializeOptions} [options]
 */
export async function initialize(options = {}) {
  const asked = checked(options);
  if (starting) {
    for (const name of known) {
      const [was, is] = [settings, asked].map((from) => effective(name, from[name]));
      if (was === is) continue;
      throw new XaiaError("unsupported", `The engine was initialised with ${name} ${shown(was)}, not ${shown(is)}.`,
        "Call initialize once, before all other calls, which initialise the engine with the defaults; or call terminate first.", {path: name});
    }
  } else {
    if (["wasmURL", "wasmModule"].some((name) => effective(name, settings[name]) !== effective(name, asked[name]))) compiled = {};
    settings = asked;
  }
  await ready();
}

const known = ["wasmURL", "wasmModule", "worker", "workerURL"];

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
  if (own.worker !== undefined && typeof own.worker !== "boolean") {
    throw new XaiaError("invalid-option", `worker is ${String(own.worker)}.`, "Give true or false.", {path: "worker"});
  }
  if (own.worker && !waits) throw new XaiaError("unsupported", "The calls of xaia/sync are computed in the calling thread.", "Import xaia for an engine in a worker.", {path: "worker"});
  return own;
}

/** The engine's session if the engine runs. */
export function running() {
  return session?.dead ? undefined : session;
}

/**
 * The engine's session; starts the engine if it doesn't run.
 *
 * @returns {Promise<Session>}
 */
export function ready() {
  if (session?.dead) terminate();
  if (starting) return starting;
  const attempt = open().then(
    (opened) => {
      if (starting === attempt) session = opened;
      else opened.end(); // terminate was called in the meantime
      return opened;
    },
    (error) => {
      if (starting === attempt) starting = undefined;
      throw error;
    },
  );
  starting = attempt;
  return attempt;
}

async function open() {
  const own = compiled; // others may come in the meantime
  const module = (own.module ??= await loadModule(settings));
  if (settings.worker ?? preferWorker) {
    try {
      return new Session(await startWorker(module, () => createWorker(settings)));
    } catch (cause) {
      warnOnce(cause);
    }
  }
  try {
    return new Session(await startHere(module));
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
export function helped(name, workers, given) {
  return workers === 1 || !pool.answers ? undefined : (parts, numbers, control) => pool.answers(name, given, workers, parts, numbers, control);
}

let warned = false;

/** @param {any} cause */
function warnOnce(cause) {
  if (warned) return;
  warned = true;
  console.warn(`xaia: the worker could not start (${cause?.message ?? cause}); the calling thread computes instead.`);
}

/** Ends the engine and frees everything in it; the next call starts a new one. */
export function terminate() {
  session?.end();
  pool.end();
  session = undefined;
  starting = undefined;
}

/** The session for a call of xaia/sync, which starts the engine without waiting where it can. @returns {Session} */
export function here() {
  const now = running() ?? startedNow();
  if (now) return now;
  throw new XaiaError("unsupported", "The engine has not started yet, and a page can't wait for it within a call.", "Await initialize() of xaia/sync first, or import xaia, whose calls return promises.");
}

/** @returns {Session | undefined} undefined where nothing may wait, or an engine is starting */
function startedNow() {
  if (session?.dead) terminate();
  const started = starting ? undefined : startNow(settings, compiled.module);
  if (!started) return undefined;
  compiled.module = started.module;
  session = new Session(started.engine);
  starting = Promise.resolve(session);
  return session;
}
