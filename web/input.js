/**
 * Packs nested rows of numbers into one Float64Array, which crosses into the
 * engine in a single copy. Anything else is passed on as it is: the engine
 * names the row and column of what it can't read, so that there is one place
 * for those messages.
 *
 * @param {unknown} X
 * @returns {unknown}
 */
export function pack(X) {
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
 * Packs targets as pack does, and texts as each once and which one each row has: a text
 * by itself takes some microseconds to cross.
 *
 * @param {unknown} y
 * @returns {unknown}
 */
export function packTargets(y) {
  if (!Array.isArray(y) || typeof y[0] !== "string" || y.length > most) return pack(y);
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
 * A layer of a model file, where every node stands for one sample: those.
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

/** More than the engine takes: an array can claim any length, and only the engine's refusal says what to do. */
const most = 2 ** 27;

/** What pack has made: nobody else holds it, so a worker can take it over. */
const packed = new WeakSet();

/**
 * A copy of an argument, which later changes don't reach. What can't be copied, such as
 * a function, stays as it is: the engine refuses it, or doesn't read it.
 *
 * @param {any} value
 * @param {number} [depth] how far down it may go on; arguments are less deep
 * @returns {any}
 */
export function copied(value, depth = 8) {
  if (value === null || typeof value !== "object" || takePacked(value).length > 0) return value;
  try {
    return structuredClone(value);
  } catch {
    // Something in it is no plain data, or it is a Proxy.
  }
  if (depth === 0) return value;
  if (Array.isArray(value)) return value.length > most ? value : value.map((v) => copied(v, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([key, v]) => [key, copied(v, depth - 1)]));
}

/**
 * The buffers of an argument that can be handed over.
 *
 * @param {any} argument
 * @returns {ArrayBuffer[]}
 */
export function takePacked(argument) {
  const data = argument?.data ?? argument?.codes ?? argument;
  return packed.has(data) ? [data.buffer] : [];
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
  return Array.isArray(row) || row instanceof Float64Array || row instanceof Float32Array;
}
