import {XaiaError} from "./errors.js";

/**
 * The options' own keys alone: nothing done to Object.prototype sets an option.
 *
 * @param {any} options
 */
export function ownOptions(options) {
  return Object.assign(Object.create(null), options);
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
    throw new XaiaError("invalid-option", "signal is no AbortSignal.", "Give the signal of an AbortController.", {path: "signal"});
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new XaiaError("invalid-option", "onProgress is no function.", "Give a function of {done, total, layer, collisions}.", {path: "onProgress"});
  }
  return [rest, {signal, onProgress}];
}

/** Also one of another realm, or of a polyfill. @param {any} signal */
function isSignal(signal) {
  try {
    return Object.prototype.toString.call(signal) === "[object AbortSignal]" && typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function";
  } catch {
    return false; // an heir of AbortSignal.prototype
  }
}

/**
 * A call that a signal can end; it then rejects with the signal's reason. An onProgress
 * that throws ends it too; it then rejects with what was thrown.
 *
 * @param {any} engine
 * @param {string} name
 * @param {unknown[]} args
 * @param {{signal?: AbortSignal, onProgress?: Function}} [control]
 */
export async function longCall(engine, name, args, control) {
  const signal = control?.signal;
  signal?.throwIfAborted?.();
  const listener = control?.onProgress && listening(control);
  let result;
  try {
    result = await engine.call(name, args, listener?.control ?? control);
  } catch (error) {
    if (listener?.threw) throw listener.thrown;
    if (signal?.aborted && error.code === "aborted") throw signal.reason;
    throw error;
  } finally {
    listener?.end();
  }
  if (!listener?.threw) return result;
  // It threw when all was done: nobody gets the model.
  const made = result.model ?? result;
  if (made.handle !== undefined) engine.call("dispose", [made]).catch(() => {});
  throw listener.thrown;
}

/**
 * The control of a call that stops when the caller's signal says so, or when the
 * caller's onProgress throws.
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
