/**
 * The engine's side of the worker. Messages in: {module, verify} or {wasmURL, verify} once, then {id, name,
 * args, controlled, progress, helped}, {abort: id} and {id, answers}. Out: {loading} for a wasmURL, {ready: module} or {failed}, then for each id
 * any number of {id, progress}, at most one {id, parts, numbers}, and {id, result} or {id, error}.
 */
import {loadGiven, startHere} from "./engine.js";
import {described} from "./errors.js";

/** The name of a worker that runs the engine; see global.js. */
export const workerName = "xaia-engine";

export function serve(scope) {
  /** @type {import("./engine.js").LocalEngine} */
  let engine;
  const running = new Map(), asking = new Map();

  async function run({id, name, args, controlled, progress, helped}) {
    const controller = new AbortController();
    const parts = (parts, numbers) => new Promise((resolve) => {
      asking.set(id, resolve);
      scope.postMessage({id, parts, numbers});
    });
    const control = {signal: controller.signal, onProgress: progress && ((p) => scope.postMessage({id, progress: p})), parts: helped && parts};
    running.set(id, controller);
    try {
      const result = await engine.call(name, args, controlled ? control : undefined);
      scope.postMessage({id, result}, buffersOf(result));
    } catch (error) {
      scope.postMessage({id, error: described(error), dead: engine.dead && engine.why});
    } finally {
      running.delete(id);
    }
  }

  scope.onmessage = async ({data}) => {
    if (data.abort !== undefined) {
      running.get(data.abort)?.abort();
    } else if (data.answers) {
      asking.get(data.id)(data.answers);
      asking.delete(data.id);
    } else if (data.module || data.wasmURL) {
      try {
        if (data.wasmURL) scope.postMessage({loading: true});
        const module = data.module ?? (await loadGiven(data));
        engine = await startHere(module, data.verify);
        scope.postMessage({ready: module});
      } catch (error) {
        scope.postMessage({failed: described(error)});
      }
    } else {
      run(data);
    }
  };
}

/**
 * The buffers in a result. They can be transferred, because nothing else uses them.
 *
 * @param {any} value
 * @returns {ArrayBuffer[]}
 */
function buffersOf(value, found = []) {
  if (ArrayBuffer.isView(value)) {
    found.push(value.buffer);
  } else if (Array.isArray(value)) {
    if (typeof value[0] === "object") for (const v of value) buffersOf(v, found);
  } else if (value && typeof value === "object") {
    for (const v of Object.values(value)) buffersOf(v, found);
  }
  return found;
}
