//go:build !js

package web_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/xaia-go/xaia/internal/pace"
)

// watchReports keeps what the page reports of its networks from the press of "Use it" on.
func watchReports(t *testing.T, ctx context.Context) {
	evaluate[bool](t, ctx, `(() => {
		const report = document.getElementById("plane-report"), seen = (globalThis.seen = {reports: [], meanwhile() {}});
		document.querySelector("dialog.table button.main").addEventListener("click", () => (seen.since = performance.now()));
		new MutationObserver(() => {
			const text = report.textContent, after = Math.round(performance.now() - seen.since);
			if (text === "" || seen.reports.at(-1)?.text === text) return;
			seen.reports.push({text, after, drawn: document.querySelectorAll("#plane .samples > *").length, answer: document.getElementById("answer-value").textContent, busy: document.getElementById("plane").getAttribute("aria-busy")});
			if (text.startsWith("2,500 samples ")) seen.meanwhile();
		}).observe(report, {childList: true, subtree: true, characterData: true});
		return true;
	})()`)
}

// firstPicture tests that a part of so many samples was shown, and soon, before all of them were fitted.
func firstPicture(t *testing.T, ctx context.Context, all string, soon time.Duration) {
	type report struct {
		Text, Answer, Busy string
		After, Drawn       int
	}
	reports := evaluate[[]report](t, ctx, `seen.reports`)
	t.Logf("%+v", reports)
	first := regexp.MustCompile(`^2,500 samples in \d+ layers, .* All ` + all + ` are being fitted\.$`)
	if len(reports) != 2 || !first.MatchString(reports[0].Text) || reports[0].Drawn != 2500 || reports[0].Answer == "" || reports[0].Busy != "true" || !strings.HasPrefix(reports[1].Text, all+" samples in ") {
		t.Errorf("the page showed %+v", reports)
	} else if limit := int(pace.Of(soon) / time.Millisecond); reports[0].After > limit {
		t.Errorf("the first picture of %s samples took %d ms, at most %d", all, reports[0].After, limit)
	}
}

