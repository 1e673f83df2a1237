/**
 * What hands do in a picture of points, as "act" events on the element that holds
 * it. Mouse, touch and keys all end in the same acts, in the picture's units:
 *
 *     add {x, y, shift}   pick {kind, index}   move {kind, index, x, y, began} … drop   erase {kind, index}
 *     menu {kind, index, clientX, clientY}     hover {x, y, kind, index, clientX, clientY} | leave
 *     view {x: [from, to], y: [from, to]}      fit {undo}   key {key, kind, index}
 *
 * drop ends every drag, also one that is cancelled; a move that is done has none. more: it continues the stroke before it. undo: reverts the first of two clicks.
 *
 * The pictures inside may be drawn anew at any time; each is planePlot's or tnnPlot's.
 */
import {hold} from "../../ui/hold.js";
import {clampTo, domainOf, gripAt, placeAt, pointAt} from "../../figures/draw/pointing.js";
import {keyboard} from "./cursor.js";

const holdFor = 550; // ms until a press is a long one
const slack = 5; // px that a click may move

/**
 * @param {HTMLElement} place
 * @param {{tool: () => "point" | "spray" | "erase", points: () => any[], adds?: () => boolean, zoom?: boolean}} options points: all, in
 *   their order; adds: whether a click changes them
 */
