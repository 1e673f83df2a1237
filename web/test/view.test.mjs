// The page's own data, text and state: what web/site/view does without a browser.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {test} from "node:test";
import * as bench from "../site/view/bench.js";
import {benchOfTable, heldOutRows} from "../site/view/opened.js";
import {limits} from "../site/view/limits.js";
import {guess} from "../site/view/guess.js";
import {TableError} from "../site/view/pagetable.js";
import {tableOf} from "./helpers.mjs";
import {foldScores, frequentClass, neighbours, score, straightLine} from "../site/view/neighbours.js";
import {codeFor, codeNote} from "../site/view/code.js";
import {fitOptions, modelOf, standardModel, withSetting} from "../site/view/options.js";
import {gridOf} from "../scene/plane.js";
import {firstColumns, moved, principal, projection} from "../scene/project.js";
import {modelText, predictionTable} from "../site/view/save.js";
import {writeTable} from "../package/table/write.js";
import {withRows} from "../site/view/files.js";
import {benchOfModel, openedModel} from "../site/view/modelfile.js";
import {readState, writeState} from "../site/view/state.js";
import {absorbRound, judgedText} from "../site/view/absorbing.js";
import {part, short, typed} from "../ui/words.js";
import {dealt} from "../site/view/crossvalidate.js";
import {activationAt} from "../figures/plot/activation.js";
import {labelled} from "../figures/plot/axis.js";
import {figure, fittingText} from "../site/view/scores.js";
import {bandOf, greySpans, intervalAt, lineVerdict} from "../scene/line.js";
import {cellOf, tableColumns} from "../scene/columns.js";
import {oneRow} from "../figures/samples.js";
import * as xaia from "../../dist/npm/xaia.mjs";

const root = new URL("../../", import.meta.url);
const data = (name) => readFileSync(new URL(`testdata/data/${name}.csv`, root), "utf8");
const auto = standardModel;
const four = bench.makeBench({classes: ["a", "b"], X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [{x: [0.2, 0.3], y: null}]});

test("an edit makes a new bench and doesn't change the old one", () => {
  const before = JSON.stringify(four);
  const edits = [
    bench.addSample(four, [2, 2], "c"), bench.addExternal(four, [3, 3]), bench.move(four, "sample", 1, [5, 5]), bench.relabel(four, "sample", 0, "b"),
    bench.remove(four, "sample", 0), bench.turn(four, "sample", 3), bench.holdOut(four), bench.takeIn(bench.relabel(four, "external", 0, "a"), [0]),
  ];
  assert.equal(JSON.stringify(four), before);
  assert.deepEqual(edits[0].classes, ["a", "b", "c"]);
  assert.deepEqual(edits[1].chosen, {kind: "external", index: 1});
  assert.deepEqual(edits[2].X[1], [5, 5]);
  assert.deepEqual(edits[3].y, ["b", "b", "b", "a"]);
  assert.deepEqual(edits[4].X, [[0, 1], [1, 0], [1, 1]]);
  assert.deepEqual(edits[5].external[1], {x: [1, 1], y: "a", place: 3});
  assert.deepEqual([edits[6].X.length, edits[6].external.length], [3, 2]);
  assert.deepEqual([edits[7].X.length, edits[7].external.length, edits[7].y.at(-1)], [5, 0, "a"]);
});

test("the selected point stays selected when another one is removed", () => {
  const chosen = bench.choose(four, {kind: "sample", index: 2});
  assert.deepEqual(bench.asked(bench.remove(chosen, "sample", 0)), [1, 0]);
  assert.deepEqual(bench.asked(bench.remove(chosen, "sample", 3)), [1, 0]);
  assert.equal(bench.asked(bench.remove(chosen, "sample", 2)), null);
  assert.deepEqual(bench.asked(bench.remove(chosen, "external", 0)), [1, 0]);
});

test("an new point without an outcome can't become a sample", () => {
  assert.equal(bench.turn(four, "external", 0), four);
  const told = bench.turn(bench.relabel(four, "external", 0, "b"), "external", 0);
  assert.deepEqual([told.X.at(-1), told.y.at(-1), told.external.length], [[0.2, 0.3], "b", 0]);
});

test("samples are packed row by row", async () => {
  const {data, rows, columns} = bench.packedRows(bench.makeBench({columns: ["a", "b", "c"], X: [[1, 2, 3], [4, 5, 6]], y: [1, 2]}));
  assert.deepEqual([[...data], rows, columns], [[1, 2, 3, 4, 5, 6], 2, 3]);
});

test("conflicts are samples at the same place with different outcomes", () => {
  const twice = bench.makeBench({classes: ["a", "b"], X: [[0, 0], [1, 1], [0, 0], [1, 1]], y: ["a", "a", "b", "a"]});
  assert.deepEqual(bench.conflicts(twice), [0, 2]);
  assert.deepEqual(bench.conflicts(four), []);
});

test("distances to the nearest sample equal those of the automatic settings", async () => {
  const table = await tableOf(data("iris"));
  const iris = benchOfTable(table, guess(table));
  const model = await xaia.fit(iris.X, iris.y);
  const sorted = bench.nearestDistances(iris, "minmax").sort((a, b) => a - b);
  // The reach is the 95 % quantile, linear between neighbours (docs/spec.md 3.3).
  const at = 0.95 * (sorted.length - 1);
  const quantile = sorted[Math.floor(at)] + (at % 1) * (sorted[Math.ceil(at)] - sorted[Math.floor(at)]);
  assert.ok(Math.abs(quantile - model.reach) < 1e-9, `${quantile} is not ${model.reach}`);
});

