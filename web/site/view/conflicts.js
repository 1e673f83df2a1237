/** Samples at one place, which no network can all reproduce where their outcomes differ. */
import {called, capital} from "../../ui/names.js";

/** The numbers of the rows at each place. @param {any[][]} X @returns {number[][]} */
function byPlace(X) {
  const places = new Map();
  X.forEach((x, i) => {
    const key = x.join("\0");
    if (!places.get(key)?.push(i)) places.set(key, [i]);
  });
  return [...places.values()];
}

/** For each sample the number of the first one at its place. */
export function numbers({X}) {
  const first = [];
  for (const rows of byPlace(X)) for (const i of rows) first[i] = rows[0];
  return first;
}

/** Numbers of the samples whose place another one has with another outcome. @param {{X: any[][], y: any[]}} samples */
export const conflicts = ({X, y}) => byPlace(X).flatMap((rows) => (rows.some((i) => y[i] !== y[rows[0]]) ? rows : [])).sort((a, b) => a - b);

/** So many of the samples that conflict are marked in a picture. */
export const mostCircled = 1000;

/**
 * In a sentence, which samples have one place and different outcomes; empty where none do.
 *
 * @returns {{text: string, count: number}} the text ends with how many are circled
 */
export function conflictText(bench) {
  const found = conflicts(bench);
  if (!found.length) return {text: "", count: 0};
  const [first] = found;
  const same = bench.X[first].join(" ");
  const second = found.find((i) => i > first && bench.X[i].join(" ") === same && bench.y[i] !== bench.y[first]);
  const {rows} = bench;
  const both = capital(called([first, second], bench, " and "));
  const text = rows ? `${both} have the same columns, but different ${bench.target || "outcomes"}.` : `${both} are at the same place, but have different ${bench.classes ? "classes" : "values"}.`;
  const all = found.length > 2 ? ` In all, ${found.length.toLocaleString("en")} ${rows ? "rows" : "samples"} have such conflicts.` : "";
  return {text: `${text}${all} No network can reproduce both, so none was fitted. ${found.length > mostCircled ? `${mostCircled.toLocaleString("en")} of them` : "They"} are circled.`, count: found.length};
}
