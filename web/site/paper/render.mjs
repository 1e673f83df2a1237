/** Makes elements of sections. Their text is inserted as text. */

const marks = {same: ["✓", "as it must be"], slip: ["≠", "as it must be; printed otherwise"], mismatch: ["✗", "mismatch"]};

/** @param {string} name @param {string} [className] @param {...(Node | string)} children */
export function element(name, className, ...children) {
  const e = document.createElement(name);
  if (className) e.className = className;
  e.append(...children);
  return e;
}

/**
 * A table in a box of its own that scrolls where it is too wide.
 *
 * @param {any} table of a section
 * @returns {HTMLElement}
 */
export function tableElement({id, caption, head, rows, beside = "must be", notes = [], folded}) {
  const table = element("table");
  table.id = id;
  table.append(element("caption", "", element("span", "", caption)));
  const header = element("tr");
  head.forEach((name, column) => {
    const th = element("th", column > 0 && rows.every((row) => isNumber(row[column])) ? "number" : "", name);
    th.setAttribute("scope", "col");
    header.append(th);
  });
  table.append(element("thead", "", header));
  const body = element("tbody");
  for (const row of rows) {
    const tr = element("tr");
    row.forEach((cell, i) => {
      const box = element(i === 0 ? "th" : "td");
      if (i === 0) box.setAttribute("scope", "row");
      fill(box, cell, beside);
      tr.append(box);
    });
    body.append(tr);
  }
  table.append(body);
  const scroll = element("div", "scroll", table);
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "region");
  scroll.setAttribute("aria-label", caption);
  const all = element("div", "table", scroll, ...notes.map((note) => element("p", "note", note)));
  if (!folded) return all;
  return element("details", "table", element("summary", "", caption), all);
}

/** A figure, with its share of the whole or without. */
const isNumber = ({text, verdict}) => Boolean(verdict) || /^(–|[+−-]?[\d.]+(e-?\d+)?( \([\d.]+ %\))?)$/.test(text);

function fill(box, cell, beside) {
  const {text, printed, verdict, must} = cell;
  box.append(text);
  if (isNumber(cell)) box.classList.add("number");
  if (text.length > 36) box.classList.add("long");
  else if (text.length > 12) box.classList.add("wrappable");
  if (verdict) {
    box.dataset.verdict = verdict;
    const [mark, words] = marks[verdict];
    const sign = element("span", "mark", mark);
    sign.setAttribute("aria-hidden", "true");
    box.append(" ", sign, element("span", "hidden", ` ${words}`));
  }
  // A figure that is what it must be needs it only once, but for print.
  if (printed && beside !== "must be") box.append(element("small", "", `${beside} ${printed}`));
  if (must) box.append(element("small", "", `must be ${must}`));
}
