/** The loops on vectors: the bits of the engine's own loops, one by one and in whole fits; where there are none, those run. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {after, test} from "node:test";
import {dataset, random} from "./data.mjs";

const root = new URL("../../", import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "xaia-kernels-"));
after(() => rmSync(folder, {recursive: true}));
const run = (program, args, env = {}) => execFileSync(program, args, {cwd: root, encoding: "utf8", env: {...process.env, ...env}, stdio: ["ignore", "pipe", "pipe"]});

test("each kernel has the bits of its twin, also of hostile numbers", () => {
  const given = join(folder, "given.mjs");
  run("go", ["run", "./web/bundle", "-out", folder, "kernels"]);
  writeFileSync(given, `
    import {giveKernels} from "./givekernels.mjs";
    const {instantiate} = WebAssembly;
    WebAssembly.instantiate = async (bytes, imports) => {
      const giveMemory = giveKernels(imports, globalThis);
      const made = await instantiate(bytes, imports);
      giveMemory(made.instance.exports.mem);
      return made;
    };`);
  const script = join(run("go", ["env", "GOROOT"]).trim(), "lib/wasm/wasm_exec_node.js");
  const environment = {PATH: process.env.PATH, HOME: process.env.HOME}; // Go's runner has little room for it
  for (const [folderOf, tests] of [["./internal/simd", /PASS: TestKernelsAreTaken[^]*PASS: TestBlocks/], ["./core/internal/floatmath", /PASS: TestExpBelow/]]) {
    const binary = join(folder, "test.wasm");
    run("go", ["test", "-c", "-o", binary, folderOf], {GOOS: "js", GOARCH: "wasm"});
    for (const [options, kernels] of [[["--import", given], "on"], [[], ""]]) {
      const said = execFileSync(process.execPath, [...options, script, binary, "-test.v"], {encoding: "utf8", env: {...environment, XAIA_KERNELS: kernels}});
      assert.match(said, tests);
      assert.match(said, /\nPASS\n/);
    }
  }
});

/** An engine with kernels or without, and how often it has called them. */
async function engine(kernels) {
  const {validate, Instance} = WebAssembly;
  const counted = {calls: 0};
  if (!kernels) WebAssembly.validate = () => false;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(_, given) {
      const {exports} = new Instance(...given);
      return exports.run ? {exports: {table: exports.table, run: (sp) => (counted.calls++, exports.run(sp))}} : {exports};
    },
  });
  try {
    const api = await import(`../../dist/npm/xaia.mjs?kernels=${kernels}`);
    await api.initialize({worker: false});
    return {api, counted};
  } finally {
    Object.assign(WebAssembly, {validate, Instance});
  }
}

const on = await engine(true), off = await engine(false);

const next = random(5);
const made = (rows, columns) => {
  const X = Array.from({length: rows}, () => Array.from({length: columns}, next));
  return {X, y: X.map((x) => Math.sin(5 * x[0]) + x[1] * x[2] + 0.1 * next())};
};
const sets = {
  boston: dataset("boston"), cancer: dataset("cancer"), iris: dataset("iris"), "700 x 13": made(700, 13), "500 x 65": made(500, 65), "150 x 301": made(150, 301),
  "hostile sizes": {X: made(400, 8).X.map((x) => x.map((v, j) => (v - 0.5) * 10 ** (40 * j - 160))), y: Array.from({length: 400}, (_, i) => i % 7)},
};

test("fits, answers and files have the same bits with kernels and without", async () => {
  for (const [name, {X, y}] of Object.entries(sets)) {
    const asked = X.slice(0, 60).map((x, i) => x.map((v, j) => (i < 20 ? v : i < 40 ? v * 1.01 : 1e3 * j)));
    for (const options of [{}, {relevance: false, interpolation: {top: 8}}, {preset: "paper"}, {preset: "paper", skip: true}]) {
      const before = on.counted.calls;
      const [one, other] = await Promise.all([on, off].map(async ({api}) => {
        const model = await api.fit(X, y, options);
        const out = [await model.save(), await model.predict(asked), await model.explain(asked.slice(15, 45))];
        model.dispose();
        return JSON.stringify(out);
      }));
      assert.ok(one === other, `${name}, ${JSON.stringify(options)}`);
      assert.ok(on.counted.calls > before, `${name}, ${JSON.stringify(options)}: no kernel was called`);
    }
  }
  assert.equal(off.counted.calls, 0);
});

test("the memory grows under the kernels", async () => {
  const {api, counted} = on;
  const small = made(300, 13), large = made(20000, 13);
  const first = await api.fit(small.X, small.y);
  const answers = await first.predict(small.X.slice(0, 50));
  const before = counted.calls;
  const second = await api.fit(large.X, large.y, {relevance: false, interpolation: {top: 8}});
  assert.ok(counted.calls > before + 1000);
  assert.deepEqual(await first.predict(small.X.slice(0, 50)), answers);
  assert.deepEqual(await second.predict(large.X.slice(0, 200)), large.y.slice(0, 200)); // it recalls its samples
});
