/**
 * Runs the experiments' module, in a worker of the page or in Node.
 *
 * @param {any} Go Go's runtime, of wasm_exec.js, on this global object
 * @param {WebAssembly.Module} module
 * @param {{files: Record<string, string>, tree: Function, progress: (share: number) => void, list?: string[], run?: (id: string) => any}} host the module adds list and run
 * @returns {Promise<{list: string[], run: (id: string) => any}>}
 */
export async function start(Go, module, host) {
  globalThis.xaiaExperiments = host;
  const go = new Go();
  go.run(await WebAssembly.instantiate(module, go.importObject));
  if (!host.run) throw new Error("The module has no experiments.");
  return {
    list: host.list,
    run(id) {
      const result = host.run(id);
      if (typeof result !== "string") throw result ?? new Error("The experiments' program has ended.");
      return JSON.parse(result);
    },
  };
}