test("distances to the nearest sample are weighted by the model's relevance", async () => {
  const table = await tableOf(data("iris"));
  const iris = benchOfTable(table, guess(table));
  const {relevance, reach} = await xaia.fit(iris.X, iris.y, {relevance: true});
  const sorted = bench.nearestDistances(iris, "minmax", relevance).sort((a, b) => a - b);
  const at = 0.95 * (sorted.length - 1);
  const quantile = sorted[Math.floor(at)] + (at % 1) * (sorted[Math.ceil(at)] - sorted[Math.floor(at)]);
  assert.ok(Math.abs(quantile - reach) < 1e-9, `${quantile} is not ${reach}`);
});

test("the curve of the activation is the engine's", async () => {
  const settings = {a1: 0.2, a2: 0.6, admission: 0.1, activation: 0.9};
  for (const r of [0.5, 0.2]) {
    const model = await xaia.fit([[0], [9]], [1, 2], {preset: "paper", settings, r, scale: "none"});
    for (const d of [0, 0.1, 0.55, 0.65, 2]) {
      const {activation} = (await model.explain([[d]]))[0].neurons.find(({samples}) => samples[0] === 0);
      assert.ok(Math.abs(activationAt(d, settings, r) - activation) < 1e-12, `${d}: ${activation}`);
    }
  }
});

test("principal components are the eigenvectors of the covariance", async () => {
  const table = await tableOf(data("wine"));
  const wine = benchOfTable(table, guess(table));
  const rows = bench.scaled(wine.X, "minmax");
  const n = rows[0].length;
  const mean = rows[0].map((_, k) => rows.reduce((s, x) => s + x[k], 0) / rows.length);
  const centred = rows.map((x) => x.map((v, k) => v - mean[k]));
  const {axes, share} = principal(centred, n);
  const times = (v) => Array.from({length: n}, (_, i) => centred.reduce((s, x) => s + x[i] * x.reduce((t, xj, j) => t + xj * v[j], 0), 0) / rows.length);
  const dot = (a, b) => a.reduce((s, v, k) => s + v * b[k], 0);
  const values = axes.map((a) => dot(a, times(a)));
  axes.forEach((a, i) => times(a).forEach((v, k) => assert.ok(Math.abs(v - values[i] * a[k]) < 1e-8, `axis ${i} is no eigenvector`)));
  assert.ok(Math.abs(dot(axes[0], axes[1])) < 1e-10 && values[0] > values[1]);
  // No direction has more variance than the first.
  for (let k = 0; k < n; k++) {
    const e = Array.from({length: n}, (_, i) => (i === k ? 1 : 0));
    assert.ok(dot(e, times(e)) <= values[0] + 1e-12);
  }
  assert.ok(share > 0.5 && share < 1);
});

test("a place in the plane maps to a row shown there, and a moved point keeps its hidden columns", async () => {
  const table = await tableOf(data("iris"));
  const iris = benchOfTable(table, guess(table));
  for (const view of ["components", {columns: [2, 0]}]) {
    const p = projection(iris, view);
    const [u, v] = p.place(p.lift(0.3, -0.2));
    assert.ok(Math.abs(u - 0.3) < 1e-12 && Math.abs(v + 0.2) < 1e-12, `${u}, ${v}`);
    const to = moved(p, iris.X[7], 0.1, 0.4);
    const [mu, mv] = p.place(to);
    assert.ok(Math.abs(mu - 0.1) < 1e-12 && Math.abs(mv - 0.4) < 1e-12);
    if (view !== "components") assert.deepEqual([to[1], to[3]], [iris.X[7][1], iris.X[7][3]]);
  }
  const flat = projection(bench.makeBench({columns: ["a", "b", "c"], X: [[1, 1, 1], [1, 1, 1]], y: [1, 1]}), "components");
  assert.deepEqual(flat.place([1, 1, 1]), [0, 0]);
});

test("tables: separators, quotes, a BOM, decimal commas, missing values, texts", async () => {
  const semicolons = await tableOf("\ufeffa;b;c\r\n1,5;x;3\r\n2,5;;4\r\n;y;5\r\n");
  assert.deepEqual(semicolons.columns.map((c) => [c.name, c.kind, c.missing]), [["a", "number", 1], ["b", "text", 1], ["c", "number", 0]]);
  assert.deepEqual(semicolons.columns[0].values, [1.5, 2.5, null]);
  const quoted = await tableOf('name,value\n"Smith, ""Jo""",1\nLee,2\n');
  assert.equal(quoted.columns[0].values[0], 'Smith, "Jo"');
  const headless = await tableOf("1\t2\n3\t4\n");
  assert.deepEqual([headless.rows, headless.columns[0].name], [2, "column 1"]);
  assert.deepEqual((await tableOf("a,a\n1,2\n")).columns.map((c) => c.name), ["a", "a (2)"]);

  const b = benchOfTable(semicolons, {target: 2, features: [0, 1], classes: false, missing: "mean"});
  assert.deepEqual(b.columns, ["a", "b = x", "b = y"]);
  assert.deepEqual(b.X, [[1.5, 1, 0], [2.5, 0.5, 0.5], [2, 0, 1]]);
  const dropped = benchOfTable(semicolons, {target: 2, features: [0, 1], classes: true, missing: "drop"});
  assert.deepEqual([dropped.X, dropped.y, dropped.classes], [[[1.5, 1, 0]], ["3"], ["3"]]);
});

test("tables that are refused, each with its reason", async () => {
  const cases = {
    "a\n1\n2\n": /one column/, [`${Array.from({length: limits.columns + 1}, (_, i) => `c${i}`)}\n${Array.from({length: limits.columns + 1}, (_, i) => i)}`]: /101 columns/,
  };
  for (const [text, reason] of Object.entries(cases)) await assert.rejects(tableOf(text), (e) => e instanceof TableError && reason.test(e.message), text.slice(0, 30));
  const part = await tableOf(`a,b\n${Array.from({length: 200000}, (_, i) => `${i},${2 * i}`).join("\n")}\n`);
  assert.deepEqual([part.rows, part.all, part.columns[0].values[1], part.columns[0].values.at(-1)], [100000, 200000, 2, 199998]);
  const table = await tableOf(`a,b\n${Array.from({length: 60}, (_, i) => `t${i},${i}`).join("\n")}\n`);
  assert.throws(() => benchOfTable(table, {target: 1, features: [0], classes: false, missing: "mean"}), /60 different texts/);
  assert.throws(() => benchOfTable(table, {target: 0, features: [1], classes: true, missing: "mean"}), /up to 40 classes/);
  assert.throws(() => benchOfTable(table, {target: 0, features: [1], classes: false, missing: "mean"}), /only be classes/);
  assert.throws(() => benchOfTable(table, {target: 1, features: [], classes: false, missing: "mean"}), /at least one column/);
});

