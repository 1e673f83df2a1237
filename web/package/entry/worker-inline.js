import {source} from "inline:worker";
import {timers} from "../platform.js";
import {workerFrom} from "../remote.js";

/** The worker's script for a thread of Node. */
export const helperSource = () => source;

/** A worker of one file needs a blob; under a CSP without worker-src blob: the engine runs in the calling thread. */
export function createWorker(options) {
  if (options.workerURL !== undefined) return workerFrom(options.workerURL);
  const url = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  try {
    return workerFrom(url);
  } finally {
    timers.setTimeout(() => URL.revokeObjectURL(url), 60000);
  }
}
