/**
 * One input, all engines. Each case is a fit and its answers, by WebAssembly with its loops on vectors and without, by the native server, by xaia/lite, and, for the sets of the soak,
 * by the plain definition. They must agree to the bit, the definition as far as its exponential lets it; what one refuses all refuse.
 */
import {execFileSync, spawn} from "node:child_process";
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {dice} from "../soak/random.mjs";
import {bits, near, ok, same} from "../soak/same.mjs";
import * as reference from "../soak/reference.mjs";
import {fitOptions, queries, sqannSet} from "../soak/sets.mjs";

const root = new URL("../../../", import.meta.url);
const token = "engines";

/** An engine in WebAssembly, with its loops on vectors or without. @param {boolean} vectors */
async function inWebAssembly(vectors) {
  const {validate} = WebAssembly;
  if (!vectors) WebAssembly.validate = () => false;
  try {
    const xaia = await import(`../../../dist/npm/xaia.mjs?vectors=${vectors}`);
    await xaia.initialize({worker: false});
    return xaia;
  } finally {
    WebAssembly.validate = validate;
  }
}

/** The native server, and how to end it. */
async function natively() {
  const folder = mkdtempSync(join(tmpdir(), "xaia-engines-"));
  execFileSync("go", ["build", "-o", join(folder, "serve"), "./worker/serve"], {cwd: root});
  const child = spawn(join(folder, "serve"), ["-address", "127.0.0.1:0", "-models", join(folder, "models")], {cwd: root, env: {...process.env, XAIA_TOKEN: token}, stdio: ["ignore", "pipe", "pipe"]});
  const address = await new Promise((found, failed) => {
    let said = "";
    for (const out of [child.stdout, child.stderr]) out.on("data", (part) => {
      const [, at] = /xaia is at (http:\S+?)\/?\s/.exec((said += part)) ?? [];
      if (at) found(at);
    });
    child.on("exit", () => failed(new Error(said)));
  });
  const ask = async (method, path, body) => {
    const response = await fetch(`${address}/v1/models/case${path}`, {method, body: body && JSON.stringify(body), headers: {Authorization: `Bearer ${token}`}});
    const answer = await response.json();
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error);
    return answer;
  };
  return {ask, end: () => (child.kill("SIGKILL"), rmSync(folder, {recursive: true}))};
}

/** Numbers of a column: on a grid with many ties, constant, tiny, huge, spread, or with gaps. */
const columns = [
  (d) => d.between(-2, 2), () => 7, (d) => (d.next() - 0.5) * 1e-300, (d) => (d.next() - 0.5) * 1e150, (d) => d.next() - 0.5, (d) => Math.round(100 * d.next()) / 100,
  (d) => (d.chance(0.2) ? null : d.next()), (d) => 10 ** d.between(-20, 20),
];
const outcomes = {
  classes: (d, row) => ["a", "b", "c"][Math.min(2, Math.abs(Math.trunc((row[0] ?? 0) * 2 + d.next())) || 0)], "one class": () => "only", booleans: (d) => d.chance(0.3), whole: (d) => d.between(0, 3),
  numbers: (d, row) => (row[0] ?? 1) + 0.1 * d.next(), tiny: (d) => d.next() * 1e-300, huge: (d) => d.next() * 1e200, constant: () => 4, vectors: (d, row) => [d.next(), (row.at(-1) ?? 0) * 2],
};
const choices = [
  {}, {}, {interpolation: {local: {}}}, {interpolation: {local: {top: 5, ridge: "flat"}}, forest: {share: 0.4, trees: 8}}, {forest: {share: 0.7, leaf: 2, trees: 5}}, {forest: false, relevance: true},
  {preset: "paper"}, {preset: "authors"}, {preset: "paper", skip: true, scale: "standard"}, {relevance: false, interpolation: {top: 3}}, {interpolation: "nearest"}, {interpolation: "layerwise"}, {kind: "tnn"},
];

