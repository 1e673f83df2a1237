//go:build !js

package web_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// A report is one file. It opens from a folder without a network, answers a click and a row, and prints.
func TestReport(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	downloaded := downloads(t, ctx)
	open(t, ctx, "penguins")
	until(t, ctx, idle)
	click(t, ctx, "#save-report")
	file := filepath.Join(folderOf(t, map[string]string{"report.html": downloaded("report.html")}), "report.html")
	problems(t, ctx)

	alone := offline(t, file)
	within(t, alone, time.Minute, `document.getElementById("answer")?.textContent.startsWith("The answer: ")`) // the engine is in the file: WebKit takes ten seconds and more
	same(t, alone, `document.querySelector("#pictures > *").shadowRoot.querySelector("[role=alert]")?.textContent ?? ""`, "", "the report says %s")
	// The pictures have the table's names.
	until(t, alone, `(() => { const said = document.querySelector("#pictures > *").shadowRoot.textContent; return said.includes("culmen_length_mm") && !said.includes("x₁"); })()`)
	// A row far from the one shown has another answer.
	answer := text(t, alone, "#answer")
	suits(t, evaluate[[]string](t, alone, `[...document.querySelectorAll("#row label span")].map((s) => s.textContent)`), func(names []string) bool { return len(names) >= 4 && len(names) <= 7 }, "the row has the columns %q")
	evaluate[bool](t, alone, `(() => { for (const field of document.querySelectorAll("#row input")) { field.value = String(2 * Number(field.value)); field.dispatchEvent(new Event("input", {bubbles: true})); } return true; })()`)
	until(t, alone, `document.getElementById("answer").textContent.includes("I don't know")`)
	expect(t, text(t, alone, "#answer") != answer, "another row is answered with %q, too", answer)
	// A click on a sample: the sample answers, and the fields hold it.
	evaluate[bool](t, alone, `(scrollTo(0, 0), true)`)
	clickMiddle(t, alone, `[...document.querySelector("#pictures > *").shadowRoot.querySelectorAll(".plane .samples > *")].at(-1)`)
	until(t, alone, `document.getElementById("answer").textContent.match(/, recognised in layer \d+, from row \d+/) !== null`)
	save(t, alone, "report-900")
	t.Run("prints", func(t *testing.T) {
		expect(t, len(must(of(alone).pdf(alone))(t)) >= 10000, "the report doesn't print")
	})
	none(t, alone, `performance.getEntriesByType("resource").map((e) => e.name).filter((name) => !/^(blob|data):/.test(name))`, "the report asks for %q")
}

