/** The penguins of the front door: what is measured of each, and how the others answer for one that is left out. */

/** @typedef {{no: number, species: string, island: string, x: [number, number], flipper: number, mass: number}} Penguin x: length and depth of its bill, in mm */

/** The rows that have a bill's measures, with their numbers in the file. @param {string} csv @returns {Penguin[]} */
export function penguinsOf(csv) {
  const [names, ...rows] = csv.trim().split(/\r?\n/).map((line) => line.split(","));
  const of = (row, name) => row[names.indexOf(name)];
  return rows.map((row, i) => ({
    no: i + 1, species: of(row, "species"), island: of(row, "island"), x: /** @type {[number, number]} */ ([of(row, "culmen_length_mm"), of(row, "culmen_depth_mm")].map(Number.parseFloat)),
    flipper: Number.parseFloat(of(row, "flipper_length_mm")), mass: Number.parseFloat(of(row, "body_mass_g")),
  })).filter(({x}) => x.every(Number.isFinite));
}

/** What the network is fitted on without some of them. @param {Penguin[]} penguins @param {Set<number>} out numbers of the list @returns {{X: number[][], y: string[], at: number[]}} at: the number of each in the whole list */
export function without(penguins, out) {
  const at = penguins.map((_, i) => i).filter((i) => !out.has(i));
  return {X: at.map((i) => penguins[i].x), y: at.map((i) => penguins[i].species), at};
}

/** The part of the plane that is shown: all of them, and sea around. */
/** @type {{x: [number, number], y: [number, number]}} */
export const domain = {x: [29, 64], y: [12, 22.6]};

/** Where nobody is. */
export const sea = [57.5, 13.9];

/** So many are shown of those who answer. */
export const mostFaces = 5;

/** Those who answer, the strongest first, by their numbers in the whole list. @param {any} explanation @param {number[]} at @returns {{i: number, weight: number}[]} */
export const authors = ({neurons}, at) => neurons.map((n) => ({i: at[n.samples[0]], weight: n.weight})).sort((a, b) => b.weight - a.weight);

/** The grid of places by which the islands are painted, and what a model says there as bytes: class, how clear, how familiar. */
export const grid = {columns: 150, rows: 100};

/** @param {string[]} classes @param {{value: any, clear: number, familiarity: number}[]} answers */
export const packed = (classes, answers) => answers.flatMap(({value, clear, familiarity}) => [Math.max(0, classes.indexOf(value)), ...[clear, familiarity].map((v) => Math.round(255 * v))]);

/** @param {string[]} classes @param {Uint8Array} bytes */
export const unpacked = (classes, bytes) => Array.from({length: bytes.length / 3}, (_, k) => ({value: classes[bytes[3 * k]], clear: bytes[3 * k + 1] / 255, familiarity: bytes[3 * k + 2] / 255}));
