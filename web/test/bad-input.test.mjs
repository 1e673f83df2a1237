import assert from "node:assert/strict";
import {createServer} from "node:http";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {dist, refuses} from "./helpers.mjs";

const X = [[0, 0], [0, 1], [1, 0]];
const y = [1, 2, 3];

/** After every refusal the next good call works. */
async function stillWorks() {
  assert.deepEqual(await (await xaia.fit(X, y)).predict(X), y);
}

const inputs = {
  "X is empty": [[], [], {}, {code: "invalid-input", message: /X is empty/}],
  "X is missing": [undefined, y, {}, {code: "invalid-input", message: /X is missing/}],
  "X is text": ["0,1", y, {}, {code: "invalid-input", message: /X is the text "0,1"/}],
  "rows without features": [[[], [], []], y, {}, {code: "invalid-input", row: 0, message: /no features/}],
  "an array that claims a length": [Object.assign([1], {length: 4e9}), y, {}, {code: "too-large", message: /4000000000/}],
  "a row that claims a length": [[Object.assign([1], {length: 2e9}), [1]], [1, 2], {}, {code: "too-large"}],
  "ragged": [[[0, 0], [0], [1, 0]], y, {}, {code: "invalid-input", row: 1, message: /X\[1\] has 1 number/}],
  "ragged typed rows": [[Float64Array.of(0, 0), Float64Array.of(1)], [1, 2], {}, {code: "invalid-input", row: 1}],
  "NaN": [[[0, 0], [0, NaN], [1, 0]], y, {}, {code: "invalid-input", row: 1, column: 1, message: /X\[1\]\[1\] is NaN/}],
  "Infinity": [[[0, 0], [0, 1], [Infinity, 0]], y, {}, {code: "invalid-input", row: 2, column: 0, message: /infinite/}],
  "NaN in a typed array": [{data: Float64Array.of(0, 0, NaN, 1), rows: 2, columns: 2}, [1, 2], {}, {code: "invalid-input", row: 1, column: 0}],
  "NaN in y": [X, [1, NaN, 3], {}, {code: "invalid-input", row: 1, column: 0, message: /y\[1\] is NaN/}],
  "too few y": [X, [1, 2], {}, {code: "invalid-input", row: 2, message: /3 rows, y has 2/}],
  "too many y": [X, [1, 2, 3, 4], {}, {code: "invalid-input", row: 3}],
  "y is missing": [X, undefined, {}, {code: "invalid-input", message: /y is missing/}],
  "y is null in places": [X, [null, 1, 2], {}, {code: "invalid-input", row: 0, message: /y\[0\] is null/}],
  "text where a number belongs": [[[0, 0], [0, "1"], [1, 0]], y, {}, {code: "invalid-input", row: 1, column: 1, message: /X\[1\]\[1\] is the text "1"/}],
  "text in a flat X": [[0, "one", 2], y, {}, {code: "invalid-input", row: 1, column: 0, message: /"one"/}],
  "arrays with texts": [[[1, "red"], [2, "blue"], [3, "red"]], y, {}, {code: "invalid-input", row: 0, column: 1, message: /"red".* Give rows with texts as objects, such as \{size: 1, colour: "red"\}/}],
  "the text of a number": [[[1, "2"]], [1], {}, {code: "invalid-input", row: 0, column: 1, message: /"2", not a number\. Replace it by a number\./}],
  "y as an object of columns": [X, {y}, {}, {code: "invalid-input", message: /y is an object of columns/}],
  "X and y swapped, labels": [["a", "b", "c"], X, {}, {code: "invalid-input", row: 0, message: /X and y seem to be swapped/}],
  "X and y swapped, booleans": [[true, false, true], X.map((row) => Float64Array.from(row)), {}, {code: "invalid-input", row: 0, message: /swapped/}],
  "X and y swapped, numbers and row objects": [y, X.map(([a, b]) => ({a, b})), {}, {code: "invalid-input", row: 0, message: /swapped/}],
  "labels in brackets": [X, [["a"], ["b"], ["a"]], {}, {code: "invalid-input", row: 0, message: /y\[0\] is an array with the text "a", not a label\. Give one label for each row.*y\.flat\(\)/}],
  "booleans in brackets, the first one missing": [X, [null, [true], [false]], {missing: "drop"}, {code: "invalid-input", row: 1, message: /y\.flat/}],
  "an object among the numbers of y": [X, [[1], {}, [3]], {}, {code: "invalid-input", row: 1, message: /y\[1\] is an object.* Give y as number\[\]/}],
  "text among the numbers of y": [X, [1, "2", 3], {}, {code: "invalid-input", row: 1, column: 0, message: /y\[1\]/}],
  "a number among labels": [X, ["a", 2, "c"], {}, {code: "invalid-input", row: 1, message: /y\[1\] is 2, y\[0\] is the text "a"/}],
  "a BigInt": [[[0, 0], [0, 1n], [1, 0]], y, {}, {code: "invalid-input", row: 1, column: 1, message: /BigInt/}],
  "a hole": [[[0, 0], , [1, 0]], y, {}, {code: "invalid-input", row: 1, message: /missing/}],
  "null in a row": [[[0, 0], [0, null], [1, 0]], y, {}, {code: "invalid-input", row: 1, column: 1, message: /null/}],
  "packed, but the counts lie": [{data: new Float64Array(5), rows: 3, columns: 2}, y, {}, {code: "invalid-input", message: /rows 3 and columns 2, but its data has 5/}],
  "packed, a billion rows": [{data: new Float64Array(2), rows: 1e9, columns: 2}, y, {}, {code: "invalid-input"}],
  "a column without a name": [[{a: 0, "": 1}, {a: 1, "": 2}], [1, 2], {}, {code: "invalid-input", row: 0, message: /without a name/}],
  "a class for every row": [Float64Array.from({length: 7000}, (_, i) => i), Array.from({length: 7000}, (_, i) => `l${i}`), {}, {code: "too-large", message: /7000 classes in 7000 rows/}],
  "packed without data": [{rows: 3, columns: 2}, y, {}, {code: "invalid-input"}],
  "a fraction as a class": [X, [1, 2.5, 3], {classes: true}, {code: "invalid-input", row: 1, message: /whole/}],
  "a lone surrogate as a class": [X, ["a", "\ud800", "b"], {}, {code: "invalid-input", row: 1}],
  "equal x, different y": [[[0, 0], [1, 1], [0, 0]], y, {}, {code: "ill-defined", row: 2, message: /X\[0\] and X\[2\]/}],
  "two features for a TNN": [X, y, {kind: "tnn"}, {code: "unsupported", column: 1}],
};

