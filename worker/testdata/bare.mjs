// Starts the Worker in workerd: node bare.mjs FOLDER. The models are kept in the folder. wrangler would add workers in
// front of it, which take time and, locally, more and more memory.
import {fileURLToPath} from "node:url";
import {Miniflare} from "miniflare";

const built = fileURLToPath(new URL("../../dist/edge", import.meta.url));
const worker = new Miniflare({
  modules: true,
  scriptPath: `${built}/entry.mjs`,
  modulesRoot: built,
  modulesRules: [{type: "ESModule", include: ["**/*.mjs", "**/*.js"]}, {type: "CompiledWasm", include: ["**/*.wasm"]}],
  compatibilityDate: "2026-04-01",
  compatibilityFlags: ["enable_request_signal"],
  host: "127.0.0.1",
  r2Buckets: ["MODELS"],
  r2Persist: process.argv[2],
  bindings: {XAIA_TOKEN: process.env.XAIA_TOKEN ?? ""},
  cf: false,
});
console.log(`Ready on ${(await worker.ready).origin}`);
