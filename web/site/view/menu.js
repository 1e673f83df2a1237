/** What marks look like in words. */
import {classSymbols, classColours} from "../../figures/plot/colours.js";
import {element} from "./element.js";

export {element};

/** A class's shape and name, in its colour; a name that is written from the right leaves the words around it where they are. */
export function classKey(classes, label) {
  const i = classes.indexOf(label);
  const key = element("bdi", {class: "key"}, element("i", {text: classSymbols[i % 6], "aria-hidden": "true"}), document.createTextNode(` ${label}`));
  key.firstChild.style.color = classColours[i % 6];
  return key;
}