for (const [name, [badX, badY, options, expected]] of Object.entries(inputs)) {
  test(`fit refuses: ${name}`, async () => {
    await refuses(xaia.fit(badX, badY, options), {row: undefined, column: undefined, ...expected});
    await stillWorks();
  });
}

const badOptions = {
  "an unknown option": [{presets: "paper"}, {code: "unknown-option", path: "presets", message: /Known options are a, classes, clean, columns, duplicates/}],
  "options that are no object": [7, {code: "invalid-option"}],
  "an unknown preset": [{preset: "papre"}, {code: "invalid-option", path: "preset", message: /"xaia" or "paper"/}],
  "text for a number": [{r: "0.5"}, {code: "invalid-option", path: "r", message: /r is the text "0.5"/}],
  "r out of range": [{r: 2}, {code: "invalid-option", path: "r"}],
  "a wrong kind": [{kind: "cnn"}, {code: "invalid-option", path: "kind"}],
  "one weight for many samples": [{weights: [1]}, {code: "invalid-option", path: "weights"}],
  "a weight of 0": [{weights: [0]}, {code: "invalid-option", path: "weights[0]"}],
  "weights of a TNN": [{kind: "tnn", weights: [1]}, {code: "invalid-option", path: "weights"}],
  "maxSteps below 1": [{maxSteps: 0}, {code: "invalid-option", path: "maxSteps"}],
  "settings as a number": [{settings: 3}, {code: "invalid-option", path: "settings"}],
  "an empty list of settings": [{settings: []}, {code: "invalid-option", path: "settings"}],
  "settings with a part missing": [{settings: {a1: 1, a2: 1, admission: 0.1}}, {code: "invalid-option", path: "settings.activation", message: /missing/}],
  "settings with an unknown part": [{settings: [{a1: 1, a3: 1}]}, {code: "unknown-option", path: "settings[0].a3"}],
  "settings out of range": [{settings: {a1: -1, a2: 1, admission: 0.1, activation: 0.9}}, {code: "invalid-option", path: "settings[0].a1"}],
  "published without settings": [{preset: "published-v1"}, {code: "invalid-option", path: "settings"}],
  "published with skip": [{preset: "published-v1", skip: true, settings: [{a1: 1, a2: 1, admission: 0.1, activation: 0.9}]}, {code: "invalid-option", path: "skip"}],
  "two interpolations": [{interpolation: {top: 2, tnn: 5}}, {code: "invalid-option", path: "interpolation"}],
  "half a neuron": [{interpolation: {top: 1.5}}, {code: "invalid-option", path: "interpolation.top"}],
  "an option of the TNN": [{a: 5}, {code: "invalid-option", path: "a", message: /belongs to kind "tnn"/}],
  "an option of the SQANN": [{kind: "tnn", preset: "paper"}, {code: "invalid-option", path: "preset"}],
  "a signal that is none": [{signal: {}}, {code: "invalid-option", path: "signal"}],
  "onProgress that is none": [{onProgress: true}, {code: "invalid-option", path: "onProgress"}],
  "relevance as a number": [{relevance: 2}, {code: "invalid-option", path: "relevance", message: /relevance is 2/}],
  "another word for relevance": [{relevance: "yes"}, {code: "invalid-option", path: "relevance"}],
  "relevance for another number of features": [{relevance: [1, 1, 1]}, {code: "invalid-option", path: "relevance", message: /lists 3 numbers, X has 2 features/}],
  "no relevance at all": [{relevance: []}, {code: "invalid-option", path: "relevance", message: /lists 0 numbers/}],
  "relevance 0": [{relevance: [1, 0]}, {code: "invalid-option", path: "relevance[1]"}],
  "relevance below 0": [{relevance: [-1, 1]}, {code: "invalid-option", path: "relevance[0]"}],
  "relevance NaN": [{relevance: Float64Array.of(1, NaN)}, {code: "invalid-option", path: "relevance[1]"}],
  "relevance infinite": [{relevance: [Infinity, 1]}, {code: "invalid-option", path: "relevance[0]"}],
  "a text in relevance": [{relevance: [1, "1"]}, {code: "invalid-option", path: "relevance[1]"}],
  "relevance of a TNN": [{kind: "tnn", relevance: true}, {code: "invalid-option", path: "relevance", message: /belongs to kind "sqann"/}],
  "majority of numbers": [{duplicates: "majority"}, {code: "invalid-option", path: "duplicates"}],
};

