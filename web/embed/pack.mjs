/**
 * Packs a file as LZMA: node pack.mjs from to. It takes ten seconds, so build.sh only
 * runs it when the file has changed. The result is checked by unpacking it.
 */
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {unpack} from "./lzma.js";

const {LZMA} = createRequire(import.meta.url)("lzma/src/lzma_worker.js");
/** The effort, 1 to 9: 9 takes eleven times as long as 3 and saves half a percent. */
const effort = 3;

const [from, to] = process.argv.slice(2);
const whole = readFileSync(from);
const packed = Uint8Array.from(LZMA.compress(whole, effort));
if (!whole.equals(await unpack(packed))) throw new Error("The packed engine does not unpack to the original.");
writeFileSync(to, packed);
console.log(`${String(packed.length).padStart(8)}  ${to}`);
