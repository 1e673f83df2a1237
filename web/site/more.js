/** What the page needs later: see view/more.js. */
import "./shared.js";
export {learned, prepareLearner, wholeEngine} from "./view/learning.js";
export {showCode} from "./view/code.js";
export {fileDialog, keysDialog, pasteDialog, pointMenu, textDialog} from "./view/dialogs.js";
export {copyText, download} from "../ui/download.js";
export {fetchRest} from "./view/report.js";
export {save, savePictures} from "./view/save.js";
export {card} from "./view/card.js";
export {ordinaryModel} from "./view/ordinary.js";
export {absorbLine, absorbRound, examined} from "./view/absorbing.js";
export {modelText, openedModel} from "./view/modelfile.js";
export {traced} from "./view/construction.js";
export {tune} from "./view/tune.js";
export {computeScores} from "./view/scores.js";
export {openTable, rowsFor} from "./view/tabledialog.js";
