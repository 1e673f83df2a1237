/**
 * The one engine that all widgets of a page share: it starts with the first that
 * needs it, and its worker ends with the last.
 */
import {fit, initialize, load, terminate} from "../package/xaia.js";

let users = 0;
let begun = false;

/** @param {boolean} [worker] false keeps the engine in the calling thread; the first widget decides */
export async function enter(worker) {
  users++;
  if (begun) return;
  begun = true;
  await initialize(worker === undefined ? {} : {worker});
}

export function leave() {
  users--;
  if (users > 0) return;
  begun = false;
  terminate();
}

export {fit, load};
