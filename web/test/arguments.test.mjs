// What a call is given: it is read at once, and what is wrong with it is said the same way wherever the engine runs.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {inWorker, refuses} from "./helpers.mjs";

const corners = [[0, 0], [0, 1], [1, 0], [1, 1]];
let copies = 0;
/** A package of its own, whose engine has not started. */
const fresh = async () => {
  const own = await import(`../../dist/npm/xaia.mjs?arguments-${++copies}`);
  if (inWorker) await Promise.all([own.initialize({worker: true}), own.terminate()]); // remembers the worker, has ended it
  return own;
};

/** Calls twice, with an engine that has to start and with one that runs, and spoils the arguments right after the call. */
async function readAtOnce(name, call) {
  for (const started of [false, true]) {
    const own = await fresh();
    if (started) await own.fit(corners, [1, 2, 3, 4]);
    await call(own, `${name}, the engine ${started ? "runs" : "has to start"}`);
    own.terminate();
  }
}

test("fit reads its arguments before it waits", async () => {
  await readAtOnce("arrays", async (own, what) => {
    const X = structuredClone(corners);
    const y = ["a", "b", "b", "a"];
    const options = {settings: [{a1: 0.1, a2: 1, admission: 0.1, activation: 0.9}], interpolation: {top: 3}};
    const fitting = own.fit(X, y, options);
    X[0][0] = 7;
    X.length = 2;
    y.fill("p");
    options.settings[0].a1 = 0.7;
    options.interpolation.top = 1;
    options.preset = "papre";
    const file = JSON.parse(await (await fitting).save());
    assert.deepEqual([file.X, file.y], [corners, ["a", "b", "b", "a"]], what);
    assert.deepEqual([file.options.settings[0].a1, file.options.interpolation.top], [0.1, 3], what);
  });
  await readAtOnce("typed arrays", async (own, what) => {
    const data = Float64Array.from(corners.flat());
    const y = Float64Array.of(1, 2, 3, 4);
    const fitting = own.fit({data, rows: 4, columns: 2}, y);
    data.fill(9);
    y.fill(9);
    const file = JSON.parse(await (await fitting).save());
    assert.deepEqual([file.X, file.y], [corners, [1, 2, 3, 4]], what);
  });
  await readAtOnce("a TNN's order", async (own, what) => {
    const order = [3, 2, 1, 0];
    const fitting = own.fit(corners, [1, 2, 3, 4], {kind: "tnn", order});
    order.fill(0);
    assert.deepEqual(JSON.parse(await (await fitting).save()).options.order, [3, 2, 1, 0], what);
  });
  await readAtOnce("row objects, one value of which can't be copied", async (own, what) => {
    const rows = corners.map(([a, b]) => ({a, b, note: inWorker ? "" : () => "not read"}));
    const columns = ["a", "b"];
    const fitting = own.fit(rows, [1, 2, 3, 4], {columns});
    for (const row of rows) row.a = 9;
    columns[1] = "note";
    const model = await fitting;
    assert.deepEqual([JSON.parse(await model.save()).X, model.columns.map((c) => c.name)], [corners, ["a", "b"]], what);
  });
  await readAtOnce("a Proxy, as reactive frameworks hand out", async (own, what) => {
    const X = structuredClone(corners);
    const fitting = own.fit(new Proxy(X, {}), new Proxy([1, 2, 3, 4], {}));
    X.reverse();
    assert.deepEqual(JSON.parse(await (await fitting).save()).X, corners, what);
  });
});

test("tune reads its arguments before it waits", async () => {
  await readAtOnce("tune", async (own, what) => {
    const X = Array.from({length: 40}, (_, i) => [i, (i * i) % 7]);
    const y = X.map(([a]) => (a > 19 ? "high" : "low"));
    const candidates = [{settings: {a1: 0.01, a2: 1, admission: 0.1, activation: 0.9}}, {preset: "paper", settings: {a1: 0.1, a2: 5, admission: 0.1, activation: 0.9}}];
    const want = structuredClone(candidates);
    const tuning = own.tune(X, y, {candidates, folds: 4});
    y.fill("low");
    candidates[0].settings.a1 = 77;
    candidates[1].preset = "papre";
    const {scores} = await tuning;
    assert.deepEqual(scores.map((s) => s.options), [...want, {}], what);
    assert.ok(scores.every((s) => s.confusion === undefined || s.confusion.length === 2));
    assert.ok(scores.some((s) => s.accuracy < 1), what);
  });
});

