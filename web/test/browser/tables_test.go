//go:build !js

package web_test

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Tables that people bring: chosen, whole, pasted, asked row by row.

// A choice that can't be fitted is refused in the dialog, which stays as it was; also after the first line was said to be
// a row like the others. What was chosen is proposed for the next file of the same columns.
func TestTableIsChosenOfAgain(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	texts := "Ada,red\nBob,green\nCy,blue\nDee,white\n"
	give(t, ctx, "#file", "texts.csv", texts)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 3 rows, 2 columns"`)
	said(t, ctx, "dialog.table .said", "Line 1 was read as names: all cells are texts.")
	pick(t, ctx, "dialog.table [name=header]", "0")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "texts.csv: 4 rows, 2 columns"`)
	pick(t, ctx, "dialog.table select[aria-label=target]", "0")
	pick(t, ctx, "#kind-of-target", "values")
	said(t, ctx, "dialog.table .doubts", "All columns are texts")
	clickUntil(t, ctx, "dialog.table button.main", begins("dialog.table .refused", "“column 1” contains texts, which can only be classes."))
	save(t, ctx, "table-doubt-1440")
	pick(t, ctx, "#kind-of-target", "classes")
	clickUntil(t, ctx, "dialog.table button.main", begins("#plane-report", "4 samples"))
	// Another file of the same shape begins with what was chosen of this one; a new visit, too.
	visitPage(t, ctx, home(t, ctx))
	give(t, ctx, "#file", "more.csv", texts)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "more.csv: 4 rows, 2 columns"`)
	same(t, ctx, `["[name=header]", "select[aria-label=target]", "#kind-of-target"].map((s) => document.querySelector("dialog.table " + s).value).join()`, "0,0,classes", "a file of the same shape begins with %q")
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
}

