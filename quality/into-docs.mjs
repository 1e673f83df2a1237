/**
 * Puts the section "Real tables" of a run into docs/quality.md, between its marks:
 * node quality/into-docs.mjs dist/quality/tables.md (or table.md, a run of everything).
 */
import {readFileSync, writeFileSync} from "node:fs";

const docs = new URL("../docs/quality.md", import.meta.url);
const [, measured] = readFileSync(process.argv[2], "utf8").split(/^## Real tables\n/m);
if (!measured) throw new Error(`${process.argv[2]} has no section "Real tables"; ./build.sh quality tables measures it.`);
const text = readFileSync(docs, "utf8");
const replaced = text.replace(/(<!-- Real tables, as measured -->\n)[^]*(<!-- end -->)/, (_, begin, end) => `${begin}${measured}\n${end}`);
if (replaced === text) throw new Error("docs/quality.md has no marks for the section, or these figures already.");
writeFileSync(docs, replaced);
