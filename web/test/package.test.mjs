// The tarball, installed in an app outside of the repository: Node's two module systems, TypeScript, sizes.
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {fileURLToPath} from "node:url";
import {brotliCompressSync, constants} from "node:zlib";
import {parse} from "espree";
import {dist} from "./helpers.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const app = mkdtempSync(join(tmpdir(), "xaia-package-"));
const quiet = {encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]};
const node = (file) => execFileSync(process.execPath, [file], {...quiet, cwd: app});

before(() => {
  const [{filename}] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", app], {...quiet, cwd: fileURLToPath(dist)}));
  writeFileSync(join(app, "package.json"), '{"name": "app", "private": true}');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", `./${filename}`], {...quiet, cwd: app});
});
after(() => rmSync(app, {recursive: true}));

const use = `
  const model = await xaia.fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]);
  const other = await (await xaia.fit([1, 2], [3, 4])).predict(2);
  const error = await xaia.fit([[NaN]], [1]).catch((e) => [e instanceof xaia.XaiaError, e.code]);
  console.log(JSON.stringify([await model.predict([[0.1, 0.9]]), (await model.explain([0, 0])).status, other, error, xaia.version]));`;
const printed = new RegExp('^\\[\\["b"\\],"hit",4,\\[true,"invalid-input"\\],"\\d+\\.\\d+\\.\\d+"\\]\\n$');

test("no file breaks a text over two lines: Vite 6 and 7 make a tab of such a break", () => {
  const files = readdirSync(dist).filter((name) => /\.(mjs|js|cjs)$/.test(name));
  assert.ok(files.length > 8);
  for (const name of files) assert.doesNotMatch(readFileSync(new URL(name, dist), "utf8"), /(^|[^\\])(\\\\)*\\$/m, name);
});

test("import", () => {
  writeFileSync(join(app, "use.mjs"), `import * as xaia from "xaia";${use}`);
  assert.match(node("use.mjs"), printed);
});

test("require", () => {
  writeFileSync(join(app, "use.cjs"), `const xaia = require("xaia");\n(async () => {${use}})();`);
  assert.match(node("use.cjs"), printed);
});

test("xaia/sync, by import and by require: no call has to be awaited first", () => {
  const first = "console.log(xaia.fit([1, 2], [3, 4]).predict(2));";
  writeFileSync(join(app, "sync.mjs"), `import * as xaia from "xaia/sync";${first}`);
  writeFileSync(join(app, "sync.cjs"), `const xaia = require("xaia/sync");${first}`);
  for (const file of ["sync.mjs", "sync.cjs"]) assert.equal(node(file), "4\n");
});

test("the inline build, and the subpath of the module", () => {
  writeFileSync(join(app, "inline.mjs"), `import * as xaia from "xaia/inline";${use}`);
  assert.match(node("inline.mjs"), printed);
  writeFileSync(join(app, "given.mjs"), `
    import {readFileSync} from "node:fs";
    import {fileURLToPath} from "node:url";
    import * as xaia from "xaia";
    await xaia.initialize({wasmModule: await WebAssembly.compile(readFileSync(fileURLToPath(import.meta.resolve("xaia/xaia.wasm"))))});${use}`);
  assert.match(node("given.mjs"), printed);
});

// In workerd itself: ./build.sh clients Cloudflare.
test("a host whose scripts have no address, and which compiles nothing from bytes, as Cloudflare's", () => {
  for (const file of ["xaia", "inline"]) writeFileSync(join(app, `${file}-hosted.mjs`), readFileSync(join(app, `node_modules/xaia/${file}.mjs`), "utf8").replaceAll("import.meta.url", "undefined"));
  writeFileSync(join(app, "hosted.mjs"), `
    import {readFileSync} from "node:fs";
    const wasmModule = await WebAssembly.compile(readFileSync("node_modules/xaia/xaia.wasm"));
    const refused = (of) => new WebAssembly.CompileError(\`WebAssembly.\${of}(): Wasm code generation disallowed by embedder\`);
    WebAssembly.Module = class { constructor() { throw refused("Module"); } };
    WebAssembly.compile = async () => { throw refused("compile"); };
    const xaia = await import("./xaia-hosted.mjs"), inline = await import("./inline-hosted.mjs");
    for (const {fit} of [xaia, inline]) console.log(await fit([1, 2], [3, 4]).catch((e) => [e.code, e.hint.includes('import wasmModule from "xaia/xaia.wasm"'), e.message.includes("truncated")].join()));
    await xaia.initialize({wasmModule});${use}`);
  const lines = node("hosted.mjs").split("\n");
  assert.deepEqual(lines.slice(0, 2), ["load-failed,true,false", "load-failed,true,false"]);
  assert.match(`${lines[2]}\n`, printed);
});

