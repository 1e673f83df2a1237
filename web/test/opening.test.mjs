// Tables whose lines and columns aren't all rows and features: titles and totals in lines of one width, what survey tools
// write below the names, the numbers of rows, names that nearly all differ, columns that the first row object lacks.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {conflictText} from "../site/view/conflicts.js";
import {codeFor} from "../site/view/code.js";
import {guess} from "../site/view/guess.js";
import {fitOptions} from "../site/view/options.js";
import {benchOfTable} from "../site/view/opened.js";
import {dist, ran, tableOf, testdata} from "./helpers.mjs";
import {pace} from "./pace.mjs";

const {readTable} = await import(new URL("table.mjs", dist));
const xaia = await import(new URL("xaia.mjs", dist));
const file = (name) => readFileSync(new URL(`field4/${name}`, testdata));
const lines = (n, row) => Array.from({length: n}, (_, i) => row(i)).join("\n");
const names = ({columns}) => columns.map((c) => c.name);
const said = ({warnings}) => warnings.map((w) => w.message).join("\n");

test("the numbers of rows are no column: pandas' and R's, of all rows or of some", async () => {
  const read = await readTable(file("02-row-numbers.csv"), {target: "kind"});
  assert.deepEqual([names(read), Object.keys(read.rows[0]), read.rows.length], [["width", "height"], ["width", "height"], 60]);
  assert.match(said(read), /“column 1” has the numbers of the rows and was left out/);
  // Half of the rows have either kind, and nothing tells which.
  const {accuracy} = await xaia.crossValidate(read.rows, read.y, {clean: true, folds: 5});
  assert.ok(accuracy > 0.3 && accuracy < 0.7, `${accuracy}`);
  const kept = await readTable(file("02-row-numbers.csv"), {types: {"column 1": "number"}});
  assert.deepEqual([names(kept), kept.rows[59]["column 1"]], [["column 1", "width", "height", "kind"], 59]);
  assert.deepEqual((await readTable(file("02-row-numbers.csv"), {target: "column 1"})).y.length, 60);
  const table = (name, from = 0, more = "len") => `${name},${more},kind\n${lines(20, (i) => `${from + i},${(i * 7) % 11},${"ab"[i % 2]}`)}`;
  for (const name of ["", "Unnamed: 0", "Unnamed: 0.1", "...1", "rownames", "row.names", "index", "Index", "level_0", "__index_level_0__", "X", "V1", "_c0"]) {
    for (const from of [0, 1]) assert.deepEqual(names(await readTable(table(name, from))), ["len", "kind"], `“${name}” from ${from}`);
  }
  // What may be something else stays: years, a coordinate beside another, V1 beside V2, a value that comes twice.
  for (const text of [table("", 1990), table("X", 5), table("X", 0, "Y"), table("V1", 0, "V2"), table("size"), table("").replace("\n3,", "\n2,"), "X,kind\n" + lines(20, (i) => `${i},${i % 3}`)]) {
    assert.equal(names(await readTable(text)).length, text.split("\n")[0].split(",").length, text.slice(0, 40));
  }
  const shuffled = [...table("").split("\n").slice(1)].sort((a, b) => (Number(a.split(",")[0]) * 7) % 20 - (Number(b.split(",")[0]) * 7) % 20);
  assert.deepEqual(names(await readTable([",len,kind", ...shuffled].join("\n"))), ["len", "kind"]);
  assert.deepEqual(names(await readTable(JSON.stringify(Array.from({length: 12}, (_, i) => ({index: i, a: i % 5, b: "xy"[i % 2]}))))), ["a", "b"]);
});