for (const [name, [options, expected]] of Object.entries(badOptions)) {
  test(`fit refuses: ${name}`, async () => {
    await refuses(xaia.fit(X, y, options), {row: undefined, column: undefined, ...expected});
    await stillWorks();
  });
}

test("predict and explain refuse what doesn't fit the model", async () => {
  const model = await xaia.fit(X, y);
  for (const method of ["predict", "explain"]) {
    await refuses(model[method]([[1, 2, 3]]), {code: "invalid-input", row: 0, column: 2, message: /2 features, X has 3/});
    await refuses(model[method]([1]), {code: "invalid-input", row: 0, column: 1, message: /2 features, X has 1/});
    await refuses(model[method]([[0, 0], [0, NaN]]), {code: "invalid-input", row: 1, column: 1});
    await refuses(model[method]([[0, 0], ["a", 0]]), {code: "invalid-input", row: 1, column: 0});
    await refuses(model[method](5), {code: "invalid-input"});
    await refuses(model[method](null), {code: "invalid-input"});
    await refuses(model[method](X, {top: 3}), {code: "unknown-option", path: "top"});
    assert.equal((await model[method](X)).length, 3);
  }
  await refuses(xaia.predict({}, X), {code: "not-found"});
  await refuses(xaia.explain(undefined, X), {code: "not-found"});
});

test("a disposed model is refused, and others still work", async () => {
  const model = await xaia.fit(X, y);
  const other = await xaia.fit(X, y);
  model.dispose();
  await refuses(model.predict(X), {code: "disposed"});
  await refuses(model.explain(X), {code: "disposed"});
  assert.throws(() => model.toJSON(), (e) => e.code === "disposed");
  model.dispose();
  assert.deepEqual(await other.predict(X), y);
});

