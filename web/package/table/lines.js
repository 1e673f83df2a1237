/** Lines of text become cells: which separator, which lines are names, and which are no rows. */
import {XaiaError} from "../errors.js";
import {checkCells, checkLines, timesIn} from "./bytes.js";
import {cellsOf} from "./cells.js";
import {isGap, isValue} from "./columns.js";
import {hasUnit} from "./numbers.js";

/** @typedef {import("./columns.js").Warning} Warning */
/** @typedef {{names: string[] | null, rows: string[][], header?: number, first?: number, delimiter?: string, types?: Record<string, any>, format?: string, sheet?: string, sheets?: string[]}} Cells */

const chunk = 1 << 20;
/** So many cells of a line are looked at: it is refused then. */
const tooMany = 10000;
const bad = (/** @type {string} */ message, /** @type {string} */ hint) => new XaiaError("invalid-input", message, hint);
const list = (/** @type {number[]} */ lines) => {
  const shown = lines.length > 6 ? [...lines.slice(0, 5), `${lines.length - 5} more`] : lines;
  return lines.length === 1 ? `Line ${lines[0]}` : `Lines ${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
};
const has = (/** @type {number[]} */ lines) => (lines.length === 1 ? "has" : "have");
const blank = (/** @type {string[]} */ row) => row.every((cell) => cell.trim() === "");

/** How many cells a row has up to its last that isn't empty. @param {string[]} row */
function filled(row) {
  let n = row.length;
  while (n > 0 && row[n - 1].trim() === "") n--;
  return n;
}

/** How many of its cells aren't empty. @param {string[]} row */
const cellsIn = (row) => row.reduce((n, cell) => n + Number(cell.trim() !== ""), 0);

/** The most frequent of some counts, the greatest of equally frequent ones. @param {number[]} counts @returns {[number, number]} it, and its share */
function mode(counts) {
  const times = new Map();
  for (const n of counts) times.set(n, (times.get(n) ?? 0) + 1);
  let best = 0, most = 0;
  for (const [n, t] of times) if (t > most || (t === most && n > best)) [best, most] = [n, t];
  return [best, counts.length ? most / counts.length : 0];
}

/** Cells between blanks; those in quotes may contain blanks. @param {string} line */
function between(line) {
  const cells = [];
  for (const [cell] of line.matchAll(/"(?:[^"]|"")*"(?!\S)|\S+/g)) if (cells.push(unquoted(cell)) > tooMany) break;
  return cells.length ? cells : [""];
}
/** @param {string} cell */
const unquoted = (cell) => (cell.length > 1 && cell[0] === '"' && cell.at(-1) === '"' ? cell.slice(1, -1).replaceAll('""', '"') : cell);

/** Where all lines have a blank, cells end. @param {string[]} lines @returns {[number, number][]} */
function fixedColumns(lines) {
  const used = new Uint8Array(lines.reduce((most, line) => Math.max(most, line.length), 0));
  for (const line of lines) for (let i = 0; i < line.length; i++) if (line[i] !== " ") used[i] = 1;
  /** @type {[number, number][]} */
  const columns = [];
  for (let i = 0; i < used.length; i++) {
    if (!used[i]) continue;
    if (i > 0 && used[i - 1]) columns.at(-1)[1] = i + 1;
    else if (columns.push([i, i + 1]) > tooMany) break;
  }
  return columns;
}

/**
 * @param {string} text
 * @param {string} by "," and the like; " " and "  " are runs of one or two blanks and more; "fixed" are columns of blanks
 * @param {string} quote
 */
function rowsOf(text, by, quote) {
  if (by !== " " && by !== "  " && by !== "fixed") return cellsOf(text, by, quote).rows;
  checkLines(text);
  const lines = text.split("\n");
  if (by === "fixed") {
    const columns = fixedColumns(lines);
    return lines.map((line) => (line.trim() ? columns.map(([from, to]) => line.slice(from, to)) : [""]));
  }
  return lines.map((line) => (by === " " ? between(line) : line.trim().split(/\s{2,}/, tooMany + 1)));
}

/** The separator whose cells agree best: on their number in every line, and on being numbers, dates or short texts. @param {string} text @param {string} quote */
function guess(text, quote) {
  let sample = text.slice(0, 60000);
  if (sample.length < text.length && sample.includes("\n")) sample = sample.slice(0, sample.lastIndexOf("\n"));
  const lines = sample.split("\n").filter((line) => line.trim() !== "");
  sample = lines.slice(0, 200).join("\n");
  let best = {by: ",", score: 0};
  // Where lines agree on a separator that is there to be seen, runs of blanks would break texts, or swallow what is empty between tabs.
  let agreed = false, tabs = {width: 0, empty: false};
  for (const [by, handicap] of /** @type {[string, number][]} */ ([["\t", 0], [";", 0.01], [",", 0.02], ["|", 0.02], [" ", 0.15], ["  ", 0.16], ["fixed", 0.3]])) {
    if (by !== "fixed" && !sample.includes(by[0]) && !(by.trim() === "" && /[ \t]/.test(sample))) continue;
    const rows = rowsOf(sample, by, quote).filter((row) => !blank(row));
    const whole = mode(rows.map((row) => row.length)), up = mode(rows.map(filled));
    const [width, share] = whole[1] >= up[1] ? whole : up;
    if (width < 2) continue;
    const blanks = by === "fixed" || /^ +$/.test(by);
    if (blanks && (tabs.empty || width <= tabs.width || (agreed && rows[0].length !== width))) continue;
    if (!blanks && whole[1] === 1) agreed = true;
    if (by === "\t" && whole[1] * rows.length >= rows.length - 1) tabs = {width, empty: rows.some((row) => row.some((cell) => cell.trim() === ""))};
    let cells = 0, values = 0;
    for (const row of rows.slice(1)) {
      if (row.length !== width && filled(row) !== width) continue;
      for (const cell of row) if (++cells && isCell(cell)) values++;
    }
    const score = share + 0.6 * (values / Math.max(1, cells)) - handicap + Math.min(width, 10) / 1000;
    if (score > best.score) best = {by, score};
  }
  return best.by;
}
const isCell = (/** @type {string} */ cell) => cell.trim() !== "" && (isGap(cell.trim()) || isValue(cell.trim()));

/** The line of a file's text on which a place is. @param {string} text @param {number} at */
function lineAt(text, at) {
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++;
  return line;
}

/**
 * All rows of cells. The text is worked through in parts, so that the caller can show progress and stop.
 *
 * @param {string} text @param {string} by @param {string} quote @param {number} above lines that were taken away above
 * @param {(done: number) => Promise<void>} pause
 * @param {Warning[]} warnings
 * @returns {Promise<string[][]>}
 */
async function split(text, by, quote, above, pause, warnings) {
  const open = (/** @type {number} */ at) => bad(`Line ${above + lineAt(text, at)} opens a quote that is never closed${/^.{0,30}/.exec(text.slice(at))?.[0] ? `: ${quote}${/^.{0,30}/.exec(text.slice(at))[0]}` : ""}.`, "Close it, or write a quote inside a cell twice.");
  if (by.trim() === "" || by === "fixed") {
    if (by !== "\t") {
      const rows = rowsOf(text, by, quote);
      checkCells(rows.reduce((most, row) => Math.max(most, row.length), 0), rows.length);
      return rows;
    }
  }
  /** @type {string[][]} */
  const rows = [];
  const seen = new Map(); // a cell that comes again is the same string: garbage is then collected at once
  const quotes = [];
  let line = above + 1, end = text.indexOf("\n"); // as lineAt, but for places that follow each other
  for (let at = 0, size = chunk; at < text.length;) {
    const part = text.slice(at, at + size);
    const last = at + size >= text.length;
    const found = cellsOf(part, by, quote, !last);
    if (found.open !== null) throw open(at + found.open);
    if (!last && found.end === 0) { // a row that is longer than the part
      const all = timesIn(part, by); // a quote may be none: then those that seem to be in quotes count
      checkCells(all > 5e6 ? all : part.split(quote).reduce((cells, between, i) => cells + (i % 2 ? 0 : timesIn(between, by)), 1));
      size *= 2;
      continue;
    }
    for (const {row, at: index} of found.odd) {
      if (found.rows[row] === undefined) continue; // in a row that the next part begins with
      if (found.rows[row].some((cell) => cell.includes("\n"))) throw open(at + index);
      for (; end >= 0 && end < at + index; end = text.indexOf("\n", end + 1)) line++;
      quotes.push(line);
    }
    for (const row of found.rows) {
      checkCells(row.length, rows.length + 1);
      for (let k = 0; k < row.length; k++) {
        const kept = seen.get(row[k]);
        if (kept !== undefined) row[k] = kept;
        else if (seen.size < 30000) seen.set(row[k], row[k]);
      }
      rows.push(row);
    }
    at = last ? text.length : at + found.end;
    size = chunk;
    await pause(at);
  }
  if (quotes.length) warnings.push({code: "quotes", message: `${list([...new Set(quotes)])} ${has([...new Set(quotes)])} a quote inside a quoted cell; the cell was read up to the next separator.`});
  return rows;
}

/** A table as Markdown or psql write it: bars on both sides, a line of dashes. @param {string[][]} rows */
function withoutFrame(rows) {
  const left = rows.every((row) => row[0].trim() === ""), right = rows.every((row) => row.at(-1).trim() === "");
  const dashes = (/** @type {string[]} */ row) => row.every((cell) => /^\s*:?[-+=]{2,}:?\s*$/.test(cell));
  return {rows: rows.map((row) => row.slice(left ? 1 : 0, right && row.length > 1 ? -1 : undefined)), dashes};
}

const total = /^((grand |sub ?)?total|sum|summe|gesamt|gesamtsumme|insgesamt|somme|totale?|mean|average|mittelwert|durchschnitt)s?:?$/i;

/**
 * @param {string} text line ends are \n
 * @param {{delimiter?: string, header?: boolean | number, skip?: number}} options
 * @param {Warning[]} warnings
 * @param {(done: number) => Promise<void>} pause
 * @returns {Promise<Cells>}
 */
export async function linesOf(text, {delimiter, header, skip = 0}, warnings, pause) {
  let above = 0;
  const takeLine = () => {
    const end = text.indexOf("\n");
    const line = end < 0 ? text : text.slice(0, end);
    text = end < 0 ? "" : text.slice(end + 1);
    above++;
    return line;
  };
  for (let i = 0; i < skip && text !== ""; i++) takeLine();
  const sep = /^"?sep=(.)"?[ \t]*(\n|$)/i.exec(text);
  if (sep) {
    takeLine();
    delimiter ??= sep[1];
  }
  const comments = [];
  let named = "";
  while (/^\s*[#%]/.test(text) || (above > 0 && comments.length && /^\s*\n/.test(text))) {
    named = takeLine();
    if (named.trim() !== "") comments.push(above);
  }
  const quote = !text.includes('"') && /^'[^'\n]*'\s*[,;\t|]/m.test(text.slice(0, 20000)) ? "'" : '"';
  const by = delimiter ?? guess(text, quote);
  const raw = await split(text, by, quote, above, pause, warnings);
  // A cell in quotes may go over several lines.
  const lines = new Int32Array(raw.length);
  let line = above + 1;
  const spans = text.includes(quote) && by !== "fixed" && (by === "\t" || by.trim() !== "");
  raw.forEach((row, i) => {
    lines[i] = line++;
    if (spans) for (const cell of row) for (let n = cell.indexOf("\n"); n >= 0; n = cell.indexOf("\n", n + 1)) line++;
  });
  const last = comments.length ? rowsOf(named.replace(/^\s*[#%]+\s*/, ""), by, quote)[0] ?? [] : [];
  return {...arranged(raw, {header, frame: by === "|", comments, named: last, lines}, warnings), delimiter: by};
}

/**
 * Which of some lines are titles, names, rows, and none of these.
 *
 * @param {string[][]} raw the cells of each line
 * @param {{lines: ArrayLike<number>, header?: boolean | number, frame?: boolean, comments?: number[], named?: string[]}} options lines: where each is in the file; named: the cells of the last comment above
 * @param {Warning[]} warnings
 * @returns {Cells}
 */
export function arranged(raw, {lines, header, frame: framed = false, comments = [], named = []}, warnings) {
  let at = raw.map((_, i) => i);
  const lineOf = (/** @type {number} */ i) => (at[i] < 0 ? comments.at(-1) : lines[at[i]]);
  const keep = (/** @type {(row: string[], i: number) => boolean} */ wanted) => {
    if (raw.every(wanted)) return [];
    const kept = raw.flatMap((row, i) => (wanted(row, i) ? [i] : []));
    const gone = raw.flatMap((row, i) => (wanted(row, i) ? [] : [lineOf(i)]));
    at = kept.map((i) => at[i]);
    raw = kept.map((i) => raw[i]);
    return gone;
  };

  keep((row) => row.length > 1 || row[0].trim() !== "");
  if (!raw.length) throw bad("The file has no rows.", "Give lines of cells, separated by commas, semicolons or tabs.");
  if (framed) {
    const frame = withoutFrame(raw);
    raw = frame.rows;
    keep((row) => !frame.dashes(row));
  }
  let [width, share] = mode(raw.map((row) => row.length));
  const ends = mode(raw.map(filled));
  if (ends[1] > share || (ends[1] === share && ends[0] < width)) [width, share] = ends;
  // A separator at the end of some lines or of all makes a column that nothing is in.
  while (width > 1 && raw.every((row) => row.length < width || row[width - 1].trim() === "" || filled(row) > width)) width--;

  // What a line of comment in front names, if the rows below have as many cells.
  let heading = false;
  if (named.length === width && width > 1 && named.every((cell) => cell.trim() !== "" && !isCell(cell)) && raw[0].some(isCell)) {
    raw = [named, ...raw];
    at = [-1, ...at];
    heading = true;
  }
  const comment = keep((row) => !(row.length !== width && /^\s*#/.test(row[0])));
  const remarks = [...(heading ? comments.slice(0, -1) : comments), ...comment];
  if (remarks.length) warnings.push({code: "comment", message: `${list(remarks)} ${remarks.length === 1 ? "is a comment and was" : "are comments and were"} left out.`});

  // Titles above the names, totals and sources below the rows.
  const short = (/** @type {string[]} */ row) => filled(row) < width && filled(row) <= Math.max(1, Math.floor(width / 2)) && row.length !== width;
  const sparse = (/** @type {string[]} */ row) => cellsIn(row) <= Math.max(1, Math.floor(width / 2));
  const remark = (/** @type {number} */ i) => filled(raw[i]) === 1 && !isCell(raw[i][0]); // in lines that are padded to one width
  const apart = (/** @type {number} */ i) => i > 0 && (blank(raw[i - 1]) || lineOf(i) - lineOf(i - 1) > 1); // below an empty line
  let top = 0;
  for (let i = 1; width > 1 && i < Math.min(20, raw.length - 1) && sparse(raw[i - 1]); i++) if (apart(i) && !sparse(raw[i])) top = i;
  const isTitle = (/** @type {number} */ i) => {
    let next = i;
    while (next < raw.length - 1 && remark(next)) next++;
    return next > i && raw.length - next > 1 && raw[i].length >= width && filled(raw[next]) > 1 && !isCell(raw[next][0]);
  };
  while (width > 1 && top < raw.length - 1 && (short(raw[top]) || isTitle(top))) top++;
  const title = keep((_, i) => i >= top);
  if (title.length) warnings.push({code: "title", message: `${list(title)} above the table ${title.length === 1 ? "was" : "were"} left out.`});
  let bottom = raw.length;
  const isTotal = (/** @type {number} */ i) => total.test(raw[i].find((cell) => cell.trim() !== "")?.trim() ?? "") && !raw.slice(0, i).some((row) => row[0].trim() === raw[i][0].trim() && row[0].trim() !== "");
  // A last line of one cell may be a row that lacks the rest; of two columns it is none below a total or an empty line.
  const isSource = (/** @type {number} */ i) => {
    let first = i;
    while (first > 2 && remark(first - 1) && !apart(first)) first--;
    return remark(i) && (width > 2 || apart(first) || isTotal(first - 1));
  };
  while (width > 1 && bottom > 2 && (short(raw[bottom - 1]) || blank(raw[bottom - 1]) || isTotal(bottom - 1) || isSource(bottom - 1))) bottom--;
  const foot = keep((_, i) => i < bottom);
  if (foot.length) warnings.push({code: "footer", message: `${list(foot)} below the table ${foot.length === 1 ? "was" : "were"} left out.`});

  // Names
  const sample = raw.slice(0, 80);
  const one = sample[0];
  let heads = 0;
  let rowNames = false, aside = 0;
  if (header === undefined) {
    const found = headerOf(sample.map((row) => row.slice(0, width)), width);
    ({lines: heads, aside} = found);
    if (aside) warnings.push({code: "header-lines", message: `Line ${lineOf(heads)} (${shown(sample[heads])}) is written below the names by a survey's tool and was left out.`, hint: "If it is a row, give header 1."});
    if (!found.sure) warnings.push({code: "header", message: `Line ${lineOf(0)} was read as ${heads ? "names" : "a row"}: all cells are texts.`, hint: `If that is wrong, give header ${!heads}.`});
  } else heads = Number(header);
  // write.table of R: the names of the rows have no name. Each is different.
  if (filled(one) === width - 1 && one.length === width - 1 && heads === 1 && raw.length > 1) {
    const keys = raw.slice(1).map((row) => row[0]);
    rowNames = new Set(keys).size === keys.length && raw.slice(1).every((row) => row.length === width);
    if (rowNames) warnings.push({code: "row-names", message: `Line ${lineOf(0)} has one name fewer than the rows have cells: the first column is the rows' names.`});
  }
  let names = null;
  if (heads) {
    const upper = raw.slice(0, heads).map((row, i) => [...(rowNames ? ["row"] : []), ...row.map((cell) => (i && isResponse.test(cell.trim()) ? "" : cell.trim().replace(/\s+/g, " ")))]);
    if (heads > 1) {
      // A name over several columns stands in the first of them.
      upper.slice(0, -1).forEach((row) => { for (let k = 1; k < width; k++) if (!row[k]) row[k] = row[k - 1] ?? ""; });
      warnings.push({code: "header-lines", message: `Lines ${lineOf(0)} to ${lineOf(heads - 1)} are the names, joined.`});
    }
    names = Array.from({length: width}, (_, k) => [...new Set(upper.map((row) => row[k] ?? "").filter(Boolean))].join(" "));
    keep((_, i) => i >= heads + aside);
  }
  if (!raw.length) throw bad("The file has names and no rows.", "Give at least one row below the names.");

  const empty = keep((row) => row.length === 1 || !blank(row));
  if (empty.length) warnings.push({code: "empty", message: `${list(empty)} ${has(empty)} only empty cells and ${empty.length === 1 ? "was" : "were"} left out.`});
  const wrong = raw.filter((row) => filled(row) > width || row.length < width).length;
  if (wrong * 2 > raw.length && width > 1) {
    const first = raw.findIndex((row) => filled(row) > width || row.length < width);
    throw bad(`The lines don't have the same number of cells: most have ${width}, line ${lineOf(first)} has ${raw[first].length}.`, "Give the delimiter, or the number of lines to skip.");
  }
  const most = raw.reduce((most, row) => Math.max(most, filled(row)), 0);
  const long = keep((row) => filled(row) <= width);
  if (long.length) warnings.push({code: "ragged", message: `${list(long)} ${has(long)} ${long.length > 1 ? "up to " : ""}${most} cells instead of ${width} and ${long.length === 1 ? "was" : "were"} left out.`});
  if (!raw.length) throw bad("The file has no rows.", "Give lines of cells, separated by commas, semicolons or tabs.");
  const few = raw.flatMap((row, i) => (row.length < width ? [i] : []));
  if (few.length) {
    warnings.push({code: "ragged", row: few[0], message: `${list(few.map(lineOf))} ${has(few.map(lineOf))} fewer cells than ${width}; the last ones are missing.`});
    for (const i of few) raw[i] = [...raw[i], ...new Array(width - raw[i].length).fill("")];
  }
  return {names, header: heads, first: lineOf(0), rows: raw.map((row) => (row.length > width ? row.slice(0, width) : row))};
}

