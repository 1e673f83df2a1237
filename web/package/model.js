import {certificateOf} from "./certificate.js";
import {knownOptions} from "./control.js";
import {refuseOld, XaiaError} from "./errors.js";
import {copied, isList, pack, packTargets, rowOf} from "./input.js";
import {effectOf, effectPlan, outliersOf} from "./effect.js";
import {addCall, compute, read, run} from "./form.js";
import {Learner} from "./learner.js";
import {disposing, notItself} from "./session.js";
import {packs} from "xaia:pool";

/** A model, or an error if it is a proxy of one. @type {(model: any) => any} */
let itself;

/**
 * A fitted network in the engine's memory. `dispose` frees it, and so does the
 * garbage collector eventually. See xaia.d.ts for all methods.
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
    session.life.tell(fields.report?.warnings);
  }

  /** So that Vue, and Alpine with it, make no proxy of it, which would lack the private fields. */
  get [Symbol.toStringTag]() {
    return "Model";
  }

  static {
    itself = (model) => {
      if (Object(model) === model && #handle in model) return model;
      throw notItself("model");
    };
    /**
     * What the methods do. A generator yields calls of the engine and gets their results.
     *
     * @type {Record<string, (model: any, given: any[]) => Generator<any, any, any>>}
     */
    const steps = {
      *predict(model, [X, options]) {
        const [own, control] = read(options, {own: true});
        const [rest, interpolate] = split(own, model.#interpolate);
        if (!interpolate || rest?.fingerprint !== undefined) return yield ["predict", [pack(X), rest], control]; // which knows no fingerprint
        return values(yield* steps.explain(model, [X, {...options, interpolation: interpolate.call}]));
      },
      *explain(model, [X, options]) {
        const [own, control] = read(options, {own: true});
        const [rest, interpolate] = split(own, model.#interpolate);
        // Without fingerprints an SQANN's come packed.
        const packed = packs && !rest?.fingerprint && model.kind !== "tnn" && model.kind !== "ensemble";
        const made = yield [packed ? "explainPacked" : "explain", [pack(X), interpolate ? {...rest, interpolation: {top: interpolate.top}} : rest], control];
        const list = packed ? unpacked(made, model.classes, model.outputCount) : made;
        return interpolate ? interpolated(list, interpolate) : list;
      },
      *outliers(model, [options]) {
        model.#inside("outliers");
        const [rest, control] = read(options, {own: true, long: true});
        const pick = outliersOf(rest);
        const [numbers, list] = pick(yield ["outliers", [], control]);
        return list(yield ["sampleAt", [numbers]]);
      },
      *effect(model, [column, options]) {
        const [own, control] = read(options, {own: true});
        const plan = effectPlan(model, column, own);
        const {questions, ...of} = plan(yield ["sampleAt", [plan.samples], control]);
        return effectOf(of, yield* (of.classes ? steps.scores : steps.predict)(model, [questions, control]));
      },
      *certificate(model, [x, options]) {
        model.#inside("certificate");
        const [, control] = read(options, {});
        const said = yield* steps.explain(model, [x, control]);
        return certificateOf(x, said, {checksum: yield ["checksum", [], control], sampleCount: model.sampleCount, classes: model.classes});
      },
      *save(model, [options]) {
        const [own, control] = read(options, {own: true});
        const as = formatOf(own);
        if (as === "toLite") model.#inside("save as lite");
        return as === "toBytes" ? yield [as, [], control] : JSON.stringify(yield [as, [], control]);
      },
    };

    /**
     * Methods of one call. values: how those before the options are packed; own: what the engine gets of the options besides
     * signal and onProgress; long: it lets others have a turn also without these; shared: helpers can share it; inside: see
     * #inside; gives: what is made of the result.
     */
    const model = (made, of) => of.#another(made), withModel = (made, of) => ({...made, model: of.#another(made.model)});
    for (const [name, call] of Object.entries({
      scores: {values: [pack], own: (options, of) => of.#scoring(options)},
      predictInterval: {values: [pack], own: same},
      predictSet: {values: [pack], own: same},
      calibrate: {own: (options) => copied(options), long: true, shared: true, inside: true, gives: model},
      evaluate: {values: [pack, packTargets], long: true, inside: true},
      leaveOneOut: {long: true, shared: true, inside: true},
      outOfDistribution: {values: [pack], own: (options, of) => of.#judging(options), long: true},
      absorb: {values: [pack, packTargets], own: same, long: true, inside: true, gives: withModel},
      learner: {own: same, long: true, inside: true, gives: (made, of) => of.#learning(made)},
      fitLike: {values: [pack, packTargets], own: same, long: true, gives: model}, // for xaia.fit with the option like
      remove: {values: [same], long: true, gives: model},
      sampleAt: {values: [same]},
      redundancy: {values: [same], long: true},
      representatives: {own: same, long: true, inside: true, gives: withModel},
      prototypes: {own: same, long: true},
      embedding: {long: true},
      worth: {long: true},
      suspects: {own: same, long: true},
      counterfactual: {values: [pack], own: same, long: true, inside: true},
      attributions: {values: [pack], own: same, long: true, inside: true},
      toBytes: {},
    })) {
      const {values = [], own, shared, inside, gives = same} = /** @type {any} */ (call);
      steps[name] = function* (model, given) {
        if (inside) model.#inside(name);
        const [rest, control, workers] = read(given[values.length], call);
        const args = values.map((pack, i) => pack(given[i]));
        if (own) args.push(own(rest, model));
        return gives(yield [name, args, shared ? {...control, help: model.#help(name, args, workers)} : control], model);
      };
    }
    for (const [name, does] of Object.entries(steps)) addCall(this.prototype, name, (model, given) => itself(model).#run(does(model, given)));
    addCall(this.prototype, "predict", (model, given) => itself(model).#quick(...given) ?? model.#run(steps.predict(model, given)));
    refuseOld(this.prototype, Object.keys(steps));
  }

  /** @param {any} description */
  #learning(description) {
    const {sampleCount, stale, drift, featureCount, outputCount, classes} = description;
    const inner = this.#another(description);
    return new Learner(inner, {sampleCount, stale, drift, featureCount, outputCount, classes}, {
      run: (does) => inner.#run(does),
      made: (described) => inner.#another(described),
    });
  }

  /**
   * For xaia.ensemble: the session of both, and their handles.
   *
   * @param {Model} first
   * @param {Model} second
   */
  static pair(first, second) {
    itself(first).#inside("ensemble");
    itself(second).#inside("ensemble");
    first.#engine();
    second.#engine();
    if (first.#session !== second.#session) throw new XaiaError("unsupported", "The two models are in different engines.", "Load the second one into the first one's engine: load(await second.toBytes()).");
    return {session: first.#session, handles: [first.#handle, second.#handle]};
  }

  /** The model file: an object for JSON.stringify, read by `load`. */
  toJSON() {
    const engine = itself(this).#engine();
    if (engine.now) return engine.now("toJSON", [this.#handle]);
    throw new XaiaError("unsupported", "The model is in a worker, and toJSON, which JSON.stringify calls, can't wait for it.", "Write await model.save(), which gives the text.");
  }

  /** What consoles of Node and Bun print. @param {number} _ @param {any} options @param {Function} inspect */
  [Symbol.for("nodejs.util.inspect.custom")](_, options, inspect) {
    const {kind, sampleCount, featureCount, outputCount, classes, layers, relevance, report} = /** @type {any} */ (this);
    const summary = {kind, sampleCount, featureCount, ...(classes ? {classes} : {outputCount}), ...(layers && {layers: layers.map(({nodes}) => nodes.length)}),
      ...(relevance && {relevance}), ...(report?.warnings.length && {warnings: report.warnings})};
    return `Model ${inspect ? inspect(summary, options) : JSON.stringify(summary)}`;
  }

  /** Frees the model; every later call on it throws `disposed`, except another dispose. */
  dispose() {
    if (itself(this).#disposed) return;
    this.#disposed = true;
    this.#session.forget(this);
    if (this.#session.dead) return;
    const engine = this.#session.living();
    if (engine.now) engine.now("dispose", [this.#handle]);
    else engine.call("dispose", [this.#handle]).catch(() => {});
  }

  /** For `using`. */
  [disposing]() {
    this.dispose();
  }

  #engine() {
    if (this.#disposed) throw new XaiaError("disposed", "The model was disposed.", "Fit or load it again.");
    return this.#session.living();
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
    const {classes, featureCount} = /** @type {any} */ (this);
    const answer = classes ? classes[value] : value;
    return flat && featureCount > 1 ? answer : [answer]; // of one feature, a flat list has a row in each number
  }

  /** @param {string} name @param {unknown[]} args @param {{signal?: AbortSignal, onProgress?: Function}} [control] */
  #compute(name, args, control) {
    return compute(this.#engine(), name, [this.#handle, ...args], control);
  }

  /** For `compute`: helpers share a call; each loads the model. */
  #help(name, args, workers) {
    let bytes;
    return this.#session.life.helped(name, workers, async (helper) => {
      const {handle} = await helper.call("load", [await (bytes ??= this.#compute("toBytes", []))]);
      return [{handle}, ...args];
    });
  }

  /** @param {Generator<any, any, any>} does of steps */
  #run(does) {
    return run(does, (name, args, control) => this.#compute(name, args, control));
  }

  #another(description) {
    return made(this.#session, description, this.#interpolate);
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
    throw new XaiaError("unsupported", "Your own interpolation function doesn't give scores.", "Give scores a named interpolation, such as {top: 8}.");
  }
}

/** Outside of the class: if a class names itself, bundlers rename it, and consoles show that name. */
function made(session, description, interpolate) {
  return new Model(session, description, interpolate);
}

/** @param {any} given */
function same(given) {
  return given;
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
    const distance = numbers[at++], activation = numbers[at++], weight = numbers[at++], trees = numbers[at++];
    const alpha = classes ? classes[numbers[at++]] : outputs === 1 ? numbers[at++] : take(outputs);
    // Literals, because spreading an object takes as long as all the rest.
    const n = names
      ? {layer, node, samples, names: names.slice(named, (named += samples.length)), distance, activation, alpha, weight}
      : {layer, node, samples, distance, activation, alpha, weight};
    if (Number.isNaN(weight)) delete (/** @type {any} */ (n).weight);
    if (trees >= 0) /** @type {any} */ (n).trees = trees;
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

/** What the engine calls the format that save is asked for. @param {any} options */
function formatOf(options) {
  const {format = "json"} = knownOptions(options, ["format"]);
  const formats = {json: "toJSON", bytes: "toBytes", lite: "toLite"};
  if (Object.hasOwn(formats, format)) return formats[format];
  throw new XaiaError("invalid-option", `format is ${JSON.stringify(format)}.`, 'Give "json", "bytes" or "lite".', {path: "format"});
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