// What the dialog finds of a file can be said otherwise, and the preview follows at once; it warns of what would mislead.
func TestTableDialog(t *testing.T) {
	ctx := browser(t, 1440, 900)
	table := csv("id;name;size;grade;rank;when;note", 60, func(i int) string {
		return fmt.Sprintf("%d;person %d;1,%d;%s;%d;03/%02d/2020;same", 100+i, i, 100+i*i/4, []string{"low", "mid", "high"}[i%3], i%3+1, i%12+1)
	})
	give(t, ctx, "#file", "people.csv", table)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "people.csv: 60 rows, 7 columns"`)
	line := func(name, part string) string {
		return evaluate[string](t, ctx, fmt.Sprintf(`[...document.querySelectorAll("dialog.table .columns li")].find((l) => l.querySelector("span").textContent === %q).querySelector(%q).textContent`, name, part))
	}
	for _, want := range [][]string{
		{"id", ".told", "left out: an id, different in each row · 100, 101, 102 … (60 texts)"},
		{"name", ".told + small", "id or name: a different text in each row: names or ids"},
		{"size", ".told", "1,100 … 1,970"},
		{"rank", ".told + small", "number: every cell is a number"},
		{"note", ".told", "left out: the same in every row · same"},
	} {
		equal(t, line(want[0], want[1]), want[2], "of %s it says %q", want[0])
	}
	same(t, ctx, `[...document.querySelectorAll("dialog.table .preview tbody tr:first-child td")].map((c) => c.textContent).join()`, "100,person 0,1100,low,1,2020-03-01,same", "the preview begins with %q")
	// The mark of the focus, 5 pixels around the summary, covers no field; both lines of a column have its whole width.
	same(t, ctx, `(() => {
		const box = (selector) => document.querySelector("dialog.table " + selector).getBoundingClientRect();
		return [box(".reading summary").bottom + 5 <= box(".reading select").top, getComputedStyle(document.querySelector("dialog.table .told + small")).display].join();
	})()`, "true,block", "the dialog's layout: %s")
	// The guess of the decimal mark was told, and is changed.
	said(t, ctx, "dialog.table .said", "Column “size”: “1,100” was read as 1100.")
	pick(t, ctx, "dialog.table [name=decimal]", ",")
	until(t, ctx, `document.querySelector("dialog.table .preview tbody td:nth-child(3)").textContent === "1.1"`)
	same(t, ctx, `document.activeElement.name`, "decimal", "after the preview was made anew the focus is on %q")
	pick(t, ctx, "dialog.table [name=dayFirst]", "true")
	until(t, ctx, `document.querySelector("dialog.table .preview tbody td:nth-child(6)").textContent === "2020-01-03"`)
	pick(t, ctx, "dialog.table [name='type 0']", "number")
	until(t, ctx, `document.querySelector("dialog.table .columns li input").checked`)
	got := line("id", ".told + small")
	expect(t, strings.HasPrefix(got, "number: numbers, as asked for"), "an id that was made a number is %q", got)
	pick(t, ctx, "dialog.table [name=skip]", "1")
	until(t, ctx, `document.querySelector("dialog.table[open] h2").textContent === "people.csv: 60 rows, 7 columns" && document.querySelector("dialog.table .columns span").textContent === "column 1"`)
	pick(t, ctx, "dialog.table [name=skip]", "0")
	until(t, ctx, `document.querySelector("dialog.table .columns span").textContent === "id"`)
	// The rank tells the grade: it is left out at first, and warned of once it is taken.
	pick(t, ctx, "dialog.table select[aria-label=target]", "3")
	suits(t, evaluate[string](t, ctx, `[...document.querySelectorAll("dialog.table .columns input")].map((b) => b.checked ? 1 : 0).join("")`), func(got string) bool { return got == "1010010" || got == "0010010" }, "learned from: %s")
	evaluate[bool](t, ctx, `(document.querySelector("dialog.table [aria-label='learn from rank']").click(), true)`)
	said(t, ctx, "dialog.table .doubts", "“rank” tells “grade” by itself: the network will answer from that, and learn little else.")
	save(t, ctx, "table-dialog-1440")
	clickUntil(t, ctx, "dialog.table button.main", drawn(59))

	// Rows of the same columns can be asked about, compared or learned.
	give(t, ctx, "#file", "more.csv", "id;name;size;grade;rank;when;note\n200;someone;1,5;low;1;03/13/2020;same\n201;else;1,6;?;2;03/14/2020;same\n")
	until(t, ctx, `document.querySelector("dialog.table[open] [name=use]") !== null`)
	pick(t, ctx, "dialog.table [name=use]", "learn")
	clickUntil(t, ctx, "dialog.table button.main", drawn(60))
	until(t, ctx, `document.querySelectorAll("#plane .external > *").length === 2`)
}

// Files of the kind that people have open in the page as they do in the package, or are refused by what they are; reading can
// be cancelled, and another file opens after it.
func TestFieldFiles(t *testing.T) {
	ctx := browser(t, 1440, 900)
	for _, want := range [][]string{
		{"01-headerless-decimal-comma.csv", "12 rows, 3 columns", "number,number,number"},
		{"03-ragged-semicolons.csv", "6 rows, 6 columns", "date,number,constant,number,constant,constant"},
		{"07-currency-percent.csv", "30 rows, 3 columns", "number,number,number"},
		{"10-title-line.csv", "12 rows, 3 columns", "number,number,category"},
		{"12-timestamps-same-day.csv", "24 rows, 3 columns", "date,number,category"},
		{"26-utf16le-tab.txt", "12 rows, 3 columns", "number,number,category"},
		{"30-ndjson.json", "12 rows, 3 columns", "number,number,category"},
		{"32-bigints.csv", "12 rows, 3 columns", "id,number,category"},
		{"60-table.parquet", "6 rows, 5 columns", "number,category,number,date,category"},
		{"61-workbook.xlsx", "6 rows, 4 columns", "number,category,number,date"},
		{"22-unclosed-quote.csv", "could not be read. Line 6 opens a quote that is never closed", ""},
		{"39-empty.csv", "could not be read. The file is empty.", ""},
		{"40-html.csv", "could not be read. The file is HTML", ""},
	} {
		content := must(os.ReadFile("../../../testdata/field/" + want[0]))(t)
		give(t, ctx, "#file", want[0], string(content))
		if want[2] == "" {
			said(t, ctx, "#notice", want[0]+" "+want[1])
			continue
		}
		until(t, ctx, fmt.Sprintf(`document.querySelector("dialog.table[open] h2")?.textContent === %q`, want[0]+": "+want[1]))
		same(t, ctx, `[...document.querySelectorAll("dialog.table .columns select")].map((s) => s.value).join()`, want[2], "%s has the types %s", want[0])
		keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)
	}
	give(t, ctx, "#file", "long.csv", "a,b,c\n"+strings.Repeat("1234.5,abc,2020-01-02\n", 3_000_000))
	until(t, ctx, `document.querySelector("dialog.table progress")?.value > 0`)
	clickUntil(t, ctx, "dialog.table button", `document.querySelector("dialog") === null`)
	give(t, ctx, "#file", "short.csv", "a,b\n1,2\n3,4\n")
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "short.csv: 2 rows, 2 columns"`)
	complains(t, ctx, "40-html.csv could not be read. ")
}

