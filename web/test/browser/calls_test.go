//go:build !js

package web_test

import (
	"fmt"
	"testing"
	"time"
)

// counting notes each fit that the page asks for: of which rows and options, whether all samples are in it, and how it ended;
// and each calibration, of which model.
const counting = `
	globalThis.fits = [];
	globalThis.calibrations = [];
	globalThis.unanswered = 0;
	let here;
	const settled = (noted, promise) => promise.then((made) => { noted.state = "done"; return made; }, (error) => { noted.state = error.name === "AbortError" ? "aborted" : error.message; throw error; });
	const watched = (model) => Object.assign(model, {calibrate({signal, ...options}) {
		const noted = {of: model, state: "runs", get over() { return Boolean(signal?.aborted); }};
		globalThis.calibrations.push(noted);
		return settled(noted, Object.getPrototypeOf(model).calibrate.call(model, {signal, ...options}));
	}, async explain(...about) {
		if (globalThis.late) await new Promise((done) => setTimeout(done, 150));
		return Object.getPrototypeOf(model).explain.apply(model, about).catch((error) => { globalThis.unanswered++; throw error; });
	}});
	const text = (value) => JSON.stringify(value, (_, v) => (ArrayBuffer.isView(v) ? Array.from(v) : v));
	Object.defineProperty(globalThis, "xaiaPage", {configurable: true, get: () => here, set(given) {
		const counted = ({fit, ...others}) => ({...others, fit(X, y, options) {
			const {signal, onProgress, ...rest} = options, rows = X.rows ?? X.length;
			const noted = {rows, trace: Boolean(rest.trace), numbered: typeof rest.interpolation === "string" && rest.interpolation !== "auto", of: text([X, y, rest]), state: "runs", get over() { return Boolean(signal?.aborted); }};
			globalThis.fits.push(noted);
			return settled(noted, fit(X, y, options)).then(watched);
		}});
		let whole;
		here = Object.defineProperty({...given, xaia: counted(given.xaia)}, "whole", {get: () => whole, set(engine) { whole = counted(engine); }}); // of large tables
	}});`

