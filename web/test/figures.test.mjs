// The figures are functions of data: each is compared with its picture in testdata/figures, which opens in a browser and reads as
// text. After a deliberate change: XAIA_FIGURES=write node --test web/test/figures.test.mjs
import assert from "node:assert/strict";
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {effectPlot} from "../figures/effect.js";
import {fingerprintPlot as fingerprintFigure} from "../figures/fingerprint.js";
import {networkPlot as networkFigure} from "../figures/network.js";
import {activationPlot} from "../figures/draw/activation.js";
import {agreementPlot} from "../figures/draw/agreement.js";
import {shareBars} from "../figures/draw/attribution.js";
import {certaintyBar} from "../figures/draw/certainty.js";
import {fingerprintPlot, fingerprintRows} from "../figures/draw/fingerprint.js";
import {networkPlot} from "../figures/draw/network.js";
import {planePlot} from "../figures/draw/plane.js";
import {thumbnail} from "../figures/draw/thumbnail.js";
import {tnnPlot, trianglePlot} from "../figures/draw/tnn.js";
import {waterfall, waterfallBars} from "../figures/draw/waterfall.js";
import {fitDomain} from "../scene/plane.js";
import {document, written} from "./dom.mjs";

Object.assign(globalThis, {document, window: {document}});

const settings = {a1: 0.01, a2: 0.3, admission: 0.1, activation: 0.9};
const classes = ["in", "out"];
const samples = [{x: 0, y: 0, target: "in"}, {x: 1, y: 0.5, target: "in"}, {x: 3, y: 3, target: "out"}];
const layers = [{settings, nodes: [[0], [2]]}, {settings, nodes: [[1]]}];
const fingerprint = [[0.6, 0.02], [0.95]];
const explanation = {fingerprint, layer: 2, value: "in", status: "hit", recognition: "strong", familiarity: 0.95, neurons: [{layer: 2, node: 0, samples: [1], alpha: "in", activation: 0.95, weight: 1}]};
const domain = {x: [-1, 4], y: [-1, 4]};

const figures = {
  "plane": planePlot({samples, classes, domain, width: 300, height: 240, labels: ["width", "length"], title: "Three samples", chosen: {x: 2, y: 2, links: [{sample: 1, weight: 0.7}, {sample: 2, weight: 0.3}]}, lit: [0],
    external: [{x: 2.5, y: 1, target: "out", status: "interpolated", missed: true, links: [{sample: 2, weight: 1}]}, {x: 9, y: 1, target: "in", status: "hit", links: []}]}),
  "plane-values": planePlot({samples: samples.map((s, i) => ({...s, target: 1000 * i})), external: [], classes: null, domain, width: 300, height: 240, chosen: null, conflicts: [1], step: {examined: 2, other: 1, placed: [1, 1, 0]}}),
  "network": networkPlot({layers, classes, targets: ["in", "in", "out"], explanation, cells: [{name: "width", value: "2"}, {name: "length", value: "1.5"}], skip: true, links: () => [{node: 0, activation: 0.6}], answer: "in", lit: 1, width: 520, height: 240}),
  "fingerprint": fingerprintPlot(explanation, {layers, width: 300, lit: 2}),
  "line": tnnPlot({samples: [{x: 0, target: 0}, {x: 1, target: 2}, {x: 2, target: 1}], external: [{x: 1.5, target: 3, missed: true}], curve: [0, 0.5, 1, 1.5, 2].map((x) => ({x, y: [0, 1, 2, 1.6, 1][2 * x]})), grey: [[0.3, 0.7]],
    band: [{x: 0.5, low: 0.5, high: 1.5}, {x: 1, low: 1.5, high: Infinity}], chosen: {x: 0.5, y: 1, neighbours: [0, 1], interval: [0.5, 1.5]}, width: 300, height: 200}),
  "triangle": trianglePlot({fingerprint: [1, 0.8, 0.1]}, {width: 240}),
  "activation": activationPlot(settings, {distances: [0.05, 0.1, 0.12, 0.4], width: 300}),
  "agreement": agreementPlot([1, 2, 3], [1.1, 1.8, NaN], 240),
  "shares": shareBars({lines: [{label: "width = 2", share: 0.7, said: "out if 3", changed: true}, {label: "length = 1.5", share: 0.3, said: "typical", changed: false}], lit: 0, width: 360}),
  "certainty": certaintyBar({value: 2, interval: [1, Infinity], range: [0, 4], width: 240}),
  "waterfall": waterfallBars({whole: /** @type {any} */ (waterfall({answer: 17285, limit: 0, columns: [{name: "carat", correction: 910, difference: 0.04}, {name: "cut", correction: -65, value: "Fair"}]})), name: "price", width: 360}),
  "thumbnail": thumbnail(samples, classes),
};

