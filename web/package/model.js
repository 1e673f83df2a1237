import {longCall, onlyControl, ownOptions, splitControl, splitWorkers} from "./control.js";
import {XaiaError} from "./errors.js";
import {copied, isList, pack, packTargets, rowOf} from "./input.js";
import {effectOf, effectPlan, outliersOf} from "./effect.js";
import {Learner} from "./learner.js";
import {helped} from "./lifecycle.js";
import {disposing} from "./session.js";

/**
 * A fitted network in the engine's memory. `dispose` frees it, and so does the
 * garbage collector eventually. Every method that returns a promise has a synchronous
 * version, whose name ends in Sync.
 */
export class Model {
  #session;
  #handle;
  #interpolate;
  #disposed = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {any} description what the engine's fit or load returned
   * @param {{call: Function, top: number} | undefined} interpolate the caller's function
   */
  constructor(session, description, interpolate) {
    const {handle, ...fields} = description;
    this.#session = session;
    this.#handle = {handle};
    this.#interpolate = interpolate;
    Object.assign(this, fields);
    if (interpolate) this.interpolation = interpolate.call;
    session.watch(this, this.#handle);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  async predict(X, options) {
    const quick = this.#quick(X, options);
    if (quick !== undefined) return quick;
    const [rest, interpolate] = split(options, this.#interpolate);
    if (!interpolate || rest?.fingerprint !== undefined) return this.#later("predict", [pack(X), rest]); // which knows no fingerprint
    return values(await this.explain(X, {...options, interpolation: interpolate.call, fingerprint: false}));
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  predictSync(X, options) {
    const quick = this.#quick(X, options);
    if (quick !== undefined) return quick;
    const [rest, interpolate] = split(options, this.#interpolate);
    if (!interpolate || rest?.fingerprint !== undefined) return this.#now("predict", [pack(X), rest]);
    this.#session.requireSync("predictSync");
    return values(this.explainSync(X, {...options, interpolation: interpolate.call, fingerprint: false}));
  }

  /** @param {unknown} X @param {{interpolation?: unknown, fingerprint?: boolean}} [options] */
  async explain(X, options) {
    const [rest, interpolate] = split(options, this.#interpolate);
    const [name, unpack] = this.#explaining(rest);
    const made = unpack(await this.#later(name, [pack(X), interpolate ? named(rest, interpolate) : rest]));
    return interpolate ? interpolated(made, interpolate) : made;
  }

  /** @param {unknown} X @param {{interpolation?: unknown, fingerprint?: boolean}} [options] */
  explainSync(X, options) {
    const [rest, interpolate] = split(options, this.#interpolate);
    const [name, unpack] = this.#explaining(rest);
    const made = unpack(this.#now(name, [pack(X), interpolate ? named(rest, interpolate) : rest], "explainSync"));
    return interpolate ? interpolated(made, interpolate) : made;
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  async predictProba(X, options) {
    return this.#later("predictProba", [pack(X), this.#scoring(options)]);
  }

  /** @param {unknown} X @param {{interpolation?: unknown}} [options] */
  predictProbaSync(X, options) {
    return this.#now("predictProba", [pack(X), this.#scoring(options)]);
  }

  /** @param {any} [options] */
  async calibrate(options) {
    this.#inside("calibrate");
    const [given, control] = splitControl(options);
    const [rest, workers] = splitWorkers(given);
    return this.#another(await this.#shared("calibrate", [copied(rest)], control, workers));
  }

  /** @param {any} [options] */
  calibrateSync(options) {
    this.#inside("calibrate");
    return this.#another(this.#now("calibrate", [splitWorkers(options)[0]]));
  }

  /** @param {unknown} X @param {{coverage?: number}} [options] */
  async predictInterval(X, options) {
    return this.#later("predictInterval", [pack(X), options]);
  }

  /** @param {unknown} X @param {{coverage?: number}} [options] */
  predictIntervalSync(X, options) {
    return this.#now("predictInterval", [pack(X), options]);
  }

  /** @param {unknown} X @param {{coverage?: number}} [options] */
  async predictSet(X, options) {
    return this.#later("predictSet", [pack(X), options]);
  }

  /** @param {unknown} X @param {{coverage?: number}} [options] */
  predictSetSync(X, options) {
    return this.#now("predictSet", [pack(X), options]);
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async evaluate(X, y, options) {
    this.#inside("evaluate");
    return this.#later("evaluate", [pack(X), packTargets(y)], onlyControl(options));
  }

  /** @param {unknown} X @param {unknown} y */
  evaluateSync(X, y) {
    this.#inside("evaluate");
    return this.#now("evaluate", [pack(X), packTargets(y)]);
  }

  /** @param {any} [options] */
  async leaveOneOut(options) {
    this.#inside("leaveOneOut");
    const [rest, workers] = splitWorkers(options);
    return this.#shared("leaveOneOut", [], onlyControl(rest, "onProgress, signal, workers"), workers);
  }

  leaveOneOutSync() {
    this.#inside("leaveOneOut");
    return this.#now("leaveOneOut", []);
  }

  /** @param {unknown} X @param {any} [options] */
  async outOfDistribution(X, options) {
    const [rest, control] = splitControl(options);
    return this.#later("outOfDistribution", [pack(X), this.#judging(rest)], control);
  }

  /** @param {unknown} X @param {any} [options] */
  outOfDistributionSync(X, options) {
    return this.#now("outOfDistribution", [pack(X), this.#judging(options)]);
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  async absorb(X, y, options) {
    this.#inside("absorb");
    const [rest, control] = splitControl(options);
    return this.#withModel(await this.#later("absorb", [pack(X), packTargets(y), rest], control));
  }

  /** @param {unknown} X @param {unknown} y @param {any} [options] */
  absorbSync(X, y, options) {
    this.#inside("absorb");
    return this.#withModel(this.#now("absorb", [pack(X), packTargets(y), options]));
  }

  /** @param {any} [options] */
  async learner(options) {
    this.#inside("learner");
    return this.#learning(await this.#later("learner", [], onlyControl(options)));
  }

  learnerSync() {
    this.#inside("learner");
    return this.#learning(this.#now("learner", []));
  }

  /** @param {any} description */
  #learning(description) {
    const {samples, stale, features, outputs, classes} = description;
    const inner = this.#another(description);
    return new Learner(inner, {samples, stale, features, outputs, classes}, {
      later: (name, args, control) => inner.#later(name, args, control),
      now: (name, args, called) => inner.#now(name, args, called),
      made: (described) => inner.#another(described),
    });
  }

  /** For xaia.fit with the option like. @param {unknown} X @param {unknown} y @param {any} options @param {any} control */
  async fitted(X, y, options, control) {
    return this.#another(await this.#later("fitLike", [X, y, options], control));
  }

  /** @param {unknown} X @param {unknown} y @param {any} options */
  fittedSync(X, y, options) {
    return this.#another(this.#now("fitLike", [X, y, options], "fitSync"));
  }

  /** @param {unknown} rows @param {any} [options] */
  async remove(rows, options) {
    return this.#another(await this.#later("remove", [rows], onlyControl(options)));
  }

  /** @param {unknown} rows */
  removeSync(rows) {
    return this.#another(this.#now("remove", [rows]));
  }

  /** @param {unknown} [list] */
  async rows(list) {
    return this.#later("rows", [list]);
  }

  /** @param {unknown} [list] */
  rowsSync(list) {
    return this.#now("rows", [list]);
  }

  /** @param {any} [options] */
  async outliers(options) {
    this.#inside("outliers");
    const [rest, control] = splitControl(options);
    const pick = outliersOf(rest);
    const familiarity = await this.#later("outliers", [], control);
    const [rows, list] = pick(familiarity);
    return list(await this.rows(rows));
  }

  /** @param {any} [options] */
  outliersSync(options) {
    this.#inside("outliers");
    const pick = outliersOf(options);
    const [rows, list] = pick(this.#now("outliers", []));
    return list(this.rowsSync(rows));
  }

  /** @param {string | number} column @param {any} [options] */
  async effect(column, options) {
    const plan = effectPlan(/** @type {any} */ (this), column, options);
    const {questions, ...of} = plan(await this.rows(plan.rows));
    return effectOf(of, await (of.classes ? this.predictProba(questions) : this.predict(questions)));
  }

  /** @param {string | number} column @param {any} [options] */
  effectSync(column, options) {
    const plan = effectPlan(/** @type {any} */ (this), column, options);
    const {questions, ...of} = plan(this.rowsSync(plan.rows));
    return effectOf(of, of.classes ? this.predictProbaSync(questions) : this.predictSync(questions));
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
    this.#inside("representatives");
    const [rest, control] = splitControl(options);
    return this.#withModel(await this.#later("representatives", [rest], control));
  }

  /** @param {any} [options] */
  representativesSync(options) {
    this.#inside("representatives");
    return this.#withModel(this.#now("representatives", [options]));
  }

  /** @param {any} [options] */
  async prototypes(options) {
    const [rest, control] = splitControl(options);
    return this.#later("prototypes", [rest], control);
  }

  /** @param {any} [options] */
  prototypesSync(options) {
    return this.#now("prototypes", [options]);
  }

  /** @param {unknown} x @param {any} [options] */
  async counterfactual(x, options) {
    this.#inside("counterfactual");
    const [rest, control] = splitControl(options);
    return this.#later("counterfactual", [pack(x), rest], control);
  }

  /** @param {unknown} x @param {any} [options] */
  counterfactualSync(x, options) {
    this.#inside("counterfactual");
    return this.#now("counterfactual", [pack(x), options]);
  }

  /** @param {unknown} X @param {any} [options] */
  async attributions(X, options) {
    this.#inside("attributions");
    return this.#later("attributions", [pack(X)], onlyControl(options));
  }

  /** @param {unknown} X */
  attributionsSync(X) {
    this.#inside("attributions");
    return this.#now("attributions", [pack(X)]);
  }

  /**
   * For xaia.ensemble: the session of both, and their handles.
   *
   * @param {Model} first
   * @param {Model} second
   */
  static pair(first, second) {
    first.#inside("ensemble");
    second.#inside("ensemble");
    first.#engine();
    second.#engine();
    return {session: first.#session, handles: [first.#handle, second.#handle]};
  }

  /** The model file: an object for JSON.stringify, read by `load`. */
  toJSON() {
    const engine = this.#engine();
    if (engine.now) return engine.now("toJSON", [this.#handle]);
    throw new XaiaError("unsupported", "The model is in a worker, and toJSON, which JSON.stringify calls, can't wait for it.", "Write await model.save(), which gives the text.");
  }

  /** The model file: a text, or the bytes of toBytes. @param {any} [options] */
  async save(options) {
    return asBytes(options) ? this.toBytes() : JSON.stringify(await this.#later("toJSON", []));
  }

  /** @param {any} [options] */
  saveSync(options) {
    return asBytes(options) ? this.#now("toBytes", [], "saveSync") : JSON.stringify(this.#now("toJSON", [], "saveSync"));
  }

  /** The model file as bytes, with the fingerprints, so that `load` computes none again. */
  async toBytes() {
    return this.#later("toBytes", []);
  }

  toBytesSync() {
    return this.#now("toBytes", []);
  }

  /** What consoles of Node and Bun print. @param {number} _ @param {any} options @param {Function} inspect */
  [Symbol.for("nodejs.util.inspect.custom")](_, options, inspect) {
    const {kind, samples, features, outputs, classes, layers, relevance, report} = /** @type {any} */ (this);
    const summary = {kind, samples, features, ...(classes ? {classes} : {outputs}), ...(layers && {layers: layers.map(({nodes}) => nodes.length)}),
      ...(relevance && {relevance}), ...(report?.warnings.length && {warnings: report.warnings})};
    return `Model ${inspect ? inspect(summary, options) : JSON.stringify(summary)}`;
  }

  /** Frees the model; every later call on it throws `disposed`. */
  dispose() {
    const engine = this.#engine();
    this.#disposed = true;
    this.#session.forget(this);
    if (engine.now) engine.now("dispose", [this.#handle]);
    else engine.call("dispose", [this.#handle]).catch(() => {});
  }

  /** For `using`, which also ends what has been disposed. */
  [disposing]() {
    if (!this.#disposed && !this.#session.dead) this.dispose();
  }

  #engine() {
    if (this.#disposed) throw new XaiaError("disposed", "The model was disposed.", "Fit or load it again.");
    return this.#session.living();
  }

  /**
   * The engine's function for explanations, and what makes these of its result. Without fingerprints an SQANN's come packed.
   *
   * @param {any} options
   * @returns {[string, (made: any) => any]}
   */
  #explaining(options) {
    const {kind, classes, outputs} = /** @type {any} */ (this);
    if (options?.fingerprint !== false || kind === "tnn" || kind === "ensemble") return ["explain", (made) => made];
    return ["explainPacked", (made) => unpacked(made, classes, outputs)];
  }

  /** Refuses a computation inside the engine that would have to call an interpolation function in this thread. @param {string} name */
  #inside(name) {
    if (this.#interpolate) {
      throw new XaiaError("unsupported", `${name} runs inside the engine, which can't call the interpolation function of this model.`,
        "Fit with a named interpolation, such as {top: 8}, or compare the results of predict yourself.");
    }
  }

  /** The answer to one row of numbers, where the engine is in this thread and nothing else is asked for; else undefined. */
  #quick(X, options) {
    const engine = this.#engine();
    if (options !== undefined || this.#interpolate || !engine.answerRow) return undefined;
    const flat = isList(X) && !isList(X[0]);
    const row = flat ? X : rowOf(X);
    const value = row ? engine.answerRow(this.#handle.handle, row) : NaN;
    if (Number.isNaN(value)) return undefined;
    const {classes, features} = /** @type {any} */ (this);
    const answer = classes ? classes[value] : value;
    return flat && features > 1 ? answer : [answer]; // of one feature, a flat list has a row in each number
  }

  /** @param {string} name @param {unknown[]} args @param {string} [called] */
  #now(name, args, called = name + "Sync") {
    const engine = this.#engine();
    this.#session.requireSync(called);
    return engine.now(name, [this.#handle, ...args]);
  }

  /** @param {string} name @param {unknown[]} args @param {{signal?: AbortSignal, onProgress?: Function}} [control] */
  #later(name, args, control) {
    return longCall(this.#engine(), name, [this.#handle, ...args], control);
  }

  /** A call that helpers can share: each loads the model. */
  #shared(name, args, control, workers) {
    let bytes;
    const help = helped(name, workers, async (helper) => {
      const {handle} = await helper.call("load", [await (bytes ??= this.toBytes())]);
      return [{handle}, ...args];
    });
    return this.#later(name, args, {...control, help});
  }

  #another(description) {
    return made(this.#session, description, this.#interpolate);
  }

  #withModel(result) {
    return {...result, model: this.#another(result.model)};
  }

  /** @param {any} options */
  #judging(options) {
    if (!options || !Object.hasOwn(options, "y")) return options;
    this.#inside("outOfDistribution with y");
    return {...options, y: packTargets(options.y)};
  }

  /** @param {any} options */
  #scoring(options) {
    const [rest, interpolate] = split(options, this.#interpolate);
    if (!interpolate) return rest;
    throw new XaiaError("unsupported", "Your own interpolation function doesn't give scores.", "Give predictProba a named interpolation, such as {top: 8}.");
  }
}

/** Outside of the class: if a class names itself, bundlers rename it, and consoles show that name. */
function made(session, description, interpolate) {
  return new Model(session, description, interpolate);
}

/** The options for explanations whose neurons the caller's function interpolates. */
function named(options, {top}) {
  return {...options, interpolation: {top}};
}

/** Explanations whose neurons are in a list of numbers: see explainPacked in wasm/binding. */
function unpacked({list, numbers, names}, classes, outputs) {
  let at = 0, named = 0;
  const take = (count) => {
    const some = [];
    for (const end = at + count; at < end; at++) some.push(numbers[at]);
    return some;
  };
  const neuron = () => {
    const layer = numbers[at++], node = numbers[at++], samples = take(numbers[at++]);
    const distance = numbers[at++], activation = numbers[at++], weight = numbers[at++];
    const alpha = classes ? classes[numbers[at++]] : outputs === 1 ? numbers[at++] : take(outputs);
    // Literals, because spreading an object takes as long as all the rest.
    const n = names
      ? {layer, node, samples, names: names.slice(named, (named += samples.length)), distance, activation, alpha, weight}
      : {layer, node, samples, distance, activation, alpha, weight};
    if (Number.isNaN(weight)) delete (/** @type {any} */ (n).weight);
    return n;
  };
  for (const e of Array.isArray(list) ? list : [list]) {
    const neurons = [];
    for (let i = 0; i < e.neurons; i++) neurons.push(neuron());
    e.neurons = neurons;
  }
  return list;
}

/** Calls the caller's function in this thread, even if the engine runs in a worker. */
function interpolated(result, interpolate) {
  for (const e of Array.isArray(result) ? result : [result]) {
    if (e.status !== "interpolated") continue;
    for (const neuron of e.neurons) delete neuron.weight;
    delete e.scores;
    e.value = interpolate.call(e.neurons);
  }
  return result;
}

function values(result) {
  return Array.isArray(result) ? result.map((e) => e.value) : result.value;
}

/** Whether save is asked for bytes. @param {any} options */
function asBytes(options) {
  const {format = "json", ...rest} = ownOptions(options);
  for (const key of Object.keys(rest)) throw new XaiaError("unknown-option", `Unknown option ${key}.`, "The only option is format.", {path: key});
  if (format === "json" || format === "bytes") return format === "bytes";
  throw new XaiaError("invalid-option", `format is ${JSON.stringify(format)}.`, 'Give "json" or "bytes".', {path: "format"});
}

/**
 * Removes an interpolation function from the options, because functions can't be sent to a worker.
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
