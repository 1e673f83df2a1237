/** The answer as a picture to post, which stands alone: the question and where it lies, the answer, and who made it with what weight. */
import {called, capital, knowing} from "../../ui/names.js";
import {short} from "../../ui/words.js";
import {asked, pointName} from "./bench.js";
import {cardPicture} from "./cardpicture.js";
import {download} from "../../ui/download.js";
import {behind} from "../../scene/answer.js";
import {cellOf, tableColumns} from "../../scene/columns.js";

/** So many samples have a line of their own, and so many columns are said. */
const most = {samples: 6, columns: 6};

/**
 * What a card says.
 *
 * @param {{bench: any, answer: any, relevance?: ArrayLike<number> | null, value: string, sentence?: string}} of value: as it stands on the page; sentence: how a local line
 *   came to it
 */
export function cardOf({bench, answer, relevance = null, value, sentence = ""}) {
  const row = asked(bench);
  const counts = ({places}) => (relevance ? Math.max(...places.map((at) => relevance[at])) : 1);
  const cells = tableColumns(bench).sort((a, b) => counts(b) - counts(a)).map((c) => [c.name, cellOf(row, c)]).map(([name, v]) => `${name} ${v === null ? "missing" : short(v)}`);
  const more = cells.length - most.columns;
  const {kind, index} = bench.chosen;
  const name = kind === "sample" || bench.names?.[bench.external[index]?.row - 1] ? pointName(bench, kind, index) : ""; // the number of another point says nothing elsewhere
  const question = `${name && `${name}: `}${cells.slice(0, most.columns).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  if (answer.recognition === "weak") return {question, answer: "I don't know.", classes: null, unit: "", label: null, how: "Nothing here is like this.", who: [], sentence: ""};
  const all = behind(answer);
  const shown = all.slice(0, all.length > most.samples + 1 ? most.samples : all.length);
  const rest = all.slice(shown.length);
  const who = shown.map((n) => ({name: called(n.samples, bench), outcome: bench.classes ? n.alpha : short(n.alpha), weight: n.weight}));
  if (rest.length) who.push({name: `${rest.length} others`, outcome: null, weight: rest.reduce((sum, n) => sum + n.weight, 0)});
  return {
    question, answer: value, classes: bench.classes, unit: bench.classes ? "" : bench.target, label: bench.classes ? value : null,
    how: `${capital(knowing[answer.recognition])}. Because of`, who, sentence,
  };
}

/** Saves the card of the answer on the screen, or copies it. @param {Parameters<typeof cardOf>[0]} of @param {"svg" | "png"} kind @param {string} name */
export async function card(of, kind, name) {
  if (kind === "svg") throw new Error("A card is a PNG.");
  const blob = await cardPicture(cardOf(of));
  if (name === "card") return download("xaia-card.png", blob, "image/png");
  await navigator.clipboard.write([new ClipboardItem({"image/png": blob})]).catch(() => {
    throw new Error("The browser doesn't let the page copy a picture. Save the card instead.");
  });
  document.getElementById("live").textContent = "The card is copied.";
  const button = document.getElementById("save-png");
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "PNG"), 3000);
}
