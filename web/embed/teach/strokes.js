/**
 * Strokes as they are kept: whole numbers from 0 to 255, no more points than the form needs, and as bytes for links. What
 * is taught is what is kept, so a network that is made from a link has the same bits.
 */
import {gathered} from "../../package/stream.js";

/** The most of each. What comes from outside may have no more. */
export const limits = {classes: 24, name: 40, emoji: 16, drawings: 1000, strokes: 100, points: 400, bytes: 2000000};

/** The square's side, in units of kept strokes. */
export const size = 255;

/** How far a kept line may be from the drawn one, in units. */
const near = 1.3;

/**
 * A stroke as it is kept.
 *
 * @param {ArrayLike<number>} stroke x and y by turns, in units of the square
 * @returns {number[]}
 */
export function kept(stroke) {
  const points = [];
  for (let i = 0; i + 1 < stroke.length; i += 2) points.push([inside(stroke[i]), inside(stroke[i + 1])]);
  let least = near, chosen = points;
  do {
    chosen = simpler(points, least);
    least *= 1.5;
  } while (chosen.length > limits.points);
  const out = [];
  for (const [x, y] of chosen) {
    const [u, v] = [Math.round(x), Math.round(y)];
    if (out.length < 2 || out.at(-2) !== u || out.at(-1) !== v) out.push(u, v);
  }
  return out;
}

const inside = (v) => Math.min(size, Math.max(0, v));

/** Ramer, Douglas and Peucker: the ends stay, and whatever is farther from the line between them. */
function simpler(points, least) {
  const keep = new Set([0, points.length - 1]);
  const open = [[0, points.length - 1]];
  while (open.length) {
    const [from, to] = open.pop();
    const [a, b] = [points[from], points[to]];
    const dx = b[0] - a[0], dy = b[1] - a[1], long = dx * dx + dy * dy;
    let far = least, at = -1;
    for (let i = from + 1; i < to; i++) {
      const [x, y] = [points[i][0] - a[0], points[i][1] - a[1]];
      const t = long > 0 ? Math.min(1, Math.max(0, (x * dx + y * dy) / long)) : 0;
      const distance = Math.hypot(x - t * dx, y - t * dy);
      if (distance > far) [far, at] = [distance, i];
    }
    if (at < 0) continue;
    keep.add(at);
    open.push([from, at], [at, to]);
  }
  return [...keep].sort((a, b) => a - b).map((i) => points[i]);
}

/** Whether something is a list of kept strokes. @param {unknown} strokes @returns {strokes is number[][]} */
export function areKept(strokes) {
  return Array.isArray(strokes) && strokes.length > 0 && strokes.length <= limits.strokes && strokes.every((stroke) => Array.isArray(stroke) && stroke.length >= 2 && stroke.length % 2 === 0
    && stroke.length <= 2 * limits.points && stroke.every((v) => Number.isInteger(v) && v >= 0 && v <= size));
}

/**
 * @typedef {{name: string, emoji: string}} Class
 * @typedef {{label: string, by?: string, strokes?: number[][], photo?: number[]}} Drawing strokes, or 28 x 28 pixels from 0 to 255; by: who drew it, if that was said
 * @typedef {{classes: Class[], drawings: Drawing[]}} Set
 */

/** Of links and files: the second has who drew what. Without a name, it is the first, so old links stay as they are. */
const versions = [1, 2];
const versionOf = (drawings) => (drawings.some(({by}) => by) ? 2 : 1);

/** A drawing with what is kept of it, and no more. @param {Drawing} drawing @returns {Drawing} */
export const bare = ({label, by, strokes, photo}) => ({label, ...(by && {by}), ...(photo ? {photo} : {strokes})});

/**
 * Classes and their drawings as bytes, without photographs. A number is in groups of seven bits, the low ones first.
 * Version 2 has a list of names after the classes, and after the class of a drawing the place of its name there, from 1, or 0.
 *
 * @param {Set} set
 * @returns {Uint8Array}
 */
