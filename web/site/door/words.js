/** What the front door says of a penguin and of an answer. */

const grams = (v) => `${v.toLocaleString("en-US")} g`;

/** A penguin's measures; of a place in the picture, the bill's alone. @param {{x: number[], flipper?: number, mass?: number}} of */
export const measures = ({x: [length, depth], flipper, mass}) =>
  `bill ${length.toFixed(1)} × ${depth.toFixed(1)} mm${flipper === undefined ? "" : `, flipper ${flipper} mm, ${grams(mass)}`}`;

const count = ["nobody", "one", "two", "three", "four", "five"];

/** The answer's headline. @param {any} answer @param {number} faces how many are shown @param {number} [own] how many of these are what it answers */
export function headline({recognition, value}, faces, own = faces) {
  if (recognition === "weak") return "I don't know.";
  if (own < faces) return `${value}, ${own === 1 ? "says" : "say"} ${count[own]} of these ${count[faces]}`;
  return faces === 1 ? `${value}, says this one` : `${value}, say these ${count[faces]}`;
}

/**
 * What stands below it: who else answers, or what a guess would be.
 *
 * @param {any} answer @param {{weight: number}[]} rest those who answer, too
 * @param {{now: number, least: number} | null} [enough] how far one moved it for that, in mm
 */
export function beneath({recognition, value}, rest, enough = null) {
  if (recognition !== "weak") return rest.length ? `and ${rest.length} more, with ${Math.max(1, Math.round(100 * rest.reduce((sum, {weight}) => sum + weight, 0)))} % of the weight` : "";
  if (!enough) return `Nobody here is like this. The nearest guess would be ${value}.`;
  return `Nobody here is like this. A change of ${enough.now.toFixed(1)} mm is enough${enough.least < enough.now - 0.05 ? `; your least was ${enough.least.toFixed(1)} mm.` : ". Can you do it with less?"}`;
}

/**
 * What the card to send says: see web/site/view/card.js.
 *
 * @param {{penguin: import("./penguins.js").Penguin, answer: any, by: {name: string, outcome: string, weight: number}[], guess: string, species: string, classes: string[]}} of
 */
export function cardOf({penguin, answer: {recognition, value}, by, guess, species, classes}) {
  const question = `Penguin no. ${penguin.no}: ${measures(penguin)}. Who is it?`, sentence = `It is ${article(species)} ${species}.`;
  if (recognition === "weak") return {question, answer: "I don't know.", classes, unit: "", label: null, how: `You: ${guess}. It: “I don't know”.`, who: [], sentence};
  return {question, answer: value, classes, unit: "", label: value, how: `You: ${guess}. It: ${value}, because of`, who: by, sentence};
}

export const article = (word) => (/^[AEIOU]/.test(word) ? "an" : "a");
