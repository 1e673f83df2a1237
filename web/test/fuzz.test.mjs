// What the page reads from elsewhere, damaged: a few thousand cases, the same in every run; ./build.sh fuzz has more.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dice} from "./soak/random.mjs";
import {fuzzed} from "./fuzz/cases.mjs";
import {changedValue, checkFile, flippedBytes, flippedTexts, validFiles} from "./fuzz/files.mjs";
import {mutated} from "./fuzz/mutate.mjs";
import {hostileLinks, hostileTables} from "./fuzz/hostile.mjs";
import {checkLink} from "./fuzz/states.mjs";
import {checkTable} from "./fuzz/tables.mjs";
import {benchOfTable, heldOutRows} from "../site/view/opened.js";
import {TableError} from "../site/view/pagetable.js";
import {tableOf} from "./helpers.mjs";
import {readState, writeState} from "../site/view/state.js";

for (const kind of ["table", "link", "state"]) {
  test(`damaged input: ${kind}`, async () => {
    let taken = 0;
    for (let i = 0; i < 1500; i++) taken += Number(await fuzzed(kind, i));
    // If nearly all were refused, nothing would be tested behind the first check.
    assert.ok(taken > 150, `only ${taken} of 1500 were taken`);
  });
}

test("inputs that are long in one way are read or refused at once", async () => {
  for (const [name, text] of Object.entries(hostileTables)) await assert.doesNotReject(checkTable(dice(1), text), name);
  for (const [name, text] of Object.entries(hostileLinks)) await assert.doesNotReject(checkLink(text), name);
});

test("model files with any one character or byte changed are refused, or are the same model", async () => {
  for (const [name, {text, bytes}] of Object.entries(await validFiles(xaia))) {
    assert.equal(await checkFile(xaia, text, name, text), "taken");
    assert.equal(await checkFile(xaia, bytes, name, text), "taken");
    assert.equal(await checkFile(xaia, JSON.stringify(JSON.parse(text), null, 2), name, text), "taken", "laid out in another way");
    const told = {refused: 0, taken: 0};
    for (const cases of [flippedTexts(text, 1), flippedTexts(text, 0x20), flippedBytes(bytes, 1), flippedBytes(bytes, 0x80)]) {
      for (const [what, file] of cases) told[await checkFile(xaia, file, `${name}, ${what}`, text)]++;
    }
    assert.ok(told.refused > 10 * told.taken, `${name}: ${JSON.stringify(told)}`); // without the options a model of defaults is the same
    for (let i = 0; i < bytes.length; i++) assert.equal(await checkFile(xaia, bytes.slice(0, i), `${name}, cut after ${i} bytes`, text), "refused");
  }
});

test("model files with more damage are refused, or are the same model", async () => {
  const files = Object.entries(await validFiles(xaia));
  const told = {refused: 0, taken: 0};
  for (let i = 0; i < 2000; i++) {
    const d = dice(i);
    const [name, {text}] = d.one(files);
    for (const file of [mutated(d, text), changedValue(d, text)]) told[await checkFile(xaia, file, `${name}, case ${i}: ${file}`, text)]++;
  }
  assert.ok(told.taken > 0 && told.refused > 3500, JSON.stringify(told)); // a space or an unknown key changes nothing
});

