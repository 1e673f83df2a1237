/** The answer as a picture to post, and the code for one's own page. */
import {pathOf} from "./pictures.js";
import {side} from "../../package/drawing/encode.js";
import {size} from "./strokes.js";
import {makers} from "./words.js";
import {pngOf, writer} from "../../ui/canvas.js";

/** In both themes: a picture has no theme. */
const colours = {paper: "#ffffff", ink: "#1d1d1b", quiet: "#5c5c58", line: "#d9d9d4"};

function paint(context, {strokes, photo}, x, y, room, colour, width) {
  context.save();
  context.translate(x, y);
  context.scale(room / size, room / size);
  if (photo) {
    const unit = size / side;
    photo.forEach((v, i) => {
      context.fillStyle = `rgb(${v},${v},${v})`;
      context.fillRect((i % side) * unit, Math.floor(i / side) * unit, unit + 0.5, unit + 0.5);
    });
  } else {
    Object.assign(context, {strokeStyle: colour, lineWidth: width, lineCap: "round", lineJoin: "round"});
    for (const stroke of strokes) context.stroke(new Path2D(pathOf(stroke)));
  }
  context.restore();
}

const frame = (context, x, y, room, colour, width) => {
  Object.assign(context, {strokeStyle: colour, lineWidth: width});
  context.beginPath();
  context.roundRect(x, y, room, room, 14);
  context.fillStyle = colours.paper;
  context.fill();
  context.stroke();
};

/**
 * @param {{drawing: any, found: any, head: string, more: string, boast?: string, colourOf: (label: string) => string}} state boast: of a game. colourOf: as a colour value
 * @returns {Promise<Blob>}
 */
export function cardPicture({drawing, found, head, more, boast = "", colourOf}) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1200, 630];
  const context = canvas.getContext("2d");
  context.fillStyle = "#f7f6f2";
  context.fillRect(0, 0, 1200, 630);
  frame(context, 50, 90, 420, colours.line, 2);
  paint(context, drawing, 65, 105, 390, colours.ink, 7);
  const {words, write} = writer(context);
  const y = words(more, 520, words(head, 520, 150, "600 46px", colours.ink, 630, 56) + 4, "26px", colours.quiet, 630, 34);
  if (found && found.answer.recognition !== "weak") {
    let x = 520;
    for (const {drawing: d, weight} of makers(found)) {
      const room = 70 + 110 * Math.sqrt(weight);
      if (x + room > 1160) break;
      frame(context, x, y + 10, room, colourOf(d.label), 5);
      paint(context, d, x + 8, y + 18, room - 16, colours.ink, 10);
      write(weight.toFixed(2).replace(/^0/, ""), x + 4, y + room + 40, "22px", colours.quiet);
      if (d.by) write(d.by, x + 4, y + room + 68, "22px", colours.quiet, room + 10);
      x += room + 18;
    }
  }
  write(boast, 50, 66, "600 34px", colours.ink);
  write("Every neuron is a drawing that somebody taught. xaia", 50, 585, "24px", colours.quiet);
  return pngOf(canvas);
}

/** JavaScript that asks the saved model in a page of one's own: ten lines. @param {number[][]} strokes */
export const codeFor = (strokes) => `// Beside this file: inline.mjs and drawing.mjs of the package, and drawings-model.json, which "Model" saves.
import {load} from "./inline.mjs";
import {encodeDrawing} from "./drawing.mjs";

const model = await load(await (await fetch("drawings-model.json")).text());
// Strokes are lists of x and y by turns, in any unit: collect them with pointer events.
const strokes = ${JSON.stringify(strokes)};
const {value, recognition, neurons} = await model.explain(Array.from(encodeDrawing(strokes)));
console.log(recognition === "weak" ? "never seen" : value, neurons.map((n) => [n.samples[0], n.weight]));
`;
