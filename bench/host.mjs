/**
 * Runs one workload of the engine's test binary under WebAssembly, in Node (the
 * arguments are the server's address and the workload) and in a page (the
 * workload is in the address) alike. Files come from the server, and what the
 * binary prints goes to the console. build.sh puts wasm_exec.js beside it.
 */
import "./wasm_exec.js";

const files = ["digits.csv", "boston.csv"];

/** @param {string | URL} base @param {string} workload */
async function run(base, workload) {
  const get = async (/** @type {string} */ name) => {
    const response = await fetch(new URL(name, base));
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
    return response;
  };
  const content = Object.fromEntries(await Promise.all(files.map(async (name) => [name, await (await get(`data/${name}`)).text()])));
  const go = new Go();
  go.argv = ["core.test", "-test.run=^TestBenchTable$", `-bench-table=${workload}`];
  let code = 0;
  go.exit = (/** @type {number} */ c) => (code = c);
  const {instance} = await WebAssembly.instantiate(await (await get("core.test.wasm")).arrayBuffer(), go.importObject);
  globalThis.xaiaBench = {file: (name) => content[name], memoryBytes: () => instance.exports.mem.buffer.byteLength};
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
