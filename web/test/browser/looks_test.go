//go:build !js

package web_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// What is drawn means what it shows: colours, marks, scores, and the view that stays under the hand.

// domain is the part of the plane that is shown: x from, x to, y from, y to.
func domain(t *testing.T, ctx context.Context) string {
	until(t, ctx, idle)
	return evaluate[string](t, ctx, `(() => { const s = document.querySelector("#plane .frame > svg"); return [...s.scale("x").domain, ...s.scale("y").domain].map((v) => v.toFixed(9)).join(); })()`)
}

// What is under the hand stays there, whatever the hand does: on an empty plane, with the outermost point of others, back and forth.
func TestViewStaysUnderTheHand(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	open(t, ctx, "xor")
	clickUntil(t, ctx, "#clear", begins("#notice", "No points yet."))
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	before := domain(t, ctx)
	for i, p := range [][2]float64{{-0.4, 0.2}, {0.1, 0.4}, {0.5, -0.3}} {
		clickAt(t, ctx, p[0], p[1])
		samples(t, ctx, i+1)
		equal(t, domain(t, ctx), before, "after click %d the view is %s", i+1)
	}
	drag(t, ctx, 0.5, -0.3, 0.7, 0.6)
	click(t, ctx, "#undo", "#undo")
	samples(t, ctx, 2)
	equal(t, domain(t, ctx), before, "after undo the view is %s")
	// On request it shows all, and another set has its own view.
	clickUntil(t, ctx, "#zoom-fit", `document.querySelector("#plane .frame > svg").scale("x").domain[1] < 0.5`)
	open(t, ctx, "rings")
	before = domain(t, ctx)
	drag(t, ctx, 3, 0, 0.5, 0.3)
	equal(t, domain(t, ctx), before, "after a drag the view is %s")
	// Undone to the set before, its view comes back with it.
	click(t, ctx, "#undo", "#undo")
	samples(t, ctx, 2)
	until(t, ctx, `document.querySelector("#plane .frame > svg").scale("x").domain[1] < 0.5`)
}

// While a point is dragged the background stays, the tip goes, and the fingerprint is that of the answer.
func TestDragKeepsThePicture(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	until(t, ctx, idle+` && document.querySelector("#plane canvas.background")?.dataset.columns === "240"`)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	click(t, ctx, `.ways [data-way="bars"]`)
	// The external point that is asked about is dragged onto a sample.
	from := evaluate[[]float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "moons").external.at(-1)`)
	to := evaluate[[]float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "moons").x[3]`)
	x0, y0 := screen(t, ctx, from[0], from[1])
	x1, y1 := screen(t, ctx, to[0], to[1])
	hover(t, ctx, x0, y0)
	until(t, ctx, `!document.getElementById("tip").hidden`)
	evaluate[bool](t, ctx, `(() => {
		globalThis.bare = 0;
		new MutationObserver(() => { if (!document.querySelector("#plane canvas.background")) bare++; }).observe(document.getElementById("plane"), {childList: true, subtree: true});
		return true;
	})()`)
	hold(t, ctx, x0, y0, x1, y1, 30*time.Millisecond)
	until(t, ctx, idle+` && document.getElementById("verdict").textContent.startsWith("Recognised")`)
	same(t, ctx, `[document.getElementById("tip").hidden, document.getElementById("fingerprint").textContent.includes("recognised"), document.querySelector("#plane canvas.background") !== null].join()`, "true,true,true", "in the middle of a drag: tip away, fingerprint of now, background there: %s")
	mouse(t, ctx, lifts, x1, y1)
	until(t, ctx, idle+` && document.querySelector("#plane canvas.background")?.dataset.columns === "240" && document.getElementById("plane").dataset.painted === "true"`)
	same(t, ctx, "bare", 0, "%d pictures of the drag had no background")
	// The layer of the hit is painted as fine as the others.
	choose(t, ctx, "background", "which layer recognises it")
	until(t, ctx, idle+` && (() => { const c = document.querySelector("#plane canvas.background"); return c?.dataset.kind === "layer" && c.dataset.columns === "240"; })()`)
}

