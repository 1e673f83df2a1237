// xaia/table: formats as other programs write them: JSON, ARFF, parquet.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {dist, refuses, testdata} from "./helpers.mjs";
import {encodings, int32, parquet, types} from "./parquet-made.mjs";

const {readTable} = await import(new URL("table.mjs", dist));
const field = (name) => readFileSync(new URL(`field4/${name}`, testdata));
const rowsOf = async (source, options) => (await readTable(source, options)).rows;
const codes = (table) => table.warnings.map((w) => w.code).join();

test("JSON's numbers are read with as many digits as they have; whole ones that are too large stay texts", async () => {
  const {rows, columns} = await readTable(field("01-long-decimals.json"));
  assert.deepEqual(rows, [{a: 0.1 + 0.2, b: "x"}, {a: Number("1.2345678901234567e-5"), b: "y"}, {a: 7, b: "x"}]);
  assert.deepEqual(columns.map((c) => c.type), ["number", "category"]);
  const computed = Array.from({length: 300}, (_, i) => ({v: Math.sin(i) * 10 ** (i % 40 - 20), w: -i / 7 - 1, k: i % 2 ? "a" : "b"}));
  assert.deepEqual(await rowsOf(JSON.stringify(computed)), computed);
  assert.deepEqual(await rowsOf(computed.map((row) => JSON.stringify(row)).join("\n")), computed);
  const large = '[{"id": 12345678901234567890, "v": -1.2345678901234567890E-10, "t": "a \\"0.1234567890123456789\\" b"}, {"id": -9007199254740993, "v": 1, "t": "x"}]';
  assert.deepEqual(await rowsOf(large), [{id: "12345678901234567890", v: Number("-1.2345678901234567890E-10"), t: 'a "0.1234567890123456789" b'}, {id: "-9007199254740993", v: 1, t: "x"}]);
});

test("objects in an object are columns or rows, as pandas writes both", async () => {
  assert.deepEqual(await rowsOf(field("14-orient-index.json")), [{a: 1, b: 2, y: "u"}, {a: 2, b: 1, y: "v"}, {a: 3, b: 5, y: "u"}, {a: 4, b: 3, y: "v"}]);
  const want = [{price: 1, kind: "x"}, {price: 2, kind: "y"}];
  for (const text of [
    '{"price": {"0": 1, "1": 2}, "kind": {"0": "x", "1": "y"}}', '{"0": {"price": 1, "kind": "x"}, "1": {"price": 2, "kind": "y"}}',
    '{"price": {"2020-01-01": 1, "2020-01-02": 2}, "kind": {"2020-01-01": "x", "2020-01-02": "y"}}', '{"2020-01-01": {"price": 1, "kind": "x"}, "2020-01-02": {"price": 2, "kind": "y"}}',
  ]) assert.deepEqual([await rowsOf(text), codes(await readTable(text))], [want, ""], text);
  const rows = await readTable('{"p": {"a": 1, "b": 2}, "q": {"a": 3, "b": 4}, "r": {"a": 5, "b": 6}}'), columns = await readTable('{"a": {"p": 1, "q": 3, "r": 5}, "b": {"p": 2, "q": 4, "r": 6}}');
  for (const table of [rows, columns]) assert.deepEqual([table.rows, codes(table)], [[{a: 1, b: 2}, {a: 3, b: 4}, {a: 5, b: 6}], "orientation"]);
  const many = Object.fromEntries(Array.from({length: 12000}, (_, i) => [`row ${i}`, {a: i, b: "x"}]));
  assert.equal((await rowsOf(JSON.stringify(many))).length, 12000);
});

test("JSON of several tables, JSON5, and JSON that is nested too deeply are refused by name; NaN and Infinity are gaps", async () => {
  for (const text of ['{"train": [{"a":1},{"a":2}], "test": [{"a":1},{"a":2}]}', '{"train": [{"a":1}], "test": [{"a":1},{"a":2}]}', '{"train": {"a":[1,2],"b":[1,2]}, "test": {"a":[1],"b":[1]}}', '{"version": 1, "train": [[1,2],[3,4]], "test": [[1,2],[3,4]]}']) {
    await refuses(readTable(text), {code: "invalid-input", message: /holds 2 tables: "train", "test".*\["train"\]/});
  }
  await refuses(readTable('{"data": {"train": [{"a": 1}], "test": [{"a": 1}]}}'), {code: "invalid-input", message: /no table/});
  for (const text of ["{a: 1, b: 2}", "[{a: 1}, {a: 2}]", "[{'a': 1}]", '// made by hand\n[{"a": 1}]', '/* made */ {"a": [1, 2]}']) await refuses(readTable(text), {code: "invalid-input", message: /JSON5/});
  await refuses(readTable('[{"a": 1}, {"a": 2},]'), {code: "invalid-input", message: /Remove commas before \]/});
  for (const text of ["[".repeat(1e5) + "]".repeat(1e5), `[{"a":${'{"b":'.repeat(1e5)}1${"}".repeat(1e5)}}]`, `{"a":${"[".repeat(1e5)}1${"]".repeat(1e5)},"b":[1]}`]) await refuses(readTable(text), {code: "invalid-input", message: /nested too deeply/});
  const {rows, columns} = await readTable('[{"a": NaN, "b": 1, "t": "NaN, Infinity"}, {"a": 1, "b": -Infinity, "t": "x"}, {"a": 3, "b": Infinity, "t": "x"}]');
  assert.deepEqual(rows, [{a: null, b: 1, t: "NaN, Infinity"}, {a: 1, b: null, t: "x"}, {a: 3, b: null, t: "x"}]);
  assert.match(columns[0].note, /“NaN” is missing/);
  assert.deepEqual(await rowsOf('{"a": NaN, "b": 1}\n{"a": 2, "b": 2}\n'), [{a: null, b: 1}, {a: 2, b: 2}]);
  assert.deepEqual(await rowsOf('[{"o": null, "a": 1}, {"o": {"x": 1, "y": 2}, "a": 2}, {"o": {"x": 2, "y": null}, "a": 3}]'), [{a: 1, "o.x": null, "o.y": null}, {a: 2, "o.x": 1, "o.y": 2}, {a: 3, "o.x": 2, "o.y": null}]);
});

