// xaia/lite beside the engine: the same bits in every answer and explanation, over presets, interpolations and kinds of tables.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {test} from "node:test";
import {gzipSync} from "node:zlib";
import * as xaia from "../../dist/npm/sync.mjs";
import {load, verify} from "../../dist/npm/lite.mjs";
import {random} from "./data.mjs";
import {dist} from "./helpers.mjs";
import {pace} from "./pace.mjs";

const many = Number(process.env.XAIA_LITE ?? 1); // how many times as many rows

/** A list that JSON has: -0 and what isn't finite are told apart. */
const exact = (value) => JSON.parse(JSON.stringify(value, (_, v) => (typeof v === "number" && (!Number.isFinite(v) || Object.is(v, -0)) ? (Object.is(v, -0) ? 0 : String(v)) : v)));

const next = random(11);
const uniform = (rows, columns) => Array.from({length: rows}, () => Array.from({length: columns}, () => next()));
/** Rows around some centres, some of them twice. */
const clusters = (rows, columns) => {
  const centres = uniform(6, columns);
  const list = Array.from({length: rows}, (_, i) => centres[i % 6].map((v) => v + 0.1 * (next() - 0.5)));
  return list.map((row, i) => (i % 17 === 5 ? list[i - 5] : row));
};
const wave = ([a, b = 0]) => Math.sin(6 * a) + b * b, label = (row) => ["low", "middle", "high"][Math.min(2, Math.floor(1.2 * (row[0] + (row[1] ?? 0))))];
const flats = (rows) => Array.from({length: rows}, () => ({area: next() < 0.05 ? null : 30 + 90 * next(), town: ["Ulm", "Bonn", "Kiel"][Math.floor(3 * next())], built: new Date(Date.UTC(1960 + Math.floor(60 * next()), 4, 7)), lift: next() < 0.5}));
const price = ({area, town}) => 3000 * (area ?? 70) * (town === "Ulm" ? 1.3 : 1) + 5000 * next();

const plane = uniform(150, 2), line = uniform(80, 1), wide = clusters(120, 12), table = flats(200);
const sets = {
  plane: [plane, plane.map(wave), uniform(60, 2).map((row) => row.map((v) => 1.4 * v - 0.2))],
  "plane, classes": [plane, plane.map(label), uniform(60, 2)],
  "plane, vectors": [plane, plane.map((row) => [wave(row), row[0], -row[1]]), uniform(30, 2)],
  line: [line, line.map(wave), uniform(30, 1)],
  wide: [wide, wide.map((row) => row.reduce((sum, v, j) => sum + v * (j % 3), 0)), clusters(40, 12)],
  "wide, classes": [wide, wide.map((row) => row[3] > row[4]), clusters(40, 12)],
  table: [table, table.map(price), flats(40), {missing: "mean"}],
  "table, classes": [table, table.map((row) => (price(row) > 250000 ? "dear" : "cheap")), [...flats(40), {area: 50, town: "Jena", built: "1999-05-07", lift: true}], {missing: "mean"}],
  gaps: [table.map((row, i) => (i % 7 ? row : {...row, town: null})), table.map((row) => (row.area === null ? "unknown" : price(row) > 250000 ? "dear" : "cheap")), [...flats(40), {area: null, town: null, built: "1999-05-07", lift: true}], {missing: "as it is"}],
};
const options = {
  untouched: {},
  forest: {forest: {share: 0.4, leaf: 2, trees: 12}},
  "forest and line": {interpolation: {local: {top: 20}}, forest: {share: 0.3}},
  line: {interpolation: {local: {}}},
  "line, all": {interpolation: {local: {top: 9, width: 1.5, ridge: 0.5, line: false, takeover: "hit"}}},
  flat: {interpolation: {local: {ridge: "flat"}}},
  top: {interpolation: {top: 3}},
  nearest: {interpolation: "nearest"},
  none: {interpolation: "none"},
  layerwise: {interpolation: "layerwise"},
  tnn: {interpolation: {tnn: 5}},
  "no takeover": {takeover: "none", interpolation: {top: 5}},
  weights: {weights: (n) => Array.from({length: n}, (_, i) => 1 + (i % 3)), forest: false},
  names: {names: (n) => Array.from({length: n}, (_, i) => `sample ${i}`), scale: "standard", relevance: true},
  paper: {preset: "paper"},
  "paper, scaled": {preset: "paper", scale: "minmax", r: 0.3},
  authors: {preset: "authors"},
  settings: {settings: [{a1: 0.02, a2: 0.3, admission: 0.1, activation: 0.9}, {a1: 0.1, a2: 0.6, admission: 0.2, activation: 0.8}]},
};

