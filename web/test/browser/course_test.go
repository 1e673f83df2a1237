//go:build !js && hosts

package web_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The course kit, from its zip alone: ./build.sh hosts packs it and runs this. Pages are opened as files, and what they ask of
// others is told.

// unzipped puts a zip into a folder.
func unzipped(t *testing.T, file, folder string) {
	packed := must(zip.OpenReader(file))(t)
	defer packed.Close()
	for _, f := range packed.File {
		if f.FileInfo().IsDir() {
			continue
		}
		in := must(f.Open())(t)
		text := must(io.ReadAll(in))(t)
		in.Close()
		to := filepath.Join(folder, filepath.FromSlash(f.Name))
		check(t, os.MkdirAll(filepath.Dir(to), 0o755))
		check(t, os.WriteFile(to, text, 0o644))
	}
}

// courseKit is the unzipped folder, in a folder of its own.
func courseKit(t *testing.T) string {
	found := must(filepath.Glob("../../../dist/kit/xaia-course-*.zip"))(t)
	if len(found) != 1 {
		t.Fatalf("the kits in dist/kit are %q: run ./build.sh hosts", found)
	}
	above := t.TempDir()
	unzipped(t, found[0], above)
	folders := must(filepath.Glob(filepath.Join(above, "xaia-course-*")))(t)
	equal(t, len(folders), 1, "the zip has %d folders")
	return folders[0]
}

// inKit opens a page at an address. lessonRoot finds the lesson or table that a page has by a name.
func inKit(t *testing.T, address string, width, height int) host {
	proxy, outside := proxied(t)
	ctx := tab(t, width, height, proxy)
	watch(t, ctx)
	inEachDocument(t, ctx, insideFrames+`globalThis.lessonRoot = (name) => document.querySelector('[data-lesson="' + name + '"] > div, [data-table="' + name + '"] > div').shadowRoot;`)
	navigate(t, ctx, address)
	return host{t, ctx, outside, "iframe"}
}

// opens brings a lesson or table into view, and waits until what is near has come, too, and moves nothing any more.
func (h host) opens(name string) {
	h.Helper()
	until(h.T, h.ctx, fmt.Sprintf(`((place) => (place.scrollIntoView(), place.dataset.shown))(document.querySelector('[data-lesson="%s"], [data-table="%[1]s"]'))`, name))
	until(h.T, h.ctx, `((made) => made.length > 1 && made.every((e) => !e.hasAttribute("aria-busy") && (e.querySelector("svg") || e.querySelector("output"))))([...document.querySelectorAll("[data-shown] > div")].flatMap((e) => [...e.shadowRoot.querySelectorAll(".exercise")]))`)
	h.rests()
}

// rests waits until the page, or its frame, keeps its height: a hand needs a picture that stays where it is.
func (h host) rests() {
	h.Helper()
	until(h.T, h.ctx, `new Promise((done) => {
		const high = () => (document.querySelector("iframe") ?? document.body).scrollHeight + (document.querySelector("iframe")?.clientHeight ?? 0), before = high();
		setTimeout(() => done(high() === before), 400);
	})`)
}

// ofTables are a table's exercises: what doesn't solve each, why, and what solutions.html says.
var ofTables = []struct {
	table               string
	number              int
	failed, why, solved string
}{
	{"petals", 0, `slide(0, 4.8)`, "The length is 4.8", `slide(0, 4.9), slide(1, 2)`},
	{"petals", 1, `slide(0, 5), slide(1, 9)`, "No sample is like this flower", `slide(0, 5), slide(1, 1.8)`},
	{"wines", 0, `slide(0, 5)`, "One of the two numbers isn't ordinary", `slide(0, 1.7), slide(1, 5.4)`},
	{"wines", 1, `slide(0, 60)`, "It is right on 100 % of its own 60 wines", `slide(0, 20)`},
	{"shares", 0, `slide(0, 1.4), slide(1, 0.2)`, "With and without Ben's flowers it is setosa", `slide(0, 5), slide(1, 2)`},
}

