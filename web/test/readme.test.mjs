// The JavaScript in README.md and the guides must print what stands below it.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync, rmSync, writeFileSync} from "node:fs";
import {fileURLToPath} from "node:url";
import {test} from "node:test";

const root = new URL("../../", import.meta.url);

for (const page of ["README.md", ...["tables", "judge", "why", "sure", "options", "change", "api"].map((name) => `docs/${name}.md`), "web/package/examples.md"]) {
  const text = readFileSync(new URL(page, root), "utf8");
  const snippets = [...text.matchAll(/```js\n([\s\S]*?)```\s*prints\s*```\n([\s\S]*?)```/g)];
  test(`${page}: every snippet is followed by what it prints`, () => {
    assert.ok(snippets.length > 0);
    assert.equal(snippets.length, text.split("```js\n").length - 1);
  });
  snippets.forEach(([, code, printed], i) => {
    test(`${page}, snippet ${i + 1}`, () => {
      const file = fileURLToPath(new URL(`dist/snippet-${page.replaceAll(/\W/g, "-")}-${i}.mjs`, root));
      writeFileSync(file, code.replaceAll(/"(\.\.?\/)+dist\/npm\//g, '"./npm/'));
      try {
        assert.equal(execFileSync(process.execPath, [file], {encoding: "utf8"}), printed);
      } finally {
        rmSync(file);
      }
    });
  });
}

test("every function of the types has an example, which the reference shows", () => {
  const types = readFileSync(new URL("web/package/xaia.d.ts", root), "utf8");
  const functions = new Set([...types.matchAll(/^export declare function (\w+)|^ {2}(\w+)[<(].*\): /gm)].map(([, name, method]) => name ?? method).filter((name) => name !== "constructor"));
  const examples = new Set([...readFileSync(new URL("web/package/examples.md", root), "utf8").matchAll(/^## (\w+)$/gm)].map(([, name]) => name));
  const missing = [...functions].filter((name) => !examples.has(name));
  assert.deepEqual(missing, []);
  assert.ok(examples.size > 30);
  for (const page of ["functions/fit.html", "functions/crossValidate.html", "functions/tune.html", "interfaces/SQANNModel.html"]) {
    assert.match(readFileSync(new URL(`dist/site/docs/${page}`, root), "utf8"), /Example/, page);
  }
});
