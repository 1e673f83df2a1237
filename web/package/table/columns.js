/**
 * What the cells of a column are. All of it is decided for the column as a whole, by its different texts: a cell that
 * comes a thousand times is looked at once.
 */
import {XaiaError} from "../errors.js";
import {dateForms, dateIn, durationIn, isDate, isDateName, lastDayOf} from "./dates.js";
import {isIdName, nearlyAll} from "./ids.js";
import {isGap, isNumber, maybeText, numbersIn, numbersOf, unitNotes} from "./numbers.js";

/**
 * @typedef {"number" | "category" | "date" | "id" | "constant" | "text"} Type
 * @typedef {{code: string, row?: number, column?: string, message: string, hint?: string}} Warning
 * @typedef {{name: string, texts: string[], codes: Int32Array}} Raw a column's different texts, and which of them each row has
 */

export {isGap};
export const types = ["number", "category", "date", "id", "constant", "text"];

/** Whether a cell is a number or a date in any way of writing it. @param {string} text */
export const isValue = (text) => isNumber(text) || isDate(text);

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
  const forced = raws.map(({name}) => (Object.hasOwn(wanted, name) ? wanted[name] : undefined));
  const read = raws.map((raw, k) => numbersOf(raw.texts, forced[k] === "number"));
  const mark = decimal ?? settled(read);
  const columns = raws.map((raw, k) => column(raw, read[k], {decimal, mark, forced: forced[k], delimiter, dayFirst}, warnings));
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
  const few = (/** @type {string[]} */ texts, /** @type {number} */ fits, /** @type {number} */ rows) => texts.length <= 3 && fits >= 10 && rows * 20 <= presentRows;
  const nearly = odd.length > 0 && few(odd, read.fits[by], oddRows) && !odd.some(isDate) && !read.codes.length;
  const isNumbers = read.fits[by] > 0 && !leading && !large && !read.mixed && (odd.length === 0 || nearly);
  const lasting = !forced || forced === "number" ? durationsOf(texts) : null;
  if (lasting) {
    if (lasting.minutes) warn("duration", `${quoted(lasting.minutes)} was read as hours and minutes.`, rowOf(lasting.minutes), "If it means minutes and seconds, write 0:27:30.");
    return finish("number", lasting.values, ["durations, in seconds"]);
  }
  if (forced === "number" || (!forced && isNumbers)) {
    const notes = [];
    const units = [...read.units.values()];
    if (read.mixed) warn("units", `it has different units (${some(read.bare.length ? [...units, "none"] : units)}), and its numbers were taken as they stand.`, rowOf(texts.find((text) => numbersIn(text)?.unit) ?? ""), "Convert them to one unit.");
    else if (units.length && read.bare.length && !read.units.has("%")) warn("units", `${some(read.bare)} ${read.bare.length === 1 ? "has" : "have"} no unit, and others are in ${units[0]}; all were read as ${units[0]}.`, rowOf(read.bare[0]), "Write the unit in all cells, or in none.");
    if (read.inexact.length) warn("inexact", `${some(read.inexact)} ${read.inexact.length === 1 ? "is no exact number: it was" : "are no exact numbers: they were"} read as ${some(read.inexact.slice(0, 3).map((text) => String(numbersIn(text)?.[/** @type {"." | ","} */ (by)])))}.`, rowOf(read.inexact[0]), `If that is wrong, leave these cells empty, or give types {${JSON.stringify(name)}: "category"}.`);
    if (odd.length) warn("not-a-number", `${some(odd)} ${odd.length === 1 && oddRows === 1 ? "is no number and was" : `in ${oddRows} rows are no numbers and were`} read as missing.`, rowOf(odd[0]));
    if (forced === "number") notes.push("numbers, as asked for");
    const ones = texts.filter((text) => !isGap(text));
    if (by === "," && ones.some((text) => text.includes(","))) notes.push("decimal comma");
    if (read.grouped && ones.some((text) => by === "," ? /\d[.'’\s]\d{3}/.test(text) : /\d[,'’\s]\d{3}/.test(text))) notes.push("thousands separators removed");
    notes.push(...unitNotes(read));
    if (read.gaps.size) notes.push(`${some(read.gaps)} ${read.gaps.size === 1 ? "is" : "are"} missing`);
    const different = new Set(read[by].filter((v) => v !== null));
    if (different.size === 2 && different.has(0) && different.has(1)) notes.push("0 and 1: read as numbers; as the outcome they are two classes");
    if (!forced && isIdName(name) && codes.length >= 10 && different.size === codes.length && read[by].every((v) => Number.isInteger(v))) {
      return finish("id", texts, ["whole numbers that are different in each row, with the name of an id: kept as texts"]);
    }
    return finish("number", read[by], notes);
  }

  // Dates
  const asked = (/** @type {Type} */ type) => `give types {${JSON.stringify(name)}: "${type}"}`;
  let doubt = "", doubted = "";
  if (forced === "date" || !forced) {
    const found = datesOf(texts, forced === "date", dayFirst, name, (odd, fits) => odd.length <= 3 && few(odd, fits, odd.reduce((sum, text) => sum + times[texts.indexOf(text)], 0)));
    if (found?.values) {
      if (found.ambiguous) warn("date-order", `${quoted(found.ambiguous)} was read as ${found.as}.`, rowOf(found.ambiguous), `If it is meant otherwise, give dayFirst ${found.as.startsWith("month")}.`);
      if (found.odd.length) warn("not-a-date", `${some(found.odd)} ${found.odd.length === 1 ? "is no date and was" : "are no dates and were"} read as missing.`, rowOf(found.odd[0]));
      if (found.short) warn("century", `its years have two digits: ${found.years}.`, rowOf(found.short), "If that is wrong, write years with four digits.");
      if (found.several) warn("date-forms", `its dates are written in several ways (${found.several}); all were read.`, rowOf(found.first));
      return finish("date", found.values, [found.note], {unit: found.unit});
    }
    if (forced) throw new XaiaError("invalid-option", `types.${name} is "date", but ${quoted(texts.find((t) => !isGap(t)) ?? "")} is no date that is known.`, "Write dates as year-month-day.", {path: `types.${name}`});
    [doubt, doubted] = found ? [found.doubt, found.text] : [];
  }

  // Texts
  const kept = texts.map((text) => (isGap(text) && !(forced && maybeText(text)) ? null : text));
  const notes = [];
  const marks = texts.filter((text, code) => text !== "" && kept[code] === null);
  if (marks.length) notes.push(`${some(marks)} ${marks.length === 1 ? "is" : "are"} missing`);
  const real = kept.filter((text) => text !== null);
  const rows = kept.reduce((sum, text, code) => sum + (text === null ? 0 : times[code]), 0);
  if (forced) return finish(forced, kept, [`${forced}, as asked for`, ...notes]);
  const lower = new Set(real.map((text) => text.toLowerCase()));
  if (lower.size && yesNo.some((pair) => [...lower].every((text) => pair.includes(text)))) {
    if (real.length > lower.size) notes.unshift("upper and lower case are one");
    return finish("category", kept.map((text) => (text === null ? null : text.toLowerCase())), notes);
  }
  const words = marks.filter(maybeText);
  if (words.length && real.length) warn("missing", `${some(words)} ${words.length === 1 ? "stands" : "stand"} for a missing value.`, rowOf(words[0]), `If it is a text, ${asked("category")}.`);
  if (large) return finish("id", kept, ["whole numbers too large to be kept exactly: ids, kept as texts", ...notes]);
  if (leading) notes.unshift("digits with a leading zero: codes, kept as texts");
  else if (read.addresses) notes.unshift("addresses of the internet, kept as texts");
  else if (doubt) {
    notes.unshift(`kept as texts: ${doubt}`);
    warn(doubt.startsWith("dates and texts") ? "mixed" : "code", `${quoted(doubted)} was kept as a text: ${doubt}.`, rowOf(doubted), `If ${doubt.startsWith("dates and texts") ? "the others should be missing" : "it is a date"}, ${asked("date")}.`);
  } else if (read.mixed) {
    const units = some(read.units.size > 1 ? read.units.values() : [...read.units.values(), "none"]);
    notes.unshift(`numbers with different units (${units}): kept as texts`);
    warn("units", `its numbers have different units (${units}), and were kept as texts.`, rowOf(texts.find((text) => numbersIn(text)?.unit) ?? ""), `Convert them to one unit; to take the numbers as they stand, ${asked("number")}.`);
  } else if (read.codes.length && read.codes.length + read.fits[by] === present) {
    notes.unshift("powers of ten, or codes with an E: kept as texts");
    warn("code", `${some(read.codes)} can be a power of ten or a code, and was kept as a text.`, rowOf(read.codes[0]), `If it is a number, ${asked("number")}.`);
  } else if (read.unsure && texts.filter((text) => numbersIn(text)).length * 2 > present) {
    notes.unshift("numbers with something else: kept as texts");
    warn("code", `${quoted(read.unsure)} can be a number with a unit or a bound, or a code, and was kept as a text.`, rowOf(read.unsure), `If it is a number, ${asked("number")}.`);
  } else if (read.fits[by] * 2 > present) {
    notes.unshift(`kept as texts, since ${some(odd)} ${odd.length === 1 ? "is no number" : "are no numbers"}`);
    warn("mixed", `it holds numbers and texts and was read as texts: ${some(odd)}.`, rowOf(odd[0]));
  }
  const long = real.reduce((sum, text) => sum + text.length, 0) > 40 * real.length;
  if (long && real.length * 2 > rows) return finish("text", kept, ["long texts, nearly all different: free text", ...notes]);
  if (nearlyAll(real.length, rows)) return finish("id", kept, [`${real.length === rows ? "a different text in each row" : `${real.length} different texts in ${rows} rows`}: names or ids`, ...notes]);
  return finish("category", kept, notes);
}

