//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
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
	do(t, ctx, chromedp.Reload())
	says(t, ctx, "state", "loaded: 241 sales")
	estimate("97")
	says(t, ctx, "price", "€500,000")

	// Another price of the same flat: the mean of both.
	correct("520000", "saved: 242 sales")
	says(t, ctx, "price", "€510,000")
	do(t, ctx, chromedp.Reload())
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
	do(t, ctx, chromedp.Reload())
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
			fmt.Fprint(w, `import {fitSync} from "./sync.mjs"; postMessage(fitSync([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"]).predictSync([0.1, 0.9]));`)
		case "/":
			fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><title>sync</title>`)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	ctx := visited(t, 400, 300, server)
	answer := `new Promise((resolve, reject) => Object.assign(new Worker("/worker.mjs", {type: "module"}), {onmessage: (e) => resolve(e.data), onerror: (e) => reject(e.message)}))`
	same(t, ctx, answer, "b", "the worker answers %q")
	const want = "unsupported: fitSync needs the engine in this thread, which has not started yet. Await xaia.initialize({worker: false}) first, or use the asynchronous function. In Node and in workers, import xaia/sync instead."
	same(t, ctx, `import("/sync.mjs").then((xaia) => { try { xaia.fitSync([[0]], [1]); } catch (e) { return e.code + ": " + e.message; } })`, want, "the page says %q")
}
