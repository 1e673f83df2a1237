// Python in WebAssembly, in Node: the estimators of the pure wheel, straight from the file, with the engine in the same
// thread. The answers are the package's.
import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {after, before, test} from "node:test";
import {loadPyodide} from "pyodide";
import {fit, load} from "../../../dist/npm/inline.mjs";

const wheels = new URL("../../../dist/python/", import.meta.url);
const wheel = readFileSync(new URL(readdirSync(wheels).find((name) => name.endsWith("-any.whl")), wheels));
let pyodide, globals;
before(async () => {
  globals = new Set(Object.getOwnPropertyNames(globalThis));
  pyodide = await loadPyodide();
  pyodide.FS.writeFile("/xaia.zip", wheel);
  pyodide.runPython('import sys, json; sys.path.insert(0, "/xaia.zip")');
});
after(() => pyodide.runPython("from xaia.process import engine; engine.stop()"));
const python = (code) => JSON.parse(pyodide.runPython(`${code}\njson.dumps(said)`));

const X = Array.from({length: 90}, (_, i) => [Math.round(10 * Math.sin(i)) / 8, (i % 7) / 3, (i * i) % 11]);
const y = X.map(([a, b, c]) => 3 * a - b + c / 4), labels = X.map(([a, b]) => (a > b ? "above" : a < 0 ? "below" : "beside"));
const asked = X.slice(0, 30).map(([a, b, c]) => [a + 0.1, b - 0.05, c + 0.3]);

test("it fits, predicts and explains as the package does, to the bit", async () => {
  pyodide.globals.set("told", JSON.stringify({X, y, labels, asked}));
  const found = python(`
import warnings; warnings.simplefilter("ignore")
from xaia import XaiaClassifier, XaiaRegressor
told = json.loads(told)
lines = XaiaRegressor().fit(told["X"], told["y"])
classes = XaiaClassifier().fit(told["X"], told["labels"], names=[f"row {i}" for i in range(90)])
lines.save("/lines.xaia")
said = [lines.predict(told["asked"]), classes.predict(told["asked"]), classes.predict_proba(told["asked"]), classes.explain(told["asked"]), repr(classes.explain_row(told["asked"][3])), type(classes).__module__]`);
  const [numbers, classes] = [await fit(X, y, {duplicates: "mean"}), await fit(X, labels, {duplicates: "majority", names: X.map((_, i) => `row ${i}`)})];
  assert.deepEqual(found[0], Array.from(await numbers.predict(asked)));
  assert.deepEqual(found[1], await classes.predict(asked));
  assert.deepEqual(found[2], (await classes.scores(asked)).map((row) => Array.from(row)));
  assert.deepEqual(found[3], JSON.parse(JSON.stringify(await Promise.all(asked.map((x) => classes.explain(x, {fingerprint: false}))))));
  assert.match(found[4], /^(above|below|beside) \(/);
  assert.equal(found[5], "xaia.lists");
  const file = pyodide.FS.readFile("/lines.xaia");
  assert.deepEqual(file, await numbers.save({format: "bytes"}));
  assert.deepEqual(await (await load(file)).predict(asked), await numbers.predict(asked));
});

test("errors come back, and the next good call works; learners, calibration, many models", () => {
  const found = python(`
from xaia import XaiaError
said = []
try:
    XaiaRegressor().fit([[1], [None]], [1, 2])
except XaiaError as error:
    said.append([error.code, error.row, str(error)])
model = XaiaClassifier().fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"])
model.partial_fit([[5, 5]], ["b"])
said.append([model.n_samples_, model.predict([[5, 5], [0, 0]])])
said.append(XaiaRegressor().fit(told["X"], told["y"]).calibrate(seed=1).predict_interval(told["asked"][:2], coverage=0.8))
for i in range(40):
    XaiaClassifier().fit([[0], [i + 1]], ["p", "q"])
import pickle
said.append(pickle.loads(pickle.dumps(model)).predict([[5, 5]]))`);
  assert.deepEqual(found[0].slice(0, 2), ["invalid-input", 1]);
  assert.deepEqual(found[1], [5, ["b", "a"]]);
  for (const [low, high] of found[2]) assert.ok(low < high);
  assert.deepEqual(found[3], ["b"]);
});

test("a plot and a lesson have all that they need in the zip", () => {
  const [plot, lesson, name] = python(`
from xaia import Lesson, Plot
said = [Plot(model)._repr_html_(), Lesson("layers")._repr_html_(), repr(Plot(model))]`);
  assert.match(plot, /class="xaia-engine"/);
  assert.match(plot, /xaia-plot file=/);
  assert.match(lesson, /id=&quot;lessons&quot;/);
  assert.equal(name, "<Plot of a model with 5 samples, 2 features, 2 classes>");
});

test("the engine leaves no name in the page", () => {
  const more = Object.getOwnPropertyNames(globalThis).filter((name) => !globals.has(name) && !/pyodide|^dummy/i.test(name));
  assert.deepEqual(more, ["fs", "path"]); // stubs that Go's glue makes where there are none
});
