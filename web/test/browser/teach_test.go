//go:build !js

package web_test

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

type point [2]float64

// ring is a closed curve of a square of 100.
func ring(x, y, rx, ry float64, points int) (list []point) {
	for i := range points + 1 {
		t := 2 * math.Pi * float64(i) / float64(points)
		list = append(list, point{x + rx*math.Cos(t), y + ry*math.Sin(t)})
	}
	return list
}

// figures are drawn by hand in the tests, each a little different by a number.
var figures = map[string]func(k float64) [][]point{
	"house": func(k float64) [][]point {
		return [][]point{{{20 + k, 50}, {20 + k, 90}, {80 - k, 90}, {80, 50}, {20 + k, 50}}, {{14, 52}, {50, 14 + 2*k}, {86, 52}}, {{45, 90}, {45, 68 + k}, {57, 68 + k}, {57, 90}}}
	},
	"face": func(k float64) [][]point {
		return [][]point{ring(50, 50, 36+k, 37, 24), ring(38, 42+k, 3, 4, 6), ring(62, 42, 3, 4, 6), {{34, 62}, {42, 70 + k}, {58, 70}, {67, 61}}}
	},
	"zigzag": func(k float64) [][]point {
		return [][]point{{{10, 80}, {25, 20 + k}, {40, 80}, {55, 20}, {70, 80 - k}, {88, 20}}}
	},
	"cross": func(k float64) [][]point {
		return [][]point{{{15, 15 + k}, {85, 85}}, {{85 - k, 15}, {15, 85}}}
	},
}

func teachPage(t *testing.T, address string, width, height int, scheme string) context.Context {
	ctx := pageOf(t, address, width, height, scheme)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	return ctx
}

// onPad is where a place of the square is in the window.
func onPad(t *testing.T, ctx context.Context) func(p point) (x, y float64) {
	evaluate[bool](t, ctx, `(document.getElementById("draw").scrollIntoView({block: "center", behavior: "instant"}), true)`)
	return onPadNow(t, ctx)
}

func onPadNow(t *testing.T, ctx context.Context) func(p point) (x, y float64) {
	box := evaluate[[]float64](t, ctx, `(({left, top, width}) => [left, top, width])(document.querySelector("#draw svg").getBoundingClientRect())`)
	return func(p point) (x, y float64) { return box[0] + p[0]*box[2]/100, box[1] + p[1]*box[2]/100 }
}

// sketch draws with the mouse, as a hand does.
func sketch(t *testing.T, ctx context.Context, strokes [][]point) {
	place := onPad(t, ctx)
	for _, s := range strokes {
		x, y := place(s[0])
		mouse(t, ctx, moves, x, y)
		mouse(t, ctx, presses, x, y)
		for i := 1; i < len(s); i++ {
			for part := 1.0; part <= 3; part++ {
				x, y = place(point{s[i-1][0] + (s[i][0]-s[i-1][0])*part/3, s[i-1][1] + (s[i][1]-s[i-1][1])*part/3})
				mouse(t, ctx, moves, x, y)
			}
		}
		mouse(t, ctx, lifts, x, y)
	}
	until(t, ctx, fmt.Sprintf(`document.getElementById("draw").getAttribute("aria-label") === "Your drawing: %d %s"`, len(strokes), map[bool]string{true: "stroke", false: "strokes"}[len(strokes) == 1]))
}

// sketched draws with a finger.
func sketched(t *testing.T, ctx context.Context, strokes [][]point) {
	place := onPad(t, ctx)
	for _, s := range strokes {
		for i, p := range s {
			x, y := place(p)
			kind := moves
			if i == 0 {
				kind = presses
			}
			touch(t, ctx, kind, [2]float64{x, y})
		}
		touch(t, ctx, lifts)
	}
	until(t, ctx, fmt.Sprintf(`document.getElementById("draw").getAttribute("aria-label").startsWith("Your drawing: %d ")`, len(strokes)))
}

