//go:build !js

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// A picture takes the samples over from the one whose place it takes, if they stay as
// they are; what is there then is what a picture has that is drawn from nothing.
func TestSamplesStayInThePicture(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	open(t, ctx, "spirals")
	click(t, ctx, "#model summary")
	click(t, ctx, "input[name=preset][value=both]")
	until(t, ctx, idle+` && document.querySelectorAll("#plane .pane").length === 2`)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	crosses := count(t, ctx, "#plane .external > *")
	x, y := screen(t, ctx, 0.1, 0.6)
	do(t, ctx, chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(chromedp.ModifierShift)))
	until(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .external > *").length === %d`, crosses+2))

	const (
		groups = `[...document.querySelectorAll("#plane .samples")]`
		dots   = groups + `.map((g) => g.innerHTML).join()`
	)
	asDrawnAnew := func(what string) {
		t.Helper()
		until(t, ctx, idle)
		got := evaluate[string](t, ctx, dots)
		if n := evaluate[int](t, ctx, groups+`.filter((g) => { const clip = /#([^)"']+)/.exec(g.closest("[clip-path]")?.getAttribute("clip-path")); return clip !== null && g.ownerSVGElement.querySelector("#" + clip[1]) !== null; }).length`); n != 2 {
			t.Errorf("%s: the samples of %d pictures are cut off at their edges, not of 2", what, n)
		}
		evaluate[bool](t, ctx, `(document.querySelectorAll("#plane .frame > svg").forEach((svg) => svg.remove()), true)`)
		click(t, ctx, "#all-links")
		until(t, ctx, groups+`.length === 2`)
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		if want := evaluate[string](t, ctx, dots); got != want || len(got) < 10000 {
			t.Errorf("%s: the samples aren't those of a new picture (%d and %d bytes)", what, len(got), len(want))
		}
	}
	asDrawnAnew("at first")

	evaluate[bool](t, ctx, `(globalThis.before = `+groups+`, true)`)
	drag(t, ctx, 0.1, 0.6, 0.15, -0.6)
	if kept := evaluate[string](t, ctx, groups+`.map((g, i) => g === before[i]).join()`); kept != "true,true" {
		t.Errorf("while an external point was dragged, the samples stayed in the pictures: %s", kept)
	}
	asDrawnAnew("after an external point's way")

	at := evaluate[[]float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "spirals").x[10]`)
	before := evaluate[string](t, ctx, dots)
	drag(t, ctx, at[0], at[1], at[0]+0.3, at[1]+0.3)
	if evaluate[string](t, ctx, dots) == before {
		t.Error("a sample was dragged, and all are where they were")
	}
	asDrawnAnew("after a sample's way")

	wheel(t, ctx, 0, 0, -200)
	if evaluate[string](t, ctx, dots) == before {
		t.Error("zoomed, and all samples are where they were")
	}
	asDrawnAnew("zoomed")
	problems(t, ctx)
}
