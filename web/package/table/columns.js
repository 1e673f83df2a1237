/**
 * What the cells of a column are. All of it is decided for the column as a whole, by its different texts: a cell that
 * comes a thousand times is looked at once.
 */
import {XaiaError} from "../errors.js";
import {dateForms, dateIn, isDate} from "./dates.js";
import {isIdName, nearlyAll} from "./ids.js";

/**
 * @typedef {"number" | "category" | "date" | "id" | "constant" | "text"} Type
 * @typedef {{code: string, row?: number, column?: string, message: string, hint?: string}} Warning
 * @typedef {{name: string, texts: string[], codes: Int32Array}} Raw a column's different texts, and which of them each row has
 */

export const types = ["number", "category", "date", "id", "constant", "text"];

/** Stands for a missing value everywhere; the second kind does where the rest is numbers or dates, and may be a text elsewhere. */
const gap = /^(|n\/?a|nan|null|\(null\)|\\n|\?|-|#n\/a|#(div\/0|value|ref|name|num|null)[!?])$/i;
const gapAmongNumbers = /^(none|nil|missing|--+|–|—|\.+|…|[+-]?inf(inity)?|#+)$/i;

/** @param {string} text @param {boolean} [amongNumbers] */
export const isGap = (text, amongNumbers = false) => gap.test(text) || (amongNumbers && gapAmongNumbers.test(text));

/** No number is longer; nor does a long cell cost more than a short one. */
const longest = 60;
const shell = /^(\()?([+\-−])?\s*([$€£¥₹₽₩₺₪₫₴]|(?:USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|AUD|CAD|BRL|R\$|Fr\.|kr\.?)(?=[\s\d.+\-−]))?\s*([+\-−])?((?:\d|[.,]\d)(?:[\d.,'’ \u00a0\u202f\u2009]*[\d.,])?)(e[+-]?\d+)?\s*(%|[$€£¥₹₽₩₺₪₫₴]|USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|AUD|CAD|BRL|kr|zł|Kč)?(\))?$/i;
const plain = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i; // one way to read each digit: with two, a long cell would take the square of its length

/** Whole parts as they are grouped; a group never follows a lone 0. */
const point = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3}|[1-9]\d{0,2}(?:[ '’\u00a0\u202f\u2009]\d{3})+)?(?:\.(\d*))?$/;
const comma = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:[ '’\u00a0\u202f\u2009]\d{3})+)?(?:,(\d*))?$/;

/**
 * A cell as a number for each decimal mark; NaN where it is none.
 *
 * @param {string} text
 */
function numbersIn(text) {
  if (text.length > longest) return null;
  const found = shell.exec(text);
  if (!found) return null;
  const [, open, before, front, between, body, exponent = "", behind, close] = found;
  if (Boolean(open) !== Boolean(close) || (before && between) || (front && behind && behind !== "%") || (open && (before || between))) return null;
  const sign = open || (before || between) === "-" || (before || between) === "−" ? "-" : "";
  const as = (/** @type {RegExp} */ form) => {
    const parts = form.exec(body);
    return parts && (parts[1] || parts[2]) ? Number(`${sign}${(parts[1] ?? "").replace(/\D/g, "")}.${parts[2] ?? ""}0${exponent}`) : NaN;
  };
  const unit = (front ?? behind ?? "").toUpperCase();
  return {".": as(point), ",": as(comma), unit, grouped: /[\d][,.'’\s\u00a0\u202f\u2009]\d{3}(?!\d)/.test(body), whole: !/[.,]\d*$/.test(body), negative: Boolean(open)};
}

/** Whether a cell is a number or a date in any way of writing it. @param {string} text */
export function isValue(text) {
  if (plain.test(text)) return true;
  const found = numbersIn(text);
  return (found !== null && (Number.isFinite(found["."]) || Number.isFinite(found[","]))) || isDate(text);
}

/**
 * The numbers of a column's texts, by decimal mark, and which mark its own texts settle.
 *
 * @param {string[]} texts
 */
function numbersOf(texts) {
  const result = {".": [], ",": [], fits: {".": 0, ",": 0}, units: new Set(), present: 0, grouped: false, ambiguous: false, mixed: false, negatives: false, odd: {".": [], ",": []}, gaps: new Set()};
  let bare = false;
  for (const text of texts) {
    let dot = NaN, com = NaN;
    if (isGap(text, true)) {
      if (text !== "") result.gaps.add(text);
      result["."].push(null);
      result[","].push(null);
      continue;
    }
    result.present++;
    if (plain.test(text) && !/\.\d{3}$/.test(text)) {
      dot = Number(text);
      com = text.includes(".") ? NaN : dot;
      if (dot !== 0) bare = true;
    } else {
      const found = numbersIn(text);
      if (found) {
        dot = found["."];
        com = found[","];
        if (found.unit) result.units.add(found.unit);
        else if (dot !== 0) bare = true;
        result.grouped ||= found.grouped;
        result.negatives ||= found.negative;
        if (Number.isFinite(dot) && Number.isFinite(com) && dot !== com) result.ambiguous = true;
      }
    }
    for (const [mark, value] of /** @type {["." | ",", number][]} */ ([[".", dot], [",", com]])) {
      if (Number.isFinite(value)) result.fits[mark]++;
      else result.odd[mark].push(text);
      result[mark].push(Number.isFinite(value) ? value : null);
    }
  }
  result.mixed = result.units.size > 1 || (result.units.has("%") && bare);
  return result;
}

/** The decimal mark that most columns settle. @param {ReturnType<typeof numbersOf>[]} all */
function settled(all) {
  const votes = {".": 0, ",": 0};
  for (const {fits, present} of all) {
    const dot = fits["."] === present, com = fits[","] === present;
    if (present && dot !== com) votes[dot ? "." : ","]++;
  }
  return votes["."] === votes[","] ? null : votes["."] > votes[","] ? "." : ",";
}

const quoted = (/** @type {string} */ text) => `“${text.length > 30 ? `${text.slice(0, 29)}…` : text}”`;
const some = (/** @type {Iterable<string>} */ list) => {
  const all = [...list];
  return all.slice(0, 3).map(quoted).join(", ") + (all.length > 3 ? ` and ${all.length - 3} more` : "");
};

const yesNo = [["yes", "no"], ["true", "false"], ["y", "n"], ["t", "f"], ["on", "off"], ["ja", "nein"], ["oui", "non"], ["sí", "no"], ["si", "no"]];

/**
 * @param {Raw[]} raws
 * @param {{decimal?: "." | ",", types?: Record<string, Type>, delimiter?: string, dayFirst?: boolean, dateParts?: string[]}} options
 * @param {Warning[]} warnings
 */
export function typedColumns(raws, {decimal, types: wanted = {}, delimiter, dayFirst, dateParts = []}, warnings) {
  for (const [name, type] of Object.entries(wanted)) {
    const place = {path: `types.${name}`};
    if (!raws.some((raw) => raw.name === name)) throw new XaiaError("invalid-option", `types names a column ${quoted(name)}, which the table doesn't have.`, `Its columns are ${some(raws.map((raw) => raw.name))}.`, place);
    if (!types.includes(type)) throw new XaiaError("invalid-option", `types.${name} is ${quoted(String(type))}.`, `Give one of ${types.join(", ")}.`, place);
  }
  const read = raws.map((raw) => numbersOf(raw.texts));
  const mark = decimal ?? settled(read);
  const columns = raws.map((raw, k) => column(raw, read[k], {decimal, mark, forced: Object.hasOwn(wanted, raw.name) ? wanted[raw.name] : undefined, delimiter, dayFirst}, warnings));
  return {columns: columns.flatMap((c) => [c, ...dateParts.flatMap((part) => partOf(c, part, raws) ?? [])]), decimal: mark};
}

const weekdays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]; // 1970-01-01 was a Thursday

/** The hour or the weekday of a column of dates, as a column of its own. @param {any} of @param {string} part @param {Raw[]} raws */
function partOf({name, type, unit, missing, by, codes}, part, raws) {
  if (type !== "date" || unit === (part === "hour" ? "days" : "seconds of the day")) return null;
  const day = unit === "days" ? 1 : 86400;
  const value = (/** @type {number} */ v) => (part === "hour" ? Math.floor((v - Math.floor(v / day) * day) / 3600) : weekdays[((Math.floor(v / day) % 7) + 7) % 7]);
  let own = `${name} ${part}`;
  while (raws.some((raw) => raw.name === own)) own += " (2)";
  return {name: own, type: /** @type {Type} */ (part === "hour" ? "number" : "category"), missing, note: `the ${part} of ${quoted(name)}`, by: by.map((v) => (v === null ? null : value(v))), codes};
}

/** @param {Raw} raw @param {ReturnType<typeof numbersOf>} read @param {any} how @param {Warning[]} warnings */
function column({name, texts, codes}, read, {decimal, mark, forced, delimiter, dayFirst}, warnings) {
  const times = new Int32Array(texts.length);
  for (const code of codes) times[code]++;
  const rowOf = (/** @type {string} */ text) => codes.indexOf(texts.indexOf(text));
  const warn = (/** @type {string} */ code, /** @type {string} */ message, /** @type {number} */ row = -1, hint = "") => warnings.push({code, ...(row >= 0 ? {row} : {}), column: name, message: `Column ${quoted(name)}: ${message}`, ...(hint ? {hint} : {})});
  const finish = (/** @type {Type} */ type, /** @type {(number | string | null)[]} */ by, /** @type {string[]} */ notes, more = {}) => {
    let missing = 0;
    by.forEach((value, code) => (missing += value === null ? times[code] : 0));
    const column = {name, type, missing, note: notes.join("; "), ...more, by, codes};
    const different = new Set(by.filter((value) => value !== null)).size;
    if (forced || different > 1 || (different === 1 && codes.length === 1)) return column; // one row tells nothing about its columns
    return {...column, type: /** @type {Type} */ ("constant"), note: different ? `the same in every row: ${by.find((value) => value !== null)}` : "empty"};
  };

  // Numbers
  const {present} = read;
  const leading = texts.some((text) => /^0\d+$/.test(text)) && texts.every((text) => isGap(text) || /^\d+$/.test(text));
  const large = texts.some((text) => /\d\.\d/.test(text)) ? undefined : texts.find((text) => /^[+-]?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text))); // beside fractions they are no ids
  let by = decimal ?? (read.fits["."] === read.fits[","] ? mark ?? "." : read.fits["."] > read.fits[","] ? "." : ",");
  if (!decimal && read.ambiguous && !mark && delimiter !== "," && read.fits["."] === present && read.fits[","] === present) {
    const sample = texts.find((text) => { const found = numbersIn(text); return found && found["."] !== found[","] && Number.isFinite(found["."]) && Number.isFinite(found[","]); });
    const value = read["."][texts.indexOf(sample)];
    by = ".";
    warn("decimal", `${quoted(sample)} was read as ${value}.`, rowOf(sample), 'If the mark is the other one, give decimal ",".');
  }
  const odd = read.odd[by];
  const isOdd = new Set(odd);
  const oddRows = odd.length ? texts.reduce((sum, text, code) => sum + (isOdd.has(text) ? times[code] : 0), 0) : 0;
  const presentRows = texts.reduce((sum, text, code) => sum + (isGap(text, true) ? 0 : times[code]), 0);
  const nearly = odd.length > 0 && odd.length <= 3 && read.fits[by] >= 10 && oddRows * 20 <= presentRows && !odd.some((text) => dateForms.some((form) => dateIn(text, form)));
  const isNumbers = read.fits[by] > 0 && !leading && !large && !read.mixed && (odd.length === 0 || nearly);
  if (forced === "number" || (!forced && isNumbers)) {
    const notes = [];
    if (odd.length) warn("not-a-number", `${some(odd)} ${odd.length === 1 && oddRows === 1 ? "is no number and was" : `in ${oddRows} rows are no numbers and were`} read as missing.`, rowOf(odd[0]));
    if (forced === "number") notes.push("numbers, as asked for");
    const ones = texts.filter((text) => !isGap(text));
    if (by === "," && ones.some((text) => text.includes(","))) notes.push("decimal comma");
    if (read.grouped && ones.some((text) => by === "," ? /\d[.'’\s]\d{3}/.test(text) : /\d[,'’\s]\d{3}/.test(text))) notes.push("thousands separators removed");
    if (read.units.has("%")) notes.push("in percent");
    else if (read.units.size) notes.push(`amounts in ${[...read.units].join(", ")}`);
    if (read.negatives) notes.push("parentheses are negative");
    if (read.gaps.size) notes.push(`${some(read.gaps)} ${read.gaps.size === 1 ? "is" : "are"} missing`);
    const different = new Set(read[by].filter((v) => v !== null));
    if (different.size === 2 && different.has(0) && different.has(1)) notes.push("0 and 1: read as numbers; as the outcome they are two classes");
    if (!forced && isIdName(name) && codes.length >= 10 && different.size === codes.length && read[by].every((v) => Number.isInteger(v))) {
      return finish("id", texts, ["whole numbers that are different in each row, with the name of an id: kept as texts"]);
    }
    return finish("number", read[by], notes);
  }

  // Dates
  if (forced === "date" || !forced) {
    const found = datesOf(texts, forced === "date", dayFirst);
    if (found) {
      if (found.ambiguous) warn("date-order", `${quoted(found.ambiguous)} was read as ${found.as}.`, rowOf(found.ambiguous), `If it is meant otherwise, give dayFirst ${found.as.startsWith("month")}.`);
      if (found.odd.length) warn("not-a-date", `${some(found.odd)} ${found.odd.length === 1 ? "is no date and was" : "are no dates and were"} read as missing.`, rowOf(found.odd[0]));
      return finish("date", found.values, [found.note], {unit: found.unit});
    }
    if (forced) throw new XaiaError("invalid-option", `types.${name} is "date", but ${quoted(texts.find((t) => !isGap(t)) ?? "")} is no date that is known.`, "Write dates as year-month-day.", {path: `types.${name}`});
  }

  // Texts
  const kept = texts.map((text) => (isGap(text) ? null : text));
  const notes = [];
  const marks = texts.filter((text) => text !== "" && isGap(text));
  if (marks.length) notes.push(`${some(marks)} ${marks.length === 1 ? "is" : "are"} missing`);
  const real = kept.filter((text) => text !== null);
  const rows = kept.reduce((sum, text, code) => sum + (text === null ? 0 : times[code]), 0);
  if (forced) return finish(forced, kept, [`${forced}, as asked for`, ...notes]);
  const lower = new Set(real.map((text) => text.toLowerCase()));
  if (lower.size && yesNo.some((pair) => [...lower].every((text) => pair.includes(text)))) {
    if (real.length > lower.size) notes.unshift("upper and lower case are one");
    return finish("category", kept.map((text) => (text === null ? null : text.toLowerCase())), notes);
  }
  if (large) return finish("id", kept, ["whole numbers too large to be kept exactly: ids, kept as texts", ...notes]);
  if (leading) notes.unshift("digits with a leading zero: codes, kept as texts");
  else if (read.mixed) notes.unshift(`numbers with different units (${some([...read.units])}): kept as texts`);
  else if (read.fits[by] * 2 > present) {
    notes.unshift(`kept as texts, since ${some(odd)} ${odd.length === 1 ? "is no number" : "are no numbers"}`);
    warn("mixed", `it holds numbers and texts and was read as texts: ${some(odd)}.`, rowOf(odd[0]));
  }
  const long = real.reduce((sum, text) => sum + text.length, 0) > 40 * real.length;
  if (long && real.length * 2 > rows) return finish("text", kept, ["long texts, nearly all different: free text", ...notes]);
  if (nearlyAll(real.length, rows)) return finish("id", kept, [`${real.length === rows ? "a different text in each row" : `${real.length} different texts in ${rows} rows`}: names or ids`, ...notes]);
  return finish("category", kept, notes);
}

/**
 * A column's dates, where all of its texts are dates of one form (or, where asked for, some are).
 *
 * @param {string[]} texts @param {boolean} forced @param {boolean} [dayFirst]
 */
function datesOf(texts, forced, dayFirst) {
  const present = texts.filter((text) => !isGap(text, true));
  if (!present.length) return null;
  const fit = (/** @type {any} */ form) => {
    const values = texts.map((text) => (isGap(text, true) ? null : dateIn(text, form)));
    const odd = texts.filter((text, i) => !isGap(text, true) && !values[i]);
    return {form, values, odd};
  };
  const first = present[0];
  const forms = dayFirst === undefined ? dateForms : dateForms.toSorted((a, b) => Number(a.name === (dayFirst ? "us" : "eu")) - Number(b.name === (dayFirst ? "us" : "eu")));
  const all = forms.filter((form) => forced || dateIn(first, form)).map(fit).sort((a, b) => a.odd.length - b.odd.length);
  const best = all[0];
  if (!best || best.odd.length === present.length || (best.odd.length && !forced)) return null;
  const timed = best.values.some((v) => v?.timed);
  const other = dayFirst === undefined && best.form.twin && all.find(({form, odd}) => form.name === best.form.twin && odd.length === best.odd.length);
  const pair = other && texts.find((_, i) => best.values[i] && best.values[i].days !== other.values[i].days);
  const unit = best.form.clock ? "times of day, as seconds since midnight" : timed ? "dates with times, as seconds since 1970-01-01 UTC" : "dates, as days since 1970-01-01";
  return {
    values: best.values.map((v) => (v ? (timed || best.form.clock ? v.days * 86400 + v.seconds : v.days) : null)),
    odd: best.odd,
    ambiguous: pair, as: best.form.words, unit: best.form.clock ? "seconds of the day" : timed ? "seconds" : "days",
    note: `${unit} (${best.form.words})`,
  };
}
