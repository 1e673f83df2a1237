//go:build !js

// Package web_test drives the built page in Chromium. build.sh builds it first
// and says where Chromium is.
package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/web/site"
)

// browser opens the built page with two rings and waits until it is ready. Errors that the
// page logs or throws fail the test at its end.
func browser(t *testing.T, width, height int, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if _, err := os.Stat("../../../dist/site/page.wasm"); err != nil {
		t.Fatal("dist/site is not built: run ./build.sh first")
	}
	server := httptest.NewServer(site.Handler("../../../dist/site"))
	t.Cleanup(server.Close)
	ctx := chromium(t, width, height, flags...)
	watch(t, ctx)
	visitPage(t, ctx, server.URL+"/#set=rings")
	return ctx
}

// visitPage opens an address of the page and waits until the first picture is there.
func visitPage(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	do(t, ctx, chromedp.Navigate(address))
	until(t, ctx, `document.documentElement.hasAttribute("data-ready") && document.querySelector(".canvas svg") !== null`)
}

// watch collects what goes wrong in every document from now on.
func watch(t *testing.T, ctx context.Context) {
	t.Helper()
	do(t, ctx, chromedp.Navigate("about:blank"))
	script := `globalThis.wrong = [];
		addEventListener("error", (e) => wrong.push("error: " + e.message));
		addEventListener("unhandledrejection", (e) => wrong.push("rejection: " + e.reason));
		addEventListener("securitypolicyviolation", (e) => wrong.push("policy: " + e.violatedDirective + " " + e.blockedURI));
		for (const kind of ["error", "warn"]) { const say = console[kind]; console[kind] = (...args) => { wrong.push(kind + ": " + args.join(" ")); say(...args); }; }`
	if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() || ctx.Err() != nil {
			return
		}
		nothingWrong(t, ctx)
	})
}

// nothingWrong is what watch asks of the document that a test ends with.
func nothingWrong(t *testing.T, ctx context.Context) {
	t.Helper()
	if found := run(t, ctx, chromedp.Evaluate[[]string]("globalThis.wrong ?? []")); len(found) > 0 {
		t.Errorf("the page logged or threw: %q", found)
	}
}

// open chooses a sample set by its button.
func open(t *testing.T, ctx context.Context, id string) {
	t.Helper()
	click(t, ctx, fmt.Sprintf(`[role="tabpanel"]:not([hidden]) .sets button[data-set=%q]`, id))
	until(t, ctx, fmt.Sprintf(`document.querySelector('[role="tabpanel"]:not([hidden]) .sets button[data-set=%q]').getAttribute("aria-pressed") === "true" && %s`, id, idle))
}

func click(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	missed := true
	for tries := 0; missed && tries < 5; tries++ { // what arrives meanwhile may move it away, above all on a busy machine
		reveal(t, ctx, selector)
		do(t, ctx, chromedp.ScrollIntoView(selector))
		// On a phone the stage covers what is at the top.
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			const e = document.querySelector(%q);
			if (innerWidth < 761 && e.closest(".stage") === null) e.scrollIntoView({block: "center", behavior: "instant"});
			globalThis.missed = false;
			addEventListener("click", (click) => { globalThis.missed = !click.composedPath().includes(e); }, {capture: true, once: true});
			return true;
		})()`, selector))
		do(t, ctx, chromedp.Click(selector))
		missed = evaluate[bool](t, ctx, `globalThis.missed === true`)
	}
	if missed {
		t.Fatalf("five clicks on %s hit something else", selector)
	}
}

// reveal opens what covers something, as a hand does: the panel that it is in, or the data that a panel covers.
func reveal(t *testing.T, ctx context.Context, selector string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`(() => { // in one step: it may just have come
		const e = document.querySelector(%q), panel = e?.closest(".below > details");
		if (panel && !panel.open && !e.closest("summary")) panel.querySelector("summary").click();
		if (e?.closest("#view-plane .controls") && document.querySelector(".below > details[open]")) document.querySelector(".below > details[open] summary").click();
		if (e?.closest(".others:not([open])")) e.closest(".others").querySelector("summary").click();
		const face = e?.closest(".net") ? "network" : e?.closest("#view-plane .picture") ? "plane" : "";
		if (face) document.querySelector(".faces [data-face=" + face + "]").click(); // where the stage shows one of them
		return e?.checkVisibility() ?? true;
	})()`, selector))
}

// evaluate runs JavaScript, an expression.
func evaluate[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	return run(t, ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// same compares what the page says with what it should; what says so has a verb for the former.
func same[T comparable](t *testing.T, ctx context.Context, expression string, want T, what string) {
	t.Helper()
	if got := evaluate[T](t, ctx, expression); got != want {
		t.Errorf(what+", not %#v", got, want)
	}
}

func key(t *testing.T, ctx context.Context, keys string, modifiers ...chromedp.Modifier) {
	t.Helper()
	do(t, ctx, chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// drag presses the mouse at one point of the picture and lets go at another.
func drag(t *testing.T, ctx context.Context, fromX, fromY, toX, toY float64) {
	t.Helper()
	x0, y0 := screen(t, ctx, fromX, fromY)
	x1, y1 := screen(t, ctx, toX, toY)
	mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, x0, y0)
	mouse(t, ctx, input.DispatchMouseEventTypeMousePressed, x0, y0)
	for i := 1.0; i <= 8; i++ {
		mouse(t, ctx, input.DispatchMouseEventTypeMouseMoved, x0+(x1-x0)*i/8, y0+(y1-y0)*i/8)
		time.Sleep(15 * time.Millisecond)
	}
	mouse(t, ctx, input.DispatchMouseEventTypeMouseReleased, x1, y1)
	until(t, ctx, idle)
}

// idle says that the pictures show what they should.
const idle = `document.querySelector('.canvas[aria-busy="true"]') === null`

func mouse(t *testing.T, ctx context.Context, kind input.DispatchMouseEventType, x, y float64) {
	t.Helper()
	p := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
	if _, err := chromedp.Call(ctx, input.DispatchMouseEvent, p); err != nil {
		t.Fatal(err)
	}
}

func wheel(t *testing.T, ctx context.Context, x, y, delta float64) {
	t.Helper()
	px, py := screen(t, ctx, x, y)
	p := input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseWheel, X: px, Y: py, DeltaX: 1e-9, DeltaY: delta} // a zero is left out, and then refused
	if _, err := chromedp.Call(ctx, input.DispatchMouseEvent, p); err != nil {
		t.Fatal(err)
	}
}

// touch sends fingers' places in the window; none is letting go.
func touch(t *testing.T, ctx context.Context, kind input.DispatchTouchEventType, places ...[2]float64) {
	t.Helper()
	points := make([]*input.TouchPoint, len(places))
	for i, p := range places {
		id := float64(i)
		points[i] = &input.TouchPoint{X: p[0], Y: p[1], ID: &id}
	}
	if _, err := chromedp.Call(ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
		t.Fatal(err)
	}
}

// typeInto sets a field as someone who types and leaves it does.
func typeInto(t *testing.T, ctx context.Context, id, value string) {
	t.Helper()
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.focus(); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); e.blur(); return e.dispatchEvent(new Event("change", {bubbles: true})); })()`, id, value))
}