test("clean leaves out the numbers of rows, under each of their names, and plain fits keep them", async () => {
  const rows = (name, texts) => Array.from({length: 30}, (_, i) => ({[name]: texts ? String(i) : i, a: (i * 7) % 11, b: "xyz"[i % 3]}));
  const y = Array.from({length: 30}, (_, i) => i % 4);
  for (const name of ["", "Unnamed: 0", "...1", "rownames", "index", "X", "V1", "column 1", "#"]) {
    for (const texts of [false, true]) {
      const model = await xaia.fit(rows(name, texts), y, {clean: true});
      assert.deepEqual(model.columns.map((c) => c.name), ["a", "b"], name);
      assert.match(model.report.warnings.join("\n"), name === "" ? /Column without a name was left out: it has the numbers/ : /was left out: it/);
      assert.deepEqual([...await model.predict([{a: 7, b: "y"}])], [...await model.predict([{[name]: 5, a: 7, b: "y"}])]);
    }
  }
  for (const name of ["height", "Xs"]) assert.deepEqual((await xaia.fit(rows(name), y, {clean: true})).columns.length, 3);
  assert.deepEqual((await xaia.fit(rows("index"), y, {clean: true, columns: ["index", "a"]})).columns.map((c) => c.name), ["index", "a"]);
  assert.equal((await xaia.fit(rows("index"), y, {duplicates: "mean"})).columns.length, 3);
  await assert.rejects(xaia.fit(rows("").map((row) => ({...row, "": 7})), y, {clean: true}), {code: "invalid-input", message: /column without a name/});
});