// named teaches what is drawn under a new name.
func named(t *testing.T, ctx context.Context, name string, drawings int) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const e = document.querySelector(".new-name"); e.focus(); e.value = %q; return e.dispatchEvent(new Event("input", {bubbles: true})); })()`, name))
	click(t, ctx, ".create")
	taught(t, ctx, drawings)
}

// started has the ten drawings that a visitor can begin with.
func started(t *testing.T, ctx context.Context) {
	click(t, ctx, ".start")
	taught(t, ctx, 10)
}

// isA presses a card.
func isA(t *testing.T, ctx context.Context, name string, drawings int) {
	click(t, ctx, fmt.Sprintf(`[data-class=%q] button.teach`, name))
	taught(t, ctx, drawings)
}

func taught(t *testing.T, ctx context.Context, n int) {
	proof := fmt.Sprintf("All %d drawings are answered exactly", n)
	if n == 1 {
		proof = "This one drawing is answered exactly"
	}
	until(t, ctx, fmt.Sprintf(`xaiaTeach.teach.mind.drawings.length === %d && document.querySelector(".proof").textContent.startsWith(%q)`, n, proof))
}

func answers(t *testing.T, ctx context.Context, recognition, head string) {
	until(t, ctx, fmt.Sprintf(`document.getElementById("answer").dataset.recognition === %q && document.querySelector("#answer .head").textContent.startsWith(%q)`, recognition, head))
}

// exact asks the learner itself for every drawing that was taught, and the kept strokes anew.
func exact(t *testing.T, ctx context.Context, want string) {
	same(t, ctx, `(async () => {
		const {teach} = xaiaTeach;
		const {encodeDrawing} = await import("./files/drawing.mjs");
		const said = await teach.mind.learner.explain(teach.mind.drawings.map(({strokes}) => Array.from(encodeDrawing(strokes))));
		return said.map((a, i) => (a.status === "hit" && a.value === teach.mind.drawings[i].label && a.neurons[0].samples.includes(i) ? a.value : "!" + a.value)).join(" ");
	})()`, want, "the drawings are answered %s")
}

// Draw three things, be answered, draw a fourth, which it doesn't know, teach that; nothing is forgotten, and nothing is sent.
func TestTeach(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1440, 900, "light")
	accessible(t, ctx, "empty")
	asked := evaluate[int](t, ctx, `performance.getEntriesByType("resource").length`)
	drawings := 0
	for _, name := range []string{"house", "face", "zigzag"} {
		for k := range 3 {
			sketch(t, ctx, figures[name](float64(2*k)))
			if drawings++; k == 0 {
				named(t, ctx, name, drawings)
			} else {
				isA(t, ctx, name, drawings)
			}
		}
	}
	for _, name := range []string{"face", "zigzag", "house"} {
		sketch(t, ctx, figures[name](3))
		until(t, ctx, fmt.Sprintf(`document.querySelector("#answer .head").textContent.startsWith("A %s")`, name))
		suits(t, evaluate[float64](t, ctx, `[...document.querySelectorAll("#answer .maker")].reduce((sum, e) => sum + Number(e.dataset.weight), 0)`), func(weights float64) bool { return weights >= 0.8 && weights <= 1.001 }, "the shown drawings of a %s have weights of %g together", name)
		none(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#answer .maker")].map((e) => e.title).filter((title) => !title.startsWith("a %s"))`, name), "shown as behind a %s are %q", name)
		if name != "house" {
			click(t, ctx, ".pen button:nth-child(2)")
		}
	}
	accessible(t, ctx, "answered")
	save(t, ctx, "teach-answered")
	click(t, ctx, ".pen button:nth-child(2)")
	sketch(t, ctx, figures["cross"](0))
	answers(t, ctx, "weak", "I have never seen anything like this. What is it?")
	equal(t, count(t, ctx, "#answer .maker"), 0, "%d drawings are shown behind an answer that isn't known")
	accessible(t, ctx, "unknown")
	save(t, ctx, "teach-unknown")
	named(t, ctx, "cross", 10)
	exact(t, ctx, "house house house face face face zigzag zigzag zigzag cross")
	sketch(t, ctx, figures["cross"](2))
	until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A cross")`)

	// A drawing is forgotten: only that one.
	evaluate[bool](t, ctx, `(document.querySelector('#network [data-sample="0"]').click(), true)`)
	click(t, ctx, ".forget")
	taught(t, ctx, 9)
	exact(t, ctx, "house house face face face zigzag zigzag zigzag cross")

	// Stroke by stroke back.
	clickUntil(t, ctx, ".pen button:nth-child(1)", `document.getElementById("draw").getAttribute("aria-label") === "Your drawing: 1 stroke"`)
	clickUntil(t, ctx, ".pen button:nth-child(1)", `document.getElementById("answer").dataset.recognition === "" && document.querySelector("#answer .head").textContent === "Draw something."`)

	// exact imports a file; nothing else was asked of anybody since the page was ready.
	none(t, ctx, fmt.Sprintf(`performance.getEntriesByType("resource").slice(%d).map((e) => e.name).filter((name) => !name.endsWith("/files/drawing.mjs"))`, asked), "requests after loading: %q")
}

