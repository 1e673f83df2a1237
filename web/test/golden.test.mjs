import assert from "node:assert/strict";
import {test} from "node:test";
import * as xaia from "../../dist/npm/xaia.mjs";
import {goldens, near, optionsFor} from "./helpers.mjs";

for (const golden of goldens()) {
  for (const [kind, expected] of Object.entries(golden.expect)) {
    test(`${golden.name}, ${kind}`, async () => {
      const model = await xaia.fit(golden.X, golden.y, optionsFor(kind, golden));
      assert.deepEqual(model.layers.map((l) => l.nodes.flat()), expected.layers);
      const predicted = await model.predict(golden.Xtest);
      const explained = await model.explain(golden.Xtest);
      expected.predict.forEach((want, i) => {
        near(predicted[i], want.y);
        const e = explained[i];
        assert.equal(e.value, predicted[i]);
        assert.equal(e.status, want.status);
        assert.equal(e.layer, want.layer);
        assert.deepEqual(e.neurons.map((n) => n.samples[0]), want.samples);
        const activations = want.activations ?? [want.activation];
        e.neurons.forEach((n, j) => near(n.activation, activations[j]));
      });
      model.dispose();
    });
  }
}

// SPEC 4: the worked examples, as printed and as corrected there.
test("the paper's four points", async () => {
  const model = await xaia.fit([[1, 1.2], [1.2, 0.8], [-1, -1], [-1.2, -1.2]], [1, 1, 0, 0],
    {preset: "paper", settings: {a1: 0.001, a2: 0.5, admission: 0.1, activation: 0.9}, trace: true});
  assert.deepEqual(model.layers.map((l) => l.nodes), [[[0], [2]], [[1], [3]]]);
  assert.deepEqual(model.trace.map((e) => [e.type, e.sample, e.layer]),
    [["admit", 0, 1], ["filter", 1, 1], ["admit", 2, 1], ["filter", 3, 1], ["admit", 1, 2], ["admit", 3, 2]]);
  near(model.trace[1].activation, 0.3344454438567918, 1e-15);
  near(model.trace[3].activation, 0.50096, 1e-5);
  assert.equal(model.report.maxFittingError, 0);
  assert.deepEqual(await model.predict([[1, 1.2], [1.2, 0.8], [-1, -1], [-1.2, -1.2]]), [1, 1, 0, 0]);
  const [first, second] = await model.explain([[1.25, 1.25], [-1.25, -1]], {fingerprint: true});
  near(first.fingerprint[0][0], 0.5053, 1e-4);
  near(first.fingerprint[1][0], 0.5165, 1e-4);
  near(second.activation ?? second.neurons[0].activation, 0.988, 1e-4);
});

test("the paper's three points on a line", async () => {
  const model = await xaia.fit([1, 0.5, 0], [1, 2, 3], {kind: "tnn"});
  assert.deepEqual([model.a, model.W, model.b, model.alpha], [5, [20, 20, 20], [5, -5, -15], [3, -1, -1]]);
  near(await model.predict(0.25), 2.5, 1e-3);
});
