/**
 * What the first picture doesn't need, in a script of its own that is loaded when something needs it: the reading of tables, the
 * row's form, the scores, dialogs, the tour, what is taken away.
 */
import {agreementPlot} from "../../figures/plot/agreement.js";

/** What the controller calls, once it has waited for more(), and doesn't wait for. */
const sync = ["codeFor", "codeNote", "tourSteps", "openedModel", "stepsOf", "replay", "placedIn", "layerTree"];

let loading = null;

/** @returns {Promise<typeof import("../more.js")>} */
export function more() {
  loading ??= import("./more.mjs").then((parts) => Object.assign(globalThis.xaiaPage.view, Object.fromEntries(sync.map((name) => [name, parts[name]]))) && parts);
  loading.catch(() => (loading = null)); // can be tried again
  return loading;
}

const later = (name) => async (...about) => (await more())[name](...about);

export const [fileDialog, keysDialog, pasteDialog, pointMenu, textDialog] = ["fileDialog", "keysDialog", "pasteDialog", "pointMenu", "textDialog"].map(later);
export const [absorbLine, absorbRound, examined] = ["absorbLine", "absorbRound", "examined"].map(later);
export const [copyText, tune] = ["copyText", "tune"].map(later);
export const [download, saveModel, savePredictions, saveWorkbook, saveReport] = ["download", "saveModel", "savePredictions", "saveWorkbook", "saveReport"].map(later);
export const ordinaryModel = later("ordinaryModel");
export const [openTable, rowsFor] = ["openTable", "rowsFor"].map(later);
export const computeScores = async (shown, options, most, signal) => (await more()).computeScores(agreementPlot, shown, options, most, signal);

/** A table's row has a form; of two columns the plane's two fields are enough. */
export async function showRow(scene) {
  const table = scene.bench.columns.length > 2;
  document.getElementById("point-x").closest(".point").hidden = table;
  if (table) (await more()).showRow(scene);
  else document.getElementById("row").hidden = true;
}
