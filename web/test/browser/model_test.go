//go:build !js

package web_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// The network's panels: settings, background, construction, scores, absorption,
// side by side; the line.

func TestSettingsAndTuning(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	clickUntil(t, ctx, "#construction > summary", begins("#settings-state", "Automatic"))
	until(t, ctx, `document.querySelector("#activation .curve") !== null && document.querySelectorAll("#activation .distances rect").length > 3`)
	layers := evaluate[string](t, ctx, `document.getElementById("plane-report").textContent.match(/in (\d+) layer/)[1]`)
	// A wider plateau takes more room, so more layers are needed; moved by keys, as a slider can be.
	evaluate[bool](t, ctx, `(document.getElementById("slider-a2").focus(), true)`)
	key(t, ctx, times(3, kb.PageUp))
	said(t, ctx, "#settings-state", "Set by hand.")
	until(t, ctx, fmt.Sprintf(`Number(document.getElementById("plane-report").textContent.match(/in (\d+) layer/)[1]) > %s`, layers))
	// One layer alone: the others keep theirs.
	choose(t, ctx, "slider-layer", "layer 2")
	before := evaluate[string](t, ctx, `document.getElementById("slider-a1-value").textContent`)
	typeUntil(t, ctx, "slider-a1", "0.5", `document.getElementById("slider-a1-value").textContent !== `+fmt.Sprintf("%q", before))
	choose(t, ctx, "slider-layer", "layer 1")
	until(t, ctx, fmt.Sprintf(`document.getElementById("slider-a1-value").textContent === %q`, before))
	typeUntil(t, ctx, "top", "99", begins("#notice", "Samples for an answer in between: give a number from 1 to 50."))
	clickUntil(t, ctx, "#auto", begins("#settings-state", "Automatic"))
	until(t, ctx, fmt.Sprintf(`document.getElementById("plane-report").textContent.includes("in %s layers")`, layers))

	// Tuning says what it found, and what it found is set. Pressed again, it stops.
	clickUntil(t, ctx, "#tune", begins("#tune-report", "The best of 85 settings: "))
	want := evaluate[[2]string](t, ctx, `(async () => {
		const {whole, sets} = xaiaPage;
		const set = sets.plane.find((s) => s.id === "moons");
		const tuned = await whole.tune(set.x, set.labels, {folds: 5, classes: true});
		return [Math.round(1e5 * tuned.scores[tuned.best].accuracy) / 1e3 + " % right", tuned.options.settings ? "Set by hand." : "Automatic"];
	})()`)
	got := text(t, ctx, "#tune-report")
	expect(t, strings.Contains(got, want[0]), "tuning says %q, the engine %q", got, want[0])
	said(t, ctx, "#settings-state", want[1])
	open(t, ctx, "diabetes")
	// Cancelled before it could begin, and while it runs.
	evaluate[bool](t, ctx, `(document.getElementById("tune").click(), document.getElementById("tune").click(), true)`)
	said(t, ctx, "#tune-report", "Cancelled; the settings are unchanged.")
	clickUntil(t, ctx, "#tune", `document.getElementById("tune").textContent === "Cancel" && document.getElementById("tune-progress").value > 0`)
	clickUntil(t, ctx, "#tune", begins("#tune-report", "Cancelled; the settings are unchanged."))
	said(t, ctx, "#settings-state", "Automatic")
	save(t, ctx, "model-1440")
}