func TestCourseKitIsWhole(t *testing.T) {
	folder := courseKit(t)
	listed := strings.Split(strings.TrimSpace(read(t, filepath.Join(folder, "MANIFEST.txt"))), "\n")[2:]
	named := map[string]bool{"MANIFEST.txt": true}
	for _, line := range listed {
		var sum, name string
		var size int
		must(fmt.Sscan(line, &sum, &size, &name))(t)
		text := read(t, filepath.Join(folder, name))
		expect(t, fmt.Sprintf("%x", sha256.Sum256([]byte(text))) == sum && len(text) == size, "%s isn't what MANIFEST.txt says", name)
		named[name] = true
	}
	links, anchors := regexp.MustCompile(`(?:href|src)="([^"]*)"`), regexp.MustCompile(`^(?:(?:https?|data):|$)`)
	check(t, filepath.WalkDir(folder, func(file string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, _ := filepath.Rel(folder, file)
		expect(t, named[filepath.ToSlash(name)], "MANIFEST.txt doesn't name %s", name)
		if filepath.Ext(name) != ".html" {
			return nil
		}
		text := read(t, file)
		expect(t, !strings.Contains(text, "VERSION") && !strings.Contains(text, "http:") && !strings.Contains(text, "https:"), "%s has a gap, or leads elsewhere", name)
		for _, link := range links.FindAllStringSubmatch(text, -1) {
			if anchors.MatchString(link[1]) {
				continue
			}
			to, anchor, _ := strings.Cut(link[1], "#")
			target := file
			if to != "" {
				target = filepath.Join(filepath.Dir(file), to)
			}
			there, err := os.ReadFile(target)
			expect(t, err == nil && (anchor == "" || strings.Contains(string(there), `id="`+anchor+`"`)), "%s leads to %s, which isn't there", name, link[1])
		}
		return nil
	}))
	suits(t, must(os.Stat(must(filepath.Glob("../../../dist/kit/*.zip"))(t)[0]))(t).Size(), func(size int64) bool { return size < 6<<20 }, "the zip has %d bytes")
}

// The pupils' page, opened as a file: a sample is dragged, each exercise says why it isn't solved, and knows when it is.
func TestCourseKitForPupils(t *testing.T) {
	folder := courseKit(t)
	h := inKit(t, "file://"+folder+"/index.html", 1280, 1000)
	until(t, h.ctx, `document.documentElement.dataset.ready`)
	h.opens("sample")
	same(t, h.ctx, `document.querySelector("#sitting-1 .progress").textContent`, "Solved: 0 of 6", "the page says %q")
	h.lesson()
	until(t, h.ctx, `document.querySelector("#sitting-1 .progress").textContent === "Solved: 2 of 6"`)
	for _, e := range exercises {
		if e.number == 0 {
			h.opens(e.lesson)
		}
		evaluate[bool](t, h.ctx, hand(e.lesson, e.number, e.failed))
		exerciseSays(t, h.ctx, e.lesson, e.number, "Not yet.", e.why)
		evaluate[bool](t, h.ctx, hand(e.lesson, e.number, e.solved))
		exerciseSays(t, h.ctx, e.lesson, e.number, "Solved.", "")
	}
	for _, e := range ofTables {
		h.opens(e.table)
		evaluate[bool](t, h.ctx, hand(e.table, e.number, e.failed))
		exerciseSays(t, h.ctx, e.table, e.number, "Not yet.", e.why)
		evaluate[bool](t, h.ctx, hand(e.table, e.number, e.solved))
		exerciseSays(t, h.ctx, e.table, e.number, "Solved.", "")
		t.Log(evaluate[string](t, h.ctx, fmt.Sprintf(`lessonRoot(%q).querySelectorAll(".said")[%d].textContent`, e.table, e.number)))
	}
	until(t, h.ctx, `[...document.querySelectorAll(".progress")].map((e) => e.textContent).join() === "Solved: 6 of 6,Solved: 6 of 6,Solved: 5 of 5"`)
	h.alone()

	// The same on a school's web server, and without the file that all depends on.
	h = inKit(t, served(t, http.FileServer(http.Dir(folder)))+"/index.html", 1280, 1000)
	h.opens("sample")
	h.lesson()
	check(t, os.Remove(filepath.Join(folder, "xaia.js")))
	ctx := tab(t, 1280, 1000)
	navigate(t, ctx, "file://"+folder+"/index.html")
	until(t, ctx, `document.getElementById("notice").textContent.includes("Unzip the whole folder")`)
}

