/** How much each column counts to the network; those made of one column of texts are one again. */
import {bar, reveal} from "./parts.js";
import {tableColumns} from "../../scene/columns.js";
import {element} from "../../ui/element.js";

export function showRelevance({bench, panes: [pane]}) {
  if (!pane || bench.columns.length < 3 || pane.bench.columns !== bench.columns) return reveal("relevance");
  reveal("relevance", ...relevanceParts(bench, pane.model.relevance, pane.model.report.relevanceGain));
}

/** @param {ArrayLike<number> | null} relevance null: all count alike @param {number | null} gain by what share squared errors fell where weights were tried */
function relevanceParts(bench, relevance, gain = null) {
  const title = element("h3", {}, document.createTextNode("Relevance "), element("small", {text: relevance ? "of the columns, to all answers" : ""}));
  if (!relevance) {
    const tried = gain === null ? "" : gain <= -0.0005 ? ` On samples not seen, learned weights raised the squared error by ${(-100 * gain).toFixed(1)} %, so they aren't used.` : " On samples not seen, learned weights helped too little, so they aren't used.";
    return [title, element("p", {class: "note", text: `All columns count alike in distances.${tried}`})];
  }
  const rows = tableColumns(bench).map(({name, places}) => ({name, counts: Math.hypot(...places.map((at) => relevance[at]))})).sort((a, b) => b.counts - a.counts);
  const largest = rows[0].counts || 1;
  return [title, element("dl", {class: "why"}, ...rows.flatMap(({name, counts}) => [element("dt", {text: name}), element("dd", {}, bar(counts / largest)), element("dd", {text: counts.toFixed(2)})]))];
}
