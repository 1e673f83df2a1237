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
      const [low, high] = await learner.predictInterval([X[i]], {coverage}).then(([one]) => one);
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

/** @param {"quick" | ""} extent @param {(what: string) => void} progress */
export async function drift(extent, progress) {
  const list = [];
  for (const [name, {from, make}] of Object.entries(streams)) {
    progress(`drift, ${name}`);
    const rows = make().slice(0, extent === "quick" ? 1500 : undefined), adapts = await streamed(rows, {});
    list.push({name, from, rows: rows.length - first, without: judged(await streamed(rows, {adapt: false})), adapts: judged(adapts), alarms: adapts.alarms});
  }
  const length = extent === "quick" ? 1000 : 10000, still = [];
  for (let seed = 0; seed < 10; seed++) {
    progress(`drift, unchanged ${seed}`);
    still.push((await streamed(unchanged(seed, length + first), {asked: false})).alarms);
  }
  const at = 1000, breaks = [];
  for (const what of /** @type {const} */ (["turned", "noise", "level", "inputs"])) {
    progress(`drift, ${what}`);
    for (let seed = 0; seed < 5; seed++) breaks.push({what, alarms: (await streamed(broken(what, seed, at, at + 150), {asked: false})).alarms.map((one) => ({...one, at: one.at - at}))});
  }
  return {list, length, still, breaks};
}

const percent = (v) => (100 * v).toFixed(1);

/** @param {Awaited<ReturnType<typeof drift>>} measured */
export function driftTables({list, length, still, breaks}) {
  const alarms = still.flat().length;
  const of = (what) => breaks.filter((b) => b.what === what);
  return `## Drift

The first ${first} rows of a stream are fitted and calibrated. Each other one is asked for its interval of coverage ${coverage}, then learned; the oldest of ${kept} samples is forgotten, and the learner refreshes itself when it is stale. Coverage in %, of all rows and the least and the most of any ${window} rows in a row; how many of these windows are further than 3 points from ${100 * coverage} %; the mean width, beside that of the constant interval around the same answers that covers ${100 * coverage} % in hindsight.

${table(
  ["stream", "from", "rows", "adapt", "all", "least", "most", "windows beyond 3 points, %", "width"],
  list.flatMap((s) => [["no", s.without], ["yes", s.adapts]].map(([how, m]) => [s.name, s.from, String(s.rows), how, percent(m.all), percent(m.least), percent(m.most), percent(m.beyond), m.width.toFixed(2)])),
)}

False alarms in ${still.length} streams of ${length} rows in which nothing changes: ${alarms} (${still.flatMap((a, seed) => a.map(({at, what}) => `stream ${seed}, row ${at}, ${what}`)).join("; ") || "none"}). Alarms in the streams above: ${list.map((s) => `${s.name} ${s.alarms.filter((a) => a.what === "outcomes").length} of outcomes, ${s.alarms.filter((a) => a.what === "inputs").length} of inputs`).join("; ")}.

Breaks made after ${1000} rows, five streams each: rows until the first alarm after it, and what it says.

${table(["break", "rows", "what"], ["turned", "noise", "level", "inputs"].map((what) => [what, of(what).map((b) => String(b.alarms.find(({at}) => at >= 0)?.at ?? "none") + (b.alarms.some(({at}) => at < 0) ? " (one before it)" : "")).join(", "), [...new Set(of(what).flatMap((b) => b.alarms.map((a) => a.what)))].join(", ")]))}`;
}
