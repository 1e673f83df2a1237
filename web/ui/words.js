/** Numbers and tables as people read them. */
import {element} from "./element.js";

const huge = 1e15;

/** Three decimals; whole from a hundred thousand on; three digits where a number is huge or tiny. */
export function short(v) {
  if (typeof v === "number" && Math.abs(v) >= 1e5 && Math.abs(v) < huge) return Math.round(v).toLocaleString("en-US");
  return typed(v);
}

/** The same for a field that one types into: without commas, and with three decimals of large numbers, too. */
export function typed(v) {
  if (typeof v !== "number") return String(v);
  if (v !== 0 && Number.isFinite(v) && (Math.abs(v) >= huge || Math.abs(v) < 1e-3)) return v.toPrecision(3).replace(/\.?0+(e|$)/, "$1");
  return String(Math.round(v * 1000) / 1000);
}

/** A part of one, as a weight or a familiarity is: what would be shown as 0 is none. */
export const part = (v) => (Math.abs(v) < 5e-4 ? "none" : short(v));

/** Numbers as the page shows them, with commas between groups of three digits. */
const grouped = /^[-+]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;

/** A number as it is typed, or as the page shows it: 150,000 has thousands, the comma of 0,5 is a decimal point; NaN where it is none. @param {string} text */
export function numberIn(text) {
  const plain = text.trim().replace("−", "-");
  return plain === "" ? NaN : Number(grouped.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", "."));
}

export const plural = (n, noun) => `${n.toLocaleString("en-US")} ${noun}${n === 1 ? "" : "s"}`;

/** A table of rows, with a caption. */
export function table(rows, caption) {
  const names = Object.keys(rows[0] ?? {});
  return element("table", {}, element("caption", {text: caption}),
    element("thead", {}, element("tr", {}, ...names.map((name) => element("th", {scope: "col", text: name})))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...names.map((name) => element("td", {text: typeof row[name] === "number" ? short(row[name]) : String(row[name] ?? "")}))))));
}

/** A text's beginning, made of whole characters: half of one, as cutting leaves it, can't be written into a link. @param {string} text @param {number} most UTF-16 units */
export const cut = (text, most) => text.slice(0, most).replace(/\p{Surrogate}/gu, "\ufffd");
