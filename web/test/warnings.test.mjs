import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {refuses, testdata} from "./helpers.mjs";

const datasets = new URL("../node_modules/@observablehq/sample-datasets/", import.meta.url);

/** A CSV file without quotes as row objects; numbers as numbers if typed. */
function table(file, typed = true) {
  const [head, ...lines] = readFileSync(file, "utf8").trim().split(/\r?\n/).map((line) => line.split(","));
  return lines.filter((line) => line.length === head.length)
    .map((line) => Object.fromEntries(head.map((name, j) => [name, typed && line[j] !== "" && !Number.isNaN(Number(line[j])) ? Number(line[j]) : line[j]])));
}

const without = (rows, name) => rows.map(({[name]: _, ...rest}) => rest);
const warnings = async (X, y, options) => (await xaia.fit(X, y, {duplicates: "first", ...(options?.kind !== "tnn" && {relevance: false}), ...options})).report.warnings;
const about = (list, pattern) => list.filter((text) => pattern.test(text));

/** Numbers without a pattern, the same in each run. */
const noise = (i, k = 1) => ((i * 7919 + k * 104729 + i * i * 31 * k) % 1000) / 100;
const plain = Array.from({length: 60}, (_, i) => ({a: noise(i), b: noise(i, 2)}));
const measured = plain.map(({a, b}, i) => a * b + noise(i, 3));

test("ordinary tables don't warn", async () => {
  for (const name of readdirSync(new URL("data/", testdata))) {
    const rows = table(new URL(`data/${name}`, testdata)).slice(0, 600);
    const target = Object.keys(rows[0]).at(-1);
    const classes = name === "digits.csv";
    assert.deepEqual(await warnings(without(rows, target), rows.map((row) => row[target]), {classes}), [], name);
  }
  const outcomes = {"aapl.csv": "Close", "cars.csv": "economy (mpg)", "diamonds.csv": "price", "penguins.csv": "species", "pizza.csv": "price", "weather.csv": "weather", "industries.csv": "unemployed"};
  for (const [name, target] of Object.entries(outcomes)) {
    const rows = table(new URL(name, datasets)).slice(0, 600).filter((row) => row[target] !== "");
    assert.ok(rows.length > 50, name);
    const other = about(await warnings(without(rows, target), rows.map((row) => row[target]), {missing: "mean"}), /whole numbers|by itself|times as far|look like numbers|true/);
    assert.deepEqual(other, [], name);
  }
});

test("a rare text beside missing ones isn't a value far away", async () => {
  const rows = plain.concat(plain).map((row, i) => ({job: i === 3 ? null : i % 2 ? "fixed" : i === 4 ? "partime" : "free", ...row, a: row.a + i / 1000}));
  assert.deepEqual(await warnings(rows, measured.concat(measured), {missing: "mean"}), []);
});

test("y of a few whole numbers is probably classes", async () => {
  const pattern = /^y has only (\d) different whole numbers in 60 rows.*set classes to true/;
  const few = (k) => plain.map((_, i) => (i * 7) % k);
  assert.equal(pattern.exec((await warnings(plain, few(2)))[0])[1], "2");
  assert.equal(pattern.exec((await warnings(plain, few(5)))[0])[1], "5");
  assert.match((await warnings(plain.map((_, i) => i), few(2), {kind: "tnn"})).join(), pattern, "a TNN");
  assert.equal((await xaia.crossValidate(plain, few(2), {folds: 2})).warnings.length, 1);
  assert.deepEqual(await warnings(plain, few(2), {classes: true}), []);
  assert.deepEqual(await warnings(plain, few(2), {classes: false}), [], "the caller has said that they are numbers");
  assert.deepEqual(await warnings(plain, few(2).map((f) => f / 2)), [], "fractions");
  assert.deepEqual(await warnings(plain, few(5).map((f) => f + 1)), [], "ratings");
  assert.deepEqual(await warnings(plain, plain.map((_, i) => (i < 50 ? 0 : i - 49))), [], "counts, most of them 0");
  assert.deepEqual(await warnings(plain.slice(0, 4), [0, 1, 1, 0]), [], "four samples");
});

