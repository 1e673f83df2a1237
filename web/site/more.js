/** The second script of the page: see view/more.js. */
export {benchOfTable, pageTable} from "./view/opened.js";
export {calibrated} from "./view/calibrate.js";
export {askWithout} from "./view/without.js";
export {showRow} from "./view/rowform.js";
export {codeFor, codeNote} from "./view/code.js";
export {keysDialog, pasteDialog, pointMenu, textDialog} from "./view/dialogs.js";
export {copyText, download, saveModel, savePictures, savePredictions, saveWorkbook} from "./view/save.js";
export {saveReport} from "./view/report.js";
export {tourSteps} from "./view/tour.js";
export {ordinaryModel} from "./view/ordinary.js";
export {absorbLine, absorbRound, examined} from "./view/absorbing.js";
export {openedModel} from "./view/modelfile.js";
export {placedIn, replay, stepsOf} from "./view/replay.js";
export {layerTree} from "./view/tree.js";
export {tune} from "./view/tune.js";
export {computeScores} from "./view/scores.js";
export {openTable, rowsFor} from "./view/tabledialog.js";
export {readFile} from "./view/tablereader.js";
