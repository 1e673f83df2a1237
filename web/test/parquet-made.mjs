/** Parquet files of one column, made byte by byte, so that what they say of themselves can be wrong. */

/** @param {number} n from 0 to 2^53 */
export const varint = (n) => (n < 128 ? [n] : [(n % 128) + 128, ...varint(Math.floor(n / 128))]);
const int32 = (n) => [n & 255, (n >> 8) & 255, (n >> 16) & 255, (n >>> 24) & 255];
const number = (n) => varint(n < 0 ? -2 * n - 1 : 2 * n);
const kinds = {i32: [5, number], i64: [6, number], text: [8, (s) => [...varint(s.length), ...Buffer.from(s)]], struct: [12, (fields) => thrift(...fields)]};

/** A struct of thrift's compact protocol: its fields by number, kind and value, or a list of values. */
function thrift(...fields) {
  let last = 0;
  const bytes = fields.flatMap(([id, kind, value]) => {
    const [type, write] = kinds[kind];
    const list = kind === "struct" ? Array.isArray(value[0]?.[0]) : Array.isArray(value);
    const [as, body] = list ? [9, [(value.length << 4) + type, ...value.flatMap(write)]] : [type, write(value)];
    const head = id - last < 16 ? [((id - last) << 4) + as] : [as, ...number(id)];
    last = id;
    return [...head, ...body];
  });
  return [...bytes, 0];
}

export const types = {INT32: 1, INT64: 2, BYTE_ARRAY: 6};
export const encodings = {PLAIN: 0, DELTA_BINARY_PACKED: 5, DELTA_BYTE_ARRAY: 7, RLE_DICTIONARY: 8};

/** Levels or indices with their length before them, as a page has them. @param {number[]} bytes */
export const levels = (bytes) => [...int32(bytes.length), ...bytes];
/** A run of one value. @param {number} times */
export const run = (times, value) => [...varint(2 * times), value];
export {int32};

/**
 * @param {{type: number, rows: number, encoding: number, page: number[], optional?: boolean, codec?: number, unpacked?: number, dictionary?: number[], entries?: number, logical?: any[], path?: string, inGroup?: number, inAll?: number}} column path, inGroup, inAll: what its lists say
 */
export function parquet({type, rows, encoding, page, optional = false, codec = 0, unpacked = page.length, dictionary, entries = 0, logical, path = "a", inGroup = rows, inAll = rows}) {
  const pages = [];
  if (dictionary) pages.push(...thrift([1, "i32", 2], [2, "i32", dictionary.length], [3, "i32", dictionary.length], [7, "struct", [[1, "i32", entries], [2, "i32", 0]]]), ...dictionary);
  const start = 4 + pages.length;
  pages.push(...thrift([1, "i32", 0], [2, "i32", unpacked], [3, "i32", page.length], [5, "struct", [[1, "i32", rows], [2, "i32", encoding], [3, "i32", 3], [4, "i32", 3]]]), ...page);
  const meta = [[1, "i32", type], [2, "i32", [0]], [3, "text", [path]], [4, "i32", codec], [5, "i64", rows], [6, "i64", pages.length], [7, "i64", pages.length], [9, "i64", start], ...(dictionary ? [[11, "i64", 4]] : [])];
  const footer = thrift([1, "i32", 1], [2, "struct", [[[4, "text", "root"], [5, "i32", 1]], [[1, "i32", type], [3, "i32", Number(optional)], [4, "text", "a"], ...(logical ?? [])]]], [3, "i64", inAll],
    [4, "struct", [[[1, "struct", [[[2, "i64", 4], [3, "struct", meta]]]], [2, "i64", pages.length], [3, "i64", inGroup]]]]);
  return Uint8Array.from([...Buffer.from("PAR1"), ...pages, ...footer, ...int32(footer.length), ...Buffer.from("PAR1")]);
}