// Beyond the largest sample the line is shaded and unknown.
func TestLineBeyondTheSamples(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	openLine(t, ctx, "three")
	for _, x := range []string{"1.05", "-0.05"} {
		typeUntil(t, ctx, "place-x", x, begins("#place-verdict", "Unknown: outside the samples."))
	}
	typeUntil(t, ctx, "place-x", "1", begins("#place-verdict", "Known"))
	expect(t, evaluate[bool](t, ctx, `(() => {
		const svg = document.querySelector("#line svg"), x = svg.scale("x"), boxes = [...svg.querySelectorAll(".grey rect")].map((r) => [r.x.baseVal.value, r.x.baseVal.value + r.width.baseVal.value]);
		return [-0.05, 1.02, 1.05, 1.09].every((v) => boxes.some(([a, b]) => a <= x.apply(v) && b >= x.apply(v)));
	})()`), "beyond the samples the line isn't shaded")
}

// External points are seen on dark ground, whatever their value; red is for what is wrong.
func TestMarksOnDarkGround(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	click(t, ctx, "#theme")
	same(t, ctx, "getComputedStyle(document.documentElement).backgroundColor", "rgb(21, 22, 23)", "the button makes another ground")
	open(t, ctx, "donut")
	until(t, ctx, idle+` && document.querySelectorAll("#plane .external > *").length === 16`)
	suits(t, evaluate[float64](t, ctx, `(() => {
		const light = (colour) => { const c = colour.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
		const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const ground = light(getComputedStyle(document.querySelector(".picture")).backgroundColor);
		const halo = [...document.querySelectorAll("#plane .external-halo > *")];
		return Math.min(...[...document.querySelectorAll("#plane .external > *")].map((mark, i) => Math.max(...[mark, halo[i]].filter(Boolean).map((m) => contrast(light(getComputedStyle(m).stroke), ground)))));
	})()`), func(least float64) bool { return least >= 3 }, "an external point has a contrast of %.2f to its ground, want 3")
	red := evaluate[string](t, ctx, `getComputedStyle(document.documentElement).getPropertyValue("--wrong")`)
	suits(t, evaluate[int](t, ctx, `[...document.querySelectorAll("#plane .interpolated, #plane .chosen, #plane .away, #fingerprint rect")].filter((e) => /wrong/.test(e.getAttribute("stroke") + e.getAttribute("fill"))).length`), func(n int) bool { return n <= 0 && red != "" }, "%d marks are red, and nothing is wrong")
	save(t, ctx, "donut-dark-1440")
}

// A link to the page shows a title, a sentence and a picture, which is there.
func TestLinkPreview(t *testing.T) {
	ctx, address := built(t, 1440, 1000)
	for _, page := range []string{"learn.html", "teach.html", "paper.html", "workshop.html", "index.html"} {
		navigate(t, ctx, address+"/"+page)
		linkPreview(t, ctx)
	}
}

func linkPreview(t *testing.T, ctx context.Context) {
	suits(t, evaluate[int](t, ctx, `new Promise((done, fail) => { const i = new Image(); i.onload = () => done(i.naturalWidth); i.onerror = fail; i.src = document.querySelector('link[rel=icon]').href; })`), func(width int) bool { return width > 0 }, "the icon is %d wide")
	suits(t, evaluate[[]string](t, ctx, `["title", "description", "image"].map((name) => document.querySelector('meta[property="og:' + name + '"]')?.content ?? "")`), func(meta []string) bool { return meta[0] != "" && meta[1] != "" }, "a link shows %q")
	suits(t, evaluate[[]int](t, ctx, `new Promise((done, fail) => { const i = new Image(); i.onload = () => done([i.naturalWidth, i.naturalHeight]); i.onerror = fail; i.src = document.querySelector('meta[property="og:image"]').content; })`), func(size []int) bool { return size[0] == 1200 && size[1] == 630 }, "the picture has %v pixels")
}

