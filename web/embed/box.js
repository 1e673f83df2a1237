/** What lessons.mjs and teach.mjs share: files beside embed.mjs, with whose engine they compute. */
import {parts} from "xaia:embed";
import {element} from "../ui/element.js";
import {dress, ownKeys} from "./sheet.js";

export {parts};

/** Whether a control has a use for a key; Escape and Tab, and keys with Ctrl, Alt or Meta, are the page's. @param {KeyboardEvent} event */
const used = ({key, target, ctrlKey, altKey, metaKey}) => !ctrlKey && !altKey && !metaKey &&
  (/^(Arrow|Page|Home|End|Enter| $)/.test(key) || (key !== "Escape" && key !== "Tab" && /** @type {Element} */ (target).matches("input:not([type])")));

/** A box with these rules for what is in it, and the engine's fit, until `leave`. @param {string} rules @param {string} [theme] */
export function box(rules, theme) {
  const host = element("div", {theme, ...ownKeys});
  const root = host.attachShadow({mode: "open"});
  dress(root, rules);
  // A page sees the host as the target of keys, and may take them for its own: reveal.js turns the slide.
  root.addEventListener("keydown", (event) => {
    if (used(/** @type {KeyboardEvent} */ (event))) event.stopPropagation();
  });
  const entered = parts.enter();
  return {host, root, fit: async (X, y, options) => (await entered, parts.fit(X, y, options)), leave: () => parts.leave()};
}

/**
 * Defines an element that holds what is mounted in it while it is in a page.
 *
 * @param {string} name
 * @param {(el: HTMLElement, root: ShadowRoot) => any} mount
 * @param {string[]} shown which properties of that it has, too
 */
export function define(name, mount, shown) {
  if (typeof customElements === "undefined" || customElements.get(name)) return;
  class Holder extends HTMLElement {
    #mounted = null;
    constructor() {
      super();
      // What stands in the element itself, React takes for a mistake of the server when it hydrates.
      this.attachShadow({mode: "open"});
    }
    connectedCallback() {
      this.#mounted ??= mount(this, this.shadowRoot); // it is there already if this was moved
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
    static {
      for (const property of shown) Object.defineProperty(this.prototype, property, {get: (/** @this {any} */ function () {
        return this.#mounted?.[property] ?? null;
      })});
    }
  }
  customElements.define(name, Holder);
}
