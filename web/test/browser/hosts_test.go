//go:build !js && hosts

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Plots and lessons in pages and notebooks of others, as npm has them: ./build.sh hosts installs these and runs this.
// docs/hosts.md says which. Each is used with the mouse and the keyboard.

// host is such a page. What is asked of it is asked in its frame, if it has one.
type host struct {
	*testing.T
	ctx     context.Context
	outside func() []string // what was asked of other servers
	frame   string          // the selector of the frame that is meant
}

// answersAlone is for a frame of another origin, which answers nobody else.
const answersAlone = `<script>addEventListener("message", async ({data, source}) => {
	const answer = async () => { try { return await (0, eval)(data.asks); } catch (e) { return String(e); } };
	if (data?.asks) source.postMessage({number: data.number, answer: await answer()}, "*");
});</script>`

const insideFrames = `{
	const asked = [], complain = console.error;
	globalThis.complaints = [];
	console.error = (...words) => (complaints.push(words.join(" ")), complain(...words));
	addEventListener("message", ({data}) => data?.number !== undefined && asked[data.number](data.answer));
	globalThis.inside = (expression, selector) => {
		const frame = document.querySelector(selector);
		if (!frame) return (0, eval)(expression);
		if (frame.contentDocument) return frame.contentWindow.eval(expression);
		return new Promise((resolve) => {
			frame.contentWindow.postMessage({number: asked.push(resolve) - 1, asks: expression}, "*");
			setTimeout(resolve, 5000, "the frame doesn't answer");
		});
	};
}`

// hosted opens a page. Requests that leave this machine end at a proxy, which tells them.
func hosted(t *testing.T, pages map[string]string) host { return hostedIn(t, folderOf(t, pages)) }

func hostedIn(t *testing.T, folder string) host { return hostedBy(t, folder, http.NewServeMux()) }

// hostedBy serves what a host's own server would answer, too.
func hostedBy(t *testing.T, folder string, mux *http.ServeMux) host {
	mux.Handle("/", http.FileServer(http.Dir(folder)))
	mux.Handle("/open/", http.StripPrefix("/open/", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		http.FileServer(http.Dir("../../../dist/npm")).ServeHTTP(w, r)
	})))
	mux.Handle("/xaia/", http.StripPrefix("/xaia/", http.FileServer(http.Dir("../../../dist/npm"))))
	mux.Handle("/hosts/", http.StripPrefix("/hosts/", http.FileServer(http.Dir("../hosts/node_modules"))))
	mux.Handle("/h5p/", http.StripPrefix("/h5p/", http.FileServer(http.Dir("../../course/h5p"))))
	mux.Handle("/h5p/content/", http.StripPrefix("/h5p/", http.FileServer(http.Dir("../hosts/h5p"))))
	mux.HandleFunc("/h5p/H5P.Xaia-0.2/lessons-inline.js", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		http.ServeFile(w, r, "../../../dist/npm/lessons-inline.mjs")
	})
	proxy, outside := proxied(t)
	ctx := tab(t, 1300, 1700, proxy)
	inEachDocument(t, ctx, insideFrames)
	navigate(t, ctx, served(t, mux)+"/index.html")
	return host{t, ctx, outside, "iframe"}
}

// proxied is a proxy for a browser, at which requests that leave this machine end, and what it was asked for.
func proxied(t *testing.T) (flag chromedp.ExecAllocatorOption, outside func() []string) {
	var lock sync.Mutex
	var told []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		at, _, _ := strings.Cut(r.Host, ":")
		byItself := strings.HasSuffix(at, ".google.com") || slices.Contains([]string{"content-autofill.googleapis.com", "optimizationguide-pa.googleapis.com", "update.googleapis.com"}, at)
		if !byItself { // but by the page, not by Chromium
			told = append(told, r.Host)
		}
		w.WriteHeader(http.StatusBadGateway)
	}))
	t.Cleanup(proxy.Close)
	return chromedp.ProxyServer(proxy.URL), func() []string {
		lock.Lock()
		defer lock.Unlock()
		return slices.Clone(told)
	}
}

