/** The build that starts the engine within a call: in Node it reads the module as a file, in a worker it waits for the answer. */
import {beside, checkBytes, isNode, loadFailed, notCompiled, notStarted, prepared, readFile, resolve, servingHint} from "../engine.js";

export {createWorker, helperSource, loadModule, moduleURL} from "./host.js";

/** Whether calls return promises. */
export const waits = false;

/**
 * @param {import("../engine.js").InitializeOptions} options
 * @param {WebAssembly.Module} [compiled] by an earlier start
 * @returns {{module: WebAssembly.Module, engine: any} | undefined} undefined where nothing may wait, as on a page
 */
export function startNow(options, compiled) {
  const module = compiled ?? options.wasmModule ?? compileNow(options.wasmURL);
  if (!module) return undefined;
  const program = prepared(options.verify);
  let instance;
  try {
    instance = new WebAssembly.Instance(module, program.imports);
  } catch (cause) {
    throw notStarted(cause);
  }
  return {module, engine: program.run(instance)};
}

/** @param {string | URL | undefined} given */
function compileNow(given) {
  const url = resolve(given ?? beside());
  const file = url.protocol === "file:" && isNode();
  if (!file && (typeof document !== "undefined" || typeof XMLHttpRequest !== "function")) return undefined;
  const bytes = file ? readFile(url, given !== undefined) : fetchNow(url);
  checkBytes(url, bytes);
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    throw notCompiled(`${url}`, cause);
  }
}

/** @param {URL} url @returns {ArrayBuffer} */
function fetchNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  try {
    request.send();
  } catch (cause) {
    throw loadFailed(`${url} could not be fetched.`, servingHint, cause);
  }
  if (request.status !== 200) throw loadFailed(`${url} answered ${request.status} ${request.statusText}`.trim() + ".", servingHint);
  return request.response;
}
