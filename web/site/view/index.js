/**
 * The boundary: what the controller calls, in the order of web/site/page/boundary.go, and what the browser tests ask besides. A test
 * compares both sides.
 */
export {settle} from "./parts.js";
export {arrange} from "./arrange.js";
export {store, stored} from "./kept.js";
export {share} from "./takeaway.js";
export {readControl} from "./controls.js";
export {standardModel} from "./options.js";
export {numberIn} from "../../ui/words.js";
export {withSlider} from "./model.js";

export {brushFor, edited, facts, makeBench} from "./bench.js";
export {conflictText} from "./conflicts.js";
export {drawnPart} from "./plane.js";

export {answersOf, embedded, fitNetworks} from "./models.js";
export {calibrate, calibrateScene, prepareLearner} from "./sure.js";
// absorbLine, absorbRound, computeScores, examined, traced, tune of web/site/more.js, which is loaded later
export {tell} from "./network.js";
export {free, paintBehind} from "./behind.js";

export {firstColumns, projection} from "../../scene/project.js";
export {fitDomain} from "../../scene/plane.js";
export {movedTo, points, showPlane} from "./plane.js";
export {forget, showInspector} from "./inspector.js";
export {focusNetwork, lightNeurons, listenToNetwork, showNetwork} from "./network.js";
export {again, showPanels} from "./panels.js";
export {showSure} from "./sure.js";
export {showControls} from "./controls.js";
export {chosenColumns} from "./brush.js";

export {lineDomain} from "../../scene/line.js";
export {askLine, fitLine, linePoints, placeOnLine, showLine} from "./line.js";

export {gestures} from "./gestures.js";
export {listenToKeys} from "./keys.js";
export {fetchTable, listenToFiles, openFile, setButton, tables} from "./files.js";
// download, pointMenu, rowsFor, save, showCode of web/site/more.js
export {savePictures} from "./takeaway.js";

export {placeAt} from "../../figures/draw/pointing.js";
export {plural, short} from "../../ui/words.js";
export {asked, benchOfSet, holdOut, packedRows} from "./bench.js";
export {fitOptions} from "./options.js";
