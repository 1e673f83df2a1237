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
	ctx := opened(t, "spirals", 1440, 1000)
	click(t, ctx, "#model summary", "input[name=preset][value=both]")
	until(t, ctx, idle+` && document.querySelectorAll("#plane .pane").length === 2`)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	crosses := count(t, ctx, "#plane .external > *")
	clickAt(t, ctx, 0.1, 0.6, chromedp.ButtonModifiers(shift))
	until(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .external > *").length === %d`, crosses+2))

	const (
		groups = `[...document.querySelectorAll("#plane .samples")]`
		dots   = groups + `.map((g) => g.innerHTML).join()`
	)
	asDrawnAnew := func(what string) {
		until(t, ctx, idle)
		got := evaluate[string](t, ctx, dots)
		same(t, ctx, groups+`.filter((g) => { const clip = /#([^)"']+)/.exec(g.closest("[clip-path]")?.getAttribute("clip-path")); return clip !== null && g.ownerSVGElement.querySelector("#" + clip[1]) !== null; }).length`, 2, "%s: the samples of %d pictures are cut off at their edges, not of 2", what)
		evaluate[bool](t, ctx, `(document.querySelectorAll("#plane .frame > svg").forEach((svg) => svg.remove()), true)`)
		clickUntil(t, ctx, "#all-links", groups+`.length === 2`)
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		want := evaluate[string](t, ctx, dots)
		expect(t, got == want && len(got) >= 10000, "%s: the samples aren't those of a new picture (%d and %d bytes)", what, len(got), len(want))
	}
	asDrawnAnew("at first")

	evaluate[bool](t, ctx, `(globalThis.before = `+groups+`, true)`)
	drag(t, ctx, 0.1, 0.6, 0.15, -0.6)
	same(t, ctx, groups+`.map((g, i) => g === before[i]).join()`, "true,true", "while an external point was dragged, the samples stayed in the pictures: %s")
	asDrawnAnew("after an external point's way")

	at := evaluate[[]float64](t, ctx, `xaiaPage.sets.plane.find((s) => s.id === "spirals").x[10]`)
	before := evaluate[string](t, ctx, dots)
	drag(t, ctx, at[0], at[1], at[0]+0.3, at[1]+0.3)
	expect(t, evaluate[string](t, ctx, dots) != before, "a sample was dragged, and all are where they were")
	asDrawnAnew("after a sample's way")

	wheel(t, ctx, 0, 0, -200)
	expect(t, evaluate[string](t, ctx, dots) != before, "zoomed, and all samples are where they were")
	asDrawnAnew("zoomed")
}
