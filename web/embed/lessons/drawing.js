/** An exercise in which a network is taught by drawing. */
import {exampleStrokes, signOf} from "../teach/examples.js";
import {vectorOf} from "../teach/mind.js";
import {teachElement} from "../teach/teach.js";
import {element} from "../../ui/element.js";
import {notComputed} from "./exercise.js";

let made = 0;

const things = ["cat", "house"];
const drawn = (from, each) => things.flatMap((label) => Array.from({length: each}, (_, i) => ({label, strokes: exampleStrokes(label, from + i)})));
/** Cats and houses that nobody teaches: they show whether something was harmed. */
const others = drawn(300, 4);

/**
 * @param {any} exercise of lessons.js
 * @param {{fit: Function, learns?: boolean}} engine
 * @param {string} title
 * @returns {{element: HTMLElement, ready: Promise<unknown>, end: () => void}}
 */
export function drawingExercise(exercise, engine, title) {
  const id = `drawing-${++made}`;
  const said = element("p", {class: "said", role: "status"});
  const state = {meant: null, found: null, right: 0};
  let turn = 0, over = false, begun = false;
  const teach = teachElement({fit: engine.fit, ids: false, learns: engine.learns !== false, parts: {map: false, keep: false}, examples: exercise.examples, changed: () => judge(), answered: (found) => {
    state.found = found;
    judge();
  }});
  const means = element("fieldset", {}, element("legend", {text: "What I mean to draw"}), ...[...things, "neither"].map((value) => element("label", {class: "option"},
    element("input", {type: "radio", name: id, value, onchange: () => {
      state.meant = value;
      judge();
    }}), element("span", {text: value === "neither" ? "neither" : `a ${value}`}))));
  const box = element("section", {class: "exercise drawing", "aria-labelledby": id, "aria-busy": "true"}, element("h3", {id, text: title}), element("p", {class: "task", text: exercise.task}), exercise.meant && element("div", {class: "controls"}, means), said, teach.element);

  async function judge() {
    if (!begun) return; // of nothing there is nothing to say yet
    const mine = ++turn;
    if (exercise.probes) {
      const answers = await Promise.all(others.map((d) => teach.mind.ask(vectorOf(d))));
      if (mine !== turn || over) return;
      state.right = answers.filter((found, i) => found?.answer.value === others[i].label && found.answer.recognition !== "weak").length;
    }
    const {solved, say} = exercise.judge({...state, of: others.length, drawings: teach.mind.drawings});
    said.textContent = `${solved ? "Solved. " : "Not yet. "}${say}`;
    box.dataset.solved = String(solved);
  }

  const ready = (async () => {
    await teach.ready;
    await teach.add({classes: things.map((name) => ({name, emoji: signOf(name)})), drawings: drawn(100, 5)});
    begun = true;
    await judge();
  })().catch((error) => {
    said.textContent = notComputed(error);
    box.dataset.solved = "false";
  }).finally(() => box.removeAttribute("aria-busy"));
  return {
    element: box,
    ready,
    end() {
      over = true;
      teach.end();
    },
  };
}
