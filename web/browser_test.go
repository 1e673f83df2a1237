//go:build !js

// Package web_test drives the built page in Chromium. build.sh builds it first
// and says where Chromium is.
package web_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/web/site"
)

// browser opens the built page and waits until it is ready. Errors that the
// page logs or throws fail the test at its end.
func browser(t *testing.T, width, height int, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if _, err := os.Stat("../dist/site/page.wasm"); err != nil {
		t.Fatal("dist/site is not built: run ./build.sh first")
	}
	server := httptest.NewServer(site.Handler("../dist/site"))
	t.Cleanup(server.Close)
	ctx := chromium(t, width, height, flags...)
	do(t, ctx, chromedp.Navigate("about:blank"))
	do(t, ctx, chromedp.Navigate(server.URL))
	do(t, ctx, chromedp.WaitReady("html[data-ready] #plane svg"))
	return ctx
}

// chromium starts a browser with a profile of its own.
func chromium(t *testing.T, width, height int, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	if path == "" {
		path = "chromium"
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.UserDataDir(t.TempDir()), chromedp.NoFirstRun, chromedp.NoSandbox, chromedp.Headless, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true), chromedp.Flag("hide-scrollbars", true), chromedp.WindowSize(width, height),
	}
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), append(options, flags...)...)
	t.Cleanup(cancel)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func run[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func text(t *testing.T, ctx context.Context, selector string) string {
	t.Helper()
	return run(t, ctx, chromedp.TextContent(selector))
}

// until waits for an expression to be true, and fails with what the page says.
func until(t *testing.T, ctx context.Context, expression string) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if run(t, ctx, chromedp.Evaluate[bool](expression)) {
			return
		}
	}
	t.Fatalf("never true: %s\nthe page says: %s", expression, text(t, ctx, "body"))
}

// save keeps a screenshot as a build artefact.
func save(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	png := run(t, ctx, chromedp.FullScreenshot(100))
	if len(png) < 10000 {
		t.Fatalf("the screenshot %s has %d bytes", name, len(png))
	}
	folder := "../dist/screenshots"
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644); err != nil {
		t.Fatal(err)
	}
}

func choose(t *testing.T, ctx context.Context, selectID, title string) {
	t.Helper()
	ok := run(t, ctx, chromedp.Evaluate[bool](fmt.Sprintf(`(() => {
		const select = document.getElementById(%q);
		const option = [...select.options].find((o) => o.textContent === %q);
		if (!option) return false;
		select.value = option.value;
		select.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`, selectID, title)))
	if !ok {
		t.Fatalf("%s has no %q", selectID, title)
	}
}