test("held-out rows are matched by column name, also columns made from texts", async () => {
  const fit = await tableOf("colour,size,kind\nred,1,a\nblue,2,b\nred,3,a\n");
  const b = benchOfTable(fit, {target: 2, features: [0, 1], classes: true, missing: "mean"});
  assert.deepEqual(b.columns, ["colour = red", "colour = blue", "size"]);
  const held = async (text, of = b) => heldOutRows(await tableOf(text, {}, 1), of);
  assert.deepEqual(await held("kind,size,colour\nb,5,blue\na,6,red\n"), {rows: [{x: [0, 1, 5], y: "b"}, {x: [1, 0, 6], y: "a"}], note: "2 rows were added as new points."});
  await assert.rejects(held("kind,size\na,1\n"), /no column “colour”/);
  await assert.rejects(held("kind,size,colour\na,big,red\n"), /column “size” contains texts, such as “big”/);
});

test("held-out rows without an outcome are answered and never judged; gaps are filled as in the fit, and said", async () => {
  const b = benchOfTable(await tableOf("colour,size,kind\nred,1,a\nblue,2,b\nred,3,a\n"), {target: 2, features: [0, 1], classes: true, missing: "mean"});
  const held = async (text, of = b) => heldOutRows(await tableOf(text, {}, 1), of);
  // The last column was taken as the truth.
  for (const text of ["colour,size\nblue,5\nred,6\n", "size,colour,note\n5,blue,x\n6,red,y\n", "colour,size,kind\nblue,5,\nred,6,\n"]) {
    const {rows, note} = await held(text);
    assert.deepEqual(rows, [{x: [0, 1, 5], y: null}, {x: [1, 0, 6], y: null}], text);
    assert.match(note, /^2 rows were added as new points\. There is no outcome “kind”, so they are answered, not judged\.$/);
  }
  assert.match((await held("colour,size,kind\nblue,5,a\nred,6,\n")).note, /1 row without “kind” is answered, not judged\.$/);
  // Rows with a gap were dropped without a word.
  const gaps = await held("colour,size,kind\nblue,,a\n,6,b\ngreen,7,a\n");
  assert.deepEqual(gaps.rows.map(({x}) => x.map((v) => Math.round(v * 100) / 100)), [[0, 1, 2], [0.67, 0.33, 6], [0, 0, 7]]);
  assert.match(gaps.note, /2 missing values were filled with the column's mean\. The model doesn't know “green” \(colour\)\.$/);
  // A class that the model doesn't know is known of the row, and survives a link.
  const news = withRows(b, await held("colour,size,kind\nblue,5,c\n"));
  assert.deepEqual([news.classes, readState(writeState({bench: news})).state.bench.external], [["a", "b", "c"], [{x: [0, 1, 5], y: "c"}]]);
  const many = Array.from({length: 40}, (_, i) => `red,1,c${i}`).join("\n");
  await assert.rejects(held(`colour,size,kind\n${many}\n`), /have 42 different values; the page takes up to 40 classes/);
  // Where nothing says what the outcome is called, the last column that isn't learned from is it, if it can be.
  const unnamed = {...b, target: ""};
  assert.deepEqual((await Promise.all(["colour,size\nred,1\n", "colour,size,of\nred,1,a\n", "colour,size,of\nred,1,z\n"].map((text) => held(text, unnamed)))).map((found) => found.rows[0].y), [null, "a", null]);
  // The name of the outcome comes along in links, storage and model files.
  assert.equal(readState(writeState({bench: b})).state.bench.target, "kind");
});

