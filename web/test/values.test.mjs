// xaia/table: what the cells of a column are, in the ways in which people and programs write them.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {strToU8, zipSync} from "fflate";
import {dist, refuses, testdata} from "./helpers.mjs";

const {readTable} = await import(new URL("table.mjs", dist));
const {fit} = await import(new URL("xaia.mjs", dist));
const file = (name, options) => readTable(readFileSync(new URL(`field4/${name}`, testdata)), options);
const day = (text) => Date.parse(text) / 864e5;

/** A column of these texts by turns, twelve rows of it, beside another one. */
async function column(cells, {name = "v", ...options} = {}) {
  const {rows, columns, warnings} = await readTable(`k,${name}\n${Array.from({length: 12}, (_, i) => `${"xyz"[i % 3]},"${cells[i % cells.length].replaceAll('"', '""')}"`).join("\n")}`, {header: true, delimiter: ",", ...options});
  const {type, note = "", missing} = columns.find((c) => c.name === name);
  return {type, note, missing, values: rows.slice(0, cells.length).map((row) => row[name]), codes: warnings.map((w) => w.code).join(), said: warnings.map((w) => `${w.message} ${w.hint ?? ""}`).join("\n"), warnings};
}

/** Texts, the numbers that they are, the note, and the codes of warnings. @type {Record<string, [string[], number[], RegExp | string, string?, any?]>} */
const numbers = {
  "a unit after a blank, or without one": [["12.5 ms", "13 ms", "14ms"], [12.5, 13, 14], "amounts in ms"],
  "an exponent in a unit": [["71 m²", "72.5 m2"], [71, 72.5], "amounts in m²"],
  "one and many": [["3 days", "1 day", "2 Days"], [3, 1, 2], "amounts in days"],
  "units of units": [["90 mg/dL", "110 mg/dl", "120.5 mg/dL"], [90, 110, 120.5], "amounts in mg/dL"],
  "a price for each": [["3,50 €/m²", "4,00 €/m²"], [3.5, 4], /amounts in €\/m²/],
  "signs before units": [["-5 °C", "+3 °C", "−2,5 °C"], [-5, 3, -2.5], "decimal comma; amounts in °C"],
  "a word that no list has": [["12 apples", "1 apple", "3 apples"], [12, 1, 3], "amounts in apples"],
  "some without a unit": [["12 kg", "13", "14 kg"], [12, 13, 14], "amounts in kg", "units"],
  "0 needs no unit": [["0", "5 kg", "6 kg"], [0, 5, 6], "amounts in kg"],
  "thousands in a letter": [["1.5k", "900", "2.3M"], [1500, 900, 2300000], /“k” is a thousand, “M” is a million/],
  "millions of money": [["$1.5M", "$300k"], [1500000, 300000], /amounts in \$; “M” is a million/],
  "millions in words": [["1.2 million", "3 million"], [1200000, 3000000], /“million” is a million/],
  "an error of measurement": [["12.5 ± 0.3", "13±0.2"], [12.5, 13], "", "inexact"],
  "below a limit": [["<0.01", "0.02", "0.5", "0.7"], [0.01, 0.02, 0.5, 0.7], "", "inexact"],
  "open at the end": [["0", "1", "2", "3", "4+"], [0, 1, 2, 3, 4], "", "inexact"],
  "about": [["~12", "13", "ca. 14"], [12, 13, 14], "", "inexact"],
  "a minus behind": [["12.50-", "3.20"], [-12.5, 3.2], "a minus behind is negative"],
  "in parentheses": [["(3.00)", "4.5"], [-3, 4.5], "parentheses are negative"],
  "fractions": [["1/2", "3 1/4", "1"], [0.5, 3.25, 1], "fractions as decimals"],
  "fractions of one sign": [["½", "1½", "2"], [0.5, 1.5, 2], "fractions as decimals"],
  "powers of ten": [["1.5x10^3", "2×10³", "3·10^-1"], [1500, 2000, 0.3], ""],
  "digits of other scripts": [["١٢٣", "٤٥", "۶"], [123, 45, 6], ""],
  "wide digits": [["１２３", "４．５"], [123, 4.5], ""],
  "prices without cents": [["12,-", "15,50"], [12, 15.5], "decimal comma"],
  "percent in words": [["5 percent", "6.5 percent"], [5, 6.5], "in percent: 5 % is 5"],
  "money of a country": [["US$ 5", "US$ 6.50"], [5, 6.5], "amounts in US$"],
  "a power of ten among decimal numbers": [["1e3", "2.5", "-3"], [1000, 2.5, -3], ""],
  "powers of ten as programs write them": [["1e+05", "20000"], [100000, 20000], ""],
  "n.a.": [["n.a.", "5", "6"], [null, 5, 6], "“n.a.” is missing"],
  "mixed units, where numbers were asked for": [["12 ms", "3 s"], [12, 3], /as asked for/, "units", {types: {v: "number"}}],
  "a power of ten, asked for": [["2E4", "3E1"], [20000, 30], /as asked for/, "", {types: {v: "number"}}],
  "durations above a day": [["23:10:00", "25:10:00"], [83400, 90600], "durations, in seconds"],
  "durations as pandas writes them": [["1 days 02:00:00", "0 days 03:00:00.5"], [93600, 10800.5], "durations, in seconds"],
  "durations of ISO 8601": [["PT1H30M", "P1DT1S"], [5400, 86401], "durations, in seconds"],
  "minutes and seconds": [["3:25.50", "4:01.20"], [205.5, 241.2], "durations, in seconds"],
  "hours and minutes, or minutes and seconds": [["25:30", "12:10"], [91800, 43800], "durations, in seconds", "duration"],
};
for (const [name, [cells, values, note, codes = "", options]] of Object.entries(numbers)) {
  test(`numbers: ${name}`, async () => {
    const got = await column(cells, options);
    assert.deepEqual([got.type, got.values, got.codes], ["number", values, codes], got.said);
    typeof note === "string" ? assert.equal(got.note, note) : assert.match(got.note, note);
    for (const {message, hint, column: of} of got.warnings) assert.ok(of === "v" && message.startsWith("Column “v”") && hint, message);
  });
}

/** Texts that stay texts, and what is said. @type {Record<string, [string[], RegExp | "", any?]>} */
const kept = {
  "two units": [["12 ms", "1 s", "14 ms"], /^Column “v”: its numbers have different units \(“ms”, “s”\).*one unit.*types \{"v": "number"\}/],
  "percent and none": [["5%", "6"], /different units/],
  "a letter that may be a unit": [["5V", "12V"], /“5V” can be a number.*types \{"v": "number"\}/],
  "letters that are none": [["1A", "2B", "3C"], ""],
  "millions or metres": [["1M", "2M"], /“1M” can be a number/],
  "classes of income": [["<=50K", ">50K"], ""],
  "ranges": [["10-20", "20-30"], ""],
  "ordinals": [["1st", "2nd", "3rd"], ""],
  "halves that may be something else": [["1/2", "3/4"], /“1\/2” can be a number/],
  "blood pressure": [["120/80", "130/85"], ""],
  "powers of ten, or codes": [["2E4", "7E1"], /“2E4”, “7E1” can be a power of ten or a code.*types \{"v": "number"\}/],
  "a hash among whole numbers": [["713752e1", "71375241"], /“713752e1” can be a power of ten or a code/],
  "leading zeros": [["01067", "89073"], ""],
  "addresses": [["192.168.100.100", "192.168.100.101"], ""],
  "days, or codes": [["1-1-19", "2-2-19"], /“1-1-19” was kept as a text: it can be a date or a code.*types \{"v": "date"\}/],
  "days with points, or versions": [["1.2.20", "1.2.21"], /it can be a date or a code/],
  "versions of four digits": [["2020.1.2", "2020.3.1"], /it can be a date or a code/],
  "months, or codes": [["2001-12", "2002-11"], /it can be a month or a code/],
  "seasons": [["2001-02", "2002-03", "2003-04", "2004-05", "2005-06", "2006-07"], /a month, a season or a code/],
  "names with a year": [["Mark 2000", "Decker 1999"], ""],
  "some with the day first, others with the month": [["25/04/2020", "04/25/2020"], /“25\/04\/2020”.*some have the day first/],
  "dates and texts": [["2020-01-15", "2020-01-16", "unknown"], /“unknown” was kept as a text: dates and texts/],
};
for (const [name, [cells, said]] of Object.entries(kept)) {
  test(`kept as texts: ${name}`, async () => {
    const got = await column(cells);
    assert.deepEqual([got.type, got.values], ["category", cells], got.note);
    said ? assert.match(got.said, said) : assert.equal(got.said, "");
    assert.ok(got.warnings.every((w) => w.column === "v" && w.row >= 0));
  });
}

/** Texts, days, codes of warnings. @type {Record<string, [string[], string[], string, any?]>} */
const dates = {
  "with a name that says so": [["1-1-19", "25-2-19"], ["2019-01-01", "2019-02-25"], "century", {name: "order date"}],
  "asked for": [["1.2.20", "3.12.21"], ["2020-02-01", "2021-12-03"], "century", {types: {v: "date"}}],
  "two digits of everything": [["05-23-45", "11-14-52"], ["1945-05-23", "1952-11-14"], "century"],
  "nobody is born in the future": [["05/23/27", `12/31/${String(new Date().getUTCFullYear()).slice(2)}`, "01/01/09"], ["1927-05-23", `${new Date().toISOString().slice(5, 10) < "12-31" ? new Date().getUTCFullYear() - 100 : new Date().getUTCFullYear()}-12-31`, "2009-01-01"], "date-order,century", {name: "birthDate", dayFirst: undefined}],
  "what is due may be": [["05/23/45", "01/31/30"], ["2045-05-23", "2030-01-31"], "century", {name: "maturity"}],
  "of a month": [["2001-12", "2002-11"], ["2001-12-01", "2002-11-01"], "", {name: "Month"}],
  "of many months": [["2001-01", "2001-02", "2001-03", "2001-04", "2001-05", "2001-06"], ["2001-01-01", "2001-02-01", "2001-03-01", "2001-04-01", "2001-05-01", "2001-06-01"], ""],
  "in several forms": [["2020-01-15", "16.01.2020", "Jan 17, 2020"], ["2020-01-15", "2020-01-16", "2020-01-17"], "date-forms"],
  "in several forms, of which one settles the order": [["2020-01-15", "25/04/2020", "03/04/2020"], ["2020-01-15", "2020-04-25", "2020-04-03"], "date-forms"],
  "long ago": [["1899-12-31", "1900-03-01"], ["1899-12-31", "1900-03-01"], ""],
};
for (const [name, [cells, days, codes, options]] of Object.entries(dates)) {
  test(`dates: ${name}`, async () => {
    const got = await column(cells, options);
    assert.deepEqual([got.type, got.values], ["date", days.map(day)], got.note);
    assert.equal(got.codes, name.startsWith("nobody") ? "century" : codes, got.said);
    for (const {hint, code} of got.warnings) assert.ok(hint || code === "date-forms");
  });
}

test("years of two digits are always said, with the years that they became", async () => {
  const {rows, columns, warnings} = await file("06-births.csv");
  assert.deepEqual(rows.map(({born}) => new Date(born * 864e5).getUTCFullYear()), [1945, 1952, 1968, 1939, 1971, 1980, 1999, 2003]);
  assert.deepEqual([columns[0].unit, warnings.map((w) => w.code)], ["days", ["century"]]);
  assert.match(warnings[0].message, /^Column “born”: its years have two digits: “05\/23\/45” was read as 1945, and all lie in 1939 to 2003\.$/);
});

test("a few cells that are no dates among many that are", async () => {
  const {rows, columns, warnings} = await readTable(`d,v\n${Array.from({length: 40}, (_, i) => `${i === 5 ? "soon" : `2020-${String(1 + Math.floor(i / 28)).padStart(2, "0")}-${String(1 + (i % 28)).padStart(2, "0")}`},${i}`).join("\n")}`);
  assert.deepEqual([columns[0].type, columns[0].missing, rows[5].d, rows[4].d, warnings.map((w) => [w.code, w.row])], ["date", 1, null, day("2020-01-05"), [["not-a-date", 5]]]);
});

test("units stand in the note, and the numbers are numbers", async () => {
  const {rows, columns, warnings} = await file("08-units.csv");
  assert.deepEqual(columns.map(({type, note}) => [type, note]), [["category", undefined], ["number", "amounts in mm"], ["number", "amounts in kg"], ["number", "amounts in ms"]]);
  assert.deepEqual([rows[0], warnings], [{part: "p0", length: 10, mass: 50, time: 12.5}, []]);
});

test("codes are no dates and no powers of ten, unless that is asked for", async () => {
  const {rows, warnings} = await file("10-codes.csv");
  assert.deepEqual(rows[0], {article: "1-1-19", part: "1E2", made: "1.2.20", weight: 3, ok: "no"});
  assert.deepEqual(warnings.map((w) => [w.code, w.column]), [["code", "article"], ["code", "part"], ["code", "made"]]);
  const asked = await file("10-codes.csv", {types: {article: "date", part: "number", made: "date"}, dayFirst: true});
  assert.deepEqual(asked.rows[2], {article: day("2019-03-03"), part: 30000, made: day("2022-02-01"), weight: 5, ok: "no"});
});

test("NA is a gap and said, or a text where texts are asked for", async () => {
  const gaps = await file("15-namibia.csv");
  assert.deepEqual([gaps.rows[0].country, gaps.columns[0].missing, gaps.warnings.map((w) => [w.code, w.column, w.row])], [null, 2, [["missing", "country", 0]]]);
  const {rows, columns, warnings} = await file("15-namibia.csv", {types: {country: "category"}});
  assert.deepEqual([rows[0].country, columns[0].missing, warnings], ["NA", 0, []]);
  const names = await column(["Null", "", "#N/A", "Nan"], {types: {v: "category"}});
  assert.deepEqual(names.values, ["Null", null, null, "Nan"]);
  assert.deepEqual((await column(["NA", "5"], {types: {v: "number"}})).values, [null, 5]);
});

test("a percentage is one number, whichever way it is written", async () => {
  const {rows, columns} = await file("05-percent.csv");
  assert.deepEqual([rows.slice(0, 3).map((row) => row.share), columns[0].note], [[0, 3, 6], "in percent: 5 % is 5"]);
});

/** A workbook: rows of cells, each a text, or a number and the code of its format. */
function book(rows, {merges = [], from1904 = false, hidden = false} = {}) {
  const codes = [], main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"', type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const style = (code) => (codes.includes(code) ? codes.indexOf(code) : codes.push(code) - 1) + 1;
  const cell = (value, place) => {
    if (value === null) return "";
    if (typeof value === "string") return `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const [number, code] = [value].flat();
    return number === "formula" ? `<c r="${place}"><f>1+1</f></c>` : `<c r="${place}"${code ? ` s="${style(code)}"` : ""}><v>${number}</v></c>`;
  };
  const sheet = `<worksheet ${main}><sheetData>${rows.map((row, i) => `<row r="${i + 1}">${row.map((v, k) => cell(v, `${"ABCDEFG"[k]}${i + 1}`)).join("")}</row>`).join("")}</sheetData>${merges.length ? `<mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join("")}</mergeCells>` : ""}</worksheet>`;
  const related = (...list) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"/>`).join("")}</Relationships>`;
  const one = (text) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
  const parts = {
    "_rels/.rels": related(["r1", "officeDocument", "xl/workbook.xml"]),
    "xl/_rels/workbook.xml.rels": related(["r1", "worksheet", "worksheets/sheet1.xml"], ["r2", "styles", "styles.xml"], ["r3", "worksheet", "worksheets/sheet2.xml"]),
    "xl/workbook.xml": `<workbook ${main} xmlns:r="${type}"><workbookPr${from1904 ? ' date1904="1"' : ""}/><sheets>${hidden ? '<sheet name="Lists" sheetId="2" state="hidden" r:id="r3"/>' : ""}<sheet name="Data" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/worksheets/sheet1.xml": sheet,
    "xl/worksheets/sheet2.xml": `<worksheet ${main}><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>`,
    "xl/styles.xml": `<styleSheet ${main}><numFmts>${codes.map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"/>`).join("")}</numFmts><cellXfs><xf/>${codes.map((_, i) => `<xf numFmtId="${164 + i}"/>`).join("")}</cellXfs></styleSheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, one(text)])));
}
const read = async (rows, {options, ...how} = {}) => {
  const {rows: all, columns, warnings} = await readTable(book(rows, how), options);
  return {rows: all, of: Object.fromEntries(columns.map((c) => [c.name, c])), codes: warnings.map((w) => w.code), warnings};
};

