// The lifetime of an engine: terminate, restart, workers that fail, memory that is freed.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {dist, inWorker, refuses} from "./helpers.mjs";

const corners = [[0, 0], [0, 1], [1, 0], [1, 1]];
const classes = ["a", "b", "b", "a"];
let copies = 0;
/** A package of its own, since a test ends its engine. */
const fresh = () => import(`../../dist/npm/xaia.mjs?engine-${++copies}`);

test("terminate frees everything; the next call starts a new engine", async () => {
  const xaia = await fresh();
  await xaia.initialize({worker: inWorker});
  const model = await xaia.fit(corners, classes);
  xaia.terminate();
  await refuses(model.predict(corners), {code: "disposed"});
  assert.throws(() => model.toJSON(), (e) => e.code === "disposed");
  assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
  await refuses(model.explain([0, 0]), {code: "disposed"}, "a model of the ended engine stays disposed");
  xaia.terminate();
  xaia.terminate();
  await xaia.initialize({worker: inWorker});
  assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
  xaia.terminate();
});

test("terminate ends running calls", async () => {
  const xaia = await fresh();
  await xaia.initialize({worker: inWorker});
  const X = Float64Array.from({length: 20000}, (_, i) => (i * 7919) % 10007);
  const running = xaia.fit({data: X, rows: 10000, columns: 2}, X.subarray(0, 10000), {preset: "paper", settings: {a1: 0.5, a2: 100, admission: 0.1, activation: 0.9}});
  setTimeout(() => xaia.terminate(), 50);
  await refuses(running, {code: "disposed"});
  assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
  xaia.terminate();
});

test("terminate during the start", async () => {
  const xaia = await fresh();
  const starting = xaia.initialize({worker: inWorker});
  xaia.terminate();
  await starting;
  assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
  xaia.terminate();
});

test("a changed prototype doesn't set options", async () => {
  const xaia = await fresh();
  Object.prototype.preset = "papre";
  Object.prototype.worker = "yes";
  Object.prototype.wasmURL = "http://127.0.0.1:1/";
  Object.prototype.top = 3;
  try {
    await xaia.initialize(inWorker ? {worker: true} : {});
    const model = await xaia.fit(corners, classes, {scale: "none"});
    assert.deepEqual(await model.predict(corners), classes);
    assert.deepEqual([JSON.parse(await model.save()).options.interpolation, model.interpolation.top], ["auto", 8]);
    await model.absorb([[5, 5]], ["c"]);
  } finally {
    for (const key of ["preset", "worker", "wasmURL", "top"]) delete Object.prototype[key];
    xaia.terminate();
  }
});

test("dispose: later calls are refused; a second one does nothing, also where the engine has ended", async () => {
  const xaia = await fresh();
  await xaia.initialize({worker: inWorker});
  const model = await xaia.fit(corners, classes);
  model.dispose();
  for (const call of [() => model.predict(corners), () => model.leaveOneOut(), () => model.remove([0])]) await refuses(call(), {code: "disposed"});
  model.dispose();
  assert.throws(() => model.toJSON(), (e) => e.code === "disposed");
  const [other, learner] = [await xaia.fit(corners, classes), await (await xaia.fit(corners, classes)).learner()];
  learner.dispose();
  learner.dispose();
  await refuses(learner.predict(corners), {code: "disposed"});
  xaia.terminate();
  other.dispose();
  await refuses(other.predict(corners), {code: "disposed"});
  await xaia.fit(corners, classes); // another engine, in which nothing may be freed by the old ones
  other.dispose();
  learner.dispose();
  xaia.terminate();
});

