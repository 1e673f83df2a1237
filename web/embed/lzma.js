/**
 * Unpacks LZMA (the .lzma format). It makes the engine a quarter smaller than gzip, the
 * best format that all browsers unpack natively, so that one file can contain it.
 * The names are those of the LZMA specification.
 */

/** A decoder of fixed-size binary trees of probabilities works on slices of one table. */
const half = 1024;

/** The number of bytes to decode before yielding to the event loop, which takes some milliseconds. */
const turn = 1 << 17;

/**
 * @param {Uint8Array} packed
 * @param {() => Promise<void>} [rest] called between turns
 * @returns {Promise<Uint8Array>}
 */
export async function unpack(packed, rest = () => new Promise((resolve) => setTimeout(resolve))) {
  const decoder = decode(packed);
  while (decoder.step(turn)) await rest();
  return decoder.out;
}

/** @param {Uint8Array} packed */
function decode(packed) {
  const properties = packed[0];
  const lc = properties % 9;
  const lp = Math.floor(properties / 9) % 5;
  const pb = Math.floor(properties / 45);
  const view = new DataView(packed.buffer, packed.byteOffset);
  const size = view.getUint32(5, true);
  if (properties >= 225 || view.getUint32(9, true) !== 0) throw new RangeError("The engine is packed in a format that this decoder doesn't know.");
  const out = new Uint8Array(size);
  const table = (length) => new Uint16Array(length).fill(half);
  const lengths = () => ({choice: table(2), low: table(16 << 3), mid: table(16 << 3), high: table(256)});
  const literals = table(0x300 << (lc + lp));
  const [isMatch, isRep0Long] = [table(12 << 4), table(12 << 4)];
  const [isRep, isRepG0, isRepG1, isRepG2] = [table(12), table(12), table(12), table(12)];
  const slots = table(4 << 6);
  const special = table(128);
  const align = table(16);
  const matchLength = lengths();
  const repLength = lengths();

  let at = 13;
  let range = -1;
  let code = 0;
  for (let i = 0; i < 5; i++) code = (code << 8) | packed[at++];
  let [state, rep0, rep1, rep2, rep3, position] = [0, 0, 0, 0, 0, 0];

  /** @param {Uint16Array} p @param {number} i */
  function bit(p, i) {
    const probability = p[i];
    const bound = Math.imul(range >>> 11, probability);
    let found = 0;
    if (code >>> 0 < bound >>> 0) {
      range = bound;
      p[i] = probability + ((2048 - probability) >> 5);
    } else {
      range -= bound;
      code -= bound;
      p[i] = probability - (probability >> 5);
      found = 1;
    }
    if (range >>> 0 < 0x1000000) {
      range <<= 8;
      code = (code << 8) | packed[at++];
    }
    return found;
  }

  function tree(p, offset, bits) {
    let m = 1;
    for (let i = 0; i < bits; i++) m = (m << 1) | bit(p, offset + m);
    return m - (1 << bits);
  }

  function backwards(p, offset, bits) {
    let [m, value] = [1, 0];
    for (let i = 0; i < bits; i++) {
      const b = bit(p, offset + m);
      m = (m << 1) | b;
      value |= b << i;
    }
    return value;
  }

  function direct(bits) {
    let value = 0;
    while (bits-- > 0) {
      range >>>= 1;
      const b = code >>> 0 >= range >>> 0 ? 1 : 0;
      if (b) code -= range;
      value = (value << 1) | b;
      if (range >>> 0 < 0x1000000) {
        range <<= 8;
        code = (code << 8) | packed[at++];
      }
    }
    return value;
  }

  function lengthOf(l, posState) {
    if (!bit(l.choice, 0)) return tree(l.low, posState << 3, 3);
    if (!bit(l.choice, 1)) return 8 + tree(l.mid, posState << 3, 3);
    return 16 + tree(l.high, 0, 8);
  }

  function distanceOf(length) {
    const slot = tree(slots, Math.min(length, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + backwards(special, base - slot, bits);
    return base + (direct(bits - 4) << 4) + backwards(align, 0, 4);
  }

  function literal() {
    const before = position > 0 ? out[position - 1] : 0;
    const offset = 0x300 * (((position & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let m = 1;
    if (state >= 7) {
      let match = out[position - rep0 - 1];
      do {
        const matchBit = (match >> 7) & 1;
        match <<= 1;
        const b = bit(literals, offset + ((1 + matchBit) << 8) + m);
        m = (m << 1) | b;
        if (matchBit !== b) break;
      } while (m < 0x100);
    }
    while (m < 0x100) m = (m << 1) | bit(literals, offset + m);
    out[position++] = m;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  function step(most) {
    const end = Math.min(size, position + most);
    while (position < end) {
      const posState = position & ((1 << pb) - 1);
      if (!bit(isMatch, (state << 4) + posState)) {
        literal();
        continue;
      }
      let length;
      if (bit(isRep, state)) {
        if (!bit(isRepG0, state)) {
          if (!bit(isRep0Long, (state << 4) + posState)) {
            state = state < 7 ? 9 : 11;
            out[position] = out[position - rep0 - 1];
            position++;
            continue;
          }
        } else {
          let distance = rep1;
          if (bit(isRepG1, state)) {
            distance = rep2;
            if (bit(isRepG2, state)) {
              distance = rep3;
              rep3 = rep2;
            }
            rep2 = rep1;
          }
          rep1 = rep0;
          rep0 = distance;
        }
        length = lengthOf(repLength, posState);
        state = state < 7 ? 8 : 11;
      } else {
        [rep3, rep2, rep1] = [rep2, rep1, rep0];
        length = lengthOf(matchLength, posState);
        state = state < 7 ? 7 : 10;
        rep0 = distanceOf(length);
      }
      if (rep0 >= position) throw new RangeError("The packed engine is damaged.");
      for (let i = length + 2; i > 0 && position < size; i--, position++) out[position] = out[position - rep0 - 1];
    }
    if (at > packed.length + 5) throw new RangeError("The packed engine is truncated.");
    return position < size;
  }

  return {out, step};
}
