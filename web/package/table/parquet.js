/** Parquet. A file of its own, which is loaded with the first such table. */
import {gunzipSync} from "fflate";
import {parquetMetadataAsync, parquetReadObjects} from "hyparquet";

const ways = {GZIP: (/** @type {Uint8Array} */ input, /** @type {number} */ size) => gunzipSync(input, {out: new Uint8Array(size)})};

/**
 * @param {Uint8Array} bytes
 * @param {(size: number) => void} checkSize refuses what would become too large
 * @returns {Promise<Record<string, any>[]>}
 */
export async function read(bytes, checkSize) {
  const buffer = bytes.slice().buffer;
  const file = {byteLength: bytes.length, slice: (/** @type {number} */ from, /** @type {number} */ to) => buffer.slice(from, to)};
  const metadata = await parquetMetadataAsync(file);
  checkSize(metadata.row_groups.reduce((sum, group) => sum + Number(group.total_byte_size), 0));
  return parquetReadObjects({file, metadata, compressors: /** @type {any} */ (ways)});
}
