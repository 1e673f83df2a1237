/**
 * Opens a table: a worker reads the file, a dialog shows what it was read as and asks what to learn from it. Whatever is
 * changed there about reading reads the file again at once.
 */
import {begun} from "../../ui/names.js";
import {benchOfTable, conflictingRows, heldOutRows, remedies, typesFor, withQuestion} from "./opened.js";
import {doubts, firstFeatures, guess, guessSeries, looksLikeClasses} from "./guess.js";
import {pageTable, TableError, usable} from "./pagetable.js";
import {element} from "../../ui/element.js";
import {recalled, remember, shapeOf} from "./tablememory.js";
import {readFile} from "./tablereader.js";
import {tableColumns} from "../../scene/columns.js";
import {histogram, labelled, option, preview, readingControls, select, told, typeNames, why} from "./tableparts.js";

/** @typedef {import("./pagetable.js").Table} Table */
/** @typedef {import("./pagetable.js").Column} Column */

/**
 * @param {string} name
 * @param {File | string} source
 * @param {import("./bench.js").Bench} [open] what the page shows: another file of its columns may be rows for it
 * @param {boolean} [series] a number over another is proposed
 * @returns {Promise<{bench: any, hold: boolean} | {rows: any[], note: string, use: string} | null>} null: cancelled; rejects if the file can't be read
 */
export function openTable(name, source, open, series = false) {
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const dialog = element("dialog", {class: "table", "aria-labelledby": "table-title"});
    const done = (value, settle = resolve) => {
      stop.abort();
      dialog.close();
      dialog.remove();
      settle(value);
    };
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      done(null);
    });
    document.body.append(dialog);
    const bar = element("progress", {"aria-label": "Reading"});
    const wait = () => {
      dialog.replaceChildren(element("h2", {id: "table-title", text: `${name}: reading …`}), element("div", {class: "buttons"}, bar, element("button", {type: "button", text: "Cancel", onclick: () => done(null)})));
      if (!dialog.open) dialog.showModal();
    };
    const slow = setTimeout(wait, 250); // most files are read before anybody would see that
    const read = async (options) => pageTable(await readFile(source, options, {signal: stop.signal, onProgress: (share) => (bar.value = share)}));
    const begin = async () => {
      const plain = await read({});
      const shape = shapeOf(plain);
      const before = recalled(shape);
      const again = before && Object.keys(before.options).length ? await read(before.options).catch(() => null) : null;
      clearTimeout(slow);
      const table = again ?? plain;
      show(dialog, {name, source, table, read, open, options: again ? before.options : {}, choice: carried(table, before?.choice) ?? propose(table, series), series, done, keep: (what) => remember(shape, what)});
      if (!dialog.open) dialog.showModal();
    };
    begin().catch((error) => {
      clearTimeout(slow);
      if (!stop.signal.aborted) done(error, reject);
    });
  });
}

const propose = (table, series) => (series && guessSeries(table)) || guess(table);

/** A choice of columns by their names, as one of places; null where the table lacks one. */
function carried({columns}, choice) {
  if (!choice) return null;
  const at = (name) => columns.findIndex((c) => c.name === name);
  const target = at(choice.target);
  const features = choice.features.map(at).filter((i) => i >= 0 && i !== target && usable(columns[i]));
  return target < 0 ? null : {...choice, target, features, names: at(choice.names)};
}
const named = ({columns}, {target, features, names, ...choice}) => ({...choice, target: columns[target].name, features: features.map((i) => columns[i].name), names: columns[names]?.name ?? ""});

/** After these the columns may have other names, so their types are found anew. */
const reshaping = ["encoding", "delimiter", "header", "skip", "sheet"];

/** So many columns are listed without a search. */
const listed = 20;

