/** The answer as a picture to post, which stands alone: the question and where it lies, the answer, and who made it with what weight. */
import {called} from "../../ui/names.js";
import {classKey} from "../../ui/classes.js";
import {part, short} from "../../ui/words.js";
import {asked, pointName} from "./bench.js";
import {pngOf, writer} from "../../ui/canvas.js";
import {download} from "../../ui/download.js";
import {imageOf} from "./save.js";
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
    how: answer.recognition === "strong" ? "Recognised. Because of" : "In between. Because of", who, sentence,
  };
}

/**
 * @param {ReturnType<typeof cardOf>} card @param {HTMLImageElement} picture
 * @param {(css: string) => string} colour as a canvas takes it
 * @returns {HTMLCanvasElement}
 */
function drawn(card, picture, colour) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2400, 1260];
  const context = canvas.getContext("2d");
  context.scale(2, 2);
  const [ink, quiet] = ["var(--ink)", "var(--quiet)"].map(colour);
  const {cut, linesOf, widthOf, words, write} = writer(context);
  context.fillStyle = colour("var(--ground)");
  context.fillRect(0, 0, 1200, 630);
  const top = words(card.question, 50, 76, "24px", ink, 560, 32, 3);
  const fit = Math.min(560 / picture.width, (560 - top) / picture.height);
  context.drawImage(picture, 50, top + (560 - top - picture.height * fit) / 2, picture.width * fit, picture.height * fit);
  write("Every neuron is one of the samples. xaia", 50, 598, "20px", quiet);

  let x = 660;
  const sign = (label, at, y, font) => {
    const {textContent, style} = /** @type {HTMLElement} */ (classKey(card.classes, label).firstChild);
    return write(`${textContent} `, at, y, font, colour(style.color));
  };
  if (card.label !== null) x += sign(card.label, x, 88, "600 46px");
  x += write(card.answer, x, 88, "600 46px", ink, 1150 - x) + 12;
  if (card.unit && x < 1090) write(card.unit, x, 88, "24px", quiet, 1150 - x);
  let y = words(card.how, 660, 134, "24px", quiet, 490, 32, 1) + 8;
  for (const {name, outcome, weight} of card.who) {
    context.fillStyle = colour("var(--tint)");
    context.fillRect(660, y - 25, 490 * Math.min(1, Math.max(0, weight)), 34);
    const said = outcome === null ? "" : card.label === null ? ` (${outcome})` : "";
    let at = 668;
    if (outcome !== null && card.label !== null) at += sign(outcome, at, y, "22px");
    write(`${cut(name, "22px", 1060 - at - widthOf(said, "22px"))}${said}`, at, y, "22px", ink);
    const weighed = part(weight);
    write(weighed, 1150 - widthOf(weighed, "22px"), y, "22px", quiet);
    y += 38;
  }
  // Whole, since it is a sum: smaller where it is long.
  const size = [19, 17, 15, 13].find((s) => linesOf(card.sentence, `${s}px`, 490).length * s * 1.3 <= 606 - y) ?? 12;
  words(card.sentence, 660, y + 8, `${size}px`, quiet, 490, size * 1.3);
  return canvas;
}

/** @param {Parameters<typeof cardOf>[0]} of @returns {Promise<Blob>} */
async function picture(of) {
  const svg = document.querySelector("#plane svg");
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (css) => {
    probe.style.color = css;
    return getComputedStyle(probe).color;
  };
  try {
    const canvas = drawn(cardOf(of), await imageOf(svg, svg.parentElement.querySelector(":scope > canvas.background")), colour);
    return await pngOf(canvas);
  } finally {
    probe.remove();
  }
}

/** Saves the card of the answer on the screen, or copies it. @param {Parameters<typeof cardOf>[0]} of @param {"svg" | "png"} kind @param {string} name */
export async function card(of, kind, name) {
  if (kind === "svg") throw new Error("A card is a PNG.");
  const blob = await picture(of);
  if (name === "card") return download("xaia-card.png", blob, "image/png");
  await navigator.clipboard.write([new ClipboardItem({"image/png": blob})]).catch(() => {
    throw new Error("The browser doesn't let the page copy a picture. Save the card instead.");
  });
  document.getElementById("live").textContent = "The card is copied.";
  const button = document.getElementById("save-png");
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "PNG"), 3000);
}
