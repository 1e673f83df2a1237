/**
 * WebKitGTK's MiniBrowser over WebDriver, as far as the tests in ../firefox use a browser: the same calls as
 * puppeteer's. A context is a session of its own, which begins without any storage.
 */
import {spawn} from "node:child_process";
import {writeFileSync} from "node:fs";
import {createServer} from "node:net";
import {pace} from "../pace.mjs";

const later = (ms) => new Promise((done) => setTimeout(done, ms));

/** A port that nobody listens on. */
async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const {port} = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

export async function webkit() {
  let address, driver;
  // MiniBrowser writes the page's console there.
  let heard = (/** @type {string} */ _) => {};
  async function start() {
    address = `http://127.0.0.1:${await freePort()}`;
    driver = spawn(process.env.WEBKIT_DRIVER ?? "WebKitWebDriver", [`--port=${new URL(address).port}`, "--host=127.0.0.1"], {stdio: ["ignore", "pipe", "pipe"]});
    driver.on("error", (error) => console.error(error));
    for (const stream of [driver.stdout, driver.stderr]) {
      let rest = "";
      stream.on("data", (data) => {
        const lines = (rest + data).split("\n");
        rest = /** @type {string} */ (lines.pop());
        for (const line of lines) heard(line);
      });
    }
    for (let tries = 100; ; tries--) {
      try {
        await command("GET", "/status");
        break;
      } catch (error) {
        if (tries === 0) throw error;
        await later(50);
      }
    }
  }

  async function command(method, path, body, signal) {
    const response = await fetch(address + path, {method, signal, body: body && JSON.stringify(body), headers: {"content-type": "application/json"}});
    const {value} = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }
  await start();

  let version = "";
  const open = async () => {
    const options = {binary: process.env.MINIBROWSER, args: ["--automation", "--enable-write-console-messages-to-stdout=true"]};
    const begin = () => command("POST", "/session", {capabilities: {alwaysMatch: {browserName: "MiniBrowser", "webkitgtk:browserOptions": options}}}, AbortSignal.timeout(pace(60_000)));
    const session = await begin().catch(async (error) => {
      if (error.name !== "TimeoutError") throw error;
      driver.kill(); // now and then, on a busy machine, a MiniBrowser never says that it is there
      await start();
      return begin();
    });
    version = `WebKitGTK ${session.capabilities.browserVersion}`;
    const path = `/session/${session.sessionId}`;
    await command("POST", `${path}/timeouts`, {script: pace(60_000), pageLoad: pace(60_000)});
    return {page: new Page((method, end, body) => command(method, path + end, body), (listen) => (heard = listen)), close: () => command("DELETE", path)};
  };
  await (await open()).close();
  return {
    version: async () => version,
    close: () => driver.kill(),
    async createBrowserContext() {
      const {page, close} = await open();
      return {newPage: async () => page, close};
    },
  };
}

const keys = {Control: "\uE009", Shift: "\uE008", Delete: "\uE017", Enter: "\uE007", ArrowLeft: "\uE012", ArrowUp: "\uE013", ArrowRight: "\uE014", ArrowDown: "\uE015"};

class Page {
  #command;
  #listeners = {};

  constructor(command, hear) {
    this.#command = command;
    hear((line) => {
      const found = line.match(/^CONSOLE (\S+ )?(LOG|DEBUG|INFO|WARN|ERROR) (.*)/);
      if (found) this.#listeners.console?.({type: () => found[2].toLowerCase(), text: () => found[3]});
    });
    const act = (...actions) => this.#command("POST", "/actions", {actions: [{type: "pointer", id: "mouse", parameters: {pointerType: "mouse"}, actions}]});
    const move = (x, y) => ({type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y)});
    const [down, up] = ["pointerDown", "pointerUp"].map((type) => ({type, button: 0}));
    let at = [0, 0];
    this.mouse = {
      click: (x, y) => act(move(...(at = [x, y])), down, up),
      down: () => act(down),
      up: () => act(up),
      move: (x, y, {steps = 1} = {}) => {
        const [x0, y0] = at;
        at = [x, y];
        return act(...Array.from({length: steps}, (_, i) => move(x0 + ((i + 1) / steps) * (x - x0), y0 + ((i + 1) / steps) * (y - y0))));
      },
    };
    const type = (...kinds) => (key) => this.#command("POST", "/actions", {actions: [{type: "key", id: "keys", actions: kinds.map((kind) => ({type: kind, value: keys[key] ?? key}))}]});
    this.keyboard = {down: type("keyDown"), up: type("keyUp"), press: type("keyDown", "keyUp")};
  }

  on(event, listen) {
    this.#listeners[event] = listen;
  }

  /** What is around the page counts into the window. */
  async setViewport({width, height}) {
    let [w, h] = [width, height];
    for (let tries = 0; tries < 20; tries++) {
      await this.#command("POST", "/window/rect", {x: 0, y: 0, width: w, height: h});
      const [inner, innerHeight] = await this.evaluate("[innerWidth, innerHeight]");
      if (inner === width && innerHeight === height) return;
      w += width - inner;
      h += height - innerHeight;
      await later(50);
    }
    throw new Error(`the window can't be ${width} × ${height}: give the display more room`);
  }

  goto(url) {
    return this.#command("POST", "/url", {url});
  }

  async evaluate(what, ...args) {
    const code = typeof what === "function" ? `(${what})(...given)` : `(${what})`;
    const script = `const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
      (async () => ${code})().then((value) => done({value: value === undefined ? null : value}), (error) => done({error: String(error)}));`;
    const {value, error} = await this.#command("POST", "/execute/async", {script, args});
    if (error !== undefined) throw new Error(error);
    return value;
  }

  async waitForSelector(selector) {
    for (let tries = 0; tries < 500; tries++) {
      if (await this.evaluate((s) => document.querySelector(s)?.checkVisibility() ?? false, selector)) return;
      await later(40);
    }
    throw new Error(`${selector} doesn't come`);
  }

  /** Once it is at rest, and nothing lies over it: the page may still be laid out. */
  async click(selector) {
    for (let tries = 0; tries < 100; tries++) {
      const place = await this.evaluate(async (s) => {
        const found = document.querySelector(s);
        const middle = () => {
          const box = found.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        };
        const before = middle();
        await new Promise((done) => setTimeout(done, 100));
        found.scrollIntoView({block: "center", behavior: "instant"});
        const [x, y] = middle();
        return x === before[0] && y === before[1] && found.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
      }, selector);
      if (place) return this.mouse.click(...place);
    }
    throw new Error(`${selector} isn't at rest, or something lies over it`);
  }

  async screenshot({path}) {
    writeFileSync(path, Buffer.from(await this.#command("GET", "/screenshot"), "base64"));
  }
}
