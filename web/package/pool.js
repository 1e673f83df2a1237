import {createWorker, helperSource} from "xaia:host";
import {builtin, timers} from "./platform.js";
import {Progress, helpers} from "./parts.js";
import {startWorker} from "./remote.js";
import {workerName} from "./worker.js";

/** Explanations without fingerprints come packed. */
export const packs = true;

/** An engine that nobody has asked for so long, in milliseconds, is let go. */
const lingering = 10000;

/** Engines in workers that help with calls in parts. */
export class Pool {
  #settings;
  #warn;
  /** @type {Set<{engine: import("./remote.js").RemoteEngine, worker: any, timer: any}>} */
  #idle = new Set();
  /** @type {Set<any>} */
  #leased = new Set();
  #busy = 0;
  /** Whether an engine has ever started in a worker; undefined before the first has tried. @type {boolean | undefined} */
  #works;
  /** Counts how often the pool was ended. */
  #age = 0;

  /**
   * @param {() => {module: WebAssembly.Module, options: any}} settings of the engine
   * @param {(cause: any) => void} warn told why no worker starts
   */
  constructor(settings, warn) {
    this.#settings = settings;
    this.#warn = warn;
  }

  /** Ends all engines; later calls start new ones. */
  end() {
    this.#age++;
    for (const helper of [...this.#idle, ...this.#leased]) this.#letGo(helper);
  }

  /**
   * The answers of a call's parts, as far as helpers compute them: whatever is missing, the caller's engine computes, so that
   * it also meets the error that an earlier part has.
   *
   * @param {string} name of the call
   * @param {(engine: any) => Promise<any[]>} given gives the call's arguments to a helper
   * @param {number | undefined} workers
   * @param {number} parts
   * @param {number} numbers of the data
   * @param {{signal?: AbortSignal, onProgress?: Function}} control
   * @returns {Promise<(Float64Array | undefined)[] | undefined>}
   */
  async answers(name, given, workers, parts, numbers, {signal, onProgress}) {
    const count = helpers(workers, parts, numbers, processors(), this.#busy);
    if (count < 2 || this.#works === false) return undefined;
    const answers = [], progress = new Progress(parts, onProgress);
    let next = 0, end = parts;
    const help = async () => {
      const helper = await this.#lease();
      const {engine} = helper;
      try {
        const args = await given(engine);
        await engine.call("beginParts", [name, args[0], args[1], args[2]], {signal, shared: true});
        if (args[0]?.handle) await engine.call("dispose", [args[0]]);
        while (next < end && !signal?.aborted) {
          const part = next++;
          try {
            answers[part] = await engine.call("answersOf", [part], {signal, onProgress: onProgress && ((p) => progress.at(part, p))});
            progress.end(part);
          } catch (error) {
            if (!engine.dead) end = Math.min(end, part); // later ones don't matter
            throw error;
          }
        }
      } finally {
        this.#release(helper);
      }
    };
    const all = Promise.allSettled(Array.from({length: count}, help));
    let abort;
    await Promise.race([all, new Promise((resolve) => signal?.addEventListener("abort", (abort = resolve)))]);
    signal?.removeEventListener("abort", abort);
    return answers;
  }

  async #lease() {
    this.#busy++;
    const helper = this.#rested() ?? (await this.#started());
    this.#leased.add(helper);
    return helper;
  }

  /** An engine that has nothing to do. */
  #rested() {
    for (const helper of this.#idle) {
      this.#idle.delete(helper);
      timers.clearTimeout(helper.timer);
      if (helper.engine.dead) continue;
      helper.worker.ref?.();
      return helper;
    }
  }

  async #started() {
    try {
      const age = this.#age;
      const {module, options} = this.#settings();
      const worker = builtin("node:worker_threads") ? threadOf(helperSource(options)) : createWorker(options);
      const {engine} = await startWorker(module, () => worker, options.verify);
      this.#works = true;
      if (age !== this.#age) engine.end("it was terminated");
      return {engine, worker, timer: undefined};
    } catch (cause) {
      this.#busy--;
      this.#works ??= false;
      if (!this.#works) this.#warn(cause);
      throw cause;
    }
  }

  #release(helper) {
    this.#busy--;
    this.#leased.delete(helper);
    if (helper.engine.dead) return;
    helper.engine.call("beginParts", [undefined]).catch(() => {}); // forgets the data
    helper.worker.unref?.();
    helper.timer = timers.setTimeout(() => this.#letGo(helper), lingering);
    helper.timer.unref?.();
    this.#idle.add(helper);
  }

  #letGo(helper) {
    timers.clearTimeout(helper.timer);
    this.#idle.delete(helper);
    helper.engine.end("it was terminated");
  }
}

/**
 * A thread of Node, as browsers have workers. Nothing of how this program was started holds for it.
 *
 * @param {string} source the worker's script
 * @returns {any}
 */
function threadOf(source) {
  const {Worker: Thread} = builtin("node:worker_threads");
  const scope = `const {parentPort: port} = require("node:worker_threads");
    globalThis.name = ${JSON.stringify(workerName)};
    globalThis.self = globalThis;
    globalThis.postMessage = (data, transfer) => port.postMessage(data, transfer);
    port.on("messageerror", (error) => { throw error; });
    port.on("message", (data) => globalThis.onmessage({data}));\n`;
  const thread = new Thread(scope + source, {eval: true, execArgv: []});
  const worker = {
    postMessage: (data, transfer) => thread.postMessage(data, transfer), terminate: () => thread.terminate(), ref: () => thread.ref(), unref: () => thread.unref(),
    /** @type {any} */ onmessage: undefined, /** @type {any} */ onerror: undefined, /** @type {any} */ onmessageerror: undefined,
  };
  thread.on("message", (data) => worker.onmessage({data}));
  thread.on("messageerror", () => worker.onmessageerror?.());
  thread.on("error", ({message}) => worker.onerror({message}));
  thread.on("exit", () => worker.onerror({message: "its thread has ended"}));
  return worker;
}

function processors() {
  return globalThis.navigator?.hardwareConcurrency ?? globalThis.process?.getBuiltinModule?.("node:os").availableParallelism() ?? 1;
}