// On a phone by touch, in both themes; and what is on the screen.
func TestTeachLooks(t *testing.T) {
	for _, width := range []int{1440, 1280, 390} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(fmt.Sprintf("%d-%s", width, scheme), func(t *testing.T) {
				ctx := teachPage(t, "/teach.html", width, map[bool]int{true: 844, false: 900}[width == 390], scheme)
				accessible(t, ctx, "empty")
				save(t, ctx, fmt.Sprintf("teach-%d-%s-empty", width, scheme))
				started(t, ctx)
				draw := sketch
				if width == 390 {
					draw = sketched
				}
				draw(t, ctx, figures["house"](2))
				until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A house")`)
				accessible(t, ctx, "answered")
				sideways(t, ctx, "answered")
				after(t, ctx, `document.querySelector("#answer .maker").click(), scrollTo(0, 0)`, `document.querySelector(".one .difference") !== null`)
				accessible(t, ctx, "where they differ")
				sideways(t, ctx, "where they differ")
				save(t, ctx, fmt.Sprintf("teach-%d-%s", width, scheme))
				click(t, ctx, ".pen button:nth-child(2)")
				draw(t, ctx, figures["zigzag"](0))
				answers(t, ctx, "weak", "I have never seen anything like this.")
				evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
				save(t, ctx, fmt.Sprintf("teach-%d-%s-unknown", width, scheme))
				named(t, ctx, "zigzag", 11)
			})
		}
	}
}

// The first load is smaller than the page's, and after it the page needs no network.
func TestTeachFirstLoad(t *testing.T) {
	ctx, _, end := firstLoad(t, "/teach.html", 882_000)
	end()
	started(t, ctx)
	sketch(t, ctx, figures["cross"](0))
	answers(t, ctx, "weak", "I have never seen anything like this.")
}

// Everything by keys alone: an example is drawn, named, drawn again, answered, and looked at in the network.
func TestTeachByKeyboard(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1440, 900, "light")
	focus := func(selector string) {
		if !evaluate[bool](t, ctx, fmt.Sprintf(`((e) => (e.focus(), document.activeElement === e && e.tabIndex >= 0))(document.querySelector(%q))`, selector)) {
			t.Fatalf("%s takes no focus", selector)
		}
	}
	example := func(downs int) {
		focus(".example-choice")
		keyUntil(t, ctx, times(6, kb.ArrowUp)+times(downs, kb.ArrowDown)+kb.Tab+kb.Enter, `document.getElementById("draw").getAttribute("aria-label").startsWith("Your drawing")`)
	}
	n := 0
	for _, thing := range []string{"cat", "house"} {
		for k := range 3 {
			example(n / 3)
			if n++; k == 0 {
				focus(".new-name")
				sendKeys(t, ctx, ".new-name", thing)
				key(t, ctx, kb.Enter)
			} else {
				focus(fmt.Sprintf(`[data-class=%q] button.teach`, thing))
				key(t, ctx, " ")
			}
			taught(t, ctx, n)
		}
	}
	example(1)
	until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A house")`)
	focus("#network")
	keyUntil(t, ctx, kb.ArrowRight+kb.ArrowDown+kb.Enter, `document.querySelector(".one .difference") !== null`)
	// What is drawn while it learns stays.
	evaluate[bool](t, ctx, `(document.querySelector('[data-class="house"] button.teach').click(), document.querySelector(".example").click(), true)`)
	taught(t, ctx, 7)
	until(t, ctx, `document.getElementById("draw").getAttribute("aria-label").startsWith("Your drawing")`)
	// And a name that is typed meanwhile keeps the focus.
	evaluate[bool](t, ctx, `(document.querySelector('[data-class="house"] button.teach').click(), document.querySelector(".example").click(), document.querySelector(".new-name").focus(), true)`)
	taught(t, ctx, 8)
	same(t, ctx, `document.activeElement.className`, "new-name", "the focus is on %q")
	example(5)
	answers(t, ctx, "weak", "I have never seen anything like this.")
}