/** A column's durations in seconds, where all of its texts are some, and some of them can be nothing else. @param {string[]} texts */
function durationsOf(texts) {
  const found = texts.map((text) => (isGap(text, true) ? null : durationIn(text) ?? undefined));
  if (found.includes(undefined) || !found.some((v) => v?.sure)) return null;
  return {values: found.map((v) => (v ? v.seconds : null)), minutes: found.some((v) => v && !v.minutes) ? "" : texts.find((_, i) => found[i]?.sure) ?? ""};
}

/** Of a form that is a code, too, why it isn't sure; empty where it is. @param {string} form @param {string[]} texts */
function doubtOf(form, texts) {
  const every = (/** @type {RegExp} */ pattern) => texts.every((text) => pattern.test(text));
  if (form === "month") {
    const seasons = texts.length > 1 && texts.every((text) => (Number(text.slice(0, 4)) + 1) % 100 === Number(text.slice(5)));
    return !seasons && every(/^(1[89]|20)\d\d.\d\d$/) && new Set(texts.map((text) => text.slice(5))).size >= 6 ? "" : `it can be a month${seasons ? ", a season" : ""} or a code`;
  }
  const short = form === "dots" || form === "us" || form === "eu" ? every(/^\d{1,2}[.-]\d{1,2}[.-]\d\d$/) && !every(/^\d\d[.-]\d\d[.-]\d\d$/) : form === "iso" && every(/^\d{4}\.\d{1,2}\.\d{1,2}$/) && !every(/^\d{4}\.\d\d\.\d\d$/);
  return short ? "it can be a date or a code" : "";
}

