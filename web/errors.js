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
  const {code, hint, row, column, path} = /** @type {any} */ (result);
  const text = result.message;
  const message = hint && text.endsWith(` ${hint}`) ? text.slice(0, -hint.length - 1) : text;
  throw new XaiaError(code ?? "internal", message, hint ?? "", {row, column, path});
}
