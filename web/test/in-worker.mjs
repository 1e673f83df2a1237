/**
 * Runs the tests of the API with the engine in a worker: node --import
 * ./web/test/in-worker.mjs --test …
 */
import {after} from "node:test";
import "./thread-worker.mjs";

const xaia = await import("../../dist/npm/xaia.mjs");
await xaia.initialize({worker: true});
// Its thread would keep the process.
after(() => xaia.terminate());
