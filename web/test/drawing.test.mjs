// xaia/drawing: what changes a drawing's numbers, what doesn't, and what is refused.
import assert from "node:assert/strict";
import {test} from "node:test";
import {random} from "./data.mjs";
import {dist} from "./helpers.mjs";

const {cells, directions, drawingOptions, drawnAlike, encodeDrawing, encodeInk, encodePhoto, features, histogram, inkAlike, limits, photoAlike, side} = await import(new URL("drawing.mjs", dist));

const circle = (x, y, r, from = 0, to = 2 * Math.PI) => Array.from({length: 40}, (_, i) => from + ((to - from) * i) / 39).flatMap((t) => [x + r * Math.cos(t), y + r * Math.sin(t)]);
const things = {
  house: [[20, 90, 20, 45, 80, 45, 80, 90, 20, 90], [15, 48, 50, 15, 85, 48], [42, 90, 42, 65, 58, 65, 58, 90]],
  cat: [circle(50, 60, 30), [26, 42, 22, 12, 42, 31], [74, 42, 78, 12, 58, 31], [40, 55], [60, 55]],
  fish: [circle(40, 50, 28, 0.4, 5.9), [65, 60, 92, 35], [65, 40, 92, 66], [28, 42]],
  seven: [[25, 20, 75, 20, 45, 90]],
  line: [[50, 10, 50, 90]],
  dot: [[50, 50]],
};
const changed = (strokes, f) => strokes.map((stroke) => Array.from({length: stroke.length / 2}, (_, i) => f(stroke[2 * i], stroke[2 * i + 1])).flat());
const distance = (a, b) => Math.sqrt(a.reduce((sum, v, i) => sum + (v - b[i]) ** 2, 0));
const apart = (a, b) => distance(encodeDrawing(a), encodeDrawing(b));

/** A picture of strokes with a pen of some radius, drawn in the plain: every pixel looks at every piece. */
function painted(strokes, pen, size = 100) {
  const data = new Float64Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      for (const s of strokes) {
        for (let i = 0; i < s.length; i += 2) {
          const [a, b, c, d] = [s[i], s[i + 1], s[i + 2] ?? s[i], s[i + 3] ?? s[i + 1]];
          const l = (c - a) ** 2 + (d - b) ** 2;
          const t = l ? Math.min(1, Math.max(0, ((x - a) * (c - a) + (y - b) * (d - b)) / l)) : 0;
          if (Math.hypot(x - a - t * (c - a), y - b - t * (d - b)) <= pen) data[size * y + x] = 1;
        }
      }
    }
  }
  return {data, width: size, height: size};
}

test("a drawing is 392 numbers from 0 whose squares add up to 1", () => {
  assert.equal(features, cells * cells * directions);
  for (const [name, strokes] of Object.entries(things)) {
    const numbers = encodeDrawing(strokes);
    assert.equal(numbers.length, 392, name);
    assert.ok(numbers.every((v) => v >= 0) && Math.abs(numbers.reduce((sum, v) => sum + v * v, 0) - 1) < 1e-12, name);
  }
});

test("moved, larger, smaller, wider, the pieces cut or the strokes in another order: nearly the same numbers", () => {
  const names = Object.keys(things);
  const least = Math.min(...names.flatMap((a, i) => names.slice(i + 1).map((b) => apart(things[a], things[b]))));
  assert.ok(least > 0.5, `the nearest two things are ${least} apart`);
  for (const [name, strokes] of Object.entries(things)) {
    const near = (other, most, what) => assert.ok(apart(strokes, other) <= most, `${name}, ${what}: ${apart(strokes, other)}`);
    near(changed(strokes, (x, y) => [x + 1000, y - 300]), 1e-6, "moved");
    near(changed(strokes, (x, y) => [7.3 * x, 7.3 * y]), 1e-6, "larger");
    near(changed(strokes, (x, y) => [x / 50 - 3, y / 50 + 9]), 1e-6, "smaller");
    near(changed(strokes, (x, y) => [1.2 * x, y]), 0.3, "wider");
    near(changed(strokes, (x, y) => [x - 0.2 * y, y]), 0.1, "slanted"); // it changes how long the pieces are
    near(strokes.toReversed(), 1e-6, "in another order");
    near(strokes.map((s) => Array.from({length: s.length / 2}, (_, i) => s.slice(2 * i, 2 * i + 2)).reverse().flat()), 1e-6, "from the end");
    near(strokes.map((s) => s.flatMap((_, i) => (i % 2 ? [] : i + 3 < s.length ? [s[i], s[i + 1], (s[i] + s[i + 2]) / 2, (s[i + 1] + s[i + 3]) / 2] : [s[i], s[i + 1]]))), 1e-6, "with a point more in each piece");
    const next = random(3);
    near(changed(strokes, (x, y) => [x + 2 * next() - 1, y + 2 * next() - 1]), 0.35, "with a shaking hand");
  }
});

test("pictures: moved, larger, with a thicker pen, they are like the strokes", () => {
  for (const name of ["house", "cat", "fish", "seven"]) {
    const strokes = things[name], plain = encodeInk(painted(strokes, 3));
    const others = Object.keys(things).filter((other) => other !== name);
    const nearest = Math.min(...others.map((other) => distance(plain, encodeDrawing(things[other]))));
    for (const [what, picture] of [
      ["moved", painted(changed(strokes, (x, y) => [x + 11, y + 7]), 3, 120)],
      ["larger", painted(changed(strokes, (x, y) => [2 * x, 2 * y]), 6, 200)],
      ["thicker", painted(strokes, 4.5)],
      ["thinner", painted(strokes, 2)],
    ]) {
      const far = distance(plain, encodeInk(picture));
      assert.ok(far < 0.35 && far < nearest / 2, `${name}, ${what}: ${far}, and ${nearest} to another thing`);
    }
    const strokesFar = distance(plain, encodeDrawing(strokes));
    assert.ok(strokesFar < 0.45 && strokesFar < nearest, `${name} as strokes: ${strokesFar}, and ${nearest} to another thing`);
  }
});

