/** The parts of the npm package are files beside this module. */
import {beside, loadModule, readFile, resolve} from "../engine.js";
import {workerFrom} from "../remote.js";

export {loadModule};

/** Where the module is. @param {import("../engine.js").InitializeOptions} options */
export const moduleURL = ({wasmURL}) => resolve(wasmURL ?? beside());

/** The worker's script is the build for script tags, which checks the worker's name. Bundlers look for exactly this expression. */
export function createWorker(options) {
  if (options.workerURL !== undefined) return workerFrom(options.workerURL);
  return new Worker(new URL("./xaia.global.js", import.meta.url), {name: "xaia-engine"});
}

/** The worker's script for a thread of Node; not in an expression that bundlers take for another file, or warn of. */
export const helperSource = (options) => String(readFile(new URL(options.workerURL ?? ["./xaia", "global.js"].join("."), String(import.meta.url)), false));

/** Whether calls return promises. */
export const waits = true;

/** See host-sync.js. @type {(options: any, compiled: any) => {module: WebAssembly.Module, engine: any} | undefined} */
export const startNow = () => undefined;
