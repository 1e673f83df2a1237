/** The browser, Firefox or WebKitGTK, and what it is shown: the built page as the native server serves it, and folders under a strict policy. */
import {spawn} from "node:child_process";
import {mkdirSync, mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {extname, join, normalize} from "node:path";
import {after} from "node:test";
import {fileURLToPath} from "node:url";
import {pace} from "../pace.mjs";

/** Firefox, or WebKitGTK for ./build.sh webkit. */
const browserName = process.env.XAIA_BROWSER ?? "firefox";
export const root = fileURLToPath(new URL("../../../", import.meta.url));
const screenshots = join(root, "dist/screenshots");

/** What ends with the tests. Registered once: after() inside another hook runs with that one. */
const ends = [];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** A folder that is gone after the tests. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "xaia-firefox-"));
  ends.push(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
}

export async function firefox() {
  const browser = browserName === "webkit" ? await (await import("../webkit/webkit.mjs")).webkit()
    : await (await import("puppeteer-core")).launch({browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: true});
  ends.push(() => browser.close());
  console.log(await browser.version());
  return browser;
}

/** dist/site, by the server that people run. @returns {Promise<string>} its address */
export function site() {
  const server = spawn(join(root, "dist/serve"), ["-address", "127.0.0.1:0", "-site", join(root, "dist/site"), "-models", join(scratch(), "models")], {stdio: ["ignore", "pipe", "inherit"]});
  ends.push(() => server.kill());
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    server.stdout.on("data", (text) => {
      const address = /http:\S+\//.exec(String(text));
      if (address) resolve(address[0]);
    });
  });
}

const types = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"};

/** Folders under one policy: path → folder. @returns {Promise<string>} the address */
export async function folders(given, policy) {
  const server = createServer((request, response) => {
    const [, name, ...rest] = normalize(new URL(request.url, "http://localhost").pathname).split("/");
    const path = rest.join("/") || "index.html";
    try {
      const content = readFileSync(join(given[name], path));
      response.writeHead(200, {"content-type": types[extname(path)] ?? "application/octet-stream", "content-security-policy": policy, "x-content-type-options": "nosniff"}).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  ends.push(() => server.close());
  return `http://127.0.0.1:${server.address().port}/`;
}

/** A tab with a storage of its own, which remembers what goes wrong in it; close ends both. */
export async function tab(browser, width = 1440, height = 1000) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({width, height});
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => ["error", "warn"].includes(message.type()) && wrong.push(`${message.type()}: ${message.text()}`));
  return {page, wrong, close: () => context.close()};
}

/** Waits for an expression of the page to be true, and fails with what the page says. */
export async function until(page, expression, seconds = 20) {
  for (const end = Date.now() + pace(1000 * seconds); Date.now() < end; await new Promise((done) => setTimeout(done, 40))) {
    if (await page.evaluate(`Boolean(${expression})`)) return;
  }
  const says = await page.evaluate(`["notice", "live", "plane-report", "line-report", "answer-value", "verdict"].map((id) => id + ": " + document.getElementById(id)?.textContent).join("\\n")`);
  throw new Error(`never true: ${expression}\nthe page says: ${says}`);
}

export async function save(page, name) {
  mkdirSync(screenshots, {recursive: true});
  await page.screenshot({path: join(screenshots, `${browserName}-${name}.png`)});
}
