/**
 * Tables from files: text in many dialects, JSON, ARFF, workbooks and parquet become rows that `fit` takes; and tables as
 * CSV or workbooks.
 *
 * ```js
 * import {fit} from "xaia";
 * import {readTable} from "xaia/table";
 *
 * const {rows, columns, warnings} = await readTable(file);
 * const model = await fit(rows, "price", {missing: "mean", duplicates: "mean"});
 * ```
 */
/**
 * What a column is:
 * - `number`: numbers.
 * - `category`: texts that come again; yes and no, true and false in lower case.
 * - `date`: numbers, days since 1970-01-01, or seconds since then (UTC) where a cell has a time of day.
 * - `id`: texts, different in nearly each row (nine of ten, or more than half of them if they are more than 100): ids and names.
 *   Whole numbers beyond 2^53 are ids, too, and those that are different in each row of a column "id", "key", "nr" and the like.
 * - `constant`: the same in every row, or empty.
 * - `text`: long texts, nearly all different.
 */
export type ColumnType = "number" | "category" | "date" | "id" | "constant" | "text";

export interface TableColumn {
  /** As in the file. Without one: `column 3`. The second of the same name: `name (2)`. */
  name: string;
  type: ColumnType;
  /** In how many rows it is null. */
  missing: number;
  /** What it was read as and why, where that isn't plain: "decimal comma", "in percent: 5 % is 5", "amounts in kg", "durations, in seconds", "dates, as days since …". */
  note?: string;
  /** Of dates: what their numbers count, from 1970-01-01 UTC on or from midnight on. */
  unit?: "days" | "seconds" | "seconds of the day";
}

/** Something that was decided, and may be otherwise. */
export interface TableWarning {
  /**
   * - `comment`, `title`, `footer`, `empty`: lines that were left out.
   * - `row-numbers`: a column with the numbers of the rows, as pandas and R write it ("", "Unnamed: 0", "...1", "rownames", "index";
   *   "X" and "V1" where they count from 0 or 1 and no "Y" or "V2" is there), was left out; `types` keeps it.
   * - `ragged`: lines with fewer cells (kept; the last are missing) or more (left out).
   * - `quotes`: a quote inside a quoted cell.
   * - `header`: whether the first line holds names was a guess. `header-lines`: several lines are names, or a line below them, as
   *   survey tools write it, was left out.
   * - `row-names`: the names lack the one of the first column, as R writes tables. `name`: a name came twice.
   * - `encoding`: the text is not UTF-8; what it was read as, lines that differ, and bytes that are no text. `sheet`: one of several sheets.
   * - `decimal`, `date-order`: a number or date that can be read in two ways, and which was taken.
   * - `orientation`: JSON of objects in an object, whose outer names may be rows' or columns'. `weights`: weights of ARFF, left out.
   * - `not-a-number`, `not-a-date`: a few cells that were read as missing. `mixed`: numbers, or dates, and texts, read as texts.
   * - `units`: numbers with different units (texts), or some without the unit of the others. `inexact`: a bound (<0.01), an
   *   error (± 0.1) or “about”, read as its number. `duration`: 25:30 was read as hours and minutes.
   * - `century`: years of two digits, and what they became. `date-forms`: dates written in several ways, all read.
   * - `code`: texts that can be a date or a number, or a code (1-1-19, 2001-12, 2E4), kept as texts; `types` reads them.
   * - `missing`: NA, Null or NaN among texts, which may be one. `types` with `category`, `id` or `text` keeps it.
   * - `merged`: a workbook's merged cells, whose value stands in all of their rows. `formula`: formulas without values.
   */
  code: "comment" | "title" | "footer" | "empty" | "row-numbers" | "ragged" | "quotes" | "header" | "header-lines" | "row-names" | "name" | "encoding" | "sheet"
    | "decimal" | "date-order" | "orientation" | "weights" | "not-a-number" | "not-a-date" | "mixed" | "units" | "inexact" | "duration"
    | "century" | "date-forms" | "code" | "missing" | "merged" | "formula";
  /** The place in `rows`, where there is one. The message names lines of the file, from 1. */
  row?: number;
  /** The column's name. */
  column?: string;
  /** One sentence, with the lines or cells that it is about. */
  message: string;
  /** What to do where it was decided wrongly. */
  hint?: string;
}