test("rows of a table whose outcome is missing are new points, to be answered", async () => {
  const table = await tableOf("v,w,k\n1,2,a\n2,3,\n,4,\n5,,b\n6,7,b\n");
  const choice = {target: 2, features: [0, 1], classes: true};
  const mean = benchOfTable(table, {...choice, missing: "mean"});
  assert.deepEqual([mean.X.length, mean.rows, mean.external], [3, [1, 4, 5], [{x: [2, 3], y: null, row: 2}, {x: [4, 4], y: null, row: 3}]]);
  assert.match(mean.note, /2 missing values were filled with the column's mean\. 2 rows without “k” are new points, to be answered\.$/);
  const drop = benchOfTable(table, {...choice, missing: "drop"});
  assert.deepEqual([drop.rows, drop.external.map((e) => e.row)], [[1, 5], [2]]);
  assert.match(drop.note, /2 rows were left out: a value was missing\. 1 row without “k” is a new point, to be answered\.$/);
});

test("the axes are the columns that count most, never the same thing twice", () => {
  const columns = ["carat", "x", "depth", "one"];
  const X = Array.from({length: 40}, (_, i) => [i, 2 * i + (i % 3), (i * 7) % 13, 1]);
  const first = (relevance, rows = X) => firstColumns({columns: columns.slice(0, rows[0].length), X: rows}, relevance).columns;
  assert.deepEqual(first([0.8, 1, 0.3, 0.1]), [1, 2]);
  assert.deepEqual(first(null), [0, 2]);
  assert.deepEqual(first([0, 0, 1, 0.5]), [2, 0]); // a constant column shows nothing
  assert.deepEqual(first(null, X.map((x) => [x[0], x[1], -x[0]])), [0, 1]); // all are the same
});

test("a column or a text that contains \" = \" is itself, in the form, the axes, links and files", async () => {
  const table = await tableOf("a = b,colour,k\n1,x = y,u\n2,x = z,v\n3,q,u\n");
  const b = benchOfTable(table, {target: 2, features: [0, 1], classes: true, missing: "mean"});
  const model = await xaia.fit(bench.packedRows(b), b.y, {classes: true});
  const text = await modelText(model, b);
  const ways = {
    "the table": b, "a link": readState(writeState({bench: b})).state.bench, "a model file": benchOfModel(JSON.parse(text), model.classes),
    "row objects": benchOfModel(JSON.parse(await (await xaia.fit(b.X.map((_, i) => ({"a = b": i, colour: ["x = y", "x = z", "q"][i]})), b.y)).save()), b.classes),
  };
  for (const [way, read] of Object.entries(ways)) {
    assert.deepEqual(tableColumns(read).map(({name, texts}) => [name, texts?.map((t) => t.text).sort()]), [["a = b", undefined], ["colour", ["q", "x = y", "x = z"]]], way);
    assert.deepEqual(firstColumns(read, null), "components", way); // one of them holds numbers
    assert.deepEqual([0, 1, 2].map((i) => cellOf(read.X[i], tableColumns(read)[1])), ["x = y", "x = z", "q"], way);
    if (way !== "row objects") assert.deepEqual(heldOutRows(table, {...read, target: "k"}).rows.map(({x}) => x), b.X, way);
  }
  assert.deepEqual([ways["a link"].target, ways["a model file"].target], ["k", "k"]);
  // Links of before told by the name alone.
  for (const equals of ["%20%3D%20", "%2520%253D%2520"]) assert.deepEqual(tableColumns(readState(`v=1&columns=size,colour${equals}red,colour${equals}blue&points=1,0,1,5`).state.bench).map((c) => [c.name, c.texts?.length ?? 0]), [["size", 0], ["colour", 2]]);
  for (const part of ["a=b=c", "=b,c", "a=%E0"]) assert.deepEqual(readState(`v=2&columns=${encodeURIComponent(part)}&points=1,2`).ignored, ["columns"], part);
});

test("a model file is read as the engine reads it, and refused in words", async () => {
  const X = [[0, 1], [1, 0], [2, 2], [3, 1]];
  for (const [y, options] of [[["b", "a", "b", "c"], {}], [[10, 9, 9, 10], {classes: true}], [[1, 2, 3.5, 4], {preset: "paper"}]]) {
    const model = await xaia.fit(X, y, options);
    const text = await model.save();
    const {tnn, bench: read} = openedModel(text);
    assert.deepEqual([tnn, read.X, read.classes], [false, X, model.classes && Array.from(model.classes, String)]);
    assert.deepEqual(read.y, model.classes ? y.map(String) : y);
    for (const [broken, said] of [
      [text.slice(0, -1), /could not be read\. It is no JSON/], [text.replace('"version":2', '"version":9'), /could not be read\. It is no model file of version 2/],
      [text.replace('"X":[[0,1]', '"X":[[0]'), /could not be read\. Its samples are incomplete/], [text.replace('"y":[', '"y":[1,'), /could not be read\. Its samples/],
      [text.replace('"X":[[0,1]', '"X":[["0",1]'), /only models of numbers/],
    ]) assert.throws(() => openedModel(broken), said, broken.slice(0, 80));
  }
  const line = await xaia.fit([0, 1, 2], [1, 2, 3], {model: "tnn", a: 7});
  const opened = openedModel(await line.save());
  assert.deepEqual([opened.tnn, opened.options.a, opened.bench.X, opened.bench.y], [true, 7, [[0], [1], [2]], [1, 2, 3]]);
  assert.throws(() => openedModel('{"format":"xaia-model","version":2,"members":[]}'), /an ensemble of two/);
});

test("one column stands along a line: places, background and moves", () => {
  const one = bench.makeBench({columns: ["v"], classes: ["a", "b"], X: [[1], [2], [3]], y: ["a", "b", "a"]});
  for (const view of ["components", null]) {
    const {labels, place, lift} = projection(one, view);
    assert.deepEqual([labels, one.X.map(place), lift(2.5, 0.3)], [["v", ""], [[1, 0], [2, 0], [3, 0]], [2.5]]);
    assert.deepEqual(moved({place, lift}, [2], 2.5, 0.04), [2.5]);
  }
});

test("behind the islands of a table, each place is like the sample nearest in the picture", () => {
  const table = bench.makeBench({columns: ["a", "b", "c"], X: [[0, 0, 5], [10, 0, 7], [4, 1, 9]], y: [1, 2, 3]});
  const view = projection(table, {columns: [0, 1]}, table.X[0]);
  const domain = {x: [0, 10], y: [0, 1]};
  const rows = ({data, rows, columns}) => Array.from({length: rows}, (_, i) => [...data.subarray(i * columns, (i + 1) * columns)]);
  assert.deepEqual(rows(gridOf(view, domain, 2, 2, table.X)), [[2.5, 0.75, 9], [7.5, 0.75, 9], [2.5, 0.25, 5], [7.5, 0.25, 7]]);
  assert.deepEqual(rows(gridOf(view, domain, 2, 2)).map((row) => row[2]), [5, 5, 5, 5]);
});

test("the guessed kind of outcome for each sample set", async () => {
  assert.deepEqual([guess(await tableOf(data("iris"))).classes, guess(await tableOf(data("diabetes"))).classes, guess(await tableOf(data("wine"))).classes], [true, false, true]);
});

test("a model file that the page saves keeps the columns' names, and an engine loads it", async () => {
  const wine = {...four, columns: ["alcohol", "colour = <b>"]};
  const model = await xaia.fit(wine.X, wine.y, {classes: true});
  const text = await modelText(model, wine);
  const back = benchOfModel(JSON.parse(text), model.classes);
  assert.deepEqual([back.columns, back.X, back.y], [wine.columns, wine.X, wine.y]);
  const loaded = await xaia.load(text);
  assert.deepEqual(Array.from(await loaded.predict([[0.1, 0.1]])), ["a"]);
  for (const names of [["a"], ["a", "a"], ["a", ""], ["a", 1], "ab", null]) assert.deepEqual(benchOfModel({...JSON.parse(text), names}, model.classes).columns, ["x₁", "x₂"]);
  // Row objects have names of their own.
  const rows = await xaia.fit([{p: 1, q: "u"}, {p: 2, q: "v"}], [1, 2]);
  assert.deepEqual(benchOfModel(JSON.parse(await rows.save()), null).columns, ["p", "q = u", "q = v"]);
});

test("a state is the same after it was written and read", () => {
  const edited = bench.relabel(bench.addExternal({...four, title: "Mine & yours", columns: ["a,b", "ü"]}, [1e-7, -2.5]), "external", 0, "b");
  const state = {
    tab: "plane", set: "drawn", preset: "both", background: "territory", links: true, settings: [{a1: 0.001, a2: 0.5, admission: 0.1, activation: 0.9}, {a1: 1, a2: 1, admission: 0.2, activation: 0.8}],
    r: 0.25, top: 3, scale: "standard", a: 7, ask: [0.5, 1], view: null, bench: edited,
  };
  const {state: back, ignored} = readState(`#${writeState(state)}`);
  assert.deepEqual(ignored, []);
  for (const name of ["tab", "set", "preset", "background", "links", "settings", "r", "top", "scale", "a", "ask"]) assert.deepEqual(back[name], state[name], name);
  for (const name of ["title", "columns", "classes", "X", "y", "external"]) assert.deepEqual(back.bench[name], edited[name], name);
});

test("invalid parts of a link are ignored and named", () => {
  const {state, ignored} = readState("#v=1&preset=evil&background=%3Cimg%3E&r=2&top=1e9&settings=1,2,0.9,0.1&ask=1,NaN&view=0,0&__proto__=1&x=y&tab=line&a=Infinity");
  assert.deepEqual(ignored.sort(), ["__proto__", "a", "ask", "background", "preset", "r", "settings", "top", "view", "x"].sort());
  assert.deepEqual([state.preset, state.r, state.top, state.settings, state.ask, state.tab, state.a], ["xaia", 0.5, 8, "auto", null, "line", 5]);
  for (const points of ["1,2", "1,2,9", "1,2,", "a,b,0", "1,2,0;3,4", "1,2,0;".repeat(6000) + "1,2,0"]) {
    const read = readState(`#columns=x,y&classes=a,b&points=${points}`);
    assert.deepEqual([read.state.bench, read.ignored], [null, ["points"]], points.slice(0, 20));
  }
  for (const columns of ["", "a,a", "%25E0%25A4"]) assert.deepEqual(readState(`#columns=${columns}&points=1,2,0`).ignored, ["columns"]);
  assert.deepEqual(readState("#columns=x,y&points=1,2,0&ask=1").ignored, ["ask"]);
});

test("settings by slider: all layers, or one; the thresholds stay in order", () => {
  const layers = [{settings: {a1: 1, a2: 2, admission: 0.1, activation: 0.9}}, {settings: {a1: 1, a2: 2, admission: 0.1, activation: 0.9}}, {settings: {a1: 1, a2: 2, admission: 0.1, activation: 0.9}}];
  assert.deepEqual(withSetting("auto", layers, 0, "a1", 5), [{a1: 5, a2: 2, admission: 0.1, activation: 0.9}]);
  const one = withSetting("auto", layers, 2, "a2", 7);
  assert.deepEqual(one.map((s) => s.a2), [2, 7, 2]);
  assert.deepEqual(withSetting(one, layers, 0, "admission", 0.95).map((s) => [s.admission, s.activation]), [[0.95, 0.95], [0.95, 0.95], [0.95, 0.95]]);
  assert.deepEqual(withSetting("auto", layers, 0, "activation", 0.05)[0], {a1: 1, a2: 2, admission: 0.05, activation: 0.05});
});

test("the page's options are the same after a model file", async () => {
  for (const model of [auto, {...auto, top: 3, scale: "standard", r: 0.25}, {...auto, preset: "paper", settings: [{a1: 1, a2: 1, admission: 0.1, activation: 0.9}]}]) {
    const fitted = await xaia.fit(four.X, four.y, fitOptions(four, model));
    const back = modelOf(JSON.parse(await fitted.save()).options);
    assert.equal(back.left, "");
    const again = await xaia.fit(four.X, four.y, fitOptions(four, back));
    assert.deepEqual(again.layers, fitted.layers);
    assert.deepEqual((await again.explain([0.3, 0.8])), await fitted.explain([0.3, 0.8]));
  }
});

test("the page starts with the engine's defaults", async () => {
  const {options} = JSON.parse(await (await xaia.fit(four.X, four.y)).save());
  const {left, relevance, ...read} = modelOf(options);
  assert.deepEqual([left, relevance], ["", null]);
  assert.deepEqual({...read, relevance}, {...standardModel});
  assert.deepEqual([options.interpolation, options.r, options.scale, options.settings], ["auto", auto.r, auto.scale, auto.settings]);
  const {state} = readState("");
  assert.deepEqual(Object.fromEntries(Object.keys(auto).map((name) => [name, state[name]])), {...auto});
  const tnn = await xaia.fit([[0], [1]], [0, 1], {model: "tnn"});
  assert.equal(state.a, JSON.parse(await tnn.save()).options.a);
});

// Every option that the engine has: those that the page shows come back from a file and are fitted again, the others
// are named. The engine lists its options itself.
test("the page keeps each option of fit, or says that it doesn't", async () => {
  const values = {
    preset: "paper", settings: [{a1: 0.02, a2: 0.2, admission: 0.2, activation: 0.8}], r: 0.25, interpolation: {top: 2}, scale: "standard", duplicates: "mean", relevance: [2, 1], classes: true, weights: "balanced",
    skip: false, maxSteps: 1000,
    model: "tnn", a: 7, tolerance: 0.01, order: [2, 0, 1, 3],
    trace: true, missing: "mean", clean: true, columns: ["x", "y"], names: ["a", "b"], // of the samples and of the fit's course
  };
  const named = ["a", "clean", "maxSteps", "order", "skip", "tolerance", "weights"];
  const {hint} = await xaia.fit(four.X, four.y, {"": 1}).catch((error) => error);
  const names = hint.match(/^Known options are (.*)\.$/)[1].split(", ");
  assert.deepEqual(Object.keys(values).sort(), names);
  const types = readFileSync(new URL("web/package/xaia.d.ts", root), "utf8");
  for (const name of names) {
    assert.match(types, new RegExp(`^  ${name}\\?: `, "m"), name);
    const back = modelOf({[name]: values[name]});
    assert.equal(back.left, named.includes(name) ? name : "", name);
    if (back.left || ["classes", "model", "trace", "missing", "columns", "names"].includes(name)) continue; // the bench says these
    assert.deepEqual(fitOptions({...four, scaled: true}, back)[name], values[name], name);
    if (name === "interpolation") assert.equal(readState(writeState(back)).state.top, 2);
    else assert.deepEqual(readState(writeState(back)).state[name], values[name], name);
  }
});

test("what a file says of relevance stays: off, given and learned, through fit, file and link", async () => {
  const X = Array.from({length: 80}, (_, i) => [(i * 7) % 80, (i * 13) % 17, i % 5]);
  const b = bench.makeBench({columns: ["a", "b", "c"], X, y: X.map(([a]) => a % 40), scaled: true});
  for (const relevance of [false, true, [3, 1, 0.5]]) {
    const fitted = await xaia.fit(b.X, b.y, {relevance});
    const back = modelOf(JSON.parse(await fitted.save()).options);
    assert.deepEqual([back.left, back.relevance], ["", relevance]);
    assert.deepEqual(fitOptions(b, back).relevance, relevance);
    const again = await xaia.fit(b.X, b.y, fitOptions(b, back));
    assert.deepEqual(again.relevance, fitted.relevance);
    assert.deepEqual(readState(writeState({relevance})).state.relevance, relevance);
  }
  assert.equal(modelOf({relevance: "auto"}).relevance, null);
  assert.equal("relevance" in fitOptions(b, {...auto, relevance: null}), false);
  assert.equal(modelOf({preset: "paper", relevance: true}).left, "relevance");
  assert.deepEqual(["relevance=0,1", "relevance=perhaps", "duplicates=all"].map((text) => readState(text).ignored.length), [1, 1, 1]);
  assert.equal(readState("duplicates=mean").state.duplicates, "mean");
});

test("local lines stay: off, on and with options, through fit, file and link; a link from before them means none", async () => {
  const X = Array.from({length: 80}, (_, i) => [(i * 7) % 80, (i * 13) % 17, i % 5]);
  const b = bench.makeBench({columns: ["a", "b", "c"], X, y: X.map(([a]) => a % 40), scaled: true});
  for (const lines of ["off", {}, {top: 20, width: 2, ridge: "flat", line: false, takeover: "hit"}]) {
    const options = fitOptions(b, {...auto, lines, top: 5, relevance: false});
    assert.deepEqual(options.interpolation, lines === "off" ? {top: 5} : {local: lines});
    const fitted = await xaia.fit(b.X, b.y, options);
    const back = modelOf(JSON.parse(await fitted.save()).options);
    assert.equal(back.left, "");
    assert.deepEqual((await xaia.fit(b.X, b.y, fitOptions(b, back))).interpolation, fitted.interpolation);
    assert.deepEqual(readState(writeState({...auto, lines})).state.lines, lines);
    const {state} = readState(writeState({...auto, lines: back.lines}));
    assert.deepEqual(state.lines, back.lines);
  }
  assert.equal(readState("top=5").state.lines, "off");
  assert.equal(readState("lines=auto").state.lines, "auto");
  assert.deepEqual(readState("lines=64,1,0.03,true,near").state.lines, {top: 64, width: 1, ridge: 0.03, line: true, takeover: "near"});
  for (const wrong of ["yes", "64", "64,1,0.03,true", "64,1,0.03,true,near,1", "0,1,0.03,true,near", "64,0,0.03,true,near", "64,1,-1,true,near", "64,1,1,1,near", "64,1,1,true,far"]) {
    assert.deepEqual([readState(`lines=${wrong}`).state.lines, readState(`lines=${wrong}`).ignored], [auto.lines, ["lines"]], wrong);
  }
  assert.equal("interpolation" in fitOptions(b, {...auto, preset: "paper", lines: {}}), false);
  assert.equal(modelOf({interpolation: "nearest"}).left, "interpolation");
});

test("the code that the page shows runs and gives the same answers", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "xaia-code-"));
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(new URL("dist/npm", root).pathname, path.join(folder, "node_modules", "xaia"));
  const line = bench.makeBench({columns: ["x"], X: [[0], [0.5], [1]], y: [3, 2, 1], chosen: {kind: "place", x: [0.25]}});
  const one = bench.makeBench({columns: ["v"], classes: ["a", "b"], X: [[1], [2], [3]], y: ["a", "b", "a"], chosen: {kind: "place", x: [2.25]}});
  for (const [b, options] of [[four, fitOptions(four, {...auto, top: 3})], [line, {model: "tnn", a: 5}], [one, fitOptions(one, auto)]]) {
    writeFileSync(path.join(folder, "run.mjs"), codeFor(b, options));
    const out = execFileSync(process.execPath, ["run.mjs"], {cwd: folder, encoding: "utf8"});
    const model = await xaia.fit(b.X, b.y, options);
    const why = await model.explain(oneRow(bench.asked(b)));
    assert.equal(typeof why.familiarity, "number");
    assert.ok(out.includes(`${why.value} ${why.recognition} ${why.familiarity}`), out);
  }
});

