/**
 * The parts of a zip file, each unpacked when it is asked for. How large a part becomes is counted while it is unpacked:
 * what the file says of itself may be wrong.
 */
import {Inflate} from "fflate";
import {unpackedBy} from "./unpack.js";

/** A workbook has some parts for each sheet. */
const mostParts = 100_000;

/**
 * @param {Uint8Array} bytes
 * @param {(size: number) => void} checkSize refuses what would become too large, all parts that were asked for together
 */
export function unzipped(bytes, checkSize) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const u16 = (/** @type {number} */ at) => view.getUint16(at, true), u32 = (/** @type {number} */ at) => view.getUint32(at, true);
  const u64 = (/** @type {number} */ at) => Number(view.getBigUint64(at, true));
  let end = bytes.length - 22;
  while (end >= 0 && u32(end) !== 0x06054b50) if (--end < bytes.length - 65557) end = -1;
  if (end < 0) throw new Error("it is cut off");
  let count = u16(end + 10), at = u32(end + 16);
  if (end >= 20 && u32(end - 20) === 0x07064b50) { // zip64
    const far = u64(end - 12);
    [count, at] = [u64(far + 32), u64(far + 48)];
  }
  if (count > mostParts) throw new Error(`it has ${count.toLocaleString("en")} parts; up to ${mostParts.toLocaleString("en")} are read`);
  /** @type {Map<string, {name: string, flags: number, method: number, crc: number, packed: number, from: number}>} */
  const parts = new Map();
  for (let i = 0; i < count; i++) {
    if (u32(at) !== 0x02014b50) throw new Error("its list of parts is damaged");
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + u16(at + 28))).replaceAll("\\", "/").replace(/^\/+/, "");
    let packed = u32(at + 20), from = u32(at + 42), extra = at + 46 + u16(at + 28);
    const next = extra + u16(at + 30) + u16(at + 32);
    for (; extra + 4 <= next - u16(at + 32); extra += 4 + u16(extra + 2)) {
      if (u16(extra) !== 1) continue;
      let wide = extra + 4 + (u32(at + 24) === 0xffffffff ? 8 : 0);
      if (packed === 0xffffffff) [packed, wide] = [u64(wide), wide + 8];
      if (from === 0xffffffff) from = u64(wide);
    }
    parts.set(name.toLowerCase(), {name, flags: u16(at + 8), method: u16(at + 10), crc: u32(at + 16), packed, from});
    at = next;
  }
  let size = 0;
  return {
    names: [...parts.values()].map(({name}) => name),
    has: (/** @type {string} */ name) => parts.has(name.toLowerCase()),
    /** @param {string} name without regard to upper and lower case */
    part(name) {
      const found = parts.get(name.toLowerCase());
      if (!found) throw new Error(`it lacks ${name}`);
      const {flags, method, packed, from} = found;
      if (flags & 1) throw new Error("it is protected by a password");
      if (u32(from) !== 0x04034b50) throw new Error(`${name} is damaged`);
      const start = from + 30 + u16(from + 26) + u16(from + 28);
      if (start + packed > bytes.length) throw new Error(`${name} is cut off`);
      const data = bytes.subarray(start, start + packed);
      if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way that isn't read`);
      if (method === 0) checkSize(size += packed);
      const whole = method === 0 ? data : unpackedBy(Inflate, data, (n) => checkSize(size += n));
      if (crc32(whole) !== found.crc) throw new Error(`${name} is damaged`);
      return whole;
    },
  };
}

const table = Int32Array.from({length: 256}, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n;
});
/** @param {Uint8Array} bytes */
function crc32(bytes) {
  let crc = -1;
  for (let i = 0; i < bytes.length; i++) crc = table[(crc ^ bytes[i]) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}