test("a column that tells the outcome by itself", async () => {
  const leak = /^Column (.*) tells y by itself.*Omit it/;
  const named = async (...args) => about(await warnings(...args), leak).map((text) => leak.exec(text)[1]);
  const beside = (column) => plain.map((row, i) => ({...row, column: column(i)}));
  assert.deepEqual(await named(beside((i) => measured[i]), measured), ["column"]);
  assert.deepEqual(await named(beside((i) => 32 + 1.8 * measured[i]), measured), ["column"], "in other units");
  assert.deepEqual(await named(plain.map(({a, b}, i) => [a, measured[i], b]), measured), ["1 of X"]);
  const species = plain.map((_, i) => "xyz"[(i * 7) % 3]);
  assert.deepEqual(await named(beside((i) => `code ${species[i]}`), species), ["column"]);
  assert.deepEqual(await named(beside((i) => species.indexOf(species[i])), species), ["column"]);
  assert.deepEqual(await named(beside((i) => `p${measured[i % 3]}`), plain.map((_, i) => measured[i % 3])), ["column"], "texts beside numbers");
  // One row that disagrees, an outcome with two values, and the only column.
  assert.deepEqual(await named(beside((i) => measured[i] + (i === 40 ? 0.1 : 0)), measured), []);
  assert.deepEqual(await named(beside((i) => (i === 40 ? "other" : species[i])), species), []);
  assert.deepEqual(await named(beside((i) => species[i] + (i % 2)), species), []);
  assert.deepEqual(await named(beside((i) => species[i]), species.map((s) => s === "x")), []);
  assert.deepEqual(await named(plain.map((_, i) => ({only: measured[i]})), measured), []);
});

test("one value far from all others makes a column narrow", async () => {
  const far = /^Column (.*) has (\S+) in row (\d+), more than 100 times.*Correct the value/;
  const read = async (...args) => about(await warnings(...args), far).map((text) => far.exec(text).slice(1));
  const wrong = (value, at = 17) => plain.map((row, i) => (i === at ? {...row, b: value} : row));
  assert.deepEqual(await read(wrong(5100), measured), [["b", "5100", "17"]]);
  assert.deepEqual(await read(wrong(-99999, 0), measured), [["b", "-99999", "0"]]);
  assert.deepEqual(await read(wrong(5100).map((row) => Object.values(row)), measured), [["1 of X", "5100", "17"]]);
  assert.deepEqual(await read(wrong(5100).map((row, i) => ({text: "pqr"[i % 3], ...row})), measured), [["b", "5100", "17"]], "behind a column of texts");
  assert.deepEqual(await read(wrong(5100).map((row, i) => (i === 3 ? {...row, a: null} : row)), measured, {missing: "drop"}), [["b", "5100", "17"]], "the row of the input");
  assert.deepEqual(await read(wrong(500), measured), []);
  assert.deepEqual(await read(wrong(5100), measured, {scale: "none"}), [], "nothing is scaled");
  assert.deepEqual(await read(wrong(5100), measured, {preset: "paper"}), []);
  assert.deepEqual(await read(plain.map((row, i) => ({...row, b: i === 17 ? 9000 : 0})), measured), [], "a column of zeros");
});

test("texts that are meant as numbers or booleans", async () => {
  const column = (write) => plain.map((row, i) => ({...row, c: write(i)}));
  for (const [write, shown] of [
    [(i) => `1,${100 + 13 * i}`, "1,100"], [(i) => `${i}.5%`, "0.5%"], [(i) => `$${i}.00`, "$0.00"], [(i) => `-${i} €`, "-0 €"], [(i) => `${i},25`, "0,25"],
    [(i) => `1.234.${100 + i},5`, "1.234.100,5"], [(i) => (i % 20 ? `€${i}` : "unknown"), "€1"],
  ]) {
    const list = await warnings(column(write), measured);
    assert.equal(list.length, 1, list.join());
    assert.match(list[0], /^Column c has texts that look like numbers, such as .*Convert them/);
    assert.ok(list[0].includes(`"${shown}"`), list[0]);
  }
  for (const write of [(i) => `10.0.0.${i % 5}`, (i) => `2024-0${1 + (i % 5)}`, (i) => `${i % 5},${i % 3},7`, (i) => `${i % 5} kg`, (i) => (i % 2 ? "$5" : "cheap")]) {
    assert.deepEqual(await warnings(column(write), measured), [], write(1));
  }
  assert.match((await warnings(column((i) => (i % 2 ? "true" : "False")), measured))[0], /^Column c has the texts "true" and "false".*Give booleans/);
  assert.deepEqual(await warnings(column((i) => i % 2 === 0), measured), []);
  await assert.rejects(warnings(column((i) => (i ? i : "1,200")), measured), /Convert them to numbers/);
  await assert.rejects(warnings(column((i) => (i ? i % 2 : "true")), measured), /Give booleans/);
  const prices = await warnings(plain, plain.map((_, i) => `$${i}.50`));
  assert.match(prices[0], /^y has 60 different numbers as texts/);
});