// ask evaluates an expression where the elements are; deep finds what is in shadow roots, too.
func (h host) ask(expression string) string {
	text, _ := json.Marshal(`(() => {
		const deep = (selector, from = document) => from.querySelector(selector) ?? [...from.querySelectorAll("*")].map((e) => e.shadowRoot && deep(selector, e.shadowRoot)).find(Boolean);
		try { return String(` + expression + `); } catch (e) { return String(e); }
	})()`)
	said, err := evaluated[string](h.ctx, fmt.Sprintf("inside(%s, %q)", text, h.frame))
	if err != nil {
		return err.Error()
	}
	return said
}

func (h host) says(expression, beginning string) {
	h.Helper()
	var said string
	if !eventually(20*time.Second, func() bool { said = h.ask(expression); return strings.HasPrefix(said, beginning) }) {
		artefact(h.T, strings.ReplaceAll(h.Name(), "/", "-")+".png", must(of(h.ctx).screenshot(h.ctx))(h.T))
		h.Fatalf("%s is %q, not %q", expression, said, beginning)
	}
}

// at is where a point of a plane is in the window, once hosts that lay out again while it scrolls into view have done so.
func (h host) at(plane string, x, y float64) (float64, float64) {
	h.Helper()
	at := h.now(plane, x, y)
	if !eventually(20*time.Second, func() bool {
		before := at
		time.Sleep(100 * time.Millisecond)
		at = h.now(plane, x, y)
		return at == before
	}) {
		h.Fatalf("%s doesn't come to rest", plane)
	}
	return at[0], at[1]
}

func (h host) now(plane string, x, y float64) [2]float64 {
	h.Helper()
	var at, frame [2]float64
	found := h.ask(fmt.Sprintf(`((svg) => {
		svg.scrollIntoView({block: "center"});
		const box = svg.getBoundingClientRect(), size = svg.viewBox.baseVal;
		return JSON.stringify([box.left + svg.scale("x").apply(%g) / size.width * box.width, box.top + svg.scale("y").apply(%g) / size.height * box.height]);
	})(%s.querySelector("svg"))`, x, y, plane))
	if err := json.Unmarshal([]byte(found), &at); err != nil {
		h.Fatalf("%s: %s", plane, found)
	}
	frame = evaluate[[2]float64](h.T, h.ctx, fmt.Sprintf(`((box) => box ? [box.left, box.top] : [0, 0])(document.querySelector(%q)?.getBoundingClientRect())`, h.frame))
	return [2]float64{at[0] + frame[0], at[1] + frame[1]}
}

const plane, caption, judged = `deep(".parts figure.plane")`, `deep(".parts figure.plane figcaption").textContent`, `deep(".lesson").querySelectorAll(".exercise")[%d].querySelector(".said").textContent`

// plot uses the plot of the page.
func (h host) plot() {
	h.Helper()
	h.says(caption, "New point 0: b, recognised in layer 1, from sample 1.")
	x, y := h.at(plane, 1, 1)
	clickXY(h.T, h.ctx, x, y)
	h.says(caption, "Sample 3: a")
	x, y = h.at(plane, 0.5, 0.4)
	clickXY(h.T, h.ctx, x, y, shift)
	h.says(caption, "New point 1")
	h.ask(plane + `.focus()`)
	key(h.T, h.ctx, kb.ArrowRight)
	h.says(caption, "Sample 0: a")
}