test("initialize after terminate takes the module that it is given", async () => {
  const xaia = await fresh();
  await xaia.initialize({worker: inWorker});
  xaia.terminate();
  await refuses(xaia.initialize({worker: inWorker, wasmURL: "file:///nowhere/xaia.wasm"}), {code: "load-failed", message: /nowhere/});
  const own = await WebAssembly.compile(readFileSync(new URL("xaia.wasm", dist)));
  await xaia.initialize({worker: inWorker, wasmModule: own});
  xaia.terminate();
  const none = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  await refuses(xaia.initialize({worker: false, wasmModule: none}), {code: "load-failed", message: /not xaia's engine/});
  // Two at once: the later one's module is the one that stays.
  xaia.terminate();
  const first = xaia.initialize({worker: inWorker, wasmURL: new URL("xaia.wasm", dist)});
  xaia.terminate();
  await refuses(Promise.all([xaia.initialize({worker: inWorker, wasmURL: "file:///nowhere/xaia.wasm"})]), {code: "load-failed"});
  await first;
  await refuses(xaia.fit(corners, classes), {code: "load-failed", message: /nowhere/});
  await xaia.initialize({worker: inWorker});
  assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
  xaia.terminate();
});

test("arrays of the caller are neither changed nor transferred", async () => {
  const xaia = await fresh();
  await xaia.initialize({worker: inWorker});
  const data = Float64Array.of(0, 0, 0, 1, 1, 0, 1, 1);
  const rows = [Float64Array.of(0, 0), Float64Array.of(1, 1)];
  const y = Float64Array.of(1, 2, 3, 4);
  const model = await xaia.fit({data, rows: 4, columns: 2}, y);
  await model.predict(rows);
  await model.absorb(rows, y.subarray(0, 2), {tolerance: 5});
  assert.deepEqual([data.length, rows[0].length, y.length], [8, 2, 4]);
  assert.deepEqual([...data], [0, 0, 0, 1, 1, 0, 1, 1]);
  xaia.terminate();
});

test("1000 models are fitted and freed, and the memory doesn't grow", async () => {
  const memories = [];
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    memories.push(instance.exports.mem);
    return instance;
  };
  const xaia = await fresh();
  await xaia.initialize({worker: false});
  WebAssembly.instantiate = instantiate;
  let seed = 1;
  const data = Float64Array.from({length: 8000}, () => (seed = (seed * 48271) % 2147483647) / 2147483647);
  const y = Float64Array.from({length: 1000}, (_, i) => data[8 * i]);
  let after100 = 0;
  for (let i = 0; i < 1000; i++) {
    // Of 1000 × 8, so that a construction is cheap: one layer of wide neurons.
    const model = await xaia.fit({data, rows: 1000, columns: 8}, y, {preset: "paper", settings: {a1: 1e-6, a2: 0.01, admission: 0.1, activation: 0.9}});
    model.dispose();
    if (i === 99) after100 = memories[0].buffer.byteLength;
  }
  assert.equal(memories.length, 1);
  assert.ok(after100 > 1e6);
  // Go's collector settles within some hundred models and a few hundred KB; one
  // model in ten that stayed would be 6 MB.
  const now = memories[0].buffer.byteLength;
  assert.ok(now <= 1.1 * after100, `${now} bytes after 1000 models, ${after100} after 100`);
  xaia.terminate();
});

/** The engine with a memory of so many MiB: the one field of the module's memory section gets a maximum. */
async function smallEngine(mebibytes) {
  const bytes = readFileSync(new URL("xaia.wasm", dist));
  const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >>> 7)]);
  const read = (at) => {
    let [value, shift] = [0, 0];
    for (; ; at++, shift += 7) {
      value |= (bytes[at] & 127) << shift;
      if (bytes[at] < 128) return [value, at + 1];
    }
  };
  for (let at = 8; at < bytes.length; ) {
    const [size, content] = read(at + 1);
    if (bytes[at] === 5) {
      assert.deepEqual([bytes[content], bytes[content + 1]], [1, 0], "one memory, without a maximum");
      const [least] = read(content + 2);
      const section = [1, 1, ...leb(least), ...leb(mebibytes * 16)];
      return WebAssembly.compile(Buffer.concat([bytes.subarray(0, at), Buffer.from([5, ...leb(section.length), ...section]), bytes.subarray(content + size)]));
    }
    at = content + size;
  }
  throw new Error("no memory section");
}

const line = Float64Array.from({length: 400000}, (_, i) => i);

test("an engine that runs out of memory only ends itself: the call rejects, the next one works", async () => {
  const said = [];
  const {log, warn} = console;
  console.log = console.warn = (...text) => said.push(text);
  try {
    const xaia = await fresh();
    await xaia.initialize({worker: inWorker, wasmModule: await smallEngine(32)});
    for (const call of [
      () => xaia.fit(line, line, {kind: "tnn"}), // ends in a callback of the event loop, or in the call
      () => xaia.fit({data: line, rows: 200000, columns: 2}, line.subarray(0, 200000), {onProgress() {}}),
    ]) {
      const model = await xaia.fit(corners, classes);
      await Promise.all([
        refuses(call(), {code: "internal", message: /The engine has ended: (out of memory|arena already initialized)/}),
        refuses(call(), {code: inWorker ? "internal" : "disposed"}).catch(() => {}), // one beside it ends in one of two ways
      ]);
      await refuses(model.predict(corners), {code: "disposed"});
      model.dispose();
      assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
    }
    await new Promise((resolve) => setTimeout(resolve, 50)); // for what the ended ones have left to the event loop
    xaia.terminate();
  } finally {
    Object.assign(console, {log, warn});
  }
  assert.deepEqual(said, [], "nothing is written to the console");
});

