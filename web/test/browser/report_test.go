//go:build !js

package web_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
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

	alone := offline(t, file)
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
	shown(t, alone, `document.getElementById("answer").textContent.match(/, recognised in layer \d+, from row \d+/) !== null`)
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

// offline opens a file in a browser that reaches nothing.
func offline(t *testing.T, file string) context.Context {
	t.Helper()
	alone := chromium(t, 900, 1000, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.Flag("proxy-server", "127.0.0.1:9"), chromedp.Flag("proxy-bypass-list", "<-loopback>"))
	watch(t, alone)
	do(t, alone, chromedp.Navigate("file://"+file))
	return alone
}

// The report that the command writes is the page's: its pictures have names, and a row is answered.
func TestReportOfTheCommand(t *testing.T) {
	folder := t.TempDir()
	overlay, file := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "report.html")
	if err := os.WriteFile(overlay, []byte(`{"Replace": {"cmd/xaia/report.mjs": "dist/site/report.mjs"}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("tree,height,leaf,island\n")
	for i := range 40 {
		fmt.Fprintf(&table, "Tree </script> %d,%d,%s,%s\n", i, 3*i+i*i%5, []string{"round", "long"}[i/10%2], []string{"north", "<b>south"}[i/20])
	}
	for _, step := range [][]string{
		{"go", "build", "-overlay", overlay, "-o", folder, "./cmd/xaia"},
		{folder + "/xaia", "fit", "-", "--target", "island", "--names", "tree", "-o", folder + "/trees.xaia"},
		{folder + "/xaia", "report", folder + "/trees.xaia", "-o", file},
	} {
		c := exec.Command(step[0], step[1:]...)
		c.Dir, c.Stdin = "../../..", strings.NewReader(table.String())
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", step, err, out)
		}
	}
	alone := offline(t, file)
	shown(t, alone, `/^The answer: (north|<b>south), .*Tree <\/script> \d+/.test(document.getElementById("answer")?.textContent)`)
	if got := evaluate[[]string](t, alone, `[...document.querySelectorAll("#row label")].map((l) => l.textContent)`); !slices.Equal(got, []string{"height", "leaflonground"}) {
		t.Errorf("the row asks for %q", got)
	}
	evaluate[bool](t, alone, `(() => { const field = document.querySelector("#row input"); field.value = "119"; field.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	shown(t, alone, `document.getElementById("answer").textContent.startsWith("The answer: <b>south, ")`)
	if wrong := evaluate[[]string](t, alone, `globalThis.wrong`); len(wrong) > 0 {
		t.Errorf("the report says %q", wrong)
	}
	save(t, alone, "report-command")
}

// A card is a picture that stands alone: the question, the answer, the samples by their names with their weights, and the sum that
// gives the answer. Where the network doesn't know, nothing on it sounds sure.
func TestCard(t *testing.T) {
	ctx := browser(t, 1440, 900)
	var table strings.Builder
	table.WriteString("car,power (hp),weight (lb),year,economy (mpg)\n")
	random := uniform(5)
	for i := range 60 {
		power, year := 50+150*random(), 70+12*random()
		fmt.Fprintf(&table, "Car %c%c,%.0f,%.0f,%.1f,%.1f\n", 'A'+i/20, 'a'+i%20, power, 1500+15*power+800*random(), year, 60-power/4+year/5)
	}
	openTable(t, ctx, "cars.csv", table.String())
	samples(t, ctx, 60)
	click(t, ctx, "#model summary")
	choose(t, ctx, "lines", "yes: answers follow the slope")
	until(t, ctx, idle+` && document.querySelector("#why .amounts") !== null && document.getElementById("plane").dataset.painted === "true"`)
	// What is written on the card, where it ends, and the card.
	const card = `(async () => {
		const found = {texts: [], right: 0, low: 0};
		const write = CanvasRenderingContext2D.prototype.fillText;
		CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
			if (this.canvas.width === 2400) {
				found.texts.push(text);
				found.right = Math.max(found.right, x + this.measureText(text).width);
				found.low = Math.max(found.low, y);
			}
			return write.call(this, text, x, y);
		};
		const blob = await new Promise((done, fail) => {
			URL.createObjectURL = (blob) => (done(blob), "data:,");
			document.getElementById("chart").value = "card";
			document.getElementById("save-png").click();
			setTimeout(() => fail(new Error(document.getElementById("notice").textContent)), 15000);
		});
		CanvasRenderingContext2D.prototype.fillText = write;
		const picture = await createImageBitmap(blob), canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext("2d");
		pen.drawImage(picture, 0, 0);
		const d = pen.getImageData(100, 300, 1000, 700).data, colours = new Set();
		for (let i = 0; i < d.length; i += 44) colours.add((d[i] << 16) + (d[i + 1] << 8) + d[i + 2]);
		return {...found, type: blob.type, width: picture.width, height: picture.height, colours: colours.size};
	})()`
	type drawn struct {
		Texts                  []string
		Type                   string
		Right, Low             float64
		Width, Height, Colours int
	}
	look := func() (drawn, string) {
		t.Helper()
		reveal(t, ctx, "#save-png")
		got := evaluate[drawn](t, ctx, card)
		if got.Type != "image/png" || got.Width != 2400 || got.Height != 1260 || got.Colours < 100 || got.Right > 1160 || got.Low > 620 {
			t.Errorf("%+v", got)
		}
		return got, strings.Join(got.Texts, " ")
	}
	got, said := look()
	for _, want := range []string{"power (hp) ", "economy (mpg)", text(t, ctx, "#made-by li .number"), " others", "from these samples, ", evaluate[string](t, ctx, `document.getElementById("answer-value").firstChild.textContent`) + " = "} {
		if !strings.Contains(said, want) {
			t.Errorf("the card lacks %q: %q", want, said)
		}
	}
	if !slices.ContainsFunc(got.Texts, regexp.MustCompile(`^Car [A-C][a-t] \(\d+(\.\d+)?\)$`).MatchString) {
		t.Errorf("the card names nobody: %q", got.Texts)
	}
	// The sum, to the last digit.
	numbers := regexp.MustCompile(`[−+]?[\s\x{a0}]*\d+\.\d+`)
	sentence := said[strings.Index(said, " = ")+3:]
	sentence = regexp.MustCompile(`is \d[\d,.]* (higher|lower)`).ReplaceAllString(sentence, "")
	sum, digits := 0.0, regexp.MustCompile(`[\s\x{a0}+]`)
	for _, n := range numbers.FindAllString(sentence, -1) {
		v, err := strconv.ParseFloat(strings.Replace(digits.ReplaceAllString(n, ""), "−", "-", 1), 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += v
	}
	if value := evaluate[string](t, ctx, `document.getElementById("answer-value").firstChild.textContent`); fmt.Sprintf("%.*f", len(value)-strings.Index(value, ".")-1, sum) != value {
		t.Errorf("the sentence adds up to %g, the answer is %s: %q", sum, value, sentence)
	}

	// A class's sign; copied.
	open(t, ctx, "rings")
	until(t, ctx, idle+` && document.getElementById("answer-value").textContent !== ""`)
	if _, said := look(); !regexp.MustCompile(`[●▲]  (inner|outer) `).MatchString(said) {
		t.Errorf("the card of a class says %q", said)
	}
	evaluate[bool](t, ctx, `(globalThis.copied = "", navigator.clipboard.write = async ([item]) => { copied = (await item.getType("image/png")).size; }, document.getElementById("chart").value = "card-copied", document.getElementById("save-png").click(), true)`)
	until(t, ctx, `copied > 20000 && document.getElementById("live").textContent === "The card is copied." && document.getElementById("save-png").textContent === "Copied"`)
	click(t, ctx, "#far")
	until(t, ctx, idle+` && document.getElementById("answer-value").textContent === "I don't know."`)
	if got, said := look(); !strings.Contains(said, "I don't know. Nothing here is like this.") || regexp.MustCompile(`inner|outer|sample \d|0\.\d`).MatchString(strings.Join(got.Texts[1:], " ")) {
		t.Errorf("far outside, the card says %q", said)
	}
	// Without an answer in the plane there is none.
	click(t, ctx, "#clear")
	reveal(t, ctx, "#save-png")
	evaluate[bool](t, ctx, `(document.getElementById("save-png").click(), true)`)
	until(t, ctx, `document.getElementById("notice").textContent.startsWith("A card shows an answer in the plane")`)
}
