// xaia/table: files of many kinds, and what each opens to.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {strFromU8, unzipSync} from "fflate";
import readWorkbook from "read-excel-file/universal";
import {random} from "./data.mjs";
import {dist, refuses, testdata} from "./helpers.mjs";
import {pace} from "./pace.mjs";
import {encodings, int32, levels, parquet, run, types, varint} from "./parquet-made.mjs";

const {readColumns, readTable, writeTable} = await import(new URL("table.mjs", dist));
const {fit} = await import(new URL("xaia.mjs", dist));
const field = new URL("field/", testdata);
const short = {n: "number", c: "category", d: "date", i: "id", k: "constant", t: "text"};

/** What a table opened to, as the lists below say it. */
const outcome = ({rows, columns, warnings}) => ({
  rows: rows.length,
  names: columns.map((c) => c.name).join("|"),
  types: columns.map((c) => Object.keys(short).find((k) => short[k] === c.type)).join(""),
  first: columns.map((c) => rows[0][c.name]), last: columns.map((c) => rows.at(-1)[c.name]),
  missing: columns.reduce((sum, c) => sum + c.missing, 0),
  warnings: warnings.map((w) => w.code).join(),
});

async function opensTo(source, [want, options]) {
  if (want.refused) return refuses(readTable(source, options), {code: want.refused, message: want.message});
  const table = await readTable(source, options);
  const {notes = {}, says = [], ...rest} = want;
  const got = outcome(table);
  assert.deepEqual(got, {missing: 0, warnings: "", ...rest, last: rest.last ?? got.last});
  for (const [name, note] of Object.entries(notes)) {
    const said = table.columns.find((c) => c.name === name).note;
    note === undefined ? assert.equal(said, undefined) : assert.match(said ?? "", note);
  }
  assert.equal(says.length, says.filter((s) => table.warnings.some((w) => s.test(`${w.message} ${w.hint ?? ""}`))).length, `${JSON.stringify(table.warnings)} lack one of ${says}`);
  for (const row of table.rows) assert.deepEqual(Object.keys(row).sort(), table.columns.map((c) => c.name).sort());
  for (const c of table.columns) assert.equal(c.missing, table.rows.filter((row) => row[c.name] === null).length, c.name);
}

