import {classHex} from "../../ui/classes.js";
import {within} from "../../ui/extent.js";
import {bytes, names, rampAt, rampDomain} from "./colours.js";

/**
 * Paints the background of a plane: a value for each cell of a grid, row by row from the
 * top. Kinds: the prediction where the place is familiar, an island in a hatched sea ("island"), the prediction
 * everywhere ("prediction"), the familiarity ("familiarity"), the sample that answers ("territory"), the layer of the
 * hit ("layer").
 *
 * @param {{
 *   kind: "island" | "prediction" | "familiarity" | "territory" | "layer", answers: any[], columns: number, rows: number,
 *   classes: any[] | null, targets: any[], width: number, height: number,
 * }} spec
 * @returns {HTMLCanvasElement}
 */
export function backgroundCanvas({kind, answers, columns, rows, classes, targets, width, height}) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  canvas.setAttribute("aria-hidden", "true");
  canvas.className = "background";
  const pen = canvas.getContext("2d");
  if (!pen) return canvas; // jsdom has no canvas
  if (kind === "island") {
    sea(pen);
    pen.imageSmoothingQuality = "high";
    pen.globalCompositeOperation = "destination-out";
    pen.drawImage(cells(answers, columns, rows, land), 0, 0, canvas.width, canvas.height);
    pen.globalCompositeOperation = "lighter"; // at the coast both are partly there: their opacities add up
    pen.drawImage(cells(answers, columns, rows, islandColour(classes, targets)), 0, 0, canvas.width, canvas.height);
    return canvas;
  }
  pen.imageSmoothingEnabled = false;
  pen.drawImage(cells(answers, columns, rows, cellColour(kind, classes, targets)), 0, 0, canvas.width, canvas.height);
  const across = (i) => Math.round((i / columns) * canvas.width);
  const down = (j) => Math.round((j / rows) * canvas.height);
  if (kind === "familiarity") hatch(pen, answers, (i, j) => [across(i), down(j), across(i + 1) - across(i), down(j + 1) - down(j)], columns);
  return canvas;
}

/** A pixel for each cell: 45,000 rectangles, each with its colour as a text, took half a second on a phone. */
function cells(answers, columns, rows, colour) {
  const small = document.createElement("canvas");
  small.width = columns;
  small.height = rows;
  const pen = small.getContext("2d");
  const image = pen.createImageData(columns, rows);
  const {data} = image;
  for (let at = 0; at < columns * rows; at++) {
    const c = colour(answers[at]);
    if (c) data.set(c, 4 * at);
  }
  pen.putImageData(image, 0, 0);
  return small;
}

/** The colour of a cell as [red, green, blue, opacity], each up to 255; null is blank. The colours are pale, so that the points stand out. */
function cellColour(kind, classes, targets) {
  const blue = (opacity) => [11, 106, 168, 255 * opacity];
  if (kind === "familiarity") return ({familiarity}) => blue(0.04 + 0.4 * familiarity);
  if (kind === "territory") return (sample) => (Number.isFinite(sample) ? fromHue((sample * 137.508) % 360) : null);
  if (kind === "layer") return ({layer}) => (layer ? blue(Math.max(0.12, 0.62 - 0.14 * layer)) : null);
  if (classes) {
    const colours = new Map(names(classes).map((name, i) => [name, [...bytes(classHex[i % classHex.length]), 56]]));
    return (label) => colours.get(String(label)) ?? null;
  }
  const [low, high] = rampDomain(targets);
  const steps = Array.from({length: 256}, (_, i) => [...rampAt(i / 255), 102]);
  return (value) => (Number.isFinite(value) ? steps[Math.round(255 * within((value - low) / (high - low), [0, 1]))] : null);
}

/** Between these familiarities is the coast. */
const coast = [0.02, 0.35];

/** How far a place is land: 0 at sea, 1 inland. @param {number} familiarity */
function landAt(familiarity) {
  const t = within((familiarity - coast[0]) / (coast[1] - coast[0]), [0, 1]);
  return t * t * (3 - 2 * t);
}

const land = ({familiarity}) => [0, 0, 0, 255 * landAt(familiarity)];

/** The answer's colour, strong where the place is familiar and the answer clear. */
function islandColour(classes, targets) {
  const colour = cellColour("prediction", classes, targets);
  return ({value, clear, familiarity}) => {
    const c = colour(value);
    return c && [c[0], c[1], c[2], 255 * inland * landAt(familiarity) * (0.4 + 0.6 * clear)];
  };
}

const inland = 0.72; // opacity: the samples' own colours must stand out

/** Hatched paper. */
function sea(pen) {
  pen.fillStyle = "rgba(128, 122, 100, 0.14)";
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  stripes(pen, "rgba(128, 122, 100, 0.42)");
}

/** hsla(hue, 55%, 55%, 0.35). */
function fromHue(hue) {
  const part = (n) => {
    const k = (n + hue / 30) % 12;
    return 255 * (0.55 - 0.2475 * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [part(0), part(8), part(4), 89];
}

/** Stripes where the model doesn't know: they are visible even on a bad projector. */
function hatch(pen, answers, cell, columns) {
  pen.save();
  pen.beginPath();
  answers.forEach(({out}, at) => out && pen.rect(...cell(at % columns, Math.floor(at / columns))));
  pen.clip();
  stripes(pen, "rgba(120, 120, 120, 0.55)");
  pen.restore();
}

function stripes(pen, colour) {
  pen.strokeStyle = colour;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = -pen.canvas.height; x < pen.canvas.width; x += 9) {
    pen.moveTo(x, pen.canvas.height);
    pen.lineTo(x + pen.canvas.height, 0);
  }
  pen.stroke();
}

/** Puts the canvas under the part of the plot that it was computed for. */
export function lay(canvas, svg, {x, y}) {
  const {width, height} = svg.viewBox.baseVal;
  const [sx, sy] = [svg.scale("x"), svg.scale("y")];
  const [left, right] = x.map((v) => sx.apply(v));
  const [bottom, top] = y.map((v) => sy.apply(v));
  const {range: [l, r]} = sx;
  const {range: [b, t]} = sy;
  Object.assign(canvas.style, {left: `${(100 * left) / width}%`, top: `${(100 * top) / height}%`, width: `${(100 * (right - left)) / width}%`, height: `${(100 * (bottom - top)) / height}%`});
  // What is zoomed out of the plot is cut off.
  const cut = (from, to, low, high) => [Math.max(0, (low - from) / (to - from)), Math.max(0, (to - high) / (to - from))].map((v) => `${100 * v}%`);
  const [cutTop, cutBottom] = cut(top, bottom, t, b);
  const [cutLeft, cutRight] = cut(left, right, l, r);
  canvas.style.clipPath = `inset(${cutTop} ${cutRight} ${cutBottom} ${cutLeft})`;
  return canvas;
}

/**
 * What an island is painted from: for each place the answer, how clear it is (the two highest scores apart; 1 for
 * numbers), and how familiar.
 *
 * @param {any} model @param {any} places
 */
export async function islandAnswers(model, places) {
  const {classes} = model;
  const [judged, answers] = await Promise.all([model.outOfDistribution(places), classes ? model.scores(places) : model.predict(places)]);
  return judged.map(({familiarity}, i) => ({...(classes ? clearest(classes, answers[i]) : {value: answers[i], clear: 1}), familiarity}));
}

function clearest(classes, scores) {
  const [first, second] = scores.map((_, k) => k).sort((a, b) => scores[b] - scores[a]);
  return {value: classes[first], clear: scores[first] - (scores[second] ?? 0)};
}
