/** What marks look like, in pictures and in words. */
import {element} from "./element.js";

/**
 * The Okabe–Ito colours, in an order that colour-blind readers can distinguish; each
 * class also has a shape. A page can set the custom properties for its background.
 */
export const classHex = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"];
export const classColours = classHex.map((colour, i) => `var(--class-${i + 1}, ${colour})`);
/** The shapes of figures/draw/marks.js as characters. */
export const classSymbols = ["●", "▲", "■", "◆", "✚", "★"];

/** A class's shape and name, in its colour; a name that is written from the right leaves the words around it where they are. */
export function classKey(classes, label) {
  const i = classes.indexOf(label);
  const key = element("bdi", {class: "key"}, element("i", {text: classSymbols[i % 6], "aria-hidden": "true"}), document.createTextNode(` ${label}`));
  key.firstChild.style.color = classColours[i % 6];
  return key;
}