test("files without a checksum load, and the report says so", async () => {
  const X = [{colour: "red", size: 1}, {colour: "blue", size: null}, {colour: "red", size: 3}];
  for (const [set, y, options] of [[X, ["a", "b", "a"], {missing: "mean"}], [[0, 1, 3], [1, 5, 2], {kind: "tnn"}]]) {
    const model = await xaia.fit(set, y, options);
    const file = JSON.parse(await model.save());
    assert.match(file.checksum, /^[0-9a-f]{16}$/);
    const {checksum, ...content} = file;
    const bare = await xaia.load(content);
    assert.match(bare.report.warnings.join(), /no checksum/);
    assert.deepEqual(await bare.predict(set), await model.predict(set));
    assert.deepEqual(JSON.parse(await bare.save()), file, "saved again it has one");
    assert.deepEqual((await xaia.load(file)).report.warnings, []);
  }
  const both = await xaia.ensemble(await xaia.fit([[0], [1]], ["a", "b"]), await xaia.fit([[5], [6]], ["a", "c"]));
  const {checksum, ...content} = JSON.parse(await both.save());
  assert.deepEqual(JSON.parse(await (await xaia.load(content)).save()), JSON.parse(await both.save()));
  content.members[1].layers[0].reverse(); // found by fuzzing: its own checksum is still there
  await assert.rejects(async () => xaia.load(content), (e) => e.code === "model-file" && /checksum/.test(e.message));
});

/** FNV-1a over all but the last eight bytes, put there. */
function sealed(bytes) {
  let sum = 14695981039346656037n;
  for (const b of bytes.subarray(0, -8)) sum = ((sum ^ BigInt(b)) * 1099511628211n) & 0xffffffffffffffffn;
  new DataView(bytes.buffer).setBigUint64(bytes.length - 8, sum, true);
  return bytes;
}

test("bytes with wrong fingerprints and a matching checksum are refused", async () => {
  const settings = {a1: 0.3, a2: 0.9, admission: 0.1, activation: 0.9};
  const X = [[0, 0], [0, 1], [1, 0], [1, 1], [0.05, 0.25], [0.01, 0.02]];
  for (const options of [{preset: "paper", scale: "none", settings}, {preset: "published-v1", settings: [settings, settings, settings, settings]}, {preset: "xaia", settings: {a1: 0.3, a2: 0.9, admission: 0.1, activation: 0.9}}]) {
    const model = await xaia.fit(X, [0, 1, 2, 3, 4, 5], options);
    const bytes = await model.toBytes();
    assert.ok(model.layers.length > 1, `${options.preset}: one layer alone has no fingerprints`);
    assert.deepEqual(await (await xaia.load(sealed(Uint8Array.from(bytes)))).predict(X), await model.predict(X));
    const forged = Uint8Array.from(bytes);
    new DataView(forged.buffer).setFloat64(forged.length - 16, 0.123, true); // the last activation of the last sample
    await assert.rejects(xaia.load(sealed(forged)), {code: "model-file", message: /recognise its own samples/}, options.preset);
  }
});

test("with verify each model is walked whole when it is loaded", async () => {
  const X = Array.from({length: 1000}, (_, i) => [i % 40, Math.floor(i / 40)]), options = {preset: "paper", interpolation: "nearest", scale: "none", settings: {a1: 0.3, a2: 0.9, admission: 0.1, activation: 0.9}};
  const forged = Uint8Array.from(await (await xaia.fit(X, X.map(([a, b]) => a * b), options)).toBytes());
  new DataView(forged.buffer).setFloat64(forged.length - 16, 0.123, true); // of a sample that loading doesn't look at
  sealed(forged);
  assert.equal((await xaia.load(forged)).sampleCount, 1000);
  const variable = process.env.XAIA_VERIFY;
  try {
    for (const [given, from] of [[{verify: true}, undefined], [{worker: true, verify: true}, undefined], [{}, "1"]]) {
      if (from) process.env.XAIA_VERIFY = from;
      if (given.worker) await import("./thread-worker.mjs");
      const engine = xaia.createEngine(given);
      await assert.rejects(engine.load(forged), {code: "model-file", message: /doesn't hold: sample \d+ doesn't hit its own neuron/}, JSON.stringify(given));
      const model = await engine.fit(X, X.map(([a]) => a), {relevance: false, interpolation: "nearest"}), learner = await model.learner();
      await learner.forget(3);
      assert.deepEqual(await learner.predict([[7, 3]]), [7]);
      engine.terminate();
    }
  } finally {
    delete process.env.XAIA_VERIFY;
    if (variable !== undefined) process.env.XAIA_VERIFY = variable;
  }
  assert.throws(() => xaia.createEngine({verify: "1"}), {code: "invalid-option", path: "verify"});
});