/** A case by its number. @param {number} seed */
function made(seed) {
  const d = dice(seed);
  if (d.chance(0.4)) {
    const set = sqannSet(d);
    return {...set, plain: true, given: fitOptions(set), asked: queries(d, set, 12)};
  }
  const kinds = Array.from({length: d.one([1, 1, 2, 2, 3, 5, 9, 20])}, () => d.one(columns)), how = d.one(Object.keys(outcomes));
  const X = Array.from({length: d.one([1, 2, 3, 7, 20, 60, 120])}, () => kinds.map((kind) => kind(d)));
  const y = X.map((row) => outcomes[how](d, row));
  for (let i = d.below(3); i > 0; i--) {
    X.push([...d.one(X)]);
    y.push(d.one(y));
  }
  const given = {...d.one(choices), missing: d.one(["mean", "as it is", "drop"]), duplicates: d.one(["mean", "majority", "first", "error"])};
  if (d.chance(0.2)) given.weights = X.map(() => d.between(1, 4));
  const more = Array.from({length: d.chance(0.4) ? d.between(1, 8) : 0}, () => d.one(X).map((v) => (v ?? 0.5) * (0.9 + 0.3 * d.next())));
  const learnt = more.length ? {X: more, y: more.map((row) => outcomes[how](d, row))} : null;
  const asked = X.slice(0, 10).map((row) => row.map((v) => (v === null || d.chance(0.5) ? v ?? 0.5 : v * (1 + d.next()) + d.one([0, 1e-9, 1]))));
  return {X, y, given, asked, learnt, plain: false, options: {}};
}

/** What a fit and its answers are, as text, or its refusal. */
async function outcome(work) {
  try {
    return await work();
  } catch (error) {
    if (!error.code) throw error;
    return {refused: error.code, at: [error.row ?? null, error.column ?? null]};
  }
}

const answersOf = async (model, asked) => ({values: await model.predict(asked), how: (await model.explain(asked)).map(({status, familiarity, neurons}) => [status, familiarity, neurons.map((n) => [n.samples, n.weight])])});

/** What absorbs rows, and a learner that learns them, answer then. */
async function learning(model, {X, y}, asked) {
  const {absorbed, model: after} = await model.absorb(X, y);
  const values = await after.predict(asked);
  if (after !== model) after.dispose();
  const learner = await model.learner();
  try {
    const {learned} = await learner.learn(X, y);
    if (learned.length) await learner.forget([0]);
    return {absorbed: [...absorbed], values, learned: [...learned], answers: await learner.predict(asked)};
  } finally {
    learner.dispose();
  }
}

/** Engines that answer cases, until they are ended. @param {(of: string, got: any) => any} [change] for tests, of what an engine gave */
export async function engines(change = (_, got) => got) {
  const [on, off, native, lite] = await Promise.all([inWebAssembly(true), inWebAssembly(false), natively(), import("../../../dist/npm/lite.mjs")]);
  /** Whether a case was fitted; an error if engines differ. @param {number} seed */
  const agree = async (seed) => {
    const {X, y, given, asked, learnt, plain, options} = made(seed);
    const one = (xaia) => outcome(async () => {
      const model = await xaia.fit(X, y, given);
      try {
        const file = await model.save();
        const got = {file, ...(await answersOf(model, asked)), learnt: learnt && (await outcome(() => learning(model, learnt, asked)))};
        if (xaia === on) {
          if (given.kind !== "tnn") same(lite.load(await model.save({format: "lite"})).predict(asked), got.values, "xaia/lite");
          if (plain) {
            const says = reference.sqann(model, {X, y, options}), scores = model.classes && (await model.scores(asked)), scale = Math.max(...y.flat().map((v) => (typeof v === "number" ? Math.abs(v) : 1)));
            asked.forEach((row, i) => {
              const {value, clear} = says(row);
              if (clear) value.forEach((v, j) => near((scores ? scores[i] : [got.values[i]].flat())[j], v, scale, `the definition, row ${i}`));
            });
          }
        }
        return change(xaia === on ? "vectors" : "none", got);
      } finally {
        model.dispose();
      }
    });
    const first = await one(on);
    same(await one(off), first, "without vectors");
    const second = await outcome(async () => {
      await native.ask("PUT", "", {X, y, options: given});
      const file = JSON.stringify(await native.ask("GET", "")), {predictions} = await native.ask("POST", "/predict", {X: asked});
      return change("native", {file, values: predictions});
    });
    if (first.refused) return void same(second, first, "natively"), false;
    ok(!second.refused, `natively: ${bits(second)}`);
    same(JSON.parse(second.file), JSON.parse(typeof first.file === "string" ? first.file : JSON.stringify(first.file)), "the file, natively");
    same(second.values, JSON.parse(JSON.stringify(first.values)), "answers, natively");
    return true;
  };
  return {agree, end: native.end};
}