test("the inline build in a page of jsdom, which can't unzip", () => {
  writeFileSync(join(app, "lacking.mjs"), `delete Blob.prototype.stream; delete globalThis.DecompressionStream; delete globalThis.Response;
    globalThis.document = {URL: "about:blank", baseURI: "about:blank"};
    const xaia = await import("xaia/inline");${use}`);
  assert.match(node("lacking.mjs"), printed);
});

test("require of the builds of one file", () => {
  writeFileSync(join(app, "inline.cjs"), `const xaia = require("xaia/inline");\n(async () => {${use}})();`);
  assert.match(node("inline.cjs"), printed);
  writeFileSync(join(app, "embed.cjs"), 'const {default: widget, mount, version} = require("xaia/embed");\nconsole.log(typeof widget.render, typeof mount, typeof version);');
  assert.equal(node("embed.cjs"), "function function string\n");
  writeFileSync(join(app, "lessons.cjs"), 'const {mountLesson, lessons} = require("xaia/lessons");\nconsole.log(typeof mountLesson, lessons.map((l) => l.name).join());');
  assert.equal(node("lessons.cjs"), "function sample,layers,unknown,absorb,teach,heartbeat\n");
  // The same in one file, which needs none beside it.
  cpSync(join(app, "node_modules/xaia/lessons-inline.mjs"), join(app, "alone.mjs"));
  writeFileSync(join(app, "lessons.mjs"), 'import {mountLesson, lessons} from "./alone.mjs";\nimport * as installed from "xaia/lessons-inline";\nconsole.log(typeof mountLesson, lessons.map((l) => l.name).join(), Object.keys(installed).join());');
  assert.equal(node("lessons.mjs"), "function sample,layers,unknown,absorb,teach,heartbeat default,lessons,mountLesson\n");
});

test("tables, by import and by require, with the files that come with the first workbook or parquet", () => {
  cpSync(join(root, "testdata/field"), join(app, "field"), {recursive: true});
  const read = `for (const file of ["24-bom-semicolon-crlf.csv", "61-workbook.xlsx", "60-table.parquet"]) {
    const {rows, columns} = await readTable(readFileSync("field/" + file));
    const again = await readTable(await writeTable(rows, {format: "xlsx", columns}));
    assert.deepEqual(again.rows, rows);
    console.log(rows.length, columns.map((c) => c.type).join());
  }`;
  writeFileSync(join(app, "table.mjs"), `import assert from "node:assert";\nimport {readFileSync} from "node:fs";\nimport {readTable, writeTable} from "xaia/table";\n${read}`);
  writeFileSync(join(app, "table.cjs"), `const assert = require("node:assert");\nconst {readFileSync} = require("node:fs");\nconst {readTable, writeTable} = require("xaia/table");\n(async () => {${read}})();`);
  for (const file of ["table.mjs", "table.cjs"]) assert.equal(node(file), "12 number,number,category\n6 number,category,number,date\n6 number,category,number,date,category\n");
  // 20,000 were enough for readTable alone; readColumns, parts of dates, the dialect and limits of cells came since, then more of JSON and ARFF.
  const core = brotliCompressSync(readFileSync(new URL("table.mjs", dist))).length;
  assert.ok(core < 32_000, `table.mjs has ${core} bytes compressed`);
});

