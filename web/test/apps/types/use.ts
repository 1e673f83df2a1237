// Must compile under strict: the types as people use them.
import * as xaia from "xaia";
import {load as lite, verify} from "xaia/lite";
import * as now from "xaia/sync";

const corners = [[0, 0], [0, 1], [1, 0], [1, 1]];

export async function use(signal: AbortSignal): Promise<string> {
  await xaia.initialize({worker: false, wasmURL: new URL("https://example.org/xaia.wasm")});
  const model = await xaia.fit(corners, ["a", "b", "b", "a"], {interpolation: {top: 4}, signal, onProgress: (p) => p.done / p.total});
  const kind: "sqann" = model.kind;
  const sizes: number[] = model.layers.map((layer) => layer.nodes.length);
  const why = await model.explain([0.1, 0.9]);
  const all = await model.explain(corners);
  const lit = await model.explain(corners, {fingerprint: true});
  const strength: number = lit[0].neurons[0].activation + lit[0].fingerprint[0][0];
  // @ts-expect-error it was left out
  all[0].fingerprint[0];
  const share: number | undefined = all[0].neurons[0].weight;
  const line = await xaia.fit([0, 1, 2], Float64Array.of(0, 1, 4), {kind: "tnn", tolerance: 0.01});
  const active: number = (await line.explain(0.5)).active + line.a;
  const packed = {data: new Float32Array(8), rows: 4, columns: 2} as const;
  const vectors = await xaia.fit(packed, corners, {preset: "paper", settings: [{a1: 1, a2: 1, admission: 0.1, activation: 0.9}]});
  const own = await xaia.fit(corners, [1, 2, 3, 4], {interpolation: (neurons) => neurons[0].distance});
  const people = await xaia.fit([{age: 3, town: "Ulm"}, {age: null, town: "Bern"}], [true, false], {missing: "mean", columns: ["age", "town"]});
  await people.predict({age: 4, town: "Ulm"});
  const towns: string[] | undefined = people.columns?.[1].categories;
  const gappy = await xaia.fit([{age: 3, town: "Ulm"}, {age: null, town: "Bern"}], [true, false], {missing: "as it is"});
  const lacking: (string | number)[] | undefined = (await gappy.explain({age: null, town: "Ulm"})).gaps?.map(({column}) => column), known: true | undefined = gappy.columns?.[0].gap;

  const {accuracy, confusion} = await model.evaluate(corners, ["a", "b", "b", "a"]);
  const out = (await model.outOfDistribution(corners, {threshold: "calibrated"})).filter((j) => j.out);
  const {model: larger, kept} = await model.absorb([[2, 2]], ["c"], {rounds: 1, signal});
  const both: xaia.EnsembleModel = await xaia.ensemble(model, larger);
  const {member} = await both.explain([1, 1]);
  const smaller: xaia.SQANNModel = await larger.remove([0], {signal});
  const {prototypes} = await smaller.prototypes({perClass: 1});
  const {drift}: xaia.Learner = await (await smaller.calibrate()).learner({adapt: true, signal});
  const changed: "outcomes" | "inputs" | undefined = drift?.what;
  const {suspects: [suspect], rightWithout}: xaia.Suspects = await smaller.suspects({share: 0.5, signal});
  const {values: [adds]} = await smaller.worth();
  const {places: [[across]], kept: truth}: xaia.Embedding = await smaller.embedding({signal});
  const {point} = await model.counterfactual([0, 0], {target: "b"});
  const {columns, earlierLayers, limit}: xaia.Attribution = await model.attributions([0, 0], {signal});
  const shares: number = columns.reduce((sum, c) => sum + c.share, earlierLayers);
  const added: (number | number[] | undefined)[] = [limit, ...columns.flatMap((c) => [c.correction, c.difference])];
  const [first]: xaia.Attribution[] = await model.attributions(corners);
  const sure: xaia.SQANNModel = await model.calibrate({folds: 2, seed: 1, lopsided: false, signal});
  const sets: xaia.Label[][] = await sure.predictSet(corners, {coverage: 0.8});
  const interval = await own.predictInterval([0, 1]);
  const tuned = await xaia.tune(corners, ["a", "b", "b", "a"], {folds: 2, seed: 1, candidates: [{preset: "xaia"}, {preset: "paper"}]});
  const table = await xaia.tune(corners, [1, 2, 3, 4], {duplicates: "mean", scale: "standard", missing: "drop", signal});
  const untouched: number | undefined = table.untouched;
  // @ts-expect-error what says how X and y are read is given to tune itself
  await xaia.tune(corners, [1, 2, 3, 4], {candidates: [{missing: "mean"}]});
  const again = await xaia.fit(corners, ["a", "b", "b", "a"], tuned.options);
  await xaia.crossValidate(corners, ["a", "b", "b", "a"], tuned.options);
  const small = lite<string>(await again.save({format: "lite"})), holds: boolean = verify(small.certificate([0, 1]), small).valid;
  const certified: xaia.Certificate<string> = await again.certificate([0, 1]), answered: string = small.predict([0, 1]);
  const engine = xaia.createEngine({worker: false}), other: xaia.SQANNModel<string, false> = await engine.fit(corners, ["a", "b", "b", "a"]);
  // @ts-expect-error it learns nothing
  small.absorb;
  const labelled = await xaia.crossValidate(corners, ["a", "b", "b", "a"], {folds: 2, seed: 3, duplicates: "majority", signal, onProgress: (p) => p.done / p.total});
  const said: (string | null)[] = labelled.predictions;
  const vector: number[][] = (await xaia.crossValidate(corners, corners as [number, number][])).predictions;
  const number: number[] = (await xaia.crossValidate([0, 1, 2], Float64Array.of(0, 1, 4), {kind: "tnn"})).predictions;
  const whole: (number | null)[] = now.crossValidate(corners, [1, 2, 2, 1], {classes: true, interpolation: "none"}).predictions;
  const deviation: number | null = labelled.spread.rmse;
  // @ts-expect-error a function can't run inside the engine
  await xaia.crossValidate(corners, [1, 2, 3, 4], {interpolation: (neurons) => neurons[0].distance});
  // @ts-expect-error the folds are counted
  await xaia.crossValidate(corners, [1, 2, 3, 4], {folds: "10"});
  interface Car { id: string; age: number; fuel: string }
  const cars: Car[] = [{id: "a", age: 3, fuel: "petrol"}, {id: "b", age: 4, fuel: "diesel"}];
  const priced = await xaia.fit(cars, [1, 2], {names: "id"});
  const price: number = await priced.predict({age: 3, fuel: "petrol"});
  await priced.predict(cars);
  await priced.predict([{age: null, fuel: "petrol"}]);
  // @ts-expect-error a misspelt column
  await priced.predict({aeg: 3, fuel: "petrol"});
  // @ts-expect-error a text where the fit had numbers
  await priced.predict([{age: "3", fuel: "petrol"}]);
  const [{x: {fuel}, y: paid, name}] = await priced.sampleAt([0]);
  const priceAndName: [string, number, string | undefined] = [fuel, paid, name];
  const [{x: [left]}]: {x: number[]}[] = await model.sampleAt();
  const names: string[] | undefined = why.neurons[0].names;
  const text: string = await model.save();
  const packedFile: Uint8Array = await model.save({format: "bytes"});
  const parts = xaia.trainTestSplit(cars, ["x", "y"], {share: 0.5, groups: [1, 2]});
  const trained = await xaia.fit(parts.train.X, parts.train.y, {names: "id"});
  const tested: string[] = await trained.predict(parts.test.X);
  const [{familiarity, x: odd}] = await trained.outliers({share: 0.1});
  const dependence: xaia.PartialDependence = await priced.effect("age", {at: [1, 2], samples: [0], each: true});
  const columnar = await xaia.fit({age: [1, 2], fuel: ["a", "b"]}, [1, 2]);
  await columnar.predict([{age: 3, fuel: "a"}]);
  await columnar.predict({age: Int8Array.of(3), fuel: ["a"]});
  const best: number[] = await (await xaia.tune(cars, [1, 2])).model.predict(cars);
  trained[Symbol.dispose]();
  const file: xaia.ModelFile = model.toJSON();
  const loaded: xaia.Model = await xaia.load(file);
  const bytes: Uint8Array = await loaded.toBytes();
  const behind: number[][] = (await loaded.explain([0, 1])).neurons.map((n) => n.samples);
  const typed = await xaia.load<string, false>(text);
  const label: string = await typed.predict([0, 1]);
  if (typed.kind !== "ensemble") await typed.sampleAt(behind[0]);
  await xaia.load(bytes);
  if (loaded.kind === "tnn") loaded.W;
  try {
    now.fit(corners, [1, 2, 3, 4]).predict([[1, 1]]);
  } catch (error) {
    if (error instanceof xaia.XaiaError && error.code === "invalid-input") return `${error.hint} ${error.row}`;
  }
  model.dispose();
  xaia.terminate();
  const figures = [shares, added, first.value, sets, interval, sure.calibration?.strong, why.set, price, priceAndName, left, names, packedFile, label, strength, tested, familiarity, odd.fuel, dependence.mean, best];
  return [kind, sizes, why.recognition, share, active, vectors.outputCount, own.sampleCount, towns, lacking, known, accuracy, confusion, out, kept.sampleCount, member, prototypes, suspect?.kind, rightWithout, adds, across, truth, point, again.kind, said, vector, number, whole, deviation, labelled.folds, untouched, figures].join();
}
