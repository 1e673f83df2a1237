/**
 * Makes the documentation site: node make.mjs out. TypeDoc renders the types and, beside them, the
 * documents of docs/. Before that, links between the documents are made those of the site; after it, what
 * the site's policy forbids is taken out.
 */
import {execFileSync} from "node:child_process";
import {copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {charted} from "./charts.mjs";
import {writeSearch} from "./search.mjs";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The documents in their order: file, title, group. Titles are the names of the pages. */
const documents = [
  ["docs/questions.md", "Questions people ask", "Start"],
  ["docs/teaching.md", "Notes for teachers", "Start"],
  ["README.md", "Overview", "Start"],
  ["docs/tables.md", "Read a table", "How to"],
  ["docs/judge.md", "Judge a model", "How to"],
  ["docs/why.md", "See why", "How to"],
  ["docs/sure.md", "Say how sure", "How to"],
  ["docs/options.md", "Choose options", "How to"],
  ["docs/change.md", "Change and save a model", "How to"],
  ["docs/recipes.md", "Recipes for apps", "How to"],
  ["docs/embedding.md", "Embedding and notebooks", "How to"],
  ["docs/hosts.md", "In other people's pages", "How to"],
  ["docs/python.md", "Python", "How to"],
  ["docs/command.md", "In a terminal", "How to"],
  ["docs/go.md", "Go", "How to"],
  ["docs/service.md", "Running it as a service", "How to"],
  ["docs/certificates.md", "Certificates of answers", "How to"],
  ["docs/api.md", "The API at a glance", "Reference"],
  ["docs/edge.md", "HTTP", "Reference"],
  ["docs/quality.md", "Quality", "Explanation"],
  ["docs/performance.md", "Performance", "Explanation"],
  ["docs/paper.md", "The paper, reproduced", "Explanation"],
  ["docs/note.md", "The note on the skip connection", "Explanation"],
  ["docs/spec.md", "Specification", "Explanation"],
  ["CHANGELOG.md", "Changes", "Project"],
  ["SECURITY.md", "Security", "Project"],
  ["docs/trust.md", "Trust", "Project"],
  ["quality/quality-tables.md", "Quality, the tables", "Project"],
  ["bench/performance-tables.md", "Performance, the tables", "Project"],
  ["docs/inside/page.md", "How the page is built", "Project"],
  ["docs/inside/architecture.md", "Architecture", "Project"],
  ["CONTRIBUTING.md", "Contributing", "Project"],
];
const start = "docs/start.md";

const out = path.resolve(process.argv[2]);
const source = path.join(path.dirname(out), "docs-source");
rmSync(source, {recursive: true, force: true});
mkdirSync(source, {recursive: true});

/** The name that a document has while TypeDoc reads it. */
const nameOf = (file) => path.basename(file).toLowerCase();
const known = new Set([start, ...documents.map(([file]) => file)]);

/** The headings of a document: their addresses on GitHub, and those of TypeDoc, which leaves code out. */
function places(file) {
  const slug = (text) => text.trim().toLowerCase().replaceAll(/[^\p{L}\p{N}_\s-]/gu, "").replaceAll(/\s/g, "-");
  return new Map([...readFileSync(path.join(root, file), "utf8").matchAll(/^#+ (.*)$/gm)].map(([, text]) => [slug(text), slug(text.replaceAll(/`[^`]*`/g, "")).replaceAll(/-+/g, "-")]));
}

/** A link whose words are a file's name has the name of its page. */
const titled = (text, from) => text.replaceAll(/\[(?:[\w/]*\/)?[\w-]+\.md\](?=\(([^)#\s]+)(?:#[^)]*)?\))/g, (whole, to) => {
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), to));
  const title = file === start ? "Getting started" : documents.find(([name]) => name === file)?.[1];
  return title ? `[${title}]` : whole;
});

/** Files of the repository that documents name: they come along, since a reader of the site has no other copy at hand. */
const carried = new Set();
const kept = (file) => (file.endsWith(".go") ? `${file}.txt` : file); // Go would take it for a package

/** Links to documents stay links; pages of the site, files of the release and of the repository are beside it. */
function linked(text, from) {
  return text.replaceAll(/(!\[[^\]]*)?\]\(([^)\s#]*)(#[^)\s]*)?\)/g, (whole, picture, to, hash = "") => {
    if (!to || /^[a-z]+:/.test(to)) return whole;
    const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), to));
    if (known.has(file)) return `](${nameOf(file)}${hash && `#${places(file).get(hash.slice(1)) ?? hash.slice(1)}`})`;
    if (file === "index.html") return `](https://site.invalid/)`;
    if (["web/site/paper/paper.html", "web/site/learn/learn.html", "web/site/teach/teach.html"].includes(file)) return `](https://site.invalid/${path.basename(file)}${hash})`;
    if (file.startsWith("dist/npm/")) return `](https://site.invalid/files/${path.basename(file)})`;
    if (file.startsWith("testdata/data/")) return `](https://site.invalid/data/${path.basename(file)})`;
    if (!existsSync(path.join(root, file))) throw new Error(`${from} links to ${to}, which isn't there.`);
    if (whole.startsWith("![")) { // a picture comes along: the repository's address gives a page, and another host isn't asked
      copyFileSync(path.join(root, file), path.join(source, path.basename(file)));
      return `${picture}](${path.basename(file)})`;
    }
    carried.add(file);
    return `](https://site.invalid/docs/source/${kept(file)})`;
  });
}

