/**
 * xaia.js of the course kit: engine, plots, lessons and exercises on tables, for pages that are opened from a folder. Browsers
 * load no module from there, so this is a plain script; it sets the global xaia. It computes with the data of data/data.js.
 */
import {mount, parts} from "xaia:embed";
import {box} from "../embed/box.js";
import {lessons, mountLesson} from "../embed/lessons/tag.js";
import {mountTable} from "./tables.js";

/** One of a lesson's two exercises, without the lesson's words: for a slide. @param {Element} el @param {string} name @param {number} number from 0 */
function mountExercise(el, name, number) {
  const mounted = mountLesson(el, name);
  const root = mounted.element.shadowRoot;
  for (const part of root.querySelectorAll(".lesson > :not(.exercises), .exercise")) {
    if (part !== root.querySelectorAll(".exercise")[number]) part.style.display = "none";
  }
  return mounted;
}

let started = null;
/** As xaia's fit. The engine ends with the page. */
const fit = async (X, y, options) => {
  await (started ??= parts.enter());
  return parts.fit(X, y, options);
};

globalThis.xaia = {
  mount, mountLesson, mountExercise, lessons, fit, mountTable: (el, name) => mountTable(el, name, {box, parts}),
  get data() {
    return globalThis.courseData;
  },
};
