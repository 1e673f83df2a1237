import {joined} from "../stream.js";

/** So many bytes are unpacked at a time: they become a thousand times as many at most. */
const step = 1 << 14;

/**
 * @param {new (ondata: (chunk: Uint8Array) => void) => {push: (chunk: Uint8Array, last: boolean) => void}} Way of fflate
 * @param {Uint8Array} data
 * @param {(size: number) => void} count called with each part's size; throws where there are too many
 */
export function unpackedBy(Way, data, count) {
  /** @type {Uint8Array[]} */
  const chunks = [];
  const stream = new Way((chunk) => {
    count(chunk.length);
    chunks.push(chunk);
  });
  for (let at = 0; at < data.length || at === 0; at += step) stream.push(data.subarray(at, at + step), at + step >= data.length);
  return joined(chunks);
}
