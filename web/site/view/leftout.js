/** Beside a sample, which answers for itself: what the network would have answered without it, from whom, and why. */
import {engine} from "./engine.js";
import {element} from "../../ui/element.js";
import {fill, outcome} from "./parts.js";
import {madeBy} from "../../scene/answer.js";
import {oneRow} from "../../figures/samples.js";
import {packedRows} from "./bench.js";
import {short} from "../../ui/words.js";
import {whyParts} from "./why.js";

/** Up to so many samples the network is fitted once more without the chosen one; the paper's cost grows with the cube. */
const mostWithout = {xaia: 2500, paper: 300};

export function showWithout({bench, panes: [pane], dragging}, light) {
  const sample = pane?.bench.X === bench.X && bench.chosen?.kind === "sample" ? bench.chosen.index : -1;
  const few = bench.X.length >= 3 && bench.X.length <= mostWithout[pane?.preset];
  return fill("without", dragging || sample < 0 || !few ? null : [pane.model, sample], async (signal) => {
    const found = await askWithout(pane, sample, signal).catch(/** @returns {any} */ (error) => ({error}));
    return withoutParts(found, pane.bench, sample, light);
  });
}

function withoutParts({error, answer, why}, bench, sample, light) {
  const title = element("h3", {text: "Without it"});
  if (error) return [title, element("p", {class: "note", text: `The other samples can't be fitted: ${error.message}`})];
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

/** What the network of the other samples answers to a sample, with the samples' numbers among all. */
async function askWithout({bench, options}, sample, signal) {
  const others = bench.X.map((_, i) => i).filter((i) => i !== sample);
  const model = await engine().fit(packedRows({...bench, X: others.map((i) => bench.X[i])}), others.map((i) => bench.y[i]), {...options, signal});
  try {
    const row = oneRow(bench.X[sample]);
    const [answer, why] = await Promise.all([model.explain(row), model.attributions(row).catch(() => null)]);
    return {answer: {...answer, neurons: answer.neurons.map((n) => ({...n, samples: n.samples.map((i) => others[i])}))}, why};
  } finally {
    model.dispose();
  }
}
