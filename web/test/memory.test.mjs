/** Wherever memory ends, a call is refused or right, and the next one works: soak/ending.mjs with one limit after the other. */
import assert from "node:assert/strict";
import {execFile} from "node:child_process";
import test from "node:test";
import {fileURLToPath} from "node:url";
import {promisify} from "node:util";

const script = fileURLToPath(new URL("soak/ending.mjs", import.meta.url));
const enough = 16384; // pages of 64 KB
const limits = process.env.XAIA_MEMORY ? [140, 150, 160, 175, 190, 205, 220, 240, 260, 280, 300, 325, 350, 375, 400, 450, 500] : [160];

/** @param {number} pages @param {string[]} more */
async function calls(pages, ...more) {
  const {stdout} = await promisify(execFile)(process.execPath, [`--wasm-max-mem-pages=${pages}`, script, ...more], {timeout: 300_000, killSignal: "SIGKILL"});
  return stdout.trim().split("\n").map((line) => JSON.parse(line));
}

test("wherever memory ends, a call is refused or right", async () => {
  const right = await calls(enough);
  assert.equal(new Set(right.map(({gave}) => gave)).size, 10);
  const refused = new Set();
  for (const pages of limits) {
    for (const how of [[], ["--worker"]]) {
      const got = await calls(pages, ...how);
      assert.deepEqual(got.map(({name}) => name), right.map(({name}) => name));
      for (const [i, {name, gave}] of got.entries()) {
        if (gave === "internal" || gave === "too-large") refused.add(name);
        else assert.equal(gave, right[i].gave, `${name}, ${pages} pages ${how}`);
      }
    }
  }
  assert.ok(refused.size >= (process.env.XAIA_MEMORY ? 6 : 2), `memory ends in ${[...refused]} alone`);
});
