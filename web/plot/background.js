import * as Plot from "@observablehq/plot";
import {classHex, names, scales} from "./colours.js";

/**
 * Paints what lies behind a plane: answers for the cells of a grid, row by row
 * from the top. Kinds: what is answered ("prediction"), how familiar it is
 * ("familiarity"), which sample answers ("territory"), in which layer it was hit
 * ("layer").
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
  const colour = cellColour(kind, classes, targets);
  const across = (i) => Math.round((i / columns) * canvas.width);
  const down = (j) => Math.round((j / rows) * canvas.height);
  answers.forEach((answer, at) => {
    const i = at % columns;
    const j = Math.floor(at / columns);
    pen.fillStyle = colour(answer);
    pen.fillRect(across(i), down(j), across(i + 1) - across(i), down(j + 1) - down(j));
  });
  if (kind === "familiarity") hatch(pen, answers, (i, j) => [across(i), down(j), across(i + 1) - across(i), down(j + 1) - down(j)], columns);
  return canvas;
}

/** How a cell's answer is painted; pale, since the points are the picture. */
function cellColour(kind, classes, targets) {
  if (kind === "familiarity") return ({familiarity}) => `rgba(11, 106, 168, ${0.04 + 0.4 * familiarity})`;
  if (kind === "territory") return (sample) => (Number.isFinite(sample) ? `hsla(${(sample * 137.508) % 360}, 55%, 55%, 0.35)` : "transparent");
  if (kind === "layer") return ({layer}) => (layer ? `rgba(11, 106, 168, ${Math.max(0.12, 0.62 - 0.14 * layer)})` : "transparent");
  if (classes) {
    const domain = names(classes);
    return (label) => {
      const i = domain.indexOf(String(label));
      return i < 0 ? "transparent" : `${classHex[i % classHex.length]}38`;
    };
  }
  const scale = Plot.scale({color: scales(null, targets).color});
  return (value) => (Number.isFinite(value) ? translucent(scale.apply(value), 0.4) : "transparent");
}

/** An rgb() or hex colour with an opacity. */
function translucent(colour, opacity) {
  return colour.startsWith("rgb(") ? colour.replace("rgb(", "rgba(").replace(")", `, ${opacity})`) : colour + Math.round(255 * opacity).toString(16);
}

/** Stripes where the model doesn't know: they survive a bad projector. */
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
