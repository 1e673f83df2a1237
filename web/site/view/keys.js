import {inStageOnly, kept} from "../../ui/storage.js";
import {more} from "./more.js";

const plain = {p: "picture", n: "network", f: "bars"};

/** Keys that work anywhere on the page, unless letters are kept to the stage. @param {(what: "undo" | "redo" | "picture" | "network" | "bars") => void} act */
export function listenToKeys(act) {
  const list = () => more().then(({keysDialog}) => keysDialog());
  document.getElementById("keys").addEventListener("click", list);
  addEventListener("keydown", (event) => {
    const {target, altKey, shiftKey, defaultPrevented} = event;
    const tag = /** @type {any} */ (target).tagName ?? "";
    const typing = /^(textarea|select)$/i.test(tag) || (/^input$/i.test(tag) && /** @type {HTMLInputElement} */ (target).type !== "range");
    if (typing || defaultPrevented || document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === "y" || (key === "z" && shiftKey)) act("redo");
      else if (key === "z") act("undo");
    } else if (altKey || (kept(inStageOnly) && !(/** @type {Element} */ (target).closest?.(".stage")))) return;
    else if (key === "?") list();
    else if (Object.hasOwn(plain, key)) act(plain[key]);
  });
}
