/** Where the npm package's parts come from: files beside this module. */
import {loadModule} from "./engine.js";
import {workerFrom} from "./remote.js";

export {loadModule};

/** The worker's script is the one-tag build, which knows its role by the worker's name. Bundlers look for this very expression. */
export function createWorker(options) {
  if (options.workerURL !== undefined) return workerFrom(options.workerURL);
  return new Worker(new URL("./xaia.global.js", import.meta.url), {name: "xaia-engine"});
}
