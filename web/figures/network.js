import {networkPlot as draw, neuronText} from "./draw/network.js";
import {short} from "../ui/words.js";
import {fingerprintsOf, samplesToLink, withFingerprint} from "../scene/fingerprints.js";
import {caption, frame, heard, tell, withDefaults} from "./frame.js";
import {namesOf, rowsOf, samplesOf} from "./samples.js";

const defaults = {explanation: null, x: null, X: undefined, y: undefined, lit: null, flow: true, width: 640, height: 320};

/**
 * The network of an SQANN, neuron by neuron: see plot.d.ts.
 *
 * @returns {Promise<HTMLElement & {value: any}>}
 */
export async function networkPlot(model, given) {
  const {explanation, x, lit, flow, width, height, ...samples} = withDefaults("networkPlot", given, defaults);
  if (model.kind !== "sqann") {
    throw new TypeError(`networkPlot shows an SQANN, but this is ${model.kind === "ensemble" ? "an ensemble. Draw its members" : `a ${model.kind}. Its neurons have no layers: tnnPlot draws its curve, fingerprintPlot its triangle`}.`);
  }
  if (explanation) fits(explanation, model);
  const row = x === null ? null : rowsOf([x], model.featureCount)[0];
  const {X, y} = await samplesOf(model, samples.X, samples.y);
  const figure = frame("network");
  const said = caption("");
  const picture = draw({
    layers: model.layers, classes: model.classes, targets: y.map((v) => (typeof v === "object" ? null : v)), explanation, skip: model.skip, lit, flow, width, height,
    links: await fingerprintsOf(model, X, samplesToLink(model, explanation)),
    cells: namesOf(model).map((name, i) => (row ? {name, value: short(row[i])} : {name})),
    answer: explanation ? answerText(explanation.value) : undefined,
  });
  said.textContent = resting(explanation);
  heard(picture.element, async (value) => {
    said.textContent = value ? neuronText(value, model) : resting(explanation);
    tell(figure, value);
    if (value) picture.link(await fingerprintsOf(model, X, [value.sample]));
  });
  figure.append(picture.element, said);
  return figure;
}

const answerText = (value) => (value === null || Number.isNaN(value) ? "none" : typeof value === "object" ? Array.from(value, short).join(", ") : short(value));

const resting = (explanation) => (explanation ? "Highlighted: the neurons that the point activates. Point at a neuron, or move with the arrow keys." : "Every neuron is a sample. Point at a neuron, or move with the arrow keys.");

/** Refuses another model's explanation, which would refer to neurons that don't exist. */
function fits(explanation, {layers}) {
  withFingerprint(explanation);
  const {fingerprint, neurons} = explanation;
  const own = Array.isArray(fingerprint) && Array.isArray(neurons) && fingerprint.length <= layers.length && fingerprint.every((v, k) => v?.length === layers[k].nodes.length)
    && neurons.every((n) => layers[n.layer - 1]?.nodes[n.node]);
  if (!own) throw new TypeError("The explanation is not from this model. Give the result of model.explain(x, {fingerprint: true}) for one row.");
}