// The slides, by keys: a flower is clicked, a point is dragged, a slider keeps its keys, and the talk goes on.
func TestCourseKitSlides(t *testing.T) {
	h := inKit(t, "file://"+courseKit(t)+"/slides.html", 1280, 900)
	slide := func(want int) {
		t.Helper()
		until(t, h.ctx, fmt.Sprintf("Reveal.getIndices().h === %d", want))
	}
	until(t, h.ctx, "Reveal.isReady()")
	on := func(to int) {
		t.Helper()
		clickXY(t, h.ctx, 1270, 450) // beside pictures and sliders, whose keys are their own
		for at := evaluate[int](t, h.ctx, "Reveal.getIndices().h"); at < to; at++ {
			key(t, h.ctx, kb.ArrowRight)
			slide(at + 1)
		}
	}
	on(2)
	const picture = `document.querySelector("section.present .xaia-plot").shadowRoot.querySelector("figure.plane")`
	h.says(picture+`.querySelector("figcaption").textContent`, "Sample 14: versicolor")
	x, y := h.at(picture, 1.4, 0.2)
	clickXY(t, h.ctx, x, y)
	h.says(picture+`.querySelector("figcaption").textContent`, "Sample 0: setosa")
	on(4)
	const exercise = `document.querySelector("section.present [data-exercise] > div").shadowRoot.querySelector(".exercise")`
	h.says(exercise+`.querySelector(".said").textContent`, "Not yet.")
	h.says(exercise+`.querySelector("figure.plane svg") !== null && !`+exercise+`.hasAttribute("aria-busy")`, "true")
	h.rests()
	fromX, fromY := h.at(exercise+`.querySelector("figure.plane")`, 2, 2)
	toX, toY := h.at(exercise+`.querySelector("figure.plane")`, 1.1, 3)
	hold(t, h.ctx, fromX, fromY, toX, toY, 0)
	mouse(t, h.ctx, lifts, toX, toY)
	h.says(exercise+`.querySelector(".said").textContent`, "Solved.")
	h.says(`!`+exercise+`.hasAttribute("aria-busy")`, "true") // the last of the hand's moves is drawn: it would undo what a key does
	h.ask(exercise + `.querySelector("input[type=range]").focus()`)
	key(t, h.ctx, kb.ArrowRight)
	h.says(exercise+`.querySelector("input[type=range]").value`, "1.2")
	slide(4)
	last := evaluate[int](t, h.ctx, "Reveal.getTotalSlides() - 1")
	for at := 5; at <= last; at++ {
		on(at)
		until(t, h.ctx, `((places) => [...places].every((p) => [...p.firstElementChild?.shadowRoot.querySelectorAll(".exercise:not([aria-busy]) svg") ?? []].some((svg) => svg.checkVisibility())))(document.querySelectorAll("section.present [data-exercise]"))`)
		none(t, h.ctx, `[...document.querySelectorAll("section.present > *, section.present [data-exercise] > div")].filter((e) => e.getBoundingClientRect().bottom > innerHeight + 1 || e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.textContent.slice(0, 40))`, "slide "+fmt.Sprint(at)+" has no room for %q")
	}
	key(t, h.ctx, kb.ArrowLeft)
	slide(last - 1)
	h.alone()
}

