// Every line that is marked must be refused.
import * as xaia from "xaia";

export async function misuse() {
  const model = await xaia.fit([[0, 0], [1, 1]], ["a", "b"]);
  const line = await xaia.fit([0, 1], [0, 1], {kind: "tnn"});
  const both = await xaia.ensemble(model, model);
  // @ts-expect-error an unknown preset
  await xaia.fit([[0]], [1], {preset: "papre"});
  // @ts-expect-error an unknown option
  await xaia.fit([[0]], [1], {presets: "paper"});
  // @ts-expect-error settings without a threshold
  await xaia.fit([[0]], [1], {settings: {a1: 1, a2: 1, admission: 0.1}});
  // @ts-expect-error no rule for missing values
  await xaia.fit([[0]], [1], {missing: "as is"});
  // @ts-expect-error y is missing
  await xaia.fit([[0]]);
  // @ts-expect-error texts are no features
  await xaia.fit([["a"]], [1]);
  // @ts-expect-error a signal is an AbortSignal
  await xaia.fit([[0]], [1], {signal: {aborted: false}});
  // @ts-expect-error a TNN has no layers
  line.layers;
  // @ts-expect-error a TNN has no prototypes
  await line.prototypes();
  // @ts-expect-error a learner adapts or doesn't
  await model.learner({adapt: 0.1});
  // @ts-expect-error or its learners do
  await model.calibrate({adapt: 0.1});
  // @ts-expect-error a TNN has no learner that forgets
  await line.suspects();
  // @ts-expect-error a TNN is its own picture
  await line.embedding();
  // @ts-expect-error an ensemble takes nothing in
  await both.absorb([[1, 1]], ["a"]);
  // @ts-expect-error it is called tolerance
  await model.absorb([[1, 1]], ["a"], {epsilon: 1});
  // @ts-expect-error a model is read-only
  model.sampleCount = 3;
  // @ts-expect-error null or undefined is no model
  await xaia.predict(undefined, [[1]]);
  // @ts-expect-error recognition is one of three words
  (await model.explain([0, 0])).recognition === "certain";
}
