/** Makes elements of sections. Their text is inserted as text. */
import {element} from "../../ui/element.js";

const marks = {same: ["✓", "as it must be"], slip: ["≠", "as it must be; printed otherwise"], mismatch: ["✗", "mismatch"]};

/**
 * A table in a box of its own that scrolls where it is too wide.
 *
 * @param {any} table of a section
 * @returns {HTMLElement}
 */
export function tableElement({id, caption, head, rows, beside = "must be", notes = [], folded}) {
  const header = head.map((text, column) => element("th", {scope: "col", class: column > 0 && rows.every((row) => isNumber(row[column])) && "number", text}));
  const lines = rows.map((row) => element("tr", {}, ...row.map((cell, i) => cellElement(cell, i === 0, beside))));
  const table = element("table", {id}, element("caption", {}, element("span", {text: caption})), element("thead", {}, element("tr", {}, ...header)), element("tbody", {}, ...lines));
  const all = element("div", {class: "table"}, element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption}, table), ...notes.map((text) => element("p", {class: "note", text})));
  return folded ? element("details", {class: "table"}, element("summary", {text: caption}), all) : all;
}

/** A figure, with its share of the whole or without. */
const isNumber = ({text, verdict}) => Boolean(verdict) || /^(–|[+−-]?[\d.]+(e-?\d+)?( \([\d.]+ %\))?)$/.test(text);

function cellElement(cell, first, beside) {
  const {text, printed, verdict, must} = cell;
  const box = element(first ? "th" : "td", {scope: first && "row", text});
  if (isNumber(cell)) box.classList.add("number");
  if (text.length > 36) box.classList.add("long");
  else if (text.length > 12) box.classList.add("wrappable");
  if (verdict) {
    box.dataset.verdict = verdict;
    const [mark, words] = marks[verdict];
    box.append(" ", element("span", {class: "mark", "aria-hidden": "true", text: mark}), element("span", {class: "hidden", text: ` ${words}`}));
  }
  // A figure that is what it must be needs it only once, but for print.
  if (printed && beside !== "must be") box.append(element("small", {text: `${beside} ${printed}`}));
  if (must) box.append(element("small", {text: `must be ${must}`}));
  return box;
}
