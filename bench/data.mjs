/**
 * The sets of the section "Tables" that testdata doesn't have. As a program it writes them into a folder, for bench/ to
 * serve and core's TestBenchTable to read.
 */
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {dataset, random} from "../web/test/data.mjs";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const diamondsFile = require.resolve("@observablehq/sample-datasets/diamonds.csv");

/** Row objects, three columns of them texts, and the prices. */
export function diamonds() {
  const [header, ...lines] = readFileSync(diamondsFile, "utf8").trim().split("\n").map((line) => line.split(","));
  const X = lines.map((line) => Object.fromEntries(header.map((name, j) => [name, Number.isNaN(+line[j]) ? line[j] : +line[j]])));
  const y = Float64Array.from(X, (row) => row.price);
  for (const row of X) delete row.price;
  return {X, y};
}

/** Of each digit, so many of testdata's are used, and they are moved so far, 1 the most. */
const hands = [180, 3, 180, 90, 40, 90, 40, 15, 180, 15];
const moved = [0.8, 0.3, 1, 0.9, 0.7, 0.9, 0.7, 0.5, 1, 0.5];

/**
 * So many digits, each one of testdata's, moved, slanted, sharpened and with noise, on a square of so many pixels a side.
 * With 28 they resemble MNIST: median distance to the nearest 0.5 to 0.7 of the reach, ones with several hundred others
 * nearer than the reach, eights with one or two.
 */
export function madeDigits(rows, side) {
  const {X, y} = dataset("digits");
  const drawn = hands.map((most, label) => X.filter((_, i) => y[i] === String(label)).slice(0, most));
  const next = random(side);
  const data = new Float64Array(rows * side * side), labels = new Float64Array(rows);
  let put = 0;
  for (let row = 0; row < rows; row++) {
    const label = (labels[row] = Math.floor(10 * next()));
    const image = drawn[label][Math.floor(drawn[label].length * next())];
    const ink = (i, j) => (i < 0 || j < 0 || i > 7 || j > 7 ? 0 : image[8 * i + j]);
    const move = () => moved[label] * (2 * next() - 1);
    const [right, down, slant] = [0.5 * move(), 0.5 * move(), 0.15 * move()];
    for (let p = 0; p < side; p++) {
      for (let q = 0; q < side; q++) {
        const y = ((p + 0.5) * 8) / side - 0.5 + down;
        const x = ((q + 0.5) * 8) / side - 0.5 + right + slant * (y - 3.5);
        const i = Math.floor(y), j = Math.floor(x), v = y - i, u = x - j;
        const mean = (1 - v) * ((1 - u) * ink(i, j) + u * ink(i, j + 1)) + v * ((1 - u) * ink(i + 1, j) + u * ink(i + 1, j + 1));
        data[put++] = mean < 7 ? 0 : Math.min(255, Math.round((mean - 6) * 32 + 64 * (next() - 0.5)));
      }
    }
  }
  return {X: {data, rows, columns: side * side}, y: labels};
}

/** @param {string} folder */
function write(folder) {
  mkdirSync(folder, {recursive: true});
  copyFileSync(diamondsFile, join(folder, "diamonds.csv"));
  for (const [name, rows, side] of [["digits-20000", 20000, 8], ["digits-784", 10000, 28]]) {
    const {X, y} = madeDigits(rows, side);
    const numbers = Float64Array.of(X.rows, X.columns, ...y);
    writeFileSync(join(folder, name + ".f64"), Buffer.concat([Buffer.from(numbers.buffer), Buffer.from(X.data.buffer)]));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) write(process.argv[2]);