// Red means wrong: an external point whose known outcome is missed has a red ring, and no other. What the page can't do is said in another
// colour, with a sign.
func TestRedMeansWrong(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	clickUntil(t, ctx, "#hold-out", drawn(32))
	const missed = `(async () => {
		const {xaia, view, sets} = xaiaPage, bench = view.holdOut(view.benchOfSet(sets.plane.find((s) => s.id === "moons")));
		const model = await xaia.fit(bench.X, bench.y, {classes: true}), said = await model.predict(bench.external.map((e) => e.x));
		model.dispose();
		return bench.external.flatMap((e, i) => (e.y === null || e.y === said[i] ? [] : [e.x.map((v) => v.toFixed(3)).join()])).sort().join(" ");
	})()`
	const ringed = `(() => { const svg = document.querySelector("#plane svg"); return [...svg.querySelectorAll(".missed > *")].map((e) => [svg.scale("x").invert(e.cx?.baseVal.value ?? e.transform.baseVal[0].matrix.e), svg.scale("y").invert(e.cy?.baseVal.value ?? e.transform.baseVal[0].matrix.f)].map((v) => v.toFixed(3)).join()).sort().join(" "); })()`
	until(t, ctx, idle+` && document.querySelectorAll("#plane .missed > *").length > 0`)
	got, want := evaluate[string](t, ctx, ringed), evaluate[string](t, ctx, missed)
	expect(t, got == want && want != "", "ringed are %q, missed are %q", got, want)
	red := evaluate[string](t, ctx, `(() => { const e = document.createElement("i"); e.style.color = "var(--wrong)"; document.body.append(e); const c = getComputedStyle(e).color; e.remove(); return c; })()`)
	same(t, ctx, `getComputedStyle(document.querySelector("#plane .missed > *")).stroke`, red, "the ring is %s")
	said(t, ctx, "#plane-legend", "● a")
	contains(t, ctx, "#plane-legend", "missed")
	// Values are missed where they err by more than ε.
	open(t, ctx, "donut")
	errors := evaluate[[]float64](t, ctx, `(async () => {
		const set = xaiaPage.sets.plane.find((s) => s.id === "donut"), model = await xaiaPage.xaia.fit(set.x, set.values), said = await model.predict(set.external);
		model.dispose();
		return set.truth.flatMap((y, i) => (y === null || y === undefined ? [] : [Math.abs(said[i] - y)])).sort((a, b) => a - b);
	})()`)
	for _, k := range []int{0, len(errors) / 2, len(errors) - 1} { // beyond k errors lies ε
		typeUntil(t, ctx, "epsilon", fmt.Sprint(errors[k]), fmt.Sprintf(`document.querySelectorAll("#plane .missed > *").length === %d`, len(errors)-1-k))
	}

	for _, scheme := range []string{"light", "dark"} {
		prefers(t, ctx, scheme)
		typeInto(t, ctx, "epsilon", "-1")
		click(t, ctx, "#absorb")
		complains(t, ctx, "ε is the largest error")
		same(t, ctx, `(() => {
			const light = (colour) => { const c = colour.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]; };
			const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
			const red = document.createElement("i");
			red.style.color = "var(--wrong)";
			document.body.append(red);
			const [said, sign] = [getComputedStyle(document.getElementById("notice")), getComputedStyle(document.getElementById("notice"), "::before")];
			const ground = said.backgroundColor, around = getComputedStyle(document.documentElement).backgroundColor, wrong = getComputedStyle(red).color;
			red.remove();
			return [contrast(said.color, ground) >= 4.5, contrast(sign.color, ground) >= 4.5, contrast(said.borderLeftColor, ground) >= 3, contrast(said.borderLeftColor, around) >= 3, sign.content.includes("⚠"), [said.color, said.borderLeftColor, sign.color].includes(wrong)].join();
		})()`, "true,true,true,true,true,false", "%s: text, sign and border have enough contrast, a sign is there, something is red: %s", scheme)
		accessible(t, ctx, "a problem, "+scheme)
		save(t, ctx, "problem-1440-"+scheme)
	}
}

