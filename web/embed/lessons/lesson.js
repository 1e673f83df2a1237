/** A lesson as an element: its text and its exercises. */
import {element} from "../../ui/element.js";
import {rules as teachRules} from "../teach/sheet.js";
import {drawingExercise} from "./drawing.js";
import {exerciseElement} from "./exercise.js";
import {lessons} from "./lessons.js";

/** @param {string} name @param {any} engine */
export function lessonElement(name, engine) {
  const number = lessons.findIndex((lesson) => lesson.name === name);
  if (number < 0) throw new TypeError(`There is no lesson ${JSON.stringify(name)}. The lessons are ${lessons.map((lesson) => lesson.name).join(", ")}.`);
  const {title, text, exercises} = lessons[number];
  const made = exercises.map((exercise, i) => (exercise.drawing ? drawingExercise : exerciseElement)(exercise, engine, `Exercise ${number + 1}.${i + 1}`));
  const body = element("article", {class: "lesson"}, element("h2", {text: `${number + 1}. ${title}`}), ...text.map((words) => element("p", {text: words})), element("div", {class: "exercises"}, ...made.map((one) => one.element)));
  return {
    element: body,
    get ready() {
      return Promise.all(made.map((one) => one.ready));
    },
    end: () => made.forEach((one) => one.end()),
  };
}

/** What a lesson looks like, wherever it is. */
export const rules = `
.lesson { display: block; color: var(--xaia-ink, light-dark(#1d1d1b, #ececea)); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.lesson h2 { font-size: 18px; margin: 0 0 6px; }
.lesson h3 { font-size: 13px; letter-spacing: 0.04em; text-transform: uppercase; margin: 0 0 2px; color: var(--xaia-quiet, light-dark(#5c5c58, #a6a6a0)); }
.lesson p { margin: 0 0 8px; max-width: 76ch; }
.lesson .exercises { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 24px; margin-top: 14px; }
.lesson .exercise { min-width: 0; }
.lesson .exercises:not(:has(.drawing)) { grid-template-columns: minmax(0, 1fr); }
.lesson .exercises { container-type: inline-size; }
@container (min-width: 860px) {
  .lesson .exercise:not(.drawing) { display: grid; grid-template-columns: 280px minmax(0, 1fr); grid-template-rows: repeat(4, auto) 1fr; column-gap: 24px; }
  .lesson .exercise:not(.drawing) > * { grid-column: 1; }
  .lesson .exercise:not(.drawing) > .pictures { grid-area: 1 / 2 / 6 / 3; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 12px; align-content: start; }
}
.lesson .pictures svg { touch-action: pan-y; }
.lesson .exercise[data-solved="true"] h3::after { content: " ✓ solved"; content: " ✓ solved" / " solved"; color: light-dark(#0b6aa8, #63b3e6); }
@media (prefers-reduced-motion: no-preference) { .lesson [data-solved="true"] > .said { animation: xaia-solved 500ms ease-out; } }
@keyframes xaia-solved { from { outline: 6px solid light-dark(#0b6aa8, #63b3e6); outline-offset: 4px; } to { outline: 0 solid transparent; outline-offset: 12px; } }
.lesson .task { font-weight: 600; }
.lesson .said { padding: 8px 12px; border-left: 4px solid light-dark(#8a8a84, #77787a); min-height: 68px; box-sizing: border-box; }
.lesson [data-solved="true"] .said { border-color: light-dark(#0b6aa8, #63b3e6); background: light-dark(#e8f1f8, #1c2b36); }
.lesson .controls { display: grid; gap: 6px 16px; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); margin: 0 0 10px; }
.lesson fieldset { border: 0; margin: 0; padding: 0; grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 14px; min-width: 0; }
.lesson legend { padding: 0; font-size: 13px; }
.lesson label { display: block; }
.lesson .option { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; }
.lesson input[type="range"] { width: 100%; min-height: 30px; margin: 0; accent-color: light-dark(#0b6aa8, #63b3e6); }
.lesson .option input { width: 18px; height: 18px; margin: 0; accent-color: light-dark(#0b6aa8, #63b3e6); }
.lesson .pictures { display: grid; gap: 10px; }
.lesson .guess { display: flex; flex-wrap: wrap; gap: 6px; align-content: start; margin-bottom: 10px; }
.lesson .guess button { font: inherit; color: inherit; min-height: 36px; padding: 4px 12px; border: 1px solid light-dark(#8a8a84, #77787a); border-radius: 6px; background: light-dark(#ffffff, #1e1f21); cursor: pointer; }
.lesson .waits circle { fill: light-dark(#ffffff, #1e1f21); stroke: currentColor; stroke-width: 2; }
.lesson .waits text { font-weight: 700; font-size: 15px; fill: currentColor; }
.lesson .guess [data-guess] { font-weight: 600; }
.lesson :focus-visible { outline: 3px solid light-dark(#0b6aa8, #63b3e6); outline-offset: 2px; }
@media (pointer: coarse) { .lesson .option, .lesson input[type="range"], .lesson .guess button { min-height: 44px; } }
.lesson .exercise.drawing > .said { margin-bottom: 14px; }
${teachRules}`;
