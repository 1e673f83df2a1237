//go:build !js

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/internal/pace"
	"github.com/xaia-go/xaia/web/site"
)

// paperPage opens paper.html as the site serves it, but for the files that
// instead has.
func paperPage(t *testing.T, instead map[string]http.HandlerFunc, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if _, err := os.Stat("../../../dist/site/paper.wasm"); err != nil {
		t.Fatal("dist/site is not built: run ./build.sh first")
	}
	handler := site.Handler("../../../dist/site")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if f := instead[r.URL.Path]; f != nil {
			f(w, r)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	ctx := chromium(t, 1440, 1000, flags...)
	watch(t, ctx)
	do(t, ctx, chromedp.Navigate(server.URL+"/paper.html"))
	return ctx
}

// within waits longer than until does.
func within(t *testing.T, ctx context.Context, limit time.Duration, expression string) {
	t.Helper()
	for end := time.Now().Add(pace.Of(limit)); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if run(t, ctx, chromedp.Evaluate[bool](expression)) {
			return
		}
	}
	t.Fatalf("never true: %s\nthe page says: %s", expression, text(t, ctx, "#notice"))
}

// cell is what stands in a table: the figure, its verdict and what is beside it.
func cell(t *testing.T, ctx context.Context, table, row, column string) []string {
	t.Helper()
	return run(t, ctx, chromedp.Evaluate[[]string](fmt.Sprintf(`(() => {
		const table = document.getElementById(%q);
		const column = [...table.querySelectorAll("thead th")].findIndex((th) => th.textContent === %q);
		const row = [...table.querySelectorAll("tbody tr")].find((tr) => tr.cells[0].textContent === %q);
		const cell = row?.cells[column];
		return cell ? [cell.firstChild.textContent, cell.dataset.verdict ?? "", cell.querySelector("small")?.textContent ?? ""] : ["no such cell", "", ""];
	})()`, table, column, row)))
}

func sideways(t *testing.T, ctx context.Context) {
	t.Helper()
	if wide := run(t, ctx, chromedp.Evaluate[float64](`document.documentElement.scrollWidth - document.documentElement.clientWidth`)); wide > 0 {
		t.Errorf("the page scrolls %v px sideways", wide)
	}
}

