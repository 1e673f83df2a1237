//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// exercises are tried with what doesn't solve them, which says why, and with what does.
var exercises = []struct {
	lesson         string
	number         int
	failed, solved string // JavaScript: what a reader does
	why            string
}{
	{"sample", 0, `slide(0, 1), slide(1, 3)`, `slide(0, 1.1), slide(1, 3)`, "This is sample 2 itself"},
	{"sample", 1, `slide(0, 1.5)`, `slide(0, 3), slide(1, 1)`, "It still answers all 4 samples"},
	{"layers", 0, `slide(0, 2), slide(1, 2)`, `slide(0, 1.4), slide(1, 1.4)`, "There is one layer"},
	{"layers", 1, `slide(0, 9)`, `(() => { const second = Number(said().match(/layer 2 are (\d+)/)[1]), n = second < 6 ? 6 : 10, i = second < 6 ? second : second - 6; [Math.cos, Math.sin].forEach((f, j) => slide(j, Math.round(10 * (3 + (n === 6 ? 1 : 2.4) * f(2 * Math.PI * (i + (n === 6 ? 0 : 0.5)) / n))) / 10)); })()`, "No neuron recognises this point"},
	{"unknown", 0, `slide(0, 4)`, `slide(0, 9), slide(1, 9)`, "The recognition is"},
	{"unknown", 1, `choose("10000")`, `choose("paper")`, "under preset xaia"},
	{"absorb", 0, `choose("0")`, `set("0", false), set("3", true), set("5", true)`, "errs on new sample"},
	{"absorb", 1, `choose("0")`, `choose("4")`, "Without sample 0 the answer is still"},
	{"teach", 0, `choose("neither"), drawn("sun")`, `drawn("owl")`, "It has never seen anything like this"},
	{"heartbeat", 0, `slide(0, 0.5)`, `slide(0, 0.2)`, "R is at 0.5"},
	{"heartbeat", 1, `set("0", true)`, `set("0", false), set("3", true)`, "It misses new moments 3, 4, 5 (circled)"},
	{"teach", 1, `teach("fish", 1)`, `teach("fish", 2)`, "All 8 other cats and houses are answered rightly. Teach it something new: 2 more"},
}

// hand gives JavaScript the hands of a reader, for one exercise.
func hand(lesson string, number int, act string) string {
	return fmt.Sprintf(`(() => {
		const box = lessonRoot(%q).querySelectorAll(".exercise")[%d];
		const said = () => box.querySelector(".said").textContent;
		const slide = (i, v) => { const e = box.querySelectorAll("input[type=range]")[i]; e.value = v; e.dispatchEvent(new Event("input", {bubbles: true})); };
		const choose = (v) => box.querySelector('input[value="' + v + '"]').click();
		const set = (v, on) => { const e = box.querySelector('input[value="' + v + '"]'); if (e.checked !== on) e.click(); };
		const drawn = (v) => { box.querySelector(".example-choice").value = v; box.querySelector(".example").click(); };
		const turn = () => new Promise((done) => setTimeout(done, 20));
		const teach = async (name, times) => {
			for (let i = 0; i < times; i++) {
				const card = () => box.querySelector('[data-class="' + name + '"]'), count = () => parseInt(card()?.textContent.match(/\d+ drawing/)?.[0] ?? "0"), before = count();
				drawn(name);
				if (card()) card().querySelector("button").click();
				else { box.querySelector(".new-name").value = name; box.querySelector(".create").click(); }
				while (count() !== before + 1) await turn();
			}
		};
		%s;
		return true;
	})()`, lesson, number, act)
}

func exerciseSays(t *testing.T, ctx context.Context, lesson string, number int, beginning, words string) {
	until(t, ctx, fmt.Sprintf(`((box) => !box.hasAttribute("aria-busy"))(lessonRoot(%q).querySelectorAll(".exercise")[%d])`, lesson, number))
	until(t, ctx, fmt.Sprintf(`((said) => said.startsWith(%q) && said.includes(%q))(lessonRoot(%q).querySelectorAll(".exercise .said")[%d].textContent)`, beginning, words, lesson, number))
}

