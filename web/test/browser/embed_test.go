//go:build !js

package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"html"
	"image/color"
	"image/png"
	"io"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/memory"
	"github.com/chromedp/chromedp/kb"

	"github.com/xaia-go/xaia"
	"github.com/xaia-go/xaia/core"
)

// embed.mjs in the places that people put it: each test builds a page by hand,
// in a folder of its own, and reads what the engine answered out of it.

// tightest is a policy under which a page with the widget still works: no inline
// styles, no pictures, no connections, no workers.
const tightest = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"

// xor is the element with four samples, and a point beside the second one.
const xor = `<xaia-plot x='[[0,0],[0,1],[1,0],[1,1]]' y='["a","b","b","a"]' external='[[0.1,0.9],[40,40]]' selected='{"external": 0}' width="420" height="320"></xaia-plot>`

// census counts what a page holds: loaded before anything else.
const census = `globalThis.census = {workers: 0, models: 0, listeners: 0, violations: [], warnings: []};
{
	const c = globalThis.census;
	const Native = globalThis.Worker;
	globalThis.Worker = class extends Native {
		#alive = true; #models = 0;
		constructor(...args) { super(...args); c.workers++; }
		postMessage(message, ...more) {
			if (message?.name === "fit" || message?.name === "load") { this.#models++; c.models++; }
			if (message?.name === "dispose" || message?.abort !== undefined) { this.#models--; c.models--; }
			return super.postMessage(message, ...more);
		}
		terminate() { if (this.#alive) { this.#alive = false; c.workers--; c.models -= this.#models; } super.terminate(); }
	};
	const kept = new Set();
	const key = (target, type, listener) => { kept.ids ??= new Map(); if (!kept.ids.has(listener)) kept.ids.set(listener, kept.ids.size); return [target === window ? "w" : "d", type, kept.ids.get(listener)].join(); };
	for (const [name, act] of [["addEventListener", "add"], ["removeEventListener", "delete"]]) {
		const native = EventTarget.prototype[name];
		EventTarget.prototype[name] = function (type, listener, ...more) {
			if (this === undefined || this === window || this === document) { kept[act](key(this ?? window, type, listener)); c.listeners = kept.size; }
			return native.call(this ?? window, type, listener, ...more);
		};
	}
	const warn = console.warn;
	console.warn = (...args) => { c.warnings.push(args.join(" ")); warn(...args); };
	// The page's own icon (data:,) is blocked, too, and sometimes told; that comes at the document, a picture's at the picture.
	const icon = (e) => e.target === document && e.violatedDirective === "img-src" && e.blockedURI === "data";
	document.addEventListener("securitypolicyviolation", (e) => icon(e) || c.violations.push(e.violatedDirective + " " + e.blockedURI));
	c.listeners = 0; kept.clear();
}
`

// embedPage writes a page with the parts it needs, and the folder's path.
func embedPage(t *testing.T, body string, scripts ...map[string]string) string {
	files := map[string]string{
		"embed.mjs": read(t, "../../../dist/npm/embed.mjs"), "census.js": census,
		"index.html": `<!doctype html><meta charset="utf-8"><title>embedded</title><link rel="icon" href="data:,"><script src="census.js"></script>` + body,
	}
	for _, s := range scripts {
		maps.Copy(files, s)
	}
	return folderOf(t, files)
}

// pasted is the library as a page carries it that can't import.
func pasted(t *testing.T) string {
	library := read(t, "../../../dist/npm/embed.mjs")
	expect(t, !strings.Contains(library, "</script") && !strings.Contains(library, "<!--"), "embed.mjs can't be pasted into a page")
	return `<script type="module">` + library + `</script>`
}

