// Row objects as CSV parsers give them: with types and without, with texts for what is missing, with ids.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {autoType, csvParse} from "d3-dsv";
import * as xaia from "../../dist/npm/xaia.mjs";
import {asFeatures} from "../figures/samples.js";
import {random} from "./data.mjs";
import {fileOf, refuses} from "./helpers.mjs";

const real = (name, type) => csvParse(readFileSync(fileURLToPath(import.meta.resolve(`@observablehq/sample-datasets/${name}.csv`)), "utf8"), type);
const list = (...cells) => cells.map((c) => ({c}));
const counting = (n) => Array.from({length: n}, (_, i) => i);
const of = (rows, names) => rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
const measures = ["culmen_length_mm", "culmen_depth_mm", "flipper_length_mm", "body_mass_g"];

test("penguins without types are the penguins with types, and the report says so", async () => {
  const names = ["island", ...measures];
  const typed = real("penguins", autoType);
  const raw = real("penguins");
  const y = raw.map((row) => row.species);
  const options = {columns: names, missing: "mean", duplicates: "majority"};
  const [a, b] = [await xaia.fit(typed, y, options), await xaia.fit(raw, y, options)];
  assert.equal(b.featureCount, 7);
  assert.deepEqual(a.report.warnings, []);
  assert.deepEqual(b.columns, a.columns);
  assert.deepEqual(JSON.parse(await b.save()).X, JSON.parse(await a.save()).X);
  for (const name of measures) {
    assert.ok(b.report.warnings.some((w) => w.includes(`Column ${name} `) && w.includes(" 2 rows") && /missing/.test(w)), name);
  }
  assert.ok(b.report.warnings.includes(`Columns ${measures.join(", ")} have numbers as texts in 342 rows; they were converted to numbers. To keep texts, put a letter before them.`), "one warning for all");
  assert.equal(b.report.warnings.length, 5);
  // Queries are converted likewise, from a file's model too.
  const again = await xaia.load(await fileOf(b));
  for (const model of [a, b, again]) assert.deepEqual(await model.predict(of(raw, names)), await a.predict(of(typed, names)));
});

test("which texts count as numbers", async () => {
  const texts = [" 1 ", "-2.5", "+.5", "3.", "1e-3", "2E2", "007", "-0"];
  const model = await xaia.fit(list(...texts), counting(8));
  assert.deepEqual(JSON.parse(await model.save()).X, [[1], [-2.5], [0.5], [3], [0.001], [200], [7], [0]]);
  assert.match(model.report.warnings.join(), /Column c has numbers as texts in 8 rows.*letter/);
  assert.deepEqual(await model.predict(list("1", 200, "  7")), [0, 5, 6]);
  for (const text of ["0x10", "1_000", "1,5", "Infinity", "1e999", "1 2", "--1", "1-2", "2020-01-01", "e5", "1e", ".", "+", "1.2.3", "\u00850"]) {
    const words = await xaia.fit(list(text, `${text}a`), [1, 2]);
    assert.deepEqual([words.featureCount, words.report.warnings], [2, []], text);
  }
  // Numbers, booleans and texts of numbers go together.
  assert.deepEqual((await xaia.fit(list(0, "2", true, null, "4"), counting(5), {missing: "drop"})).dropped, [3]);
});

