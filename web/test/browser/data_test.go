//go:build !js

package web_test

import (
	"archive/zip"
	"context"
	"fmt"
	"image/png"
	"io/fs"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// The page's input and output: sets, files, links, pictures, code.

// networkOf compares the network on the screen with the one that the engine makes of a bench: its neurons and their activations,
// which are lit, how many are folded, the hit.
func networkOf(t *testing.T, ctx context.Context, what, bench, preset string) {
	until(t, ctx, idle+` && document.querySelector("#network svg") !== null`)
	none(t, ctx, fmt.Sprintf(`(async () => {
		const {xaia, view} = xaiaPage, bench = await (%s);
		const model = await xaia.fit(view.packedRows(bench), bench.y, view.fitOptions(bench, {preset: %q, settings: "auto", r: 0.5, top: 8, scale: "minmax", duplicates: bench.duplicates}));
		const {fingerprint, layer, neurons} = await model.explain(view.asked(bench), {fingerprint: true});
		const unlike = [], same = (what, a, b) => String(a) === String(b) || unlike.push(what + ": " + a + ", the engine: " + b);
		const nodesOf = (marks) => marks.map((g) => Number(g.dataset.node)).sort((a, b) => a - b);
		model.layers.forEach(({nodes, settings}, k) => {
			const marks = [...document.querySelectorAll('#network .neuron[data-layer="' + (k + 1) + '"]')], activations = fingerprint[k];
			const lit = Array.from(activations ?? [], (a, node) => ({a, node})).filter(({a}) => a >= settings.admission).sort((p, q) => q.a - p.a || p.node - q.node);
			same("lit in layer " + (k + 1), nodesOf(marks.filter((g) => g.classList.contains("lit"))), nodesOf((nodes.length > 12 ? lit.slice(0, 12) : lit).map(({node}) => ({dataset: {node}}))));
			for (const {dataset} of marks) same("neuron " + (k + 1) + ":" + dataset.node, [dataset.sample, dataset.activation], [nodes[dataset.node][0], activations?.[dataset.node]]);
			same("hit in layer " + (k + 1), nodesOf(marks.filter((g) => g.classList.contains("hit"))), layer === k + 1 ? [neurons.find((n) => n.layer === layer).node] : []);
			const folded = Number(document.querySelector('#network .layer[data-step="' + (k + 1) + '"] [data-rest]')?.dataset.rest ?? 0);
			same("neurons of layer " + (k + 1), marks.length + folded, nodes.length);
		});
		same("layers", document.querySelectorAll("#network .layer").length, model.layers.length);
		model.dispose();
		return unlike;
	})()`, bench, preset), "%s under %s: %q", what, preset)
}

// The network of a table of 5000 rows is the engine's, too; of many layers those without a light are slim.
func TestNetworkOfTables(t *testing.T) {
	ctx := browser(t, 1440, 900)
	lines := strings.Split(strings.TrimSpace(read(t, sampleTables+"diamonds.csv")), "\n")
	table := csv(lines[0], 5000, func(i int) string { return lines[1+i*(len(lines)-1)/5000] })
	openTable(t, ctx, "diamonds.csv", table, 5000)
	networkOf(t, ctx, "5000 diamonds", fmt.Sprintf(`await (async () => {
		const {pageTable, benchOfTable, readFile} = await import(new URL("tables.mjs", location.href).href);
		const table = pageTable(await readFile(%q, {})), target = table.columns.findIndex((c) => c.name === "price");
		return benchOfTable(table, {target, features: table.columns.map((_, i) => i).filter((i) => i !== target), classes: false, missing: "mean", duplicates: "mean"});
	})()`, table), "xaia")
	suits(t, count(t, ctx, "#network .neuron"), func(n int) bool { return n >= 12 && n <= 400 }, "of 5000 neurons %d are drawn")

	open(t, ctx, "penguins")
	until(t, ctx, idle+` && document.querySelectorAll("#network .layer").length >= 16`)
	layers := evaluate[[][]float64](t, ctx, `[...document.querySelectorAll("#network .layer")].map((layer) => {
		const marks = [...layer.querySelectorAll(".neuron")], scale = (g) => Number(/scale\(([\d.]+)/.exec(g.querySelector("path").getAttribute("transform"))[1]);
		return [marks.some((g) => g.matches(".lit, .hit")) ? 1 : 0, Math.max(...marks.map(scale)), marks[0].transform.baseVal[0].matrix.e];
	})`)
	slim, wide := 0.0, 0.0
	for k, l := range layers[1:] {
		if l[0] == 0 && layers[k][0] == 0 {
			slim = l[2] - layers[k][2]
		}
		if l[0] != layers[k][0] { // half of one and half of the other
			wide = l[2] - layers[k][2]
		}
		expect(t, l[0] != 0 || l[1] <= 4, "layer %d has no light, and neurons of radius %g", k+2, l[1])
	}
	expect(t, slim != 0 && wide != 0 && slim <= 0.75*wide, "two layers without a light are %g apart, one without and one with it %g", slim, wide)
}

func TestEverySampleSet(t *testing.T) {
	ctx := browser(t, 1200, 900)
	for _, preset := range []string{"xaia", "paper"} {
		evaluate[bool](t, ctx, `(document.querySelector("input[name=preset][value=`+preset+`]").click(), true)`)
		for _, set := range []struct {
			id      string
			samples int
		}{{"rings", 24}, {"pencil", 4}, {"noisy", 128}, {"donut", 128}, {"xor", 4}, {"moons", 48}, {"spirals", 72}, {"lattice", 36}, {"penguins", 344}, {"diamonds", 2000}, {"iris", 150}, {"wine", 178}, {"boston", 506}, {"diabetes", 442}} {
			if preset == "paper" && set.samples > 1000 {
				continue // its cost grows with the cube
			}
			panel(t, ctx, "")
			openAsking(t, ctx, set.id)
			panel(t, ctx, "scores")
			if evaluate[bool](t, ctx, fmt.Sprintf(`xaiaPage.view.tables.some(({id}) => id === %q)`, set.id)) {
				set.samples-- // one of them is the question
			}
			said(t, ctx, "#plane-report", evaluate[string](t, ctx, fmt.Sprintf(`xaiaPage.view.plural(%d, "sample")`, set.samples))+" in")
			samples(t, ctx, set.samples)
			until(t, ctx, `document.querySelector("#scores-table .fitting") !== null`)
			said(t, ctx, "#scores-table .fitting", "Fitting error: zero by construction; it says nothing about new points.")
			bench := fmt.Sprintf(`(() => { const {view, sets} = xaiaPage, set = sets.plane.find((s) => s.id === %[1]q); return set ? view.benchOfSet(set) : view.fetchTable(view.tables.find((t) => t.id === %[1]q)); })()`, set.id)
			networkOf(t, ctx, set.id, bench, preset)
			problems(t, ctx)
		}
	}
	panel(t, ctx, "")
	said(t, ctx, "#projection-note", "Each of 441 rows lies near those that answer for it")
	choose(t, ctx, "column-x", "principal component")
	said(t, ctx, "#projection-note", "The first two principal components of 10 columns")
	open(t, ctx, "boston")
	contains(t, ctx, "#plane-note", "ethically contested")
	// Two chosen columns: the axes say which.
	choose(t, ctx, "column-x", "rm")
	until(t, ctx, `document.querySelector("#plane svg").textContent.includes("rm →")`)
	choose(t, ctx, "column-y", "lstat")
	until(t, ctx, `document.querySelector("#plane svg").textContent.includes("↑ lstat")`)
	said(t, ctx, "#projection-note", "Two of 13 columns are shown.")
	// No cell above is loaded twice, and nothing from elsewhere.
	none(t, ctx, `performance.getEntriesByType("resource").map((e) => e.name).filter((n) => !n.startsWith(location.origin + "/") && !n.startsWith("data:"))`, "requests to elsewhere: %q")
}

// Six sets stand in one row, each with its picture and its name for whoever can't see it; the others are folded, and their
// tables aren't read before they can be seen.
func TestGallery(t *testing.T) {
	ctx := browser(t, 1440, 900)
	const row = `[...document.querySelectorAll("#plane-sets button")]`
	until(t, ctx, row+`.length === 6 && `+row+`.every((b) => b.querySelectorAll("circle").length >= 4)`)
	for what, holds := range map[string]string{
		"six sets":                 row + `.length === 6`,
		"in one row":               `new Set(` + row + `.map((b) => b.getBoundingClientRect().top)).size === 1`,
		"no higher than 50 pixels": `document.querySelector("#plane-sets").getBoundingClientRect().height <= 50`,
		"nothing cut off":          row + `.every((b) => { const [outer, inner] = [b, b.querySelector("svg")].map((e) => e.getBoundingClientRect()); return inner.left >= outer.left && inner.right <= outer.right; })`,
		"all have names":           row + `.every((b) => b.textContent !== "" && b.title === b.textContent)`,
		"the others are folded":    `!document.querySelector("#plane-others").checkVisibility() && document.querySelectorAll("#plane-others button").length === 9`,
	} {
		expect(t, evaluate[bool](t, ctx, holds), "the gallery hasn't: %s", what)
	}
	until(t, ctx, `performance.getEntriesByName(new URL("data/diabetes.csv", location).href).length > 0`)
	time.Sleep(300 * time.Millisecond)
	const pictured = `document.querySelectorAll("#plane-others [data-set=iris] circle, #plane-others [data-set=diabetes] circle").length`
	same(t, ctx, pictured, 0, "tables that are folded away were read for their pictures: %d points")
	clickUntil(t, ctx, ".others summary", `["iris", "wine", "boston", "diabetes"].every((id) => document.querySelectorAll("#plane-others [data-set=" + id + "] circle").length > 50)`)
	open(t, ctx, "wine")
	said(t, ctx, "#plane-title", "Wine")
	// A picture that comes while its button is pressed doesn't take the click away.
	x, y := middle(t, ctx, `document.querySelector("#plane-others [data-set=iris] svg")`)
	mouse(t, ctx, moves, x, y)
	mouse(t, ctx, presses, x, y)
	evaluate[bool](t, ctx, `(() => { const svg = document.querySelector("#plane-others [data-set=iris] svg"); svg.replaceWith(svg.cloneNode(true)); return true; })()`)
	mouse(t, ctx, lifts, x, y)
	said(t, ctx, "#plane-title", "Iris")
	open(t, ctx, "donut")
	same(t, ctx, `document.querySelectorAll("#view-plane .sets [aria-pressed=true]").length`, 1, "%d sets are pressed")
}

func TestTables(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	// Semicolons, a BOM, decimal commas, text, a missing value, and markup that must stay text.
	table := csv("\ufeffsize;weight;colour;kind\r", 30, func(i int) string {
		weight := fmt.Sprintf("%d,5", i*i)
		if i == 7 {
			weight = ""
		}
		return fmt.Sprintf("%d,25;%s;%s;%s\r", i%10+5*(i%2), weight, []string{"red", "green", "blue"}[i%3], []string{"apple", "<img src=x onerror=alert(1)>"}[i%2])
	})
	give(t, ctx, "#file", "fruit.csv", table)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "fruit.csv: 30 rows, 4 columns"`)
	contains(t, ctx, "dialog.table", "1 missing", "red, green, blue")
	save(t, ctx, "table-1440")
	clickUntil(t, ctx, "dialog.table button.main", drawn(29))
	allRows(t, ctx)
	samples(t, ctx, 30)
	said(t, ctx, "#plane-note", "30 rows, 3 columns, target “kind”. 1 missing value was filled")
	until(t, ctx, `[...document.querySelectorAll("#plane-legend .key")].some((k) => k.textContent.includes("<img src=x onerror=alert(1)>")) && document.querySelector("img") === null`)
	until(t, ctx, `document.getElementById("scale").value === "minmax"`)

	// Another file of the same columns, in another order, is held out.
	panel(t, ctx, "scores")
	give(t, ctx, "#held-out-file", "more.csv", "kind,colour,size,weight\napple,red,3,4\napple,green,5,6\n")
	until(t, ctx, `document.querySelectorAll(".external > *").length === 2`)
	until(t, ctx, `/^(0|50|100)\.0 %$/.test(document.querySelector("#scores-table tbody tr td:nth-child(3)")?.textContent)`)
	give(t, ctx, "#held-out-file", "wrong.csv", "a,b\n1,2\n")
	said(t, ctx, "#notice", `wrong.csv doesn't fit. It has no column “size”`)

	// Of too many rows a part is taken, and the dialog says so.
	big := csv("x,y,v", 120000, func(i int) string { return fmt.Sprintf("%d,%d,%d", i%173, i%211, i%7) })
	give(t, ctx, "#file", "big.csv", big)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "big.csv: 100,000 rows, 3 columns"`)
	said(t, ctx, "dialog.table .said", "100,000 of 120,000 rows are taken, drawn by chance.")
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
	samples(t, ctx, 30) // cancelled: the points are as they were

	for name, c := range map[string]struct{ content, reason string }{
		"empty.csv":  {"", "empty.csv could not be read. The file is empty."},
		"ragged.csv": {"a,b,c\n1,2\n1,2,3,4\n1\n1,2,3,4,5\n", "ragged.csv could not be read. The lines don't have the same number of cells: most have "},
		"quote.csv":  {"a,b\n1,\"x\n2,y\n", "quote.csv could not be read. Line 2 opens a quote that is never closed"},
		"binary.csv": {"a\x00b\x00\x00,c", "binary.csv could not be read. The file is no text."},
		"model.json": {`{"format":"xaia-model","version":9}`, "The model could not be read."},
	} {
		give(t, ctx, "#file", name, c.content)
		said(t, ctx, "#notice", c.reason)
	}

	// Pasted: one column of numbers and a target is a line.
	clickUntil(t, ctx, "#paste", `document.querySelector("dialog.text[open] textarea") !== null`)
	sendKeys(t, ctx, "dialog.text textarea", "x,y\n0,1\n1,3\n2,2\n")
	clickUntil(t, ctx, "dialog.text button.main", `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	choose(t, ctx, "kind-of-target", "values")
	clickUntil(t, ctx, "dialog.table button.main", `!document.getElementById("view-line").hidden && document.querySelectorAll("#line .samples > *").length === 3`)
	// Dropped anywhere.
	evaluate[bool](t, ctx, `(() => {
		const data = new DataTransfer();
		data.items.add(new File(["a,b,c\n2,1,y\n1,2,x\n3,3,x\n"], "dropped.csv", {type: "text/csv"}));
		return document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, cancelable: true, dataTransfer: data}));
	})()`)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "dropped.csv: 3 rows, 3 columns"`)
	clickUntil(t, ctx, "dialog.table button.main", drawn(3))
}

// States that must look right: no point, one, one class, all equal, conflicts.
func TestUnusualBenches(t *testing.T) {
	ctx := opened(t, "xor", 1440, 1000)
	clickUntil(t, ctx, "#clear", begins("#notice", "No points yet."))
	said(t, ctx, "#verdict", "Click anywhere to ask")
	clickUntil(t, ctx, "#draw-kind button[data-kind=values]", `document.getElementById("brush-value") !== null`)
	clickUntil(t, ctx, "#draw-kind button[data-kind=classes]", `document.querySelector("#brush button").textContent === "● a"`)
	save(t, ctx, "empty-1440")
	clickAt(t, ctx, 0.25, 0.25)
	samples(t, ctx, 1)
	said(t, ctx, "#plane-report", "1 sample in 1 layer")
	clickUntil(t, ctx, "#undo", begins("#notice", "No points yet."))
	click(t, ctx, "#undo", "#undo", "#undo") // each kind of outcome, then the clearing
	samples(t, ctx, 4)
	problems(t, ctx)

	// The rows of a file that conflict are counted and settled in its dialog.
	give(t, ctx, "#file", "conflict.csv", "a,b,c\n0,0,x\n1,1,y\n0,0,y\n0,0,y\n")
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	said(t, ctx, "#table-conflicts", "3 rows are equal to another one in these columns, with a different c.")
	save(t, ctx, "conflict-1440")
	clickUntil(t, ctx, "dialog.table button.main", begins("#plane-report", "4 samples in"))
	clickAt(t, ctx, 0, 0)
	said(t, ctx, "#answer-value", "▲ y")

	openTable(t, ctx, "equal.csv", "a,b,c\n2,2,5\n2,2,5\n2,2,5\n")
	said(t, ctx, "#plane-report", "3 samples in 1 layer")
	openTable(t, ctx, "one.csv", "a,b,c\n2,2,x\n2,3,x\n4,2,x\n", 3)
}

// A refusal stays until the points it is about change, also while the page around it
// goes on: the other tab's fit, the parts of a link that are left out, a reload.
func TestRefusalStays(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	address := home(t, ctx)
	stays := func(when, says string) {
		until(t, ctx, idle)
		time.Sleep(500 * time.Millisecond) // for what goes on by itself: the other tab's fit, what is kept
		got := text(t, ctx, "#notice")
		expect(t, strings.Contains(got, says) && evaluate[string](t, ctx, `document.getElementById("notice").className`) == "problem", "%s: the notice says %q, want %q", when, got, says)
	}
	const conflict = "#v=1&classes=a,b&columns=x,y&points=0,0,0;1,1,1;0,0,1"
	for _, link := range []string{conflict, conflict + "&hack=1"} {
		visitPage(t, ctx, address+link)
		stays("a link with conflicting points", "They are circled.")
	}
	// Changed, the points lose it; changed back, they have it again, and keep it for the next visit.
	press(t, ctx, "#notice button", "Keep the first")
	until(t, ctx, `document.getElementById("notice").textContent === ""`)
	click(t, ctx, "#undo")
	stays("taken back", "They are circled.")
	openLine(t, ctx, "wave")
	stays("the other tab fits", "They are circled.")
	clickUntil(t, ctx, "#tab-plane", `localStorage.getItem("xaia-page")?.includes("points=0%2C0") || localStorage.getItem("xaia-page")?.includes("points=0,0")`)
	visitPage(t, ctx, address)
	stays("a reload", "They are circled.")

	visitPage(t, ctx, address+"#v=1&tab=line&columns=x&points=0,1;1,2;0,3")
	until(t, ctx, `document.getElementById("notice").className === "problem"`)
	stays("a link to the line", "Samples 0 and 2 are at the same place, but have different values.")
	complains(t, ctx, "Samples 0 and 2 are at the same place")
}

func TestTakeAway(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	downloaded := downloads(t, ctx)
	saved := func(button, name string) string {
		click(t, ctx, button)
		return downloaded(name)
	}
	open(t, ctx, "xor")
	until(t, ctx, `document.querySelector("#plane canvas.background") !== null`)

	// The code runs in node as shown: web/test/view.test.mjs. Here: it is that of the screen.
	clickUntil(t, ctx, "#code", `document.querySelector("dialog textarea")?.value.includes("[0, 1],") && document.querySelector("dialog textarea").value.includes('{preset: "xaia"}')`)
	key(t, ctx, kb.Escape)

	svg := saved("#save-svg", "xaia-plane.svg")
	for _, want := range []string{`<image href="data:image/png;base64,`, `class="samples"`, "x₁ →", `stroke: rgb(`} {
		expect(t, strings.Contains(svg, want), "the SVG has no %q", want)
	}
	expect(t, !strings.Contains(svg, `style="fill: var(--`), "the SVG relies on the page's custom properties")
	picture := must(png.Decode(strings.NewReader(saved("#save-png", "xaia-plane.png"))))(t)
	shown := evaluate[float64](t, ctx, `document.querySelector("#plane svg").viewBox.baseVal.width`)
	got := float64(picture.Bounds().Dx())
	expect(t, got >= 2*shown-2 && got <= 2*shown+2, "the PNG is %g wide, want twice %g", got, shown)
	// Class a's ground is bluish, class b's reddish, as on the screen.
	at := func(x, y float64) (r, g, b uint32) {
		place := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => { const s = document.querySelector("#plane svg"); return [s.scale("x").apply(%g), s.scale("y").apply(%g)]; })()`, x, y))
		r, g, b, _ = picture.At(int(2*place[0]), int(2*place[1])).RGBA()
		return r >> 8, g >> 8, b >> 8
	}
	r, _, b := at(0.12, 0.02)
	expect(t, b > r, "near class a the PNG is rgb(%d, …, %d)", r, b)
	r, _, b = at(0.12, 1.02)
	expect(t, r > b, "near class b the PNG is rgb(%d, …, %d)", r, b)

	predictions := saved("#save-predictions", "predictions.csv")
	expect(t, strings.HasPrefix(predictions, "x₁,x₂,known,prediction,recognition,familiarity,samples\r\n0.2,0.35,,") && strings.Count(predictions, "\r\n") == 3, "the predictions are\n%s", predictions)

	packed := saved("#save-workbook", "predictions.xlsx")
	book := must(zip.NewReader(strings.NewReader(packed), int64(len(packed))))(t)
	sheet, err := fs.ReadFile(book, "xl/worksheets/sheet1.xml")
	expect(t, err == nil && strings.Contains(string(sheet), `<row r="2"><c r="A2"><v>0.2</v></c><c r="B2"><v>0.35</v></c><c r="D2" t="inlineStr">`), "%v: the workbook's sheet is\n%s", err, sheet)

	// The model file brings the points and the settings back.
	click(t, ctx, "#construction > summary")
	typeUntil(t, ctx, "top", "3", idle)
	file := saved("#save-model", "model.json")
	expect(t, strings.Contains(file, `"top":3`), "the model file is %s", file)
	open(t, ctx, "moons")
	give(t, ctx, "#file", "model.json", file)
	samples(t, ctx, 4)
	until(t, ctx, `document.getElementById("top").value === "3"`)
	said(t, ctx, "#plane-note", "From a model file: 4 samples.")
}

// A share link brings the screen back in another tab; nonsense in it is named.
func TestShareLinkAndMemory(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	address := home(t, ctx)
	open(t, ctx, "xor")
	adding(t, ctx)
	clickAt(t, ctx, 0.4, 0.8)
	samples(t, ctx, 5)
	choose(t, ctx, "background", "which sample answers")
	link := shared(t, ctx, "#v=2")
	before := text(t, ctx, "#made-by")

	evaluate[bool](t, ctx, `(localStorage.clear(), true)`)
	visitPage(t, ctx, link)
	samples(t, ctx, 5)
	equal(t, text(t, ctx, "#made-by"), before, "the link's answer is made by %q")
	same(t, ctx, `document.getElementById("background").value`, "territory", "the link's background is %q")

	// What came by a link is kept once it was edited. Then the link is no longer the page's address, and it is as it was left.
	adding(t, ctx)
	clickAt(t, ctx, 0.8, 0.4)
	samples(t, ctx, 6)
	until(t, ctx, `location.hash === ""`)
	nextVisit(t, ctx, "points=")
	samples(t, ctx, 6)
	clickUntil(t, ctx, "#start-over", drawn(140))

	visitPage(t, ctx, address+"#v=1&preset=evil&points=%3Cscript%3E&columns=a,b&set=xor&hack=1&r=0.25")
	said(t, ctx, "#notice", "The page ignores parts of the link that it doesn't know: preset, hack, points.")
	samples(t, ctx, 4)
	// A link to one of the tables, and to the line.
	visitPage(t, ctx, address+"#v=1&set=iris&view=2,3")
	samples(t, ctx, 149) // and the one that is asked about
	until(t, ctx, `document.querySelector("#plane svg").textContent.includes("petal_length →")`)
	problems(t, ctx)
	visitPage(t, ctx, address+"#v=1&tab=line&set=wave&a=12")
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 48 && document.getElementById("line-report").textContent.includes("steepness 12")`)
}

