/**
 * <xaia-plot>: attributes for HTML (lists and objects as JSON), properties for
 * programs. Whatever a framework does first, setting or attaching, comes out the same.
 */
import {Widget, defaults} from "./widget.js";

const json = ["x", "y", "options", "external", "selected", "columns", "show"];
const words = ["background", "links"];
const numbers = ["width", "height"];
/** HTML knows no capitals in the names of attributes. */
const propertyOf = (attribute) => (attribute === "x" ? "X" : attribute);

export function define() {
  if (typeof customElements === "undefined" || customElements.get("xaia-plot")) return; // another copy of this file was first
  customElements.define("xaia-plot", tag());
}

/** A function, since outside of browsers there is no HTMLElement to extend. */
function tag() {
  class XaiaPlot extends HTMLElement {
    static observedAttributes = [...json, ...words, ...numbers, "worker"];
    /** @type {Widget | null} */
    #widget = null;
    #told = {};
    #wrong = new Map();

    constructor() {
      super();
      this.attachShadow({mode: "open"});
    }

    connectedCallback() {
      // What was set before this element was known is its own property, and hides ours.
      for (const name of Object.keys(defaults)) {
        if (!Object.hasOwn(this, name)) continue;
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
      if (this.#widget) return; // it was moved
      this.#widget = new Widget(this.shadowRoot, this, this.#told);
      this.#refuse();
    }

    disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected || !this.#widget) return;
        this.#widget.destroy();
        this.#widget = null;
      });
    }

    attributeChangedCallback(attribute, _, text) {
      const name = propertyOf(attribute);
      this.#wrong.delete(name);
      if (text === null) this[name] = defaults[name];
      else if (attribute === "worker") this[name] = text !== "false";
      else if (words.includes(attribute)) this[name] = text;
      else if (numbers.includes(attribute)) this[name] = Number(text) > 0 ? Number(text) : defaults[name];
      else this.#parse(attribute, text);
    }

    #parse(attribute, text) {
      try {
        this[propertyOf(attribute)] = JSON.parse(text);
      } catch (cause) {
        this.#wrong.set(propertyOf(attribute), new TypeError(`The attribute ${attribute} is no JSON: ${cause.message}`));
        this.#refuse();
      }
    }

    #refuse() {
      const [wrong] = this.#wrong.values();
      if (wrong) this.#widget?.refuse(wrong);
      return Boolean(wrong);
    }

    #set(name, value) {
      this.#told[name] = value ?? defaults[name];
      this.#update({[name]: this.#told[name]});
    }

    #update(changes) {
      if (this.#widget && !this.#refuse()) this.#widget.update(changes);
    }

    /** {selected, explanation}, or null. */
    get value() {
      return this.#widget?.value ?? null;
    }

    get explanation() {
      return this.value?.explanation ?? null;
    }

    get ready() {
      return this.#widget?.ready ?? Promise.resolve(null);
    }

    static {
      for (const name of Object.keys(defaults)) {
        Object.defineProperty(this.prototype, name, {
          configurable: true,
          enumerable: true,
          get() {
            return this.#widget ? this.#widget.get(name) : this.#told[name] ?? defaults[name];
          },
          set(value) {
            this.#set(name, value);
          },
        });
      }
    }
  }
  return XaiaPlot;
}