// In a process of its own, because what doesn't end can't be stopped from inside.
test("a timer of an engine that has run out of memory ends: the thread goes on", () => {
  const script = `
    const {instantiate} = WebAssembly;
    let go, its;
    WebAssembly.instantiate = async (module, imports) => {
      const instance = await instantiate(module, imports);
      [go, its] = [imports.gojs, instance.exports];
      return instance;
    };
    const xaia = await import(${JSON.stringify(new URL("xaia.mjs", dist).href)});
    const line = Float64Array.from({length: 3e6}, (_, i) => i);
    await xaia.fit([1, 2], [1, 2]);
    const stack = its.row(); // memory that nothing else is in
    new DataView(its.mem.buffer).setBigInt64(stack + 8, 300n, true);
    go["runtime.scheduleTimeoutEvent"](stack); // as the program itself does now and then, for its collector
    await xaia.fit(line, line, {kind: "tnn"}).then(() => { throw new Error("it fits"); }, (error) => console.log(error.code, error.message));
    await new Promise((resolve) => setTimeout(resolve, 500));
    console.log(await (await xaia.fit([1, 2], [3, 4])).predict([2]));`;
  const {status, stdout, stderr} = spawnSync(process.execPath, ["--wasm-max-mem-pages=600", "--input-type=module", "--eval", script], {encoding: "utf8", timeout: 60000, killSignal: "SIGKILL"});
  assert.equal(status, 0, `it was ended: ${stdout}${stderr}`.slice(0, 500));
  assert.match(stdout, /^internal The engine has ended: [^]*\n\[ 4 \]\n$/);
  assert.equal(stderr, "");
});