/**
 * A column's dates, where all of its texts are dates (or, where asked for, some are), of one form if there is one; or why
 * they are kept as texts.
 *
 * @param {string[]} texts @param {boolean} forced @param {boolean | undefined} dayFirst @param {string} name the column's
 * @param {(odd: string[], fits: number) => boolean} few whether so few others among so many dates are mistakes
 * @returns {any}
 */
function datesOf(texts, forced, dayFirst, name, few) {
  const present = texts.filter((text) => !isGap(text, true));
  if (!present.length) return null;
  const last = lastDayOf(name);
  const fit = (/** @type {any[]} */ forms) => {
    const values = texts.map((text) => {
      if (isGap(text, true)) return null;
      for (const form of forms) {
        const value = dateIn(text, form, last);
        if (value) return {...value, form};
      }
      return null;
    });
    return {forms, values, odd: texts.filter((text, i) => !isGap(text, true) && !values[i])};
  };
  const order = dayFirst === undefined ? dateForms : dateForms.toSorted((a, b) => Number(a.name === (dayFirst ? "us" : "eu")) - Number(b.name === (dayFirst ? "us" : "eu")));
  const some = present.slice(0, 20);
  const each = order.filter((form) => forced || some.some((text) => dateIn(text, form))).map((form) => fit([form])).sort((a, b) => a.odd.length - b.odd.length);
  if (!each.length) return null;
  const good = (/** @type {ReturnType<typeof fit>} */ {odd}) => odd.length === 0 || few(odd, present.length - odd.length);
  let best = each[0];
  if (!good(best)) {
    // Several forms; which of month and day comes first is the same in all of those that have no names.
    const whole = order.filter(({name, clock}) => !clock && name !== "month" && name !== "name"), slashes = present.filter((text) => whole.some((form) => form.twin && dateIn(text, form)));
    const slash = whole.find((form) => form.twin && slashes.every((text) => dateIn(text, form)));
    const all = fit(whole.filter((form) => !form.twin || form === (slash ?? form)));
    if (all.odd.length < best.odd.length && (slash || forced)) best = all;
    if (!slash && all.odd.length === 0 && !forced) return {doubt: "some have the day first, others the month", text: slashes[0]};
  }
  const fits = present.length - best.odd.length;
  if (fits === 0) return null;
  if (!forced && !good(best)) return fits * 2 > present.length ? {doubt: `dates and texts (${quoted(best.odd[0])})`, text: best.odd[0]} : null;
  const used = [...new Set(best.values.flatMap((v) => (v ? [v.form] : [])))];
  if (!forced && !isDateName(name)) {
    const doubts = used.map((form) => doubtOf(form.name, texts.filter((_, i) => best.values[i]?.form === form)));
    if (doubts.every(Boolean)) return {doubt: doubts[0], text: texts[best.values.findIndex(Boolean)]};
  }
  const timed = best.values.some((v) => v?.timed), clock = used.some((form) => form.clock);
  const twin = used.find((form) => form.twin);
  const other = dayFirst === undefined && twin && each.find(({forms: [form], odd}) => form.name === twin.twin && odd.every((text) => !dateIn(text, twin)));
  const pair = !other ? -1 : texts.findIndex((_, i) => best.values[i] && other.values[i] && best.values[i].days !== other.values[i].days);
  const unit = clock ? "times of day, as seconds since midnight" : timed ? "dates with times, as seconds since 1970-01-01 UTC" : "dates, as days since 1970-01-01";
  const short = best.values.findIndex((v) => v?.short);
  const years = best.values.flatMap((v) => (v?.short ? [new Date(v.days * 864e5).getUTCFullYear()] : []));
  return {
    values: best.values.map((v) => (v ? (timed || clock ? v.days * 86400 + v.seconds : v.days) : null)),
    odd: best.odd, first: texts[best.values.findIndex(Boolean)],
    ambiguous: pair >= 0 ? texts[pair] : "", as: twin?.words ?? "", unit: clock ? "seconds of the day" : timed ? "seconds" : "days",
    short: short < 0 ? "" : texts[short], years: years.length ? `${quoted(texts[short])} was read as ${years[0]}${years.length > 1 ? `, and all lie in ${years.reduce((a, b) => Math.min(a, b))} to ${years.reduce((a, b) => Math.max(a, b))}` : ""}` : "",
    several: used.length > 1 ? used.map(({words}) => words).join(", ") : "", note: `${unit} (${used.map(({words}) => words).join("; ")})`,
  };
}
