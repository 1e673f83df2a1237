/** Drawings for those who draw with no pointer, and for a start: each a little different every time. */
import {kept} from "./strokes.js";

const arc = (x, y, rx, ry = rx, from = 0, to = 1, points = 28) => Array.from({length: points}, (_, i) => 2 * Math.PI * (from + ((to - from) * i) / (points - 1))).flatMap((t) => [x + rx * Math.cos(t), y + ry * Math.sin(t)]);

/** Of a square of 100. @type {Record<string, {emoji: string, draw: (r: (low: number, high: number) => number) => number[][]}>} */
const things = {
  cat: {emoji: "🐱", draw: (r) => {
    const [w, h, e] = [r(26, 32), r(24, 29), r(10, 17)];
    return [arc(50, 60, w, h, -0.25, 0.76), [50 - w + 3, 48, 50 - w + 4, 60 - h - e + 6, 50 - w / 3, 62 - h], [50 + w / 3, 62 - h, 50 + w - 4, 60 - h - e + 6, 50 + w - 3, 48],
      arc(50 - w / 2.6, 55, 3, 4, 0, 1, 10), arc(50 + w / 2.6, 55, 3, 4, 0, 1, 10), [46, 65, 54, 65, 50, 70, 46, 65], [38, 68, 16, r(62, 67)], [38, 72, 16, r(72, 78)], [62, 68, 84, r(62, 67)], [62, 72, 84, r(72, 78)]];
  }},
  house: {emoji: "🏠", draw: (r) => {
    const [l, t, p] = [r(18, 26), r(44, 52), r(12, 22)];
    return [[l, t, l, 90, 100 - l, 90, 100 - l, t, l, t], [l - 5, t, 50, p, 105 - l, t], [44, 90, 44, r(64, 70), 57, 66, 57, 90], arc(r(33, 36), 65, 4, 4, 0, 1, 5), [72, t - 16, 72, r(18, 26), 79, 22, 79, t - 9]];
  }},
  fish: {emoji: "🐟", draw: (r) => {
    const [w, h] = [r(28, 33), r(17, 23)];
    return [arc(43, 50, w, h, 0.03, 0.97), [43 + w - 2, 47, 93, 50 - h + r(-2, 5), r(84, 89), 50, 93, 50 + h + r(-5, 2), 43 + w - 2, 53], arc(43 - w / 1.8, 45, 2.5, 2.5, 0, 1, 8), arc(r(38, 42), 50, 7, 12, -0.2, 0.2, 10), [38, 50 - h, 47, 50 - h - 9, 56, 52 - h]];
  }},
  tree: {emoji: "🌳", draw: (r) => {
    const h = r(22, 27);
    return [[44, 92, 45, 60], [56, 92, 55, 60], arc(50, 38, h + 4, h, 0.2, 1.3), arc(42, 34, 7, 6, 0.4, 0.9, 8), arc(60, 42, 7, 6, 0.1, 0.6, 8)];
  }},
  sun: {emoji: "☀️", draw: (r) => {
    const [n, s, o] = [9, r(16, 21), r(0, 0.7)];
    return [arc(50, 50, s), ...Array.from({length: n}, (_, i) => [s + 6, r(36, 42)].flatMap((d) => [50 + d * Math.cos(o + (2 * Math.PI * i) / n), 50 + d * Math.sin(o + (2 * Math.PI * i) / n)]))];
  }},
  flower: {emoji: "🌸", draw: (r) => {
    const [n, s] = [5, r(9, 12)];
    return [arc(50, 34, 7), ...Array.from({length: n}, (_, i) => arc(50 + 16 * Math.sin((2 * Math.PI * i) / n), 34 - 16 * Math.cos((2 * Math.PI * i) / n), s, s, 0, 1, 16)), [50, 58, r(47, 53), 94], arc(60, 78, 11, 5, 0.3, 1.2, 14)];
  }},
  owl: {emoji: "🦉", draw: (r) => {
    const [w, h, e] = [r(27, 31), r(25, 29), r(10, 16)];
    return [arc(50, 60, w, h, -0.25, 0.76), [50 - w + 3, 48, 50 - w + 4, 60 - h - e + 6, 50 - w / 3, 62 - h], [50 + w / 3, 62 - h, 50 + w - 4, 60 - h - e + 6, 50 + w - 3, 48], arc(50 - w / 2.4, 55, 8, 8, 0, 1, 14), arc(50 + w / 2.4, 55, 8, 8, 0, 1, 14), [47, 64, 50, 72, 53, 64]];
  }},
  envelope: {emoji: "✉️", draw: (r) => {
    const [l, t] = [r(17, 22), r(42, 48)];
    return [[l, t, l, 90, 100 - l, 90, 100 - l, t, l, t], [l, t, 50, r(14, 20), 100 - l, t], [l, t, 50, r(62, 70), 100 - l, t]];
  }},
};

/** What the page offers; lessons also use the others. */
export const examples = ["cat", "house", "fish", "tree", "sun", "flower"];

/** Names that one may type, and their signs. */
const signs = {...Object.fromEntries(Object.entries(things).map(([name, {emoji}]) => [name, emoji])),
  dog: "🐶", bird: "🐦", boat: "⛵", car: "🚗", heart: "❤️", star: "⭐", moon: "🌙", face: "🙂", smile: "🙂", apple: "🍎", cup: "☕", ghost: "👻", snail: "🐌", rabbit: "🐰", mouse: "🐭", duck: "🦆", owl: "🦉", robot: "🤖", rocket: "🚀", hand: "✋", key: "🔑", cloud: "☁️", umbrella: "☂️", snake: "🐍", spider: "🕷️", mushroom: "🍄", banana: "🍌", pizza: "🍕", cake: "🎂", book: "📕", eye: "👁️", crown: "👑", ball: "⚽", bicycle: "🚲", bike: "🚲", train: "🚂", plane: "✈️", pig: "🐷", horse: "🐴", frog: "🐸", bear: "🐻", fire: "🔥", ice: "🧊", bomb: "💣"};

/** @param {string} name */
export const signOf = (name) => (Object.hasOwn(signs, name.toLowerCase()) ? signs[name.toLowerCase()] : "");

/** Numbers from 0 to 1, the same for the same seed. */
function chance(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** Strokes of a thing, another drawing for each number. @param {string} name @param {number} number */
export function exampleStrokes(name, number) {
  const next = chance(1000 * Object.keys(things).indexOf(name) + number);
  const r = (low, high) => low + (high - low) * next();
  const [scale, turn, x, y] = [r(2, 2.45), r(-0.07, 0.07), r(118, 138), r(118, 138)];
  return things[name].draw(r).map((stroke) => kept(stroke.map((_, i) => {
    const [u, v] = [stroke[i - (i % 2)] - 50, stroke[i - (i % 2) + 1] - 50];
    const wobble = r(-0.8, 0.8);
    return i % 2 ? y + scale * (v + turn * u + wobble) : x + scale * (u - turn * v + wobble);
  })));
}
