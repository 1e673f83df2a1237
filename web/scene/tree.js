import {numbered} from "../ui/names.js";
import {element} from "../ui/element.js";

/** More neurons of a layer than this are counted, not shown. */
const most = 60;

/**
 * The layers so far, a row each, a chip for each neuron with its sample's number.
 * Pointing at a chip fires "input" with {sample} in detail, leaving it with null.
 *
 * @param {number[][]} layers
 * @param {number} examined the sample that this step placed or passed on, -1 for none
 * @param {number} felled how many layers fell in this step
 * @param {number[] | null} [numbers] the numbers of the samples' rows
 */
export function layerTree(layers, examined, felled, numbers = null) {
  const tell = (event, detail) => event.target.dispatchEvent(new CustomEvent("input", {bubbles: true, detail}));
  const rows = layers.map((samples, k) => {
    const shown = samples.length > most ? samples.slice(-most) : samples;
    return element("li", {},
      element("span", {class: "name", text: `layer ${k + 1} · ${samples.length}`}),
      shown.length < samples.length && element("span", {class: "more", text: `… ${samples.length - shown.length} more, `}),
      ...shown.map((sample) => element("span", {
        class: sample === examined ? "chip new" : "chip", text: String(numbered(sample, numbers)),
        onpointerenter: (event) => tell(event, {sample}), onpointerleave: (event) => tell(event, null),
      })));
  });
  for (let k = 0; k < felled; k++) rows.push(element("li", {class: "fallen"}, element("span", {class: "name", text: `layer ${layers.length + k + 1} has fallen`})));
  return element("ol", {class: "tree"}, ...rows);
}
