/** The square that one draws in, with a mouse, a finger or a pen. */
import {element} from "../../ui/element.js";
import {hold} from "../../ui/hold.js";
import {paths, vector} from "./pictures.js";
import {kept, limits, size} from "./strokes.js";

/**
 * @param {(strokes: number[][], done: boolean) => void} changed called while one draws, and when a stroke is done
 */
export function padElement(changed) {
  /** @type {number[][]} as they are kept */
  let strokes = [];
  /** @type {{by: string, points: number[], width: number, giveUp: () => void} | null} */
  let drawing = null;
  const ink = vector("g");
  const fresh = vector("g");
  const picture = vector("svg", {viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true"}, ink, fresh);
  const pad = element("div", {class: "pad", role: "img"}, picture);
  const show = () => {
    ink.replaceChildren(...(strokes.length ? [paths(strokes, 7)] : []));
    fresh.replaceChildren(...(drawing ? [paths([drawing.points], drawing.width)] : []));
    const n = strokes.length;
    pad.setAttribute("aria-label", n ? `Your drawing: ${n} ${n === 1 ? "stroke" : "strokes"}` : "An empty square to draw in with a mouse, finger or pen. With the keyboard, choose an example below it.");
    pad.classList.toggle("empty", !n && !drawing);
  };
  const tell = (done) => changed(drawing ? [...strokes, kept(drawing.points)] : strokes, done);
  const add = (event) => {
    const box = picture.getBoundingClientRect();
    for (const e of event.getCoalescedEvents?.().length ? event.getCoalescedEvents() : [event]) {
      drawing.points.push(Math.min(size, Math.max(0, ((e.clientX - box.left) / box.width) * size)), Math.min(size, Math.max(0, ((e.clientY - box.top) / box.height) * size)));
      if (e.pointerType === "pen" && e.pressure > 0) drawing.width = 0.9 * drawing.width + 0.1 * (3 + 10 * e.pressure);
    }
  };
  /** A pen's stroke isn't lost to the hand that lies beside it: what only touched gives way. */
  pad.addEventListener("pointerdown", (event) => {
    if ((event.pointerType === "mouse" && event.button !== 0) || strokes.length >= limits.strokes) return;
    if (drawing && (event.pointerType !== "pen" || drawing.by === "pen")) return;
    drawing?.giveUp();
    event.preventDefault();
    const mine = (drawing = {by: event.pointerType, points: [], width: 7, giveUp() {
      drawing = null;
      letGo();
    }});
    const letGo = hold(pad, event.pointerId, (moved) => {
      add(moved);
      show();
      tell(false);
    }, () => {
      if (drawing !== mine) return;
      drawing = null;
      set([...strokes, kept(mine.points)]);
    });
    add(event);
    show();
    tell(false);
  });
  function set(next) {
    strokes = next;
    show();
    tell(true);
  }
  show();
  return {
    element: pad,
    get strokes() {
      return strokes;
    },
    set,
    undo: () => strokes.length && set(strokes.slice(0, -1)),
    clear: () => set([]),
  };
}