export function gestures(place, {tool, points, adds = () => true, zoom = true}) {
  const act = (type, detail = {}) => place.dispatchEvent(new CustomEvent("act", {detail: {type, ...detail}}));
  /** What is held down: where each pointer is now, and what lets go of it. @type {Map<number, {event: PointerEvent, drop: () => void}>} */
  const pointers = new Map();
  /** @type {any} */
  let press = null;
  let pinch = null;
  let clicked = null;
  let due = 0; // what is said of the place under the pointer
  let over = false; // the pointer was there last

  const at = (event) => {
    const picture = (place.contains(event.target) && event.target.closest?.("svg")) || place.querySelector("svg");
    const here = placeAt(picture, event, event.pointerType === "touch" ? 18 : 10);
    return here && {picture, ...here};
  };

  place.addEventListener("pointerdown", (event) => {
    const {pointerId: id} = event;
    const here = at(event);
    if (event.button === 2 || !here?.inside || pinch || (press && press.id !== id && !zoom)) return;
    pointers.get(id)?.drop();
    letGo();
    pointers.set(id, {event, drop: hold(place, id, move, (lifted) => {
      pointers.delete(id);
      if (pointers.size < 2) pinch = null;
      if (press?.id === id) letGo(lifted);
    })});
    if (pointers.size === 2 && zoom) {
      pinch = startPinch();
      return;
    }
    const on = gripAt(here);
    press = {id, on, x: event.clientX, y: event.clientY, shift: event.shiftKey, moved: false, last: here, domain: domainOf(here.picture), shifted: shiftOf(here.picture)};
    press.timer = pointAt(here) && setTimeout(() => {
      letGo();
      act("menu", {...pointAt(here), clientX: event.clientX, clientY: event.clientY});
    }, holdFor);
  });

  // A finger on the ground scrolls the page up and down; on a point, or with a tool, it works here.
  place.addEventListener("touchstart", (event) => {
    const touch = event.touches[0];
    const here = at({target: event.target, clientX: touch.clientX, clientY: touch.clientY, pointerType: "touch"});
    if (event.touches.length > 1 || tool() !== "point" || (here && gripAt(here))) event.preventDefault();
  }, {passive: false});

  place.addEventListener("pointermove", (event) => !press && !pinch && event.pointerType !== "touch" && event.buttons === 0 && hover(event));

  function move(event) {
    pointers.get(event.pointerId).event = event;
    if (pinch) return movePinch();
    if (press?.id !== event.pointerId) return;
    if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < slack) return;
    clearTimeout(press.timer);
    const began = !press.moved;
    press.moved = true;
    const here = at(event) ?? press.last;
    if (tool() === "spray" && !press.on) {
      if (began) act("add", {x: press.last.x, y: press.last.y, shift: press.shift});
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) >= 14 && here.inside) {
        [press.x, press.y] = [event.clientX, event.clientY];
        act("add", {x: here.x, y: here.y, shift: press.shift, more: true});
      }
    } else if (tool() === "erase") {
      const on = pointAt(here);
      if (on) {
        act("erase", {...on, more: press.erased});
        press.erased = true;
      }
    } else if (press.on) {
      const inside = clampTo(here, press.domain);
      act("move", {...press.on, ...inside, began});
      press.dragged = true;
    } else if (zoom) {
      const [dx, dy] = press.shifted(event.clientX - press.x, event.clientY - press.y);
      act("view", {x: press.domain.x.map((v) => v - dx), y: press.domain.y.map((v) => v - dy)});
    }
  }

  /** However a press ends, here it does. @param {PointerEvent | null} lifted where a click may be meant */
  function letGo(lifted = null) {
    if (!press) return;
    clearTimeout(press.timer);
    const {moved, dragged, last, shift} = press;
    const on = pointAt(last);
    press = null;
    if (dragged) act("drop");
    if (moved || !lifted) {
      clicked = null;
      return;
    }
    const again = clicked && lifted.timeStamp - clicked.time < 400 && Math.hypot(lifted.clientX - clicked.x, lifted.clientY - clicked.y) < slack;
    clicked = {time: lifted.timeStamp, x: lifted.clientX, y: lifted.clientY, ground: clicked?.ground, added: clicked?.added};
    if (again && zoom && clicked.ground) {
      const {added} = clicked;
      clicked = null;
      act("fit", {undo: added}); // a double click: the first one may have added a point
    } else if (on && tool() === "erase") act("erase", on);
    else if (on) act("pick", on);
    else if (tool() !== "erase") act("add", {x: last.x, y: last.y, shift});
    if (!clicked) return;
    clicked.ground = !on && tool() !== "erase";
    clicked.added = clicked.ground && adds();
  }
  const leave = () => {
    clearTimeout(due);
    over = false;
    act("leave");
  };
  place.addEventListener("pointerleave", leave);
  // WebKit says nothing to the place where what was under the pointer has been drawn anew.
  document.addEventListener("pointerover", ({target}) => over && !place.contains(/** @type {Node} */ (target)) && leave());
  place.addEventListener("contextmenu", (event) => {
    const here = at(event);
    const on = here && pointAt(here);
    if (on || press?.moved) letGo();
    if (!on) return;
    event.preventDefault();
    act("menu", {...on, clientX: event.clientX, clientY: event.clientY});
  });

  function hover(event) {
    clearTimeout(due);
    over = true;
    due = setTimeout(() => {
      const here = at(event);
      if (!here?.inside) return act("leave");
      act("hover", {x: here.x, y: here.y, ...pointAt(here), clientX: event.clientX, clientY: event.clientY});
    }, 60);
  }

  if (zoom) {
    place.addEventListener("wheel", (event) => {
      const here = at(event);
      if (!here?.inside) return;
      event.preventDefault();
      zoomAt(domainOf(here.picture), here, Math.exp(Math.sign(event.deltaY) * Math.min(0.35, Math.abs(event.deltaY) / 300)));
    }, {passive: false});
  }

  function zoomAt(domain, {x, y}, by) {
    const about = ([from, to], centre) => [centre + (from - centre) * by, centre + (to - centre) * by];
    act("view", {x: about(domain.x, x), y: about(domain.y, y)});
  }

  const fingers = () => [...pointers.values()].map(({event}) => event);

  function startPinch() {
    const [a, b] = fingers();
    const picture = place.querySelector("svg");
    const middle = placeAt(picture, {clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2});
    return {middle, apart: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), domain: domainOf(picture)};
  }

  function movePinch() {
    const [a, b] = fingers();
    zoomAt(pinch.domain, pinch.middle, pinch.apart / Math.max(10, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)));
  }

  keyboard(place, act, points, zoom ? zoomAt : null);
}

/** How far so many pixels on the screen are; measured now, since the picture may be drawn anew meanwhile. */
function shiftOf(picture) {
  const per = picture.viewBox.baseVal.width / picture.getBoundingClientRect().width;
  const [sx, sy] = [picture.scale("x"), picture.scale("y")];
  return (x, y) => [sx.invert(x * per) - sx.invert(0), sy.invert(y * per) - sy.invert(0)];
}
