/** What people take away: pictures, tables, files. */
import {cut} from "../../ui/words.js";
import {numbered} from "../../ui/names.js";
import {externalRows} from "./bench.js";
import {writeTable} from "../../package/table/write.js";
import {download} from "../../ui/download.js";
import {pngBlob, svgText} from "./image.js";
import {saveReport} from "./report.js";
import {cellOf, partsOf, tableColumns} from "../../scene/columns.js";

/**
 * The cells of points in the columns of the file that they came from, or of the bench where not all came from one. What
 * was learned from is as the point has it now, it may have been moved.
 *
 * @returns {{columns: {name: string, unit?: string}[], cells: (number | string | null)[][]}}
 */
function inputOf(bench, points) {
  const columns = tableColumns(bench);
  const origin = points.map(({given, row}) => given ?? (bench.given && row ? {columns: bench.given, row: row - 1} : null));
  const file = origin[0]?.columns;
  if (!file || !origin.every((o) => o?.columns === file && o.row < file[0].raw.length)) return {columns: columns.map(({name}) => ({name})), cells: points.map(({x}) => columns.map((c) => cellOf(x, c)))};
  const learned = file.map((c) => columns.find(({name}) => name === c.name));
  return {columns: file.map(({of, unit}) => ({name: of, unit})), cells: points.map(({x}, i) => file.map((c, k) => {
    const raw = c.raw[origin[i].row];
    const now = learned[k] && raw !== null && !c.unit ? cellOf(x, learned[k]) : null;
    return now === null || (typeof raw === "string" && cut(raw, 60) === now) ? raw : now;
  }))};
}

/**
 * The predictions as a table: the external points', else the samples'. A column of the
 * answers that is called as one of the points is called otherwise.
 */
export function predictionTable(bench, answers) {
  const rows = bench.external.length ? bench.external : bench.X.map((x, i) => ({x, y: bench.y[i], row: bench.rows?.[i]}));
  const {columns, cells} = inputOf(bench, rows);
  for (const name of ["known", "prediction", "recognition", "familiarity", bench.rows ? "rows" : "samples"]) {
    let free = name;
    for (let k = 2; columns.some((c) => c.name === free); k++) free = `${name} (${k})`;
    columns.push({name: free});
  }
  return {
    columns,
    rows: rows.map(({y}, i) => {
      const {value, recognition, familiarity, neurons, neighbours} = answers[i];
      return [...cells[i], y, value, recognition, familiarity, (neurons ?? neighbours).map((n) => bench.names?.[bench.rows[n.samples[0]] - 1] || numbered(n.samples[0], bench.rows)).join(bench.names ? "; " : " ")];
    }),
  };
}

/** A model's file, with the names of the bench's columns and target: the model was fitted on numbers, and has none. An engine ignores them. */
export const modelText = async (model, bench) => JSON.stringify({...JSON.parse(await model.save()), names: partsOf(bench), target: bench.target});

const part = 1000; // rows that are explained at a time: an explanation holds some hundred times a row's memory in the engine

/** @param {"csv" | "xlsx"} format @param {string} type @param {any} model @param {any} bench */
async function predictionsAs(format, type, model, bench) {
  const rows = bench.external.length ? externalRows(bench) : bench.X;
  const answers = [];
  for (let i = 0; i < rows.length; i += part) {
    // What the table doesn't show is dropped with its part.
    for (const {value, recognition, familiarity, neurons, neighbours} of await model.explain(rows.slice(i, i + part))) {
      answers.push({value, recognition, familiarity, neurons: (neurons ?? neighbours).map(({samples}) => ({samples: samples.slice(0, 1)}))});
    }
  }
  const {columns, rows: all} = predictionTable(bench, answers);
  download(`predictions.${format}`, await writeTable(all, {format, columns}), type);
}

const files = {
  model: async (model, bench) => download("model.json", await modelText(model, bench), "application/json"),
  predictions: (model, bench) => predictionsAs("csv", "text/csv", model, bench),
  workbook: (model, bench) => predictionsAs("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", model, bench),
  report: saveReport,
};

/** Offers a file that is made of a model. @param {keyof typeof files} what @param {any} model @param {any} page its properties, and its bench */
export const save = (what, model, {bench, view}) => files[what](model, bench, view);

/** Where the charts are. */
const charts = {plane: "#plane", network: "#network", fingerprint: "#fingerprint", activation: "#activation", line: "#line", triangle: "#triangle"};

/** Saves every picture of a chart: two planes make two files. @returns {Promise<number>} how many there were */
export async function savePictures(kind, name) {
  const found = Object.hasOwn(charts, name) ? [...document.querySelectorAll(`${charts[name]} svg`)] : [];
  for (const [at, svg] of found.entries()) {
    const file = `xaia-${name}${found.length > 1 ? `-${at + 1}` : ""}.${kind}`;
    const behind = svg.parentElement.querySelector(":scope > canvas.background");
    if (kind === "svg") download(file, svgText(svg, behind), "image/svg+xml");
    else download(file, await pngBlob(svg, behind), "image/png");
  }
  return found.length;
}
