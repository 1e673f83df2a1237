/** Node has no Worker as browsers have it, so this makes one of its threads. */
import {Worker as Thread} from "node:worker_threads";
import {fileURLToPath} from "node:url";

const scope = `
  const {parentPort, workerData} = require("node:worker_threads");
  globalThis.name = workerData.name;
  globalThis.postMessage = (data, transfer) => parentPort.postMessage(data, transfer);
  parentPort.on("message", (data) => globalThis.onmessage({data}));
  require("node:vm").runInThisContext(require("node:fs").readFileSync(workerData.path, "utf8"), {filename: workerData.path});`;

globalThis.Worker = class {
  #thread;

  /** The one that was started last. */
  static last;

  constructor(url, {name}) {
    globalThis.Worker.last = this;
    this.#thread = new Thread(scope, {eval: true, workerData: {name, path: fileURLToPath(url)}});
    this.#thread.on("message", (data) => this.onmessage?.({data}));
    this.#thread.on("error", (error) => this.onerror?.({message: error.message}));
  }

  postMessage(data, transfer) {
    this.#thread.postMessage(data, transfer);
  }

  terminate() {
    this.#thread.terminate();
  }
};
