/** Files in and out that need the browser. */
import {holdOut} from "./bench.js";
import {element} from "../../ui/element.js";
import {limits} from "./limits.js";
import {more, tables as loadTables} from "./more.js";
import {once} from "../../ui/once.js";
import {place} from "./parts.js";
import {projection} from "../../scene/project.js";
import {readProperties} from "./state.js";
import {thumbnail} from "../../figures/draw/thumbnail.js";

/** Sample sets that are tables beside the page, each with its origin. */
export const tables = [
  {id: "penguins", title: "Penguins", target: "species", classes: true, note: "344 penguins of three species on the islands of the Palmer Archipelago: bill, flipper, mass and sex (Gorman, Williams and Fraser 2014; from Observable's sample datasets). Missing values are filled with the column's mean."},
  {id: "diamonds", title: "Diamonds", target: "price", classes: false, note: "2000 of ggplot2's 53,940 diamonds, evenly spread (from Observable's sample datasets): weight, cut, colour, clarity and measures, and the price in dollars."},
  {id: "iris", title: "Iris", target: "target", classes: true, note: "Fisher's irises: four measures of 150 flowers of three species."},
  {id: "wine", title: "Wine", target: "target", classes: true, note: "Thirteen chemical measures of 178 wines from three growers."},
  {id: "boston", title: "Boston", target: "medv", classes: false, note: "Median house values of 506 districts of Boston, 1978. Table 1 of the paper. Its column b, a function of the share of Black residents, is ethically contested: use it to check the paper's figures, not to learn about houses."},
  {id: "diabetes", title: "Diabetes", target: "target", classes: false, note: "Ten measures of 442 patients, and how their disease went on. Table 3 of the paper."},
];

/** The plane's sets in the row below the heading; its others are behind "More sets". */
const inRow = ["islands", "rings", "donut", "spirals", "penguins", "diamonds"];

const textOf = Object.fromEntries(tables.map(({id}) => [id, once(async () => {
  const response = await fetch(new URL(`./data/${id}.csv`, document.baseURI));
  if (!response.ok) throw new Error(`The table ${id} could not be loaded: ${response.status}.`);
  return response.text();
})]));

export async function fetchTable({id, title, target, classes, note}) {
  const [{readFile, pageTable, benchOfTable, withQuestion}, text] = await Promise.all([loadTables(), textOf[id]()]);
  const table = pageTable(await readFile(text, {}));
  const at = table.columns.findIndex((c) => c.name === target);
  const bench = benchOfTable(table, {target: at, features: table.columns.flatMap((_, i) => (i === at ? [] : [i])), classes, missing: "mean", title, id, note});
  return {...withQuestion(bench), edited: false};
}

const moment = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Until what the next table waits: they are fetched one after the other, once the page is usable, and are then there without a network, too. @type {{turn?: Promise<void>}} */
const cache = {};

async function usable() {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, {once: true}));
  await moment(1500);
}

/** What is seldom needed comes when all else is there, so that it works without a network, too; not where a visitor pays for each byte. */
async function fetchRest() {
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  await moment(8000);
  await (await more()).fetchRest();
}

/** A small picture of a bench; a table's comes when it has been read, which waits until it can be seen. */
function benchThumbnail(bench) {
  if (!bench.X) {
    const place = thumbnail([], null);
    const draw = async () => {
      const read = await fetchTable(bench);
      await moment(0);
      place.replaceWith(benchThumbnail(read));
    };
    cache.turn = (cache.turn ?? usable()).then(async () => {
      const folded = place.closest("details:not([open])");
      folded?.addEventListener("toggle", () => draw().catch(() => {}), {once: true});
      await (folded ? textOf[bench.id]() : draw());
    }).catch(() => {});
    if (bench.id === tables.at(-1).id) cache.turn.then(fetchRest).catch(() => {});
    return place;
  }
  const wide = bench.columns.length > 1;
  const {place} = wide ? projection(bench, "components") : {};
  return thumbnail(bench.X.map((x, i) => {
    const [u, v] = wide ? place(x) : [x[0], bench.y[i]];
    return {x: u, y: v, target: bench.y[i]};
  }), bench.classes);
}

/** The button of a sample set: its picture and its title. */
export function setButton(tab, bench, open) {
  const {id, title} = bench;
  const button = element("button", {type: "button", title, "data-set": id, "aria-pressed": String(open)}, benchThumbnail(bench), element("span", {text: title}));
  document.getElementById(tab === "plane" && !inRow.includes(id) ? "plane-others" : `${tab}-sets`).append(button);
  return button;
}

