/**
 * Reads workbooks of Excel. Cells' places are taken from the XML once it is parsed, and rows and columns are bounded before
 * there is room for them: a file of a few bytes can name a cell a million rows away.
 */
import {builtIn, formatOf, shown} from "./formats.js";
import {walk} from "./xml.js";
import {unzipped} from "./zip.js";

/** What a sheet of Excel can hold. */
export const mostRows = 2 ** 20, mostColumns = 2 ** 14;
/** So many sheets, styles and texts a workbook may have: Excel writes fewer. */
const mostSheets = 10_000, mostStyles = 100_000, mostTexts = 20e6;
/**
 * A row with a value: its place in the sheet, from 1, and its cells, with holes where it has none.
 *
 * @typedef {{line: number, cells: any[]}} Row
 * @typedef {{code: string, line: number, column: number, message: string, hint?: string}} Said of a column, from 0; line: the last that it is about
 * @typedef {{name: string, hidden: boolean, rows: () => {rows: Row[], said: Said[]}}} Sheet its rows are read when they are asked for
 */

/**
 * @param {Uint8Array} bytes
 * @param {(size: number) => void} checkSize refuses what would become too large
 * @param {(columns: number, rows: number) => void} checkCells
 * @param {(done: number, total: number) => void} [tick] called every few milliseconds
 * @returns {Sheet[]}
 */
export function read(bytes, checkSize, checkCells, tick) {
  const zip = unzipped(bytes, (size) => {
    checkSize(size);
    tick?.(0, 1);
  });
  const text = (/** @type {string} */ name) => {
    const part = zip.part(name);
    return new TextDecoder(part[0] === 0xff && part[1] === 0xfe ? "utf-16le" : part[0] === 0xfe && part[1] === 0xff ? "utf-16be" : "utf-8").decode(part);
  };
  /** What a part refers to. @param {string} of */
  const related = (of) => {
    const at = of.lastIndexOf("/") + 1;
    const file = `${of.slice(0, at)}_rels/${of.slice(at)}.rels`;
    /** @type {{id: string, type: string, path: string}[]} */
    const found = [];
    if (zip.has(file)) walk(text(file), (name, attributes) => {
      if (name !== "Relationship") return;
      const {Id = "", Type = "", Target = "", TargetMode} = attributes("Id", "Type", "Target", "TargetMode");
      if (TargetMode !== "External" && found.push({id: Id, type: Type.slice(Type.lastIndexOf("/") + 1), path: resolved(of.slice(0, at), Target)}) > mostStyles) throw new Error("it has too many parts");
    });
    return found;
  };
  const book = related("").find(({type}) => type === "officeDocument")?.path ?? "xl/workbook.xml";
  if (!zip.has(book) || /\.bin$/i.test(book)) throw new Error(otherKind(zip));
  const parts = related(book);
  const path = (/** @type {string} */ type) => parts.find((part) => part.type === type && zip.has(part.path))?.path; // some name texts that they haven't
  const pathOf = new Map(parts.filter(({type}) => type === "worksheet").map(({id, path}) => [id, path]));

  let from1904 = false;
  /** @type {{name: string, hidden: boolean, path: string}[]} */
  const sheets = [];
  walk(text(book), (name, attributes) => {
    if (name === "workbookPr") from1904 ||= ["1", "true"].includes(attributes("date1904").date1904 ?? "");
    if (name !== "sheet") return;
    const {name: of = "", state, ":id": id = ""} = attributes("name", "state", ":id");
    const found = pathOf.get(id);
    if (found !== undefined && sheets.push({name: unescaped(of), hidden: state === "hidden" || state === "veryHidden", path: found}) > mostSheets) throw new Error(`it has more than ${mostSheets.toLocaleString("en")} sheets`);
  });
  if (!sheets.length) throw new Error("it has no sheet of cells");
  const own = once(() => ({texts: textsOf(path("sharedStrings"), text, tick), formats: formatsOf(path("styles"), text), from1904}));
  return sheets.map(({name, hidden, path}) => ({name, hidden, rows: once(() => rowsOf(text(path), own(), checkCells, tick))}));
}

/** @template T @param {() => T} make @returns {() => T} */
function once(make) {
  /** @type {{value: T} | undefined} */
  let made;
  return () => (made ??= {value: make()}).value;
}

/** A part's path, from where it is named. @param {string} folder @param {string} target */
function resolved(folder, target) {
  /** @type {string[]} */
  const path = [];
  for (const step of (target.startsWith("/") ? target : folder + target).replaceAll("\\", "/").split("/")) {
    if (step === "..") path.pop();
    else if (step !== "" && step !== ".") path.push(step);
  }
  return path.join("/");
}

