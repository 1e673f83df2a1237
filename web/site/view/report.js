/**
 * A report: one HTML file that holds a model, its pictures and the engine, and that fetches nothing. Its script is
 * web/embed/report.js.
 */
import {asked, sampleNames} from "./bench.js";
import {typicalRow} from "./rowform.js";
import {download} from "../../ui/download.js";
import {once} from "../../ui/once.js";

const style = `:root { color-scheme: light dark; } body { font: 15px/1.45 system-ui, sans-serif; max-width: 68rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 28px; } #pictures { max-width: 720px; } #row { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: 0.6rem; border: 0; padding: 0; }
#row label { display: grid; } #row input, #row select { font: inherit; min-height: 44px; min-width: 0; } #answer { font-size: 18px; font-weight: 600; }
[aria-invalid] { outline: 2px dashed; } @media print { :root { color-scheme: light; } #row { break-inside: avoid; } }`;

/** Text that can't end the element that holds it. */
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/** @param {string} script @param {any} model its file @param {any} view the columns that are the axes, or components */
function reportText(script, model, bench, view) {
  const tnn = model.kind === "tnn";
  const about = {
    model: JSON.stringify(model), columns: bench.columns, texts: bench.texts, external: bench.external.map((e) => e.x), row: asked(bench) ?? typicalRow(bench),
    rows: bench.rows, names: bench.names, view: view?.columns && !tnn ? [view.columns[0], view.columns[1]] : null, show: tnn ? ["picture"] : ["picture", "network", "why"],
  };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<title>${escaped(bench.title)}: a report</title><style>${style}</style></head><body><main>
<h1>${escaped(bench.title)}</h1>
<p>${escaped(bench.note ?? "")}</p>
<p>The network has ${bench.X.length.toLocaleString("en")} samples. Each neuron is one of them${sampleNames(bench) ? "" : bench.rows ? ", called by its row in the table, counted from 1" : "; they are counted from 0"}. Click a point, or change the row, to ask the network. This file needs no connection.</p>
<p id="answer" role="status"></p>
<div id="pictures"></div>
<h2>Ask about a row</h2>
<fieldset id="row" aria-label="The row"></fieldset>
</main><script type="application/json" id="report">${JSON.stringify(about).replaceAll("<", "\\u003c")}</script>
<script type="module">${script}</script></body></html>
`;
}

/** The script that each report carries. */
const reportScript = once(async () => {
  const response = await fetch(new URL("./report.mjs", import.meta.url));
  if (!response.ok) throw new Error(`The report's script could not be loaded: ${response.status}.`);
  return response.blob();
});

/** What only saving needs. */
export const fetchRest = () => Promise.all([reportScript(), import("xaia:xlsx")]);

export async function saveReport(model, bench, view) {
  const script = await (await reportScript()).text();
  download("report.html", reportText(script, JSON.parse(await model.save()), bench, view), "text/html");
}
