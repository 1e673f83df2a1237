/**
 * The one-tag build: sets globalThis.xaia to the asynchronous API, with
 * xaia.ready, a promise that settles when the engine has started. In a worker of
 * the name that remote.js gives it is the engine's side instead.
 */
import {ready} from "./lifecycle.js";
import * as api from "./xaia.js";
import {serve, workerName} from "./worker.js";

if (typeof document === "undefined" && globalThis.name === workerName) {
  serve(globalThis);
} else {
  globalThis.xaia = Object.defineProperty({...api}, "ready", {
    enumerable: true,
    get: () => ready().then(() => undefined),
  });
}
