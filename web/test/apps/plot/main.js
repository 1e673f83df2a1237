/** Every figure of xaia/plot, as a notebook shows them; the test reads and drives them. */
import * as xaia from "xaia/inline";
import * as plot from "xaia/plot";

const X = [[0, 0], [0.4, 0.1], [1, 0], [1.3, 0.2], [0.1, 1], [0.3, 1.1], [1.02, 0.01], [0.42, 0.12]];
const y = ["a", "b", "a", "b", "b", "a", "b", "a"];
const model = await xaia.fit(X, y, {preset: "paper", settings: "classic", trace: true});
const line = await xaia.fit([0, 1, 2, 3], [0, 1, 0, 2], {kind: "tnn"});
const many = await xaia.fit(X.map(([u, v]) => ({u, v, kind: u > v ? "flat" : "steep"})), y);
const table = Array.from({length: 40}, (_, i) => ({size: 20 + ((37 * i) % 80), town: ["Bern", "Ulm"][i % 2], floor: i % 5}));
const rents = await (await xaia.fit(table, table.map((t) => 10 * t.size + (t.town === "Bern" ? 500 : 0)))).calibrate();
const sloped = await xaia.fit(table, table.map((t) => 10 * t.size + (t.town === "Bern" ? 500 : 0)), {interpolation: {local: {}}});
const cheap = await xaia.fit(table, table.map((t) => (t.size < 40 ? "cheap" : "dear")), {interpolation: {local: {}}});
const curve = await (await xaia.fit(Array.from({length: 40}, (_, i) => i), Array.from({length: 40}, (_, i) => Math.sin(i / 3) + ((i * 7) % 5) / 20), {kind: "tnn"})).calibrate();
const alone = await xaia.fit([0, 1, 2], ["a", "b", "a"]);

