/**
 * paper.html: lets a worker compute the paper's figures and tables, shows each
 * section as it comes, and counts what agrees. SQANN's rows of the tables are
 * computed once more by the public API.
 */
import * as xaia from "../../package/xaia.js";
import {element} from "../../ui/element.js";
import {count} from "./count.mjs";
import {fetched} from "./fetched.js";
import {pictures} from "./figures.js";
import {inputs} from "./inputs.mjs";
import {tableElement} from "./render.mjs";
import {repeated} from "./repeat.mjs";

const byId = (id) => document.getElementById(id);

/** About the seconds that a section takes; the rest take little. */
const weights = {fig4: 6, tables: 22, held: 1, far: 1};
const weight = (id) => weights[id] ?? 0.1;

/** @type {Map<string, any>} the sections that are done */
const done = new Map();

/** @type {{worker: Worker, abort: AbortController} | null} */
let running = null;


/** Makes something once; after a failure the next call tries again. */
function once(make) {
  let made;
  return () => (made ??= make().catch((error) => {
    made = undefined;
    throw error;
  }));
}

const here = (path) => new URL(path, import.meta.url);

/** From the first worker. @type {WebAssembly.Module | undefined} */
let module;

const started = once(() => xaia.initialize({wasmModule: module, workerURL: here("./engine.js")}));
const read = once(async () => Object.fromEntries(await Promise.all(inputs.map(async (path) => [path, await (await fetched(`./${path}`, import.meta.url)).text()]))));

function say(text, problem = false) {
  byId("notice").textContent = text;
  byId("notice").classList.toggle("problem", problem);
}

function buttons() {
  byId("cancel").disabled = !running;
  byId("again").disabled = Boolean(running);
}

async function compute() {
  const abort = new AbortController();
  running = {worker: null, abort};
  const mine = running;
  done.clear();
  for (const part of document.querySelectorAll("[data-section]")) {
    delete part.dataset.done;
    for (const name of [".says", ".pictures", ".tables"]) part.querySelector(name)?.replaceChildren();
  }
  delete document.documentElement.dataset.done;
  tell();
  buttons();
  byId("progress-bar").value = 0;
  say("Loading the module …");
  const before = performance.now();
  try {
    const files = await read();
    if (running !== mine) return;
    await all(mine, files);
    if (running !== mine) return;
    const seconds = ((performance.now() - before) / 1000).toFixed(1);
    byId("progress-bar").value = 1;
    say(`Computed in ${seconds} seconds, on this machine.`);
    document.documentElement.dataset.done = seconds;
  } catch (error) {
    if (running !== mine) return;
    say(`It stopped: ${error.message}. Try again.`, true);
  }
  stop();
}

/** The worker's sections, and beside them the public API's rows. */
async function all(mine, files) {
  mine.worker = new Worker(here("./paper-worker.js"));
  let list = [];
  let rows = Promise.resolve();
  await new Promise((resolve, reject) => {
    mine.worker.onerror = (event) => reject(new Error(event.message || "the worker ended"));
    mine.worker.onmessage = ({data}) => {
      if (running !== mine) return;
      if (data.failed) reject(new Error(data.failed));
      else if (data.done) resolve();
      else if (data.list) ({module, list} = data);
      else if (data.section) {
        show(data.section);
        if (data.id === "tables") {
          rows = again(mine, files, data.section);
          rows.catch(reject);
        }
        progress(list, data.id, 1);
      } else {
        if (data.share === 0) say(`Computing: ${titleOf(data.id)} (${list.indexOf(data.id) + 1} of ${list.length}) …`);
        progress(list, data.id, data.share);
      }
    };
    mine.worker.postMessage({from: module ?? "./paper.wasm", files});
  });
  await rows;
}

async function again(mine, files, section) {
  await started();
  const table = await repeated(xaia, files, section.pictures.repeats, mine.abort.signal);
  if (running !== mine) return;
  section.tables.push(table);
  document.querySelector("#tables .tables").append(tableElement(table));
  tell();
}

function progress(list, id, share) {
  const at = list.indexOf(id);
  const sum = (ids) => ids.reduce((total, other) => total + weight(other), 0);
  byId("progress-bar").value = (sum(list.slice(0, at)) + share * weight(id)) / sum(list);
}

const titleOf = (id) => byId(id).querySelector("h2").textContent;

function show(section) {
  done.set(section.id, section);
  const part = byId(section.id);
  part.querySelector(".says").replaceChildren(...(section.says ?? []).map((text) => element("p", {text})));
  draw(section);
  part.querySelector(".tables").replaceChildren(...section.tables.map(tableElement));
  part.dataset.done = "";
  tell();
}

function draw(section) {
  const box = byId(section.id).querySelector(".pictures");
  box.replaceChildren(...pictures(section, box.clientWidth));
}

/** The count of what agrees, so far. */
function tell() {
  const {same, slip, mismatch} = count([...done.values()]);
  byId("mismatches").textContent = String(mismatch);
  byId("mismatches-are").textContent = mismatch === 1 ? "mismatch" : "mismatches";
  byId("compared").textContent = String(same + slip + mismatch);
  byId("slips").textContent = String(slip);
  byId("verdict").classList.toggle("problem", mismatch > 0);
  for (const link of document.querySelectorAll("#contents a")) {
    const section = done.get(link.hash.slice(1));
    link.dataset.state = section ? (count([section]).mismatch > 0 ? "mismatch" : "done") : "";
  }
}

function stop() {
  running?.worker?.terminate();
  running?.abort.abort();
  running = null;
  buttons();
}

byId("cancel").addEventListener("click", () => {
  stop();
  say(`Cancelled. ${done.size} sections are done.`);
});
byId("again").addEventListener("click", compute);

let resized = 0;
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === width) return; // a phone's address bar came or went
  width = window.innerWidth;
  clearTimeout(resized);
  resized = setTimeout(() => done.forEach(draw), 200);
});

// Paper has no headings to open.
window.addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details.figures")) /** @type {HTMLDetailsElement} */ (part).open = true;
});

compute();