// solveAbsorb solves the exercises of the lesson that other pages show in these tests.
func solveAbsorb(t *testing.T, ctx context.Context) {
	for _, e := range exercises {
		if e.lesson == "absorb" {
			evaluate[bool](t, ctx, hand(e.lesson, e.number, e.solved))
			exerciseSays(t, ctx, e.lesson, e.number, "Solved.", "")
		}
	}
}

func learnPage(t *testing.T, path string, width int, scheme string) context.Context {
	ctx := pageOf(t, path, width, 900, scheme)
	until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
	evaluate[bool](t, ctx, `(globalThis.lessonRoot = (name) => document.getElementById(name), true)`)
	for _, lesson := range []string{"sample", "layers", "unknown", "absorb", "teach", "heartbeat"} { // each is made when it comes near
		evaluate[bool](t, ctx, fmt.Sprintf(`(lessonRoot(%q).scrollIntoView(), true)`, lesson))
		until(t, ctx, fmt.Sprintf(`lessonRoot(%q).querySelectorAll(".exercise:not([aria-busy]) svg").length > 1`, lesson))
	}
	return ctx
}

// Every exercise says why it isn't solved, and knows when it is; axe finds nothing in between.
func TestLearn(t *testing.T) {
	inLooks(t, func(t *testing.T, width int, scheme string) {
		ctx := learnPage(t, "/learn.html", width, scheme)
		accessible(t, ctx, "at first")
		for _, e := range exercises {
			exerciseSays(t, ctx, e.lesson, e.number, "Not yet.", "")
			evaluate[bool](t, ctx, hand(e.lesson, e.number, e.failed))
			exerciseSays(t, ctx, e.lesson, e.number, "Not yet.", e.why)
			evaluate[bool](t, ctx, hand(e.lesson, e.number, e.solved))
			exerciseSays(t, ctx, e.lesson, e.number, "Solved.", "")
		}
		until(t, ctx, `document.querySelectorAll(".exercise[data-solved=true]").length === 12`)
		accessible(t, ctx, "solved")
		sideways(t, ctx, "solved")
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		save(t, ctx, fmt.Sprintf("learn-%d-%s", width, scheme))
	})
}

// For a projector there is one thing a screen, in big type: the words, then each exercise. Keys and buttons turn it, and it works as ever.
func TestPresent(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		ctx := pageOf(t, "/learn.html#sample&present", 1280, 720, scheme)
		until(t, ctx, `document.documentElement.hasAttribute("data-ready")`)
		shown := `[...document.querySelectorAll("main > section, .lesson > p, .exercise")].filter((e) => e.checkVisibility()).map((e) => e.id || e.querySelector?.("h3")?.textContent.slice(0, 12) || "words").join()`
		until(t, ctx, shown+` === "sample,words,words"`)
		suits(t, evaluate[float64](t, ctx, `parseFloat(getComputedStyle(document.querySelector(".lesson p")).fontSize)`), func(size float64) bool { return size >= 19 }, "the words have %g pixels")
		key(t, ctx, kb.PageDown)
		until(t, ctx, shown+` === "sample,Exercise 1.1"`)
		save(t, ctx, "present-1280-"+scheme)
		sideways(t, ctx, "presented")
		accessible(t, ctx, "presented")
		until(t, ctx, `document.querySelectorAll("#sample .exercise:first-child .numbers text").length === 4`) // the samples that the task names
		evaluate[bool](t, ctx, `(globalThis.lessonRoot = (name) => document.getElementById(name), true)`)
		evaluate[bool](t, ctx, hand("sample", 0, exercises[0].solved))
		exerciseSays(t, ctx, "sample", 0, "Solved.", "")
		click(t, ctx, `.presenting [aria-label="On"]`)
		until(t, ctx, shown+` === "sample,Exercise 1.2"`)
		key(t, ctx, kb.PageDown)
		until(t, ctx, shown+` === "layers,words,words" && location.hash === "#layers&present"`)
		same(t, ctx, `document.querySelector(".presenting").textContent`, "◀4 of 18▶End", "the bar says %q")
		key(t, ctx, kb.Escape)
		until(t, ctx, `location.hash === "#layers" && document.querySelector("header > nav").checkVisibility() && document.querySelectorAll("main > section").length === 6 && !document.querySelector(".presenting").checkVisibility()`)
	}
	ctx := pageOf(t, "/learn.html#absorb&present=2", 1280, 720, "light")
	until(t, ctx, `document.querySelectorAll("#absorb .exercise:nth-child(2) svg").length > 1 && !document.querySelector("#absorb .exercise").checkVisibility()`)
}

