/** The form of a table's row: every column with what it can hold, filled with the row that is asked about. */
import {asked} from "./bench.js";
import {element} from "../../ui/element.js";
import {rowFields} from "../../scene/rowfields.js";
import {tableColumns} from "../../scene/columns.js";
import {short, typed} from "../../ui/words.js";
import {extent} from "../../ui/extent.js";

/** The middle of each column of numbers, the most frequent text of the others. */
export function typicalRow(bench) {
  const {X, columns} = bench;
  const row = new Array(columns.length).fill(0);
  for (const {texts, places} of tableColumns(bench)) {
    const sum = (at) => X.reduce((all, x) => all + x[at], 0);
    if (texts) row[places.reduce((a, b) => (sum(b) > sum(a) ? b : a))] = 1;
    else row[places[0]] = X.map((x) => x[places[0]]).sort((a, b) => a - b)[X.length >> 1];
  }
  return row;
}

/** The form on the page, and what it is of. @type {{columns?: string[], X?: number[][], fill?: (row: number[]) => void}} */
const cache = {};

/** Fills the form, and makes it where the table is another. */
export function showRow({bench, panes}) {
  const place = document.getElementById("row");
  const {X, columns} = bench;
  place.hidden = !X.length || !panes.length;
  if (place.hidden) return;
  if (cache.columns !== columns || cache.X !== X) Object.assign(cache, {columns, X, fill: make(place, bench)});
  cache.fill(asked(bench) ?? typicalRow(bench));
}

/** @returns {(row: number[]) => void} fills it */
function make(place, bench) {
  const ask = (x) => place.dispatchEvent(new CustomEvent("ask", {detail: {x}}));
  const {fields, fill} = rowFields(tableColumns(bench), ask);
  const sliders = [];
  const lines = fields.map(({column: {name, texts, places: [at]}, field, set}) => {
    const line = element("div", {class: "field"}, element("label", {}, element("span", {text: name}), field));
    if (texts) return line;
    const values = bench.X.map((x) => x[at]);
    const [low, high] = extent(values);
    const slider = element("input", {type: "range", min: low, max: high, step: values.every(Number.isInteger) ? 1 : (high - low) / 200 || 1, "aria-label": `${name}, from ${short(low)} to ${short(high)}`, oninput: () => {
      field.value = typed(Number(slider.value));
      set(Number(slider.value));
    }});
    sliders.push({slider, at});
    line.append(slider, element("small", {text: `${short(low)} … ${short(high)}`}));
    return line;
  });
  place.replaceChildren(element("summary", {text: "Ask about a row"}), element("div", {class: "fields"}, ...lines),
    element("div", {class: "buttons"}, element("button", {type: "button", text: "A typical row", onclick: () => ask(typicalRow(bench))})));
  return (row) => {
    fill(row);
    for (const {field} of fields) field.removeAttribute("aria-invalid");
    for (const {slider, at} of sliders) if (document.activeElement !== slider) slider.value = row[at];
  };
}