test("the columns of predictions.csv keep any names and values", async () => {
  const columns = ["known", "prediction", "samples", "familiarity", "recognition", "known (2)", "7", "__proto__"];
  const b = bench.makeBench({columns, X: [[1, 2, 3, 4, 5, 6, 7, 8]], y: ["yes"], classes: ["yes"], external: []});
  const {columns: written, rows} = predictionTable(b, [{value: "no", recognition: "weak", familiarity: 0.25, neurons: [{samples: [9]}, {samples: [11, 12]}]}]);
  assert.deepEqual(written.map((c) => c.name), [...columns, "known (3)", "prediction (2)", "recognition (2)", "familiarity (2)", "samples (2)"]);
  assert.deepEqual(rows, [[1, 2, 3, 4, 5, 6, 7, 8, "yes", "no", "weak", 0.25, "9 11"]]);
  assert.equal(new TextDecoder().decode(await writeTable(rows, {columns: written})).split("\r\n")[1], "1,2,3,4,5,6,7,8,yes,no,weak,0.25,9 11");
});

test("the code that the page shows has unchanged labels, and only packages that nobody else can publish", () => {
  const y = ["a,b", 'say "a,b"', "a, b", "x\\,y", "\u2028,"];
  const b = bench.makeBench({columns: ["x"], X: y.map((_, i) => [i]), y, classes: y, external: [{x: [0.5], y: null}], chosen: {kind: "place", x: [0.25]}});
  const shown = codeFor(b, fitOptions(b, auto));
  assert.deepEqual(Function(`${shown.split("\n").find((l) => l.startsWith("const y"))} return y;`)(), y);
  assert.doesNotMatch(codeNote + shown, /npm install xaia(?!-….tgz)/);
  assert.match(shown, /^\/\/ Needs the package, which is in no registry: npm install xaia-….tgz, a file of the release\.\n/);
  assert.match(codeNote, /build\.sh release.*dist\/npm/);
});

