/** The global that the build for script tags sets; the script has no exports. */
import type * as api from "./xaia.js";

declare global {
  var xaia: typeof api & {
    /** Resolves when the engine has started, rejects if it can't start. */
    readonly ready: Promise<void>;
  };
}
