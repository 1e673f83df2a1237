//go:build !js

package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	protocol "github.com/chromedp/cdproto/page"

	"github.com/xaia-go/xaia/web/site"
)

// How the page behaves as a whole: accessibility, size, speed, failures, looks.

// The picture of the README's first screen, small enough for git: what is committed
// in docs is a copy of these.
func TestPictureOfTheReadme(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		ctx := door(t, 1280, 800)
		prefers(t, ctx, scheme)
		clickUntil(t, ctx, "[data-guess=Chinstrap]", `document.querySelectorAll("#answer [data-sample]").length === 5 && document.getAnimations().every((a) => a.playState !== "running")`)
		quality := int64(80)
		shot := call(t, ctx, protocol.CaptureScreenshot, protocol.CaptureScreenshotParams{Format: protocol.CaptureScreenshotFormatWebp, Quality: &quality})
		n := len(shot.Data)
		expect(t, n >= 10_000 && n <= 120_000, "the %s picture has %d bytes", scheme, n)
		artefact(t, "page-"+scheme+".webp", shot.Data)
		n = len(read(t, "../../../docs/page-"+scheme+".webp"))
		expect(t, n <= 120_000, "docs/page-%s.webp has %d bytes", scheme, n)
	}
}

// firstLoad visits a page of the site, whose files, compressed as any host can, have at most so many bytes. It tells which were
// asked for, and ends the server.
func firstLoad(t *testing.T, page string, most int64) (ctx context.Context, seen *sync.Map, end func()) {
	seen = &sync.Map{} // a browser asks for several files at a time
	files := site.Handler("../../../dist/site")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen.Store(r.URL.Path, true)
		files.ServeHTTP(w, r)
		seen.Store("whole "+r.URL.Path, true)
	}))
	t.Cleanup(server.Close)
	ctx = visited(t, 1440, 900, server.URL+page)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready") && document.querySelector(".canvas svg, #draw svg") !== null`)
	total := int64(0)
	for p := range seen.Range {
		if strings.HasPrefix(p.(string), "whole ") {
			continue
		}
		info := must(os.Stat("../../../dist/site" + strings.Replace(p.(string)+".br", "/.br", "/index.html.br", 1)))(t)
		t.Logf("%8d  %s", info.Size(), p)
		total += info.Size()
	}
	t.Logf("%8d  in all", total)
	expect(t, total <= most, "the first load is %d bytes, at most %d", total, most)
	return ctx, seen, server.Close
}