// The notebook runs by itself as a file, and again where a cell is changed; Observable Notebook Kit builds the same file.
func TestCourseKitNotebook(t *testing.T) {
	folder := courseKit(t)
	h := inKit(t, "file://"+folder+"/notebooks/javascript.html", 1100, 1000)
	until(t, h.ctx, `document.documentElement.dataset.ready`)
	none(t, h.ctx, `[...document.querySelectorAll("output")].filter((o) => o.dataset.state !== "done").map((o) => o.textContent)`, "cells end with %q")
	contains(t, h.ctx, "notebook", "versicolor, recognition moderate", "29 of 30 right", "flower 14 is versicolor, and it says virginica")
	until(t, h.ctx, `document.querySelector(".xaia-plot").shadowRoot.querySelector("figcaption")?.textContent.startsWith("New point 0: versicolor")`)
	evaluate[bool](t, h.ctx, `(() => { const field = document.querySelectorAll("textarea")[2]; field.value = field.value.replace("[4.9, 1.6]", "[3, 0.7]"); field.nextElementSibling.click(); return true; })()`)
	until(t, h.ctx, `document.querySelectorAll("output")[2].textContent.includes("recognition weak")`)
	evaluate[bool](t, h.ctx, `(() => { const field = document.querySelectorAll("textarea")[2]; field.value = "nobody.here"; field.nextElementSibling.click(); return true; })()`)
	until(t, h.ctx, `document.querySelector("output[data-state=failed]")?.textContent.includes("nobody is not defined")`)
	h.alone()

	check(t, os.Symlink(must(filepath.Abs("../hosts/node_modules"))(t), filepath.Join(folder, "node_modules")))
	ran(t, exec.Command("../hosts/node_modules/.bin/notebooks", "build", "--root", folder, filepath.Join(folder, "notebooks/javascript.html")))
	h = inKit(t, served(t, http.FileServer(http.Dir(filepath.Join(folder, ".observable/dist"))))+"/notebooks/javascript.html", 1100, 1000)
	until(t, h.ctx, `document.body.textContent.includes("29 of 30 right") && document.querySelector(".xaia-plot")?.shadowRoot.querySelector("figcaption")?.textContent.startsWith("New point 0: versicolor")`)
	h.alone()
}

// The cells of Python's notebook, as a kernel runs them: the first installs the wheel that lies beside the folder.
func TestCourseKitPython(t *testing.T) {
	folder := courseKit(t)
	var notebook struct {
		Cells []struct {
			Kind   string `json:"cell_type"`
			Source []string
		}
	}
	check(t, json.Unmarshal([]byte(read(t, filepath.Join(folder, "notebooks/python.ipynb"))), &notebook))
	var code strings.Builder
	for _, cell := range notebook.Cells {
		if cell.Kind == "code" {
			code.WriteString(strings.Join(cell.Source, "") + "\n")
		}
	}
	cells := filepath.Join(t.TempDir(), "cells.py")
	check(t, os.WriteFile(cells, []byte(`exec(compile(open(__file__ + ".txt").read(), "notebook", "exec"), {})`), 0o644))
	check(t, os.WriteFile(cells+".txt", []byte(code.String()), 0o644))
	run := func() (string, error) {
		c := exec.Command("/usr/bin/python3", "-B", cells)
		c.Dir, c.Env = filepath.Join(folder, "notebooks"), []string{"PATH=/usr/bin:/bin", "HOME=" + t.TempDir(), "PIP_NO_INDEX=1", "http_proxy=http://127.0.0.1:9", "https_proxy=http://127.0.0.1:9"}
		said, err := c.CombinedOutput()
		return string(said), err
	}
	said, err := run()
	expect(t, err != nil && strings.Contains(said, "Take it from the release"), "without the wheel it says %q", said)
	wheels := must(filepath.Glob("../../../dist/python/xaia-*.whl"))(t)
	expect(t, len(wheels) > 0, "dist/python has no wheels: run ./build.sh hosts")
	for _, wheel := range wheels {
		check(t, os.WriteFile(filepath.Join(filepath.Dir(folder), filepath.Base(wheel)), []byte(read(t, wheel)), 0o644))
	}
	said, err = run()
	check(t, err)
	for _, want := range []string{"30 flowers", "versicolor moderate", "29 of 30 right", "flower 14 is versicolor, and it says virginica"} {
		expect(t, strings.Contains(said, want), "the notebook doesn't say %q: %s", want, said)
	}
}

// The file for H5P, in its player.
func TestCourseKitH5P(t *testing.T) {
	h := inPlayer(t, courseKit(t))
	h.lesson()
	h.alone()
}

