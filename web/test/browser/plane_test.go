//go:build !js

package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// What hands do in the plane, by mouse, by touch and by keys.

func TestPlaneByMouse(t *testing.T) {
	ctx := opened(t, "pencil", 1440, 1000)
	said(t, ctx, "#plane-report", "4 samples in 2 layers, 0 near twins")
	equal(t, count(t, ctx, ".external > *"), 3, "%d new points are drawn")
	click(t, ctx, "#construction > summary", "input[name=preset][value=paper]")
	until(t, ctx, `document.getElementById("verdict").textContent.includes("0.575")`) // SPEC 4's figure
	contains(t, ctx, "#made-by", "sample 3", "sample 2")
	equal(t, count(t, ctx, "#made-by li"), 2, "(-1, -1.4) is made by %d samples")
	clickAt(t, ctx, -1.25, -1)
	said(t, ctx, "#verdict", "Recognised in layer 2. Familiarity: 0.988.")
	said(t, ctx, "#made-by", "sample 3 (0) · weight 1 · layer 2")
	click(t, ctx, ".ways [data-way=bars]")
	equal(t, count(t, ctx, "#fingerprint svg"), 2, "the fingerprint has %d layers")
	contains(t, ctx, "#fingerprint", "layer 2 · 2 neurons · recognised")
	equal(t, text(t, ctx, "#live"), "0, recognised in layer 2, from sample 3", "the live region says %q")

	// A click adds a sample, with the brush's value; a shift-click an new point.
	click(t, ctx, "input[name=preset][value=xaia]")
	adding(t, ctx)
	clickAt(t, ctx, 0.2, 0.1)
	samples(t, ctx, 5)
	clickAt(t, ctx, 0.3, 0.3, shift) // more than the 10 pixels from the sample that would choose it
	until(t, ctx, `document.querySelectorAll(".external > *").length === 4`)
	said(t, ctx, "#made-by", "sample 4 (1)")
	lines, neurons := count(t, ctx, ".links > *"), count(t, ctx, "#made-by li")
	expect(t, lines == neurons && lines != 0, "%d links, %d neurons", lines, neurons)
	clickUntil(t, ctx, "#all-links", fmt.Sprintf(`document.querySelectorAll(".links > *").length > %d`, count(t, ctx, "#made-by li")))
	click(t, ctx, "#all-links")
	// The same in figures.
	clickUntil(t, ctx, "#takeaway > summary", `document.querySelectorAll("#points-table tbody tr").length === 9`)
	same(t, ctx, `[...document.querySelectorAll("#points-table tbody tr")].map((r) => r.cells[0].textContent).join()`, "new point 0,new point 1,new point 2,new point 3,sample 0,sample 1,sample 2,sample 3,sample 4", "the table of points has %q")
	equal(t, text(t, ctx, "#points-table tbody tr:nth-child(4) td:last-child"), text(t, ctx, "#live"), "the table says of the chosen point %q")
	click(t, ctx, "#takeaway > summary")
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	save(t, ctx, "plane-1440")

	// Undo takes back the links of all points twice, the new point, then the sample; redo brings it again.
	clickUntil(t, ctx, "#undo", `document.getElementById("all-links").checked`)
	clickUntil(t, ctx, "#undo", `!document.getElementById("all-links").checked`)
	clickUntil(t, ctx, "#undo", `document.querySelectorAll(".external > *").length === 3`)
	keyUntil(t, ctx, "z", drawn(4), ctrl)
	clickUntil(t, ctx, "#redo", drawn(5))
	clickUntil(t, ctx, "#undo", drawn(4))

	// Dragged, a point takes its place under the hand, and the network goes with it.
	drag(t, ctx, 1, 1.2, 0.2, 0.9)
	samples(t, ctx, 4)
	clickAt(t, ctx, 0.2, 0.9)
	said(t, ctx, "#made-by", "sample 0 (1) · weight 1")
	key(t, ctx, "z", ctrl)
	// One step back for the whole drag.
	clickAt(t, ctx, 1, 1.2)
	said(t, ctx, "#made-by", "sample 0 (1) · weight 1")

	// Far outside, the paper's network is sure, ours is not.
	open(t, ctx, "donut")
	said(t, ctx, "#plane-report", "128 samples")
	clickUntil(t, ctx, "#far", begins("#verdict", "Nothing here is like this."))
	equal(t, count(t, ctx, ".away > *"), 1, "%d arrows point out of the picture")
	clickUntil(t, ctx, "input[name=preset][value=paper]", begins("#verdict", "The paper's network is sure"))
	contains(t, ctx, "#verdict", "deeper layers mistake this for a fingerprint")
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	save(t, ctx, "far-paper-1440")
}

