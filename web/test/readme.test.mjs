// The JavaScript in README.md and the guides must print what stands below it.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync, rmSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {test} from "node:test";

const root = new URL("../../", import.meta.url);

for (const page of ["README.md", "docs/learning.md"]) {
  const text = readFileSync(new URL(page, root), "utf8");
  const snippets = [...text.matchAll(/```js\n([\s\S]*?)```\s*prints\s*```\n([\s\S]*?)```/g)];
  test(`${page}: every snippet is followed by what it prints`, () => {
    assert.ok(snippets.length > 0);
    assert.equal(snippets.length, text.split("```js\n").length - 1);
  });
  snippets.forEach(([, code, printed], i) => {
    test(`${page}, snippet ${i + 1}`, () => {
      const file = fileURLToPath(new URL(`dist/snippet-${page.replaceAll(/\W/g, "-")}-${i}.mjs`, root));
      writeFileSync(file, code.replace(/"(\.\.?\/)+dist\/npm\//, '"./npm/'));
      try {
        assert.equal(execFileSync(process.execPath, [file], {encoding: "utf8"}), printed);
      } finally {
        rmSync(file);
      }
    });
  });
}
