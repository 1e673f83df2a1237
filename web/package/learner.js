import {onlyControl, splitControl} from "./control.js";
import {copied, pack, packTargets} from "./input.js";
import {disposing} from "./session.js";

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
   * @param {import("./model.js").Model} model with the learner's handle
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

  /** @param {unknown} X @param {any} [options] */
  async predict(X, options) {
    return this.#turn((X, options) => this.#model.predict(X, options), X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  predictSync(X, options) {
    return this.#model.predictSync(X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  async predictProba(X, options) {
    return this.#turn((X, options) => this.#model.predictProba(X, options), X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  predictProbaSync(X, options) {
    return this.#model.predictProbaSync(X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  async explain(X, options) {
    return this.#turn((X, options) => this.#model.explain(X, options), X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  explainSync(X, options) {
    return this.#model.explainSync(X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  async attributions(X, options) {
    return this.#turn((X, options) => this.#model.attributions(X, options), X, options);
  }

  /** @param {unknown} X */
  attributionsSync(X) {
    return this.#model.attributionsSync(X);
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async evaluate(X, y, options) {
    return this.#turn((X, y, options) => this.#model.evaluate(X, y, options), X, y, options);
  }

  /** @param {unknown} X @param {unknown} y */
  evaluateSync(X, y) {
    return this.#model.evaluateSync(X, y);
  }

  /** @param {unknown} X @param {any} [options] */
  async outOfDistribution(X, options) {
    return this.#turn((X, options) => this.#model.outOfDistribution(X, options), X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  outOfDistributionSync(X, options) {
    return this.#model.outOfDistributionSync(X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  async predictInterval(X, options) {
    return this.#turn((X, options) => this.#model.predictInterval(X, options), X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  predictIntervalSync(X, options) {
    return this.#model.predictIntervalSync(X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  async predictSet(X, options) {
    return this.#turn((X, options) => this.#model.predictSet(X, options), X, options);
  }

  /** @param {unknown} X @param {any} [options] */
  predictSetSync(X, options) {
    return this.#model.predictSetSync(X, options);
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