test("a polluted prototype doesn't set options", async () => {
  Object.prototype.preset = "paper";
  Object.prototype.interpolation = "none";
  Object.prototype.bogus = 1;
  try {
    const model = await xaia.fit(X, y, {});
    assert.equal(JSON.parse(await model.save()).options.preset, "xaia");
    assert.ok(Number.isFinite(await model.predict([0.4, 0.4])));
  } finally {
    delete Object.prototype.preset;
    delete Object.prototype.interpolation;
    delete Object.prototype.bogus;
  }
});

test("wrong model files are refused", async () => {
  const good = JSON.parse(await (await xaia.fit(X, y)).save());
  const spoiled = {
    "no JSON": JSON.stringify(good).slice(0, -5),
    "another object": {hello: "world"},
    "null": null,
    "a number": 7,
    "a later version": {...good, version: 3}, "an earlier version": {...good, version: 1}, "another checksum": {...good, checksum: "0".repeat(16)},
    "a null among the numbers": {...good, X: [[0, 0], [0, null], [1, 0]]},
    "a sample missing": {...good, X: good.X.slice(1)},
    "an unknown option": {...good, options: {...good.options, extra: 1}},
    "a wrong option": {...good, options: {...good.options, r: 7}},
    "no layers": {...good, layers: undefined},
    "a sample twice": {...good, layers: [[[0], [1], [2], [2]]]},
    "a sample that isn't there": {...good, layers: [[[0], [1], [3]]]},
    "a negative sample": {...good, layers: [[[0], [1], [-1]]]},
    "text for a layer": {...good, layers: ["0"]},
    "an array that claims to be long": {...good, layers: [[Object.assign([], {length: 4e9})]]},
  };
  for (const [name, file] of Object.entries(spoiled)) {
    await assert.rejects(xaia.load(file), (e) => {
      assert.equal(e.code, "model-file", `${name}: ${e.stack}`);
      return true;
    }, name);
  }
  assert.deepEqual(await (await xaia.load(good)).predict(X), y);
});

test("the engine's file: missing, HTML, truncated, or of the wrong type", async () => {
  const bytes = readFileSync(new URL("xaia.wasm", dist));
  const server = createServer((request, response) => {
    switch (request.url) {
      case "/xaia.wasm":
        return response.setHeader("content-type", "application/wasm").end(bytes);
      case "/plain.wasm":
        return response.setHeader("content-type", "text/plain").end(bytes);
      case "/page.wasm":
        return response.setHeader("content-type", "text/html").end("<!doctype html><title>App</title>");
      case "/empty.wasm":
        return response.end();
      case "/cut.wasm":
        return response.setHeader("content-type", "application/wasm").end(bytes.subarray(0, 5000));
      case "/cut-plain.wasm":
        return response.end(bytes.subarray(0, 5000));
      case "/other.wasm": // the smallest module
        return response.setHeader("content-type", "application/wasm").end(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  try {
    const fresh = await import("../../dist/npm/xaia.mjs?fresh-load");
    for (const [file, message] of [
      ["missing.wasm", /missing\.wasm answered 404/],
      ["page.wasm", /page\.wasm is not WebAssembly: an HTML page came instead/],
      ["empty.wasm", /an empty file/],
      ["cut.wasm", /cut\.wasm/],
      ["cut-plain.wasm", /cut-plain\.wasm did not compile/],
    ]) {
      await refuses(fresh.initialize({wasmURL: `${base}/${file}`}), {code: "load-failed", message});
    }
    await refuses(fresh.initialize({wasmURL: `${base}/other.wasm`}), {code: "load-failed", message: /not xaia's engine/});
    await refuses(fresh.initialize({wasmURL: "file:///nowhere/xaia.wasm"}), {code: "load-failed", message: /could not be read/});
    await refuses(fresh.initialize({wasmURL: "http://127.0.0.1:1/xaia.wasm"}), {code: "load-failed", message: /could not be fetched/});
    await fresh.initialize({wasmURL: new URL(`${base}/plain.wasm`)});
    assert.deepEqual(await (await fresh.fit(X, y)).predict(X), y, "a retry with the right address works");
    const streaming = await import("../../dist/npm/xaia.mjs?fresh-streaming");
    await streaming.initialize({wasmURL: `${base}/xaia.wasm`});
    assert.deepEqual(await (await streaming.fit(X, y)).predict(X), y);
  } finally {
    server.close();
  }
});
