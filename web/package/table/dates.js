/** Dates as people and programs write them. A form reads a text into whole days since 1970-01-01 and seconds of the day. */

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec".split("|");
/** Beginnings of other languages' months, and the month that each is. */
const others = Object.entries({
  mär: 3, mrz: 3, mai: 5, maj: 5, maggio: 5, mayo: 5, mei: 5, okt: 10, oct: 10, ott: 10, dez: 12, déc: 12, dic: 12, des: 12,
  janv: 1, ene: 1, gen: 1, fév: 2, fev: 2, avr: 4, abr: 4, juin: 6, giu: 6, juil: 7, lug: 7, aoû: 8, ago: 8, set: 9,
});

/** @param {string} word */
function monthOf(word) {
  const lower = word.toLowerCase();
  const other = others.find(([start]) => lower.startsWith(start));
  return other ? other[1] : months.indexOf(lower.slice(0, 3)) + 1;
}

const time = String.raw`(?:(?:[T ]|, ?)(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d(?:[.,]\d+)?))? ?(?<half>[ap]\.?m\.?)? ?(?<zone>Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?)?`;
const weekday = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?`;
const word = String.raw`(?<word>[a-zäûéèí]{3,10})\.?`;
const form = (name, words, source, more = {}) => ({name, words, pattern: new RegExp(`^${source}$`, "i"), twin: "", clock: false, ...more});

/** In the order in which they are preferred. twin: the form that has day and month the other way round. */
export const dateForms = [
  form("iso", "year-month-day", String.raw`(?<year>\d{4})(?<s>[-/.])(?<month>\d{1,2})\k<s>(?<day>\d{1,2})${time}`),
  form("month", "year-month", String.raw`(?<year>\d{4})[-/](?<month>\d{1,2})`),
  form("dots", "day.month.year", String.raw`(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d\d)${time}`),
  form("us", "month/day/year", String.raw`(?<month>\d{1,2})(?<s>[-/])(?<day>\d{1,2})\k<s>(?<year>\d{4}|\d\d)${time}`, {twin: "eu"}),
  form("eu", "day/month/year", String.raw`(?<day>\d{1,2})(?<s>[-/])(?<month>\d{1,2})\k<s>(?<year>\d{4}|\d\d)${time}`, {twin: "us"}),
  form("name first", "month day, year", `${weekday}${word} (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})${time}`),
  form("day first", "day month year", `${weekday}(?<day>\\d{1,2})(?:st|nd|rd|th|\\.)?[- ]?${word}[- ,]{1,2}(?<year>\\d{4}|\\d\\d)${time}`),
  form("name", "month year", `${word}[- ,]{1,2}(?<year>\\d{4})`),
  form("clock", "hour:minute", String.raw`(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d(?:[.,]\d+)?))? ?(?<half>[ap]\.?m\.?)?`, {clock: true}),
];

/**
 * @param {string} text
 * @param {typeof dateForms[0]} form
 * @returns {{days: number, seconds: number, timed: boolean} | null}
 */
export function dateIn(text, {pattern, clock}) {
  if (text.length > 50) return null;
  const parts = pattern.exec(text)?.groups;
  if (!parts) return null;
  const {hour, minute, second, half, zone} = parts;
  let seconds = 0;
  if (hour !== undefined) {
    const h = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour);
    if (Number(hour) > (half ? 12 : 24) || Number(minute) > 59 || Number((second ?? "0").replace(",", ".")) >= 61) return null;
    seconds = h * 3600 + Number(minute) * 60 + Number((second ?? "0").replace(",", "."));
    const offset = /([+-])(\d\d):?(\d\d)?/.exec(zone ?? "");
    if (offset) seconds -= Number(`${offset[1]}1`) * (Number(offset[2]) * 3600 + Number(offset[3] ?? 0) * 60);
  }
  if (clock) return {days: 0, seconds, timed: true};
  const month = parts.word ? monthOf(parts.word) : Number(parts.month);
  const year = parts.year.length === 2 ? Number(parts.year) + (Number(parts.year) < 70 ? 2000 : 1900) : Number(parts.year);
  const day = Number(parts.day ?? 1);
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  if (month < 1 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null;
  return {days: at.getTime() / 86400000, seconds, timed: hour !== undefined};
}

/** @param {string} text */
export const isDate = (text) => text.length <= 50 && /\d/.test(text) && dateForms.some((form) => dateIn(text, form));
