/**
 * Pictures of models: pure functions from results of the public API to an
 * element. Nothing here keeps state or asks the engine.
 */
export {classColours, classSymbols, valueLegend} from "./plot/colours.js";
export {planePlot} from "./plot/plane.js";
export {backgroundCanvas} from "./plot/background.js";
export {networkPlot, neuronText} from "./plot/network.js";
export {fingerprintPlot, fingerprintRows} from "./plot/fingerprint.js";
export {activationAt, activationPlot} from "./plot/activation.js";
export {tnnPlot, trianglePlot} from "./plot/tnn.js";
export {thumbnail} from "./plot/thumbnail.js";
