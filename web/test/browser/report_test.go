//go:build !js

package web_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/xaia-go/xaia/internal/pace"
)

// A report is one file. It opens from a folder without a network, answers a click and a row, and prints.
func TestReport(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	folder := t.TempDir()
	if _, err := chromedp.CallBrowser(ctx, protocol.SetDownloadBehavior, protocol.SetDownloadBehaviorParams{Behavior: protocol.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder}); err != nil {
		t.Fatal(err)
	}
	open(t, ctx, "penguins")
	until(t, ctx, idle)
	click(t, ctx, "#save-report")
	file := filepath.Join(folder, "report.html")
	for end := time.Now().Add(pace.Of(20 * time.Second)); ; time.Sleep(50 * time.Millisecond) {
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("there is no report; the page says %q", text(t, ctx, "#notice"))
		}
	}
	problems(t, ctx)

	alone := chromium(t, 900, 1000, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.Flag("proxy-server", "127.0.0.1:9"), chromedp.Flag("proxy-bypass-list", "<-loopback>"))
	watch(t, alone)
	do(t, alone, chromedp.Navigate("file://"+file))
	shown(t, alone, `document.getElementById("answer")?.textContent.startsWith("The answer: ")`)
	if got := evaluate[string](t, alone, `document.querySelector("#pictures > *").shadowRoot.querySelector("[role=alert]")?.textContent ?? ""`); got != "" {
		t.Fatalf("the report says %s", got)
	}
	// The pictures have the table's names.
	shown(t, alone, `(() => { const said = document.querySelector("#pictures > *").shadowRoot.textContent; return said.includes("culmen_length_mm") && !said.includes("x₁"); })()`)
	// A row far from the one shown has another answer.
	answer := text(t, alone, "#answer")
	names := evaluate[[]string](t, alone, `[...document.querySelectorAll("#row label span")].map((s) => s.textContent)`)
	if len(names) < 4 || len(names) > 7 {
		t.Errorf("the row has the columns %q", names)
	}
	evaluate[bool](t, alone, `(() => { for (const field of document.querySelectorAll("#row input")) { field.value = String(2 * Number(field.value)); field.dispatchEvent(new Event("input", {bubbles: true})); } return true; })()`)
	shown(t, alone, `document.getElementById("answer").textContent.includes("I don't know")`)
	if text(t, alone, "#answer") == answer {
		t.Errorf("another row is answered with %q, too", answer)
	}
	// A click on a sample: the sample answers, and the fields hold it.
	at := evaluate[[]float64](t, alone, `(() => { scrollTo(0, 0); const b = [...document.querySelector("#pictures > *").shadowRoot.querySelectorAll(".plane .samples > *")].at(-1).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()`)
	do(t, alone, chromedp.MouseClickXY(at[0], at[1]))
	shown(t, alone, `document.getElementById("answer").textContent.includes(", recognised in layer")`)
	save(t, alone, "report-900")
	printed, err := chromedp.Call(alone, page.PrintToPDF, page.PrintToPDFParams{})
	if err != nil || len(printed.Data) < 10000 {
		t.Errorf("the report doesn't print: %v", err)
	}
	if asked := evaluate[[]string](t, alone, `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => !/^(blob|data):/.test(name))`); len(asked) > 0 {
		t.Errorf("the report asks for %q", asked)
	}
	if wrong := evaluate[[]string](t, alone, `globalThis.wrong`); len(wrong) > 0 {
		t.Errorf("the report says %q", wrong)
	}
}
