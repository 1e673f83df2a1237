//go:build !js

package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// embed.mjs in the hands of others: a notebook's widget, React, Svelte.

// A stand-in for the notebook's side of a widget: traits that say when they change.
const traits = `import widget from "./embed.mjs";
const listeners = new Map(), values = {X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], options: null, external: [[0.1, 0.9]], selected: {external: 0}, explanation: null};
const model = {
	saved: 0, sent: [], get: (name) => values[name], on: (name, f) => listeners.set(f, name), off: (name, f) => listeners.delete(f), save_changes: () => model.saved++,
	set(name, value) {
		model.sent.push(name);
		JSON.parse(JSON.stringify(value)); // what goes out must be JSON
		if (JSON.stringify(values[name]) === JSON.stringify(value)) return;
		values[name] = value;
		for (const [f, on] of [...listeners]) if (on === "change:" + name) f();
	},
};
widget.initialize({model});
const cleanup = widget.render({model, el: document.getElementById("place")});
Object.assign(globalThis, {model, values, listeners, cleanup});`

func TestEmbedAsANotebookWidget(t *testing.T) {
	ctx := embedded(t, `<div id="place"></div><script type="module" src="traits.js"></script>`, "", map[string]string{"traits.js": traits})
	caption := `document.querySelector(".xaia-plot").shadowRoot.querySelector("figcaption").textContent`
	until(t, ctx, caption+` === "New point 0: b, recognised in layer 1, from sample 1."`)
	// The first answer is there without a click.
	until(t, ctx, `model.saved === 1`)
	same(t, ctx, `JSON.stringify([values.selected, values.explanation.value, values.explanation.neurons[0].samples])`, `[{"external":0},"b",[1]]`, "at first the traits are %s")
	// From the page to the traits: a click, and a point that is added. What the page said itself doesn't make it draw anew.
	evaluate[int](t, ctx, `(globalThis.figure = document.querySelector(".xaia-plot").shadowRoot.querySelector("figure"), 0)`)
	clickPlane(t, ctx, 1, 1)
	until(t, ctx, `model.saved === 2`)
	expect(t, evaluate[bool](t, ctx, `new Promise((resolve) => setTimeout(() => resolve(figure.isConnected), 300))`), "a click makes the whole widget draw anew")
	same(t, ctx, `JSON.stringify([values.selected, values.explanation.value, values.explanation.neurons[0].samples, Array.isArray(values.explanation.fingerprint[0])])`, `[{"sample":3},"a",[3],true]`, "a click sets %s")
	clickPlane(t, ctx, 0.5, 0.5, shift)
	until(t, ctx, `model.saved === 3`)
	same(t, ctx, `JSON.stringify([values.external.length, values.selected])`, `[2,{"external":1}]`, "Shift and a click set %s")
	same(t, ctx, `model.sent.filter((name) => name === "X" || name === "y").length`, 0, "clicks send the samples %v times")
	// The keys: the point becomes a fitting sample of the second class, and goes again.
	evaluate[bool](t, ctx, `(document.querySelector(".xaia-plot").shadowRoot.querySelector("figure.plane").focus(), true)`)
	keyUntil(t, ctx, "2", `model.saved === 4`)
	same(t, ctx, `JSON.stringify([values.X[4].map((v) => v.toFixed(1)), values.y, values.external.length, values.selected, values.explanation.value])`, `[["0.5","0.5"],["a","b","b","a","b"],1,{"sample":4},"b"]`, "the key 2 sets %s")
	same(t, ctx, `model.sent.filter((name) => name === "X" || name === "y").join()`, "X,y", "a key sends %s")
	keyUntil(t, ctx, kb.Delete, `model.saved === 5`)
	same(t, ctx, `JSON.stringify([values.X.length, values.y, values.selected])`, `[4,["a","b","b","a"],null]`, "Delete sets %s")
	// From the traits to the page, and not back again.
	for _, c := range []struct{ change, caption string }{
		{`model.set("selected", {sample: 2})`, "Sample 2: b, recognised in layer 1, from sample 2."},
		{`model.set("y", ["a", "b", "c", "a"])`, "Sample 2: c, recognised in layer 1, from sample 2."},
		{`(model.set("external", [[0.9, 0.9]]), model.set("selected", {external: 0}))`, "New point 0: a, recognised in layer 1, from sample 3."},
	} {
		evaluate[int](t, ctx, "("+c.change+", 0)")
		until(t, ctx, fmt.Sprintf("%s === %q", caption, c.caption))
	}
	same(t, ctx, `[model.saved, census.workers, census.models].join()`, "5,1,1", "saves, workers and models are %s")
	evaluate[int](t, ctx, `(cleanup(), 0)`)
	same(t, ctx, `[listeners.size, census.workers, census.models, place.childElementCount].join()`, "0,0,0,0", "after cleanup listeners, workers, models and elements are %s")
}