/** What programs print isn't a program: a block without a language is plain text. */
function plain(text) {
  let inside = false;
  return text.replaceAll(/^( *)```(.*)$/gm, (_, indent, language) => {
    inside = !inside;
    return `${indent}\`\`\`${inside && !language ? "text" : language}`;
  }).replaceAll(/"(?:\.\.?\/)+dist\/npm\/([\w.]+)"/g, (_, name) => `"./${name === "xaia.mjs" ? "inline.mjs" : name}"`); // the files that a reader of the site has
}

/** A line `<!-- plot "out at sea": what it shows -->` is a living plot on the site, and nothing on GitHub. */
const living = (text) => text.replaceAll(/^<!-- plot "([^"]+)": ([\s\S]*?) -->$/gm, (_, name, caption) => `<figure data-plot="${name}"><figcaption>${caption}</figcaption></figure>`);

/** Raw HTML is for GitHub: the picture of the README. */
const withoutPictures = (text) => text.replaceAll(/<picture>[\s\S]*?<\/picture>\n*/g, "");

for (const [file, title, group] of [[start], ...documents]) {
  const text = plain(charted(living(linked(titled(withoutPictures(readFileSync(path.join(root, file), "utf8")), file), file)), (other) => readFileSync(path.join(root, other), "utf8")));
  const front = title ? `---\ntitle: ${JSON.stringify(title)}\ngroup: ${group}\n---\n\n` : "";
  writeFileSync(path.join(source, nameOf(file)), front + text);
}

/** The types, with the examples of web/package/examples.md at their functions: they are tested there, and editors don't need them. */
function withExamples(types) {
  const lines = types.split("\n");
  for (const [, name, said] of readFileSync(path.join(root, "web/package/examples.md"), "utf8").matchAll(/^## (\w+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)) {
    const at = lines.findIndex((line) => new RegExp(`^(export declare function |  )${name}[<(]`).test(line));
    if (at < 0) throw new Error(`web/package/examples.md has an example of ${name}, which isn't a function.`);
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
copyFileSync(path.join(root, "web/site/docs/plots.js"), path.join(out, "assets/plots.js"));

/** What the policy forbids: TypeDoc's inline scripts only hide the page until its theme is known. */
const inlineScript = /<script>[^<]*<\/script>/g;
const ownLink = /href="https:\/\/site\.invalid\/([^"]*)"( class="external")?( target="_blank")?/g;

/** What the front door has in its head, each page has: the icon, and the policy, which also holds on a host that sends no headers. */
const door = readFileSync(path.join(root, "index.html"), "utf8");
const [icon] = door.match(/<link rel="icon".*>/), [policy] = door.match(/<meta http-equiv="Content-Security-Policy".*>/);

/** TypeDoc's list of a page's headings leaves code out: it is taken from the headings themselves. */
function named(html) {
  const names = new Map([...html.matchAll(/<h[1-6] id="([^"]+)"[^>]*>([\s\S]*?)<a href="#\1" aria-label="Permalink"/g)].map(([, id, text]) => [id, text]));
  return html.replaceAll(/(<a href="#([^"]+)"><span>)[\s\S]*?(<\/span><\/a>)/g, (whole, before, id, after) => names.has(id) ? before + names.get(id) + after : whole);
}

/** TypeDoc repeats the words and the example of a call at each of its overloads: one of each is enough. */
const once = (html) => html.split(/(?=<ul class="tsd-signatures)/).map((call) => {
  const said = new Set();
  return call.replaceAll(/<div class="tsd-comment tsd-typography">\s*(?:<div class="tsd-tag-example">[\s\S]*?<\/div>\s*<\/div>|(?!<div)[\s\S]*?<\/div>)/g, (block) => {
    const words = block.replaceAll(/<[^>]*>/g, "");
    return said.size === said.add(words).size ? "" : block;
  });
}).join("");

/** What people who listen or use the keyboard need beyond TypeDoc's markup, and axe asks for. */
function accessible(html) {
  let level = 0;
  return html
    .replace('<meta charset="utf-8"/>', `<meta charset="utf-8"/>${policy}`)
    .replace("</title>", `</title>${icon}`)
    .replaceAll('<div class="col-content">', '<div class="col-content" role="main">')
    .replaceAll('<div class="page-menu">', '<div class="page-menu" role="complementary" aria-label="This page">')
    .replaceAll('<nav id="tsd-sidebar-links" ', '<nav id="tsd-sidebar-links" aria-label="Site" ')
    .replaceAll('<nav class="tsd-navigation">', '<nav class="tsd-navigation" aria-label="Documentation">')
    .replaceAll(/<summary[\s\S]*?<\/summary>/g, (summary) => summary.replaceAll(/<a [^>]*tsd-anchor-icon[\s\S]*?<\/a>/g, ""))
    .replaceAll(/<th><\/th>/g, "<td></td>")
    .replace(/<script async src="([^"]*)" id="tsd-search-script"><\/script>/, '<template data-src="$1" id="tsd-search-script"></template>') // docs.js loads it
    .replaceAll(/<th\b[^>]*>[^<]*/g, (head) => head.replaceAll(/([a-z])([A-Z])/g, "$1<wbr>$2")) // a long name doesn't widen its column
    .replaceAll(' style="text-align:right"', ' class="right"')
    .replaceAll(/<td>(?=([\s\S]*?)<\/td>)/g, (cell, text) => {
      const {length} = text.replaceAll(/<[^>]*>/g, "");
      return length > 80 ? '<td class="long">' : length > 30 ? '<td class="words">' : cell; // on a phone they aren't squeezed to towers
    })
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<table>", '<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/<h([1-6])([^>]*)>([\s\S]*?)<\/h\1>/g, (_, n, more, text) => {
      level = Math.min(Number(n), level + 1); // no level is left out
      return `<h${level}${more}>${text}</h${level}>`;
    });
}

