import {createWorker, loadModule} from "xaia:host";
import {ownOptions} from "./control.js";
import {startHere} from "./engine.js";
import {XaiaError} from "./errors.js";
import {startWorker} from "./remote.js";
import {Session} from "./session.js";

/** Whether a worker is there to be used without being asked for. */
const preferWorker = typeof document !== "undefined" && typeof Worker === "function";

/** What initialize was given, for when the engine starts again. @type {import("./engine.js").InitializeOptions} */
let settings = Object.create(null);
/** @type {Promise<Session> | undefined} */
let starting;
/** @type {Session | undefined} */
let session;
/** Compiled once; every restart uses it again. @type {WebAssembly.Module | undefined} */
let compiled;

/**
 * Loads the engine. Optional: the first other call does it with the defaults.
 * A failed load can be retried; a second call after a good one throws.
 *
 * @param {import("./engine.js").InitializeOptions} [options]
 */
export async function initialize(options = {}) {
  if (starting) {
    throw new XaiaError("unsupported", "initialize was called already, or another call came first and initialised with the defaults.",
      "Call it once, before anything else.");
  }
  settings = checked(options);
  await ready();
}

function checked(options) {
  if (options === null || typeof options !== "object") throw new XaiaError("invalid-option", `The options are ${String(options)}.`, "Give an object.");
  const known = ["wasmURL", "wasmModule", "worker", "workerURL"];
  const own = ownOptions(options);
  for (const key of Object.keys(own)) {
    if (!known.includes(key)) {
      throw new XaiaError("unknown-option", `There is no option ${key}.`, `Known are ${known.join(", ")}.`, {path: key});
    }
  }
  if (own.worker !== undefined && typeof own.worker !== "boolean") {
    throw new XaiaError("invalid-option", `worker is ${String(own.worker)}.`, "Give true or false.", {path: "worker"});
  }
  return own;
}

/** The engine's session, where it runs. */
export function running() {
  return session?.dead ? undefined : session;
}

/**
 * The engine's session, started unless it runs.
 *
 * @returns {Promise<Session>}
 */
export function ready() {
  if (session?.dead) terminate();
  if (starting) return starting;
  const attempt = open().then(
    (opened) => {
      if (starting === attempt) session = opened;
      else opened.end(); // terminate came meanwhile
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
  compiled ??= await loadModule(settings);
  if (settings.worker ?? preferWorker) {
    try {
      return new Session(await startWorker(compiled, () => createWorker(settings)));
    } catch (cause) {
      warnOnce(cause);
    }
  }
  try {
    return new Session(await startHere(compiled));
  } catch (error) {
    compiled = undefined; // perhaps it was another one's
    throw error;
  }
}

let warned = false;

/** @param {any} cause */
function warnOnce(cause) {
  if (warned) return;
  warned = true;
  console.warn(`xaia: the worker could not start (${cause?.message ?? cause}); computing in the calling thread instead.`);
}

/** Ends the engine and frees everything in it; the next call starts anew. */
export function terminate() {
  session?.end();
  session = undefined;
  starting = undefined;
}

/**
 * The session, for a function that answers at once.
 *
 * @param {string} name
 * @returns {Session}
 */
export function here(name) {
  if (!running()) {
    throw new XaiaError("unsupported", `${name} needs the engine in this thread, and it is not there yet.`,
      "Await xaia.initialize({worker: false}) first, or use the asynchronous function.");
  }
  session.requireSync(name);
  return session;
}
