// What a model answers has the type of the outcomes it was fitted on. Equal<A, B> tells any from all others.
import * as xaia from "xaia";
import * as now from "xaia/sync";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function is<Wanted>() {
  return <Found>(found: Found, same: Equal<Found, Wanted>) => void [found, same];
}

interface Flower {
  petal: number;
  colour: string;
  length?: number;
}

export async function outcomes(flowers: Flower[], unknown: any) {
  const corners = [[0, 0], [0, 1], [1, 0], [1, 1]];
  const model = await xaia.fit(corners, ["a", "b", "b", "a"]);
  is<xaia.SQANNModel<string, false>>()(model, true);
  const any: xaia.Model<string> = model;
  is<xaia.SQANNModel<string, Flower>>()(await xaia.fit(flowers, "colour"), true);
  is<xaia.SQANNModel<number, Flower>>()(await xaia.fit(flowers, "length", {missing: "drop"}), true);
  is<xaia.SQANNModel<any, any>>()(await xaia.fit(unknown, "colour"), true);
  is<xaia.TNNModel<number, {a: number; b: number}>>()(await xaia.fit([{a: 1, b: 2}], "b", {kind: "tnn"}), true);
  is<string>()(await (await xaia.fit({size: [1, 2], town: ["Ulm", "Bern"]}, "town")).predict({size: 1}), true);
  is<xaia.CrossValidation<string | null>>()(await xaia.crossValidate(flowers, "colour"), true);
  const parts = xaia.trainTestSplit(flowers, "colour");
  is<xaia.SQANNModel<string, Flower>>()(await xaia.fit(parts.train.X, "colour"), true);
  await (await xaia.fit(parts.train.X, "colour")).evaluate(parts.test.X, parts.test.y);
  // @ts-expect-error there is no such column
  await xaia.fit(flowers, "color");
  is<string[]>()(await model.predict(corners), true);
  is<string>()(await model.predict([0.1, 0.9]), true);
  is<string>()(await model.predict(Float64Array.of(0.1, 0.9)), true);
  is<string[]>()(await model.predict({data: new Float64Array(4), rows: 2, columns: 2}), true);
  is<string[]>()(await model.predict(corners), true);
  is<string>()(await model.predict([0, 1]), true);
  is<string[]>()(now.fit(corners, ["a", "b", "b", "a"]).predict(corners), true);
  is<now.SQANNModel<string, Flower> | now.TNNModel<string, Flower>>()(now.tune(flowers, "colour").model, true);
  is<void>()(now.learner(now.fit(flowers, "colour")).forget(0), true);
  is<Promise<void>>()(now.initialize(), true);
  // @ts-expect-error nothing interrupts a call of xaia/sync
  now.fit(corners, [1, 2, 3, 4], {signal: new AbortController().signal});
  is<string[]>()(await any.predict(corners), true);
  is<string[]>()(await xaia.predict(model, corners), true);
  is<string>()(await xaia.predict(model, [0, 1]), true);
  is<(string | null)[]>()(await model.predict(corners, {interpolation: "none"}), true);
  is<number[][]>()(await model.scores(corners), true);
  is<number[]>()(await model.scores([0, 1]), true);
  is<string>()((await model.explain([0, 1])).value, true);
  is<string>()((await model.explain(corners))[0].neurons[0].alpha, true);
  is<string>()((await xaia.explain(model, [0, 1])).value, true);
  is<string | null>()((await model.explain([0, 1], {interpolation: "none"})).value, true);
  is<string>()((await any.explain([0, 1])).value, true);
  is<string[] | null>()(model.classes, true);
  is<string>()((await model.counterfactual([0, 0], {target: "b"})).after, true);
  is<string>()((await (await xaia.ensemble(model, model)).explain([0, 0])).value, true);
  is<string>()((await (await model.absorb([[2, 2]], ["c"])).model.predict([2, 2])), true);
  is<string | null>()(await (await xaia.fit(corners, ["a", "b", "b", "a"], {interpolation: "none"})).predict([0, 0]), true);

  is<boolean[]>()(await (await xaia.fit(corners, [true, false, false, true])).predict(corners), true);
  // Rows of one number are one output. Rows of which only the values tell the width may be either.
  is<number[][]>()(await (await xaia.fit(corners, [[0, 0], [0, 1], [1, 0], [1, 1]])).predict(corners), true);
  is<number[]>()(await (await xaia.fit(corners, [[0], [1], [1], [0]])).predict(corners), true);
  is<number>()((await (await xaia.fit(corners, corners as [number][])).explain([0, 1])).value, true);
  is<xaia.Interval[]>()(await (await xaia.fit(corners, [[0], [1], [1], [0]])).predictInterval(corners), true);
  const either2 = await xaia.fit(corners, corners);
  is<(number | number[])[]>()(await either2.predict(corners), true);
  await either2.evaluate(corners, corners);
  await either2.evaluate(corners, [1, 2, 3, 4]);
  is<(number | number[])[]>()((await xaia.crossValidate(corners, corners)).predictions, true);
  is<number[]>()((await xaia.crossValidate(corners, [[0], [1], [1], [0]])).predictions, true);

  // Typed arrays of every kind of number.
  is<number[]>()(await (await xaia.fit([Uint8Array.of(0, 1), Uint8Array.of(1, 0)], Int32Array.of(1, 2))).predict([Int8Array.of(0, 1)]), true);
  is<number[]>()(await (await xaia.fit(Uint16Array.of(0, 1), [Float64Array.of(1), Float64Array.of(2)] as never as [number][])).predict(Uint8Array.of(0, 1)), true);
  is<string>()(await model.predict(Uint8ClampedArray.of(0, 1)), true);
  await model.predict({data: new Int16Array(4), rows: 2, columns: 2});
  is<number>()(now.fit(corners, Float64Array.of(1, 2, 3, 4)).predict([0, 1]), true);

  // One feature, given flat: a flat array is many rows, a number is one.
  const line = await xaia.fit([0, 1, 2], [0, 1, 4], {kind: "tnn"});
  is<number[]>()(await line.predict([0.5, 1.5]), true);
  is<number>()(await line.predict(0.5), true);
  is<number>()((await line.explain([0.5]))[0].value, true);
  is<number>()((await line.explain(0.5)).neighbours[0].alpha, true);

  // Rows of an interface.
  const garden = await xaia.fit(flowers, flowers.map((f) => f.colour), {columns: ["petal"], missing: "mean"});
  is<string>()(await garden.predict(flowers[0]), true);
  is<string[]>()(await garden.predict(flowers), true);
  is<string[]>()(await garden.predict([{petal: null}]), true);
  await garden.evaluate(flowers, ["red"]);
  is<xaia.SQANNModel<string, (typeof flowers)[number]>>()((await garden.remove([0])), true);
  is<string>()(await model.predict([null, 1]), true);

  // Labels of a union stay in it.
  const kinds = ["red", "blue", "blue", "red"] as const;
  const coloured = await xaia.fit(corners, kinds);
  is<"red" | "blue">()(await coloured.predict([0, 1]), true);
  is<("red" | "blue" | null)[]>()(await coloured.predict(corners, {interpolation: "none"}), true);
  is<("red" | "blue")[] | null>()(coloured.classes, true);
  is<"red" | "blue">()((await coloured.explain([0, 1])).neurons[0].alpha, true);
  is<("red" | "blue")[]>()(await coloured.predictSet([0, 1]), true);
  is<"red" | "blue">()(await (await coloured.absorb([[2, 2]], ["red"])).model.predict([2, 2]), true);
  is<"red" | "blue">()(await (await (await coloured.learner()).model()).predict([2, 2]), true);
  is<("red" | "blue" | null)[]>()((await xaia.crossValidate(corners, kinds)).predictions, true);
  is<"red" | "blue">()(await (await xaia.tune(corners, kinds)).model.predict([0, 1]), true);
  is<("red" | "blue")[]>()(xaia.trainTestSplit(corners, kinds).test.y, true);
  is<"red" | "blue">()(await (await xaia.fit(corners, [...kinds], {like: coloured})).predict([0, 1]), true);
  is<"red" | "blue">()(now.fit(corners, kinds.map((kind) => kind), {preset: "paper"}).predict([0, 1]), true);
  const upper = async <Y extends string>(of: xaia.Model<Y>) => (await of.predict([[0, 1]])).map((kind) => kind.toUpperCase());
  is<string[]>()(await upper(coloured), true);
  const general: xaia.Model = coloured;
  is<any>()(await general.predict([0, 1]), true);
  is<string>()(await (await xaia.fit(corners, kinds.map(String))).predict([0, 1]), true);
  // @ts-expect-error no label of this model
  await coloured.counterfactual([0, 0], {target: "green"});
  is<1 | 3>()(await (await xaia.fit(corners, [1, 3, 3, 1] as const, {classes: true})).predict([0, 1]), true);
  is<number>()(await (await xaia.fit(corners, [1, 3, 3, 1] as const)).predict([0, 1]), true);
  is<number>()(await (await xaia.fit(corners, [1, 3, 3, 1], {classes: true})).predict([0, 1]), true);
  is<1 | 3>()(now.fit(corners, [1, 3, 3, 1] as const, {classes: true}).predict([0, 1]), true);

  // Dates count as days, and come back as days.
  const visits = await xaia.fit([{when: new Date(), n: 1}], ["a"]);
  is<string>()(await visits.predict({when: new Date(0), n: 2}), true);
  await visits.predict({when: [new Date(0), null], n: [2, 3]});
  is<number>()((await visits.sampleAt())[0].x.when, true);
  is<string[]>()(await visits.predict((await visits.sampleAt()).map(({x}) => x)), true);
  // @ts-expect-error no date
  await visits.predict({when: "1970-01-01", n: 2});

  // Options that aren't known give one model or the other.
  const {options} = await xaia.tune(flowers, flowers.map((f) => f.petal));
  const either = await xaia.fit(corners, ["a", "b", "b", "a"], options);
  is<string[]>()(await either.predict(corners), true);
  is<string>()((await either.explain([0, 1])).value, true);
  is<string | number>()(await (await xaia.fit(corners, unknown as string[] | number[])).predict([0, 1]), true);

  // Where nothing is known, anything may come.
  is<any[]>()(await (await xaia.load("{}")).predict(corners), true);
  is<any>()(await (await xaia.fit(unknown, unknown)).predict([0, 1]), true);
  is<string[]>()(await (await xaia.load<string>("{}")).predict(corners), true);

  // @ts-expect-error texts, not numbers
  (await model.predict([0, 1])).toFixed();
  // @ts-expect-error one row has one answer
  (await model.predict([0, 1])).map(String);
  // @ts-expect-error rows have a list of answers
  (await model.predict(corners)).toUpperCase();
  // @ts-expect-error numbers are no labels of this model
  await model.evaluate(corners, [1, 2, 3, 4]);
  // @ts-expect-error no class of its kind
  await model.counterfactual([0, 0], {target: 3});
  // @ts-expect-error a list of texts is no row
  await model.predict(["a", "b"]);
}
