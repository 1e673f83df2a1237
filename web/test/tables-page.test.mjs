// How the page reads people's tables: what it finds out, what it asks, what it leaves out with a word.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {drawn} from "../package/shuffle.js";
import {announced} from "../scene/answer.js";
import {conflictText, conflicts} from "../site/view/conflicts.js";
import * as edits from "../site/view/bench.js";
import {benchOfTable, conflictingRows, heldOutRows, remedies, withQuestion} from "../site/view/opened.js";
import {limits} from "../site/view/limits.js";
import {doubts, guess} from "../site/view/guess.js";
import {ran, tableOf} from "./helpers.mjs";
import {typicalRow} from "../site/view/rowform.js";
import {cellOf, tableColumns, withCell} from "../scene/columns.js";
import {inTrees, thresholds} from "../scene/partings.js";
import {replay, stepsOf} from "../scene/replay.js";
import {codeFor} from "../site/view/code.js";
import {openedModel} from "../site/view/modelfile.js";
import {modelText, predictionTable} from "../site/view/save.js";
import {writeTable} from "../package/table/write.js";
import {linkText, readState, writeState} from "../site/view/state.js";
import {shortNames} from "../ui/names.js";
import {neuronText} from "../figures/draw/network.js";
import {told, why} from "../site/view/tableparts.js";

const {packedRows} = edits;
const sample = (name) => readFileSync(new URL(`../node_modules/@observablehq/sample-datasets/${name}.csv`, import.meta.url), "utf8");
const column = (table, name) => table.columns.find((c) => c.name === name);
const opened = (table) => benchOfTable(table, guess(table));

test("None is a text in a column of texts, and missing among numbers", async () => {
  const lines = Array.from({length: 50}, (_, i) => `${["None", "Red", "None", "Blue"][i % 4]},${i === 3 ? "None" : i},${i % 2 ? "yes" : "no"}`);
  const table = await tableOf(`belt,size,kind\n${lines.join("\n")}\n`);
  assert.deepEqual([column(table, "belt").missing, column(table, "belt").categories], [0, ["None", "Red", "Blue"]]);
  assert.deepEqual([column(table, "size").kind, column(table, "size").missing], ["number", 1]);
  const bench = benchOfTable(table, {...guess(table), missing: "drop"});
  assert.equal(bench.X.length, 49);
  assert.ok(bench.columns.includes("belt = None"));
});

test("a target that is mostly missing, an id, a date or almost always the same is never proposed", async () => {
  const named = async (name) => {
    const table = await tableOf(sample(name));
    return table.columns[guess(table).target].name;
  };
  assert.deepEqual(await Promise.all(["penguins", "diamonds", "cars", "weather", "olympians"].map(named)), ["species", "price", "economy (mpg)", "weather", "sex"]);
  const sparse = Array.from({length: 60}, (_, i) => `${i % 7},${i % 5 ? "b" : "a"},${i === 9 ? "note" : ""}`);
  assert.equal(guess(await tableOf(`x,kind,info\n${sparse.join("\n")}\n`)).target, 1);
  const only = Array.from({length: 60}, (_, i) => `${i % 7},${i % 3},${i === 9 ? 1 : 0}`);
  assert.equal(guess(await tableOf(`x,y2,gold\n${only.join("\n")}\n`)).target, 1);
});

test("dates are converted to years, with a note", async () => {
  const table = await tableOf(sample("weather"));
  const date = column(table, "date");
  assert.deepEqual([date.kind, date.values[0], Math.round(date.values[182] * 100) / 100, date.missing], ["date", 2012, 2012.5, 0]);
  assert.match(opened(table).note, /Dates were converted to years: “date”\./);
  assert.equal(told(date), "2012-01-01 … 2015-12-31");
  assert.match(why(date), /^date: dates, as days since 1970-01-01 .*; learned as years with decimals$/);
  for (const [text, value] of Object.entries({"31.12.1999": 1999.9973, "12/31/1999": 1999.9973, "31/12/1999": 1999.9973, "1999/01/01": 1999, "1999-07-02T10:00:00Z": 1999.4998})) {
    const [column] = (await tableOf(`when,v\n${text},1\n${text},2\n`)).columns;
    assert.deepEqual(column.values.map((v) => Math.round(v * 1e4) / 1e4), [value, value], text);
  }
  assert.equal((await tableOf("when,v\n1999-13-01,1\nx,2\n")).columns[0].kind, "text");
});

test("a column is described in a line, what is the same in every row once", async () => {
  const {columns} = await tableOf("n,k,c,w\n25,north,a,1\n25,north,b,3\n25,north,a,2\n");
  assert.deepEqual(columns.map(told), ["left out: the same in every row · 25", "left out: the same in every row · north", "a, b", "1 … 3"]);
  assert.equal(why(columns[2]), "category: 2 texts that come again");
});