test("drawings, by import and by require", () => {
  const use = `const numbers = encodeDrawing([[0, 0, 9, 9]]);\nconsole.log(numbers.length === features, numbers.reduce((sum, v) => sum + v * v, 0).toFixed(6));`;
  writeFileSync(join(app, "drawing.mjs"), `import {encodeDrawing, features} from "xaia/drawing";\n${use}`);
  writeFileSync(join(app, "drawing.cjs"), `const {encodeDrawing, features} = require("xaia/drawing");\n${use}`);
  for (const file of ["drawing.mjs", "drawing.cjs"]) assert.equal(node(file), "true 1.000000\n");
});

test("the file for pages can be imported outside of a page", () => {
  writeFileSync(join(app, "embed.mjs"), `import widget, * as embed from "xaia/embed";
    console.log(Object.keys(embed).join(), Object.keys(widget).join(), Object.keys(globalThis).filter((k) => /xaia|^Go$/i.test(k)).length);
    try { embed.mount(null); } catch (error) { console.log(error.constructor.name); }`);
  assert.equal(node("embed.mjs"), "default,mount,parts,version initialize,render 0\nTypeError\n");
});

test("an error that nobody catches is printed with its message, not with the package", () => {
  for (const file of ["xaia", "xaia/sync", "xaia/inline"]) {
    writeFileSync(join(app, "throws.mjs"), `import {fit} from "${file}";\nawait fit([[1, 2], [3]], [1, 2]);`);
    const {stderr, status} = spawnSync(process.execPath, ["throws.mjs"], {cwd: app, encoding: "utf8"});
    assert.equal(status, 1);
    assert.match(stderr, /XaiaError: X\[1\] has 1 numbers[^]* at .*throws\.mjs:2/);
    assert.ok(stderr.length < 2500, `${stderr.length} characters:\n${stderr}`);
  }
});

test("types: correct programs compile, wrong ones don't", () => {
  const tsc = join(root, "web/node_modules/typescript/bin/tsc");
  for (const [folder, type, module] of [["esm", "module", "nodenext"], ["cjs", "commonjs", "nodenext"], ["bundler", "module", "esnext"]]) {
    const out = join(app, folder);
    mkdirSync(out);
    writeFileSync(join(out, "package.json"), JSON.stringify({type}));
    cpSync(join(root, "web/test/apps/types"), out, {recursive: true});
    const args = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", module, "--moduleResolution", module === "esnext" ? "bundler" : module];
    execFileSync(process.execPath, [tsc, ...args, "use.ts", "misuse.ts", "outcomes.ts", "views.ts", "table.ts"], {...quiet, cwd: out});
    const wrong = {
      number: 'import * as xaia from "xaia";\nxaia.fit([[0]], [1]).then((n: number) => n);',
      default: 'import xaia from "xaia";\nxaia.fit([[0]], [1]);',
      sync: 'import {fit} from "xaia/sync";\nfit([[0]], [1]).then(String);',
      inline: 'import xaia from "xaia/inline";\nxaia.fit([[0]], [1]);',
      plot: 'import plot from "xaia/plot";\nplot.planePlot;',
      table: 'import {readTable} from "xaia/table";\nreadTable("a,b", {decimal: ";"});',
      drawing: 'import {encodeInk} from "xaia/drawing";\nencodeInk([[0, 0, 9, 9]]);',
    };
    const files = Object.keys(wrong).map((name) => `wrong-${name}.ts`);
    for (const [name, text] of Object.entries(wrong)) writeFileSync(join(out, `wrong-${name}.ts`), text);
    assert.throws(() => execFileSync(process.execPath, [tsc, ...args, "--esModuleInterop", ...files], {...quiet, cwd: out}),
      (e) => files.every((file) => e.stdout.includes(`${file}(`)), folder);
  }
});

