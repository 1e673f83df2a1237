// The front door: what it was prepared with is what the engine says, and its sentences.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {domain, grid, penguinsOf, unpacked, without} from "../site/door/penguins.js";
import {beneath, cardOf, headline, measures} from "../site/door/words.js";
import {load} from "../package/lite/lite.js";
import * as xaia from "../../dist/npm/xaia.mjs";

const built = (name) => readFileSync(new URL(`../../dist/site/${name}`, import.meta.url), "utf8");
const door = JSON.parse(built("door.json"));
const penguins = penguinsOf(built("data/penguins.csv"));
const fitted = (out) => {
  const {X, y, at} = without(penguins, new Set(out));
  return xaia.fit(X, y).then((model) => ({model, at}));
};

test("all penguins with a bill are there, by their numbers in the file", () => {
  const rows = built("data/penguins.csv").trim().split("\n").slice(1).map((line) => line.split(","));
  assert.equal(rows.length, 344);
  assert.equal(penguins.length, rows.filter((row) => row[2] !== "" && !Number.isNaN(Number(row[2]))).length);
  for (const {no, species, x, flipper, mass} of penguins) assert.deepEqual([species, ...x, flipper, mass].map(String), [rows[no - 1][0], ...rows[no - 1].slice(2, 6).map((v) => String(Number(v)))]);
  assert.deepEqual(door.penguins.map(([no, length, depth, , , k]) => [no, length, depth, door.classes[k]]), penguins.map((p) => [p.no, ...p.x, p.species]));
  for (const {x: [length, depth]} of penguins) assert.ok(length > domain.x[0] && length < domain.x[1] && depth > domain.y[0] && depth < domain.y[1]);
});

test("the first network answers as the engine's, and its islands are what that says", async () => {
  const {model} = await fitted([door.turns[0]]);
  const lite = load(door.first);
  assert.equal(lite.sampleCount, penguins.length - 1);
  const land = unpacked(door.classes, Uint8Array.from(Buffer.from(door.land, "base64")));
  assert.equal(land.length, grid.columns * grid.rows);
  for (let k = 0; k < land.length; k += 37) {
    const [i, j] = [k % grid.columns, Math.floor(k / grid.columns)];
    const place = [domain.x[0] + ((domain.x[1] - domain.x[0]) * (i + 0.5)) / grid.columns, domain.y[1] - ((domain.y[1] - domain.y[0]) * (j + 0.5)) / grid.rows];
    const [whole, light] = [await model.explain(place), lite.explain(place)];
    assert.deepEqual([light.value, light.recognition, light.neurons.map((n) => [n.samples[0], n.weight])], [whole.value, whole.recognition, whole.neurons.map((n) => [n.samples[0], n.weight])]);
    assert.equal(land[k].value, whole.value, String(place));
    assert.ok(Math.abs(land[k].familiarity - whole.familiarity) <= 0.5 / 255 + 1e-12);
  }
  model.dispose();
});

test("the mistakes are those of the engine, each left out once, and one of them ends when the one who misled it goes", async () => {
  let [wrong, unsure, missed] = [[], 0, 0];
  for (const [i, {x, species}] of penguins.entries()) {
    const {model} = await fitted([i]);
    const {value, recognition} = await model.explain(x);
    model.dispose();
    missed += Number(value !== species);
    if (recognition === "weak") unsure++;
    else if (value !== species) wrong.push(i);
  }
  assert.deepEqual([door.wrong, door.unsure], [wrong, unsure]);
  const {X, y} = without(penguins, new Set());
  const whole = await xaia.fit(X, y);
  const {counts} = (await whole.leaveOneOut()).confusion;
  assert.equal(counts.flatMap((row, i) => row.filter((_, k) => k !== i)).reduce((sum, n) => sum + n, 0), missed);
  whole.dispose();
  const {i, misled} = door.mistake;
  assert.ok(wrong.includes(i));
  const {model} = await fitted([i, misled]);
  assert.equal(await model.predict(penguins[i].x), penguins[i].species);
  model.dispose();
});

test("index.html says the numbers that were computed", () => {
  const html = built("index.html");
  assert.doesNotMatch(html, /\{\w+\}/);
  for (const words of [`asks ${penguins.length - 1} others`, `${penguins.length} penguins were measured`, `wrong ${door.wrong.length} times in ${penguins.length}`, `${door.unsure} times the answer was`,
    `No. ${penguins[door.turns[0]].no} is left out`, measures(penguins[door.turns[0]])]) assert.ok(html.includes(words), words);
  assert.equal(html.match(/<use /g).length, penguins.length - 1);
  assert.equal(new Set(door.turns).size, 10);
});

test("an answer in words", () => {
  const knows = {recognition: "moderate", value: "Gentoo"}, unknown = {recognition: "weak", value: "Gentoo"};
  assert.equal(headline(knows, 5), "Gentoo, say these five");
  assert.equal(headline(knows, 5, 4), "Gentoo, say four of these five");
  assert.equal(headline(knows, 5, 1), "Gentoo, says one of these five");
  assert.equal(headline({...knows, recognition: "strong"}, 1), "Gentoo, says this one");
  assert.equal(headline(unknown, 0), "I don't know.");
  assert.equal(beneath(knows, [{weight: 0.02}, {weight: 0.011}]), "and 2 more, with 3 % of the weight");
  assert.equal(beneath(knows, []), "");
  assert.equal(beneath(unknown, []), "Nobody here is like this. The nearest guess would be Gentoo.");
  assert.equal(beneath(unknown, [], {now: 6.23, least: 6.23}), "Nobody here is like this. A change of 6.2 mm is enough. Can you do it with less?");
  assert.equal(beneath(unknown, [], {now: 6.23, least: 5.1}), "Nobody here is like this. A change of 6.2 mm is enough; your least was 5.1 mm.");
  assert.equal(measures({x: [45.4, 18.7], flipper: 188, mass: 3525}), "bill 45.4 × 18.7 mm, flipper 188 mm, 3,525 g");
  assert.equal(measures({x: [45.44, 18]}), "bill 45.4 × 18.0 mm");
});

test("the card to send", () => {
  const penguin = {no: 7, species: "Adelie", x: [40, 18.5], flipper: 190, mass: 3500}, by = [{name: "no. 74", outcome: "Chinstrap", weight: 0.6}];
  const of = (answer) => cardOf({penguin, answer, by, guess: "Gentoo", species: "Adelie", classes: ["Adelie", "Chinstrap", "Gentoo"]});
  const {question, answer, label, how, who, sentence} = of({recognition: "moderate", value: "Chinstrap"});
  assert.deepEqual([question, answer, label, how, who, sentence], ["Penguin no. 7: bill 40.0 × 18.5 mm, flipper 190 mm, 3,500 g. Who is it?", "Chinstrap", "Chinstrap", "You: Gentoo. It: Chinstrap, because of", by, "It is an Adelie."]);
  const unknown = of({recognition: "weak", value: "Chinstrap"});
  assert.deepEqual([unknown.answer, unknown.label, unknown.how, unknown.who], ["I don't know.", null, "You: Gentoo. It: “I don't know”.", []]);
});