// The background says what the model answers, how familiar it is, who answers, in
// which layer.
func TestBackground(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	pixel := func(x, y float64) []int {
		return evaluate[[]int](t, ctx, fmt.Sprintf(`(() => {
			const svg = document.querySelector("#plane svg"), canvas = document.querySelector("#plane canvas.background");
			const box = svg.getBoundingClientRect(), at = canvas.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width;
			const px = box.left + svg.scale("x").apply(%g) * scale - at.left, py = box.top + svg.scale("y").apply(%g) * scale - at.top;
			return [...canvas.getContext("2d").getImageData(px / at.width * canvas.width, py / at.height * canvas.height, 1, 1).data];
		})()`, x, y))
	}
	painted := func() {
		until(t, ctx, idle+` && document.querySelector("#plane canvas.background")?.dataset.kind === document.getElementById("background").value`)
	}
	open(t, ctx, "xor")
	painted()
	a, b, alsoA := pixel(0.05, 0.05), pixel(0.05, 0.95), pixel(0.95, 0.95)
	// In WebKit a colour below full alpha comes back rounded one way or the other.
	alike := func(a, b []int) bool {
		return !slices.ContainsFunc([]int{0, 1, 2, 3}, func(i int) bool { return a[i]-b[i] > 4 || b[i]-a[i] > 4 })
	}
	expect(t, alike(a, alsoA) && !alike(a, b) && a[3] != 0, "class a is painted %v and %v, class b %v", a, alsoA, b)
	choose(t, ctx, "background", "which sample answers")
	until(t, ctx, `document.getElementById("background-note").textContent.includes("which sample answers")`)
	painted()
	corners := [][]int{pixel(0.05, 0.05), pixel(0.05, 0.95), pixel(0.95, 0.05), pixel(0.95, 0.95)}
	for i, c := range corners {
		for _, other := range corners[:i] {
			expect(t, !alike(c, other), "two samples' grounds look alike: %v", corners)
		}
	}
	save(t, ctx, "territory-1440")

	choose(t, ctx, "background", "how familiar it is")
	open(t, ctx, "donut")
	painted()
	until(t, ctx, `document.getElementById("background-note").textContent.includes("familiar")`)
	near, far := pixel(0.03, 0.97), pixel(0, 0)
	expect(t, near[3] > far[3], "the ring is painted %v, its empty middle %v: the familiar should be darker", near, far)
	save(t, ctx, "familiarity-1440")
	choose(t, ctx, "background", "which layer recognises it")
	until(t, ctx, `document.getElementById("background-note").textContent.includes("the layer that recognises it")`)
	painted()
	near, far = pixel(0.9986, 0.0527), pixel(0, 0)
	expect(t, far[3] == 0 && (near[3] == 0 || near[2] >= near[0]), "by layer, the ring is painted %v, its empty middle %v", near, far)
	choose(t, ctx, "background", "nothing")
	until(t, ctx, `document.querySelector("#plane canvas.background") === null`)
}

// While a window is resized and the plane is zoomed, what was painted before stays
// behind the points until what belongs there is computed; a coarse picture doesn't
// take the place of a finer one.
func TestBackgroundStays(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	fine := idle + ` && (() => {
		const canvas = document.querySelector("#plane canvas.background"), {domain} = document.querySelector("#plane .frame > svg").scale("x");
		return canvas?.dataset.columns === "240" && JSON.parse(canvas.dataset.domain).x.join() === domain.join() && canvas.dataset.kind === document.getElementById("background").value;
	})()`
	until(t, ctx, fine)
	evaluate[bool](t, ctx, `(() => {
		globalThis.drawn = [];
		new MutationObserver(() => drawn.push(Number(document.querySelector("#plane canvas.background")?.dataset.columns ?? 0))).observe(document.getElementById("plane"), {childList: true, subtree: true});
		return true;
	})()`)
	drawn := func(what string, coarsest ...int) {
		until(t, ctx, fine)
		columns := evaluate[[]int](t, ctx, "drawn.splice(0)")
		expect(t, len(columns) != 0 && slices.Contains(coarsest, slices.Min(columns)), "%s: drawn with %v cells across, the fewest should be one of %v", what, columns, coarsest)
	}
	for _, width := range []int{1400, 1300, 1200, 1300, 1440} {
		view(t, ctx, width, 1000)
		time.Sleep(50 * time.Millisecond)
	}
	drawn("resized", 40, 120, 240) // as far as it came between two sizes
	click(t, ctx, "#zoom-in", "#zoom-in", "#zoom-in")
	drawn("magnified", 120)
	click(t, ctx, "#zoom-out", "#zoom-out", "#zoom-out", "#zoom-out")
	drawn("shrunk", 40)
	choose(t, ctx, "background", "how familiar it is")
	drawn("another kind", 40)
}

