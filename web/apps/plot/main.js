/** Every figure of xaia/plot, as a notebook shows them; the test reads and drives them. */
import * as xaia from "xaia/inline";
import * as plot from "xaia/plot";

const X = [[0, 0], [0.4, 0.1], [1, 0], [1.3, 0.2], [0.1, 1], [0.3, 1.1], [1.02, 0.01], [0.42, 0.12]];
const y = ["a", "b", "a", "b", "b", "a", "b", "a"];
const model = await xaia.fit(X, y, {preset: "paper", settings: "classic", trace: true});
const line = await xaia.fit([0, 1, 2, 3], [0, 1, 0, 2], {model: "tnn"});
const many = await xaia.fit(X.map(([u, v]) => ({u, v, kind: u > v ? "flat" : "steep"})), y);
const table = Array.from({length: 40}, (_, i) => ({size: 20 + ((37 * i) % 80), town: ["Bern", "Ulm"][i % 2], floor: i % 5}));
const rents = await (await xaia.fit(table, table.map((t) => 10 * t.size + (t.town === "Bern" ? 500 : 0)))).calibrate();
const curve = await (await xaia.fit(Array.from({length: 40}, (_, i) => i), Array.from({length: 40}, (_, i) => Math.sin(i / 3) + ((i * 7) % 5) / 20), {model: "tnn"})).calibrate();
const alone = await xaia.fit([0, 1, 2], ["a", "b", "a"]);

const figures = {
  // Nothing but the model: the samples come from its file.
  plane: await plot.planePlot(model, {background: "territory", selected: {sample: 3}, external: [[0.2, 0.3], [9, 9]]}),
  columns: await plot.planePlot(many, {columns: ["u", "v"]}),
  components: await plot.planePlot(many, {background: "layer"}),
  alone: await plot.planePlot(alone, {background: "prediction", width: 300}),
  fingerprint: plot.fingerprintPlot(await model.explain([1, 0]), {model}),
  bare: plot.fingerprintPlot(await model.explain([1, 0])),
  triangle: plot.fingerprintPlot(await line.explain(1.5)),
  activation: plot.activationPlot(model.layers[0].settings),
  line: await plot.tnnPlot(line, {external: [[0.5, 5], 2.5]}),
  why: plot.attributionPlot(rents, await rents.attributions({size: 44, town: "Bern", floor: 2})),
  some: plot.attributionPlot(rents, await rents.attributions({size: 44, town: "Bern", floor: 2}), {columns: ["town"]}),
  sure: await plot.planePlot(rents, {selected: [44, 1, 0, 2]}),
  band: await plot.tnnPlot(curve, {selected: 7.5}),
  construction: plot.constructionPlot(model, {X, y}),
  sentences: plot.constructionPlot(model.trace, {step: 13}),
};
for (const [name, figure] of Object.entries(figures)) {
  figure.id = name;
  figure.addEventListener("input", () => (figure.heard = (figure.heard ?? 0) + 1));
  document.querySelector("main").append(figure);
}
const refused = {};
for (const [name, make] of Object.entries({
  unknown: () => plot.planePlot(model, {colour: "red"}), background: () => plot.planePlot(model, {background: "pink"}), wrong: () => plot.planePlot(line),
  selected: () => plot.planePlot(model, {selected: {sample: 99}}), row: () => plot.planePlot(model, {external: [[1]]}), trace: () => plot.constructionPlot(line),
  column: () => plot.attributionPlot(rents, {columns: [{column: "size"}], fingerprint: 0}, {columns: ["weight"]}), rows: () => plot.attributionPlot(rents, []),
})) {
  try {
    await make();
  } catch (error) {
    refused[name] = error.message;
  }
}
Object.assign(globalThis, {figures, refused});
