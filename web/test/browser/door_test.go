//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/web/site"
)

// The front door: a penguin that is left out, the guess, who answers, the sea, the story, the way into the workshop.

// door opens the front door and waits until it lives.
func door(t *testing.T, width, height int) context.Context {
	ctx, address := built(t, width, height)
	view(t, ctx, width, height)
	navigate(t, ctx, address+"/")
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	return ctx
}

// asking says what the engine answers for the penguin with this number in the file, by all others but one more, as the page
// shows it: the headline's class, and who answers, the strongest first.
func asking(t *testing.T, ctx context.Context, no, without int) string {
	return evaluate[string](t, ctx, fmt.Sprintf(`(async () => {
		const lines = (await (await fetch("data/penguins.csv")).text()).trim().split("\n").slice(1).map((line, i) => [i + 1, ...line.split(",")]).filter((row) => row[3] !== "" && !Number.isNaN(Number(row[3])));
		const others = lines.filter(([n]) => n !== %d && n !== %d), row = lines.find(([n]) => n === %d);
		const xaia = await import(new URL("xaia.mjs", location.href).href);
		await xaia.initialize({worker: false});
		const model = await xaia.fit(others.map((r) => [Number(r[3]), Number(r[4])]), others.map((r) => r[1]));
		const a = await model.explain([Number(row[3]), Number(row[4])]);
		model.dispose();
		const by = a.neurons.toSorted((m, n) => n.weight - m.weight).slice(0, 5).map((n) => others[n.samples[0]][0]);
		return a.value + ": " + by.join(" ");
	})()`, no, without, no))
}

// answering is the same as the page shows it.
const answering = `(document.querySelector("#answer h2 .key")?.textContent.trim().split(/\s+/).at(-1) ?? "") + ": " + [...document.querySelectorAll("#answer [data-sample]")].map((e) => e.dataset.sample).join(" ")`

// The first screen has one question: at most 70 words and 12 controls; the plane is 45 % of it, 40 on a phone, and the answer in view.
func TestFrontDoor(t *testing.T) {
	for _, s := range []struct {
		width, height int
		share         float64
	}{{1440, 900, 0.45}, {1280, 720, 0.45}, {390, 844, 0.4}} {
		ctx := door(t, s.width, s.height)
		const inView = `((e) => { const b = e.getBoundingClientRect(); return e.checkVisibility() && b.width > 1 && b.top < innerHeight && b.bottom > 0; })`
		suits(t, evaluate[int](t, ctx, `[...document.querySelectorAll("header, .ask, figure, .more > *")].filter(`+inView+`).flatMap((e) => e.innerText.split(/\s+/)).filter((w) => /\w/.test(w)).length`), func(n int) bool { return n > 20 && n <= 70 }, "%d words at first")
		suits(t, evaluate[int](t, ctx, `[...document.querySelectorAll("a, button, input, select, summary, [tabindex]")].filter(`+inView+`).length`), func(n int) bool { return n >= 6 && n <= 12 }, "%d controls at first")
		suits(t, evaluate[float64](t, ctx, `(({width, height}) => width * height / innerWidth / innerHeight)(document.getElementById("plane").getBoundingClientRect())`), func(part float64) bool { return part >= s.share }, "the plane is %.2f of the screen")
		sideways(t, ctx, "at the door")
		click(t, ctx, `[data-guess="Adelie"]`)
		until(t, ctx, `document.querySelectorAll("#answer [data-sample]").length === 5`)
		same(t, ctx, `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(document.querySelector("#answer h2").getBoundingClientRect())`, true, "the answer is in view: %v", s.width)
		accessible(t, ctx, fmt.Sprintf("the door, %d wide", s.width))
		prefers(t, ctx, "dark")
		accessible(t, ctx, fmt.Sprintf("the door, %d wide, dark", s.width))
		save(t, ctx, fmt.Sprintf("door-%d-dark", s.width))
		prefers(t, ctx, "light")
		save(t, ctx, fmt.Sprintf("door-%d", s.width))
	}
}