// Somebody's link takes nothing of what one had: it isn't kept before it is edited, and then what was there is offered.
func TestALinkTakesNothing(t *testing.T) {
	ctx, address := built(t, 1440, 1000)
	visitPage(t, ctx, address)
	openTable(t, ctx, "mine.csv", "v,k,w\n1,a,4\n2,b,5\n3,a,6\n4,b,9", 4)
	until(t, ctx, `localStorage.getItem("xaia-page")?.includes("title=mine.csv")`)
	mine := evaluate[string](t, ctx, `localStorage.getItem("xaia-page")`)
	const theirs = "/#v=2&title=Theirs&columns=x,y&classes=a,b&points=0,0,0;1,1,1;0,1,1"
	settled := func() {
		until(t, ctx, idle)
		evaluate[bool](t, ctx, `new Promise((done) => setTimeout(() => done(true), 1000))`) // the page stores after a moment
	}
	for _, look := range []string{"asked", "looked at", "reloaded"} {
		visitPage(t, ctx, address+theirs)
		samples(t, ctx, 3)
		switch look {
		case "asked":
			clickAt(t, ctx, 0, 0)
			until(t, ctx, `document.getElementById("answer-value").textContent.endsWith("a")`)
		case "looked at":
			choose(t, ctx, "background", "which sample answers")
			clickUntil(t, ctx, "#tab-line", `!document.getElementById("view-line").hidden`)
			clickUntil(t, ctx, "#tab-plane", drawn(3))
		case "reloaded":
			settled()
			reload(t, ctx)
			samples(t, ctx, 3)
		}
		settled()
		same(t, ctx, `localStorage.getItem("xaia-page")`, mine, look+", a link leaves in the storage %q")
		same(t, ctx, `location.hash.includes("Theirs")`, true, look+", the link is the address: %t")
	}
	// Start over leaves the link, not what is behind it.
	clickUntil(t, ctx, "#start-over", drawn(140))
	settled()
	same(t, ctx, `localStorage.getItem("xaia-page")`, mine, "started over behind a link, the storage has %q")
	nextVisit(t, ctx, "mine.csv")
	samples(t, ctx, 4)

	visitPage(t, ctx, address+theirs)
	samples(t, ctx, 3)
	adding(t, ctx)
	clickAt(t, ctx, 0.5, 0.2)
	samples(t, ctx, 4)
	said(t, ctx, "#notice", "The page now keeps this for your next visit, instead of what you had before.")
	until(t, ctx, `location.hash === "" && localStorage.getItem("xaia-page").includes("Theirs")`)
	clickAt(t, ctx, 0.7, 0.2)
	samples(t, ctx, 5)
	settled()
	said(t, ctx, "#notice", "The page now keeps this") // the offer stays while one works
	reload(t, ctx)
	samples(t, ctx, 5) // what was done on it isn't gone
	visitPage(t, ctx, address+theirs)
	samples(t, ctx, 3)
	adding(t, ctx)
	clickAt(t, ctx, 0.5, 0.2)
	said(t, ctx, "#notice", "The page now keeps this")
	clickUntil(t, ctx, "#notice button", drawn(5)) // what was kept then
	until(t, ctx, `document.getElementById("notice").textContent === ""`)

	// One's own link is the address until something is edited.
	link := shared(t, ctx, "#v=2")
	equal(t, evaluate[string](t, ctx, "location.href"), link, "after sharing, the address is %q")
	clickUntil(t, ctx, "dialog button:last-of-type", `document.querySelector("dialog") === null`)
	adding(t, ctx)
	clickAt(t, ctx, 0.3, 0.3)
	samples(t, ctx, 6)
	until(t, ctx, `location.hash === ""`)
	reload(t, ctx)
	samples(t, ctx, 6)
}