// What the fuzzers found.

const cells = {target: 1, features: [0], classes: true, missing: "mean"};

test("found: half of a character, as left by cutting a name, ended the page when it was stored", async () => {
  const bench = benchOfTable(await tableOf(`a,${"x".repeat(59)}🦊\n1,${"y".repeat(59)}🦊\n2,z\n`), cells);
  assert.deepEqual(readState(writeState({bench})).state.bench.classes, bench.classes);
});

test("found: a bench with long or many column names was lost when it was stored", async () => {
  const long = ["p", "q"].map((end) => "x".repeat(59) + end);
  const wide = Array.from({length: 4}, (_, k) => `c${k}`);
  const rows = Array.from({length: 40}, (_, i) => [...wide.map((c) => `${c}t${i}`), i].join(","));
  for (const text of [`colour,v\n${long[0]},1\n${long[1]},2\n`, `${[...wide, "v"]}\n${rows.join("\n")}\n`]) {
    const table = await tableOf(text);
    const bench = benchOfTable(table, {target: table.columns.length - 1, features: table.columns.slice(1).map((_, i) => i), classes: false, missing: "mean"});
    assert.deepEqual(readState(writeState({bench})).state.bench?.columns, bench.columns);
  }
});

test("found: columns with equal names kept them", async () => {
  assert.deepEqual((await tableOf("a,a,a (2)\n1,2,3\n")).columns.map((c) => c.name), ["a", "a (2)", "a (2) (2)"]);
  const table = await tableOf("a,a = x,v\nx,1,1\ny,2,2\n");
  assert.throws(() => benchOfTable(table, {target: 2, features: [0, 1], classes: false, missing: "mean"}), (e) => e instanceof TableError && /called “a = x”/.test(e.message));
});

test("found: the mean of large numbers was infinite", async () => {
  const table = await tableOf("a,v\n1e308,1\n1.5e308,2\n,3\n");
  const bench = benchOfTable(table, {target: 1, features: [0], classes: false, missing: "mean"});
  assert.ok(bench.X[2][0] > 1e308 && bench.X[2][0] < 1.5e308, String(bench.X[2][0]));
  assert.deepEqual(heldOutRows(table, bench).rows.map(({x: [a], y}) => [a >= 1e308 && a <= 1.5e308, y]), [[true, 1], [true, 2], [true, 3]]);
});

test("found: a link's part had an inherited property as its value", () => {
  for (const text of ["links=constructor", "links=__proto__", "links=toString", "ask="]) {
    const {state, ignored} = readState(text);
    assert.deepEqual([state.links, state.ask, ignored], [false, null, [text.split("=")[0]]], text);
  }
});

test("found: a link could name half a million unknown parts", () => {
  assert.equal(readState(Array.from({length: 1e5}, (_, i) => `p${i}`).join("&")).ignored.length, 20);
});

test("found: a model file whose columns have categories but no names was accepted, and then refused its own samples", async () => {
  const file = JSON.parse(await (await xaia.fit([{colour: "red", size: 1}, {colour: "blue", size: null}], [true, false], {missing: "mean"})).save());
  for (const column of file.columns) delete column.name;
  delete file.checksum;
  await assert.rejects(async () => xaia.load(file), (e) => e.code === "model-file" && e.message.includes("columns[0] is wrong"));
  // Rows of numbers with missing values have columns without names.
  const plain = JSON.parse(await (await xaia.fit([[1, null], [2, 5], [3, 4]], [1, 2, 3], {missing: "mean"})).save());
  assert.deepEqual(await (await xaia.load(plain)).predict(plain.X), [1, 2, 3]);
});
