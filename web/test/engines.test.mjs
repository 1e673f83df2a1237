/** One input, all engines: some cases of fuzz/engines.mjs, and what would be noticed. */
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {engines} from "./fuzz/engines.mjs";

console.warn = () => {}; // of what the cases are made of
let change = (_, got) => got;
const {agree, end} = await engines((of, got) => change(of, got));
after(end);
const cases = 300;

test("all engines agree", async () => {
  let fitted = 0;
  for (let seed = 0; seed < cases; seed++) {
    try {
      fitted += Number(await agree(seed));
    } catch (error) {
      throw new Error(`node web/test/fuzz/main.mjs engines ${seed}: ${error.message}`);
    }
  }
  assert.ok(fitted > cases / 2, `${fitted} were fitted`);
});

for (const engine of ["vectors", "none", "native"]) {
  test(`another last bit is noticed: ${engine}`, async () => {
    change = (of, got) => (of === engine && typeof got.values[0] === "number" ? {...got, values: got.values.with(0, got.values[0] * (1 + 2 ** -52))} : got);
    const said = [];
    for (let seed = 0; seed < 40; seed++) await agree(seed).catch((error) => said.push(error.message));
    change = (_, got) => got;
    assert.ok(said.length > 3, said.join());
  });
}
