//go:build !js

package web_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

// What hands do.

// open chooses a sample set by its button, with all of its rows.
func open(t *testing.T, ctx context.Context, id string) {
	openAsking(t, ctx, id)
	allRows(t, ctx)
}

// openAsking is the same, and leaves a table its question.
func openAsking(t *testing.T, ctx context.Context, id string) {
	button := fmt.Sprintf(`[role="tabpanel"]:not([hidden]) .sets button[data-set=%q]`, id)
	click(t, ctx, button)
	until(t, ctx, fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-pressed") === "true" && %s`, button, idle))
}

// allRows puts the row back that a table has left out as its first question, and asks about a typical one.
func allRows(t *testing.T, ctx context.Context) {
	const said = ` && ["plane-report", "notice"].some((id) => document.getElementById(id).textContent !== "")` // the way back is drawn before
	until(t, ctx, idle+said)
	until(t, ctx, `(document.querySelector("#truth button")?.click(), document.querySelector("#truth button") === null) && `+idle+said)
	evaluate[bool](t, ctx, `(document.querySelector("#row:not([hidden]) .buttons button")?.click(), true)`)
	until(t, ctx, idle)
}

// openLine chooses a sample set of the line.
func openLine(t *testing.T, ctx context.Context, id string) {
	click(t, ctx, "#tab-line")
	openAsking(t, ctx, id) // a line has no row that is left out
}

// click clicks on one element after the other.
func click(t *testing.T, ctx context.Context, selectors ...string) {
	for _, selector := range selectors {
		hit := ""
		for tries := 0; hit != "it" && tries < 5; tries++ { // what arrives meanwhile may move it away, above all on a busy machine
			reveal(t, ctx, selector)
			at := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => {
				const e = document.querySelector(%q);
				const middle = () => (({x, y, width, height}) => [x + width / 2, y + height / 2])(e.getClientRects()[0]);
				// On a phone the stage covers what is at the top. WebKit's window may be lower than it says, by a bar of its own.
				if (middle()[1] > innerHeight - 40 || !e.contains(document.elementFromPoint(...middle())) || innerWidth < 761 && e.closest(".stage") === null) e.scrollIntoView({block: "center", behavior: "instant"});
				globalThis.hit = "nothing";
				addEventListener("click", (click) => { globalThis.hit = click.composedPath().includes(e) ? "it" : "something else"; }, {capture: true, once: true});
				return middle();
			})()`, selector))
			clickXY(t, ctx, at[0], at[1])
			hit = evaluate[string](t, ctx, `globalThis.hit ?? "it"`) // which led to another page
		}
		if hit == "something else" { // nothing is hit where a button is disabled
			t.Fatalf("five clicks on %s hit something else%s", selector, where())
		}
	}
}

// clickUntil clicks, and waits for what that brings about.
func clickUntil(t *testing.T, ctx context.Context, selector, then string) {
	click(t, ctx, selector)
	until(t, ctx, then)
}

// reveal opens what covers something, as a hand does: the panel that it is in, or the data that a panel covers.
func reveal(t *testing.T, ctx context.Context, selector string) {
	until(t, ctx, fmt.Sprintf(`(() => { // in one step: it may just have come
		const e = document.querySelector(%q), panel = e?.closest(".below > details"), menu = document.getElementById("menu");
		if (menu && menu.matches(":popover-open") !== menu.contains(e)) menu.togglePopover();
		if (e?.closest(".ways") && !document.getElementById("figures").checked) document.getElementById("figures").click();
		if (panel && !panel.open && !e.closest("summary")) panel.querySelector("summary").click();
		if (e?.closest("#view-plane .controls") && document.querySelector(".below > details[open]")) document.querySelector(".below > details[open] summary").click();
		const others = e?.closest("summary") ? null : e?.closest(".others:not([open]), #absorption:not([open])");
		if (others) others.querySelector("summary").click();
		const face = e?.closest(".net") ? "network" : e?.closest("#view-plane .picture") ? "plane" : "";
		if (face) document.querySelector(".faces [data-face=" + face + "]").click(); // where the stage shows one of them
		return e?.checkVisibility();
	})()`, selector))
}

// press clicks the one of some elements that has this text, wherever it is.
func press(t *testing.T, ctx context.Context, selector, title string) {
	evaluate[bool](t, ctx, fmt.Sprintf(`([...document.querySelectorAll(%q)].find((b) => b.textContent.trim() === %q).click(), true)`, selector, title))
}

// panel opens one of the panels, and so closes the others; "" leaves none open.
func panel(t *testing.T, ctx context.Context, id string) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => { for (const d of document.querySelectorAll("details[name=panel]")) d.open = d.id === %q; return true; })()`, id))
}