// No fit is computed twice: each walk begins where the one before ended, and costs the whole fits that it says. No model is
// calibrated twice.
func TestFitsOfWalks(t *testing.T) {
	ctx, address := built(t, 1440, 1000)
	inEachDocument(t, ctx, counting)
	visitPage(t, ctx, address)
	// All that follows a picture is there when the background is, the panels speak of it, and no fit runs.
	rest := idle + ` && (document.getElementById("view-plane").hidden || document.getElementById("background").value === "none" || document.getElementById("plane").dataset.painted === "true") && [...fits, ...calibrations].every((f) => f.state !== "runs")`
	quiet := func() {
		for range 3 { // nothing begins a moment later
			until(t, ctx, rest)
			evaluate[bool](t, ctx, `new Promise((done) => setTimeout(() => done(true), 120))`)
		}
		until(t, ctx, rest)
	}
	act := func(place, detail string) func() { return func() { act(t, ctx, place, detail) } }
	press := func(selector string) func() { return func() { click(t, ctx, selector) } }
	drags := func(kind string, pause time.Duration) func() {
		return func() {
			for i := range 8 {
				time.Sleep(pause)
				act("plane", fmt.Sprintf(`type: "move", kind: %q, index: 1, x: %g, y: 0.3, began: %v, done: %v`, kind, 0.3+0.05*float64(i), i == 0, i == 7))()
			}
		}
	}
	both := func(acts ...func()) func() {
		return func() {
			for _, a := range acts {
				a()
			}
		}
	}
	background := func(kind string) func() { return func() { pick(t, ctx, "#background", kind) } }
	quiet()
	for _, walk := range []struct {
		name            string
		do              func()
		least, most     int // whole fits
		trace, numbered int
	}{
		{"a set", press(`#plane-others [data-set=moons]`), 1, 1, 0, 0},
		{"the same set", press(`#plane-others [data-set=moons]`), 0, 0, 0, 0},
		{"a sample is chosen", act("plane", `type: "pick", kind: "sample", index: 3`), 0, 0, 0, 0},
		{"a place is asked about", both(act("plane", `type: "pick", kind: "sample", index: 4`), press("#far")), 0, 0, 0, 0},
		{"a zoom", act("plane", `type: "view", x: [0, 1], y: [0, 1]`), 0, 0, 0, 0},
		{"all is shown", act("plane", `type: "fit"`), 0, 0, 0, 0},
		{"a hover", act("plane", `type: "hover", x: 0.3, y: 0.2, clientX: 300, clientY: 300`), 0, 0, 0, 0},
		{"an external point is dragged", drags("external", 0), 0, 0, 0, 0},
		{"that is undone", press("#undo"), 0, 0, 0, 0},
		{"a sample is added", both(press("#brush button"), act("plane", `type: "add", x: 0.5, y: 0.4`)), 1, 1, 0, 0},
		{"that is undone", press("#undo"), 1, 1, 0, 0},
		{"a sample is dragged", drags("sample", 0), 1, 8, 0, 0},
		{"that is undone", press("#undo"), 1, 1, 0, 0},
		{"it is dragged, and answers come late", both(func() { evaluate[bool](t, ctx, `(globalThis.late = true)`) }, drags("sample", 80*time.Millisecond)), 1, 8, 0, 0},
		{"a hand lets go of it", func() { // what it fitted under way isn't counted
			x0, y0 := screen(t, ctx, 1.10143, -0.02796)
			hold(t, ctx, x0, y0, x0+60, y0+40, 15*time.Millisecond)
			until(t, ctx, `document.getElementById("plane").dataset.painted === "false" && `+idle+` && fits.length > 0 && fits.every((f) => f.state !== "runs")`)
			evaluate[bool](t, ctx, `(fits.length = 0, true)`)
			mouse(t, ctx, lifts, x0+60, y0+40)
		}, 0, 0, 0, 0},
		{"that is undone", press("#undo"), 1, 1, 0, 0},
		{"territory", both(func() {
			same(t, ctx, `(globalThis.late = false, unanswered)`, 0, "%v questions met a model that was freed")
		}, background("territory")), 0, 0, 0, 1},
		{"a zoom in it", act("plane", `type: "view", x: [0, 1], y: [0, 1]`), 0, 0, 0, 0},
		{"layers", background("layer"), 0, 0, 0, 1},
		{"territory again", press("#undo"), 0, 0, 0, 0},
		{"islands again", background("island"), 0, 0, 0, 0},
		{"the construction", press("#construction > summary"), 0, 0, 1, 0},
		{"closed", press("#construction > summary"), 0, 0, 0, 0},
		{"opened again", press("#construction > summary"), 0, 0, 0, 0},
		{"side by side", press("input[name=preset][value=both]"), 2, 2, 1, 0},
		{"undone", press("#undo"), 1, 1, 1, 0},
		{"the line, for the first time", press("#tab-line"), 1, 1, 0, 0},
		{"the plane, where all is there", press("#tab-plane"), 0, 0, 0, 0},
		{"the line, where all is there", press("#tab-line"), 0, 0, 0, 0},
		{"a place on the line", act("line", `type: "pick", kind: "sample", index: 0`), 0, 0, 0, 0},
		{"back", press("#tab-plane"), 0, 0, 0, 0},
		{"held out", press("#hold-out"), 1, 1, 0, 0},
		{"absorbed", press("#absorb"), 0, 0, 0, 0},
		{"taken back", press("#absorb-undo"), 0, 0, 0, 0},
	} {
		evaluate[bool](t, ctx, `(fits.length = 0, true)`)
		walk.do()
		quiet()
		got := evaluate[[]int](t, ctx, `(() => {
			const most = Math.max(0, ...[...document.querySelectorAll("[role=tabpanel]:not([hidden]) .pane:first-child .samples > *, [role=tabpanel]:not([hidden]) #line .samples > *")].map((_, i) => i + 1));
			const whole = fits.filter((f) => f.rows === most);
			return [whole.filter((f) => !f.trace && !f.numbered).length, whole.filter((f) => f.trace).length, fits.filter((f) => f.numbered).length, fits.length - new Set(fits.map((f) => f.of)).size, calibrations.length - new Set(calibrations.map((c) => c.of)).size];
		})()`)
		expect(t, got[0] >= walk.least && got[0] <= walk.most && got[1] >= walk.trace && got[2] == walk.numbered, "%s: %d whole fits, want %d to %d; %d with a trace, want %d; %d numbered, want %d", walk.name, got[0], walk.least, walk.most, got[1], walk.trace, got[2], walk.numbered)
		expect(t, got[3] == 0 && got[4] == 0, "%s: %d fits and %d calibrations were asked for twice", walk.name, got[3], got[4])
	}
	problems(t, ctx)

	// A click during a fit doesn't end it; and no stage outlives what it is of: a change ends what calibrates.
	points := `[...Array(3000)].map((_, i) => [Math.sin(i * 12.9898) * 10, Math.cos(i * 78.233) * 10, i % 5].join()).join(";")`
	evaluate[bool](t, ctx, fmt.Sprintf(`(location.hash = "v=2&columns=x,y&preset=paper&points=" + %s, true)`, points))
	until(t, ctx, `fits.some((f) => f.rows === 3000 && f.state === "runs")`)
	evaluate[bool](t, ctx, `(fits.forEach((f) => (f.before = true)), true)`)
	act("plane", `type: "pick", kind: "sample", index: 2`)()
	until(t, ctx, idle+` && document.getElementById("plane-report").textContent.startsWith("3,000 samples")`)
	got := evaluate[[]int](t, ctx, `[fits.filter((f) => f.rows === 3000).length, fits.filter((f) => f.rows === 3000 && f.state === "done").length]`)
	expect(t, got[0] == 1 && got[1] == 1, "with a click during it, %d fits were begun and %d ended well", got[0], got[1])
	until(t, ctx, `calibrations.at(-1)?.of.sampleCount === 3000 && calibrations.at(-1).state === "runs"`)
	act("plane", `type: "pick", kind: "sample", index: 5`)()
	expect(t, !evaluate[bool](t, ctx, `calibrations.at(-1).over`), "another question ended what calibrates")
	evaluate[bool](t, ctx, `(globalThis.then = [...fits, ...calibrations].filter((f) => f.state === "runs"), true)`)
	clickUntil(t, ctx, `#plane-others [data-set=moons]`, `globalThis.then.every((f) => f.over || f.state === "done")`)
	quiet()
}