const asked = await model.explain([1, 0], {fingerprint: true});
const figures = {
  // Nothing but the model: the samples come from its file.
  plane: await plot.planePlot(model, {background: "territory", selected: {sample: 3}, external: [[0.2, 0.3], [9, 9]]}),
  columns: await plot.planePlot(many, {columns: ["u", "v"]}),
  components: await plot.planePlot(many, {background: "layer"}),
  alone: await plot.planePlot(alone, {background: "prediction", width: 300}),
  network: await plot.networkPlot(model, {explanation: asked, x: [1, 0], flow: false}),
  fingerprint: plot.fingerprintPlot(await model.explain([1, 0], {fingerprint: true}), {model}),
  bare: plot.fingerprintPlot(await model.explain([1, 0], {fingerprint: true})),
  triangle: plot.fingerprintPlot(await line.explain(1.5, {fingerprint: true})),
  activation: plot.activationPlot(model.layers[0].settings),
  line: await plot.tnnPlot(line, {external: [[0.5, 5], 2.5]}),
  why: plot.attributionPlot(rents, await rents.attributions({size: 44, town: "Bern", floor: 2})),
  some: plot.attributionPlot(rents, await rents.attributions({size: 44, town: "Bern", floor: 2}), {columns: ["town"]}),
  parts: plot.attributionPlot(sloped, await sloped.attributions({size: 44.5, town: "Bern", floor: 2})),
  together: plot.attributionPlot(sloped, await sloped.attributions({size: 44.5, town: "Bern", floor: 2}), {columns: ["town"], width: 300}),
  score: plot.attributionPlot(cheap, await cheap.attributions({size: 44.5, town: "Bern", floor: 2})),
  effect: plot.effectPlot(await rents.effect("size", {at: [30, 60, 90], samples: [0, 1, 2, 3], each: true})),
  texts: plot.effectPlot(await rents.effect("town"), {width: 300}),
  scores: plot.effectPlot(await cheap.effect("size", {at: [20, 40, 90]})),
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
globalThis.wanted = await rents.effect("size", {at: [30, 60, 90], samples: [0, 1, 2, 3]});
const refused = {};
for (const [name, make] of Object.entries({
  unknown: () => plot.planePlot(model, {colour: "red"}), background: () => plot.planePlot(model, {background: "pink"}), wrong: () => plot.planePlot(line),
  selected: () => plot.planePlot(model, {selected: {sample: 99}}), row: () => plot.planePlot(model, {external: [[1]]}), trace: () => plot.constructionPlot(line),
  tnn: () => plot.networkPlot(line), other: () => plot.networkPlot(alone, {explanation: asked}),
  column: () => plot.attributionPlot(rents, {columns: [{column: "size"}], earlierLayers: 0}, {columns: ["weight"]}), rows: () => plot.attributionPlot(rents, []), effect: () => plot.effectPlot(rents),
})) {
  try {
    await make();
  } catch (error) {
    refused[name] = error.message;
  }
}

/** What a picture of the network says, beside what the engine says: of each of some inputs, under both presets. */
async function compareNetworks() {
  let seed = 5;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const many = Array.from({length: 90}, () => [random(), random()]);
  const labels = many.map(([u, v]) => (Math.hypot(u - 0.5, v - 0.5) < 0.3 ? "in" : "out"));
  const found = {lit: 0, hits: 0, links: 0, silent: 0, folded: 0, weights: 0, rails: "", wrong: []};
  for (const preset of ["xaia", "paper"]) {
    const net = await xaia.fit(many, labels, {preset});
    const own = await net.explain(many, {fingerprint: true});
    const at = net.layers.flatMap(({nodes}, k) => nodes.map((samples, node) => ({layer: k + 1, node, sample: samples[0]})));
    // A fingerprint's components, from the definition: what the sample itself activates in the layer below its own.
    const components = ({layer, sample}) => (layer === 1 ? [] : Array.from(own[sample].fingerprint[layer - 2], (a, node) => [node, a]).filter(([, a]) => a >= net.layers[layer - 2].settings.admission).map(([node]) => node));
    for (const x of [many[7], [0.5, 0.51], [0.31, 0.7], [0.9, 0.2], [30, 30]]) {
      const why = await net.explain(x, {fingerprint: true});
      const figure = await plot.networkPlot(net, {explanation: why, x, flow: false});
      const neurons = [...figure.querySelectorAll("[data-layer][data-node][data-sample]")];
      const key = (e) => `${e.dataset.layer}:${e.dataset.node}`;
      const says = (what, got, want) => {
        if (JSON.stringify([...got].sort()) !== JSON.stringify([...want].sort())) found.wrong.push(`${preset} ${x} ${what}: ${[...got]} and not ${[...want]}`);
      };
      const lit = why.fingerprint.flatMap((v, k) => Array.from(v, (a, node) => ({a, node})).filter((n) => n.a >= net.layers[k].settings.admission).sort((a, b) => b.a - a.a).slice(0, 12).map((n) => `${k + 1}:${n.node}`));
      says("lit", neurons.filter((e) => e.classList.contains("lit")).map(key), lit);
      says("hit", neurons.filter((e) => e.classList.contains("hit")).map(key), why.status === "hit" ? [`${why.layer}:${why.neurons[0].node}`] : []);
      says("activations", neurons.filter((e) => e.dataset.activation).map((e) => `${key(e)} ${e.dataset.activation}`), neurons.filter((e) => why.fingerprint[e.dataset.layer - 1]).map((e) => `${key(e)} ${why.fingerprint[e.dataset.layer - 1][e.dataset.node]}`));
      says("answer", [...figure.querySelectorAll(".answer-link")].map((e) => `${key(e)} ${e.dataset.weight}`), why.neurons.map((n) => `${n.layer}:${n.node} ${n.weight}`));
      const shown = new Set(neurons.map(key));
      says("links", [...figure.querySelectorAll(".fingerprint-link")].map((e) => `${e.dataset.from}>${key(e)}`),
        at.filter((n) => shown.has(`${n.layer}:${n.node}`)).flatMap((n) => components(n).map((from) => `${from}>${n.layer}:${n.node}`)));
      says("samples", neurons.map((e) => `${key(e)} ${e.dataset.sample}`), at.filter((n) => shown.has(`${n.layer}:${n.node}`)).map((n) => `${n.layer}:${n.node} ${n.sample}`));
      found.lit += lit.length;
      found.hits += figure.querySelectorAll(".hit").length;
      found.links += figure.querySelectorAll(".fingerprint-link").length;
      found.silent += figure.querySelectorAll(".unasked").length;
      found.folded += [...figure.querySelectorAll("[data-rest]")].reduce((sum, e) => sum + Number(e.dataset.rest), neurons.length) === at.length ? 0 : 1;
    }
    found.rails += (await plot.networkPlot(net)).querySelectorAll("[data-rail]").length;
    net.dispose();
  }
  return found;
}
Object.assign(globalThis, {figures, refused, compareNetworks});