// An exercise is on one screen: task, sliders, what is said, plane and network. What its sliders move is dragged in the plane, too.
func TestExerciseOnOneScreen(t *testing.T) {
	for _, size := range [][2]int{{1280, 720}, {390, 844}} {
		ctx := learnPage(t, "/learn.html", size[0], "light")
		view(t, ctx, size[0], size[1])
		for _, lesson := range []string{"sample", "layers", "unknown", "absorb", "heartbeat"} {
			for number := range 2 {
				box := fmt.Sprintf(`lessonRoot(%q).querySelectorAll(".exercise")[%d]`, lesson, number)
				after(t, ctx, ``+box+`.scrollIntoView({block: "start"})`, `!`+box+`.hasAttribute("aria-busy") && `+box+`.querySelectorAll(".pictures svg").length >= 2`)
				suits(t, evaluate[float64](t, ctx, `(() => { const parts = [...`+box+`.querySelectorAll(".task, .controls, .said, .pictures > *")].map((e) => e.getBoundingClientRect()); return Math.max(...parts.map((p) => p.bottom)) - Math.min(...parts.map((p) => p.top)); })()`), func(high float64) bool { return high <= float64(size[1]) }, "%s %d in %d x %d is %g pixels high", lesson, number+1, size[0], size[1])
			}
		}
		// A hand drags from a place in the plane's own coordinates to another one.
		drags := func(lesson string, number int, from, to string) {
			evaluate[bool](t, ctx, fmt.Sprintf(`(async () => {
				const box = lessonRoot(%q).querySelectorAll(".exercise")[%d], svg = [...box.querySelectorAll(".pictures svg")].find((s) => s.scale);
				box.scrollIntoView({block: "start"});
				const at = ([x, y]) => { const b = svg.getBoundingClientRect(), v = svg.viewBox.baseVal; return {clientX: b.left + svg.scale("x").apply(x) / v.width * b.width, clientY: b.top + svg.scale("y").apply(y) / v.height * b.height}; };
				const [from, to] = [at(%s), at(%s)], pictures = box.querySelector(".pictures");
				pictures.setPointerCapture = () => {};
				const send = (name, target, place) => target.dispatchEvent(new PointerEvent(name, {bubbles: true, composed: true, pointerId: 1, button: 0, ...place}));
				send("pointerdown", svg, from);
				for (const part of [0.3, 0.7, 1]) {
					send("pointermove", pictures, {clientX: from.clientX + part * (to.clientX - from.clientX), clientY: from.clientY + part * (to.clientY - from.clientY)});
					await new Promise((done) => setTimeout(done, 60));
				}
				send("pointerup", pictures, to);
				send("pointermove", pictures, from); // nothing follows any more
				return true;
			})()`, lesson, number, from, to))
		}
		drags("sample", 0, "[2, 2]", "[1.1, 3]")
		exerciseSays(t, ctx, "sample", 0, "Solved.", "Sample 2 recognises the point")
		until(t, ctx, `[...lessonRoot("sample").querySelectorAll(".exercise")[0].querySelectorAll("output")].map((o) => o.textContent).join() === "1.1,3"`)
		drags("sample", 1, "[3, 3]", "[3, 1]")
		exerciseSays(t, ctx, "sample", 1, "Solved.", "The network refuses")
		drags("layers", 0, "[1, 1]", "[1.4, 1.4]") // sample 0 is none of its sliders
		exerciseSays(t, ctx, "layers", 0, "Not yet.", "There is one layer")
		drags("layers", 0, "[3, 3]", "[1.4, 1.4]")
		exerciseSays(t, ctx, "layers", 0, "Solved.", "Sample 3 was moderately near")
		suits(t, evaluate[string](t, ctx, `getComputedStyle(lessonRoot("layers").querySelector("[data-solved=true] h3"), "::after").content`), func(got string) bool { return strings.Contains(got, "✓ solved") }, "a solved exercise is marked with %q")
		evaluate[bool](t, ctx, `(lessonRoot("layers").querySelector(".exercise").scrollIntoView({block: "start"}), true)`)
		save(t, ctx, fmt.Sprintf("exercise-%d", size[0]))
		problems(t, ctx)
	}
}

