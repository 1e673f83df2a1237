// xaia/table: workbooks, large ones, damaged ones, and such that say wrong things of themselves.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {Worker} from "node:worker_threads";
import {strFromU8, strToU8, unzipSync, zipSync} from "fflate";
import {dist, refuses, testdata} from "./helpers.mjs";
import {pace} from "./pace.mjs";

const {readTable, writeTable} = await import(new URL("table.mjs", dist));
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook whose sheets have these rows, as XML; `more` are other parts, or these in another way. @param {string[]} sheets */
function book(sheets, {main = "xl/workbook.xml", target = (i) => `worksheets/sheet${i + 1}.xml`, at = (i) => `xl/worksheets/sheet${i + 1}.xml`, tag = (i) => `<sheet name="s${i + 1}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`, more = {}} = {}) {
  const rels = main.replace(/([^/]*)$/, "_rels/$1.rels");
  return zipSync(Object.fromEntries(Object.entries({
    "_rels/.rels": `<Relationships><Relationship Id="rId1" Type="${relation}/officeDocument" Target="${main}"/></Relationships>`,
    [main]: `<workbook xmlns:r="${relation}"><sheets>${sheets.map((_, i) => tag(i)).join("")}</sheets></workbook>`,
    [rels]: `<Relationships>${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${relation}/worksheet" Target="${target(i)}"/>`).join("")}</Relationships>`,
    ...Object.fromEntries(sheets.map((rows, i) => [at(i), `<worksheet><sheetData>${rows}</sheetData></worksheet>`])),
    ...more,
  }).map(([name, text]) => [name, typeof text === "string" ? strToU8(text) : text])));
}
const row = (n, ...cells) => `<row r="${n}">${cells.map((v, k) => (typeof v === "number" ? `<c r="${"ABCDE"[k]}${n}"><v>${v}</v></c>` : `<c r="${"ABCDE"[k]}${n}" t="inlineStr"><is><t>${v}</t></is></c>`)).join("")}</row>`;
const small = row(1, "a", "b") + row(2, 1, 2) + row(3, 3, 4);
const smallRows = [{a: 1, b: 2}, {a: 3, b: 4}];

test("a workbook of 100,000 rows is read as it was written, in Node and in a worker", async () => {
  const rows = Array.from({length: 100000}, (_, i) => ({size: i / 7, kind: `kind ${i % 12}`, day: 18000 + (i % 900), n: i}));
  const file = await writeTable(rows, {format: "xlsx", columns: ["size", "kind", {name: "day", unit: "days"}, "n"]});
  assert.ok(unzipSync(file)["xl/worksheets/sheet1.xml"].length > 2 ** 23);
  const told = [];
  assert.deepEqual((await readTable(file, {onProgress: ({done, total}) => told.push(done / total)})).rows, rows);
  assert.ok(told.length > 30 && told.every((share) => share >= 0 && share <= 1), `${told.length} times`); // a page takes a reader that says nothing for hanging
  await assert.rejects(readTable(file, {onProgress: () => { throw new Error("enough"); }}), /^Error: enough$/);
  await assert.rejects(readTable(readFileSync(new URL("field/60-table.parquet", testdata)), {onProgress: () => { throw new Error("enough"); }}), /^Error: enough$/);
  const worker = new Worker(`const {parentPort, workerData} = require("node:worker_threads");
    import(${JSON.stringify(new URL("table.mjs", dist).href)}).then(({readTable}) => readTable(workerData)).then(({rows}) => parentPort.postMessage(rows), (error) => parentPort.postMessage(String(error)));`, {eval: true, workerData: file});
  const got = await new Promise((resolve, reject) => worker.on("message", resolve).on("error", reject));
  await worker.terminate();
  assert.deepEqual(got, rows);
});

test("a cell far away costs nothing, however its place is written", async () => {
  const far = [
    '<row r="1048576"><c r="A1048576"><v>5</v></c><c r="B1048576"><v>6</v></c></row>',
    '<row r="&#49;048576"><c r="&#65;&#x31;048576"><v>5</v></c><c r="B1048576"><v>6</v></c></row>',
    '<row title=">" r="1048576"><c title=">" r="A1048576"><v>5</v></c><c title=\' r="A4"\' r = "B1048576"><v>6</v></c></row>',
    '<x:row r="1048576"><x:c r="A1048576"><x:v>5</x:v></x:c><x:c><x:v>6</x:v></x:c></x:row>',
    '<row r="1048576"><!-- <c r="C7"> --><c r="A1048576"><v><![CDATA[5]]></v></c><c r="B1048576"><v>&#54;</v></c><c r="XFD1048576" s="0"/></row>',
  ];
  for (const last of far) assert.deepEqual((await readTable(book([small + last]))).rows, [...smallRows, {a: 5, b: 6}], last);
});

test("places, sheets and sizes are bounded before there is room for them", () => {
  // In a process whose memory has a bound, and which can be ended.
  const wide = Array.from({length: 5001}, (_, i) => `<row r="${i + 1}"><c r="NTP${i + 1}"><v>${i}</v></c></row>`).join("");
  const lying = (bytes, name) => { // its list of parts says that one has 10 bytes
    const file = Buffer.from(bytes);
    for (let i = file.lastIndexOf("PK\x01\x02", undefined, "latin1"); i > 0; i = file.lastIndexOf("PK\x01\x02", i - 1, "latin1")) if (file.toString("latin1", i + 46).startsWith(name)) file.writeUInt32LE(10, i + 24);
    return file;
  };
  const spaces = new Uint8Array(300 * 2 ** 20).fill(32), none = new Uint8Array(0);
  const large = book([""], {more: {"xl/worksheets/sheet1.xml": spaces}});
  const files = {
    column: [book([small + '<row r="4"><c r="&#88;FD4"><v>1</v></c></row>']), /too-large: .*16,384 columns; up to 10,000/],
    cells: [book([wide]), /too-large: .*5,001 rows of 10,000 columns; up to 50,000,000 cells/],
    row: [book([small + '<row r="1048577"><c><v>1</v></c></row>']), /invalid-input: .*the place 1048577 after 3/],
    beyond: [book([small + '<row r="4"><c r="AAAA4"><v>1</v></c></row>']), /invalid-input: .*the place “AAAA4” in row 4/],
    back: [book([small + '<row r="4"><c r="B4"><v>1</v></c><c r="A4"><v>1</v></c></row>']), /invalid-input: .*the place 1 after 2/],
    sheets: [book(Array(10001).fill(""), {at: () => "xl/one.xml"}), /invalid-input: .*more than 10,000 sheets/],
    empty: [book(Array(10000).fill(""), {target: () => "one.xml", at: () => "xl/one.xml"}), /invalid-input: The sheet “s1” is empty. The workbook has .* and 9,980 more/],
    large: [large, /too-large: Unpacked, the file has \d+ MB; up to 256/],
    lies: [lying(large, "xl/worksheets/sheet1.xml"), /too-large: Unpacked, the file has \d+ MB; up to 256/],
    deep: [book(["<c>".repeat(1e6)]), /invalid-input: .*nested too deeply/],
    open: [book(['<row r="'.repeat(1e6)]), /invalid-input: .*XML is damaged/],
    type: [book([""], {more: {"xl/worksheets/sheet1.xml": '<!DOCTYPE a [<!ENTITY b "cc">]><worksheet/>'}}), /invalid-input: .*declares a type/],
    ods: [zipSync({mimetype: none, "content.xml": none}), /invalid-input: .*LibreOffice \(\.ods\)/],
    xlsb: [zipSync({"xl/workbook.bin": none}), /invalid-input: .*\.xlsb/],
    zip: [zipSync({"iris.csv": none}), /invalid-input: .*a zip file without a workbook; it holds “iris.csv”/],
  };
  const folder = mkdtempSync(join(tmpdir(), "xaia-books-"));
  for (const [name, [bytes]] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const script = `
    import {readFileSync, readdirSync} from "node:fs";
    const {readTable} = await import(${JSON.stringify(new URL("table.mjs", dist).href)});
    for (const name of readdirSync(".")) console.log(name + ": " + await readTable(readFileSync(name)).then(({rows}) => rows.length + " rows", (error) => error.code + ": " + error.message));`;
  const {stdout, stderr} = spawnSync(process.execPath, ["--max-old-space-size=300", "--input-type=module", "-e", script], {cwd: folder, encoding: "utf8", timeout: pace(60000)});
  rmSync(folder, {recursive: true});
  for (const [name, [, message]] of Object.entries(files)) assert.match(stdout.split("\n").find((line) => line.startsWith(`${name}: `)) ?? "", message, `${name}: ${stderr.slice(0, 300)}`);
});

test("a workbook is read wherever its parts lie, and whatever its names are", async () => {
  const moved = [
    book([small], {main: "book.xml", target: () => "tables/one.xml", at: () => "tables/one.xml"}),
    book([small], {target: () => "/xl/worksheets/sheet1.xml"}),
    book([small], {main: "a/b/main.xml", target: () => "../x/./one.xml", at: () => "a/x/one.xml"}),
    book([small], {target: () => "Worksheets/Sheet1.xml"}),
    book([small], {at: () => "xl\\worksheets\\sheet1.xml"}),
    book([small.replace(/<(\/?)(row|c|v|is|t)\b/g, "<$1q:$2")], {tag: () => '<y:sheet name="s1" rel:id="rId1" sheetId="7"></y:sheet>'}),
    book([small.replace(/ r="[^"]*"/g, "")]),
    book(["", small]),
  ];
  for (const [i, file] of moved.entries()) assert.deepEqual((await readTable(file)).rows, smallRows, i);
  const texts = book(['<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c></row><row r="3"><c r="A3" t="s"><v>2</v></c></row>'], {more: {
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relation}/sharedStrings" Target="../texts.xml"/></Relationships>`,
    "texts.xml": "<sst><si><t>name</t></si><si><r><t>two </t></r><r><t>parts &amp; &#128512;</t></r><rPh><t>no</t></rPh></si><si><t>_x0041_b</t></si></sst>",
  }});
  assert.deepEqual((await readTable(texts, {header: true})).rows, [{name: "two parts & \u{1f600}"}, {name: "Ab"}]);
  await refuses(readTable(book(['<row r="1"><c r="A1" t="s"><v>4</v></c></row>'])), {code: "invalid-input", message: /names the text 4 of 0/});
});

