/**
 * xaia for other web pages: one file that contains everything, fetches nothing
 * and sets no global. It exports mount for programs, defines <xaia-plot> for HTML, and its
 * default export is a widget for notebooks, in the form of anywidget.
 */
import {render} from "./anywidget.js";
import {fingerprintPlot} from "../figures/fingerprint.js";
import {networkPlot} from "../figures/network.js";
import {planePlot} from "../figures/plane.js";
import {tnnPlot} from "../figures/tnn.js";
import {placeAt} from "../figures/draw/pointing.js";
import {enter, fit, leave} from "./engine.js";
import {define} from "./tag.js";

export {mount} from "./mount.js";
export {version} from "../package/xaia.js";

/** For lessons.mjs, a file beside this one. */
export const parts = {enter, leave, fit, planePlot, networkPlot, tnnPlot, fingerprintPlot, placeAt};

define();

export default {initialize() {}, render};
