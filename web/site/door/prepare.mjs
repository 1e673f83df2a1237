/**
 * Writes index.html and door.json, the front door: node prepare.mjs FOLDER PACKAGE TABLE. All that it says of the penguins is
 * computed here, with the package in that folder: who answers for one that is left out, how often that is wrong, and who misled it.
 */
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {islandAnswers} from "../../figures/draw/background.js";
import {gridOf} from "../../scene/plane.js";
import {projection} from "../../scene/project.js";
import {authors, domain, grid, mostFaces, packed, penguinsOf, without} from "./penguins.js";
import {page} from "./page.mjs";

const [folder, packageFolder, table] = process.argv.slice(2);
const {fit} = await import(pathToFileURL(path.resolve(packageFolder, "xaia.mjs")).href);
const penguins = penguinsOf(readFileSync(table, "utf8"));

/** What the others say of one, and who they are. */
async function asked(i, out = new Set()) {
  const {X, y, at} = without(penguins, new Set([i, ...out]));
  const model = await fit(X, y);
  const answer = await model.explain(penguins[i].x);
  return {model, answer, by: authors(answer, at)};
}

const wrong = [];
const mixed = [];
let unsure = 0;
for (const [i, penguin] of penguins.entries()) {
  const {model, answer, by} = await asked(i);
  model.dispose();
  if (new Set(by.slice(0, mostFaces).map((a) => penguins[a.i].species)).size > 1) mixed.push(i);
  if (answer.recognition === "weak") unsure++;
  else if (answer.value !== penguin.species) wrong.push({i, by});
}

// Ten whose five authors disagree, evenly through the file; the first is one that is answered rightly, though its strongest author is of another kind.
const ten = Array.from({length: 10}, (_, k) => mixed[Math.floor((k * mixed.length) / 10)]);
let first = 0;
for (const [k, i] of ten.entries()) {
  const {model, answer, by} = await asked(i);
  model.dispose();
  if (answer.value === penguins[i].species && penguins[by[0].i].species !== answer.value) {
    first = k;
    break;
  }
}
const turns = [...ten.slice(first), ...ten.slice(0, first)];

// A mistake that ends when the strongest of those who misled it is taken out.
let mistake = null;
for (const {i, by} of wrong) {
  const misled = by.find((a) => penguins[a.i].species !== penguins[i].species).i;
  const {model, answer} = await asked(i, new Set([misled]));
  model.dispose();
  if (answer.value === penguins[i].species && answer.recognition !== "weak") {
    mistake = {i, misled};
    break;
  }
}
if (!mistake) throw new Error("No mistake among the penguins ends when one of them is taken out: the story's fifth stop tells of such a one.");

const {model} = await asked(turns[0]);
const {X} = without(penguins, new Set([turns[0]]));
const places = gridOf(projection({columns: ["length", "depth"], X}, "components"), /** @type {any} */ (domain), grid.columns, grid.rows);
const classes = model.classes;
const door = {
  classes, islands: [...new Set(penguins.map((p) => p.island))],
  penguins: penguins.map((p) => [p.no, ...p.x, p.flipper, p.mass, classes.indexOf(p.species)]),
  turns, mistake, unsure, wrong: wrong.map(({i}) => i),
  land: Buffer.from(packed(classes, await islandAnswers(model, places))).toString("base64"),
  first: JSON.parse(await model.save({format: "lite"})),
};
writeFileSync(path.join(folder, "door.json"), JSON.stringify(door));
writeFileSync(path.join(folder, "index.html"), page(readFileSync(new URL("../../../index.html", import.meta.url), "utf8"), penguins, door));
console.log(`${penguins.length} penguins, ${wrong.length} wrong, ${unsure} unsure, asked: ${turns.map((i) => penguins[i].no)}, mistake: ${penguins[mistake.i].no} misled by ${penguins[mistake.misled].no}`);