test("a workbook with any byte damaged is read as it was, or refused", () => {
  const script = `
    import {readFileSync} from "node:fs";
    import {isDeepStrictEqual} from "node:util";
    const {readTable, XaiaError} = await import(${JSON.stringify(new URL("table.mjs", dist).href)});
    for (const name of ["61-workbook.xlsx", "written"]) {
      const good = name === "written" ? await (await import(${JSON.stringify(new URL("table.mjs", dist).href)})).writeTable([{a: 1, b: "x"}, {a: 2.5, b: "y"}], {format: "xlsx"}) : readFileSync(new URL(name, ${JSON.stringify(new URL("field/", testdata).href)}));
      const {rows} = await readTable(good);
      let refused = 0;
      for (let at = 0; at < good.length; at++) {
        const bytes = Uint8Array.from(good);
        bytes[at] ^= [0x80, 1, 0x40][at % 3];
        const got = await readTable(at % 50 === 0 ? bytes.subarray(0, at) : bytes).catch((error) => { refused++; if (!(error instanceof XaiaError)) throw error; });
        if (got?.dialect.format === "xlsx" && !isDeepStrictEqual(got.rows, rows)) throw new Error(name + ": the byte " + at + " changes the rows: " + JSON.stringify(got.rows));
      }
      if (refused * 3 < good.length) throw new Error("few are refused: " + refused);
    }
    console.log("ended");`;
  const {stdout, stderr} = spawnSync(process.execPath, ["--input-type=module", "-e", script], {encoding: "utf8", timeout: pace(60000)});
  assert.equal(stdout, "ended\n", stderr);
});

test("sheets are chosen by name, number, or the first with rows; dates follow the workbook's calendar", async () => {
  const two = book([row(1, "x") + row(2, 1) + row(3, 2), small]);
  assert.deepEqual([(await readTable(two, {sheet: "s2"})).rows, (await readTable(two, {sheet: 2})).rows, (await readTable(two)).dialect.sheet], [smallRows, smallRows, "s1"]);
  await refuses(readTable(two, {sheet: "s3"}), {code: "invalid-option", message: /“s1”, “s2”/});
  const parts = unzipSync(await writeTable([{d: 18000}, {d: 18001}], {format: "xlsx", columns: [{name: "d", unit: "days"}]}));
  const other = zipSync({...parts, "xl/workbook.xml": strToU8(strFromU8(parts["xl/workbook.xml"]).replace("<sheets>", '<workbookPr date1904="1"/><sheets>'))});
  assert.deepEqual((await readTable(other)).rows, [{d: 19462}, {d: 19463}]);
  const real = readFileSync(new URL("field/61-workbook.xlsx", testdata));
  assert.equal((await readTable(real)).rows.length, 6);
});
