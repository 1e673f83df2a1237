import {XaiaError} from "./errors.js";

/** The method that `using` calls, also where the platform has no Symbol.dispose. */
export const disposing = /** @type {any} */ (Symbol).dispose ?? Symbol.for("Symbol.dispose");

/**
 * Adds a method and its synchronous version, whose name ends in Sync, as if they were written in the class.
 *
 * @param {Function} of the class @param {string} name @param {Function} later @param {Function} now
 */
export function addBoth({prototype}, name, later, now) {
  for (const [key, value] of /** @type {const} */ ([[name, later], [`${name}Sync`, now]])) {
    Object.defineProperty(value, "name", {value: key});
    Object.defineProperty(prototype, key, {value, writable: true, configurable: true});
  }
}

/**
 * The error of a method whose `this` is not the object itself, which alone has the private fields.
 *
 * @param {string} what
 */
export function notItself(what) {
  return new XaiaError("unsupported", `This is not the ${what} itself: a proxy that a library has made of it, or a method without it.`,
    `Keep the ${what} out of what the library observes, as valtio's ref(${what}) does, and call methods on it.`);
}

/** One engine and the models in it. */
export class Session {
  #engine;
  #registry;

  /** @param {any} engine a LocalEngine or a RemoteEngine */
  constructor(engine) {
    this.#engine = engine;
    this.#registry = new FinalizationRegistry((handle) => {
      if (!engine.dead) engine.call("dispose", [handle]).catch(() => {});
    });
  }

  get dead() {
    return this.#engine.dead;
  }

  /** The engine; throws if it has ended. */
  living() {
    if (this.dead) throw new XaiaError("disposed", "The engine of this model has ended.", "Fit or load the model again.");
    return this.#engine;
  }

  /** @param {string} name of the function that needs the engine in this thread */
  requireSync(name) {
    if (this.#engine.now) return;
    throw new XaiaError("unsupported", `${name} needs the engine in this thread, but the engine runs in a worker.`,
      "Await xaia.initialize({worker: false}) before all other calls, or use the asynchronous function.");
  }

  /** Frees the model when it is garbage-collected. */
  watch(model, handle) {
    this.#registry.register(model, handle, model);
  }

  forget(model) {
    this.#registry.unregister(model);
  }

  end() {
    this.#engine.end("it was terminated");
  }
}