/** @param {HTMLDialogElement} dialog */
function show(dialog, state) {
  const {name, source, table, read, open, options, choice: first, done, keep} = state;
  const {columns} = table;
  const refused = element("p", {class: "refused", role: "status", text: state.refused ?? ""});
  const redo = async (changes, focus) => {
    const wanted = Object.fromEntries(Object.entries({...options, ...changes}).filter(([name, v]) => v !== undefined && !(name === "types" && reshaping.includes(focus))));
    const now = named(table, chosen());
    form.setAttribute("aria-busy", "true");
    let next;
    try {
      const again = await read(wanted);
      next = {...state, table: again, options: wanted, choice: carried(again, now) ?? propose(again, state.series), refused: ""};
      if ("types" in changes) next.choice = withDefaults(again, next.choice, table);
    } catch (error) {
      next = {...state, choice: chosen(), refused: error.message};
    }
    if (!dialog.isConnected) return;
    const at = form.scrollTop;
    show(dialog, next);
    dialog.querySelector("form").scrollTop = at;
    dialog.querySelector(`[name="${CSS.escape(focus)}"]`)?.focus();
  };

  const touched = new Set();
  const boxes = columns.map((c, i) => element("input", {type: "checkbox", "aria-label": `learn from ${c.name}`, checked: first.features.includes(i), disabled: !usable(c) || i === first.target, onchange: () => touched.add(i)}));
  const target = select({"aria-label": "target", onchange: () => {
    const [at, standard] = [Number(target.value), state.series ? first.features : firstFeatures(table, Number(target.value))];
    boxes.forEach((box, k) => {
      box.disabled = k === at || !usable(columns[k]);
      if (box.disabled) box.checked = false;
      else if (!touched.has(k)) box.checked = standard.includes(k);
    });
    kind.value = looksLikeClasses(columns[at]) ? "classes" : "values";
    offer();
  }}, columns.map((c, i) => [i, c.name]), first.target);
  const kind = select({id: "kind-of-target", onchange: () => offer()}, [["classes", "classes"], ["values", "values"]], first.classes ? "classes" : "values");
  const texts = columns.flatMap((c, i) => (c.kind === "text" && c.categories.length > 1 ? [[i, c.name]] : []));
  const names = select({name: "names"}, [[-1, "none: row numbers"], ...texts], texts.some(([i]) => i === first.names) ? first.names : -1);
  const rule = select({}, [["mean", "fill with the column's mean"], ["as it is", "fill, and learn from the gap, too"], ["drop", "omit the row"]], first.missing);
  const hold = element("input", {type: "checkbox", checked: Boolean(first.hold)});
  const chosen = () => ({target: Number(target.value), features: boxes.flatMap((box, i) => (box.checked ? [i] : [])), classes: kind.value === "classes", missing: rule.value, names: Number(names.value), duplicates: conflict.hidden ? "" : remedy.value, hold: hold.checked});

  const conflicting = element("p", {id: "table-conflicts", role: "status"});
  const remedy = element("select", {"aria-labelledby": "table-conflicts"});
  const conflict = element("div", {class: "conflicting", hidden: true}, conflicting, element("label", {text: "For these: "}, remedy));
  const warned = element("ul", {class: "doubts", role: "status"});
  const recount = () => {
    const now = chosen();
    const rows = now.features.length ? conflictingRows(table, now) : 0;
    conflict.hidden = rows === 0;
    const text = rows ? `${rows.toLocaleString("en")} rows are equal to another one in these columns, with a different ${columns[now.target].name}. No network can answer both.` : "";
    if (conflicting.textContent !== text) conflicting.textContent = text;
    const said = doubts(table, now);
    if (said.join("\n") !== [...warned.children].map((e) => e.textContent).join("\n")) warned.replaceChildren(...said.map((text) => element("li", {text})));
  };
  const offer = (wanted) => {
    remedy.replaceChildren(...remedies(kind.value === "classes").map(([value, text]) => option(value, text)));
    if (wanted) remedy.value = wanted;
    recount();
  };

  const lines = columns.map((c, i) => {
    const types = Object.entries(typeNames).filter(([type]) => type !== "constant" || c.type === "constant");
    const type = select({name: `type ${i}`, "aria-label": `type of ${c.name}`, onchange: () => redo({types: {...options.types, [c.of]: type.value}}, `type ${i}`)}, types, c.type);
    return element("li", {}, element("label", {class: "check"}, boxes[i], element("span", {text: c.name})), histogram(c), type, element("small", {class: "told", text: told(c)}), element("small", {text: why(c)}));
  });
  const list = element("ul", {class: "columns"}, ...lines);
  const tools = columns.length > listed && element("div", {class: "buttons"},
    element("input", {"aria-label": "find a column", placeholder: "find a column", oninput: (event) => lines.forEach((line, i) => (line.hidden = !columns[i].name.toLowerCase().includes(event.target.value.trim().toLowerCase())))}),
    ...[["All", true], ["None", false]].map(([text, on]) => element("button", {type: "button", text, onclick: () => {
      boxes.forEach((box, i) => { if (!box.disabled && !lines[i].hidden) { box.checked = Boolean(on); touched.add(i); } });
      recount();
    }})));

  const ways = waysOf(table, open);
  const use = ways.length > 1 && select({name: "use"}, ways, state.use ?? ways[0][0]);
  const parts = element("div", {class: "choices", hidden: Boolean(use) && use.value !== "table"},
    element("div", {class: "target"}, element("label", {text: "Predict "}, target), element("label", {text: "as "}, kind), texts.length > 0 && element("label", {text: "names from "}, names)),
    warned, conflict,
    element("fieldset", {}, element("legend", {text: "from"}), tools, list),
    columns.some((c) => c.missing) && element("label", {text: "Missing values: "}, rule),
    element("label", {class: "check"}, hold, document.createTextNode("test on a third of the rows")));
  if (use) use.addEventListener("change", () => (parts.hidden = use.value !== "table"));
  const notes = [...table.all > table.rows ? [`${table.rows.toLocaleString("en")} of ${table.all.toLocaleString("en")} rows are taken, drawn by chance.`] : [], ...table.warnings.map((w) => w.message)];
  const form = element("form", {method: "dialog", onchange: (event) => {
    if (boxes.includes(event.target) || event.target === rule) recount();
  }, onsubmit: async (event) => {
    event.preventDefault();
    try {
      const choice = chosen();
      if (use && use.value !== "table") return done({use: use.value, ...await rowsFor(source, open, options)});
      const whole = benchOfTable(table, {...choice, title: name});
      const bench = choice.hold ? whole : withQuestion(whole); // a third is questions enough
      keep({options, choice: named(table, choice)});
      done({bench, hold: choice.hold});
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      refused.textContent = error.message;
    }
  }},
    element("h2", {id: "table-title", text: `${name}: ${table.rows.toLocaleString("en")} rows, ${columns.length} columns`}),
    readingControls(table, options, redo, dialog.querySelector("details.reading")?.open),
    preview(table),
    notes.length > 0 && element("ul", {class: "said"}, ...notes.slice(0, 8).map((text) => element("li", {text})), notes.length > 8 && element("li", {text: `and ${notes.length - 8} more`})),
    use && labelled("Use it as", use),
    parts,
    element("p", {class: "note", text: "Columns are scaled to the same range. The file stays on this machine."}),
    element("div", {class: "end"}, refused, element("div", {class: "buttons"}, element("button", {class: "main", text: "Use it"}), element("button", {type: "button", text: "Cancel", onclick: () => done(null)}))));
  dialog.replaceChildren(form);
  offer(first.duplicates);
}

