/**
 * What a share link and the browser's storage hold: a text that is read against
 * an allow-list, every part with its type and limits. Parts that don't fit are
 * left out and named.
 *
 * @typedef {{
 *   tab: "plane" | "line", set: string, preset: "xaia" | "paper" | "both" | "ordinary", background: string, links: boolean,
 *   settings: "auto" | {a1: number, a2: number, admission: number, activation: number}[], r: number, top: number, lines: "auto" | "off" | {top?: number, width?: number, ridge?: number | "flat", line?: boolean, takeover?: "near" | "hit"},
 *   scale: "none" | "minmax" | "standard", duplicates: string, relevance: boolean | number[] | null, a: number, ask: number[] | null, view: "components" | "map" | {columns: [number, number]},
 *   bench: import("./bench.js").Bench | null,
 * }} State
 */
import {benchText, limits, numbers, readBench, within} from "./linkbench.js";
import {cut} from "../../ui/words.js";
import {standardModel} from "./options.js";

export const linkLimit = 12000; // characters: what messengers and servers still pass on
const backgrounds = ["island", "prediction", "familiarity", "territory", "layer", "none"];
const oneOf = (...allowed) => (text) => (allowed.includes(text) ? text : undefined);
const whole = (low, high) => (text) => {
  const value = within(low, high)(text);
  return Number.isInteger(value) ? value : undefined;
};
const layer = (text) => {
  const v = numbers(text, 4);
  return v?.length === 4 && v[0] > 0 && v[1] > 0 && v[0] < 1e100 && v[1] < 1e100 && v[1] > 1e-100 && v[2] > 0 && v[2] <= v[3] && v[3] < 1 ? {a1: v[0], a2: v[1], admission: v[2], activation: v[3]} : undefined;
};

/** The options of a local line that a link may hold, each with how it is read and what is meant without it. @type {[string, (text: string) => any, any][]} */
const lineParts = [
  ["top", whole(1, 1e6), 64], ["width", within(1e-3, 1e3), 1], ["ridge", (text) => (text === "flat" ? text : within(1e-9, 1e9)(text)), 0.03],
  ["line", (text) => (text === "true" ? true : text === "false" ? false : undefined), true], ["takeover", oneOf("near", "hit"), "near"],
];

/** name in the link → property, how it is read, how it is written, what is meant without it */
const parts = {
  tab: {read: oneOf("plane", "line"), standard: "plane"},
  set: {read: (text) => (/^[a-z0-9-]{1,20}$/.test(text) ? text : undefined), standard: ""},
  preset: {read: oneOf("xaia", "paper", "both", "ordinary"), standard: standardModel.preset},
  background: {read: oneOf(...backgrounds), standard: "island"},
  links: {read: (text) => (text === "1" ? true : text === "0" ? false : undefined), write: (v) => (v ? "1" : "0"), standard: false},
  settings: {
    read: (text) => {
      if (text === "auto") return "auto";
      const list = text.split(";", limits.layers + 1).map(layer);
      return list.length > limits.layers || list.includes(undefined) ? undefined : list;
    },
    write: (v) => (v === "auto" ? v : v.map((s) => [s.a1, s.a2, s.admission, s.activation].join(",")).join(";")),
    standard: standardModel.settings,
  },
  r: {read: within(0, 1), standard: standardModel.r},
  top: {read: whole(1, 50), standard: standardModel.top},
  lines: {
    read: (text) => {
      if (text === "auto" || text === "off") return text;
      if (text === "on") return {};
      const values = text.split(",", lineParts.length + 1);
      const read = lineParts.map(([name, read], i) => [name, values[i] === undefined ? undefined : read(values[i])]);
      return values.length === read.length && !read.some(([, value]) => value === undefined) ? Object.fromEntries(read) : undefined;
    },
    write: (v) => (typeof v !== "object" ? String(v) : Object.keys(v).length ? lineParts.map(([name, , standard]) => v[name] ?? standard).join(",") : "on"),
    standard: standardModel.lines,
  },
  scale: {read: oneOf("none", "minmax", "standard"), standard: standardModel.scale},
  duplicates: {read: oneOf("first", "mean", "majority"), standard: standardModel.duplicates},
  relevance: {
    read: (text) => {
      if (text === "off" || text === "on") return text === "on";
      const list = text === "" ? undefined : numbers(text, limits.columns);
      return list?.every((v) => v > 0) ? list : undefined;
    },
    write: (v) => (typeof v === "boolean" ? (v ? "on" : "off") : Array.from(v).join(",")),
    standard: standardModel.relevance,
  },
  a: {read: within(0.01, 1e6), standard: 5},
  ask: {read: (text) => (text === "" ? undefined : numbers(text, limits.columns)), write: (v) => v.join(","), standard: null},
  view: {
    read: (text) => {
      if (text === "components" || text === "map") return text;
      const pair = numbers(text, 2);
      return pair?.length === 2 && pair.every((v) => Number.isInteger(v) && v >= 0 && v < limits.columns) && pair[0] !== pair[1] ? {columns: pair} : undefined;
    },
    write: (v) => (typeof v === "string" ? v : v.columns.join(",")),
    standard: null,
  },
};

