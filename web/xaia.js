/**
 * xaia: models that name the samples behind every answer. See xaia.d.ts for
 * shapes, defaults and errors.
 */
import {startEngine} from "./engine.js";
import {aborted, splitControl} from "./control.js";
import {XaiaError, unwrap} from "./errors.js";
import {pack} from "./input.js";
import {Model, split} from "./model.js";

export {XaiaError, Model};

/** Stamped by the build. */
export const version = "__XAIA_VERSION__";

/** @type {Promise<any> | undefined} */
let starting;
/** @type {any} */
let session;

/**
 * Loads the engine. Optional: the first other call does it with the defaults.
 * A failed load can be retried; a second call after a good one throws.
 *
 * @param {import("./engine.js").InitializeOptions} [options]
 */
export async function initialize(options = {}) {
  if (starting) {
    throw new XaiaError("unsupported", "initialize was called already, or another call came first and initialised with the defaults.",
      "Call it once, before anything else.");
  }
  const known = ["wasmURL", "wasmModule", "worker", "workerURL"];
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) {
      throw new XaiaError("unknown-option", `There is no option ${key}.`, `Known are ${known.join(", ")}.`, {path: key});
    }
  }
  if (options.worker === true) {
    console.warn("xaia: this version runs in the calling thread; worker: true has no effect yet.");
  }
  await start({...options});
}

/** @param {import("./engine.js").InitializeOptions} options */
function start(options) {
  starting ??= startEngine(options).then(
    (engine) => (session = newSession(engine)),
    (error) => {
      starting = undefined;
      throw error;
    },
  );
  return starting;
}

/** What a model needs of the engine it lives in. */
function newSession(engine) {
  const own = {
    living() {
      if (session !== own || engine.state.dead) {
        throw new XaiaError("disposed", "The engine that held this model has ended.", "Fit or load the model again.");
      }
      return engine;
    },
    requireSync,
    registry: new FinalizationRegistry((handle) => {
      if (session === own && !engine.state.dead) engine.dispose({handle});
    }),
  };
  return own;
}

const ready = () => start({});

/** @param {string} name */
function requireSync(name) {
  if (!session) {
    throw new XaiaError("unsupported", `${name} needs the engine in this thread, and it is not there yet.`,
      "Await xaia.initialize({worker: false}) first, or use the asynchronous function.");
  }
  return session;
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
  const [withoutFunction, interpolate] = split(options);
  const [rest, control] = splitControl(withoutFunction);
  control.signal?.throwIfAborted?.();
  const own = await ready();
  const result = await own.living().fitAsync(pack(X), pack(y), rest, control);
  return new Model(own, unwrap(aborted(result, control)), interpolate);
}

/** @param {unknown} X @param {unknown} y @param {any} [options] */
export function fitSync(X, y, options) {
  const own = requireSync("fitSync");
  const [rest, interpolate] = split(options);
  return new Model(own, unwrap(own.living().fit(pack(X), pack(y), rest)), interpolate);
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
  control.signal?.throwIfAborted?.();
  const own = await ready();
  return unwrap(aborted(await own.living().tuneAsync(pack(X), pack(y), rest, control), control));
}

/** @param {unknown} X @param {unknown} y @param {any} [options] */
export function tuneSync(X, y, options) {
  return unwrap(requireSync("tuneSync").living().tune(pack(X), pack(y), options));
}

/** Joins two models: see xaia.d.ts. @param {Model} first @param {Model} second */
export async function ensemble(first, second) {
  return Model.ensemble(own(first), own(second));
}

/** @param {Model} first @param {Model} second */
export function ensembleSync(first, second) {
  requireSync("ensembleSync");
  return Model.ensemble(own(first), own(second));
}

/** Orders samples by a classifier's scores: see xaia.d.ts. @param {unknown} scores @param {any} [options] */
export async function squeezedOrder(scores, options) {
  return squeezed(await ready(), scores, options);
}

/** @param {unknown} scores @param {any} [options] */
export function squeezedOrderSync(scores, options) {
  return squeezed(requireSync("squeezedOrderSync"), scores, options);
}

function squeezed(session, scores, options) {
  const external = options?.external;
  return unwrap(session.living().squeezedOrder(pack(scores), external === undefined ? options : {...options, external: pack(external)}));
}

/** The same as model.predict. @param {Model} model @param {unknown} X @param {any} [options] */
export async function predict(model, X, options) {
  return own(model).predict(X, options);
}

/** The same as model.explain. @param {Model} model @param {unknown} X @param {any} [options] */
export async function explain(model, X, options) {
  return own(model).explain(X, options);
}

/** @param {unknown} model @returns {Model} */
function own(model) {
  if (model instanceof Model) return model;
  throw new XaiaError("not-found", "The first argument is no model.", "Pass what fit or load returned.");
}

/**
 * Reads a model file: what model.toJSON() gave, as an object or as text.
 *
 * @param {unknown} file
 * @returns {Promise<any>}
 */
export async function load(file) {
  const session = await ready();
  return loadIn(session, file);
}

/** @param {unknown} file */
export function loadSync(file) {
  return loadIn(requireSync("loadSync"), file);
}

function loadIn(session, file) {
  let object = file;
  if (typeof file === "string") {
    try {
      object = JSON.parse(file);
    } catch (cause) {
      throw new XaiaError("model-file", "The text is no JSON, or is cut off.", "Load what toJSON gave, unchanged, or fit again.", {cause});
    }
  }
  return new Model(session, unwrap(session.living().load(packFile(object))), undefined);
}

/** @param {any} file */
function packFile(file) {
  if (!Array.isArray(file?.members)) return packSamples(file);
  return {...file, members: file.members.map(packSamples)};
}

/** @param {any} file */
function packSamples(file) {
  if (!file || typeof file !== "object" || Array.isArray(file)) return file;
  return {...file, X: pack(file.X), y: pack(file.y)};
}
