//go:build !js

package web_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/web/site"
)

// What is opened: it draws, whatever it is; what can't be shown ends nothing, and nothing of the one before stays.

// A column of numbers and classes is a line of points, in every panel and on every background, now and at the next visit.
func TestOneColumn(t *testing.T) {
	ctx := browser(t, 1440, 900)
	openTable(t, ctx, "one.csv", "v,k\n1,a\n2,b\n3,a")
	shown := func() {
		said(t, ctx, "#plane-report", "3 samples in 1 layer")
		samples(t, ctx, 3)
		until(t, ctx, idle+` && document.querySelector("#plane canvas.background, #plane canvas") !== null`)
	}
	shown()
	same(t, ctx, `new Set([...document.querySelectorAll("#plane .samples > *")].map((e) => e.cy?.baseVal.value ?? e.transform.baseVal[0].matrix.f)).size`, 1, "the points of one column are at %d heights")
	until(t, ctx, `document.querySelector("#plane svg").textContent.includes("v →") && !document.querySelector("#plane svg").textContent.includes("↑")`)
	for _, id := range []string{"construction", "scores", "takeaway", ""} {
		panel(t, ctx, id)
		until(t, ctx, idle)
	}
	for _, kind := range []string{"familiarity", "territory", "layer", "prediction", "island"} {
		pick(t, ctx, "#background", kind)
		until(t, ctx, fmt.Sprintf(`document.querySelector("#plane canvas")?.dataset.kind === %q`, kind))
	}
	typeUntil(t, ctx, "point-x", "2.2", begins("#why", "Why what differs most"))
	adding(t, ctx)
	clickAt(t, ctx, 1.5, 0)
	samples(t, ctx, 4)
	clickUntil(t, ctx, "#undo", drawn(3))
	nextVisit(t, ctx, "points=1%2C0%3B2%2C1%3B3%2C0")
	shown()
}

// A stored state that can't be shown, or has parts that can't be read, is offered as a file. The page starts anew, this
// time and the next.
func TestUnopenedState(t *testing.T) {
	server := served(t, site.Handler("../../../dist/site"))
	ctx := tab(t, 1440, 900)
	navigate(t, ctx, "about:blank")
	// A fault in what draws: nobody knows the next one.
	inEachDocument(t, ctx, `
		let here;
		Object.defineProperty(globalThis, "xaiaPage", {get: () => here, set(given) {
			here = given;
			const {showPlane} = here.view;
			here.view.showPlane = (scene, looks) => { if (scene.bench.title === "Bad") throw new TypeError("it doesn't draw"); showPlane(scene, looks); };
		}});
		let saved;
		const {createObjectURL} = URL;
		URL.createObjectURL = (blob) => createObjectURL.call(URL, (saved = blob));
		addEventListener("click", (e) => e.target.download && (globalThis.savedFile = saved.text().then((text) => [e.target.download, text].join(" "))), true);`)
	const points = "columns=x,y&classes=a,b&points=0,0,0;1,1,1"
	for _, c := range []struct{ kept, said string }{
		{"v=2&title=Bad&" + points, "What was kept from the last visit could not be shown (JavaScript error: it doesn't draw), so the page starts anew."},
		{"v=2&" + points + ";1", "What was kept from the last visit has parts that the page can't read: points."},
	} {
		navigate(t, ctx, server+"/workshop.html")
		until(t, ctx, `document.documentElement.hasAttribute("data-settled")`)
		evaluate[bool](t, ctx, `new Promise((done) => setTimeout(() => done(true), 600))`) // what it keeps of itself comes first
		evaluate[bool](t, ctx, fmt.Sprintf(`(localStorage.setItem("xaia-page", %q), true)`, c.kept))
		visitPage(t, ctx, server)
		said(t, ctx, "#notice", c.said)
		samples(t, ctx, 140)
		// Work goes on, and the offer stays.
		after(t, ctx, `document.querySelector('input[name=preset][value=paper]').click()`, idle+` && document.querySelector("input[name=preset]:checked").value === "paper"`)
		said(t, ctx, "#notice", c.said)
		// Whoever doesn't see it now is asked at the next visit: a set of the gallery doesn't take its place.
		evaluate[bool](t, ctx, `new Promise((done) => setTimeout(() => done(true), 600))`)
		visitPage(t, ctx, server)
		said(t, ctx, "#notice", c.said)
		clickUntil(t, ctx, "#notice button", "globalThis.savedFile")
		same(t, ctx, "globalThis.savedFile", "xaia-kept.txt "+c.kept, "the file is %q")
		until(t, ctx, `!localStorage.getItem("xaia-page")?.includes("points=")`)
		visitPage(t, ctx, server)
		samples(t, ctx, 140)
		until(t, ctx, `document.getElementById("notice").textContent === ""`)
	}
	// A link that can't be shown, too.
	visitPage(t, ctx, server+"/#v=2&title=Bad&"+points)
	said(t, ctx, "#notice", "The link could not be shown")
	samples(t, ctx, 140)
}

