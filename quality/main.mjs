/**
 * How good the answers are on samples that were not fitted: prints Markdown, and
 * progress to stderr. `quick` takes fewer splits and pictures.
 */
import {aims} from "./aims.mjs";
import {alarms} from "./alarms.mjs";
import {illDefined} from "./engine.mjs";
import {heldOut} from "./heldout.mjs";
import {outliers} from "./outliers.mjs";
import {alarmTable, heldOutTables, outlierTables} from "./report.mjs";
import {classSets, numberSets} from "./sets.mjs";

const quick = process.argv[2] === "quick";
const extent = quick ? {seeds: [1, 2], digits: 600} : {seeds: [1, 2, 3, 4, 5]};
const start = performance.now();
const progress = (/** @type {string} */ what) => console.error(`${((performance.now() - start) / 1000).toFixed(0)} s: ${what}`);

/** @template T @param {string[]} names @param {(name: string, e: typeof extent, p: typeof progress) => Promise<T>} measure @returns {Promise<T[]>} */
async function each(names, measure) {
  const list = [];
  for (const name of names) list.push(await measure(name, extent, progress));
  return list;
}

const held = await each([...classSets, ...numberSets], heldOut);
const outlying = await each(classSets, outliers);
const alarmed = await each(classSets, alarms);

console.log(`# Quality${quick ? ", quick" : ""}

Means over ${extent.seeds.length} seeded splits${quick ? `, digits cut to ${extent.digits} samples` : ""}. Node ${process.versions.node}.

${heldOutTables(held)}

${outlierTables(outlying)}

${alarmTable(alarmed)}

${aims(held, outlying)}

Sets with equal samples of different y: ${[...illDefined].join(", ") || "none"}.`);
