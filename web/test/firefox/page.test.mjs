// The page in Firefox: what web/*_test.go checks in Chromium, the essential part of it.
import assert from "node:assert/strict";
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {before, beforeEach, afterEach, test} from "node:test";
import {firefox, save, site, tab, until} from "./firefox.mjs";

const idle = `document.querySelector('.canvas[aria-busy="true"]') === null`;
let browser, address, page, wrong, close;

before(async () => {
  browser = await firefox();
  address = await site();
});

beforeEach(async () => {
  ({page, wrong, close} = await tab(browser));
  await visit();
});

afterEach(async () => {
  await close();
  assert.deepEqual(wrong, [], "the page logged or threw");
});

async function visit(path = "") {
  await page.goto(address + path);
  await until(page, `document.documentElement.hasAttribute("data-ready") && document.querySelector(".canvas svg") !== null`);
}

const text = (selector) => page.evaluate((s) => document.querySelector(s).textContent.trim(), selector);
const said = (selector, beginning) => until(page, `document.querySelector(${JSON.stringify(selector)}).textContent.trim().startsWith(${JSON.stringify(beginning)})`);
const samples = (n, where = "#plane .pane:first-child") => until(page, `document.querySelectorAll(${JSON.stringify(`${where} .samples > *`)}).length === ${n}`);

// The page comes panel by panel: what is clicked may come after the first picture.
async function click(selector) {
  await page.waitForSelector(selector);
  await page.evaluate((s) => document.querySelector(s).scrollIntoView({block: "center"}), selector);
  await page.click(selector);
}

async function open(id) {
  const button = `[role="tabpanel"]:not([hidden]) .sets button[data-set="${id}"]`;
  await until(page, `document.querySelector(${JSON.stringify(button)}) !== null`); // the sets come after the first picture
  await page.evaluate((s) => document.querySelector(s).closest(".others")?.setAttribute("open", ""), button);
  await click(button);
  await until(page, `document.querySelector(${JSON.stringify(button)}).getAttribute("aria-pressed") === "true" && ${idle}`);
}

/** Where a point of the picture is in the window. */
async function screen(x, y) {
  await until(page, idle);
  return page.evaluate((x, y) => {
    scrollTo(0, 0);
    const svg = document.querySelector('[role="tabpanel"]:not([hidden]) .canvas svg');
    const box = svg.getBoundingClientRect();
    const view = svg.viewBox.baseVal;
    return [box.left + (svg.scale("x").apply(x) / view.width) * box.width, box.top + (svg.scale("y").apply(y) / view.height) * box.height];
  }, x, y);
}

async function press(x, y) {
  await page.mouse.click(...(await screen(x, y)));
}

test("a set is chosen, a click adds a point, a drag moves it, the answer names its samples", async () => {
  await open("pencil");
  await samples(4);
  await said("#plane-report", "4 samples in 2 layers, 0 near twins");
  await click("#model summary");
  await click("input[name=preset][value=paper]");
  await until(page, `document.getElementById("verdict").textContent.includes("0.575")`); // SPEC 4's figure, as in Chromium
  await press(-1.25, -1);
  await said("#verdict", "Recognised in layer 2. Familiarity: 0.988.");
  await said("#made-by", "sample 3 (0) · weight 1 · layer 2");
  await click(".ways [data-way=bars]");
  assert.equal(await page.evaluate(`document.querySelectorAll("#fingerprint svg").length`), 2);
  await click("input[name=preset][value=xaia]");
  await press(0.2, 0.1);
  await samples(5);
  await click("#undo");
  await samples(4);
  const [x0, y0] = await screen(1, 1.2);
  const [x1, y1] = await screen(0.2, 0.9);
  await page.mouse.move(x0, y0);
  await page.mouse.down();
  await page.mouse.move(x1, y1, {steps: 8});
  await page.mouse.up();
  await samples(4);
  await press(0.2, 0.9);
  await said("#made-by", "sample 0 (1) · weight 1");
  await page.keyboard.down("Control");
  await page.keyboard.press("z");
  await page.keyboard.up("Control");
  await press(1, 1.2);
  await said("#made-by", "sample 0 (1) · weight 1");
  await page.evaluate("scrollTo(0, 0)");
  await save(page, "plane");
});