// A workbook whose parts unpack to more than half a megabyte opens, and a text that isn't UTF-8 can be read in another encoding.
func TestLargeWorkbookAndEncoding(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large.xlsx")
	made := exec.Command("node", "--input-type=module", "-e", `
		import {writeFileSync} from "node:fs";
		import {writeTable} from "../../../dist/npm/table.mjs";
		const rows = Array.from({length: 100000}, (_, i) => ({size: i / 7, kind: "kind " + (i % 12), n: (i * 7919) % 100003}));
		writeFileSync(process.argv[1], await writeTable(rows, {format: "xlsx"}));`, file)
	if out, err := made.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx := browser(t, 1440, 900)
	giveFile(t, ctx, "#file", file)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "large.xlsx: 100,000 rows, 3 columns"`)
	same(t, ctx, `[...document.querySelectorAll("dialog.table .columns select")].map((s) => s.value).join()`, "number,category,number", "%s has the types %s", "large.xlsx")
	keyUntil(t, ctx, kb.Escape, `document.querySelector("dialog") === null`)

	giveFile(t, ctx, "#file", must(filepath.Abs("../../../testdata/field4/13-gbk.csv"))(t))
	names := `[...document.querySelectorAll("dialog.table[open] .preview th")].map((th) => th.textContent).join()`
	until(t, ctx, names+` === "颜色,重量,品种"`)
	same(t, ctx, `document.querySelector("dialog.table [name=encoding]").value`, "gb18030", "%s is read as %s", "13-gbk.csv")
	said(t, ctx, "dialog.table .said", "The file is not UTF-8 and was read as GBK (gb18030).")
	pick(t, ctx, "dialog.table [name=encoding]", "big5")
	until(t, ctx, `!`+names+`.includes("颜色") && document.querySelector("dialog.table [name=encoding]").value === "big5"`)
}

// Names that are written from the right don't turn the line around: the sample stands before its class.
func TestNamesFromTheRight(t *testing.T) {
	ctx := browser(t, 1280, 800)
	table := csv("اسم,طول,עומק,סוג", 40, func(i int) string {
		return fmt.Sprintf("شخص %d,%.2f,%.2f,%s", i, math.Sin(float64(i)), math.Cos(1.3*float64(i)), []string{"חתול", "قطة"}[i%2])
	})
	openTable(t, ctx, "right.csv", table, 40)
	until(t, ctx, idle+` && document.querySelector("#made-by li .key") !== null`)
	got := evaluate[[]float64](t, ctx, `(() => { const line = document.querySelector("#made-by li"), [name, key] = [line.querySelector("bdi"), line.querySelector(".key")].map((e) => e.getBoundingClientRect()); return [name.right, key.left]; })()`)
	expect(t, got[0] <= got[1], "the sample's name ends at %g, its class begins at %g", got[0], got[1])
}

// The columns that aren't shown stand where the row that is asked about has them.
func TestBackgroundIsAboutTheRow(t *testing.T) {
	ctx := opened(t, "iris", 1440, 1000)
	choose(t, ctx, "column-x", "petal_length")
	said(t, ctx, "#projection-note", "Two of 4 columns are shown. An added point takes the other columns from the selected row")
	choose(t, ctx, "background", "what it answers")
	painted := func(sample int) string {
		evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
		clickMiddle(t, ctx, fmt.Sprintf(`document.querySelectorAll("#plane .samples > *")[%d]`, sample))
		until(t, ctx, idle+` && document.querySelector('#plane[data-painted="true"] canvas.background')?.dataset.columns === "240"`)
		return evaluate[string](t, ctx, `document.querySelector("#plane canvas.background").toDataURL()`)
	}
	expect(t, painted(0) != painted(149), "the background is the same for the first and the last iris")
	// Who explores a table asks: a click on the ground changes no row.
	before := text(t, ctx, "#answer")
	clickAt(t, ctx, evaluate[float64](t, ctx, `(() => { const [a, b] = document.querySelector("#plane svg").scale("x").domain; return a + (b - a) * 0.3; })()`), evaluate[float64](t, ctx, `(() => { const [a, b] = document.querySelector("#plane svg").scale("y").domain; return a + (b - a) * 0.7; })()`))
	until(t, ctx, idle+fmt.Sprintf(` && document.getElementById("answer").textContent !== %q`, before))
	said(t, ctx, "#plane-report", "150 samples in")
	open(t, ctx, "rings")
	same(t, ctx, `document.querySelector("#brush [aria-pressed=true]").textContent`, "? asks", "of a set a click %q")
}

// A row is asked about by a form of the table's own columns, and the answer follows as one types.
func TestRowForm(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	table := read(t, sampleTables+"penguins.csv")
	openTable(t, ctx, "penguins.csv", table, 344)
	until(t, ctx, `!document.getElementById("row").hidden && document.querySelectorAll("#row .field").length === 6`)
	until(t, ctx, `document.querySelectorAll("#network .cell").length > 2`)
	none(t, ctx, `[...document.querySelectorAll("#network .cell")].filter((c) => c.querySelector("text").getComputedTextLength() > c.querySelector("rect").width.baseVal.value - 4).map((c) => c.textContent)`, "wider than their cells: %q")
	// The row stands beside the samples behind its answer, column by column, as the bench and the engine have them.
	clickUntil(t, ctx, "#why details.columns summary", `document.querySelectorAll("#why details.columns tbody tr").length === 6`)
	same(t, ctx, `(() => {
		const [head, ...rows] = [...document.querySelectorAll("#why details.columns tr")].map((r) => [...r.cells].map((c) => c.textContent));
		const who = [...document.querySelectorAll("#made-by li")].map((li) => "row " + (Number(li.dataset.sample) + 1)).slice(0, 3);
		const shares = rows.map((r) => Number(r[head.indexOf("share")]));
		return [head.slice(2, 2 + who.length).join() === who.join(), shares.every((v, i) => i === 0 || v <= shares[i - 1]), rows.some((r) => r[0] === "island" && ["Biscoe", "Dream", "Torgersen"].includes(r[2])), rows.find((r) => r[0] === "body_mass_g")[2] > 2500].join();
	})()`, "true,true,true,true", "column by column: %s")
	click(t, ctx, "#row summary", "#row .buttons button")
	until(t, ctx, idle)
	field := func(name, value string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			const field = [...document.querySelectorAll("#row label")].find((l) => l.firstChild.textContent === %q).lastChild;
			field.focus(); field.value = %q;
			return field.dispatchEvent(new Event(field.tagName === "SELECT" ? "change" : "input", {bubbles: true}));
		})()`, name, value))
	}
	for _, c := range [][]string{{"Torgersen", "38", "18.5", "190", "3600", "Adelie"}, {"Biscoe", "47", "15", "218", "5100", "Gentoo"}} {
		for i, name := range []string{"island", "culmen_length_mm", "culmen_depth_mm", "flipper_length_mm", "body_mass_g"} {
			field(name, c[i])
		}
		until(t, ctx, fmt.Sprintf(`%s && document.getElementById("answer-value").textContent.includes(%q)`, idle, c[5]))
	}
	// By its slider, too; what is no number asks nothing.
	before := text(t, ctx, "#live")
	field("body_mass_g", "heavy")
	until(t, ctx, `document.querySelector("#row [aria-invalid]") !== null`)
	equal(t, text(t, ctx, "#live"), before, "no number changed the answer: %q")
	evaluate[bool](t, ctx, `(() => { const s = document.querySelector('#row input[type=range][aria-label^="flipper"]'); s.value = s.max; return s.dispatchEvent(new Event("input", {bubbles: true})); })()`)
	until(t, ctx, idle+` && [...document.querySelectorAll("#row label")].find((l) => l.firstChild.textContent === "flipper_length_mm").lastChild.value === "231"`)
	save(t, ctx, "row-form-1440")
}