test("nearest neighbours agree with a plain sort", async () => {
  const table = await tableOf(data("iris"));
  const iris = benchOfTable(table, guess(table));
  const held = (i) => i % 3 === 2;
  const take = (keep) => ({X: iris.X.filter((_, i) => keep(i)), y: iris.y.filter((_, i) => keep(i))});
  const [fit, test] = [{...take((i) => !held(i)), classes: iris.classes}, take(held)];
  const apply = bench.scaler(fit.X, "minmax");
  const rows = fit.X.map(apply);
  const right = [1, 5, 15].map((count) => test.X.map(apply).filter((q, at) => {
    const order = rows.map((x, i) => [x.reduce((s, v, k) => s + (v - q[k]) ** 2, 0), i]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).slice(0, count);
    const votes = {};
    for (const [, i] of order) votes[fit.y[i]] = (votes[fit.y[i]] ?? 0) + 1;
    const most = Math.max(...Object.values(votes));
    return order.map(([, i]) => fit.y[i]).find((label) => votes[label] === most) === test.y[at];
  }).length);
  assert.deepEqual(foldScores(fit, test, neighbours).map((part) => score(part, test.y, iris.classes)), right.map((n) => n / 50));
  const few = neighbours({X: [[0], [1], [11]], y: [0, 1, 11], classes: null}, [[0.4]]);
  assert.deepEqual(few.map(({answers}) => answers), [[0], [4], [4]]); // all there are
  // Of too many a part is asked about, and said to be.
  const many = Array.from({length: 20000}, (_, i) => [i % 100, i % 37, i % 11]);
  const [{of, answers}] = neighbours({X: many, y: many.map(([a]) => a), classes: null}, many);
  assert.ok(of.length === answers.length && of.length === 1666 && of.at(-1) > 19000, `${of.length}`);
});

