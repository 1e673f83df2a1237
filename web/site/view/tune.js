import {modelOf} from "./options.js";
import {wholeEngine} from "./learning.js";
import {plural, short} from "../../ui/words.js";

/** Chooses the options of fit by cross-validation, with a bar that says how far it is. */
export async function tune(bench, relevance, duplicates, signal) {
  const bar = document.getElementById("tune-progress");
  const folds = Math.min(5, bench.X.length);
  Object.assign(bar, {hidden: false, value: 0});
  try {
    const xaia = await wholeEngine();
    signal.throwIfAborted();
    // The page has the relevance of its preset or of a file, so that isn't varied.
    const {options: {relevance: _, ...options}, scores, best} = await xaia.tune(bench.X, bench.y, {
      folds, signal, relevance: relevance ?? "auto", ...(duplicates ? {duplicates} : {}), ...(bench.classes ? {classes: true} : {}),
      onProgress: ({done, total}) => Object.assign(bar, {max: total, value: done}),
    });
    const {accuracy, rmse} = scores[best];
    const figure = bench.classes ? `${short(100 * accuracy)} % right` : `a typical miss of ${short(rmse)}`;
    return {properties: modelOf(options), text: `The best of ${scores.length} settings: ${figure} on samples not seen, in ${plural(folds, "fold")}.`};
  } finally {
    bar.hidden = true;
  }
}