// tableOf is a table whose every name and text has a word.
func tableOf(word string, rows int) string {
	return csv(fmt.Sprintf("%[1]sone,%[1]stwo,%[1]sthree,%[1]scolour,%[1]skind", word), rows, func(i int) string {
		return fmt.Sprintf("%d,%d,%d,%s%s,%s%s", i, i*7%13, i*i%11, word, []string{"red", "blue"}[i%2], word, []string{"x", "y", "z"}[i/5%3])
	})
}

// In no frame that shows the picture of a new table does anything say something of the one before, whatever panel is open.
func TestNothingOfTheTableBefore(t *testing.T) {
	ctx := browser(t, 1440, 900)
	for _, id := range []string{"", "construction", "scores", "takeaway"} {
		panel(t, ctx, "")
		openTable(t, ctx, "first.csv", tableOf("alpha", 60))
		said(t, ctx, "#plane-report", "59 samples in")
		panel(t, ctx, id)
		if id == "construction" {
			clickUntil(t, ctx, "#tune", `document.getElementById("tune-report").textContent !== ""`)
			evaluate[bool](t, ctx, `(document.getElementById("tune-report").textContent += " alpha", true)`)
		}
		if id == "scores" {
			until(t, ctx, `document.querySelector("#scores-table .worst") !== null`)
		}
		until(t, ctx, idle+` && document.querySelector("#how-sure .set") !== null && (document.querySelector("#why dl") !== null || document.getElementById("answer-value").textContent === "I don't know.")`)
		evaluate[bool](t, ctx, `(() => {
			globalThis.stale = new Set();
			globalThis.watched = 0;
			const look = () => {
				if (watched < 0) return;
				const fresh = document.querySelectorAll("#plane .samples > *").length >= 89;
				const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
				while (fresh && texts.nextNode()) {
					const {data, parentElement} = texts.currentNode;
					if (/alpha|59 samples/.test(data) && parentElement.checkVisibility({visibilityProperty: true}) && !parentElement.closest("dialog")) stale.add((parentElement.closest("[id]")?.id ?? "") + ": " + data);
				}
				watched += fresh ? 1 : 0;
				requestAnimationFrame(look);
			};
			requestAnimationFrame(look);
			return true;
		})()`)
		openTable(t, ctx, "second.csv", tableOf("beta", 90))
		said(t, ctx, "#plane-report", "89 samples in")
		until(t, ctx, idle+` && watched > 20 && document.querySelector("#how-sure .set") !== null && (document.querySelector("#why dl") !== null || document.getElementById("answer-value").textContent === "I don't know.")`)
		none(t, ctx, `(watched = -1, [...stale])`, "with panel %q open, beside the new table's picture: %q", id)
	}
}

