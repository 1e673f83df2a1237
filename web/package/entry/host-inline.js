/** The inline build contains all its parts and fetches nothing. */
import {compressed} from "inline:wasm";
import {compiled, isGiven, loadGiven, resolve} from "../engine.js";
import {builtin} from "../platform.js";

export {createWorker, helperSource} from "./worker-inline.js";

/** @param {import("../engine.js").InitializeOptions} options */
export async function loadModule(options) {
  if (isGiven(options)) return loadGiven(options);
  const text = atob(compressed);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return compiled("The engine in this file", WebAssembly.compile(await unzipped(bytes)));
}

/** Where the module is, if not in this file. @param {import("../engine.js").InitializeOptions} options */
export const moduleURL = ({wasmURL}) => wasmURL ? resolve(wasmURL) : undefined;

/** Tries Node's function first, because jsdom's page lacks parts of the browser's. @param {Uint8Array<ArrayBuffer>} bytes */
async function unzipped(bytes) {
  const zlib = builtin("node:zlib");
  if (zlib) return zlib.gunzipSync(bytes);
  return new Response(new Response(bytes).body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Whether calls return promises. */
export const waits = true;

/** See host-sync.js. @type {(options: any, compiled: any) => {module: WebAssembly.Module, engine: any} | undefined} */
export const startNow = () => undefined;
