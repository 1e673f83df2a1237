/** Links and pictures to take away. */
import {asked} from "./bench.js";
import {more} from "./more.js";
import {keepable, linkLimit, linkText, writeState} from "./state.js";
import {oneRow} from "../../figures/samples.js";
import {shownValue, wholeOf} from "./why.js";
import {waterfallText} from "../../figures/draw/waterfall.js";

/** Saves the pictures of a chart, or the answer on the screen as a card, or copies that. @param {{bench?: any, panes: any[]} | null} scene null: on the line @param {"svg" | "png"} kind @param {string} name @returns {Promise<number>} how many there were */
export async function savePictures(scene, kind, name) {
  const parts = await more();
  if (!name.startsWith("card")) return parts.savePictures(kind, name);
  const {bench, panes: [pane]} = scene ?? {panes: []};
  if (!pane?.answer || !asked(bench)) throw new Error("A card shows an answer in the plane: click a point there.");
  const why = bench.classes ? null : await pane.model.attributions(oneRow(asked(bench)));
  const whole = why && wholeOf(bench, {...why, answer: why.value});
  await parts.card({bench, answer: pane.answer, relevance: pane.model.relevance, value: shownValue(bench, pane.answer), sentence: whole ? waterfallText(whole) : ""}, kind, name);
  return 1;
}

/** Makes the link of a page, copies it and shows it; too many points can be sent as a file. @param {import("./state.js").State} page */
export async function share(page) {
  const {copyText, fileDialog, textDialog} = await more();
  const text = linkText(writeState(page));
  const link = `${location.origin}${location.pathname}#${text}`;
  if (!keepable(page.bench) || link.length > linkLimit) return fileDialog();
  history.replaceState(null, "", `#${text}`);
  const copied = await copyText(link);
  return textDialog("Share link", link, `${copied ? "It is copied. " : ""}The link contains the points; nothing is stored on a server.`);
}
