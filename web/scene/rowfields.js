/** The fields of a table's row, one for each column. */
import {cellOf, withCell} from "./columns.js";
import {element} from "../ui/element.js";
import {numberIn, typed} from "../ui/words.js";

/**
 * @param {ReturnType<typeof import("./columns.js").tableColumns>} columns @param {(row: number[]) => void} ask what a field changes
 * @returns {{fields: {column: any, field: any, set: (value: any) => void}[], fill: (row: number[]) => void}} fill: with another row; what is typed in stays
 */
export function rowFields(columns, ask) {
  let row;
  const fields = columns.map((column) => {
    const set = (value) => ask((row = withCell(row, column, value)));
    const field = column.texts
      ? element("select", {onchange: () => field.value !== "" && set(field.value)}, element("option", {value: "", text: "not known", hidden: true}), ...column.texts.map((text) => element("option", {value: text, text})))
      : element("input", {inputmode: "decimal", autocomplete: "off", oninput: () => {
        const value = numberIn(field.value);
        if (Number.isFinite(value)) {
          field.removeAttribute("aria-invalid");
          set(value);
        } else field.setAttribute("aria-invalid", "true");
      }});
    return {column, field, set};
  });
  return {fields, fill(x) {
    row = x;
    for (const {column, field} of fields) {
      const value = cellOf(x, column);
      if (document.activeElement !== field) field.value = value === null ? "" : column.texts ? value : typed(value);
    }
  }};
}
