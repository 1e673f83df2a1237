/** Which columns are ids, names or numbers of rows: nothing that holds for other rows. wire/clean.go has the same rules. */

const idName = /(^|[^a-z])(id|uuid|index|key|row|nr|no)$|^#$|^unnamed|^column 1$/i;

/** Whether a column of different whole numbers is one of ids. @param {string} name */
export const isIdName = (name) => idName.test(name);

/** Whether so many different texts, of so many letters together, in so many rows are nearly all different. @param {number} different @param {number} rows */
export const nearlyAll = (different, rows) => (rows >= 10 && 10 * different >= 9 * rows) || (different > 100 && 2 * different > rows);

/** Names that programs give to the numbers of rows, and names that they give as well and people give to other things: bare, as below. */
const numbering = new Set(["", "index", "row", "rownames", "rowname", "rownumber", "rownum", "rn", "indexlevel0", "level0"]);
const perhaps = new Set(["x", "v1", "c0", "field1", "column1"]), besides = new Set(["y", "z", "x1", "x2", "v2", "c1", "field2", "column2"]);
const bare = (/** @type {string} */ name) => name.toLowerCase().replace(/[ ._-]/g, "");

/**
 * Whether a column has the numbers of the rows, as pandas and R write them into files. Under a name that says so they may be
 * those of a part: whole numbers from 0 on, each once, up to twice as many as there are rows. Otherwise they count from 0 or 1.
 *
 * @param {string[]} names of all columns @param {number} k @param {import("./columns.js").Raw} raw
 */
export function numbersRows(names, k, {texts, codes}) {
  const name = bare(names[k]), n = codes.length;
  const sure = numbering.has(name) || name.startsWith("unnamed") || (names[k].startsWith("...") && /^\d+$/.test(name));
  if (!sure && !(k === 0 && perhaps.has(name) && !names.some((other) => besides.has(bare(other))))) return false;
  if (n < 5 || texts.length !== n || !texts.every((text) => /^\d{1,15}(\.0*)?$/.test(text) && Number(text) <= 2 * n)) return false;
  const number = (/** @type {number} */ i) => Number(texts[codes[i]]);
  if (!sure) return number(0) < 2 && codes.every((_, i) => number(i) === number(0) + i);
  return codes.every((_, i) => i === 0 || number(i) > number(i - 1)) || (n >= 10 && new Set(texts.map(Number)).size === n);
}
