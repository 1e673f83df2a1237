/** Tables from files: rows that `fit` takes, and for each column what it was read as; and files of tables. */
import {knownOptions, ownOptions, splitControl} from "../control.js";
import {XaiaError} from "../errors.js";
import {timers} from "../platform.js";
import {checkCells, checkSize, contents, kindOf, unpacked} from "./bytes.js";
import {typedColumns, types as columnTypes} from "./columns.js";
import {arffTable} from "./arff.js";
import {numbersRows} from "./ids.js";
import {arraysOf, jsonTable, looksLikeJson, recordsOf} from "./json.js";
import {arranged, linesOf} from "./lines.js";
import {decoded} from "./text.js";

export {writeTable} from "./write.js";
export {XaiaError};

/** @typedef {import("./columns.js").Warning} Warning */

const known = ["encoding", "delimiter", "decimal", "header", "skip", "types", "sheet", "dayFirst", "dateParts", "onProgress", "signal", "target of readTable"];
const invalid = (/** @type {string} */ path, /** @type {string} */ hint) => new XaiaError("invalid-option", `${path} is not one that can be used.`, hint, {path});

/** @param {any} given */
function checked(given) {
  const options = knownOptions(given, known);
  for (const name of Object.keys(options)) if (options[name] === undefined) delete options[name];
  const {encoding, delimiter, decimal, header, skip, types, sheet, dayFirst, dateParts} = options;
  if (encoding !== undefined) {
    try {
      new TextDecoder(encoding);
    } catch {
      throw invalid("encoding", 'Give the name of one, such as "utf-8", "windows-1250", "gb18030", "big5", "shift_jis", "euc-kr" or "macintosh".');
    }
  }
  if (delimiter !== undefined && (typeof delimiter !== "string" || delimiter.length !== 1 || /["\n\r]/.test(delimiter))) throw invalid("delimiter", 'Give one character, such as ";". A blank stands for any number of them.');
  if (decimal !== undefined && decimal !== "." && decimal !== ",") throw invalid("decimal", 'Give "." or ",".');
  if (header !== undefined && typeof header !== "boolean" && !(Number.isInteger(header) && header >= 0 && header <= 10)) throw invalid("header", "Give true, false or the number of lines that are names.");
  if (skip !== undefined && !(Number.isInteger(skip) && skip >= 0)) throw invalid("skip", "Give how many lines to leave out at the top.");
  if (types !== undefined && (types === null || typeof types !== "object" || Array.isArray(types))) throw invalid("types", `Give an object of columns' names and one of ${columnTypes.join(", ")}.`);
  if (sheet !== undefined && typeof sheet !== "string" && !(Number.isInteger(sheet) && sheet >= 1)) throw invalid("sheet", "Give a sheet's name, or its number from 1.");
  if (dayFirst !== undefined && typeof dayFirst !== "boolean") throw invalid("dayFirst", "Give true for day/month/year, false for month/day/year.");
  if (dateParts !== undefined && !(Array.isArray(dateParts) && dateParts.every((part) => part === "hour" || part === "weekday"))) throw invalid("dateParts", 'Give a list of "hour" and "weekday".');
  return options;
}

const unpackedSize = (/** @type {number} */ size) => checkSize(size, "Unpacked, the file has");

/** What tells readers' progress; an error of the one who is told is no damage of the file. @param {((progress: {done: number, total: number}) => void) | undefined} onProgress */
function teller(onProgress) {
  /** @type {{error: unknown} | undefined} */
  let thrown;
  return {
    tick(/** @type {number} */ done, /** @type {number} */ total) {
      try {
        onProgress?.({done, total});
      } catch (error) {
        thrown = {error};
        throw error;
      }
    },
    /** @param {any} cause @param {string} message @param {string} hint */
    refusal: (cause, message, hint) => (thrown ? thrown.error : cause instanceof XaiaError ? cause : new XaiaError("invalid-input", message, hint, {cause})),
  };
}

/** @param {Uint8Array} bytes @param {any} options @param {Warning[]} warnings @param {ReturnType<typeof teller>} tell @returns {Promise<import("./lines.js").Cells>} */
async function sheetTable(bytes, {sheet, header, skip = 0}, warnings, {tick, refusal}) {
  const {read} = await import("xaia:xlsx");
  const opened = (/** @type {() => any} */ open) => {
    try {
      return open();
    } catch (/** @type {any} */ cause) {
      throw refusal(cause, `The .xlsx can't be read: it is damaged, or no workbook (${cause instanceof RangeError ? "it ends too early" : cause?.message}).`, "Save it again, or as CSV.");
    }
  };
  /** @type {import("./workbook.js").Sheet[]} */
  const sheets = opened(() => read(bytes, unpackedSize, checkCells, tick));
  const names = sheets.slice(0, 20).map((s) => `“${s.name}”`).join(", ") + (sheets.length > 20 ? ` and ${(sheets.length - 20).toLocaleString("en")} more` : "");
  const rowsOf = (/** @type {import("./workbook.js").Sheet} */ s) => /** @type {ReturnType<import("./workbook.js").Sheet["rows"]>} */ (opened(s.rows));
  const some = (/** @type {import("./workbook.js").Sheet} */ s) => rowsOf(s).rows.length > 0;
  const chosen = sheet === undefined ? sheets.find((s) => !s.hidden && some(s)) ?? sheets.find(some) ?? sheets[0] : typeof sheet === "number" ? sheets[sheet - 1] : sheets.find((s) => s.name === sheet);
  if (!chosen) throw invalid("sheet", `The workbook has ${names}.`);
  if (sheet === undefined && sheets.length > 1) warnings.push({code: "sheet", message: `“${chosen.name}” was read; the workbook has ${names}${chosen.hidden ? ", and nothing is in those that aren't hidden" : ""}.`});
  const {rows: given, said} = rowsOf(chosen);
  const filled = given.filter(({line}) => line > skip);
  const all = arraysOf(filled.map(({cells}) => cells), null, false).rows;
  const places = all.flatMap((row, i) => (row.some((cell) => cell.trim() !== "") ? [i] : []));
  if (!places.length) throw new XaiaError("invalid-input", `The sheet “${chosen.name}” is empty.`, `The workbook has ${names}.`);
  const found = arranged(places.map((i) => all[i]), {header, lines: places.map((i) => filled[i].line)}, warnings);
  for (const {line, column, message, ...more} of said) {
    if (line < (found.first ?? 0)) continue; // above the rows
    const name = found.names?.[column]?.trim() || `column ${column + 1}`;
    warnings.push({...more, column: name, message: `Column “${name}” ${message}`});
  }
  return {...found, format: "xlsx", sheet: chosen.name, sheets: sheets.map((s) => s.name)};
}

/** @param {Uint8Array} bytes @param {ReturnType<typeof teller>} tell @returns {Promise<import("./lines.js").Cells>} */
async function parquetTable(bytes, {tick, refusal}) {
  const {read} = await import("xaia:parquet");
  const records = await read(bytes, unpackedSize, checkCells, tick).catch((/** @type {any} */ cause) => {
    throw refusal(cause, `The .parquet can't be read: ${cause?.message}.`, "Write it again, packed with snappy or gzip or not at all.");
  });
  return {...recordsOf(records), format: "parquet"};
}

/**
 * @param {any} source a File, Blob, bytes or text
 * @param {any} [given]
 */
export async function readTable(source, given) {
  const {target, ...others} = ownOptions(given);
  const {total, columns, ...found} = await readColumns(source, others, target);
  if (target !== undefined && typeof target !== "string") throw invalid("target", "Give the name of the column that is the outcome.");
  const outcome = target === undefined ? -1 : columns.findIndex((c) => c.name === target);
  if (target !== undefined && outcome < 0) throw new XaiaError("invalid-option", `target is “${target}”, which the table doesn't have.`, `Its columns are ${columns.slice(0, 20).map((c) => `“${c.name}”`).join(", ")}.`, {path: "target"});
  const [told] = outcome < 0 ? [] : columns.splice(outcome, 1);
  const all = columns.map(({dictionary, indices}) => Array.from(indices, (i) => dictionary[i]));
  const rows = Array.from({length: total}, (_, i) => {
    /** @type {Record<string, number | string | null>} */
    const row = {};
    for (let k = 0; k < columns.length; k++) row[columns[k].name] = all[k][i];
    return row;
  });
  return {rows, ...(told ? {y: Array.from(told.indices, (i) => told.dictionary[i])} : {}), columns: columns.map(({dictionary, indices, ...column}) => column), ...found};
}

/**
 * The same by columns: the values that a column has, and which of them each row has.
 *
 * @param {any} source
 * @param {any} [given]
 * @param {string} [target] a column that is the outcome is kept
 */
export async function readColumns(source, given, target) {
  const [rest, {signal, onProgress}] = splitControl(given);
  const options = checked(rest);
  signal?.throwIfAborted();
  /** @type {Warning[]} */
  const warnings = [];
  let last = timers.performance.now();
  const pause = async (/** @type {number} */ done, /** @type {number} */ total) => {
    onProgress?.({done, total});
    if (timers.performance.now() - last > 30) {
      await new Promise((resolve) => { timers.setTimeout(resolve); });
      last = timers.performance.now();
    }
    signal?.throwIfAborted();
  };

  let text = await contents(source, signal);
  let cells, encoding;
  if (typeof text !== "string") {
    const bytes = await unpacked(text);
    signal?.throwIfAborted();
    const kind = kindOf(bytes);
    if (kind === "text") ({text, encoding} = await decoded(bytes, warnings, options.encoding));
    else cells = await (kind === "xlsx" ? sheetTable(bytes, options, warnings, teller(/** @type {any} */ (onProgress))) : parquetTable(bytes, teller(/** @type {any} */ (onProgress))));
    signal?.throwIfAborted();
  }
  if (!cells) cells = await textTable(/** @type {string} */ (text), options, warnings, pause);
  const total = cells.rows.length;
  if (!total) throw new XaiaError("invalid-input", "The table has no rows.", "Give at least one.");
  const names = distinct(cells.names, cells.rows[0].length, warnings);
  if (!names.length) throw new XaiaError("invalid-input", "The table has no columns.", "Give at least one.");
  const raws = [];
  for (let k = 0; k < names.length; k++) {
    raws.push(coded(names[k], cells.rows, k));
    await pause(k + 1, names.length + 1);
  }
  const used = withoutNumbers(raws, cells.names, (name) => name === target || Object.hasOwn(options.types ?? {}, name), warnings);
  const {columns, decimal} = typedColumns(used, {delimiter: cells.delimiter, ...options, types: {...cells.types, ...options.types}}, warnings);
  onProgress?.({done: 1, total: 1});
  return {total, columns: columns.map(({by, codes, note, ...column}) => ({...column, ...(note ? {note} : {}), dictionary: by, indices: codes})), warnings, dialect: {format: cells.format ?? "text", ...(encoding ? {encoding} : {}), ...(cells.delimiter ? {delimiter: cells.delimiter, decimal} : {}), header: cells.header ?? 0, skip: options.skip ?? 0, ...(cells.sheets ? {sheet: cells.sheet, sheets: cells.sheets} : {})}};
}

/** @param {string} text @param {any} options @param {Warning[]} warnings @param {(done: number, total: number) => Promise<void>} pause */
async function textTable(text, options, warnings, pause) {
  text = text.replace(/^\ufeff/, "");
  if (text.includes("\r")) text = text.replace(/\r\n?/g, "\n");
  if (text.trim() === "") throw new XaiaError("invalid-input", "The file is empty.", "Give lines of cells, separated by commas, semicolons or tabs.");
  if (/^\s*<(!doctype|\?xml|html|head|body|table|div|svg|!--)/i.test(text)) {
    throw new XaiaError("unsupported", `The file is ${/^\s*<\?xml/i.test(text) ? "XML" : "HTML, a page such as one that asks to log in"}.`, "Give the table itself: CSV, JSON, .xlsx or .parquet.");
  }
  if (!text.trim().includes("\n") && /^[^,;\t|]{1,200}\.(csv|tsv|txt|json|xlsx|parquet|arff|gz)$/i.test(text.trim())) throw new XaiaError("invalid-input", "That is a file's name, not its text.", "Give the file's contents, a File or a Blob.");
  if (looksLikeJson(text)) {
    const found = jsonTable(text, warnings, options.header === undefined ? undefined : Boolean(options.header));
    if (found) return {...found, format: "json"};
  }
  if (/^(?:[ \t]*(?:%[^\n]*)?\n)*[ \t]*@relation\b/i.test(text.slice(0, 20000))) return {...arffTable(text, warnings), format: "arff"};
  const total = text.length;
  return linesOf(text, options, warnings, (done) => pause(done, total));
}

/** Names of all columns, each once. @param {string[] | null} names @param {number} width @param {Warning[]} warnings */
function distinct(names, width, warnings) {
  const used = new Set();
  return Array.from({length: width}, (_, k) => {
    const wanted = names?.[k]?.trim() || `column ${k + 1}`;
    const start = wanted === "__proto__" ? "(__proto__)" : wanted;
    let name = start;
    for (let times = 2; used.has(name); times++) name = `${start} (${times})`;
    used.add(name);
    if (name !== wanted) warnings.push({code: "name", column: name, message: `Column ${k + 1} is called “${name}”, since ${start === wanted ? `there is another “${wanted}”` : "JavaScript has another use for its name"}.`});
    return name;
  });
}

/**
 * The columns without those that number the rows, where there are others.
 *
 * @param {import("./columns.js").Raw[]} raws @param {string[] | null} names as they are in the file @param {(name: string) => boolean} wanted @param {Warning[]} warnings
 */
function withoutNumbers(raws, names, wanted, warnings) {
  const own = names?.map((name) => name.trim());
  const gone = own ? raws.filter((raw, k) => !wanted(raw.name) && numbersRows(own, k, raw)) : [];
  if (raws.length < gone.length + 2) return raws;
  for (const {name} of gone) warnings.push({code: "row-numbers", column: name, message: `Column “${name}” has the numbers of the rows and was left out.`, hint: `If it is more than that, give types {${JSON.stringify(name)}: "number"}.`});
  return raws.filter((raw) => !gone.includes(raw));
}

/** A column's different texts, and which of them each row has. @param {string} name @param {string[][]} rows @param {number} k */
function coded(name, rows, k) {
  const seen = new Map();
  /** @type {string[]} */
  const texts = [];
  const trimmed = new Map();
  const codes = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const cell = rows[i][k] ?? "";
    let code = seen.get(cell);
    if (code === undefined) {
      const text = clean(cell);
      code = trimmed.get(text);
      if (code === undefined) {
        trimmed.set(text, (code = texts.length));
        texts.push(text);
      }
      seen.set(cell, code);
    }
    codes[i] = code;
  }
  return {name, texts, codes};
}

/** @param {string} cell */
function clean(cell) {
  const text = cell.trim();
  return text.length > 1 && text[0] === '"' && text.at(-1) === '"' && !/^"[^"]*"[^]*"$/.test(text.slice(0, -1)) ? text.slice(1, -1).trim() : text;
}
