//go:build !js

package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// What people found by trying everything: each of these went wrong once.

// A table that can't be fitted is chosen of again from where one was, also after its
// first line was said to be a row like the others.
func TestTableIsChosenOfAgain(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	give(t, ctx, "file", "texts.csv", "Ada,red\nBob,green\nCy,blue\nDee,white\n")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 3 rows, 2 columns" && document.getElementById("table-doubt") !== null`)
	click(t, ctx, "dialog.table [name=header]")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 4 rows, 2 columns"`)
	choose(t, ctx, "kind-of-target", "values")
	evaluate[bool](t, ctx, `(() => { const s = document.querySelector("dialog.table select[aria-label=target]"); s.value = "0"; s.dispatchEvent(new Event("change")); return true; })()`)
	choose(t, ctx, "kind-of-target", "values")
	click(t, ctx, "dialog.table button.main")
	said(t, ctx, "#notice", "“column 1” holds texts: they can only be classes.")
	click(t, ctx, "#notice button")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 4 rows, 2 columns"`)
	if got := evaluate[string](t, ctx, `[document.querySelector("dialog.table select[aria-label=target]").value, document.getElementById("kind-of-target").value].join()`); got != "0,values" {
		t.Errorf("chosen again, it begins with %q", got)
	}
	save(t, ctx, "table-doubt-1440")
	choose(t, ctx, "kind-of-target", "classes")
	click(t, ctx, "dialog.table button.main")
	said(t, ctx, "#plane-report", "4 samples")
}

// domain is the part of the plane that is shown: x from, x to, y from, y to.
func domain(t *testing.T, ctx context.Context) string {
	t.Helper()
	until(t, ctx, idle)
	return evaluate[string](t, ctx, `(() => { const s = document.querySelector("#plane .frame > svg"); return [...s.scale("x").domain, ...s.scale("y").domain].map((v) => v.toFixed(9)).join(); })()`)
}

// What is under the hand stays there, whatever the hand does: on an empty plane, with the outermost point of others, back and forth.
func TestViewStaysUnderTheHand(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	at := func(x, y float64) {
		t.Helper()
		px, py := screen(t, ctx, x, y)
		do(t, ctx, chromedp.MouseClickXY(px, py))
	}
	open(t, ctx, "xor")
	click(t, ctx, "#clear")
	said(t, ctx, "#notice", "No points yet.")
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	before := domain(t, ctx)
	for i, p := range [][2]float64{{-0.4, 0.2}, {-0.35, 0.25}, {0.1, 0.1}} {
		at(p[0], p[1])
		samples(t, ctx, i+1)
		if got := domain(t, ctx); got != before {
			t.Errorf("after click %d the view is %s, before %s", i+1, got, before)
		}
	}
	drag(t, ctx, 0.1, 0.1, 0.6, 0.6)
	click(t, ctx, "#undo")
	click(t, ctx, "#undo")
	samples(t, ctx, 2)
	if got := domain(t, ctx); got != before {
		t.Errorf("after undo the view is %s, before %s", got, before)
	}
	// On request it shows all, and another set has its own view.
	click(t, ctx, "#zoom-fit")
	until(t, ctx, `document.querySelector("#plane .frame > svg").scale("x").domain[1] < 0.5`)
	open(t, ctx, "rings")
	samples(t, ctx, 24)
	before = domain(t, ctx)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	drag(t, ctx, 3, 0, 0.5, 0.3)
	if got := domain(t, ctx); got != before {
		t.Errorf("after a drag the view is %s, before %s", got, before)
	}
	// Undone to the set before, its view comes back with it.
	click(t, ctx, "#undo")
	click(t, ctx, "#undo")
	samples(t, ctx, 2)
	until(t, ctx, `document.querySelector("#plane .frame > svg").scale("x").domain[1] < 0.5`)
	problems(t, ctx)
}

// Where rows conflict nothing on the page is about other points, both are marked, and each way out is a button.
func TestConflictsInWords(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	open(t, ctx, "moons")
	click(t, ctx, "#hold-out")
	samples(t, ctx, 32)
	until(t, ctx, `document.querySelector("#scores-table td:nth-child(3)")?.textContent.startsWith("0") || document.querySelector("#scores-table td:nth-child(3)")?.textContent === "1"`)
	click(t, ctx, "#construction summary")
	until(t, ctx, `document.getElementById("step").max > 0`)
	click(t, ctx, "#step-last")
	var table strings.Builder
	table.WriteString("size,weight,colour,species\n")
	for i := range 150 {
		fmt.Fprintf(&table, "%d,%d,red,%s\n", i-i/134, (i-i/134)*i%7*0, []string{"a", "b"}[i%2])
	}
	openTable(t, ctx, "rows.csv", table.String())
	said(t, ctx, "#notice", "Rows 134 and 135 have the same columns and different species. ")
	if got := text(t, ctx, "#notice"); strings.Contains(got, "X[") || strings.Contains(got, "duplicates") || !strings.Contains(got, "They are circled.") {
		t.Errorf("the notice has code in it: %q", got)
	}
	if n := count(t, ctx, "#plane .conflicts > *"); n != 2 {
		t.Errorf("%d points are marked, want 2", n)
	}
	until(t, ctx, `document.getElementById("scores-table").textContent === "" && document.getElementById("leave-out").hidden && document.getElementById("absorb-proof").textContent === ""`)
	if got := evaluate[string](t, ctx, `["answer", "made-by", "fingerprint", "plane-report", "step-sentence", "step-layers"].map((id) => document.getElementById(id).textContent).join("") + document.getElementById("point-x").value`); got != "" {
		t.Errorf("panels still say %q", got)
	}
	if got := text(t, ctx, "#absorb-state"); !strings.HasPrefix(got, "There are no external points.") {
		t.Errorf("the absorption panel says %q", got)
	}
	save(t, ctx, "conflict-rows-1440")
	press := func(title string) {
		t.Helper()
		evaluate[bool](t, ctx, fmt.Sprintf(`([...document.querySelectorAll("#notice button")].find((b) => b.textContent === %q).click(), true)`, title))
	}
	press("Leave out all 2")
	said(t, ctx, "#plane-report", "148 samples")
	click(t, ctx, "#undo")
	said(t, ctx, "#notice", "Rows 134 and 135 ")
	press("Take the majority")
	said(t, ctx, "#plane-report", "150 samples")
	click(t, ctx, "#undo")
	said(t, ctx, "#notice", "Rows 134 and 135 ")
}
