import {splitControl} from "./control.js";
import {refuseOld} from "./errors.js";
import {addCall, read} from "./form.js";
import {copied, isList, pack, packTargets} from "./input.js";
import {disposing, notItself} from "./session.js";
import {waits} from "xaia:host";

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
  #own;
  #pending = 0;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {any} model with the learner's handle
   * @param {any} fields
   * @param {{run: Function, made: Function}} own run: steps with this handle; made: a model that is described
   */
  constructor(model, fields, own) {
    this.#model = model;
    this.#own = own;
    Object.assign(this, fields);
  }

  /** As of a model. */
  get [Symbol.toStringTag]() {
    return "Learner";
  }

  static {
    itself = (learner) => {
      if (Object(learner) === learner && #pending in learner) return learner;
      throw notItself("learner");
    };
    /** What isn't the model's, as its steps. @type {Record<string, (learner: any, given: any[]) => Generator<any, any, any>>} */
    const steps = {
      *learn(learner, [X, y, options]) {
        const [rest, control] = read(options, {own: true, long: true});
        return learner.#changed(yield ["learn", [pack(X), packTargets(y), rest], control]);
      },
      *correct(learner, [X, y, options]) {
        const [, control] = read(options, {});
        const [rows, outcomes] = listed(X, y);
        return learner.#changed(yield ["correct", [pack(rows), packTargets(outcomes)], control]);
      },
      *forget(learner, [rows, options]) {
        learner.#changed(yield ["forget", [rows], read(options, {})[1]]);
      },
      *refresh(learner, [options]) {
        learner.#changed(yield ["refresh", [], read(options, {long: true})[1]]);
      },
      *model(learner, [options]) {
        return learner.#own.made(yield ["learnedModel", [], read(options, {})[1]]);
      },
    };
    // How many arguments are before the options.
    const calls = {learn: 2, correct: 2, forget: 1, refresh: 0, model: 0, predict: 1, scores: 1, explain: 1, attributions: 1, evaluate: 2, outOfDistribution: 1, predictInterval: 1, predictSet: 1};
    for (const [name, before] of Object.entries(calls)) {
      addCall(this.prototype, name, (learner, given) => itself(learner).#turn((own) => (
        steps[name] ? learner.#own.run(steps[name](learner, own)) : learner.#model[name](...own)), given, before));
    }
    refuseOld(this.prototype, Object.keys(calls));
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
   * @param {(given: any[]) => any} work
   * @param {any[]} given
   * @param {number} before arguments before the options, of which signal and onProgress can't be copied
   */
  #turn(work, given, before) {
    if (!waits) return work(given);
    const [options, control] = splitControl(given[before]);
    let own = [...Array.from({length: before}, (_, i) => given[i]), options];
    const last = this.#pending > 0 && this.#last;
    if (last) own = own.map((argument) => copied(argument));
    if (own[before]) own[before] = {...own[before], ...control};
    this.#pending++;
    const result = last ? last.then(() => work(own)) : (async () => work(own))(); // which may throw before it waits
    const done = () => {
      this.#pending--;
    };
    this.#last = result.then(done, done);
    return result;
  }

  /** @param {any} result */
  #changed({sampleCount, stale, drift, ...result}) {
    Object.assign(this, {sampleCount, stale, drift});
    return {...result, sampleCount};
  }
}
