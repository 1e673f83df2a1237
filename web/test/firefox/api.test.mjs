// The package in Firefox: as a module, by one tag, inline in one file, and with a worker that is blocked; then a short soak.
import assert from "node:assert/strict";
import {cpSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {before, test} from "node:test";
import {pathToFileURL} from "node:url";
import {firefox, folders, root, scratch, tab, until} from "./firefox.mjs";

// Firefox holds the page's empty icon, a data: address, against the policy too; Chromium doesn't.
const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";
const npm = join(root, "dist/npm");
const src = join(root, "web/test/apps/src");
let browser, pages;

before(async () => {
  browser = await firefox();
  pages = makePages();
});

/** The pages without a bundler that web/test/apps/build.mjs makes, from what is built here. */
function makePages() {
  const work = scratch();
  const html = readFileSync(join(src, "index.html"), "utf8");
  const made = {};
  const page = (name, main, parts, index = html) => {
    made[name] = join(work, name);
    mkdirSync(made[name]);
    for (const file of ["probe.js", "run.js"]) cpSync(join(src, file), join(made[name], file));
    for (const file of parts) cpSync(join(npm, file), join(made[name], file));
    writeFileSync(join(made[name], "main.js"), main);
    writeFileSync(join(made[name], "index.html"), index);
  };
  const main = readFileSync(join(src, "main.js"), "utf8");
  page("module", main.replace('"xaia"', '"./xaia.mjs"'), ["xaia.mjs", "xaia.global.js", "xaia.wasm"]);
  page("inline", main.replace('"xaia"', '"./inline.mjs"'), ["inline.mjs"]);
  page("global", 'import {run} from "./run.js";\n\nawait xaia.ready;\nrun(xaia);\n', ["xaia.global.js", "xaia.wasm"],
    html.replace('<script type="module"', '<script src="./xaia.global.js"></script>\n<script type="module"'));
  const run = readFileSync(join(src, "run.js"), "utf8").replace("export ", "");
  writeFileSync(join(made.inline, "pasted.html"), html.replace('<script type="module" src="./main.js"></script>',
    () => `<script type="module">${readFileSync(join(npm, "inline.mjs"), "utf8")}</script>\n<script type="module">${run}\nrun(globalThis.xaia);</script>`));
  return made;
}

async function outcome(address) {
  const {page, close} = await tab(browser, 800, 600);
  await page.goto(address);
  await until(page, "globalThis.result !== undefined", 60);
  const found = await page.evaluate("({result, probe})");
  await close();
  return found;
}

/** What every app must find; as web/test/browser/package_test.go has it. */
function check({result, probe}, {workers, warnings = 0}) {
  assert.equal(result.failed, undefined);
  assert.deepEqual([result.predicted, result.status, result.neurons, result.fingerprint, result.file], [["b", "a"], "hit", [0], true, "b"]);
  assert.deepEqual(result.refused, [true, "invalid-input", 1, 0]);
  assert.ok(result.kept === 10000 && result.layers >= 2, `${result.kept} numbers, ${result.layers} layers`);
  assert.equal(result.aborted, "AbortError");
  assert.ok(result.abortTook < 500, `the abort took ${result.abortTook} ms`);
  if (workers !== undefined) assert.equal(probe.workers, workers);
  assert.equal(probe.warnings.length, warnings, probe.warnings.join());
}

for (const name of ["module", "global"]) {
  test(`${name}, under a strict policy`, async () => {
    const found = await outcome(`${await folders(pages, strict)}${name}/`);
    check(found, {workers: 1});
    assert.deepEqual(found.probe.violations, []);
  });
}

test("inline, its worker from a blob", async () => {
  check(await outcome(`${await folders(pages, strict.replace("worker-src 'self'", "worker-src blob:"))}inline/`), {workers: 1});
});

test("inline, pasted into a page that is opened as a file", async () => {
  check(await outcome(pathToFileURL(join(pages.inline, "pasted.html")).href), {workers: 1});
});

test("a worker that is blocked: the calling thread computes, with one warning", async () => {
  const found = await outcome(`${await folders(pages, strict.replace("worker-src 'self'", "worker-src 'none'"))}module/`);
  check(found, {warnings: 1});
  assert.match(found.probe.warnings[0], /the calling thread computes/);
});

for (const worker of [true, false]) {
  test(`a short soak, the engine in ${worker ? "a worker" : "the page's thread"}`, async () => {
    const {page, close} = await tab(browser, 800, 600);
    const address = await folders({npm, soak: join(root, "web/test/soak")}, strict);
    await page.goto(`${address}soak/page.html?worker=${worker}&seed=7&seconds=8`);
    await until(page, "globalThis.soaked !== undefined", 60);
    const soaked = await page.evaluate("soaked");
    await close();
    assert.equal(soaked.failed, undefined);
    assert.ok(soaked.episodes >= 3, `${soaked.episodes} episodes`);
  });
}
