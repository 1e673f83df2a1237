import {part, short} from "../../ui/words.js";
import {verdict} from "../../scene/answer.js";

/**
 * Eight steps through the paper's four points. Each puts something on the screen
 * (a preset; a sample, an external point or a place that is asked about; the
 * construction) and then says what the engine computed of it.
 *
 * @type {{title: string, preset: "paper" | "xaia", ask: any, construction?: boolean, say: (pane: any, bench: any) => string}[]}
 */
const steps = [
  {
    title: "Samples", preset: "paper", ask: {kind: "sample", index: 0},
    say: (_, {X}) => `These ${X.length} points are everything the network knows. Two have the value 1, two the value 0. Each becomes one neuron; the network contains nothing else.`,
  },
  {
    title: "A sample is recognised", preset: "paper", ask: {kind: "sample", index: 0},
    say: ({answer}) => `Sample 0 is chosen. Its own neuron, in layer ${answer.layer}, has the activation ${short(strongest(answer))}, so the answer is its own value, ${short(answer.value)}. This is exact: the network never errs on a sample.`,
  },
  {
    title: "Layers", preset: "paper", ask: {kind: "sample", index: 0}, construction: true,
    say: ({model}) => `Samples that are moderately near each other can't be in the same layer. So ${model.layers.map(({nodes}, k) => `layer ${k + 1} holds samples ${nodes.flat().join(" and ")}`).join(", ")}. The panel Construction replays how it was built.`,
  },
  {
    title: "A new point, recognised", preset: "paper", ask: {kind: "place", x: [-1.25, -1]},
    say: ({answer, model}) => `This place is not a sample. It activates sample ${answer.neurons[0].samples[0]} in layer ${answer.layer} with ${short(answer.neurons[0].activation)}, above the threshold of ${short(model.layers[0].settings.activation)}: recognised. The answer is that sample's, ${short(answer.value)}, and the link shows which sample it is.`,
  },
  {
    title: "In between", preset: "paper", ask: {kind: "place", x: [-1, -1.4]},
    say: ({answer}) => `Here nothing is recognised: the strongest activation is ${short(strongest(answer))}. The answer, ${short(answer.value)}, lies between those of samples ${answer.neurons.map((n) => n.samples[0]).join(" and ")}. The links show them; the width of a link is its weight.`,
  },
  {
    title: "Far away, the paper's network", preset: "paper", ask: {kind: "place", x: [500, 500]},
    say: ({answer}) => (answer.recognition === "strong"
      ? `No sample is near (500, 500). The paper's network is sure nevertheless: familiarity ${part(answer.familiarity)}, recognised in layer ${answer.layer}. No neuron of layer 1 is activated, and to deeper layers this looks like the fingerprint of a sample.`
      : `No sample is near (500, 500), and its familiarity is ${part(answer.familiarity)}: to the paper's network the point is still in between. With more samples it can be sure there; choose the donut and “Ask far outside”.`),
  },
  {
    title: "Far away, xaia", preset: "xaia", ask: {kind: "place", x: [500, 500]},
    say: ({answer, model}) => `The same place under preset xaia. Its deeper layers also receive the input, so they don't recognise the point: familiarity ${part(answer.familiarity)}. It says: ${verdict(answer, {preset: "xaia", layers: model.layers})}`,
  },
  {
    title: "Your turn", preset: "xaia", ask: {kind: "external", index: 0},
    say: () => "Click on the plane to add a sample, drag one to move it, or drop a table of your own on the page. Each time, the network is rebuilt, and you see which samples made the answer.",
  },
];

export const tourSteps = () => steps;

const strongest = (answer) => answer.fingerprint.reduce((top, layer) => layer.reduce((a, b) => Math.max(a, b), top), 0);
