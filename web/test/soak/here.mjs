/** The soak in this process, with the memory that Node and the engine take. */
import v8 from "node:v8";
import vm from "node:vm";
import {large} from "./large.mjs";
import {soak} from "./soak.mjs";

const MB = 2 ** 20;

/** @param {{worker: boolean, seed: number, seconds?: number, episodes?: number, rounds?: number}} how rounds: of large models */
export async function soakHere({worker, rounds = 0, ...how}) {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  const {xaia, start, wasm} = await engine(worker);
  await start(true);
  const measure = async () => {
    // Twice: what a finalizer gives back is collected by the next.
    for (let i = 0; i < 2; i++) {
      collect();
      await new Promise((done) => setTimeout(done, 20));
    }
    return {heap: process.memoryUsage().heapUsed, wasm: wasm(), resident: process.memoryUsage.rss()};
  };
  const result = await soak(xaia, {...how, measure, bounds: {heap: 8 * MB, wasm: 48 * MB, resident: 200 * MB}});
  xaia.terminate(); // what is large isn't walked after each change
  await start(false);
  const sizes = await large(xaia, {rounds, measure, bounds: {wasm: 16 * MB, resident: 200 * MB}});
  xaia.terminate();
  return {...result, large: sizes.filter((_, i) => i % 10 === 3)};
}

/** A copy of the package of its own, whose wasm memory can be seen while the engine is in this thread. */
async function engine(worker) {
  let memories = [];
  if (worker) await import("../thread-worker.mjs");
  const xaia = await import("../../../dist/npm/xaia.mjs?soak");
  const start = async (verify) => {
    const {instantiate} = WebAssembly;
    memories = [];
    WebAssembly.instantiate = async (...args) => {
      const instance = await instantiate(...args);
      memories.push(instance.exports.mem);
      return instance;
    };
    await xaia.initialize({worker, verify});
    WebAssembly.instantiate = instantiate;
  };
  return {xaia, start, wasm: () => memories.reduce((sum, m) => sum + m.buffer.byteLength, 0)};
}
