/** Pictures to take away. */
import {asked} from "./bench.js";
import {more} from "./more.js";
import {oneRow} from "../../figures/samples.js";
import {shownValue, wholeOf} from "./why.js";
import {waterfallText} from "../../figures/plot/waterfall.js";

/** Saves the pictures of a chart, or the answer on the screen as a card, or copies that. @param {{bench: any, panes: any[]}} scene @param {"svg" | "png"} kind @param {string} name @returns {Promise<number>} how many there were */
export async function savePictures({bench, panes: [pane]}, kind, name) {
  const parts = await more();
  if (!name.startsWith("card")) return parts.savePictures(kind, name);
  if (document.getElementById("view-plane").hidden || !pane?.answer || !asked(bench)) throw new Error("A card shows an answer in the plane: click a point there.");
  const why = bench.classes ? null : await pane.model.attributions(oneRow(asked(bench)));
  const whole = why && wholeOf(bench, {...why, answer: why.value});
  await parts.card({bench, answer: pane.answer, relevance: pane.model.relevance, value: shownValue(bench, pane.answer), sentence: whole ? waterfallText(whole) : ""}, kind, name);
  return 1;
}