// whole says that no table's last rows are out of sight.
func whole(t *testing.T, ctx context.Context) {
	t.Helper()
	if cut := run(t, ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".scroll")].filter((box) => box.checkVisibility() && box.scrollHeight > box.clientHeight).map((box) => box.ariaLabel)`)); len(cut) > 0 {
		t.Errorf("%d tables are cut off: %q", len(cut), cut)
	}
}

// The whole page: cancelled, started again, computed under two minutes, nothing
// in it a mismatch.
func TestPaper(t *testing.T) {
	ctx := paperPage(t, nil)
	until(t, ctx, `document.getElementById("notice").textContent.startsWith("Computing: ")`)
	do(t, ctx, chromedp.Click("#cancel"))
	until(t, ctx, `/^Cancelled\. \d+ sections are done\.$/.test(document.getElementById("notice").textContent) && document.getElementById("cancel").disabled`)
	if run(t, ctx, chromedp.Evaluate[bool](`document.documentElement.hasAttribute("data-done")`)) {
		t.Error("a cancelled page says that it is done")
	}

	do(t, ctx, chromedp.Click("#again"))
	until(t, ctx, `document.getElementById("cancel").disabled === false`)
	// Progress is told inside of a section, too.
	within(t, ctx, 60*time.Second, `document.getElementById("notice").textContent.includes("Figure 4") && document.getElementById("progress-bar").value > 0.05`)
	if !run(t, ctx, chromedp.Evaluate[bool](`(() => { const row = document.querySelector("#run .controls-row").getBoundingClientRect(), bar = document.getElementById("progress-bar").getBoundingClientRect(); return bar.width > 200 && bar.top >= row.top && bar.bottom <= row.bottom; })()`)) {
		t.Error("the progress is not in its row")
	}
	within(t, ctx, 110*time.Second, `document.documentElement.hasAttribute("data-done")`)
	seconds, err := strconv.ParseFloat(run(t, ctx, chromedp.Evaluate[string](`document.documentElement.dataset.done`)), 64)
	if err != nil {
		t.Error(err)
	}
	t.Logf("computed in %v seconds", seconds)
	problems(t, ctx)

	if got := text(t, ctx, "#mismatches"); got != "0" {
		t.Errorf("%s mismatches: %s", got, run(t, ctx, chromedp.Evaluate[string](`[...document.querySelectorAll("[data-verdict=mismatch]")].map((c) => c.parentElement.textContent).join("\n")`)))
	}
	// Every section was compared, and the counts are those of the marks.
	if n := count(t, ctx, "[data-section]:not([data-done])"); n != 0 {
		t.Errorf("%d sections are not done", n)
	}
	if got, marks := text(t, ctx, "#compared"), count(t, ctx, "tbody [data-verdict]"); got != strconv.Itoa(marks) || marks < 500 {
		t.Errorf("%s figures are compared, %d have a mark", got, marks)
	}
	if got, marks := text(t, ctx, "#slips"), count(t, ctx, "tbody [data-verdict=slip]"); got != strconv.Itoa(marks) {
		t.Errorf("%s slips, %d have the mark", got, marks)
	}

	for _, c := range []struct{ table, row, column, figure, verdict, beside string }{
		{"tnn-weights", "3", "b", "-15", "same", "printed -15"},
		{"pencil-figures", "sample 4 on neuron 2 of layer 1", "here", "0.50096", "slip", "printed 0.5676"},
		{"pencil-figures", "external 2 on neuron 2 of layer 2", "here", "0.9880", "same", "printed 0.9880"},
		{"table1", "o.", "SQANN", "9.8976", "same", "printed 9.898"},
		{"table1", "o.", "Lin", "36.445", "same", "printed 36.45"},
		{"table1", "o.", "MLP", "–", "", "printed 12.77"},
		{"table1", "e5", "SQANN", "7.998", "same", "printed 7.998"},
		{"table1", "e5", "kneigh", "4.798", "same", "printed 4.798"},
		{"table1", "e5", "absorbed", "211", "same", "printed 211"},
		{"table1", "e2", "SQANN", "3.076", "same", "printed 3.076"},
		{"table1", "e2", "absorbed", "319", "same", "printed 319"},
		{"table2", "o.", "SQANN", "93.276", "slip", "printed 93.80"},
		{"table2", "o.", "Ridge", "57.660", "slip", "printed 57.60"},
		{"table2", "e40", "SQANN", "52.091", "slip", "printed 53.96"},
		{"table2", "e40", "absorbed", "217", "slip", "printed 218"},
		{"table3-b", "o.", "SQANN", "12.646", "same", "printed 12.646"},
		{"table3-b", "e5", "SQANN", "2.604", "same", "printed 2.604"},
		{"table3-b", "e2", "SQANN", "1.270", "same", "printed 1.270"},
		{"table3-d", "o.", "SQANN", "108.608", "slip", "printed 93.80"},
		{"table3-d", "e40", "SQANN", "36.159", "same", "printed 36.159"},
		{"tables-methods", "table 3, D2, e40", "k-NN, best of 2 to 16", "48.527", "same", ""},
		{"tables-api", "table 1, e5", "absorbed", "211", "same", "Go 211"},
		{"tables-trees", "table 1, o.", "scikit-learn's is within", "yes", "same", ""},
		{"gap-errors", "three points on a line: 0, 0.3, −0.3", "the authors' program", "2", "same", ""},
		{"gap-errors", "three points on a line: 0, 0.3, −0.3", "xaia", "0", "same", ""},
		{"held-figures", "wine", "xaia", "0.955", "same", ""},
		{"fig4-example1", "0.01", "mean |error|", "0.02725", "same", "reference 0.02725"},
		{"fig4-fitting", "xaia", "largest error", "0", "same", ""},
	} {
		got := cell(t, ctx, c.table, c.row, c.column)
		if strings.TrimSpace(got[0]) != c.figure || got[1] != c.verdict || got[2] != c.beside {
			t.Errorf("%s, %s, %s is %q, want %q", c.table, c.row, c.column, got, []string{c.figure, c.verdict, c.beside})
		}
	}
	// The tree is there, is no copy of scikit-learn's figure, and is near it.
	tree := cell(t, ctx, "table1", "o.", "DTree")
	if v, err := strconv.ParseFloat(strings.TrimSpace(tree[0]), 64); err != nil || v < 7 || v > 8 || v == 7.356 {
		t.Errorf("the tree's cell is %q", tree)
	}
	// Far outside ours is never sure, the paper's is, on every set once scaled.
	far := run(t, ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll("#far-rates tbody tr")].map((tr) => [...tr.cells].slice(0, 3).map((c) => c.firstChild.textContent.trim()).join(" | "))`))
	for i, set := range []string{"iris", "wine", "cancer"} {
		if paper, ours := far[3*i+1], far[3*i+2]; paper != set+" | paper, min-max scaled | 500 (100.0 %)" || ours != set+" | xaia | 0 (0.0 %)" {
			t.Errorf("far outside: %q, %q", paper, ours)
		}
	}
	// Pictures with words for those who don't see them, one or more for each.
	for section, least := range map[string]int{"fig1": 1, "fig2": 6, "fig3a": 2, "pencil": 2, "fig3c": 2, "fig4": 12, "ends": 1} {
		if n := count(t, ctx, "#"+section+" figure svg[aria-label][aria-description]"); n < least {
			t.Errorf("%s has %d described pictures, want %d", section, n, least)
		}
	}

	sideways(t, ctx)
	whole(t, ctx)
	if askew := run(t, ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll("table")].flatMap((table) => [...table.tHead.rows[0].cells].filter((head, column) =>
		getComputedStyle(head).textAlign !== getComputedStyle(table.tBodies[0].rows[0].cells[column]).textAlign).map((head) => table.id + ": " + head.textContent))`)); len(askew) > 0 {
		t.Errorf("%d heads stand on the other side than what is below: %q", len(askew), askew)
	}
	for _, scheme := range []string{"light", "dark"} {
		prefers(t, ctx, scheme)
		accessible(t, ctx, "paper.html, "+scheme)
		save(t, ctx, "paper-1440-"+scheme)
	}
	prefers(t, ctx, "light")
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	until(t, ctx, `document.documentElement.clientWidth === 390 && [...document.querySelectorAll("figure svg")].every((svg) => svg.viewBox.baseVal.width <= 390 && svg.getBoundingClientRect().right <= 390)`)
	sideways(t, ctx)
	whole(t, ctx)
	save(t, ctx, "paper-390")

	// Printed on A4, whose width inside of Chromium's margins this is, no column is cut.
	do(t, ctx, chromedp.EmulateViewport(717, 1000))
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, `document.documentElement.clientWidth === 717 && !document.getElementById("cancel").checkVisibility()`)
	sideways(t, ctx)
	whole(t, ctx)
	if wide := run(t, ctx, chromedp.Evaluate[[]string](`[...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.ariaLabel)`)); len(wide) > 0 {
		t.Errorf("tables wider than a page: %q", wide)
	}
	save(t, ctx, "paper-print")
}

// A wrong figure is seen: one reference answer is changed on its way. The dark
// page is looked at on the way.
func TestPaperSeesAMismatch(t *testing.T) {
	ctx := paperPage(t, map[string]http.HandlerFunc{"/golden/rings.json": func(w http.ResponseWriter, _ *http.Request) {
		text, err := os.ReadFile("../../../testdata/golden/rings.json")
		other := strings.Replace(string(text), `"status": "hit"`, `"status": "interpolated"`, 1)
		if err != nil || other == string(text) {
			t.Errorf("the reference was not changed: %v", err)
		}
		w.Write([]byte(other))
	}}, chromedp.Flag("blink-settings", "preferredColorScheme=0"))
	within(t, ctx, 60*time.Second, `document.querySelector("#fig3c[data-done]") !== null`)
	if got := text(t, ctx, "#verdict"); got != "1 mismatch" {
		t.Errorf("the page says %q, want 1 mismatch", got)
	}
	if got := cell(t, ctx, "fig3c-kinds", "the authors' program", "answers as the reference's"); got[1] != "mismatch" || got[2] != "must be 96" {
		t.Errorf("the cell is %q", got)
	}
	if got := run(t, ctx, chromedp.Evaluate[string](`document.querySelector('#contents a[href="#fig3c"]').dataset.state`)); got != "mismatch" {
		t.Errorf("the contents say %q", got)
	}
	save(t, ctx, "paper-1440-dark")
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	until(t, ctx, `document.documentElement.clientWidth === 390 && [...document.querySelectorAll("figure svg")].every((svg) => svg.viewBox.baseVal.width <= 390)`)
	sideways(t, ctx)
	save(t, ctx, "paper-390-dark")

	nothingWrong(t, ctx)

	// index.html loads nothing of this page.
	do(t, ctx, chromedp.Navigate(run(t, ctx, chromedp.Evaluate[string]("location.origin"))))
	do(t, ctx, chromedp.WaitReady("html[data-ready] #plane svg"))
	if loaded := run(t, ctx, chromedp.Evaluate[string](`performance.getEntriesByType("resource").map((e) => new URL(e.name).pathname).filter((p) => /paper|data|golden/.test(p)).join(" ")`)); loaded != "" {
		t.Errorf("index.html loads %s", loaded)
	}
}

// A file that doesn't come is said; the next try goes on.
func TestPaperWithoutAFile(t *testing.T) {
	tries := 0
	ctx := paperPage(t, map[string]http.HandlerFunc{"/data/wine.csv": func(w http.ResponseWriter, r *http.Request) {
		if tries++; tries == 1 {
			http.NotFound(w, r)
			return
		}
		http.ServeFile(w, r, "../../../testdata/data/wine.csv")
	}})
	until(t, ctx, `document.getElementById("notice").textContent === "It stopped: ./data/wine.csv answered 404. Try again." && !document.getElementById("again").disabled`)
	if got := text(t, ctx, "#compared"); got != "0" {
		t.Errorf("%s figures are compared without the files", got)
	}
	do(t, ctx, chromedp.Click("#again"))
	until(t, ctx, `document.querySelector("#tnn[data-done]") !== null`)
	problems(t, ctx)
}