// Tables that people have open to something sensible: a network, a target that isn't an id, axes with names; axe finds nothing.
func TestRealTables(t *testing.T) {
	for _, as := range []struct {
		width  int
		scheme string
	}{{1440, "light"}, {390, "dark"}} {
		for name, target := range map[string]string{"cars": "economy (mpg)", "weather": "weather", "olympians": "sex", "penguins": "species"} {
			t.Run(fmt.Sprintf("%s-%d-%s", name, as.width, as.scheme), func(t *testing.T) {
				ctx := browser(t, as.width, 900)
				prefers(t, ctx, as.scheme)
				until(t, ctx, idle)
				openTable(t, ctx, name+".csv", read(t, sampleTables+name+".csv"))
				until(t, ctx, fmt.Sprintf(`document.getElementById("plane-note").textContent.includes("target “%s”")`, target))
				if as.width < 500 { // where the stage shows one picture
					evaluate[bool](t, ctx, `(document.querySelector(".faces button[data-face=network]").click(), true)`)
				}
				until(t, ctx, idle+` && document.querySelectorAll("#network .neuron").length > 3 && document.getElementById("answer-value").textContent !== ""`)
				none(t, ctx, `[...document.querySelectorAll("#plane svg text")].map((e) => e.textContent).filter((label) => /component|x₁/.test(label))`, "the axes are %q")
				accessible(t, ctx, name)
				sideways(t, ctx, name)
				save(t, ctx, fmt.Sprintf("table-%s-%d-%s", name, as.width, as.scheme))
			})
		}
	}
}