// screen is where a point of the plane is in the window.
func screen(t *testing.T, ctx context.Context, x, y float64) (float64, float64) {
	t.Helper()
	at := run(t, ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => {
		const svg = document.querySelector("#plane svg");
		const box = svg.getBoundingClientRect();
		const view = svg.viewBox.baseVal;
		return [box.left + svg.scale("x").apply(%g) / view.width * box.width, box.top + svg.scale("y").apply(%g) / view.height * box.height];
	})()`, x, y)))
	return at[0], at[1]
}

func count(t *testing.T, ctx context.Context, selector string) int {
	t.Helper()
	return run(t, ctx, chromedp.Evaluate[int](fmt.Sprintf("document.querySelectorAll(%q).length", selector)))
}

func problems(t *testing.T, ctx context.Context) {
	t.Helper()
	if class := run(t, ctx, chromedp.Evaluate[string](`document.getElementById("notice").className`)); class != "" {
		t.Errorf("the page says: %s", text(t, ctx, "#notice"))
	}
}

func TestPlane(t *testing.T) {
	ctx := browser(t, 1440, 1000)

	// A sample set is chosen.
	choose(t, ctx, "plane-set", "The paper's four points")
	until(t, ctx, `document.querySelectorAll("#plane .samples > *").length === 4`)
	until(t, ctx, `document.getElementById("plane-report").textContent.startsWith("4 samples in 2 layers, 0 collisions. Fitting error 0")`)
	if n := count(t, ctx, ".external > *"); n != 3 {
		t.Errorf("%d external points are drawn, want 3", n)
	}

	// Preset paper, for which the set brings the paper's settings: SPEC 4's figures.
	do(t, ctx, chromedp.Click("input[name=preset][value=paper]"))
	until(t, ctx, `document.getElementById("verdict").textContent.includes("0.575")`)
	if got := text(t, ctx, "#made-by"); !strings.Contains(got, "sample 3") || !strings.Contains(got, "sample 2") || count(t, ctx, "#made-by li") != 2 {
		t.Errorf("(-1, -1.4) is made by %q, want samples 3 and 2", got)
	}
	x, y := screen(t, ctx, -1.25, -1)
	do(t, ctx, chromedp.MouseClickXY(x, y))
	until(t, ctx, `document.getElementById("verdict").textContent.startsWith("Known: hit in layer 2. Familiarity 0.988")`)
	if got := text(t, ctx, "#made-by"); !strings.HasPrefix(got, "sample 3 (0) · weight 1 · layer 2") {
		t.Errorf("(-1.25, -1) is made by %q", got)
	}
	if n := count(t, ctx, "#fingerprint svg"); n != 2 {
		t.Errorf("the fingerprint has %d layers, want 2", n)
	}
	if !strings.Contains(text(t, ctx, "#fingerprint"), "layer 2 · 2 neurons · hit") {
		t.Errorf("the hit is not marked: %q", text(t, ctx, "#fingerprint"))
	}

	// A fitting point is added by a real click.
	do(t, ctx, chromedp.Click("input[name=preset][value=xaia]"))
	x, y = screen(t, ctx, 0.2, 0.1)
	do(t, ctx, chromedp.MouseClickXY(x, y))
	until(t, ctx, `document.querySelectorAll("#plane .samples > *").length === 5`)
	until(t, ctx, `document.getElementById("plane-report").textContent.startsWith("5 samples")`)
	// An external one by a shift-click next to it: it is the chosen one, and the
	// explanation names the new sample first.
	x, y = screen(t, ctx, 0.3, 0.2)
	do(t, ctx, chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(chromedp.ModifierShift)))
	until(t, ctx, `document.querySelectorAll(".external > *").length === 4`)
	until(t, ctx, `document.querySelector("#made-by li")?.textContent.startsWith("sample 4 (1)")`)
	if got := text(t, ctx, "#answer"); !strings.HasPrefix(got, "→ ") {
		t.Errorf("the answer is %q", got)
	}
	// Its links go to the samples named: as many lines as neurons.
	if lines, neurons := count(t, ctx, ".links > *"), count(t, ctx, "#made-by li"); lines != neurons || lines == 0 {
		t.Errorf("%d links, %d neurons", lines, neurons)
	}
	save(t, ctx, "plane-1440")

	// Undo takes back the external point, then the sample.
	do(t, ctx, chromedp.Click("#undo"))
	until(t, ctx, `document.querySelectorAll(".external > *").length === 3`)
	do(t, ctx, chromedp.Click("#undo"))
	until(t, ctx, `document.querySelectorAll("#plane .samples > *").length === 4`)

	// Far outside, the paper's network is sure, ours is not.
	choose(t, ctx, "plane-set", "Donut")
	until(t, ctx, `document.getElementById("plane-report").textContent.startsWith("128 samples")`)
	do(t, ctx, chromedp.Click("#far"))
	until(t, ctx, `document.getElementById("verdict").textContent.startsWith("Nothing here is like this point.")`)
	if n := count(t, ctx, ".away > *"); n != 1 {
		t.Errorf("%d arrows point out of the picture, want 1", n)
	}
	do(t, ctx, chromedp.Click("input[name=preset][value=paper]"))
	until(t, ctx, `document.getElementById("verdict").textContent.startsWith("The paper's network is sure")`)
	if got := text(t, ctx, "#verdict"); !strings.Contains(got, "It mistakes silence for a fingerprint") {
		t.Errorf("the verdict is %q", got)
	}
	save(t, ctx, "far-paper-1440")
	problems(t, ctx)
}

func TestEverySampleSet(t *testing.T) {
	ctx := browser(t, 1200, 900)
	for _, preset := range []string{"xaia", "paper"} {
		do(t, ctx, chromedp.Click("input[name=preset][value="+preset+"]"))
		for _, set := range []struct {
			title   string
			samples int
		}{{"Two rings", 24}, {"The paper's four points", 4}, {"Noisy diagonal", 128}, {"Donut", 128}, {"XOR", 4}, {"Two moons", 48}, {"Two spirals", 72}} {
			choose(t, ctx, "plane-set", set.title)
			until(t, ctx, fmt.Sprintf(`document.getElementById("plane-report").textContent.startsWith("%d samples in") &&
				document.querySelectorAll("#plane .samples > *").length === %d`, set.samples, set.samples))
			if got := text(t, ctx, "#plane-report"); !strings.Contains(got, "Fitting error 0: zero by construction") {
				t.Errorf("%s, preset %s: %s", set.title, preset, got)
			}
			problems(t, ctx)
		}
	}
}

func TestTypedPlaces(t *testing.T) {
	ctx := browser(t, 1200, 900)
	choose(t, ctx, "plane-set", "XOR")
	until(t, ctx, `document.querySelectorAll("#plane .samples > *").length === 4`)
	// Typing asks there; nonsense is refused.
	do(t, ctx, chromedp.SetValue("#point-x", "abc"))
	run(t, ctx, chromedp.Evaluate[bool](`document.getElementById("point-x").dispatchEvent(new Event("change"))`))
	until(t, ctx, `document.getElementById("notice").textContent.startsWith("Type a number")`)
	do(t, ctx, chromedp.SetValue("#point-x", "1"), chromedp.SetValue("#point-y", "1"))
	run(t, ctx, chromedp.Evaluate[bool](`document.getElementById("point-x").dispatchEvent(new Event("change"))`))
	until(t, ctx, `document.querySelector("#made-by li")?.textContent.startsWith("sample 3 (a) · weight 1")`)
	problems(t, ctx)
}

func TestLine(t *testing.T) {
	ctx := browser(t, 1440, 900)
	do(t, ctx, chromedp.Click("#tab-line"))
	do(t, ctx, chromedp.WaitVisible("#line svg"))
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 3`)
	do(t, ctx, chromedp.SetValue("#place-x", "0.25"))
	run(t, ctx, chromedp.Evaluate[bool](`document.getElementById("place-x").dispatchEvent(new Event("change"))`))
	// The midpoint of samples 2 and 1 has the mean of their values: 2.5.
	until(t, ctx, `document.getElementById("place-answer").textContent === "→ 2.5"`)
	if got := text(t, ctx, "#place-verdict"); !strings.Contains(got, "Sample 2 is at 0. Sample 1 is at 0.5.") {
		t.Errorf("the verdict is %q", got)
	}
	save(t, ctx, "line-1440")
	before := text(t, ctx, "#line-report")
	run(t, ctx, chromedp.Evaluate[bool](`(() => { const s = document.getElementById("steepness"); s.value = "20"; return s.dispatchEvent(new Event("input")); })()`))
	until(t, ctx, fmt.Sprintf(`document.getElementById("line-report").textContent.includes("steepness 20") && document.getElementById("line-report").textContent !== %q`, before))
	// A click adds a sample.
	box := run(t, ctx, chromedp.Evaluate[[]float64](`(() => { const b = document.querySelector("#line svg").getBoundingClientRect(); return [b.left + b.width * 0.4, b.top + b.height * 0.5]; })()`))
	do(t, ctx, chromedp.MouseClickXY(box[0], box[1]))
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 4`)
	do(t, ctx, chromedp.Click("#line-undo"))
	until(t, ctx, `document.querySelectorAll("#line .samples > *").length === 3`)
	problems(t, ctx)
}

func TestPhone(t *testing.T) {
	ctx := browser(t, 1000, 844)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	until(t, ctx, `document.documentElement.clientWidth === 390 && document.querySelector("#plane svg").getBoundingClientRect().width < 390`)
	until(t, ctx, `document.querySelectorAll("#made-by li").length > 0`)
	if wide := run(t, ctx, chromedp.Evaluate[float64](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)); wide > 0 {
		t.Errorf("the page scrolls %v px sideways", wide)
	}
	save(t, ctx, "plane-390")
	do(t, ctx, chromedp.Click("#tab-line"))
	do(t, ctx, chromedp.WaitVisible("#line svg"))
	if wide := run(t, ctx, chromedp.Evaluate[float64](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)); wide > 0 {
		t.Errorf("the line scrolls %v px sideways", wide)
	}
	save(t, ctx, "line-390")
}

func TestDark(t *testing.T) {
	ctx := browser(t, 1440, 1000, chromedp.Flag("blink-settings", "preferredColorScheme=0"))
	until(t, ctx, `document.querySelectorAll("#made-by li").length > 0`)
	if got := run(t, ctx, chromedp.Evaluate[string](`getComputedStyle(document.documentElement).backgroundColor`)); got != "rgb(21, 22, 23)" {
		t.Errorf("the ground is %s", got)
	}
	save(t, ctx, "plane-1440-dark")
}

// The API reference beside the page, under the page's policy.
func TestReference(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	address := run(t, ctx, chromedp.Evaluate[string]("location.origin"))
	for path, want := range map[string]string{
		"/api/":                           "xaia",
		"/api/functions/fit.html":         "Function fit",
		"/api/interfaces/SQANNModel.html": "Interface SQANNModel",
		"/api/functions/tune.html":        "cross-validation",
	} {
		do(t, ctx, chromedp.Navigate(address+path))
		until(t, ctx, `document.querySelector(".col-content h1") !== null`)
		if got := text(t, ctx, ".col-content"); !strings.Contains(got, want) {
			t.Errorf("%s doesn't say %q: %q", path, want, got)
		}
		if n := count(t, ctx, "script:not([src])"); n != 0 {
			t.Errorf("%s has %d inline scripts, which the policy forbids", path, n)
		}
	}
	save(t, ctx, "reference-1440")
}

// The background says what the model answers, how familiar it is, and who answers.
func TestBackground(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	pixel := func(x, y float64) []int {
		t.Helper()
		return run(t, ctx, chromedp.Evaluate[[]int](fmt.Sprintf(`(async () => {
			const svg = document.querySelector("#plane svg");
			const image = svg.querySelector("image.background");
			const px = svg.scale("x").apply(%g), py = svg.scale("y").apply(%g);
			const [left, top, width, height] = ["x", "y", "width", "height"].map((a) => Number(image.getAttribute(a)));
			const picture = new Image();
			picture.src = image.getAttribute("href");
			await picture.decode();
			const canvas = document.createElement("canvas");
			[canvas.width, canvas.height] = [picture.width, picture.height];
			const pen = canvas.getContext("2d");
			pen.drawImage(picture, 0, 0);
			return [...pen.getImageData((px - left) / width * picture.width, (py - top) / height * picture.height, 1, 1).data];
		})()`, x, y), chromedp.EvalAwaitPromise))
	}
	choose(t, ctx, "plane-set", "XOR")
	until(t, ctx, `document.querySelectorAll("#plane .samples > *").length === 4 && document.querySelector("image.background") !== null`)
	a, b, alsoA := pixel(0.05, 0.05), pixel(0.05, 0.95), pixel(0.95, 0.95)
	if !slices.Equal(a, alsoA) || slices.Equal(a, b) || a[3] == 0 {
		t.Errorf("class a is painted %v and %v, class b %v", a, alsoA, b)
	}
	save(t, ctx, "background-1440")

	choose(t, ctx, "background", "who answers")
	until(t, ctx, `document.getElementById("background-note").textContent.includes("who answers")`)
	until(t, ctx, `document.querySelector("image.background") !== null`)
	corners := [][]int{pixel(0.05, 0.05), pixel(0.05, 0.95), pixel(0.95, 0.05), pixel(0.95, 0.95)}
	for i, c := range corners {
		for _, other := range corners[:i] {
			if slices.Equal(c, other) {
				t.Errorf("two samples' grounds look alike: %v", corners)
			}
		}
	}
	save(t, ctx, "territory-1440")

	choose(t, ctx, "plane-set", "Donut")
	choose(t, ctx, "background", "how familiar it is")
	until(t, ctx, `document.getElementById("background-note").textContent.includes("familiar") && document.getElementById("plane-report").textContent.startsWith("128 samples") && document.querySelector("image.background") !== null`)
	near, far := pixel(0, 1), pixel(0, 0)
	if near[3] <= far[3] {
		t.Errorf("the ring is painted %v, its empty middle %v: the familiar should be darker", near, far)
	}
	until(t, ctx, `document.getElementById("plane-report").textContent.includes("Left out one at a time")`)
	save(t, ctx, "familiarity-1440")

	choose(t, ctx, "background", "nothing")
	until(t, ctx, `document.querySelector("image.background") === null`)
	problems(t, ctx)
}

// The construction is replayed: at its end stand the model's layers, and every
// step has its sentence.
func TestConstruction(t *testing.T) {
	ctx := browser(t, 1440, 1100)
	choose(t, ctx, "plane-set", "The paper's four points")
	do(t, ctx, chromedp.Click("input[name=preset][value=paper]"))
	until(t, ctx, `document.getElementById("plane-report").textContent.startsWith("4 samples in")`)
	do(t, ctx, chromedp.Click("#construction summary"))
	until(t, ctx, `document.getElementById("step-count").textContent.startsWith("step 0 of ") && document.getElementById("step").max > 0`)
	do(t, ctx, chromedp.Click("#step-on"))
	until(t, ctx, `document.getElementById("step-sentence").textContent === "Sample 0 is close to nothing in layer 1: admitted."`)
	until(t, ctx, `document.querySelectorAll("#plane .step-examined > *").length === 1`)
	do(t, ctx, chromedp.Click("#step-on"))
	until(t, ctx, `document.getElementById("step-sentence").textContent === "Sample 1 half-activates sample 0: on to layer 2."`)
	save(t, ctx, "construction-1440")
	do(t, ctx, chromedp.Click("#step-back"))
	until(t, ctx, `document.getElementById("step-count").textContent.startsWith("step 1 of ")`)
	do(t, ctx, chromedp.Click("#step-play"))
	until(t, ctx, `document.getElementById("step-play").getAttribute("aria-pressed") === "false" && document.getElementById("step").value === document.getElementById("step").max`)

	for _, preset := range []string{"paper", "xaia"} {
		do(t, ctx, chromedp.Click("input[name=preset][value="+preset+"]"))
		for _, set := range []string{"Two rings", "XOR", "Two moons", "Noisy diagonal"} {
			choose(t, ctx, "plane-set", set)
			until(t, ctx, `document.getElementById("step-count").textContent.startsWith("step 0 of ") && document.getElementById("step").max > 0 && document.querySelectorAll("#step-layers li").length === 0`)
			run(t, ctx, chromedp.Evaluate[bool](`(() => { const s = document.getElementById("step"); s.value = s.max; return s.dispatchEvent(new Event("input")); })()`))
			until(t, ctx, `document.querySelectorAll("#step-layers li").length > 0`)
			built := run(t, ctx, chromedp.Evaluate[[]int](`[document.querySelectorAll("#step-layers li").length,
				[...document.querySelectorAll("#step-layers li")].reduce((n, li) => n + li.textContent.split(":")[1].split(",").length, 0)]`))
			report := text(t, ctx, "#plane-report")
			want := fmt.Sprintf("%d samples in %d layer", built[1], built[0])
			if !strings.HasPrefix(report, want) {
				t.Errorf("%s under %s: the replay ends with %q, the model says %q", set, preset, want, report)
			}
		}
	}
	problems(t, ctx)
}
