/**
 * How good the answers are on samples that were not fitted: prints Markdown, and
 * progress to stderr. Names of sections measure these alone; `quick` takes fewer splits and pictures.
 */
import {availableParallelism} from "node:os";
import {aims} from "./aims.mjs";
import {alarms} from "./alarms.mjs";
import {illDefined} from "./engine.mjs";
import {heldOut} from "./heldout.mjs";
import {large, largeTable, largeTables} from "./large.mjs";
import {outliers} from "./outliers.mjs";
import {freshTables, makeFresh, realTables} from "./real.mjs";
import {alarmTable, heldOutTables, outlierTables} from "./report.mjs";
import {classSets, numberSets} from "./sets.mjs";
import {coverageTables, coveredTables, together} from "./coverage.mjs";
import {compared} from "./tables.mjs";
import {comparison, freshComparison} from "./wanted.mjs";
import {inWorkers} from "./workers.mjs";

const asked = process.argv.slice(2);
const quick = asked.includes("quick");
const sections = ["sets", "outliers", "alarms", "tables", "fresh", "large", "coverage"].filter((s, _, all) => asked.includes(s) || !all.some((one) => asked.includes(one)));
const extent = quick ? {seeds: [1, 2], digits: 600} : {seeds: [1, 2, 3, 4, 5]};
const start = performance.now();
const progress = (/** @type {string} */ what) => console.error(`${((performance.now() - start) / 1000).toFixed(0)} s: ${what}`);

/**
 * @template T
 * @param {string} section
 * @param {string[]} names
 * @param {(name: string, e: typeof extent, p: typeof progress) => Promise<T>} measure
 * @returns {Promise<T[] | null>} null where the section was not asked for
 */
async function each(section, names, measure) {
  if (!sections.includes(section)) return null;
  const list = [];
  for (const name of names) list.push(await measure(name, extent, progress));
  return list;
}

/** Beside the other sections, which keep one processor busy. @param {string[]} names */
async function compare(names) {
  const tasks = names.flatMap((name) => extent.seeds.map((seed) => ({name, seed, digits: extent.digits})));
  const free = Math.min(4, availableParallelism()) - Number(sections.length > 1);
  const splits = await inWorkers(tasks, Math.max(1, free), progress);
  return names.map((name) => compared(name, splits.filter((_, i) => tasks[i].name === name)));
}

/** @param {string[]} names */
async function cover(names) {
  const tasks = names.flatMap((name) => extent.seeds.map((seed) => ({name, seed, digits: extent.digits, measure: /** @type {const} */ ("covered")})));
  const splits = await inWorkers(tasks, Math.min(4, availableParallelism()), progress);
  return names.map((name) => together(name, splits.filter((_, i) => tasks[i].name === name)));
}

async function allLarge() {
  const list = [];
  for (const what of largeTables) list.push(await large(what, progress));
  return list;
}

const freshly = sections.includes("fresh") && (!quick || asked.includes("fresh"));
if (freshly) makeFresh();
const six = [...classSets, ...numberSets];
const comparing = sections.includes("tables") ? compare([...realTables, ...six]) : null;
const held = await each("sets", six, heldOut);
const outlying = await each("outliers", classSets, outliers);
const alarmed = await each("alarms", classSets, alarms);
const tables = await comparing;
const unseen = freshly ? await compare(freshTables) : null;
const many = sections.includes("large") && !quick ? await allLarge() : null;
const sure = sections.includes("coverage") && (await cover(coveredTables));
progress("done");

console.log(
  [
    `# Quality${quick ? ", quick" : ""}`,
    `Means over ${extent.seeds.length} seeded splits${quick ? `, digits cut to ${extent.digits} samples` : ""}. Node ${process.versions.node}.`,
    held && heldOutTables(held),
    outlying && outlierTables(outlying),
    alarmed && alarmTable(alarmed),
    (held || outlying) && aims(held, outlying),
    (held || outlying || alarmed) && `Sets with equal samples of different y: ${[...illDefined].join(", ") || "none"}.`,
    tables && comparison(tables),
    unseen && freshComparison(unseen),
    many && largeTable(many),
    sure && coverageTables(sure),
  ]
    .filter(Boolean)
    .join("\n\n"),
);