test("a straight line is the least squares', the most frequent class the most frequent", () => {
  const X = Array.from({length: 60}, (_, i) => [i % 7, (i * 5) % 11, i % 2, 1 - (i % 2)]); // two columns of one column of texts
  const y = X.map(([a, b, c]) => 3 * a - 2 * b + 5 * c + 1);
  const [{answers}] = straightLine({X, y}, [[10, 20, 0, 1], [0, 0, 1, 0]]);
  [-9, 6].forEach((want, i) => assert.ok(Math.abs(answers[i] - want) < 1e-4, `${answers[i]} is not ${want}`));
  assert.deepEqual(frequentClass({y: ["a", "b", "b"]}, [[1], [2]])[0].answers, ["b", "b"]);
});

test("the fitting error is zero by construction; if rows were averaged, the text says so", async () => {
  assert.equal(fittingText(0, undefined), "Fitting error: zero by construction; it says nothing about new points.");
  const model = await xaia.fit([[0], [0], [1]], [0, 320, 5], {duplicates: "mean"});
  const said = fittingText(model.report.maxFittingError, "mean");
  assert.match(said, /^Fitting error: up to 160, where rows have equal columns and different outcomes, of which the mean was taken\. Elsewhere/);
});

test("the page deals the folds that the package deals", async () => {
  const table = await tableOf(data("diabetes"));
  const values = benchOfTable(table, guess(table));
  const classes = benchOfTable(await tableOf(data("iris")), guess(await tableOf(data("iris"))));
  for (const b of [{...values, X: values.X.slice(0, 120), y: values.y.slice(0, 120)}, classes]) {
    const {folds} = await xaia.crossValidate(b.X, b.y, {...fitOptions(b, {...auto, top: 5}), folds: 10});
    assert.deepEqual(dealt(b, 10), [...folds]);
  }
});

