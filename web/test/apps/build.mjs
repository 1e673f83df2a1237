/**
 * Makes the apps that the package is tested with, outside of the repository: packs
 * dist/npm as `npm publish` would, installs the tarball in an empty app, and builds
 * that with each bundler. Prints a JSON object: what each is called, and its folder.
 */
import {execFileSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {svelte} from "@sveltejs/vite-plugin-svelte";
import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import {rollup} from "rollup";
import * as vite from "vite";
import webpack from "webpack";

const here = fileURLToPath(new URL(".", import.meta.url));
const npm = fileURLToPath(new URL("../../../dist/npm", import.meta.url));
const work = process.argv[2] ?? mkdtempSync(join(tmpdir(), "xaia-apps-"));
mkdirSync(work, {recursive: true});

/** Prints everything but the result to standard error. */
const quiet = {encoding: "utf8", stdio: ["ignore", "pipe", "inherit"]};

const [{filename, files}] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", work], {...quiet, cwd: npm}));

/** An app with the tarball installed, as a user has it. */
const app = join(work, "app");
mkdirSync(app);
writeFileSync(join(app, "package.json"), JSON.stringify({name: "app", private: true}));
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", join(work, filename)], {...quiet, cwd: app});
cpSync(join(here, "src"), app, {recursive: true});
const installed = join(app, "node_modules/xaia");

function folder(name) {
  const out = join(work, name);
  mkdirSync(out, {recursive: true});
  for (const file of ["index.html", "probe.js"]) cpSync(join(app, file), join(out, file));
  return out;
}

/** What esbuild and Rollup leave alone: the files that the package looks for beside the bundle. */
function copyParts(out) {
  for (const file of ["xaia.wasm", "xaia.global.js"]) cpSync(join(installed, file), join(out, file));
}

async function withEsbuild() {
  const out = folder("esbuild");
  await esbuild.build({entryPoints: [join(app, "main.js")], bundle: true, format: "esm", outdir: out, logLevel: "warning"});
  copyParts(out);
  return out;
}

async function withRollup() {
  const out = folder("rollup");
  const bundle = await rollup({input: join(app, "main.js"), plugins: [nodeResolve()]});
  await bundle.write({dir: out, format: "es"});
  copyParts(out);
  return out;
}

async function withWebpack() {
  const out = folder("webpack");
  await webpacked(app, "./main.js", out);
  return out;
}

async function webpacked(context, entry, out) {
  const stats = await new Promise((resolve, reject) =>
    webpack({mode: "production", context, entry, output: {path: out, filename: "main.js"}, target: "web", performance: {hints: false}}, (error, stats) => (error ? reject(error) : resolve(stats))));
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString({all: false, errors: true, warnings: true}));
}

async function withVite() {
  const out = join(work, "vite");
  await vite.build({root: app, base: "./", logLevel: "error", build: {outDir: out, emptyOutDir: true, modulePreload: {polyfill: false}}});
  cpSync(join(app, "probe.js"), join(out, "probe.js"));
  return out;
}

/** An app of a framework with <xaia-plot> in it. The framework is installed here, xaia from the tarball. */
async function withFramework(name, packages, plugins) {
  const root = join(work, `${name}-app`);
  cpSync(join(here, name), root, {recursive: true});
  mkdirSync(join(root, "node_modules"));
  symlinkSync(installed, join(root, "node_modules/xaia"));
  for (const p of packages) symlinkSync(join(here, "node_modules", p), join(root, "node_modules", p));
  const out = join(work, name);
  await vite.build({root, base: "./", logLevel: "error", plugins, configFile: false, build: {outDir: out, emptyOutDir: true, chunkSizeWarningLimit: 2000, modulePreload: {polyfill: false}}, resolve: {preserveSymlinks: false}});
  return out;
}

