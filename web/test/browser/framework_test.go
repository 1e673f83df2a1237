//go:build !js && framework

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// An Observable Framework project, built by npm: ./build.sh framework builds it and
// runs this. Its build asks a public address for the versions of its libraries, so it
// is no part of ./build.sh test.
func TestFrameworkReactsToASlider(t *testing.T) {
	ctx := chromium(t, 900, 900)
	do(t, ctx, chromedp.Navigate(serving(t, "../framework/dist", "", "")+"/index.html"))
	caption := `document.querySelector(".xaia-plot").shadowRoot.querySelector("figcaption").textContent`
	shown(t, ctx, caption+` === "New point 0: b, recognised in layer 1, from sample 1."`)
	evaluate[bool](t, ctx, `(() => { const s = document.getElementById("slider"); s.value = "0.95"; return s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	shown(t, ctx, caption+` === "New point 0: a, recognised in layer 1, from sample 3."`)
	clickPlane(t, ctx, 1, 0, 0)
	shown(t, ctx, `document.getElementById("said").textContent === "b"`)
	if n := count(t, ctx, ".xaia-plot"); n != 1 {
		t.Errorf("%d widgets are on the page, want 1: moving the slider must not leave the old one", n)
	}
}
