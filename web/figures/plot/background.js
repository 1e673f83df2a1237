import * as Plot from "@observablehq/plot";
import {classHex, names, scales} from "./colours.js";

/**
 * Paints the background of a plane: a value for each cell of a grid, row by row from the
 * top. Kinds: the prediction ("prediction"), the familiarity ("familiarity"), the sample
 * that answers ("territory"), the layer of the hit ("layer").
 *
 * @param {{
 *   kind: "prediction" | "familiarity" | "territory" | "layer", answers: any[], columns: number, rows: number,
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
  const scale = Plot.scale({color: scales(null, targets).color});
  const [low, high] = scale.domain;
  const steps = Array.from({length: 256}, (_, i) => [...bytes(scale.apply(low + ((high - low) * i) / 255)), 102]);
  return (value) => (Number.isFinite(value) ? steps[Math.round(255 * Math.min(1, Math.max(0, (value - low) / (high - low))))] : null);
}

/** The parts of #rrggbb or rgb(r, g, b). */
function bytes(colour) {
  if (colour.startsWith("#")) return [1, 3, 5].map((i) => parseInt(colour.slice(i, i + 2), 16));
  return colour.match(/\d+/g).slice(0, 3).map(Number);
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
  pen.strokeStyle = "rgba(120, 120, 120, 0.55)";
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = -pen.canvas.height; x < pen.canvas.width; x += 9) {
    pen.moveTo(x, pen.canvas.height);
    pen.lineTo(x + pen.canvas.height, 0);
  }
  pen.stroke();
  pen.restore();
}
