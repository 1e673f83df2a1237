/** The page's tables: every text gives a table within the limits, or an error that says why not. */
import {XaiaError} from "../../package/errors.js";
import {benchOfTable, heldOutRows} from "../../site/view/opened.js";
import {limits} from "../../site/view/limits.js";
import {doubts, guess} from "../../site/view/guess.js";
import {TableError} from "../../site/view/pagetable.js";
import {withRows} from "../../site/view/bench.js";
import {readState, writeState} from "../../site/view/state.js";
import {tableOf} from "../helpers.mjs";
import {ok, same} from "../soak/same.mjs";
import {mutated, pieced, within} from "./mutate.mjs";

const patience = 4000;
const text = (v, longest = 200) => typeof v === "string" && v.length > 0 && v.length <= longest && v.isWellFormed();
const different = (list) => new Set(list).size === list.length;
const columnCount = (bench) => bench.columns.length;

/** @param {ReturnType<import("../soak/random.mjs").dice>} d */
export function table(d, seeds) {
  if (d.chance(0.1)) return pieced(d);
  return mutated(d, d.chance(0.5) ? d.one(seeds) : drawn(d));
}

/** A small table of any kind. */
function drawn(d) {
  const by = d.one([",", ";", "\t", "|"]);
  const cell = () => d.one([() => String(d.between(-9, 9)), () => String(d.next()), () => d.one(["red", "blue", "é", "a\"b", ""]), () => `${d.between(0, 9)},${d.between(0, 9)}`, () => "x".repeat(d.between(1, 70))])();
  const columns = Array.from({length: d.between(1, 6)}, () => cell);
  return Array.from({length: d.between(1, 30)}, () => columns.map((c) => c()).map((c) => (/["\n]/.test(c) || c.includes(by) ? `"${c.replaceAll('"', '""')}"` : c)).join(by)).join(d.one(["\n", "\r\n"]));
}

/**
 * @param {ReturnType<import("../soak/random.mjs").dice>} d
 * @param {string} given
 * @returns {Promise<boolean>} whether it was taken
 */
export async function checkTable(d, given) {
  const found = await within(patience, () => tableOf(given), TableError, XaiaError);
  if (!found) return false;
  const {columns, rows} = found;
  ok(rows >= 1 && rows <= limits.rows && columns.length >= 2 && columns.length <= limits.columns, `${rows} rows of ${columns.length} columns`);
  ok(different(columns.map((c) => c.name)), `columns share a name: ${columns.map((c) => c.name)}`);
  for (const {name, kind, values, categories, missing} of columns) {
    ok(text(name, 80), `a column's name is ${JSON.stringify(name)}`);
    ok(values.length === rows && values.filter((v) => v === null).length === missing, `${name} has ${values.length} values`);
    ok(values.every((v) => v === null || (kind === "text" ? text(v) : Number.isFinite(v))), `${name} holds neither numbers nor texts: ${values.slice(0, 9)}`);
    ok(different(categories) && categories.every((c) => text(c)), `${name} has the categories ${categories}`);
  }
  const standard = guess(found);
  const target = d.below(columns.length);
  for (const choice of [standard, {target, features: d.some(columns.length, d.between(0, columns.length)), classes: d.chance(0.5), missing: d.one(["mean", "drop"])}]) {
    const bench = await within(patience, () => benchOfTable(found, choice), TableError);
    if (!bench) continue;
    checkBench(bench);
    // The table that the bench was made from can also be read as held-out rows of the bench.
    const held = await within(patience, () => heldOutRows(found, bench), TableError);
    for (const {x, y} of held?.rows ?? []) {
      ok(x.length === columnCount(bench) && x.every(Number.isFinite), `a held-out row is ${x}`);
      ok(y === null || (bench.classes ? text(y) : Number.isFinite(y)), `a held-out outcome is ${y}`);
    }
    await checkLink(bench);
    if (held) await checkLink(withRows(bench, held));
    ok((await within(patience, () => doubts(found, choice))).every((said) => text(said, 2000)), "a doubt is no text");
  }
  return true;
}

function checkBench({columns, X, y, classes}) {
  ok(different(columns), `columns share a name: ${columns.slice(0, 9)}`);
  ok(X.length === y.length && X.length >= 1 && X.every((x) => x.length === columns.length && x.every(Number.isFinite)), "rows aren't of finite numbers");
  ok(classes ? different(classes) && classes.length <= limits.categories && y.every((v) => classes.includes(v)) : y.every(Number.isFinite), `outcomes ${y.slice(0, 9)} of ${classes}`);
}

/** A bench is the same after it was stored and read; if it is too wide to be stored, the whole bench is omitted. */
async function checkLink(bench) {
  const {state, ignored} = readState(await within(patience, () => writeState({bench})));
  if (!state.bench) return ok(JSON.stringify(bench.X).length > 3e6 || beyond(bench), `the bench is lost: ${ignored}`);
  const parts = ({columns, texts, target, X, y, classes, external}) => [columns, texts, target, X, y, classes, external.map((e) => [e.x, e.y])];
  same(parts(state.bench), plain(parts(bench)), "stored and read again");
}

/** The engine refuses such numbers, so no link takes them. */
const beyond = (bench) => [...bench.X.flat(), ...bench.y, ...bench.external.flatMap((e) => [...e.x, e.y])].some((v) => Math.abs(v) > 1e150);
/** -0 is stored as 0. */
const plain = (v) => JSON.parse(JSON.stringify(v));