// offline opens a file in a browser that reaches nothing.
func offline(t *testing.T, file string) context.Context {
	return visited(t, 900, 1000, "file://"+file, chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND"), chromedp.Flag("proxy-server", "127.0.0.1:9"), chromedp.Flag("proxy-bypass-list", "<-loopback>"))
}

// The report that the command writes is the page's: its pictures have names, and a row is answered.
func TestReportOfTheCommand(t *testing.T) {
	folder := folderOf(t, map[string]string{"overlay.json": `{"Replace": {"cmd/xaia/report.mjs": "dist/site/report.mjs"}}`})
	overlay, file := filepath.Join(folder, "overlay.json"), filepath.Join(folder, "report.html")
	table := csv("tree,height,leaf,island", 40, func(i int) string {
		return fmt.Sprintf("Tree </script> %d,%d,%s,%s", i, 3*i+i*i%5, []string{"round", "long"}[i/10%2], []string{"north", "<b>south"}[i/20])
	})
	for _, step := range [][]string{
		{"go", "build", "-overlay", overlay, "-o", folder, "./cmd/xaia"},
		{folder + "/xaia", "fit", "-", "--target", "island", "--names", "tree", "-o", folder + "/trees.xaia"},
		{folder + "/xaia", "report", folder + "/trees.xaia", "-o", file},
	} {
		c := exec.Command(step[0], step[1:]...)
		c.Dir, c.Stdin = "../../..", strings.NewReader(table)
		ran(t, c)
	}
	alone := offline(t, file)
	until(t, alone, `/^The answer: (north|<b>south), .*Tree <\/script> \d+/.test(document.getElementById("answer")?.textContent)`)
	suits(t, evaluate[[]string](t, alone, `[...document.querySelectorAll("#row label")].map((l) => l.textContent)`), func(got []string) bool { return slices.Equal(got, []string{"height", "leafnot knownlonground"}) }, "the row asks for %q")
	evaluate[bool](t, alone, `(() => { const field = document.querySelector("#row input"); field.value = "119"; field.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`)
	until(t, alone, `document.getElementById("answer").textContent.startsWith("The answer: <b>south, ")`)
	save(t, alone, "report-command")
}

// A card is a picture that stands alone: the question, the answer, the samples by their names with their weights, and the sum that
// gives the answer. Where the network doesn't know, nothing on it sounds sure.
func TestCard(t *testing.T) {
	ctx := browser(t, 1440, 900)
	random := uniform(5)
	table := csv("car,power (hp),weight (lb),year,economy (mpg)", 60, func(i int) string {
		power, year := 50+150*random(), 70+12*random()
		return fmt.Sprintf("Car %c%c,%.0f,%.0f,%.1f,%.1f", 'A'+i/20, 'a'+i%20, power, 1500+15*power+800*random(), year, 60-power/4+year/5)
	})
	openTable(t, ctx, "cars.csv", table, 60)
	click(t, ctx, "#construction > summary")
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
		reveal(t, ctx, "#save-png")
		got := evaluate[drawn](t, ctx, card)
		expect(t, got.Type == "image/png" && got.Width == 2400 && got.Height == 1260 && got.Colours >= 100 && got.Right <= 1160 && got.Low <= 620, "%+v", got)
		return got, strings.Join(got.Texts, " ")
	}
	got, said := look()
	for _, want := range []string{"power (hp) ", "economy (mpg)", text(t, ctx, "#made-by li .number"), " others", "from these samples, ", evaluate[string](t, ctx, `document.getElementById("answer-value").firstChild.textContent`) + " = "} {
		expect(t, strings.Contains(said, want), "the card lacks %q: %q", want, said)
	}
	expect(t, slices.ContainsFunc(got.Texts, regexp.MustCompile(`^Car [A-C][a-t] \(\d+(\.\d+)?\)$`).MatchString), "the card names nobody: %q", got.Texts)
	// The sum, to the last digit.
	numbers := regexp.MustCompile(`[−+]?[\s\x{a0}]*\d+\.\d+`)
	sentence := said[strings.Index(said, " = ")+3:]
	sentence = regexp.MustCompile(`is \d[\d,.]* (higher|lower)`).ReplaceAllString(sentence, "")
	sum, digits := 0.0, regexp.MustCompile(`[\s\x{a0}+]`)
	for _, n := range numbers.FindAllString(sentence, -1) {
		v := must(strconv.ParseFloat(strings.Replace(digits.ReplaceAllString(n, ""), "−", "-", 1), 64))(t)
		sum += v
	}
	value := evaluate[string](t, ctx, `document.getElementById("answer-value").firstChild.textContent`)
	expect(t, fmt.Sprintf("%.*f", len(value)-strings.Index(value, ".")-1, sum) == value, "the sentence adds up to %g, the answer is %s: %q", sum, value, sentence)

	// A class's sign; copied.
	open(t, ctx, "rings")
	until(t, ctx, idle+` && document.getElementById("answer-value").textContent !== ""`)
	_, said = look()
	expect(t, regexp.MustCompile(`[●▲]  (inner|outer) `).MatchString(said), "the card of a class says %q", said)
	after(t, ctx, `globalThis.copied = "", navigator.clipboard.write = async ([item]) => { copied = (await item.getType("image/png")).size; }, document.getElementById("chart").value = "card-copied", document.getElementById("save-png").click()`, `copied > 20000 && document.getElementById("live").textContent === "The card is copied." && document.getElementById("save-png").textContent === "Copied"`)
	clickUntil(t, ctx, "#far", idle+` && document.getElementById("answer-value").textContent === "I don't know."`)
	got, said = look()
	expect(t, strings.Contains(said, "I don't know. Nothing here is like this.") && !regexp.MustCompile(`inner|outer|sample \d|0\.\d`).MatchString(strings.Join(got.Texts[1:], " ")), "far outside, the card says %q", said)
	// Without an answer in the plane there is none.
	clickUntil(t, ctx, "#clear", `document.querySelector("#plane .samples > *") === null`)
	reveal(t, ctx, "#save-png")
	evaluate[bool](t, ctx, `(document.getElementById("save-png").click(), true)`)
	complains(t, ctx, "A card shows an answer in the plane")
}
