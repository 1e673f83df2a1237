/** What the one-tag build sets; it exports nothing. */
import type * as api from "./xaia.js";

declare global {
  var xaia: typeof api & {
    /** Resolves when the engine has started, rejects where it can't. */
    readonly ready: Promise<void>;
  };
}