test("names, ids, free text and empty columns are omitted with a note", async () => {
  const table = await tableOf(sample("olympians"));
  const left = Object.fromEntries(table.columns.filter((c) => c.left).map((c) => [c.name, c.left]));
  assert.deepEqual(Object.keys(left), ["id", "name", "nationality", "info"]);
  assert.equal(left.id, "an id, different in each row");
  assert.match(left.name, /^\d\d?,\d{3} different texts: names, ids or free text$/);
  assert.match(left.nationality, /^2\d\d different texts/);
  assert.equal(left.info, "missing in 98 % of the rows");
  const {note} = opened(table);
  for (const name of Object.keys(left)) assert.ok(note.includes(`“${name}” (${left[name]})`), note);
  const hundred = await tableOf(`who,x,kind\n${Array.from({length: 300}, (_, i) => `p${i % 100},${i},${i % 2 ? "a" : "b"}`).join("\n")}\n`);
  assert.deepEqual(guess(hundred).features, [1]);
  assert.match(opened(hundred).note, /Left out: “who” \(100 different texts/);
});

test("large and unusual tables open completely", async () => {
  const diamonds = await tableOf(sample("diamonds"));
  const bench = opened(diamonds);
  assert.deepEqual([bench.X.length, bench.columns.length, bench.target, bench.classes], [53940, 26, "price", null]);
  assert.match(bench.note, /^53,940 rows, 9 columns, target “price”\./);
  const wide = await tableOf(`\ufeff${Array.from({length: 30}, (_, k) => `c${k}`).join(";")}\r\n${Array.from({length: 100000}, (_, i) => Array.from({length: 30}, (_, k) => `${(i * (k + 7)) % 101},5`).join(";")).join("\r\n")}\r\n`);
  assert.deepEqual([wide.rows, wide.all, wide.columns.length, wide.columns[29].values[2], wide.dialect.header], [100000, 100000, 30, 72.5, 1]);
  const more = `a,b\n${Array.from({length: limits.rows * 2}, (_, i) => `${i % 1000},${i % 7}`).join("\n")}\n`;
  const part = await tableOf(more);
  assert.match(opened(part).note, /100,000 of 200,000 rows were loaded, drawn by chance\./);
  const even = part.columns[0].values.filter((v) => v % 2 === 0).length; // every second row of these would be even
  assert.ok(even > 48000 && even < 52000, `${even} of its rows are even`);
  const descents = part.columns[0].values.filter((v, i, all) => i > 0 && i < 1000 && v < all[i - 1]).length;
  assert.ok(descents < 5, `out of order: ${descents}`);
});

test("the rows of a bench keep their numbers in the table", async () => {
  const table = await tableOf("a,b,kind\n1,2,x\n,3,y\n4,5,x\n");
  const bench = benchOfTable(table, {...guess(table), missing: "drop"});
  assert.deepEqual([bench.rows, bench.target], [[1, 3], "kind"]);
});

test("gaps that are learned from are a column, among texts a category, and so in another file", async () => {
  const rows = Array.from({length: 20}, (_, i) => `${i % 4 ? i : ""},${i % 3 ? "uv"[i % 2] : ""},${i < 4 ? "" : i},${"xy"[i % 2]}`);
  const table = await tableOf(`age,home,mass,kind\n${rows.join("\n")}\n`);
  const choice = {...guess(table), features: [0, 1, 2], target: 3, classes: true, names: -1};
  const bench = benchOfTable(table, {...choice, missing: "as it is"});
  assert.deepEqual(bench.columns, ["age", "age is missing", "home = v", "home = u", "home = missing", "mass"], "four gaps are too few to learn from");
  const known = rows.map((_, i) => i).filter((i) => i % 4);
  const mean = known.reduce((a, b) => a + b) / known.length;
  assert.deepEqual(bench.X[0].slice(0, 5), [mean, 1, 0, 0, 1]);
  assert.deepEqual(bench.X[5], [5, 0, 1, 0, 0, 5]);
  assert.equal(bench.X[1][5], 11.5);
  assert.match(bench.note, /4 missing values were filled with the column's mean\. That a value is missing is learned from, too: “age”, “home”\./);
  const {rows: more, note} = heldOutRows(await tableOf("home,mass,age,kind\nu,1,,x\n,2,7,y\n"), bench);
  assert.deepEqual(more.map(({x}) => x.slice(1, 5)), [[1, 0, 1, 0], [0, 0, 0, 1]]);
  assert.ok(Math.abs(more[0].x[0] - mean) < 1e-9 && more[1].x[0] === 7);
  assert.match(note, /That a value is missing is learned from, too/);
  // Rows that differ only in whether a value is missing don't conflict.
  const two = await tableOf(`a,kind\n${Array.from({length: 10}, (_, i) => `${i < 5 ? "" : i - 5},${i === 7 ? "y" : "x"}`).join("\n")}\n`);
  const conflicting = (missing) => conflictingRows(two, {target: 1, features: [0], missing});
  assert.deepEqual([conflicting("mean") > 0, conflicting("as it is")], [true, 0], "the mean is 2, as row 8's value");
  const home = {...two.columns[0], name: "home", kind: "text", categories: ["missing", "far"], values: Array.from({length: 10}, (_, i) => [null, "missing", "far"][i % 2 && 1 + (i % 3 && 1)])};
  assert.deepEqual(benchOfTable({...two, columns: [home, two.columns[1]]}, {target: 1, features: [0], classes: true, missing: "as it is"}).columns, ["home = missing", "home = far", "home = no value"]);
});

test("every edit leaves each row its number, and each part of the page calls it by that", async () => {
  const lines = Array.from({length: 9}, (_, i) => `${i},${(i * 5) % 9},${"xyz"[i % 3]}`); // the classes in turn: a third of the rows isn't one of them
  const table = opened(await tableOf(`a,b,kind\n${lines.join("\n")}\n`));
  const by = (bench) => bench.X.map(([a], i) => `${a}:${bench.rows[i]}`).join(" ");
  const all = "0:1 1:2 2:3 3:4 4:5 5:6 6:7 7:8 8:9";
  assert.equal(by(table), all);
  assert.equal(by(edits.move(edits.relabel(table, "sample", 2, "x"), "sample", 8, [80, 1])), `${all.slice(0, -3)}80:9`);
  const less = edits.remove(table, "sample", 1);
  assert.equal(by(less), all.replace("1:2 ", ""));
  assert.equal(by(edits.addSample(less, [9, 9], "x")), `${all.replace("1:2 ", "")} 9:10`);
  assert.equal(by(edits.turn(edits.turn(table, "sample", 3), "external", 0)), all);
  const out = edits.holdOut(table);
  assert.equal(by(out), "0:1 1:2 2:3 4:5 7:8 8:9");
  assert.equal(by(edits.putBack(out)), all);
  assert.equal(by(edits.takeIn(out, [1])), "0:1 1:2 2:3 4:5 7:8 8:9 5:6");
  assert.equal(by(edits.takeIn(edits.addExternal(table, [9, 9], "x"), [0])), `${all} 9:10`);
  assert.equal(by(readState(writeState({bench: out})).state.bench), by(out));
  assert.equal(by(readState(writeState({bench: {...table, edited: true}})).state.bench), all);
  assert.deepEqual(readState("columns=a,b&points=1,2,3;4,5,6&rows=7").ignored, ["rows"]);

  // A table's rows are counted from 1, drawn samples from 0 as in the API.
  const conflicting = {...less, X: less.X.map((x, i) => (i < 4 ? [0, 0] : x))};
  assert.match(conflictText(conflicting).text, /^Rows 1 and 3 have the same columns/);
  assert.match(conflictText({...conflicting, rows: null}).text, /^Samples 0 and 1 are at/);
  const answer = {value: "x", recognition: "strong", layer: 1, neurons: [{samples: [1]}]};
  assert.deepEqual([announced(answer, less), announced(answer)], ["x, recognised in layer 1, from row 3", "x, recognised in layer 1, from sample 1"]);
  assert.deepEqual(["sample", "external"].flatMap((kind) => [edits.pointName(less, kind, 1), edits.pointName({...less, rows: null}, kind, 1)]), ["row 3", "sample 1", "new point 2", "new point 1"]);
  const trace = [{type: "admit", sample: 0, layer: 1}, {type: "filter", sample: 1, layer: 1, node: 0}];
  assert.equal(replay(trace, stepsOf(trace), 2, less).sentence, "Row 3 moderately activates the neuron of row 1. It waits for layer 2.");
  assert.equal(neuronText({layer: 1, node: 0, samples: [1], activation: null}, {layers: [{nodes: [[1]]}]}, less), "Layer 1, neuron 1 of 1: row 3.");
  const {columns, rows} = predictionTable(less, less.X.map(() => answer));
  assert.deepEqual([columns.at(-1).name, rows[0].at(-1)], ["rows", "3"]);
});

test("what is held out is a third, of each class where rows are in turn by class, too", () => {
  for (let n = 3; n < 200; n++) {
    const {external, X} = edits.holdOut(edits.makeBench({columns: ["a", "b"], X: Array.from({length: n}, (_, i) => [i, i]), y: Array.from({length: n}, () => 1), rows: null}));
    assert.deepEqual([external.length, X.length], [Math.round(n / 3), n - Math.round(n / 3)]);
  }
  for (const turn of [2, 3, 6]) {
    const y = Array.from({length: 600}, (_, i) => "abcdef"[i % turn]);
    const {external} = edits.holdOut(edits.makeBench({columns: ["a", "b"], classes: [..."abcdef".slice(0, turn)], X: y.map((_, i) => [i, -i]), y, rows: null}));
    for (const c of new Set(y)) {
      const held = external.filter((e) => e.y === c).length;
      assert.ok(held > 120 / turn && held < 280 / turn, `of ${turn} classes: ${held} of ${c}`);
    }
  }
});

test("samples that were out come back to their places, whatever else went, came and was out meanwhile", () => {
  // The plain way: every sample has its letter, in one list; a sample that is out keeps its line there.
  const letters = [..."abcdefghi"];
  const whole = edits.makeBench({columns: ["a", "b"], X: letters.map((_, i) => [i, i * i]), y: letters.map((_, i) => i), rows: null});
  for (const rows of [null, letters.map((_, i) => i + 1)]) {
    let seed = 7;
    const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
    for (let round = 0; round < 200; round++) {
      let bench = {...whole, rows};
      let plain = letters.map((_, i) => ({name: i, out: false, held: false}));
      const inside = () => plain.filter((p) => !p.out);
      const external = () => bench.external.map((e) => e.x[0]);
      for (let step = 0; step < 12; step++) {
        const [what, i] = [below(6), below(Math.max(1, bench.X.length))];
        const name = bench.X[i]?.[0];
        if (what === 0 && bench.X.length) {
          bench = edits.remove(bench, "sample", i);
          plain = plain.filter((p) => p.name !== name);
        } else if (what === 1 && bench.X.length) {
          bench = edits.turn(bench, "sample", i);
          plain = plain.map((p) => (p.name === name ? {...p, out: true} : p));
        } else if (what === 2 && bench.external.length) {
          const at = below(bench.external.length);
          const back = external()[at];
          bench = edits.turn(bench, "external", at);
          plain = plain.map((p) => (p.name === back ? {...p, out: false, held: false} : p));
        } else if (what === 3 && bench.external.length) {
          const at = below(bench.external.length);
          const gone = external()[at];
          bench = edits.remove(bench, "external", at);
          plain = plain.filter((p) => p.name !== gone);
        } else if (what === 4) {
          const held = edits.heldOut(bench);
          const every = [...drawn(inside().length, Math.round(inside().length / 3))].map((k) => inside()[k].name);
          plain = plain.map((p) => (held ? {...p, out: p.out && !p.held, held: false} : every.includes(p.name) ? {...p, out: true, held: true} : p));
          bench = held ? edits.putBack(bench) : edits.holdOut(bench);
        } else if (what === 5) {
          bench = edits.addSample(bench, [100 + step, 0], 1);
          plain = [...plain, {name: 100 + step, out: false, held: false}];
        }
        assert.deepEqual(bench.X.map((x) => x[0]), inside().map((p) => p.name), `round ${round}, step ${step}`);
        if (rows) assert.equal(new Set([...bench.rows, ...bench.external.map((e) => e.row)]).size, plain.length);
      }
    }
  }
});

test("a row's form knows the table's own columns, their texts and ranges", async () => {
  const table = await tableOf(sample("penguins"));
  const bench = opened(table);
  const columns = tableColumns(bench);
  assert.deepEqual(columns.map((c) => [c.name, c.texts?.length ?? 0]), [["island", 3], ["culmen_length_mm", 0], ["culmen_depth_mm", 0], ["flipper_length_mm", 0], ["body_mass_g", 0], ["sex", 2]]);
  const [island, length] = columns;
  assert.deepEqual([cellOf(bench.X[0], island), cellOf(bench.X[0], length)], ["Torgersen", 39.1]);
  const other = withCell(withCell(bench.X[0], island, "Dream"), length, 50);
  assert.deepEqual([cellOf(other, island), cellOf(other, length), cellOf(bench.X[0], island)], ["Dream", 50, "Torgersen"]);
  const typical = typicalRow(bench);
  assert.deepEqual([cellOf(typical, island), cellOf(typical, columns.at(-1))], ["Biscoe", "MALE"]);
  assert.ok(cellOf(typical, length) > 40 && cellOf(typical, length) < 48);
  // A missing text was filled with shares: no text is claimed.
  assert.equal(cellOf(bench.X[3], columns.at(-1)), null);
});

// Tables that everybody tries, made in their shape: their columns, gaps, texts and ways of writing.
const made = (n, names, row, {by = ",", end = ""} = {}) => `${names ? `${names.join(by)}\n` : ""}${Array.from({length: n}, (_, i) => row(i, (k, m = 1) => Math.floor(((Math.sin(i * 12.9898 + k * 78.233) * 43758.5453) % 1 + 1) % 1 * m)).join(by)).join("\n")}\n${end}`;
const wellKnown = {
  titanic: {text: made(300, ["survived", "pclass", "sex", "age", "sibsp", "parch", "fare", "embarked", "class", "who", "adult_male", "deck", "embark_town", "alive", "alone"], (i, r) => {
    const [lives, c, man, port, age] = [r(1, 2), r(2, 3), r(3, 2), r(4, 3), r(5, 70)];
    return [lives, c + 1, man ? "male" : "female", r(6, 5) ? age : "", r(7, 4), r(8, 3), (r(9, 5000) / 100).toFixed(2), "SCQ"[port], ["First", "Second", "Third"][c], age < 16 ? "child" : man ? "man" : "woman", man && age > 15 ? "True" : "False", r(10, 5) ? "" : "ABC"[c], ["Southampton", "Cherbourg", "Queenstown"][port], lives ? "yes" : "no", r(11, 2) ? "True" : "False"];
  }), rows: 300, target: "survived", classes: true, left: ["deck", "alive"]},
  adult: {text: made(16281, null, (i, r) => [r(1, 70) + 17, ["Private", "State-gov", "?"][r(2, 3)], r(3, 1e6) + 1e4, ["Bachelors", "HS-grad", "11th"][r(4, 3)], r(5, 16), ["Divorced", "Never-married"][r(6, 2)], ["Sales", "Tech-support", "?"][r(7, 3)], "Husband", ["White", "Black"][r(8, 2)], ["Male", "Female"][r(9, 2)], r(10, 9) ? 0 : r(11, 9999), 0, r(12, 90), "United-States", r(13, 4) ? "<=50K" : ">50K"].join(", ").split("\0")), rows: 16281, target: "column 15", classes: true, left: ["column 8", "column 12", "column 14"]},
  airquality: {text: made(153, ['"Ozone"', '"Solar.R"', '"Wind"', '"Temp"', '"Month"', '"Day"'].map((n, i) => (i ? n : `"",${n}`)), (i, r) => [`"${i + 1}"`, r(1, 4) ? r(2, 160) : "NA", r(3, 20) ? r(4, 330) : "NA", r(5, 200) / 10, 56 + r(6, 40), 5 + Math.floor(i / 31), 1 + (i % 31)]), rows: 153, target: "Temp", classes: false, left: []},
  survey: {text: made(237, ["Sex", "Wr.Hnd", "NW.Hnd", "W.Hnd", "Fold", "Pulse", "Clap", "Exer", "Smoke", "Height", "M.I", "Age"], (i, r) => [["Female", "Male"][r(1, 2)], 15 + r(2, 70) / 10, 15 + r(3, 70) / 10, "Right", ["R on L", "L on R", "Neither"][r(4, 3)], r(5, 5) ? 60 + r(6, 40) : "NA", ["Left", "Right", "Neither"][r(7, 3)], ["Some", "None", "Freq"][r(8, 3)], ["Never", "Regul", "Occas", "Heavy"][r(9, 4)], r(10, 9) ? 150 + r(11, 5000) / 100 : "NA", ["Metric", "Imperial"][r(12, 2)], 17 + r(13, 9000) / 1000]), rows: 237, target: "Age", classes: false, left: ["W.Hnd"]},
  "wine quality": {text: made(400, ['"fixed acidity"', '"volatile acidity"', '"pH"', '"alcohol"', '"quality"'], (i, r) => [4 + r(1, 110) / 10, r(2, 158) / 100, 2.7 + r(3, 130) / 100, 8 + r(4, 69) / 10, 3 + r(5, 6)], {by: ";"}), rows: 400, target: "quality", classes: true, left: []},
  "auto insurance": {text: made(63, ["X", "Y"], (i, r) => [r(1, 124), `${r(2, 400)},${r(3, 9) + 1}`], {by: "\t"}), rows: 63, target: "Y", classes: false, left: []},
  "housing.data": {text: made(506, null, (i, r) => [` ${(r(1, 90000) / 1e5).toFixed(5)}`, (r(2, 100)).toFixed(2), (r(3, 2700) / 100).toFixed(3), r(4, 14) ? 0 : 1, (5 + r(5, 4500) / 100).toFixed(2)], {by: "  "}), rows: 506, target: "column 5", classes: false, left: []},
  planets: {text: made(1035, ["method", "number", "orbital_period", "mass", "distance", "year"], (i, r) => [["Radial Velocity", "Transit", "Imaging", "Microlensing"][r(1, 4)], 1 + r(2, 6), r(3, 20) ? r(4, 1e7) / 1000 : "", r(5, 2) ? r(6, 2500) / 100 : "", r(7, 4) ? r(8, 80000) / 100 : "", 1989 + r(9, 26)]), rows: 1035, target: "method", classes: true, left: []},
};

for (const [name, want] of Object.entries(wellKnown)) {
  test(`${name} opens with a sensible first choice`, async () => {
    const table = await tableOf(want.text);
    const choice = guess(table);
    const left = table.columns.filter((_, i) => i !== choice.target && !choice.features.includes(i)).map((c) => c.name);
    assert.deepEqual([table.rows, table.columns[choice.target].name, choice.classes, left], [want.rows, want.target, want.classes, want.left]);
    assert.deepEqual(doubts(table, choice).filter((said) => /tell/.test(said)), []);
    const bench = benchOfTable(table, {...choice, duplicates: choice.classes ? "majority" : "mean"});
    assert.ok(bench.X.length > 0.9 * want.rows && bench.X.every((x) => x.every(Number.isFinite)));
  });
}

test("a column of names calls the rows, through edits, and isn't learned from", async () => {
  const table = await tableOf(`who,size,kind\n${Array.from({length: 12}, (_, i) => `${i === 4 ? "" : `car ${i}`},${i},${"ab"[i % 2]}`).join("\n")}\n`);
  const choice = guess(table);
  assert.deepEqual([table.columns[choice.names].name, table.columns[choice.target].name, choice.features], ["who", "kind", [1]]);
  const bench = benchOfTable(table, choice);
  const name = (b, i) => edits.pointName(b, "sample", i);
  assert.deepEqual([0, 4, 11].map((i) => name(bench, i)), ["car 0", "row 5", "car 11"]);
  const less = edits.remove(edits.addSample(bench, [99], "a"), "sample", 0);
  assert.deepEqual([0, 11].map((i) => name(less, i)), ["car 1", "row 13"]);
  const answer = {value: "a", recognition: "moderate", neurons: [{samples: [0]}, {samples: [1]}]};
  assert.match(announced(answer, less, "a"), /from car 1, car 2$/);
  // In each sentence, also of a row whose outcome isn't known; names that contain commas stay apart.
  const comma = {...bench, names: bench.names.map((n) => n && `${n}, DE`), external: [{x: [1], y: null, row: 3}, {x: [1], y: null}], y: bench.y.map((y, i) => (i === 1 ? "a" : y)), X: bench.X.map((x, i) => (i < 2 ? [1] : x))};
  assert.match(announced(answer, comma, "a"), /from car 0, DE; car 1, DE$/);
  assert.deepEqual([0, 1].map((i) => edits.pointName(comma, "external", i)), ["car 2, DE", "new point 2"]);
  assert.match(conflictText({...comma, y: comma.y.map((y, i) => (i === 0 ? "b" : y))}).text, /^Car 0, DE and car 1, DE have the same columns/);
  const trace = [{type: "admit", sample: 0, layer: 1}, {type: "filter", sample: 1, layer: 1, node: 0}];
  assert.equal(replay(trace, stepsOf(trace), 2, bench).sentence, "Car 1 moderately activates the neuron of car 0. It waits for layer 2.");
  assert.equal(neuronText({layer: 1, node: 0, samples: [1], activation: null}, {layers: [{nodes: [[1]]}]}, bench), "Layer 1, neuron 1 of 1: car 1.");
  const twice = benchOfTable(await tableOf("who,size\nx,1\nx,2\ny,4\n"), {target: 1, features: [0], classes: false, missing: "mean", names: 0});
  assert.deepEqual([0, 1, 2].map((i) => name(twice, i)), ["x (row 1)", "x (row 2)", "y"]);
  assert.equal(name(benchOfTable(table, {...choice, names: -1}), 0), "row 1");
});

test("names of rows are in links, in storage, in model files, in the code and beside predictions", async () => {
  const said = ["a, b", "", "ü;=&", "c \"names\": 1", "x".repeat(50), "car 5"];
  const table = await tableOf(`who,size,width,kind\n${said.map((who, i) => `"${who.replaceAll('"', '""')}",${i},${i * i},${"ab"[i % 2]}`).join("\n")}\n`);
  const at = (name) => table.columns.findIndex((c) => c.name === name);
  const bench = edits.remove(benchOfTable(table, {target: at("kind"), features: [at("size"), at("width")], classes: true, missing: "mean", names: at("who")}), "sample", 0);
  const named = (b) => b.X.map((_, i) => edits.pointName(b, "sample", i));
  const all = ["row 2", ...said.slice(2)];
  assert.deepEqual([named(bench), edits.sampleNames(bench)], [all, ["", ...said.slice(2)]]);
  const text = writeState({bench});
  assert.deepEqual(named(readState(text).state.bench), all);
  assert.deepEqual(readState(text).ignored, []);
  // A link that would be too long has the rows, without their names.
  assert.equal(linkText(text), text);
  const long = `${text}&title=${"t".repeat(12000)}`;
  assert.deepEqual([new URLSearchParams(linkText(long)).has("names"), new URLSearchParams(linkText(long)).get("points")], [false, new URLSearchParams(text).get("points")]);
  for (const wrong of ["a,b", "%E0%A4%A,b,c,d,e", ""]) {
    const given = new URLSearchParams(text);
    given.set("names", wrong);
    const read = readState(given.toString());
    assert.deepEqual([read.ignored, read.state.bench.names, read.state.bench.X.length], [["names"], null, 5], wrong);
  }
  assert.deepEqual(readState("columns=a&points=1,2&rows=1e9&names=x").ignored, ["rows", "names"]);
  // As the page fits.
  const model = await xaia.fit(packedRows(bench), bench.y, {preset: "xaia", names: edits.sampleNames(bench)});
  const file = openedModel(await modelText(model, bench));
  assert.deepEqual([named(file.bench), file.properties.left], [["row 1", ...said.slice(2)], ""]);
  assert.deepEqual((await (await xaia.load(await modelText(model, bench))).explain(bench.X[1])).neurons[0].names, ["ü;=&"]);
  const asked = edits.choose(bench, {kind: "sample", index: 0});
  const code = codeFor(asked, {preset: "xaia"});
  assert.ok(code.includes(`const names = ["", "ü;=&", "c \\"names\\": 1", `) && code.includes('fit(X, y, {preset: "xaia", names});') && code.includes("names: n.names"), code);
  const drawn = codeFor({...asked, names: null}, {preset: "xaia"});
  assert.ok(!drawn.includes("names") && drawn.includes("samples: n.samples"), drawn);
  const {rows} = predictionTable(bench, bench.X.map((_, i) => ({value: "a", neurons: [{samples: [i]}, {samples: [0]}]})));
  assert.deepEqual(rows.map((row) => row.at(-1)), all.map((who) => `${who === "row 2" ? "2" : who}; 2`));
});

test("a table's code has row objects with its columns and texts, and gives the page's answers", async () => {
  const odd = `kind of,seven,__proto__,grade,flag,constructor\n${Array.from({length: 40}, (_, i) => `${"xyz"[i % 3]},${i % 7},${(i * i) % 11},${["10", "9", "8b"][(i + (i % 5 === 0)) % 3]},${i % 4 < 2},${i % 2 ? "a" : "b"}`).join("\n")}\n`;
  const cases = [
    ["penguins", sample("penguins"), "species", true, [/\{island: "Torgersen", culmen_length_mm: 39\.1, culmen_depth_mm: 18\.7, flipper_length_mm: 181, body_mass_g: 3750, sex: "MALE"\},/, /sex: null\},/, /missing: "mean"/]],
    ["odd names", odd, "constructor", true, [/\{"kind of": "x", "7": 0, \["__proto__"\]: 0, grade: "grade (10|9|8b)", flag: .*\},/, /columns: \["kind of", "7", "__proto__", "grade", "flag"\]/]],
  ];
  for (const [what, text, target, classes, shown] of cases) {
    const table = await tableOf(text), at = table.columns.findIndex((c) => c.name === target);
    const b = benchOfTable(table, {target: at, features: table.columns.flatMap((_, i) => (i === at ? [] : [i])), classes, missing: "mean", duplicates: "majority"});
    b.columns = b.columns.map((name) => (({seven: "7", "(__proto__)": "__proto__"})[name] ?? name)); // names that the reader of files avoids
    const options = {preset: "xaia", classes: true, duplicates: "majority"};
    for (const asked of [b, edits.choose(b, {kind: "sample", index: 7})]) {
      const code = codeFor(edits.addExternal(asked, b.X[5]), options);
      for (const pattern of shown) assert.match(code, pattern, what);
      const out = ran(codeFor(asked, options));
      const why = await (await xaia.fit(b.X, b.y, options)).explain(edits.asked(asked));
      const [value, recognition, familiarity] = out.split("\n")[0].split(" ");
      assert.deepEqual([value, recognition], [String(why.value), why.recognition], what);
      assert.ok(Math.abs(Number(familiarity) - why.familiarity) < 1e-12, `${what}: ${out}`);
      assert.ok(ran(code).includes(String(b.y[5])));
    }
  }
});

test("predictions have the file's own columns, all of them, as they were", async () => {
  const table = await tableOf("id,when,colour,size,note,kind\n7001,2020-01-02,red,1.25,x,a\n7002,2020-01-03,blue,,x,b\n7003,2020-01-05,red,3,x,a\n7004,2020-02-01,green,1e-7,x,b\n");
  const at = (name) => table.columns.findIndex((c) => c.name === name);
  const bench = benchOfTable(table, {target: at("kind"), features: [at("when"), at("colour"), at("size")], classes: true, missing: "mean"});
  const answers = bench.X.map(() => ({value: "a", recognition: "strong", familiarity: 1, neurons: [{samples: [0]}]}));
  const {columns, rows} = predictionTable(bench, answers);
  assert.deepEqual(columns.map((c) => c.name), ["id", "when", "colour", "size", "note", "kind", "known", "prediction", "recognition", "familiarity", "rows"]);
  const text = new TextDecoder().decode(await writeTable(rows, {columns}));
  assert.deepEqual(text.split("\r\n").slice(1, 5).map((line) => line.split(",").slice(0, 6).join()), ["7001,2020-01-02,red,1.25,x,a", "7002,2020-01-03,blue,,x,b", "7003,2020-01-05,red,3,x,a", "7004,2020-02-01,green,1e-7,x,b"]);
  const day = (date) => Date.parse(date) / 864e5;
  assert.deepEqual(rows.map((r) => r.slice(0, 6)), [[7001, day("2020-01-02"), "red", 1.25, "x", "a"], [7002, day("2020-01-03"), "blue", null, "x", "b"], [7003, day("2020-01-05"), "red", 3, "x", "a"], [7004, day("2020-02-01"), "green", 1e-7, "x", "b"]]);
  // A point that was moved is where it is now; one that was added has the bench's columns.
  const moved = edits.move(bench, "sample", 0, [...bench.X[0].slice(0, -1), 9]);
  assert.equal(predictionTable(moved, answers).rows[0][3], 9);
  const added = edits.addSample(bench, bench.X[0], "a");
  assert.deepEqual(predictionTable(added, [...answers, answers[0]]).columns.slice(0, 4).map((c) => c.name), ["when", "colour", "size", "known"]);
});

test("rows that conflict are counted for the chosen columns and target, and each remedy leads to a network", async () => {
  const lines = ["1,2,a,5,x", "1,2,a,6,x", "1,2,b,7,y", "1,,a,8,x", "3,1,a,5,y", "3,1,a,5,y", "4,4,b,9,x", "5,5,b,2,y"];
  const table = await tableOf(`p,q,letter,size,kind\n${lines.join("\n")}\n`);
  const at = (...names) => names.map((name) => table.columns.findIndex((c) => c.name === name));
  const count = (target, features, missing = "mean") => conflictingRows(table, {target: at(target)[0], features: at(...features), missing});
  assert.equal(count("size", ["p", "q", "letter"]), 2);
  assert.equal(count("size", ["p", "letter"]), 3);
  assert.equal(count("size", ["p", "letter"], "drop"), 3); // q isn't chosen: no value is missing
  assert.equal(count("size", ["p"]), 4);
  assert.equal(count("kind", ["p", "q", "letter"]), 0);
  assert.equal(count("kind", ["p", "q"]), 3);
  // As the bench has it, whatever is chosen.
  for (const missing of ["mean", "drop"]) {
    for (const features of [["p"], ["q"], ["p", "q"], ["letter"], ["p", "letter"], ["q", "letter"]]) {
      for (const [target, classes] of [["size", false], ["kind", true]]) {
        const choice = {target: at(target)[0], features: at(...features), classes, missing};
        assert.equal(conflictingRows(table, choice), conflicts(benchOfTable(table, choice)).length, `${target} from ${features}, ${missing}`);
      }
    }
  }
  for (const [target, classes] of [["size", false], ["kind", true]]) {
    for (const [duplicates] of remedies(classes)) {
      const bench = benchOfTable(table, {target: at(target)[0], features: at("p", "q"), classes, missing: "drop", duplicates});
      const model = await xaia.fit(packedRows(bench), bench.y, bench.duplicates ? {duplicates: bench.duplicates} : {});
      const said = String(Array.from(await model.predict([[1, 2]]))[0]);
      assert.equal(said, {mean: "6", majority: "x", first: classes ? "x" : "5", leave: said}[duplicates], duplicates);
      assert.equal(bench.X.length, duplicates === "leave" ? 4 : 7);
      assert.match(bench.note, /3 rows were equal to another one with a different outcome: /);
    }
  }
});

test("the first selected row is a typical one, and isn't a fitting sample", async () => {
  const bench = opened(await tableOf(sample("penguins")));
  assert.deepEqual(bench.chosen, {kind: "place", x: typicalRow(bench)});
});

test("the page opens a table with a row that is left out: the nearest to a typical one, whose class isn't its alone", async () => {
  const bench = opened(await tableOf(sample("penguins"))), typical = typicalRow(bench);
  const asked = withQuestion(bench), [out] = asked.external;
  const ranges = bench.columns.map((_, k) => Math.max(...bench.X.map((x) => x[k])) - Math.min(...bench.X.map((x) => x[k])));
  const far = (x) => x.reduce((sum, v, k) => sum + ((v - typical[k]) / ranges[k]) ** 2, 0);
  assert.equal(asked.X.length, bench.X.length - 1);
  assert.deepEqual([asked.chosen, asked.external.length], [{kind: "external", index: 0}, 1]);
  assert.equal(far(out.x), Math.min(...bench.X.map(far)));
  const whole = edits.turn(asked, "external", 0);
  assert.deepEqual([whole.X, whole.y, whole.rows], [bench.X, bench.y, bench.rows]);
  // The only row of a class stays, however typical; of fewer than 20 rows each counts.
  const lone = {...bench, y: bench.y.map((y, i) => (bench.rows[i] === out.row ? "lone" : y)), classes: [...bench.classes, "lone"]};
  assert.notEqual(withQuestion(lone).external[0].row, out.row);
  const few = (n) => withQuestion(edits.makeBench({...bench, X: bench.X.slice(0, n), y: bench.y.slice(0, n), rows: bench.rows.slice(0, n), external: []}));
  assert.deepEqual([few(19).X.length, few(19).chosen.kind, few(20).X.length], [19, "sample", 19]);
});

test("names in the network's cells differ, whatever the room", () => {
  const penguins = ["culmen_length_mm", "culmen_depth_mm", "flipper_length_mm", "body_mass_g", "sex", "island"];
  for (const letters of [4, 5, 6, 7, 8, 10, 12, 30]) {
    const short = shortNames(penguins, penguins.map(() => letters));
    assert.equal(new Set(short).size, penguins.length, short.join(" "));
    for (const [i, name] of short.entries()) assert.ok(name.length <= letters, `${penguins[i]}: ${name}`);
  }
  assert.deepEqual(shortNames(penguins, penguins.map(() => 9)).slice(0, 2), ["…length_…", "…depth_mm"]);
  assert.deepEqual(shortNames(["temperature", "sex"], [8, 8]), ["temp…ure", "sex"]);
  const many = Array.from({length: 12}, (_, i) => `the same name ${i}`);
  assert.equal(new Set(shortNames(many, many.map(() => 5))).size, 12);
});

test("thresholds lie where the trees ask, and the marks on the sides that the sentence says", async () => {
  const X = Array.from({length: 300}, (_, i) => [(i * 37) % 100 / 10, (i * 53) % 100, i % 2]);
  const y = X.map(([a, b]) => (a > 4 ? 10 : 0) + b / 100);
  const of = {columns: ["a", "b", "kind = k"], texts: [null, null, ["kind", "k"]], X, y};
  const model = await xaia.fit(X, y, {forest: {share: 0.5}});
  const row = [4.5, 50, 1];
  const answer = await model.explain(row);
  const numbers = answer.forest.apart.filter(({column}) => column < 2);
  assert.ok(numbers.length > 0);
  const drawn = thresholds(of, row, answer);
  assert.deepEqual(drawn.map(({name}) => name), numbers.map(({column}) => of.columns[column]));
  for (const [i, {column, threshold, above}] of numbers.entries()) {
    const span = Math.max(...X.map((x) => x[column])) - Math.min(...X.map((x) => x[column]));
    const {at, row: here, samples, said} = drawn[i];
    assert.ok(Math.abs(at * span - threshold) < 1e-9 && Math.abs(here * span - row[column]) < 1e-9);
    assert.equal(here > at, above);
    const near = answer.neurons.slice(0, 8).map((n) => X[n.samples[0]][column]);
    assert.deepEqual(samples.map((v) => v > at), near.map((v) => v > threshold));
    assert.ok(said.endsWith(`and so are ${near.filter((v) => (v > threshold) === above).length} of the ${near.length} samples nearby`), said);
  }
  // A value that is the threshold itself isn't above it, of the row as of a sample.
  const edge = {columns: ["a"], texts: [null], X: [[1], [3], [3], [5]], y: [1, 2, 3, 4]};
  const asked = {neurons: edge.X.map((_, i) => ({samples: [i], trees: 1})), forest: {share: 0.5, apart: [{column: 0, threshold: 3, above: false}]}};
  for (const [a, like] of [[3, "not above 3, and so are 3"], [4, "above 3, and so are 1"]]) {
    assert.equal(thresholds(edge, [a], asked)[0].said, `a: this row is ${like} of the 4 samples nearby`);
  }
  const trees = model.interpolation.forest.trees, most = Math.max(...answer.neurons.map((n) => n.trees));
  assert.ok(inTrees(of, row, answer, trees).startsWith("It gives the same answers as samples "));
  assert.ok(inTrees(of, row, answer, trees).includes(` in ${most} of ${trees} lists of questions.`));
  const plain = await xaia.fit(X, y, {forest: false});
  assert.deepEqual([inTrees(of, row, await plain.explain(row), 0), thresholds(of, row, await plain.explain(row))], [null, []]);
});

test("files are read one after the other by one worker, which ends where one can't be read to an end", async () => {
  const made = [], {Worker: native} = globalThis;
  globalThis.Worker = /** @type {any} */ (class {
    asked = [];
    constructor() {
      made.push(this);
    }
    postMessage({source}) {
      assert.equal(this.busy, undefined, "asked beside another one");
      this.asked.push(source);
      this.busy = setTimeout(() => {
        this.busy = undefined;
        this.onmessage({data: source === "hangs" ? {progress: 0.5} : {table: source}});
      }, 5);
    }
    terminate() {
      this.ended = true;
    }
  });
  try {
    const {readFile} = await import("../site/view/tablereader.js");
    assert.deepEqual(await Promise.all(["a", "b", "c"].map((text) => readFile(text, {}))), ["a", "b", "c"]);
    const control = new AbortController();
    const hung = readFile("hangs", {}, {signal: control.signal, onProgress: () => control.abort(new Error("enough"))}), next = readFile("d", {});
    await assert.rejects(hung, {message: "enough"});
    assert.equal(await next, "d");
    assert.deepEqual(made.map(({asked, ended}) => [asked, ended]), [[["a", "b", "c", "hangs"], true], [["d"], undefined]]);
  } finally {
    globalThis.Worker = native;
  }
});
