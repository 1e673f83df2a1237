/** The answer as a picture to post, and the code for one's own page. */
import {pathOf} from "./pictures.js";
import {side} from "../../package/drawing/encode.js";
import {size} from "./strokes.js";
import {makers} from "./words.js";

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
 * @param {{drawing: any, found: any, head: string, more: string, colourOf: (label: string) => string}} state colourOf: as a colour value
 * @returns {Promise<Blob>}
 */
export function cardPicture({drawing, found, head, more, colourOf}) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [1200, 630];
  const context = canvas.getContext("2d");
  context.fillStyle = "#f7f6f2";
  context.fillRect(0, 0, 1200, 630);
  frame(context, 50, 90, 420, colours.line, 2);
  paint(context, drawing, 65, 105, 390, colours.ink, 7);
  const words = (text, x, y, font, colour, room, step) => {
    context.font = font;
    context.fillStyle = colour;
    let line = "";
    for (const word of text.split(" ")) {
      if (line && context.measureText(`${line} ${word}`).width > room) {
        context.fillText(line, x, y);
        [line, y] = [word, y + step];
      } else line = line ? `${line} ${word}` : word;
    }
    context.fillText(line, x, y);
    return y + step;
  };
  const y = words(more, 520, words(head, 520, 150, "600 46px system-ui, sans-serif", colours.ink, 630, 56) + 4, "26px system-ui, sans-serif", colours.quiet, 630, 34);
  if (found && found.answer.recognition !== "weak") {
    let x = 520;
    for (const {drawing: d, weight} of makers(found)) {
      const room = 70 + 110 * Math.sqrt(weight);
      if (x + room > 1160) break;
      frame(context, x, y + 10, room, colourOf(d.label), 5);
      paint(context, d, x + 8, y + 18, room - 16, colours.ink, 10);
      context.font = "22px system-ui, sans-serif";
      context.fillStyle = colours.quiet;
      context.fillText(weight.toFixed(2).replace(/^0/, ""), x + 4, y + room + 40);
      x += room + 18;
    }
  }
  context.font = "24px system-ui, sans-serif";
  context.fillStyle = colours.quiet;
  context.fillText("Every neuron is a drawing that somebody taught. xaia", 50, 585);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The browser made no picture."))), "image/png"));
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
