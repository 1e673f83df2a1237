import {XaiaError, unwrap} from "./errors.js";
import {pack} from "./input.js";

/**
 * A fitted network. It lives in the engine's memory; `dispose` frees it, and so
 * does the garbage collector in its own time.
 */
export class Model {
  #session;
  #handle;
  #interpolate;

  /**
   * @param {any} session the engine's functions; see xaia.js
   * @param {any} description what the engine's fit or load returned
   * @param {{call: Function, top: number} | undefined} interpolate the caller's function
   */
  constructor(session, description, interpolate) {
    const {handle, ...fields} = description;
    this.#session = session;
    this.#handle = {handle};
    this.#interpolate = interpolate;
    Object.assign(this, fields);
    session.registry.register(this, handle, this);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  async predict(X, options) {
    return this.#predict(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  predictSync(X, options) {
    this.#session.requireSync("predictSync");
    return this.#predict(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  async explain(X, options) {
    return this.#explain(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  explainSync(X, options) {
    this.#session.requireSync("explainSync");
    return this.#explain(X, options);
  }

  /** The model file: an object for JSON.stringify, read by `load`. */
  toJSON() {
    return unwrap(this.#engine().toJSON(this.#handle));
  }

  /** Frees the model; every later call on it throws `disposed`. */
  dispose() {
    this.#session.registry.unregister(this);
    unwrap(this.#engine().dispose(this.#handle));
  }

  #engine() {
    return this.#session.living();
  }

  #predict(X, options) {
    const [rest, interpolate] = split(options, this.#interpolate);
    if (!interpolate) return unwrap(this.#engine().predict(this.#handle, pack(X), rest));
    const result = this.#explainWith(X, rest, interpolate);
    return Array.isArray(result) ? result.map((e) => e.value) : result.value;
  }

  #explain(X, options) {
    const [rest, interpolate] = split(options, this.#interpolate);
    if (!interpolate) return unwrap(this.#engine().explain(this.#handle, pack(X), rest));
    return this.#explainWith(X, rest, interpolate);
  }

  /** A function of the caller's runs here, whatever thread the engine is in. */
  #explainWith(X, rest, interpolate) {
    const result = unwrap(this.#engine().explain(this.#handle, pack(X), {...rest, interpolation: {top: interpolate.top}}));
    for (const e of Array.isArray(result) ? result : [result]) {
      if (e.status !== "interpolated") continue;
      for (const neuron of e.neurons) delete neuron.weight;
      delete e.scores;
      e.value = interpolate.call(e.neurons);
    }
    return result;
  }
}

/**
 * Takes a function out of the options: it can't leave this thread.
 *
 * @param {any} options
 * @param {{call: Function, top: number} | undefined} [fallback]
 * @returns {[any, {call: Function, top: number} | undefined]}
 */
export function split(options, fallback) {
  if (options === undefined || options === null) return [options, fallback];
  if (typeof options !== "object") {
    throw new XaiaError("invalid-option", `The options are ${String(options)}.`, "Give an object.");
  }
  if (!Object.hasOwn(options, "interpolation") || options.interpolation === undefined) return [options, fallback];
  const {interpolation, ...rest} = options;
  if (typeof interpolation !== "function") return [options, undefined];
  const top = fallback?.top ?? (!Object.hasOwn(options, "preset") || options.preset === "xaia" ? 8 : 2);
  return [rest, {call: interpolation, top}];
}
