import {onlyControl, splitControl} from "./control.js";
import {copied, pack, packTargets} from "./input.js";
import {addBoth, disposing} from "./session.js";

/**
 * A network that takes samples in and gives them up, in the engine's memory. Calls that answer are those of the model of
 * this moment. Calls take effect in the order in which they are made.
 */
export class Learner {
  #model;
  #call;
  #pending = 0;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {any} model with the learner's handle
   * @param {any} fields
   * @param {{later: Function, now: Function, made: Function}} call the engine's functions with this handle
   */
  constructor(model, fields, call) {
    this.#model = model;
    this.#call = call;
    Object.assign(this, fields);
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async learn(X, y, options) {
    const [rest, control] = splitControl(options);
    return this.#changed(await this.#turn((X, y, rest) => this.#call.later("learn", [pack(X), packTargets(y), rest], control), X, y, rest));
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  learnSync(X, y, options) {
    return this.#changed(this.#call.now("learn", [pack(X), packTargets(y), options]));
  }

  /** @param {unknown} rows */
  async forget(rows) {
    this.#changed(await this.#turn((rows) => this.#call.later("forget", [rows]), rows));
  }

  /** @param {unknown} rows */
  forgetSync(rows) {
    this.#changed(this.#call.now("forget", [rows]));
  }

  /** @param {any} [options] */
  async refresh(options) {
    const control = onlyControl(options);
    this.#changed(await this.#turn(() => this.#call.later("refresh", [], control)));
  }

  refreshSync() {
    this.#changed(this.#call.now("refresh", []));
  }

  /** A model of this moment. */
  async model() {
    return this.#call.made(await this.#turn(() => this.#call.later("learnedModel", [])));
  }

  modelSync() {
    return this.#call.made(this.#call.now("learnedModel", [], "modelSync"));
  }

  static {
    for (const name of ["predict", "predictProba", "explain", "attributions", "evaluate", "outOfDistribution", "predictInterval", "predictSet"]) {
      addBoth(this, name, async function (...given) {
        return this.#turn((...own) => this.#model[name](...own), ...given);
      }, function (...given) {
        return this.#model[`${name}Sync`](...given);
      });
    }
  }

  /** Frees the learner; every later call on it throws `disposed`. */
  dispose() {
    this.#model.dispose();
  }

  [disposing]() {
    this.dispose();
  }

  /**
   * Calls one after the other: what one has learned, the next one knows. A call that has to wait gets copies, because the
   * caller may change the arguments in the meantime.
   *
   * @param {(...args: any[]) => Promise<any>} work
   * @param {any[]} args
   */
  async #turn(work, ...args) {
    const waits = this.#pending > 0;
    const own = waits ? args.map((argument) => copied(argument)) : args;
    this.#pending++;
    const result = waits ? this.#last.then(() => work(...own)) : work(...own);
    const done = () => {
      this.#pending--;
    };
    this.#last = result.then(done, done);
    return result;
  }

  /** @param {any} result */
  #changed({samples, stale, ...result}) {
    Object.assign(this, {samples, stale});
    return {...result, samples};
  }
}
