/**
 * What calls in parts take with 1 engine and with 2, by turns, in Node. Prints Markdown. On a machine with other work to do
 * the times mean little; what each thread's processor took shows what they would be: the longest of the helpers' and the
 * caller's together.
 */
import {readFileSync, readdirSync} from "node:fs";
import * as xaia from "../dist/npm/xaia.mjs";
import {random} from "../web/test/data.mjs";

/** Milliseconds of processor time of each thread of this process, where the system tells them. */
function threads() {
  try {
    return new Map(readdirSync("/proc/self/task").map((id) => [id, Number(readFileSync(`/proc/self/task/${id}/schedstat`, "utf8").split(" ")[0]) / 1e6]));
  } catch {
    return new Map();
  }
}

async function timed(work) {
  const before = threads(), start = performance.now();
  await work();
  const time = performance.now() - start;
  const took = [...threads()].map(([id, t]) => [id, t - (before.get(id) ?? 0)]);
  const own = took.find(([id]) => id === String(process.pid))?.[1] ?? NaN;
  return {time, path: own + Math.max(0, ...took.filter(([id]) => id !== String(process.pid)).map(([, t]) => t))};
}

const whole = (v) => (Number.isFinite(v) ? v.toFixed(0) : "–");

console.log("| call | engines | ms | of these the longest thread's and the caller's processor time |\n| --- | --- | --- | --- |");
await xaia.fit([[0], [1]], [0, 1]);
const small = Array.from({length: 40}, (_, i) => [i]);
for (const state of ["first call of two engines", "the next one"]) {
  const {time, path} = await timed(() => xaia.crossValidate(small, small.map(([v]) => v % 3), {workers: 2}));
  console.log(`| ${state}, 40 samples | 2 | ${whole(time)} | ${whole(path)} |`);
}
for (const rows of [1000, 5000]) {
  const next = random(26), X = Array.from({length: rows}, () => Array.from({length: 26}, next));
  const y = X.map((x) => 3 * x[0] + Math.sin(5 * x[1]) + x[2] * x[3] + 0.1 * next());
  const model = await xaia.fit(X, y);
  for (const [name, call] of [["crossValidate", (workers) => xaia.crossValidate(X, y, {workers})], ["calibrate", async (workers) => (await model.calibrate({workers})).dispose()]]) {
    for (const workers of [1, 2, 1, 2]) {
      const {time, path} = await timed(() => call(workers));
      console.log(`| ${name}, ${rows} x 26 | ${workers} | ${whole(time)} | ${whole(path)} |`);
    }
  }
}