/** A property as a link would hold it; undefined where it can't. @param {string} name @param {string} text */
export const readProperty = (name, text) => parts[name].read(text);

/**
 * Properties from elsewhere as a link would hold them. What it can't hold is as on a first visit, and left names it.
 *
 * @param {Record<string, any>} properties @param {string[]} left
 */
export const readProperties = (properties, left) => Object.fromEntries(Object.entries(properties).map(([name, value]) => {
  const {read, write = String, standard} = parts[name];
  if (value === standard) return [name, standard];
  try {
    value = read(write(value));
  } catch {
    value = undefined; // what is written isn't made as it should be
  }
  if (value === undefined) left.push(name);
  return [name, value ?? standard];
}));

/** Whether a link or the storage may hold the points of a bench. */
export const keepable = ({X, external}) => X.length + external.length <= limits.rows;

/** What a link holds of a text that was written: one that is too long leaves the rows' names out. @param {string} text */
export function linkText(text) {
  if (text.length <= linkLimit) return text;
  const given = new URLSearchParams(text);
  given.delete("names");
  return given.toString();
}

/** @param {State} state @returns {string} without the # */
export function writeState(state) {
  const out = new URLSearchParams();
  out.set("v", "2");
  for (const [name, {write = String, standard}] of Object.entries(parts)) {
    const value = state[name];
    if (value === undefined || value === null || JSON.stringify(value) === JSON.stringify(standard)) continue;
    out.set(name, write(value));
  }
  if (state.bench?.edited && !keepable(state.bench)) for (const name of ["set", "ask", "view"]) out.delete(name);
  else if (state.bench?.edited) for (const [name, text] of Object.entries(benchText(state.bench))) if (text !== "") out.set(name, text);
  return out.toString();
}

/**
 * @param {string} text a location's hash, with or without #, or what was stored
 * @returns {{state: State, ignored: string[]}}
 */
export function readState(text) {
  const ignored = [];
  const state = /** @type {any} */ ({bench: null});
  const given = new URLSearchParams(text.length <= limits.text ? text.replace(/^#/, "") : "");
  for (const [name, {read, standard}] of Object.entries(parts)) {
    state[name] = standard;
    if (!given.has(name)) continue;
    const value = read(given.get(name));
    if (value === undefined) ignored.push(name);
    else state[name] = value;
  }
  if (given.has("top") && given.get("v") !== "2" && !given.has("lines")) state.lines = "off"; // a link from before there were lines
  const ours = ["v", "title", "columns", "classes", "points", "external", "target", "rows", "names", "out"];
  for (const name of new Set(given.keys())) if (!Object.hasOwn(parts, name) && !ours.includes(name)) ignored.push(name);
  if (given.has("points") || given.has("external")) state.bench = readBench(given, ignored);
  const wide = state.bench?.columns.length;
  if (state.ask && wide && state.ask.length !== wide) {
    ignored.push("ask");
    state.ask = null;
  }
  return {state, ignored: [...new Set(ignored)].slice(0, limits.ignored).map((name) => cut(name, 30))};
}
