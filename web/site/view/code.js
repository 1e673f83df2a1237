/** The code that does what the page does. */
import {oneRow} from "../../figures/samples.js";
import {asked, sampleNames} from "./bench.js";
import {cellOf, tableColumns} from "../../scene/columns.js";
import {fitOptions, lineOptions} from "./options.js";
import {textDialog} from "./dialogs.js";

const fields = (object) => Object.entries(object).filter(([, v]) => v !== undefined).map(([name, v]) => `${key(name)}: ${literal(v)}`);

/** A value of JSON in one line, its texts as they are. */
function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  return value !== null && typeof value === "object" ? `{${fields(value).join(", ")}}` : JSON.stringify(value);
}

const rows = (list) => (list.length ? `[\n${list.map((row) => `  ${row},`).join("\n")}\n]` : "[]");

const key = (name) => (name === "__proto__" ? `["__proto__"]` : /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/**
 * How the rows of a bench are written: of a table as objects, with the names and the texts of its columns; of points that were
 * drawn as lists. Where a text could be read as a number, all of its column have the column's name before them.
 */
function writer(bench, {kind}) {
  const columns = tableColumns(bench);
  const names = new Set(columns.map((c) => c.name));
  if (kind === "tnn" || names.size < columns.length || bench.columns.every((name) => /^x[₁₂]?$/.test(name))) return {write: literal, one: (x) => literal(oneRow(x)), columns: null, open: false};
  const digits = (t) => /^\s*[-+.,]?\d/.test(t) || /^(true|false|nan|na|null|\?|)$/i.test(t.trim());
  const marked = new Set(columns.filter((c) => c.texts?.some(digits)));
  const cell = (x, column) => {
    const value = cellOf(x, column);
    return JSON.stringify(marked.has(column) && value !== null ? `${column.name} ${value}` : value);
  };
  const write = (x) => `{${columns.map((c) => `${key(c.name)}: ${cell(x, c)}`).join(", ")}}`;
  return {
    write, one: write,
    columns: [...names].some((name) => /^\d+$/.test(name)) ? [...names] : null, // JavaScript puts such keys first
    open: bench.X.some((x) => columns.some((c) => cellOf(x, c) === null)),
  };
}

/** How to run what codeFor gives. The package is in no registry, and anybody could publish one of its name. */
export const note = "JavaScript for Node or a bundler. Install the package from a file: xaia-….tgz of a release, which ./build.sh release makes, or the folder dist/npm. Save this code as example.mjs and run node example.mjs.";

/** JavaScript that fits the model on the screen and asks it the same; runs as it stands where the package is installed. */
export function codeFor(bench, options) {
  const names = sampleNames(bench);
  const {write, one, columns, open} = writer(bench, options);
  const used = {...options, ...(columns && {columns}), ...(open && {missing: "mean"})};
  delete used.classes; // texts are classes anyway
  const lines = [
    "// Needs the package, which is in no registry: npm install xaia-….tgz, a file of the release.",
    `import * as xaia from "xaia";`,
    "",
    `const X = ${rows(bench.X.map(write))};`,
    `const y = ${literal(bench.y)};`,
    ...(names ? [`const names = ${literal(names)};`] : []),
    `const model = await xaia.fit(X, y, {${[...fields(used), ...(names ? ["names"] : [])].join(", ")}});`,
  ];
  if (bench.external.length) {
    lines.push("", `const external = ${rows(bench.external.map((e) => write(e.x)))};`, "console.log(await model.predict(external));");
  }
  const place = asked(bench);
  if (place) {
    lines.push("", `const why = await model.explain(${one(place)});`, "console.log(why.value, why.recognition, why.familiarity);",
      options.kind === "tnn" ? "console.log(why.neighbours);" : `console.log(why.neurons.map((n) => ({${names ? "names: n.names" : "samples: n.samples"}, weight: n.weight})));`);
  }
  return `${lines.join("\n")}\n`;
}

/** Shows the code for what a tab shows; of two networks, for the first. @param {any} page its properties, and its bench */
export const showCode = ({bench, tab, ...properties}) =>
  textDialog("The code for this", codeFor(bench, tab === "line" ? lineOptions(properties) : fitOptions(bench, {...properties, preset: properties.preset === "paper" ? "paper" : "xaia"})), note);