test("the tag for pages and the module have types, too", () => {
  const tsc = join(root, "web/node_modules/typescript/bin/tsc");
  writeFileSync(join(app, "tag.ts"), 'import "xaia/xaia.global.js";\nimport wasm from "xaia/xaia.wasm";\nglobalThis.xaia.ready.then(() => xaia.initialize({wasmModule: wasm}));\n// @ts-expect-error\nxaia.ready();\n');
  execFileSync(process.execPath, [tsc, "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", "esnext", "--moduleResolution", "bundler", "tag.ts"], {...quiet, cwd: app});
});

test("package.json links to help; README doesn't depend on the repository", () => {
  const {homepage, bugs, repository, types, exports} = JSON.parse(readFileSync(join(app, "node_modules/xaia/package.json"), "utf8"));
  assert.ok(repository.url.includes(new URL(homepage).pathname) && bugs.url.endsWith("/issues"), `${homepage} ${bugs?.url}`);
  const named = [types, ...Object.values(exports).flatMap((e) => (typeof e === "string" ? [e] : Object.values(e).flatMap((f) => (typeof f === "string" ? [f] : Object.values(f)))))];
  for (const file of named) readFileSync(join(app, "node_modules/xaia", file));
  const readme = readFileSync(join(app, "node_modules/xaia/README.md"), "utf8");
  assert.match(readme, /import \* as xaia from "xaia";/);
  assert.match(readme, /import \{readTable\} from "xaia\/table";/);
  assert.doesNotMatch(readme, /dist\/npm\/\w+\.mjs|<picture>|build\.sh serve {5}|\]\((?!https:)/);
});

// Bundlers and engines wrap modules into functions with parameters of such names, as Parcel's does with module.
test("top-level names don't collide with names that hosts define in modules", async () => {
  const taken = new Set([...Object.getOwnPropertyNames(globalThis), "module", "exports", "require", "define", "__filename", "__dirname",
    "self", "window", "document", "location", "parent", "top", "frames", "name", "status", "event", "history", "origin", "Bun", "Deno"]);
  for (const file of ["xaia.mjs", "xaia.cjs", "xaia.global.js", "sync.mjs", "sync.cjs", "inline.mjs", "plot.mjs", "table.mjs", "table-xlsx.mjs", "table-parquet.mjs", "table-encoding.mjs", "drawing.mjs", "embed.mjs"]) {
    const names = parse(readFileSync(new URL(file, dist), "utf8"), {ecmaVersion: "latest", sourceType: file.endsWith(".mjs") ? "module" : "script"}).body.flatMap(declared);
    assert.ok(names.length > 5 || file === "xaia.global.js", `${file}: ${names}`);
    assert.deepEqual(names.filter((name) => taken.has(name)), [], file);
  }
});

/** The names that a statement at the top of a module declares. */
function declared(statement) {
  const {type, declaration, declarations, specifiers, id} = statement;
  if (type === "ImportDeclaration") return specifiers.map((s) => s.local.name);
  if (declaration) return declared(declaration);
  return declarations ? declarations.flatMap((d) => bound(d.id)) : id ? [id.name] : [];
}

function bound(pattern) {
  if (!pattern) return [];
  if (pattern.type === "Identifier") return [pattern.name];
  const parts = pattern.elements ?? pattern.properties ?? [pattern.left ?? pattern.argument];
  return parts.flatMap((part) => bound(part?.type === "Property" ? part.value : part));
}

// What is on the wire; docs/performance.md says why the module is above the 560 KB that were aimed at.
// The forest and the choice by it took 41 KB, gaps as features, levels that adapt and drift 12, walking models 5, packed row objects 5. Compressed it differs by up to 1 KB with the commit that Go writes into it. The scripts had 20 before hosts, proxies and fake timers; certificates take half a KB, warnings in the console 0.4, packing row objects 0.4.
const budgets = {"xaia.wasm": 1157, "xaia.mjs": 22, "xaia.global.js": 22.5, "lite.mjs": 11.5};

test("sizes", () => {
  for (const [file, most] of Object.entries(budgets)) {
    const size = brotliCompressSync(readFileSync(new URL(file, dist)), {
      params: {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24},
    }).length / 1000;
    assert.ok(size <= most, `${file} has ${size.toFixed(1)} KB, at most ${most} are allowed`);
  }
});
