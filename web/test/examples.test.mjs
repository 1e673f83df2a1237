// The script of examples/large, with the package as npm install leaves it.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {test} from "node:test";
import {dist} from "./helpers.mjs";

test("the script of 20,000 rows", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "xaia-large-"));
  try {
    cpSync(new URL("../../examples/large/", import.meta.url), folder, {recursive: true});
    mkdirSync(path.join(folder, "node_modules"));
    symlinkSync(fileURLToPath(dist), path.join(folder, "node_modules/xaia"));
    const said = execFileSync(process.execPath, ["large.mjs"], {cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"]});
    const [, r2] = said.match(/^18000 samples, r² (\d\.\d{3}) on 2000 others; the first answer comes from a sample with (?:electric|diesel|hybrid)\n$/);
    assert.ok(Number(r2) > 0.99, said); // an ordinary line has 0.917
  } finally {
    rmSync(folder, {recursive: true});
  }
});
