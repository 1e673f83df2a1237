// The pages of the built site lead to pages, places and files that are there.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {rowsOf} from "../site/docs/charts.mjs";
import {reader} from "../site/docs/search.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const site = path.join(root, "dist/site");
const read = (name) => readFileSync(name, "utf8");
const pages = ["index.html", "workshop.html", "learn.html", "teach.html", "room.html", "paper.html", ...readdirSync(path.join(site, "docs"), {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".html") && !name.startsWith("source")).map((name) => path.join("docs", name))]; // source has copies of files, to be downloaded

/** Ids that the page's script makes while it runs. */
const places = (file) => new Set([...read(file).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));

test("every link of the site leads somewhere", () => {
  const missing = [];
  const known = new Map();
  for (const page of pages) {
    for (const [, kind, to] of read(path.join(site, page)).matchAll(/ (href|src)="([^"]*)"/g)) {
      if (/^(https?|data|mailto):/.test(to) || to === "" || to === "#") continue;
      const [name, hash] = to.replaceAll("&amp;", "&").split("#");
      let file = name ? path.join(site, path.dirname(page), decodeURIComponent(name)) : path.join(site, page);
      if (name.endsWith("/") || file === site) file = path.join(file, "index.html");
      if (!existsSync(file)) missing.push(`${page}: ${kind} ${to}`);
      else if (hash && file.endsWith(".html")) {
        if (!known.has(file)) known.set(file, places(file));
        if (!known.get(file).has(decodeURIComponent(hash.replace(/&present(=\d)?$/, "")))) missing.push(`${page}: no place ${to}`);
      }
    }
  }
  assert.ok(pages.length > 60, `${pages.length} pages`);
  assert.deepEqual(missing, []);
});

test("every page of the documentation leads back to the page, the lessons and the paper, and the pages lead to it", () => {
  for (const page of pages.filter((name) => name.startsWith("docs"))) {
    const up = "../".repeat(page.split(path.sep).length - 1);
    for (const to of [up, `${up}learn.html`, `${up}paper.html`]) assert.ok(read(path.join(site, page)).includes(`href="${to}"`), `${page} to ${to}`);
  }
  for (const page of ["index.html", "workshop.html", "learn.html", "teach.html", "paper.html"]) assert.match(read(path.join(site, page)), /href="docs\/"/, page);
});

