/** The front door's markup with its numbers and its first picture in it, which is there before any script. */
import {classColours} from "../../ui/classes.js";
import {shapes} from "../../figures/draw/marks.js";
import {face} from "./face.js";
import {measures} from "./words.js";
import {domain} from "./penguins.js";

const part = ([low, high], v) => `${(100 * (v - low) / (high - low)).toFixed(1)}%`;

const radius = 5.5;
const shape = (k) => (k === 0 ? `circle r="${radius}"` : `path d="${shapes[k].replace(/-?\d+(\.\d+)?/g, (v) => String(Math.round(100 * radius * Number(v)) / 100))}"`);

/** Each penguin as a mark whose place is a part of the picture's size, so that it is right on any screen. */
const marks = (penguins, classes, left) => [
  `<defs>${classes.map((_, k) => `<${shape(k)} id="mark-${k}" fill="${classColours[k]}"/>`).join("")}</defs>`,
  ...penguins.map((p, i) => (i === left ? "" : `<use href="#mark-${classes.indexOf(p.species)}" x="${part(domain.x, p.x[0])}" y="${part([domain.y[1], domain.y[0]], p.x[1])}"/>`)),
].join("");

/** The one that is asked about. */
function question([length, depth]) {
  const [x, y] = [part(domain.x, length), part([domain.y[1], domain.y[0]], depth)];
  return `<circle class="disc" cx="${x}" cy="${y}" r="17"/><text class="mark" x="${x}" y="${y}" dy="6">?</text>`;
}

/** A tree of [name, attributes, ...children] as text. */
const text = ([name, attributes, ...children]) => `<${name}${Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`).join("")}>${children.map(text).join("")}</${name}>`;

/** @param {string} template @param {import("./penguins.js").Penguin[]} penguins @param {any} door */
export function page(template, penguins, {classes, turns, wrong, unsure, mistake}) {
  const asked = penguins[turns[0]];
  const said = {
    all: penguins.length, others: penguins.length - 1, no: asked.no, wrong: wrong.length, unsure, measures: measures(asked),
    face: text(face(asked)), picture: `<svg class="first" width="100%" height="100%" aria-hidden="true">${marks(penguins, classes, turns[0])}${question(asked.x)}</svg>`,
    mistaken: penguins[mistake.i].no, kind: penguins[mistake.i].species, misled: penguins[mistake.misled].no,
  };
  return template.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!(name in said)) throw new Error(`index.html asks for ${whole}, which isn't computed`);
    return String(said[name]);
  });
}