test("crossValidate reads its arguments before it waits", async () => {
  await readAtOnce("crossValidate", async (own, what) => {
    const X = Array.from({length: 40}, (_, i) => [i, (i * i) % 7]);
    const y = X.map(([a, b]) => a + b);
    const options = {folds: 4, seed: 2, settings: {a1: 0.01, a2: 1, admission: 0.1, activation: 0.9}};
    const want = await xaia.crossValidate(structuredClone(X), [...y], structuredClone(options));
    const running = own.crossValidate(X, y, options);
    X.forEach((row) => row.fill(3));
    y.fill(0);
    options.settings.a1 = 77;
    assert.deepEqual(await running, want, what);
  });
});

test("squeezedOrder and load read their arguments before they wait", async () => {
  await readAtOnce("squeezedOrder", async (own, what) => {
    const scores = [[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]];
    const external = [[0.7, 0.3]];
    const want = await xaia.squeezedOrder(scores, {squeeze: 0.5, external});
    const options = {squeeze: 0.5, external};
    const ordering = own.squeezedOrder(scores, options);
    scores.reverse();
    external[0].reverse();
    options.squeeze = 0.1;
    assert.deepEqual(await ordering, want, what);
  });
  await readAtOnce("load, of an object", async (own, what) => {
    const file = JSON.parse(await (await xaia.fit(corners, ["a", "b", "b", "a"], {interpolation: {top: 8}})).save());
    const loading = own.load(file);
    file.X[0][0] = 3;
    file.options.interpolation.top = 1;
    file.layers[0].reverse();
    const again = JSON.parse(await (await loading).save());
    assert.deepEqual([again.X, again.options.interpolation.top], [corners, 8], what);
  });
  await readAtOnce("load, of bytes", async (own, what) => {
    const bytes = await (await xaia.fit(corners, ["a", "b", "b", "a"])).toBytes();
    const loading = own.load(bytes);
    bytes.fill(0);
    assert.deepEqual(JSON.parse(await (await loading).save()).X, corners, what);
  });
});

const slow = {
  X: Array.from({length: 6000}, (_, i) => [(i * 7919) % 6000, (i * 104729) % 6000]),
  y: Array.from({length: 6000}, (_, i) => i),
  options: {preset: "paper", settings: {a1: 0.5, a2: 100, admission: 0.1, activation: 0.9}},
};

test("a call whose onProgress throws stops, and rejects with that error", async () => {
  for (const thrown of [new RangeError("mine"), undefined, "a text"]) {
    let calls = 0;
    const onProgress = () => {
      calls++;
      throw thrown;
    };
    await assert.rejects(xaia.fit(slow.X, slow.y, {...slow.options, onProgress}).catch((error) => Promise.reject({error})), ({error}) => error === thrown);
    assert.equal(calls, 1, "it isn't called again");
  }
  // The engine is as it was, and the signal of the caller keeps its meaning.
  const control = new AbortController();
  const reason = new Error("enough");
  await assert.rejects(xaia.fit(slow.X, slow.y, {...slow.options, signal: control.signal, onProgress: () => control.abort(reason)}), (e) => e === reason);
  const model = await xaia.fit(corners, [1, 2, 3, 4]);
  assert.deepEqual(await model.predict(corners), [1, 2, 3, 4]);
  model.dispose();
});

test("a signal that isn't an AbortSignal is refused", async () => {
  const model = await xaia.fit(corners, [1, 2, 3, 4]);
  const impostors = [{aborted: false}, {aborted: false, addEventListener() {}, removeEventListener() {}}, null, true, new AbortController(), Object.create(AbortSignal.prototype), new EventTarget()];
  for (const signal of impostors) {
    for (const call of [() => xaia.fit(corners, [1, 2, 3, 4], {signal}), () => xaia.tune(corners, [1, 2, 3, 4], {signal, folds: 2}), () => model.leaveOneOut({signal}), () => model.absorb([[2, 2]], [5], {signal})]) {
      await refuses(call(), {code: "invalid-option", path: "signal", message: /signal is not an AbortSignal/});
    }
  }
  const {signal} = new AbortController();
  assert.deepEqual(await (await xaia.fit(corners, [1, 2, 3, 4], {signal})).predict(corners), [1, 2, 3, 4]);
});