// act is what a gesture in a figure becomes, by its detail: at places that no hand meets, too.
func act(t *testing.T, ctx context.Context, place, detail string) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById(%q).dispatchEvent(new CustomEvent("act", {detail: {%s}})), true)`, place, detail))
}

// chooseSample asks about a sample as the lists of mistakes do.
func chooseSample(t *testing.T, ctx context.Context, sample int) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById("scores-table").dispatchEvent(new CustomEvent("choose", {detail: {sample: %d}})), true)`, sample))
}

// pick chooses of a menu by its value, choose by its text.
func pick(t *testing.T, ctx context.Context, selector, value string) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; return s.dispatchEvent(new Event("change", {bubbles: true})); })()`, selector, value))
}

func choose(t *testing.T, ctx context.Context, selectID, title string) {
	value := evaluate[string](t, ctx, fmt.Sprintf(`[...document.getElementById(%q).options].find((o) => o.textContent === %q)?.value ?? "no such option"`, selectID, title))
	if value == "no such option" {
		t.Fatalf("%s has no %q%s", selectID, title, where())
	}
	pick(t, ctx, "#"+selectID, value)
}

// typeInto sets a field as someone who types and leaves it does.
func typeInto(t *testing.T, ctx context.Context, id, value string) {
	evaluate[bool](t, ctx, fmt.Sprintf(`(() => { const e = document.getElementById(%q); e.focus(); e.value = %q; e.dispatchEvent(new Event("input", {bubbles: true})); e.blur(); return e.dispatchEvent(new Event("change", {bubbles: true})); })()`, id, value))
}

// typeUntil types, and waits for what that brings about.
func typeUntil(t *testing.T, ctx context.Context, id, value, then string) {
	typeInto(t, ctx, id, value)
	until(t, ctx, then)
}

func key(t *testing.T, ctx context.Context, keys string, with ...how) {
	check(t, of(ctx).keys(ctx, keys, together(with)))
}

// sendKeys types into an element, key by key.
func sendKeys(t *testing.T, ctx context.Context, selector, keys string) {
	until(t, ctx, fmt.Sprintf("document.querySelector(%q)?.focus() === undefined && document.activeElement.matches(%q)", selector, selector))
	key(t, ctx, keys)
}

// keyUntil presses a key, and waits for what it brings about.
func keyUntil(t *testing.T, ctx context.Context, keys, then string, with ...how) {
	key(t, ctx, keys, with...)
	until(t, ctx, then)
}

// screen is where a point of the plane or of the line is in the window.
func screen(t *testing.T, ctx context.Context, x, y float64) (float64, float64) {
	until(t, ctx, idle)
	at := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => {
		scrollTo(0, 0);
		const svg = document.querySelector('[role="tabpanel"]:not([hidden]) .canvas svg');
		const box = svg.getBoundingClientRect();
		const view = svg.viewBox.baseVal;
		return [box.left + svg.scale("x").apply(%g) / view.width * box.width, box.top + svg.scale("y").apply(%g) / view.height * box.height];
	})()`, x, y))
	return at[0], at[1]
}