/** What a zip file is that is no workbook. @param {ReturnType<typeof unzipped>} zip */
function otherKind(zip) {
  if (zip.has("xl/workbook.bin")) return "it is a binary workbook (.xlsb)";
  if (zip.has("mimetype") && zip.has("content.xml")) return "it is a document of LibreOffice (.ods)";
  return `it is a zip file without a workbook${zip.names.length ? `; it holds ${zip.names.slice(0, 3).map((name) => `“${name.slice(0, 60)}”`).join(", ")}` : ""}`;
}

/** Characters that XML hasn't stand as _x0007_. @param {string} text */
const unescaped = (text) => (text.includes("_x") ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, hex) => String.fromCharCode(parseInt(hex, 16))) : text);

/** Texts that cells name by their places. @param {string | undefined} path @param {(name: string) => string} read @param {(done: number, total: number) => void} [tick] */
function textsOf(path, read, tick) {
  /** @type {string[]} */
  const texts = [];
  let parts = "", phonetic = false, inside = false;
  if (path) walk(read(path), (name) => {
    if (name === "si") parts = "";
    if (name === "rPh") phonetic = true;
    inside = name === "t" && !phonetic;
  }, (name) => {
    if (name === "si" && texts.push(unescaped(parts)) > mostTexts) throw new Error("it has too many texts");
    if (name === "rPh") phonetic = false;
    inside = false;
  }, (text) => { if (inside) parts += text(); }, tick);
  return texts;
}

/** The number format of each style. @param {string | undefined} path @param {(name: string) => string} read */
function formatsOf(path, read) {
  /** @type {Map<number, string>} */
  const codes = new Map();
  /** @type {number[]} */
  const styles = [], base = [];
  let list = "";
  if (path) walk(read(path), (name, attributes) => {
    if (name === "numFmt") {
      const {numFmtId, formatCode = ""} = attributes("numFmtId", "formatCode");
      codes.set(Number(numFmtId), formatCode);
    }
    if (name === "cellXfs" || name === "cellStyleXfs") list = name;
    if (name === "xf" && list) {
      const {numFmtId, xfId} = attributes("numFmtId", "xfId");
      if (list === "cellStyleXfs") base.push(Number(numFmtId ?? 0));
      else styles.push(Number(numFmtId ?? base[Number(xfId)] ?? 0));
    }
    if (styles.length > mostStyles || base.length > mostStyles || codes.size > mostStyles) throw new Error("it has too many styles");
  }, (name) => { if (name === list) list = ""; });
  const own = new Map([...codes].map(([id, code]) => [id, formatOf(code)]));
  return styles.map((id) => own.get(id) ?? builtIn.get(id) ?? {kind: /** @type {const} */ ("")});
}

/**
 * @param {string} xml
 * @param {{texts: string[], formats: (import("./formats.js").Format | undefined)[], from1904: boolean}} own
 * @param {(columns: number, rows: number) => void} checkCells
 * @param {(done: number, total: number) => void} [tick]
 */
function rowsOf(xml, own, checkCells, tick) {
  /** @type {Row[]} */
  const rows = [];
  /** @type {string[]} */
  const merges = [];
  /** @type {Map<number, {line: number, cells: any[], number: number}[]>} the cells in percent of each column */
  const percents = new Map();
  const others = new Set(); // columns with numbers that aren't
  /** @type {Said[]} */
  const said = [];
  let line = 0, column = 0, width = 0, formula = false;
  /** @type {any[] | null} */
  let cells = null;
  let inData = false, sure = false, inside = false, phonetic = false, value = "";
  /** @type {{r?: string, t?: string, s?: string} | null} */
  let cell = null;
  walk(xml, (name, attributes) => {
    if (name === "sheetData") inData = true;
    if (name === "mergeCell" && merges.push(attributes("ref").ref ?? "") > mostTexts) throw new Error("it has too many merged cells");
    if (!inData) return;
    if (name === "f") formula = true;
    if (name === "row") {
      const {r} = attributes("r");
      line = placed(r, line, mostRows);
      [column, cells, sure] = [0, null, r !== undefined];
    } else if (name === "c") {
      cell = attributes("r", "t", "s");
      [value, formula] = ["", false];
      const place = cell.r === undefined ? null : /^([A-Za-z]{1,3})(\d{1,7})$/.exec(cell.r);
      if (place && !sure) line = placed(place[2], line - 1, mostRows); // a row may leave that to its cells
      sure = true;
      if (cell.r !== undefined && Number(place?.[2]) !== line) throw new Error(`a cell has the place “${cell.r.slice(0, 20)}” in row ${line}`);
      column = placed(place ? String([...place[1].toUpperCase()].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0)) : undefined, column, mostColumns);
    } else if (name === "rPh") phonetic = true;
    inside = cell !== null && (name === "v" || name === "t") && !phonetic;
  }, (name) => {
    inside = false;
    if (name === "rPh") phonetic = false;
    if (name === "sheetData") inData = false;
    if (name !== "c" || !cell) return;
    const found = valueOf(value, cell, own), {t = "n", s = 0} = cell;
    cell = null;
    if (found === null) {
      if (formula && value === "" && t !== "str" && !said.length) said.push({code: "formula", line, column: column - 1, message: "has formulas without their values; these cells are empty.", hint: "Open the workbook in a spreadsheet and save it again."});
      return;
    }
    if (!cells) rows.push({line, cells: (cells = [])});
    if (column > width || cells.length === 0) checkCells(width = Math.max(width, column), rows.length);
    cells[column - 1] = found; // with holes before it: they take no room
    if (t !== "n") return;
    if (own.formats[Number(s)]?.kind === "percent") {
      const list = percents.get(column - 1);
      list ? list.push({line, cells, number: Number(value)}) : percents.set(column - 1, [{line, cells, number: Number(value)}]);
    } else if (Number(value) !== 0 && typeof found === "number") others.add(column - 1);
  }, (text) => { if (inside) value += text(); }, tick);
  for (const [column, list] of percents) {
    if (!others.has(column)) continue;
    for (const {cells, number} of list) cells[column] = number;
    said.push({code: "units", line, column, message: "has some cells in percent, and others not; all were read as shares, where 5 % is 0.05.", hint: "If that is wrong, give all of its cells one format."});
  }
  return {rows, said: [...said, ...fillMerged(rows, merges)]};
}