// Columns that are chosen while a network is being fitted are still shown when it arrives.
func TestColumnsChosenDuringAFit(t *testing.T) {
	ctx := opened(t, "boston", 1440, 1000)
	evaluate[bool](t, ctx, `(() => {
		const choose = (id, is) => {
			const select = document.getElementById(id);
			select.value = [...select.options].find(is).value;
			select.dispatchEvent(new Event("change", {bubbles: true}));
		};
		const plane = document.getElementById("plane");
		new MutationObserver(() => { window.arrived = plane.ariaBusy === "false"; }).observe(plane, {attributeFilter: ["aria-busy"]});
		choose("scale", (o) => o.value === "standard");
		choose("column-x", (o) => o.textContent === "tax");
		return true;
	})()`)
	until(t, ctx, `window.arrived`)
	until(t, ctx, `document.querySelector("#plane svg").textContent.includes("tax →")`)
}

// A table's rows are called by their numbers in the file, from 1, by every panel; drawn samples are counted from 0, as in the API.
func TestOneRuleForNumbers(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	table := csv("a,b,kind", 40, func(i int) string { return fmt.Sprintf("%d,%d,%s", i*i%41, i*7%41, []string{"x", "y"}[i*i%41/21]) })
	openTable(t, ctx, "rows.csv", table, 40)
	until(t, ctx, idle)
	chooseSample(t, ctx, 12)
	said(t, ctx, "#made-by", "row 13 (")
	until(t, ctx, `document.getElementById("live").textContent.endsWith(", from row 13")`)
	until(t, ctx, `document.querySelector("#network svg").getAttribute("aria-description").includes("Row 13 recognises it in layer ")`)
	panel(t, ctx, "takeaway")
	until(t, ctx, `document.querySelector("#points-table tbody tr:nth-child(13) td")?.textContent === "row 13" && document.querySelector("#points-table caption").textContent.includes("counted from 1")`)
	clickUntil(t, ctx, ".ways [data-way=table]", `[...document.querySelectorAll("#fingerprint-table tbody tr")].some((r) => r.cells[3].textContent === "1" && r.cells[2].textContent === "13")`)
	click(t, ctx, ".ways [data-way=network]")
	panel(t, ctx, "construction")
	until(t, ctx, `document.getElementById("step").max > 0`)
	clickUntil(t, ctx, "#step-first", begins("#step-sentence", "No sample is placed yet"))
	clickUntil(t, ctx, "#step-on", `document.getElementById("step-sentence").textContent === "Row 1 isn't close to any sample in layer 1: admitted." && document.querySelector("#step-layers .chip")?.textContent === "1"`)
	panel(t, ctx, "")
	const row13 = `document.querySelectorAll("#plane .samples > *")[12]`
	hoverMiddle(t, ctx, row13)
	said(t, ctx, "#tip", "row 13: ")
	clickMiddle(t, ctx, row13, right)
	until(t, ctx, `document.querySelector("dialog.menu[open] p")?.textContent === "Row 13"`)
	key(t, ctx, kb.Escape)
	// An edit leaves the others their numbers, and so does the next visit.
	clickMiddle(t, ctx, `document.querySelector("#plane .samples > *")`, right)
	until(t, ctx, `document.querySelector("dialog.menu[open]") !== null`)
	press(t, ctx, "dialog.menu button", "Delete")
	samples(t, ctx, 39)
	said(t, ctx, "#made-by", "row 13 (")
	problems(t, ctx)
	nextVisit(t, ctx, "rows=2%2C3%2C4")
	samples(t, ctx, 39)
	chooseSample(t, ctx, 11)
	said(t, ctx, "#made-by", "row 13 (")
}