func TestMenuToolsAndBrush(t *testing.T) {
	ctx := opened(t, "xor", 1440, 1000)
	// Relabel: the sample is then of the other class, and the network says so.
	ofMenu(t, ctx, 0, 0, "▲ b")
	clickAt(t, ctx, 0, 0)
	said(t, ctx, "#answer-value", "▲ b")
	// Delete.
	ofMenu(t, ctx, 1, 1, "Delete")
	samples(t, ctx, 3)
	// A sample becomes an new point that knows its outcome, and returns.
	ofMenu(t, ctx, 0, 1, "Make a new point")
	samples(t, ctx, 2)
	until(t, ctx, `document.querySelectorAll(".external > *").length === 3`)
	said(t, ctx, "#absorb-state", "1 of 3 new points")
	ofMenu(t, ctx, 0, 1, "Learn this point")
	samples(t, ctx, 3)
	// Spray adds many at one stroke; one undo takes the stroke back, redo brings it again.
	click(t, ctx, `#brush button:nth-child(2)`, `#tools button[data-tool=spray]`)
	drag(t, ctx, 0.3, 0.9, 0.9, 0.45)
	until(t, ctx, `document.querySelectorAll("#plane .samples > *").length >= 8`)
	sprayed := count(t, ctx, "#plane .samples > *")
	clickUntil(t, ctx, "#undo", drawn(3))
	clickUntil(t, ctx, "#redo", drawn(sprayed))
	// Erase takes away what it passes.
	click(t, ctx, `#tools button[data-tool=erase]`)
	drag(t, ctx, 0.3, 0.9, 0.9, 0.45)
	until(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .samples > *").length < %d - 3`, sprayed))
	click(t, ctx, `#tools button[data-tool=point]`)
	// Only ask: nothing is added.
	n := count(t, ctx, "#plane .samples > *") + count(t, ctx, ".external > *")
	press(t, ctx, "#brush button", "? asks")
	until(t, ctx, `!document.getElementById("tools").checkVisibility() && !document.getElementById("brush").textContent.includes("+ class")`)
	clickAt(t, ctx, -0.1, 0.5)
	until(t, ctx, `Math.abs(Number(document.getElementById("point-x").value) + 0.1) < 0.02`)
	equal(t, count(t, ctx, "#plane .samples > *")+count(t, ctx, ".external > *"), n, "asking changed the points: %d")
	// One class more, once one adds.
	adding(t, ctx)
	press(t, ctx, "#brush button", "+ class")
	until(t, ctx, `document.querySelector('#brush button[aria-pressed="true"]').textContent === "■ c"`)
	clickAt(t, ctx, -0.1, 0.5)
	until(t, ctx, `[...document.querySelectorAll("#plane-legend .key")].map((k) => k.textContent.trim()).join() === "● a,▲ b,■ c"`)
}

func TestZoomPanHover(t *testing.T) {
	ctx := opened(t, "rings", 1440, 1000)
	domain := `document.querySelector("#plane svg").scale("x").domain`
	before := evaluate[[]float64](t, ctx, domain)
	wheel(t, ctx, 0, 0, -300)
	until(t, ctx, fmt.Sprintf(`%s[1] < %g`, domain, before[1]-0.5))
	zoomed := evaluate[[]float64](t, ctx, domain)
	// Dragging the ground moves the domain along: what was under the hand stays under it.
	drag(t, ctx, 0.1, 0.4, 0.6, 0.4)
	until(t, ctx, fmt.Sprintf(`Math.abs(%s[0] - %g) < 0.03`, domain, zoomed[0]-0.5))
	clickUntil(t, ctx, "#zoom-fit", fmt.Sprintf(`Math.abs(%s[1] - %g) < 1e-9`, domain, before[1]))
	clickUntil(t, ctx, "#zoom-in", fmt.Sprintf(`%s[1] < %g`, domain, before[1]-0.5))
	// A double click on the ground shows all, and adds nothing.
	clickAt(t, ctx, 0.1, 0.4, twice)
	until(t, ctx, fmt.Sprintf(`%s && Math.abs(%s[1] - %g) < 1e-9`, idle, domain, before[1]))
	samples(t, ctx, 24)

	x, y := screen(t, ctx, 1, 0)
	hover(t, ctx, x+30, y)
	hover(t, ctx, x, y)
	said(t, ctx, "#tip", "sample 0: inner, recognised in layer")
	// From the plane to the network, and to the bars: the neuron that stands for the sample is marked.
	until(t, ctx, `[...document.querySelectorAll('#network .halo[visibility="visible"]')].map((e) => e.parentNode.dataset.sample).join() === "0"`)
	evaluate[bool](t, ctx, `(document.getElementById("fingerprint").addEventListener("input", (event) => (globalThis.walked = event.detail)), true)`)
	click(t, ctx, ".ways [data-way=bars]")
	hover(t, ctx, x+30, y)
	hover(t, ctx, x, y)
	until(t, ctx, `[...document.querySelectorAll("#fingerprint .bars .lit")].map((b) => b.dataset.samples.trim()).join() === "0"`)
	// From the fingerprint to the plane: its neuron's sample lights up.
	bar := evaluate[[]float64](t, ctx, `(() => { document.querySelector("#fingerprint").scrollIntoView({block: "center"}); const b = [...document.querySelectorAll("#fingerprint rect")].at(0).getBoundingClientRect(); return [b.x + b.width / 2, b.bottom - 1]; })()`)
	hover(t, ctx, bar[0], bar[1])
	until(t, ctx, `document.querySelectorAll("#plane .lit > *").length === 1`)
	lit := evaluate[string](t, ctx, `String(walked.sample)`)
	// It is drawn where that sample is.
	suits(t, evaluate[float64](t, ctx, fmt.Sprintf(`(() => {
		const set = xaiaPage.sets.plane.find((s) => s.id === "rings");
		const svg = document.querySelector("#plane svg");
		const [x, y] = set.x[%s];
		const ring = document.querySelector("#plane .lit > *");
		return Math.hypot(ring.cx.baseVal.value - svg.scale("x").apply(x), ring.cy.baseVal.value - svg.scale("y").apply(y));
	})()`, lit)), func(at float64) bool { return at <= 0.5 }, "sample %s lights up %g pixels away from itself", lit)
}

func TestPlaneByKeys(t *testing.T) {
	ctx := opened(t, "xor", 1440, 1000)
	evaluate[bool](t, ctx, `(document.activeElement.blur(), true)`)
	keyUntil(t, ctx, "p", `document.activeElement.id === "plane" && document.querySelector("#plane .cursor").hidden === false`)
	// The cursor begins in the middle, (0.5, 0.5); Shift+arrow moves a tenth of the picture.
	key(t, ctx, kb.ArrowRight, shift)
	keyUntil(t, ctx, kb.Enter, `document.querySelectorAll("#plane .question > *").length === 1 && `+drawn(4)) // it asks
	key(t, ctx, "1")
	keyUntil(t, ctx, kb.Enter, drawn(5)) // with a class chosen, it adds; A asks again
	keyUntil(t, ctx, "a", `document.querySelector("#brush [aria-pressed=true]").textContent === "? asks"`)
	x := evaluate[float64](t, ctx, `(() => { const d = document.querySelector("#plane svg").scale("x").domain; return 0.5 + 0.1 * (d[1] - d[0]); })()`)
	key(t, ctx, kb.Enter) // there is a point now: it is looked at
	until(t, ctx, fmt.Sprintf(`Math.abs(Number(document.getElementById("point-x").value) - %g) < 0.01 && document.getElementById("made-by").textContent.startsWith("sample 4 (")`, x))
	key(t, ctx, "2") // its class
	said(t, ctx, "#answer-value", "▲ b")
	keyUntil(t, ctx, kb.ArrowUp, `Number(document.getElementById("point-y").value) > 0.505`, alt)
	keyUntil(t, ctx, "e", drawn(4))
	keyUntil(t, ctx, "z", drawn(5), ctrl)
	keyUntil(t, ctx, kb.Delete, drawn(4))
	// Full stop and comma walk the points, of which the last is followed by the first. The plane is one stop of Tab.
	keyUntil(t, ctx, ".", `document.getElementById("made-by").textContent.startsWith("sample 0 (")`)
	keyUntil(t, ctx, ".", `document.getElementById("made-by").textContent.startsWith("sample 1 (")`)
	keyUntil(t, ctx, ",", `document.getElementById("made-by").textContent.startsWith("sample 0 (")`)
	keyUntil(t, ctx, ",", `!document.getElementById("made-by").textContent.startsWith("sample 0 (")`)
	// The cursor says what is there, the point with its answer, to a screen reader, too.
	keyUntil(t, ctx, ".", `document.getElementById("made-by").textContent.startsWith("sample 0 (")`)
	keyUntil(t, ctx, kb.ArrowLeft, `/^sample 0: .*recognised/.test(document.getElementById("live").textContent) && document.getElementById("tip").textContent === document.getElementById("live").textContent && !document.getElementById("tip").hidden`)
	keyUntil(t, ctx, kb.ArrowLeft, `!document.getElementById("live").textContent.startsWith("sample 0")`, shift)
	keyUntil(t, ctx, kb.Tab, `document.activeElement.id !== "plane" && document.getElementById("tip").hidden`)
	key(t, ctx, "p")
	keyUntil(t, ctx, kb.Escape, `document.activeElement.id !== "plane"`)
	key(t, ctx, "p")
	right := evaluate[float64](t, ctx, `document.querySelector("#plane svg").scale("x").domain[1]`)
	keyUntil(t, ctx, "+", fmt.Sprintf(`document.querySelector("#plane svg").scale("x").domain[1] < %g`, right-0.05))
	keyUntil(t, ctx, "0", fmt.Sprintf(`document.querySelector("#plane svg").scale("x").domain[1] > %g`, right-0.05))
	// F goes to the fingerprint, arrows walk its neurons, and the plane shows whose they are.
	evaluate[bool](t, ctx, `(document.getElementById("fingerprint").addEventListener("input", (event) => (globalThis.walked = event.detail)), true)`)
	keyUntil(t, ctx, "f", `document.activeElement.className === "fingerprint"`)
	keyUntil(t, ctx, kb.ArrowRight, `document.querySelectorAll("#plane .lit > *").length === 1 && globalThis.walked?.node === 0`)
	// Drawn anew in another width, it is walked on from where it was.
	evaluate[bool](t, ctx, `document.querySelector("#fingerprint .fingerprint").classList.add("old") === undefined`)
	view(t, ctx, 800, 1000)
	until(t, ctx, `document.querySelector("#fingerprint .fingerprint:not(.old)") !== null && document.activeElement.className === "fingerprint"`)
	keyUntil(t, ctx, kb.ArrowRight, `globalThis.walked?.node === 1`)
	// N goes to the network; Enter chooses the sample of the neuron.
	view(t, ctx, 1440, 1000)
	keyUntil(t, ctx, "n", `document.activeElement.className === "network"`)
	keyUntil(t, ctx, kb.ArrowRight, `document.querySelector("#network .walked") !== null && document.querySelectorAll("#plane .lit > *").length === 1 && document.getElementById("live").textContent.startsWith("Layer ")`)
	sample := evaluate[int](t, ctx, `Number(document.querySelector("#network .walked").dataset.sample)`)
	keyUntil(t, ctx, kb.Enter, fmt.Sprintf(`%s && document.getElementById("made-by").textContent.startsWith("sample %d (") && document.activeElement.className === "network"`, idle, sample))
	// The list of keys.
	keyUntil(t, ctx, "?", `document.querySelector("dialog[open] h2")?.textContent === "By keyboard"`)
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
	// Letters that are spoken or hit by mistake do nothing outside the stage, where that is chosen there; the next visit keeps it.
	key(t, ctx, "?")
	click(t, ctx, "#keys-anywhere")
	for range 2 {
		keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
		evaluate[bool](t, ctx, `(document.activeElement.blur(), document.getElementById("share").focus(), true)`)
		key(t, ctx, "pnf?")
		evaluate[bool](t, ctx, `new Promise((done) => setTimeout(done, 300, true))`)
		same(t, ctx, `document.activeElement.id + document.querySelectorAll("dialog").length`, "share0", "a letter outside the stage did something: %q")
		evaluate[bool](t, ctx, `(document.getElementById("plane").focus(), true)`)
		keyUntil(t, ctx, "n", `document.activeElement.className === "network"`)
		keyUntil(t, ctx, "p", `document.activeElement.id === "plane"`)
		visitPage(t, ctx, home(t, ctx)+"#set=xor")
		until(t, ctx, idle)
		clickUntil(t, ctx, "#keys", `document.querySelector("#keys-anywhere")?.checked === false`)
	}
	click(t, ctx, "#keys-anywhere")
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
	keyUntil(t, ctx, "n", `document.activeElement.className === "network"`)
}

func TestPlaneByTouch(t *testing.T) {
	ctx := browser(t, 390, 844)
	until(t, ctx, `document.documentElement.clientWidth === 390 && document.querySelector("#plane svg").getBoundingClientRect().width < 390`)
	samples(t, ctx, 24)
	at := func(x, y float64) [2]float64 {
		px, py := screen(t, ctx, x, y)
		return [2]float64{px, py}
	}
	tap := func(x, y float64) {
		p := at(x, y)
		touch(t, ctx, presses, p)
		touch(t, ctx, lifts)
	}
	adding(t, ctx)
	tap(2, 0.2)
	samples(t, ctx, 25)
	// A tap near a sample inspects it: a finger is not as sharp as a mouse.
	tap(3.1, 0.1)
	until(t, ctx, `document.getElementById("point-x").value === "3"`)
	// Dragged by a finger.
	touch(t, ctx, presses, at(2, 0.2))
	for i := 1.0; i <= 6; i++ {
		touch(t, ctx, moves, at(2, 0.2+0.2*i))
		time.Sleep(20 * time.Millisecond)
	}
	touch(t, ctx, lifts)
	tap(2, 1.4)
	until(t, ctx, `Math.abs(Number(document.getElementById("point-y").value) - 1.4) < 0.15 && Math.abs(Number(document.getElementById("point-x").value) - 2) < 0.15`)
	// Two fingers zoom.
	before := evaluate[float64](t, ctx, `document.querySelector("#plane svg").scale("x").domain[1]`)
	a, b := at(-1.9, 0.3), at(1.9, 0.3)
	touch(t, ctx, presses, a, b)
	for i := 1.0; i <= 5; i++ {
		touch(t, ctx, moves, [2]float64{a[0] - 6*i, a[1]}, [2]float64{b[0] + 6*i, b[1]})
		time.Sleep(20 * time.Millisecond)
	}
	touch(t, ctx, lifts)
	until(t, ctx, fmt.Sprintf(`document.querySelector("#plane svg").scale("x").domain[1] < %g`, before-0.3))
	click(t, ctx, "#zoom-fit")
	// A long press opens the menu.
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	touch(t, ctx, presses, at(-3, 0))
	time.Sleep(800 * time.Millisecond)
	touch(t, ctx, lifts)
	until(t, ctx, `document.querySelector("dialog.menu[open] p")?.textContent.startsWith("Sample ")`)
	save(t, ctx, "menu-390")
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog.menu") === null`)
}

func TestTypedPlaces(t *testing.T) {
	ctx := opened(t, "xor", 1200, 900)
	typeUntil(t, ctx, "point-x", "abc", begins("#notice", "Type a number"))
	evaluate[bool](t, ctx, `(["point-x", "point-y"].forEach((id) => (document.getElementById(id).value = "1")), true)`)
	typeUntil(t, ctx, "point-x", "1", begins("#made-by", "sample 3 (● a) · weight 1"))
	typeInto(t, ctx, "point-x", "0,5") // a decimal comma
	until(t, ctx, `document.getElementById("point-x").value === "0.5"`)
	typeInto(t, ctx, "point-x", "150,000") // as the page shows it
	until(t, ctx, `document.getElementById("point-x").value === "150000"`)

	// The menu of a point with a value is no menu, which may not hold a field; and who answered is nothing to stop at.
	open(t, ctx, "donut")
	clickAt(t, ctx, evaluate[float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "donut").x[0][0]`), evaluate[float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "donut").x[0][1]`), right)
	until(t, ctx, `document.querySelector("dialog.menu[open] input") !== null`)
	accessible(t, ctx, "the menu of a value")
	same(t, ctx, `document.querySelectorAll("dialog [role=menu] input").length`, 0, "%d fields are in a menu")
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
	same(t, ctx, `document.querySelectorAll("#made-by li").length > 0 && document.querySelectorAll("#made-by [tabindex]").length === 0`, true, "who answered is a stop of Tab: %v")
}

// Pointing at a place lights the neurons that would answer it, and leaving the plane lets them go.
func TestHoverLightsTheNetwork(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	const marked = `[...document.querySelectorAll("#network .neuron")].filter((g) => g.querySelector(".halo")?.getAttribute("visibility") === "visible").map((g) => Number(g.dataset.sample)).sort((a, b) => a - b).join()`
	act(t, ctx, "plane", `type: "hover", x: 0.45, y: 0.75, clientX: 300, clientY: 300`)
	until(t, ctx, `!document.getElementById("tip").hidden`)
	lit := evaluate[string](t, ctx, marked)
	expect(t, lit != "" && strings.Count(lit, ",") <= 7, "the neurons of samples %q are lit", lit)
	act(t, ctx, "plane", `type: "leave"`)
	until(t, ctx, `document.getElementById("tip").hidden && `+marked+` === ""`)
	act(t, ctx, "plane", `type: "hover", x: 2.05, y: 0.2, clientX: 300, clientY: 300`)
	until(t, ctx, `!document.getElementById("tip").hidden && `+marked+` !== "" && `+marked+` !== `+fmt.Sprintf("%q", lit))
}