// The construction is replayed: at its end stand the model's layers, and every
// step has its sentence.
func TestConstruction(t *testing.T) {
	ctx := opened(t, "pencil", 1440, 1100)
	click(t, ctx, "#construction > summary", "input[name=preset][value=paper]")
	// The network stays whole until somebody replays it.
	until(t, ctx, idle+` && document.getElementById("step").max > 0 && document.getElementById("step").value === document.getElementById("step").max`)
	until(t, ctx, `document.querySelectorAll("#network .waiting").length === 0`)
	clickUntil(t, ctx, "#step-first", begins("#step-sentence", "No sample is placed yet. Press Play, or go on by one step."))
	clickUntil(t, ctx, "#step-on", `document.getElementById("step-sentence").textContent === "Sample 0 isn't close to any sample in layer 1: admitted."`)
	until(t, ctx, `document.querySelectorAll("#plane .step-examined > *").length === 1`)
	clickUntil(t, ctx, "#step-on", `document.getElementById("step-sentence").textContent === "Sample 1 moderately activates the neuron of sample 0. It waits for layer 2."`)
	save(t, ctx, "construction-1440")
	clickUntil(t, ctx, "#step-back", `document.getElementById("step-count").textContent.startsWith("step 1 of ")`)
	clickUntil(t, ctx, "#step-play", `document.getElementById("step-play").getAttribute("aria-pressed") === "false" && document.getElementById("step").value === document.getElementById("step").max`)
	clickUntil(t, ctx, "#step-first", `document.getElementById("step").value === "0" && document.querySelectorAll("#step-layers li").length === 0`)

	for _, preset := range []string{"paper", "xaia"} {
		click(t, ctx, "input[name=preset][value="+preset+"]")
		for _, set := range []string{"rings", "xor", "moons", "noisy"} {
			open(t, ctx, set)
			openPanel(t, ctx, "construction")
			until(t, ctx, idle+` && document.getElementById("step").max > 0 && document.querySelectorAll("#step-layers li").length > 0`)
			built := evaluate[[]int](t, ctx, `(() => { const rows = [...document.querySelectorAll("#step-layers li:not(.fallen)")];
				return [rows.length, rows.reduce((n, li) => n + Number(li.querySelector(".name").textContent.split("·")[1]), 0)]; })()`)
			want := fmt.Sprintf("%d samples in %d layer", built[1], built[0])
			suits(t, text(t, ctx, "#plane-report"), func(report string) bool { return strings.HasPrefix(report, want) }, "%s under %s: the replay ends with %q, the model says %q", set, preset, want)
		}
	}
	// A collision fells layers, and says which.
	click(t, ctx, "input[name=preset][value=paper]")
	open(t, ctx, "noisy")
	openPanel(t, ctx, "construction")
	until(t, ctx, idle+` && document.getElementById("step").max > 500`)
	expect(t, evaluate[bool](t, ctx, `(async () => {
		const step = document.getElementById("step");
		for (let n = 1; n <= step.max; n++) {
			step.value = n;
			step.dispatchEvent(new Event("input"));
			await new Promise((done) => setTimeout(done, 0));
			const said = document.getElementById("step-sentence").textContent;
			if (/near twin\. Layers? .* falls?/.test(said)) return document.querySelectorAll("#step-layers .fallen").length > 0;
		}
		return false;
	})()`), "no step of the noisy diagonal's construction shows a layer that falls")
}