// Ten points are guessed before they are answered: neither words nor pictures tell the answer until then. By keys; a slider ends it.
func TestGuessInLessons(t *testing.T) {
	const start = `(globalThis.lessonRoot = (name) => document.getElementById(name), true)`
	for i, lesson := range []string{"sample", "unknown"} {
		width := []int{1280, 390}[i]
		ctx := pageOf(t, "/learn.html#"+lesson+"&present=1", width, 844, []string{"light", "dark"}[i])
		evaluate[bool](t, ctx, start)
		box := fmt.Sprintf(`lessonRoot(%q)?.querySelector(".exercise")`, lesson)
		until(t, ctx, box+`?.querySelectorAll(".pictures svg").length > 1 && !`+box+`.hasAttribute("aria-busy")`)
		is := func(words string) {
			until(t, ctx, fmt.Sprintf(`!%s.hasAttribute("aria-busy") && %s.querySelector(".said").textContent.includes(%q)`, box, box, words))
		}
		press := func(selector string) {
			expect(t, evaluate[bool](t, ctx, fmt.Sprintf(`((e) => (e.focus(), %s.querySelector(".guess").contains(document.activeElement)))(%s.querySelector(%q))`, box, box, selector)), "%s takes no focus", selector)
			key(t, ctx, kb.Enter)
		}
		before := text(t, ctx, fmt.Sprintf("#%s .exercise .said", lesson))
		press(`[data-step="begin"]`)
		right := 0
		for n := 1; n <= 10; n++ {
			is(fmt.Sprintf("Point %d of 10, at (", n))
			until(t, ctx, box+`.querySelector(".pictures .waits") !== null`)
			same(t, ctx, box+`.querySelector(".pictures canvas, .pictures [stroke-dasharray]") === null && !/Here:|samples? \d|know|seen/.test(`+box+`.querySelector(".pictures").textContent)`, true, "no picture tells the answer that waits: %t")
			same(t, ctx, `/Solved|Not yet|because/.test(`+box+`.querySelector(".said").textContent) || `+box+`.dataset.solved === "true"`, false, "the answer that waits is judged: %t")
			if n == 3 {
				accessible(t, ctx, "guessing in a lesson")
				sideways(t, ctx, "guessing in a lesson")
				save(t, ctx, fmt.Sprintf("lesson-guess-%d", width))
			}
			press(fmt.Sprintf(`[data-guess]:nth-of-type(%d)`, 1+n%3))
			until(t, ctx, fmt.Sprintf(`/^(Right|No): it says .* You: \d+ of %d\.$/.test(%s.querySelector(".said").textContent) && !%s.hasAttribute("aria-busy") && %s.querySelector(".pictures canvas") !== null`, n, box, box, box))
			// The guess is right where it is what the network says there.
			if evaluate[bool](t, ctx, box+`.querySelector(".said").textContent.startsWith("Right")`) {
				right++
			}
			same(t, ctx, box+`.querySelector(".said").textContent.match(/You: (\d+) of/)[1]`, fmt.Sprint(right), "after %[2]d points it counts %[1]s", n)
			if n == 3 {
				save(t, ctx, fmt.Sprintf("lesson-guessed-%d", width))
			}
			if n < 10 {
				same(t, ctx, `document.activeElement.dataset.step`, "next", "after a guess, the focus is on %q")
				key(t, ctx, kb.Enter)
			}
		}
		expect(t, right > 0 && right < 10, "guessing by turns, %d of 10 are right", right)
		press(`[data-step="end"]`)
		until(t, ctx, box+`.querySelector(".guess").textContent === "Guess first: ten points" && /^(Solved|Not yet)/.test(`+box+`.querySelector(".said").textContent)`)
		// A slider ends it, too, and the exercise goes on as ever.
		press(`[data-step="begin"]`)
		is("Point 1 of 10")
		evaluate[bool](t, ctx, hand(lesson, 0, map[string]string{"sample": `slide(0, 2), slide(1, 2)`, "unknown": `slide(0, 3), slide(1, 4)`}[lesson]))
		is(before)
		expect(t, evaluate[bool](t, ctx, box+`.querySelectorAll("[data-guess]").length === 0 && `+box+`.querySelector(".pictures canvas") !== null`), "a slider didn't end the guesses")
		problems(t, ctx)
	}
}

