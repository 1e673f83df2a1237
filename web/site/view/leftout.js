/** Beside a sample, which answers for itself: what the network would have answered without it, from whom, and why. */
import {element} from "../../ui/element.js";
import {fill, outcome} from "./parts.js";
import {madeBy} from "../../scene/answer.js";
import {oneRow} from "../../figures/samples.js";
import {short} from "../../ui/words.js";
import {whyParts} from "./why.js";

/** Up to so many samples the others are fitted once more, like the network; the paper's cost grows with the cube. */
const mostWithout = {xaia: 2500, paper: 300};

export function showWithout({bench, panes: [pane], dragging}, light) {
  const sample = pane?.bench.X === bench.X && bench.chosen?.kind === "sample" ? bench.chosen.index : -1;
  const few = bench.X.length >= 3 && bench.X.length <= mostWithout[pane?.preset];
  return fill("without", dragging || sample < 0 || !few ? null : [pane.model, sample], async (signal) => {
    const row = oneRow(pane.bench.X[sample]), without = {without: sample, signal};
    const why = pane.model.attributions(row, without).catch(() => null); // the model is gone, or has none
    const answer = await pane.model.explain(row, without).catch(/** @returns {any} */ (error) => ({error}));
    return withoutParts(answer, await why, pane.bench, sample, light);
  });
}

function withoutParts(answer, why, bench, sample, light) {
  const title = element("h3", {text: "Without it"});
  if (answer.error) return [title, element("p", {class: "note", text: `The other samples can't be fitted: ${answer.error.message}`})];
  const truth = bench.y[sample];
  const behind = answer.neurons.length;
  const agree = answer.neurons.filter((n) => n.alpha === answer.value).length;
  const wrong = bench.classes && answer.value !== truth;
  const sure = answer.recognition === "weak" ? " That is a guess: nothing among them is like it." : behind < 2 || !bench.classes ? "" : ` ${agree} of ${behind} say so.`;
  const off = bench.classes || answer.value === null ? "" : ` The error is ${short(Math.abs(answer.value - truth))}.`;
  return [title,
    element("p", {class: wrong ? "left-out wrong" : "left-out"}, document.createTextNode("The others would answer "), outcome(bench, answer.value), document.createTextNode(`.${sure}${off}${wrong ? " That is wrong. The right class is " : ""}`), wrong && outcome(bench, truth), wrong && document.createTextNode(".")),
    element("ol", {class: "made-by", "aria-label": "Made by, without it"}, ...madeBy(answer, bench, light)),
    ...(why && behind ? whyParts(why, bench) : [])];
}