func TestScoresAndHoldingOut(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	cell := func(row, column int) string {
		return fmt.Sprintf(`document.querySelector("#scores-table tbody tr:nth-child(%d) td:nth-child(%d)")?.textContent`, row, column)
	}
	open(t, ctx, "moons")
	panel(t, ctx, "scores")
	until(t, ctx, idle+" && / ± /.test("+cell(1, 2)+") && / ± /.test("+cell(3, 2)+")")
	want := evaluate[string](t, ctx, `(async () => {
		const {whole, sets} = xaiaPage;
		const set = sets.plane.find((s) => s.id === "moons");
		const model = await whole.fit(set.x, set.labels);
		return (100 * (await model.evaluate(set.external, set.truth)).accuracy).toFixed(1) + " %";
	})()`)
	same(t, ctx, cell(1, 3), want, "held out is %s")
	same(t, ctx, "["+cell(3, 1)+","+cell(3, 3)+"].join()", "the most frequent class,50.0 %", "beside them stands %s")
	// The mistakes are counted as the score counts them, and each is a click away.
	found := evaluate[[]float64](t, ctx, `(() => {
		const counts = [...document.querySelectorAll("#scores-table .mistakes table tbody tr")].map((r) => [...r.cells].slice(1).map((c) => Number(c.textContent)));
		return [counts.flat().reduce((a, b) => a + b), counts.reduce((sum, row, i) => sum + row[i], 0)];
	})()`)
	score := evaluate[string](t, ctx, cell(1, 2))
	expect(t, found[0] == 48 && strings.HasPrefix(score, fmt.Sprintf("%.1f ", 100*found[1]/found[0])), "of %g samples %g are answered rightly, the score is %s", found[0], found[1], score)
	if found[1] < 48 {
		wrong := evaluate[string](t, ctx, `document.querySelector("#scores-table .worst button").textContent.match(/\d+/)[0]`)
		clickUntil(t, ctx, "#scores-table .worst button", begins("#made-by", "sample "+wrong+" ("))
	}
	suits(t, evaluate[string](t, ctx, cell(2, 1)), func(got string) bool {
		return regexp.MustCompile(`^(1 nearest neighbour|(5|15) nearest neighbours), the best of 1, 5, 15$`).MatchString(got)
	}, "beside it stands %q")
	clickUntil(t, ctx, "#hold-out", drawn(32))
	until(t, ctx, `document.querySelectorAll("#plane .external > *").length === 28`)
	// A second press puts back what the first held out; undo does, too.
	said(t, ctx, "#hold-out", "Put the third back")
	clickUntil(t, ctx, "#hold-out", drawn(48)+` && document.querySelectorAll("#plane .external > *").length === 12 && `+begins("#hold-out", "Test on a third"))
	clickUntil(t, ctx, "#undo", drawn(32))
	clickUntil(t, ctx, "#undo", drawn(48))
	// Of many samples that is done on demand only.
	table := csv("a,b,c", 1040, func(i int) string { return fmt.Sprintf("%d,%d,%d.5", i%16, i/16, i%7) })
	openTable(t, ctx, "grid.csv", table, 1040)
	until(t, ctx, cell(1, 2)+` === "not computed"`)
	said(t, ctx, "#leave-out", "Cross-validate 1,040 samples")
	clickUntil(t, ctx, "#leave-out", "/ ± /.test("+cell(1, 2)+") && / ± /.test("+cell(3, 2)+")")
	until(t, ctx, `document.querySelectorAll("#scores-table .said > *").length > 500 && document.querySelectorAll("#scores-table .worst button").length === 20`)
	clickUntil(t, ctx, "#scores-table .worst button", idle+` && document.getElementById("verdict").textContent.startsWith("Recognised")`)
	save(t, ctx, "scores-values-1440")
}