// lesson solves both exercises of the lesson "sample": the first by dragging, the second by keys.
func (h host) lesson() {
	h.Helper()
	h.says(`deep(".lesson").querySelectorAll(".exercise:not([aria-busy]) .pictures svg").length > 1`, "true")
	first := `deep(".lesson").querySelector(".exercise figure.plane")`
	h.says(fmt.Sprintf(judged, 0), "Not yet.")
	fromX, fromY := h.at(first, 2, 2)
	toX, toY := h.at(first, 1.1, 3)
	hold(h.T, h.ctx, fromX, fromY, toX, toY, 15*time.Millisecond)
	mouse(h.T, h.ctx, lifts, toX, toY)
	h.says(fmt.Sprintf(judged, 0), "Solved.")
	h.says(fmt.Sprintf(judged, 1), "Not yet.")
	h.ask(`deep(".lesson").querySelectorAll(".exercise")[1].querySelector("input").focus()`)
	key(h.T, h.ctx, strings.Join(solvedByKeys[1], ""))
	h.says(fmt.Sprintf(judged, 1), "Solved.")
}

// alone says that nothing was asked of another server, and that it would have been told.
func (h host) alone() {
	h.Helper()
	equal(h.T, strings.Join(h.outside(), ", "), "", "other servers are asked: %s")
	evaluate[bool](h.T, h.ctx, `fetch("http://elsewhere.invalid/").catch(() => 0).then(() => true)`)
	equal(h.T, strings.Join(h.outside(), ", "), "elsewhere.invalid", "a request that leaves is told as %q")
}

func TestHostReveal(t *testing.T) {
	h := hosted(t, map[string]string{"index.html": read(t, "../hosts/reveal.html")})
	slide := func(want int) {
		t.Helper()
		until(t, h.ctx, fmt.Sprintf("Reveal.getIndices().h === %d", want))
	}
	until(t, h.ctx, "Reveal.isReady()")
	h.plot()
	evaluate[bool](t, h.ctx, `(Reveal.slide(1), true)`)
	slide(1)
	h.lesson()
	slide(1)
	// Elsewhere on the slide the keys are the talk's.
	clickXY(t, h.ctx, 1290, 800)
	key(t, h.ctx, kb.ArrowLeft)
	slide(0)
	h.alone()
}

func TestHostH5P(t *testing.T) {
	h := hosted(t, map[string]string{"index.html": read(t, "../hosts/h5p.html")})
	until(t, h.ctx, `document.querySelector("iframe.h5p-iframe")?.contentDocument?.querySelector("xaia-plot")`)
	h.plot()
	h.lesson()
	h.alone()
}

// anywidget's own front end in the manager of widgets that pages of nbconvert and Sphinx load.
func TestHostAnywidget(t *testing.T) {
	models := map[string]any{"layout": map[string]any{"model_name": "LayoutModel", "model_module": "@jupyter-widgets/base", "model_module_version": "2.0.0", "state": map[string]any{}}}
	var views strings.Builder
	add := func(name string, state map[string]any) {
		for key, value := range map[string]any{
			"_model_name": "AnyModel", "_model_module": "anywidget", "_model_module_version": "~0.11.*", "_view_name": "AnyView", "_view_module": "anywidget", "_view_module_version": "~0.11.*",
			"_anywidget_id": name, "layout": "IPY_MODEL_layout",
		} {
			state[key] = value
		}
		models[name] = map[string]any{"model_name": "AnyModel", "model_module": "anywidget", "model_module_version": "~0.11.*", "state": state}
		fmt.Fprintf(&views, `<script type="application/vnd.jupyter.widget-view+json">{"version_major": 2, "version_minor": 0, "model_id": %q}</script>`, name)
	}
	add("plot", map[string]any{"_esm": read(t, "../../../dist/npm/embed.mjs"), "X": [][]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}, "y": []string{"a", "b", "b", "a"}, "external": [][]float64{{0.1, 0.9}}, "selected": map[string]int{"external": 0}})
	add("lesson", map[string]any{"_esm": read(t, "../../../dist/npm/lessons-inline.mjs"), "name": "sample"})
	state := must(json.Marshal(map[string]any{"version_major": 2, "version_minor": 0, "state": models}))(t)
	h := hosted(t, map[string]string{"index.html": `<!doctype html><meta charset="utf-8"><title>Widgets</title><link rel="icon" href="data:,"><body>
<script src="/hosts/requirejs/require.js"></script><script>require.config({paths: {anywidget: "/hosts/anywidget/dist/index"}});</script>
<script type="application/vnd.jupyter.widget-state+json">` + string(state) + `</script>` + views.String() + `<script src="/hosts/@jupyter-widgets/html-manager/dist/embed-amd.js"></script>`})
	h.plot()
	h.lesson()
	h.alone()
}

