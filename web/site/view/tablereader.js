/** Asks a worker to read a file. The worker, which holds all of xaia/table, is loaded with the first one. */
import {revived} from "../../package/errors.js";

/** A reader that says nothing for so long hangs: a damaged file can do that. */
const patience = 30_000;

/** A worker that waits for the next file; and the end of the last reading: without a network, no second worker would come. @type {{worker?: Worker | null, turn: Promise<any>}} */
const cache = {turn: Promise.resolve()};

/**
 * @param {File | string} source
 * @param {Record<string, any>} options those of readColumns of xaia/table
 * @param {{signal?: AbortSignal, onProgress?: (share: number) => void}} [control]
 * @returns {Promise<Awaited<ReturnType<typeof import("../../package/table/table.js").readColumns>>>}
 */
export function readFile(source, options, control = {}) {
  const read = cache.turn.then(() => readNow(source, options, control));
  cache.turn = read.catch(() => {});
  return read;
}

/** @type {typeof readFile} */
function readNow(source, options, {signal, onProgress} = {}) {
  const worker = cache.worker ?? new Worker(new URL("./table.mjs", import.meta.url), {type: "module"});
  cache.worker = null;
  let silence, busy = true;
  return new Promise((resolve, reject) => {
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => reject(new Error(`Reading was stopped after ${patience / 1000} seconds without an end: the file is damaged, or too large.`)), patience);
    };
    worker.onmessage = ({data: {progress, table, error}}) => {
      busy = !table && !error;
      if (table) resolve(table);
      else if (error) reject(revived(error));
      else {
        listen();
        onProgress?.(progress);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      reject(new Error("The part of the page that reads files could not be loaded."));
    };
    signal?.throwIfAborted();
    signal?.addEventListener("abort", () => reject(signal.reason), {once: true});
    listen();
    worker.postMessage({source, options});
  }).finally(() => {
    clearTimeout(silence);
    worker.onmessage = worker.onerror = null;
    if (busy) worker.terminate();
    else cache.worker = worker;
  });
}
