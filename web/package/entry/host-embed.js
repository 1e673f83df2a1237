/** As host-inline.js, with the engine packed smaller: the file must stay light enough for a notebook. */
import {packed} from "inline:packed";
import {compileContained, loadModule as loadGiven} from "../engine.js";
import {unpack} from "../../embed/lzma.js";

export {createWorker} from "./worker-inline.js";

/** @param {import("../engine.js").InitializeOptions} options */
export async function loadModule(options) {
  if (options.wasmModule !== undefined || options.wasmURL !== undefined) return loadGiven(options);
  return compileContained(/** @type {Uint8Array<ArrayBuffer>} */ (await unpack(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0)))));
}