// Where the network doesn't know, nothing beside its answer sounds sure.
func TestFarOutsideIsNotSure(t *testing.T) {
	ctx := browser(t, 1440, 900)
	until(t, ctx, `/can't tell|9 times in 10/.test(document.querySelector("#how-sure")?.textContent)`)
	clickUntil(t, ctx, "#far", begins("#recognition", "never seen"))
	until(t, ctx, idle)
	said(t, ctx, "#answer-value", "I don't know.")
	same(t, ctx, `[...document.querySelectorAll("#answer *")].filter((e) => e.checkVisibility({visibilityProperty: true}) && (e.matches(".bar, .made-by li, .why") || /\d *%|\.\d\d/.test(e.childElementCount ? "" : e.textContent))).map((e) => e.outerHTML).join("\n")`, "", "beside it stands %q")
	for _, wait := range []string{"0", "1500"} { // at once, and once all is calibrated
		evaluate[bool](t, ctx, `new Promise((done) => setTimeout(() => done(true), `+wait+`))`)
		equal(t, text(t, ctx, "#how-sure"), "How sureNot sure at all: nothing here is like this.", "far outside it says %q")
	}
	openLine(t, ctx, "wave")
	until(t, ctx, `document.querySelector("#line .band path") !== null || document.querySelector("#line path.band") !== null`)
	said(t, ctx, "#place-verdict", "9 times in 10 it is between ")
}

// Rows of another file: what the page says of them, and that rows without an outcome are never judged.
func TestHeldOutWithoutOutcome(t *testing.T) {
	ctx := browser(t, 1440, 900)
	openTable(t, ctx, "fit.csv", tableOf("alpha", 60), 60)
	said(t, ctx, "#plane-report", "60 samples in")
	panel(t, ctx, "scores")
	give(t, ctx, "#held-out-file", "more.csv", "alphacolour,alphaone,alphatwo,alphathree\nalphared,3,4,5\nalphablue,,5,6\n")
	said(t, ctx, "#notice", "more.csv: 2 rows were added as new points. There is no outcome “alphakind”, so they are answered, not judged. 1 missing value was filled with the column's mean.")
	until(t, ctx, idle+` && document.querySelectorAll("#plane .external > *").length === 2`)
	equal(t, count(t, ctx, "#plane .missed > *"), 0, "%d rows without an outcome are judged")
	suits(t, evaluate[string](t, ctx, `[...document.querySelectorAll("#scores-table th")].map((e) => e.textContent).join()`), func(got string) bool { return !strings.Contains(got, "new points") }, "rows without an outcome have scores: %s")
	// Of a table that came back from storage, the outcome's name is known, too.
	nextVisit(t, ctx, "target=alphakind")
	said(t, ctx, "#plane-report", "60 samples in")
	panel(t, ctx, "scores")
	give(t, ctx, "#held-out-file", "known.csv", "alphakind,alphacolour,alphaone,alphatwo,alphathree\nalphax,alphared,0,0,0\n")
	said(t, ctx, "#notice", "known.csv: 1 row was added as new points.")
	until(t, ctx, `document.getElementById("scores-table").textContent.includes("new points")`)
}

// A header that turns out to be none, and no rows below: the dialog says so, and stays.
func TestHeaderOfNothing(t *testing.T) {
	ctx := browser(t, 1440, 900)
	give(t, ctx, "#file", "line.csv", "1,2\n")
	until(t, ctx, `document.querySelector("dialog.table[open] #kind-of-target") !== null`)
	pick(t, ctx, "dialog.table [name=header]", "1")
	until(t, ctx, `document.querySelector("dialog.table .refused").textContent.startsWith("The file has names and no rows.") && document.querySelector("dialog.table [name=header]").value === "0"`)
	clickUntil(t, ctx, "dialog.table button.main", `document.getElementById("tab-line").getAttribute("aria-selected") === "true"`)
}