test("the length of a typed array is its real one, even if a property claims another", async () => {
  const model = await xaia.fit(Array.from({length: 40}, (_, i) => [i]), Array.from({length: 40}, (_, i) => i));
  const longer = (list, more) => Object.defineProperties(Float64Array.from(list), {length: {value: more}, byteLength: {value: 8 * more}, buffer: {value: new ArrayBuffer(8 * more)}});
  for (const n of [2, 9000]) {
    await model.predict(Float64Array.from({length: 30}, (_, i) => i)); // what a reader of too many numbers would find
    const list = Array.from({length: n}, (_, i) => i % 7);
    assert.deepEqual(await model.predict(longer(list, n + 20)), list);
    assert.deepEqual(await model.predict(longer(list, 1)), list);
    assert.deepEqual(await model.predict({data: longer(list, n + 20), rows: n, columns: 1}), list);
    await refuses(model.predict({data: longer(list, 2 * n), rows: 2 * n, columns: 1}), {code: "invalid-input", message: new RegExp(`its data has ${n} numbers`)});
    await refuses(xaia.fit(Float64Array.from(list), longer([1], n)), {code: "invalid-input", row: 1, message: /y has 1/});
  }
  await refuses(model.predict([longer([1], 2), longer([2], 2)]).then((p) => assert.deepEqual(p, [1, 2])).then(() => model.predict({[Symbol.toStringTag]: "Float64Array", length: 3})), {code: "invalid-input"});
  const bytes = await model.toBytes();
  const loaded = await xaia.load(Object.defineProperty(bytes, "length", {value: 3e9}));
  assert.deepEqual(await loaded.predict([3]), [3]);
});

test("texts that are not well-formed Unicode are refused, with row and column", async () => {
  const y = [1, 2, 3];
  const rows = (...values) => values.map((colour) => ({size: 1, colour}));
  const names = (name) => [{size: 1, [name]: 1}, {size: 2, [name]: 2}, {size: 3, [name]: 3}];
  const refused = {code: "invalid-input", message: /not well-formed Unicode/};
  await refuses(xaia.fit(rows("red", "\ud800", "\udfff"), y), {...refused, row: 1, column: 1, message: /X\[1\]\.colour is not well-formed Unicode/});
  await refuses(xaia.fit(names("a\ud800"), y), {...refused, row: 0, column: 1, message: /column 1 of X\[0\] is not well-formed/});
  await refuses(xaia.fit(names("a"), y, {columns: ["size", "\ud800"]}), {code: "invalid-option", path: "columns[1]"});
  await refuses(xaia.fit([[1], [2], [3]], ["\ud800", "\ud801", "a"]), {...refused, row: 0});
  // U+FFFD itself, which stands for such halves elsewhere, is a character like any other.
  const model = await xaia.fit(rows("red", "\ufffd", "blue"), y);
  assert.deepEqual(model.columns[1].categories, ["blue", "red", "\ufffd"]);
  await refuses(model.predict({size: 1, colour: "\ud800"}), {...refused, row: 0, column: 1});
  await refuses(model.predict([{size: 1, colour: "red"}, {size: 1, colour: "\ud800"}]), {...refused, row: 1, column: 1});
  assert.deepEqual(await (await xaia.fit(names("\ufffd"), y)).predict(names("\ufffd")), y);
});

test("a query with a missing column is refused, and the error names the column", async () => {
  const rows = [{width: 1, height: 5, kind: "a"}, {width: 2, height: null, kind: "b"}, {width: 4, kind: "a"}, {width: 8, height: 7, kind: "b"}];
  const model = await xaia.fit(rows, [1, 2, 3, 4], {missing: "mean"});
  // The rows of a fit show together which columns there are.
  assert.deepEqual(JSON.parse(await model.save()).X[2].slice(1), JSON.parse(await model.save()).X[1].slice(1, 2).concat(1, 0));
  const whole = rows.map((row) => ({height: undefined, ...row}));
  assert.deepEqual(await model.predict(whole), [1, 2, 3, 4]);
  assert.equal(await model.predict({width: 4, height: NaN, kind: "a"}), 3);
  for (const method of ["predict", "explain", "outOfDistribution"]) {
    await refuses(model[method]([whole[0], {widht: 1, height: 5, kind: "a"}]), {code: "invalid-input", row: 1, column: 0, message: /X\[1\] has no column width.*"widht"/});
  }
  await refuses(model.predict({width: 1, heigth: 5, kind: "a"}), {code: "invalid-input", row: 0, column: 1, message: /no column height.*Is "heigth" a misspelling of it\?/});
  await refuses(model.predict({width: 1, kind: "a"}), {code: "invalid-input", row: 0, column: 1, message: /no column height\. .*null where/});
  await refuses(model.predict({width: 1, height: 2, colour: "a"}), {code: "invalid-input", row: 0, column: 2, message: /no column kind\. .*null where/});
  await refuses(model.predict(Object.create({width: 1, height: 2, kind: "a"})), {code: "invalid-input", row: 0, column: 0});
  await refuses(model.absorb([{width: 1, kind: "a"}], [9]), {code: "invalid-input", row: 0, column: 1});
  await refuses(model.evaluate([{width: 1, kind: "a"}], [9]), {code: "invalid-input", row: 0, column: 1});
  const strict = await xaia.fit(whole.map((row) => ({...row, height: 1})), [1, 2, 3, 4]);
  await refuses(strict.predict({width: 1, hight: 1, kind: "a"}), {code: "invalid-input", row: 0, column: 0, message: /"hight"/});
});
