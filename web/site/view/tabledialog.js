import {conflictingRows, guess, looksLikeClasses, readTable, remedies, TableError, usable} from "./csv.js";
import {element} from "./element.js";

/**
 * Asks which columns of a table to learn from, and which to predict.
 *
 * @param {ReturnType<typeof import("./csv.js").readTable>} found
 * @param {string} text what it was read from: it is read once more where its first line is names after all, or is not
 * @param {string} name
 * @param {any} [before] what was chosen of the same text the last time
 * @returns {Promise<{table: any, header: boolean, target: number, features: number[], classes: boolean, missing: "mean" | "drop", duplicates: string, hold: boolean} | null>}
 */
export function tableDialog(found, text, name, before) {
  const read = (header) => readTable(text, {sample: true, header});
  return new Promise((resolve) => {
    const done = (value) => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const dialog = element("dialog", {class: "table", "aria-labelledby": "table-title"});
    const ask = (table, first) => dialog.replaceChildren(tableForm(table, name, first, done, (header) => {
      try {
        const again = read(header);
        ask(again, guess(again));
      } catch (error) {
        if (!(error instanceof TableError)) throw error;
        return error.message;
      }
      dialog.querySelector("[name=header]").focus();
    }));
    ask(before && before.header !== found.headed ? read(before.header) : found, before ?? guess(found));
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

const number = (v) => String(Math.round(v * 100) / 100);

/** What is in a column, in a few words. */
export function told({kind, values, categories, missing, left}) {
  const present = values.filter((v) => v !== null);
  const range = () => [Math.min, Math.max].map((least) => present.reduce((a, b) => least(a, b))).map(number).join(" … ");
  const what = kind === "number" ? range() : kind === "date" ? `dates, in years: ${range()}` : categories.slice(0, 3).join(", ") + (categories.length > 3 ? ` … (${categories.length} texts)` : "");
  const missed = missing && !left.startsWith("missing") ? `${missing.toLocaleString("en")} missing` : "";
  return (left ? [`left out: ${left}`] : [what, missed]).filter(Boolean).join(" · ");
}

function tableForm(table, name, first, done, header) {
  const {columns} = table;
  const boxes = columns.map((c, i) => element("input", {type: "checkbox", checked: first.features.includes(i), disabled: !usable(c) || i === first.target}));
  const target = element("select", {"aria-label": "target", onchange: () => {
    boxes.forEach((box, k) => {
      const chosen = k === Number(target.value);
      if (chosen) box.checked = false;
      else if (box.disabled) box.checked = usable(columns[k]) && !columns[k].left;
      box.disabled = chosen || !usable(columns[k]);
    });
    kind.value = looksLikeClasses(columns[target.value]) ? "classes" : "values";
    offer();
  }}, ...columns.map((c, i) => element("option", {value: i, text: c.name, selected: i === first.target})));
  const option = (value, text) => element("option", {value, text});
  const kind = element("select", {id: "kind-of-target"}, option("classes", "classes"), option("values", "values"));
  kind.value = first.classes ? "classes" : "values";
  const rule = element("select", {}, option("mean", "fill with the column's mean"), option("drop", "omit the row"));
  rule.value = first.missing;
  const hold = element("input", {type: "checkbox", checked: Boolean(first.hold)});
  const refused = element("p", {role: "status"});
  const named = element("input", {type: "checkbox", name: "header", checked: table.headed, onchange: () => {
    refused.textContent = header(named.checked) ?? "";
    named.checked = table.headed;
  }});
  const chosen = () => ({target: Number(target.value), features: boxes.flatMap((box, i) => (box.checked ? [i] : [])), classes: kind.value === "classes", missing: rule.value});
  const conflicting = element("p", {id: "table-conflicts", role: "status"});
  const remedy = element("select", {"aria-labelledby": "table-conflicts"});
  const conflict = element("div", {class: "conflicting", hidden: true}, conflicting, element("label", {text: "For these: "}, remedy));
  const offer = (wanted) => {
    remedy.replaceChildren(...remedies(kind.value === "classes").map(([value, text]) => option(value, text)));
    if (wanted) remedy.value = wanted;
    recount();
  };
  const recount = () => {
    const {features, ...choice} = chosen();
    const count = features.length ? conflictingRows(table, {...choice, features}) : 0;
    conflict.hidden = count === 0;
    const text = count ? `${count.toLocaleString("en")} rows are equal to another one in these columns, with a different ${columns[choice.target].name}. No network can answer both.` : "";
    if (conflicting.textContent !== text) conflicting.textContent = text;
  };
  offer(first.duplicates);
  return element("form", {method: "dialog", onchange: (event) => {
    if (event.target === kind) offer();
    else if (boxes.includes(event.target) || event.target === rule) recount();
  }, onsubmit: (event) => {
    event.preventDefault();
    done({...chosen(), table, header: table.headed, duplicates: conflict.hidden ? "" : remedy.value, hold: hold.checked});
  }},
    element("h2", {id: "table-title", text: `${name}: ${table.rows.toLocaleString("en")} rows, ${columns.length} columns`}),
    table.doubt && element("p", {id: "table-doubt", text: "Please check: does the first line contain the names of the columns, or is it a row?"}),
    element("label", {class: "check"}, named, document.createTextNode("the first line contains the columns' names")), refused,
    element("label", {text: "Predict "}, target), element("label", {text: "as "}, kind),
    element("fieldset", {class: "columns"}, element("legend", {text: "from"}), ...columns.map((c, i) => element("label", {class: "check"}, boxes[i], element("span", {text: c.name}), element("small", {text: told(c)})))),
    columns.some((c) => c.missing) && element("label", {text: "Missing values: "}, rule),
    conflict,
    element("label", {class: "check"}, hold, document.createTextNode("hold out every third row")),
    element("p", {class: "note", text: "Columns are scaled to the same range. The file stays on this machine."}),
    element("div", {class: "buttons"}, element("button", {class: "main", text: "Use it"}), element("button", {type: "button", text: "Cancel", onclick: () => done(null)})));
}
