// The wheel's side of anywidget in a page with many widgets: Python is asked for the engine once, and again only after a failure.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {afterEach, beforeEach, test} from "node:test";

const source = readFileSync(new URL("../../python/xaia/widget.mjs", import.meta.url), "utf8");
const cache = Symbol.for("xaia-widget-KEY");
const good = "export default {render: ({el}) => { el.shown = true; return () => { el.shown = false; }; }};";

let copies = 0;
/** anywidget loads the script of each widget as a module of its own. */
const copyOf = async () => (await import(`data:text/javascript,${encodeURIComponent(source)}//${copies++}`)).default;

let asked, models, addresses;
const {createObjectURL, revokeObjectURL} = URL;
beforeEach(() => {
  [asked, models, addresses] = [0, [], new Set()];
  delete globalThis[cache];
  // Node imports no blob: URLs; the text stands in their place.
  globalThis.Blob = class extends Blob {
    constructor(parts) {
      super(parts);
      this.source = parts.join("");
    }
  };
  URL.createObjectURL = (blob) => {
    const address = `data:text/javascript,${encodeURIComponent(blob.source)}//${copies++}`;
    addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => addresses.delete(address);
});
afterEach(() => {
  globalThis.Blob = Object.getPrototypeOf(globalThis.Blob);
  Object.assign(URL, {createObjectURL, revokeObjectURL});
});

async function widget() {
  const listeners = new Set(), el = {shown: false, textContent: ""};
  const model = {
    on: (name, f) => listeners.add(f), off: (name, f) => listeners.delete(f),
    send(message) {
      assert.deepEqual(message, {want: "engine"});
      asked++;
      model.waits = true;
    },
    /** Python's answer comes when the kernel has time. */
    answer(engine) {
      model.waits = false;
      for (const f of [...listeners]) f({engine});
    },
  };
  models.push(model);
  const cleanup = await (await copyOf()).render({model, el});
  return {model, el, listeners, cleanup};
}

const later = async () => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
};

test("eight widgets ask once, and no address stays", async () => {
  const all = [];
  for (let i = 0; i < 8; i++) all.push(await widget());
  await later();
  assert.equal(asked, 1);
  models.find((model) => model.waits).answer(good);
  await later();
  all.push(await widget());
  await later();
  assert.deepEqual([asked, addresses.size, all.filter(({el}) => el.shown).length, all.reduce((sum, {listeners}) => sum + listeners.size, 0)], [1, 0, 9, 0]);
  for (const {cleanup} of all) cleanup();
  assert.equal(all.some(({el}) => el.shown), false);
});

test("a widget that ends before its answer leaves the question to the next", async () => {
  const [first, second, third] = [await widget(), await widget(), await widget()];
  first.cleanup();
  await later();
  assert.deepEqual([asked, first.listeners.size, models.filter((model) => model.waits && model !== first.model).length], [2, 0, 1]);
  models.find((model) => model.waits && model !== first.model).answer(good);
  await later();
  assert.deepEqual([first.el, second.el.shown, third.el.shown], [{shown: false, textContent: ""}, true, true]);
});

test("after an engine that can't be loaded the next widget asks again", async () => {
  const [first, second] = [await widget(), await widget()];
  first.model.answer("this is no script");
  await later();
  for (const {el} of [first, second]) assert.match(el.textContent, /could not be loaded: ./);
  assert.equal(addresses.size, 0);
  const third = await widget();
  assert.equal(asked, 2);
  third.model.answer(good);
  await later();
  assert.ok(third.el.shown);
});

test("a question that can't be sent is said, and asked again", async () => {
  const broken = {on() {}, off() {}, send: async () => { throw new Error("the kernel is gone"); }}, el = {textContent: ""};
  await (await copyOf()).render({model: broken, el});
  await later();
  assert.match(el.textContent, /the kernel is gone/);
  const next = await widget();
  assert.equal(asked, 1);
  next.model.answer(good);
  await later();
  assert.ok(next.el.shown);
});