let compared = 0;
for (const [name, [X, y, asked, own = {}]] of Object.entries(sets)) {
  test(`the engine's bits: ${name}`, () => {
    for (const [how, chosen] of Object.entries(options)) {
      const given = Object.fromEntries(Object.entries(chosen).map(([key, value]) => [key, typeof value === "function" ? value(X.length) : value]));
      let model;
      try {
        model = xaia.fit(X, y, {...given, ...own, duplicates: typeof y[0] === "number" || Array.isArray(y[0]) ? "mean" : "majority"});
      } catch (error) {
        if (["invalid-option", "unknown-option", "too-large"].includes(error.code)) continue; // not of this kind of table
        throw error;
      }
      const lite = load(model.save({format: "lite"}));
      assert.deepEqual([lite.featureCount, lite.outputCount, lite.classes, lite.sampleCount], [model.featureCount, model.outputCount, model.classes, model.sampleCount]);
      const rows = [...X.slice(0, 40), ...asked, ...Array.from({length: many - 1}, () => X.map((row, i) => (Array.isArray(row) ? row.map((v, j) => v + 0.3 * (X[(i + 1) % X.length][j] - v)) : row))).flat()];
      assert.deepEqual(exact(lite.predict(rows)), exact(model.predict(rows)), `${how}: predict`);
      const mine = lite.explain(rows), engines = model.explain(rows);
      for (const i of rows.keys()) assert.deepEqual(exact(mine[i]), exact(engines[i]), `${how}: row ${i}`);
      if (model.classes) assert.deepEqual(exact(lite.scores(rows)), exact(model.scores(rows)), `${how}: scores`);
      assert.deepEqual(exact(lite.outOfDistribution(rows)), exact(model.outOfDistribution(rows)), `${how}: out of distribution`);
      compared += rows.length;
      if (["untouched", "line", "top", "paper"].includes(how)) {
        const calibrated = model.calibrate({folds: 4}), other = load(calibrated.save({format: "lite"})), which = calibrated.classes ? "predictSet" : "predictInterval";
        for (const coverage of [0.5, 0.9, 0.99]) assert.deepEqual(exact(other[which](rows, {coverage})), exact(calibrated[which](rows, {coverage})), `${how}: ${which}`);
        assert.deepEqual(exact(other.explain(rows)), exact(calibrated.explain(rows)), `${how}: calibrated`);
        assert.deepEqual(other.outOfDistribution(rows, {threshold: "calibrated"}), calibrated.outOfDistribution(rows, {threshold: "calibrated"}));
      }
      model.dispose();
    }
  });
}

test("so many answers were compared", () => assert.ok(compared >= (many > 1 ? 36000 : 5000), `${compared}`));

test("a JavaScript without WebAssembly", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "xaia-lite-"));
  try {
    const model = xaia.fit(table, table.map(price), {missing: "mean", duplicates: "mean"});
    writeFileSync(path.join(folder, "model.json"), model.save({format: "lite"}));
    writeFileSync(path.join(folder, "asked.json"), JSON.stringify(table.slice(0, 50)));
    writeFileSync(path.join(folder, "ask.mjs"), `
      import {readFileSync} from "node:fs";
      import {load} from ${JSON.stringify(new URL("lite.mjs", dist).href)};
      const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
      console.log(JSON.stringify([typeof WebAssembly, load(read("model.json")).explain(JSON.parse(read("asked.json")))]));`);
    const [webassembly, said] = JSON.parse(execFileSync(process.execPath, ["--jitless", "--no-warnings", path.join(folder, "ask.mjs")], {encoding: "utf8"}));
    assert.equal(webassembly, "undefined");
    assert.deepEqual(said, exact(model.explain(JSON.parse(JSON.stringify(table.slice(0, 50))))));
  } finally {
    rmSync(folder, {recursive: true});
  }
});

test("a model of a learner that adapts has the engine's intervals and sets", () => {
  const X = uniform(300, 2), rows = uniform(100, 2), later = uniform(150, 2);
  for (const [y, which, outcome] of [[X.map(wave), "predictInterval", (x) => wave(x) + x[0]], [X.map(label), "predictSet", (x) => label([x[1], x[0]])]]) {
    const calibrated = xaia.fit(X, y).calibrate({folds: 4, lopsided: which === "predictInterval"}), learner = calibrated.learner({adapt: true});
    for (const x of later) learner.learn([x], [outcome(x)], {duplicates: "error"});
    const model = learner.model(), lite = load(model.save({format: "lite"}));
    for (const coverage of [0.3, 0.5, 0.85, 0.9, 0.97, 0.999]) assert.deepEqual(exact(lite[which](rows, {coverage})), exact(model[which](rows, {coverage})), `${which} ${coverage}`);
    assert.ok(JSON.parse(model.save({format: "lite"})).calibration.levels.some((lines) => lines.some(([, coverage, , level]) => Math.abs(level - coverage) > 0.05)));
  }
});

