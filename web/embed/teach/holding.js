/** Buttons that are pressed for a moment or held, with a pointer, Space or Enter. */
import {hold} from "../../ui/hold.js";

/** From so many milliseconds on it is held. */
const long = 350;

/**
 * A button that is held hears of it until it is let go; one that is only pressed is clicked, as always.
 *
 * @param {HTMLElement} place that stays, whatever becomes of its buttons
 * @param {string} selector of the buttons
 * @param {{now: () => boolean, begun: (button: HTMLElement) => void, ended: () => void}} hears now: whether buttons can be held at the moment
 */
export function holding(place, selector, {now, begun, ended}) {
  let held = false, pressed = false;
  /** @param {HTMLElement} button @param {(end: () => void) => void} letGo says when */
  const press = (button, letGo) => {
    held = false;
    pressed = true;
    const timer = setTimeout(() => {
      held = true;
      begun(button);
    }, long);
    letGo(() => {
      if (!pressed) return;
      pressed = false;
      clearTimeout(timer);
      if (!held) return;
      ended();
      setTimeout(() => (held = false)); // after the click that a browser makes of it
    });
  };
  const keys = ["Enter", " "];
  const under = (event) => (now() ? event.target.closest(selector) : null);
  place.addEventListener("pointerdown", (event) => {
    const button = under(event);
    if (button && !button.disabled && !pressed && event.button === 0) press(button, (end) => hold(button, event.pointerId, () => {}, end));
  });
  place.addEventListener("keydown", (event) => {
    const button = under(event);
    if (!button || !keys.includes(event.key)) return;
    event.preventDefault(); // the browser would click at once, and again while it is held
    if (event.repeat || pressed || button.disabled) return;
    press(button, (end) => {
      const listening = new AbortController();
      const over = (clicked) => {
        listening.abort();
        end();
        if (clicked && !held) button.click();
      };
      document.addEventListener("keyup", (up) => up.key === event.key && (up.preventDefault(), over(true)), {capture: true, signal: listening.signal});
      globalThis.addEventListener("blur", () => over(false), {signal: listening.signal});
    });
  });
  place.addEventListener("keypress", (event) => under(event) && keys.includes(event.key) && event.preventDefault()); // which some programs that press keys send anyway
  place.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.stopPropagation();
  }, true);
  place.addEventListener("contextmenu", (event) => under(event) && event.preventDefault()); // a finger that stays asks for one
}
