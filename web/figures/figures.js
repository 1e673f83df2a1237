/**
 * Pictures of models for notebooks and other pages (plot.mjs): each function takes a
 * model or its answer, and returns a figure with `value` and "input" events. The page
 * uses the same drawings: draw/.
 */
export {planePlot} from "./plane.js";
export {networkPlot} from "./network.js";
export {fingerprintPlot} from "./fingerprint.js";
export {activationPlot} from "./activation.js";
export {attributionPlot} from "./attribution.js";
export {effectPlot} from "./effect.js";
export {tnnPlot} from "./tnn.js";
export {constructionPlot} from "./construction.js";
export {activationAt} from "./draw/activation.js";
export {fingerprintRows} from "./draw/fingerprint.js";
export {classColours, classSymbols} from "../ui/classes.js";