// inPlayer opens the kit's file for H5P in the player, as a course system would.
func inPlayer(t *testing.T, folder string) host {
	unzipped(t, filepath.Join(folder, "h5p/lesson-1.h5p"), filepath.Join(folder, "lesson"))
	page := strings.ReplaceAll(read(t, "../hosts/h5p.html"), `"/h5p"`, `"/lesson"`)
	expect(t, strings.Contains(page, `"/lesson"`), "hosts/h5p.html names its content in another way")
	check(t, os.WriteFile(filepath.Join(folder, "index.html"), []byte(page), 0o644))
	h := hostedIn(t, folder)
	until(t, h.ctx, `document.querySelector("iframe.h5p-iframe")?.contentDocument?.querySelector(".h5p-content div")`)
	h.says(`[...deep(".lesson").querySelectorAll(".exercise")].every((e) => e.querySelector("svg") && !e.hasAttribute("aria-busy"))`, "true")
	h.rests()
	return h
}

// A teacher's walk: a chapter of a book, the slides, the notebook, the pupils' exercise, the course system. It is told by
// dist/screenshots/course-walk.html, in which every quoted word was read from the page.
func TestCourseKitWalk(t *testing.T) {
	var steps []string
	tell := func(h host, sentence string, quoted ...string) {
		t.Helper()
		name := fmt.Sprintf("course-walk-%d.png", len(steps)+1)
		artefact(t, name, must(chromedp.Run(h.ctx, chromedp.CaptureScreenshot()))(t)) // what the window shows
		told, parts := "", strings.Split(sentence, "%")
		equal(t, len(parts), len(quoted)+1, "%d parts")
		for i, part := range parts {
			if told += part; i < len(quoted) {
				told += "“" + html.EscapeString(strings.TrimSuffix(quoted[i], ".")) + "”"
			}
		}
		steps = append(steps, fmt.Sprintf("<figure><img alt=\"\" src=%q><figcaption>%d. %s</figcaption></figure>\n", name, len(steps)+1, told))
	}
	text := func(h host, expression string) string {
		return h.ask(expression + `.innerText.replace(/\s+/g, " ").trim()`)
	}

	h := hostedIn(t, vitePress(t))
	h.plot()
	tell(h, "A chapter of her book, a site that VitePress made, has two tags. She presses a sample in the plot, and it says %.", h.ask(caption))
	h.lesson()
	tell(h, "Below it stands the lesson. She drags the point of its first exercise: %. The second one by the keyboard: %.", h.ask(fmt.Sprintf(judged, 0)), h.ask(fmt.Sprintf(judged, 1)))
	h.alone()

	folder := courseKit(t)
	h = inKit(t, "file://"+folder+"/slides.html", 1280, 900)
	until(t, h.ctx, "Reveal.isReady()")
	evaluate[bool](t, h.ctx, `(Reveal.slide(2), true)`)
	const picture = `document.querySelector("section.present .xaia-plot").shadowRoot.querySelector("figure.plane")`
	h.says(picture+`.querySelector("figcaption").textContent`, "Sample 14: versicolor")
	x, y := h.at(picture, 1.4, 0.2)
	clickXY(t, h.ctx, x, y)
	h.says(picture+`.querySelector("figcaption").textContent`, "Sample 0: setosa")
	tell(h, "She unzips the kit and opens slides.html on the projector. A click on a flower: %.", text(h, picture+`.querySelector("figcaption")`))
	h.alone()

	h = inKit(t, "file://"+folder+"/notebooks/javascript.html", 1280, 1000)
	until(t, h.ctx, `document.documentElement.dataset.ready`)
	const cell = `document.querySelectorAll("output")[2]`
	h.says(cell+`.textContent.includes("recognition moderate")`, "true")
	before := text(h, cell)
	evaluate[bool](t, h.ctx, `(() => { const field = document.querySelectorAll("textarea")[2]; field.value = field.value.replace("[4.9, 1.6]", "[3, 0.7]"); field.nextElementSibling.click(); field.scrollIntoView({block: "center"}); return true; })()`)
	h.says(cell+`.textContent.includes("recognition weak")`, "true")
	h.rests()
	tell(h, "In the notebook a cell says %. She writes another flower into it, one like none, and runs it: %.", before, text(h, cell))
	h.alone()

	h = inKit(t, "file://"+folder+"/index.html", 1280, 1000)
	until(t, h.ctx, `document.documentElement.dataset.ready`)
	graded := ofTables[0]
	h.opens(graded.table)
	const said = `document.querySelector("[data-table=petals] > div").shadowRoot.querySelector(".said")`
	evaluate[bool](t, h.ctx, hand(graded.table, graded.number, graded.failed))
	exerciseSays(t, h.ctx, graded.table, graded.number, "Not yet.", graded.why)
	tell(h, "A pupil opens index.html, and tries the first exercise on a table. It is graded: %.", text(h, said))
	evaluate[bool](t, h.ctx, hand(graded.table, graded.number, graded.solved))
	exerciseSays(t, h.ctx, graded.table, graded.number, "Solved.", "")
	const progress = `document.querySelector("#sitting-1 .progress")`
	h.says(progress+`.textContent`, "Solved: 1 of 6")
	tell(h, "Once more: %. The page counts: %.", text(h, said), text(h, progress))
	h.alone()

	h = inPlayer(t, folder)
	h.lesson()
	tell(h, "For homework she puts the kit's file into a course system with H5P. The same exercise is graded there: %.", h.ask(fmt.Sprintf(judged, 0)))
	h.alone()

	page := `<!doctype html><html lang="en"><meta charset="utf-8"><title>A teacher's walk</title><style>body { font: 16px/1.5 system-ui; max-width: 60em; margin: auto; } figure { margin: 2em 0; } img { width: 100%; border: 1px solid #ccc; }</style><h1>A teacher's walk</h1>` + "\n" + strings.Join(steps, "") + "</html>\n"
	expect(t, !strings.Contains(strings.Join(steps, ""), "“”") && len(steps) == 7, "the walk has %d steps: %s", len(steps), page)
	artefact(t, "course-walk.html", []byte(page))
}