const looksLikeModel = (text) => /^\s*\{/.test(text) && text.includes("xaia-model");

/** The text of a model's file, or null: another file may be a table. @param {File | string} source */
async function modelIn(source) {
  if (typeof source === "string") return looksLikeModel(source) ? source : null;
  if (source.size > limits.bytes) return null;
  const start = await source.slice(0, 200).text();
  if (/^xaia[^ -~\s]/.test(start)) return (await more()).modelText(await source.arrayBuffer()); // no text: a table's first column may be called so
  if (!/^\s*\{/.test(start)) return null;
  const text = await source.text();
  return looksLikeModel(text) ? text : null;
}

/**
 * Opens a file or a text: a model, or a table, which a dialog asks about.
 *
 * @param {string} name @param {File | File[] | string} source several are refused @param {import("./bench.js").Bench} open what the page shows @param {boolean} [series] the line is open, which a series suits
 * @returns {Promise<any>} what a model's file holds (modelfile.js), a table's bench, rows for the bench that is open (tabledialog.js), or null
 */
export async function openFile(name, source, open, series = false) {
  if (Array.isArray(source)) throw new Error(`These are ${source.length} files, ${source.slice(0, 3).map((file) => file.name).join(", ")}${source.length > 3 ? " and others" : ""}. The page opens one at a time: drop that one alone.`);
  if (reading.name) throw new Error(`${reading.name} is still being read. Open ${name} after it.`);
  reading.name = name;
  const wrong = (error) => {
    throw new Error(`${name} could not be read. ${error.message}`);
  };
  /** @type {any} */
  let table;
  try {
    const text = await modelIn(source).catch(wrong);
    if (text) {
      const model = (await more()).openedModel(text);
      const {left, ...properties} = model.properties;
      const without = left ? [left] : [];
      return {...model, properties: {...readProperties(properties, without), left: without.join(", ")}};
    }
    table = (await more()).openTable(name, source, open, series).catch(wrong);
  } finally {
    reading.name = "";
  }
  const found = await table;
  return found?.hold ? {bench: holdOut(found.bench)} : found;
}

/** The file that is being read, until its dialog is there: two would ask at once. */
const reading = {name: ""};

/** Whether a bench has the columns that a view names. */
export const fits = (view, {columns}) => view === "components" || (view === "map" ? columns.length > 2 : view.columns.every((i) => i < columns.length));

/** The bench with a place chosen: the point that is there, if one is. */
export function chooseAt(bench, place) {
  const same = (x) => x.length === place.x.length && x.every((v, i) => v === place.x[i]);
  const external = bench.external.findIndex((e) => same(e.x));
  const sample = bench.X.findIndex(same);
  const chosen = external >= 0 ? {kind: "external", index: external} : sample >= 0 ? {kind: "sample", index: sample} : place;
  return {...bench, chosen};
}

const asking = () => document.querySelector("dialog") !== null; // a table's is there before it is open

/**
 * Files that are chosen or dropped on the page, and texts that are pasted into it.
 *
 * @param {(name: string, source: File | File[] | string) => void} open @param {(name: string, source: File) => void} add a file of new points
 */
export function listenToFiles(open, add) {
  for (const [id, take] of /** @type {[string, any][]} */ ([["file", open], ["held-out-file", add]])) {
    place(`${id}-button`).addEventListener("click", () => place(id).click());
    place(id).addEventListener("change", () => {
      const [file] = place(id).files;
      place(id).value = "";
      if (file) take(file.name, file);
    });
  }
  place("series").addEventListener("click", () => place("file").click());
  place("paste").addEventListener("click", async () => {
    const text = await more().then(({pasteDialog}) => pasteDialog()).catch(() => "");
    if (text) open("Pasted rows", text);
  });
  const over = (yes) => document.body.classList.toggle("dropping", yes);
  // Only files are the page's: a text is dragged into a field. None are taken while a dialog asks something.
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (asking()) event.dataTransfer.dropEffect = "none";
    over(!asking());
  });
  addEventListener("dragleave", () => over(false));
  addEventListener("drop", (event) => {
    over(false);
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    event.preventDefault();
    if (!asking()) open(files[0].name, files.length > 1 ? [...files] : files[0]);
  });
  addEventListener("paste", (event) => {
    const text = asking() || /^(textarea|input)$/i.test(/** @type {any} */ (event.target).tagName ?? "") ? "" : event.clipboardData.getData("text");
    if (!text) return;
    event.preventDefault();
    open("Pasted rows", text);
  });
}
