/** A model and a learner in what frameworks observe; main.mjs runs it beside the installed packages. */
import * as xaia from "xaia";
import {reactive, ref, shallowRef} from "vue";
import {observable} from "mobx";
import {produce} from "immer";
import {proxy, ref as left} from "valtio/vanilla";
import {proxy as state} from "svelte/internal/client";
import {createStore} from "solid-js/store";

const data = [[[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]];
const model = await xaia.fit(...data);
const learner = await model.learner();
const held = {
  "Vue ref": (of) => ref(of).value,
  "Vue reactive": (of) => reactive({of}).of,
  "Vue reactive itself": (of) => reactive(of),
  "Vue shallowRef": (of) => shallowRef(of).value,
  MobX: (of) => observable({of}).of,
  Immer: (of) => { let seen; produce({of}, (draft) => { seen = draft.of; draft.now = 1; }); return seen; },
  "valtio ref": (of) => proxy({of: left(of)}).of,
  "Svelte $state": (of) => state({of}).of,
  Solid: (of) => createStore({of})[0].of,
};
for (const [name, hold] of Object.entries(held)) {
  for (const of of [model, learner]) {
    const kept = hold(of);
    if (kept !== of) throw new Error(`${name} makes another of a ${of[Symbol.toStringTag]}`);
    if (await kept.predict([0.1, 0.9]) !== "b") throw new Error(name);
  }
}
// valtio makes proxies of all objects; the error says what to do.
const other = await xaia.fit(...data);
for (const of of [other, await other.learner()]) {
  const error = await proxy({of}).of.predict([0.1, 0.9]).catch((e) => e);
  if (error.code !== "unsupported" || !/ref\(/.test(error.hint)) throw new Error(`valtio: ${error}`);
}
// Rows may be proxies.
for (const hold of [reactive, observable, proxy, state, (v) => createStore(v)[0]]) {
  const kept = hold({X: data[0], y: data[1], rows: data[0].map(([a, b]) => ({a, b}))});
  if (await (await xaia.fit(kept.X, kept.y)).predict(kept.X[1]) !== "b") throw new Error("rows");
  if (await (await xaia.fit(kept.rows, kept.y)).predict(kept.rows[1]) !== "b") throw new Error("row objects");
}
console.log("answer: " + (await reactive({model}).model.predict([0.1, 0.9])));
