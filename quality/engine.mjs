/** The engine, as the measurements use it. */
import * as xaia from "../dist/npm/xaia.mjs";

/** The prototype scaled before it fitted preset paper, whose own default is no scaling. */
export const paper = {preset: "paper", scale: "minmax"};

/** Which sets had equal samples with different y, for a note below the tables. @type {Set<string>} */
export const illDefined = new Set();

/**
 * xaia.fit or xaia.tune, with a rule for equal samples of different y where the
 * set needs one.
 *
 * @param {"fit" | "tune"} what
 * @param {string} name of the set
 * @param {number[][]} X
 * @param {(string | number)[]} y
 * @param {object} [options]
 */
async function call(what, name, X, y, options) {
  try {
    return await xaia[what](X, y, options);
  } catch (error) {
    if (error.code !== "ill-defined") throw error;
    illDefined.add(name);
    return xaia[what](X, y, {...options, duplicates: typeof y[0] === "string" ? "majority" : "mean"});
  }
}

/** @param {string} name @param {number[][]} X @param {(string | number)[]} y @param {object} [options] */
export const fit = (name, X, y, options) => call("fit", name, X, y, options);

/** @param {string} name @param {number[][]} X @param {(string | number)[]} y @param {object} options */
export const tune = (name, X, y, options) => call("tune", name, X, y, options);
