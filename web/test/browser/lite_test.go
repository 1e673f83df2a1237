//go:build !js

package web_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// xaia/lite under a policy that forbids WebAssembly: the answers and explanations of the engine, to the bit.
func TestLiteUnderAStrictPolicy(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"index.html": `<!doctype html><link rel="icon" href="index.html"><title>lite</title><script type="module" src="run.mjs"></script>`,
		"run.mjs": `import {load} from "./lite.mjs";
			const read = (file) => fetch(file).then((r) => r.text());
			const said = JSON.stringify(load(await read("model.json")).explain(JSON.parse(await read("asked.json"))));
			globalThis.outcome = said === await read("answers.json") ? "the same" : "another: " + said.slice(0, 200);`,
		"make.mjs": `import assert from "node:assert";
			import {writeFileSync} from "node:fs";
			const at = (file) => new URL(file, import.meta.url);
			const xaia = await import(at("sync.mjs").href), {load} = await import(at("lite.mjs").href);
			const X = Array.from({length: 300}, (_, i) => ({a: Math.sin(i), b: (i % 13) / 13, town: ["Ulm", "Bonn"][i % 2]}));
			const model = xaia.fit(X, X.map(({a, b, town}) => a * b + (town === "Ulm" ? 1 : 0)), {forest: {share: 0.3}}).calibrate({folds: 5});
			const asked = X.map((row) => ({...row, a: 1.1 * row.a})), text = model.save({format: "lite"});
			const lite = JSON.stringify(load(text).explain(asked));
			assert.deepEqual(JSON.parse(lite), JSON.parse(JSON.stringify(model.explain(asked))));
			for (const [file, content] of [["model.json", text], ["asked.json", JSON.stringify(asked)], ["answers.json", lite]]) writeFileSync(at(file), content);`,
	} {
		check(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	for _, file := range []string{"lite.mjs", "sync.mjs", "xaia.wasm"} {
		text, err := os.ReadFile("../../../dist/npm/" + file)
		check(t, err)
		check(t, os.WriteFile(filepath.Join(folder, file), text, 0o644))
	}
	if said, err := exec.Command("node", filepath.Join(folder, "make.mjs")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	ctx := visited(t, 800, 600, serving(t, folder, "default-src 'self'", "")+"/index.html")
	until(t, ctx, `globalThis.outcome !== undefined`)
	same(t, ctx, "outcome", "the same", "under the policy it is %q")
}