// shows waits until the n-th element of the document (an expression) has an answer, and checks it.
func shows(t *testing.T, ctx context.Context, document string, n int) {
	plot := fmt.Sprintf(`%s.querySelectorAll("xaia-plot, .xaia-plot")[%d]`, document, n)
	until(t, ctx, fmt.Sprintf(`%s?.shadowRoot?.querySelector("figcaption, [role=alert]") && !%s.shadowRoot.querySelector("[aria-busy]")`, plot, plot))
	same(t, ctx, fmt.Sprintf(`(() => {
		const root = %s.shadowRoot;
		const links = root.querySelectorAll(".plane .links > *").length;
		return [root.querySelector("[role=alert]")?.textContent ?? "", root.querySelector("figcaption")?.textContent,
			root.querySelectorAll(".plane .samples > *").length, root.querySelectorAll(".plane .external > *").length, links,
			root.querySelectorAll(".fingerprints svg").length > 0, root.querySelectorAll("style, [style*='url']").length].join("|");
	})()`, plot), "|New point 0: b, recognised in layer 1, from sample 1.|4|1|1|true|0", "the widget shows %s")
}

// embedded visits a page of embedPage that is served under a policy.
func embedded(t *testing.T, body, policy string, scripts ...map[string]string) context.Context {
	return visitEmbed(t, serving(t, embedPage(t, body, scripts...), policy, "")+"/index.html")
}

func visitEmbed(t *testing.T, address string) context.Context {
	ctx := tab(t, 900, 900)
	navigate(t, ctx, address)
	return ctx
}

func workers(t *testing.T, ctx context.Context, want int) {
	same(t, ctx, "census.workers", want, "%d workers run")
}

func policyKept(t *testing.T, ctx context.Context) {
	same(t, ctx, "JSON.stringify([census.violations, census.warnings])", "[[],[]]", "violations of the policy, and warnings: %s")
}

const module = `<script type="module" src="embed.mjs"></script>`

