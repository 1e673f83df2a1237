/** The script that tables need, loaded with the first one: see view/more.js. */
import "./shared.js";
export {benchOfTable, withQuestion} from "./view/opened.js";
export {pageTable} from "./view/pagetable.js";
export {readFile} from "./view/tablereader.js";
export {showOdd} from "./view/odd.js";
export {showRow} from "./view/rowform.js";
