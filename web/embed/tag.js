/**
 * <xaia-plot>: attributes for HTML (lists and objects as JSON), properties for programs,
 * which also take JSON. A framework may set properties before or after it attaches the
 * element. Servers convert lists in attributes with String; the property that the framework
 * sets when it hydrates replaces such an attribute.
 */
import {Widget, defaults} from "./widget.js";

const json = ["X", "y", "options", "names", "external", "selected", "columns", "show"];
const words = ["file", "background", "links"];
const numbers = ["width", "height"];
/** Attribute names in HTML are lower-case. */
const propertyOf = (attribute) => (attribute === "x" ? "X" : attribute);

/** @param {string} name @param {string} text */
function read(name, text) {
  if (json.includes(name)) return JSON.parse(text);
  if (numbers.includes(name)) return Number(text) > 0 ? Number(text) : null;
  return name === "worker" ? text !== "false" : text;
}

export function define() {
  if (typeof customElements === "undefined" || customElements.get("xaia-plot")) return; // another copy of this file has defined it
  customElements.define("xaia-plot", tag());
}

/** A function, because HTMLElement doesn't exist outside of browsers. */
function tag() {
  class XaiaPlot extends HTMLElement {
    static observedAttributes = [...json, ...words, ...numbers, "worker"].map((name) => name.toLowerCase());
    /** @type {Widget | null} */
    #widget = null;
    #told = {};
    /** Changes that the widget hasn't received yet, because another value is refused. */
    #untold = {};
    #wrong = new Map();
    /** Properties that were set before the element was defined. They are newer than the attributes, which are read first. */
    #early = {};

    constructor() {
      super();
      this.attachShadow({mode: "open"});
      for (const name of Object.keys(defaults)) {
        if (!Object.hasOwn(this, name)) continue;
        this.#early[name] = this[name];
        delete this[name]; // it would hide the accessor
      }
    }

    connectedCallback() {
      Object.assign(this, this.#early);
      this.#early = {};
      if (this.#widget) return; // it was moved
      this.#widget = new Widget(this.shadowRoot, this, this.#told);
      this.#untold = {};
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
      this.#take(propertyOf(attribute), text, `The attribute ${attribute}`);
    }

    /** A value, or its text. */
    #take(name, value, called) {
      this.#wrong.delete(name);
      try {
        this.#set(name, typeof value === "string" ? read(name, value) : value);
      } catch (cause) {
        this.#wrong.set(name, new TypeError(`${called} isn't JSON: ${cause.message}. Frameworks and servers that don't know the element write lists in this form; give the text of JSON.stringify.`));
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
      this.#untold[name] = this.#told[name];
      if (!this.#widget || this.#refuse()) return;
      this.#widget.update(this.#untold);
      this.#untold = {};
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
            this.#take(name, value, name);
          },
        });
      }
    }
  }
  return XaiaPlot;
}
