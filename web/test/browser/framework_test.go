//go:build !js && framework

package web_test

import "testing"

// An Observable Framework project, built by npm: ./build.sh framework builds it and
// runs this. Its build asks a public address for the versions of its libraries, so it
// is no part of ./build.sh test.
func TestFrameworkReactsToASlider(t *testing.T) {
	ctx := tab(t, 900, 900)
	navigate(t, ctx, serving(t, "../framework/dist", "", "")+"/index.html")
	caption := `document.querySelector(".xaia-plot").shadowRoot.querySelector("figcaption").textContent`
	until(t, ctx, caption+` === "New point 0: b, recognised in layer 1, from sample 1."`)
	evaluate[bool](t, ctx, `(() => { const s = document.getElementById("slider"); s.value = "0.95"; return s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	until(t, ctx, caption+` === "New point 0: a, recognised in layer 1, from sample 3."`)
	clickPlane(t, ctx, 1, 0)
	until(t, ctx, `document.getElementById("said").textContent === "b"`)
	equal(t, count(t, ctx, ".xaia-plot"), 1, "%d widgets are on the page")
}