const folder = new URL("../../testdata/figures/", import.meta.url);
const colours = "svg { color: #1a1a1a; --ink: #1a1a1a; --paper: #fff; --accent: #0b6e99; --interpolated: #9a4d00; --wrong: #c00; --line: #ccc; --low: #444; --high: #fc0 }";

for (const [name, figure] of Object.entries(figures)) {
  test(`the figure ${name} is as its picture`, () => {
    const svg = figure.element?.querySelector("svg") ?? figure;
    svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const style = document.createElement("style");
    style.textContent = colours;
    svg.prepend(style);
    const text = written(svg);
    const file = fileURLToPath(new URL(`${name}.svg`, folder));
    if (process.env.XAIA_FIGURES === "write") {
      mkdirSync(folder, {recursive: true});
      writeFileSync(file, text);
    }
    assert.equal(text, readFileSync(file, "utf8"));
  });
}

test("each picture is of a figure", () => assert.deepEqual(readdirSync(folder).sort(), Object.keys(figures).map((name) => `${name}.svg`).sort()));

// Weight in pounds and cylinders, in one unit, would be a line.
test("columns of like ranges have one unit, others fill the picture", () => {
  const room = {width: 640, height: 480}, place = (x) => x;
  const part = (X, columns = ["a", "b"]) => {
    const {x, y} = fitDomain({X, external: [], columns}, {place}, room);
    return {unit: (x[1] - x[0]) / (room.width - 72) / ((y[1] - y[0]) / (room.height - 60)), across: (Math.max(...X.map((p) => p[0])) - Math.min(...X.map((p) => p[0]))) / (x[1] - x[0])};
  };
  for (const X of [[[0, 0], [1, 1]], [[0, 0], [4, 1]], [[0, 0], [1, 0]], [[2, 3]], [[-1, -1], [1, 2]]]) assert.ok(Math.abs(part(X).unit - 1) < 1e-9, JSON.stringify(X));
  for (const X of [[[1600, 4], [5100, 8], [3000, 6]], [[0, 0], [1, 90]]]) assert.ok(part(X).across > 0.8, `${JSON.stringify(X)} takes ${part(X).across} of the width`);
  assert.ok(part([[0, 0], [1, 1]], ["a", "b", "c"]).across > 0.8, "a table's columns have no common unit");
});

test("on a phone, the numbers above shares don't run into each other", () => {
  const svg = shareBars({lines: [{label: "culmen_length_mm = 44", share: 0.6, said: "Chinstrap if 44.45", changed: true}], width: 290});
  const numbers = [...svg.querySelectorAll("text")].filter((label) => / %$/.test(label.textContent)).map((label) => ({at: Number(label.getAttribute("x")), half: 4 * label.textContent.length}));
  assert.ok(numbers.length > 1, "too few numbers to read a share");
  numbers.slice(1).forEach(({at, half}, i) => assert.ok(at - half > numbers[i].at + numbers[i].half, JSON.stringify(numbers)));
});

test("an effect of 10,000 rows, each with its line", () => {
  const at = Array.from({length: 20}, (_, i) => i);
  const each = Array.from({length: 10000}, (_, r) => at.map((v) => v * (r % 7) - 1));
  const figure = effectPlot({column: "size", at, mean: at, spread: at.map(() => 1), each}, {});
  assert.equal(figure.querySelector(".each").children.length, 10000);
});

test("an explanation without its fingerprint is refused in these words", async () => {
  const {fingerprint: _, ...lean} = explanation;
  const model = {kind: "sqann", layers, classes, featureCount: 2, sampleCount: 3};
  for (const draw of [() => networkFigure(model, {explanation: lean}), async () => fingerprintFigure(lean, {model}), async () => fingerprintRows(lean, {layers})]) {
    await assert.rejects(draw, {name: "TypeError", message: /has no fingerprint\. Give the result of model\.explain\(x, \{fingerprint: true\}\)/});
  }
  await assert.rejects(() => networkFigure(model, {explanation: {...explanation, fingerprint: [[0.1]]}}), {message: /not from this model/});
});
