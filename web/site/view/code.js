/** The code that does what the page does. */
import {oneRow} from "../../figures/samples.js";
import {asked, sampleNames} from "./bench.js";

const literal = (value) => JSON.stringify(value).replaceAll(/"(\w+)":/g, "$1: ").replaceAll(/,(?=\S)/g, ", ");

/** A list in one line, its texts as they are. */
const listed = (values) => `[${values.map((v) => JSON.stringify(v)).join(", ")}]`;

function rows(list) {
  return list.length ? `[\n${list.map((row) => `  ${listed(row)},`).join("\n")}\n]` : "[]";
}

/** How to run what codeFor gives. The package is in no registry, and anybody could publish one of its name. */
export const codeNote = "JavaScript for Node or a bundler. Install the package from a file: xaia-….tgz of a release, which ./build.sh release makes, or the folder dist/npm. Save this code as example.mjs and run node example.mjs.";

/** JavaScript that fits the model on the screen and asks it the same; runs as it stands where the package is installed. */
export function codeFor(bench, options) {
  const names = sampleNames(bench);
  const used = {...options, ...(names ? {names: true} : {})};
  delete used.classes; // texts are classes anyway
  const lines = [
    "// Needs the package, which is in no registry: npm install xaia-….tgz, a file of the release.",
    `import * as xaia from "xaia";`,
    "",
    `const X = ${rows(bench.X)};`,
    `const y = ${listed(bench.y)};`,
    ...(names ? [`const names = ${listed(names)};`] : []),
    `const model = await xaia.fit(X, y, ${literal(used).replace("names: true", "names")});`,
  ];
  if (bench.external.length) {
    lines.push("", `const external = ${rows(bench.external.map((e) => e.x))};`, "console.log(await model.predict(external));");
  }
  const place = asked(bench);
  if (place) {
    lines.push("", `const why = await model.explain(${JSON.stringify(oneRow(place)).replaceAll(",", ", ")});`, "console.log(why.value, why.recognition, why.familiarity);",
      options.model === "tnn" ? "console.log(why.neighbours);" : `console.log(why.neurons.map((n) => ({${names ? "names: n.names" : "samples: n.samples"}, weight: n.weight})));`);
  }
  return `${lines.join("\n")}\n`;
}
