/** A sample's number: the API's, from 0, or that of its row in a table, from 1. @param {number} sample @param {number[] | null} [rows] */
export const numbered = (sample, rows = null) => (rows ? rows[sample] : sample);

/** @typedef {{rows?: number[] | null, names?: string[] | null}} Called the number of each sample's row in its table, and what the table's rows are called */

/** What samples are called: by their names, where all of them have one, of the rows of their table; else by that number. @param {number[]} samples @param {Called} [of] @param {string} [between] two of them */
export function called(samples, {rows = null, names = null} = {}, between = "") {
  const own = rows && names ? samples.map((i) => names[rows[i] - 1]) : [""];
  if (own.every(Boolean)) return own.join(between || (own.some((name) => name.includes(",")) ? "; " : ", "));
  return `${rows ? "row" : "sample"}${samples.length === 1 ? "" : "s"} ${samples.map((i) => numbered(i, rows)).join(between || ", ")}`;
}

/** How well the network knows a place, by its recognition: the same words on every page. */
export const knowing = {weak: "never seen", moderate: "seen alike", strong: "seen before"};

/** The beginning of a sentence. @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** The first letters of a text that is longer. @param {string} text @param {number} letters */
export const begun = (text, letters) => (text.length <= letters ? text : `${text.slice(0, Math.max(1, Math.floor(letters) - 1))}…`);

/**
 * Shortens names to so many letters each, so that they still differ. Usually the middle is cut out; if the results are
 * equal, the part in which the names differ is kept.
 *
 * @param {string[]} names @param {number[]} letters
 * @returns {string[]}
 */
export function shortNames(names, letters) {
  const most = letters.map((l) => Math.max(3, l));
  const middle = (name, l) => {
    const tail = l < 8 ? 0 : Math.floor((l - 1) / 2); // with few letters, the first are the most important
    return name.length <= l ? name : `${name.slice(0, l - 1 - tail)}…${name.slice(name.length - tail)}`;
  };
  const first = names.map((name, i) => middle(name, most[i]));
  const taken = new Set(first.filter((s, i) => s === names[i]));
  return names.map((name, i) => {
    if (first[i] === name) return name;
    const alike = names.filter((_, k) => k !== i && first[k] === first[i]);
    const shared = alike.length ? Math.min(...alike.map((other) => sharedStart(name, other))) : 0;
    const later = Array.from({length: shared + 1}, (_, k) => (k < shared ? `…${begun(name.slice(shared - k), most[i] - 1)}` : begun(name, most[i])));
    const found = [...(alike.length ? [] : [first[i]]), ...later].find((text) => !taken.has(text)) ?? `${i + 1}…`;
    taken.add(found);
    return found;
  });
}

function sharedStart(a, b) {
  let n = 0;
  while (n < a.length && a[n] === b[n]) n++;
  return n;
}