// Where outcomes are classes there is no error to allow: ε isn't asked for.
func TestEpsilonIsForValues(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	for set, asked := range map[string]bool{"moons": false, "donut": true, "iris": false, "pencil": true} {
		open(t, ctx, set)
		until(t, ctx, fmt.Sprintf(`(document.getElementById("absorption").open = true) && %s && document.getElementById("epsilon").checkVisibility() === %t`, idle, asked))
	}
}

// A table of scores has one direction, and says which: the figures are shares where higher is better, errors where lower is.
func TestScoresHaveADirection(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	for set, direction := range map[string]string{"moons": "Share of correct answers: higher is better.", "donut": "Typical miss (root of the mean squared error): lower is better.", "iris": "Share of correct answers: higher is better."} {
		panel(t, ctx, "")
		open(t, ctx, set)
		panel(t, ctx, "scores")
		const third = `document.querySelector("#scores-table tbody tr:nth-child(3) td:nth-child(2)")?.textContent`
		until(t, ctx, idle+" && / ± /.test("+third+")")
		said(t, ctx, "#scores-table caption", direction)
		figures := evaluate[[]string](t, ctx, `[...document.querySelectorAll("#scores-table > table tbody tr")].map((r) => r.cells[1].textContent)`)
		for _, f := range figures {
			expect(t, strings.HasSuffix(f, "%") == strings.Contains(direction, "higher"), "%s: %q stands under %q", set, f, direction)
		}
		// The network is better than an answer that is always the same, or a straight line.
		var ours, plain float64
		fmt.Sscan(strings.Fields(figures[0])[0], &ours)
		fmt.Sscan(strings.Fields(figures[2])[0], &plain)
		expect(t, (ours > plain) == strings.Contains(direction, "higher"), "%s: %g and %g under %q", set, ours, plain, direction)
	}
}

