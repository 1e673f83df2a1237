/** Writes teach.css: node write.mjs FOLDER. What the tag <xaia-teach> looks like is in its script; the page has it as a file. */
import {readFileSync, writeFileSync} from "node:fs";
import path from "node:path";
import {rules} from "../../embed/teach/sheet.js";

writeFileSync(path.join(process.argv[2], "teach.css"), readFileSync(new URL("teach.css", import.meta.url), "utf8") + rules);
