/** The form of a table's row: every column with what it can hold, filled with the row that is asked about. */
import {asked} from "./bench.js";
import {element} from "../../ui/element.js";
import {cellOf, tableColumns, withCell} from "../../scene/columns.js";
import {numberIn, short, typed} from "../../ui/words.js";
import {extent} from "../../ui/extent.js";

/** The middle of each column of numbers, the most frequent text of the others. */
export function typicalRow(bench) {
  const {X, columns} = bench;
  const row = new Array(columns.length).fill(0);
  for (const {at, texts} of tableColumns(bench)) {
    const sum = (k) => X.reduce((all, x) => all + x[k], 0);
    if (texts) row[texts.reduce((a, b) => (sum(b.at) > sum(a.at) ? b : a)).at] = 1;
    else row[at] = X.map((x) => x[at]).sort((a, b) => a - b)[X.length >> 1];
  }
  return row;
}

/** The form on the page: what it is of, its fields, and the row that they hold. @type {{columns?: string[], X?: number[][], fields?: any[], row?: number[]}} */
const cache = {};

/** Fills the form, and makes it where the table is another. */
export function showRow({bench, panes}) {
  const place = document.getElementById("row");
  const {X, columns} = bench;
  place.hidden = !X.length || !panes.length;
  if (place.hidden) return;
  if (cache.columns !== columns || cache.X !== X) Object.assign(cache, {columns, X, fields: make(place, bench)});
  cache.row = asked(bench) ?? typicalRow(bench);
  for (const [column, field, slider] of cache.fields) {
    const value = cellOf(cache.row, column);
    if (document.activeElement !== field) field.value = value === null ? "" : column.texts ? value : typed(value);
    if (slider && document.activeElement !== slider) slider.value = value;
    field.removeAttribute("aria-invalid");
  }
}

function make(place, bench) {
  const ask = (x) => place.dispatchEvent(new CustomEvent("ask", {detail: {x}}));
  const fields = tableColumns(bench).map((column) => {
    const set = (value) => ask((cache.row = withCell(cache.row, column, value)));
    if (column.texts) {
      const field = element("select", {onchange: () => field.value !== "" && set(field.value)},
        element("option", {value: "", text: "not known", hidden: true}), ...column.texts.map(({text}) => element("option", {value: text, text})));
      return [column, field];
    }
    const values = bench.X.map((x) => x[column.at]);
    const [low, high] = extent(values);
    const field = element("input", {inputmode: "decimal", autocomplete: "off", oninput: () => {
      const value = numberIn(field.value);
      if (Number.isFinite(value)) set(value);
      else field.setAttribute("aria-invalid", "true");
    }});
    const slider = element("input", {type: "range", min: low, max: high, step: values.every(Number.isInteger) ? 1 : (high - low) / 200 || 1, "aria-label": `${column.name}, from ${short(low)} to ${short(high)}`, oninput: () => {
      field.value = typed(Number(slider.value));
      set(Number(slider.value));
    }});
    return [column, field, slider, `${short(low)} … ${short(high)}`];
  });
  place.replaceChildren(element("summary", {text: "Ask about a row"}),
    element("div", {class: "fields"}, ...fields.map(([column, field, slider, range]) => element("div", {class: "field"}, element("label", {}, element("span", {text: column.name}), field), slider, range && element("small", {text: range})))),
    element("div", {class: "buttons"}, element("button", {type: "button", text: "A typical row", onclick: () => ask(typicalRow(bench))})));
  return fields;
}
