/**
 * xaia: models that name the samples behind every answer. See xaia.d.ts for
 * shapes, defaults and errors.
 */
import {knownOptions, longCall, onlyControl, ownOptions, splitControl, splitWorkers, wanted} from "./control.js";
import {XaiaError} from "./errors.js";
import {classOf, copied, pack, packPlacement, packTargets} from "./input.js";
import {helped, here, initialize, ready, running, terminate} from "./lifecycle.js";
import {Model, split} from "./model.js";
import {trainTestSplit} from "./split.js";

export {XaiaError, Model, initialize, terminate, trainTestSplit};

/** Stamped by the build. */
export const version = "__XAIA_VERSION__";

/**
 * Calls the engine. A running engine reads the arguments at once. An engine that has to
 * start first gets copies, because the caller may change the arguments in the meantime.
 *
 * @param {string} name
 * @param {unknown[]} args
 * @param {{signal?: AbortSignal, onProgress?: Function}} [control]
 * @returns {Promise<{session: import("./session.js").Session, result: any}>}
 */
async function call(name, args, control) {
  control?.signal?.throwIfAborted?.();
  let session = running();
  if (!session) {
    args = args.map((argument) => copied(argument));
    session = await ready();
  }
  return {session, result: await longCall(session.living(), name, args, control)};
}

/**
 * Fits a model: see xaia.d.ts.
 *
 * @param {unknown} X
 * @param {unknown} y
 * @param {any} [options]
 * @returns {Promise<any>}
 */
export async function fit(X, y, options) {
  if (options?.like !== undefined) {
    const {like, ...rest} = ownOptions(options);
    return own(like, "like").fitLike(X, y, rest);
  }
  const [withoutFunction, interpolate] = split(options);
  const [rest, control] = splitControl(withoutFunction);
  const {session, result} = await call("fit", [pack(X), packTargets(y), rest], control);
  return new Model(session, result, interpolate);
}

/** @param {unknown} X @param {unknown} y @param {any} [options] */
export function fitSync(X, y, options) {
  const session = here("fitSync");
  if (options?.like !== undefined) {
    const {like, ...rest} = ownOptions(options);
    return own(like, "like").fitLikeSync(X, y, rest);
  }
  const [rest, interpolate] = split(options);
  return new Model(session, session.living().now("fit", [pack(X), packTargets(y), rest]), interpolate);
}

/**
 * Predicts each sample by a model fitted without it: see xaia.d.ts.
 *
 * @param {unknown} X
 * @param {unknown} y
 * @param {any} [options]
 */
export async function crossValidate(X, y, options) {
  const [rest, control] = splitControl(withoutFunction(options));
  return (await sharedCall("crossValidate", X, y, rest, control)).result;
}

/** @param {unknown} X @param {unknown} y @param {any} [options] */
export function crossValidateSync(X, y, options) {
  return here("crossValidateSync").living().now("crossValidate", [pack(X), packTargets(y), splitWorkers(withoutFunction(options))[0]]);
}

/** A call that helpers can share. The engine reads its arguments when they do. */
async function sharedCall(name, X, y, options, control) {
  const [rest, workers] = splitWorkers(options);
  const args = [pack(X), packTargets(y), rest].map((argument) => copied(argument));
  return call(name, args, {...control, help: helped(name, workers, async () => args)});
}

/** Refuses an interpolation function, which the engine can't call in this thread. @param {any} options */
function withoutFunction(options) {
  const [rest, interpolate] = split(options);
  if (!interpolate) return rest;
  throw new XaiaError("unsupported", "crossValidate runs inside the engine, which can't call an interpolation function.",
    "Give a named interpolation, such as {top: 8}.", {path: "interpolation"});
}

/**
 * Chooses options by cross-validation: see xaia.d.ts.
 *
 * @param {unknown} X
 * @param {unknown} y
 * @param {any} [options]
 */
export async function tune(X, y, options) {
  const [rest, control] = splitControl(options);
  const {session, result} = await sharedCall("tune", X, y, rest, control);
  return {...result, model: new Model(session, result.model, undefined)};
}

/** @param {unknown} X @param {unknown} y @param {any} [options] */
export function tuneSync(X, y, options) {
  const session = here("tuneSync");
  const result = session.living().now("tune", [pack(X), packTargets(y), splitWorkers(options)[0]]);
  return {...result, model: new Model(session, result.model, undefined)};
}

/** Combines two models: see xaia.d.ts. @param {Model} first @param {Model} second @param {any} [options] */
export async function ensemble(first, second, options) {
  const control = wanted(onlyControl(options));
  const {session, handles} = Model.pair(own(first), own(second));
  return new Model(session, await longCall(session.living(), "ensemble", handles, control), undefined);
}

/** @param {Model} first @param {Model} second @param {any} [options] */
export function ensembleSync(first, second, options) {
  knownOptions(options, []);
  here("ensembleSync");
  const {session, handles} = Model.pair(own(first), own(second));
  return new Model(session, session.living().now("ensemble", handles), undefined);
}

/** The same as model.learner. @param {Model} model @param {any} [options] */
export async function learner(model, options) {
  return own(model).learner(options);
}

/** The same as model.learnerSync. @param {Model} model @param {any} [options] */
export function learnerSync(model, options) {
  return own(model).learnerSync(options);
}

/** Orders samples by a classifier's scores: see xaia.d.ts. @param {unknown} scores @param {any} [options] */
export async function squeezedOrder(scores, options) {
  const [rest, control] = splitControl(options);
  return (await call("squeezedOrder", [pack(scores), packExternal(rest)], wanted(control))).result;
}

/** @param {unknown} scores @param {any} [options] */
export function squeezedOrderSync(scores, options) {
  return here("squeezedOrderSync").living().now("squeezedOrder", [pack(scores), packExternal(options)]);
}

function packExternal(options) {
  return options && Object.hasOwn(options, "external") ? {...options, external: pack(options.external)} : options;
}

/** The same as model.predict. @param {Model} model @param {unknown} X @param {any} [options] */
export async function predict(model, X, options) {
  return own(model).predict(X, options);
}

/** The same as model.explain. @param {Model} model @param {unknown} X @param {any} [options] */
export async function explain(model, X, options) {
  return own(model).explain(X, options);
}

/** @param {unknown} model @param {string} [what] @returns {any} a Model */
function own(model, what = "The first argument") {
  if (model instanceof Model) return model;
  throw new XaiaError("not-found", `${what} is not a model.`, "Pass a model that fit or load returned.");
}

/**
 * Reads a model file: the result of model.toJSON(), as an object or as text, or the
 * bytes of model.toBytes().
 *
 * @param {unknown} file
 * @param {any} [options]
 * @returns {Promise<any>}
 */
export async function load(file, options) {
  const control = wanted(onlyControl(options));
  const {session, result} = await call("load", [packFile(file)], control);
  return new Model(session, result, undefined);
}

/** @param {unknown} file @param {any} [options] */
export function loadSync(file, options) {
  knownOptions(options, []);
  const own = here("loadSync");
  return new Model(own, own.living().now("load", [packFile(file)]), undefined);
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
  return {...file, X: pack(X), y: packTargets(y), ...(Array.isArray(layers) && {layers: layers.map(packPlacement)})};
}
