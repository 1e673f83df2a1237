/** teach.html: one network that is taught by drawing, with an engine that has only what this needs, in its worker. */
import {teachElement} from "../../embed/teach/teach.js";
import {keep, kept} from "../../ui/storage.js";
import * as xaia from "../../package/xaia.js";

const notice = document.getElementById("notice");
const place = "xaia-drawings", namePlace = "xaia-drawings-by";

async function start() {
  await xaia.initialize({wasmURL: new URL("./teach.wasm", import.meta.url), workerURL: new URL("./engine.js", import.meta.url)});
  let writing = Promise.resolve(), begun = false;
  const store = () => {
    if (begun) writing = writing.then(async () => keep(place, teach.set.drawings.length ? await teach.linkText() : null)).catch(() => {}); // too many to keep here: a file holds them
  };
  const teach = teachElement({
    fit: xaia.fit,
    by: kept(namePlace) ?? "",
    named: (name) => keep(namePlace, name || null),
    changed: store,
    recorded: store,
  });
  document.getElementById("teach").append(teach.element);
  await teach.ready;
  notice.textContent = "";
  const begin = async (text, from) => {
    const {added} = (await teach.open(text, from)) ?? {};
    if (from && added !== undefined) teach.tell(`${added} ${added === 1 ? "drawing" : "drawings"} from the link. They are joined by those that you teach.`);
  };
  const opened = location.hash.startsWith("#d=");
  try {
    await begin(opened ? location.hash : kept(place) ?? "", opened);
  } catch (error) {
    teach.tell(error.message, true);
  }
  begun = true;
  addEventListener("hashchange", () => begin(location.hash, true).catch((error) => teach.tell(error.message, true)));
  globalThis.xaiaTeach = {xaia, teach}; // for scripts and tests
  document.documentElement.dataset.ready = "";
}

start().catch((error) => {
  notice.textContent = `The page could not be loaded: ${error.message} Reload to try again.`;
});