if (inWorker) {
  test("a worker that fails rejects the waiting calls, and the next call starts another one", async () => {
    const xaia = await fresh();
    await xaia.initialize({worker: true});
    const model = await xaia.fit(corners, classes);
    const {last} = globalThis.Worker;
    const X = Float64Array.from({length: 20000}, (_, i) => (i * 7919) % 10007);
    const running = xaia.fit({data: X, rows: 10000, columns: 2}, X.subarray(0, 10000), {preset: "paper", settings: {a1: 0.5, a2: 100, admission: 0.1, activation: 0.9}});
    setTimeout(() => last.onerror({message: "out of memory"}), 50);
    await refuses(running, {code: "internal", message: /out of memory/});
    await refuses(model.predict(corners), {code: "disposed"});
    const again = await xaia.fit(corners, classes);
    assert.notEqual(globalThis.Worker.last, last);
    assert.deepEqual(await again.predict(corners), classes);
    xaia.terminate();
  });

  test("JSON.stringify says what to do", async () => {
    const xaia = await fresh();
    await xaia.initialize({worker: true});
    const model = await xaia.fit(corners, classes);
    assert.throws(() => JSON.stringify(model), (e) => e.code === "unsupported" && /await model.save\(\)/.test(e.hint));
    await refuses(xaia.fit(corners, classes, {preset: () => 1}), {code: "invalid-input", message: /sent to the worker/});
    await refuses(xaia.fit([[Symbol("x")]], [1]), {code: "invalid-input"});
    assert.deepEqual(await model.predict(corners), classes);
    xaia.terminate();
  });

  test("the worker compiles the module and hands it back, and the calling thread compiles nothing", async () => {
    const {compile} = WebAssembly, {Worker} = globalThis, sent = [];
    globalThis.Worker = class extends Worker {
      postMessage(data, transfer) {
        if (data.id === undefined) sent.push(Object.keys(data).find((key) => data[key] !== undefined));
        super.postMessage(data, transfer);
      }
    };
    WebAssembly.compile = () => assert.fail("this thread stood still");
    try {
      const xaia = await fresh();
      for (let start = 0; start < 2; start++) {
        await xaia.initialize({worker: true});
        assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
        xaia.terminate();
      }
    } finally {
      Object.assign(WebAssembly, {compile});
      globalThis.Worker = Worker;
    }
    assert.deepEqual(sent, ["wasmURL", "module"]);
  });

  test("a worker that may not load the module gets it from the calling thread", async () => {
    const {Worker} = globalThis, {warn} = console, warnings = [];
    console.warn = (text) => warnings.push(text);
    let deaf = false, own = 0;
    globalThis.Worker = class extends Worker {
      postMessage(data, transfer) {
        if (!data.wasmURL && !(data.module && deaf)) {
          own++;
          return super.postMessage(data, transfer);
        }
        setTimeout(() => this.onmessage({data: data.wasmURL ? {loading: true} : {}}));
        setTimeout(() => this.onmessage({data: {failed: {message: "not for workers"}}}));
      }
    };
    try {
      for (deaf of [false, true]) {
        const xaia = await fresh();
        await xaia.initialize({worker: true});
        assert.deepEqual(await (await xaia.fit(corners, classes)).predict(corners), classes);
        xaia.terminate();
        assert.ok(deaf || own > 1);
      }
    } finally {
      globalThis.Worker = Worker;
      console.warn = warn;
    }
    assert.deepEqual(warnings.map((text) => /its script is not xaia's.*calling thread/.test(text)), [true], "only where it takes no module, either");
  });

  test("if no worker can start, the calling thread computes, with one warning", async () => {
    const {Worker} = globalThis;
    const warnings = [];
    const warn = console.warn;
    console.warn = (text) => warnings.push(text);
    globalThis.Worker = class {
      constructor() {
        throw new Error("not allowed here");
      }
    };
    try {
      const xaia = await fresh();
      await xaia.initialize({worker: true});
      const model = await xaia.fit(corners, classes);
      assert.deepEqual(await model.predict(corners), classes);
      assert.deepEqual(JSON.parse(JSON.stringify(model)), JSON.parse(await model.save()), "which no worker's model can");
      xaia.terminate();
      await xaia.fit(corners, classes);
      xaia.terminate();
    } finally {
      globalThis.Worker = Worker;
      console.warn = warn;
    }
    assert.equal(warnings.length, 1);
    assert.match(warnings[0], /not allowed here.*calling thread/);
  });
}

test("warnings are seen in development, each once, unless quiet", async () => {
  const {warn} = console, {NODE_ENV} = process.env, said = [];
  console.warn = (text) => said.push(text);
  const y = Array.from({length: 20}, (_, i) => i % 4 + 0.5), rows = y.map((_, i) => ({a: i > 0 ? i * i : "0", b: i}));
  const once = "xaia: Column a has numbers as texts in 1 row; they were converted to numbers. To keep texts, put a letter before them.";
  try {
    delete process.env.NODE_ENV;
    const xaia = await fresh();
    await xaia.fit(rows, y);
    await xaia.fit(rows, y);
    assert.deepEqual(said, [once]);
    await xaia.crossValidate([...rows, ...rows], [...y, ...y], {folds: 2, duplicates: "first"});
    assert.deepEqual(said, [once, once.replace("1 row", "2 rows")]);
    await xaia.load({...JSON.parse(await (await xaia.fit([[0], [1]], ["a", "b"])).save()), checksum: undefined});
    assert.match(said.at(-1), /no checksum/);
    await (await (await xaia.fit([0, 1, 2, 3], [0, 1, 2, 3])).calibrate()).remove(3);
    assert.match(said.at(-1), /calibrat/, "what a method makes warns, too");
    const before = said.length;
    const quiet = await fresh();
    await quiet.initialize({quiet: true});
    await quiet.fit(rows, y);
    process.env.NODE_ENV = "production";
    await (await fresh()).fit(rows, y);
    assert.equal(said.length, before);
    assert.throws(() => quiet.createEngine({quiet: 1}), {code: "invalid-option", path: "quiet"});
  } finally {
    console.warn = warn;
    if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
  }
});

test("an engine of one's own: neither ends nor sees the other", async () => {
  const xaia = await fresh();
  await xaia.initialize({worker: inWorker});
  const own = xaia.createEngine({worker: inWorker}), calls = ["initialize", "terminate", "fit", "load", "crossValidate", "tune", "ensemble", "learner", "squeezedOrder", "predict", "explain"];
  assert.deepEqual(Object.keys(own).sort(), [...calls].sort());
  const [mine, theirs] = [await own.fit(corners, classes), await xaia.fit(corners, classes)];
  await refuses(xaia.ensemble(mine, theirs), {code: "unsupported", message: /different engines/});
  assert.deepEqual(await (await own.ensemble(mine, await own.load(await theirs.toBytes()))).predict(corners), classes);
  assert.deepEqual(await own.predict(mine, corners), classes);
  own.terminate();
  await refuses(mine.predict(corners), {code: "disposed"});
  assert.deepEqual(await theirs.predict(corners), classes);
  assert.deepEqual(await (await own.fit(corners, classes)).predict(corners), classes, "it starts again");
  await own.initialize(); // by its own options
  await refuses(own.initialize({wasmURL: "elsewhere.wasm"}), {code: "unsupported", path: "wasmURL"});
  assert.throws(() => xaia.createEngine({wasm: "x"}), {code: "unknown-option", path: "wasm"});
  own.terminate();
  xaia.terminate();
});

test("an environment that may not be read, as in Deno without --allow-env, is none", () => {
  const script = `process.env = new Proxy(process.env, {get(env, name) { if (name === "XAIA_VERIFY") throw new Error("NotCapable"); return env[name]; }});
    const xaia = await import(${JSON.stringify(new URL("../../dist/npm/inline.mjs", import.meta.url).href)});
    await xaia.initialize({worker: false});
    console.log(await (await xaia.fit([[0], [1]], ["a", "b"])).predict([0]));`;
  const {stdout, stderr} = spawnSync(process.execPath, ["--input-type=module", "-e", script], {encoding: "utf8"});
  assert.equal(stdout, "[ 'a' ]\n", stderr);
});