const arff = (attributes, ...rows) => `% made\n@RELATION r\n${attributes.map((a) => `@ATTRIBUTE ${a}`).join("\n")}\n@DATA\n${rows.join("\n")}\n`;

test("ARFF: sparse rows, blanks between cells, weights, dates of any format", async () => {
  assert.deepEqual(await rowsOf(field("09-sparse.arff")), [{a: 2, b: "X", c: "no"}, {a: 3, b: "Y", c: "no"}, {a: 0, b: "X", c: "yes"}, {a: 5, b: "Z", c: "yes"}]);
  const sparse = await readTable(arff(["a real", "b {'x y', Y}", "s string", "c{no,yes}"], "{0 1, 1 Y}, {5}", "{}", "{3 yes, 2 'a, b'}", "{2 c, 0 ?}", "{9 1}"));
  assert.deepEqual(sparse.rows, [{a: 1, b: "Y", s: null, c: "no"}, {a: 0, b: "x y", s: null, c: "no"}, {a: 0, b: "x y", s: "a, b", c: "yes"}, {a: null, b: "x y", s: "c", c: "no"}]);
  assert.equal(codes(sparse), "ragged,weights");
  const dense = await readTable(arff(["a real", "'b c' {'x y', z}", "s string", "d date 'dd.MM.yyyy'"], "1 'x y' hello 03.04.2020", "2\tz\t'a b'\t13.04.2020", "3, z, new york, 01.02.2020, {2.5}", "4,z,q,?"));
  assert.deepEqual(dense.rows.map((r) => Object.values(r)), [[1, "x y", "hello", 18355], [2, "z", "a b", 18365], [3, "z", "new york", 18293], [4, "z", "q", null]]);
  const dates = await readTable(arff(["a real", "d date \"yyyy-MM-dd'T'HH:mm:ss\"", "e date", "f date 'MM/dd/yyyy HH:mm'", "g date 'd/M/yyyy'", "h date"], "1,2020-01-02T03:04:05,2020-01-01T00:00:00,03/04/2020 10:30,3/4/2020,?", "2,2020-01-03T03:04:05,2020-01-02T00:00:00,03/05/2020 10:30,4/4/2020,?"));
  assert.deepEqual(dates.rows[0], {a: 1, d: Date.UTC(2020, 0, 2, 3, 4, 5) / 1000, e: 18262 * 86400, f: Date.UTC(2020, 2, 4, 10, 30) / 1000, g: 18355, h: null});
  await refuses(readTable(arff(["a real", "b relational"], "1,2")), {code: "invalid-input", message: /Line 4 .*“b” is relational/});
});

test("parquet: second pages with snappy, statistics, lists and gaps are read", async () => {
  const {rows, columns} = await readTable(field("23-datapage-v2.parquet"));
  assert.deepEqual(rows, [{a: "abc", b: 1, c: 2, d: "true", e: "[1,2,3]"}, {a: "abc", b: 2, c: 3, d: "true", e: null}, {a: "abc", b: 3, c: 4, d: "true", e: null}, {a: null, b: 4, c: 5, d: "false", e: "[1,2,3]"}, {a: "abc", b: 5, c: 2, d: "true", e: "[1,2]"}]);
  assert.deepEqual(columns.map((c) => c.missing), [1, 0, 0, 0, 2]);
});

test("parquet whose list of columns or rows is damaged is refused before anything is read", async () => {
  const good = {type: types.INT32, rows: 3, encoding: encodings.PLAIN, page: [...int32(7), ...int32(8), ...int32(9)]};
  assert.deepEqual(await rowsOf(parquet(good)), [{a: 7}, {a: 8}, {a: 9}]);
  for (const children of [-1, -2, 5, 2 ** 31 - 1]) await refuses(readTable(parquet({...good, logical: [[5, "i32", children]]})), {code: "invalid-input", message: /list of columns is damaged/});
  await refuses(readTable(parquet({...good, path: "b"})), {code: "invalid-input", message: /list of columns is damaged/});
  await refuses(readTable(parquet({...good, inGroup: 2 ** 31})), {code: "invalid-input", message: /other values than its rows/});
  await refuses(readTable(parquet({...good, inAll: 2})), {code: "invalid-input", message: /list of row groups is damaged/});
});