// The wheel's side of anywidget: the page asks Python for the engine once, and all widgets share it.
func TestEmbedAskedForByNotebookWidgets(t *testing.T) {
	ctx := embedded(t, `<div id="first"></div><div id="second"></div><script type="module" src="asking.js"></script>`, "", map[string]string{"widget.mjs": read(t, "../../../python/xaia/widget.mjs"), "asking.js": `
import widget from "./widget.mjs";
const values = {X: [{x: 0, town: "Ulm"}, {x: 1, town: "Bern"}], y: ["a", "b"], options: null, external: [{x: 0.1, town: "Ulm"}], selected: {external: 0}, explanation: null};
globalThis.asked = 0;
const made = () => {
	const listeners = new Map();
	return {
		get: (name) => values[name], set() {}, save_changes() {}, on: (name, f) => listeners.set(f, name), off: (name, f) => listeners.delete(f),
		async send(message) {
			if (message.want !== "engine") return;
			asked++;
			const engine = await (await fetch("embed.mjs")).text();
			for (const [f, name] of [...listeners]) if (name === "msg:custom") f({engine});
		},
	};
};
const cleanups = [await widget.render({model: made(), el: first})];
globalThis.more = async () => cleanups.push(await widget.render({model: made(), el: second}));
globalThis.end = () => cleanups.forEach((cleanup) => cleanup());`})
	captions := `[...document.querySelectorAll(".xaia-plot")].map((e) => e.shadowRoot.querySelector("figcaption")?.textContent ?? "").join("|")`
	said := "New point 0: a, recognised in layer 1, from sample 0."
	until(t, ctx, fmt.Sprintf("%s === %q", captions, said))
	after(t, ctx, `more()`, fmt.Sprintf("%s === %q", captions, said+"|"+said))
	same(t, ctx, `[asked, census.workers, census.models].join()`, "1,1,2", "(questions, workers, models) are %s")
	same(t, ctx, `(end(), [census.workers, census.models, first.childElementCount + second.childElementCount].join())`, "0,0,0", "after cleanup (workers, models, elements) are %s")
}

