/** Parquet. A file of its own, which is loaded with the first such table. */
import {Gunzip} from "fflate";
import {parquetMetadataAsync, parquetReadObjects} from "hyparquet";
import {unpackedBy} from "./unpack.js";

const ways = {GZIP: (/** @type {Uint8Array} */ input, /** @type {number} */ size) => {
  let left = size;
  return unpackedBy(Gunzip, input, (n) => { if ((left -= n) < 0) throw new Error("a page is larger than it says"); });
}};

/** A few bytes can say that a value comes a million times; every row becomes an object. */
const mostRows = 5e6;

/**
 * @param {Uint8Array} bytes
 * @param {(size: number) => void} checkSize refuses what would become too large
 * @param {(columns: number, rows: number, mostRows: number) => void} checkCells
 * @param {(done: number, total: number) => void} [tick] called for each page
 * @returns {Promise<Record<string, any>[]>}
 */
export async function read(bytes, checkSize, checkCells, tick) {
  const buffer = bytes.slice().buffer;
  const file = {byteLength: bytes.length, slice: (/** @type {number} */ from, /** @type {number} */ to) => buffer.slice(from, to)};
  const metadata = await parquetMetadataAsync(file, {geoparquet: false});
  checkCells(metadata.schema.length, Number(metadata.num_rows), mostRows);
  const variant = metadata.schema.find((s) => s.logical_type?.type === "VARIANT"); // a few bytes of it can hold as much as they like
  if (variant) throw new Error(`its column “${variant.name}” is of the type variant`);
  const columnsOf = columnsIn(metadata.schema);
  let size = 0, rows = 0n;
  for (const {columns, num_rows} of metadata.row_groups) {
    if (!(num_rows >= 0n)) throw damaged("row groups");
    rows += num_rows;
    const left = new Map(columnsOf);
    for (const {meta_data, file_path} of columns) {
      if (!meta_data || file_path) throw new Error("it has columns in other files, or with a password");
      const {type, path_in_schema, num_values, dictionary_page_offset, data_page_offset, total_compressed_size} = meta_data;
      // The reader looks for a column's path while others are being read already, whose errors nobody would catch then.
      const column = left.get(JSON.stringify(path_in_schema));
      if (!column || column.type !== type || !left.delete(JSON.stringify(path_in_schema))) throw damaged("columns");
      if (column.flat ? num_values !== num_rows : num_values < num_rows) throw new Error("a column has other values than its rows");
      if (num_values > 100n * (num_rows + 10n) && num_values > 1000000n) throw new Error("a column has more values than its rows can hold");
      const start = Number(dictionary_page_offset || data_page_offset), length = Number(total_compressed_size);
      if (!(start >= 4 && length >= 0 && start + length <= bytes.length)) throw damaged("columns");
      size += checkPages(bytes.subarray(start, start + length), Number(num_values));
      checkSize(size);
    }
    if (left.size) throw damaged("columns");
  }
  if (rows !== metadata.num_rows) throw damaged("row groups");
  let read = 0;
  const all = Number(rows) * columnsOf.size || 1;
  const onPage = ({columnData}) => tick?.(Math.min(all, (read += columnData.length)), all);
  return parquetReadObjects({file, metadata, compressors: /** @type {any} */ (ways), onPage});
}

const damaged = (/** @type {string} */ what) => new Error(`its list of ${what} is damaged`);

/** The columns of a schema by their paths. Its elements say how many of those that follow are theirs. @param {any[]} schema */
function columnsIn(schema) {
  /** @type {Map<string, {type: string, flat: boolean}>} */
  const found = new Map();
  let at = 0;
  const take = (/** @type {string[]} */ path) => {
    const {type, num_children = 0, repetition_type} = schema[at++] ?? {};
    if (!(num_children >= 0) || num_children > schema.length - at || path.length > 20 || (path.length && !num_children && !type)) throw damaged("columns");
    if (!num_children && path.length) {
      if (found.has(JSON.stringify(path))) throw new Error(`it has two columns “${path.join(".")}”`);
      found.set(JSON.stringify(path), {type, flat: path.length === 1 && repetition_type !== "REPEATED"});
    }
    for (let i = 0; i < num_children; i++) take([...path, schema[at]?.name]);
  };
  take([]);
  if (at !== schema.length) throw damaged("columns");
  return found;
}

/**
 * Looks at the headers of a column's pages before they are read: the reader trusts their sizes, and with damaged ones it
 * may turn in a circle. Returns how large the pages are, unpacked.
 *
 * @param {Uint8Array} bytes @param {number} values how many values the column has
 */
function checkPages(bytes, values) {
  const header = {bytes, at: 0};
  let size = 0, found = 0;
  while (header.at < bytes.length && found < values) {
    const {1: type, 2: unpacked, 3: packed, 5: data, 7: dictionary, 8: second} = struct(header);
    const page = {0: data, 2: dictionary, 3: second}[type];
    const count = page?.[1];
    if (!(packed >= 0 && unpacked >= 0 && count >= 0) || header.at + packed > bytes.length) throw new Error("the header of a page is damaged");
    if (type === 2 ? count > 8 * unpacked + 8 : (found += count) > values) throw new Error("a page has too many values");
    if (type === 3 && !(page[5] >= 0 && page[6] >= 0 && page[5] + page[6] <= packed && page[2] <= count && page[3] <= count)) throw new Error("the header of a page is damaged");
    size += unpacked;
    header.at += packed;
  }
  if (found < values) throw new Error("a column ends too early");
  return size;
}

/**
 * A struct of thrift's compact protocol: its numbers and structs by their fields; what else it holds is passed over.
 *
 * @param {{bytes: Uint8Array, at: number}} from @param {number} [depth]
 * @returns {any}
 */
function struct(from, depth = 0) {
  const fields = {};
  const byte = () => {
    if (from.at >= from.bytes.length || depth > 8) throw new Error("the header of a page is damaged");
    return from.bytes[from.at++];
  };
  const varint = () => {
    let value = 0;
    for (let scale = 1, b = 0x80; b & 0x80; scale *= 128) value += ((b = byte()) & 0x7f) * scale;
    return value;
  };
  const zigzag = () => {
    const v = varint();
    return v % 2 ? -(v + 1) / 2 : v / 2;
  };
  const element = (/** @type {number} */ type) => {
    if (type <= 2) return type === 1;
    if (type === 3) return byte();
    if (type <= 6) return zigzag();
    if (type === 7) return void (from.at += 8);
    if (type === 8) {
      const length = varint(); // which moves from.at, too
      return void (from.at += length);
    }
    if (type === 12) return struct(from, depth + 1);
    if (type !== 9) throw new Error("the header of a page is damaged");
    const head = byte();
    const count = head >> 4 === 15 ? varint() : head >> 4;
    for (let i = 0; i < count; i++) head % 16 <= 2 ? byte() : element(head % 16);
  };
  for (let at = 0, head = byte(); head % 16; head = byte()) {
    at = head >> 4 ? at + (head >> 4) : zigzag();
    fields[at] = element(head % 16);
  }
  return fields;
}