test("turned, mirrored, or leaning far, it is another drawing", () => {
  assert.ok(apart(things.seven, changed(things.seven, (x, y) => [-x, y])) > 0.6);
  assert.ok(apart(things.seven, changed(things.seven, (x, y) => [-x, -y])) > 0.6);
  assert.ok(apart([[0, 0, 50, 50]], [[0, 50, 50, 0]]) > 0.8, "the two diagonals");
  assert.ok(apart(things.line, [[10, 50, 90, 50]]) > 1);
});

test("the cell and the direction of an edge are where they should be", () => {
  // The left half is dark: ink begins in the middle column, and grows to the right.
  const image = Float64Array.from({length: side * side}, (_, i) => Number(i % side >= side / 2));
  const numbers = histogram(image);
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      const at = numbers.slice((y * cells + x) * directions, (y * cells + x + 1) * directions);
      if (x === 3) assert.ok(at[0] > 0.2 && at.slice(1).every((v) => v < 1e-6), `cell ${x}, ${y}: ${at}`);
      if (x < 2 || x > 4) assert.ok(at.every((v) => v < 1e-6), `cell ${x}, ${y}: ${at}`);
    }
  }
  // The photograph's upper half is light: downwards is direction 2 where light grows that way, and 6 where it falls.
  const photo = {data: Uint8Array.from({length: 64 * 48}, (_, i) => (i < 64 * 24 ? 255 : 0)), width: 64, height: 48};
  const falls = encodePhoto(photo);
  assert.ok(falls[(3 * cells + 3) * directions + 6] > 0.2 && falls[(3 * cells + 3) * directions + 2] === 0);
  assert.equal(photoAlike(photo)[0], 255);
  assert.equal(photoAlike(photo)[side * side - 1], 0);
});

test("a photograph isn't moved, and each of its pixels counts", () => {
  const data = new Float64Array(40 * 30);
  data[40 * 7 + 13] = 1; // of the middle square, which begins at column 5
  const image = photoAlike({data, width: 40, height: 30});
  assert.deepEqual([...image.keys()].filter((i) => image[i] > 0).map((i) => [i % side, Math.floor(i / side)]), [[8, 7]]);
  for (const size of [1, 7, 28, 29, 300]) {
    assert.ok(photoAlike({data: new Float64Array(size * size).fill(0.5), width: size, height: size}).every((v) => v === 0.5), `${size} pixels`);
  }
});

test("nothing drawn is all zeros, and a dot is in the middle", () => {
  assert.ok(encodeDrawing([]).every((v) => v === 0));
  assert.ok(encodeInk({data: new Uint8Array(100), width: 10, height: 10}).every((v) => v === 0));
  const dot = drawnAlike([[3, 4]]);
  assert.equal(dot.indexOf(Math.max(...dot)), 13 * side + 13);
  assert.ok(inkAlike({data: [1], width: 1, height: 1}).some((v) => v > 0));
});

test("options: the reach that the fit found, unless it says only that there are few drawings, or copies of one", () => {
  const {settings, ...common} = drawingOptions(0.9);
  assert.deepEqual(drawingOptions(), common);
  assert.deepEqual(drawingOptions(0.5), common);
  assert.deepEqual(drawingOptions(0.58), common);
  assert.deepEqual(settings, drawingOptions(2).settings);
  assert.ok(Math.abs(settings.a2 - 0.9 * 0.58) < 1e-12 && Math.abs(settings.a1 - (0.58 / 3) ** 2) < 1e-12);
  assert.ok(Math.abs(drawingOptions(0).settings.a2 - 0.9 * 0.4) < 1e-12);
});

test("what is no drawing is refused with its place", () => {
  for (const [strokes, says] of [
    [null, /no list of strokes/], ["abc", /no list of strokes/], [5, /no list of strokes/],
    [[[1, 2], [1, 2, 3]], /Stroke 1 /], [[[]], /Stroke 0 /], [["12"], /Stroke 0 /], [[null], /Stroke 0 /],
    [[[0, NaN]], /Stroke 0 has NaN at 1/], [[[0, 0, 2e6, 0]], /Stroke 0 has 2000000 at 2/], [[[0, "1"]], /Stroke 0 has "1" at 1/],
    [Array(limits.strokes + 1).fill([0, 0]), /501 strokes/], [[new Float64Array(2 * limits.points + 2)], /Stroke 0 /],
  ]) assert.throws(() => encodeDrawing(strokes), (e) => e.code === "invalid-input" && says.test(e.message) && e.hint !== "", String(says));
  for (const [picture, says] of [
    [null, /undefined x undefined/], [{data: [1], width: 0, height: 1}, /0 x 1/], [{data: [1], width: 1.5, height: 1}, /1\.5 x 1/], [{data: new Uint8Array(3000), width: 3000, height: 1}, /3000 x 1/],
    [{data: [1], width: 2, height: 1}, /has 1 numbers; 2 x 1 pixels have 2/], [{data: [1, -1], width: 2, height: 1}, /pixel 1 is -1/], [{data: [NaN], width: 1, height: 1}, /pixel 0 is NaN/], [{width: 1, height: 1}, /has undefined numbers/],
  ]) for (const f of [encodeInk, encodePhoto]) assert.throws(() => f(picture), (e) => e.code === "invalid-input" && says.test(e.message), String(says));
  assert.ok(encodeDrawing(things.cat).some((v) => v > 0));
});
