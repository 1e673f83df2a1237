/**
 * teach.mjs, beside embed.mjs: <xaia-teach> teaches a network by drawing. It computes with the engine of embed.mjs, which it
 * imports.
 */
import {box, define} from "../box.js";
import {colours, rules} from "./sheet.js";
import {checkedSet} from "./strokes.js";
import {teachElement} from "./teach.js";

/**
 * Puts a square to draw in, and the network that it teaches, into an element: see teach.d.ts.
 *
 * @param {Element | ShadowRoot} el
 * @param {any} [options]
 */
export function mountTeach(el, {drawings, address, theme, map = true, keep = true} = {}) {
  if (typeof el?.append !== "function") throw new TypeError("mountTeach needs an element to put the square into.");
  const given = drawings === undefined || typeof drawings === "string" ? undefined : checkedSet(drawings);
  const {host, root, fit, leave} = box(colours + rules, theme);
  const say = (name) => (detail) => host.dispatchEvent(new CustomEvent(name, {bubbles: true, composed: true, detail}));
  const teach = teachElement({fit, address: address ?? new URL(location.href.split("#")[0]).href, parts: {map, keep}, changed: (set) => say("change")(set), answered: (found) => say("input")(found && {value: found.answer.value, recognition: found.answer.recognition, neurons: found.answer.neurons})});
  root.append(teach.element);
  el.append(host);
  const begin = async () => {
    await teach.ready;
    if (given) await teach.add(given);
    else if (drawings) await teach.open(drawings.slice(drawings.indexOf("#") + 1), true);
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
      teach.end().finally(leave);
      host.remove();
    },
  };
}

define("xaia-teach", (el, root) => {
  const given = (name) => el.getAttribute(name) ?? undefined;
  return mountTeach(root, {drawings: given("drawings"), address: given("address"), theme: given("theme"), map: given("map") !== "false", keep: given("keep") !== "false"});
}, ["drawings", "learner"]);
