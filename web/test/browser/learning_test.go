//go:build !js

package web_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// In a large table a click is learned in place of a fit, undone as well, and fitted anew on request.
func TestLearnsInALargeTable(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	var table strings.Builder
	table.WriteString("length,width,height,weight\n")
	for i := range 1200 {
		length, width, height := math.Sin(float64(i)), math.Cos(1.7*float64(i)), math.Sin(0.3*float64(i)+1)
		fmt.Fprintf(&table, "%.4f,%.4f,%.4f,%.4f\n", length, width, height, 2*length+width*width)
	}
	const report, verdict = "#plane-report", "#verdict"
	open(t, ctx, "moons")
	openTable(t, ctx, "bricks.csv", table.String())
	said(t, ctx, report, "1,200 samples in ")
	until(t, ctx, idle)
	if got := text(t, ctx, report); !strings.Contains(got, "fitted in ") || strings.Contains(got, "Fit anew") {
		t.Errorf("a table was opened, and the page says %q", got)
	}
	evaluate[bool](t, ctx, `([...document.querySelectorAll("#brush button")].find((b) => b.textContent.endsWith("value")).click(), true)`)
	act := func(detail string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById("plane").dispatchEvent(new CustomEvent("act", {detail: {%s}})), true)`, detail))
	}
	act(`type: "add", x: 0.111, y: 0.222`)
	said(t, ctx, report, "1,201 samples in ")
	until(t, ctx, idle)
	tells := func(what, not string) {
		t.Helper()
		until(t, ctx, fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, report, what))
		if got := text(t, ctx, report); strings.Contains(got, not) {
			t.Errorf("the page says %q", got)
		}
	}
	tells("learned in ", "fitted in ")
	tells("scales and relevance are those of the last fit. Fit anew", "ms.")
	// The sample that was learned is known at once.
	act(`type: "pick", kind: "sample", index: 1200`)
	said(t, ctx, verdict, "Recognised")
	until(t, ctx, `document.getElementById("made-by").textContent.includes("row 1201")`)
	click(t, ctx, "#undo")
	said(t, ctx, report, "1,200 samples in ")
	until(t, ctx, idle)
	tells("learned in ", "fitted in ")
	click(t, ctx, report+" button")
	tells("fitted in ", "learned in ")
	until(t, ctx, idle)
	click(t, ctx, `#plane-others [data-set=moons]`)
	said(t, ctx, report, "48 samples in ")
	until(t, ctx, idle)
	act(`type: "add", x: 0.5, y: 0.4`)
	said(t, ctx, report, "49 samples in ")
	tells("fitted in ", "learned in ") // of few samples, that takes no longer
	problems(t, ctx)
}

// Pointing at a place lights the neurons that would answer it, and leaving the plane lets them go.
func TestHoverLightsTheNetwork(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	open(t, ctx, "moons")
	until(t, ctx, idle)
	const marked = `[...document.querySelectorAll("#network .neuron")].filter((g) => g.querySelector(".halo")?.getAttribute("visibility") === "visible").map((g) => Number(g.dataset.sample)).sort((a, b) => a - b).join()`
	act := func(detail string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById("plane").dispatchEvent(new CustomEvent("act", {detail: {%s}})), true)`, detail))
	}
	act(`type: "hover", x: 0.45, y: 0.75, clientX: 300, clientY: 300`)
	until(t, ctx, `!document.getElementById("tip").hidden`)
	lit := evaluate[string](t, ctx, marked)
	if lit == "" || strings.Count(lit, ",") > 7 {
		t.Errorf("the neurons of samples %q are lit", lit)
	}
	act(`type: "leave"`)
	until(t, ctx, `document.getElementById("tip").hidden && `+marked+` === ""`)
	act(`type: "hover", x: 2.05, y: 0.2, clientX: 300, clientY: 300`)
	until(t, ctx, `!document.getElementById("tip").hidden && `+marked+` !== "" && `+marked+` !== `+fmt.Sprintf("%q", lit))
	problems(t, ctx)
}
