/** What a phone and the wall say alike. */
import {one} from "../../embed/teach/words.js";

const hues = 6;

/** A class's colour, by its place among all. @param {string[]} classes @param {string} label */
export const colourOf = (classes, label) => {
  const i = classes.indexOf(label);
  return i < 0 ? "var(--edge)" : `var(--class-${(i % hues) + 1})`;
};

/** What became of a try to fool the other network. @param {any} t */
export function said({label, by, count, out, void: undone}) {
  const strokes = `${count} ${count === 1 ? "stroke" : "strokes"}`;
  if (!out) return {head: `${by} asks with ${one(label)}.`, more: "The network thinks …"};
  const because = out.because.length ? ` Because of ${out.because.join(", ")}.` : "";
  if (undone) return {head: "It doesn't count.", more: `The teacher says that this isn't ${one(label)}.`};
  if (out.recognition === "weak") return {head: "Not fooled: it says “I don't know”.", more: `${by} drew ${one(label)} in ${strokes}.`};
  if (!out.fooled) return {head: `Not fooled: ${one(out.value)}.`, more: `${by} drew that in ${strokes}.${because}`};
  return {head: `Fooled! It says ${one(out.value)}.`, more: `${by} drew ${one(label)} in ${strokes}.${because}`};
}