// A picture takes the samples over from the one whose place it takes, if they stay as
// they are; what is there then is what a picture has that is drawn from nothing.
func TestSamplesStayInThePicture(t *testing.T) {
	ctx := opened(t, "spirals", 1440, 1000)
	click(t, ctx, "#construction > summary", "input[name=preset][value=both]")
	until(t, ctx, idle+` && document.querySelectorAll("#plane .pane").length === 2`)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	crosses := count(t, ctx, "#plane .external > *")
	adding(t, ctx)
	clickAt(t, ctx, 0.1, 0.6, shift)
	until(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .external > *").length === %d`, crosses+2))

	const (
		groups = `[...document.querySelectorAll("#plane .samples")]`
		dots   = groups + `.map((g) => g.innerHTML).join()`
	)
	asDrawnAnew := func(what string) {
		until(t, ctx, idle)
		got := evaluate[string](t, ctx, dots)
		same(t, ctx, groups+`.filter((g) => { const clip = /#([^)"']+)/.exec(g.closest("[clip-path]")?.getAttribute("clip-path")); return clip !== null && g.ownerSVGElement.querySelector("#" + clip[1]) !== null; }).length`, 2, "%s: the samples of %d pictures are cut off at their edges, not of 2", what)
		evaluate[bool](t, ctx, `(document.querySelectorAll("#plane .frame > svg").forEach((svg) => svg.remove()), true)`)
		clickUntil(t, ctx, "#all-links", groups+`.length === 2`)
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		want := evaluate[string](t, ctx, dots)
		expect(t, got == want && len(got) >= 10000, "%s: the samples aren't those of a new picture (%d and %d bytes)", what, len(got), len(want))
	}
	asDrawnAnew("at first")

	evaluate[bool](t, ctx, `(globalThis.before = `+groups+`, true)`)
	drag(t, ctx, 0.1, 0.6, 0.15, -0.6)
	same(t, ctx, groups+`.map((g, i) => g === before[i]).join()`, "true,true", "while an external point was dragged, the samples stayed in the pictures: %s")
	asDrawnAnew("after an external point's way")

	at := evaluate[[]float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "spirals").x[10]`)
	before := evaluate[string](t, ctx, dots)
	drag(t, ctx, at[0], at[1], at[0]+0.3, at[1]+0.3)
	expect(t, evaluate[string](t, ctx, dots) != before, "a sample was dragged, and all are where they were")
	asDrawnAnew("after a sample's way")

	wheel(t, ctx, 0, 0, -200)
	expect(t, evaluate[string](t, ctx, dots) != before, "zoomed, and all samples are where they were")
	asDrawnAnew("zoomed")
}

// While something else is fitted, what is shown is dim, and the page says what is fitted. A tip ends when the keys leave.
func TestWhatIsOldIsDim(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	same(t, ctx, `document.getElementById("view-plane").dataset.stale === "true"`, false, "a picture of its own is stale: %t")
	evaluate[bool](t, ctx, `(() => {
		const {xaia} = xaiaPage, {fit} = xaia;
		xaia.fit = async (X, y, options) => { options.onProgress?.({done: 1, total: 4}); await new Promise((done) => (globalThis.release = done)); xaia.fit = fit; return fit(X, y, options); };
		return true;
	})()`)
	click(t, ctx, "#plane-sets [data-set=rings]")
	const strength = `["#plane svg", "#network", "#answer-value"].map((name) => { let all = 1; for (let e = document.querySelector(name); e; e = e.parentElement) all *= getComputedStyle(e).opacity; return all; })`
	until(t, ctx, strength+`.every((v) => v < 0.5)`)
	said(t, ctx, "#progress-text", "Fitting ")
	contains(t, ctx, "#progress-text", text(t, ctx, "#plane-title"))
	evaluate[bool](t, ctx, `(release(), true)`)
	until(t, ctx, idle+` && `+strength+`.every((v) => v === 1)`)

	evaluate[bool](t, ctx, `(document.getElementById("plane").focus(), true)`)
	key(t, ctx, kb.ArrowRight)
	key(t, ctx, kb.ArrowRight)
	until(t, ctx, `!document.getElementById("tip").hidden`)
	key(t, ctx, kb.Tab)
	until(t, ctx, `document.getElementById("tip").hidden`)
}

// The paper's network takes silence for a fingerprint, far away. Then it says that it has seen this, and the page promises nothing.
func TestThePaperPromisesNothingFarAway(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	after(t, ctx, `document.querySelector('input[name=preset][value=paper]').click()`, idle+` && document.querySelector("input[name=preset]:checked").value === "paper"`)
	clickUntil(t, ctx, "#far", begins("#verdict", "The paper's network is sure"))
	said(t, ctx, "#recognition", "says that it has seen this")
	said(t, ctx, "#how-sure", "How sureNo promise holds here")
	suits(t, text(t, ctx, "#answer"), func(said string) bool { return !strings.Contains(said, "right 9 times in 10") }, "far away the page says %q")
}

// The numbers of the legend don't overlap, however large they are.
func TestLegendOfLargeNumbers(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	for i, unit := range []int{4000, 40_000, 123_456, 1_234_567} { // how many numbers there are differs
		name := fmt.Sprintf("price%d", i)
		openTable(t, ctx, name+".csv", csv(fmt.Sprintf("x%d,z,%s", i, name), 30, func(i int) string { return fmt.Sprintf("%d,%d,%d", i, i*i%17, unit*(i*7%30+1)) }), 30)
		until(t, ctx, fmt.Sprintf(`document.querySelector("#plane-legend svg").textContent.includes(%q)`, name))
		suits(t, evaluate[[]float64](t, ctx, `(() => {
			const boxes = [...document.querySelectorAll("#plane-legend svg .labels text")].map((e) => e.getBoundingClientRect());
			return boxes.slice(1).map((box, i) => box.left - boxes[i].right);
		})()`), func(gaps []float64) bool { return len(gaps) > 1 && slices.Min(gaps) > 2 }, fmt.Sprintf("of %d and more, between the legend's numbers are %%v pixels", unit))
	}
}
