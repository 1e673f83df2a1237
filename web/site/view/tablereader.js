/** Asks a worker to read a file. The worker, which holds all of xaia/table, is loaded with the first one. */
import {revived} from "../../package/errors.js";

/** A reader that says nothing for so long hangs: a damaged file can do that. */
const patience = 30_000;

/** A worker that waits for the next file. @type {{worker?: Worker | null}} */
const cache = {};

/**
 * @param {File | string} source
 * @param {Record<string, any>} options those of readColumns of xaia/table
 * @param {{signal?: AbortSignal, onProgress?: (share: number) => void}} [control]
 * @returns {Promise<Awaited<ReturnType<typeof import("../../package/table/table.js").readColumns>>>}
 */
export function readFile(source, options, {signal, onProgress} = {}) {
  return new Promise((resolve, reject) => {
    const worker = cache.worker ?? new Worker(new URL("./table.mjs", import.meta.url), {type: "module"});
    cache.worker = null;
    let silence;
    /** @param {(value: any) => void} settle */
    const end = (settle, value, busy = true) => {
      clearTimeout(silence);
      signal?.removeEventListener("abort", abort);
      worker.onmessage = worker.onerror = null;
      if (busy || cache.worker) worker.terminate();
      else cache.worker = worker;
      settle(value);
    };
    const abort = () => end(reject, signal.reason);
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end(reject, new Error(`Reading was stopped after ${patience / 1000} seconds without an end: the file is damaged, or too large.`)), patience);
    };
    worker.onmessage = ({data: {progress, table, error}}) => {
      if (table) end(resolve, table, false);
      else if (error) end(reject, revived(error), false);
      else {
        listen();
        onProgress?.(progress);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      end(reject, new Error("The part of the page that reads files could not be loaded."));
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    listen();
    worker.postMessage({source, options});
  });
}