// What a first visit downloads is about a megabyte. The module, compressed, differs by 7 KB from one commit to the next.
func TestFirstLoad(t *testing.T) {
	ctx, seen, end := firstLoad(t, "/workshop.html", 1_053_000)
	// From here on it needs no network, the tables included.
	until(t, ctx, `document.querySelectorAll("#plane-sets button[data-set=diamonds] circle").length > 50`)
	for asked := false; !asked; _, asked = seen.Load("/data/diabetes.csv") { // the last one
		time.Sleep(20 * time.Millisecond)
	}
	until(t, ctx, `performance.getEntriesByName(new URL("data/diabetes.csv", location).href).length > 0`)
	// What few files and only saving need comes when all else is there.
	until(t, ctx, `["report.mjs", "table-xlsx.mjs"].every((name) => performance.getEntriesByName(new URL(name, location).href).some((e) => e.responseEnd > 0))`)
	for asked := false; !asked; _, asked = seen.Load("whole /table-parquet.mjs") { // by the worker
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(time.Second) // its end isn't seen from here
	end()
	for _, name := range []string{"61-workbook.xlsx", "60-table.parquet"} {
		giveFile(t, ctx, "#file", must(filepath.Abs("../../../testdata/field/"+name))(t))
		until(t, ctx, `document.querySelector("dialog.table form h2")?.textContent.includes("columns")`)
		clickUntil(t, ctx, "dialog.table form button[type=button]:last-of-type", `document.querySelector("dialog.table") === null`)
	}
	evaluate[bool](t, ctx, `(addEventListener("click", (e) => e.target.download && (globalThis.saved = e.target.download), true), document.getElementById("save-report").click(), true)`)
	until(t, ctx, `globalThis.saved === "report.html"`)
	open(t, ctx, "iris")
	evaluate[bool](t, ctx, `(document.getElementById("tune").click(), true)`) // what needs the whole engine says so
	said(t, ctx, "#tune-report", "This needs the whole engine, which can't be loaded. Try again when there is a network.")
	openLine(t, ctx, "wave")
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 48`)
	problems(t, ctx)
}

// Two thousand points with links follow a drag within 100 ms, and nothing on the
// page moves by itself while it loads.
func TestDragOfManyPoints(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	suits(t, evaluate[float64](t, ctx, `new Promise((done) => { let sum = 0; new PerformanceObserver((l) => { for (const e of l.getEntries()) if (!e.hadRecentInput) sum += e.value; }).observe({type: "layout-shift", buffered: true}); setTimeout(() => done(sum), 300); })`), func(shift float64) bool { return shift <= 0.1 }, "while loading, the layout shifts by %g")
	random := uniform(1)
	table := csv("x,y,v", 2000, func(_ int) string {
		x, y := random()*10, random()*10
		return fmt.Sprintf("%.4f,%.4f,%.3f", x, y, x*y)
	})
	openTable(t, ctx, "many.csv", table, 2000)
	click(t, ctx, "#all-links")
	// The legend of the links takes a line: the picture is lower after that, and every place elsewhere.
	evaluate[bool](t, ctx, `new Promise((done) => {
		let was = 0, still = 0;
		const look = () => {
			const now = document.querySelector("#plane svg").getBoundingClientRect().height;
			still = now === was ? still + 1 : 0;
			was = now;
			if (still < 20) requestAnimationFrame(look);
			else done(true);
		};
		look();
	})`)
	adding(t, ctx)
	clickAt(t, ctx, 10.6, 5, shift)
	until(t, ctx, `document.querySelectorAll("#plane .external > *").length === 1`)
	until(t, ctx, idle)
	// A point is dragged by the events that a hand makes, eight pixels at a time: gestures.js takes less than five for a
	// click. Measured is from each one to the picture that shows it. Every move has a picture of its own; docs/inside/page.md has
	// the middle of a drag on a machine that does nothing else.
	const drag = `(async () => {
		const place = document.getElementById("plane");
		const svg = place.querySelector("svg"), box = svg.getBoundingClientRect();
		const at = (i) => ({clientX: box.left + svg.scale("x").apply(10.6) - 8 * i, clientY: box.top + svg.scale("y").apply(5) - 4 * i, bubbles: true, pointerId: 1, pointerType: "mouse", buttons: 1});
		place.setPointerCapture = () => {};
		const send = (type, i) => (svg.isConnected ? svg : place).dispatchEvent(new PointerEvent(type, at(i)));
		const next = () => new Promise((done, fail) => {
			const late = setTimeout(() => fail(new Error("a move has no picture")), 10_000);
			const seen = new MutationObserver(() => { seen.disconnect(); clearTimeout(late); requestAnimationFrame(() => done(performance.now())); });
			seen.observe(place, {childList: true});
		});
		send("pointerdown", 0);
		const delays = [], dots = place.querySelector(".samples"), frames = [];
		let last = 0, kept = 0, going = true;
		requestAnimationFrame(function tick(now) { if (last) frames.push(now - last); last = now; if (going) requestAnimationFrame(tick); });
		for (let i = 1; i <= 12; i++) {
			const drawn = next(), from = performance.now();
			send("pointermove", i);
			delays.push(await drawn - from);
			kept += place.querySelector(".samples") === dots;
			await new Promise((done) => setTimeout(done, 120));
		}
		send("pointerup", 12);
		going = false;
		return {delays, frames, kept, there: xaiaPage.view.placeAt(place.querySelector("svg"), at(12)).external === 0};
	})()`
	for range 3 {
		until(t, ctx, idle+` && document.getElementById("plane").dataset.painted === "true"`) // else a background's picture passes for a move's
		found := evaluate[struct {
			Delays, Frames []float64
			Kept           int
			There          bool
		}](t, ctx, drag)
		delays := found.Delays
		slices.Sort(delays)
		t.Logf("from a move to its picture: %.0f ms in the middle: %.0f", delays[len(delays)/2], delays)
		t.Logf("frames of the drag: %s", spread(found.Frames))
		expect(t, found.There, "the × isn't where it was let go")
		expect(t, found.Kept == 12, "of 12 pictures %d took the two thousand samples over from the one before", found.Kept)
		until(t, ctx, idle)
		key(t, ctx, "z", ctrl)
	}
}

// spread says how long frames took: the middle, and what 95 of a hundred stay below.
func spread(frames []float64) string {
	slices.Sort(frames)
	return fmt.Sprintf("%d, %.1f ms in the middle, 95 %% within %.1f ms, the longest %.1f ms", len(frames), frames[len(frames)/2], frames[len(frames)*95/100], frames[len(frames)-1])
}

// A choice flows through the network of two hundred samples without the page's help: the browser fades a group for each layer, and while
// it does no element is made or changed, but for the links that the engine tells of. How long the frames are is printed.
func TestFlowFrames(t *testing.T) {
	ctx := browser(t, 1440, 900)
	random := uniform(3)
	table := csv("x,y,kind", 200, func(_ int) string {
		x, y := random()*4, random()*4
		return fmt.Sprintf("%.4f,%.4f,%s", x, y, []string{"in", "out"}[int(x+y)%2])
	})
	openTable(t, ctx, "two-hundred.csv", table, 200)
	until(t, ctx, idle+` && document.querySelector("#how-sure .set") !== null && document.querySelector("#plane canvas.background")?.dataset.columns === "240"`)
	found := evaluate[struct {
		Frames                                              []float64
		Flows, Layers, Neurons, Elements, Animated, Changes int
	}](t, ctx, `(async () => {
		const found = {frames: [], flows: 0, layers: document.querySelectorAll("#network .layer").length, neurons: 0, elements: 0, animated: 0, changes: 0};
		for (let sample = 5; sample < 200; sample += 10) { // the first one may be chosen already
			const before = document.querySelector("#network svg");
			document.getElementById("scores-table").dispatchEvent(new CustomEvent("choose", {detail: {sample}}));
			while (document.querySelector("#network svg") === before) await new Promise((done) => setTimeout(done, 1));
			const svg = document.querySelector("#network svg"), running = svg.getAnimations({subtree: true});
			const seen = new MutationObserver((records) => (found.changes += records.filter((r) => !r.target.closest(".fingerprints") && (r.type !== "attributes" || r.oldValue !== r.target.getAttribute(r.attributeName))).length));
			let last = await new Promise(requestAnimationFrame);
			seen.observe(svg, {childList: true, attributes: true, attributeOldValue: true, subtree: true});
			found.flows += running.length > 0;
			found.animated = Math.max(found.animated, running.length);
			found.elements = Math.max(found.elements, svg.querySelectorAll("*").length);
			found.neurons = Math.max(found.neurons, svg.querySelectorAll(".neuron").length);
			while (running.some((a) => a.playState === "running")) {
				const now = await new Promise(requestAnimationFrame);
				found.frames.push(now - last);
				last = now;
			}
			seen.disconnect();
		}
		return found;
	})()`)
	t.Logf("frames while a choice flows: %s; %d layers, %d of 200 neurons drawn, %d elements, at most %d fading", spread(found.Frames), found.Layers, found.Neurons, found.Elements, found.Animated)
	expect(t, found.Flows == 20 && len(found.Frames) >= 20, "of 20 choices %d flow, in %d frames", found.Flows, len(found.Frames))
	most := 4 * (found.Layers + 2)
	expect(t, found.Animated <= most, "%d animations of %d layers, want at most %d: groups, not neurons", found.Animated, found.Layers, most)
	expect(t, found.Elements <= 2500 && found.Changes <= 0, "%d elements, of which %d changed while they were fading", found.Elements, found.Changes)
}

// What fails is said, can be tried again, and takes no points away.
func TestFailures(t *testing.T) {
	files := site.Handler("../../../dist/site")
	var broken atomic.Bool
	broken.Store(true)
	server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if broken.Load() && r.URL.Path == "/page.wasm" {
			w.WriteHeader(http.StatusServiceUnavailable)
			io.WriteString(w, "later")
			return
		}
		files.ServeHTTP(w, r)
	}))
	ctx := tab(t, 1440, 900)
	navigate(t, ctx, server+"/workshop.html#set=rings")
	said(t, ctx, "#notice", "The engine could not be loaded: ")
	contains(t, ctx, "#notice", "/page.wasm answered 503")
	broken.Store(false)
	click(t, ctx, "#notice button") // which loads the page anew
	until(t, ctx, `document.documentElement?.hasAttribute("data-ready")`)
	samples(t, ctx, 24)

	// The engine ends: the page starts it again, the points are there.
	adding(t, ctx)
	clickAt(t, ctx, 2, 0.2)
	samples(t, ctx, 25)
	until(t, ctx, idle)
	evaluate[bool](t, ctx, `(xaiaPage.xaia.terminate(), true)`)
	clickAt(t, ctx, 1, 0) // elsewhere: at the same place it would be a double click
	until(t, ctx, idle+` && document.getElementById("made-by").textContent.startsWith("sample 0 (")`)
	samples(t, ctx, 25)
	problems(t, ctx)
}

// A fit that takes long shows its progress over the old picture, and can be cancelled. Uncancelled it would take nine
// seconds on an idle machine, so that there is time to cancel it on a busy one.
func TestLongFit(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	random := uniform(7)
	table := csv("x,y,v", 8000, func(i int) string { return fmt.Sprintf("%.5f,%.5f,%d", random()*10, random()*10, i%7) })
	give(t, ctx, "#file", "long.csv", table)
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	choose(t, ctx, "kind-of-target", "values")
	clickUntil(t, ctx, "dialog.table button.main", drawn(2500))
	until(t, ctx, idle)
	click(t, ctx, "#construction > summary", "input[name=preset][value=paper]")
	until(t, ctx, `!document.getElementById("progress").hidden && document.getElementById("progress-bar").value > 0`)
	clickUntil(t, ctx, "#cancel", begins("#notice", "Cancelled"))
	until(t, ctx, `document.getElementById("progress").hidden`)
	samples(t, ctx, 2500) // never a blank
	clickUntil(t, ctx, "input[name=preset][value=xaia]", begins("#plane-report", "7,999 samples"))
}

// Seen without motion, and on paper.
func TestPrint(t *testing.T) {
	ctx := opened(t, "moons", 1000, 1000)
	click(t, ctx, "#takeaway > summary")
	prefers(t, ctx, "light", "media", "print")
	suits(t, evaluate[[]bool](t, ctx, `["#plane svg", "#plane-legend", "#made-by", "#network", ".brushes", "#undo", "#zoom-in"].map((s) => document.querySelector(s).checkVisibility())`), func(shown []bool) bool { return fmt.Sprint(shown) == "[true true true true false false false]" }, "on paper are shown: %v")
	whole(t, ctx)
	save(t, ctx, "print")
}

// The page works from any folder of a host, and behind one that knows no wasm.
func TestAnyHost(t *testing.T) {
	files := http.StripPrefix("/some/where", http.FileServer(http.Dir("../../../dist/site")))
	server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", "application/octet-stream")
		}
		files.ServeHTTP(w, r)
	}))
	ctx := tab(t, 1200, 900)
	watch(t, ctx)
	visitPage(t, ctx, server+"/some/where/")
	open(t, ctx, "wine")
	time.Sleep(50 * time.Millisecond)
}
