/** Writes teach.css, or another page's that draws: node write.mjs FOLDER [NAME]. What the tag <xaia-teach> looks like is in its script; the pages have it as a file. */
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {rules} from "../../embed/teach/sheet.js";

const [folder, name = "teach"] = process.argv.slice(2);
writeFileSync(path.join(folder, `${name}.css`), readFileSync(new URL(`../${name}/${name}.css`, import.meta.url), "utf8") + rules);
