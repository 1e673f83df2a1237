/**
 * xaia: models that name the samples behind every answer. See xaia.d.ts for
 * shapes, defaults and errors.
 */
import {waits} from "xaia:host";
import {ownOptions} from "./control.js";
import {XaiaError} from "./errors.js";
import {compute, formed, read, run} from "./form.js";
import {classOf, copied, pack, packNumbers, packPlacement, packTargets} from "./input.js";
import {Lifecycle, standard} from "./lifecycle.js";
import {Model, split} from "./model.js";
import {trainTestSplit} from "./split.js";

export {XaiaError, Model, trainTestSplit};

/** Stamped by the build. */
export const version = "__XAIA_VERSION__";

/** All calls, by an engine that starts and ends so. @param {Lifecycle} life */
function apiOf(life) {
  /**
   * The engine computes one. A running engine reads the arguments at once. An engine that has to
   * start first gets copies, because the caller may change the arguments in the meantime.
   *
   * @type {(name: string, args: unknown[], control?: any) => any} {session, result}
   */
  const call = waits ? async (name, args, control) => {
    control?.signal?.throwIfAborted?.();
    let session = life.running();
    if (!session) {
      args = args.map((argument) => copied(argument));
      session = await life.ready();
    }
    return {session, result: await compute(session.living(), name, args, control)};
  } : (name, args) => {
    const session = life.here();
    return {session, result: session.living().now(name, args)};
  };

  /** A function whose steps are given. @param {(...given: any[]) => Generator<any, any, any>} steps */
  const stepped = (steps) => formed((...given) => run(steps(...given), call));

  /** Fits a model: see xaia.d.ts. */
  const fit = stepped(function* (X, y, options) {
    if (options?.like !== undefined) {
      const {like, ...rest} = ownOptions(options);
      return own(like, "like").fitLike(X, y, rest);
    }
    const [withoutFunction, interpolate] = split(options);
    const [rest, control] = read(withoutFunction, {own: true, long: true});
    const {session, result} = yield ["fit", [pack(X), packTargets(y), rest], control];
    return new Model(session, result, interpolate);
  });

  /** Predicts each sample by a model fitted without it: see xaia.d.ts. */
  const crossValidate = stepped(function* (X, y, options) {
    const {result} = yield shared("crossValidate", X, y, withoutFunction(options));
    life.tell(result.warnings);
    return result;
  });

  /** Chooses options by cross-validation: see xaia.d.ts. */
  const tune = stepped(function* (X, y, options) {
    const {session, result} = yield shared("tune", X, y, options);
    return {...result, model: new Model(session, result.model, undefined)};
  });

  /** A call that helpers can share. The engine reads its arguments when they do. */
  function shared(name, X, y, options) {
    const [rest, control, workers] = read(options, {own: true, long: true, shared: true});
    const args = [pack(X), packTargets(y), rest].map((argument) => (waits ? copied(argument) : argument));
    return [name, args, {...control, help: life.helped(name, workers, async () => args)}];
  }

  /** Combines two models: see xaia.d.ts. */
  const ensemble = formed((first, second, options) => {
    const [, control] = read(options, {});
    const {session, handles} = Model.pair(own(first), own(second));
    return run((function* () {
      return new Model(session, yield ["ensemble", handles, control], undefined);
    })(), (name, args, control) => compute(session.living(), name, args, control));
  });

  /** Orders samples by a classifier's scores: see xaia.d.ts. */
  const squeezedOrder = stepped(function* (scores, options) {
    const [rest, control] = read(options, {own: true});
    const given = rest && Object.hasOwn(rest, "external") ? {...rest, external: packNumbers(rest.external)} : rest;
    return (yield ["squeezedOrder", [packNumbers(scores), given], control]).result;
  });

  /** The same as the methods of the model. */
  const learner = formed((model, options) => own(model).learner(options));
  const predict = formed((model, X, options) => own(model).predict(X, options));
  const explain = formed((model, X, options) => own(model).explain(X, options));

  /**
   * Reads a model file: the result of model.toJSON(), as an object or as text, or the
   * bytes of model.toBytes().
   */
  const load = stepped(function* (file, options) {
    const [, control] = read(options, {});
    const {session, result} = yield ["load", [packFile(file)], control];
    return new Model(session, result, undefined);
  });

  return {initialize: (options) => life.initialize(options), terminate: () => life.terminate(), fit, crossValidate, tune, ensemble, squeezedOrder, learner, predict, explain, load};
}

export const {initialize, terminate, fit, crossValidate, tune, ensemble, squeezedOrder, learner, predict, explain, load} = apiOf(standard);

/** The same calls, by an engine of their own: see xaia.d.ts. @param {import("./engine.js").InitializeOptions} [options] */
export const createEngine = (options) => apiOf(new Lifecycle(options));

/** Refuses an interpolation function, which the engine can't call in this thread. @param {any} options */
function withoutFunction(options) {
  const [rest, interpolate] = split(options);
  if (!interpolate) return rest;
  throw new XaiaError("unsupported", "crossValidate runs inside the engine, which can't call an interpolation function.",
    "Give a named interpolation, such as {top: 8}.", {path: "interpolation"});
}

/** @param {unknown} model @param {string} [what] @returns {any} a Model */
function own(model, what = "The first argument") {
  if (model instanceof Model) return model;
  throw new XaiaError("not-found", `${what} is not a model.`, "Pass a model that fit or load returned.");
}

/** @param {any} file */
function packFile(file) {
  if (typeof file === "string") {
    try {
      file = JSON.parse(file);
    } catch (cause) {
      throw new XaiaError("model-file", "The text is not JSON, or is truncated.", "Load an unchanged file, or fit again.", {cause});
    }
  }
  if (!Array.isArray(file?.members)) return packSamples(file);
  return {...file, members: file.members.map(packSamples)};
}

/** @param {any} file */
function packSamples(file) {
  if (!file || typeof file !== "object" || Array.isArray(file) || ArrayBuffer.isView(file) || classOf(file) === "[object ArrayBuffer]") return file;
  const {X, y, layers} = file;
  return {...file, X: packNumbers(X), y: packTargets(y), ...(Array.isArray(layers) && {layers: layers.map(packPlacement)})};
}
