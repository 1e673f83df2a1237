// The page's own data and text: what web/site/view does without a browser.
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";
import * as bench from "../site/view/bench.js";
import {conflicts} from "../site/view/conflicts.js";
import {nearestDistances, scaler} from "../site/view/distances.js";
import * as late from "../site/more.js";
import * as tabled from "../site/tables.js";
import * as view from "../site/view/index.js";
import {benchOfTable, heldOutRows} from "../site/view/opened.js";
import {limits} from "../site/view/limits.js";
import {TableError} from "../site/view/pagetable.js";
import {benchOf, ran, tableOf} from "./helpers.mjs";
import {foldScores, frequentClass, neighbours, score, straightLine} from "../site/view/neighbours.js";
import {codeFor, note} from "../site/view/code.js";
import {fitOptions, standardModel, withSetting} from "../site/view/options.js";
import {free, numbered} from "../site/view/behind.js";
import {gridOf} from "../scene/plane.js";
import {firstColumns, moved, principal, projection} from "../scene/project.js";
import {landAnswers} from "../scene/map.js";
import {movedTo} from "../site/view/plane.js";
import {oddPairs} from "../site/view/odd.js";
import {predictionTable} from "../site/view/save.js";
import {writeTable} from "../package/table/write.js";
import {readState, writeState} from "../site/view/state.js";
import {absorbRound, judgedText} from "../site/view/absorbing.js";
import {numberIn, part, short, typed} from "../ui/words.js";
import {calibrate, calibratedOf} from "../site/view/sure.js";
import {activationAt} from "../figures/draw/activation.js";
import {labelled} from "../figures/draw/axis.js";
import {figure, fittingText} from "../site/view/scores.js";
import {bandOf, greySpans, intervalAt, lineSpec, lineVerdict, stretchesOf} from "../scene/line.js";
import {guessSeries} from "../site/view/guess.js";
import {oneRow} from "../figures/samples.js";
import * as xaia from "../../dist/npm/xaia.mjs";

const auto = standardModel;
const four = bench.makeBench({classes: ["a", "b"], X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [{x: [0.2, 0.3], y: null}]});

test("a number is read as the page shows it, else with a decimal comma or point", () => {
  for (const v of [100000, 150000, -123456, 1234567, 999999999999, 0.5, 12.345, -0.001, 1e300, 1.5e-9]) assert.deepEqual([short(v), typed(v), ` ${v.toLocaleString("en-US", {maximumFractionDigits: 20})} `].map(numberIn), [v, v, v], short(v));
  assert.deepEqual(["150,000", "1,234,567", "-123,456", "−123,456", "1,234.5", "12,345,678.25"].map(numberIn), [150000, 1234567, -123456, -123456, 1234.5, 12345678.25]);
  assert.deepEqual(["0,5", "-1,25", "0,123", "12,34", "3,1416", "1e3", "+2"].map(numberIn), [0.5, -1.25, 0.123, 12.34, 3.1416, 1000, 2]);
  assert.deepEqual(["", " ", "1,2,3", "1,23,456", "1,234,56", "12.345,6", "x"].map(numberIn), Array(7).fill(NaN));
});

test("a point that is moved to where it is leaves the bench as it is", () => {
  assert.equal(bench.move(four, "sample", 1, [0, 1]), four);
  assert.equal(bench.move(four, "external", 0, [0.2, 0.3]), four);
  const line = bench.makeBench({columns: ["x"], X: [[1], [2]], y: [3, 4]});
  assert.equal(bench.move(line, "sample", 1, [2], 4), line);
  assert.deepEqual([bench.move(line, "sample", 1, [2], 5).y, bench.move(line, "sample", 1, [1], 4).X], [[3, 5], [[1], [1]]]);
});

