/**
 * The package in other people's tools, each installed from npm into a folder of its own, from the
 * packed tarball, and driven to a right answer. One at a time, and removed afterwards. Prints a table.
 *
 *   node web/test/clients/main.mjs [REGEXP of names]
 */
import {execFileSync, spawn} from "node:child_process";
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createServer} from "node:http";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {pace} from "../pace.mjs";
import {clients} from "./clients.mjs";

const npm = fileURLToPath(new URL("../../../dist/npm", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "xaia-clients-"));
const only = new RegExp(process.argv[2] ?? "");
const patience = pace(180_000);

/** What pages report comes here: the answer, or what went wrong. */
let heard = () => {};
const listener = createServer((request, response) => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.end();
  const said = new URL(request.url, "http://127.0.0.1").searchParams.get("said");
  if (said !== null) heard(said);
});
await new Promise((resolve) => listener.listen(0, "127.0.0.1", resolve));
const report = `http://127.0.0.1:${listener.address().port}/`;

const environment = {...process.env, CI: "1", NEXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", PARCEL_WORKERS: "0", DO_NOT_TRACK: "1"};

/** Runs a command of the client's folder to its end, and gives what it prints. */
function run(folder, [command, ...args]) {
  try {
    return execFileSync(command, args, {cwd: folder, encoding: "utf8", env: environment, stdio: ["ignore", "pipe", "pipe"], timeout: 5 * patience});
  } catch (error) {
    throw new Error(`${command} ${args.join(" ")}: ${(error.stdout + error.stderr).trim().slice(-1500)}`);
  }
}

/** Starts a server, in a group of its own, and waits for the address that it prints, or that answers. */
async function serve(folder, [command, ...given]) {
  const free = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.on("listening", resolve));
  const args = given.map((arg) => (arg === "FREE" ? String(free.address().port) : arg)); // for tools that don't take 0
  await new Promise((resolve) => free.close(resolve));
  const child = spawn(command, args, {cwd: folder, env: environment, detached: true, stdio: ["ignore", "pipe", "pipe"]});
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += data));
  const stop = () => {
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // it has ended by itself
    }
  };
  for (const end = Date.now() + patience; Date.now() < end && child.exitCode === null; await later(100)) {
    const address = text.replace(/\x1b\[[\d;]*m/g, "").match(/http:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d+)/);
    if (!address) continue;
    for (const host of ["127.0.0.1", "[::1]"]) if (await answers(`http://${host}:${address[1]}/`)) return {address: `http://${host}:${address[1]}/`, stop};
  }
  stop();
  throw new Error(`${command} ${args.join(" ")} serves nothing: ${text.slice(-1500)}`);
}

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const answers = (address) => fetch(address).then((r) => r.status < 600, () => false);

/** Opens a page in Chromium, or an extension's popup, and gives what it reports. */
async function visit(address, extension) {
  const profile = mkdtempSync(join(work, "profile-"));
  const said = new Promise((resolve, reject) => {
    heard = resolve;
    setTimeout(() => reject(new Error(`${address} reports nothing`)), patience).unref();
  });
  const browser = spawn(process.env.CHROMIUM ?? "chromium", ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run", `--user-data-dir=${profile}`, ...(extension ? [`--load-extension=${extension}`, "--remote-debugging-port=0", "about:blank"] : [address])], {stdio: "ignore", detached: true});
  try {
    if (extension) await openPopup(profile);
    return await said;
  } finally {
    process.kill(-browser.pid, "SIGKILL");
  }
}

/** Opens the popup of the one extension there is, once its service worker runs: Chromium says where it listens, and what there is. */
async function openPopup(profile) {
  for (const end = Date.now() + patience; Date.now() < end; await later(200)) {
    if (!existsSync(join(profile, "DevToolsActivePort"))) continue;
    const debug = `http://127.0.0.1:${readFileSync(join(profile, "DevToolsActivePort"), "utf8").split("\n")[0]}/json`;
    const found = (await (await fetch(`${debug}/list`)).json()).find(({url}) => url.startsWith("chrome-extension://"));
    if (found) return await fetch(`${debug}/new?${new URL("popup.html", found.url)}`, {method: "PUT"});
  }
  throw new Error("The extension doesn't start.");
}

const [{filename}] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", work], {cwd: npm, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]}));

async function drive({name, packages, scripts, files, steps, version, expect = "b"}) {
  const folder = mkdtempSync(join(work, "app-"));
  const result = {name, version: "", said: [], wrong: ""};
  let server;
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify({name: "app", private: true, type: "module"}));
    run(folder, ["npm", "install", "--no-audit", "--no-fund", ...(scripts ? [] : ["--ignore-scripts"]), join(work, filename), ...packages]);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), {recursive: true});
      writeFileSync(join(folder, path), text.replaceAll("REPORT", report));
    }
    for (const step of steps) {
      if (step.run) run(folder, step.run);
      if (step.change) for (const [path, text] of Object.entries(step.change)) writeFileSync(join(folder, path), text.replaceAll("REPORT", report));
      if (step.prints) check(result, step, run(folder, step.prints), step.expect ?? expect);
      if (step.serve) server = await serve(folder, step.serve);
      if (step.page !== undefined) check(result, step, await visit(server.address + step.page), step.expect ?? expect);
      if (step.extension) check(result, step, await visit("", join(folder, step.extension)), step.expect ?? expect);
      if (step.html !== undefined) check(result, step, await (await fetch(server.address + step.html)).text(), step.expect ?? expect);
      if (step.page !== undefined || step.html !== undefined) if (!step.more) server.stop();
    }
    result.version = version?.((command) => run(folder, command).trim()) ?? JSON.parse(readFileSync(join(folder, "node_modules", packages[0].replace(/(.)@.*/, "$1"), "package.json"), "utf8")).version;
  } catch (error) {
    result.wrong = error.message;
  } finally {
    server?.stop();
    rmSync(folder, {recursive: true, force: true, maxRetries: 5});
  }
  return result;
}

/** The last line that says something: tools print much around it. */
function check(result, {called}, text, expect) {
  const found = text.match(/answer: ([^<\n]*)/)?.[1] ?? text.trim();
  if (expect instanceof RegExp ? !expect.test(found) : found !== expect) throw new Error(`${called}: ${found.slice(-800)}`);
  result.said.push(called);
}

let failures = 0;
console.log("| client | version | what gave the right answer |\n| --- | --- | --- |");
try {
  for (const client of clients) {
    if (!only.test(client.name)) continue;
    const {name, version, said, wrong} = await drive(client);
    console.log(`| ${name} | ${version} | ${[...said, ...(wrong ? [`**FAILED**`] : [])].join(", ")} |`);
    if (wrong) {
      failures++;
      console.error(`${name}: ${wrong}`);
    }
  }
} finally {
  listener.close();
  listener.closeAllConnections();
  rmSync(work, {recursive: true, force: true, maxRetries: 5});
}
process.exitCode = failures > 0 ? 1 : 0;
