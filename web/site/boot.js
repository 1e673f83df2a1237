/**
 * Starts the page. One download holds page and engine: it is compiled once, run
 * once in the engine's role (by xaia.initialize) and once in the page's, which
 * finds what it calls of the public API, and what it shows, in globalThis.xaiaPage.
 */
import "./shared.js";
import {createGo} from "go:wasm_exec";
import {fit, initialize, terminate} from "../package/xaia.js";
import {benchOfSet} from "./view/bench.js";
import {withMore} from "./view/more.js";
import * as view from "./view/index.js";
import {keep, kept} from "../ui/storage.js";

const notice = document.getElementById("notice");

async function boot() {
  const [module, sets] = await Promise.all([compile(new URL("./page.wasm", import.meta.url)), load(new URL("./sets.json", import.meta.url))]);
  await initialize({wasmModule: module, workerURL: new URL("./engine.js", import.meta.url)});
  globalThis.xaiaPage = {xaia: {fit, terminate}, view: withMore(view), sets, benches: {plane: sets.plane.map(benchOfSet), line: sets.line.map(benchOfSet)}};
  const go = new (createGo(globalThis))();
  go.run(await WebAssembly.instantiate(module, go.importObject)).finally(() => fail("The page's program has ended. Reload to start it again."));
}

/** Whether all numbers are shown, which one knows from the visit before. */
function figures() {
  const name = "xaia-figures";
  const box = /** @type {HTMLInputElement} */ (document.getElementById("figures"));
  box.checked = kept(name) !== null;
  box.addEventListener("change", () => keep(name, box.checked ? "shown" : null));
}

async function load(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
}

async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const type = (response.headers.get("content-type") ?? "").split(";")[0].trim();
  if (type === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function fail(text) {
  notice.classList.add("problem");
  notice.textContent = text;
  const retry = document.createElement("button");
  retry.textContent = "Try again";
  retry.addEventListener("click", () => location.reload());
  notice.append(" ", retry);
}

figures();
boot().catch((error) => fail(`The engine could not be loaded: ${error.message}`));
