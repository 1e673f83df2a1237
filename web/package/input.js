import {XaiaError} from "./errors.js";

/** @param {any} list @returns {list is ArrayLike<any>} */
export const isList = (list) => Array.isArray(list) || (ArrayBuffer.isView(list) && "length" in list);

const realLength = /** @type {any} */ (Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), "length")).get;

/** How many items a list has, whatever a property of it claims; -1 for what is none. @param {any} list */
export function sizeOf(list) {
  try {
    return Array.isArray(list) ? list.length : realLength.call(list);
  } catch {
    return -1;
  }
}

/** The row, if there is one row, listed or packed; else undefined. @param {any} X @returns {ArrayLike<any> | undefined} */
export function rowOf(X) {
  if (isList(X)) return sizeOf(X) === 1 ? X[0] : undefined;
  return X?.rows === 1 && sizeOf(X.data) === X.columns ? X.data : undefined;
}

/**
 * Rows of an object of columns, such as {age: [30, 41], town: ["Ulm", "Bern"]}, or of a table of Apache Arrow, which is known by
 * its methods. Anything else is returned as it is.
 *
 * @param {any} X
 * @returns {any}
 */
function byRow(X) {
  if (X === null || typeof X !== "object" || isList(X)) return X;
  const arrow = typeof X.getChild === "function" && Array.isArray(X.schema?.fields);
  const names = arrow ? X.schema.fields.map((field) => field.name) : Object.keys(X);
  if (names.length === 0 || !(arrow || names.every((name) => isList(X[name])))) return X;
  const columns = names.map((name) => Array.from(arrow ? X.getChild(name) : X[name], numbered));
  columns.forEach((column, j) => {
    if (column.length === columns[0].length) return;
    throw new XaiaError("invalid-input", `Column ${names[j]} of X has ${column.length} values, column ${names[0]} has ${columns[0].length}.`, "Give every column the same length.", {column: j});
  });
  return columns[0].map((_, i) => Object.fromEntries(names.map((name, j) => [name, columns[j][i]])));
}

/** A number for a BigInt that is one; tables of Arrow have such. @param {any} value */
const numbered = (value) => (typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value);

/** The values of a vector of Arrow; anything else is returned as it is. @param {any} y */
function byValue(y) {
  return y !== null && typeof y === "object" && !isList(y) && typeof y.get === "function" && typeof y.toArray === "function" ? Array.from(y, numbered) : y;
}

/**
 * Rows or outcomes, to be chosen from.
 *
 * @param {any} given
 * @returns {{length: number, at: (i: number) => any, pick: (list: number[]) => any}}
 */
export function rowsOf(given) {
  const rows = byValue(byRow(given));
  if (isList(rows)) {
    const pick = (list) => (Array.isArray(rows) ? list.map((i) => rows[i]) : /** @type {any} */ (rows).constructor.from(list, (i) => rows[i]));
    return {length: rows.length, at: (i) => rows[i], pick};
  }
  const {data, rows: length, columns} = rows ?? {};
  if (!isList(data) || data.length !== length * columns) {
    throw new XaiaError("invalid-input", "X or y is no list of rows.", "Give them as in fit.");
  }
  const at = (i) => Array.prototype.slice.call(data, i * columns, (i + 1) * columns);
  return {length, at, pick: (list) => ({data: Float64Array.from(list.flatMap(at)), rows: list.length, columns})};
}

/**
 * Packs nested rows of numbers into one Float64Array, and row objects into columns of cells, which are copied into the
 * engine at once. Other values are passed unchanged: the engine names the row and
 * column of a value that it can't read, so these messages are in one place.
 *
 * @param {unknown} X
 * @returns {unknown}
 */
export function pack(X) {
  const rows = byRow(X);
  return packObjects(rows) ?? packRows(rows);
}

/** What has numbers alone. @param {unknown} X @returns {unknown} */
export const packNumbers = (X) => packRows(byRow(X));

/** Of fewer row objects, packing takes as long as reading them one by one. */
const fewObjects = 32;

/** The kinds of cells, as wire/value.go numbers them. */
const kinds = {undefined: 0, null: 1, boolean: 2, number: 3, string: 4, date: 9};

/**
 * Row objects as {columns, kinds, cells, texts}, row by row: the engine takes microseconds for each value that it asks
 * JavaScript for. Only rows of the same columns, with values that a table may have; undefined for others.
 *
 * @param {unknown} X
 */
function packObjects(X) {
  if (!Array.isArray(X) || X.length < fewObjects || classOf(X[0]) !== "[object Object]") return undefined;
  try {
    const columns = Object.keys(X[0]);
    if (columns.length === 0 || X.length * columns.length > most || columns.some((name) => loneSurrogate.test(name))) return undefined;
    const cells = new Float64Array(X.length * columns.length), kind = new Uint8Array(cells.length);
    /** @type {Map<string, number>} */
    const texts = new Map();
    let at = 0;
    for (let i = 0; i < X.length; i++) {
      const row = X[i];
      if (classOf(row) !== "[object Object]") return undefined;
      const names = Object.keys(row);
      if (names.length !== columns.length) return undefined;
      for (let j = 0; j < columns.length; j++, at++) {
        if (names[j] !== columns[j]) return undefined;
        const value = row[columns[j]];
        if (typeof value === "string") {
          let code = texts.get(value);
          if (code === undefined) {
            if (loneSurrogate.test(value)) return undefined;
            texts.set(value, (code = texts.size));
          }
          cells[at] = code;
          kind[at] = kinds.string;
        } else if (typeof value === "number" || typeof value === "boolean") {
          cells[at] = Number(value) + 0; // Go reads -0 as 0
          kind[at] = kinds[/** @type {"number" | "boolean"} */ (typeof value)];
        } else if (value === null || value === undefined) {
          kind[at] = value === null ? kinds.null : kinds.undefined;
        } else if (classOf(value) === "[object Date]") {
          cells[at] = Number(value) / 864e5;
          kind[at] = kinds.date;
        } else {
          return undefined;
        }
      }
    }
    packed.add(cells);
    return {columns, kinds: kind, cells, texts: [...texts.keys()]};
  } catch {
    return undefined; // a getter that throws: the engine names its place
  }
}

