import {fingerprintPlot as draw} from "./draw/fingerprint.js";
import {trianglePlot} from "./draw/tnn.js";
import {frame, heard, tell, withDefaults} from "./frame.js";
import {withFingerprint} from "../scene/fingerprints.js";

/**
 * The fingerprint of an explanation: see plot.d.ts. Without the model's layers, it shows
 * no thresholds, and names only the neurons that made the answer.
 */
export function fingerprintPlot(explanation, given) {
  const {model, layers = model?.layers, width, lit} = withDefaults("fingerprintPlot", given, {model: undefined, layers: undefined, width: 640, lit: null});
  const figure = frame("fingerprints");
  withFingerprint(explanation);
  if (typeof explanation.fingerprint[0] === "number") {
    figure.append(trianglePlot(explanation, {width}));
    return figure;
  }
  const picture = draw(explanation, {layers: layers ?? named(explanation), width, lit});
  for (const title of picture.element.querySelectorAll("p")) Object.assign(title.style, {margin: "4px 0 0", fontSize: "13px"});
  figure.append(heard(picture.element, (value) => tell(figure, value)));
  return figure;
}

/** The layers as far as an explanation describes them: the neurons that made the answer. */
function named({fingerprint, neurons}) {
  return fingerprint.map((activations, k) => {
    const nodes = Array.from(activations, () => []);
    for (const n of neurons) if (n.layer === k + 1) nodes[n.node] = n.samples;
    return {settings: null, nodes};
  });
}
