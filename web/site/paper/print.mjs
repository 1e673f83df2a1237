// Prints every section as Markdown: ./build.sh experiments. The same module, tree
// and public API as on the page.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import "../../../wasm_exec.js";
import * as xaia from "../../../dist/npm/xaia.mjs";
import {count} from "./count.mjs";
import {inputs} from "./inputs.mjs";
import {repeated} from "./repeat.mjs";
import {start} from "./runner.mjs";
import {treeOf} from "./tree.mjs";

const root = new URL("../../../", import.meta.url);
const files = Object.fromEntries(inputs.map((path) => [path, readFileSync(new URL(`testdata/${path}`, root), "utf8")]));
const module = await WebAssembly.compile(readFileSync(new URL("dist/site/paper.wasm", root)));
const {DecisionTreeRegression} = createRequire(import.meta.url)("ml-cart");
const {list, run} = await start(globalThis.Go, module, {files, tree: treeOf(DecisionTreeRegression), progress: () => {}});

const sections = [];
for (const id of list) {
  process.stderr.write(`${id}\n`);
  const section = run(id);
  if (id === "tables") section.tables.push(await repeated(xaia, files, section.pictures.repeats));
  sections.push(section);
  console.log(markdown(section));
}
const {same, slip, mismatch} = count(sections);
console.log(`${same + slip + mismatch} figures compared with their references: ${mismatch} mismatches; for ${slip} the paper prints another figure (≠).`);
process.exit(mismatch === 0 ? 0 : 1);

/** @param {any} section */
function markdown({id, says, tables}) {
  return [`## ${id}`, ...(says ?? []), ...tables.map(tableText)].join("\n\n") + "\n";
}

function tableText({caption, head, rows, beside = "must be", notes = []}) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [
    `### ${caption}`, "", line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map((cell) => cellText(cell, beside)))),
    ...notes.flatMap((note) => ["", note]),
  ].join("\n");
}

function cellText({text, printed, verdict, must}, beside) {
  const mark = {same: "", slip: " ≠", mismatch: ` MISMATCH${must ? `, must be ${must}` : ""}`}[verdict] ?? "";
  const shown = printed === undefined || (verdict === "same" && printed === text) ? text : `${text} (${beside} ${printed})`;
  return (shown + mark).replaceAll("|", "\\|");
}