/** A column whose type was changed is learned from if it now can be. */
function withDefaults(table, choice, before) {
  const standard = firstFeatures(table, choice.target);
  const fresh = standard.filter((i) => !usable(before.columns[i] ?? {categories: []}) || before.columns[i].left);
  return {...choice, features: [...new Set([...choice.features, ...fresh])].sort((a, b) => a - b)};
}

/** What a file may be used as, the likeliest first: rows for the table that is open, where it has its columns. */
function waysOf(table, open) {
  const ways = [["table", "a new table"]];
  if (!open?.rows || !tableColumns(open).every(({name}) => table.columns.some((c) => c.name === name))) return ways;
  const known = table.columns.some((c) => c.name === open.target && c.missing < c.values.length);
  const about = `for “${begun(open.title, 30)}”`;
  return known ? [...ways, ["compare", `rows ${about}: compared with their ${open.target}`], ["answer", `rows ${about}: answered`], ["learn", `rows ${about}: learned`]] : [["answer", `rows ${about}: answered`], ...ways];
}

/**
 * Reads another file's rows for the bench that is open.
 *
 * @param {File | string} source @param {import("./bench.js").Bench} bench @param {Record<string, any>} [options] how the file is read
 */
export async function rowsFor(source, bench, options = {}) {
  const read = async (options) => pageTable(await readFile(source, options), 1);
  const table = await read(options);
  const types = typesFor(table, bench);
  const again = Object.keys(types).length ? await read({...options, types: {...options.types, ...types}}) : table;
  const {rows, note} = heldOutRows(again, bench);
  return {rows: rows.map((row, i) => ({...row, given: {columns: again.columns, row: i}})), note};
}
