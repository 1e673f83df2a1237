// What the documents point at is there: files, links, commands, tests.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";

const root = fileURLToPath(new URL("../../", import.meta.url));
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {cwd: root, encoding: "utf8", maxBuffer: 1 << 26}).trim().split("\n");
const read = (name) => readFileSync(path.join(root, name), "utf8");
const pages = listed.filter((name) => name.endsWith(".md"));
const commands = new Set([...read("internal/build/main.go").matchAll(/^\t+\{name: "([a-z]+)"/gm)].map(([, name]) => name));
const tests = [...new Set(listed.filter((name) => name.endsWith("_test.go")).flatMap((name) => [...read(name).matchAll(/^func ((?:Test|Fuzz|Benchmark|Example)\w*)/gm)].map(([, t]) => t)))];

/** Files that a build makes, and files that a document asks its reader to write. */
const made = /^(\.\/)?dist\/|^(xaia|xaia\.global|plot|embed|inline(?:\.global)?|boot|paper|wasm_exec|src\/embed|lessons(?:-inline)?|teach|drawing|package\/inline|first|table|room-wall)\.(mjs|cjs|js|html)$|^(web\/site\/view\/mine\.js|testdata\/data\/name\.csv)$/;

/** Text in single backticks, outside of blocks, and the lines of blocks. */
function* quoted(text) {
  for (const [i, part] of text.split(/^```.*$/m).entries()) {
    if (i % 2) yield* part.split("\n");
    else for (const [, code] of part.matchAll(/`([^`\n]+)`/g)) yield code;
  }
}

for (const page of pages) {
  test(page, () => {
    const text = read(page);
    const missing = [];
    for (const [, to] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
      if (!/^[a-z]+:/.test(to) && !existsSync(path.join(root, path.dirname(page), to))) missing.push(`link ${to}`);
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
