import {XaiaError} from "./errors.js";

/**
 * A copy of the options with their own keys only, so that changes to Object.prototype don't set options.
 *
 * @param {any} options
 */
export function ownOptions(options) {
  return Object.assign(Object.create(null), options);
}

/**
 * The same of options that are all known.
 *
 * @param {any} options
 * @param {string[]} known
 */
export function knownOptions(options, known) {
  if (options !== undefined && options !== null && typeof options !== "object") throw new XaiaError("invalid-option", `The options are ${String(options)}.`, "Give an object.");
  const own = ownOptions(options);
  for (const key of Object.keys(own)) {
    if (!known.includes(key)) throw new XaiaError("unknown-option", `Unknown option ${key}.`, known.length ? `Known options are ${known.join(", ")}.` : "This function takes no options.", {path: key});
  }
  return own;
}

/**
 * Takes signal and onProgress out of the options of a long call.
 *
 * @param {any} options
 * @returns {[any, {signal?: AbortSignal, onProgress?: Function}]}
 */
export function splitControl(options) {
  if (options === undefined || options === null) return [undefined, {}];
  if (typeof options !== "object") {
    throw new XaiaError("invalid-option", `The options are ${String(options)}.`, "Give an object.");
  }
  const {signal, onProgress, ...rest} = ownOptions(options);
  if (signal !== undefined && !isSignal(signal)) {
    throw new XaiaError("invalid-option", "signal is not an AbortSignal.", "Give the signal of an AbortController.", {path: "signal"});
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new XaiaError("invalid-option", "onProgress is not a function.", "Give a function that takes {done, total, layer, collisions}.", {path: "onProgress"});
  }
  return [rest, {signal, onProgress}];
}

/**
 * Takes workers out of the options of a call that helpers can share.
 *
 * @param {any} options
 * @returns {[any, number | undefined]}
 */
export function splitWorkers(options) {
  if (options === null || typeof options !== "object" || !Object.hasOwn(options, "workers")) return [options, undefined];
  const {workers, ...rest} = ownOptions(options);
  if (workers === undefined || (Number.isSafeInteger(workers) && workers >= 1)) return [rest, workers];
  throw new XaiaError("invalid-option", `workers is ${typeof workers === "string" ? JSON.stringify(workers) : String(workers)}.`, "Give a whole number from 1 on.", {path: "workers"});
}

/**
 * The control of a call that needs a turn of its own only if somebody looks in between.
 *
 * @param {{signal?: AbortSignal, onProgress?: Function}} control
 */
export const wanted = (control) => (control.signal || control.onProgress ? control : undefined);

/** The options of a method whose only options are signal and onProgress. @param {any} options */
export function onlyControl(options) {
  return splitControl(knownOptions(options, ["onProgress", "signal"]))[1];
}

/** Whether this is an AbortSignal; one of another realm or of a polyfill is also accepted. @param {any} signal */
function isSignal(signal) {
  try {
    return Object.prototype.toString.call(signal) === "[object AbortSignal]" && typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function";
  } catch {
    return false; // the object only inherits from AbortSignal.prototype
  }
}

/**
 * A call that a signal can abort; it then rejects with the signal's reason. If onProgress
 * throws an error, the call also ends, and rejects with this error.
 *
 * @param {any} engine
 * @param {string} name
 * @param {unknown[]} args
 * @param {{signal?: AbortSignal, onProgress?: Function, help?: Function}} [control] help: finds answers of the call's parts
 */
export async function longCall(engine, name, args, control) {
  const signal = control?.signal;
  signal?.throwIfAborted?.();
  const listener = control?.onProgress && listening(control);
  const used = listener?.control ?? control;
  const help = control?.help;
  let result;
  try {
    result = await engine.call(name, args, help ? {...used, shared: true, parts: (parts, numbers) => help(parts, numbers, used)} : used);
  } catch (error) {
    if (listener?.threw) throw listener.thrown;
    if (signal?.aborted && error.code === "aborted") throw signal.reason;
    throw error;
  } finally {
    listener?.end();
  }
  if (!listener?.threw) return result;
  // onProgress threw after the work was complete, so the caller doesn't get the model: free it.
  const made = result.model ?? result;
  if (made.handle !== undefined) engine.call("dispose", [made]).catch(() => {});
  throw listener.thrown;
}

/**
 * The control of a call that stops when the caller's signal is aborted or the caller's
 * onProgress throws.
 *
 * @param {{signal?: AbortSignal, onProgress?: Function}} given
 */
function listening({signal, onProgress}) {
  const stop = new AbortController();
  const abort = () => stop.abort();
  signal?.addEventListener("abort", abort);
  const listener = {
    threw: false,
    /** @type {unknown} */
    thrown: undefined,
    control: {
      signal: stop.signal,
      onProgress: (progress) => {
        if (listener.threw) return;
        try {
          onProgress(progress);
        } catch (thrown) {
          Object.assign(listener, {threw: true, thrown});
          abort();
        }
      },
    },
    end: () => signal?.removeEventListener("abort", abort),
  };
  return listener;
}
