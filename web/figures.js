/**
 * Pictures of models for notebooks and other pages (plot.mjs): each function takes a
 * model or what it said, and gives a figure with `value` and "input" events. The
 * drawing is that of the page: plot/.
 */
export {planePlot} from "./figure/plane.js";
export {networkPlot} from "./figure/network.js";
export {fingerprintPlot} from "./figure/fingerprint.js";
export {activationPlot} from "./figure/activation.js";
export {attributionPlot} from "./figure/attribution.js";
export {tnnPlot} from "./figure/tnn.js";
export {constructionPlot} from "./figure/construction.js";
export {activationAt} from "./plot/activation.js";
export {fingerprintRows} from "./plot/fingerprint.js";
export {classColours, classSymbols} from "./plot/colours.js";