// said waits until an element's text begins so.
func said(t *testing.T, ctx context.Context, selector, beginning string) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.querySelector(%q).textContent.trim().startsWith(%q)`, selector, beginning))
}

func samples(t *testing.T, ctx context.Context, n int) {
	t.Helper()
	until(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .pane:first-child .samples > *").length === %d`, n))
}

// answered is what the engine itself says of a place, in the network on the screen.
func answered(t *testing.T, ctx context.Context, set, options, place, expression string) string {
	t.Helper()
	return evaluate[string](t, ctx, fmt.Sprintf(`(async () => {
		const {xaia, sets} = globalThis.xaiaPage;
		const set = sets.plane.find((s) => s.id === %q);
		const model = await xaia.fit(set.x, set.labels ?? set.values, %s);
		const a = await model.explain(%s);
		return String(%s);
	})()`, set, options, place, expression))
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
	ctx, cancel = context.WithTimeout(ctx, pace.Of(6*time.Minute))
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
	for end := time.Now().Add(pace.Of(20 * time.Second)); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if run(t, ctx, chromedp.Evaluate[bool]("Boolean("+expression+")")) {
			return
		}
	}
	t.Fatalf("never true: %s\nthe page says: %s", expression, run(t, ctx, chromedp.Evaluate[string](
		`["notice", "live", "plane-report", "answer-value", "verdict", "made-by", "step-sentence", "absorb-state", "absorb-proof", "tune-report", "scores-table"].map((id) => id + ": " + document.getElementById(id)?.textContent).join("\n") + "\n" + JSON.stringify(globalThis.wrong) + (document.querySelector("dialog")?.textContent ?? "") + document.body.textContent.slice(0, 0)`)))
}

// save keeps a screenshot as a build artefact. On a busy machine Chromium now and then
// waits for a frame that doesn't come, though the page answers; asked again it has one.
func save(t *testing.T, ctx context.Context, name string) {
	t.Helper()
	var png []byte
	err := context.DeadlineExceeded
	for tries := 1; tries <= 4 && errors.Is(err, context.DeadlineExceeded); tries++ {
		if tries > 1 {
			t.Logf("no screenshot %s within 20 s, once more", name)
			if _, err := chromedp.Call(ctx, page.BringToFront, cdp.Empty{}); err != nil {
				t.Fatal(err)
			}
			run(t, ctx, chromedp.Evaluate[bool]("true"))
		}
		soon, cancel := context.WithTimeout(ctx, pace.Of(20*time.Second))
		png, err = chromedp.Run(soon, chromedp.FullScreenshot(100))
		cancel()
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(png) < 10000 {
		t.Fatalf("the screenshot %s has %d bytes", name, len(png))
	}
	folder := "../../../dist/screenshots"
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
	until(t, ctx, idle)
	at := run(t, ctx, chromedp.Evaluate[[]float64](fmt.Sprintf(`(() => {
		const svg = document.querySelector('[role="tabpanel"]:not([hidden]) .canvas svg');
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

// uniform returns numbers from 0 to 1, the same ones for the same seed (Knuth's MMIX generator).
func uniform(seed uint64) func() float64 {
	return func() float64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return float64(seed>>40) / (1 << 24)
	}
}
