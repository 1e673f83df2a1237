/**
 * The soak in a browser: page.html?worker=true&seed=1&seconds=10&rounds=8 leaves its result, or what failed, in globalThis.soaked;
 * page.html?worker=true&ending=true what calls give whose memory ends.
 */
import {ending} from "./ending.mjs";
import {large} from "./large.mjs";
import {soak} from "./soak.mjs";

const MB = 2 ** 20;
const given = new URLSearchParams(location.search);
const worker = given.get("worker") === "true";

const memories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const made = await original.call(WebAssembly, ...args);
    memories.push((made.instance ?? made).exports.mem);
    return made;
  };
}

async function measure() {
  for (let i = 0; i < 2; i++) {
    globalThis.gc?.();
    await new Promise((done) => setTimeout(done, 20));
  }
  const sizes = {wasm: memories.reduce((sum, m) => sum + m.buffer.byteLength, 0)};
  // Chromium's alone.
  if (performance.memory) sizes.heap = performance.memory.usedJSHeapSize;
  return sizes;
}

async function soaking(xaia) {
  const soaked = await soak(xaia, {
    seed: Number(given.get("seed")), seconds: Number(given.get("seconds")), measure, bounds: {wasm: 48 * MB, ...(performance.memory && {heap: 8 * MB})},
  });
  const sizes = await large(xaia, {rounds: Number(given.get("rounds")), measure, bounds: {wasm: 16 * MB}});
  return {...soaked, large: sizes.filter((_, i) => i % 10 === 3)};
}

async function gaveUntilMemoryEnds(xaia) {
  const gave = {};
  await ending(xaia, (name, what) => (gave[name] = what));
  return {gave};
}

try {
  const xaia = await import("../npm/xaia.mjs");
  await xaia.initialize({worker});
  globalThis.soaked = await (given.has("ending") ? gaveUntilMemoryEnds : soaking)(xaia);
} catch (error) {
  globalThis.soaked = {failed: String(error?.stack ?? error)};
}
