/** The inline build carries its parts in itself: nothing is fetched. */
import {compressed} from "inline:wasm";
import {loadModule as loadGiven} from "./engine.js";

export {createWorker} from "./worker-inline.js";

/** @param {import("./engine.js").InitializeOptions} options */
export async function loadModule(options) {
  if (options.wasmModule !== undefined || options.wasmURL !== undefined) return loadGiven(options);
  const text = atob(compressed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
