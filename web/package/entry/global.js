/**
 * The build for script tags. It sets globalThis.xaia to the asynchronous API, with
 * xaia.ready, a promise that settles when the engine has started. In a worker with the
 * name that remote.js gives, it runs the engine instead.
 */
import {standard} from "../lifecycle.js";
import * as api from "../xaia.js";
import {serve, workerName} from "../worker.js";

if (typeof document === "undefined" && /** @type {any} */ (globalThis).name === workerName) {
  serve(globalThis);
} else {
  globalThis.xaia = /** @type {any} */ (Object).defineProperty({...api}, "ready", {
    enumerable: true,
    get: () => standard.ready().then(() => undefined),
  });
}
