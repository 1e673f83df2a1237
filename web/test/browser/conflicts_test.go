//go:build !js

package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Samples that can't all be fitted: each is refused in words, with ways out.

// Where rows conflict nothing on the page is about other points, both are marked, and each way out is a button.
func TestConflictsInWords(t *testing.T) {
	ctx := opened(t, "moons", 1440, 1000)
	clickUntil(t, ctx, "#hold-out", drawn(32))
	panel(t, ctx, "scores")
	until(t, ctx, `document.querySelector("#scores-table .mistakes li") !== null`)
	clickUntil(t, ctx, "#construction summary", `document.getElementById("step").max > 0`)
	table := csv("size,weight,colour,species", 150, func(i int) string {
		return fmt.Sprintf("%d,%d,red,%s", i-i/134, (i-i/134)%7, []string{"a", "b"}[min(i, 133+i/135*i)%2])
	})
	openTable(t, ctx, "rows.csv", table, 150)
	// Two rows that are equal in all get different outcomes here: those of the file are settled in its dialog.
	ofMenu(t, ctx, 133, 0, "● a")
	said(t, ctx, "#notice", "Rows 134 and 135 have the same columns, but different species. ")
	contains(t, ctx, "#notice", "They are circled.")
	suits(t, text(t, ctx, "#notice"), func(got string) bool { return !regexp.MustCompile(`X\[|duplicates`).MatchString(got) }, "the notice has code in it: %q")
	equal(t, count(t, ctx, "#plane .conflicts > *"), 2, "%d points are marked")
	until(t, ctx, `document.getElementById("scores-table").textContent === "" && document.getElementById("leave-out").hidden && document.getElementById("absorb-proof").textContent === ""`)
	said(t, ctx, "#absorb-state", "There are no new points.")
	// Panels are drawn one at a time, after the picture.
	until(t, ctx, `["answer-value", "recognition", "made-by", "fingerprint", "plane-report", "step-sentence", "step-layers"].map((id) => document.getElementById(id).textContent).join("") + document.getElementById("point-x").value === ""`)
	save(t, ctx, "conflict-rows-1440")
	press(t, ctx, "#notice button", "Leave out all 2")
	said(t, ctx, "#plane-report", "148 samples")
	clickUntil(t, ctx, "#undo", begins("#notice", "Rows 134 and 135 "))
	press(t, ctx, "#notice button", "Take the majority")
	said(t, ctx, "#plane-report", "150 samples")
	click(t, ctx, "#undo")
	complains(t, ctx, "Rows 134 and 135 ")
}

// What couldn't be taken away is no longer said once something is.
func TestComplaintEnds(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	choose(t, ctx, "chart", "the activation")
	clickUntil(t, ctx, "#save-svg", begins("#notice", "This chart is not on the screen."))
	choose(t, ctx, "chart", "the plane")
	clickUntil(t, ctx, "#save-svg", `document.getElementById("notice").textContent === ""`)
}

// All 333 samples that conflict are counted, circled and left out, by what the notice says.
func TestLeaveOutAllThatConflict(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	address := home(t, ctx)
	var points []string
	for i := range 111 { // three at a place, two of one class and one of the other
		for k := range 3 {
			points = append(points, fmt.Sprintf("%d,%d,%d", i%12, i/12, k/2))
		}
	}
	for i := range 20 {
		points = append(points, fmt.Sprintf("%d,20,%d", i, i%2))
	}
	visitPage(t, ctx, address+"#v=1&classes=a,b&columns=x,y&points="+strings.Join(points, ";"))
	said(t, ctx, "#notice", "Samples 0 and 2 are at the same place, but have different classes. In all, 333 samples have such conflicts. No network can reproduce both, so none was fitted. They are circled.")
	equal(t, count(t, ctx, "#plane .conflicts > *"), 333, "%d samples are circled")
	same(t, ctx, `[...document.querySelectorAll("#notice button")].map((b) => b.textContent).join()`, "Keep the first,Take the majority,Leave out all 333", "the ways out are %q")
	evaluate[bool](t, ctx, `([...document.querySelectorAll("#notice button")].at(-1).click(), true)`)
	samples(t, ctx, 20)
	said(t, ctx, "#plane-report", "20 samples")
	click(t, ctx, "#undo")
	complains(t, ctx, "Samples 0 and 2 ")
	samples(t, ctx, 353)
}

// A point that is dragged onto one with another outcome is refused in words; the notice goes when the point is dragged away.
func TestRejectedDrag(t *testing.T) {
	ctx := opened(t, "xor", 1440, 1000)
	move := func(x, y float64, began, done bool) {
		act(t, ctx, "plane", fmt.Sprintf(`type: "move", kind: "sample", index: 0, x: %g, y: %g, began: %t, done: %t`, x, y, began, done))
	}
	move(0.1, 0.5, true, false) // what a hand's events become, at a place that no hand meets
	until(t, ctx, idle)
	move(0, 1, false, false)
	said(t, ctx, "#notice", "Samples 0 and 1 are at the same place, but have different classes.")
	move(0, 1, false, true)
	until(t, ctx, idle)
	said(t, ctx, "#notice", "Samples 0 and 1 are at the same place, but have different classes.")
	n := count(t, ctx, "#plane .conflicts > *")
	expect(t, n == 2 && text(t, ctx, "#answer-value") == "" && count(t, ctx, "#notice button") == 3, "%d points are circled, the answer is %q, %d ways out", n, text(t, ctx, "#answer-value"), count(t, ctx, "#notice button"))
	move(0.2, 0.8, true, false)
	move(0.2, 0.7, false, true)
	until(t, ctx, idle+` && document.getElementById("notice").textContent === "" && document.querySelectorAll("#plane .conflicts > *").length === 0`)
	said(t, ctx, "#plane-report", "4 samples")
	problems(t, ctx)
	// Undone, the first drag is refused once more, then gone.
	clickUntil(t, ctx, "#undo", begins("#notice", "Samples 0 and 1 "))
	clickUntil(t, ctx, "#undo", idle+` && document.getElementById("notice").textContent === ""`)
}
