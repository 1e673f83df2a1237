/** What the dialog of a table is made of: its columns in words and bars, its first rows, how it is read. */
import {counted} from "./guess.js";
import {element} from "../../ui/element.js";
import {extent} from "../../ui/extent.js";
import {limits} from "./limits.js";
import {begun} from "../../ui/names.js";
import {short} from "../../ui/words.js";
import {written} from "../../package/table/write.js";

/** @typedef {import("./pagetable.js").Table} Table */
/** @typedef {import("./pagetable.js").Column} Column */

export const typeNames = {number: "number", category: "category", date: "date", id: "id or name", text: "free text", constant: "constant"};
const separators = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", " ": "blanks"};
/** Of files that aren't UTF-8; what else a file may be is found by itself. */
const encodings = ["utf-8", "windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257", "windows-874", "iso-8859-2", "iso-8859-15", "macintosh", "koi8-r", "ibm866", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"];
export const option = (value, text, selected = false) => element("option", {value, text, selected});
export const select = (attributes, options, value) => {
  const field = element("select", attributes, ...options.map(([v, text]) => option(v, text)));
  field.value = value;
  return field;
};
export const labelled = (text, field) => element("label", {}, element("span", {text}), field);
const number = (v) => (Number.isInteger(v) ? v.toLocaleString("en-US") : short(v));

/** A value as it was read, in the room of a cell. @param {any} v @param {Column} column */
const asRead = (v, column) => begun(String(written(v, column) ?? ""), 40);

/** What is in a column, in a few words. @param {Column} column */
export function told(column) {
  const {kind, raw, values, categories, missing, left} = column;
  const present = raw.filter((v) => v !== null);
  const range = () => extent(present).map((v) => (column.unit ? asRead(v, column) : number(v))).filter((v, i, all) => i === 0 || v !== all[0]).join(" … ");
  const what = !present.length ? "" : kind === "text" ? categories.slice(0, 3).map((c) => begun(c, 24)).join(", ") + (categories.length > 3 ? ` … (${categories.length.toLocaleString("en")} texts)` : "") : range();
  const share = (100 * missing) / values.length;
  const missed = missing && !left.startsWith("missing") && left !== "empty" ? `${missing.toLocaleString("en")} missing (${share < 1 ? "under 1" : Math.round(share)} %)` : "";
  return [left && `left out: ${left}`, what, missed].filter(Boolean).join(" · ");
}

/** One line on what a column was read as, and why. @param {Column} column */
export function why({type, kind, note, categories, missing}) {
  const gaps = missing ? ", gaps aside" : "";
  const plain = {number: `every cell is a number${gaps}`, category: kind === "text" ? `${categories.length} texts that come again` : "as asked for", date: "dates", id: "ids or names", text: "long texts", constant: "the same in every row"}[type];
  const years = kind === "date" ? "; learned as years with decimals" : "";
  return `${typeNames[type]}: ${note || plain}${years}`;
}

/** How often values come, as small bars; told() says it in words. @param {Column} column */
export function histogram({kind, values, categories}) {
  const present = values.filter((v) => v !== null);
  const [low, high] = extent(present);
  const binOf = (v) => (high > low ? Math.min(15, Math.floor(((v - low) / (high - low)) * 16)) : 0);
  const times = counted(kind === "text" ? present : present.map(binOf));
  const ofTexts = categories.length <= limits.categories ? [...times.values()].sort((a, b) => b - a) : [];
  const counts = kind === "text" ? ofTexts.slice(0, 16) : Array.from({length: present.length && 16}, (_, i) => times.get(i) ?? 0);
  const top = counts.reduce((a, b) => Math.max(a, b), 1);
  return element("span", {class: "histogram", "aria-hidden": "true"}, ...counts.map((n) => {
    const bar = element("i");
    bar.style.height = `${n ? Math.max(6, Math.round((100 * n) / top)) : 0}%`;
    return bar;
  }));
}

/** The first rows, as they were read. @param {Table} table */
export function preview({columns}) {
  const rows = Math.min(5, columns[0].raw.length);
  return element("div", {class: "preview", tabindex: "0", role: "region", "aria-label": "The first rows, as they were read"},
    element("table", {}, element("thead", {}, element("tr", {}, ...columns.map((c) => element("th", {scope: "col", text: c.name})))),
      element("tbody", {}, ...Array.from({length: rows}, (_, i) => element("tr", {}, ...columns.map((c) => element("td", {class: c.kind === "text" ? null : "number", text: asRead(c.raw[i], c) || "–"})))))));
}

/** What can be said about reading. @param {Table} table @param {any} options @param {(changes: any, focus: string) => void} redo @param {boolean} [opened] */
export function readingControls({dialect, columns, warnings}, options, redo, opened) {
  const changed = (name, value) => redo({[name]: value}, name);
  const field = (label, name, choices, value, read = (v) => v) => labelled(label, select({name, onchange: (event) => changed(name, read(event.target.value))}, choices, value));
  const controls = [];
  if (dialect.format === "text") {
    const {delimiter, decimal} = dialect;
    const own = Object.hasOwn(separators, delimiter) ? [] : [[delimiter, delimiter.trim() === "" || delimiter === "fixed" ? "columns of blanks" : delimiter]];
    controls.push(field("separator", "delimiter", [...Object.entries(separators), ...own], delimiter, (v) => (v.length === 1 ? v : undefined)),
      field("decimal mark", "decimal", [["", decimal === "," ? "comma, as found" : decimal === "." ? "point, as found" : "as found"], [".", "point"], [",", "comma"]], options.decimal ?? "", (v) => v || undefined));
  }
  if (dialect.encoding ?? options.encoding) {
    const found = dialect.encoding ?? options.encoding;
    controls.push(field("letters", "encoding", [...new Set([found, ...encodings])].map((name) => [name, name]), found));
  }
  if (dialect.sheets?.length > 1) controls.push(field("sheet", "sheet", dialect.sheets.map((s) => [s, begun(s, 40)]), dialect.sheet));
  if (dialect.format === "text" || dialect.format === "xlsx") {
    const most = Math.max(3, dialect.header);
    controls.push(field("names", "header", Array.from({length: most + 1}, (_, n) => [n, n === 0 ? "none" : n === 1 ? "first line" : `first ${n} lines`]), dialect.header, Number));
    const skip = element("input", {name: "skip", inputmode: "numeric", value: dialect.skip, size: 3, onchange: () => changed("skip", /^\d{1,6}$/.test(skip.value) ? Number(skip.value) || undefined : undefined)});
    controls.push(labelled("lines skipped", skip));
  }
  if (options.dayFirst !== undefined || warnings.some((w) => w.code === "date-order")) controls.push(field("03/04 is", "dayFirst", [["false", "March 4"], ["true", "3 April"]], String(options.dayFirst ?? false), (v) => v === "true"));
  if (columns.some((c) => c.type === "date" && c.unit)) {
    const parts = element("input", {type: "checkbox", name: "dateParts", checked: Boolean(options.dateParts), onchange: () => changed("dateParts", parts.checked ? ["hour", "weekday"] : undefined)});
    controls.push(element("label", {class: "check"}, parts, document.createTextNode("hours and weekdays as columns")));
  }
  return controls.length ? element("details", {class: "reading", open: opened ?? innerWidth > 600}, element("summary", {text: "How the file is read"}), element("div", {}, ...controls)) : null;
}
