import {kernelModule, kernelTable} from "xaia:kernels";

/** See Version in internal/simd. */
const version = 3;

/**
 * Gives the engine's loops on vectors to a module that is about to start: its import gojs.debug, which Go's own script has
 * print a number, calls them (internal/simd/kernels). Where the platform has no vectors, the engine's own loops run.
 *
 * @param {any} imports of the module
 * @param {any} scope its global object, where it looks whether it has them
 * @returns {(memory?: WebAssembly.Memory) => void} goes on with the instance's memory, before the instance runs
 */
export function giveKernels(imports, scope) {
  const kernels = bytesOf(kernelModule);
  if (!WebAssembly.validate(kernels)) return () => {};
  /** @type {any} */
  let calls;
  /** @type {WebAssembly.Module} */
  let loops;
  try {
    calls = new WebAssembly.Instance(new WebAssembly.Module(bytesOf(kernelTable))).exports;
    loops = new WebAssembly.Module(kernels);
  } catch {
    return () => {}; // the host compiles nothing from bytes, as Cloudflare's
  }
  imports.gojs.debug = calls.run;
  scope.xaiaKernels = version;
  return (mem) => mem && void new WebAssembly.Instance(loops, {go: {mem, table: calls.table}});
}

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
