// What links, the storage and model files keep of the page.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import * as bench from "../site/view/bench.js";
import {benchOfTable, heldOutRows} from "../site/view/opened.js";
import {tableOf} from "./helpers.mjs";
import {fitOptions, modelOf, standardModel} from "../site/view/options.js";
import {firstColumns} from "../scene/project.js";
import {modelText} from "../site/view/save.js";
import {benchOfModel, modelText as textOfBytes, openedModel} from "../site/view/modelfile.js";
import {readProperties, readState, writeState} from "../site/view/state.js";
import {recalled, remember} from "../site/view/tablememory.js";
import {cellOf, tableColumns} from "../scene/columns.js";
import * as xaia from "../../dist/npm/xaia.mjs";

const root = new URL("../../", import.meta.url);
const auto = standardModel;
const four = bench.makeBench({classes: ["a", "b"], X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [{x: [0.2, 0.3], y: null}]});

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
    assert.deepEqual(tableColumns(read).map(({name, texts}) => [name, texts?.toSorted()]), [["a = b", undefined], ["colour", ["q", "x = y", "x = z"]]], way);
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
  const line = await xaia.fit([0, 1, 2], [1, 2, 3], {kind: "tnn", a: 7});
  const opened = openedModel(await line.save());
  assert.deepEqual([opened.tnn, opened.a, opened.bench.X, opened.bench.y], [true, 7, [[0], [1], [2]], [1, 2, 3]]);
  assert.throws(() => openedModel('{"format":"xaia-model","version":2,"members":[]}'), /an ensemble of two/);
});

test("a model file of bytes is read like its text, and its numbers allocate nothing that it doesn't hold", async () => {
  for (const y of [["b", "a", "b"], [1, 2, 3.5]]) {
    const model = await xaia.fit([[0, 1], [1, 0], [2, 2]], y);
    const bytes = Uint8Array.from(await model.toBytes());
    const [read, file] = [textOfBytes(bytes.buffer), await model.save()].map((text) => JSON.parse(text));
    assert.deepEqual([read.X, read.y], [file.X, file.y]);
    for (let end = 4; end < bytes.length; end++) assert.throws(() => textOfBytes(bytes.buffer.slice(0, end)), /cut off/);
    const view = new DataView(bytes.buffer);
    const rows = 16 + view.getUint32(8, true);
    assert.deepEqual([view.getUint32(rows, true), view.getUint32(rows + 4, true)], [3, 2]);
    view.setUint32(rows, 5e7, true);
    assert.throws(() => textOfBytes(bytes.buffer), /cut off/);
    view.setUint32(rows + 4, 0, true); // of no width: 50 million rows would be nothing
    assert.ok(JSON.parse(textOfBytes(bytes.buffer)).X.length === 0);
  }
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
  const tnn = await xaia.fit([[0], [1]], [0, 1], {kind: "tnn"});
  assert.equal(state.a, JSON.parse(await tnn.save()).options.a);
});

