/**
 * Fuzzes the page's inputs, all engines with one input, and model files, each kind for a given time:
 * node web/test/fuzz/main.mjs 10m. To repeat one case: node web/test/fuzz/main.mjs table 1234, or link, state, engines.
 */
import * as xaia from "../../../dist/npm/xaia.mjs";
import {dice} from "../soak/random.mjs";
import {fuzzed} from "./cases.mjs";
import {engines} from "./engines.mjs";
import {changedValue, checkFile, validFiles} from "./files.mjs";
import {mutated} from "./mutate.mjs";

const [what = "1m", number] = process.argv.slice(2);
const [, amount, unit] = /^(\d+)(s|m|h)$/.exec(what) ?? [];
if (!unit && number === undefined) throw new Error(`${what} is not a duration; give 30s, 10m or 1h`);

/** Runs one kind: whether an input was taken. */
async function fuzzing(kind, use) {
  if (kind !== "engines") return use((n) => fuzzed(kind, n));
  const {warn} = console;
  console.warn = () => {}; // of what the cases are made of
  const {agree, end} = await engines();
  try {
    return await use((n) => agree(n).catch((error) => { throw new Error(`engines ${n}: ${error.message}`, {cause: error}); }));
  } finally {
    end();
    console.warn = warn;
  }
}

if (number !== undefined) {
  console.log(await fuzzing(what, (one) => one(Number(number))) ? "taken" : "refused");
  process.exit();
}
const time = amount * {s: 1e3, m: 6e4, h: 3.6e6}[unit];
const start = Date.now() % 1e9;

for (const kind of ["table", "link", "state", "engines"]) {
  await fuzzing(kind, async (one) => {
    let taken = 0;
    let done = 0;
    for (const end = performance.now() + time; performance.now() < end; done++) taken += Number(await one(start + done));
    console.log(`${kind}: ${done} cases from ${start}, ${taken} accepted`);
  });
}

const files = Object.entries(await validFiles(xaia));
const told = {refused: 0, taken: 0};
let done = 0;
for (const end = performance.now() + time; performance.now() < end; done++) {
  const d = dice(start + done);
  const [name, {text, bytes}] = d.one(files);
  const flipped = Uint8Array.from(bytes);
  for (let i = d.between(1, 4); i > 0; i--) flipped[d.below(flipped.length)] ^= 1 << d.below(8);
  for (const file of [mutated(d, text), changedValue(d, text), flipped, flipped.subarray(0, d.below(flipped.length))]) told[await checkFile(xaia, file, `${name} ${start + done}: ${typeof file === "string" ? file : [...file]}`, text)]++;
}
console.log(`model files: ${4 * done} cases from ${start}`, told);
process.exit(); // the engines would keep it
