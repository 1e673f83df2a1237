/**
 * lessons.mjs, beside embed.mjs: <xaia-lesson name="sample">, layers, unknown, absorb or teach. It computes with the engine
 * of embed.mjs, which it imports.
 */
import {parts} from "xaia:embed";
import {colours} from "../teach/sheet.js";
import {lessonElement, rules} from "./lesson.js";

export {lessons} from "./lessons.js";

/** Puts a lesson into an element. Call end() when it isn't needed any more. @param {Element} el @param {string} name */
export function mountLesson(el, name) {
  const host = document.createElement("div");
  const root = host.attachShadow({mode: "open"});
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(colours + rules);
  root.adoptedStyleSheets = [sheet];
  const entered = parts.enter();
  const fit = async (X, y, options) => (await entered, parts.fit(X, y, options));
  const lesson = lessonElement(name, {...parts, fit});
  root.append(lesson.element);
  el.append(host);
  return {
    element: host,
    get ready() {
      return lesson.ready;
    },
    end() {
      lesson.end();
      parts.leave();
      host.remove();
    },
  };
}

/** A function, because HTMLElement doesn't exist outside of browsers. */
function tag() {
  return class XaiaLesson extends HTMLElement {
    #lesson = null;
    connectedCallback() {
      if (this.#lesson) return; // it was moved
      try {
        this.#lesson = mountLesson(this, this.getAttribute("name") ?? "");
      } catch (error) {
        this.textContent = error.message;
      }
    }
    disconnectedCallback() {
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#lesson?.end();
        this.#lesson = null;
      });
    }
    get ready() {
      return this.#lesson?.ready ?? Promise.resolve();
    }
  };
}

if (typeof customElements !== "undefined" && !customElements.get("xaia-lesson")) customElements.define("xaia-lesson", tag());

/** For anywidget: the trait name. */
export default {
  initialize() {},
  render({model, el}) {
    const lesson = mountLesson(el, model.get("name"));
    return () => lesson.end();
  },
};
