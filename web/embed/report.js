/**
 * The script of a report: one HTML file with a model, its pictures and the engine. It reads what the file carries
 * (web/site/view/report.js writes it), shows the model, and answers rows that the reader enters.
 */
import {announced} from "../scene/answer.js";
import {element} from "../ui/element.js";
import {rowFields} from "../scene/rowfields.js";
import {tableColumns} from "../scene/columns.js";
import {mount} from "./mount.js";

const {model, columns, texts, external, row, rows, names, view, show} = JSON.parse(document.getElementById("report").textContent);
const widget = mount(document.getElementById("pictures"), {file: model, names: columns, external, columns: view, show, background: "island", selected: row});
const say = () => {
  const value = widget.value;
  document.getElementById("answer").textContent = value ? `The answer: ${announced(value.explanation, {rows, names})}.` : "";
};
const {fields, fill} = rowFields(tableColumns({columns, texts}), (selected) => widget.update({selected}).then(say, () => {}));
document.getElementById("row").append(...fields.map(({column: {name}, field}) => element("label", {}, element("span", {text: name}), field)));
fill(row);
widget.ready.then(say, () => {});
widget.element.addEventListener("input", async () => {
  const {selected} = widget.value;
  if (Array.isArray(selected)) fill(selected);
  else fill(selected.external === undefined ? JSON.parse(model).X[selected.sample] : external[selected.external]);
  say();
});
