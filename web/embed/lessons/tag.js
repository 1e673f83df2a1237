/**
 * lessons.mjs, beside embed.mjs: <xaia-lesson name="sample">, layers, unknown, absorb, teach or heartbeat. It computes with the engine
 * of embed.mjs, which it imports.
 */
import {box, define, parts} from "../box.js";
import {colours} from "../teach/sheet.js";
import {lessonElement, rules} from "./lesson.js";

export {lessons} from "./lessons.js";

/** Puts a lesson into an element. Call end() when it isn't needed any more. @param {Element | ShadowRoot} el @param {string} name */
export function mountLesson(el, name) {
  const {host, root, fit, leave} = box(colours + rules);
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
      leave();
      host.remove();
    },
  };
}

define("xaia-lesson", (el, root) => {
  try {
    return mountLesson(root, el.getAttribute("name") ?? "");
  } catch (error) {
    root.textContent = error.message;
    return null;
  }
}, []);

/** For anywidget: the trait name. */
export default {
  initialize() {},
  render({model, el}) {
    const lesson = mountLesson(el, model.get("name"));
    return () => lesson.end();
  },
};
