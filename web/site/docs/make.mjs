/**
 * Makes the documentation site: node make.mjs out. TypeDoc renders the types and, beside them, the
 * documents of docs/. Before that, links between the documents are made those of the site; after it, what
 * the site's policy forbids is taken out.
 */
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {writeSearch} from "./search.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const repository = "https://github.com/xaia-go/xaia/blob/main/";

/** The documents in their order: file, title, group. Titles are the names of the pages. */
const documents = [
  ["docs/questions.md", "Questions people ask", "Start"],
  ["docs/teaching.md", "Notes for teachers", "Start"],
  ["README.md", "Overview", "Start"],
  ["docs/api.md", "The API at a glance", "Guides"],
  ["docs/learning.md", "Learning and asking", "Guides"],
  ["docs/examples.md", "An example of every function", "Guides"],
  ["docs/recipes.md", "Recipes for apps", "Guides"],
  ["docs/embedding.md", "Embedding and notebooks", "Guides"],
  ["docs/hosts.md", "In other people's pages", "Guides"],
  ["docs/edge.md", "HTTP", "Guides"],
  ["docs/service.md", "Running it as a service", "Guides"],
  ["docs/python.md", "Python", "Guides"],
  ["docs/command.md", "In a terminal", "Guides"],
  ["docs/go.md", "Go", "Guides"],
  ["docs/certificates.md", "Certificates of answers", "Guides"],
  ["docs/paper.md", "The paper, reproduced", "Background"],
  ["docs/note.md", "The note on the skip connection", "Background"],
  ["docs/spec.md", "Specification", "Background"],
  ["docs/performance.md", "Performance", "Background"],
  ["docs/performance-tables.md", "Performance, the tables", "Background"],
  ["docs/quality.md", "Quality", "Background"],
  ["docs/quality-tables.md", "Quality, the tables", "Background"],
  ["docs/trust.md", "Trust", "Background"],
  ["docs/page.md", "How the page is built", "Background"],
  ["docs/architecture.md", "Architecture", "Background"],
];
const start = "docs/start.md";

const out = path.resolve(process.argv[2]);
const source = path.join(path.dirname(out), "docs-source");
rmSync(source, {recursive: true, force: true});
mkdirSync(source, {recursive: true});

/** The name that a document has while TypeDoc reads it. */
const nameOf = (file) => path.basename(file).toLowerCase();
const known = new Set([start, ...documents.map(([file]) => file)]);

/** Links to documents stay links; pages of the site and files of the release are beside it; the rest is in the repository. */
function linked(text, from) {
  return text.replaceAll(/\]\(([^)\s#]*)(#[^)\s]*)?\)/g, (whole, to, hash = "") => {
    if (!to || /^[a-z]+:/.test(to)) return whole;
    const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), to));
    if (known.has(file)) return `](${nameOf(file)}${hash})`;
    if (file === "index.html") return `](https://site.invalid/)`;
    if (["web/site/paper/paper.html", "web/site/learn/learn.html", "web/site/teach/teach.html"].includes(file)) return `](https://site.invalid/${path.basename(file)}${hash})`;
    if (file.startsWith("dist/npm/")) return `](https://site.invalid/files/${path.basename(file)})`;
    if (file.startsWith("testdata/data/")) return `](https://site.invalid/data/${path.basename(file)})`;
    if (!existsSync(path.join(root, file))) throw new Error(`${from} links to ${to}, which isn't there.`);
    return `](${repository}${file}${hash})`;
  });
}

/** What programs print isn't a program: a block without a language is plain text. */
function plain(text) {
  let inside = false;
  return text.replaceAll(/^( *)```(.*)$/gm, (_, indent, language) => {
    inside = !inside;
    return `${indent}\`\`\`${inside && !language ? "text" : language}`;
  }).replaceAll(/"\.\.?\/dist\/npm\/xaia\.mjs"/g, '"./inline.mjs"'); // the file that a reader of the site has
}

/** Raw HTML is for GitHub: the picture of the README. */
const withoutPictures = (text) => text.replaceAll(/<picture>[\s\S]*?<\/picture>\n*/g, "");

for (const [file, title, group] of [[start], ...documents]) {
  const text = plain(linked(withoutPictures(readFileSync(path.join(root, file), "utf8")), file));
  const front = title ? `---\ntitle: ${JSON.stringify(title)}\ngroup: ${group}\n---\n\n` : "";
  writeFileSync(path.join(source, nameOf(file)), front + text);
}