// Observable Notebook Kit bundles the notebook, with the files that lie beside it.
func TestHostNotebookKit(t *testing.T) {
	folder := folderOf(t, map[string]string{"index.html": read(t, "../hosts/notebook.html"), "embed.mjs": read(t, "../../../dist/npm/embed.mjs"), "lessons.mjs": read(t, "../../../dist/npm/lessons.mjs")})
	check(t, os.Symlink(must(filepath.Abs("../hosts/node_modules"))(t), filepath.Join(folder, "node_modules"))) // where it finds its fonts
	ran(t, exec.Command("../hosts/node_modules/.bin/notebooks", "build", "--root", folder, filepath.Join(folder, "index.html")))
	h := hostedIn(t, filepath.Join(folder, ".observable/dist"))
	h.plot()
	h.lesson()
	h.alone()
}

// builtSite builds a copy of a folder with a generator of sites, and the files of the package in it. It gives what was built.
func builtSite(t *testing.T, from, installed, public, built string, build ...string) string {
	folder := t.TempDir()
	check(t, os.CopyFS(folder, notInstalled{os.DirFS(from)}))
	for _, name := range []string{"embed.mjs", "lessons.mjs", "lessons-inline.mjs"} {
		check(t, os.MkdirAll(filepath.Join(folder, public), 0o755))
		check(t, os.WriteFile(filepath.Join(folder, public, name), []byte(read(t, "../../../dist/npm/"+name)), 0o644))
	}
	modules := must(filepath.Abs(filepath.Join(installed, "node_modules")))(t)
	check(t, os.Symlink(modules, filepath.Join(folder, "node_modules")))
	command := exec.Command(filepath.Join(modules, ".bin", build[0]), build[1:]...)
	command.Dir = folder
	// Docusaurus keeps with its packages what it made, which has another folder's paths. MyST would ask for a newer version.
	command.Env = append(os.Environ(), "DOCUSAURUS_NO_PERSISTENT_CACHE=1", "DOCUSAURUS_NO_TELEMETRY=1", "ASTRO_TELEMETRY_DISABLED=1", "https_proxy=http://127.0.0.1:9")
	ran(t, command)
	return filepath.Join(folder, built)
}

func vitePress(t *testing.T) string {
	return builtSite(t, "../hosts/vitepress", "../hosts", "public", ".vitepress/dist", "vitepress", "build", ".")
}

// asSite uses the first page of a site, also after a link to another page and back.
func asSite(t *testing.T, folder string) {
	h := hostedIn(t, folder)
	link := func(text string) string {
		return fmt.Sprintf(`[...document.querySelectorAll("main a")].find((a) => a.textContent === %q).click()`, text)
	}
	h.plot()
	h.lesson()
	after(t, h.ctx, link("Another page"), `document.querySelector("h1")?.textContent.startsWith("Another page") && !document.querySelector("xaia-plot")`)
	after(t, h.ctx, link("The lesson"), `document.querySelector("xaia-plot")`)
	h.plot()
	h.lesson()
	same(t, h.ctx, `complaints.join()`, "", "the console has %q")
	h.alone()
}

// notInstalled is a folder without what npm has installed in it.
type notInstalled struct{ fs.FS }

func (n notInstalled) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(n.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() == "node_modules" }), err
}

