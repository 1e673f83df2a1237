/** The card of an answer, drawn. */
import {classKey} from "../../ui/classes.js";
import {part} from "../../ui/words.js";
import {pngOf, writer} from "../../ui/canvas.js";
import {imageOf} from "./image.js";

/**
 * @param {ReturnType<typeof import("./card.js").cardOf>} card @param {HTMLImageElement} picture
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

/** A card with the plane on the page as its picture. @param {ReturnType<typeof import("./card.js").cardOf>} card @returns {Promise<Blob>} */
export async function cardPicture(card) {
  const svg = document.querySelector("#plane svg");
  const probe = document.body.appendChild(document.createElement("i"));
  const colour = (css) => {
    probe.style.color = css;
    return getComputedStyle(probe).color;
  };
  try {
    const canvas = drawn(card, await imageOf(svg, svg.parentElement.querySelector(":scope > canvas.background")), colour);
    return await pngOf(canvas);
  } finally {
    probe.remove();
  }
}