test("an edit makes a new bench and doesn't change the old one", () => {
  const before = JSON.stringify(four);
  const edits = [
    bench.addSample(four, [2, 2], "c"), bench.addExternal(four, [3, 3]), bench.move(four, "sample", 1, [5, 5]), bench.relabel(four, "sample", 0, "b"),
    bench.remove(four, "sample", 0), bench.turn(four, "sample", 3), bench.holdOut(four), bench.takeIn(bench.relabel(four, "external", 0, "a"), [0]),
  ];
  assert.equal(JSON.stringify(four), before);
  assert.deepEqual([edits[0].classes, edits[1].chosen, edits[2].X[1]], [["a", "b", "c"], {kind: "external", index: 1}, [5, 5]]);
  assert.deepEqual([edits[3].y, edits[4].X, edits[5].external[1]], [["b", "b", "b", "a"], [[0, 1], [1, 0], [1, 1]], {x: [1, 1], y: "a", place: 3}]);
  assert.deepEqual([edits[6].X.length, edits[6].external.length], [3, 2]);
  assert.deepEqual([edits[7].X.length, edits[7].external.length, edits[7].y.at(-1)], [5, 0, "a"]);
});

test("the selected point stays selected when another one is removed", () => {
  const chosen = bench.choose(four, {kind: "sample", index: 2});
  const asked = [["sample", 0], ["sample", 3], ["sample", 2], ["external", 0]].map((gone) => bench.asked(bench.remove(chosen, ...gone)));
  assert.deepEqual(asked, [[1, 0], [1, 0], null, [1, 0]]);
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
  assert.deepEqual(conflicts(twice), [0, 2]);
  assert.deepEqual(conflicts(four), []);
});

test("distances to the nearest sample equal those of the automatic settings, weighted by the model's relevance", async () => {
  const iris = await benchOf("iris");
  for (const options of [{}, {relevance: true}]) {
    const {relevance, reach} = await xaia.fit(iris.X, iris.y, options);
    const sorted = nearestDistances(iris, "minmax", ...(relevance ? [relevance] : [])).sort((a, b) => a - b);
    // The reach is the 95 % quantile, linear between neighbours (docs/spec.md 3.3).
    const at = 0.95 * (sorted.length - 1);
    const quantile = sorted[Math.floor(at)] + (at % 1) * (sorted[Math.ceil(at)] - sorted[Math.floor(at)]);
    assert.ok(Math.abs(quantile - reach) < 1e-9, `${quantile} is not ${reach}`);
  }
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
  const wine = await benchOf("wine");
  const rows = wine.X.map(scaler(wine.X, "minmax"));
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
  const iris = await benchOf("iris");
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
  const [a, b] = part.columns.map((c) => c.values); // each row whole, once, in the table's order
  assert.deepEqual([part.rows, part.all, a.length, a.every((v, i) => b[i] === 2 * v && (i === 0 || v > a[i - 1]))], [100000, 200000, 100000, true]);
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
  const news = bench.withRows(b, await held("colour,size,kind\nblue,5,c\n"));
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
  const X = Array.from({length: 29}, (_, i) => [i, 2 * i + (i % 3), (i * 7) % 13, 1]);
  const first = (relevance, rows = X) => firstColumns({columns: columns.slice(0, rows[0].length), X: rows}, relevance).columns;
  assert.deepEqual(first([0.8, 1, 0.3, 0.1]), [1, 2]);
  assert.deepEqual(first(null), [0, 2]);
  assert.deepEqual(first([0, 0, 1, 0.5]), [2, 0]); // a constant column shows nothing
  assert.deepEqual(first(null, X.map((x) => [x[0], x[1], -x[0]])), [0, 1]); // all are the same
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
  assert.deepEqual((await Promise.all(["iris", "diabetes", "wine"].map(benchOf))).map(({classes}) => classes !== null), [true, false, true]);
});

test("settings by slider: all layers, or one; the thresholds stay in order", () => {
  const layers = Array(3).fill({settings: {a1: 1, a2: 2, admission: 0.1, activation: 0.9}});
  assert.deepEqual(withSetting("auto", layers, 0, "a1", 5), [{a1: 5, a2: 2, admission: 0.1, activation: 0.9}]);
  const one = withSetting("auto", layers, 2, "a2", 7);
  assert.deepEqual(one.map((s) => s.a2), [2, 7, 2]);
  assert.deepEqual(withSetting(one, layers, 0, "admission", 0.95).map((s) => [s.admission, s.activation]), [[0.95, 0.95], [0.95, 0.95], [0.95, 0.95]]);
  assert.deepEqual(withSetting("auto", layers, 0, "activation", 0.05)[0], {a1: 1, a2: 2, admission: 0.05, activation: 0.05});
});