// Absorption: before and after side by side, the old samples still exact.
func TestAbsorption(t *testing.T) {
	ctx := opened(t, "donut", 1440, 1100)
	typeInto(t, ctx, "epsilon", "-1")
	clickUntil(t, ctx, "#absorb", begins("#notice", "ε is the largest error"))
	typeInto(t, ctx, "epsilon", "3")
	clickUntil(t, ctx, "#absorb", begins("#absorb-proof", "No new point has an error above ε"))
	typeInto(t, ctx, "epsilon", "0.01")
	clickUntil(t, ctx, "#absorb-examine", begins("#absorb-proof", "Out of distribution: "))
	clickUntil(t, ctx, "#absorb", `!document.getElementById("absorb-decide").hidden`)
	suits(t, text(t, ctx, "#absorb-proof"), func(proof string) bool { return strings.Contains(proof, "All 128 old samples are still exact") }, "the proof says %q")
	equal(t, count(t, ctx, "#plane .pane"), 2, "%d pictures are shown")
	save(t, ctx, "absorption-1440")
	after := count(t, ctx, "#plane .pane:nth-child(2) .samples > *")
	expect(t, after > 128, "%d samples after, 128 before", after)
	clickUntil(t, ctx, "#absorb-undo", idle+` && document.querySelectorAll("#plane .pane").length === 1`)
	samples(t, ctx, 128)
	clickUntil(t, ctx, "#absorb", `!document.getElementById("absorb-decide").hidden`)
	clickUntil(t, ctx, "#absorb-keep", drawn(after))
	clickUntil(t, ctx, "#undo", drawn(128))
}

func TestSideBySide(t *testing.T) {
	ctx := opened(t, "spirals", 1440, 1000)
	click(t, ctx, "#construction > summary", "input[name=preset][value=both]")
	until(t, ctx, idle+` && document.querySelectorAll("#plane .pane").length === 2`)
	same(t, ctx, `[...document.querySelectorAll("#plane .pane-title")].map((h) => h.textContent).join()`, "xaia,the paper's network", "the pictures are called %q")
	clickUntil(t, ctx, "#far", begins("#verdict", "Nothing here is like this."))
	said(t, ctx, "#beside", "the paper's network: ")
	// A click in the right picture asks both.
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	box := evaluate[[]float64](t, ctx, `(() => { const s = document.querySelector("#plane .pane:nth-child(2) svg"), b = s.getBoundingClientRect(), k = b.width / s.viewBox.baseVal.width; const [x, y] = xaiaPage.sets.plane.find((s) => s.id === "spirals").x[10]; return [b.left + s.scale("x").apply(x) * k, b.top + s.scale("y").apply(y) * k]; })()`)
	clickXY(t, ctx, box[0], box[1])
	said(t, ctx, "#verdict", "Recognised")
	suits(t, text(t, ctx, "#made-by"), func(got string) bool { return strings.HasPrefix(got, "sample 10 (") }, "the answer is made by %q")
	panel(t, ctx, "scores")
	until(t, ctx, `[...document.querySelectorAll("#scores-table td:first-child")].slice(0, 4).map((c) => c.textContent.replace(/^\d+ nearest neighbours?.*/, "nearest neighbours")).join() === "xaia,the paper's,nearest neighbours,the most frequent class"`)
	until(t, ctx, `document.querySelectorAll("#plane canvas.background").length === 2`)
	save(t, ctx, "both-1440")
}

