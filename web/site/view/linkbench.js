/** The points of a bench in a link: a few texts, each read with its type and limits. */
import {makeBench, namesByRow, sampleNames} from "./bench.js";
import {cut} from "../../ui/words.js";
import {featuresOf, partsOf} from "../../scene/columns.js";

// A table's text columns become many, named by column and text.
export const limits = {rows: 5000, row: 1e6, columns: 4000, classes: 40, name: 140, title: 60, text: 4e6, ignored: 20, layers: 20};

export const within = (low, high) => (text) => {
  const value = /^-?[\d.]+(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  return value >= low && value <= high ? value : undefined;
};
/** The engine takes no larger number. */
const largest = 1e150;
export const numbers = (text, most) => {
  const list = text === "" ? [] : text.split(",", most + 1).map(within(-largest, largest));
  return list.length <= most && !list.includes(undefined) ? list : undefined;
};

const encodeName = (name) => encodeURIComponent(cut(String(name), limits.name)).replaceAll(",", "%2C");

/** @param {any} bench */
export function benchText(bench) {
  const cell = (y) => (y === null ? "" : bench.classes ? bench.classes.indexOf(y) : y);
  const row = (x, y) => [...x, cell(y)].join(",");
  return {
    title: bench.title,
    columns: partsOf(bench).map((part) => [part].flat().map(encodeName).join("=")).join(","),
    classes: bench.classes ? bench.classes.map(encodeName).join(",") : "",
    points: bench.X.map((x, i) => row(x, bench.y[i])).join(";"),
    external: bench.external.map((e) => row(e.x, e.y)).join(";"),
    target: bench.target,
    rows: bench.rows ? (bench.rows.every((n, i) => n === i + 1) ? "all" : bench.rows.join(",")) : "",
    names: sampleNames(bench)?.map(encodeName).join(",") ?? "",
    out: bench.external.some((e) => e.place !== undefined) ? bench.external.map((e) => (e.place === undefined ? "" : `${e.place}:${e.row ?? ""}`)).join(",") : "",
  };
}

/** @param {any} given the parts of a link @param {string[]} ignored gets the names of parts that can't be */
export function readBench(given, ignored) {
  const bad = (name) => {
    ignored.push(name);
    return null;
  };
  const decoded = (text) => {
    try {
      return cut(decodeURIComponent(text), limits.name);
    } catch {
      return undefined;
    }
  };
  const different = (found, most) => found.length <= most && !found.includes(undefined) && new Set(found).size === found.length;
  const list = (text, most) => {
    const found = text.split(",", most + 1).map(decoded);
    return different(found, most) ? found : undefined;
  };
  // A feature that stands for a column's text is column=text; in a first link it was only called so.
  const first = given.get("v") === "1";
  const features = (given.get("columns") ?? "").split(",", limits.columns + 1).map((written) => {
    const [column, ...text] = (first ? [written] : written.split("=")).map(decoded);
    const at = first && column ? column.lastIndexOf(" = ") : -1;
    if (at > 0) return [column.slice(0, at), column.slice(at + 3)];
    if (!column || text.length > 1 || text.includes(undefined)) return undefined;
    return text.length ? [cut(column, limits.name / 2), cut(text[0], limits.name / 2)] : column;
  });
  if (features.includes(undefined)) return bad("columns");
  const {columns, texts} = featuresOf(features);
  if (!different(columns, limits.columns)) return bad("columns");
  const classes = given.get("classes") ? list(given.get("classes"), limits.classes) : null;
  if (classes === undefined) return bad("classes");
  const outcome = (v) => (classes ? classes[v] : v);
  const rows = (name, open) => {
    const text = given.get(name) ?? "";
    if (text === "") return [];
    const found = text.split(";", limits.rows + 1).map((row) => {
      const unknown = open && row.endsWith(",");
      const v = numbers(unknown ? row.slice(0, -1) : row, columns.length + 1);
      if (v?.length !== columns.length + (unknown ? 0 : 1)) return undefined;
      const y = unknown ? null : outcome(v.at(-1));
      return y === undefined ? undefined : {x: v.slice(0, columns.length), y};
    });
    return found.length <= limits.rows && !found.includes(undefined) ? found : bad(name);
  };
  const points = rows("points", false);
  const external = rows("external", true);
  if (!points || !external) return null;
  const tabled = given.get("rows") === "all" ? points.map((_, i) => i + 1) : given.has("rows") ? numbers(given.get("rows"), limits.rows) : null;
  const fits = tabled === null || (tabled?.length === points.length && new Set(tabled).size === tabled.length && tabled.every((n) => Number.isInteger(n) && n > 0 && n <= limits.row));
  if (!fits) bad("rows");
  const called = given.has("names") ? given.get("names").split(",", limits.rows + 1).map(decoded) : [];
  const named = fits && tabled && called.length === tabled.length && !called.includes(undefined);
  if (given.has("names") && !named) bad("names");
  if (given.has("out") && !takePlaces(external, given.get("out"), points.length, fits ? tabled : null)) bad("out");
  return makeBench({
    title: cut(given.get("title") ?? "Your points", limits.title), target: cut(given.get("target") ?? "", limits.name), columns, texts, classes, X: points.map((p) => p.x), y: points.map((p) => p.y), external, rows: fits ? tabled : null, names: named ? namesByRow(called, tabled) : null,
    scaled: columns.length > 2, edited: true,
  });
}

/** Gives the external points that were samples their places, and their rows; false, and nothing, where these can't be. */
function takePlaces(external, text, samples, rows) {
  const found = text.split(",", external.length + 1).map((one) => (one === "" ? null : /^(\d{1,7}):(\d{0,9})$/.exec(one)?.slice(1).map((n) => (n === "" ? undefined : Number(n)))));
  const out = found.filter(Boolean);
  const different = (k, taken = []) => new Set([...out.map((o) => o[k]), ...taken]).size === out.length + taken.length;
  const possible = ([place, row]) => place < samples + external.length && (rows ? row > 0 && row <= limits.row : row === undefined);
  if (found.length !== external.length || found.includes(undefined) || !out.every(possible) || !different(0) || (rows && !different(1, rows))) return false;
  found.forEach((o, i) => o && Object.assign(external[i], {place: o[0]}, rows && {row: o[1]}));
  return true;
}