// One guesses, and sees who answered: those whom the engine names, also for the next penguin, which is fitted in the page.
func TestGuessFirst(t *testing.T) {
	ctx := door(t, 1440, 900)
	equal(t, count(t, ctx, "#answer [data-sample]"), 0, "%d answer before the guess")
	click(t, ctx, `[data-guess="Adelie"]`)
	no := evaluate[int](t, ctx, `Number(document.getElementById("asked").getAttribute("aria-label").match(/\d+/)[0])`)
	until(t, ctx, fmt.Sprintf("%s === %q", answering, asking(t, ctx, no, 0)))
	contains(t, ctx, "#answer", "It is a Chinstrap. You: wrong. It: right.")
	same(t, ctx, `dispatchEvent(new DragEvent("drop", {cancelable: true}))`, false, "a dropped file takes the page away: %v")
	said(t, ctx, "#notice", "Tables are opened in the workshop")
	same(t, ctx, `document.querySelectorAll("#plane .authors > *").length`, 5, "%d are marked in the picture")
	click(t, ctx, `[data-guess="Chinstrap"]`) // the first guess counts
	contains(t, ctx, "#answer", "You: wrong.")
	click(t, ctx, "#next")
	until(t, ctx, fmt.Sprintf(`!document.getElementById("asked").getAttribute("aria-label").includes("no. %d:")`, no))
	equal(t, count(t, ctx, "#answer [data-sample]"), 0, "%d answer before the second guess")
	no = evaluate[int](t, ctx, `Number(document.getElementById("asked").getAttribute("aria-label").match(/\d+/)[0])`)
	click(t, ctx, `[data-guess="Chinstrap"]`)
	until(t, ctx, fmt.Sprintf("%s === %q", answering, asking(t, ctx, no, 0)))
	contains(t, ctx, "#answer", "You: 1 of 2. It: 2 of 2.")
	for turn := 3; turn <= 10; turn++ {
		click(t, ctx, "#next")
		until(t, ctx, `document.getElementById("next").hidden`)
		clickUntil(t, ctx, `[data-guess="Gentoo"]`, fmt.Sprintf(`document.getElementById("answer").textContent.includes("of %d. It: ")`, turn))
	}
	click(t, ctx, "#next")
	until(t, ctx, `document.getElementById("next").hidden`)
	clickUntil(t, ctx, `[data-guess="Adelie"]`, `document.getElementById("answer").textContent.endsWith("no. 212") && !/\d of \d/.test(document.getElementById("answer").textContent)`)
	problems(t, ctx)
}

// Dragged out to sea it doesn't know, however one guessed, and an ordinary network is sure. By the keys, too.
func TestOutToSea(t *testing.T) {
	for _, s := range [][2]int{{1440, 900}, {390, 844}} {
		ctx := door(t, s[0], s[1])
		x, y := middle(t, ctx, `document.getElementById("asked")`)
		to := evaluate[[]float64](t, ctx, `(({left, top, width, height}) => [left + 0.82 * width, top + 0.8 * height])(document.getElementById("plane").getBoundingClientRect())`)
		for i, a := range []motion{moves, presses, moves, moves, lifts} {
			mouse(t, ctx, a, x+float64(max(0, i-1)/2)*(to[0]-x), y+float64(max(0, i-1)/2)*(to[1]-y))
		}
		until(t, ctx, begins("#answer h2", "I don't know."))
		same(t, ctx, `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(document.querySelector("#answer h2").getBoundingClientRect())`, true, "the answer is in view: %v")
		suits(t, text(t, ctx, "#answer p"), func(s string) bool {
			return strings.Contains(s, "Nobody here is like this. A change of ") && strings.Contains(s, " mm is enough")
		}, "it says %q")
		equal(t, count(t, ctx, "#plane .authors > *"), 0, "%d answer at sea")
		click(t, ctx, "#ordinary")
		until(t, ctx, `/^An ordinary network of \d+ weights: ■ Gentoo, 9\d(\.\d)? % sure\.$/.test(document.getElementById("ordinary-said")?.textContent)`)
		clickUntil(t, ctx, "#ordinary", `document.getElementById("ordinary-said") === null`)
		evaluate[bool](t, ctx, `(document.getElementById("asked").focus(), true)`)
		keyUntil(t, ctx, "\u001b", `document.querySelectorAll("#answer [data-sample]").length === 5`) // Escape: back
		before := text(t, ctx, "#measures")
		evaluate[bool](t, ctx, `(document.getElementById("asked").dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", shiftKey: true, cancelable: true})), true)`)
		until(t, ctx, fmt.Sprintf(`document.getElementById("measures").textContent !== %q`, before))
		problems(t, ctx)
	}
}

