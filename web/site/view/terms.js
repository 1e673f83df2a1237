/** The paper's terms, explained under the pointer where they first appear. */
import {element} from "../../ui/element.js";

const terms = {
  layer: "Samples that are moderately near each other stand in different layers. A question goes from layer to layer until a neuron recognises it.",
  "near twin": "A sample that a neuron of a lower layer recognised strongly. It joined that layer, and the layers above were built again. The paper calls it a collision.",
  "earlier layer": "The fingerprint: the activations of the layer below. Layers from the second on compare the point's with those of their own samples.",
};

const words = new RegExp(`\\b(${Object.keys(terms).join("|")})s?\\b`, "i");

/** A text in which the first of these terms is explained, and what is after it likewise. @returns {Node[]} */
export function explained(text) {
  const found = words.exec(text);
  if (!found) return [document.createTextNode(text)];
  const rest = text.slice(found.index + found[0].length);
  return [document.createTextNode(text.slice(0, found.index)), element("abbr", {title: terms[found[1].toLowerCase()], text: found[0]}), ...explained(rest)];
}
