/** Whether a learner that adapts keeps its promise while a stream drifts; whether it tells a break, and only a break. */
import * as xaia from "../dist/npm/xaia.mjs";
import {broken, streams, unchanged} from "./streams.mjs";
import {table} from "./table.mjs";

const [first, kept, window, coverage] = [300, 1000, 500, 0.9];

/**
 * The first rows are fitted and calibrated; then each is asked and learned, the oldest is forgotten, and the learner refreshes
 * itself when it is stale.
 *
 * @param {{x: number[], y: number}[]} rows
 * @param {{adapt?: boolean, asked?: boolean}} how
 */
async function streamed(rows, {adapt = true, asked = true}) {
  const X = rows.map(({x}) => x), y = rows.map((row) => row.y);
  const model = await (await xaia.fit(X.slice(0, first), y.slice(0, first), {duplicates: "mean"})).calibrate({seed: 1});
  const learner = await model.learner({adapt});
  const inside = [], widths = [], errors = [], alarms = [];
  let told = null;
  for (let i = first; i < rows.length; i++) {
    if (asked) {
      const [[low, high]] = await learner.predictInterval([X[i]], {coverage});
      inside.push(Number(low <= y[i] && y[i] <= high));
      widths.push(high - low);
      errors.push(Math.abs((await learner.predict([X[i]]))[0] - y[i]));
    }
    await learner.learn([X[i]], [y[i]]);
    if (learner.drift && !told) alarms.push({at: i, what: learner.drift.what});
    told = learner.drift;
    if (learner.sampleCount > kept) await learner.forget(0);
    if (learner.stale) await learner.refresh();
  }
  learner.dispose();
  model.dispose();
  return {inside, widths, errors, alarms};
}

const mean = (list) => list.reduce((sum, v) => sum + v, 0) / list.length;

/** The least and the largest coverage of a window, and the widths beside the narrowest constant that covers as much. */
function judged({inside, widths, errors}) {
  const shares = [];
  let sum = inside.slice(0, window - 1).reduce((s, v) => s + v, 0);
  for (let i = window - 1; i < inside.length; i++) {
    sum += inside[i];
    shares.push(sum / window);
    sum -= inside[i - window + 1];
  }
  const best = 2 * errors.toSorted((a, b) => a - b)[Math.ceil(coverage * errors.length) - 1];
  const range = shares.reduce(([low, high], v) => [Math.min(low, v), Math.max(high, v)], [1, 0]);
  return {all: mean(inside), least: range[0], most: range[1], beyond: mean(shares.map((s) => Number(Math.abs(s - coverage) > 0.03 + 1e-9))), width: mean(widths) / best};
}

/** A stream, by a learner that adapts and by one that doesn't. @param {string} name @param {number} [most] rows */
export async function drifting(name, most) {
  const {from, make} = streams[name], rows = make().slice(0, most), adapts = await streamed(rows, {});
  return {name, from, rows: rows.length - first, without: judged(await streamed(rows, {adapt: false})), adapts: judged(adapts), alarms: adapts.alarms};
}

/** The alarms among rows that are drawn alike. @param {number} seed @param {number} length */
export const still = async (seed, length) => (await streamed(unchanged(seed, length + first), {asked: false})).alarms;

/** The alarms of a stream that breaks, from the break on. @param {"turned" | "noise" | "level" | "inputs"} what @param {number} seed */
async function breaking(what, seed) {
  const {alarms} = await streamed(broken(what, seed, broke, broke + 150), {asked: false});
  return {what, alarms: alarms.map((one) => ({...one, at: one.at - broke}))};
}

const broke = 1000;
const breaks = /** @type {const} */ (["turned", "noise", "level", "inputs"]), seeds = Array.from({length: 10}, (_, i) => i);

/** @param {boolean} quick @param {(what: string) => void} progress */
export async function drift(quick, progress) {
  const length = quick ? 1000 : 10000, measured = {list: [], length, quiet: [], broken: []};
  for (const name of Object.keys(streams)) {
    progress(`drift, ${name}`);
    measured.list.push(await drifting(name, quick ? 1500 : undefined));
  }
  for (const seed of seeds) {
    progress(`drift, unchanged ${seed}`);
    measured.quiet.push(await still(seed, length));
  }
  for (const what of breaks) for (const seed of seeds.slice(0, 5)) measured.broken.push(await breaking(what, seed));
  return measured;
}

const percent = (v) => (100 * v).toFixed(1);

/** @param {Awaited<ReturnType<typeof drift>>} measured */
export function driftTables({list, length, quiet, broken}) {
  const alarms = quiet.flat().length;
  const of = (what) => broken.filter((b) => b.what === what);
  return `## Drift

The first ${first} rows of a stream are fitted and calibrated. Each other one is asked for its interval of coverage ${coverage}, then learned; the oldest of ${kept} samples is forgotten, and the learner refreshes itself when it is stale. Coverage in %, of all rows and the least and the most of any ${window} rows in a row; how many of these windows are further than 3 points from ${100 * coverage} %; the mean width, beside that of the constant interval around the same answers that covers ${100 * coverage} % in hindsight.

${table(
  ["stream", "from", "rows", "adapt", "all", "least", "most", "windows beyond 3 points, %", "width"],
  list.flatMap((s) => [["no", s.without], ["yes", s.adapts]].map(([how, m]) => [s.name, s.from, String(s.rows), how, percent(m.all), percent(m.least), percent(m.most), percent(m.beyond), m.width.toFixed(2)])),
)}

False alarms in ${quiet.length} streams of ${length} rows in which nothing changes: ${alarms} (${quiet.flatMap((a, seed) => a.map(({at, what}) => `stream ${seed}, row ${at}, ${what}`)).join("; ") || "none"}). Alarms in the streams above: ${list.map((s) => `${s.name} ${s.alarms.filter((a) => a.what === "outcomes").length} of outcomes, ${s.alarms.filter((a) => a.what === "inputs").length} of inputs`).join("; ")}.

Breaks made after ${broke} rows, five streams each: rows until the first alarm after it, and what it says.

${table(["break", "rows", "what"], breaks.map((what) => [what, of(what).map((b) => String(b.alarms.find(({at}) => at >= 0)?.at ?? "none") + (b.alarms.some(({at}) => at < 0) ? " (one before it)" : "")).join(", "), [...new Set(of(what).flatMap((b) => b.alarms.map((a) => a.what)))].join(", ")]))}`;
}
