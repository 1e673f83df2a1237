/** Guess first: the buttons of a guess, and how the guesses went. */
import {element} from "./element.js";

/** A round has so many questions at most. */
export const round = 10;

/** How the guesses went; it: of the network, where it can be right, too. @param {{you: number, it?: number, of: number}} score */
export const scored = ({you, it, of}) => `You: ${you} of ${of}.${it === undefined ? "" : ` It: ${it} of ${of}.`}`;

/**
 * @template T
 * @param {[value: T, text: string, sign?: string][]} options sign: of the text, in a few letters
 * @param {(value: T) => void} guessed
 */
export const guessButtons = (options, guessed) => options.map(([value, text, sign]) => element("button", {type: "button", "data-guess": value ?? "", onclick: () => guessed(value)},
  sign && element("span", {"aria-hidden": "true", text: `${sign} `}), document.createTextNode(text)));

/** So many of a list, at most, spread over it, and not one after the other, so that what stands together there isn't asked together. @template T @param {readonly T[]} list @returns {T[]} */
export function spread(list) {
  const n = Math.min(round, list.length), step = n % 3 ? 3 : 7;
  const some = Array.from({length: n}, (_, i) => list[Math.floor(((i + 0.5) * list.length) / n)]);
  return some.map((_, i) => some[(i * step) % n]);
}
