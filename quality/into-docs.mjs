/**
 * Puts the sections of a run into quality/quality-tables.md, each in place of the one with its title:
 * node quality/into-docs.mjs dist/quality/tables.md (or large.md, coverage.md, why.md, or table.md, a run of everything).
 */
import {readFileSync, writeFileSync} from "node:fs";

const docs = new URL("./quality-tables.md", import.meta.url);
const sections = (text) => text.split(/^(?=## )/m);
const title = (section) => section.slice(0, section.indexOf("\n"));

const measured = new Map(sections(readFileSync(process.argv[2], "utf8")).filter((s) => s.startsWith("## ")).map((s) => [title(s), `${s.trimEnd()}\n\n`]));
const before = sections(readFileSync(docs, "utf8"));
const missing = [...measured.keys()].filter((t) => !before.some((s) => title(s) === t));
if (!measured.size || missing.length) throw new Error(`${process.argv[2]} has ${missing.join(", ") || "no sections"}, which quality/quality-tables.md hasn't.`);
writeFileSync(docs, `${before.map((s) => measured.get(title(s)) ?? s).join("").trimEnd()}\n`);
