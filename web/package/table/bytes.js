/** What a file's bytes are: packed, a sheet, text in some encoding, or nothing that is a table. */
import {XaiaError} from "../errors.js";
import {builtin} from "../platform.js";
import {gathered} from "../stream.js";

/** Larger files are refused, packed or unpacked: their cells would not fit into a page's memory. */
export const limit = 256 * 2 ** 20;
/** Nor more columns, nor rows (each has room of its own), nor cells in all. */
const mostColumns = 10000, mostRows = 10e6, mostCells = 50e6;
const megabytes = (/** @type {number} */ n) => `${Math.round(n / 2 ** 20).toLocaleString("en")} MB`;

/** @param {number} size @param {string} what */
export function checkSize(size, what = "The file has") {
  if (size > limit) throw new XaiaError("too-large", `${what} ${megabytes(size)}; up to ${megabytes(limit)} are read.`, "Take a part of its rows.");
}

/** @param {number} columns @param {number} rows */
export function checkCells(columns, rows = 1, most = mostRows) {
  if (columns > mostColumns) throw new XaiaError("too-large", `The table has ${columns.toLocaleString("en")} columns; up to ${mostColumns.toLocaleString("en")} are read.`, "Take a part of its columns, or give the delimiter if it was found wrongly.");
  if (rows > most) throw new XaiaError("too-large", `The table has ${rows.toLocaleString("en")} rows; up to ${most.toLocaleString("en")} are read.`, "Take a part of its rows.");
  if (columns * rows > mostCells) throw new XaiaError("too-large", `The table has ${rows.toLocaleString("en")} rows of ${columns.toLocaleString("en")} columns; up to ${mostCells.toLocaleString("en")} cells are read.`, "Take a part of its rows.");
}

/** How often any of some characters is in a text. @param {string} text @param {string} characters */
export function timesIn(text, characters) {
  let times = 0;
  for (const c of characters) for (let at = text.indexOf(c); at >= 0; at = text.indexOf(c, at + 1)) times++;
  return times;
}

/** A short text can't have too much of anything. */
const harmless = 1 << 24;
/** @param {string} text before it is split into lines */
export function checkLines(text) {
  if (text.length > harmless) checkCells(1, timesIn(text, "\n"));
}
/** @param {string} text before JSON makes arrays and objects of it */
export function checkJson(text) {
  if (text.length <= harmless) return;
  checkCells(1, timesIn(text, "[{"));
  checkCells(1, timesIn(text, ","), mostCells);
}

/**
 * @param {any} source
 * @param {AbortSignal} [signal]
 * @returns {Promise<string | Uint8Array>}
 */
export async function contents(source, signal) {
  if (typeof source === "string") {
    checkSize(source.length, "The text has");
    return source;
  }
  if (source instanceof ArrayBuffer || Object.prototype.toString.call(source) === "[object ArrayBuffer]") source = new Uint8Array(source);
  if (ArrayBuffer.isView(source)) {
    checkSize(source.byteLength);
    return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  }
  if (source && typeof source === "object" && typeof source.size === "number") {
    checkSize(source.size);
    const bytes = await bytesOf(source);
    signal?.throwIfAborted();
    if (bytes) return new Uint8Array(bytes);
  }
  throw new XaiaError("invalid-input", `A table can't be read from ${source === null ? "null" : typeof source}.`, "Give a File or Blob, its bytes, or its text.");
}

/** @param {any} file of any realm: jsdom's has none of the methods that return promises @returns {Promise<ArrayBuffer> | undefined} */
function bytesOf(file) {
  if (typeof file.arrayBuffer === "function") return file.arrayBuffer();
  if (typeof FileReader !== "function" || typeof file.slice !== "function") return undefined;
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(/** @type {ArrayBuffer} */ (reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(file);
  });
}

export const starts = (/** @type {Uint8Array} */ bytes, /** @type {number[]} */ ...wanted) => wanted.every((b, i) => bytes[i] === b);

/** @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function unpacked(bytes) {
  if (!starts(bytes, 0x1f, 0x8b)) return bytes;
  const Unzip = globalThis.DecompressionStream ?? builtin("node:stream/web")?.DecompressionStream; // which Jest's page hides
  if (!Unzip) throw new XaiaError("unsupported", "This browser can't unpack .gz.", "Unpack the file first.");
  const {readable: stream, writable} = new Unzip("gzip");
  feed(writable.getWriter(), bytes).catch(() => {}); // the reader says it
  try {
    return await gathered(stream, (size) => checkSize(size, "Unpacked, the file has more than"));
  } catch (error) {
    if (error instanceof XaiaError) throw error;
    throw new XaiaError("invalid-input", "The .gz can't be unpacked: it is damaged or cut off.", "Load it again.", {cause: error});
  }
}

/** Some bytes at a time, so that what they become is counted in between; a Blob's stream would do, but jsdom's has none. @param {WritableStreamDefaultWriter} writer @param {Uint8Array} bytes */
async function feed(writer, bytes) {
  const step = 1 << 16;
  for (let at = 0; at < bytes.length; at += step) await writer.write(bytes.subarray(at, at + step));
  await writer.close();
}

/** @param {Uint8Array} bytes @returns {"xlsx" | "parquet" | "text"} */
export function kindOf(bytes) {
  if (starts(bytes, 0x50, 0x4b, 3, 4)) return "xlsx";
  if (starts(bytes, 0x50, 0x41, 0x52, 0x31)) return "parquet";
  /** @type {[number[], string, string][]} */
  const refused = [
    [[0xd0, 0xcf, 0x11, 0xe0], "an old Excel file (.xls)", "Save it as .xlsx or CSV."],
    [[0x25, 0x50, 0x44, 0x46], "a PDF", "Export the table as CSV."],
    [[0x89, 0x50, 0x4e, 0x47], "a picture", "Give a table as CSV, JSON, .xlsx or .parquet."],
    [[0xff, 0xd8, 0xff], "a picture", "Give a table as CSV, JSON, .xlsx or .parquet."],
    [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], "an SQLite database", "Export one of its tables as CSV."],
    [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], "an Arrow file", "Save it as .parquet or CSV."],
    [[0x28, 0xb5, 0x2f, 0xfd], "packed with zstd", "Unpack it first."],
    [[0x42, 0x5a, 0x68], "packed with bzip2", "Unpack it first."],
    [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "packed with xz", "Unpack it first."],
  ];
  for (const [magic, what, hint] of refused) if (starts(bytes, ...magic)) throw new XaiaError("unsupported", `The file is ${what}.`, hint);
  return "text";
}
