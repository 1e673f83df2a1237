//go:build !js

package web_test

import (
	"net/http"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// Python in the page runs a notebook of the course: it fits, explains, and draws a picture that answers a click.
func TestPyodide(t *testing.T) {
	wheels, err := filepath.Glob("../../../dist/python/xaia-*-any.whl")
	if err != nil || len(wheels) != 1 {
		t.Fatalf("the pure wheel isn't built: %q (%v)", wheels, err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir("../../../examples/pyodide")))
	mux.Handle("/pyodide/", http.StripPrefix("/pyodide/", http.FileServer(http.Dir("../pyodide/node_modules/pyodide"))))
	for name, file := range map[string]string{"/xaia.whl": wheels[0], "/notebook.ipynb": "../../../examples/course/in-a-page.ipynb"} {
		mux.HandleFunc(name, func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, file) })
	}
	ctx := visited(t, 900, 1200, served(t, mux))
	until(t, ctx, `document.getElementById("state").textContent === "Python is ready."`)
	none(t, ctx, `[...document.querySelectorAll(".error")].map((e) => e.textContent)`, "the notebook says %q")
	said := func(want string) {
		until(t, ctx, `[...document.querySelectorAll(".output")].some((o) => `+want+`.test(o.textContent))`)
	}
	said(`/^12 flats; the largest error on them is 0\n$/`)
	said(`/^\d+ weak\n$/`)
	said(`/^\[9000(\.0)?\] \['strong'\]\nTrue\n$/`)
	// The explanation is a table with the flats' names, which add up.
	until(t, ctx, `/Kirchgasse|Inselweg|Eichenring/.test(document.querySelector(".xaia-explanation table")?.textContent)`)
	// The picture is in a frame of its own, with the engine that the page carries once.
	const frame = `document.querySelector(".xaia-plot iframe").contentDocument`
	const plot = frame + `.querySelector("xaia-plot")`
	until(t, ctx, frame+` !== null && `+plot+`?.shadowRoot?.querySelectorAll(".plane .samples > *").length >= 12`)
	caption := plot + `.shadowRoot.querySelector("figcaption").textContent`
	before := evaluate[string](t, ctx, caption)
	evaluate[bool](t, ctx, `(document.querySelector(".xaia-plot").scrollIntoView(), true)`)
	at := evaluate[[]float64](t, ctx, `(() => { const f = document.querySelector(".xaia-plot iframe").getBoundingClientRect(), b = [...`+plot+`.shadowRoot.querySelectorAll(".plane .samples > *")].at(-1).getBoundingClientRect(); return [f.x + b.x + b.width / 2, f.y + b.y + b.height / 2]; })()`)
	do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
	until(t, ctx, caption+` !== `+strconv.Quote(before))
	// A cell that is changed and run again shows the new answer; an error shows where it was made.
	const first = `document.querySelectorAll("textarea")[1]`
	evaluate[bool](t, ctx, `(`+first+`.value = "print(XaiaRegressor().fit([[0], [1]], [5, 7]).predict([[1]]))", `+first+`.nextSibling.click(), true)`)
	said(`/^\[7(\.0)?\]\n$/`)
	after(t, ctx, ``+first+`.value = "XaiaRegressor().fit([[0], [None]], [5, 7])", `+first+`.nextSibling.click()`, `/XaiaError: .*missing/s.test(document.querySelector(".error")?.textContent)`)
	save(t, ctx, "pyodide")
}