func TestEmbedInFrameworks(t *testing.T) {
	for _, name := range []string{"react", "svelte", "react-hydrated", "svelte-hydrated"} {
		t.Run(name, func(t *testing.T) {
			folder := apps(t).Apps[name]
			check(t, os.WriteFile(filepath.Join(folder, "census.js"), []byte(census), 0o644))
			ctx := visitEmbed(t, serving(t, folder, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", "")+"/index.html")
			caption := `document.querySelector("xaia-plot").shadowRoot.querySelector("figcaption").textContent`
			until(t, ctx, caption+` === "New point 0: b, recognised in layer 1, from sample 1."`)
			// The app's state goes down.
			evaluate[bool](t, ctx, `(() => { const s = document.getElementById("slider"); Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(s, "0.95"); return s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
			until(t, ctx, caption+` === "New point 0: a, recognised in layer 1, from sample 3."`)
			same(t, ctx, `[census.workers, census.models].join()`, "1,1", "after a new point (workers, models) are %s")
			// A click comes up.
			clickPlane(t, ctx, 1, 0)
			until(t, ctx, `document.getElementById("said").textContent === "b"`)
			// The app takes it away, and shows it again.
			after(t, ctx, `document.getElementById("toggle").click()`, `!document.querySelector("xaia-plot") && census.workers === 0 && census.models === 0`)
			after(t, ctx, `document.getElementById("toggle").click()`, caption+`.startsWith("New point 0: a")`)
			workers(t, ctx, 1)
			policyKept(t, ctx)
		})
	}
}

// A script of the page, as in Docusaurus, has mounted the elements before React hydrates: React finds what the server wrote.
func TestElementsBeforeReactHydrates(t *testing.T) {
	ctx := visitEmbed(t, serving(t, apps(t).Apps["early-hydrated"], "", "")+"/index.html")
	until(t, ctx, `globalThis.hydrated && document.querySelector("xaia-plot").shadowRoot.querySelector("figcaption")?.textContent === "New point 0: b, recognised in layer 1, from sample 1."`)
	evaluate[int](t, ctx, `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100, 0)))`) // React hydrates in a task of its own
	same(t, ctx, `JSON.stringify([told, first.isConnected, Object.keys(first).some((name) => name.startsWith("__reactProps"))])`, `[[],true,true]`, "what React told, and whether it kept the lesson and has it: %s")
	same(t, ctx, `document.querySelector("main").innerText.includes("needs JavaScript")`, false, "the words for readers without JavaScript are shown: %v")
}

// JupyterLab listens while an event goes down the page, and takes arrows, Delete and letters for its cells unless the
// target, or what it is in, asks for them: Lumino's CommandRegistry goes through the target's ancestors like this.
const lumino = `<script>
const suppressed = (e) => { for (let at = e.target; at; at = at.parentElement) if (at.hasAttribute("data-lm-suppress-shortcuts")) return true; return false; };
globalThis.taken = [];
document.addEventListener("keydown", (e) => { if (suppressed(e)) return; taken.push(e.key); e.preventDefault(); e.stopPropagation(); }, true);
</script>`

func TestKeysUnderJupyterLab(t *testing.T) {
	ctx := embedded(t, `<button id="cell">a cell</button><div id="plot"></div><div id="lesson"></div>`+lumino+`<script type="module" src="run.js"></script>`, "", map[string]string{"lessons.mjs": read(t, "../../../dist/npm/lessons.mjs"), "run.js": `
import {mount} from "./embed.mjs";
import {mountLesson} from "./lessons.mjs";
globalThis.view = mount(plot, {X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [[0.1, 0.9]], selected: {sample: 0}});
globalThis.root = mountLesson(lesson, "sample").element.shadowRoot;`})
	until(t, ctx, `globalThis.view?.value && root.querySelectorAll(".exercise:not([aria-busy]) svg").length > 1`)
	evaluate[bool](t, ctx, `(cell.focus(), true)`)
	key(t, ctx, kb.ArrowDown)
	same(t, ctx, `taken.join()`, "ArrowDown", "of a cell JupyterLab takes %q") // else this shows nothing
	evaluate[bool](t, ctx, `(taken.length = 0, view.element.shadowRoot.querySelector("figure.plane").focus(), true)`)
	keyUntil(t, ctx, kb.ArrowUp, `view.value.selected.external === 0`)
	evaluate[bool](t, ctx, `(root.querySelector("input[type=range]").focus(), true)`)
	keyUntil(t, ctx, kb.ArrowLeft, `root.querySelector("input[type=range]").value === "1.9"`)
	same(t, ctx, `taken.join()`, "", "of a plot and a lesson JupyterLab takes %q")
}
