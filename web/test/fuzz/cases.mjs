/** Makes a fuzzed case of each kind from a number; the same number repeats it. */
import {readFileSync} from "node:fs";
import {dice} from "../soak/random.mjs";
import * as states from "./states.mjs";
import * as tables from "./tables.mjs";

const seeds = ["iris", "wine", "diabetes"].map((name) => readFileSync(new URL(`../../../testdata/data/${name}.csv`, import.meta.url), "utf8").split("\n").slice(0, 40).join("\n"));

const kinds = {
  table: (d) => {
    const text = tables.table(d, seeds);
    return {text, run: () => tables.checkTable(d, text)};
  },
  link: (d) => {
    const text = states.link(d);
    return {text, run: () => states.checkLink(text)};
  },
  state: (d) => {
    const state = states.state(d);
    return {text: JSON.stringify(state), run: () => states.checkRoundTrip(state)};
  },
};

/**
 * @param {keyof typeof kinds} kind @param {number} number
 * @returns {Promise<boolean>} whether the input was accepted
 */
export async function fuzzed(kind, number) {
  const {text, run} = kinds[kind](dice(number));
  try {
    return (await run()) ?? true;
  } catch (error) {
    throw new Error(`${kind} ${number}: ${error?.stack ?? error}\nthe input: ${JSON.stringify(text).slice(0, 3000)}`, {cause: error});
  }
}