test("a column that is mostly numbers is refused with its first text", async () => {
  await refuses(xaia.fit(list("1", "2", "many", "4", "few"), counting(5)), {code: "invalid-input", row: 2, column: 0, message: /X\[2\]\.c is the text "many", though 3 of the column's 5 values are numbers\. .*null.*letter/});
  await refuses(xaia.fit(list("a", "b", 3), counting(3)), {code: "invalid-input", row: 2, column: 0, message: /X\[2\]\.c is 3, though 2 of the column's 3 values are texts/});
  const half = await xaia.fit(list("1", "a", "2", "b"), counting(4));
  assert.deepEqual(half.columns[0].categories, ["1", "2", "a", "b"]);
  assert.deepEqual(await half.predict(list("2", "1")), [2, 0], "categories stay texts in queries");
  await refuses(half.predict(list("1", 2)), {code: "invalid-input", row: 1, column: 0, message: /X\[1\]\.c is 2, but the fit has texts/});
  const numbers = await xaia.fit(list("1", "2"), [1, 2]);
  await refuses(numbers.predict(list("1", "two")), {code: "invalid-input", row: 1, column: 0, message: /X\[1\]\.c is the text "two", but the fit has numbers/});
  assert.deepEqual(await numbers.predict(list("1", "2")), [1, 2]);
});

test("texts that stand for a missing value: always among numbers, and among texts with the option missing", async () => {
  const blanks = ["", "NA", "NaN", "null", "?"];
  const rows = [...list("1", ...blanks, 2)];
  await refuses(xaia.fit(rows, counting(7)), {code: "invalid-input", row: 1, column: 0, message: /X\[1\]\.c is missing/});
  const mean = await xaia.fit(rows, counting(7), {missing: "mean", duplicates: "mean"});
  assert.deepEqual(mean.columns[0].means, [1.5]);
  assert.match(mean.report.warnings.join(), /Column c has texts that stand for a missing value in 5 rows/);
  assert.deepEqual(await mean.predict(list("?")), await mean.predict(list(1.5)));

  const words = [...list("a", ...blanks, "None", "b")];
  const kept = await xaia.fit(words, counting(8));
  assert.deepEqual(kept.columns[0].categories, ["", "?", "NA", "NaN", "None", "a", "b", "null"]);
  const drop = await xaia.fit(words, counting(8), {missing: "drop"});
  assert.deepEqual([drop.columns[0].categories, drop.dropped], [["None", "a", "b"], [1, 2, 3, 4, 5]]);
  assert.match(drop.report.warnings.join(), /Column c has texts that stand for a missing value in 5 rows/);
  assert.deepEqual(await drop.predict(list("None")), [6]);
  await refuses(drop.predict(list("a", "NA")), {code: "invalid-input", row: 1, column: 0, message: /missing/});
  // A category of the fit is one in queries, whatever it looks like.
  assert.deepEqual(await kept.predict(list("NA", "?")), [2, 5]);
  await refuses(xaia.fit(list("", "NA"), [1, 2], {missing: "mean"}), {code: "invalid-input", row: 0, column: 0, message: /All values of the column/});
});

test("a column of ids or free text warns", async () => {
  const warned = (model) => model.report.warnings.filter((w) => /different texts/.test(w)).map((w) => /Column (.*?) has (\d+)/.exec(w).slice(1).join());
  const fit = (name, type, columns, n = 900) => {
    const rows = real(name, type).slice(0, n);
    return xaia.fit(rows, counting(rows.length), {columns, missing: "mean", duplicates: "mean"});
  };
  const olympians = await fit("olympians", undefined, ["name", "nationality", "sex", "date_of_birth", "height", "sport"]);
  assert.deepEqual(warned(olympians).map((w) => w.split(",")[0]), ["name"], "the days of birth, which are texts here, are days");
  assert.match(olympians.report.warnings.join(), /Column date_of_birth has dates; they were converted to days/);
  assert.match(olympians.report.warnings.join(), /Omit the column with the option columns/);
  assert.deepEqual(warned(await fit("cars", undefined, undefined)), ["name,306"]);
  assert.deepEqual(warned(await fit("weather", undefined, ["location", "date", "wind", "weather"])), []);
  assert.deepEqual(warned(await fit("diamonds", undefined, undefined)), []);
  const some = (n, each) => list(...counting(n * each).map((i) => `t${i % n}`));
  assert.deepEqual(warned(await xaia.fit(some(10, 2), counting(20), {duplicates: "mean"})), ["c,10"]);
  assert.deepEqual(warned(await xaia.fit(some(10, 3), counting(30), {duplicates: "mean"})), []);
  assert.deepEqual(warned(await xaia.fit(some(9, 1), counting(9))), []);
  const dated = await fit("olympians", autoType, ["sex", "date_of_birth", "height", "sport"]);
  assert.match(dated.report.warnings.join(), /Column date_of_birth has dates/);
  const names = list(...counting(8000).map((i) => `n${i}`));
  await refuses(xaia.fit(names, counting(8000)), {code: "too-large", message: /Column c has 8000 different texts.*Omit the column/});
});

test("a misspelt column is an invalid option, not a missing value", async () => {
  const rows = real("penguins", autoType);
  const y = rows.map((row) => row.species);
  const fit = (columns) => xaia.fit(rows, y, {columns, missing: "drop"});
  await refuses(fit(["island", "culmen_lenght_mm"]), {code: "invalid-option", path: "columns[1]", message: /has no column culmen_lenght_mm\. Did you mean "culmen_length_mm"\?/});
  await refuses(fit(["Sex"]), {code: "invalid-option", path: "columns[0]", message: /Did you mean "sex"\?/});
  await refuses(fit(["beak"]), {code: "invalid-option", path: "columns[0]", message: /has no column beak\. X\[0\] has the columns species, island,/});
  // A value that is missing in the first row, or a column with nothing in it, is another matter.
  assert.deepEqual((await xaia.fit([{a: 1}, {a: 2, b: 3}], [1, 2], {columns: ["a", "b"], missing: "mean"})).columns[1].means, [3]);
  await refuses(xaia.fit([{a: null}, {a: null}], [1, 2], {columns: ["a"], missing: "mean"}), {code: "invalid-input", row: 0, column: 0, message: /All values of the column/});
});

test("equal inputs with different y: the hint names the option to add, and it helps", async () => {
  for (const [y, rule] of [[[1, 2, 3], "mean"], [["a", "b", "b"], "majority"], [[true, false, true], "majority"], [[[1, 1], [2, 2], [3, 3]], "mean"]]) {
    const X = [{a: 1}, {a: 1}, {a: 2}];
    await assert.rejects(xaia.fit(X, y), (error) => {
      assert.equal(error.code, "ill-defined");
      assert.deepEqual(error.hint.match(/"\w+"/g), [`"${rule}"`]);
      assert.match(error.hint, new RegExp(`duplicates to "${rule}"`));
      return true;
    });
    await xaia.fit(X, y, {duplicates: rule});
  }
  const model = await xaia.fit([[1], [2]], ["a", "b"]);
  await assert.rejects(model.absorb([[1]], ["b"]), (error) => /duplicates to "majority"/.test(error.hint) && !/mean/.test(error.hint));
});

test('missing: "drop" leaves out rows whose y is missing, and the report counts them', async () => {
  const X = [[1], [2], [3], [4], [null]];
  for (const [y, options, left] of [
    [[undefined, 2, null, 4, 5], {}, [2, 4]],
    [Float64Array.of(NaN, 2, NaN, 4, 5), {}, [2, 4]],
    [[NaN, 2, null, 4, 5], {classes: true}, [2, 4]],
    [[null, "b", undefined, "d", "e"], {}, ["b", "d"]],
    [["", "b", "NA", "d", "e"], {}, ["b", "d"]],
    [[null, true, null, false, true], {}, [true, false]],
    [[[NaN, 1], [2, 2], [3, null], [4, 4], [5, 5]], {}, [[2, 2], [4, 4]]],
  ]) {
    const model = await xaia.fit(X, y, {...options, missing: "drop"});
    assert.deepEqual([model.dropped, model.sampleCount], [[0, 2, 4], 2]);
    assert.deepEqual(model.report.warnings, ["Omitted because y is missing: 2 rows."]);
    assert.deepEqual(await model.predict([[2], [4]]), left);
    assert.equal(model.columns.length, 1);
    const rows = await xaia.fit(X.map(([c]) => ({c, kind: c === 1 ? "only here" : "x"})), y, {...options, missing: "drop"});
    assert.deepEqual([rows.dropped, rows.columns[1].categories], [[0, 2, 4], ["x"]]);
  }
  const strings = await xaia.fit([[1], [2]], ["NA", "b"]);
  assert.deepEqual(strings.classes, ["NA", "b"]);
  await refuses(xaia.fit(X, [null, null, null, null, 5], {missing: "drop"}), {code: "invalid-input"});
  await refuses(xaia.fit(X, [null, null, null, null, null], {missing: "drop"}), {code: "invalid-input", row: 4});
  await refuses(xaia.fit([], [], {missing: "mean"}), {code: "invalid-input", message: /X is empty/});
  await refuses(xaia.fit(X, [1, null, 3], {missing: "drop"}), {code: "invalid-input", row: 3, message: /X has 5 rows, y has 3/});
});

test("without drop a missing y is an error that names its row and the remedy", async () => {
  const X = [[1], [2], [3]];
  for (const y of [[1, null, 3], [1, NaN, 3], Float64Array.of(1, NaN, 3), ["a", null, "b"], [true, undefined, false]]) {
    for (const missing of ["error", "mean"]) {
      await assert.rejects(xaia.fit(X, y, {missing}), (error) => {
        assert.deepEqual([error.code, error.row], ["invalid-input", 1]);
        assert.match(error.message, /y\[1\] is (null|NaN|missing|undefined)/);
        assert.match(error.hint, /missing to "drop"/);
        return true;
      });
    }
  }
  await refuses(xaia.fit(X, [null, 2, 3]), {code: "invalid-input", row: 0, message: /y\[0\] is null.*drop/});
});

test("y as the texts of many numbers warns that they are classes", async () => {
  const rows = real("penguins").filter((row) => row.body_mass_g !== "NaN");
  const model = await xaia.fit(rows, rows.map((row) => row.body_mass_g), {columns: measures.slice(0, 3), duplicates: "majority"});
  assert.match(model.report.warnings.at(0) + model.report.warnings.at(-1), /y has 94 different numbers.*class/);
  const digits = counting(20).map((i) => String(i % 10));
  assert.deepEqual((await xaia.fit(counting(20), digits)).report.warnings, []);
});

test("pictures read row objects as the engine does", async () => {
  const X = [{size: 1, town: "Ulm", old: true}, {size: 4, town: "Bern", old: false}, {size: null, town: "Bern", old: true}, {size: 9, town: null, old: false}];
  const model = await xaia.fit(X, ["a", "b", "a", "b"], {missing: "mean"});
  const asked = [{size: 3, town: "Ulm", old: false}, {size: null, town: "Rome", old: true}, {old: true, town: null, size: 8}, X[3]];
  const read = asFeatures(model, asked);
  assert.deepEqual(read[0], [3, 0, 1, 0]);
  for (const [i, row] of asked.entries()) {
    const {unseen, ...said} = await model.explain(row);
    assert.deepEqual(unseen, i === 1 ? [{column: "town", text: "Rome"}] : undefined);
    assert.deepEqual(await model.explain(read[i]), said);
  }
  assert.deepEqual(asFeatures(model, [[1, 2, 3, 4], 5]), [[1, 2, 3, 4], 5]);
  for (const [row, said] of [[{size: "x", town: "Ulm", old: true}, /external row 0, column size: "x" is not a number/], [{size: 1, old: true}, /column town: nothing is not a text/]]) assert.throws(() => asFeatures(model, [row]), said);
  const plain = await xaia.fit([[0, 0], [1, 1]], ["a", "b"]);
  assert.throws(() => asFeatures(plain, [{x: 1}]), /Give a list of 2 numbers/);
});

test("Dates of row objects are days; what isn't sure is refused, with its place and the remedy", async () => {
  const day = 864e5, X = [0, 1.5, 300, 20000].map((d, i) => ({when: new Date(d * day), since: i % 2 ? null : new Date(-d * day), n: i}));
  const y = [1, 2, 3, 5];
  const numbers = X.map(({when, since, n}) => ({when: when / day, since: since && since / day, n}));
  const model = await xaia.fit(X, y, {missing: "mean"});
  const plain = await xaia.fit(numbers, y, {missing: "mean"});
  assert.deepEqual(model.report.warnings, ["Columns when, since have dates; they were converted to days since 1970-01-01 UTC.", ...plain.report.warnings]);
  assert.deepEqual(await model.sampleAt(), await plain.sampleAt());
  const asked = [{when: new Date(100.25 * day), since: null, n: 1}, {when: 100.25, since: null, n: 1}];
  const [answer, same] = await model.predict(asked);
  assert.deepEqual([answer, same], [await plain.predict(asked[1]), answer]);
  assert.deepEqual(await (await xaia.fit({when: X.map((x) => x.when)}, y)).predict({when: [X[2].when]}), [3]);
  assert.deepEqual(await (await xaia.load(await model.save())).predict(X), y);

  const mixed = [{when: new Date(0)}, {when: 1.6e12}, {when: new Date(day)}];
  await refuses(xaia.fit(mixed, [1, 2, 3]), {code: "invalid-input", row: 0, column: 0, message: /X\[0\]\.when is a Date, and other values of the column are numbers\. Give Dates in every row/});
  await refuses(xaia.fit([{k: "a"}, {k: new Date(0)}], [1, 2]), {code: "invalid-input", row: 0, column: 0, message: /X\[0\]\.k is/});
  await refuses(xaia.fit([{when: new Date(0)}, {when: new Date(NaN)}], [1, 2]), {code: "invalid-input", row: 1, column: 0, message: /when/});
  await refuses(xaia.fit([[new Date(0)], [1]], [1, 2]), {code: "invalid-input", row: 0, column: 0, message: /X\[0\]\[0\] is .*date \/ 864e5/});
  await refuses(xaia.fit([[0], [1]], [new Date(0), new Date(1)]), {code: "invalid-input", row: 0, column: 0, message: /y\[0\]/});
  assert.deepEqual(await model.predict(X), y);
});

// The remedy is taken as it is written, and the next call succeeds.
test("null is named as a remedy only where it is taken, and is taken where it is named", async () => {
  const y = [1, 2, 3, 4];
  const rows = (a) => a.map((a, i) => ({a, b: i}));
  const texts = ["x", "y", "z", "x"], wrongs = {"a function": () => 1, "a word": "much", "a number": 7};
  for (const missing of [undefined, "mean", "drop"]) {
    for (const [what, wrong, column] of [["fit", wrongs["a word"], [1, 2, 3, 4]], ["fit", wrongs["a number"], texts], ["fit", {}, [1, 2, 3, 4]], ["query", wrongs["a word"], [1, 2, 3, 4]], ["query", wrongs["a number"], texts], ["query", {}, texts], ["query", undefined, texts]]) {
      const call = async (value) => {
        if (what === "fit") return xaia.fit(rows(column.map((v, i) => (i === 2 ? value : v))), y, {missing});
        const model = await xaia.fit(rows(column), y, {missing});
        return model.predict(value === undefined ? {b: 1} : {a: value, b: 1});
      };
      const about = `${what}, missing ${missing}, ${JSON.stringify(wrong)} among ${column[0]}`;
      const {code, hint} = await call(wrong).then(() => assert.fail(about), (error) => error);
      assert.equal(code, "invalid-input", about);
      if (/give null [^.]*set the option missing to "mean"/.test(hint)) await xaia.fit(rows(column.map((v, i) => (i === 2 ? null : v))), y, {missing: "mean"});
      else if (/null/.test(hint)) assert.ok(await call(null), about);
      else await assert.rejects(call(null), (error) => error.code === "invalid-input", `${about}: null is taken, but “${hint}”`);
      if (what === "query") assert.doesNotMatch(hint, /option/, about);
    }
  }
});

test("y as a text names the column of the outcomes: in each call as its values in a list, and queries may hold it", async () => {
  const rows = real("penguins", autoType).filter((row) => row.sex !== null).map((row, i) => ({...row, bill: row.culmen_length_mm, of: i % 7}));
  const whole = rows.map(({bill, species, ...row}) => ({species, island: row.island, depth: row.culmen_depth_mm, mass: row.body_mass_g, bill}));
  for (const target of ["species", "bill"]) {
    const [X, y] = [whole.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== target))), whole.map((row) => row[target])];
    const options = {duplicates: target === "bill" ? "mean" : "majority"};
    const [model, plain] = [await xaia.fit(whole, target, options), await xaia.fit(X, y, options)];
    assert.deepEqual(model.columns, plain.columns);
    assert.deepEqual(await model.save(), await plain.save());
    assert.deepEqual(await model.predict(whole), await plain.predict(X), "a query with the target");
    assert.deepEqual(await model.evaluate(whole, target), await plain.evaluate(X, y));
    const byColumn = Object.fromEntries(Object.keys(whole[0]).map((name) => [name, whole.map((row) => row[name])]));
    assert.deepEqual(await (await xaia.fit(byColumn, target, options)).save(), await plain.save(), "of an object of columns");
    const judged = ({rmse, accuracy, predictions}) => [rmse, accuracy, predictions];
    assert.deepEqual(judged(await xaia.crossValidate(whole, target, {...options, folds: 3})), judged(await xaia.crossValidate(X, y, {...options, folds: 3})));
    const {train, test: held} = xaia.trainTestSplit(whole, target), other = xaia.trainTestSplit(X, y);
    assert.deepEqual([train.y, train.rows, held.rows], [target, other.train.rows, other.test.rows]);
    assert.deepEqual(await (await xaia.fit(train.X, train.y, options)).evaluate(held.X, held.y), await (await xaia.fit(other.train.X, other.train.y, options)).evaluate(other.test.X, other.test.y));
    const learner = await (await xaia.fit(whole.slice(9), target, options)).learner();
    await learner.learn(whole.slice(0, 9), target, {duplicates: options.duplicates});
    assert.equal(learner.sampleCount, model.sampleCount);
  }
  const gaps = whole.map((row, i) => (i % 50 === 3 ? {...row, bill: null} : row));
  assert.deepEqual((await xaia.fit(gaps, "bill", {missing: "drop", duplicates: "mean"})).dropped, gaps.flatMap((row, i) => (row.bill === null ? [i] : [])));
  assert.deepEqual((await xaia.fit(whole, "bill", {columns: ["mass", "depth"], duplicates: "mean"})).columns.map((c) => c.name), ["mass", "depth"]);
});

test("a target that isn't there, is a feature, or has no rows to be in is refused with the remedy", async () => {
  const rows = [{size: 1, price: 2}, {size: 2, price: 3}, {size: 4, price: 9}];
  await refuses(xaia.fit(rows, "Price"), {code: "invalid-input", message: /y is the text "Price"\. X has no column Price\. Did you mean "price"\? X\[0\] has the columns size, price\./});
  await refuses(xaia.fit(rows, "price", {columns: ["size", "price"]}), {code: "invalid-option", path: "columns[1]", message: /columns lists price, which y names\. Omit it/});
  await refuses(xaia.fit([[1, 2], [3, 4]], "price"), {code: "invalid-input", message: /y is the text "price", which would name a column, but X has no row objects\. Give X as an array of objects, or y as a list/});
  await refuses(xaia.fit([{price: 1}, {price: 2}], "price"), {code: "invalid-input", row: 0, message: /X\[0\] has no columns beside price\./});
  await refuses(xaia.fit([{size: 1, price: 2}, {size: 2, price: null}], "price"), {code: "invalid-input", row: 1, column: 0, message: /missing to "drop"/});
  const model = await xaia.fit(rows, "price");
  await refuses(model.evaluate(rows, "cost"), {code: "invalid-input", message: /X has no column cost/});
  assert.equal(await model.predict({size: 2}), 3);
  const later = await xaia.fit([{size: 1, price: 2}, {size: 2, price: 3, colour: "red"}], "price");
  assert.match(later.report.warnings.join(), /^Column colour isn't used/);
});

/** The same rows, which aren't packed: the second one has its columns in another order. */
const onebyone = (rows) => rows.map((row, i) => (i === 1 ? Object.fromEntries(Object.entries(row).reverse()) : row));

test("row objects are read alike, packed and one by one", async () => {
  const next = random(21);
  const cell = [
    () => next() - 0.5, () => Math.floor(9 * next()), () => ["red", "green", "Öl", ""][Math.floor(4 * next())], () => String(Math.floor(1e3 * next()) / 8), () => next() < 0.5,
    () => new Date(Date.UTC(2020, 0, 1 + Math.floor(400 * next()))), () => `2024-0${1 + Math.floor(9 * next())}-11`, () => `id ${Math.floor(1e9 * next())}`, () => null, () => undefined, () => NaN, () => -0, () => "NA",
  ];
  for (let round = 0; round < 60; round++) {
    const kinds = Array.from({length: 1 + Math.floor(5 * next())}, () => cell[Math.floor(8 * next())]);
    const rows = Array.from({length: 32 + Math.floor(40 * next())}, () => Object.fromEntries([["always", next()], ...kinds.map((kind, j) => [`c ${j}`, next() < 0.1 ? cell[8 + Math.floor(5 * next())]() : kind()])]));
    const y = rows.map((_, i) => (round % 2 ? ["a", "b"][i % 2] : i % 7));
    const options = [{missing: "mean", duplicates: round % 2 ? "majority" : "mean"}, {missing: "as it is", duplicates: round % 2 ? "majority" : "mean"}, {clean: true}, {}, {columns: ["always", "c 0"], missing: "mean"}, {names: "c 0", missing: "mean"}][round % 6];
    const said = async (given, asked) => {
      try {
        const model = await xaia.fit(given, y, options);
        return [await model.save(), model.columns, model.report.warnings, await model.predict(asked), await model.explain(asked.slice(0, 3))];
      } catch (error) {
        if (!(error instanceof xaia.XaiaError)) throw error;
        return [error.code, error.message, error.row, error.column];
      }
    };
    const [packed, single] = [await said(rows, rows), await said(onebyone(rows), onebyone(rows))];
    assert.deepEqual(packed, single, JSON.stringify([options, rows.slice(0, 3)]));
  }
  const rows = Array.from({length: 40}, (_, i) => ({a: i, b: i % 3}));
  for (const bad of [[], {}, 1n, () => 1, Symbol("s"), "\ud800", Infinity]) {
    const given = rows.map((row, i) => (i === 35 ? {...row, b: bad} : row));
    const messages = await Promise.all([given, onebyone(given)].map((X) => xaia.fit(X, rows.map((row) => row.a)).then(() => "taken", (error) => error.message)));
    assert.equal(messages[0], messages[1]);
    assert.match(messages[0], /X\[35\]|column b/i, typeof bad);
  }
});

// Asking JavaScript for each value took seconds for some thousand rows, in which no signal was heard.
test("many row objects are read in a fraction of the time of asking for each value", async () => {
  const rows = Array.from({length: 6000}, (_, i) => Object.fromEntries(Array.from({length: 8}, (_, j) => [`c${j}`, j ? Math.sin(i * j) : `t${i % 5}`])));
  const y = rows.map((row) => row.c1 + row.c2);
  const first = async (X) => {
    const began = performance.now();
    const stop = new AbortController();
    let at;
    await assert.rejects(xaia.fit(X, y, {signal: stop.signal, onProgress: () => {
      at ??= performance.now() - began;
      stop.abort();
    }}), {name: "AbortError"});
    return at;
  };
  await first(rows);
  const [packed, single] = [Math.min(await first(rows), await first(rows)), await first(onebyone(rows))];
  assert.ok(packed < 0.4 * single, `${packed} ms packed, ${single} ms one by one`);
});
