/** What a click in the plane does, which columns the plane shows, and what lies behind them. */
import {classKey} from "../../ui/classes.js";
import {element} from "../../ui/element.js";
import {numberIn, typed} from "../../ui/words.js";
import {place, put, say} from "./parts.js";

/**
 * Offers what a click does: it asks about a place, or adds a sample of a class or a value, or a new point.
 *
 * @param {import("./bench.js").Bench} bench @param {string} adds @param {any} brush
 * @param {(hand: {adds: string, brush?: any, fresh?: boolean}) => void} take fresh: the brush is a class that isn't there yet
 */
export function showBrush({classes, X, external}, adds, brush, take) {
  const button = (content, on, hand) => element("button", {type: "button", "aria-pressed": String(on), onclick: () => take(hand)}, content);
  const sample = (content, on, more = {}) => button(content, on && adds === "sample", {adds: "sample", ...more});
  const field = element("input", {id: "brush-value", inputmode: "decimal", value: typed(brush), onchange: () => {
    const number = numberIn(field.value);
    field.value = typed(Number.isFinite(number) ? number : brush);
    if (Number.isFinite(number)) take({adds, brush: number});
  }});
  put("brush",
    ...(classes ? [...classes.map((label) => sample(classKey(classes, label), brush === label, {brush: label})), classes.length < 6 && adds !== "ask" ? sample("+ class", false, {brush: freshClass(classes), fresh: true}) : ""] : [sample("● value", true)]),
    button("× new", adds === "external", {adds: "external"}), button("? asks", adds === "ask", {adds: "ask"}), !classes && adds !== "ask" ? element("label", {}, "value ", field) : "");
  place("tools").hidden = adds === "ask";
  place("draw-kind").hidden = X.length + external.length > 0;
}

function freshClass(classes) {
  let name = String.fromCharCode(97 + classes.length);
  while (classes.includes(name)) name += classes.length;
  return name;
}

/** Says which background there is, and how to read it. */
export function showBackground(kind) {
  place("background").value = kind;
  say("background-note", place("background").selectedOptions[0].dataset.note ?? "");
}

const axes = ["column-x", "column-y"];
const [map, component] = [-2, -1];

/** Offers what of more than two columns the plane shows. */
export function showColumns({columns}, choice) {
  place("columns").hidden = columns.length <= 2;
  const chosen = (axis) => (choice === "map" ? map : choice?.columns?.[axis] ?? component);
  axes.forEach((id, axis) => put(id, ...[["a map", map], ["principal component", component], ...columns.map((text, i) => [text, i])].slice(axis).map(([text, value]) => element("option", {text, value, selected: value === chosen(axis)}))));
  say("column-x-label", choice === "map" ? "shown as" : "across");
  place("column-y").closest("label").hidden = choice === "map";
}

/** Two columns that were chosen, or both components, or a map: one of each makes no plane. @param {import("./bench.js").Bench} bench @param {any} before what was shown */
export function chosenColumns(bench, before) {
  const choice = columnsOr(before);
  showColumns(bench, choice);
  return choice;
}

function columnsOr(before) {
  let [x, y] = axes.map((id) => Number(place(id).value));
  if (x === map) return "map";
  if (before === "map" && x >= 0) y = x === 0 ? 1 : 0;
  if ((x < 0 && y < 0) || (before?.columns && (x < 0 || y < 0))) return "components";
  const other = (column) => (column === 0 ? 1 : 0);
  if (x < 0) x = other(y);
  if (y < 0 || y === x) y = other(x);
  return {columns: [x, y]};
}
