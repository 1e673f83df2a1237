/** The second script of the page: see view/more.js. */
export {benchOfTable, heldOutRows, readTable} from "./view/csv.js";
export {showRow} from "./view/rowform.js";
export {computeScores} from "./view/scores.js";
export {tableDialog} from "./view/tabledialog.js";
