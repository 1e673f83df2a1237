// Separated text becomes cells as Papa Parse reads it, which many have tried; where it reads otherwise is said here.
import assert from "node:assert/strict";
import {test} from "node:test";
import Papa from "papaparse";
import {cellsOf} from "../package/table/cells.js";

/** Numbers below n, always the same ones. */
function random(seed) {
  let s = seed;
  return (n) => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return Math.floor((s / 2 ** 32) * n);
  };
}

const rounds = Number(process.env.XAIA_ROUNDS ?? 40_000);

test(`${rounds} texts are read as Papa Parse reads them, whole and in parts`, () => {
  const below = random(7);
  let odd = 0, open = 0, rows = 0;
  for (let i = 0; i < rounds; i++) {
    const [by, quote] = [[",", ";", "\t", "||"][below(4)], below(4) ? '"' : "'"];
    const letters = ["a", "b c", " ", quote, quote, quote + quote, by, by, "\n", "\n", quote + by + quote, `${by}${quote}`, `${quote}\n`, "é", "\u00a0"];
    const text = Array.from({length: below(24)}, () => letters[below(letters.length)]).join("");
    for (const part of [false, true]) {
      const {data, errors, meta} = new Papa.Parser({delimiter: by, newline: "\n", quoteChar: quote, escapeChar: quote}).parse(text, 0, part);
      const found = cellsOf(text, by, quote, part);
      const missing = errors.find((e) => e.code === "MissingQuotes");
      if (new RegExp(`${quote}\\s+$`).test(text) && !text.endsWith("\n")) continue; // Papa takes a last quote for no end where blanks follow
      const said = `${JSON.stringify(text)} by ${JSON.stringify(by)}${part ? ", a part" : ""}`;
      assert.deepEqual(found.rows, data, said);
      assert.equal(found.end, meta.cursor, said);
      assert.equal(found.open, missing ? missing.index : null, said);
      assert.deepEqual(found.odd, errors.filter((e) => e.code === "InvalidQuotes").map(({row, index}) => ({row, at: index})), said);
      odd += found.odd.length;
      open += Number(found.open !== null);
      rows += data.length;
    }
  }
  assert.ok(odd > rounds / 20 && open > rounds / 20 && rows > rounds, `${odd} odd quotes, ${open} open ones, ${rows} rows`);
});

test("blanks behind the last quote of a text end its cell", () => {
  assert.deepEqual(cellsOf('a,"b, c"  ', ",", '"'), {rows: [["a", "b, c"]], end: 10, open: null, odd: []});
  assert.deepEqual(cellsOf('x\na,"b"  ', ",", '"', true).rows, [["x"]], "of a part more may follow");
});

test("a text of many cells is read in one pass", () => {
  const one = '"a ""b""",2.5,c\n';
  const took = (times) => {
    const text = one.repeat(times), begin = performance.now();
    assert.equal(cellsOf(text, ",", '"').rows.length, times + 1);
    return performance.now() - begin;
  };
  took(20_000);
  const [some, many] = [Math.min(took(20_000), took(20_000)), Math.min(took(160_000), took(160_000))];
  assert.ok(many < 8 * 6 * Math.max(some, 1), `8 times the text took ${Math.round(many)} ms after ${Math.round(some)}`);
});
