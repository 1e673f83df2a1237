/** Dates as people and programs write them. A form reads a text into whole days since 1970-01-01 and seconds of the day. */

/** The months, as languages write them; a beginning of three letters or more is one, too. */
const months = `january januar janvier janeiro januari enero gennaio ene gen jän jänner|february februar février fevereiro februari febrero febbraio feb|march märz mars março maart marzo mrz|april avril abril aprile|may mai maj maio mei mayo maggio
june juni juin junho junio giugno|july juli juillet julho julio luglio|august août agosto augustus augusti|september septembre setembro septiembre settembre sept|october oktober octobre outubro octubre ottobre okt|november novembre novembro noviembre|december dezember décembre dezembro desember diciembre dicembre`
  .split(/[|\n]/).map((line) => line.trim().split(" "));

/** @param {string} word */
function monthOf(word) {
  const lower = word.toLowerCase();
  return months.findIndex((names) => names.some((name) => name.startsWith(lower))) + 1;
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

const today = () => Math.floor(Date.now() / 864e5);
const birth = /birth|born|\bdob\b|geburt|geboren|\bgeb\b|naiss|nacim|nasc/i;
const ahead = /expir|matur|due|deadline|valid|until|fällig|ablauf|échéance|venc/i;
const dated = /^(dates?|datum|datums|dato|data|fecha|datetime|time|timestamp|when|wann|day|days?|tag|month|months|monat|mois|mes|year|period|since|until|start|started|begin|end|ended|finish|created|updated|modified|opened|closed|joined|left|hired|admitted|discharged|visit|visited|delivered|ordered|shipped|issued|published|released|signed|paid|expires|expiry|due|deadline|dob)$/i;
const words = (/** @type {string} */ name) => name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[^\p{L}]+/u);

/** Whether a column's name says that it holds dates. @param {string} name */
export const isDateName = (name) => birth.test(name) || words(name).some((word) => dated.test(word) || /date$|datum$/i.test(word));

/** The last day that a column's years of two digits may mean: nobody is born in the future, and little else is far ahead. @param {string} name */
export const lastDayOf = (name) => today() + Math.round(365.25 * (birth.test(words(name).join(" ")) ? 0 : ahead.test(name) ? 50 : 5));

const dayOf = (/** @type {number} */ year, /** @type {number} */ month, /** @type {number} */ day) => {
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  return month < 1 || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day ? NaN : at.getTime() / 864e5;
};

/**
 * @param {string} text
 * @param {typeof dateForms[0]} form
 * @param {number} [last] a year of two digits means none after this day
 * @returns {{days: number, seconds: number, timed: boolean, short: boolean} | null} short: its year has two digits
 */
export function dateIn(text, {pattern, clock}, last = Infinity) {
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
  if (clock) return {days: 0, seconds, timed: true, short: false};
  const month = parts.word ? monthOf(parts.word) : Number(parts.month), day = Number(parts.day ?? 1);
  const short = parts.year.length === 2;
  let days = dayOf(Number(parts.year) + (short ? 2000 : 0), month, day);
  if (short && !(days <= last)) days = dayOf(Number(parts.year) + 1900, month, day);
  return Number.isNaN(days) ? null : {days, seconds, timed: hour !== undefined, short};
}

const lasting = /^(?<sign>-)?(?:(?<days>\d{1,6}) ?d(?:ays?)?,? ?)?(?<a>\d{1,6}):(?<b>[0-5]\d)(?::(?<c>[0-5]\d))?(?<f>[.,]\d{1,9})?(?<h> ?h(?:rs?|ours?)?)?$/i;
const iso = /^(?<sign>-)?P(?=.)(?:(?<w>\d+)W)?(?:(?<days>\d+)D)?(?:T(?=.)(?:(?<h>\d+)H)?(?:(?<m>\d+)M)?(?:(?<s>\d+(?:[.,]\d+)?)S)?)?$/;
const fixed = (/** @type {string | undefined} */ text) => Number((text ?? "0").replace(",", "."));

/**
 * A text as a duration: 25:10:00, 1 day 02:00:00, 3:25.5, 26:30 h, PT1H30M.
 *
 * @param {string} text
 * @returns {{seconds: number, sure: boolean, minutes: boolean} | null} sure: no time of day looks so; minutes: 27:30 may be minutes and seconds
 */
export function durationIn(text) {
  if (text.length > 40) return null;
  const named = iso.exec(text)?.groups;
  if (named) return {seconds: (named.sign ? -1 : 1) * (604800 * fixed(named.w) + 86400 * fixed(named.days) + 3600 * fixed(named.h) + 60 * fixed(named.m) + fixed(named.s)), sure: true, minutes: false};
  const parts = lasting.exec(text)?.groups;
  if (!parts) return null;
  const {sign, days, a, b, c, f, h} = parts;
  const short = c === undefined && f !== undefined; // minutes:seconds.decimals
  const seconds = short ? 60 * Number(a) + Number(b) : 3600 * Number(a) + 60 * Number(b) + fixed(c);
  return {
    seconds: (sign ? -1 : 1) * (86400 * fixed(days) + seconds + Number((f ?? "0").replace(/[.,]/, "0."))),
    sure: Boolean(sign || days || short || h || Number(a) > 24), minutes: c === undefined && !short && !h && !days,
  };
}

/** @param {string} text */
export const isDate = (text) => text.length <= 50 && /\d/.test(text) && (dateForms.some((form) => dateIn(text, form)) || durationIn(text) !== null);