// Every option that the engine has: those that the page shows come back from a file and are fitted again, the others
// are named. The engine lists its options itself.
test("the page keeps each option of fit, or says that it doesn't", async () => {
  const values = {
    preset: "paper", settings: [{a1: 0.02, a2: 0.2, admission: 0.2, activation: 0.8}], r: 0.25, interpolation: {top: 2}, scale: "standard", duplicates: "mean", relevance: [2, 1], classes: true, weights: "balanced",
    skip: false, maxSteps: 1000, forest: {leaf: 5}, takeover: "none",
    kind: "tnn", a: 7, tolerance: 0.01, order: [2, 0, 1, 3],
    trace: true, missing: "mean", clean: true, columns: ["x", "y"], names: ["a", "b"], // of the samples and of the fit's course
  };
  const named = ["a", "clean", "forest", "maxSteps", "order", "skip", "takeover", "tolerance", "weights"];
  const {hint} = await xaia.fit(four.X, four.y, {"": 1}).catch((error) => error);
  const names = hint.match(/^Known options are (.*)\.$/)[1].split(", ");
  assert.deepEqual(Object.keys(values).sort(), names);
  const types = readFileSync(new URL("web/package/xaia.d.ts", root), "utf8");
  for (const name of names) {
    assert.match(types, new RegExp(`^  ${name}\\?: `, "m"), name);
    const back = modelOf({[name === "kind" ? "model" : name]: values[name]}); // as files name it
    assert.equal(back.left, named.includes(name) ? name : "", name);
    if (back.left || ["classes", "kind", "trace", "missing", "columns", "names"].includes(name)) continue; // the bench says these
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

test("a row that is left out has its place and its number in a link, and goes back to it", () => {
  const whole = bench.makeBench({columns: ["a", "b"], classes: ["x", "y"], X: [[1, 2], [3, 4], [5, 6]], y: ["x", "y", "x"], rows: [1, 2, 4], edited: true});
  const out = bench.turn(bench.addExternal(whole, [9, 9]), "sample", 1);
  const text = writeState({bench: out});
  const {state, ignored} = readState(text);
  assert.deepEqual(ignored, []);
  assert.deepEqual(state.bench.external, [{x: [9, 9], y: null}, {x: [3, 4], y: "y", place: 1, row: 2}]);
  const back = bench.turn(state.bench, "external", 1);
  assert.deepEqual([back.X, back.y, back.rows], [whole.X, whole.y, whole.rows]);
  // What can't be is named, and the points stay.
  for (const bad of ["", ",1", "1:2,", ",7:2", ",1:1", ",1:0", "1:2,1:3", ",1:2,", ",-1:2", ",1:2;", ",1:"]) {
    const {state, ignored} = readState(text.replace(/out=[^&]*/, `out=${encodeURIComponent(bad)}`));
    assert.deepEqual([bad, ignored], [bad, bad === "1:2," ? [] : ["out"]]);
    assert.equal(state.bench.X.length, 2, bad);
  }
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

test("options of a model file that no page can have are named, and are as on a first visit", () => {
  const good = {preset: "paper", settings: [{a1: 1, a2: 1, admission: 0.1, activation: 0.9}], r: 0.25, top: 3, lines: "off", scale: "standard", duplicates: "mean", relevance: [1, 0.5]};
  const left = [];
  assert.deepEqual([readProperties(good, left), left], [good, []]);
  assert.deepEqual([readProperties({...standardModel}, left), left], [{...standardModel}, []]);
  for (const [name, values] of Object.entries({
    r: [{}, [], "x", true, 1e300, -1], top: [{}, "a", 1.5, 1e9], scale: [{}, 3], duplicates: [{}, 1], settings: [[null], [{}], [{a1: "x"}], Array(30).fill(good.settings[0])], lines: [{top: {}}, {ridge: "x"}, 5], relevance: [{}, "abc", [0], [1e200]],
  })) {
    for (const value of values) {
      const named = [];
      assert.deepEqual(readProperties({...good, [name]: value}, named), {...good, [name]: standardModel[name]}, `${name} ${JSON.stringify(value)}`);
      assert.deepEqual(named, [name], `${name} ${JSON.stringify(value)}`);
    }
  }
  const line = {format: "xaia-model", version: 2, X: [[0], [1]], y: [0, 1], options: {model: "tnn", a: "5"}};
  assert.throws(() => openedModel(JSON.stringify(line)), /no steepness/);
});

test("a link holds no number that the engine refuses", async () => {
  for (const v of ["1e151", "-1e300", "1e308"]) {
    assert.deepEqual(readState(`#columns=x,y&points=${v},0,1;0,1,2`).ignored, ["points"], v);
    assert.deepEqual(readState(`#ask=${v},0`).ignored, ["ask"], v);
  }
  const {state, ignored} = readState("#columns=x,y&points=1e150,0,1;0,1,2");
  assert.deepEqual(ignored, []);
  await xaia.fit(state.bench.X, state.bench.y); // the largest that it takes
});

test("what is remembered of tables is forgotten where it is damaged, the rest of it isn't", () => {
  const kept = {};
  globalThis.localStorage = /** @type {any} */ ({getItem: (name) => kept[name] ?? null, setItem: (name, text) => (kept[name] = text), removeItem: (name) => delete kept[name]});
  try {
    const what = {options: {decimal: ","}, choice: {target: "y", features: ["x"], names: "", missing: "mean", duplicates: "", classes: false}};
    const shape = '["text","x","y"]';
    remember(shape, what);
    assert.deepEqual(recalled(shape), what);
    const [entry] = JSON.parse(kept["xaia-tables"]);
    for (const damaged of [null, 5, [], [7, what], [shape], [shape, null], [shape, {options: 1, choice: what.choice}], [shape, {options: {}, choice: {}}], [shape, {options: {}, choice: {...what.choice, features: {}}}], [shape, {options: {}, choice: {...what.choice, target: 3}}], [shape, {options: [], choice: what.choice}]]) {
      kept["xaia-tables"] = JSON.stringify([damaged]);
      assert.equal(recalled(shape), undefined, JSON.stringify(damaged));
      kept["xaia-tables"] = JSON.stringify([damaged, entry]);
      assert.deepEqual(recalled(shape), what, JSON.stringify(damaged));
    }
    for (const text of ["", "{", "{}", "null", "7"]) {
      kept["xaia-tables"] = text;
      assert.equal(recalled(shape), undefined, text);
    }
    remember(shape, what);
    assert.deepEqual(recalled(shape), what);
  } finally {
    delete globalThis.localStorage;
  }
});
