/** What doesn't end a hand's work. */
const modifiers = ["Shift", "Control", "Alt", "Meta"];

/**
 * Follows one pointer, from where it was pressed until it is let go: lifted, cancelled, its capture lost (its place was
 * taken away or is hidden), lifted where nobody saw it, another window in front, or a key pressed, such as Escape or Ctrl + Z.
 *
 * @param {HTMLElement} place @param {number} pointer its pointerId
 * @param {(event: PointerEvent) => void} move @param {(lifted: PointerEvent | null) => void} end called once; null: it wasn't lifted
 * @returns {() => void} lets go
 */
export function hold(place, pointer, move, end) {
  const listening = new AbortController();
  const letGo = (lifted = null) => {
    if (listening.signal.aborted) return;
    listening.abort();
    end(lifted);
  };
  const hear = (target, name, heard, capture = false) => target.addEventListener(name, heard, {signal: listening.signal, capture});
  const its = (heard) => (event) => event.pointerId === pointer && heard(event);
  hear(place, "pointermove", its((event) => ((event.pointerType === "mouse" && event.buttons === 0) || place.checkVisibility?.() === false ? letGo() : move(event))));
  hear(place, "pointerup", its(letGo));
  hear(place, "pointercancel", its(() => letGo()));
  hear(document, "lostpointercapture", its(() => letGo())); // there, since a place that is gone hears nothing
  hear(globalThis, "blur", () => letGo());
  hear(globalThis, "keydown", ({key}) => modifiers.includes(key) || letGo(), true);
  place.setPointerCapture?.(pointer);
  return () => letGo();
}
