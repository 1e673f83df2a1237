/**
 * Calls of an engine whose memory ends somewhere: node --wasm-max-mem-pages=N web/test/soak/ending.mjs [--worker] prints what each gave, or
 * its error's code. After each that was refused, a small fit must be right. In a browser: page.html?ending=true.
 */
import {dice} from "./random.mjs";

/** @param {any} xaia @param {(name: string, gave: string) => void} say */
export async function ending(xaia, say) {
  const {next} = dice(72);
  const rows = 6000, columns = 4;
  const data = Float64Array.from({length: rows * columns}, next), y = Float64Array.from({length: rows}, (_, i) => data[columns * i] + 0.1 * next());
  const X = {data, rows, columns}, asked = {data: data.map((v) => v + 0.001), rows, columns};
  const part = (from, to) => ({data: data.subarray(columns * from, columns * to), rows: to - from, columns});
  const quick = {relevance: false, interpolation: {top: 8}};
  const fitted = () => xaia.fit(part(0, 3000), y.subarray(0, 3000), quick);
  /** @type {Record<string, () => Promise<any>>} */
  const calls = {
    fit: async () => (await xaia.fit(X, y, quick)).predict(asked),
    "fit, all that a preset does": async () => (await xaia.fit(part(0, 1500), y.subarray(0, 1500))).predict(asked),
    "fit, paper": async () => (await xaia.fit(part(0, 500), y.subarray(0, 500), {preset: "paper"})).predict(asked),
    "fit, tnn": async () => (await xaia.fit({data, rows: data.length, columns: 1}, data.map(Math.sqrt), {kind: "tnn"})).predict(asked.data),
    "cross-validate": async () => (await xaia.crossValidate(part(0, 3000), y.subarray(0, 3000), {...quick, folds: 3})).predictions,
    explain: async () => (await (await fitted()).explain(part(0, 200))).map(({value, familiarity}) => [value, familiarity]),
    absorb: async () => (await (await fitted()).absorb(part(3000, 4000), y.subarray(3000, 4000))).model.predict(asked),
    learn: async () => {
      const learner = await (await fitted()).learner();
      await learner.learn(part(3000, 4000), y.subarray(3000, 4000));
      await learner.forget([0, 1, 2]);
      return learner.predict(asked);
    },
    calibrate: async () => (await (await fitted()).calibrate({folds: 3})).predict(part(0, 10)),
    load: async () => (await xaia.load(await (await fitted()).toBytes())).predict(asked),
  };
  for (const [name, call] of Object.entries(calls)) {
    let gave;
    try {
      gave = await digest(JSON.stringify(Array.from(await call())));
    } catch (error) {
      gave = error.code ?? String(error.stack);
      const answer = await (await xaia.fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"])).predict([[0, 1]]);
      if (String(answer) !== "b") throw new Error(`after ${name} a small fit answers ${answer}`);
    }
    say(name, gave);
  }
}

const digest = async (text) => Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))), (b) => b.toString(16).padStart(2, "0")).join("");

if (globalThis.process?.argv[1]?.endsWith("ending.mjs")) {
  const worker = process.argv.includes("--worker");
  if (worker) await import("../thread-worker.mjs");
  const xaia = await import("../../../dist/npm/xaia.mjs");
  await xaia.initialize({worker});
  await ending(xaia, (name, gave) => console.log(JSON.stringify({name, gave})));
  process.exit();
}