// The card has guess, answer and names; its link opens on the same penguin, whichever it is.
func TestPenguinCard(t *testing.T) {
	ctx := door(t, 1440, 900)
	evaluate[bool](t, ctx, `(URL.createObjectURL = ((make) => (blob) => make.call(URL, globalThis.card = blob))(URL.createObjectURL), addEventListener("click", (e) => { if (e.target.download) globalThis.saved = e.target.download; }, true), Object.defineProperty(navigator, "clipboard", {value: {writeText: async (text) => { globalThis.copied = text; }}}), navigator.canShare = undefined, true)`)
	click(t, ctx, `[data-guess="Adelie"]`, "#send")
	until(t, ctx, `globalThis.copied !== undefined`)
	no := evaluate[string](t, ctx, `document.getElementById("asked").getAttribute("aria-label").match(/\d+/)[0]`)
	same(t, ctx, `saved`, "penguin-"+no+".png", "the card is saved as %s")
	same(t, ctx, `createImageBitmap(card).then((i) => i.width + " x " + i.height)`, "2400 x 1260", "the card has %s pixels")
	said(t, ctx, "#notice", "The card is saved, and its link is copied.")
	link := evaluate[string](t, ctx, `copied`)
	suits(t, link, func(s string) bool { return strings.HasSuffix(s, "/#penguin-"+no) }, "the link is %s")
	for _, other := range []string{no, "7", "344"} {
		navigate(t, ctx, "about:blank")
		navigate(t, ctx, strings.TrimSuffix(link, no)+other)
		until(t, ctx, fmt.Sprintf(`document.documentElement.hasAttribute("data-ready") && document.getElementById("asked").getAttribute("aria-label").includes("no. %s:")`, other))
		click(t, ctx, `[data-guess="Gentoo"]`)
		var n int
		fmt.Sscan(other, &n)
		until(t, ctx, fmt.Sprintf("%s === %q", answering, asking(t, ctx, n, 0)))
	}
	problems(t, ctx)
}

// The story's picture stays in view and shows what each stop says.
func TestStory(t *testing.T) {
	for _, s := range [][2]int{{1440, 900}, {390, 844}} {
		ctx := door(t, s[0], s[1])
		prefers(t, ctx, "light", "prefers-reduced-motion", "reduce")
		for stop, holds := range []string{
			`document.querySelectorAll("#answer [data-sample]").length === 0 && !document.getElementById("asked").hidden`,
			`document.getElementById("asked").hidden && document.querySelectorAll("#answer [data-sample]").length === 0`,
			`!document.getElementById("asked").hidden && document.querySelector("#plane svg").classList.contains("dim")`,
			`document.querySelectorAll("#answer [data-sample]").length === 5 && document.querySelectorAll("#plane .links > *").length === 5`,
			`document.querySelector("#answer h2").textContent === "I don't know." && / % sure/.test(document.getElementById("ordinary-said")?.textContent)`,
			`document.querySelectorAll("#plane .rings > *").length === Number(document.querySelector("#story [data-stop='5'] h2").textContent.match(/\d+/)[0])`,
			`document.getElementById("asked").hidden && document.querySelectorAll("#plane .rings > *").length === 0`,
		} {
			evaluate[bool](t, ctx, fmt.Sprintf(`(scrollTo(0, %d && document.querySelector("#story [data-stop='%d']").getBoundingClientRect().top + scrollY - 0.6 * innerHeight), true)`, stop, max(stop, 1)))
			until(t, ctx, fmt.Sprintf(`(document.body.dataset.story ?? "0") === "%d" && %s`, stop, holds))
			same(t, ctx, `(({top, bottom}) => top >= 0 && bottom <= innerHeight)(document.getElementById("plane").getBoundingClientRect())`, true, "the picture of stop %d is in view: %v", stop)
			if stop == 5 {
				said := evaluate[[]int](t, ctx, `document.querySelector("#story [data-stop='5'] p").textContent.match(/no\. \d+/g).map((s) => Number(s.slice(4)))`)
				until(t, ctx, fmt.Sprintf("%s === %q", answering, asking(t, ctx, said[0], 0)))
				click(t, ctx, "#take-out")
				until(t, ctx, fmt.Sprintf("%s === %q", answering, asking(t, ctx, said[0], said[1])))
				same(t, ctx, `document.querySelector("#answer h2 .key").textContent.endsWith(document.querySelector("#story [data-stop='5'] p").textContent.match(/is an? (\w+),/)[1])`, true, "without the one who misled it, it is right: %v")
				clickUntil(t, ctx, "#take-out", fmt.Sprintf("%s === %q", answering, asking(t, ctx, said[0], 0)))
			}
			save(t, ctx, fmt.Sprintf("story-%d-%d", s[0], stop))
		}
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		until(t, ctx, `document.body.dataset.story === "0" && !document.getElementById("guesses").hidden && document.querySelector("#answer h2").textContent === "Your guess first:"`)
		sideways(t, ctx, "in the story")
		problems(t, ctx)
	}
}