// Keys that solve the exercises, from the first control of each on.
var solvedByKeys = [][]string{
	{times(9, kb.ArrowLeft), kb.Tab, times(10, kb.ArrowRight)},
	{kb.Tab, kb.Tab, times(20, kb.ArrowLeft)},
	{times(16, kb.ArrowLeft), kb.Tab, times(16, kb.ArrowLeft)},
	{times(5, kb.ArrowRight), kb.Tab, times(9, kb.ArrowRight)},
	{kb.End, kb.Tab, kb.End},
	{kb.ArrowDown, kb.Tab, times(4, kb.ArrowDown)},
	{times(3, kb.Tab), " ", times(2, kb.Tab), " "},
	{times(5, kb.ArrowDown)},
	{times(2, kb.ArrowDown), times(5, kb.Tab), kb.Enter},
	{times(9, kb.ArrowLeft)},
	{times(3, kb.Tab), " "},
	nil, // TestTeachByKeyboard teaches by keys
}

func times(n int, key string) string { return strings.Repeat(key, n) }

// A link leads to its lesson, and every exercise is solved by keys alone.
func TestLearnByKeyboard(t *testing.T) {
	ctx := pageOf(t, "/learn.html#layers", 1440, 900, "light")
	prefers(t, ctx, "light", "prefers-reduced-motion", "reduce")
	until(t, ctx, `document.querySelectorAll("#layers .exercise:not([aria-busy]) svg").length > 1 && Math.abs(document.getElementById("layers").getBoundingClientRect().top) < 40`)
	evaluate[bool](t, ctx, `(globalThis.lessonRoot = (name) => document.getElementById(name), true)`)
	for i, e := range exercises {
		if solvedByKeys[i] == nil {
			continue
		}
		box := fmt.Sprintf(`document.querySelectorAll("#%s .exercise")[%d]`, e.lesson, e.number)
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById(%q).scrollIntoView(), true)`, e.lesson))
		until(t, ctx, box+`?.querySelector("svg") && !`+box+`.hasAttribute("aria-busy")`)
		evaluate[bool](t, ctx, fmt.Sprintf(`((box) => ((box.querySelector("input:checked") ?? box.querySelector("input")).focus({preventScroll: true}), true))(%s)`, box))
		key(t, ctx, strings.Join(solvedByKeys[i], ""))
		exerciseSays(t, ctx, e.lesson, e.number, "Solved.", "")
		expect(t, evaluate[bool](t, ctx, box+`.contains(document.activeElement)`), "%s %d: the focus is lost after the pictures were drawn again", e.lesson, e.number)
	}
}

// A lesson in a notebook's output, with the engine that the output of a picture above it carries.
func TestLessonInNotebook(t *testing.T) {
	output := must(exec.Command("python3", "-B", "-c", `import sys
sys.path.insert(0, "../../../python")
import xaia, xaia.plot
plot = xaia.plot._Frame([[0, 0], [1, 1]], ["a", "b"])
print(plot._repr_html_() + xaia.Lesson("absorb", engine=False)._repr_html_())`).Output())(t)
	server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(append([]byte("<!doctype html><title>A notebook</title>"), output...))
	}))
	ctx := visited(t, 900, 900, server)
	after(t, ctx, `globalThis.lessonRoot = () => document.querySelector('iframe[title="xaia: a lesson"]')?.contentDocument.querySelector("body > div")?.shadowRoot`, `lessonRoot()?.querySelectorAll(".exercise:not([aria-busy]) svg").length > 0`)
	until(t, ctx, `Number(document.querySelector('iframe[title="xaia: a lesson"]').height) !== 900`)
	solveAbsorb(t, ctx)
}

// Where the engine can't start, no exercise takes that for the network's refusal: it says what is wrong, and is not solved.
func TestExerciseWithoutEngine(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"embed.mjs": read(t, "../../../dist/site/files/embed.mjs"), "lessons.mjs": read(t, "../../../dist/site/files/lessons.mjs"),
		"index.html": `<!doctype html><html lang="en"><title>A course</title><script type="module" src="lessons.mjs"></script><xaia-lesson name="sample"></xaia-lesson><xaia-lesson name="layers"></xaia-lesson><xaia-lesson name="unknown"></xaia-lesson><xaia-lesson name="absorb"></xaia-lesson><xaia-lesson name="teach"></xaia-lesson>`,
	})
	ctx := tab(t, 900, 900)
	navigate(t, ctx, serving(t, folder, "default-src 'none'; script-src 'self'; worker-src blob:", "")+"/index.html") // no 'wasm-unsafe-eval'
	const boxes = `[...document.querySelectorAll("xaia-lesson")].flatMap((e) => [...(e.shadowRoot?.querySelector("div")?.shadowRoot.querySelectorAll(".exercise") ?? [])])`
	until(t, ctx, boxes+`.length === 10 && `+boxes+`.every((box) => !box.hasAttribute("aria-busy") && box.querySelector(".said").textContent !== "")`)
	none(t, ctx, boxes+`.map((box) => box.dataset.solved + ": " + box.querySelector(".said").textContent).filter((said) => !said.startsWith("false: This exercise can't compute on this page. Tell whoever made the page: ") || /Solved|Not yet|refuses|same place|undefined|null/.test(said))`, "without an engine, exercises say %q")
}

// A lesson on somebody else's page, by its tag alone: solved there, and gone without a trace.
func TestLessonTag(t *testing.T) {
	folder := folderOf(t, map[string]string{
		"embed.mjs": read(t, "../../../dist/site/files/embed.mjs"), "lessons.mjs": read(t, "../../../dist/site/files/lessons.mjs"),
		"index.html": `<!doctype html><html lang="en"><title>A course</title><h1>A course</h1><script type="module" src="lessons.mjs"></script><xaia-lesson name="absorb"></xaia-lesson><xaia-lesson name="algebra"></xaia-lesson>`,
	})
	ctx := visited(t, 900, 900, served(t, http.FileServer(http.Dir(folder))))
	until(t, ctx, `document.querySelector("xaia-lesson")?.shadowRoot?.querySelector("div").shadowRoot.querySelectorAll(".exercise:not([aria-busy]) svg").length > 0`)
	evaluate[bool](t, ctx, `(globalThis.lessonRoot = (name) => document.querySelector("xaia-lesson[name=" + name + "]").shadowRoot.querySelector("div").shadowRoot, true)`)
	solveAbsorb(t, ctx)
	equal(t, evaluate[string](t, ctx, `document.querySelector("xaia-lesson[name=algebra]").shadowRoot.textContent`), `There is no lesson "algebra". The lessons are sample, layers, unknown, absorb, teach, heartbeat.`, "an unknown lesson says %q")
	after(t, ctx, `globalThis.gone = document.querySelector("xaia-lesson"), gone.remove()`, `gone.shadowRoot.childElementCount === 0`)
}
