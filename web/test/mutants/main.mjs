/**
 * How many small changes to the scripts the tests in Node notice: node web/test/mutants/main.mjs [count [seed [least]]]. What Go's part,
 * internal/mutants, says of it holds here, too; here a test is a file. With least, the share to be noticed in place of what is wanted,
 * changes that no test reaches are no failure. Files of tests that take more than a minute aren't asked. Prints Markdown; exit code 1:
 * fewer are noticed than wanted.
 */
import {execFileSync, spawn} from "node:child_process";
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync} from "node:fs";
import {availableParallelism, tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {shuffled} from "../data.mjs";
import {changed, sitesOf} from "./sites.mjs";

const wanted = 0.92;
const areas = ["web/package", "web/scene", "web/figures"];
const mostAsked = 120_000; // milliseconds of tests for one change
const longest = 60_000; // of a file of tests: longer ones run documents whole

const root = fileURLToPath(new URL("../../../", import.meta.url));
const [count = 100, seed = Math.floor(Date.now() / 86400e3), least] = process.argv.slice(2).map(Number);
const say = (what) => console.error(`${new Date().toTimeString().slice(0, 8)}  ${what}`);

const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {cwd: root, encoding: "utf8", maxBuffer: 1 << 28}).split("\0").filter((file) => file && existsSync(join(root, file)));
const files = tracked.filter((file) => /\.m?js$/.test(file) && areas.some((area) => file.startsWith(`${area}/`)));
const all = files.flatMap((file) => sitesOf(file, readFileSync(join(root, file), "utf8")));
/** @type {import("./sites.mjs").Site[]} */
const drawn = [];
for (const i of shuffled(all.length, seed)) {
  const one = all[i];
  if (drawn.length < count && !drawn.some((other) => other.file === one.file && one.from < other.to && other.from < one.to)) drawn.push(one);
}
drawn.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.from - b.from));
say(`${all.length} changes; ${drawn.length} are drawn by seed ${seed}`);

const folder = mkdtempSync(join(tmpdir(), "xaia-mutants-"));
process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

say("the package with these changes");
for (const file of tracked) {
  mkdirSync(dirname(join(folder, file)), {recursive: true});
  cpSync(join(root, file), join(folder, file));
}
cpSync(join(root, "dist"), join(folder, "dist"), {recursive: true, preserveTimestamps: true, verbatimSymlinks: true});
symlinkSync(join(root, "web/node_modules"), join(folder, "web/node_modules"));
for (const file of new Set(drawn.map((one) => one.file))) {
  const own = drawn.flatMap((site, n) => (site.file === file ? [{site, n}] : []));
  writeFileSync(join(folder, file), changed(readFileSync(join(root, file), "utf8"), own));
}
execFileSync("./build.sh", {cwd: folder, stdio: ["ignore", "ignore", "inherit"]});

/** Whether a file of tests passes, and how long it took. @param {string} file @param {Record<string, string>} env @param {number} most milliseconds */
const passes = (file, env, most) => new Promise((resolve) => {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", "./web/test/mutants/setup.mjs", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", file], {cwd: folder, env: {...process.env, ...env}, stdio: "ignore", detached: true});
  const late = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), most);
  child.on("exit", (code) => {
    clearTimeout(late);
    resolve({passed: code === 0, took: performance.now() - start});
  });
});

/** As many at once as there are processors. @template T @param {T[]} list @param {(one: T, i: number) => Promise<void>} f */
async function side(list, f) {
  let next = 0;
  await Promise.all(Array.from({length: availableParallelism()}, async () => {
    for (let i; (i = next++) < list.length; ) await f(list[i], i);
  }));
}

const tests = readdirSync(join(folder, "web/test")).filter((name) => name.endsWith(".test.mjs")).map((name) => `web/test/${name}`);
say(`which of ${tests.length} files of tests reach them`);
/** @type {{file: string, took: number, reached: Set<number>}[]} */
const asked = [];
await side(tests, async (file, i) => {
  const marks = join(folder, `reached${i}`);
  const {passed, took} = await passes(file, {XAIA_REACHED: marks}, longest);
  if (!passed) return say(`${file} ${took > longest ? `takes more than ${longest / 1000} s` : "fails without a change"}; it isn't asked`);
  if (existsSync(marks)) asked.push({file, took, reached: new Set(readFileSync(marks, "utf8").trim().split("\n").map(Number))});
});
asked.sort((a, b) => a.took - b.took);

say("what they notice");
let done = 0;
const verdicts = new Array(drawn.length);
await side(drawn, async (_, n) => {
  const own = asked.filter(({reached}) => reached.has(n));
  verdicts[n] = own.length ? "survived" : "unreached";
  let sum = 0;
  for (const [i, {file, took}] of own.entries()) {
    if ((sum += took) > mostAsked && i > 0) break;
    if (!(await passes(file, {XAIA_MUTANT: String(n)}, 4 * took + 20_000)).passed) {
      verdicts[n] = "noticed";
      break;
    }
  }
  if (++done % 25 === 0) say(`${done} of ${drawn.length}`);
});

const lines = readFileSync(join(root, "internal/mutants/equivalent.txt"), "utf8").split("\n");
const equivalent = ({file, where, is, becomes}) => lines.some((line) => line.startsWith(`${[file, where, is, becomes].join(" | ")} | `));
const rows = areas.map((area) => {
  const own = drawn.flatMap((one, n) => (one.file.startsWith(`${area}/`) ? [verdicts[n] !== "noticed" && equivalent(one) ? "equivalent" : verdicts[n]] : []));
  const of = (verdict) => own.filter((v) => v === verdict).length;
  return {area, all: own.length, unreached: of("unreached"), equivalent: of("equivalent"), noticed: of("noticed"), share: of("noticed") / Math.max(1, of("noticed") + of("survived"))};
}).filter(({all}) => all);
const left = drawn.flatMap((one, n) => (verdicts[n] === "noticed" || equivalent(one) ? [] : [`- ${one.file}:${one.line}, ${one.where}, ${verdicts[n]}: \`${one.is}\` → \`${one.becomes}\``]));
console.log(`# Changes to scripts that tests notice

${drawn.length} of ${all.length} changes, drawn by seed ${seed}; the tests in Node alone.

| area | changes | unreached | equivalent | noticed | of those reached | wanted |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.map((r) => `| ${r.area} | ${r.all} | ${r.unreached} | ${r.equivalent} | ${r.noticed} | ${(100 * r.share).toFixed(1)} % | ${100 * wanted} % |`).join("\n")}${left.length ? `\n\nNot noticed:\n\n${left.join("\n")}` : ""}`);
process.exit(rows.every(({share, unreached}) => (least === undefined ? share >= wanted && unreached === 0 : share >= least)) ? 0 : 1);