/** The types, with the examples of docs/examples.md at their functions: they are tested there, and editors don't need them. */
function withExamples(types) {
  const lines = types.split("\n");
  for (const [, name, said] of readFileSync(path.join(root, "docs/examples.md"), "utf8").matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)) {
    const at = lines.findIndex((line) => new RegExp(`^(export declare function |  )${name}[<(]`).test(line));
    if (at < 0) throw new Error(`docs/examples.md has an example of ${name}, which isn't a function.`);
    const [, code, printed] = said.match(/```js\n([\s\S]*?)```\s*prints\s*```\n([\s\S]*?)```/);
    const example = ["@example", "```js", ...code.trimEnd().split("\n"), "```", "prints", "```text", ...printed.trimEnd().split("\n"), "```"].map((line) => ` * ${line}`);
    const last = lines[at - 1].trim();
    if (!last.endsWith("*/")) lines.splice(at, 0, "/**", ...example, " */");
    else lines.splice(at - 1, 1, ...(last.startsWith("/**") ? ["/**", ` * ${last.slice(3, -2).trim()}`] : last === "*/" ? [] : [` ${last.slice(0, -2)}`]), ...example, " */");
  }
  return plain(lines.join("\n"));
}
const types = path.join(source, "xaia.d.ts");
writeFileSync(types, withExamples(readFileSync(path.join(root, "web/package/xaia.d.ts"), "utf8")));
writeFileSync(path.join(source, "records.d.ts"), plain(readFileSync(path.join(root, "web/package/records.d.ts"), "utf8")));
const {compilerOptions} = JSON.parse(readFileSync(path.join(root, "web/tsconfig.json"), "utf8"));
writeFileSync(path.join(source, "tsconfig.json"), JSON.stringify({compilerOptions, files: ["xaia.d.ts"]}));

// Its highlighter gives up on a line that takes half a second, which on a busy machine any does. Then the pages, and a
// release, would have other bytes: here no time passes.
const timeless = `data:text/javascript,${encodeURIComponent("Date.now = () => 0;")}`;
execFileSync(process.execPath, [
  "--import", timeless, path.join(root, "web/node_modules/typedoc/bin/typedoc"), "--options", path.join(root, "web/typedoc.json"), "--out", out,
  "--entryPoints", types, "--tsconfig", path.join(source, "tsconfig.json"),
  "--readme", path.join(source, nameOf(start)), ...documents.flatMap(([file]) => ["--projectDocuments", path.join(source, nameOf(file))]),
], {cwd: path.join(root, "web"), stdio: "inherit"});

writeSearch(out);

/** What the policy forbids: TypeDoc's inline scripts only hide the page until its theme is known. */
const inlineScript = /<script>[^<]*<\/script>/g;
const ownLink = /href="https:\/\/site\.invalid\/([^"]*)"( class="external")?( target="_blank")?/g;

/** The pages' icon. */
const [icon] = readFileSync(path.join(root, "index.html"), "utf8").match(/<link rel="icon".*>/);

/** What people who listen or use the keyboard need beyond TypeDoc's markup, and axe asks for. */
function accessible(html) {
  let level = 0;
  return html
    .replace("</title>", `</title>${icon}`)
    .replaceAll('<div class="col-content">', '<div class="col-content" role="main">')
    .replaceAll('<div class="page-menu">', '<div class="page-menu" role="complementary" aria-label="This page">')
    .replaceAll('<nav id="tsd-sidebar-links" ', '<nav id="tsd-sidebar-links" aria-label="Site" ')
    .replaceAll('<nav class="tsd-navigation">', '<nav class="tsd-navigation" aria-label="Documentation">')
    .replaceAll(/<summary[\s\S]*?<\/summary>/g, (summary) => summary.replaceAll(/<a [^>]*tsd-anchor-icon[\s\S]*?<\/a>/g, ""))
    .replaceAll(/<th><\/th>/g, "<td></td>")
    .replace(/<script async src="([^"]*)" id="tsd-search-script"><\/script>/, '<template data-src="$1" id="tsd-search-script"></template>') // docs.js loads it
    .replaceAll(' style="text-align:right"', ' class="right"')
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/<h([1-6])([^>]*)>([\s\S]*?)<\/h\1>/g, (_, n, more, text) => {
      level = Math.min(Number(n), level + 1); // no level is left out
      return `<h${level}${more}>${text}</h${level}>`;
    });
}

for (const name of readdirSync(out, {recursive: true, encoding: "utf8"})) {
  if (!name.endsWith(".html")) continue;
  const file = path.join(out, name);
  const up = "../".repeat(name.split(path.sep).length);
  const html = readFileSync(file, "utf8").replaceAll(inlineScript, "").replaceAll(ownLink, (_, to) => `href="${up}${to}"`);
  writeFileSync(file, accessible(html));
}

// TypeDoc's script puts a style element into each page, for filters that we leave out (typedoc.json); the policy would block it.
const script = path.join(out, "assets/main.js");
const [attached, made] = ['document.head.appendChild(document.createElement("style"))', 'document.createElement("style")'];
const text = readFileSync(script, "utf8");
if (!text.includes(attached)) throw new Error(`${script} has changed: it has no ${attached}`);
writeFileSync(script, text.replace(attached, made));
