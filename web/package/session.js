import {XaiaError} from "./errors.js";

/** The method that `using` calls, also where the platform has no Symbol.dispose. */
export const disposing = /** @type {any} */ (Symbol).dispose ?? Symbol.for("Symbol.dispose");

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

  /**
   * @param {any} engine a LocalEngine or a RemoteEngine
   * @param {import("./lifecycle.js").Lifecycle} life whose it is
   */
  constructor(engine, life) {
    this.#engine = engine;
    this.life = life;
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

