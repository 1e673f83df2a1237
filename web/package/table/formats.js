/**
 * What formats make of a workbook's numbers: 0.05 is 5 %, 45000 a day, 0.375 nine o'clock, 7 the code 007. Cells come out as a
 * CSV of the same sheet has them, with all digits, so that columns.js reads both alike.
 */

/** Days from Excel's first one to 1970-01-01, and to its first one under its other calendar. */
export const epoch = 25569;
const epoch1904 = 1462;
/** Until March 1900 its days are one too few, since it has a 29th of February 1900. */
export const firstDay = 61;
const lastDay = 2958466; // 10000-01-01

/** @typedef {{kind: "" | "percent" | "date" | "time" | "duration" | "zeros" | "amount", unit?: string, digits?: number}} Format */

/** Formats that have numbers and no text of their own. The others are numbers. */
export const builtIn = new Map(/** @type {[Format["kind"], number[]][]} */ ([
  ["percent", [9, 10]], ["date", [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58, 71, 72, 73, 74, 77, 81]],
  ["time", [18, 19, 20, 21, 32, 33, 34, 35, 55, 56, 75, 76]], ["duration", [45, 46, 47, 78, 79, 80]],
]).flatMap(([kind, ids]) => ids.map((id) => /** @type {[number, Format]} */ ([id, {kind}]))));

/** What a format's code makes of a number. @param {string} code @returns {Format} */
export function formatOf(code) {
  code = code.slice(0, 300);
  const first = /^(?:"[^"]*"|\\[^]|\[[^\]]*\]|[^;"\\])*/.exec(code)?.[0] ?? "";
  const elapsed = /\[(h+|m+|s+)\]/i.test(first);
  const written = (/** @type {string} */ text) => text.replace(/"([^"]*)"|\\([^])|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|[_*][^]/g, (all, quoted, one, money) => quoted ?? one ?? money ?? (all[0] === "_" ? " " : ""));
  const bare = first.replace(/"[^"]*"|\\[^]|\[[^\]]*\]|[_*][^]/g, " ").replace(/general/i, "0");
  if (bare.includes("%")) return {kind: "percent"};
  const tokens = bare.replace(/(s\.)0+/gi, "$1").replace(/am\/pm|a\/p/gi, " a ").toLowerCase();
  const letters = tokens.match(/[a-z]+/g) ?? [];
  if ((letters.length || elapsed) && !/[0#?]/.test(tokens) && letters.every((word) => /^(y+|m+|d+|h+|s+|a|e+|g+|b+|aaaa?)$/.test(word))) {
    if (elapsed) return {kind: "duration"};
    const clock = letters.some((word) => /^[hs]/.test(word));
    if (!clock || letters.some((word) => /^[yd]/.test(word))) return {kind: "date"};
    return {kind: letters.some((word) => word[0] === "h") ? "time" : "duration"};
  }
  if (/^0{2,15}$/.test(first)) return {kind: "zeros", digits: first.length};
  // A unit or a currency beside the digits; a comma behind them only shows thousands.
  const around = /^([^0#?.,]*)[0#?., ]*[0#?](,*)(?:[.,]?[0#?]*)?([^0#?]*)$/.exec(written(first.replace(/general/i, "0")));
  const unit = around && !around[2] ? `${around[1].trim()}${around[3].trim()}` : "";
  return /^[^\d\s()+\-−.,;:/]{1,6}[²³]?$/.test(unit) && !/[eE][+-]/.test(bare) ? {kind: "amount", unit} : {kind: ""};
}

const clock = (/** @type {number} */ seconds) => {
  const whole = Math.abs(seconds - Math.round(seconds)) <= 0.001 ? Math.round(seconds) : Math.round(seconds * 1000) / 1000;
  const rest = whole % 60;
  return `${Math.floor(whole / 3600)}:${String(Math.floor(whole / 60) % 60).padStart(2, "0")}:${rest < 10 ? "0" : ""}${Number(rest.toFixed(3))}`;
};

/** @param {number} value @param {Format} format @param {boolean} from1904 */
export function shown(value, {kind, unit, digits = 0}, from1904) {
  if (kind === "percent") return `${Number((100 * value).toPrecision(15))}%`; // 15 digits are what Excel has
  if (kind === "amount") return `${value} ${unit}`;
  if (kind === "zeros") return Number.isInteger(value) && value >= 0 ? String(value).padStart(digits, "0") : value;
  if (kind === "duration") return `${value < 0 ? "-" : ""}${clock(Math.abs(value) * 86400)} h`;
  if (kind === "" || value < 0 || value >= lastDay) return value;
  if (value < 1 && (kind === "time" || (value > 0 && !from1904))) return clock(value * 86400);
  if (!from1904 && value < firstDay && value >= firstDay - 1) return "1900-02-29"; // a day that never was
  const day = value - epoch + (from1904 ? epoch1904 : value < firstDay - 1 ? 1 : 0);
  // Days with decimals are cut: 10:30:00 would be 10:29:59.999.
  const at = Math.round(day * 864e5), nearest = 1000 * Math.round(at / 1000);
  return new Date(Math.abs(at - nearest) <= 1 ? nearest : at);
}