/** @param {unknown} X */
function packRows(X) {
  if (!Array.isArray(X) || X.length === 0) return X;
  if (typeof X[0] === "number") return packFlat(X);
  if (!isRow(X[0])) return X;
  const rows = X.length;
  const columns = X[0].length;
  if (columns === 0 || rows * columns > most) return X;
  const data = new Float64Array(rows * columns);
  let at = 0;
  for (let i = 0; i < rows; i++) {
    const row = X[i];
    if (!isRow(row) || row.length !== columns) return X;
    for (let j = 0; j < columns; j++) {
      const value = row[j];
      if (typeof value !== "number") return X;
      data[at++] = value;
    }
  }
  packed.add(data);
  return {data, rows, columns};
}

/**
 * Packs targets as pack does. Texts are packed as a list of distinct texts and an index per
 * row, because passing a single text to the engine takes some microseconds.
 *
 * @param {unknown} y
 * @returns {unknown}
 */
export function packTargets(y) {
  y = byValue(y);
  if (!Array.isArray(y) || typeof y[0] !== "string" || y.length > most) return packRows(y);
  const codes = new Int32Array(y.length);
  /** @type {Map<string, number>} */
  const texts = new Map();
  for (let i = 0; i < y.length; i++) {
    const text = y[i];
    if (typeof text !== "string") return y;
    let code = texts.get(text);
    if (code === undefined) {
      if (loneSurrogate.test(text)) return y;
      texts.set(text, (code = texts.size));
    }
    codes[i] = code;
  }
  packed.add(codes);
  return {codes, texts: [...texts.keys()]};
}

/**
 * Packs a layer of a model file if each node represents one sample: the list of these samples.
 *
 * @param {unknown} nodes
 * @returns {unknown}
 */
export function packPlacement(nodes) {
  if (!Array.isArray(nodes) || nodes.length > most) return nodes;
  const samples = new Float64Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (!Array.isArray(node) || node.length !== 1 || typeof node[0] !== "number") return nodes;
    samples[i] = node[0];
  }
  return samples;
}

const loneSurrogate = /\p{Surrogate}/u;

/** A limit above the engine's own. An array can claim any length; beyond this limit it is passed unpacked, and the engine's refusal has the hint. */
const most = 2 ** 27;

/** The buffers that pack has created. Nobody else uses them, so they can be transferred to a worker. */
const packed = new WeakSet();

/**
 * A deep copy of an argument, so that later changes have no effect. Values that can't be
 * copied, such as functions, are kept: the engine refuses or ignores them.
 *
 * @param {any} value
 * @param {number} [depth] the remaining depth; arguments are less deeply nested
 * @returns {any}
 */
export function copied(value, depth = 8) {
  if (value === null || typeof value !== "object" || takePacked(value).length > 0) return value;
  value = unshared(value);
  try {
    return structuredClone(value);
  } catch {
    // It contains a value that isn't plain data, or it is a Proxy.
  }
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.length > most ? value : value.map((v) => copied(v, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, copied(v, depth - 1)]));
}

/**
 * An argument whose arrays are in no memory that other threads can change before the engine reads them.
 *
 * @param {any} value
 * @param {number} [depth]
 * @returns {any}
 */
export function unshared(value, depth = 3) {
  if (ArrayBuffer.isView(value)) return "length" in value && classOf(value.buffer) === "[object SharedArrayBuffer]" ? ownSlice.call(value) : value;
  if (depth === 0 || classOf(value) !== "[object Object]") return value;
  let copy = value;
  for (const [key, given] of Object.entries(value)) {
    const own = unshared(given, depth - 1);
    if (own === given) continue;
    if (copy === value) copy = {...value};
    copy[key] = own;
  }
  return copy;
}

/** A class's name, also of another realm's, as in a test runner's page. @param {unknown} value */
export const classOf = (value) => Object.prototype.toString.call(value);
/** Of typed arrays: Node's Buffer has another. */
const ownSlice = /** @type {any} */ (Object.getPrototypeOf(Uint8Array.prototype)).slice;

/**
 * The buffers of an argument that can be transferred.
 *
 * @param {any} argument
 * @returns {ArrayBuffer[]}
 */
export function takePacked(argument) {
  const data = argument?.data ?? argument?.codes ?? argument?.cells ?? argument;
  return packed.has(data) ? [data.buffer, ...(data === argument.cells ? [argument.kinds.buffer] : [])] : [];
}

/** @param {unknown[]} X */
function packFlat(X) {
  if (X.length > most) return X;
  const data = new Float64Array(X.length);
  for (let i = 0; i < X.length; i++) {
    const value = X[i];
    if (typeof value !== "number") return X;
    data[i] = value;
  }
  packed.add(data);
  return data;
}

/** @param {unknown} row @returns {row is ArrayLike<unknown>} */
function isRow(row) {
  return Array.isArray(row) || ArrayBuffer.isView(row) && "length" in row;
}
