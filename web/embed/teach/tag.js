/**
 * teach.mjs, beside embed.mjs: <xaia-teach> teaches a network by drawing. It computes with the engine of embed.mjs, which it
 * imports.
 */
import {parts} from "xaia:embed";
import {colours, rules} from "./sheet.js";
import {checkedSet, setOfLink} from "./strokes.js";
import {teachElement} from "./teach.js";

/**
 * Puts a square to draw in, and the network that it teaches, into an element: see teach.d.ts.
 *
 * @param {Element} el
 * @param {any} [options]
 */
export function mountTeach(el, {drawings, address, theme, map = true, keep = true} = {}) {
  if (typeof el?.append !== "function") throw new TypeError("mountTeach needs an element to put the square into.");
  const given = drawings === undefined || typeof drawings === "string" ? undefined : checkedSet(drawings);
  const host = document.createElement("div");
  if (theme) host.setAttribute("theme", theme);
  const root = host.attachShadow({mode: "open"});
  if (globalThis.CSSStyleSheet?.prototype.replaceSync) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(colours + rules);
    root.adoptedStyleSheets = [sheet];
  }
  const entered = parts.enter();
  const fit = async (X, y, options) => (await entered, parts.fit(X, y, options));
  const say = (name) => (detail) => host.dispatchEvent(new CustomEvent(name, {bubbles: true, detail}));
  const teach = teachElement({fit, address: address ?? new URL(location.href.split("#")[0]).href, parts: {map, keep}, changed: (set) => say("change")(set), answered: (found) => say("input")(found && {value: found.answer.value, recognition: found.answer.recognition, neurons: found.answer.neurons})});
  root.append(teach.element);
  el.append(host);
  const begin = async () => {
    await teach.ready;
    const set = given ?? (drawings ? await setOfLink(drawings.slice(drawings.indexOf("#") + 1)) : null);
    if (set) await teach.add(set);
  };
  const ready = begin().catch((error) => teach.tell(error.message, true));
  return {
    element: host,
    ready,
    get drawings() {
      return teach.set;
    },
    get learner() {
      return teach.mind.learner;
    },
    end() {
      teach.end().finally(() => parts.leave());
      host.remove();
    },
  };
}

/** A function, because HTMLElement doesn't exist outside of browsers. */
function tag() {
  return class XaiaTeach extends HTMLElement {
    #mounted = null;
    connectedCallback() {
      if (this.#mounted) return; // it was moved
      this.#mounted = mountTeach(this, {drawings: this.getAttribute("drawings") ?? undefined, address: this.getAttribute("address") ?? undefined, theme: this.getAttribute("theme") ?? undefined,
        map: this.getAttribute("map") !== "false", keep: this.getAttribute("keep") !== "false"});
    }
    disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#mounted?.end();
        this.#mounted = null;
      });
    }
    get ready() {
      return this.#mounted?.ready ?? Promise.resolve();
    }
    get drawings() {
      return this.#mounted?.drawings ?? null;
    }
    get learner() {
      return this.#mounted?.learner ?? null;
    }
  };
}

if (typeof customElements !== "undefined" && !customElements.get("xaia-teach")) customElements.define("xaia-teach", tag());
