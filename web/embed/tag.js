/**
 * <xaia-plot>: attributes for HTML (lists and objects as JSON), properties for
 * programs, which take JSON, too. Whatever a framework does first, setting or attaching, comes
 * out the same. Servers write lists into attributes as String has them; the property that
 * the framework sets when it hydrates replaces that.
 */
import {Widget, defaults} from "./widget.js";

const json = ["X", "y", "options", "external", "selected", "columns", "show"];
const words = ["background", "links"];
const numbers = ["width", "height"];
/** HTML knows no capitals in the names of attributes. */
const propertyOf = (attribute) => (attribute === "x" ? "X" : attribute);

/** @param {string} name @param {string} text */
function read(name, text) {
  if (json.includes(name)) return JSON.parse(text);
  if (numbers.includes(name)) return Number(text) > 0 ? Number(text) : null;
  return name === "worker" ? text !== "false" : text;
}

export function define() {
  if (typeof customElements === "undefined" || customElements.get("xaia-plot")) return; // another copy of this file was first
  customElements.define("xaia-plot", tag());
}

/** A function, since outside of browsers there is no HTMLElement to extend. */
function tag() {
  class XaiaPlot extends HTMLElement {
    static observedAttributes = [...json, ...words, ...numbers, "worker"].map((name) => name.toLowerCase());
    /** @type {Widget | null} */
    #widget = null;
    #told = {};
    /** What the widget doesn't know yet, since something else is refused. */
    #untold = {};
    #wrong = new Map();
    /** What was set before this element was known: newer than the attributes, which are read first. */
    #early = {};

    constructor() {
      super();
      this.attachShadow({mode: "open"});
      for (const name of Object.keys(defaults)) {
        if (!Object.hasOwn(this, name)) continue;
        this.#early[name] = this[name];
        delete this[name]; // it would hide ours
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
        this.#wrong.set(name, new TypeError(`${called} is no JSON: ${cause.message}. Frameworks and servers write lists so where they don't know the element; give JSON.stringify's text.`));
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
