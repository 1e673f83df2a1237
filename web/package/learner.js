import {knownOptions, onlyControl, splitControl, wanted} from "./control.js";
import {refuseOld} from "./errors.js";
import {copied, isList, pack, packTargets} from "./input.js";
import {addBoth, disposing, notItself} from "./session.js";

/** Rows and outcomes as lists; one row may come with its outcome alone. @param {any} X @param {any} y @returns {[any, any]} */
const listed = (X, y) => (Object(y) === y || isList(X) && Object(X[0]) === X[0] ? [X, y] : [[X], [y]]);

/** A learner, or an error if it is a proxy of one. @type {(learner: any) => any} */
let itself;

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

  /** As of a model. */
  get [Symbol.toStringTag]() {
    return "Learner";
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async learn(X, y, options) {
    const [rest, control] = splitControl(options);
    return itself(this).#changed(await this.#turn((X, y, rest) => this.#call.later("learn", [pack(X), packTargets(y), rest], control), X, y, rest));
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  learnSync(X, y, options) {
    return itself(this).#changed(this.#call.now("learn", [pack(X), packTargets(y), options]));
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async correct(X, y, options) {
    const control = wanted(onlyControl(options));
    return itself(this).#changed(await this.#turn((X, y) => this.#call.later("correct", [pack(X), packTargets(y)], control), ...listed(X, y)));
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  correctSync(X, y, options) {
    knownOptions(options, []);
    [X, y] = listed(X, y);
    return itself(this).#changed(this.#call.now("correct", [pack(X), packTargets(y)]));
  }

  /** @param {unknown} rows @param {any} [options] */
  async forget(rows, options) {
    const control = wanted(onlyControl(options));
    itself(this).#changed(await this.#turn((rows) => this.#call.later("forget", [rows], control), rows));
  }

  /** @param {unknown} rows @param {any} [options] */
  forgetSync(rows, options) {
    knownOptions(options, []);
    itself(this).#changed(this.#call.now("forget", [rows]));
  }

  /** @param {any} [options] */
  async refresh(options) {
    const control = onlyControl(options);
    itself(this).#changed(await this.#turn(() => this.#call.later("refresh", [], control)));
  }

  /** @param {any} [options] */
  refreshSync(options) {
    knownOptions(options, []);
    itself(this).#changed(this.#call.now("refresh", []));
  }

  /** A model of this moment. @param {any} [options] */
  async model(options) {
    const control = wanted(onlyControl(options));
    return itself(this).#call.made(await this.#turn(() => this.#call.later("learnedModel", [], control)));
  }

  /** @param {any} [options] */
  modelSync(options) {
    knownOptions(options, []);
    return itself(this).#call.made(this.#call.now("learnedModel", [], "modelSync"));
  }

  static {
    itself = (learner) => {
      if (Object(learner) === learner && #pending in learner) return learner;
      throw notItself("learner");
    };
    for (const name of ["predict", "scores", "explain", "attributions", "evaluate", "outOfDistribution", "predictInterval", "predictSet"]) {
      const before = name === "evaluate" ? 2 : 1; // arguments before the options, of which signal and onProgress can't be copied
      addBoth(this, name, async function (...given) {
        const [options, control] = splitControl(given[before]);
        const ask = (...own) => this.#model[name](...own.slice(0, before), own[before] && {...own[before], ...control});
        return itself(this).#turn(ask, ...Array.from({length: before}, (_, i) => given[i]), options);
      }, function (...given) {
        return itself(this).#model[`${name}Sync`](...given);
      });
    }
    refuseOld(this.prototype);
  }

  /** Frees the learner; every later call on it throws `disposed`. */
  dispose() {
    itself(this).#model.dispose();
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
    const result = waits ? this.#last.then(() => work(...own)) : (async () => work(...own))(); // which may throw before it waits
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