// However long its texts, a row of the points' table is a line high.
func TestPointsTableHasNoTallRow(t *testing.T) {
	ctx := opened(t, "diamonds", 1440, 1000) // 26 columns
	click(t, ctx, "#hold-out")               // rows with an answer in words
	samples(t, ctx, 1333)
	panel(t, ctx, "takeaway")
	until(t, ctx, idle+` && document.querySelectorAll("#points-table tbody tr").length === 300`)
	until(t, ctx, `document.querySelector("#points-table tbody td:last-child").textContent.length > 30`)
	suits(t, evaluate[float64](t, ctx, `Math.max(...[...document.querySelectorAll("#points-table tbody tr")].map((r) => r.getBoundingClientRect().height))`), func(tall float64) bool { return tall <= 32 }, "a row is %g px high")
}

// A table is pasted by Ctrl+V, and Ctrl+Shift+Z is redo.
func TestPasteAndRedoByKeys(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	open(t, ctx, "xor") // a hand that has been here may copy
	evaluate[bool](t, ctx, `(() => { const area = document.createElement("textarea"); area.value = "a,b,c\n1,2,x\n2,1,y\n3,3,x\n4,1,y\n5,5,x\n"; document.body.append(area); area.select(); return true; })()`)
	key(t, ctx, "c", ctrl)
	evaluate[bool](t, ctx, `(document.querySelector("body > textarea").remove(), document.body.focus(), true)`)
	key(t, ctx, "v", ctrl)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "Pasted rows: 5 rows, 3 columns"`)
	clickUntil(t, ctx, "dialog.table button.main", drawn(5))
	key(t, ctx, "z", ctrl)
	samples(t, ctx, 4)
	key(t, ctx, "Z", ctrl, shift)
	samples(t, ctx, 5)
	key(t, ctx, "z", ctrl)
	samples(t, ctx, 4)
}

// The rows of a table keep their names in a link, from visit to visit, and in a model's file, as the columns do.
func TestNamesOfRowsStay(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	downloaded := downloads(t, ctx)
	table := csv("car,size,width,height,kind", 40, func(i int) string {
		return fmt.Sprintf("Model %d,%d,%d,%d,%s", i, i, (i*7)%40, (i*11)%40, []string{"small", "large"}[i/20])
	})
	openTable(t, ctx, "cars.csv", table, 40)
	const columns = `[...document.querySelectorAll("#row label > span, #column-x option")].map((e) => e.textContent).join()`
	named := idle + ` && /Model \d+/.test(document.getElementById("made-by").textContent) && /size|width|height/.test(document.getElementById("why").textContent)`
	until(t, ctx, named)
	want, names := text(t, ctx, "#made-by"), evaluate[string](t, ctx, columns)
	stays := func(what string) {
		samples(t, ctx, 40)
		until(t, ctx, named)
		equal(t, text(t, ctx, "#made-by"), want, "%s: the answer is made by %q", what)
	}
	link := shared(t, ctx, "names=")
	key(t, ctx, kb.Escape)
	click(t, ctx, "#save-model")
	file := downloaded("model.json")
	nextVisit(t, ctx, "names=")
	stays("the next visit")
	evaluate[bool](t, ctx, `(localStorage.clear(), true)`)
	visitPage(t, ctx, link)
	stays("the link")
	open(t, ctx, "moons")
	give(t, ctx, "#file", "model.json", file)
	said(t, ctx, "#plane-note", "From a model file: 40 samples.")
	samples(t, ctx, 40)
	until(t, ctx, named)
	same(t, ctx, columns, names, "from the model's file the columns are called %s")
}

// The rows of a table that has names are called by them wherever one is spoken of.
func TestNamesEverywhere(t *testing.T) {
	ctx := browser(t, 1440, 900)
	random := uniform(5)
	table := csv("car,power (hp),weight (lb),economy (mpg)", 40, func(i int) string {
		power := 50 + 150*random()
		economy := fmt.Sprintf("%.1f", 60-power/4)
		if i == 7 {
			economy = ""
		}
		return fmt.Sprintf("\"Make%c, Model%c\",%.0f,%.0f,%s", 'A'+i/20, 'a'+i%20, power, 1500+15*power+200*random(), economy)
	})
	openTable(t, ctx, "cars.csv", table, 39)
	until(t, ctx, idle+` && document.querySelector("#plane .external > *") !== null`)
	chooseSample(t, ctx, 3)
	said(t, ctx, "#made-by", "MakeA, Modeld (")
	until(t, ctx, `/^\d+\.\d+ economy \(mpg\)$/.test(document.getElementById("answer-value").textContent) && document.getElementById("plane-legend").textContent.includes("economy (mpg)")`)
	name := `/^(Make[AB], Model[a-t])$/`
	until(t, ctx, `document.getElementById("live").textContent.endsWith("from MakeA, Modeld") && document.querySelector("#network svg").outerHTML.includes("MakeA, Modeld recognises it in layer")`)
	clickUntil(t, ctx, ".ways [data-way=table]", `document.querySelectorAll("#fingerprint-table td").length > 5 && [...document.querySelectorAll("#fingerprint-table tbody td:nth-child(3)")].every((e) => `+name+`.test(e.textContent))`)
	click(t, ctx, "#takeaway > summary")
	until(t, ctx, `(() => {
		const rows = [...document.querySelectorAll("#points-table tbody tr")].map((r) => [...r.cells].map((c) => c.textContent));
		return rows.length === 40 && rows.every(([point]) => `+name+`.test(point)) && rows[0][0] === "MakeA, Modelh" && /from Make|I don't know/.test(rows[0].at(-1));
	})()`)
	clickUntil(t, ctx, "#construction summary", `/^Make/.test(document.getElementById("step-sentence").textContent)`)
	click(t, ctx, "#construction summary", ".ways [data-way=network]")
	until(t, ctx, `document.querySelector("#network .neuron .ground") !== null`)
	// Under the pointer: a sample of the plane, the row without an outcome, a neuron.
	for _, c := range [][2]string{{"#plane .samples > *", "^Make., Model.: .* from Make"}, {"#plane .external > *", "^MakeA, Modelh: "}, {"#network .neuron .ground", "^Layer 1, neuron \\d+ of \\d+: Make., Model."}} {
		hoverMiddle(t, ctx, fmt.Sprintf("document.querySelector(%q)", c[0]))
		until(t, ctx, fmt.Sprintf(`!document.getElementById("tip").hidden && new RegExp(%q).test(document.getElementById("tip").textContent)`, c[1]))
	}
}