/** Merged cells have a value in the first of them: the others get it, too. @param {Row[]} rows @param {string[]} merges @returns {Said[]} */
function fillMerged(rows, merges) {
  /** @type {Map<number, {line: number, ranges: string[]}>} */
  const columns = new Map();
  const at = new Map(merges.length ? rows.map(({line}, i) => [line, i]) : []);
  const width = rows.reduce((most, {cells}) => Math.max(most, cells.length), 0);
  let left = rows.length * width; // ranges that lie upon each other, as only a damaged sheet has them, cost no more
  for (const range of merges) {
    const [, first = "", top = "", last = "", bottom = ""] = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/i.exec(range) ?? [];
    const [from, to] = [first, last].map((letters) => [...letters.toUpperCase()].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0) - 1);
    const begin = at.get(Number(top)), value = begin === undefined ? null : rows[begin].cells[from] ?? null;
    if (begin === undefined || value === null) continue;
    for (let i = begin; i < rows.length && rows[i].line <= Number(bottom); i++) {
      const {line, cells} = rows[i];
      if ((left -= width) < 0) return [];
      // A title that goes over the whole line remains one cell.
      if (!cells.some((v, k) => v !== null && v !== undefined && (k < from || k > to))) continue;
      for (let k = from; k <= Math.min(to, width - 1); k++) {
        if ((cells[k] ?? null) !== null) continue;
        cells[k] = value;
        const seen = columns.get(k) ?? {line, ranges: []};
        seen.line = Math.max(seen.line, line);
        if (seen.ranges.at(-1) !== range) seen.ranges.push(range);
        columns.set(k, seen);
      }
    }
  }
  return [...columns].map(([column, {line, ranges}]) => ({
    code: "merged", line, column, hint: "If a value belongs to the first row alone, unmerge them.",
    message: `has merged cells (${ranges.slice(0, 3).join(", ")}${ranges.length > 3 ? ` and ${ranges.length - 3} more` : ""}); their value was taken for each of their rows.`,
  }));
}

/** Where a row or cell is: where it says, or next to the last one. @param {string | undefined} given @param {number} last @param {number} most */
function placed(given, last, most) {
  const at = given === undefined ? last + 1 : Number(given);
  if (!(Number.isInteger(at) && at > last && at <= most)) throw new Error(`a row or cell has the place ${String(given).slice(0, 20)} after ${last}`);
  return at;
}

/** What is in a cell; null: nothing. @param {string} text @param {{t?: string, s?: string}} cell @param {Parameters<typeof rowsOf>[1]} own */
function valueOf(text, {t = "n", s}, {texts, formats, from1904}) {
  if (text === "") return null;
  switch (t) {
    case "s": {
      const found = texts[Number(text)];
      if (found === undefined) throw new Error(`a cell names the text ${text.slice(0, 20)} of ${texts.length}`);
      return found === "" ? null : found;
    }
    case "b": return text.trim() === "1" || text.trim() === "true";
    case "d": return text.trim();
    case "n": {
      const number = Number(text);
      if (!Number.isFinite(number)) throw new Error(`a cell has the number ${text.slice(0, 20)}`);
      const format = formats[Number(s ?? 0)];
      if (!format && s && s !== "0") throw new Error(`a cell has the style ${s.slice(0, 20)} of ${formats.length}`);
      return format ? shown(number, format, from1904) : number;
    }
    default: return unescaped(text); // str, inlineStr, e
  }
}