// Links that follow each other while their networks are made, of the line and of the plane, each with other columns.
func TestLinksAtOnce(t *testing.T) {
	ctx, address := built(t, 1440, 1000)
	const line, plane = "v=1&tab=line&set=wave", "v=2&title=Four&columns=a,b,c,d&classes=u,v&points=0,0,0,1,0;1,1,0,2,1;0,1,5,1,1&view=2,3"
	// A plane's answers come when the line is open, so no plane was ever shown when the next one comes.
	visitPage(t, ctx, address+"/#"+line)
	evaluate[bool](t, ctx, `(() => {
		const {xaia} = xaiaPage, {fit} = xaia, late = new Promise((done) => (globalThis.release = done));
		globalThis.asked = false;
		xaia.fit = async (X, y, options) => {
			const model = await fit(X, y, options);
			xaia.fit = fit;
			return Object.assign(model, {async explain(...about) {
				globalThis.asked = true;
				await late;
				return Object.getPrototypeOf(model).explain.apply(model, about);
			}});
		};
		return true;
	})()`)
	after(t, ctx, `location.hash = "v=2&set=moons"`, `asked`)
	after(t, ctx, fmt.Sprintf(`location.hash = %q`, line), `!document.getElementById("view-line").hidden && `+idle)
	evaluate[bool](t, ctx, `new Promise((done) => { release(); setTimeout(done, 300, true); })`)
	after(t, ctx, fmt.Sprintf(`location.hash = %q`, plane), drawn(3)+` && `+idle)

	visitPage(t, ctx, address)
	for i := range 12 {
		evaluate[bool](t, ctx, fmt.Sprintf(`(async () => {
			const pause = (ms) => new Promise((done) => setTimeout(done, ms));
			for (const hash of ["v=2&set=moons", %q, %q]) { location.hash = hash; await pause(%d); }
			return true;
		})()`, line, plane, 5*i))
		samples(t, ctx, 3)
		until(t, ctx, idle)
	}
}

