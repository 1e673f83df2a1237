/** Model files: their samples and options. The page fits the network anew, so nothing else of them is read. */
import {cut} from "../../ui/words.js";
import {makeBench, namesByRow} from "./bench.js";
import {limits} from "./limits.js";
import {modelOf} from "./options.js";
import {featuresOf} from "../../scene/columns.js";

/** What the bench shows of a model file. Its columns are called as the page that saved it called them, or as the fit's row objects did. */
export function benchOfModel({X, y, columns, names: saved, target, options}, classes) {
  if (y.some((v) => Array.isArray(v))) throw new Error("The page shows only models with one output; this model has several.");
  const width = X[0].length;
  if (X.length > limits.rows || width > limits.columns) throw new Error(`The model has ${X.length} samples of ${width} columns; the page shows up to ${limits.rows.toLocaleString("en")} samples of ${limits.columns} columns.`);
  const own = columns?.flatMap((c) => [...(c.categories ? c.categories.map((t) => [c.name, t]) : [c.name ?? ""]), ...(c.gap ? [c.name ? `${c.name} is missing` : ""] : [])]);
  const text = (t) => typeof t === "string";
  const pair = (p) => Array.isArray(p) && p.length === 2 && p.every(text);
  const named = featuresOf((own ?? (Array.isArray(saved) ? saved : [])).map((name) => (text(name) || pair(name) ? name : "")));
  const usable = named.columns.length === width && named.columns.every(Boolean) && new Set(named.columns).size === width;
  const fallback = width === 1 ? ["x"] : width === 2 ? ["x₁", "x₂"] : Array.from({length: width}, (_, i) => `column ${i + 1}`);
  if (!X.every((x) => x.every(Number.isFinite))) throw new Error("The model was fitted on texts or missing values; the page shows only models of numbers.");
  const called = Array.isArray(options?.names) && options.names.length === X.length && options.names.every(text) ? options.names.map((name) => cut(name, 60)) : null;
  const rows = called && X.map((_, i) => i + 1);
  return makeBench({
    id: "file", title: "Your model", X, y: classes ? y.map(String) : y, classes: classes ? classes.map(String) : null,
    ...(usable ? named : {columns: fallback}), target: text(target) ? cut(target, 70) : "", rows, names: called && namesByRow(called, rows), note: `From a model file: ${X.length} samples.`, scaled: width > 2, edited: true,
  });
}

const unread = (why) => new Error(`The model could not be read. ${why}`);

/** A model file that is bytes (wire/bytes.go), as the text of one that is JSON, without what the page doesn't read. @param {ArrayBuffer} bytes */
export function modelText(bytes) {
  const view = new DataView(bytes);
  let at = 4;
  /** Where the next so many bytes are. */
  const take = (length) => {
    if (!(length >= 0 && at + length <= bytes.byteLength)) throw unread("It is cut off.");
    at += length;
    return at - length;
  };
  const count = () => view.getUint32(take(4), true);
  const rowsOf = (rows, width) => {
    const from = take(8 * rows * width);
    return Array.from({length: width && rows}, (_, i) => Array.from({length: width}, (_, j) => view.getFloat64(from + 8 * (i * width + j), true)));
  };
  if (count() !== 2) throw unread("It is no model file of version 2.");
  const length = count();
  const file = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, take(length), length)));
  if (file.members) return JSON.stringify(file);
  const rest = count();
  if (at + rest + 8 !== bytes.byteLength) throw unread("It is cut off.");
  const rows = count();
  file.X = rowsOf(rows, count());
  const outputs = count();
  if (outputs > 0) file.y = rowsOf(rows, outputs).map((y) => (outputs === 1 ? y[0] : y));
  return JSON.stringify(file);
}

/**
 * @param {string} text of a model file
 * @returns {{tnn: boolean, bench: import("./bench.js").Bench, a: number, properties: ReturnType<typeof modelOf>}} a: a line's steepness; properties: the page's
 */
export function openedModel(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch (error) {
    throw unread(`It is no JSON: ${error.message}.`);
  }
  if (file.format !== "xaia-model" || file.version !== 2) throw unread("It is no model file of version 2.");
  if (file.members) throw new Error("The page shows one network; this file holds an ensemble of two.");
  const {options, X, y} = file;
  const width = X?.[0]?.length;
  const row = (x) => Array.isArray(x) && x.length === width;
  if (!(width > 0) || !Array.isArray(X) || !X.every(row) || !Array.isArray(y) || y.length !== X.length || typeof options !== "object" || options === null) throw unread("Its samples are incomplete.");
  const classes = options.classes || y.some((v) => typeof v !== "number" && !Array.isArray(v)) ? [...new Set(y)].sort((a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1)) : null;
  const bench = benchOfModel(file, classes);
  const tnn = options.model === "tnn";
  if (tnn && (classes || width !== 1)) throw new Error("The page shows a TNN only if it has one column and numbers as outcomes.");
  if (tnn && !(typeof options.a === "number" && options.a > 0)) throw unread("It has no steepness.");
  return {tnn, bench, a: options.a, properties: modelOf(options)};
}