export function bytesOf({classes, drawings}) {
  const drawn = drawings.filter(({strokes}) => strokes);
  const version = versionOf(drawn), names = [...new Set(drawn.flatMap(({by}) => by || []))];
  const out = [version];
  const number = (n) => {
    for (; n > 127; n >>>= 7) out.push((n & 127) | 128);
    out.push(n);
  };
  const text = (t) => {
    const bytes = new TextEncoder().encode(t);
    number(bytes.length);
    out.push(...bytes);
  };
  number(classes.length);
  for (const {name, emoji} of classes) {
    text(name);
    text(emoji);
  }
  if (version > 1) {
    number(names.length);
    names.forEach(text);
  }
  number(drawn.length);
  for (const {label, by, strokes} of drawn) {
    number(classes.findIndex(({name}) => name === label));
    if (version > 1) number(names.indexOf(by) + 1);
    number(strokes.length);
    for (const stroke of strokes) {
      number(stroke.length / 2);
      for (let i = 0; i < stroke.length; i++) {
        const step = stroke[i] - (i < 2 ? 128 : stroke[i - 2]);
        number(step < 0 ? -2 * step - 1 : 2 * step);
      }
    }
  }
  return Uint8Array.from(out);
}

/**
 * Reads what bytesOf has written; everything is checked.
 *
 * @param {Uint8Array} bytes
 * @returns {Set}
 */
export function setOfBytes(bytes) {
  let at = 0;
  const byte = () => {
    if (at >= bytes.length) throw damaged();
    return bytes[at++];
  };
  const number = (most) => {
    let n = 0;
    for (let shift = 0; ; shift += 7) {
      const b = byte();
      n += (b & 127) * 2 ** shift;
      if (n > most || shift > 21) throw damaged();
      if (b < 128) return n;
    }
  };
  const text = () => {
    const length = number(4 * limits.name);
    if (at + length > bytes.length) throw damaged();
    at += length;
    try {
      return new TextDecoder("utf-8", {fatal: true}).decode(bytes.subarray(at - length, at));
    } catch {
      throw damaged();
    }
  };
  const version = byte();
  if (!versions.includes(version)) throw damaged();
  const classes = Array.from({length: number(limits.classes)}, () => ({name: text(), emoji: text()}));
  const names = version > 1 ? Array.from({length: number(limits.drawings)}, text) : [];
  const drawings = Array.from({length: number(limits.drawings)}, () => {
    const c = number(classes.length - 1), by = version > 1 ? number(names.length) : 0;
    const strokes = Array.from({length: number(limits.strokes)}, () => {
      const stroke = [];
      const length = 2 * number(limits.points);
      for (let i = 0; i < length; i++) {
        const n = number(2 * 256);
        stroke.push((i < 2 ? 128 : stroke[i - 2]) + (n % 2 ? -(n + 1) / 2 : n / 2));
      }
      return stroke;
    });
    return {label: classes[c]?.name, ...(by && {by: names[by - 1]}), strokes};
  });
  if (at !== bytes.length) throw damaged();
  return checkedSet({classes, drawings});
}

const tooMuch = () => new Error("These are too many drawings for a link. Save them as a file.");
export const damaged = () => new Error("The link is damaged, or of a newer version. Ask for it again, as a file.");

/** What some programs show nothing of. A name of these alone is none. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800\s]/gu;

/** A name or sign as it is kept: without what is not seen, and no longer than it may be. @param {unknown} text @param {number} most */
export function tidy(text, most) {
  const name = Array.from(String(text).normalize("NFC").replace(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u202a-\u202e\u2066-\u2069]/gu, " ").replace(/\s+/g, " ").trim()).slice(0, most).join("").trim();
  return name.replace(unseen, "") && name;
}

/**
 * A set from outside, or an error that says what is wrong with it.
 *
 * @param {any} set
 * @returns {Set}
 */
