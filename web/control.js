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
  if (signal !== undefined && typeof signal?.aborted !== "boolean") {
    throw new XaiaError("invalid-option", "signal is no AbortSignal.", "Give the signal of an AbortController.", {path: "signal"});
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new XaiaError("invalid-option", "onProgress is no function.", "Give a function of {done, total, layer, collisions}.", {path: "onProgress"});
  }
  return [rest, {signal, onProgress}];
}

/**
 * A call that a signal can end; it then rejects with the signal's reason.
 *
 * @param {any} engine
 * @param {string} name
 * @param {unknown[]} args
 * @param {{signal?: AbortSignal, onProgress?: Function}} [control]
 */
export async function longCall(engine, name, args, control) {
  const signal = control?.signal;
  signal?.throwIfAborted?.();
  try {
    return await engine.call(name, args, control);
  } catch (error) {
    if (signal?.aborted && error.code === "aborted") throw signal.reason;
    throw error;
  }
}
