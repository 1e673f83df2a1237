/**
 * Fuzzes what the page reads, and model files: node web/fuzz/main.mjs [minutes]. One case
 * again: node web/fuzz/main.mjs table 1234.
 */
import * as xaia from "../../dist/npm/xaia.mjs";
import {dice} from "../soak/random.mjs";
import {fuzzed} from "./cases.mjs";
import {checkFile, validFiles} from "./files.mjs";
import {mutated} from "./mutate.mjs";

const [what = "1", number] = process.argv.slice(2);
if (number !== undefined) {
  console.log(fuzzed(what, Number(number)) ? "taken" : "refused");
  process.exit();
}
const minutes = Number(what);
if (!(minutes > 0)) throw new Error(`${what} is no number of minutes`);
const start = Date.now() % 1e9;

for (const kind of ["table", "link", "state"]) {
  let taken = 0;
  let done = 0;
  for (const end = performance.now() + (minutes * 60000) / 4; performance.now() < end; done++) taken += fuzzed(kind, start + done);
  console.log(`${kind}: ${done} cases from ${start}, ${taken} taken`);
}

const files = Object.entries(await validFiles(xaia));
const told = {refused: 0, taken: 0};
let done = 0;
for (const end = performance.now() + (minutes * 60000) / 4; performance.now() < end; done++) {
  const d = dice(start + done);
  const [name, {text, bytes}] = d.one(files);
  const flipped = Uint8Array.from(bytes);
  for (let i = d.between(1, 4); i > 0; i--) flipped[d.below(flipped.length)] ^= 1 << d.below(8);
  for (const file of [mutated(d, text), flipped, flipped.subarray(0, d.below(flipped.length))]) told[await checkFile(xaia, file, `${name} ${start + done}: ${typeof file === "string" ? file : [...file]}`)]++;
}
console.log(`model files: ${3 * done} cases from ${start}`, told);