// One file at a time: of several none is taken, and that is said; none comes over a dialog that asks something, or over a file that is
// still being read; and a text is dragged as everywhere.
func TestDropsOneFile(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	drop := func(target string, files ...string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			for (const name of %q.split(" ")) data.items.add(new File(["a,b,kind\n1,2,x\n3,4,y\n5,6,x\n"], name, {type: "text/csv"}));
			for (const type of ["dragover", "drop"]) document.querySelector(%q).dispatchEvent(new DragEvent(type, {bubbles: true, cancelable: true, dataTransfer: data}));
			return true;
		})()`, strings.Join(files, " "), target))
	}
	const dialogs = `[...document.querySelectorAll("dialog")].map((d) => d.querySelector("h2").textContent.split(":")[0]).join()`
	drop("body", "one.csv", "two.csv", "three.csv", "four.csv")
	complains(t, ctx, "These are 4 files, one.csv, two.csv, three.csv and others. The page opens one at a time")
	same(t, ctx, dialogs, "", "of several files %q was opened")
	drop("body", "first.csv")
	drop("body", "soon.csv")
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	complains(t, ctx, "first.csv is still being read. Open soon.csv after it.")
	drop("dialog", "second.csv")
	evaluate[bool](t, ctx, `document.querySelector("dialog").dispatchEvent(Object.assign(new Event("paste", {bubbles: true, cancelable: true}), {clipboardData: {getData: () => "a,b\n1,2\n"}}))`)
	evaluate[bool](t, ctx, `new Promise((done) => setTimeout(done, 400, true))`)
	same(t, ctx, dialogs, "first.csv", "the dialogs are %q")
	press(t, ctx, "dialog button", "Cancel")
	drop("body", "third.csv")
	until(t, ctx, dialogs+` === "third.csv"`)
	press(t, ctx, "dialog button", "Cancel")
	// What isn't prevented is the browser's: a text goes into a field.
	same(t, ctx, `["text/plain", "Files"].map((type) => {
		const data = new DataTransfer();
		if (type === "Files") data.items.add(new File(["a"], "a.csv"));
		else data.setData(type, "0.5");
		return !document.getElementById("point-x").dispatchEvent(new DragEvent("dragover", {bubbles: true, cancelable: true, dataTransfer: data}));
	}).join()`, "false,true", "a text and a file that are dragged are the page's: %s")
}
