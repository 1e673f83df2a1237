/** The inline build carries its parts in itself: nothing is fetched. */
import {compressed} from "inline:wasm";
import {source} from "inline:worker";
import {loadModule as loadGiven} from "./engine.js";
import {workerFrom} from "./remote.js";

/** @param {import("./engine.js").InitializeOptions} options */
export async function loadModule(options) {
  if (options.wasmModule !== undefined || options.wasmURL !== undefined) return loadGiven(options);
  const text = atob(compressed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** A worker of one file needs a blob; under a CSP without worker-src blob: the engine runs in the calling thread. */
export function createWorker(options) {
  if (options.workerURL !== undefined) return workerFrom(options.workerURL);
  const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  try {
    return workerFrom(url);
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  }
}
