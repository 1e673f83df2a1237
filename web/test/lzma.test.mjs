// The engine in embed.mjs is packed by an npm package and unpacked by our own decoder: held against each other.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {test} from "node:test";
import {unpack} from "../embed/lzma.js";

const {LZMA} = createRequire(import.meta.url)("lzma/src/lzma_worker.js");
const pack = (bytes) => Uint8Array.from(LZMA.compress(bytes, 1));
const engine = (name) => readFileSync(new URL(`../../dist/engine/${name}`, import.meta.url));
let seed = 1;
const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 16;

test("unpacking restores what was packed", async () => {
  const cases = {
    "one byte": Uint8Array.of(7), "one byte often": new Uint8Array(20000).fill(9), noise: Uint8Array.from({length: 9000}, () => random()),
    // Long matches near and far, repeated distances, literals after matches: every branch of the decoder.
    text: new TextEncoder().encode(Array.from({length: 3000}, () => ["layer ", "neuron ", "sample ", `${random() % 50} `][random() % 4]).join("")),
    far: Uint8Array.from({length: 50000}, (_, i) => (i % 17001) * 31 % 251),
  };
  for (const [name, bytes] of Object.entries(cases)) assert.deepEqual(Buffer.from(await unpack(pack(bytes))), Buffer.from(bytes), name);
});

test("the decoder yields, and returns exactly the engine", async () => {
  let rests = 0;
  const out = await unpack(engine("xaia.lzma"), async () => void rests++);
  assert.ok(engine("xaia.wasm").equals(out));
  assert.ok(rests > 20, `${rests} rests`);
});

test("truncated input and other formats are refused", async () => {
  const packed = pack(new TextEncoder().encode("layer neuron sample ".repeat(900) + random()));
  await assert.rejects(unpack(packed.subarray(0, 40)), RangeError);
  await assert.rejects(unpack(Uint8Array.of(225, ...packed.subarray(1))), RangeError);
  await assert.rejects(unpack(engine("xaia.lzma").subarray(0, 300000)), RangeError);
});