func TestLine(t *testing.T) {
	ctx := browser(t, 1440, 900)
	click(t, ctx, "#tab-line")
	until(t, ctx, `document.querySelector("#line svg")?.checkVisibility()`)
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 3`)
	typeInto(t, ctx, "place-x", "0.25")
	// The midpoint of samples 2 and 1 has the mean of their values: 2.5.
	until(t, ctx, `document.getElementById("place-answer").textContent === "→ 2.5"`)
	contains(t, ctx, "#place-verdict", "Sample 2 is at 0. Sample 1 is at 0.5.")
	n := count(t, ctx, "#line .grey > *")
	expect(t, n != 0, "no place is grey: between samples the answer is interpolated")
	save(t, ctx, "line-1440")
	typeUntil(t, ctx, "steepness", "20", `document.getElementById("line-report").textContent.includes("steepness 20")`)
	// Or by the largest fitting error: theorem 1 keeps it.
	typeUntil(t, ctx, "tolerance", "0.001", `Number(document.getElementById("line-report").textContent.match(/fitting error ([\d.e-]+)/)[1]) <= 0.001 && Number(document.getElementById("steepness-value").textContent) > 5`)
	typeUntil(t, ctx, "tolerance", "-1", begins("#notice", "The largest fitting error must be a number above 0."))
	typeUntil(t, ctx, "tolerance", "", `document.getElementById("line-report").textContent.includes("steepness 20")`)
	// A click adds a sample, a drag moves it in both directions; the view doesn't move under the hand, nor back.
	framed := `(() => { const svg = document.querySelector("#line svg"); return [...svg.scale("x").domain, ...svg.scale("y").domain].map((v) => v.toFixed(9)).join(); })()`
	before := evaluate[string](t, ctx, framed)
	still := func(when string) { same(t, ctx, framed, before, "%s the view is %s", when) }
	clickAt(t, ctx, 0.75, 2.6)
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 4`)
	still("after a click")
	drag(t, ctx, 0.75, 2.6, 0.7, 1.4)
	still("after a drag")
	typeUntil(t, ctx, "place-x", "0.7", `Math.abs(Number(document.getElementById("place-answer").textContent.slice(2)) - 1.4) < 0.03`)
	click(t, ctx, "#undo", "#undo")
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 3`)
	still("after undo")
	drag(t, ctx, 1, 1, 0.6, 1.2)
	still("after the outermost point has moved inwards")
	clickUntil(t, ctx, "#undo", idle)
	// Absorption: what the curve misses by more than ε is taken in, the old samples stay as exact as they were.
	clickAt(t, ctx, 0.8, 2.8, shift)
	until(t, ctx, `document.querySelectorAll("#line .missed > *").length === 1`)
	clickUntil(t, ctx, "#line-absorb", begins("#line-proof", "1 point learned, in 1 round. The 3 old samples err by at most"))
	until(t, ctx, `document.querySelectorAll("#line .before").length === 1`)
	save(t, ctx, "line-absorption-1440")
	clickUntil(t, ctx, "#line-keep", `document.querySelectorAll("#line .samples > *").length === 4 && document.querySelectorAll("#line .external > *").length === 0`)
}

// Another set that is opened before the first one's curve has come: the picture shows all of its own samples.
func TestLineShowsAllOfASet(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	openLine(t, ctx, "wave")
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 48`)
	inside := `(() => { const [low, high] = document.querySelector("#line svg").scale("y").domain; return ` + lineSamples + `.filter(([, y]) => y < low || y > high).length + " " + (high - low < 1.5); })()`
	same(t, ctx, inside, "0 true", "samples outside of the picture, and whether it is the set's own: %s")
}

