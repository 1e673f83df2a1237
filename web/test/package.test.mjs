// The tarball, installed in an app outside of the repository: Node's two module systems, TypeScript, sizes.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, before, test} from "node:test";
import {fileURLToPath} from "node:url";
import {brotliCompressSync, constants} from "node:zlib";
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
  const sync = xaia.fitSync([1, 2], [3, 4]).predictSync(2);
  const error = await xaia.fit([[NaN]], [1]).catch((e) => [e instanceof xaia.XaiaError, e.code]);
  console.log(JSON.stringify([await model.predict([[0.1, 0.9]]), (await model.explain([0, 0])).status, sync, error, xaia.version]));`;
const printed = new RegExp('^\\[\\["b"\\],"hit",4,\\[true,"invalid-input"\\],"\\d+\\.\\d+\\.\\d+"\\]\\n$');

test("import", () => {
  writeFileSync(join(app, "use.mjs"), `import * as xaia from "xaia";${use}`);
  assert.match(node("use.mjs"), printed);
});

test("require", () => {
  writeFileSync(join(app, "use.cjs"), `const xaia = require("xaia");\n(async () => {${use}})();`);
  assert.match(node("use.cjs"), printed);
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

test("the file for pages can be imported where there is no page", () => {
  writeFileSync(join(app, "embed.mjs"), `import widget, * as embed from "xaia/embed";
    console.log(Object.keys(embed).join(), Object.keys(widget).join(), Object.keys(globalThis).filter((k) => /xaia|^Go$/i.test(k)).length);
    try { embed.mount(null); } catch (error) { console.log(error.constructor.name); }`);
  assert.equal(node("embed.mjs"), "default,mount,version initialize,render 0\nTypeError\n");
});

test("types: what must compile does, what must not doesn't", () => {
  const tsc = join(root, "web/apps/node_modules/typescript/bin/tsc");
  for (const [folder, type, module] of [["esm", "module", "nodenext"], ["cjs", "commonjs", "nodenext"], ["bundler", "module", "esnext"]]) {
    const out = join(app, folder);
    mkdirSync(out);
    writeFileSync(join(out, "package.json"), JSON.stringify({type}));
    cpSync(join(root, "web/apps/types"), out, {recursive: true});
    const args = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "--module", module, "--moduleResolution", module === "esnext" ? "bundler" : module];
    execFileSync(process.execPath, [tsc, ...args, "use.ts", "misuse.ts"], {...quiet, cwd: out});
    if (folder !== "cjs") execFileSync(process.execPath, [tsc, ...args, "views.ts"], {...quiet, cwd: out}); // those two are modules only
  }
  writeFileSync(join(app, "esm/wrong.ts"), 'import * as xaia from "xaia";\nexport const n: number = await xaia.fit([[0]], [1]);\n');
  assert.throws(() => execFileSync(process.execPath, [tsc, "--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "wrong.ts"], {...quiet, cwd: join(app, "esm")}), /status 2|Command failed/);
});

// Bundlers and engines wrap modules into functions with parameters of such names, as Parcel's does with module.
test("no top-level name is one that hosts give to modules, or is global in them", async () => {
  const {parseAst} = await import(new URL("../apps/node_modules/rollup/dist/es/parseAst.js", import.meta.url));
  const taken = new Set([...Object.getOwnPropertyNames(globalThis), "module", "exports", "require", "define", "__filename", "__dirname",
    "self", "window", "document", "location", "parent", "top", "frames", "name", "status", "event", "history", "origin", "Bun", "Deno"]);
  for (const file of ["xaia.mjs", "xaia.cjs", "xaia.global.js", "inline.mjs", "plot.mjs", "embed.mjs"]) {
    const names = parseAst(readFileSync(new URL(file, dist), "utf8")).body.flatMap(declared);
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
// Compressed it differs by up to 1 KB with the commit that Go writes into it.
const budgets = {"xaia.wasm": 812, "xaia.mjs": 20, "xaia.global.js": 20};

test("sizes", () => {
  for (const [file, most] of Object.entries(budgets)) {
    const size = brotliCompressSync(readFileSync(new URL(file, dist)), {
      params: {[constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24},
    }).length / 1000;
    assert.ok(size <= most, `${file} has ${size.toFixed(1)} KB, at most ${most} are allowed`);
  }
});