test("a byte order mark in the first column's name is named", async () => {
  const rows = plain.map(({a, b}) => ({"\ufeffa": a, b}));
  const model = await xaia.fit(rows, measured);
  assert.match(model.report.warnings.join(), /column a begins with an invisible byte order mark.*Remove/);
  await assert.rejects(model.predict({a: 1, b: 2}), /X\[0\] has no column \\ufeffa\. The names differ by an invisible byte order mark/);
  await assert.rejects(xaia.fit(rows, measured, {columns: ["a", "b"]}), /X has no column a\. The names differ by/);
  assert.deepEqual(await warnings(plain, measured), []);
});

test("explain names the texts that the model has never seen, and predictions stay as they were", async () => {
  const rows = plain.map((row, i) => ({...row, colour: i % 3 ? "red" : "blue", size: i % 2 ? "S" : "L"}));
  const model = await xaia.fit(rows, measured);
  const [known, odd, both] = await model.explain([rows[0], {...rows[1], colour: "purple"}, {...rows[2], colour: "", size: "XL"}]);
  assert.equal("unseen" in known, false);
  assert.deepEqual(odd.unseen, [{column: "colour", text: "purple"}]);
  assert.deepEqual(both.unseen, [{column: "colour", text: ""}, {column: "size", text: "XL"}]);
  assert.deepEqual((await model.explain({...rows[1], size: "M"})).unseen, [{column: "size", text: "M"}]);
  assert.equal(odd.value, await model.predict({...rows[1], colour: "purple"}));
  const gaps = await xaia.fit(rows, measured, {missing: "mean"});
  assert.equal("unseen" in (await gaps.explain({...rows[1], colour: null})), false, "a missing value isn't a text");
  const tnn = await xaia.fit(plain.map((_, i) => ({colour: i % 3 ? "red" : "red"})), plain.map(() => 1), {kind: "tnn"});
  const pair = await xaia.ensemble(tnn, tnn);
  for (const m of [tnn, pair, await xaia.load(JSON.parse(await tnn.save()))]) assert.deepEqual((await m.explain({colour: "blue"})).unseen, [{column: "colour", text: "blue"}]);
});

test("clean: gaps, conflicts, ids and rows without an outcome are settled, and each is told", async () => {
  const cars = Array.from({length: 12}, (_, i) => ({name: `car ${i}`, "car id": 100 + i, size: i === 3 ? null : i % 4, fuel: i === 5 ? null : ["petrol", "diesel"][i % 2]}));
  const price = cars.map((_, i) => (i === 7 ? null : 10 * i));
  await refuses(xaia.fit(cars, price), {code: "invalid-input", row: 7, column: 0});
  const model = await xaia.fit(cars, price, {clean: true});
  assert.deepEqual([model.columns.map((c) => c.name), model.sampleCount, model.dropped], [["size", "fuel"], 11, [7]]);
  assert.deepEqual(model.report.warnings.map((w) => w.split(/[:;]/)[0]), [
    "Column name was left out", "Column car id was left out", "Omitted because y is missing", "2 missing values became their column's mean.", "8 samples have equal x and different y",
  ]);
  // Rows 0, 4 and 8 are equal: the mean of their prices. Of classes the majority is taken.
  assert.deepEqual([...await model.predict([cars[0]])], [40]);
  const classes = await xaia.fit(cars, ["a", ..."xbyaxbyaxb".split(""), "y"].map((c, i) => (i === 8 ? "b" : c)), {clean: true});
  assert.deepEqual(await classes.predict([{size: 0, fuel: "petrol"}]), ["a"]);
  // What is asked for stands; what was settled is in the model file, and queries are filled in the same way.
  const asked = await xaia.fit(cars, price, {clean: true, columns: ["name", "size"], missing: "drop", duplicates: "first"});
  assert.deepEqual([asked.columns.map((c) => c.name), asked.sampleCount], [["name", "size"], 10]);
  assert.deepEqual([...await (await xaia.load(JSON.parse(await model.save()))).predict([{size: null, fuel: "diesel"}])], [...await model.predict([{size: null, fuel: "diesel"}])]);
  await refuses(xaia.fit(cars.map(({name}) => ({name})), price, {clean: true}), {code: "invalid-input", row: 0, message: /Every column of X is different in each row/});
  await refuses(xaia.fit(cars, price, {clean: "yes"}), {code: "invalid-option", path: "clean"});
  const scores = await xaia.crossValidate(cars, price, {clean: true, folds: 3});
  assert.ok(scores.rmse > 0);
});
