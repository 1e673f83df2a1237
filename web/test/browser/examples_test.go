//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// installed copies an app of examples into a folder of its own, the package beside it, as npm install leaves it.
func installed(t *testing.T, example string) string {
	folder := t.TempDir()
	check(t, os.CopyFS(folder, os.DirFS("../../../examples/"+example)))
	if err := os.CopyFS(filepath.Join(folder, "node_modules/xaia"), os.DirFS("../../../dist/npm")); err != nil {
		t.Fatal("dist/npm is not built: run ./build.sh first")
	}
	return folder
}

func says(t *testing.T, ctx context.Context, id, want string) {
	until(t, ctx, fmt.Sprintf(`document.getElementById(%q)?.textContent === %q`, id, want))
}

// The form of prices: an estimate with its interval and corrections, a correction that the learner takes in, and a model
// that is there again after a reload, from IndexedDB.
func TestPriceForm(t *testing.T) {
	ctx := visited(t, 900, 1000, served(t, http.FileServer(http.Dir(installed(t, "prices")))))
	estimate := func(area string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.querySelector("[name=area]").value = %q, document.getElementById("price").textContent = "", true)`, area))
		clickUntil(t, ctx, "#flat button", `document.getElementById("price").textContent !== ""`)
	}
	correct := func(price, state string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.getElementById("paid").value = %q, true)`, price))
		click(t, ctx, "#correction button")
		says(t, ctx, "state", state)
	}
	// What the page shows, read back as numbers.
	euros := func(selector string) []float64 {
		return evaluate[[]float64](t, ctx, fmt.Sprintf(`[...document.querySelector(%q).textContent.matchAll(/([-+]?)€([\d,]+)/g)].map(([, sign, digits]) => Number(sign + digits.replaceAll(",", "")))`, selector))
	}

	says(t, ctx, "state", "fitted: 240 sales")
	until(t, ctx, `document.querySelectorAll("#sales li").length === 3`)
	estimate("97")
	first, interval := euros("#price")[0], euros("#interval")
	// The rule that the sales are made by: 4200 · 97 · (1 - 20/250) + 8000 · 3, give or take a twentieth.
	expect(t, first >= 0.9*398808 && first <= 1.1*398808, "97 m² in Ulm are worth %v", first)
	expect(t, len(interval) == 2 && interval[0] < first && first < interval[1] && interval[1]-interval[0] < first/2, "the interval of %v is %v", first, interval)
	corrections := evaluate[[]string](t, ctx, `[...document.querySelectorAll("#corrections li")].map((c) => c.textContent.split(":")[0])`)
	expect(t, fmt.Sprint(corrections) == "[area rooms age town]" && len(euros("#corrections")) == 4, "corrections of %q: %v", corrections, euros("#corrections"))

	correct("500000", "saved: 241 sales")
	says(t, ctx, "price", "€500,000")
	says(t, ctx, "known", "The model knows this flat.")
	of := euros("#interval")
	expect(t, of[0] <= 500000 && 500000 <= of[1], "the interval after the correction: %v", of)
	reload(t, ctx)
	says(t, ctx, "state", "loaded: 241 sales")
	estimate("97")
	says(t, ctx, "price", "€500,000")

	// Another price of the same flat: the mean of both.
	correct("520000", "saved: 242 sales")
	says(t, ctx, "price", "€510,000")
	reload(t, ctx)
	says(t, ctx, "state", "loaded: 242 sales")

	// A price that can't be one is said where the user looks, and changes nothing.
	evaluate[bool](t, ctx, `(document.getElementById("paid").type = "text", document.getElementById("paid").value = "much", true)`)
	clickUntil(t, ctx, "#correction button", `/NaN/.test(document.getElementById("state").textContent)`)
	estimate("97")
	says(t, ctx, "price", "€510,000")

	click(t, ctx, "#again")
	says(t, ctx, "state", "fitted: 240 sales")
	estimate("97")
	equal(t, euros("#price")[0], first, "the model fitted anew says %v")
	// A stored model that isn't one doesn't lock the user out.
	evaluate[bool](t, ctx, `import("./store.js").then((store) => store.keep(new Uint8Array([1, 2, 3]))).then(() => true)`)
	reload(t, ctx)
	says(t, ctx, "state", "fitted: 240 sales")
}

// The page with the script tag, opened from its folder: no server, no module, no fetch.
func TestScriptTagFromAFile(t *testing.T) {
	folder := folderOf(t, map[string]string{"index.html": read(t, "../../../examples/script/index.html"), "inline.global.js": read(t, "../../../dist/npm/inline.global.js")})
	ctx := visited(t, 900, 700, "file://"+folder+"/index.html")
	until(t, ctx, `document.getElementById("said")?.textContent.startsWith("versicolor, because of sample 5 (4.5, 1.5)")`)
	evaluate[bool](t, ctx, `(document.getElementById("length").value = "1.4", document.getElementById("width").value = "0.2", document.getElementById("width").dispatchEvent(new Event("input")), true)`)
	says(t, ctx, "said", "setosa, because of sample 0 (1.4, 0.2); strong")
	same(t, ctx, "location.protocol", "file:", "the page came from %s")
}

