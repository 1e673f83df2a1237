// What the documents point at is there: files, links, commands, tests.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {rowsOf as rowsIn} from "../site/docs/charts.mjs";
import {brotliCompressSync, gzipSync} from "node:zlib";

const root = fileURLToPath(new URL("../../", import.meta.url));
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {cwd: root, encoding: "utf8", maxBuffer: 1 << 26}).trim().split("\n");
const read = (name) => readFileSync(path.join(root, name), "utf8");
const pages = listed.filter((name) => name.endsWith(".md"));
const commands = new Set([...read("internal/build/main.go").matchAll(/^\t+\{name: "([a-z]+)"/gm)].map(([, name]) => name));
const tests = [...new Set(listed.filter((name) => name.endsWith("_test.go")).flatMap((name) => [...read(name).matchAll(/^func ((?:Test|Fuzz|Benchmark|Example)\w*)/gm)].map(([, t]) => t)))];

/** Files that a build makes, and files that a document asks its reader to write. */
const made = /^(\.\/)?dist\/|^(xaia|xaia\.global|plot|embed|inline(?:\.global)?|boot|paper|wasm_exec|src\/embed|lessons(?:-inline)?|teach|drawing|package\/inline|first|mine|table|room-wall)\.(mjs|cjs|js|html)$|^(web\/site\/view\/mine\.js|testdata\/data\/name\.csv)$/;

/** Text in single backticks, outside of blocks, and the lines of blocks. */
function* quoted(text) {
  for (const [i, part] of text.replaceAll("\\|", "|").split(/^```.*$/m).entries()) { // in a table a bar is escaped
    if (i % 2) yield* part.split("\n");
    else for (const [, code] of part.matchAll(/`([^`\n]+)`/g)) yield code;
  }
}

/** The addresses of a document's headings, as GitHub makes them. */
const anchors = (page) => new Set([...read(page).replaceAll(/^```[^]*?^```/gm, "").matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));

for (const page of pages) {
  test(page, () => {
    const text = read(page);
    const missing = [];
    for (const [, to] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (!/^[a-z]+:/.test(to) && !existsSync(path.join(root, path.dirname(page), to))) missing.push(`link ${to}`);
    }
    for (const [, to, hash] of text.matchAll(/\]\(([^)#\s:]*\.md)?#([^)\s]+)\)/g)) {
      if (!anchors(to ? path.join(path.dirname(page), to) : page).has(hash)) missing.push(`no heading ${to ?? ""}#${hash}`);
    }
    for (const code of quoted(text)) {
      for (const [, command] of code.matchAll(/\.\/build\.sh ([a-z]+)/g)) if (!commands.has(command)) missing.push(`./build.sh ${command}`);
      for (const [, names] of code.matchAll(/go test [^#]*?-(?:run|bench|fuzz) '?([\w|/()^$.-]+)'?/g)) {
        for (const name of names.replaceAll(/[()]/g, "").split("|")) {
          const first = name.split("/")[0];
          if (first !== "^$" && !tests.some((t) => new RegExp(first).test(t))) missing.push(`go test -run ${name}`);
        }
      }
      for (const [, name] of code.matchAll(/\b(Test[A-Z]\w+)\b/g)) if (!tests.some((t) => t.startsWith(name))) missing.push(name);
      for (const [, file] of code.matchAll(/\bnode (?:--\S+ )*(\S+\.mjs)/g)) if (!listed.includes(path.normalize(file)) && !made.test(file)) missing.push(`node ${file}`);
      // A name by itself is a file of the place that the sentence is about.
      if (/^[\w./-]+\.(go|js|mjs|mts|sh|md|css|html|csv)$/.test(code) && !made.test(code) && !listed.some((name) => `/${name}`.endsWith(`/${code.replace(/^\.?\//, "")}`))) missing.push(code);
    }
    assert.deepEqual(missing, []);
    // A line break before "1. " or "- " within a sentence makes a list of it.
    const prose = text.replaceAll(/^```[^]*?^```/gm, "");
    assert.deepEqual(prose.match(/^(?![ |#>]|[-*+] |\d+\. ).*[^:\n]\n *(?:1\.|[-*+]) .*/gm) ?? [], []);
  });
}

test("the API at a glance has each call once", () => {
  const types = read("web/package/xaia.d.ts");
  const functions = [...types.matchAll(/^export declare function (\w+)/gm)].map(([, name]) => name);
  const methods = ["BaseModel", "FittedModel", "SQANNModel", "Learner"].flatMap((name) => [...types.match(new RegExp(`^export interface ${name}[< ][\\s\\S]*?^}`, "m"))[0].matchAll(/^ {2}(\w+)\(/gm)].map(([, method]) => method));
  const calls = new Set([...functions, ...methods]);
  assert.ok(calls.size > 35, `${calls.size} calls`);
  const said = [...read("docs/api.md").matchAll(/^\| `(?:model\.|learner\.)?(\w+)\([^`]*`.*\|.*\| ([^|]+) \|$/gm)].map(([, name]) => name);
  const elsewhere = ["predict", "explain", "learner"]; // functions that do the same as the methods
  assert.deepEqual([...calls].filter((name) => !said.includes(name)), []);
  assert.deepEqual(said.filter((name) => !calls.has(name)), []);
  assert.deepEqual(said.filter((name, i) => said.indexOf(name) !== i && name !== "fit"), []); // fit with and without like
  for (const name of elsewhere) assert.match(read("docs/api.md"), new RegExp(`\`${name}\\(model`), name);
});

/** The rows of a document's tables: the first cell, and the others by the names of their columns. */
const rowsOf = (page) => rowsIn(read(page));
const number = (text) => Number(text.replaceAll(",", "").replace(/^\./, "0.").match(/-?[\d.]+/)[0]);
const agrees = (said, measured) => number(said) === Number(measured.toFixed(said.split(".")[1]?.length ?? 0));
const measured = (page, row, column, unit = 1) => {
  const found = rowsOf(page).find(({name, ...values}) => name.startsWith(row) && values[column] !== undefined);
  assert.ok(found, `${page} has no row ${row} with ${column}`);
  return number(found[column]) * unit;
};
const quality = (row, column) => ["docs/quality.md", row, column];
const time = (row) => ["docs/performance.md", row, "time"];

// Each figure in prose that is one of a table, beside that table's: document, sentence, and for each figure in it where it is measured.
for (const [page, sentence, ...sources] of [
  ["docs/questions.md", /100,000 rows are fitted in ([\d.]+) s and a million in ([\d.]+) s/, time("fit 100,000 samples"), time("fit a million samples")],
  ["docs/questions.md", /50,000 rows of 13 columns take ([\d.]+) s/, ["docs/performance.md", "fit cube-50000 x 13", "ms with vectors", 0.001]],
  ["docs/questions.md", /price has an error of (\d+), tuned k-NN (\d+)/, quality("diamonds, price", "untouched"), quality("diamonds, price", "k-NN, tuned")],
  ["docs/questions.md", /digits (\.\d+) correct, xaia (\.\d+);/, quality("digits", "k-NN, tuned"), quality("digits", "untouched")],
  ["docs/questions.md", /mpg: error ([\d.]+), xaia ([\d.]+);/, quality("mpg", "boosting"), quality("mpg", "untouched")],
  ["docs/questions.md", /diamonds' cut: (\.\d+) correct, xaia (\.\d+)/, quality("diamonds, cut", "boosting"), quality("diamonds, cut", "untouched")],
  ["docs/questions.md", /salaries: error ([\d,]+), xaia ([\d,]+)/, quality("salaries", "line, logistic"), quality("salaries", "untouched")],
  ["docs/questions.md", /diamonds' price: error (\d+), boosting (\d+), a forest (\d+)/, ...["untouched", "boosting", "forest"].map((column) => quality("diamonds, price", column))],
  ["docs/questions.md", /sonar: (\.\d+) correct, xaia (\.\d+)/, quality("sonar", "k-NN, tuned"), quality("sonar", "untouched")],
  ["README.md", /fits 100,000 samples in ([\d.]+) s/, time("fit 100,000 samples")],
  ["docs/note.md", /100,000 samples in ([\d.]+) s/, time("fit 100,000 samples")],
  ["web/package/xaia.d.ts", /100,000 rows in ([\d.]+) s/, time("fit 100,000 samples")],
]) {
  test(`${page} says what is measured: ${sentence.source}`, () => {
    const said = read(page).match(sentence)?.slice(1);
    assert.equal(said?.length, sources.length, "the sentence isn't there");
    said.forEach((figure, i) => assert.ok(agrees(figure, measured(...sources[i])), `${figure}, but ${sources[i]} is ${measured(...sources[i])}`));
  });
}

/** Tables of the quality page: the name of a column there, and in the tables as they were printed. */
const columns = {"untouched": "xaia untouched", "k-NN, tuned": "k-NN tuned", "line, logistic": "line, logistic", "forest": "random forest", "boosting": "boosting", "HistGradientBoosting": "HistGradientBoosting"};
const compared = rowsOf("quality/quality-tables.md").filter((row) => row["xaia untouched"] && row.boosting);

test("docs/quality.md has the figures of quality/quality-tables.md", () => {
  const rows = rowsOf("docs/quality.md").filter((row) => row.untouched && row.boosting);
  assert.equal(rows.length, 28);
  for (const row of rows) {
    const name = row.name.replace(/ \(.*/, "");
    const printed = compared.find((other) => other.name.replace(/ \(.*/, "") === name);
    assert.ok(printed, name);
    for (const [here, there] of Object.entries(columns)) assert.ok(agrees(row[here], number(printed[there])), `${name}, ${here}: ${row[here]}, printed ${printed[there]}`);
  }
});

test("questions.md, quality.md and README.md count the tables right", () => {
  const [, of, boosted, near] = read("docs/questions.md").match(/Of (\d+) tables, they are within 3 % of boosted trees or better on (\d+), and better than tuned k-nearest neighbours on (\d+)/);
  assert.ok(read("README.md").includes(`| better on ${near} of ${of} tables | within 3 % of them or better on ${boosted} |`));
  const behind = (row, column) => {
    const ratio = number(row["xaia untouched"]) / number(row[column]);
    return number(row["paper, minmax"]) < 1 ? 1 / ratio : ratio; // an accuracy, where more is better; of errors, that of preset paper is always above 1
  };
  assert.equal(compared.length, Number(of));
  assert.equal(compared.filter((row) => behind(row, "boosting") <= 1.03).length, Number(boosted));
  assert.equal(compared.filter((row) => behind(row, "k-NN tuned") < 1).length, Number(near));
  const [, here] = read("docs/quality.md").match(/Of 35 tables xaia is within 3 % of boosting's error or better on (\d+)/);
  const [, nearHere] = read("docs/quality.md").match(/xaia is better on (\d+)/);
  assert.deepEqual([here, nearHere], [boosted, near]);
});

test("files are as large as is said", () => {
  const rows = [...read("docs/recipes.md").matchAll(/^\| (\[?[\w.-]+\.(?:m?js|wasm).*?) \| .* \| ([\d, ]+) \| ([\d, ]+) \|$/gm)];
  assert.ok(rows.length > 10);
  const said = rows.flatMap(([, names, sizes, packed]) => [...names.matchAll(/(?<![\w/.-])([\w.-]+\.(?:m?js|wasm))/g)].map(([, name], i) => [name, sizes.split(", ")[i] * 1000, packed.split(", ")[i] * 1000]));
  for (const [, name, size, unit, packed, packedUnit] of read("docs/embedding.md").matchAll(/^\| `(\w+\.mjs)` .*?([\d.]+) ([MK])B \(([\d.]+) ([MK])B gzipped\)/gm)) said.push([name, size * {M: 1e6, K: 1e3}[unit], packed * {M: 1e6, K: 1e3}[packedUnit]]);
  assert.ok(said.length > 15, `${said.length} files`);
  for (const [name, size, packed] of said) {
    const bytes = readFileSync(path.join(root, "dist/npm", name));
    for (const [is, should] of [[size, bytes.length], [packed, gzipSync(bytes, {level: 9}).length]]) assert.ok(Math.abs(is - should) <= Math.max(500, 0.03 * should), `${name}: ${is} said, ${should} measured`);
  }
});

test("xaia/lite is as small as is said", () => {
  const packed = brotliCompressSync(readFileSync(path.join(root, "dist/npm/lite.mjs"))).length / 1000;
  for (const [page, sentence] of [["README.md", /answers by a saved model, in ([\d.]+) KB/], ["docs/performance.md", /`xaia\/lite` is .*\(brotli ([\d.]+)\)/]]) {
    const [, said] = read(page).match(sentence);
    assert.ok(Math.abs(Number(said) - packed) < 0.3, `${page}: ${said}, but ${packed}`);
  }
});

test("the table of errors has each code of the types", () => {
  const [, list] = read("web/package/xaia.d.ts").match(/export type ErrorCode =([^;]*);/);
  const codes = [...list.matchAll(/"([a-z-]+)"/g)].map(([, code]) => code);
  assert.ok(codes.length > 10);
  assert.deepEqual([...read("docs/api.md").matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code).sort(), codes.sort());
});

test("BibTeX says what CITATION.cff says", () => {
  const cited = read("docs/questions.md").match(/```text\n(@article[^]*?)```/)[1];
  const cff = read("CITATION.cff");
  for (const [, value] of cff.matchAll(/^ *(?:- )?(?:title|year|url|version|repository-code): "?([^"\n]+)"?$/gm)) assert.ok(cited.includes(`{${value}}`), value);
  for (const [, family] of cff.matchAll(/family-names: (\w+)/g)) assert.ok(cited.includes(family), family);
});