test("5000 samples take a millisecond a row; the module is small", () => {
  const X = uniform(5000, 6), y = X.map(wave), rows = uniform(200, 6);
  const lite = load(xaia.fit(X, y).save({format: "lite"}));
  lite.predict(rows);
  const took = Math.min(...Array.from({length: 10}, (_, i) => {
    const some = rows.slice(20 * i, 20 * i + 20), begun = performance.now();
    lite.explain(some);
    return (performance.now() - begun) / some.length;
  }));
  assert.ok(took < pace(2), `${took} ms a row`); // .5 alone; others may be busy
  const size = gzipSync(readFileSync(new URL("lite.mjs", dist)), {level: 9}).length;
  assert.ok(size <= 13 * 1024, `${size} bytes`);
});

test("what it can't is refused by name, and a wrong file says what it is", () => {
  const numbers = xaia.fit(plane, plane.map(wave)), classes = xaia.fit(plane, plane.map(label));
  for (const [model, said] of [[xaia.fit(line, line.map(wave), {kind: "tnn"}), /A TNN/], [xaia.ensemble(numbers, numbers), /An ensemble/], [xaia.fit(plane, plane.map(wave), {interpolation: (neurons) => neurons[0].alpha}), /function/]]) {
    assert.throws(() => model.save({format: "lite"}), {code: "unsupported", message: said});
  }
  assert.throws(() => numbers.save({format: "heavy"}), {code: "invalid-option", path: "format"});
  const text = numbers.save({format: "lite"}), lite = load(text), other = load(JSON.parse(classes.save({format: "lite"})));
  assert.throws(() => load(numbers.save()), {code: "model-file", message: /for xaia itself.*format: "lite"/});
  for (const file of [text.slice(0, 900), "{}", "7", null, {format: "xaia-lite", version: 3}, {format: "xaia-lite", version: 1}]) assert.throws(() => load(file), {code: "model-file"}, String(file).slice(0, 40));
  assert.throws(() => xaia.load(text), {code: "model-file"});
  assert.throws(() => lite.scores(plane), {code: "unsupported"});
  assert.throws(() => lite.predictInterval(plane), {code: "unsupported", message: /not calibrated/});
  assert.throws(() => other.predictSet(plane), {code: "unsupported", message: /not calibrated/});
  assert.throws(() => lite.explain(plane, {fingerprint: true}), {code: "unknown-option", path: "fingerprint"});
  assert.throws(() => lite.outOfDistribution(plane, {threshold: 2}), {code: "invalid-option", path: "threshold"});
  assert.throws(() => lite.outOfDistribution(plane, {threshold: "calibrated"}), {code: "unsupported"});
});

test("bad rows are refused at the same place as by the engine, and the next good row is answered", () => {
  const numbers = xaia.fit(plane, plane.map(wave)), flat = xaia.fit(line, line.map(wave)), named = xaia.fit(table, table.map(price), {missing: "mean", duplicates: "mean"});
  const strict = xaia.fit(table.filter(({area}) => area !== null), table.filter(({area}) => area !== null).map(price), {duplicates: "mean"});
  const row = table.find(({area}) => area !== null);
  for (const [model, bad, good] of [
    [numbers, [[[1]], [[1, 2, 3]], [[1, NaN]], [[1, Infinity]], [[0, 1], [1, "2"]], [0, 1e200], "x", undefined, 7, {a: 1}, [{a: 1}]], [0.5, 0.5]],
    [flat, [[["1"]], [NaN], undefined, [[1, 2]]], 0.5],
    [named, [[{...row, area: "large"}], [{...row, town: 7}], [{area: 1}], [row, 7], [{...row, lift: []}], [{...row, built: "yesterday"}]], row],
    [strict, [[{...row, area: null}], [{...row, town: undefined}], [{...row, area: NaN}]], row],
  ]) {
    const lite = load(model.save({format: "lite"}));
    for (const X of bad) {
      const place = (of) => {
        try {
          return of.predict(X);
        } catch ({code, row, column}) {
          return [code, row, column];
        }
      };
      assert.deepEqual(place(lite), place(model), JSON.stringify(X));
      assert.deepEqual(lite.predict(good), model.predict(good));
    }
  }
  const lite = load(named.save({format: "lite"}));
  for (const good of [{...row, area: "71.5"}, {...row, area: " NA "}, {...row, lift: 1}, {...row, built: "2001-02-03"}, {...row, built: "2001-02-03T04:05:06+01:00"}, {...row, built: "2001-02-03 04:05Z"}, {...row, built: 11000}, {...row, town: null}, {...row, other: 7}]) {
    assert.deepEqual(lite.explain(good), named.explain(good), JSON.stringify(good));
  }
  const packed = {data: new Float64Array([0.1, 0.2, 0.3, 0.4]), rows: 2, columns: 2};
  const plain = load(numbers.save({format: "lite"}));
  assert.deepEqual(plain.predict(packed), numbers.predict(packed));
  assert.deepEqual(plain.predict([]), []);
});

