/**
 * Runs one workload of the engine's test binary under WebAssembly, in Node (the
 * arguments are the server's address and the workload) and in a page (the
 * workload is in the address) alike. It fetches files from the server, and prints what
 * the binary prints. build.sh puts wasm_exec.js and the kernels beside it.
 */
import "./wasm_exec.js";
import {giveKernels} from "./givekernels.mjs";

/**
 * Milliseconds of a plain double loop over all pairs of rows, which finds each one's nearest: what every exact fit could
 * be done in. Where that takes seconds, those of every tenth row with all after it, times ten.
 *
 * @param {Float64Array} data @param {number} rows @param {number} columns
 */
function allPairs(data, rows, columns) {
  const step = rows * rows * columns > 4e9 ? 10 : 1;
  const least = new Float64Array(rows).fill(Infinity);
  let took = Infinity;
  for (const begin = performance.now(); performance.now() - begin < 300; ) {
    const start = performance.now();
    for (let i = 0; i < rows; i += step) {
      for (let j = i + 1; j < rows; j++) {
        let sum = 0;
        for (let k = 0; k < columns; k++) {
          const difference = data[i * columns + k] - data[j * columns + k];
          sum += difference * difference;
        }
        if (sum < least[i]) least[i] = sum;
        if (sum < least[j]) least[j] = sum;
      }
    }
    took = Math.min(took, step * (performance.now() - start));
  }
  return took;
}

/** @param {string | URL} base @param {string} workload */
async function run(base, workload) {
  const get = async (/** @type {string} */ name) => {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    return response;
  };
  const go = new Go();
  go.argv = ["core.test", "-test.run=^TestBenchTable$", `-bench-table=${workload}`];
  let code = 0;
  go.exit = (/** @type {number} */ c) => (code = c);
  const giveMemory = giveKernels(go.importObject, globalThis);
  const {instance} = await WebAssembly.instantiate(await (await get("core.test.wasm")).arrayBuffer(), go.importObject);
  globalThis.xaiaBench = {
    file: async (/** @type {string} */ name) => new Uint8Array(await (await get(`data/${name}`)).arrayBuffer()),
    memoryBytes: () => instance.exports.mem.buffer.byteLength,
    allPairs: globalThis.document ? undefined : allPairs,
  };
  giveMemory(instance.exports.mem);
  await go.run(instance);
  return code;
}

if (globalThis.document) {
  const workload = new URL(location.href).searchParams.get("workload");
  run(location.href, workload).then(
    (code) => console.log(`BENCH-END ${code}`),
    (error) => console.log(`BENCH-END ${error}`),
  );
} else {
  // At once, as Go's own runner does: a timer that the program left behind would
  // find it gone.
  process.exit(await run(process.argv[2], process.argv[3]));
}