test("a workbook's percent, money, units and codes are read as a CSV's", async () => {
  const {rows, columns} = await file("22-percent.xlsx");
  assert.deepEqual([rows.map((row) => row.share), columns[0].note, columns[1].note], [[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "in percent: 5 % is 5", "amounts in €"]);
  const {rows: all, of} = await read([["p", "m", "zip", "k", "e", "neg", "q"], ...[1, 2, 3].map((i) => [[i / 200, "0.00%"], [i * 10, '0.0" kg"'], [i * 1067, "00000"], [i * 1500, '#,##0.0,"k"'], [i * 1e5, "0.0E+00"], [-i, '#,##0.00\\ [$€-407];[Red]-#,##0.00\\ [$€-407]'], [i, "General"]])]);
  assert.deepEqual(all[0], {p: 0.5, m: 10, zip: "01067", k: 1500, e: 1e5, neg: -1, q: 1});
  assert.deepEqual([of.p.note, of.m.note, of.neg.note, of.k.note], ["in percent: 5 % is 5", "amounts in kg", "amounts in €", undefined]);
  const mixed = await read([["a", "b"], [[0.05, "0%"], 1], [0.06, 2], [[0.07, "0%"], 3]]);
  assert.deepEqual([mixed.rows.map((row) => row.a), mixed.codes], [[0.05, 0.06, 0.07], ["units"]]);
});

test("a workbook's times are times of day, its durations durations, and nothing is in 1899", async () => {
  const {rows, columns} = await file("21-times.xlsx");
  assert.deepEqual([rows[0], rows[11]], [{start: 32400, length: 72000, y: 0}, {start: 43200, length: 111600, y: 11}]);
  assert.deepEqual(columns.map(({type, unit, note}) => [type, unit, note]), [["date", "seconds of the day", "times of day, as seconds since midnight (hour:minute)"], ["number", undefined, "durations, in seconds"], ["number", undefined, undefined]]);
  const short = await read([["lap", "a"], [[0.0023726851851851851, "mm:ss.0"], 1], [[0.0025, "mm:ss.0"], 2]]);
  assert.deepEqual([short.rows[0].lap, short.of.lap.note], [205, "durations, in seconds"]);
  const moments = await read([["at", "a"], [[45000.5, "yyyy\\-mm\\-dd\\ hh:mm"], 1], [[45001.25, "h:mm"], 2]]);
  assert.deepEqual(moments.rows.map((row) => row.at), [Date.UTC(2023, 2, 15, 12) / 1000, Date.UTC(2023, 2, 16, 6) / 1000]);
});

test("a workbook's days are right from 1900 on, under both of its calendars", async () => {
  const form = "yyyy\\-mm\\-dd", days = async (list, how) => (await read([["d", "a"], ...list.map((n, i) => [[n, form], i])], how)).rows.map((row) => row.d);
  assert.deepEqual(await days([1, 59, 61, 25569]), ["1900-01-01", "1900-02-28", "1900-03-01", "1970-01-01"].map(day));
  assert.deepEqual(await days([0, 1, 24107], {from1904: true}), ["1904-01-01", "1904-01-02", "1970-01-01"].map(day));
  const never = await read([["d", "a"], [[60, form], 1], [[61, form], 2], [[62, form], 3]]);
  assert.deepEqual([never.codes, never.of.d.type], [["mixed"], "category"], "the 29th of February 1900 never was");
});

test("merged cells have their value in all of their rows, and it is said", async () => {
  const {rows, warnings} = await file("20-merged.xlsx");
  assert.deepEqual(rows.map((row) => row.region), ["North", "South", "West"].flatMap((name) => Array(4).fill(name)));
  assert.match(warnings.find((w) => w.code === "merged").message, /^Column “region” has merged cells \(A2:A5, A6:A9, A10:A13\)/);
  // A title over the whole line is a title, and groups of names are names.
  const groups = await read([["Sales", null, null], ["town", "2019", null], [null, "q1", "q2"], ["Ulm", 1, 2], ["Bern", 3, 4], ["Graz", 5, 6]], {merges: ["A1:C1", "A2:A3", "B2:C2"], options: {header: 2}});
  assert.deepEqual([Object.keys(groups.rows[0]), groups.codes.includes("merged")], [["town", "2019 q1", "2019 q2"], false]);
  const wide = await read([["a", "b", "c"], [1, 5, null], [2, 6, 7], [3, 8, 9]], {merges: ["B2:C2", "A1:XFD1"]});
  assert.deepEqual([wide.rows[0], wide.codes], [{a: 1, b: 5, c: 5}, ["merged"]]);
});

test("a hidden first sheet is passed over, and formulas without values are said", async () => {
  const {rows, warnings} = await read([["a", "b"], [1, 2], [3, ["formula"]]], {hidden: true});
  assert.deepEqual([rows, warnings.map((w) => w.code), warnings[1].column], [[{a: 1, b: 2}, {a: 3, b: null}], ["sheet", "formula"], "b"]);
  assert.match(warnings[0].message, /“Data” was read; the workbook has “Lists”, “Data”/);
  assert.deepEqual((await read([["a"], [1]], {hidden: true, options: {sheet: "Lists"}})).rows, [{"column 1": 7}]);
});

test("names that look like amounts are names", async () => {
  const {rows, columns} = await readTable("3 months,6 months,kind\n1.5,2.5,x\n2.5,3.5,y\n3.5,1.5,x\n");
  assert.deepEqual([rows.length, columns.map((c) => c.name)], [3, ["3 months", "6 months", "kind"]]);
  const bare = await readTable("10 mm,1 kg\n12 mm,2 kg\n14 mm,3 kg\n");
  assert.deepEqual([bare.rows.length, bare.rows[0]], [3, {"column 1": 10, "column 2": 1}]);
});

test("fit takes texts of dates as days, as it takes Dates and readTable's days", async () => {
  const rows = readFileSync(new URL("field4/18-days.csv", testdata), "utf8").trim().split("\n").slice(1).map((line) => line.split(","));
  const y = rows.map(([, temp]) => Number(temp));
  const table = await file("18-days.csv");
  const [texts, days, read] = await Promise.all([
    fit(rows.map(([date]) => ({date})), y), fit(rows.map(([date]) => ({date: new Date(date)})), y), fit(table.rows.map(({date}) => ({date})), table.rows.map((row) => row.temp)),
  ]);
  assert.deepEqual(texts.report.warnings, ["Column date has dates; they were converted to days since 1970-01-01 UTC."]);
  const asked = ["2024-01-05", "2024-02-20", "2031-12-31"];
  const answers = Array.from(await days.predict(asked.map((date) => ({date: new Date(date)}))));
  assert.deepEqual(Array.from(await texts.predict(asked.map((date) => ({date})))), answers);
  assert.deepEqual(Array.from(await read.predict(asked.map((date) => ({date: day(date)})))), answers);
  // Different in each row, they are no names; moments are days with decimals.
  const clean = await fit(rows.map(([date], i) => ({at: `${date}T06:00:00.000+06:00`, v: i % 3})), y, {clean: true});
  assert.ok(!clean.report.warnings.some((text) => text.includes("left out")), clean.report.warnings.join());
  assert.equal(await clean.predict({at: "2024-01-01T00:00:00Z", v: 0}), y[0]);
  await refuses(texts.predict({date: "2024-02-30"}), {code: "invalid-input", row: 0, column: 0, message: /"2024-02-30", but the fit has numbers there/});
  const odd = await fit([{d: "2024-01-01"}, {d: "2024-13-01"}, {d: "2024-01-01"}, {d: "2024-01-02"}], [1, 2, 1, 3]);
  assert.equal(await odd.predict({d: "2024-13-01"}), 2);
});

test("fit keeps texts that may be codes, and says it", async () => {
  const y = [1, 2, 3, 1, 2, 3];
  for (const codes of [["01067", "89073", "10115"], ["2E4", "7E1", "3"]]) {
    const model = await fit([...codes, ...codes].map((zip, i) => ({zip, a: i % 3})), y);
    assert.match(model.report.warnings.join(), new RegExp(`Column zip has texts that may be codes, such as "${codes[0]}", and was kept as texts`));
    assert.equal(await model.predict({zip: codes[1], a: 1}), 2);
    await refuses(model.predict({zip: 89073, a: 1}), {code: "invalid-input", row: 0, column: 0, message: /the fit has texts there/});
  }
  const numbers = await fit(["01.5", "2e-1", "007"].map((v) => ({v})), [1, 2, 3]);
  assert.equal(await numbers.predict({v: 7}), 3);
});

test("a type that a column can't have is refused", () => refuses(readTable("a,v\n1,x\n2,y\n", {types: {v: "date"}}), {code: "invalid-option", path: "types.v"}));
