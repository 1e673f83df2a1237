/**
 * How good the answers are on samples that were not fitted: prints Markdown, and
 * progress to stderr. Names of sections measure these alone; `quick` takes fewer splits and pictures.
 */
import {availableParallelism} from "node:os";
import {aims} from "./aims.mjs";
import {alarms} from "./alarms.mjs";
import {illDefined} from "./engine.mjs";
import {gaps, gapsTable, punchedTables} from "./gaps.mjs";
import {heldOut} from "./heldout.mjs";
import {large, largeTable, largeTables} from "./large.mjs";
import {orderTable, reorderedTogether} from "./order.mjs";
import {outliers} from "./outliers.mjs";
import {freshTables, makeFresh, realTables} from "./real.mjs";
import {alarmTable, heldOutTables, outlierTables} from "./report.mjs";
import {classSets, numberSets} from "./sets.mjs";
import {coverageTables, coveredTables, together} from "./coverage.mjs";
import {compared} from "./tables.mjs";
import {drift, driftTables} from "./drift.mjs";
import {skewedTable, skewedTables, skewedTogether} from "./lopsided.mjs";
import {comparison, freshComparison} from "./wanted.mjs";
import {labelled, labelledOfPackages, suspects, suspectsTable} from "./suspects.mjs";
import {inWorkers} from "./workers.mjs";

const asked = process.argv.slice(2);
const quick = asked.includes("quick");
const sections = ["sets", "outliers", "alarms", "tables", "fresh", "large", "coverage", "order", "suspects", "gaps", "drift", "lopsided"].filter((s, _, all) => asked.includes(s) || !all.some((one) => asked.includes(one)));
const extent = quick ? {seeds: [1, 2], digits: 600} : {seeds: [1, 2, 3, 4, 5]};
const start = performance.now();
const progress = (/** @type {string} */ what) => console.error(`${((performance.now() - start) / 1000).toFixed(0)} s: ${what}`);

/**
 * @template T, N
 * @param {string} section
 * @param {N[]} names
 * @param {(name: N, e: typeof extent, p: typeof progress) => Promise<T>} measure
 * @returns {Promise<T[] | null>} null where the section was not asked for
 */
async function each(section, names, measure) {
  if (!sections.includes(section)) return null;
  const list = [];
  for (const name of names) list.push(await measure(name, extent, progress));
  return list;
}

/**
 * The splits of each table, measured side by side, together.
 *
 * @template T
 * @param {string[]} names
 * @param {"measured" | "covered" | "reordered" | "skewed"} measure
 * @param {(name: string, splits: any[]) => T} together
 * @param {number} kept processors that other sections keep busy meanwhile
 */
async function inSplits(names, measure, together, kept = 0) {
  const tasks = names.flatMap((name) => extent.seeds.map((seed) => ({name, seed, digits: extent.digits, measure})));
  const splits = await inWorkers(tasks, Math.max(1, Math.min(4, availableParallelism()) - kept), progress);
  return names.map((name) => together(name, splits.filter((_, i) => tasks[i].name === name)));
}

const freshly = sections.includes("fresh") && (!quick || asked.includes("fresh"));
if (freshly) makeFresh();
const six = [...classSets, ...numberSets];
const comparing = sections.includes("tables") ? inSplits([...realTables, ...six], "measured", compared, Number(sections.length > 1)) : null;
const held = await each("sets", six, heldOut);
const outlying = await each("outliers", classSets, outliers);
const alarmed = await each("alarms", classSets, alarms);
const tables = await comparing;
const unseen = freshly ? await inSplits(freshTables, "measured", compared) : null;
const many = quick ? null : await each("large", largeTables, (what) => large(what, progress));
const sure = sections.includes("coverage") && (await inSplits(coveredTables, "covered", together));
const ordered = asked.includes("order") && (await inSplits([...realTables, ...six], "reordered", reorderedTogether)); // only if asked: 117 fits a split
const suspected = asked.includes("suspects") && (makeFresh(), await each("suspects", [...labelled, ...labelledOfPackages], suspects)); // only if asked
const gappy = asked.includes("gaps") && (makeFresh(), await each("gaps", punchedTables, gaps)); // only if asked
const drifting = asked.includes("drift") && (makeFresh(), await drift(quick, progress)); // only if asked
const sided = asked.includes("lopsided") && (makeFresh(), await inSplits(skewedTables, "skewed", skewedTogether)); // only if asked
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
    ordered && orderTable(ordered),
    suspected && suspectsTable(suspected),
    gappy && gapsTable(gappy),
    drifting && driftTables(drifting),
    sided && skewedTable(sided),
  ]
    .filter(Boolean)
    .join("\n\n"),
);