// Where samples conflict there is no curve, and no figure of the one before; the samples are circled.
func TestLineWithConflict(t *testing.T) {
	ctx := browser(t, 1440, 900)
	clickUntil(t, ctx, "#tab-line", `document.getElementById("place-answer").textContent.startsWith("→") && document.querySelectorAll("#triangle svg").length === 1`)
	clickAt(t, ctx, 0.75, 2.6)
	until(t, ctx, idle+` && document.querySelectorAll("#line .samples > *").length === 4`)
	x, y := screen(t, ctx, 0.75, 2.6)
	clickXY(t, ctx, x, y+90)
	said(t, ctx, "#notice", "Samples 3 and 4 are at the same place, but have different values.")
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 5 && document.querySelectorAll("#line .conflicts > *").length === 2`)
	for _, id := range []string{"line-report", "place-answer", "place-verdict", "line-proof", "triangle"} {
		equal(t, text(t, ctx, "#"+id), "", "%s still says %q", id)
	}
	// The ways out are the plane's: each leads to a curve, and undo back.
	x0, values := evaluate[float64](t, ctx, lineSamples+`.at(-1)[0]`), evaluate[[]float64](t, ctx, lineSamples+`.slice(-2).map((s) => s[1])`)
	for way, want := range map[string]float64{"Keep the first": values[0], "Take the mean": (values[0] + values[1]) / 2} {
		press(t, ctx, "#notice button", way)
		until(t, ctx, idle+` && document.getElementById("notice").textContent === "" && document.querySelector("#line .curve") !== null`)
		typeInto(t, ctx, "steepness", "30")
		typeUntil(t, ctx, "place-x", fmt.Sprint(x0), fmt.Sprintf(`Math.abs(Number(document.getElementById("place-answer").textContent.slice(2)) - %g) < 0.02`, want))
		until(t, ctx, `document.getElementById("place-verdict").textContent.includes("of 4 neurons are active.")`)
		equal(t, count(t, ctx, "#line .samples > *"), 5, "%s leaves %d samples", way)
		click(t, ctx, "#undo") // the steepness, the way out
		until(t, ctx, idle)
		clickUntil(t, ctx, "#undo", begins("#notice", "Samples 3 and 4 are at the same place"))
	}
	press(t, ctx, "#notice button", "Leave out all 2")
	until(t, ctx, idle+` && document.querySelectorAll("#line .samples > *").length === 3 && document.getElementById("notice").textContent === ""`)
	problems(t, ctx)

	// What was chosen in a table's dialog holds on the line, too, and so does a link's.
	openTable(t, ctx, "line.csv", "x,y\n0,1.5\n1,3\n1,4\n2,2\n3,2.5\n")
	until(t, ctx, idle+` && document.querySelectorAll("#line .samples > *").length === 5 && document.querySelector("#line .curve") !== null`)
	problems(t, ctx)
	visitPage(t, ctx, shared(t, ctx, "duplicates=mean"))
	until(t, ctx, idle+` && document.querySelectorAll("#line .samples > *").length === 5 && document.querySelector("#line .curve") !== null`)
}

// lineSamples are the samples of the line, [x, y], as they are drawn.
const lineSamples = `(() => { const svg = document.querySelector("#line svg"); return [...svg.querySelectorAll(".samples > *")].map((c) => [svg.scale("x").invert(c.cx.baseVal.value), svg.scale("y").invert(c.cy.baseVal.value)]); })()`

// Who can't see the line reads its points in a table: outcomes, answers, and each neuron's activation at the chosen place.
func TestLineHasATable(t *testing.T) {
	ctx := browser(t, 1440, 900)
	openLine(t, ctx, "three") // whose samples aren't in the order of x
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 3`)
	typeInto(t, ctx, "place-x", "0.45")
	click(t, ctx, "#line-points summary")
	const want = `(async () => {
		const {xaia, view, sets} = xaiaPage, set = sets.line.find((s) => s.id === "three"), place = Number(document.getElementById("place-x").value);
		const model = await xaia.fit(set.x, set.values, {kind: "tnn", a: 5}), answers = await model.predict(set.x), {fingerprint} = await model.explain(place, {fingerprint: true});
		model.dispose();
		const neuron = (x) => set.x.map((row) => row[0]).sort((a, b) => a - b).indexOf(x);
		return set.x.map(([x], i) => ["sample " + i, ...[x, set.values[i], answers[i], fingerprint[neuron(x)]].map(view.short)].join(" | ")).join("\n");
	})()`
	until(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("#line-table tbody tr")].map((r) => [...r.cells].map((c) => c.textContent).join(" | ")).join("\n") === %q`, evaluate[string](t, ctx, want)))
	until(t, ctx, `document.querySelector("#line-table caption").textContent.includes("counted from 0")`)
	// It follows the points.
	clickAt(t, ctx, 0.33, 1, shift)
	until(t, ctx, `document.querySelector("#line-table tbody td").textContent === "new point 0" && document.querySelectorAll("#line-table tbody tr").length === 4`)
	accessible(t, ctx, "the line's table")
}