const certified = () => {
  const numbers = xaia.fit(plane, plane.map(wave), {names: plane.map((_, i) => `sample ${i}`)});
  const classes = xaia.fit(table, table.map((row) => (price(row) > 250000 ? "dear" : "cheap")), {missing: "mean", duplicates: "majority", forest: {share: 0.4}});
  return [
    [numbers, [1.2, -0.15]], [numbers, plane[3]], [classes, table[2]], [classes, {...table[5], area: 77.5, built: "1980-01-02"}],
    [xaia.fit(plane, plane.map((row) => [wave(row), row[0]]), {interpolation: {local: {}}}), Float64Array.of(0.2, 0.9)], [xaia.fit(line, line.map(wave), {preset: "paper"}), 0.4], [xaia.fit(plane, plane.map(label)), [0.5, 0.6]],
  ];
};

test("a certificate adds up to the answer, offline, and with the model it is what that says", () => {
  for (const [model, x] of certified()) {
    const c = JSON.parse(JSON.stringify(model.certificate(x))), e = model.explain(x), lite = load(model.save({format: "lite"}));
    assert.deepEqual([c.value, c.recognition, c.neurons.length], [e.value, e.recognition, e.neurons.length]);
    assert.equal(c.model.checksum, JSON.parse(model.save()).checksum);
    assert.deepEqual(JSON.parse(JSON.stringify(lite.certificate(x))), c, "lite's is the same");
    assert.deepEqual(verify(c), {valid: true, problems: []});
    assert.deepEqual(verify(JSON.stringify(c), lite), {valid: true, problems: []});
    // The sum as anybody would write it down.
    const of = (value, k) => (c.model.classes ? Number(c.model.classes[k] === value) : [value].flat()[k]);
    (c.scores ?? [c.value].flat()).forEach((want, k) => {
      let sum = 0;
      for (const {value, weight} of c.neurons) sum += weight * of(value, k);
      for (const {value} of c.corrections ?? []) sum += [value].flat()[k];
      sum += [c.limit ?? 0].flat()[k] ?? 0;
      assert.equal(sum + [c.rounding].flat()[k], want);
    });
  }
});

test("a certificate that was changed says what doesn't fit", () => {
  const [[model, x], , [classes, row]] = certified(), c = model.certificate(x), other = classes.certificate(row);
  const changed = (of, change) => {
    const copy = JSON.parse(JSON.stringify(of));
    change(copy);
    return verify(copy);
  };
  for (const [of, change, said] of [
    [c, (c) => (c.value += 1e-15 * Math.max(1, Math.abs(c.value))), /parts add up to/], [c, (c) => (c.value += 1), /parts add up to/], [c, (c) => (c.rounding = 0.1), /more than rounding/],
    [c, (c) => (c.neurons[0].weight += 0.01), /add up to 1\.01|parts add up/], [c, (c) => c.neurons.pop(), /weights add up/], [c, (c) => (c.neurons[1].value += 1), /parts add up to/], [c, (c) => (c.neurons[0].samples = [150]), /names a sample/],
    [c, (c) => delete c.neurons[0].weight, /no weights/], [c, (c) => (c.version = 2), /no certificate/], [c, (c) => (c.corrections = [{column: 0, value: "x"}]), /isn't a number/], [c, (c) => (c.value = null), /no number/],
    [other, (c) => (c.value = c.value === "dear" ? "cheap" : "dear"), /another class/], [other, (c) => (c.scores = [1]), /one number a class/], [other, (c) => (c.neurons[0].value = "free"), /doesn't have/],
  ]) {
    const {valid, problems} = changed(of, change);
    assert.equal(valid, false, change.toString());
    assert.match(problems.join(" "), said, change.toString());
  }
  for (const nothing of [null, 7, "{", "[]", {}]) assert.equal(verify(nothing).valid, false);
  const lite = load(model.save({format: "lite"})), moved = JSON.parse(JSON.stringify(c));
  moved.x[0] += 0.1;
  assert.match(verify(moved, lite).problems[0], /something else/);
  assert.match(verify(other, lite).problems[0], /another model/);
  assert.throws(() => verify(c, {}), {code: "not-found"});
  assert.throws(() => model.certificate(plane), {code: "invalid-input", message: /one row/});
  for (const of of [xaia.fit(plane, plane.map(wave), {interpolation: "none"}), xaia.fit(plane, plane.map(wave), {interpolation: (neurons) => neurons[0].alpha})]) assert.throws(() => of.certificate([9, 9]), {code: "unsupported"});
});