test("the code that the page shows runs and gives the same answers", async () => {
  const line = bench.makeBench({columns: ["x"], X: [[0], [0.5], [1]], y: [3, 2, 1], chosen: {kind: "place", x: [0.25]}});
  const one = bench.makeBench({columns: ["v"], classes: ["a", "b"], X: [[1], [2], [3]], y: ["a", "b", "a"], chosen: {kind: "place", x: [2.25]}});
  for (const [b, options] of [[four, fitOptions(four, {...auto, top: 3})], [line, {kind: "tnn", a: 5}], [one, fitOptions(one, auto)]]) {
    const out = ran(codeFor(b, options));
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
  assert.doesNotMatch(note + shown, /npm install xaia(?!-….tgz)/);
  assert.match(shown, /^\/\/ Needs the package, which is in no registry: npm install xaia-….tgz, a file of the release\.\n/);
  assert.match(note, /build\.sh release.*dist\/npm/);
});

test("nearest neighbours agree with a plain sort", async () => {
  const iris = await benchOf("iris");
  const held = (i) => i % 3 === 2;
  const take = (keep) => ({X: iris.X.filter((_, i) => keep(i)), y: iris.y.filter((_, i) => keep(i))});
  const [fit, test] = [{...take((i) => !held(i)), classes: iris.classes}, take(held)];
  const apply = scaler(fit.X, "minmax");
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

test("a model is calibrated once, a large one by halves; what that can't be done with stays as it is", async () => {
  const {signal} = new AbortController();
  const made = async (n) => xaia.fit(Array.from({length: n}, (_, i) => [i % 97, i % 89]), Array.from({length: n}, (_, i) => (i % 97) + (i % 7) / 7));
  for (const [n, folds] of [[60, 5], [2100, 2]]) {
    const model = await made(n);
    assert.equal(calibratedOf(model), model);
    const sure = await calibrate(model, signal);
    assert.deepEqual([sure.calibration.folds, calibratedOf(model), await calibrate(model, signal), await calibrate(sure, signal)], [folds, sure, null, null]);
    assert.deepEqual(await sure.explain([1.5, 2.5]).then(({interval, ...others}) => (assert.ok(interval[0] < interval[1]), others)), await model.explain([1.5, 2.5]));
  }
  const [few, ended] = [await made(4), await made(60)];
  assert.deepEqual([await calibrate(few, signal), await calibrate(ended, AbortSignal.abort())], [null, null]);
  assert.equal(calibratedOf(ended), ended);
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
  const done = await absorbRound({model}, b, 0, 1);
  assert.match(done.text, /The others are all answered correctly\.$/);
  const none = await absorbRound({model: done.model}, done.bench, 0, 2);
  assert.equal(none.text, "All new points are answered correctly: there is nothing to learn.");
});

test("numbers are shown with three decimals", () => {
  assert.deepEqual([0.12345, 1e-7, 123456.7, 0, 2, -0.5].map(short), ["0.123", "1e-7", "123,457", "0", "2", "-0.5"]);
  assert.deepEqual([123456.7, 1e-7, 2.5, -206855, 3e18].map(typed), ["123456.7", "1e-7", "2.5", "-206855", "3e+18"]);
  assert.equal(short(3e18), "3e+18");
});

test("on the line a new point keeps its number where one before it has no outcome, and isn't drawn", () => {
  const grid = Float64Array.of(0, 1, 2);
  const {external} = lineSpec({X: [[0], [2]], y: [0, 2], external: [{x: [1], y: null}, {x: [1.5], y: 3}]}, {grid, curve: grid, judged: [], answers: [1, 1.5], epsilon: 1});
  assert.deepEqual(external, [{x: 1.5, target: 3, index: 1, missed: true}]);
});

test("a figure and its deviation have the same decimals", () => {
  const values = [[2.5938, 0.0931], [2, 0.08], [853.27, 41.9], [0.0421, 0.0031], [0, 0]].map(([v, spread]) => figure(v, spread, false));
  assert.deepEqual(values, ["2.59 ± 0.09", "2.00 ± 0.08", "853 ± 42", "0.0421 ± 0.0031", "0.00 ± 0.00"]);
  assert.deepEqual([figure(0.95, 0.02, true), figure(0.5, null, true)], ["95.0 ± 2.0 %", "50.0 %"]);
});

test("an axis: millions are short, years have no comma, wide labels get room", () => {
  const shown = [[[0, 14e6], 2e6], [[0, 14e6], 0], [[-3e5, 1], -250000], [[2012, 2016], 2015.5], [[-2, 9]], [[0, 0]]].map(([domain, v]) => labelled(domain).tickFormat?.(v));
  assert.deepEqual(shown, ["2M", "0", "−250K", "2015.5", undefined, undefined]);
  const [years, small, wider] = [[2012, 2016], [-2, 9], [-10.5, 9]].map((domain) => labelled(domain).room);
  assert.ok(years > small && small === wider);
});

test("both sides of the boundary agree: the functions, and how many arguments each takes", () => {
  const sources = (folder) => readdirSync(new URL(folder, import.meta.url)).filter((n) => n.endsWith(".go")).map((name) => [name, readFileSync(new URL(folder + name, import.meta.url), "utf8")]);
  const controller = Object.fromEntries(sources("../site/page/"));
  for (const [name, source] of Object.entries(controller)) if (name !== "boundary.go") assert.doesNotMatch(source, /\bview\.(Call|Get)\(|c\.(call|wait|try)\(/, `${name} calls JavaScript by itself`);
  const calls = [...controller["boundary.go"].matchAll(/c\.(?:call|wait|try)\("(\w+)"(.*)/g)].map(([, name, rest]) => ({name, given: listed(rest.slice(0, closing(rest))).filter(Boolean).length, spread: rest.includes("...")}));
  assert.ok(calls.length > 40, "the calls in boundary.go are no longer read");
  for (const {name, given, spread} of calls) {
    const does = view[name] ?? late[name];
    assert.equal(typeof does, "function", `${name} is neither in view/index.js nor in site/more.js`);
    const [, text] = String(does).split(/\(([^]*)/, 2);
    const taken = listed(text.slice(0, closing(text)));
    if (!spread && !taken[0].startsWith("...")) assert.ok(does.length <= given && given <= taken.length, `boundary.go gives ${name} ${given} arguments; it takes ${taken.join(", ")}`);
  }
  const values = [...controller["boundary.go"].matchAll(/view\.Get\("(\w+)"\)/g)].map(([, name]) => name);
  const tried = sources("browser/").flatMap(([, source]) => [...source.matchAll(/\bview\.(\w+)/g)].map(([, name]) => name));
  const used = new Set([...values, ...tried, ...calls.map(({name}) => name)]);
  assert.deepEqual(Object.keys(view).filter((name) => !used.has(name)), [], "nobody calls these of view/index.js");
  assert.deepEqual(values.filter((name) => !(name in view)), []);
  // What else is in the later scripts, the first one takes from there.
  const takes = readdirSync(new URL("../site/view/", import.meta.url)).map((name) => readFileSync(new URL(`../site/view/${name}`, import.meta.url), "utf8")).filter((text) => /more\(\)|ables\(\)/.test(text)).join();
  assert.deepEqual(Object.keys(late).filter((name) => !used.has(name) && !takes.includes(name)), [], "nobody calls these of site/more.js");
  assert.deepEqual(Object.keys(tabled).filter((name) => !takes.includes(name)), [], "nobody calls these of site/tables.js");
  const edits = Object.values(controller).flatMap((source) => [...source.matchAll(/\b(?:edit|change|edited)\([^"\n]*"(\w+)"/g)].map(([, name]) => name));
  for (const name of new Set(edits)) assert.ok(bench.editNames.includes(name), `bench.js has no edit ${name}`);
});

/** Where the parenthesis closes that opens before a text. */
function closing(text) {
  let depth = 1;
  return [...text].findIndex((c) => (depth += "([{".includes(c) ? 1 : ")]}".includes(c) ? -1 : 0) === 0);
}

/** The parts between a text's own commas. */
function listed(text) {
  let depth = 0;
  const parts = [""];
  for (const c of text) {
    depth += "([{".includes(c) ? 1 : ")]}".includes(c) ? -1 : 0;
    if (c === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.trim());
}

test("two turns that need a second model wait for one, also where the first is aborted, and freeing the first ends it", async () => {
  const started = [], ended = [];
  globalThis.xaiaPage = {xaia: {fit: (X, y, {signal}) => new Promise((resolve, reject) => {
    started.push(() => resolve({dispose: () => ended.push("second")}));
    signal.addEventListener("abort", () => reject(signal.reason));
  })}};
  try {
    const model = {sampleCount: 4, layers: [{nodes: [[0], [1], [2], [3]]}], relevance: null, dispose: () => ended.push("first")};
    const pane = {model, options: {classes: true}, bench: four};
    const [one, two] = [new AbortController(), new AbortController()];
    const turns = [numbered(pane, "layer", one.signal), numbered(pane, "layer", two.signal)];
    one.abort("over");
    await assert.rejects(turns[0], (reason) => reason === "over");
    assert.equal(started.length, 1);
    started[0]();
    assert.equal(await numbered(pane, "layer", two.signal), await turns[1]);
    assert.equal(started.length, 1);
    const late = numbered(pane, "territory", two.signal); // not fitted yet
    free(model);
    await assert.rejects(late, {name: "AbortError"});
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(ended, ["first", "second"]);
    const failing = numbered(pane, "layer", two.signal);
    two.abort("gone");
    await assert.rejects(failing, (reason) => reason === "gone");
  } finally {
    delete globalThis.xaiaPage;
  }
});

/** Rows in two groups, as an engine would place them. */
function twoGroups() {
  const X = Array.from({length: 40}, (_, i) => [i < 20 ? i : 100 + i, i % 5, i < 20 ? 0 : 1]);
  const table = bench.makeBench({columns: ["a", "b", "kind = x"], texts: [null, null, ["kind", "x"]], classes: ["l", "r"], X, y: X.map((_, i) => (i < 20 ? "l" : "r"))});
  const places = X.map((_, i) => [(i < 20 ? 0.1 : 0.8) + (i % 5) * 0.02, 0.1 + Math.floor((i % 20) / 5) * 0.02]);
  const embedded = {X, places, neighbors: X.map((_, i) => [i ^ 1]), activation: X.map(() => 0.5), kept: 0.754, relevance: null};
  return {X, table, places, embedded, map: projection(table, "map", null, embedded)};
}

test("a table of many rows is a map; a row that isn't on it stands where those like it are", () => {
  const {X, table, places, map, embedded} = twoGroups();
  assert.equal(firstColumns(table, null), "map");
  assert.notEqual(firstColumns({...table, X: X.slice(0, 29)}, null), "map");
  assert.deepEqual([map.labels, X.map(map.place)], [["", ""], places]);
  assert.match(map.note, /^Each of 40 rows .* 75 % /);
  assert.equal(projection(table, "map").labels[0], "first component"); // where there is none
  const near = map.place([3.1, 3, 0]), other = map.place([130.1, 3, 1]);
  assert.ok(Math.hypot(near[0] - places[3][0], near[1] - places[3][1]) < 0.03, near.join());
  assert.ok(other[0] > 0.75, other.join());
  const unheeded = projection(table, "map", null, {...embedded, relevance: [1, 1, 1e-9]}).place([3, 3, 1]); // a column that doesn't count
  assert.ok(Math.hypot(unheeded[0] - places[3][0], unheeded[1] - places[3][1]) < 1e-3, unheeded.join());
});

test("a place on a map is a mixture of the rows there, keeps its place, and is unlike all off the coast", () => {
  const {X, places, map} = twoGroups();
  const row = map.lift(places[7][0] + 0.001, places[7][1]);
  assert.ok(Math.abs(row[0] - X[7][0]) < 1 && row[2] === 0, row.join());
  assert.deepEqual(map.place(row), [places[7][0] + 0.001, places[7][1]]);
  const [low, high] = [0, 139];
  const sea = map.lift(0.45, 0.5);
  assert.ok(sea[0] < low - 100 || sea[0] > high + 100, sea.join());
  assert.ok([0, 1].includes(sea[2])); // a text is one that there is
  assert.deepEqual(map.place(sea), [0.45, 0.5]);
  assert.deepEqual(moved(map, X[0], ...places[25]).map(Math.round), X[25]); // a question goes where it is put, a sample stays
  const at = {...twoGroups().table, chosen: {kind: "place", x: X[0]}};
  assert.equal(movedTo(at, map, {kind: "sample", index: 3, x: 0.8, y: 0.1}), at.X[3]);
  assert.notEqual(movedTo(at, map, {kind: "place", index: 0, x: 0.8, y: 0.1})[0], X[0][0]);
});

test("islands on a map: the outcomes of the samples around, by the plain sum over all", () => {
  const {table, places, map} = twoGroups();
  const [columns, rows, domain] = [50, 20, {x: [0, 1], y: [0, 0.4]}];
  const land = landAnswers(map, table, domain, columns, rows);
  const reach = (1.6 * map.coast) / 0.02;
  for (const at of Array.from(land.keys())) {
    const [i, j] = [at % columns, Math.floor(at / columns)];
    const far = places.map(([u, v]) => Math.hypot(i + 0.5 - u / 0.02, j + 0.5 - (0.4 - v) / 0.02) / reach);
    const weight = far.map((d) => (d < 1 ? (1 - d * d) ** 2 : 0));
    const sum = (from, to) => weight.slice(from, to).reduce((a, b) => a + b, 0);
    const [l, r] = [sum(0, 20), sum(20, 40)];
    const {value, clear, familiarity} = land[at];
    assert.equal(value, l + r === 0 ? null : l > r ? "l" : "r");
    assert.ok(Math.abs(clear - (l + r ? Math.abs(l - r) / (l + r) : 0)) < 1e-9);
    assert.ok(Math.abs(familiarity - 0.35 * Math.min(1, Math.max(0, (1 - Math.min(...far)) / 0.6))) < 1e-9);
  }
  assert.ok(land.some(({value}) => value === "l") && land.some(({value}) => value === null));
  // Classes that are mixed: how clear the first one is, is how far it is ahead of the next one, whichever of them comes first in the list.
  const classes = ["l", "m", "r"], mixed = landAnswers(map, {...table, classes, y: table.y.map((_, i) => classes[(i * 7) % 5 % 3])}, domain, columns, rows);
  let ahead = 0;
  for (const [at, {value, clear}] of mixed.entries()) {
    const sums = new Map(classes.map((c) => [c, 0]));
    places.forEach(([u, v], i) => {
      const d = Math.hypot((at % columns) + 0.5 - u / 0.02, Math.floor(at / columns) + 0.5 - (0.4 - v) / 0.02) / reach, c = classes[(i * 7) % 5 % 3];
      if (d < 1) sums.set(c, sums.get(c) + (1 - d * d) ** 2);
    });
    const [first, second] = [...sums.values()].sort((a, b) => b - a), all = [...sums.values()].reduce((a, b) => a + b, 0);
    if (!all) continue;
    assert.ok(Math.abs(sums.get(value) - first) < 1e-9 && Math.abs(clear - (first - second) / all) < 1e-9, `${value} is ahead by ${clear} at ${at}`);
    if (second > 0 && value !== "l") ahead++;
  }
  assert.ok(ahead > 10, "too few places to tell");
  const numbers = landAnswers(map, {...table, classes: null, y: table.y.map((_, i) => i)}, domain, columns, rows);
  assert.ok(numbers.every(({value}) => value === null || (value >= 0 && value <= 39)) && numbers.some(({value}) => value > 20) && numbers.some(({value}) => value !== null && value < 19));
});

test("what is odd: pairs that are most like each other and disagree", () => {
  const X = Array.from({length: 12}, (_, i) => [i, i, i]);
  const ring = (i) => [1, 2, 3, 4, 5].map((step) => (i + step) % 12);
  const embedded = {X, neighbors: X.map((_, i) => (i === 4 ? [5, 6, 7, 8, 9] : i === 5 ? [4, 6, 7, 8, 9] : ring(i))), activation: X.map((_, i) => (i === 9 ? 0.001 : i === 4 || i === 5 ? 0.9 : 0.5))};
  const y = X.map((_, i) => (i === 4 ? "b" : "a"));
  const classes = ["a", "b"];
  assert.deepEqual(oddPairs({X, y, classes}, embedded), [[4, 5]]);
  const rest = (list) => list.slice(2);
  assert.deepEqual(oddPairs({X: rest(X), y: rest(y), classes}, embedded), [[2, 3]], "of a bench from which rows have gone, the numbers are those of the rest");
  const numbers = X.map((_, i) => (i === 4 ? 50 : 10 + (i % 2)));
  assert.deepEqual(oddPairs({X, y: numbers, classes: null}, embedded), [[4, 5]]);
  assert.deepEqual(oddPairs({X, y: X.map(() => "a"), classes}, embedded), []);
  assert.deepEqual(oddPairs({X, y, classes}, {...embedded, activation: X.map((_, i) => (i === 4 ? 0.1 : 0.5))}), [], "they are like each other, but not much");
});

test("samples that were taken out go back to where they were", () => {
  const opened = bench.makeBench({X: [[0], [1], [2], [3]], y: ["a", "b", "a", "b"], classes: ["a", "b"], rows: [1, 2, 3, 4], columns: ["x"]});
  const less = bench.takeOut(opened, [1, 3]);
  assert.deepEqual([less.X, less.y, less.rows, less.external.map(({x, y, row}) => [x, y, row])], [[[0], [2]], ["a", "a"], [1, 3], [[[1], "b", 2], [[3], "b", 4]]]);
  const one = bench.turn(less, "sample", 0);
  assert.deepEqual(one.chosen, {kind: "external", index: 2});
  assert.deepEqual(bench.putBack(one), {...one, chosen: null}, "none of them is held out");
  const again = bench.putBack(one, true);
  assert.deepEqual([again.X, again.y, again.rows, again.external], [opened.X, opened.y, opened.rows, []]);
});

test("a series from a table: a number over another, and the names of its stretches", async () => {
  const table = await tableOf("part,sensor,time,height\nP,7,1,0.1\nP,7,3,0.2\n,8,4,0.9\nQRS,8,5,1\nQRS,9,6,2\nP,9,8,0\n");
  const choice = guessSeries(table);
  assert.deepEqual(choice, {target: 3, features: [2], classes: false, missing: "drop", names: 0}); // time by its name
  const line = benchOfTable(table, choice);
  assert.deepEqual([line.columns, line.X.flat(), line.y], [["time"], [1, 3, 4, 5, 6, 8], [0.1, 0.2, 0.9, 1, 2, 0]]);
  assert.deepEqual(stretchesOf(line), [{name: "P", from: 1, to: 3}, {name: "QRS", from: 5, to: 6}, {name: "P", from: 8, to: 8}]);
  const mixed = [4, 0, 5, 2, 1, 3], {X, rows} = line; // samples stand on the line by their x, in whatever order they came
  assert.deepEqual(stretchesOf({...line, X: mixed.map((i) => X[i]), rows: mixed.map((i) => rows[i])}), stretchesOf(line));
  assert.deepEqual(stretchesOf({...line, names: null}), []);
  assert.deepEqual(guessSeries(await tableOf("a,b\n1,2\n3,4\n")), {target: 1, features: [0], classes: false, missing: "drop", names: -1});
  assert.equal(guessSeries(await tableOf("a,b\n1,x\n3,y\n")), null);
  assert.equal(guessSeries(await tableOf("a,b\n3,2\n1,4\n")), null); // a table in any order
});
