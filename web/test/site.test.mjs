// The pages of the built site lead to pages, places and files that are there.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";

const root = fileURLToPath(new URL("../../", import.meta.url));
const site = path.join(root, "dist/site");
const read = (name) => readFileSync(name, "utf8");
const pages = ["index.html", "workshop.html", "learn.html", "teach.html", "paper.html", ...readdirSync(path.join(site, "docs"), {recursive: true, encoding: "utf8"}).filter((name) => name.endsWith(".html")).map((name) => path.join("docs", name))];

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
    for (const file of ["files/inline.mjs", "data/iris.csv"]) {
      assert.ok(read(path.join(site, "docs/index.html")).includes(`href="../${file}"`), file);
      cpSync(path.join(site, file), path.join(folder, path.basename(file)));
    }
    const programs = [...text.matchAll(/`(\w+\.mjs)`[^`]*(?:`target`[^`]*)?```js\n([\s\S]*?)```[\s\S]*?`node \1`[\s\S]*?```\n([\s\S]*?)```/g)];
    assert.deepEqual(programs.map(([, name]) => name), ["first.mjs", "table.mjs"]);
    for (const [, name, code, printed] of programs) {
      writeFileSync(path.join(folder, name), code);
      assert.equal(execFileSync(process.execPath, [name], {cwd: folder, encoding: "utf8"}), printed);
    }
  } finally {
    rmSync(folder, {recursive: true});
  }
});