// Two cards wait from the start: draw, press. A name that doesn't suit is changed by a tap, until something was taught by it.
func TestTeachTwoCards(t *testing.T) {
	const cards = `[...document.querySelectorAll("[data-class]")].map((c) => c.dataset.class + " " + c.querySelector("small")?.textContent).join(", ")`
	circle := [][]point{{{50, 15}, {80, 35}, {75, 75}, {40, 85}, {18, 55}, {25, 25}, {50, 15}}}
	cross := [][]point{{{20, 20}, {80, 80}}, {{80, 20}, {20, 80}}}
	for _, width := range []int{1440, 390} {
		ctx := teachPage(t, "/teach.html", width, 844, "light")
		until(t, ctx, cards+` === "ring 0 drawings, cross 0 drawings"`)
		click(t, ctx, `[data-class="cross"] .rename`)
		until(t, ctx, `document.activeElement.className === "other-name"`)
		key(t, ctx, kb.Escape)
		until(t, ctx, cards+` === "ring 0 drawings, cross 0 drawings"`)
		click(t, ctx, `[data-class="cross"] .rename`)
		until(t, ctx, `document.activeElement.className === "other-name"`)
		key(t, ctx, "kite"+kb.Enter)
		until(t, ctx, cards+` === "ring 0 drawings, kite 0 drawings"`)
		sketch(t, ctx, circle)
		isA(t, ctx, "ring", 1)
		until(t, ctx, `document.querySelector(".told").textContent === "Learned: a ring. It is the first neuron."`)
		same(t, ctx, `document.querySelectorAll(".rename").length`, 1, "%d cards can be renamed")
		sketch(t, ctx, cross)
		named(t, ctx, "star", 2) // a name of one's own takes the place of the one that waits
		until(t, ctx, cards+` === "ring 1 drawing, star 1 drawing"`)
		accessible(t, ctx, "two cards")
		click(t, ctx, `[data-keep="empty"]`)
		until(t, ctx, cards+` === "ring 0 drawings, cross 0 drawings"`)
		sideways(t, ctx, "two cards")
	}
}

// A link and files bring drawings to another visitor, whose network has the same bits; a damaged link says so and breaks nothing.
func TestTeachKeep(t *testing.T) {
	ctx := teachPage(t, "/teach.html", 1440, 900, "light")
	started(t, ctx)
	sketch(t, ctx, figures["house"](2))
	const bits = `(async () => { const {teach} = xaiaTeach; const a = await teach.mind.learner.explain(teach.mind.drawings.map(({vector}) => Array.from(vector, (v) => 0.9 * v))); return JSON.stringify(a.map(({value, familiarity, neurons}) => [value, familiarity, neurons])); })()`
	before := evaluate[string](t, ctx, bits)
	clickUntil(t, ctx, `[data-keep="link"]`, `location.hash.startsWith("#d=")`)
	address := evaluate[string](t, ctx, `location.href`)
	expect(t, len(address) <= 4000, "the link of ten drawings has %d characters", len(address))
	downloaded := downloads(t, ctx)
	click(t, ctx, `[data-keep="file"]`)
	file := downloaded("drawings.json")
	click(t, ctx, `[data-keep="card"]`)
	card := downloaded("answer.png")
	expect(t, strings.HasPrefix(card, "\x89PNG") && len(card) >= 20000, "the card has %d bytes", len(card))
	click(t, ctx, `[data-keep="model"]`)
	model := downloaded("drawings-model.json")
	click(t, ctx, `[data-keep="code"]`)
	code := text(t, ctx, ".code code")

	// The next visit finds them; a link's are joined to them.
	navigate(t, ctx, strings.Split(address, "#")[0])
	until(t, ctx, `document.documentElement.hasAttribute("data-ready") && xaiaTeach.teach.mind.drawings.length === 10`)
	same(t, ctx, bits, before, "the stored drawings make another network: %#v")
	clickUntil(t, ctx, `[data-keep="empty"]`, `xaiaTeach.teach.mind.drawings.length === 0 && localStorage.length === 0`)
	evaluate[bool](t, ctx, fmt.Sprintf(`(location.hash = %q, true)`, address[strings.Index(address, "#"):]))
	taught(t, ctx, 10)
	same(t, ctx, bits, before, "the link's drawings make another network: %#v")
	after(t, ctx, `location.hash = "#d=broken"`, `document.querySelector(".told.problem")?.textContent.startsWith("The link is damaged")`)
	taught(t, ctx, 10)

	// A class brings two files: one of the same drawings, one with a fish more.
	const files = `input[aria-label="Files of drawings"]`
	give(t, ctx, files, "drawings.json", file)
	until(t, ctx, `document.querySelector(".told").textContent.startsWith("0 drawings were added.")`)
	give(t, ctx, files, "fish.json", `{"kind":"xaia-drawings","version":1,"classes":[{"name":"fish","emoji":"🐟"}],"drawings":[{"label":"fish","strokes":[[10,100,120,40,200,100,120,160,10,100]]}]}`)
	taught(t, ctx, 11)
	give(t, ctx, files, "no.json", `{"kind":"xaia-drawings","version":1,"classes":[{"name":"<img src=x onerror=alert(1)>","emoji":""}],"drawings":[{"label":"<img src=x onerror=alert(1)>","strokes":[[1,999]]}]}`)
	until(t, ctx, `document.querySelector(".told.problem")?.textContent.includes("drawing 1 has strokes that can't be read")`)
	give(t, ctx, files, "yes.json", `{"kind":"xaia-drawings","version":1,"classes":[{"name":"<img src=x onerror=alert(1)>","emoji":"<b>"}],"drawings":[{"label":"<img src=x onerror=alert(1)>","strokes":[[1,99]]}]}`)
	taught(t, ctx, 12)
	equal(t, count(t, ctx, ".teach img, .teach b b"), 0, "%d elements were made of a class's name")

	// The code for one's own page, in a folder of one's own.
	expect(t, strings.Count(code, "\n") <= 10, "the code is %q", code)
	folder := folderOf(t, map[string]string{
		"drawings-model.json": model, "index.html": "<!doctype html><html lang=en><title>Mine</title><script type=module src=mine.mjs></script>", "mine.mjs": strings.Replace(code, "console.log(", "globalThis.said = [].concat(", 1),
		"inline.mjs": read(t, "../../../dist/site/files/inline.mjs"), "drawing.mjs": read(t, "../../../dist/site/files/drawing.mjs"),
	})
	navigate(t, ctx, served(t, http.FileServer(http.Dir(folder))))
	until(t, ctx, `globalThis.said?.[0] === "house"`)
}

