/**
 * Numbers as people and programs write them: decimal marks, thousands, currencies, units, bounds. All of a column is looked
 * at before one of its cells is a number: what a column has once may be a code, what it has everywhere is a unit.
 */

/** Stands for a missing value everywhere; the second kind does where the rest is numbers or dates, and may be a text elsewhere. */
const gap = /^(|n\/?a|n\.\s?a\.?|nan|null|\(null\)|\\n|\?|-|#n\/a|#(div\/0|value|ref|name|num|null)[!?])$/i;
const gapAmongNumbers = /^(none|nil|missing|--+|–|—|\.+|…|[+-]?inf(inity)?|#+)$/i;
/** Words of a gap that are texts, too: Namibia, sodium, a surname. Where texts are asked for, they are kept. */
const perhapsText = /^(na|nan|null)$/i;

/** @param {string} text @param {boolean} [amongNumbers] */
export const isGap = (text, amongNumbers = false) => gap.test(text) || (amongNumbers && gapAmongNumbers.test(text));
/** @param {string} text */
export const maybeText = (text) => perhapsText.test(text);

/** No number is longer; nor does a long cell cost more than a short one. */
const longest = 60;
const plain = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i; // one way to read each digit: with two, a long cell would take the square of its length

const codes = "USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|SEK|NOK|DKK|ISK|PLN|CZK|HUF|RON|BGN|RUB|UAH|TRY|ILS|AED|SAR|ZAR|KRW|TWD|HKD|SGD|THB|IDR|MYR|PHP|VND|AUD|NZD|CAD|MXN|BRL|ARS|CLP|COP";
const currency = new RegExp(String.raw`^(?:(?:US|AU|CA|NZ|HK|A|C|S|R)?\$|\p{Sc}|${codes}|Fr\.|SFr\.?|Rs\.?|kr\.?|zł|Kč|Ft|лв\.?|руб\.?|€uro|Euros?)`, "iu");
const sign = /^[+\-−]\s*/;
const body = /^((?:\d|[.,]\d)(?:[\d.,'’ \u00a0\u202f\u2009]*[\d.,])?)(e[+-]?\d+)?/i;

/** Whole parts as they are grouped; a group never follows a lone 0. */
const point = /^(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3}|[1-9]\d{0,2}(?:[ '’\u00a0\u202f\u2009]\d{3})+)?(?:\.(\d*))?$/;
const comma = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:[ '’\u00a0\u202f\u2009]\d{3})+)?(?:,(\d*))?$/;

/** Units that are known, and other spellings of each. */
const units = new Map(`
ns;us µs μs;ms msec msecs;s sec secs second seconds sek;min mins minute minutes;h hr hrs hour hours std;d day days tage tag;weeks week wk wks;months month mo mos;years year yr yrs
nm;um µm μm;mm;cm;dm;m meter meters metre metres;km kms;in inch inches;ft feet foot;yd yard yards;mi mile miles
ha;acres acre;sqm qm;sqft;sqkm;ml;cl;dl;l liter liters litre litres;hl;cc ccm;gal gallon gallons;oz;ug µg μg;mg;g gram grams gr;kg kgs kilo kilos;t tons tonnes;lb lbs pounds
kmh kph;mph;kn knots;°c ℃;°f ℉;°;V;mV;kV;A;mA;W;kW;MW;GW;Wh;kWh;MWh;GWh;Ω ohm ohms;kΩ;MΩ;F;µF uF;nF;pF;Hz;kHz;MHz;GHz;J;kJ;MJ;cal;kcal;Pa;hPa;kPa;MPa;bar;mbar;psi;atm;mmHg;N;kN;Nm;dB;dBm;lm;lx;mol;mmol;ppm;ppb;rpm;bpm;px
bit bits;B bytes byte;kB KB;MB;GB;TB;KiB;MiB;GiB;bps;kbps;Mbps;Gbps;kbit;Mbit;Gbit;hp ps;mpg;IU;mIU;U;dpi;mAh;Ah;kVA;eV;keV;MeV;‰;° °deg deg
`.trim().split(/[;\n]/).flatMap((line) => line.split(" ").map((name, _, all) => /** @type {[string, string]} */ ([name, all[0]]))));
const power = /^(.*?[^\d^])(?:\^?[23]|[²³])$/;

/** A unit by one name for all of its spellings; empty where it isn't known. @param {string} text @returns {string} */
function known(text) {
  if (/^(sq\.? ?ft|square feet)$/i.test(text)) return "sqft";
  if (/^(sq\.? ?m|square met(er|re)s?)$/i.test(text)) return "sqm";
  if (/^l\/100 ?km$/i.test(text)) return "l/100km";
  const parts = text.split(/\/| per /).map((part) => {
    const one = part.replace(/(.)\.$/, "$1");
    const [, base = one] = power.exec(one) ?? [];
    const name = units.get(base) ?? units.get(base.toLowerCase());
    return name !== undefined ? name + (base === one ? "" : /[3³]$/.test(one) ? "3" : "2") : currency.exec(one)?.[0] === one ? one : "";
  });
  return parts.length <= 3 && parts.every(Boolean) ? parts.join("/") : "";
}

const thousands = new Map([["k", 3], ["thousand", 3], ["tsd", 3], ["M", 6], ["mn", 6], ["mio", 6], ["million", 6], ["millions", 6], ["B", 9], ["bn", 9], ["mrd", 9], ["billion", 9], ["billions", 9], ["trillion", 12], ["trillions", 12]]);
const vulgar = {"½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4, "⅕": 1 / 5, "⅖": 2 / 5, "⅗": 3 / 5, "⅘": 4 / 5, "⅙": 1 / 6, "⅚": 5 / 6, "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8};
const superscript = (/** @type {string} */ text) => text.replace(/[⁰¹²³⁴-⁹⁻⁺]/g, (c) => "0123456789-+"["⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺".indexOf(c)]);
/** Digits and marks of other scripts as ours. @param {string} text */
const ours = (text) => (/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/.test(text) ? text.replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g, (c) => String((c.charCodeAt(0) - (c >= "\uff10" ? 0xff10 : 0x660)) % 16 - (c >= "\u0966" && c < "\uff10" ? 6 : 0))).replace(/٫/g, ".").replace(/٬/g, ",").replace(/，/g, ",").replace(/．/g, ".").replace(/％/g, "%") : text);

/**
 * A cell as a number for each decimal mark, NaN where it is none, and what else it says; null: no number.
 *
 * @param {string} given
 */
export function numbersIn(given) {
  if (given.length > longest || !/[\d½⅓⅔¼¾⅕-⅚⅛-⅞\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/.test(given)) return null;
  let text = ours(given), inexact = "", fraction = "";
  const error = /[±+]/.test(text) && /^(.*\d)\s*(?:±|\+\/[-−])\s*[\d.,]+(?:e[+-]?\d+)?(.*)$/i.exec(text);
  if (error) [text, inexact] = [error[1] + error[2], "error"];
  const bound = /^(?:[<>≤≥~≈]=?|(?:ca|approx|about|around|circa)\b\.?)\s*(?=[\d.,+\-−$€£])/i.exec(text);
  if (bound) [text, inexact] = [text.slice(bound[0].length), /^[<>≤≥]/.test(bound[0]) ? "bound" : "about"];
  const times10 = /\d\s?[x×·*]\s?10/.test(text) && /^(.*\d)\s?[x×·*]\s?10(?:\^([+\-−]?\d{1,3})|([⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))(.*)$/.exec(text);
  if (times10) text = `${times10[1]}e${(times10[2] ?? superscript(times10[3])).replace("−", "-")}${times10[4]}`;
  const open = text[0] === "(";
  if (open) {
    if (!text.endsWith(")")) return null;
    text = text.slice(1, -1).trim();
  }
  const before = sign.exec(text)?.[0] ?? "";
  text = text.slice(before.length);
  const front = currency.exec(text)?.[0] ?? "";
  if (front && /[a-z]$/i.test(front) && !/^[\s\d.,+\-−]/.test(text.slice(front.length))) return null;
  text = text.slice(front.length).trimStart();
  const between = front ? sign.exec(text)?.[0] ?? "" : "";
  text = text.slice(between.length);
  if ((before && between) || (open && (before || between))) return null;

  // 3 1/4, 1½
  const ratio = /^(?:(\d{1,6})[ -])?(\d{1,3})\/(\d{1,3})(?![\d/.,])/.exec(text), sign1 = ratio ? null : /^(\d{1,6})? ?([½⅓⅔¼¾⅕-⅚⅛-⅞])/.exec(text);
  let value = NaN;
  if (ratio && Number(ratio[2]) < Number(ratio[3])) value = Number(ratio[1] ?? 0) + Number(ratio[2]) / Number(ratio[3]);
  else if (ratio) return null;
  if (sign1) value = Number(sign1[1] ?? 0) + vulgar[sign1[2]];
  if (ratio || sign1) fraction = ratio && !ratio[1] ? "perhaps" : "sure";
  const [digits, whole = "", exponent = ""] = ratio ?? sign1 ?? body.exec(text) ?? [];
  if (digits === undefined) return null;
  let rest = text.slice(digits.length);
  const spaced = /^\s/.test(rest);
  let minus = before.startsWith("-") || before.startsWith("−") || between.startsWith("-") || between.startsWith("−") || open;
  rest = rest.trim();
  const price = /^[-–—](?=$|\s)/.exec(rest);
  if (price && /[.,]$/.test(digits)) rest = rest.slice(1).trim(); // 12,-
  else if (/[\d.,].*[-−]$/.test(text) && /[-−]$/.test(rest)) { // 12.50-
    if (minus || !/[.,]\d|\d{3}/.test(digits)) return null;
    [minus, rest] = [true, rest.slice(0, -1).trim()];
  } else if (rest === "+" && !bound && !error) [inexact, rest] = ["bound", ""]; // 90+
  let scale = 0, scaled = "";
  const factor = /^(k|thousand|tsd\.?|M|mn|mio\.?|millions?|B|bn|mrd\.?|billions?|trillions?|m)(?![\p{L}/²³])\.?\s*/iu.exec(rest);
  if (factor) {
    const word = factor[1].replace(/\.$/, "");
    const power = thousands.get(word) ?? thousands.get(word.toLowerCase()) ?? (front && word === "m" ? 6 : 0);
    if (power && !(word.length === 1 && /^[bm]$/.test(word) && !front)) [scale, scaled, rest] = [power, word, rest.slice(factor[0].length)];
  }
  let unit = front, sure = true, shown = front;
  if (rest !== "") {
    const money = currency.exec(rest)?.[0] === rest;
    if (front && (money || rest === "%") && rest !== "%") return null;
    if (rest === "%" || /^(percent|pct|prozent|per ?cent|procent)\.?$/i.test(rest)) [unit, shown] = ["%", "%"];
    else if (money) [unit, shown] = [rest, rest];
    else {
      if (front) unit = "";
      const name = known(rest);
      if (!name && !/^\p{L}{1,15}\.?$/u.test(rest)) return null;
      sure = name !== "" && (spaced || scaled !== "" || !/^[A-Z]$/.test(rest));
      shown = rest;
      unit = name || rest.toLowerCase().replace(/\.$/, "").replace(/(.{2})s$/, "$1");
      if (!name) unit = `?${unit}`;
      if (front) [unit, shown] = [`${front} ${unit}`, `${front} ${shown}`];
    }
  }
  const as = (/** @type {RegExp} */ form) => {
    const found = form.exec(whole);
    const power = Number(exponent.slice(1) || 0) + scale;
    const number = fraction ? value * 10 ** scale : found && (found[1] || found[2]) ? Number(`${(found[1] ?? "").replace(/\D/g, "")}.${found[2] ?? ""}0${power ? `e${power}` : ""}`) : NaN;
    return minus ? -number : number;
  };
  return {
    ".": as(point), ",": as(comma), unit: currency.test(unit) ? unit.toUpperCase() : unit, shown, sure, spaced, scaled, inexact, fraction,
    grouped: !fraction && /[\d][,.'’\s\u00a0\u202f\u2009]\d{3}(?!\d)/.test(whole), parenthesis: open, behind: minus && !open && !/[-−]/.test(before + between),
  };
}

/** Whether a cell is a number in any way of writing it. @param {string} text */
export function isNumber(text) {
  if (plain.test(text)) return true;
  const found = numbersIn(text);
  return found !== null && found.sure && found.fraction !== "perhaps" && (Number.isFinite(found["."]) || Number.isFinite(found[","]));
}

/** Whether a cell is an amount: a number with a unit. @param {string} text */
export const hasUnit = (text) => !plain.test(text) && Boolean(numbersIn(text)?.unit);

/** A power of ten, or a code of digits with an E in it. @param {string} text */
const mayBeCode = (text) => /^\d+e\d+$/i.test(text);
/** Nobody writes a code so: with a decimal mark, or a sign. @param {string} text */
const nocode = (text) => /^[+\-−]|[.,]\d|e[+-]/i.test(text);
const address = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/;

/**
 * The numbers of a column's texts, by decimal mark, and which mark its own texts settle.
 *
 * @param {string[]} texts @param {boolean} forced whether numbers were asked for
 */
export function numbersOf(texts, forced) {
  const result = {
    ".": [], ",": [], fits: {".": 0, ",": 0}, odd: {".": [], ",": []}, present: 0, gaps: new Set(), grouped: false, ambiguous: false, negatives: new Set(), scales: new Set(),
    units: /** @type {Map<string, string>} */ (new Map()), bare: /** @type {string[]} */ ([]), mixed: false, unsure: "", codes: /** @type {string[]} */ ([]), inexact: /** @type {string[]} */ ([]), fractions: false, addresses: false,
  };
  /** @type {any[]} null: a gap; undefined: no number */
  const cells = texts.map((text) => {
    if (isGap(text, true)) return null;
    result.present++;
    if (plain.test(text) && !/\.\d{3}$/.test(text)) {
      const value = Number(text);
      if (value !== 0) result.bare.push(text);
      return {".": value, ",": text.includes(".") ? NaN : value, unit: "", plain: true};
    }
    const found = numbersIn(text);
    if (found && !found.unit && found["."] !== 0) result.bare.push(text);
    return found ? {...found, plain: false} : undefined;
  });
  const found = cells.filter(Boolean);
  const exact = found.filter((cell) => !cell.inexact).length, bounds = found.filter((cell) => cell.inexact === "bound").length;
  const wholes = found.some((cell) => cell.plain || cell.fraction === "sure");
  const scaled = found.some((cell) => cell.scaled && (cell.scaled.length > 1 || /k/i.test(cell.scaled) || currency.test(cell.unit))) || found.some((cell) => cell.scaled && (!Number.isInteger(cell["."] / 1e6) || cell.shown));
  const words = found.filter((cell) => cell.unit && !cell.sure);
  // A word that isn't known as a unit is one where every number has it, after a blank.
  const unit = words.length === 0 || (words.length === result.present && words.length >= 3 && words.every((cell) => cell.spaced && cell.unit === words[0].unit));
  const coded = !texts.some(nocode);
  result.addresses = result.present > 0 && texts.every((text) => isGap(text) || address.test(text));
  const alike = words.every((cell) => cell.unit === words[0].unit);
  const taken = (/** @type {string} */ text, /** @type {any} */ cell) => {
    if (forced || cell.plain) return forced || !(coded && mayBeCode(text));
    if (result.addresses || (cell.inexact === "bound" && !(exact >= 3 && bounds <= exact)) || (cell.fraction === "perhaps" && !wholes) || (cell.scaled && !scaled)) return false;
    return !cell.unit || cell.sure || unit;
  };
  cells.forEach((cell, code) => {
    const text = texts[code];
    if (cell === null) {
      if (text !== "") result.gaps.add(text);
      result["."].push(null);
      result[","].push(null);
      return;
    }
    const good = cell !== undefined && taken(text, cell);
    if (cell && !good && mayBeCode(text)) result.codes.push(text);
    else if (cell && !good && (cell.inexact ? exact > 1 : cell.fraction || (cell.scaled && !words.length) || (cell.unit && !cell.sure && alike))) result.unsure ||= text; // not 1st, 2nd, nor <=50K, >50K
    if (good && !cell.plain) {
      const {unit, shown, grouped, parenthesis, behind, scaled, inexact, fraction} = cell;
      if (unit && (result.units.get(unit) ?? "").length < shown.length) result.units.set(unit, shown);
      result.grouped ||= grouped;
      result.fractions ||= fraction !== "";
      if (parenthesis) result.negatives.add("parentheses are negative");
      if (behind) result.negatives.add("a minus behind is negative");
      if (scaled) result.scales.add(scaled);
      if (inexact) result.inexact.push(text);
      if (Number.isFinite(cell["."]) && Number.isFinite(cell[","]) && cell["."] !== cell[","]) result.ambiguous = true;
    }
    for (const mark of /** @type {("." | ",")[]} */ ([".", ","])) {
      const value = good ? cell[mark] : NaN;
      if (Number.isFinite(value)) result.fits[mark]++;
      else result.odd[mark].push(text);
      result[mark].push(Number.isFinite(value) ? value : null);
    }
  });
  result.mixed = result.units.size > 1 || (result.units.has("%") && result.bare.length > 0);
  return result;
}

/** What a unit's numbers are called in a note. @param {ReturnType<typeof numbersOf>} read */
export function unitNotes({units, scales, negatives, fractions}) {
  const notes = [];
  if (units.has("%") && units.size === 1) notes.push("in percent: 5 % is 5");
  else if (units.size) notes.push(`amounts in ${[...units.values()].join(", ")}`);
  if (scales.size) notes.push(`${[...scales].map((word) => `“${word}” is ${({3: "a thousand", 6: "a million", 9: "a billion"})[thousands.get(word) ?? thousands.get(word.toLowerCase()) ?? 6] ?? "a trillion"}`).join(", ")}`);
  if (fractions) notes.push("fractions as decimals");
  return [...notes, ...negatives];
}
