// Scales and marks of the figures, from their sources.
import assert from "node:assert/strict";
import {test} from "node:test";
import {bands, dots, linear, nice} from "../figures/draw/marks.js";
import {looks, rampAt, valueLegend} from "../figures/draw/colours.js";
import {chart} from "../figures/draw/chart.js";
import {document} from "./dom.mjs";

Object.assign(globalThis, {document, window: {document}});

const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));

test("a scale goes there and back, also where all is at one place", () => {
  for (const [domain, range] of [[[0, 10], [40, 300]], [[-3, 7], [200, 20]], [[1e9, 1e9 + 1], [0, 100]]]) {
    const {apply, invert} = linear(domain, range);
    assert.deepEqual(domain.map(apply), range);
    for (const v of [domain[0], 0.3 * domain[0] + 0.7 * domain[1], 2 * domain[1]]) assert.ok(near(invert(apply(v)), v), `${v} comes back as ${invert(apply(v))}`);
  }
  const {apply, invert} = linear([5, 5], [0, 100]);
  assert.deepEqual([apply(5), invert(70)], [50, 5]);
});

// By the definition: of 1, 2 and 5 times all powers of ten the distance whose number of steps is nearest to the wish, by ratio.
test("ticks are whole numbers of the distance that fits best", () => {
  for (const [low, high] of [[0, 1], [-1, 4], [0, 97], [0.003, 0.0041], [-250, 1250], [1990, 2024], [0, 1e-7], [-4e8, 3e8]]) {
    for (const count of [2.3, 4, 5.1, 8]) {
      const found = linear([low, high], [0, 1]).ticks(count);
      let best = null, least = Infinity;
      for (let power = -12; power <= 12; power++) {
        for (const m of [1, 2, 5]) {
          const off = Math.abs(Math.log((high - low) / (m * 10 ** power) / count));
          if (off < least) [best, least] = [m * 10 ** power, off];
        }
      }
      const wanted = [];
      for (let i = Math.ceil(low / best - 1e-9); i * best <= high + 1e-9 * best; i++) wanted.push(i * best);
      assert.equal(found.length, wanted.length, `${low} to ${high}, ${count}: ${found}, want ${wanted}`);
      found.forEach((v, i) => assert.ok(near(v, wanted[i]), `${v}, want ${wanted[i]}`));
    }
  }
  assert.deepEqual(linear([0, 0.5], [0, 1]).ticks(5), [0, 0.1, 0.2, 0.3, 0.4, 0.5]);
  assert.deepEqual([linear([0, 0.5], [0, 1]).said(0.3, 5), linear([-2000, 2000], [0, 1]).said(-1500, 8), linear([0, 4], [0, 1]).said(0, 4)], ["0.3", "−1,500", "0"]);
  for (const broken of [[3, 3], [NaN, NaN], [0, Infinity]]) assert.ok(linear(/** @type {any} */ (broken), [0, 1]).ticks(5).length <= 1);
  assert.deepEqual([nice([0.13, 9.7]), nice([2, 2])], [[0, 10], [2, 2]]);
});

test("bands lie in their order, as wide as what is left between them", () => {
  for (const range of [[0, 100], [20, 220]]) {
    const scale = bands(["a", "b", "c"], range, 0.25);
    const step = (range[1] - range[0]) / 3.25;
    ["a", "b", "c"].forEach((name, i) => assert.ok(near(scale.apply(name), range[0] + step * (i + 0.25))));
    assert.ok(near(scale.bandwidth, 0.75 * step) && near(scale.apply("c") + scale.bandwidth + 0.25 * step, range[1]));
    assert.deepEqual(["a", "b", "c"].map((name) => scale.invert(scale.apply(name) + scale.bandwidth / 2)), ["a", "b", "c"]);
  }
});

test("dots that replace others are the same elements, and only what differs is written", () => {
  const dot = (x, shape = 0, fill = "red") => ({x, y: 5, r: 2, shape, more: {fill}});
  const first = dots("samples", {stroke: "white"}, [dot(1), dot(2), dot(3, 1)], null);
  const own = [...first.children];
  let written = 0;
  for (const e of own) {
    const set = e.setAttribute.bind(e);
    e.setAttribute = (name, value) => { written++; set(name, value); };
  }
  const second = dots("samples", {stroke: "white"}, [dot(1), dot(2.5), dot(3, 1)], first);
  assert.equal(second, first);
  assert.deepEqual([written, own[1].getAttribute("cx")], [1, "2.5"]);
  dots("samples", {stroke: "white"}, [dot(1), dot(2.5, 2), dot(3, 1)], first); // another shape is another element
  assert.deepEqual([...first.children].map((e) => e.localName), ["circle", "path", "path"]);
  assert.equal(first.children[0], own[0]);
  assert.notEqual(dots("samples", {stroke: "white"}, [dot(1)], first), first, "of another number they are others");
});

test("classes have a colour and a shape each, numbers a place on the ramp", () => {
  const {colour, shape} = looks(["a", "b"], []);
  assert.notEqual(colour("a"), colour("b"));
  assert.deepEqual([shape("a"), shape("b"), shape(null), colour("c"), colour(null)], [0, 1, 0, "currentColor", "currentColor"]);
  assert.deepEqual([looks([true, false], []).shape(false), looks([1, 2], []).shape(2)], [1, 1]);
  const of = looks(null, [2, 4, NaN]);
  assert.deepEqual([of.colour(2), of.colour(3), of.colour(9), of.colour(null)], ["#440154", "#21918c", "#fde725", "currentColor"]);
  assert.deepEqual(rampAt(0.05), [70, 19, 101]); // half way to #482475
  assert.equal(looks(null, [7, 7]).colour(7), "#21918c");
  assert.equal(valueLegend([1, 3]).querySelectorAll("rect").length, 60);
});

test("two charts of a page have clips of their own", () => {
  const of = () => chart({width: 100, height: 80, label: "one", clip: true, x: {domain: [0, 1]}, y: {domain: [0, 1]}, marks: () => []}).querySelector("clipPath").getAttribute("id");
  assert.notEqual(of(), of());
});