const plain = {rows: 12, names: "len|wid|kind", types: "nnc", first: [4.4, 8.8, "b"], last: [41.4, 45.8, "a"], notes: {len: undefined, kind: undefined}};
const files = {
  "01-headerless-decimal-comma.csv": {rows: 12, names: "column 1|column 2|column 3", types: "nnn", first: [4.4, 8.8, 13.2], last: [41.4, 45.8, 50.2], notes: {"column 1": /decimal comma/}},
  "02-header-comma-in-names.csv": {rows: 12, names: "Gewicht, kg|Höhe, cm|Preis, EUR", types: "nnn", first: [4.4, 8.8, 13.2], last: [41.4, 45.8, 50.2]},
  "03-ragged-semicolons.csv": {rows: 6, names: "column 1|column 2|column 3|column 4|column 5|column 6", types: "dnknkk", first: [19462, 40, 25, 0, "north", "pending"], last: [19457, 45, 25, 5, "north", "pending"], notes: {"column 1": /days since 1970/, "column 3": /same in every row: 25/}},
  "04-excel-sep-line.csv": plain,
  "06-thousands.csv": {rows: 30, names: "area|price|kind", types: "nnc", first: [1000, 200000, "house"], last: [4973, 429651, "flat"], notes: {area: /thousands/, price: /thousands/}},
  "07-currency-percent.csv": {rows: 30, names: "rate|cost|share", types: "nnn", first: [0.5, 100, 0], last: [1.5, 187, 77], notes: {rate: /percent/, cost: /amounts in \$/}},
  "09-comment-lines.csv": {...plain, warnings: "comment", says: [/Lines 1 and 2 are comments/]},
  "10-title-line.csv": {...plain, warnings: "title", says: [/Line 1 above/]},
  "12-timestamps-same-day.csv": {rows: 24, names: "time|ph|state", types: "dnc", first: [Date.UTC(2022, 5, 27, 0, 39, 55) / 1000, 7, "am"], last: [Date.UTC(2022, 5, 27, 23, 39, 55) / 1000, 6.15, "pm"], notes: {time: /seconds since 1970-01-01 UTC/}},
  "14-dates-textual.csv": {rows: 60, names: "month|v|k", types: "dnc", first: [Date.UTC(2000, 0) / 864e5, 0, "b"], last: [Date.UTC(2004, 11) / 864e5, 59, "a"]},
  "16-excel-errors.csv": {rows: 20, names: "a|b|k", types: "nnc", first: [4.4, 8.8, "b"], last: [95.5, 0.2, "a"], missing: 3, notes: {a: /“#N\/A”, “#DIV\/0!” are missing/, b: /“\.” is missing/}},
  "20-quoted-everything.csv": {...plain, last: [41.4, 45.8, 'a "x"']},
  "22-unclosed-quote.csv": {refused: "invalid-input", message: /^Line 6 opens a quote that is never closed: "5 inch/},
  "24-bom-semicolon-crlf.csv": {rows: 12, names: "Länge|Breite|Art", types: "nnc", first: [4.4, 8.8, "klein"], last: [41.4, 45.8, "groß"], notes: {Länge: /decimal comma/}},
  "26-utf16le-tab.txt": plain,
  "29-records.json": plain,
  "30-ndjson.json": plain,
  "32-bigints.csv": {rows: 12, names: "account|v|k", types: "inc", first: ["208310224003697450", 0, "b"], last: ["208310224003697451", 11, "a"], notes: {account: /too large to be kept exactly/}},
  "39-empty.csv": {refused: "invalid-input", message: /file is empty/},
  "40-html.csv": {refused: "unsupported", message: /HTML/},
  "42-bool-01-target.csv": {rows: 60, names: "age|fare|Survived", types: "nnn", first: [4.4, 8.8, 1], last: [66.9, 71.3, 0], notes: {Survived: /two classes/}},
  "50-one-num-class-4.csv": {rows: 4, names: "v|k", types: "nc", first: [1, "a"], last: [4, "b"]},
  "50-one-num-num.csv": {rows: 12, names: "v|k", types: "nn", first: [0, 0], last: [11, 16.5]},
  "60-table.parquet": {rows: 6, names: "len|kind|count|when|ok", types: "ncndc", first: [4.4, "b", 1, 19723, "true"], last: [75.6, "a", 6, 19728, "false"], missing: 1},
  "61-workbook.xlsx": {rows: 6, names: "len|kind|count|when", types: "ncnd", first: [4.4, "b", 1, 19723], last: [75.6, "a", 6, 19728], missing: 1, warnings: "sheet,title", says: [/“Data” was read; the workbook has “Data”, “More”/, /Line 1 above/]},
};

for (const [name, want] of Object.entries(files)) test(`file ${name}`, () => opensTo(readFileSync(new URL(name, field)), [want]));

test("every file of testdata/field has an expectation", () => {
  assert.deepEqual(readdirSync(field).filter((name) => name !== "README.md").sort(), Object.keys(files).sort());
});

const ab = {rows: 3, names: "a|b", types: "nc", first: [1, "x"], last: [3, "x"]};
const rowsOf = (n, row) => Array.from({length: n}, (_, i) => row(i)).join("\n");
/** @type {Record<string, [any, any, any?]>} */
const kinds = {
  "UTF-16 BE": [Buffer.from("\ufeffa;b\n1;x\n2;ü\n3;x\n", "utf16le").swap16(), {...ab}],
  "UTF-16 without a mark": [Buffer.from("a;b\n1;x\n2;y\n3;x\n", "utf16le"), {...ab}],
  "Latin-1": [Buffer.from("größe,k\n1,ä\n2,b\n3,ä\n", "latin1"), {rows: 3, names: "größe|k", types: "nc", first: [1, "ä"], warnings: "encoding"}],
  "bars": ["a|b\n1|x\n2|y\n3|x\n", ab],
  "Markdown": ["| a | b |\n|---|:--|\n| 1 | x |\n| 2 | y |\n| 3 | x |\n", ab],
  "blanks, as housing.data has them": [" 0.00632  18.00   2.310  0  24.00\n 0.02731   0.00   7.070  0  21.60\n 0.02729   0.00   7.070  1  34.70\n", {rows: 3, names: "column 1|column 2|column 3|column 4|column 5", types: "nnnnn", first: [0.00632, 18, 2.31, 0, 24], last: [0.02729, 0, 7.07, 1, 34.7]}],
  "fixed columns with blanks inside and gaps": ["name          age town\nJohn Smith     31 Ulm\nAnn            2  New York\nJo Ann Miller     Ulm\n", {rows: 3, names: "name|age|town", types: "cnc", first: ["John Smith", 31, "Ulm"], last: ["Jo Ann Miller", null, "Ulm"], missing: 1}],
  "R's write.table": ['"len" "kind"\n"1" 4.5 "x y"\n"2" NA "z"\n"3" 6 "z"\n', {rows: 3, names: "row|len|kind", types: "nnc", first: [1, 4.5, "x y"], last: [3, 6, "z"], missing: 1, warnings: "row-names"}],
  "R's write.csv": ['"","a","b"\n"1",1,"x"\n"2",2,"y"\n"3",3,"x"\n', {rows: 3, names: "column 1|a|b", types: "nnc", first: [1, 1, "x"]}],
  "old Mac line ends": ["a,b\r1,x\r2,y\r3,x\r", ab],
  "mixed line ends and quotes": ['a,b\r\n1,"x"\n2,"y"\r\n3,"x"\r\n', ab],
  "line ends inside of quotes": ['a,b\n1,"x\nz"\n2,y\n3,"x\nz"\n', {...ab, first: [1, "x\nz"], last: [3, "x\nz"]}],
  "single quotes": ["'a';'b'\n'1';'x;z'\n'2';'y'\n'3';'x;z'\n", {...ab, first: [1, "x;z"], last: [3, "x;z"]}],
  "blanks behind the commas, as adult has them": ["39, State-gov, 77516, <=50K\n50, Private, 83311, >50K\n38, Private, 215646, <=50K\n41, ?, 1, <=50K\n", {rows: 4, names: "column 1|column 2|column 3|column 4", types: "ncnc", first: [39, "State-gov", 77516, "<=50K"], last: [41, null, 1, "<=50K"], missing: 1, notes: {"column 2": /“\?” is missing/}}],
  "1.234,56": ["a;b\n1.234,56;x\n12,5;y\n1.000.000,1;x\n", {...ab, first: [1234.56, "x"], last: [1000000.1, "x"], notes: {a: /decimal comma; thousands/}}],
  "1 234,5": ["a;b\n1\u00a0234,5;x\n12;y\n1 000;x\n", {...ab, first: [1234.5, "x"], last: [1000, "x"]}],
  "Swiss thousands": ["a;b\n1'234.5;x\n12;y\n1’000;x\n", {...ab, first: [1234.5, "x"], last: [1000, "x"]}],
  "Indian thousands": ['a,b\n"12,34,567",x\n"1,000",y\n5,x\n', {...ab, first: [1234567, "x"], last: [5, "x"]}],
  "1.234 beside a decimal comma": ["a;b\n1.234;1,5\n2.345;2,5\n3.456;3,25\n", {rows: 3, names: "a|b", types: "nn", first: [1234, 1.5], last: [3456, 3.25]}],
  "1.234 alone is a decimal number": ["a,b\n1.234,x\n2.345,y\n3.456,x\n", {...ab, first: [1.234, "x"], last: [3.456, "x"]}],
  "1,234 between semicolons can be two numbers": ["a;b\n1,234;x\n2,345;y\n3,456;x\n", {...ab, first: [1234, "x"], last: [3456, "x"], warnings: "decimal", says: [/“1,234” was read as 1234/]}],
  "the same, told": ["a;b\n1,234;x\n2,345;y\n3,456;x\n", {...ab, first: [1.234, "x"], last: [3.456, "x"]}, {decimal: ","}],
  "currency behind": ["a;b\n1.234,50 €;x\n12,00 €;y\n(3,00 €);x\n", {...ab, first: [1234.5, "x"], last: [-3, "x"], notes: {a: /amounts in €; parentheses are negative/}}],
  "currency words": ["a,b\nUSD 1.50,x\n-USD 2,y\nUSD -3,x\n", {...ab, first: [1.5, "x"], last: [-3, "x"], notes: {a: /amounts in USD/}}],
  "two currencies are no numbers": ["a,b\n$1.50,x\n€2,y\n$3,x\n$3,x", {rows: 4, names: "a|b", types: "cc", first: ["$1.50", "x"], warnings: "units", notes: {a: /different units/}, says: [/“\$”, “€”.*types \{"a": "number"\}/]}, {header: true}],
  "signs and exponents": ["a,b\n−1,x\n+2e3,y\n3E-2,x\n", {...ab, first: [-1, "x"], last: [0.03, "x"]}],
  "gaps of all kinds among numbers": [`a,b\n1,x\n${["NA", "N/A", "NULL", "-", ".", "?", "nan", "None", "#REF!", "--"].map((g) => `${g},y`).join("\n")}\n3,x\n`, {...ab, rows: 12, missing: 10}],
  "None is a text among texts": ["a,b\n1,None\n2,x\n3,None\n4,NA\n", {rows: 4, names: "a|b", types: "nc", first: [1, "None"], last: [4, null], missing: 1, warnings: "missing", says: [/“NA” stands for a missing value.*"b": "category"/]}],
  "a few texts among many numbers": [`a,b\n${rowsOf(30, (i) => `${i === 7 ? "few" : i + 0.5},${"xy"[i % 2]}`)}`, {rows: 30, names: "a|b", types: "nc", first: [0.5, "x"], missing: 1, warnings: "not-a-number", says: [/“few”/]}],
  "numbers and texts by half": [`a,b\n${rowsOf(9, (i) => `${i % 3 ? i : "low"},${"xy"[i % 2]}`)}`, {rows: 9, names: "a|b", types: "cc", first: ["low", "x"], warnings: "mixed"}, {header: true}],
  "codes with leading zeros": ["zip,v\n01067,1\n89073,2\n01067,3\n", {rows: 3, names: "zip|v", types: "cn", first: ["01067", 1], notes: {zip: /leading zero/}}],
  "yes and no in any case": ["a,b\n1,Yes\n2,NO\n3,yes\n4,no\n", {rows: 4, names: "a|b", types: "nc", first: [1, "yes"], last: [4, "no"], notes: {b: /case/}}],
  "names and ids": [`name,id,v\n${rowsOf(12, (i) => `person ${i},${100 + i},${i % 5}`)}`, {rows: 12, names: "name|id|v", types: "iin", first: ["person 0", "100", 0], notes: {name: /different text in each row/, id: /name of an id/}}],
  "free text": [`v,review\n${rowsOf(8, (i) => `${i},This is what visitor ${i} has to say about the whole of it.`)}`, {rows: 8, names: "v|review", types: "nt", first: [0, "This is what visitor 0 has to say about the whole of it."]}],
  "a constant and an empty column": ["a,b,c\n1,z,\n2,z,\n3,z,\n", {rows: 3, names: "a|b|c", types: "nkk", first: [1, "z", null], missing: 3, notes: {c: /empty/}}],
  "03/04 is asked about": ["when,v\n03/04/2020,1\n05/06/2020,2\n", {rows: 2, names: "when|v", types: "dn", first: [Date.UTC(2020, 2, 4) / 864e5, 1], warnings: "date-order", says: [/“03\/04\/2020” was read as month\/day\/year/]}],
  "25/04 settles it": ["when,v\n03/04/2020,1\n25/04/2020,2\n", {rows: 2, names: "when|v", types: "dn", first: [Date.UTC(2020, 3, 3) / 864e5, 1]}],
  "German dates with times": ["wann;v\n03.04.2020 12:30;1,5\n25.4.2020 0:05;2\n", {rows: 2, names: "wann|v", types: "dn", first: [Date.UTC(2020, 3, 3, 12, 30) / 1000, 1.5], last: [Date.UTC(2020, 3, 25, 0, 5) / 1000, 2]}],
  "zones and halves of the day": ["t,v\n2020-01-01T01:00:00+02:00,1\n2020-01-01 11:00:00 PM,2\n", {rows: 2, names: "t|v", types: "dn", first: [Date.UTC(2019, 11, 31, 23) / 1000, 1], last: [Date.UTC(2020, 0, 1, 23) / 1000, 2]}],
  "months in words": ["t,v\n15-Apr-23,1\n1 May 2023,2\n", {rows: 2, names: "t|v", types: "dn", first: [Date.UTC(2023, 3, 15) / 864e5, 1], warnings: "century"}],
  "a 30th of February is no date": ["t,v\n2020-02-30,1\n2020-02-28,2\n2020-02-27,3\n", {rows: 3, names: "t|v", types: "cn", first: ["2020-02-30", 1], warnings: "mixed", says: [/“2020-02-30” was kept as a text/]}],
  "times of day": ["t,v\n12:30,1\n00:05:10,2\n", {rows: 2, names: "t|v", types: "dn", first: [45000, 1], last: [310, 2]}],
  "two lines of names": ["len,wid,kind\nmm,cm,\n1,2,x\n3,4,y\n5,6,x\n", {rows: 3, names: "len mm|wid cm|kind", types: "nnc", first: [1, 2, "x"], warnings: "header-lines"}],
  "names over several columns": ["2019,,2020,\nq1,q2,q1,q2\n1,2,3,4\n5,6,7,8\n9,8,7,6\n", {rows: 3, names: "2019 q1|2019 q2|2020 q1|2020 q2", types: "nnnn", first: [1, 2, 3, 4], warnings: "header-lines"}, {header: 2}],
  "years as names": ["land,1990,1991\nUlm,3,4\nBern,5,6\n", {rows: 2, names: "land|1990|1991", types: "cnn", first: ["Ulm", 3, 4], warnings: "header"}],
  "texts alone, and a first line that is a row": ["red,s\nblue,m\nred,m\nblue,s\n", {rows: 4, names: "column 1|column 2", types: "cc", first: ["red", "s"]}],
  "texts alone, and a first line of names": ["colour,size\nblue,m\nred,m\nblue,s\n", {rows: 3, names: "colour|size", types: "cc", first: ["blue", "m"], warnings: "header", says: [/give header false/]}],
  "a footer and a total": ["a,b\n1,x\n2,y\n3,x\nTotal,6\n\nSource: somebody\n", {...ab, warnings: "footer", says: [/Lines 5 and 7 below/]}],
  "a row that is too long, one that is too short": [`a,b,c\n${rowsOf(5, (i) => `${i},x,${i}`)}\n7,x,1,9\n8,y\n${rowsOf(5, (i) => `${i},x,${i}`)}`, {rows: 11, names: "a|b|c", types: "ncn", first: [0, "x", 0], missing: 1, warnings: "ragged,ragged", says: [/Line 7 has 4 cells instead of 3 and was left out/, /Line 8 has fewer/]}],
  "lines that don't agree": ["a,b,c\n1,2\n1,2,3,4\n1\n1,2,3,4,5\n", {refused: "invalid-input", message: /same number of cells/}, {delimiter: ","}],
  "names that come twice, none, and one that JavaScript uses": ["a,a,,__proto__\n1,2,3,4\n5,6,7,8\n", {rows: 2, names: "a|a (2)|column 3|(__proto__)", types: "nnnn", first: [1, 2, 3, 4], warnings: "name,name"}],
  "lines to skip": ["x,y,z,junk\nmore\na,b\n1,x\n2,y\n3,x\n", ab, {skip: 2}],
  "no names, told": ["a,b\n1,x\n", {rows: 2, names: "column 1|column 2", types: "cc", first: ["a", "b"], last: ["1", "x"], warnings: ""}, {header: false}],
  "types, told": ["a,b\n1,x\n2,7\n3,x\n", {rows: 3, names: "a|b", types: "cn", first: ["1", null], last: ["3", null], missing: 2, warnings: "not-a-number", notes: {a: /as asked for/}}, {types: {a: "category", b: "number"}}],
  "a heading comment, as numpy writes it": ["# a b\n1 5\n2 6\n3 5\n", {rows: 3, names: "a|b", types: "nn", first: [1, 5]}],
  "scikit-learn's counts": ["150,2,setosa,versicolor\n5.1,3.5,0\n4.9,3.0,1\n4.7,3.2,0\n", {rows: 3, names: "column 1|column 2|column 3", types: "nnn", first: [5.1, 3.5, 0], warnings: "ragged"}],
  "ARFF": ["% one\n@relation w\n@attribute 'the outlook' {sunny, 'not so'}\n@ATTRIBUTE t numeric\n@data\nsunny,85\n'not so',?\n% two\nsunny,1\n", {rows: 3, names: "the outlook|t", types: "cn", first: ["sunny", 85], last: ["sunny", 1], missing: 1}],
  "JSON columns": ['{"a": [1, 2, 3], "b": ["x", null, "x"]}', {...ab, types: "nk", missing: 1}],
  "JSON as pandas splits it": ['{"columns": ["a", "b"], "index": [0, 1, 2], "data": [[1, "x"], [2, "y"], [3, "x"]]}', ab],
  "JSON as pandas writes it": ['{"a": {"0": 1, "1": 2, "2": 3}, "b": {"0": "x", "1": "y", "2": "x"}}', ab],
  "JSON arrays": ['[["a", "b"], [1, "x"], [2, "y"], [3, "x"]]', ab],
  "JSON records in an object": ['{"count": 3, "results": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}, {"a": 3, "b": "x"}]}', ab],
  "JSON with objects inside, and large numbers": ['[{"id": 208310224003697451, "p": {"v": true}}, {"id": 208310224003697450, "p": {"v": false}}, {"id": 3}]', {rows: 3, names: "id|p.v", types: "ic", first: ["208310224003697451", "true"], last: ["3", null], missing: 1}],
  "JSON that is cut off": ['[{"a": 1}, {"a": 2', {refused: "invalid-input", message: /JSON can't be read/}],
  "a line of NDJSON that isn't": ['{"a": 1}\n{"a": 2}\n{a: 3}\n', {refused: "invalid-input", message: /^Line 3 is not JSON/}],
  "packed": [gzipSync("a,b\n1,x\n2,y\n3,x\n"), ab],
  "packed and cut off": [gzipSync("a,b\n1,x\n2,y\n3,x\n".repeat(50)).subarray(0, 40), {refused: "invalid-input", message: /can't be unpacked/}],
  "the other sheet": [readFileSync(new URL("61-workbook.xlsx", field)), {rows: 3, names: "v|k", types: "nc", first: [1, "x"]}, {sheet: "More"}],
  "a sheet that isn't there": [readFileSync(new URL("61-workbook.xlsx", field)), {refused: "invalid-option", message: /The workbook has “Data”, “More”/}, {sheet: 3}],
  "a workbook that isn't": [Buffer.from("PK\x03\x04 nothing"), {refused: "invalid-input", message: /xlsx can't be read/}],
  "a parquet that is cut off": [readFileSync(new URL("60-table.parquet", field)).subarray(0, 300), {refused: "invalid-input", message: /parquet can't be read/}],
  "an old workbook": [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), {refused: "unsupported", message: /\.xls.*Save it as/}],
  "bytes of nothing": [Buffer.from([1, 0, 2, 0, 0, 0, 9, 9]), {refused: "unsupported", message: /no text/}],
  "blank lines alone": ["\n  \n\n", {refused: "invalid-input", message: /empty/}],
  "names alone": ["a,b\n", {refused: "invalid-input", message: /names and no rows/}],
  "a file's name": ["data.csv", {refused: "invalid-input", message: /name/}],
  "two stray quotes": ['a,b\n1,"5 inch\n2,y\n3,"6 inch\n', {refused: "invalid-input", message: /^Line 2 opens a quote/}],
  "a quote inside a quoted cell": ['a,b\n1,"5" long"\n2,y\n3,y\n', {...ab, first: [1, '5" long'], last: [3, "y"], warnings: "quotes", says: [/^Line 2/]}],
  "many blank lines in front cost no more than they are": [`${"\n".repeat(2000)}a,b\n1,x\n2,y\n3,x\n`, ab],
  "one column": ["v\n1\n2\n3\n", {rows: 3, names: "v", types: "n", first: [1], last: [3]}],
};

for (const [name, [source, want, options]] of Object.entries(kinds)) test(`kind: ${name}`, () => opensTo(source, [want, options]));

test("every form of a source", async () => {
  const text = "a,b\n1,x\n2,y\n3,x\n";
  const bytes = new TextEncoder().encode(text);
  for (const source of [text, bytes, bytes.buffer, new DataView(bytes.buffer), new Blob([text])]) await opensTo(source, [ab]);
  for (const wrong of [null, undefined, 3, {}, ["a"]]) await refuses(readTable(wrong), {code: "invalid-input"});
});

test("options that can't be used are refused by name", async () => {
  for (const [options, code, path] of [[{delimeter: ";"}, "unknown-option", "delimeter"], [{delimiter: ""}, "invalid-option", "delimiter"], [{decimal: ";"}, "invalid-option", "decimal"], [{header: "yes"}, "invalid-option", "header"],
    [{skip: -1}, "invalid-option", "skip"], [{types: {z: "number"}}, "invalid-option", "types.z"], [{types: {a: "numeric"}}, "invalid-option", "types.a"], [{types: {b: "date"}}, "invalid-option", "types.b"], [{sheet: 0}, "invalid-option", "sheet"],
    [{signal: 3}, "invalid-option", "signal"], [{onProgress: 3}, "invalid-option", "onProgress"]]) {
    await refuses(readTable("a,b\n1,x\n2,y\n", options), {code, path});
  }
});

test("large files are refused with the limit, before they are read", async () => {
  const huge = {size: 2 ** 30, arrayBuffer: () => assert.fail("was read")};
  await refuses(readTable(huge), {code: "too-large", message: /1,024 MB; up to 256 MB/});
  const bomb = gzipSync(Buffer.alloc(257 * 2 ** 20, "1,2\n"), {level: 1});
  await refuses(readTable(bomb), {code: "too-large", message: /Unpacked.*256 MB/});
});

test("progress and cancel", async () => {
  const text = `a,b\n${rowsOf(300000, (i) => `${i},${i % 7}`)}\n`;
  const seen = [];
  const {rows} = await readTable(text, {onProgress: ({done, total}) => seen.push(done / total)});
  assert.equal(rows.length, 300000);
  assert.ok(seen.length > 3 && seen.at(-1) === 1 && seen[0] < 0.5, String(seen));
  const stop = new AbortController();
  const reason = new Error("enough");
  let calls = 0;
  await assert.rejects(readTable(text, {signal: stop.signal, onProgress: () => { if (++calls === 2) stop.abort(reason); }}), (e) => e === reason);
  assert.equal(calls, 2);
  await assert.rejects(readTable(text, {signal: AbortSignal.abort(reason)}), (e) => e === reason);
  await assert.rejects(readTable(text, {onProgress: () => { throw reason; }}), (e) => e === reason);
});

test("parts of a long text are joined where they meet", async () => {
  const long = "y".repeat(3 << 20);
  const {rows, columns} = await readTable(`a,b\n${rowsOf(50000, (i) => `${i},"x, ""${i % 3}""\nz"`)}\n7,"${long}"\n8,"x"\n`);
  assert.equal(rows.length, 50002);
  rows.slice(0, 50000).forEach((row, i) => assert.ok(row.a === i && row.b === `x, "${i % 3}"\nz`, `row ${i}`));
  assert.equal(rows.at(-2).b.length, long.length);
  assert.equal(columns[0].type, "number");
});

test("fit takes the rows", async () => {
  const {rows} = await readTable(readFileSync(new URL("24-bom-semicolon-crlf.csv", field)));
  const model = await fit(rows.map(({Art: _, ...row}) => row), rows.map((row) => row.Art));
  assert.deepEqual(await model.predict(rows.map(({Art: _, ...row}) => row)), rows.map((row) => row.Art));
  const gaps = (await readTable(readFileSync(new URL("16-excel-errors.csv", field)))).rows;
  const filled = await fit(gaps.map(({a, b}) => ({a, b})), gaps.map((row) => row.k), {missing: "mean"});
  assert.equal(await filled.predict({a: 4.4, b: 8.8}), "b");
});

/** A random table, as a random program would write it, and what it holds. */
function written(seed) {
  const next = random(seed);
  const pick = (list) => list[Math.floor(next() * list.length)];
  const chance = (p) => next() < p;
  const delimiter = pick([",", ";", "\t", "|"]);
  const decimal = delimiter === "," ? "." : pick([".", ","]);
  const grouping = pick(["", decimal === "." ? "," : ".", "\u00a0", "'"]);
  const lineEnd = pick(["\n", "\r\n", "\r"]);
  const gapText = pick(["", "NA", "N/A", "null", "?"]);
  const rows = 12 + Math.floor(next() * 60);
  const words = pick([["low", "mid", "high"], ["a, b", "c;d", "e|f"], ['say "x"', "Ö\tÜ", "plain"], ["two\nlines", "one", "three"], ["Yes", "No"], ["#1", "%2", "x"]]);
  const number = (v, digits) => {
    const [whole, rest] = Math.abs(v).toFixed(digits).split(".");
    return `${v < 0 ? "-" : ""}${grouping ? whole.replace(/\B(?=(\d{3})+$)/g, grouping) : whole}${rest ? decimal + rest : ""}`;
  };
  const columns = Array.from({length: 2 + Math.floor(next() * 5)}, (_, k) => {
    const kind = k === 0 ? "number" : pick(["number", "number", "whole", "text", "date"]);
    const name = pick(["size", "Größe", "a b", 'the "x"', "x, y", "n;m"]) + ` ${k}`;
    const values = [], texts = [];
    const gaps = chance(0.4) && k > 0;
    for (let i = 0; i < rows; i++) {
      if (gaps && i > 1 && chance(0.15)) {
        values.push(null);
        texts.push(gapText);
      } else if (kind === "number") {
        const v = Math.round((next() - 0.3) * 5e5) / 100 + (i < 2 ? 0.25 : 0);
        values.push(Number(v.toFixed(2)));
        texts.push(number(v, 2));
      } else if (kind === "whole") {
        const v = Math.floor(next() * 90) + (i < 2 ? i : 0);
        values.push(v);
        texts.push(number(v, 0));
      } else if (kind === "date") {
        const day = 15000 + i * 3;
        values.push(day);
        texts.push(new Date(day * 864e5).toISOString().slice(0, 10));
      } else {
        const word = words[i < words.length ? i : Math.floor(next() * words.length)];
        values.push(words.length === 2 ? word.toLowerCase() : word);
        texts.push(word);
      }
    }
    return {name, kind, values, texts};
  });
  const always = chance(0.2);
  const quote = (cell) => (always || /["\n\r,;|\t]|^[#%]|^ | $/.test(cell) && (cell.includes(delimiter) || /["\n\r]/.test(cell) || chance(0.5)) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const headed = chance(0.8);
  const lines = pick([[], [], [`sep=${delimiter}`], ["# written by a test"], ["A title of this table", ""]]).slice();
  if (headed) lines.push(columns.map((c) => quote(c.name)).join(delimiter));
  for (let i = 0; i < rows; i++) lines.push(columns.map((c) => quote(c.texts[i])).join(delimiter));
  if (chance(0.2)) lines.push("");
  const text = lines.join(lineEnd) + (chance(0.8) ? lineEnd : "");
  const coding = pick(["utf-8", "bom", "utf-16le", "gz", "text"]);
  const source = {"utf-8": () => Buffer.from(text), bom: () => Buffer.from(`\ufeff${text}`), "utf-16le": () => Buffer.from(`\ufeff${text}`, "utf16le"), gz: () => gzipSync(text), text: () => text}[coding]();
  return {source, text, columns: columns.map((c, k) => ({...c, name: headed ? c.name : `column ${k + 1}`})), rows};
}

test("the outcome is taken apart, dates get hours and weekdays, and the dialect says how the file was read", async () => {
  const text = "when;v;k\n03/04/2020 10:30;1,5;a\n05/06/2020 23:59;;b\n";
  const {rows, y, columns, dialect} = await readTable(text, {target: "v", dateParts: ["hour", "weekday"], dayFirst: true});
  assert.deepEqual(y, [1.5, null]);
  assert.deepEqual(rows, [
    {when: Date.UTC(2020, 3, 3, 10, 30) / 1000, "when hour": 10, "when weekday": "Friday", k: "a"},
    {when: Date.UTC(2020, 5, 5, 23, 59) / 1000, "when hour": 23, "when weekday": "Friday", k: "b"},
  ]);
  assert.deepEqual(columns.map((c) => [c.name, c.type, c.unit]), [["when", "date", "seconds"], ["when hour", "number", undefined], ["when weekday", "category", undefined], ["k", "category", undefined]]);
  assert.deepEqual(dialect, {format: "text", delimiter: ";", decimal: ",", header: 1, skip: 0});
  const us = await readTable(text, {dayFirst: false});
  assert.deepEqual([us.rows[0].when, us.warnings], [Date.UTC(2020, 2, 4, 10, 30) / 1000, []]);
  // Days before 1970 have weekdays, too; days alone have no hour, times of day no weekday.
  const early = await readTable("d,t\n1969-12-31,12:30\n1969-12-29,00:10\n", {dateParts: ["hour", "weekday"]});
  assert.deepEqual(early.rows, [{d: -1, "d weekday": "Wednesday", t: 45000, "t hour": 12}, {d: -3, "d weekday": "Monday", t: 600, "t hour": 0}]);
  await refuses(readTable(text, {target: "price"}), {code: "invalid-option", path: "target", message: /“price”.*Its columns are “when”, “v”, “k”/});
  await refuses(readTable(text, {dateParts: ["minute"]}), {code: "invalid-option", path: "dateParts"});
  await refuses(readTable(text, {dayFirst: 1}), {code: "invalid-option", path: "dayFirst"});
});

test("columns are the rows, coded", async () => {
  const text = readFileSync(new URL("16-excel-errors.csv", field));
  const [{rows}, {total, columns}] = [await readTable(text), await readColumns(text)];
  assert.deepEqual(Array.from({length: total}, (_, i) => Object.fromEntries(columns.map((c) => [c.name, c.dictionary[c.indices[i]]]))), rows);
});

test("tables of too many columns or cells are refused with the limit", async () => {
  await refuses(readTable(",".repeat(20000)), {code: "too-large", message: /20,001 columns; up to 10,000/});
  await refuses(readTable(JSON.stringify(Array.from({length: 12000}, (_, i) => ({[`k${i}`]: i})))), {code: "too-large", message: /12,000 rows of 4,167 columns; up to 50,000,000 cells/});
  const begun = performance.now();
  assert.equal((await readTable(`a,b\n1,${"1".repeat(1e6)}x`)).rows.length, 1);
  assert.ok(performance.now() - begun < 20000, "a cell of a million digits takes the square of its length");
});

test("a parquet file with any byte damaged is read or refused, and never hangs", () => {
  // The reader trusts the sizes of pages: a process of its own can be ended.
  const script = `
    import {readFileSync} from "node:fs";
    const {readTable, XaiaError} = await import(${JSON.stringify(new URL("table.mjs", dist).href)});
    const good = readFileSync(${JSON.stringify(fileURLToPath(new URL("60-table.parquet", field)))});
    let refused = 0;
    for (let at = 4; at < good.length; at++) {
      const bytes = Uint8Array.from(good);
      bytes[at] ^= [0x80, 1, 0x40][at % 3];
      await readTable(bytes).catch((error) => { refused++; if (!(error instanceof XaiaError)) throw error; });
    }
    console.log(refused > good.length / 4 ? "ended" : refused);`;
  const {stdout, stderr} = spawnSync(process.execPath, ["--input-type=module", "-e", script], {encoding: "utf8", timeout: pace(60000)});
  assert.equal(stdout, "ended\n", stderr);
});

test("a parquet file that says wrong things of its runs, blocks, texts or dictionary is refused at once, in little memory", async () => {
  const good = [...int32(7), ...int32(8), ...int32(9)], words = [...int32(5), ...int32(6)];
  const {INT32, INT64, BYTE_ARRAY} = types, {PLAIN, DELTA_BINARY_PACKED, DELTA_BYTE_ARRAY, RLE_DICTIONARY} = encodings;
  const many = 2 ** 31 - 1, deltas = (blockSize, blocks, ...rest) => [...varint(blockSize), ...varint(blocks), ...varint(9), ...rest, ...Array(40).fill(2)];
  const fine = {
    plain: [parquet({type: INT32, rows: 3, encoding: PLAIN, page: good}), [7, 8, 9]],
    gaps: [parquet({type: INT32, rows: 4, optional: true, encoding: PLAIN, page: [...levels([...run(2, 1), ...run(1, 0), ...run(1, 1)]), ...good]}), [7, 8, null, 9]],
    dictionary: [parquet({type: INT32, rows: 3, encoding: RLE_DICTIONARY, dictionary: words, entries: 2, page: [1, ...run(2, 1), ...run(1, 0)]}), [6, 6, 5]],
    packed: [parquet({type: INT32, rows: 3, encoding: RLE_DICTIONARY, dictionary: words, entries: 2, page: [1, 3, 0b101]}), [6, 5, 6]],
    deltas: [parquet({type: INT32, rows: 9, encoding: DELTA_BINARY_PACKED, page: [...varint(128), 1, 9, 2, 2, 0]}), [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    beginnings: [parquet({type: BYTE_ARRAY, rows: 2, encoding: DELTA_BYTE_ARRAY, page: [...varint(128), 1, 2, 0, 4, 0, ...varint(128), 1, 2, 6, 1, 0, ...Buffer.from("abcde")]}), ["abc", "abde"]],
  };
  for (const [name, [bytes, want]] of Object.entries(fine)) assert.deepEqual((await readTable(bytes)).rows.map((row) => row.a), want, name);
  const bad = {
    levels: [{type: INT32, rows: 3, optional: true, encoding: PLAIN, page: [...levels(run(2 ** 30, 1)), ...good]}, /a run is longer than its page/],
    indices: [{type: INT32, rows: 3, encoding: RLE_DICTIONARY, dictionary: words, entries: 2, page: [1, ...run(2 ** 30, 1)]}, /a run is longer than its page/],
    packed: [{type: INT32, rows: 3, optional: true, encoding: PLAIN, page: [...levels([...varint(2 ** 28 + 1), ...Array(500).fill(255)]), ...good]}, /a run is longer than its page/],
    lacking: [{type: INT32, rows: 3, encoding: RLE_DICTIONARY, dictionary: words, entries: 2, page: [3, ...run(3, 7)]}, /not in its dictionary/],
    none: [{type: INT32, rows: 3, encoding: RLE_DICTIONARY, page: [1, ...run(3, 1)]}, /dictionary is missing/],
    above: [{type: INT32, rows: 3, optional: true, encoding: PLAIN, page: [...levels(run(3, 3)), ...good]}, /other values than it says/],
    backwards: [{type: INT32, rows: 9, encoding: DELTA_BINARY_PACKED, page: deltas(128, 2 ** 32 - 1, 2)}, /length of a block is damaged/],
    wide: [{type: INT64, rows: 9, encoding: DELTA_BINARY_PACKED, page: deltas(many, many, 2)}, /length of a block is damaged/],
    blockless: [{type: INT32, rows: 9, encoding: DELTA_BINARY_PACKED, page: deltas(128, 0, 2)}, /length of a block is damaged/],
    beginnings: [{type: BYTE_ARRAY, rows: 2, encoding: DELTA_BYTE_ARRAY, page: [...varint(128), 1, 2, 0, ...varint(2 ** 31), 0, ...varint(128), 1, 2, 2, 0, 0, 65, 66]}, /beginnings of its texts/],
    snappy: [{type: INT32, rows: 1, codec: 1, unpacked: 4, encoding: PLAIN, page: [4, 0xfc, ...int32(-6), 0, 0, 0, 0]}, /literal exceeds/],
    variant: [{type: INT32, rows: 1, encoding: PLAIN, page: int32(7), logical: [[10, "struct", [[16, "struct", []]]]]}, /“a” is of the type variant/],
  };
  // In a process of its own, whose memory has a bound, and which can be ended.
  const script = `
    const {readTable} = await import(${JSON.stringify(new URL("table.mjs", dist).href)});
    for (const bytes of JSON.parse(process.argv[1])) console.log(await readTable(Uint8Array.from(bytes)).then(() => "was read", (error) => error.code + ": " + error.message));`;
  for (const [name, [column, message]] of Object.entries(bad)) {
    const {stdout, stderr} = spawnSync(process.execPath, ["--max-old-space-size=200", "--input-type=module", "-e", script, JSON.stringify([Array.from(parquet(column))])], {encoding: "utf8", timeout: pace(10000)});
    assert.match(stdout, message, `${name}: ${stderr.slice(0, 300)}`);
    assert.match(stdout, /^invalid-input: /, name);
  }
  const rows = 5e6 + 1;
  await refuses(readTable(parquet({type: INT32, rows, encoding: RLE_DICTIONARY, dictionary: words, entries: 2, page: [1, ...run(rows, 1)]})), {code: "too-large", message: /5,000,001 rows; up to 5,000,000/});
});

test("written tables are read back equal: by this package and, workbooks, by the library that reads Excel's", async () => {
  const texts = ["red", "a, \"b\"; c", " blanks ", "two\nlines\r\nand", "Ö<&>\u{1f600}'", "_x0041_", "\u0007bell\uffff", "=1+1", "208310224003697450", "1.50", ""];
  const numbers = [0.1 + 0.2, -1.5e-7, 2 ** 53 - 1, 1e300, 0, -3, 1234567.891];
  const rows = Array.from({length: 40}, (_, i) => [i % 9 ? numbers[i % 7] : null, texts[i % 11], i % 2 === 0, Math.round(864e5 * (18000 + 31 * i) + 1000 * 3607 * i) / 1000, 19000 + i]);
  const columns = ["num", {name: "text, \"it\"", unit: undefined}, "flag", {name: "moment", unit: "seconds"}, {name: "day", unit: "days"}, ...Array.from({length: 30}, (_, k) => `more ${k}`)];
  const all = rows.map((row, i) => [...row, ...Array.from({length: 30}, (_, k) => i * k)]);
  const book = await writeTable(all, {format: "xlsx", columns});
  const [{data}] = await readWorkbook(book.buffer, {trim: false});
  assert.deepEqual(data[0], columns.map((c) => c.name ?? c));
  // A sheet has days with decimals, which the reader cuts to milliseconds.
  const whole = (v) => (v instanceof Date ? new Date(1000 * Math.round(v.getTime() / 1000)) : v);
  assert.deepEqual(data.slice(1).map((row) => row.map(whole)), all.map(([n, text, flag, moment, day, ...more]) => [n, text || null, flag, new Date(moment * 1000), new Date(day * 864e5), ...more]));
  for (const format of ["csv", "xlsx"]) {
    const {rows: read, columns: found} = await readTable(await writeTable(all.filter((r) => r[1] !== "=1+1"), {format, columns}));
    assert.deepEqual(found.filter((c) => c.unit).map((c) => [c.name, c.unit]), [["moment", "seconds"], ["day", "days"]], format);
    assert.deepEqual(read.map((r) => [r.num, r.moment, r.day, r["more 29"]]), all.filter((r) => r[1] !== "=1+1").map((r) => [r[0], r[3], r[4], r.at(-1)]), format);
  }
  // A file's own rows with an answer beside them are the file and one column more.
  const file = readFileSync(new URL("16-excel-errors.csv", field));
  const before = await readTable(file);
  for (const format of ["csv", "xlsx"]) {
    const after = await readTable(await writeTable(before.rows.map((row, i) => ({...row, answer: i / 3})), {format, columns: [...before.columns, "answer"]}));
    assert.deepEqual(after.rows, before.rows.map((row, i) => ({...row, answer: i / 3})), format);
  }
  const old = await readTable(await writeTable([{d: -40000, t: 45000}, {d: -39999, t: 5}], {format: "xlsx", columns: [{name: "d", unit: "days"}, {name: "t", unit: "seconds of the day"}]}));
  assert.deepEqual(old.rows, [{d: -40000, t: 45000}, {d: -39999, t: 5}]);
});

test("cells that a spreadsheet would run are neutralised in CSV, and are texts in a workbook", async () => {
  const rows = [{a: "=1+1", "-b": -2}, {a: "@x", "-b": 3}, {a: 'say "hi", you', "-b": null}];
  assert.equal(Buffer.from(await writeTable(rows)).toString(), `a,'-b\r\n'=1+1,-2\r\n'@x,3\r\n"say ""hi"", you",\r\n`);
  const sheet = strFromU8(unzipSync(await writeTable(rows, {format: "xlsx"}))["xl/worksheets/sheet1.xml"]);
  assert.ok(!sheet.includes("<f>") && sheet.includes('t="inlineStr"><is><t xml:space="preserve">=1+1</t>'), sheet);
});

test("what can't be written is refused with the place", async () => {
  await refuses(writeTable([{a: 1}, {a: {}}]), {code: "invalid-input", row: 1, message: /“a”/});
  await refuses(writeTable([{a: 1}, {a: 3n}]), {code: "invalid-input", row: 1, message: /bigint/});
  for (const wrong of [null, "a,b", [1], [null]]) await refuses(writeTable(wrong), {code: "invalid-input"});
  await refuses(writeTable([[1, 2]]), {code: "invalid-option", path: "columns"});
  await refuses(writeTable([{a: 1}], {columns: [3]}), {code: "invalid-option", path: "columns"});
  await refuses(writeTable([{a: 1}], {format: "ods"}), {code: "invalid-option", path: "format"});
  await refuses(writeTable([{a: 1}], {sheet: "x"}), {code: "unknown-option", path: "sheet"});
  await refuses(writeTable([{a: "x".repeat(32768)}], {format: "xlsx"}), {code: "too-large", message: /row 1 .*32,768 characters/});
  await refuses(writeTable([Array(16385).fill(1)], {format: "xlsx", columns: Array.from({length: 16385}, (_, k) => `c${k}`)}), {code: "too-large", message: /16,385 columns/});
  await refuses(writeTable(Array(2 ** 20).fill([]), {format: "xlsx", columns: []}), {code: "too-large", message: /1,048,576 rows/});
  await refuses(writeTable(Array.from({length: 9000}, () => ["x".repeat(32000)]), {format: "xlsx", columns: ["a"]}), {code: "too-large", message: /more than 256 MB/});
});

test("random tables in random dialects are read back equal", async () => {
  const from = Number(process.env.XAIA_TABLES ?? 1), count = Number(process.env.XAIA_TABLE_COUNT ?? 400);
  for (let seed = from; seed < from + count; seed++) {
    const {source, text, columns, rows} = written(seed);
    const about = `table ${seed}:\n${text.slice(0, 600)}`;
    const got = await readTable(source).catch((e) => assert.fail(`${e.stack}\n${about}`));
    assert.deepEqual(got.columns.map((c) => c.name), columns.map((c) => c.name), about);
    assert.equal(got.rows.length, rows, about);
    for (const {name, values, kind} of columns) {
      assert.deepEqual(got.rows.map((row) => row[name]), values, `${name} (${kind}), ${about}`);
    }
  }
});

test("a separator that all lines show is found whatever the cells are: empty columns, texts of several words", async () => {
  const next = random(5), pick = (...list) => list[Math.floor(list.length * next())];
  const cells = [() => "", () => String(Math.floor(100 * next())), () => pick("New York", "San Jose CA", "Rome"), () => pick("1 of 5", "2 of 5"), () => pick("NA", "-"), () => (10 * next()).toFixed(3), () => pick("yes", "no")];
  for (let n = 0; n < 300; n++) {
    const delimiter = pick(",", ";", "\t", "|");
    const kinds = Array.from({length: 1 + Math.floor(4 * next())}, () => pick(...cells));
    const names = [...["size", "place", "part", "when"].slice(0, kinds.length), "y"];
    const text = [names, ...Array.from({length: 25}, (_, i) => [...kinds.map((cell) => cell()), i])].map((row) => row.join(delimiter)).join("\n");
    const {columns, rows, dialect} = await readTable(text);
    assert.deepEqual([dialect.delimiter, columns.map((c) => c.name), rows.length], [delimiter, names, 25], text.slice(0, 300));
  }
  // Runs of blanks with one tab in each line, before a quoted name.
  const cars = Array.from({length: 12}, (_, i) => `1${i % 9}.0   8   30${i % 7}.0      130.0      3504.      12.${i % 5}   70  1\t"chevrolet chevelle ${i}"`).join("\n");
  const read = await readTable(cars, {header: false});
  assert.deepEqual([read.columns.length, read.rows.length, read.dialect.delimiter], [9, 12, " "]);
});

test("a File of another realm, as jsdom's, which has no arrayBuffer; and a page without DecompressionStream, as Jest's", async () => {
  const file = (bytes) => ({size: bytes.length, slice() {}, bytes});
  const {FileReader, DecompressionStream} = globalThis;
  const bytes = Uint8Array.from(gzipSync("a,b\n1,2\n"));
  globalThis.FileReader = class {
    readAsArrayBuffer(of) {
      Promise.resolve().then(() => {
        this.result = of.bytes.buffer;
        this.onload();
      });
    }
  };
  globalThis.DecompressionStream = undefined;
  try {
    assert.deepEqual((await readTable(file(bytes))).rows, [{a: 1, b: 2}]);
    globalThis.FileReader = undefined;
    await refuses(readTable(file(bytes)), {code: "invalid-input", message: /Give .*its bytes/});
  } finally {
    Object.assign(globalThis, {FileReader, DecompressionStream});
  }
});
