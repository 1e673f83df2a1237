import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {readColumns} from "../package/table/table.js";
import {guess} from "../site/view/guess.js";
import {benchOfTable} from "../site/view/opened.js";
import {pageTable} from "../site/view/pagetable.js";

export const testdata = new URL("../../testdata/", import.meta.url);
export const dist = new URL("../../dist/npm/", import.meta.url);

/** Whether this run has the engine in a worker: see in-worker.mjs. */
export const inWorker = Boolean(globalThis.Worker);

/** A table as the page has it. @param {string} text @param {any} [options] @param {number} [least] */
export const tableOf = async (text, options = {}, least = undefined) => pageTable(await readColumns(text, options), least);

/** A set of testdata/data as the page opens it. @param {string} name */
export async function benchOf(name) {
  const table = await tableOf(readFileSync(new URL(`data/${name}.csv`, testdata), "utf8"));
  return benchOfTable(table, guess(table));
}

/** What the page's code for a model says, run by Node with the package installed. @param {string} code */
export function ran(code) {
  const folder = mkdtempSync(path.join(tmpdir(), "xaia-code-"));
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(dist.pathname, path.join(folder, "node_modules", "xaia"));
  writeFileSync(path.join(folder, "run.mjs"), code);
  try {
    return execFileSync(process.execPath, ["run.mjs"], {cwd: folder, encoding: "utf8"});
  } finally {
    rmSync(folder, {recursive: true});
  }
}

/** The model file's text, wherever the engine runs. */
export const fileOf = (model) => model.save();

/** The reference cases of testdata/golden. */
export function goldens() {
  const folder = new URL("golden/", testdata);
  const cases = readdirSync(folder)
    .filter((name) => name.endsWith(".json") && !["mt19937.json", "fig4-summary.json"].includes(name) && !/^(relevance|local)-/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), "utf8")));
  assert.equal(cases.length, 12);
  return cases;
}

/** What each kind of expectation was computed with. */
export function optionsFor(kind, golden) {
  return {
    default: {relevance: false, interpolation: {top: 8}},
    text: {preset: "paper", settings: golden.settings},
    skip: {preset: "paper", skip: true, settings: golden.settings},
    "published-v1": {preset: "published-v1", settings: golden.settings},
    "published-v2": {preset: "published-v2", settings: golden.settings},
  }[kind];
}

export function near(got, want, tolerance = 1e-9) {
  assert.ok(Math.abs(got - want) <= tolerance * Math.max(1, Math.abs(want)), `${got} is not ${want}`);
}

/** Asserts that a call rejects with an XaiaError as described, and says what to do. */
export async function refuses(promise, {code, row, column, path, message}) {
  await assert.rejects(promise, (error) => {
    assert.equal(error.name, "XaiaError", String(error.stack));
    assert.equal(error.code, code, error.message);
    assert.equal(error.row, row, error.message);
    assert.equal(error.column, column, error.message);
    if (path !== undefined) assert.equal(error.path, path);
    if (message !== undefined) assert.match(error.message, message);
    assert.ok(error.hint.length > 5, "no hint");
    assert.ok(error.message.endsWith(error.hint));
    return true;
  });
}
