import {aborted, splitControl} from "./control.js";
import {XaiaError, unwrap} from "./errors.js";
import {pack} from "./input.js";

/**
 * A fitted network. It lives in the engine's memory; `dispose` frees it, and so
 * does the garbage collector in its own time. Every method that answers with a
 * promise has a twin that answers at once, with Sync behind its name.
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
    this.#here("predictSync");
    return this.#predict(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  async explain(X, options) {
    return this.#explain(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  explainSync(X, options) {
    this.#here("explainSync");
    return this.#explain(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  async predictProba(X, options) {
    return this.#predictProba(X, options);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  predictProbaSync(X, options) {
    this.#here("predictProbaSync");
    return this.#predictProba(X, options);
  }

  /** @param {unknown} X @param {unknown} y */
  async evaluate(X, y) {
    return this.#evaluate(X, y);
  }

  /** @param {unknown} X @param {unknown} y */
  evaluateSync(X, y) {
    this.#here("evaluateSync");
    return this.#evaluate(X, y);
  }

  /** @param {any} [options] */
  async leaveOneOut(options) {
    this.#named("leaveOneOut");
    return this.#later("leaveOneOut", [], onlyControl(options));
  }

  leaveOneOutSync() {
    this.#named("leaveOneOut");
    return this.#now("leaveOneOut", []);
  }

  /** @param {unknown} X @param {any} [options] */
  async outOfDistribution(X, options) {
    const [rest, control] = splitControl(options);
    return this.#later("outOfDistribution", [pack(X), this.#judged(rest)], control);
  }

  /** @param {unknown} X @param {any} [options] */
  outOfDistributionSync(X, options) {
    return this.#now("outOfDistribution", [pack(X), this.#judged(options)]);
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async absorb(X, y, options) {
    this.#named("absorb");
    const [rest, control] = splitControl(options);
    return this.#withModel(await this.#later("absorb", [pack(X), pack(y), rest], control));
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  absorbSync(X, y, options) {
    this.#named("absorb");
    return this.#withModel(this.#now("absorb", [pack(X), pack(y), options]));
  }

  /** @param {unknown} rows @param {any} [options] */
  async remove(rows, options) {
    return this.#another(await this.#later("remove", [rows], onlyControl(options)));
  }

  /** @param {unknown} rows */
  removeSync(rows) {
    return this.#another(this.#now("remove", [rows]));
  }

  /** @param {unknown} [rows] @param {any} [options] */
  async redundancy(rows, options) {
    return this.#later("redundancy", [rows], onlyControl(options));
  }

  /** @param {unknown} [rows] */
  redundancySync(rows) {
    return this.#now("redundancy", [rows]);
  }

  /** @param {any} [options] */
  async representatives(options) {
    this.#named("representatives");
    const [rest, control] = splitControl(options);
    return this.#withModel(await this.#later("representatives", [rest], control));
  }

  /** @param {any} [options] */
  representativesSync(options) {
    this.#named("representatives");
    return this.#withModel(this.#now("representatives", [options]));
  }

  /** @param {any} [options] */
  async prototypes(options) {
    return unwrap(this.#engine().prototypes(this.#handle, options));
  }

  /** @param {any} [options] */
  prototypesSync(options) {
    return this.#now("prototypes", [options]);
  }

  /** @param {unknown} x @param {any} [options] */
  async counterfactual(x, options) {
    this.#named("counterfactual");
    return unwrap(this.#engine().counterfactual(this.#handle, pack(x), options));
  }

  /** @param {unknown} x @param {any} [options] */
  counterfactualSync(x, options) {
    this.#named("counterfactual");
    return this.#now("counterfactual", [pack(x), options]);
  }

  /**
   * For xaia.ensemble.
   *
   * @param {Model} first
   * @param {Model} second
   */
  static ensemble(first, second) {
    first.#named("ensemble");
    second.#named("ensemble");
    second.#engine();
    return new Model(first.#session, unwrap(first.#engine().ensemble(first.#handle, second.#handle)), undefined);
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

  /** @param {string} name */
  #here(name) {
    this.#session.requireSync(name);
  }

  /** What the engine computes over many rows can't ask a function in this thread. @param {string} name */
  #named(name) {
    if (this.#interpolate) {
      throw new XaiaError("unsupported", `${name} runs inside the engine, which can't call the function that this model interpolates with.`,
        'Fit with a named interpolation, such as {top: 8}, or compare the results of predict yourself.');
    }
  }

  /** @param {string} name @param {unknown[]} args */
  #now(name, args) {
    this.#here(name + "Sync");
    return unwrap(this.#engine()[name](this.#handle, ...args));
  }

  /** @param {string} name @param {unknown[]} args @param {{signal?: AbortSignal, onProgress?: Function}} control */
  async #later(name, args, control) {
    control.signal?.throwIfAborted?.();
    const result = await this.#engine()[name + "Async"](this.#handle, ...args, control);
    return unwrap(aborted(result, control));
  }

  #another(description) {
    return new Model(this.#session, description, this.#interpolate);
  }

  #withModel(result) {
    return {...result, model: this.#another(result.model)};
  }

  /** @param {any} options */
  #judged(options) {
    if (options?.y === undefined) return options;
    this.#named("outOfDistribution with y");
    return {...options, y: pack(options.y)};
  }

  #evaluate(X, y) {
    this.#named("evaluate");
    return unwrap(this.#engine().evaluate(this.#handle, pack(X), pack(y)));
  }

  #predictProba(X, options) {
    const [rest, interpolate] = split(options, this.#interpolate);
    if (interpolate) {
      throw new XaiaError("unsupported", "A function of your own gives no scores.", "Give predictProba a named interpolation, such as {top: 8}.");
    }
    return unwrap(this.#engine().predictProba(this.#handle, pack(X), rest));
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
 * The options of a method that has none but signal and onProgress.
 *
 * @param {any} options
 */
function onlyControl(options) {
  const [rest, control] = splitControl(options);
  for (const key of Object.keys(rest ?? {})) {
    throw new XaiaError("unknown-option", `There is no option ${key}.`, "Known are onProgress, signal.", {path: key});
  }
  return control;
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
