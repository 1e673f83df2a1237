/**
 * Every error of this library.
 *
 * `code` is one of: "invalid-input", "ill-defined", "unknown-option",
 * "invalid-option", "unsupported", "not-found", "model-file", "aborted",
 * "too-large", "load-failed", "disposed", "internal".
 */
export class XaiaError extends Error {
  /**
   * @param {string} code
   * @param {string} message what is wrong and where
   * @param {string} hint what to do about it
   * @param {{row?: number, column?: number, path?: string, cause?: unknown}} [place]
   */
  constructor(code, message, hint, place = {}) {
    super(hint ? `${message} ${hint}` : message, place.cause === undefined ? undefined : {cause: place.cause});
    // WebKit and Bun store the position in the source in line and column.
    const here = /** @type {any} */ (this);
    delete here.line;
    delete here.column;
    this.name = "XaiaError";
    this.code = code;
    this.hint = hint;
    if (place.row !== undefined) this.row = place.row;
    if (place.column !== undefined) this.column = place.column;
    if (place.path !== undefined) this.path = place.path;
  }
}

/**
 * Throws the engine's result if it is an Error, because Go can't throw into JavaScript.
 * @template T
 * @param {T | Error} result
 * @returns {T}
 */
export function unwrap(result) {
  if (!(result instanceof Error)) return result;
  const {code, hint, row, column, path, message} = /** @type {any} */ (result);
  throw revived({code, hint, row, column, path, message});
}

/**
 * Describes an error as plain data, for a message between threads. Of errors that aren't XaiaErrors, only the message is kept.
 *
 * @param {any} error
 */
export function described(error) {
  const {code, message, hint, row, column, path} = error;
  return error instanceof XaiaError ? {code, message, hint, row, column, path} : {message};
}

/**
 * Restores an error from its description.
 *
 * @param {any} description
 */
export function revived({code, message, hint, row, column, path}) {
  const bare = hint && message.endsWith(` ${hint}`) ? message.slice(0, -hint.length - 1) : message;
  return new XaiaError(code ?? "internal", bare, hint ?? "", {row, column, path});
}

/**
 * The error of a call to a terminated engine.
 *
 * @param {string} why
 * @param {string} code
 */
export function ended(why, code) {
  return new XaiaError(code, `The engine has ended: ${why}.`, "The next call starts a new engine; its models are lost.");
}

/**
 * Has names of the release before refused, with the new ones.
 *
 * @param {any} prototype
 * @param {string[]} names of the calls, each of which had a twin that ended in Sync
 */
export function refuseOld(prototype, names) {
  const refuse = (old, now, hint) => Object.defineProperty(prototype, old, {value() {
    throw new XaiaError("unsupported", `${old} is now ${now}.`, hint);
  }});
  for (const name of names) refuse(`${name}Sync`, `${name} of xaia/sync`, `Import xaia/sync, where ${name} returns the answer itself.`);
  refuse("predictProba", "scores", "Call scores, with the same arguments.");
  refuse("rows", "sampleAt", "Call sampleAt, with the same arguments.");
  for (const what of ["sample", "feature", "output"]) {
    Object.defineProperty(prototype, `${what}s`, {get() {
      throw new XaiaError("unsupported", `${what}s is now ${what}Count.`, `Read ${what}Count.`);
    }});
  }
}
