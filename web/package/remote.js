import {XaiaError, ended, revived} from "./errors.js";
import {copied, takePacked, unshared} from "./input.js";
import {timers} from "./platform.js";
import {workerName} from "./worker.js";

const patience = 15000;

/** Why a worker doesn't start that could not load the module. */
export const unloaded = "it could not load the module";

/**
 * The engine in a worker. Requests and replies are matched by id, packed arrays are
 * transferred instead of copied, and an AbortSignal is forwarded as a message.
 */
export class RemoteEngine {
  dead = false;
  #worker;
  #waiting = new Map();
  #last = 0;

  /** @param {Worker} worker that runs the engine */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({data}) => this.#receive(data);
    worker.onerror = (event) => this.#die(event.message || "the worker ended");
    worker.onmessageerror = () => this.#die("a reply could not be read");
  }

  /**
   * @param {string} name
   * @param {unknown[]} args
   * @param {{signal?: AbortSignal, onProgress?: Function, parts?: Function, shared?: boolean}} [control]
   */
  call(name, args, control) {
    args = args.map((argument) => unshared(argument));
    const id = ++this.#last;
    const {signal, onProgress, parts, shared} = control ?? {};
    return new Promise((resolve, reject) => {
      const abort = () => this.#worker.postMessage({abort: id});
      this.#waiting.set(id, {resolve, reject, onProgress, parts, done: () => signal?.removeEventListener("abort", abort)});
      // What others are going to get, too, is copied.
      const post = (args) => this.#worker.postMessage({id, name, args, controlled: control !== undefined, progress: onProgress !== undefined, helped: parts !== undefined}, shared ? [] : args.flatMap(takePacked));
      try {
        try {
          post(args);
        } catch {
          post(args.map((argument) => copied(argument))); // of a proxy, such as Vue's and Svelte's, what it shows
        }
      } catch (cause) {
        this.#waiting.delete(id);
        reject(new XaiaError("invalid-input", `An argument can't be sent to the worker: ${cause.message.replace(/\.$/, "")}.`,
          "Give plain numbers, texts, arrays and objects, or initialize({worker: false}).", {cause}));
        return;
      }
      signal?.addEventListener("abort", abort, {once: true});
    });
  }

  /** @param {string} why */
  end(why) {
    this.#die(why, "disposed");
  }

  #receive({id, result, error, progress, dead, parts, numbers}) {
    const request = this.#waiting.get(id);
    if (!request) return;
    if (parts) {
      request.parts(parts, numbers).then((answers = []) => this.#worker.postMessage({id, answers}));
      return;
    }
    if (progress) {
      request.onProgress(progress);
      return;
    }
    this.#waiting.delete(id);
    request.done();
    if (error) request.reject(revived(error));
    else request.resolve(result);
    if (dead) this.#die(dead);
  }

  #die(why, code = "internal") {
    if (this.dead) return;
    this.dead = true;
    this.#worker.terminate();
    for (const {reject, done} of this.#waiting.values()) {
      done();
      reject(ended(why, code));
    }
    this.#waiting.clear();
  }
}

/**
 * Starts the engine in a worker. Rejects with a plain Error if the worker can't
 * start, or can't load the module.
 *
 * @param {WebAssembly.Module | URL} from the module, or where it is
 * @param {() => Worker} create
 * @param {boolean} [verify]
 * @returns {Promise<{engine: RemoteEngine, module: WebAssembly.Module}>}
 */
export function startWorker(from, create, verify) {
  return new Promise((resolve, reject) => {
    const worker = create();
    const fail = (why) => {
      timers.clearTimeout(timer);
      worker.terminate();
      reject(new Error(why));
    };
    let loading = false;
    const timer = timers.setTimeout(() => fail(`it did not answer within ${patience / 1000} seconds`), patience);
    worker.onerror = (event) => {
      event.preventDefault?.();
      fail(event.message || "its script could not be loaded");
    };
    worker.onmessageerror = () => fail("its module could not be read");
    worker.onmessage = ({data}) => {
      if (data.loading) {
        loading = true;
        return timers.clearTimeout(timer); // a slow line may take longer
      }
      if (!data.ready) return fail(loading ? unloaded : data.failed?.message ?? "its script is not xaia's");
      timers.clearTimeout(timer);
      resolve({engine: new RemoteEngine(worker), module: data.ready});
    };
    worker.postMessage(from instanceof URL ? {wasmURL: from.href, verify} : {module: from, verify});
  });
}

/** @param {string | URL} url */
export function workerFrom(url) {
  return new Worker(url, {name: workerName});
}