export function checkedSet(set) {
  const wrong = (what) => new Error(`These are no drawings of this page: ${what}.`);
  const {classes, drawings} = set ?? {};
  if (!Array.isArray(classes) || !classes.length || classes.length > limits.classes) throw wrong(`there must be 1 to ${limits.classes} classes`);
  if (!Array.isArray(drawings) || drawings.length > limits.drawings) throw wrong(`there may be ${limits.drawings} drawings`);
  const names = new Set();
  for (const [i, c] of classes.entries()) {
    if (typeof c?.name !== "string" || typeof c.emoji !== "string" || c.name === "" || c.name !== tidy(c.name, limits.name) || c.emoji !== tidy(c.emoji, limits.emoji)) throw wrong(`class ${i + 1} has no usable name`);
    if (names.has(c.name)) throw wrong(`two classes are called ${c.name}`);
    names.add(c.name);
  }
  for (const [i, d] of drawings.entries()) {
    if (!names.has(d?.label)) throw wrong(`drawing ${i + 1} is of no class`);
    if (d.by !== undefined && (typeof d.by !== "string" || d.by === "" || d.by !== tidy(d.by, limits.name))) throw wrong(`who drew drawing ${i + 1} has no usable name`);
    const photo = Array.isArray(d.photo) && d.photo.length === 784 && d.photo.every((v) => Number.isInteger(v) && v >= 0 && v <= 255);
    if (d.photo !== undefined ? !photo || d.strokes !== undefined : !areKept(d.strokes)) throw wrong(`drawing ${i + 1} has strokes that can't be read`);
  }
  return {
    classes: classes.map(({name, emoji}) => ({name, emoji})),
    drawings: drawings.map((d) => structuredClone(bare(d))),
  };
}

const packed = (bytes, way) => gathered(new Blob([bytes]).stream().pipeThrough(way), (length) => {
  if (length > limits.bytes) throw tooMuch();
});

/** A set as the text of a link, without #. @param {Set} set */
export async function linkText(set) {
  const plain = bytesOf(set);
  if (plain.length > limits.bytes) throw tooMuch();
  const bytes = await packed(plain, new CompressionStream("deflate"));
  let text = "";
  for (const b of bytes) text += String.fromCharCode(b);
  return `d=${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** @param {string} text a location's hash, with or without # @returns {Promise<Set | null>} null where it has no drawings */
export async function setOfLink(text) {
  const found = /^#?d=([^&]*)(&.*)?$/.exec(text); // after & comes a challenge: see challenge.js
  if (!found) return null;
  if (found[1].length > limits.bytes || !/^[\w-]+$/.test(found[1])) throw damaged();
  let bytes;
  try {
    bytes = await packed(Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)), new DecompressionStream("deflate"));
  } catch (error) {
    throw error.message === tooMuch().message ? error : damaged();
  }
  return setOfBytes(bytes);
}

const kind = "xaia-drawings";

/** A set as the text of a file. @param {Set} set */
export const fileText = ({classes, drawings}) => JSON.stringify({kind, version: versionOf(drawings), classes, drawings: drawings.map(bare)});

/** @param {string} text @returns {Set} */
export function setOfFile(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error("This file isn't one that this page saved.");
  }
  if (file?.kind !== kind || !versions.includes(file.version)) throw new Error("This file isn't one that this page saved, or is of a newer version.");
  return checkedSet(file);
}

const sameDrawing = (a, b) => a.label === b.label && JSON.stringify(a.strokes ?? a.photo) === JSON.stringify(b.strokes ?? b.photo);

/**
 * What another set has beyond this one: classes by name, and drawings that this one doesn't have, whoever drew them.
 *
 * @param {Set} set
 * @param {Set} other
 * @returns {Set}
 */
export function beyond(set, other) {
  const known = new Set(set.drawings.map((d) => JSON.stringify([d.label, d.strokes ?? d.photo])));
  return {
    classes: other.classes.filter(({name}) => !set.classes.some((c) => c.name === name)),
    drawings: other.drawings.filter((d, i) => !known.has(JSON.stringify([d.label, d.strokes ?? d.photo])) && other.drawings.findIndex((e) => sameDrawing(d, e)) === i),
  };
}