// A model that was fitted elsewhere, here by the command, is opened by the page from either form of its file, and gives the same
// answers to the bit. One that is cut off is refused in words, and the page goes on.
func TestModelsFromElsewhere(t *testing.T) {
	folder := t.TempDir()
	run := func(stdin string, args ...string) string {
		c := exec.Command(args[0], args[1:]...)
		c.Dir, c.Stdin = "../../..", strings.NewReader(stdin)
		return ran(t, c)
	}
	run("", "go", "build", "-o", folder, "./cmd/xaia")
	ctx, address := built(t, 1440, 1000)
	// The models that the page fits, to be asked to the bit.
	const kept = `
		globalThis.fitted = [];
		let here;
		Object.defineProperty(globalThis, "xaiaPage", {configurable: true, get: () => here, set(given) {
			here = {...given, xaia: {...given.xaia, fit: (...about) => given.xaia.fit(...about).then((model) => { fitted.push(model); return model; })}};
		}});`
	inEachDocument(t, ctx, kept)
	visitPage(t, ctx, address)
	until(t, ctx, idle)
	mixed := csv("size,kind,y", 60, func(i int) string {
		return fmt.Sprintf("%d,%s,%d", i*i%37, []string{"red", "blue", "green"}[i%3], 10*(i%3)+i*i%37)
	})
	for _, c := range []struct{ name, table, target, rows, asked string }{
		{"diabetes.xaia", read(t, "../../../testdata/data/diabetes.csv"), "target", "age,sex,bmi,bp,s1,s2,s3,s4,s5,s6\n50,1,25,90,180,110,50,4,4.6,90\n60.5,2,31.25,101,157,93.2,38,4,4.8,87\n", "[[50,1,25,90,180,110,50,4,4.6,90],[60.5,2,31.25,101,157,93.2,38,4,4.8,87]]"},
		{"iris.json", read(t, "../../../testdata/data/iris.csv"), "target", "sepal_length,sepal_width,petal_length,petal_width\n6,3,4.9,1.7\n5.05,3.3,1.6,0.3\n", "[[6,3,4.9,1.7],[5.05,3.3,1.6,0.3]]"},
		{"mixed.xaia", mixed, "y", "size,kind\n7.5,red\n20.25,green\n", "[[7.5,0,0,1],[20.25,0,1,0]]"}, // kinds in the order of their texts
	} {
		file := filepath.Join(folder, c.name)
		run(c.table, folder+"/xaia", "fit", "-", "--target", c.target, "-o", file)
		var want []string
		for _, line := range strings.Split(strings.TrimSpace(run(c.rows, folder+"/xaia", "predict", file, "-", "--only")), "\n")[1:] {
			value, _, _ := strings.Cut(line, ",")
			if _, err := strconv.ParseFloat(value, 64); err != nil {
				value = strconv.Quote(value)
			}
			want = append(want, value)
		}
		evaluate[bool](t, ctx, `(fitted.length = 0, true)`)
		giveFile(t, ctx, "#file", file)
		const shown = `fitted.find(({sampleCount}) => document.getElementById("plane-note").textContent === "From a model file: " + sampleCount + " samples.")`
		until(t, ctx, idle+" && "+shown)
		same(t, ctx, shown+`.predict(`+c.asked+`).then((list) => "[" + Array.from(list, (v) => JSON.stringify(v)).join(",") + "]")`, "["+strings.Join(want, ",")+"]", "%s answers %s on the page", c.name)
	}
	// A file that is cut off; a table whose first column is called as a model file begins.
	whole := read(t, filepath.Join(folder, "mixed.xaia"))
	give(t, ctx, "#file", "cut.xaia", whole[:len(whole)-20])
	said(t, ctx, "#notice", "cut.xaia could not be read. ")
	openTable(t, ctx, "table.csv", "xaia,y\n1,2\n2,3\n4,5\n7,9\n")
	until(t, ctx, idle+` && !document.getElementById("view-line").hidden`)
}