func TestEmbedInABlankPage(t *testing.T) {
	ctx := embedded(t, xor+module, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:")
	shows(t, ctx, "document", 0)
	workers(t, ctx, 1)
	policyKept(t, ctx)
	same(t, ctx, `Object.keys(globalThis).filter((k) => /xaia|plot|^Go$|embed/i.test(k)).join()`, "", "globals were set: %s")
	same(t, ctx, `performance.getEntriesByType("resource").filter((r) => !/census|embed|^data:|^blob:/.test(r.name)).length`, 0, "%d more files were fetched")
}

// The ground of a widget's picture is seen behind its points: a hatched sea where no sample is.
func TestEmbedShowsItsIsland(t *testing.T) {
	ctx := embedded(t, `<xaia-plot x='[[0,0],[0.1,0.1],[4,4],[4.1,4.1]]' y='["a","a","b","b"]'></xaia-plot>`+module, "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:")
	until(t, ctx, `document.querySelector("xaia-plot").shadowRoot.querySelector("canvas") !== null`)
	ground := evaluate[[]float64](t, ctx, `(({left, top, width, height}) => [left, top, width, height])(document.querySelector("xaia-plot").shadowRoot.querySelector("canvas").getBoundingClientRect())`)
	picture := must(png.Decode(bytes.NewReader(must(of(ctx).screenshot(ctx))(t))))(t)
	counts, most := map[color.Color]int{}, 0 // of colours beside the upper left corner, far from all samples
	for i := range 40 * 40 {
		c := picture.At(int(ground[0]+0.1*ground[2])+i%40, int(ground[1]+0.1*ground[3])+i/40)
		counts[c]++
		most = max(most, counts[c])
	}
	expect(t, most < 1400, "%d of 1600 pixels of the sea have one colour: it isn't hatched", most) // a line of the grid leaves 1520
}

// A fitted model, as Python's Plot(model) gives it to its frame: nothing is fitted, and the samples come from the file.
func TestEmbedOfAModelsFile(t *testing.T) {
	text := core.Text
	model := must(core.FitSQANN(core.Dataset{X: core.Matrix{Data: []float64{0, 0, 0, 1, 1, 0, 1, 1}, Rows: 4, Columns: 2}, Labels: []core.Label{text("a"), text("b"), text("b"), text("a")}}, core.SQANNOptions{}))(t)
	file := must(xaia.File{Model: model}.MarshalJSON())(t)
	body := fmt.Sprintf(`<xaia-plot file="%s" external='[[0.1,0.9],[40,40]]' selected='{"external": 0}'></xaia-plot>`, html.EscapeString(string(file)))
	ctx := embedded(t, body+module, "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:")
	shows(t, ctx, "document", 0)
	after(t, ctx, `document.querySelector("xaia-plot").setAttribute("file", "{}")`, `document.querySelector("xaia-plot").shadowRoot.querySelector("[role=alert]")`)
}

func TestEmbedUnderTheStrictestPolicy(t *testing.T) {
	here := strings.Replace(xor, "<xaia-plot", `<xaia-plot worker="false"`, 1)
	ctx := embedded(t, here+module, tightest)
	shows(t, ctx, "document", 0)
	workers(t, ctx, 0)
	policyKept(t, ctx)

	// Without being told, it tries a worker, is refused, says so once, and computes here.
	ctx = embedded(t, xor+module, tightest)
	shows(t, ctx, "document", 0)
	same(t, ctx, `census.violations.map((v) => v.split(" ")[0]).filter((v) => v !== "worker-src").join() + "|" + census.warnings.length`, "|1", "violations but the worker's, and warnings: %s")
}

func TestEmbedTwiceOnAPage(t *testing.T) {
	// The second copy comes from another address: it finds the element defined.
	body := xor + `<div id="second"></div>` + module + `<script type="module" src="second.js"></script>`
	ctx := embedded(t, body, "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", map[string]string{"second.js": `import * as one from "./embed.mjs";
		import * as other from "./embed.mjs?again";
		const options = {X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [[0.1, 0.9], [40, 40]], selected: {external: 0}};
		const [a, b] = [one, other].map(({mount}) => mount(document.getElementById("second"), options));
		await Promise.all([a.ready, b.ready]);
		globalThis.both = [one.mount === other.mount, a.value.explanation.value, b.value.explanation.value].join();`})
	for n := range 3 {
		shows(t, ctx, "document", n)
	}
	same(t, ctx, "both", "false,b,b", "two copies give %s")
	workers(t, ctx, 2)
	policyKept(t, ctx)
}

func TestEmbedFromAFile(t *testing.T) {
	folder := embedPage(t, xor+pasted(t))
	ctx := visitEmbed(t, "file://"+filepath.ToSlash(filepath.Join(folder, "index.html")))
	shows(t, ctx, "document", 0)
	workers(t, ctx, 1)
}

func TestEmbedInASrcdoc(t *testing.T) {
	document := `<!doctype html><script>` + census + `</script>` + xor + pasted(t)
	for name, sandbox := range map[string]string{"plain": "", "sandboxed": ` sandbox="allow-scripts"`} {
		t.Run(name, func(t *testing.T) {
			// A sandboxed frame can't be looked into: it tells what it shows.
			told := `<script type="module">const e = document.querySelector("xaia-plot"); await e.ready.catch(() => {}); parent.postMessage({told: e.shadowRoot.querySelector("figcaption, [role=alert]").textContent}, "*");</script>`
			body := `<script>addEventListener("message", (e) => (globalThis.told = e.data.told));</script><iframe width="600" height="600"` + sandbox + ` srcdoc="` + html.EscapeString(document+told) + `"></iframe>`
			ctx := embedded(t, body, "")
			until(t, ctx, "globalThis.told !== undefined")
			same(t, ctx, "told", "New point 0: b, recognised in layer 1, from sample 1.", "the frame shows %q")
			if sandbox == "" {
				shows(t, ctx, `document.querySelector("iframe").contentDocument`, 0)
			}
		})
	}
}

// The network follows what is chosen in the picture, and chooses itself; a TNN has none, and that is said.
func TestEmbedShowsTheNetwork(t *testing.T) {
	body := strings.Replace(xor, "<xaia-plot ", `<xaia-plot show='["picture", "network"]' `, 1) + module
	ctx := embedded(t, body, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:")
	until(t, ctx, `document.querySelector("xaia-plot")?.shadowRoot?.querySelector(".network svg")`)
	after(t, ctx, `globalThis.plot = document.querySelector("xaia-plot"), globalThis.seen = () => { const root = plot.shadowRoot; return [root.querySelectorAll("[data-node].neuron").length, root.querySelector(".hit")?.dataset.sample, plot.explanation.neurons[0].samples[0], plot.value.selected.sample].join(); }`, `seen() === "4,1,1,"`)
	after(t, ctx, `globalThis.heard = 0, document.body.addEventListener("input", () => heard++), plot.shadowRoot.querySelector('[data-sample="2"].neuron .ground').dispatchEvent(new MouseEvent("click", {bubbles: true}))`, `heard === 1 && seen() === "4,2,2,2"`)
	clickPlane(t, ctx, 0.99, 1.01)
	until(t, ctx, `heard === 2 && seen() === "4,3,3,3"`)
	after(t, ctx, `Object.assign(plot, {X: [0, 1, 2], y: [0, 1, 0], options: {kind: "tnn"}, external: [], selected: null})`, `plot.shadowRoot.querySelector("[role=alert]")?.textContent.startsWith("networkPlot shows an SQANN, but this is a tnn.")`)
	policyKept(t, ctx)
}

func TestEmbedAnswersClicksAndChanges(t *testing.T) {
	ctx := embedded(t, xor+module, "")
	shows(t, ctx, "document", 0)
	evaluate[int](t, ctx, `(globalThis.plot = document.querySelector("xaia-plot"), globalThis.heard = 0, document.body.addEventListener("input", (e) => e.target === plot && heard++), 0)`)
	clickPlane(t, ctx, 0.99, 1.01)
	until(t, ctx, `heard === 1`)
	same(t, ctx, `JSON.stringify([plot.value.selected, plot.explanation.value, plot.explanation.neurons[0].samples])`, `[{"sample":3},"a",[3]]`, "a click on the fourth sample gives %s")
	clickPlane(t, ctx, 0.2, 0.6, shift)
	until(t, ctx, `plot.external.length === 3 && heard === 2`)
	same(t, ctx, `plot.external[2].map((v) => v.toFixed(1)).join() + JSON.stringify(plot.selected)`, `0.2,0.6{"external":2}`, "Shift and a click add %s")
	// The keyboard walks the points: the first one is the first sample.
	evaluate[bool](t, ctx, `(plot.shadowRoot.querySelector("figure.plane").focus(), plot.shadowRoot.activeElement !== null)`)
	keyUntil(t, ctx, kb.ArrowRight, `heard === 3 && plot.value.selected.sample === 0`)
	// New data: the model is fitted anew, and the old one is freed.
	after(t, ctx, `Object.assign(plot, {X: [[0], [1], [2]], y: [0, 1, 4], options: {kind: "tnn"}, external: [], selected: [1]})`, `plot.shadowRoot.querySelector("figure.tnn") && !plot.shadowRoot.querySelector("[aria-busy]")`)
	same(t, ctx, `[plot.value.explanation.value.toFixed(1), census.models].join()`, "1.0,1", "the line at its second sample, and the models alive: %s")
	// A fit that is overtaken is ended, and never shown.
	same(t, ctx, `(async () => {
		const n = 3000;
		const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
		Object.assign(plot, {X: Array.from({length: n}, (_, i) => [Math.sin(i * 12.9898) * 43758.5453 % 1, Math.cos(i)]), y: Array.from({length: n}, (_, i) => i % 7), options: {preset: "paper", settings: "classic"}, selected: null});
		await wait(50);
		Object.assign(plot, {X: [[0, 0], [1, 1]], y: ["a", "b"], options: null});
		await plot.ready;
		await wait(300);
		return [plot.shadowRoot.querySelectorAll(".samples > *").length, census.models].join();
	})()`, "2,1", "samples shown, and models alive: %s")
	evaluate[int](t, ctx, `(Object.assign(plot, {X: [[0], [1], [2]], options: {kind: "tnn"}}), 0)`)
	// What is refused is said, as text, and mended by the next change.
	after(t, ctx, `plot.setAttribute("y", "[0, 1")`, `plot.shadowRoot.querySelector("[role=alert]")?.textContent.startsWith("The attribute y isn't JSON")`)
	after(t, ctx, `plot.setAttribute("y", '[0, 1, "<img src=x>"]')`, `plot.shadowRoot.querySelector("[role=alert]") && !plot.shadowRoot.querySelector("[role=alert]").textContent.startsWith("The attribute") && !plot.shadowRoot.querySelector("img")`)
	after(t, ctx, `plot.setAttribute("y", "[0, 1, 3]")`, `plot.shadowRoot.querySelector("figure.tnn") && !plot.shadowRoot.querySelector("[role=alert]")`)
}

// Where there is less room than the pictures would have, they are drawn narrower,
// and nothing makes the page wider; wherever the element stands. A redrawn widget
// keeps its step, and the keyboard its place.
func TestEmbedTakesTheRoomThereIs(t *testing.T) {
	all := strings.Replace(xor, ` width="420" height="320"`, ` show='["picture","fingerprint","construction","activation"]'`, 1)
	line := `<xaia-plot x="[0,1,2,3]" y="[1,3,2,4]" options='{"kind":"tnn"}' selected="[1.5]"></xaia-plot>`
	body := `<meta name="viewport" content="width=device-width, initial-scale=1">` + all + line +
		`<div style="display: flex">` + xor + `</div><div style="display: grid">` + all + `</div><div id="later" hidden>` + all + `</div>` + module
	ctx := embedded(t, body, "")
	// The pictures of all widgets: how wide each wanted to be drawn, and is on the screen.
	const pictures = `[...document.querySelectorAll("xaia-plot")].filter((e) => e.checkVisibility()).map((e) =>
		[...e.shadowRoot.querySelectorAll(".plane svg, .tnn svg")].map((svg) => [svg.viewBox.baseVal.width, Math.round(svg.getBoundingClientRect().width)].join(" ")).join())`
	drawn := func(want ...string) {
		until(t, ctx, fmt.Sprintf(`%s.join("|") === %q`, pictures, strings.Join(want, "|")))
		sideways(t, ctx, strings.Join(want, "|"))
	}
	room := func(width int) { view(t, ctx, width, 844) }
	drawn("640 640", "640 640", "420 420", "640 640")
	evaluate[int](t, ctx, `(() => {
		const back = document.querySelector("xaia-plot").shadowRoot.querySelector("[aria-label='a step back']");
		back.click();
		back.focus();
		return 0;
	})()`)
	room(390)
	drawn("374 374", "374 374", "374 374", "374 374")
	same(t, ctx, `(() => {
		const root = document.querySelector("xaia-plot").shadowRoot;
		return [root.activeElement?.getAttribute("aria-label"), root.querySelector("figure.construction figcaption").textContent.split(":")[0]].join();
	})()`, "a step back,3 of 4", "after the widget was drawn anew, focus and step are %q")
	// What was refused stays so, whatever the room: nobody has told anything new.
	evaluate[int](t, ctx, `(document.querySelectorAll("xaia-plot")[1].setAttribute("y", "[1"), 0)`)
	room(500)
	drawn("484 484", "", "420 420", "484 484")
	same(t, ctx, `document.querySelectorAll("xaia-plot")[1].ready.then(() => "ready", (error) => error.message.slice(0, 18))`, "The attribute y is", "what was refused is %q after the room changed")
	evaluate[int](t, ctx, `(document.querySelectorAll("xaia-plot")[1].setAttribute("y", "[1,3,2,4]"), 0)`)
	room(390)
	drawn("374 374", "374 374", "374 374", "374 374")
	// What was hidden is drawn as it is shown.
	evaluate[int](t, ctx, `(document.getElementById("later").hidden = false, 0)`)
	drawn("374 374", "374 374", "374 374", "374 374", "374 374")
	room(900)
	drawn("640 640", "640 640", "420 420", "640 640", "640 640")
}

// clickPlane clicks at a place of the first widget's plane.
func clickPlane(t *testing.T, ctx context.Context, x, y float64, with ...how) {
	at := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => {
		const svg = document.querySelector("xaia-plot, .xaia-plot").shadowRoot.querySelector("figure.plane svg");
		const box = svg.getBoundingClientRect();
		return [box.left + svg.scale("x").apply(%g) / svg.viewBox.baseVal.width * box.width, box.top + svg.scale("y").apply(%g) / svg.viewBox.baseVal.height * box.height];
	})()`, x, y))
	clickXY(t, ctx, at[0], at[1], with...)
}

func TestEmbedCleansUp(t *testing.T) {
	ctx := embedded(t, `<div id="place"></div><script type="module" src="main.js"></script>`, "", map[string]string{"main.js": `import {mount} from "./embed.mjs";
		globalThis.start = (n) => Array.from({length: n}, (_, i) => mount(place, {X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], selected: {sample: i % 4}, show: ["picture", "fingerprint", "construction", "activation", "why"]}));
		globalThis.mount = mount;`})
	until(t, ctx, "globalThis.start")
	const counted = `[census.workers, census.models, census.listeners, place.childElementCount].join()`
	evaluate[int](t, ctx, `(async () => { globalThis.views = start(3); await Promise.all(views.map((v) => v.ready)); return 0; })()`)
	none(t, ctx, `views.map((v) => v.element.shadowRoot.querySelector("figure.attribution figcaption").textContent).filter((why) => !why.includes("a sample itself"))`, "why: %q")
	same(t, ctx, counted, "1,3,0,3", "three widgets have (workers, models, listeners, elements) %s")
	evaluate[int](t, ctx, `(views[0].destroy(), views[0].destroy(), 0)`)
	same(t, ctx, counted, "1,2,0,2", "after one is destroyed, twice: %s")
	evaluate[int](t, ctx, `(views.forEach((v) => v.destroy()), 0)`)
	same(t, ctx, counted, "0,0,0,0", "after all are destroyed: %s")
	// One that is destroyed while it starts, one element that is moved, one that is removed.
	evaluate[int](t, ctx, `(async () => {
		start(1)[0].destroy();
		const e = document.createElement("xaia-plot");
		Object.assign(e, {X: [[0], [1]], y: ["a", "b"]});
		place.append(e);
		document.body.append(e);
		await e.ready;
		globalThis.moved = [census.workers, census.models];
		e.remove();
		await new Promise((resolve) => setTimeout(resolve, 300));
		return 0;
	})()`)
	same(t, ctx, "moved.join()", "1,1", "an element that was moved has (workers, models) %s")
	same(t, ctx, counted, "0,0,0,0", "after the element was removed: %s")
	// What the browser itself counts: twenty more come and go, and nothing grows.
	cycle := `(async () => { for (let i = 0; i < 10; i++) { const views = start(1); await views[0].ready; views[0].destroy(); } return 0; })()`
	t.Run("held", func(t *testing.T) {
		evaluate[int](t, ctx, cycle)
		before := held(t, ctx)
		evaluate[int](t, ctx, cycle)
		after := held(t, ctx)
		expect(t, after[0] <= before[0]+5 && after[1] <= before[1]+50, "listeners and nodes grew from %v to %v in ten rounds", before, after)
		t.Logf("listeners and nodes: %v, after ten more rounds %v", before, after)
	})
}

// held asks the browser how many listeners and nodes are alive, after the garbage is collected.
func held(t *testing.T, ctx context.Context) [2]int64 {
	for range 2 { // what finalizers let go of needs another round
		call(t, ctx, heapprofiler.CollectGarbage, cdp.Empty{})
		evaluate[int](t, ctx, "new Promise((resolve) => setTimeout(resolve, 100, 0))")
	}
	counters := call(t, ctx, memory.GetDOMCounters, cdp.Empty{})
	return [2]int64{counters.JsEventListeners, counters.Nodes}
}

func TestEmbedIsSmall(t *testing.T) {
	file := read(t, "../../../dist/npm/embed.mjs")
	var packed bytes.Buffer
	w := must(gzip.NewWriterLevel(&packed, gzip.BestCompression))(t)
	io.WriteString(w, file)
	w.Close()
	t.Logf("embed.mjs has %d bytes, %d gzipped", len(file), packed.Len())
	expect(t, len(file) <= 2_270_000 && packed.Len() <= 1_580_000, "embed.mjs has %d bytes, %d gzipped; at most 2270000 and 1580000 are allowed", len(file), packed.Len())
}

// What a server renders into attributes, and a framework sets before this file is loaded; and
// the texts that a framework gives to properties.
func TestEmbedTakesWhatFrameworksGive(t *testing.T) {
	body := `<xaia-plot id="early" x="0,0,0,1,1,0,1,1" y="a,b,b,a" external='[[9,9]]' selected="[object Object]" width="420" height="320"></xaia-plot>
		<xaia-plot id="texts" width="420" height="320"></xaia-plot><xaia-plot id="hydrated" x="0,0,0,1" y="a,b" width="420" height="320"></xaia-plot>
		<script type="module" src="set.js"></script>`
	ctx := embedded(t, body, "", map[string]string{"set.js": `
		const data = {X: [[0, 0], [0, 1], [1, 0], [1, 1]], y: ["a", "b", "b", "a"], external: [[0.1, 0.9], [40, 40]], selected: {external: 0}};
		Object.assign(document.getElementById("early"), data);
		await import("./embed.mjs");
		for (const [name, value] of Object.entries(data)) document.getElementById("texts")[name] = JSON.stringify(value);
		await new Promise((resolve) => setTimeout(resolve, 100));
		Object.assign(document.getElementById("hydrated"), data);`})
	for i := range 3 {
		shows(t, ctx, "document", i)
	}
	after(t, ctx, `document.getElementById("texts").y = "a,b,b,a"`, `document.getElementById("texts").shadowRoot.querySelector("[role=alert]")?.textContent.startsWith("y isn't JSON")`)
	evaluate[int](t, ctx, `(document.getElementById("texts").y = '["a","b","b","a"]', 0)`)
	shows(t, ctx, "document", 1)
}

// jsdom has no ResizeObserver, and canvases that can't be painted.
func TestEmbedInAPageThatLacksParts(t *testing.T) {
	lacking := `<script src="lacking.js"></script>`
	ctx := embedded(t, lacking+xor+module, "", map[string]string{"lacking.js": `
		delete globalThis.ResizeObserver; delete CSSStyleSheet.prototype.replaceSync; delete Blob.prototype.stream; HTMLCanvasElement.prototype.getContext = () => null;`})
	shows(t, ctx, "document", 0)
}

// A caption begins with the answer as the model gives it: a label is no sentence.
func TestEmbedSaysLabelsAsTheyAre(t *testing.T) {
	ctx := embedded(t, strings.Replace(xor, `{"external": 0}`, `[0.1,0.9]`, 1)+module, "")
	caption := `document.querySelector("xaia-plot").shadowRoot.querySelector("figcaption")?.textContent`
	until(t, ctx, caption+`?.includes("recognised")`)
	same(t, ctx, caption, "Here: b, recognised in layer 1, from sample 1.", "the caption is %q")
}

// An attribute that is no such option is named in the element's place; the next good value works.
func TestEmbedNamesWhatItRefuses(t *testing.T) {
	ctx := embedded(t, xor+module, "")
	shows(t, ctx, "document", 0)
	for _, c := range []struct{ name, value, said string }{
		{"show", "7", `show is 7. Give a list of parts: "picture", `}, {"show", `"picture"`, `show is "picture". Give a list`}, {"show", `["nothing"]`, `show is "nothing". Known values are`},
		{"width", "1e9", "width is 1000000000. Give a number of pixels, at most 16384."}, {"height", "1e9", "height is 1000000000."},
	} {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.querySelector("xaia-plot").setAttribute(%q, %q), true)`, c.name, c.value))
		until(t, ctx, fmt.Sprintf(`document.querySelector("xaia-plot").shadowRoot.querySelector("[role=alert]")?.textContent.startsWith(%q)`, c.said))
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.querySelector("xaia-plot").removeAttribute(%q), true)`, c.name))
		shows(t, ctx, "document", 0)
	}
}

// A model with names says these in the caption, too.
func TestEmbedCallsSamplesByTheirNames(t *testing.T) {
	named := strings.Replace(xor, "<xaia-plot ", `<xaia-plot options='{"names":["Ada","Bert","Cleo","Dora"]}' `, 1)
	ctx := embedded(t, strings.Replace(named, `{"external": 0}`, `{"sample": 2}`, 1)+module, "")
	until(t, ctx, `document.querySelector("xaia-plot").shadowRoot.querySelector("figcaption")?.textContent.startsWith("Cleo: b, recognised in layer 1, from Cleo.")`)
}