/** The same app, rendered on a server first: its page comes with the markup, and the framework takes that over. */
async function hydrated(name, entry, plugins) {
  const root = join(work, `${name}-app`);
  const [client, out, server] = [name, `${name}-hydrated`, `${name}-server`].map((folder) => join(work, folder));
  await vite.build({root, logLevel: "error", plugins, configFile: false, build: {ssr: entry, outDir: server, rollupOptions: {output: {entryFileNames: "server.mjs"}}}, ssr: {noExternal: true, external: ["xaia"]}});
  mkdirSync(join(server, "node_modules"));
  symlinkSync(installed, join(server, "node_modules/xaia"));
  const {html} = await import(pathToFileURL(join(server, "server.mjs")).href);
  cpSync(client, out, {recursive: true});
  const page = readFileSync(join(client, "index.html"), "utf8");
  if (!html.includes("<xaia-plot")) throw new Error(`${name} renders ${html}`);
  writeFileSync(join(out, "index.html"), page.replace('<div id="app"></div>', () => `<div id="app">${html}</div>`));
  return out;
}

/** The files that fetch nothing, copied into a project without what lies beside them in the package. */
async function copied() {
  const root = join(work, "copied-app"), out = join(work, "copied");
  mkdirSync(root);
  for (const file of ["embed.mjs", "inline.mjs"]) cpSync(join(installed, file), join(root, file));
  writeFileSync(join(root, "main.mjs"), 'import "./embed.mjs";\nimport {fit} from "./inline.mjs";\n\nglobalThis.fit = fit;\n');
  await webpacked(root, "./main.mjs", out);
  return out;
}

/** Pages without a bundler. */
function plain() {
  const pages = {};
  const main = readFileSync(join(app, "main.js"), "utf8");
  const page = (name, from, parts) => {
    const out = folder(name);
    writeFileSync(join(out, "main.js"), main.replace('"xaia"', `"./${from}"`));
    cpSync(join(app, "run.js"), join(out, "run.js"));
    for (const file of parts) cpSync(join(installed, file), join(out, file));
    pages[name] = out;
  };
  page("module", "xaia.mjs", ["xaia.mjs", "xaia.global.js", "xaia.wasm"]);
  page("inline", "inline.mjs", ["inline.mjs"]);
  page("global", "xaia.mjs", ["xaia.global.js", "xaia.wasm"]);
  writeFileSync(join(pages.global, "main.js"), 'import {run} from "./run.js";\n\nawait xaia.ready;\nrun(xaia);\n');
  const html = readFileSync(join(app, "index.html"), "utf8");
  writeFileSync(join(pages.global, "index.html"), html.replace('<script type="module"', '<script src="./xaia.global.js"></script>\n<script type="module"'));
  // One file for file://, where a page can't import: the inline build pasted in.
  const library = readFileSync(join(installed, "inline.mjs"), "utf8");
  const run = readFileSync(join(app, "run.js"), "utf8").replace("export ", "");
  if (/<\/script|<!--/.test(library)) throw new Error("inline.mjs can't be pasted into a page.");
  writeFileSync(join(pages.inline, "pasted.html"), html.replace('<script type="module" src="./main.js"></script>',
    () => `<script type="module">${library}</script>\n<script type="module">${run}\nrun(globalThis.xaia);</script>`));
  return pages;
}

const apps = {app, ...plain(), esbuild: await withEsbuild(), rollup: await withRollup(), webpack: await withWebpack(), vite: await withVite(),
  react: await withFramework("react", ["react", "react-dom"], []), early: await withFramework("early", ["react", "react-dom"], []), svelte: await withFramework("svelte", ["svelte"], [svelte({configFile: false})]),
  "react-hydrated": await hydrated("react", "server.jsx", []), "early-hydrated": await hydrated("early", "server.jsx", []), "svelte-hydrated": await hydrated("svelte", "server.js", [svelte({configFile: false})]),
  plot: await withFramework("plot", [], []), copied: await copied()};
console.log(JSON.stringify({tarball: join(work, filename), files: files.map((f) => f.path).sort(), apps, written: readdirSync(work)}));
