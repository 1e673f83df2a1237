/** Links and the page's stored state: every text gives a state with the right types. */
import {makeBench} from "../../site/view/bench.js";
import {featuresOf} from "../../scene/columns.js";
import {readState, writeState} from "../../site/view/state.js";
import {ok, same} from "../soak/same.mjs";
import {mutated, pieced, within} from "./mutate.mjs";

const patience = 1500;

/** @param {ReturnType<import("../soak/random.mjs").dice>} d */
export function state(d) {
  const width = d.between(1, 4);
  const classes = d.chance(0.5) ? ["a", "b,c", "ü=&"].slice(0, d.between(1, 3)) : null;
  const y = () => (classes ? d.one(classes) : d.between(-99, 99) / 8);
  const row = () => Array.from({length: width}, () => (d.next() - 0.5) * 10 ** d.between(-9, 9));
  const layer = () => ({a1: 10 ** -d.between(0, 5), a2: d.next() + 0.1, admission: 0.1, activation: d.one([0.1, 0.9])});
  const X = Array.from({length: d.between(0, 6)}, row);
  const external = Array.from({length: d.between(X.length ? 0 : 1, 3)}, () => ({x: row(), y: d.chance(0.5) ? y() : null}));
  return {
    tab: d.one(["plane", "line"]), set: d.one(["", "drawn", "iris"]), preset: d.one(["xaia", "paper", "both"]), background: d.one(["island", "prediction", "none", "layer"]), links: d.chance(0.5),
    settings: d.one(["auto", [layer()], [layer(), layer()]]), r: d.next(), top: d.between(1, 50), lines: d.one(["auto", "off", {}, {top: d.between(1, 100), width: 0.5 + d.next(), ridge: d.one(["flat", 0.03]), line: d.chance(0.5), takeover: d.one(["near", "hit"])}]), scale: d.one(["none", "minmax", "standard"]), a: 0.01 + d.next(),
    duplicates: d.one(["", "first", "mean", "majority"]), relevance: d.one([null, true, false, Array.from({length: width}, () => 0.1 + d.next())]),
    ask: d.chance(0.5) ? row() : null, view: d.one([null, "components", {columns: [0, 1]}]),
    bench: makeBench({title: d.one(["Mine", "ü & 🦊"]), ...featuresOf(["x", "y,z", d.one(["=", ["a = b", "="]]), d.one(["🦊", ["a = b", "c = d"], "a = b = c"])].slice(0, width)), target: d.one(["", "a = b"]), classes, X, y: X.map(y), external, edited: true, scaled: width > 2}),
  };
}

/** Written and read, nothing is lost. @param {ReturnType<typeof state>} given */
export async function checkRoundTrip(given) {
  const {state: back, ignored} = await within(patience, () => readState(`#${writeState(given)}`));
  same(ignored, [], "ignored parts");
  const {bench, ...rest} = given;
  const {bench: other, ...others} = back;
  same(others, Object.fromEntries(Object.keys(others).map((k) => [k, rest[k]])), "the state");
  for (const name of ["title", "columns", "texts", "target", "classes", "X", "y", "external", "scaled"]) same(other[name], bench[name], name);
}

export function link(d) {
  if (d.chance(0.1)) return pieced(d);
  const text = writeState(state(d));
  // A part may be percent-encoded; both forms are read.
  return mutated(d, d.chance(0.5) ? text : decodeURIComponent(text.replaceAll("+", " ")));
}

const number = (low, high) => (v) => typeof v === "number" && v >= low && v <= high;
const oneOf = (...list) => (v) => list.includes(v);
const layer = ({a1, a2, admission, activation}) => a1 > 0 && a2 > 0 && admission > 0 && admission <= activation && activation < 1;
const row = (v) => Array.isArray(v) && v.length <= 4000 && v.every((x) => Number.isFinite(x) && Math.abs(x) <= 1e150);

const allowed = {
  tab: oneOf("plane", "line"), set: (v) => typeof v === "string" && v.length <= 20, preset: oneOf("xaia", "paper", "both"),
  background: oneOf("island", "prediction", "familiarity", "territory", "layer", "none"), links: oneOf(true, false),
  settings: (v) => v === "auto" || (Array.isArray(v) && v.length >= 1 && v.length <= 20 && v.every(layer)),
  r: number(0, 1), top: (v) => number(1, 50)(v) && Number.isInteger(v), scale: oneOf("none", "minmax", "standard"), a: number(0.01, 1e6),
  lines: (v) => v === "auto" || v === "off" || lines(v),
  duplicates: oneOf("", "first", "mean", "majority"), relevance: (v) => v === null || typeof v === "boolean" || (row(v) && v.length > 0 && v.every((x) => x > 0)),
  ask: (v) => v === null || (row(v) && v.length > 0),
  view: (v) => v === null || v === "components" || (row(v.columns) && v.columns.length === 2 && v.columns.every((c) => Number.isInteger(c) && c >= 0 && c < 4000)),
  bench: (v) => v === null || bench(v),
};

const lines = ({top = 1, width = 1, ridge = "flat", line = true, takeover = "near", ...others}) => Object.keys(others).length === 0 &&
  Number.isInteger(top) && top >= 1 && width > 0 && (ridge === "flat" || ridge > 0) && typeof line === "boolean" && ["near", "hit"].includes(takeover);

function bench({title, columns, classes, X, y, external}) {
  const names = (list, most) => list.length >= 1 && list.length <= most && new Set(list).size === list.length && list.every((n) => typeof n === "string" && n.length <= 200);
  const outcome = (v) => (classes ? classes.includes(v) : Number.isFinite(v));
  return typeof title === "string" && title.length <= 60 && names(columns, 4000) && (classes === null || names(classes, 40)) &&
    X.length === y.length && X.length <= 5000 && X.every((x) => row(x) && x.length === columns.length) && y.every(outcome) &&
    external.length <= 5000 && external.every((e) => row(e.x) && e.x.length === columns.length && (e.y === null || outcome(e.y)));
}

/** @param {string} text @returns {Promise<boolean>} whether points were read from it */
export async function checkLink(text) {
  const {state: found, ignored} = await within(patience, () => readState(text));
  for (const [name, test] of Object.entries(allowed)) ok(test(found[name]), `${name} is ${JSON.stringify(found[name])?.slice(0, 300)}`);
  same(Object.keys(found).sort(), Object.keys(allowed).sort(), "the state's parts");
  ok(ignored.length <= 40 && ignored.every((name) => typeof name === "string" && name.length <= 30), `it names ${ignored.length} ignored parts`);
  await within(patience, () => writeState(found));
  return found.bench !== null;
}