// VitePress renders the page, and Vue takes it over; its links lead to other pages without leaving this one.
func TestHostVitePress(t *testing.T) {
	asSite(t, vitePress(t))
}

// So does Docusaurus, with React, which tells the console where the page isn't what the server wrote.
func TestHostDocusaurus(t *testing.T) {
	asSite(t, builtSite(t, "../docusaurus", "../docusaurus", "static", "build", "docusaurus", "build"))
}

// Starlight's pages are HTML and stay that; its links are a browser's own.
func TestHostStarlight(t *testing.T) {
	asSite(t, builtSite(t, "../starlight", "../starlight", "public", "dist", "astro", "build"))
}

// MyST copies the files of its directive, and writes what a theme is to show. The theme itself is a stand-in.
func TestHostMyST(t *testing.T) {
	folder := builtSite(t, "../hosts/myst", "../hosts", ".", "_build/site", "myst", "build", "--site")
	check(t, os.WriteFile(filepath.Join(folder, "index.html"), []byte(read(t, "../hosts/myst/page.html")), 0o644))
	h := hostedIn(t, folder)
	h.plot()
	h.lesson()
	h.alone()
}

// Pages that others show in a frame which keeps them apart: with the page's origin, or with none, for which every server is another's.
func TestHostSandbox(t *testing.T) {
	const element = `<xaia-plot x='[[0,0],[0,1],[1,0],[1,1]]' y='["a","b","b","a"]' external='[[0.1,0.9]]' selected='{"external": 0}'>This picture could not be loaded.</xaia-plot><xaia-lesson name="sample">This lesson could not be loaded.</xaia-lesson>`
	document := func(script string) string {
		return `<!doctype html><meta charset="utf-8"><title>in a frame</title><link rel="icon" href="data:,">` + answersAlone + element + script
	}
	from := func(folder string) string {
		return document(`<script type="module" src="/` + folder + `/lessons.mjs"></script>`)
	}
	outer := func(attributes string) string {
		return `<!doctype html><meta charset="utf-8"><title>a course</title><link rel="icon" href="data:,"><iframe width="1200" height="1600" ` + attributes + `></iframe>`
	}
	t.Run("same origin", func(t *testing.T) {
		h := hosted(t, map[string]string{"index.html": outer(`sandbox="allow-scripts allow-same-origin" src="in.html"`), "in.html": from("xaia")})
		h.plot()
		h.lesson()
		h.alone()
	})
	t.Run("shared", func(t *testing.T) {
		h := hosted(t, map[string]string{"index.html": outer(`sandbox="allow-scripts" src="in.html"`), "in.html": from("open")})
		h.plot()
		h.lesson()
		h.alone()
	})
	t.Run("pasted", func(t *testing.T) {
		library := read(t, "../../../dist/npm/lessons-inline.mjs")
		expect(t, !strings.Contains(library, "</script") && !strings.Contains(library, "<!--"), "lessons-inline.mjs can't be pasted into a page")
		h := hosted(t, map[string]string{"index.html": outer(`sandbox="allow-scripts" srcdoc="` + html.EscapeString(document(`<script type="module">`+library+`</script>`)) + `"`)})
		h.plot()
		h.lesson()
		h.alone()
	})
	// The browser refuses the file, and nothing of xaia runs: what is between the tags says so.
	t.Run("refused", func(t *testing.T) {
		h := hosted(t, map[string]string{"index.html": outer(`sandbox="allow-scripts" src="in.html"`), "in.html": from("xaia")})
		h.says(`performance.getEntriesByType("resource").some((r) => r.name.endsWith("lessons.mjs") && r.responseEnd)`, "true")
		h.says(`document.body.innerText`, "This picture could not be loaded.This lesson could not be loaded.")
		expect(t, h.ask(`customElements.get("xaia-plot")`) == "undefined", "the file ran")
		h.alone()
	})
}
