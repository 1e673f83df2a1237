/**
 * The script of a report: one HTML file with a model, its pictures and the engine. It reads what the file carries
 * (web/site/view/report.js writes it), shows the model, and answers rows that the reader enters.
 */
import {announced} from "../scene/answer.js";
import {element} from "../ui/element.js";
import {cellOf, tableColumns, withCell} from "../scene/columns.js";
import {typed} from "../ui/words.js";
import {mount} from "./mount.js";

const {model, columns, texts, external, row, rows, names, view, show} = JSON.parse(document.getElementById("report").textContent);
const widget = mount(document.getElementById("pictures"), {file: model, names: columns, external, columns: view, show, background: "island", selected: row});
let asked = row;
const say = () => {
  const value = widget.value;
  document.getElementById("answer").textContent = value ? `The answer: ${announced(value.explanation, {rows, names})}.` : "";
};
const fields = tableColumns({columns, texts}).map((column) => {
  const set = (value) => {
    asked = withCell(asked, column, value);
    widget.update({selected: asked}).then(say, () => {});
  };
  const field = column.texts
    ? element("select", {onchange: () => set(field.value)}, ...column.texts.map(({text}) => element("option", {value: text, text})))
    : element("input", {inputmode: "decimal", autocomplete: "off", oninput: () => {
      const value = field.value.trim() === "" ? NaN : Number(field.value.trim().replace(",", "."));
      field.toggleAttribute("aria-invalid", !Number.isFinite(value));
      if (Number.isFinite(value)) set(value);
    }});
  return [column, field];
});
const fill = () => fields.forEach(([column, field]) => {
  if (document.activeElement === field) return;
  const value = cellOf(asked, column);
  field.value = value === null ? "" : column.texts ? value : typed(value);
});
document.getElementById("row").append(...fields.map(([{name}, field]) => element("label", {}, element("span", {text: name}), field)));
fill();
widget.ready.then(say, () => {});
widget.element.addEventListener("input", async () => {
  const {selected} = widget.value;
  if (Array.isArray(selected)) asked = selected;
  else asked = selected.external === undefined ? JSON.parse(model).X[selected.sample] : external[selected.external];
  fill();
  say();
});