// xaia/sync in a worker of a page: the first call gives its result; on the page itself the error says what to do.
func TestSyncInAWorker(t *testing.T) {
	files := http.FileServer(http.Dir("../../../dist/npm"))
	server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/worker.mjs":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, `import {fit} from "./sync.mjs"; postMessage(fit([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]).predict([0.1, 0.9]));`)
		case "/":
			fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><title>sync</title>`)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	ctx := visited(t, 800, 600, server)
	answer := `new Promise((resolve, reject) => Object.assign(new Worker("/worker.mjs", {type: "module"}), {onmessage: (e) => resolve(e.data), onerror: (e) => reject(e.message)}))`
	same(t, ctx, answer, "b", "the worker answers %q")
	const want = "unsupported: The engine has not started yet, and a page can't wait for it within a call. Await initialize() of xaia/sync first, or import xaia, whose calls return promises."
	same(t, ctx, `import("/sync.mjs").then((xaia) => { try { xaia.fit([[0]], [1]); } catch (e) { return e.code + ": " + e.message; } })`, want, "the page says %q")
	same(t, ctx, `import("/sync.mjs").then(async (xaia) => { await xaia.initialize(); return xaia.fit([[0], [1]], ["a", "b"]).predict([0.9]).join(); })`, "b", "once it has started, the page answers %q")
}

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
	clickXY(t, ctx, at[0], at[1])
	until(t, ctx, caption+` !== `+strconv.Quote(before))
	// A cell that is changed and run again shows the new answer; an error shows where it was made.
	const first = `document.querySelectorAll("textarea")[1]`
	evaluate[bool](t, ctx, `(`+first+`.value = "print(XaiaRegressor().fit([[0], [1]], [5, 7]).predict([[1]]))", `+first+`.nextSibling.click(), true)`)
	said(`/^\[7(\.0)?\]\n$/`)
	after(t, ctx, ``+first+`.value = "XaiaRegressor().fit([[0], [None]], [5, 7])", `+first+`.nextSibling.click()`, `/XaiaError: .*missing/s.test(document.querySelector(".error")?.textContent)`)
	save(t, ctx, "pyodide")
}

// The app of a table: a CSV is dropped, a row asked for and said why, its answer corrected, and all is there after a reload.
func TestTableApp(t *testing.T) {
	ctx := visited(t, 900, 800, served(t, http.FileServer(http.Dir(installed(t, "table")))))
	lines := strings.Count(string(must(os.ReadFile("../../../examples/table/table.js"))(t)), "\n")
	expect(t, lines <= 60, "the app has %d lines", lines)
	give(t, ctx, "#file", "flats.csv", csv("area,town,price", 120, func(i int) string {
		town := []string{"Ulm", "Bern", "Graz"}[i%3]
		return fmt.Sprintf("%d,%s,%d", 30+i, town, 1000*(30+i)+50_000*(i%3))
	}))
	says(t, ctx, "answer", "120 rows")
	ask := func(area, town, want string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(document.querySelector("[name=area]").value = %q, document.querySelector("[name=town]").value = %q, true)`, area, town))
		clickUntil(t, ctx, "#row button", want)
	}
	price := func(least, most int) string {
		return fmt.Sprintf(`(v => v >= %d && v <= %d)(Number(document.getElementById("answer").textContent))`, least, most)
	}
	ask("70.5", "Bern", price(105_000, 135_000))
	until(t, ctx, `document.querySelectorAll("#why li").length === 3 && /^row \d+: \d+, weight [01]\.\d\d$/.test(document.querySelector("#why li").textContent)`)
	evaluate[bool](t, ctx, `(document.getElementById("truth").value = "222000", true)`)
	clickUntil(t, ctx, "#correction button", price(222_000, 222_000))
	reload(t, ctx)
	says(t, ctx, "answer", "121 rows")
	ask("70.5", "Bern", price(222_000, 222_000))
	evaluate[bool](t, ctx, `(document.getElementById("truth").value = "200000", true)`)
	clickUntil(t, ctx, "#correction button", price(200_000, 200_000)) // now it is a sample
	// Classes, by another target; then what is no table.
	give(t, ctx, "#file", "flats.csv", "area,town\n30,Ulm\n35,Ulm\n80,Bern\n90,Bern\n")
	says(t, ctx, "answer", "4 rows")
	evaluate[bool](t, ctx, `(document.querySelector("[name=area]").value = "33", true)`)
	clickUntil(t, ctx, "#row button", begins("#answer", "Ulm"))
	give(t, ctx, "#file", "empty.csv", "")
	until(t, ctx, `/empty|no rows|nothing/i.test(document.getElementById("answer").textContent)`)
}
