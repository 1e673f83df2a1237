import {XaiaError} from "./errors.js";

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
  const {signal, onProgress, ...rest} = options;
  if (signal !== undefined && typeof signal?.aborted !== "boolean") {
    throw new XaiaError("invalid-option", "signal is no AbortSignal.", "Give the signal of an AbortController.", {path: "signal"});
  }
  if (onProgress !== undefined && typeof onProgress !== "function") {
    throw new XaiaError("invalid-option", "onProgress is no function.", "Give a function of {done, total, layer, collisions}.", {path: "onProgress"});
  }
  return [rest, {signal, onProgress}];
}

/**
 * What the engine answered to a long call; throws the signal's reason where that
 * ended it.
 *
 * @param {any} result
 * @param {{signal?: AbortSignal}} control
 */
export function aborted(result, control) {
  if (control.signal?.aborted && result instanceof Error && /** @type {any} */ (result).code === "aborted") throw control.signal.reason;
  return result;
}