// While all samples of a large table are fitted, those of the picture answer: a click chooses the sample that it hits, whose number
// among all is another one, and nothing of the part is saved as if it were the whole.
func TestFirstPictureAnswers(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	random := uniform(7)
	table := csv("u,v,w,value", 20_000, func(_ int) string {
		u, v, w := random(), random(), random()
		return fmt.Sprintf("%.5f,%.5f,%.5f,%.4f", u, v, w, 3*u+v*v)
	})
	give(t, ctx, "#file", "large.csv", table)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "large.csv: 20,000 rows, 4 columns"`)
	watchReports(t, ctx)
	evaluate[bool](t, ctx, `(() => {
		const pick = {type: "pick", kind: "sample", index: 1234}, made = document.getElementById("made-by");
		seen.meanwhile = () => {
			document.getElementById("plane").dispatchEvent(new CustomEvent("act", {detail: {...pick}}));
			document.getElementById("save-model").click();
		};
		new MutationObserver(() => {
			const name = document.getElementById("this-point").textContent.toLowerCase();
			if (/^row \d+$/.test(name) && made.firstChild?.textContent.startsWith(name + " ")) seen.answered ??= (seen.row = name, document.getElementById("plane-report").textContent);
		}).observe(made, {childList: true, subtree: true});
		new MutationObserver(([{target}]) => (seen.notice ??= target.textContent || undefined)).observe(document.getElementById("notice"), {childList: true, subtree: true});
		return true;
	})()`)
	clickUntil(t, ctx, "dialog.table button.main", `seen.reports.length === 2`)
	until(t, ctx, idle)
	firstPicture(t, ctx, "19,999", 2500*time.Millisecond)
	suits(t, evaluate[string](t, ctx, `seen.answered ?? ""`), func(got string) bool { return strings.HasPrefix(got, "2,500 samples in ") }, "the sample that was chosen in the first picture was named when the page said %q")
	same(t, ctx, `seen.notice ?? ""`, "There is no network to save yet.", "when a part was to be saved the page said %q")
	// It is still what is asked about.
	said(t, ctx, "#made-by", evaluate[string](t, ctx, "seen.row")+" (")
	suits(t, evaluate[float64](t, ctx, `(() => { const middle = (e) => { const {x, y, width, height} = e.getBoundingClientRect(); return [x + width / 2, y + height / 2]; }, dot = middle(document.querySelectorAll("#plane .samples > *")[1234]); return Math.hypot(...middle(document.querySelector("#plane .chosen > *")).map((v, i) => v - dot[i])); })()`), func(off float64) bool { return off <= 2 }, "once all are fitted, the chosen point is marked %g pixels away from its sample")
	after(t, ctx, `document.getElementById("save-model").click()`, `document.getElementById("notice").textContent === ""`)
}

// The whole of a large table is fitted, not a part of it, with progress; what is drawn of it is
// said, and its axes are the columns that hold numbers and count most.
func TestWholeTable(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	table := read(t, sampleTables+"diamonds.csv")
	evaluate[bool](t, ctx, `(() => { globalThis.shown = 0; new MutationObserver(() => { if (!document.getElementById("progress").hidden) shown++; }).observe(document.getElementById("progress"), {attributes: true, subtree: true}); return true; })()`)
	give(t, ctx, "#file", "diamonds.csv", table)
	until(t, ctx, `document.querySelector("dialog.table[open] h2")?.textContent === "diamonds.csv: 53,940 rows, 10 columns"`)
	same(t, ctx, `document.querySelector("dialog.table select[aria-label=target]").selectedOptions[0].textContent + " " + document.getElementById("kind-of-target").value`, "price values", "the target first proposed is %q")
	// What conflicts is counted for the chosen columns, and settled in the dialog.
	said(t, ctx, "#table-conflicts", "398 rows are equal to another one in these columns, with a different price.")
	same(t, ctx, `document.querySelector(".conflicting select").selectedOptions[0].textContent`, "take the mean", "the remedy first proposed is %q")
	toggle := func(column string) {
		evaluate[bool](t, ctx, fmt.Sprintf(`([...document.querySelectorAll("dialog.table .columns label")].find((l) => l.querySelector("span").textContent === %q).querySelector("input").click(), true)`, column))
	}
	toggle("depth")
	until(t, ctx, `parseInt(document.getElementById("table-conflicts").textContent.replace(",", "")) > 398`)
	toggle("depth")
	said(t, ctx, "#table-conflicts", "398 rows ")
	save(t, ctx, "diamonds-dialog-1440")
	watchReports(t, ctx)
	click(t, ctx, "dialog.table button.main")
	within(t, ctx, time.Minute, begins("#plane-report", "53,939 samples in ")) // the machine may be busy with others
	t.Log(text(t, ctx, "#plane-report"))
	firstPicture(t, ctx, "53,939", 4*time.Second) // 2.5 are wanted, and were kept until a map was drawn: its layout takes one
	until(t, ctx, idle)
	n := count(t, ctx, "#plane .samples > *")
	expect(t, n >= 2500 && n <= 2800 && strings.Contains(text(t, ctx, "#plane-report"), "2,500 samples are drawn, besides those behind the answer; the network contains all of them."), "%d samples are drawn, and the page says %q", n, text(t, ctx, "#plane-report"))
	suits(t, evaluate[int](t, ctx, "shown"), func(n int) bool { return n >= 3 }, "progress was shown %d times")
	said(t, ctx, "#projection-note", "Each of 2,500 rows lies near those that answer for it") // those that are drawn
	// Too many for a link: files are offered instead.
	clickUntil(t, ctx, "#share", `document.querySelector("dialog[open] h2")?.textContent === "These points are too many for a link"`)
	same(t, ctx, `[...document.querySelectorAll("dialog[open] button")].map((b) => b.textContent).join()`, "Report (HTML),Model (JSON),Close", "instead of a link the page offers %q")
	key(t, ctx, kb.Escape)
	equal(t, text(t, ctx, "#notice"), "", "after “Use it” the page says %q")
	said(t, ctx, "#plane-note", "53,940 rows, 9 columns, target “price”. 398 rows were equal to another one with a different outcome: the mean is taken.")
	// The first question is about a row like most; it is answered with why, how sure, and what each column counts.
	within(t, ctx, time.Minute, `document.querySelector("#how-sure .set") !== null`) // one more fit
	until(t, ctx, `/^between .* and .*$/.test(document.querySelector("#how-sure .set")?.textContent) && document.querySelector("#how-sure .note").textContent === "right 9 times in 10, for points like these"`)
	until(t, ctx, `document.getElementById("why").textContent.includes("carat") || document.getElementById("why").textContent.includes("depth")`)
	said(t, ctx, "#relevance", "Relevance")
	until(t, ctx, `!document.getElementById("row").hidden && document.querySelectorAll("#row .field").length === 9`)
	// A click asks about the sample that is there, whatever part is drawn. Beside it there is still something like it where
	// the axes are those that go together.
	choose(t, ctx, "column-y", "x")
	until(t, ctx, idle)
	evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
	const last = `[...document.querySelectorAll("#plane .samples > *")].at(-1)`
	x, y := middle(t, ctx, last)
	for range 3 { // so that a place beside its dot is still near it
		check(t, of(ctx).wheel(ctx, x, y, -200))
		until(t, ctx, idle)
	}
	x, y = middle(t, ctx, last)
	clickXY(t, ctx, x, y)
	said(t, ctx, "#verdict", "Recognised")
	said(t, ctx, "#why", "Why")
	until(t, ctx, `document.getElementById("why").textContent.includes("It is one of the samples, so the distance is 0.")`)
	ground := evaluate[[]float64](t, ctx, fmt.Sprintf(`(() => { // on no dot, but near the sample: far from all, the network doesn't know
		const svg = document.querySelector("#plane svg"), box = svg.getBoundingClientRect(), [l, r] = svg.scale("x").range, [b, top] = svg.scale("y").range;
		const dots = [...document.querySelectorAll("#plane .samples > *")].map((e) => e.getBoundingClientRect()).map((c) => [c.x + c.width / 2, c.y + c.height / 2]);
		let best = null, least = Infinity;
		for (let i = 1; i < 90; i++) for (let j = 1; j < 60; j++) {
			const [x, y] = [box.left + l + (r - l) * i / 90, box.top + top + (b - top) * j / 60], d = Math.hypot(%g - x, %g - y);
			if (d < least && dots.every(([u, v]) => Math.hypot(u - x, v - y) > 12)) [best, least] = [[x, y], d];
		}
		return best;
	})()`, x, y))
	clickXY(t, ctx, ground[0], ground[1])
	until(t, ctx, idle+` && !document.getElementById("verdict").textContent.startsWith("Recognised") && document.querySelectorAll("#why .reasons text").length > 2`)
	suits(t, evaluate[string](t, ctx, `[...document.querySelectorAll("#why .reasons text")].map((e) => e.textContent).join()`), func(got string) bool {
		return strings.Contains(got, "carat") || strings.Contains(got, "depth") || strings.Contains(got, "table")
	}, "why a diamond costs what is said, is told by %q")
	save(t, ctx, "diamonds-1440")

	// On request it is scored by cross-validation beside its neighbours, of a part of the rows, and a line, which is worse.
	panel(t, ctx, "scores")
	said(t, ctx, "#leave-out", "Cross-validate 53,939 samples")
	click(t, ctx, "#leave-out")
	const figures = `[...document.querySelectorAll("#scores-table > table tbody tr")].map((r) => r.cells[1].textContent)`
	until(t, ctx, `/ of 10 …$/.test(`+figures+`[0])`)
	within(t, ctx, 4*time.Minute, figures+`.every((text) => / ± /.test(text))`)
	t.Log(evaluate[string](t, ctx, `[...document.querySelectorAll("#scores-table > table tbody tr")].map((r) => [...r.cells].map((c) => c.textContent).join(": ")).join("; ")`))
	suits(t, evaluate[[]float64](t, ctx, figures+`.map((text) => Number(text.split(" ")[0]))`), func(errors []float64) bool {
		return len(errors) == 3 && errors[1] > 0 && errors[0] > 0 && errors[0] < errors[2]
	}, "network, neighbours, line: %v")
	until(t, ctx, `/^\d+ nearest neighbours?, the best of 1, 5, 15, on \d{3} of the rows$/.test(document.querySelector("#scores-table > table tbody tr:nth-child(2) td").textContent)`)
	until(t, ctx, `document.querySelectorAll("#scores-table .worst button").length === 20 && document.querySelector("#scores-table .worst button").textContent.startsWith("Row ")`)
	wrong := evaluate[string](t, ctx, `document.querySelector("#scores-table .worst button").textContent.match(/\d+/)[0]`)
	clickUntil(t, ctx, "#scores-table .worst button", begins("#made-by", "row "+wrong+" ("))
}

// In a large table a click is learned in place of a fit, undone as well, and fitted anew on request.
func TestLearnsInALargeTable(t *testing.T) {
	ctx := browser(t, 1440, 1000)
	table := csv("length,width,height,weight", 1200, func(i int) string {
		length, width, height := math.Sin(float64(i)), math.Cos(1.7*float64(i)), math.Sin(0.3*float64(i)+1)
		return fmt.Sprintf("%.4f,%.4f,%.4f,%.4f", length, width, height, 2*length+width*width)
	})
	const report, verdict = "#plane-report", "#verdict"
	open(t, ctx, "moons")
	openTable(t, ctx, "bricks.csv", table)
	said(t, ctx, report, "1,199 samples in ")
	until(t, ctx, idle)
	contains(t, ctx, report, "fitted in ")
	suits(t, text(t, ctx, report), func(got string) bool { return !strings.Contains(got, "Fit anew") }, "a table was opened, and the page says %q")
	evaluate[bool](t, ctx, `([...document.querySelectorAll("#brush button")].find((b) => b.textContent.endsWith("value")).click(), true)`)
	act(t, ctx, "plane", `type: "add", x: 0.111, y: 0.222`)
	said(t, ctx, report, "1,200 samples in ")
	until(t, ctx, idle)
	tells := func(what, not string) {
		until(t, ctx, fmt.Sprintf(`document.querySelector(%q).textContent.includes(%q)`, report, what))
		suits(t, text(t, ctx, report), func(got string) bool { return !strings.Contains(got, not) }, "the page says %q")
	}
	tells("learned in ", "fitted in ")
	tells("scales and relevance are those of the last fit. Fit anew", "ms.")
	// The sample that was learned is known at once.
	act(t, ctx, "plane", `type: "pick", kind: "sample", index: 1199`)
	said(t, ctx, verdict, "Recognised")
	until(t, ctx, `document.getElementById("made-by").textContent.includes("row 1201")`)
	clickUntil(t, ctx, "#undo", begins(report, "1,199 samples in "))
	until(t, ctx, idle)
	tells("learned in ", "fitted in ")
	click(t, ctx, report+" button")
	tells("fitted in ", "learned in ")
	until(t, ctx, idle)
	clickUntil(t, ctx, `#plane-others [data-set=moons]`, begins(report, "48 samples in "))
	until(t, ctx, idle)
	adding(t, ctx)
	act(t, ctx, "plane", `type: "add", x: 0.5, y: 0.4`)
	said(t, ctx, report, "49 samples in ")
	tells("fitted in ", "learned in ") // of few samples, that takes no longer
}