// middle is where the middle of an element, an expression, is in the window.
func middle(t *testing.T, ctx context.Context, element string) (float64, float64) {
	at := evaluate[[]float64](t, ctx, `(() => { const b = (`+element+`).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	return at[0], at[1]
}

// clickXY clicks at a place of the window.
func clickXY(t *testing.T, ctx context.Context, x, y float64, with ...how) {
	check(t, of(ctx).click(ctx, x, y, together(with)))
}

// adding has clicks add samples, of the first class or of a value.
func adding(t *testing.T, ctx context.Context) { click(t, ctx, "#brush button") }

// clickAt clicks at a point of the plane or of the line.
func clickAt(t *testing.T, ctx context.Context, x, y float64, with ...how) {
	px, py := screen(t, ctx, x, y)
	clickXY(t, ctx, px, py, with...)
}

// clickMiddle clicks on an element, an expression, where it is.
func clickMiddle(t *testing.T, ctx context.Context, element string, with ...how) {
	px, py := middle(t, ctx, element)
	clickXY(t, ctx, px, py, with...)
}

// hoverMiddle points at an element, an expression.
func hoverMiddle(t *testing.T, ctx context.Context, element string) {
	x, y := middle(t, ctx, element)
	hover(t, ctx, x, y)
}

// ofMenu chooses from the menu that a right click at a point of the plane opens.
func ofMenu(t *testing.T, ctx context.Context, x, y float64, choice string) {
	clickAt(t, ctx, x, y, right)
	until(t, ctx, `document.querySelector("dialog.menu[open]") !== null`)
	press(t, ctx, "dialog.menu button", choice)
	until(t, ctx, `document.querySelector("dialog.menu") === null`)
}

// drag presses the mouse at one point of the picture and lets go at another.
func drag(t *testing.T, ctx context.Context, fromX, fromY, toX, toY float64) {
	x0, y0 := screen(t, ctx, fromX, fromY)
	x1, y1 := screen(t, ctx, toX, toY)
	hold(t, ctx, x0, y0, x1, y1, 15*time.Millisecond)
	mouse(t, ctx, lifts, x1, y1)
	until(t, ctx, idle)
}

// hold presses the mouse at a place of the window and moves it to another.
func hold(t *testing.T, ctx context.Context, x0, y0, x1, y1 float64, pause time.Duration) {
	mouse(t, ctx, moves, x0, y0)
	mouse(t, ctx, presses, x0, y0)
	for i := 1.0; i <= 8; i++ {
		mouse(t, ctx, moves, x0+(x1-x0)*i/8, y0+(y1-y0)*i/8)
		time.Sleep(pause)
	}
}

func mouse(t *testing.T, ctx context.Context, a motion, x, y float64) {
	check(t, of(ctx).mouse(ctx, a, x, y))
}

// hover moves the mouse there.
func hover(t *testing.T, ctx context.Context, x, y float64) { mouse(t, ctx, moves, x, y) }

func wheel(t *testing.T, ctx context.Context, x, y, delta float64) {
	px, py := screen(t, ctx, x, y)
	check(t, of(ctx).wheel(ctx, px, py, delta))
}

// touch sends fingers' places in the window; none is letting go.
func touch(t *testing.T, ctx context.Context, a motion, places ...[2]float64) {
	check(t, of(ctx).touch(ctx, a, places...))
}

// shared is the link that the page offers, once this is in it.
func shared(t *testing.T, ctx context.Context, part string) string {
	clickUntil(t, ctx, "#share", fmt.Sprintf(`document.querySelector("dialog textarea")?.value.includes(%q)`, part))
	return evaluate[string](t, ctx, `document.querySelector("dialog textarea").value`)
}

// nextVisit comes back once the page has kept this.
func nextVisit(t *testing.T, ctx context.Context, part string) {
	until(t, ctx, fmt.Sprintf(`localStorage.getItem("xaia-page")?.includes(%q)`, part))
	visitPage(t, ctx, home(t, ctx))
}

// give hands a file to an input of the page.
func give(t *testing.T, ctx context.Context, input, name, content string) {
	giveFile(t, ctx, input, filepath.Join(folderOf(t, map[string]string{name: content}), name))
}

func giveFile(t *testing.T, ctx context.Context, input, path string) {
	until(t, ctx, fmt.Sprintf("document.querySelector(%q) !== null", input))
	check(t, of(ctx).files(ctx, input, path))
}

// openTable opens a table with what the page guesses of its columns, and waits for its rows if their number is given.
func openTable(t *testing.T, ctx context.Context, name, content string, rows ...int) {
	give(t, ctx, "#file", name, content)
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	click(t, ctx, "dialog.table button.main")
	for _, n := range rows {
		if n >= 20 {
			until(t, ctx, fmt.Sprintf(`document.getElementById("plane-title").textContent === %q && `+idle, name))
			allRows(t, ctx)
		}
		samples(t, ctx, n)
	}
}
