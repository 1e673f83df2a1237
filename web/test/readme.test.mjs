// README.md's JavaScript must print what README.md says it prints.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync, rmSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {test} from "node:test";

const root = new URL("../../", import.meta.url);

test("the README's snippet", () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const [, code] = /```js\n([\s\S]*?)```/.exec(readme);
  const [, printed] = /prints\n\n```\n([\s\S]*?)```/.exec(readme);
  const file = fileURLToPath(new URL("dist/readme-snippet.mjs", root));
  writeFileSync(file, code.replace("./dist/npm/", "./npm/"));
  try {
    assert.equal(execFileSync(process.execPath, [file], {encoding: "utf8"}), printed);
  } finally {
    rmSync(file);
  }
});
