import {knowing} from "../../ui/names.js";

/** What is said of an answer. */
const numbers = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** @param {number} n */
export const count = (n) => numbers[n] ?? String(n);

/** "a cat", "an owl", "Anna": a name that begins with a capital stands for itself. @param {string} name */
export function one(name) {
  if (/^\p{Lu}/u.test(name)) return name;
  return `${/^([aeiou]|8|1[18]$)/i.test(name) && !/^(uni|use|eu|one)/i.test(name) ? "an" : "a"} ${name}`;
}

/** A drawing as it is called: "a cat", or "Mia's cat" where it is known who drew it. @param {import("./strokes.js").Drawing} drawing */
export const whose = ({label, by}) => (by ? `${by}'s ${label}` : one(label));

/** Several in a sentence: "Mia, Tom and Zoe". @param {string[]} list */
const together = (list) => [list.slice(0, -1).join(", "), list.at(-1)].filter(Boolean).join(" and ");

/** Whose these drawings are, each name once; nothing where nobody has one. @param {{drawing: import("./strokes.js").Drawing}[]} made */
const drawnBy = (made) => (made.some(({drawing}) => drawing.by) ? `Drawn by ${together([...new Set(made.map(({drawing}) => drawing.by ?? "somebody"))])}.`.replace(/\.\.$/, ".") : "");

/** The three steps of the meter, by recognition. */
export const steps = Object.entries(knowing);

/** Neurons that made an answer and weigh something, the heaviest first. */
export function makers({answer, drawings}) {
  const all = answer.neurons.map(({samples, weight, activation}) => ({drawing: drawings[samples[0]], weight: weight ?? 1, activation})).sort((a, b) => b.weight - a.weight);
  return all.filter(({weight}, i) => i === 0 || weight >= 0.04);
}

/** The headline and the sentence below it. @param {{answer: any, drawings: readonly any[]} | null} found @param {boolean} drawn */
export function sentences(found, drawn) {
  if (!found) return drawn ? {head: "I know nothing yet. What is it?", more: "Tell me below, and it becomes my first neuron."} : {head: "Draw a cat, or anything.", more: "I know nothing yet. Then tell me what it is."};
  if (!drawn) return {head: "Draw something.", more: `I know ${found.drawings.length === 1 ? "one drawing" : `${found.drawings.length} drawings`}.`};
  const {answer} = found;
  if (answer.recognition === "weak") return {head: "I have never seen anything like this. What is it?", more: "Tell me below: one press, and I know it."};
  const behind = makers(found);
  const same = behind.filter(({drawing}) => drawing.label === answer.value), others = behind.length - same.length;
  const these = same.length === 1 ? "this one" : `these ${count(same.length)}`;
  if (answer.status === "hit") return {head: `${upper(one(answer.value))}: I know this one.`, more: `It is ${behind[0].drawing.by ? `${behind[0].drawing.by}'s` : "this neuron's"} own drawing, or as good as that.`};
  return others
    ? {head: `${upper(one(answer.value))}, I think: because of ${these}.`, more: `${drawnBy(same)} ${others === 1 ? "One other speaks" : `${upper(count(others))} others speak`} against it.`.trim()}
    : {head: `${upper(one(answer.value))}, because of ${these}.`, more: drawnBy(same)};
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);