test("a file of the repository that a document names is beside it, to be downloaded", () => {
  const asked = pages.flatMap((page) => [...read(path.join(site, page)).matchAll(/<a href="([^"]*docs\/source\/([^"]*))"([^>]*)>/g)].map(([, , file, more]) => [file, more]));
  assert.ok(asked.length > 30, `${asked.length} links`);
  for (const [file, more] of asked) {
    assert.match(more, / download/, file);
    assert.equal(read(path.join(site, "docs/source", file)), read(path.join(root, file.replace(/\.go\.txt$/, ".go"))), file);
  }
});

test("no page asks another host for anything, and the policy in each page holds on any host", () => {
  const policy = read(path.join(site, "_headers")).match(/Content-Security-Policy: (.*); frame-ancestors 'none'/)[1]; // which a page can't set
  for (const page of pages) {
    const html = read(path.join(site, page));
    const said = html.match(/<meta http-equiv="Content-Security-Policy" content="([^"]*)">/);
    assert.equal(said?.[1], policy, page);
    assert.ok(said.index < html.search(/<(script|link|img|style)\b/), `${page}: the policy comes too late`);
    const asked = [...html.matchAll(/<(?!a\b)[a-z-]+ [^>]*?\b(?:src|srcset|href|data|poster|action)="((?:https?:)?\/\/[^"]*)"/g)].map(([, to]) => to);
    assert.deepEqual(asked, [], page);
  }
  const styles = readdirSync(site, {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".css"));
  assert.ok(styles.length > 5);
  for (const name of styles) assert.doesNotMatch(read(path.join(site, name)), /@import|url\(["']?(?:https?:)?\/\//, name);
});

test("every file of the package that a document names is on the site, and runs there as the site shows it", () => {
  const documents = ["README.md", ...readdirSync(path.join(root, "docs"), {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".md")).map((name) => `docs/${name}`)];
  const modules = new Set(documents.flatMap((name) => [...read(path.join(root, name)).matchAll(/(?:\]\(|")\.\.?\/dist\/npm\/([\w.-]+)/g)].map(([, file]) => file)));
  modules.delete("xaia.mjs"); // the site shows inline.mjs, which is the same with its engine
  assert.ok(modules.size > 6, [...modules].join());
  assert.deepEqual([...modules, "inline.mjs", "inline.global.js"].filter((name) => !existsSync(path.join(site, "files", name))), []);

  const shown = pages.filter((page) => page.startsWith(path.join("docs", "documents"))).map((page) => read(path.join(site, page))).join("");
  const entities = {amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'"};
  const plain = (html) => html.replaceAll(/<br ?\/?>/g, "\n").replaceAll(/<button[\s\S]*?<\/button>|<[^>]*>/g, "").replaceAll(/&(#?\w+);/g, (whole, name) => entities[name] ?? whole);
  const examples = [...shown.matchAll(/<pre[^>]*><code class="js">((?:(?!<\/pre>)[\s\S])*)<\/pre>\s*<p>prints<\/p>\s*<pre[^>]*><code class="text">([\s\S]*?)<\/pre>/g)].map((both) => both.slice(1).map((html) => plain(html)));
  for (const file of ["table.mjs", "drawing.mjs", "lite.mjs", "sync.mjs"]) {
    const example = examples.find(([code]) => code.includes(`from "./${file}"`));
    assert.ok(example, `no example imports ./${file}`);
    const folder = mkdtempSync(path.join(tmpdir(), "xaia-files-"));
    try {
      cpSync(path.join(site, "files"), folder, {recursive: true});
      writeFileSync(path.join(folder, "example.mjs"), example[0]);
      assert.equal(execFileSync(process.execPath, ["example.mjs"], {cwd: folder, encoding: "utf8"}).trimEnd(), example[1].trimEnd(), file);
    } finally {
      rmSync(folder, {recursive: true});
    }
  }
});

test("guides lead to the reference", () => {
  const calls = [...read(path.join(site, "docs/documents/The_API_at_a_glance.html")).matchAll(/<td[^>]*><a href="\.\.\/((?:functions|interfaces)\/[^"]+)"><code>/g)].map(([, to]) => to);
  const listed = [...read(path.join(root, "docs/api.md")).matchAll(/^\| `(?:model\.|learner\.)?(\w+)\(/gm)].map(([, name]) => name.toLowerCase());
  assert.deepEqual([...new Set(listed)].filter((name) => !calls.some((to) => to.toLowerCase().endsWith(`#${name}`) || to.toLowerCase() === `functions/${name}.html`)), []);
  assert.ok(calls.length > 35, `${calls.length} calls`);
  for (const [page, to] of [["Judge_a_model", "functions/crossValidate.html"], ["Read_a_table", "interfaces/FitOptions.html#missing"], ["Choose_options", "interfaces/Control.html#signal"]]) {
    assert.ok(read(path.join(site, `docs/documents/${page}.html`)).includes(`<a href="../${to}"><code>`), to);
  }
});

test("a call with overloads is described once, each of its forms by its types", () => {
  const fit = read(path.join(site, "docs/functions/fit.html"));
  assert.equal(fit.split("Every sample becomes a neuron").length, 2);
  assert.equal(fit.split(">Example<").length, 2);
  assert.equal(fit.match(/class="tsd-signature tsd-anchor-link"/g).length, read(path.join(root, "web/package/xaia.d.ts")).match(/^export declare function fit</gm).length);
});

test("the list of a page's headings has their code, too", () => {
  const list = read(path.join(site, "docs/documents/Judge_a_model.html")).match(/<div class="tsd-accordion-details"><a href="#judge[\s\S]*?<\/div>/)[0];
  assert.match(list, /<span>How good is it\? <code>evaluate<\/code>, <code>leaveOneOut<\/code><\/span>/);
});

test("no name of a file became an address", () => {
  for (const page of pages.filter((name) => name.startsWith("docs"))) assert.deepEqual([...read(path.join(site, page)).matchAll(/href="(http:[^"]*)"/g)].map(([, to]) => to), [], page);
});

test("charts have what the tables have", () => {
  const quality = read(path.join(site, "docs/documents/Quality.html")), time = read(path.join(site, "docs/documents/Performance.html"));
  const rows = rowsOf(read(path.join(root, "docs/quality.md"))).filter((row) => row.untouched && row.boosting);
  assert.equal(quality.match(/<circle class="own"/g).length, rows.length + 1); // one more in the legend
  const at = (name) => Number(quality.match(new RegExp(`>${name}</text><path[^>]*/><rect[^>]*/><path[^>]*/><circle class="own" cx="([\\d.]+)"`))[1]);
  const one = Number(quality.match(/<line class="one" x1="([\d.]+)"/)[1]);
  assert.ok(at("digits") < one && at("diamonds, cut") < one && at("mpg, highway") > one); // accuracies are turned into errors
  const fits = rowsOf(read(path.join(root, "bench/performance-tables.md"))).filter(({name, "Node ms": ms}) => /^(plane|cube)-\d+ xaia$/.test(name) && ms);
  assert.equal(time.match(/<circle class="own"/g).length, fits.length);
});

// In a newcomer's words; each with the heading that answers it, or with the page where that is about nothing else.
test("seventy questions find their answers by the search, and by two clicks from the first page", () => {
  const docs = path.join(site, "docs");
  const questions = JSON.parse(read(path.join(root, "web/test/questions.json")));
  assert.equal(new Set(questions.map(([question]) => question)).size, 70);
  const find = reader(docs);
  const missed = [];
  for (const [question, answer] of questions) {
    const [page, hash] = answer.split("#");
    if (hash) assert.ok(places(path.join(docs, page)).has(hash), `no place ${answer}`);
    const found = find(question).slice(0, 3);
    if (!found.some((url) => url === answer || (!hash && url.split("#")[0] === page))) missed.push(`${question} ${found.join(" ")}`);
  }
  assert.deepEqual(missed, []);

  const from = (page) => [...read(path.join(docs, page)).matchAll(/<a href="([^"#]+\.html)/g)].map(([, to]) => path.posix.join(path.posix.dirname(page), to));
  const once = new Set(["index.html", ...from("index.html")].filter((page) => existsSync(path.join(docs, page))));
  const twice = new Set([...once, ...[...once].flatMap((page) => from(page))]);
  assert.deepEqual([...new Set(questions.map(([, answer]) => answer.split("#")[0]))].filter((page) => !twice.has(page)), []);
});

test("the questions people ask have a heading each", () => {
  const text = read(path.join(site, "docs/documents/Questions_people_ask.html"));
  for (const question of ["How many rows can it take?", "Does it need a server?", "Is my data sent anywhere?", "Which paper?", "How do I cite it?"]) assert.ok(text.includes(question), question);
  for (const field of ["cff-version", "message", "title", "authors"]) assert.match(read(path.join(root, "CITATION.cff")), new RegExp(`^${field}:`, "m"));
});

// What docs/start.md tells a newcomer, done to the letter: an empty folder, the files that it links to, its programs.
test("getting started, in an empty folder", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "xaia-start-"));
  try {
    const text = read(path.join(root, "docs/start.md"));
    for (const file of ["files/inline.mjs", "files/table.mjs", "data/iris.csv"]) {
      assert.ok(read(path.join(site, "docs/index.html")).includes(`href="../${file}"`), file);
      cpSync(path.join(site, file), path.join(folder, path.basename(file)));
    }
    const programs = [...text.matchAll(/`(\w+\.mjs)`[^`]*```js\n([\s\S]*?)```[\s\S]*?`node \1`[\s\S]*?```\n([\s\S]*?)```/g)];
    assert.deepEqual(programs.map(([, name]) => name), ["first.mjs", "mine.mjs"]);
    for (const [, name, code, printed] of programs) {
      writeFileSync(path.join(folder, name), code);
      assert.equal(execFileSync(process.execPath, [name], {cwd: folder, encoding: "utf8"}), printed);
    }
  } finally {
    rmSync(folder, {recursive: true});
  }
});