// A picture held into the camera: permission is asked for when it is chosen, and the camera is closed again.
func TestTeachCamera(t *testing.T) {
	ctx, address := built(t, 1440, 900, chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true))
	navigate(t, ctx, address+"/teach.html")
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	evaluate[bool](t, ctx, `(() => { globalThis.asked = 0; globalThis.streams = []; const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices); navigator.mediaDevices.getUserMedia = async (c) => { asked++; const s = await open(c); streams.push(s); return s; }; return true; })()`)
	started(t, ctx)
	same(t, ctx, "asked", 0, "the camera was asked for %d times before it was chosen")
	clickUntil(t, ctx, `[data-kind="camera"]`, `asked === 1 && document.querySelector(".lens video")?.videoWidth > 0 && document.getElementById("answer").dataset.recognition === "weak"`)
	named(t, ctx, "screen", 11)
	until(t, ctx, `document.querySelector("#answer .head").textContent.startsWith("A screen")`)
	accessible(t, ctx, "camera")
	save(t, ctx, "teach-camera")
	clickUntil(t, ctx, `[data-kind="draw"]`, `streams.every((s) => s.getTracks().every((track) => track.readyState === "ended")) && document.querySelector(".lens").hidden`)
	same(t, ctx, `xaiaTeach.teach.mind.drawings.map((d) => (d.photo ? d.photo.length : d.strokes ? "s" : "?")).join(" ")`, "s s s s s s s s s s 784", "taught were %s")

	// A picture's file; what is none is refused.
	give := func(make string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(async () => { const files = new DataTransfer(); files.items.add(await (async () => { %s })()); const e = document.querySelector('input[accept="image/*"]'); e.files = files.files; return e.dispatchEvent(new Event("change")); })()`, make))
	}
	give(`const c = new OffscreenCanvas(300, 200); const x = c.getContext("2d"); x.fillStyle = "white"; x.fillRect(0, 0, 300, 200); x.fillStyle = "black"; x.fillRect(150, 0, 150, 200); return new File([await c.convertToBlob()], "half.png", {type: "image/png"});`)
	until(t, ctx, `document.querySelector(".lens canvas") !== null && document.getElementById("answer").dataset.recognition === "weak"`)
	named(t, ctx, "half", 12)
	give(`return new File(["no picture"], "no.png", {type: "image/png"});`)
	until(t, ctx, `document.querySelector(".told.problem")?.textContent.startsWith("The browser can't read this file")`)

	// Who refuses keeps everything.
	evaluate[bool](t, ctx, `(navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError")), true)`)
	clickUntil(t, ctx, `[data-kind="camera"]`, `document.querySelector(".told.problem")?.textContent.startsWith("The camera was not allowed.")`)
	taught(t, ctx, 12)
}

// A camera that is allowed after something else was chosen is closed at once: pressed twice, left by a button, by a stroke, by leaving.
func TestCameraComesLate(t *testing.T) {
	ctx, address := built(t, 1440, 900, chromedp.Flag("use-fake-device-for-media-stream", true), chromedp.Flag("use-fake-ui-for-media-stream", true))
	navigate(t, ctx, address+"/teach.html")
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	evaluate[bool](t, ctx, `(() => { globalThis.streams = []; globalThis.asking = []; const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices); navigator.mediaDevices.getUserMedia = async (c) => { const s = await open(c); streams.push(s); await new Promise((allow) => asking.push(allow)); return s; }; return true; })()`)
	const live = `streams.filter((s) => s.getTracks().some((track) => track.readyState === "live")).length`
	allow := func(asked int, then string) {
		until(t, ctx, fmt.Sprintf("asking.length === %d", asked))
		after(t, ctx, `asking.splice(0).forEach((allow) => allow())`, then)
	}
	click(t, ctx, `[data-kind="camera"]`, `[data-kind="camera"]`)
	allow(2, `document.querySelector(".lens video")?.videoWidth > 0 && `+live+` === 1`)
	clickUntil(t, ctx, `[data-kind="draw"]`, live+` === 0`)
	for name, leave := range map[string]func(){
		"a button": func() { click(t, ctx, `[data-kind="draw"]`) },
		"a stroke": func() { sketch(t, ctx, figures["zigzag"](0)) },
	} {
		click(t, ctx, `[data-kind="camera"]`)
		until(t, ctx, "asking.length === 1")
		leave()
		allow(1, live+` === 0`)
		expect(t, evaluate[bool](t, ctx, `document.querySelector(".lens").hidden && document.querySelector('[data-kind="draw"]').getAttribute("aria-pressed") === "true"`), "left by %s, the camera came up", name)
	}
	click(t, ctx, `[data-kind="camera"]`)
	until(t, ctx, "asking.length === 1")
	evaluate[bool](t, ctx, `(xaiaTeach.teach.end(), true)`)
	allow(1, live+` === 0`)
}

// On somebody else's page, by its tag alone, under a strict policy: taught there, and gone without a trace.
func TestTeachTag(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"embed.mjs": read(t, "../../../dist/site/files/embed.mjs"), "teach.mjs": read(t, "../../../dist/site/files/teach.mjs"),
		"index.html": `<!doctype html><html lang="en"><title>A course</title><main><h1>A course</h1><script type="module" src="teach.mjs"></script><xaia-teach map="false"></xaia-teach><xaia-teach drawings="#d=broken" keep="false"></xaia-teach></main>`,
	})
	ctx := visited(t, 1100, 900, serving(t, folder, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", ""))
	until(t, ctx, `document.querySelector("xaia-teach")?.shadowRoot?.querySelector("div").shadowRoot.querySelector(".start") !== undefined`)
	after(t, ctx, `globalThis.inside = (i) => document.querySelectorAll("xaia-teach")[i].shadowRoot.querySelector("div").shadowRoot, globalThis.heard = [], document.addEventListener("change", (e) => e.detail && heard.push(e.detail.drawings.length)), inside(0).querySelector(".start").click()`, `document.querySelector("xaia-teach").drawings.drawings.length === 10 && heard.includes(10)`)
	after(t, ctx, `inside(0).querySelector(".example").click()`, `inside(0).querySelector("#answer .head").textContent.startsWith("A cat")`)
	until(t, ctx, `inside(1).querySelector(".told.problem")?.textContent.startsWith("The link is damaged") && inside(1).querySelector(".keep") === null && inside(0).querySelector(".keep") !== null && inside(0).querySelector(".all") === null`)
	accessible(t, ctx, "the tag")
	save(t, ctx, "teach-tag")
	after(t, ctx, `globalThis.gone = [...document.querySelectorAll("xaia-teach")], gone.forEach((e) => e.remove())`, `gone.every((e) => e.shadowRoot.childElementCount === 0)`)
}