test("grey spans are where a TNN isn't sure", () => {
  const judged = ["weak", "moderate", "strong", "strong", "moderate"].map((recognition) => ({recognition}));
  assert.deepEqual(greySpans([0, 1, 2, 3, 4], judged), [[0, 1.5], [3.5, 4]]);
  // Where the curve doesn't know, neither its band nor its sentence sounds sure.
  const sure = {interval: [1, 2]};
  assert.deepEqual(bandOf([0, 1, 2], ["weak", "moderate", "strong"].map((recognition) => ({recognition})), [0, 1.5], () => [1, 2]).map((b) => b.low), [NaN, 1, NaN]);
  const said = (recognition, x) => lineVerdict({recognition, neighbours: [], active: 1, fingerprint: [1]}, [[0], [1]], x, {}, sure);
  assert.match(said("moderate", 0.5), /^9 times in 10 it is between 1 and 2\. Between samples/);
  for (const text of [said("weak", 0.5), said("strong", 2)]) assert.match(text, /^Unknown: outside the samples\./);
  assert.deepEqual([intervalAt([1, 2], {recognition: "weak"}, [0, 1], 0.5), intervalAt([1, 2], {recognition: "strong"}, [0, 1], 0.5)], [undefined, [1, 2]]);
});

test("a share that rounds to 0 is not shown, and points are listed as in a sentence", () => {
  assert.deepEqual([9.02e-12, 0, 4e-4, 0.001, 0.5].map(part), ["none", "none", "none", "0.001", "0.5"]);
  const judged = [true, false, true, true].map((out) => ({out}));
  assert.match(judgedText(judged), /^Out of distribution: 3 of 4 new points: new points 0, 2 and 3\. /);
  assert.match(judgedText(judged.slice(0, 1)), /: new point 0\. /);
  assert.match(judgedText(Array.from({length: 20}, () => ({out: true}))), / 10, 11 and 8 more\. /);
  assert.doesNotMatch(judgedText([{out: false}]), /:.*:/);
  assert.match(judgedText(judged, true), / less familiar than 95 % /);
  assert.match(judgedText(judged, false), / no neuron is activated /);
});

test("absorption of classes has no tolerance", async () => {
  const b = bench.makeBench({classes: ["a", "b"], X: [[0, 0], [1, 1]], y: ["a", "b"], external: [{x: [0.1, 0.1], y: "b"}, {x: [0.9, 0.9], y: "b"}]});
  const model = await xaia.fit(b.X, b.y, {classes: true});
  const done = await absorbRound(model, b, 0, 1);
  assert.match(done.text, /The others are all answered correctly\.$/);
  const none = await absorbRound(done.model, done.bench, 0, 2);
  assert.equal(none.text, "All new points are answered correctly: there is nothing to learn.");
});

test("numbers are shown with three decimals", () => {
  assert.deepEqual([0.12345, 1e-7, 123456.7, 0, 2, -0.5].map(short), ["0.123", "1e-7", "123,457", "0", "2", "-0.5"]);
  assert.deepEqual([123456.7, 1e-7, 2.5, -206855, 3e18].map(typed), ["123456.7", "1e-7", "2.5", "-206855", "3e+18"]);
  assert.equal(short(3e18), "3e+18");
});

test("a figure and its deviation have the same decimals", () => {
  assert.equal(figure(2.5938, 0.0931, false), "2.59 ± 0.09");
  assert.equal(figure(2, 0.08, false), "2.00 ± 0.08");
  assert.equal(figure(853.27, 41.9, false), "853 ± 42");
  assert.equal(figure(0.0421, 0.0031, false), "0.0421 ± 0.0031");
  assert.equal(figure(0, 0, false), "0.00 ± 0.00");
  assert.equal(figure(0.95, 0.02, true), "95.0 ± 2.0 %");
  assert.equal(figure(0.5, null, true), "50.0 %");
});

test("an axis: millions are short, years have no comma, wide labels get room", () => {
  assert.equal(labelled([0, 14e6]).tickFormat(2e6), "2M");
  assert.equal(labelled([0, 14e6]).tickFormat(0), "0");
  assert.equal(labelled([-3e5, 1]).tickFormat(-250000), "−250K");
  assert.equal(labelled([2012, 2016]).tickFormat(2015.5), "2015.5");
  assert.equal(labelled([-2, 9]).tickFormat, undefined);
  assert.ok(labelled([2012, 2016]).room > labelled([-2, 9]).room);
  assert.equal(labelled([-2, 9]).room, labelled([-10.5, 9]).room);
  assert.equal(labelled([0, 0]).tickFormat, undefined);
});

test("the view offers what the controller in Go and the browser tests call, and nothing else", () => {
  const found = (folder, pattern) => new Set(readdirSync(new URL(folder, import.meta.url)).filter((n) => n.endsWith(".go")).flatMap((name) => [...readFileSync(new URL(folder + name, import.meta.url), "utf8").matchAll(pattern)].map(([, call]) => call)));
  const called = found("../site/page/", /(?:view\.(?:Call|Get)\(|\.view, |\b(?:edit|change)\([^"\n]*|\.save\()"(\w+)"/g);
  const tried = found("browser/", /\bview\.(\w+)/g);
  const later = JSON.parse(`[${readFileSync(new URL("../site/view/more.js", import.meta.url), "utf8").match(/^const sync = \[(.*)\];$/m)[1]}]`);
  const offered = [...exported("../site/view/index.js"), ...later];
  assert.deepEqual([...called].filter((name) => !offered.includes(name)), []);
  assert.deepEqual(offered.filter((name) => !called.has(name) && !tried.has(name)), []);
  assert.deepEqual(later.filter((name) => !exported("../site/more.js").includes(name)), []);
});

/** The names that a module's lists export; read as text, since some modules need a page. */
const exported = (path) => [...readFileSync(new URL(path, import.meta.url), "utf8").matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => list.split(",").map((n) => n.trim()));