// The first picture needs no script, and no engine is asked for until the page lives. Links from before the front door lead to the workshop.
func TestDoorIsLight(t *testing.T) {
	files := site.Handler("../../../dist/site")
	held := make(chan struct{})
	engine := make(chan bool, 9)
	server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".mjs") {
			<-held
		}
		if r.URL.Path == "/page.wasm" {
			engine <- true
		}
		files.ServeHTTP(w, r)
	}))
	ctx := tab(t, 1440, 900)
	watch(t, ctx)
	evaluate[bool](t, ctx, fmt.Sprintf(`(setTimeout(() => location.href = %q), true)`, server+"/"))
	until(t, ctx, `document.querySelectorAll("#plane .first use").length === 341 && document.querySelector("#plane .first .mark").textContent === "?" && getComputedStyle(document.querySelector("main")).display === "grid"`)
	others := evaluate[[]float64](t, ctx, `[...document.querySelectorAll("#plane .first use")].slice(0, 5).flatMap((e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })`)
	close(held)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	drawn := evaluate[[]float64](t, ctx, `[...document.querySelectorAll("#plane .samples > *")].slice(0, 5).flatMap((e) => { const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })`)
	for i, v := range others {
		suits(t, drawn[i]-v, func(d float64) bool { return d > -1.5 && d < 1.5 }, "what the script draws lies %.1f pixels beside the first picture")
	}
	until(t, ctx, `performance.getEntriesByType("resource").some((e) => e.name.endsWith("/engine.js"))`) // it comes by itself, for what is next
	select {
	case <-engine:
	case <-time.After(pace.Of(20 * time.Second)):
		t.Fatal("the worker doesn't load the engine")
	}
	suits(t, evaluate[int](t, ctx, `performance.getEntriesByType("resource").filter((e) => e.name.endsWith(".wasm")).length`), func(n int) bool { return n == 0 }, "%d modules are compiled on the page's thread")

	// 300 KB are the limit; half of that is more than it takes.
	suits(t, evaluate[int](t, ctx, `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource").filter((e) => e.startTime < performance.getEntriesByName("alive")[0].startTime)).reduce((sum, e) => sum + e.encodedBodySize, 0)`), func(n int) bool { return n > 20_000 && n < 100_000 }, "until the page lives it takes %d bytes")
	for _, link := range []string{"#set=rings", "#v=1&classes=a,b&columns=x,y&points=0,0,0;1,1,1;2,3,0"} {
		navigate(t, ctx, "about:blank")
		navigate(t, ctx, server+"/"+link)
		until(t, ctx, fmt.Sprintf(`location.pathname === "/workshop.html" && location.hash === %q && document.querySelector("#view-plane #plane svg") !== null`, link))
	}
	navigate(t, ctx, server+"/")
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	click(t, ctx, "#workshop")
	until(t, ctx, `location.pathname === "/workshop.html" && document.querySelector("#view-plane #plane svg") !== null`)
}