/** Where the reference has a call, or an option of fit with its colon: other calls have options of the same names. A method is where it is declared. */
function referenceOf(types) {
  const found = new Map();
  for (const owner of ["Control", "FitOptions", "Learner", "SQANNModel", "FittedModel", "BaseModel"]) {
    const [body] = types.match(new RegExp(`^export interface ${owner}[< ][\\s\\S]*?^}`, "m"));
    for (const [, name] of body.matchAll(owner.endsWith("Model") || owner === "Learner" ? /^ {2}(\w+)\(/gm : /^ {2}(\w+)\?:/gm)) found.set(owner === "FitOptions" ? `${name}:` : name, `interfaces/${owner}.html#${name.toLowerCase()}`);
  }
  for (const [, name] of types.matchAll(/^export declare function (\w+)/gm)) if (!["predict", "explain", "learner"].includes(name)) found.set(name, `functions/${name}.html`); // these do as the methods
  return found;
}
const reference = referenceOf(readFileSync(path.join(root, "web/package/xaia.d.ts"), "utf8"));

/** Guides lead to the reference: a call or an option is a link where a page names it first, and in the list of calls everywhere. */
function referring(html, up, everywhere) {
  const known = new Set();
  return html.replaceAll(/<(a|h[1-6]|pre)\b[\s\S]*?<\/\1>|<code>(?:model\.|learner\.)?(\w+:?)(?:[( ].*?)?<\/code>/g, (whole, _, name) => {
    if (!name || !reference.has(name) || known.has(name)) return whole;
    if (!everywhere) known.add(name);
    return `<a href="${up}${reference.get(name)}">${whole}</a>`;
  });
}
const guides = new Set(["index.html", ...["Questions_people_ask", "Read_a_table", "Judge_a_model", "See_why", "Say_how_sure", "Choose_options", "Change_and_save_a_model", "The_API_at_a_glance", "Recipes_for_apps"].map((name) => path.join("documents", `${name}.html`))]);

for (const name of readdirSync(out, {recursive: true, encoding: "utf8"})) {
  if (!name.endsWith(".html")) continue;
  const file = path.join(out, name);
  const up = "../".repeat(name.split(path.sep).length);
  const html = once(readFileSync(file, "utf8")).replaceAll(inlineScript, "").replaceAll(ownLink, (_, to) => `href="${up}${to}"${to.startsWith("docs/source/") ? " download" : ""}`);
  const content = html.indexOf('<div class="col-content">');
  writeFileSync(file, accessible(named(guides.has(name) ? html.slice(0, content) + referring(html.slice(content), name === "index.html" ? "" : "../", name.endsWith("at_a_glance.html")) : html)));
}

// TypeDoc's script puts a style element into each page, for filters that we leave out (typedoc.json); the policy would block it.
const script = path.join(out, "assets/main.js");
const [attached, made] = ['document.head.appendChild(document.createElement("style"))', 'document.createElement("style")'];
const text = readFileSync(script, "utf8");
if (!text.includes(attached)) throw new Error(`${script} has changed: it has no ${attached}`);
writeFileSync(script, text.replace(attached, made));

for (const file of carried) {
  const copy = path.join(out, "source", kept(file));
  mkdirSync(path.dirname(copy), {recursive: true});
  copyFileSync(path.join(root, file), copy);
}