/** What SurveyMonkey has below the names; and Qualtrics, in its third line. */
const isResponse = /^(open-ended )?response$/i, isImport = /^\{\s*['"]?ImportId['"]?\s*:/;
const shown = (/** @type {string[]} */ row) => `“${(row.find((cell) => cell.trim() !== "")?.trim() ?? "").slice(0, 30)}”`;

/**
 * What a survey's tool writes below the names.
 *
 * @param {string[][]} rows in which row at may be such a line
 * @param {number} at @param {number} width
 * @returns {"" | "names" | "aside"} parts of the names, or nothing that matters
 */
function belowNames(rows, at, width) {
  const row = rows[at].map((cell) => cell.trim()), below = rows.slice(at + 1);
  const full = row.filter(Boolean);
  if (full.length && full.every((cell) => isImport.test(cell))) return "aside";
  // Where the rows have ids or dates, such a line has nothing.
  const kept = Array.from({length: width}, (_, k) => k).some((k) => !row[k] && rows[0][k]?.trim() && below.every((other) => other[k]?.trim()));
  const again = row.some((cell, k) => cell && below.some((other) => other[k]?.trim() === cell));
  if (below.length < 2 || !kept || full.some(isCell)) return "";
  if (!again && full.length && full.every((cell) => cell === full[0] || isResponse.test(cell)) && (full.length > 1 || isResponse.test(full[0]))) return "aside";
  const unnamed = row.flatMap((cell, k) => (cell && !rows[0][k]?.trim() ? [cell] : []));
  return full.some((cell) => isResponse.test(cell)) || (unnamed.length && row.every((cell, k) => cell || rows[0][k]?.trim())) ? "names" : "";
}

/**
 * How many lines are names, and whether one below them is aside.
 *
 * @param {string[][]} rows @param {number} width
 */
function headerOf(rows, width) {
  const found = namesOf(rows, width);
  const imported = rows.findIndex((_, i) => i > 0 && i < 4 && belowNames(rows, i, width) === "aside" && isImport.test(rows[i].find((cell) => cell.trim() !== "").trim()));
  if (imported > 0 && imported < rows.length - 1) return {lines: imported, sure: true, aside: 1};
  const second = rows.length > 3 ? belowNames(rows, 1, width) : "";
  if (second === "names") return {lines: Math.max(2, found.lines), sure: true, aside: 0};
  return second === "aside" && found.lines < 2 ? {lines: 1, sure: true, aside: 1} : {...found, aside: 0};
}

/**
 * How many lines are names. They are where a column of numbers or dates begins with texts; they aren't where the first
 * cells are as those below. Else that is a guess.
 *
 * @param {string[][]} rows @param {number} width
 */
function namesOf(rows, width) {
  const cell = (/** @type {string[]} */ row, /** @type {number} */ k) => (row[k + row.length - width] ?? row[k] ?? "").trim(); // a header may lack the name of the first
  const all = Array.from({length: width}, (_, k) => k);
  const amounts = all.map((k) => rows.slice(1).some((row) => hasUnit(cell(row, k))));
  const is = (/** @type {string} */ text, /** @type {number} */ k) => isValue(text) && (amounts[k] || !hasUnit(text)); // “3 months” above numbers without units is a name
  const values = (/** @type {string[]} */ row, /** @type {number[]} */ columns) => columns.filter((k) => !isGap(cell(row, k), true) && is(cell(row, k), k)).length;
  const texts = (/** @type {string[]} */ row, /** @type {number[]} */ columns) => columns.filter((k) => !isGap(cell(row, k), true) && !is(cell(row, k), k)).length;
  if (rows.length === 1) return {lines: texts(rows[0], all) === width ? 1 : 0, sure: true};
  const below = rows.slice(Math.min(3, Math.ceil(rows.length / 2)));
  const numeric = all.filter((k) => {
    const present = below.map((row) => cell(row, k)).filter((text) => !isGap(text, true));
    return present.length > 0 && present.filter(isValue).length >= 0.8 * present.length;
  });
  const year = (/** @type {string} */ text) => /^(19|20)\d\d$/.test(text);
  // Numbers as names beside words above numbers: years above numbers that are no years, or 0, 1, 2, …
  const numbers = numeric.filter((k) => values(rows[0], [k]));
  const words = numeric.filter((k) => /^[\p{L}_]/u.test(cell(rows[0], k)) && texts(rows[0], [k])), digits = numbers.map((k) => cell(rows[0], k));
  const years = numbers.length > 0 && digits.every(year) && numbers.every((k) => below.some((row) => !year(cell(row, k))));
  const counted = numbers.length > 2 && digits.every((text, i) => /^\d+$/.test(text) && Number(text) === Number(digits[0]) + i) && Number(digits[0]) < 2;
  if (words.length && words.length + numbers.length === numeric.length && new Set(digits).size === digits.length && (years || counted)) return {lines: 1, sure: true};
  let lines = 0;
  while (lines < Math.min(3, rows.length - 1) && values(rows[lines], numeric) === 0 && texts(rows[lines], numeric) * 2 >= (lines ? numeric.length : 1) && numeric.length > 0 && texts(rows[lines], numeric) > 0) lines++;
  if (lines) return {lines, sure: true};
  const first = all.map((k) => cell(rows[0], k));
  if (years && numbers.length > 1 && numbers.length === numeric.length && new Set(digits).size === digits.length && texts(rows[0], all) + numbers.length === width) return {lines: 1, sure: false};
  if (numeric.length && values(rows[0], numeric) > 0) return {lines: 0, sure: true};
  if (first.some((text, k) => text !== "" && rows.slice(1).some((row) => cell(row, k) === text))) return {lines: 0, sure: true};
  const names = first.every((text) => text !== "" && !isCell(text)) && new Set(first).size === width;
  return {lines: names ? 1 : 0, sure: false};
}