test("the background is painted as the model answers", async () => {
  await open("xor");
  await until(page, `${idle} && document.querySelector("#plane canvas.background")?.dataset.kind === document.getElementById("background").value`);
  const pixel = (x, y) => page.evaluate((x, y) => {
    const svg = document.querySelector("#plane svg"), canvas = document.querySelector("#plane canvas.background");
    const box = svg.getBoundingClientRect(), at = canvas.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width;
    const px = box.left + svg.scale("x").apply(x) * scale - at.left, py = box.top + svg.scale("y").apply(y) * scale - at.top;
    return [...canvas.getContext("2d").getImageData((px / at.width) * canvas.width, (py / at.height) * canvas.height, 1, 1).data];
  }, x, y);
  const [a, b, alsoA] = [await pixel(0.05, 0.05), await pixel(0.05, 0.95), await pixel(0.95, 0.95)];
  assert.deepEqual(a, alsoA);
  assert.notDeepEqual(a, b);
  assert.ok(a[3] > 0, "nothing is painted");
});

test("far outside, the paper's network is sure, ours is not, side by side", async () => {
  await open("spirals");
  await click("#model summary");
  await click("input[name=preset][value=both]");
  await until(page, `${idle} && document.querySelectorAll("#plane .pane").length === 2`);
  await click("#model summary"); // it lies over what is beneath
  assert.deepEqual(await page.evaluate(`[...document.querySelectorAll("#plane .pane-title")].map((h) => h.textContent)`), ["xaia", "the paper's network"]);
  await click("#far");
  await said("#verdict", "Nothing here is like this.");
  await said("#beside", "the paper's network: ");
  await until(page, `document.querySelectorAll("#plane canvas.background").length === 2`);
  await page.evaluate("scrollTo(0, 0)");
  await save(page, "both");
});

test("the line: the midpoint has the mean, and a click adds a sample", async () => {
  await click("#tab-line");
  await samples(3, "#line");
  await page.evaluate(`(() => { const e = document.getElementById("place-x"); e.focus(); e.value = "0.25"; e.dispatchEvent(new Event("input", {bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); e.blur(); })()`);
  await until(page, `document.getElementById("place-answer").textContent === "→ 2.5"`);
  await press(0.75, 2.6);
  await samples(4, "#line");
  await save(page, "line");
});

test("the tour's eight steps", async () => {
  await click("#tour-start");
  for (let i = 1; i <= 8; i++) {
    await said("#tour-title", `${i} of 8`);
    await until(page, `document.getElementById("tour-text").textContent.length > 40`);
    await click("#tour-next");
  }
  await until(page, `document.getElementById("tour").hidden`);
});

test("dark, by the button", async () => {
  const ground = () => page.evaluate("getComputedStyle(document.documentElement).backgroundColor");
  const dark = "rgb(21, 22, 23)";
  const light = "rgb(247, 246, 242)";
  assert.equal(await ground(), light);
  await click("#theme");
  assert.equal(await ground(), dark);
  await until(page, idle);
  await save(page, "dark");
  await click("#theme");
  assert.equal(await ground(), light);
});

test("the construction's replay, a table's set, and what a reload remembers", async () => {
  await open("iris");
  await samples(150);
  await click("#construction summary");
  await until(page, `document.getElementById("step").max > 0`);
  await click("#step-last");
  await until(page, `document.querySelectorAll("#step-layers li").length > 0`);
  await click("#construction summary"); // it lies over what is beneath
  await open("xor");
  await samples(4);
  await press(0.4, 0.6);
  await samples(5);
  await new Promise((done) => setTimeout(done, 800)); // it stores when nothing has changed for a moment
  await visit();
  await samples(5);
});

test("a link's state is shown", async () => {
  await page.goto("about:blank");
  await visit("#v=1&columns=x,y&classes=a,b&points=0,0,0;0,1,1;1,1,0&title=Three");
  await samples(3);
  await said("#plane-report", "3 samples"); // it comes with the panels
});

test("a report opens from a file, and answers", async () => {
  await open("penguins");
  await page.evaluate(() => {
    const make = URL.createObjectURL;
    globalThis.saved = new Promise((resolve) => (URL.createObjectURL = (blob) => (resolve(blob.text()), make.call(URL, blob))));
  });
  await page.evaluate(() => document.getElementById("save-report").click());
  const report = await page.evaluate(() => globalThis.saved);
  const folder = mkdtempSync(path.join(tmpdir(), "xaia-report-"));
  try {
    writeFileSync(path.join(folder, "report.html"), report);
    await page.goto(pathToFileURL(path.join(folder, "report.html")).href);
    await until(page, `document.getElementById("answer")?.textContent.startsWith("The answer: ")`);
    const before = await text("#answer");
    await page.evaluate(() => {
      for (const field of document.querySelectorAll("#row input")) {
        field.value = String(2 * Number(field.value));
        field.dispatchEvent(new Event("input", {bubbles: true}));
      }
    });
    await until(page, `document.getElementById("answer").textContent.includes("I don't know")`);
    assert.notEqual(await text("#answer"), before);
  } finally {
    rmSync(folder, {recursive: true});
  }
});
