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
    this.name = "XaiaError";
    this.code = code;
    this.hint = hint;
    if (place.row !== undefined) this.row = place.row;
    if (place.column !== undefined) this.column = place.column;
    if (place.path !== undefined) this.path = place.path;
  }
}

/**
 * Throws what the engine returned if that is an Error; Go can't throw by itself.
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
 * An error as a message can carry it.
 *
 * @param {any} error
 */
export function described({code, message, hint, row, column, path}) {
  return {code, message, hint, row, column, path};
}

/**
 * The error that was described.
 *
 * @param {any} description
 */
export function revived({code, message, hint, row, column, path}) {
  const bare = hint && message.endsWith(` ${hint}`) ? message.slice(0, -hint.length - 1) : message;
  return new XaiaError(code ?? "internal", bare, hint ?? "", {row, column, path});
}

/**
 * For a call to an engine that is no more.
 *
 * @param {string} why
 * @param {string} code
 */
export function ended(why, code) {
  return new XaiaError(code, `The engine has ended: ${why}.`, "It starts anew with the next call; models that lived in it are gone.");
}