test("all rows' columns count where missing values are means; elsewhere it is said that one isn't used", async () => {
  const records = JSON.parse(file("03-late-key.json"));
  const read = await readTable(file("03-late-key.json"));
  assert.deepEqual([names(read), read.rows.slice(0, 4).map((row) => row.b)], [["a", "y", "b"], [null, null, null, 1]]);
  const X = records.map(({y, ...row}) => row), y = records.map((row) => row.y);
  for (const options of [{clean: true}, {missing: "mean"}]) {
    const model = await xaia.fit(X, y, options);
    assert.deepEqual(model.columns, [{name: "a", means: [5.5]}, {name: "b", means: [5 / 9]}]);
    assert.notEqual(await model.predict({a: 3, b: 1}), await model.predict({a: 3, b: 0}), "b tells y");
  }
  const plain = await xaia.fit(X, y);
  assert.deepEqual(plain.columns.map((c) => c.name), ["a"]);
  assert.match(plain.report.warnings.join("\n"), /Column b isn't used, since X\[0\] doesn't have it\. Give each row every column, null where a value is missing; or set the option missing to "mean"\./);
  const dropped = await xaia.fit(X, y, {missing: "drop"});
  assert.deepEqual([dropped.sampleCount, dropped.columns.length], [12, 1]);
  // Texts, several columns that come later, one that names the rows, and nothing where all rows agree.
  const more = X.map((row, i) => ({...row, ...(i > 5 && {town: "Ulm Bern".split(" ")[i % 2]}), ...(i === 9 && {note: "x"})}));
  assert.deepEqual((await xaia.fit(more, y, {clean: true})).columns.map((c) => c.name), ["a", "b", "town", "note"]);
  assert.match((await xaia.fit(more, y)).report.warnings.join("\n"), /Columns b, town, note aren't used/);
  const named = X.map(({a}, i) => (i ? {a, who: `n${i}`} : {who: "n0", a}));
  assert.doesNotMatch((await xaia.fit(named, y, {names: "who"})).report.warnings.join("\n"), /isn't used/);
  assert.doesNotMatch((await xaia.fit(X, y, {columns: ["a"]})).report.warnings.join("\n"), /isn't used/);
});

test("lines of one width: titles, an empty line, a total and a source are no rows", async () => {
  const read = await readTable(file("04-padded.csv"));
  assert.deepEqual([names(read), read.rows.length, read.rows[0], read.rows[11]], [["region", "units", "price", "class"], 12, {region: "r0", units: 10, price: 0.5, class: "a"}, {region: "r11", units: 21, price: 12.5, class: "c"}]);
  assert.match(said(read), /Lines 1 and 2 above the table were left out[^]*Lines 16 and 17 below/);
  const book = await readTable(file("19-total.xlsx"));
  assert.deepEqual(names(book), ["town", "n"]);
  assert.ok(book.rows.length > 5 && book.rows.every(({town, n}) => !/total|source/i.test(town) && typeof n === "number"));
  assert.match(said(book), /above the table[^]*below the table/);
  const rows = lines(12, (i) => `r${i},${i},${i / 2},${"ab"[i % 2]}`), head = "region,units,price,class";
  for (const text of [
    `Report,,,\nMade in 2025,,,\n${head}\n${rows}`, `Report,by me,,\nDate,2025-01-01,,\n,,,\n${head}\n${rows}`, `,,Report,\n,,,\n,,,\n${head}\n${rows}`, `2025,,,\n\n${head}\n${rows}`,
    `${head}\n${rows}\nTotal,1,2,\n,,,\nSource: x,,,\nNote: y,,,\n`, `${head}\n${rows}\n,,,\nas of March,,,\n,,,\n`,
  ]) {
    const read = await readTable(text);
    assert.deepEqual([names(read), read.rows.length, read.rows[0].region, read.rows[11].region], [["region", "units", "price", "class"], 12, "r0", "r11"], text.slice(0, 40));
    assert.ok(read.warnings.length > 0, text.slice(0, 40));
  }
  // Names over several columns are no title, and a row that lacks its value in two columns is a row.
  assert.deepEqual(names(await readTable(`,Size,,\nid,len,wid,kind\n${lines(12, (i) => `${i},${i % 5},${i % 4},${"ab"[i % 2]}`)}`)), ["id", "Size len", "Size wid", "Size kind"]);
  assert.equal((await readTable(`town,n\n${lines(12, (i) => `t${i},${i}`)}\nlast,\n`)).rows.length, 13);
});

test("what survey tools write below the names is no sample", async () => {
  const read = await readTable(file("07-second-header.csv"));
  assert.deepEqual([names(read), read.rows.length, read.columns.map((c) => c.type)], [["id", "How do you like it?", "Age", "Region"], 15, ["id", "category", "category", "category"]]);
  assert.deepEqual([...new Set(read.rows.map((row) => row.Region))], ["North", "South"]);
  assert.match(said(read), /Line 2 \(“Response”\)/);
  const monkey = await readTable(`Respondent ID,Date,Which fruit?,,,Comments\n,,Apples,Pears,Other (please specify),Open-Ended Response\n${lines(12, (i) => `${1e9 + 7 * i},0${1 + (i % 9)}/2${i % 8}/2024,${i % 2 ? "Apples" : ""},${i % 3 ? "Pears" : ""},,text ${i % 4}`)}`);
  assert.deepEqual([names(monkey), monkey.rows.length], [["Respondent ID", "Date", "Which fruit? Apples", "Which fruit? Pears", "Which fruit? Other (please specify)", "Comments"], 12]);
  const qualtrics = (more) => `Start,Q1,Q2\nStart Date,How old are you?,"Where, then?"\n"{""ImportId"":""startDate"",""timeZone"":""America/Denver""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2""}"\n${lines(12, more)}`;
  for (const more of [(i) => `2024-03-1${i % 10},${20 + i},town ${i % 3}`, (i) => `${"ab"[i % 2]},${"cd"[i % 2]},town ${i % 3}`]) {
    const read = await readTable(qualtrics(more));
    assert.deepEqual([names(read), read.rows.length, read.warnings.some((w) => /^Line 3 /.test(w.message))], [["Start Start Date", "Q1 How old are you?", "Q2 Where, then?"], 12, true]);
  }
  assert.deepEqual((await readTable(`nr;Frage eins;Frage zwei\n;Antwort;Antwort\n${lines(12, (i) => `${i + 1};${"ab"[i % 2]};${"cd"[i % 2]}`)}`)).rows.length, 12);
  // A row with a gap is a row, and header says so where that is wrong.
  assert.equal((await readTable(`id,a,b\n,x,x\n${lines(12, (i) => `${i},${"xy"[i % 2]},${"xz"[i % 2]}`)}`)).rows.length, 13);
  assert.equal((await readTable(file("07-second-header.csv"), {header: 1})).rows.length, 16);
});

test("names of which a few come twice are no feature, in all readers", async () => {
  const read = await readTable(file("11-near-names.csv"), {target: "stars"});
  assert.deepEqual(read.columns.map((c) => c.type), ["id", "number"]);
  const model = await xaia.fit(read.rows, read.y, {clean: true});
  assert.deepEqual([model.columns.map((c) => c.name), model.featureCount], [["length"], 1]);
  assert.match(model.report.warnings.join("\n"), /Column title was left out/);
  const texts = (different, rows, word = "t") => Array.from({length: rows}, (_, i) => ({text: `${word} ${i % different}`, n: (i * 7) % 13}));
  for (const [table, out] of [[texts(27, 30), true], [texts(26, 30), false], [texts(120, 200), true], [texts(90, 200), false], [texts(9, 9), false], [texts(20, 36, "what somebody has to say about all of it, at length"), true]]) {
    const types = (await readTable(JSON.stringify(table))).columns[0].type;
    assert.equal(types === "id" || types === "text", out, JSON.stringify(table[0]));
    assert.equal((await xaia.fit(table, table.map((_, i) => i % 5), {clean: true})).columns.length, out ? 1 : 2, JSON.stringify(table[0]));
  }
  // A few texts among numbers are a mistake, and no names.
  const mixed = Array.from({length: 40}, (_, i) => ({n: i < 12 ? `<${i}` : String(i / 8), m: i % 7}));
  await assert.rejects(xaia.fit(mixed, mixed.map((_, i) => i % 5), {clean: true}), {code: "invalid-input", row: 0});
});

test("numbers as names beside words: a year, pixels; the page's code for them runs", async () => {
  for (const [name, first] of [["16-year-as-name.csv", "price"], ["17-quoted-comma-name.csv", "price,eur"]]) {
    const read = await readTable(file(name));
    assert.deepEqual([names(read), read.rows.length, read.rows[0][first]], [[first, "2007", "kg"], 20, 100]);
    const table = await tableOf(file(name).toString());
    const bench = benchOfTable(table, {...guess(table), features: [0, 1], target: 2});
    assert.equal(conflictText(bench).text, "");
    const code = codeFor(bench, {...fitOptions(bench, {preset: "xaia"}), names: undefined});
    assert.ok(code.includes(`columns: ["2007", ${JSON.stringify(first)}]`) || code.includes(`columns: [${JSON.stringify(first)}, "2007"]`), code);
    assert.match(ran(code), /hit|strong|\d/);
  }
  assert.deepEqual(names(await readTable(`label,0,1,2,3\n${lines(12, (i) => `${i % 3},${(i * 3) % 255},${i % 5},0,1`)}`)).sort(), ["0", "1", "2", "3", "label"]);
  assert.equal((await readTable(`<5,0,7\n${lines(12, (i) => `${i},${i % 3},${i % 5}`)}`)).rows.length, 13);
});

test("300,000 different names, quotes on each line, and gaps take no longer than their rows", async () => {
  const timed = async (text) => {
    const start = process.cpuUsage();
    const read = await readTable(text);
    const {user, system} = process.cpuUsage(start);
    return [(user + system) / 1000, read];
  };
  const [took, read] = await timed(`name,v\n${lines(300000, (i) => `person ${i},${i % 97}`)}`);
  assert.deepEqual([read.rows.length, read.columns.map((c) => c.type), read.rows[299999].name], [300000, ["id", "number"], "person 299999"]);
  assert.ok(took < pace(10000), `${took} ms`);
  const [quotes, quoted] = await timed(`name,v\n${lines(60000, (i) => `"a "b" ${i % 50}",${i % 97}`)}`);
  assert.deepEqual([quoted.rows.length, quoted.warnings.length], [60000, 1]);
  assert.ok(quotes < pace(10000), `${quotes} ms`);
});
