/**
 * Computes the sections one after the other. Message in: {module, files}. Out:
 * {list}, then for each {id, share} any number of times and {id, section,
 * milliseconds}; at the end {done}, or {failed}. To stop it, terminate
 * the worker.
 */
import {createGo} from "go:wasm_exec";
import {DecisionTreeRegression} from "ml-cart";
import {start} from "./runner.mjs";
import {treeOf} from "./tree.mjs";

self.onmessage = async ({data: {module, files}}) => {
  try {
    let id;
    const {list, run} = await start(createGo(self), module, {files, tree: treeOf(DecisionTreeRegression), progress: (share) => self.postMessage({id, share})});
    self.postMessage({list});
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
