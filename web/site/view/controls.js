import {numberIn} from "../../ui/words.js";
import {readProperty} from "./state.js";

/** What a control says of its property; undefined where that can't be. @param {HTMLInputElement} control */
export function readControl({type, inputMode, checked, value, dataset}) {
  return readProperty(dataset.property, type === "checkbox" ? (checked ? "1" : "0") : inputMode ? String(numberIn(value)) : value);
}
