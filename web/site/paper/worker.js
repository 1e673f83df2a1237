/**
 * Computes the sections one after the other. Message in: {from, files}, from being the module or its address: compiling
 * it would hold up the page. Out: {list, module}, then for each {id, share} any number of times and {id, section,
 * milliseconds}; at the end {done}, or {failed}. To stop it, terminate
 * the worker.
 */
import {createGo} from "go:wasm_exec";
import {DecisionTreeRegression} from "ml-cart";
import {fetched} from "./fetched.js";
import {start} from "./runner.mjs";
import {treeOf} from "./tree.mjs";

/** Not every host sends the type that compiling from the stream needs. @param {string} path */
async function compiled(path) {
  const response = await fetched(path, self.location.href), type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
  return type === "application/wasm" ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

self.onmessage = async ({data: {from, files}}) => {
  try {
    let id;
    const module = typeof from === "string" ? await compiled(from) : from;
    const {list, run} = await start(createGo(self), module, {files, tree: treeOf(DecisionTreeRegression), progress: (share) => self.postMessage({id, share})});
    self.postMessage({list, module});
    for (id of list) {
      const before = performance.now();
      self.postMessage({id, share: 0});
      const section = run(id);
      self.postMessage({id, section, milliseconds: performance.now() - before});
    }
    self.postMessage({done: true});
  } catch (error) {
    self.postMessage({failed: error.message});
  }
};
