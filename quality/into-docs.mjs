/**
 * Puts the sections "Real tables", "Larger tables" and "How sure" of a run into docs/quality.md, between their marks, those that it has:
 * node quality/into-docs.mjs dist/quality/tables.md (or large.md, coverage.md, or table.md, a run of everything).
 */
import {readFileSync, writeFileSync} from "node:fs";

const docs = new URL("../docs/quality.md", import.meta.url);
const run = readFileSync(process.argv[2], "utf8");
const before = readFileSync(docs, "utf8");
let text = before;
for (const title of ["Real tables", "Larger tables", "How sure"]) {
  const measured = run.split(/^## /m).find((section) => section.startsWith(`${title}\n`))?.slice(title.length + 1);
  if (measured) text = text.replace(new RegExp(`(<!-- ${title}, as measured -->\n)[^]*?(<!-- end -->)`), (_, begin, end) => `${begin}${measured.trimEnd()}\n\n${end}`);
}
if (text === before) throw new Error(`${process.argv[2]} has no section for docs/quality.md, or these figures are there already. ./build.sh quality tables, large or coverage measures one.`);
writeFileSync(docs, text);