export interface ReadTableOptions {
  /**
   * A text's encoding, by a name that TextDecoder knows: "windows-1250", "gb18030", "shift_jis". Else it is UTF-8, UTF-16, or found
   * by its letters; a warning says which was taken. It takes a few milliseconds.
   */
  encoding?: string;
  /** What separates cells; " " stands for one blank or more. Else it is found out. */
  delimiter?: string;
  /** Else it is found out by column. */
  decimal?: "." | ",";
  /** Whether the first line holds names, or how many lines do. Else it is found out. */
  header?: boolean | number;
  /** So many lines at the top are left out. */
  skip?: number;
  /** The types of columns by their names, in place of what is found out. Cells that are no number or date are then missing; texts keep NA, Null and NaN. */
  types?: Record<string, ColumnType>;
  /** Whether 03/04/2020 is the 3rd of April. Else the column's other dates say it, or it is read as the 4th of March. */
  dayFirst?: boolean;
  /** Columns of dates get others beside them: their hour, from 0 to 23, and their weekday ("Monday"). */
  dateParts?: ("hour" | "weekday")[];
  /** Of a workbook: a sheet's name, or its number from 1. Else the first that isn't empty, hidden ones last. */
  sheet?: string | number;
  /** Called while the file is read. If it throws, the call ends with that error. */
  onProgress?: (progress: {done: number; total: number}) => void;
  /** Aborting rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface ReadRowsOptions extends ReadTableOptions {
  /** The column that is the outcome: it becomes `y`, and the rows don't have it. */
  target?: string;
}

/** What was found out of a file as a whole. */
export interface TableDialect {
  format: "text" | "json" | "arff" | "xlsx" | "parquet";
  /** Of text that is neither UTF-8 nor UTF-16: what it was read as. */
  encoding?: string;
  /** Of text: what separates cells; " " and "  " are so many blanks or more, "fixed" are columns of blanks. */
  delimiter?: string;
  /** Of text: the decimal mark that most columns have; null where none tells. */
  decimal?: "." | "," | null;
  /** How many lines are names. */
  header: number;
  /** How many lines were left out at the top, as asked for. */
  skip: number;
  /** Of a workbook: the sheet that was read, and all of them. */
  sheet?: string;
  sheets?: string[];
}

export interface Table {
  /** Each has every column but the target; a missing value is null. */
  rows: Record<string, number | string | null>[];
  /** The target's values, where one was given. */
  y?: (number | string | null)[];
  columns: TableColumn[];
  warnings: TableWarning[];
  dialect: TableDialect;
}

/** A column whose row i has the value `dictionary[indices[i]]`. */
export interface CodedColumn extends TableColumn {
  dictionary: (number | string | null)[];
  indices: Int32Array;
}

export interface TableOfColumns {
  /** How many rows there are. */
  total: number;
  columns: CodedColumn[];
  warnings: TableWarning[];
  dialect: TableDialect;
}

/**
 * Reads a table from a File or Blob, bytes, or text: CSV and its kin with whatever separator, decimal mark, quotes and
 * encoding, columns of blanks, Markdown, JSON (records, columns, a record in each line), ARFF, .xlsx, .parquet, and any of
 * these as .gz. `types`, `delimiter`, `decimal`, `header` and `skip` override what is found out; `dialect` says it.
 *
 * Errors are those of the package, with `code` and `hint`:
 * - `invalid-input`: an empty file, an unclosed quote or cells that don't line up (with the line), damaged files.
 * - `unsupported`: HTML, PDF, .xls, pictures and the like.
 * - `too-large`: more than 256 MB, packed or unpacked, 10,000 columns, 10 million rows (of parquet 5 million) or 50 million
 *   cells. Rows of a workbook count where something is in them. Each bound is checked before there is room for what it bounds.
 * - `invalid-option`, `unknown-option`: with `path`.
 */
export function readTable(source: Blob | ArrayBuffer | ArrayBufferView | string, options: ReadRowsOptions & {target: string}): Promise<Table & {y: (number | string | null)[]}>;
export function readTable(source: Blob | ArrayBuffer | ArrayBufferView | string, options?: ReadRowsOptions): Promise<Table>;

/** The same by columns: small where values come again, and quickly passed from a worker to a page. */
export function readColumns(source: Blob | ArrayBuffer | ArrayBufferView | string, options?: ReadTableOptions): Promise<TableOfColumns>;

export interface WriteTableOptions {
  /** As CSV in UTF-8, or as a workbook of Excel with one sheet. Default "csv". */
  format?: "csv" | "xlsx";
  /**
   * The columns in their order, by names or as readTable gave them: with their `unit` dates are written as dates. Else
   * all that the rows have, with dates as numbers. Rows that are arrays have their values in this order.
   */
  columns?: (string | Pick<TableColumn, "name" | "unit">)[];
}

/**
 * Writes a table, with a line of names, as the bytes of a file. Numbers keep all of their digits; null is an empty cell.
 *
 * ```js
 * const {rows, columns} = await readTable(file);
 * const answers = await model.predict(rows);
 * const bytes = await writeTable(rows.map((row, i) => ({...row, prediction: answers[i]})), {format: "xlsx", columns: [...columns, "prediction"]});
 * ```
 *
 * In CSV, a text that a spreadsheet would run as a formula gets a quote before it. A workbook that would have more than 256
 * MB, 1,048,575 rows, 16,384 columns or 32,767 characters in a cell is refused with `too-large`, other values than numbers,
 * texts, true, false and null with `invalid-input`.
 */
export function writeTable(rows: readonly (Readonly<Record<string, any>> | readonly any[])[], options?: WriteTableOptions): Promise<Uint8Array>;

/** The class of its errors. It is a copy of the package's: compare `code`, or use this one with instanceof. */
export {XaiaError} from "./xaia.js";