// How the pages look, and what axe says of them.
func TestCourseKitLooks(t *testing.T) {
	address := served(t, http.FileServer(http.Dir(courseKit(t)))) // axe reads style sheets, which a file may not
	for _, name := range []string{"index", "syllabus", "solutions", "wall", "slides", "notebooks/javascript"} {
		for _, width := range []int{390, 1280} {
			for _, scheme := range []string{"light", "dark"} {
				ctx := tab(t, width, 900)
				watch(t, ctx)
				prefers(t, ctx, scheme)
				navigate(t, ctx, address+"/"+name+".html"+map[string]string{"slides": "#/4"}[name])
				switch name {
				case "index":
					for _, place := range []string{"petals", "wines", "sample"} {
						host{t, ctx, nil, "iframe"}.opens(place)
					}
					evaluate[bool](t, ctx, `(scrollTo(0, 0), true)`)
				case "slides":
					until(t, ctx, `document.querySelector("section.present [data-exercise] > div")?.shadowRoot.querySelector(".exercise:not([aria-busy]) figure.plane svg")?.checkVisibility()`)
				case "notebooks/javascript":
					until(t, ctx, `document.documentElement.dataset.ready`)
				}
				if name != "slides" {
					sideways(t, ctx, name)
					accessible(t, ctx, name)
				}
				if name == "slides" && width < 500 {
					continue // for a projector
				}
				save(t, ctx, fmt.Sprintf("course-%s-%d-%s", strings.ReplaceAll(name, "/", "-"), width, scheme))
			}
		}
	}
}

// The words of solutions.html name every exercise that the page has.
func TestCourseKitSolutions(t *testing.T) {
	text := read(t, filepath.Join(courseKit(t), "solutions.html"))
	var want []string
	for i := range 6 {
		want = append(want, fmt.Sprintf("%d.1", i+1), fmt.Sprintf("%d.2", i+1))
	}
	for i := range ofTables {
		want = append(want, fmt.Sprintf("Table %d", i+1))
	}
	var got []string
	for _, m := range regexp.MustCompile(`data-of="exercise">([^<]*)<`).FindAllStringSubmatch(text, -1) {
		got = append(got, m[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	expect(t, slices.Equal(got, want), "solutions.html has %q, want %q", got, want)
	expect(t, !bytes.Contains([]byte(text), []byte("TABLE")), "a solution is missing")
}
