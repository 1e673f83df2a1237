/**
 * The living plots of the guides. docs.js loads this file with the first one that comes into view: the engine is as large as
 * a photograph, and most readers of a page don't scroll to its plot.
 */
import {mount} from "../../files/embed.mjs";
import {readTable} from "../../files/table.mjs";

/** A table of the site: its rows without gaps in what a plot needs, its outcomes, and names for its rows. */
async function tableOf(file, columns, target) {
  const {rows} = await readTable(await (await fetch(new URL(`../../data/${file}`, import.meta.url))).arrayBuffer());
  const whole = rows.filter((row) => [...columns, target].every((name) => row[name] !== null));
  return {X: whole.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]]))), y: whole.map((row) => row[target])};
}
const penguins = () => tableOf("penguins.csv", ["culmen_length_mm", "culmen_depth_mm"], "species");
const everyTenth = (list) => list.filter((_, i) => i % 10 === 0);

/** What each one shows, by its name in the guide. */
const plots = {
  "a table": async () => ({...await penguins(), external: [{culmen_length_mm: 44, culmen_depth_mm: 17}], selected: {external: 0}}),
  "left out": async () => {
    const {X, y} = await penguins();
    return {X: X.filter((_, i) => i % 10), y: y.filter((_, i) => i % 10), external: everyTenth(X), selected: {external: 3}};
  },
  "out at sea": async () => ({...await penguins(), external: [{culmen_length_mm: 44, culmen_depth_mm: 17}, {culmen_length_mm: 56, culmen_depth_mm: 14}], selected: {external: 0}, show: ["picture", "why"]}),
  "familiarity": async () => ({...await penguins(), external: [{culmen_length_mm: 44, culmen_depth_mm: 17}], selected: {external: 0}, background: "familiarity"}),
  "a sum": async () => ({
    ...await tableOf("diamonds.csv", ["carat", "depth", "table"], "price"), options: {duplicates: "mean", interpolation: {local: {}}}, columns: ["carat", "table"],
    external: [{carat: 1.4, depth: 62, table: 58}], selected: {external: 0}, show: ["picture", "why"],
  }),
  "learning": async () => {
    const {X, y} = await penguins();
    return {X: everyTenth(X), y: everyTenth(y), external: [{culmen_length_mm: 44, culmen_depth_mm: 17}], selected: {external: 0}};
  },
};

/** Puts a plot into its figure, above the caption. The page's policy has no room for a worker from a blob, and these tables are small. */
export async function live(figure) {
  figure.setAttribute("aria-busy", "true");
  const place = document.createElement("div");
  figure.prepend(place);
  const dark = document.documentElement.dataset.theme === "dark" || (document.documentElement.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const view = mount(place, {background: "island", show: ["picture"], width: 560, height: 380, worker: false, theme: dark ? "dark" : "light", ...await plots[figure.dataset.plot]()});
  await view.ready;
  figure.setAttribute("aria-busy", "false");
}
