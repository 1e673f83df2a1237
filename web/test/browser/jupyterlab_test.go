//go:build !js && hosts && jupyter

package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// JupyterLab's front end and anywidget's, of npm, with a kernel. The server between them is the classic notebook's: it
// answers about files, sessions and kernels as JupyterLab's own does.
func TestHostJupyterLab(t *testing.T) {
	const xor = "[[0, 0], [0, 1], [1, 0], [1, 1]], ['a', 'b', 'b', 'a'], external=[[0.1, 0.9]], selected={'external': 0}"
	folder, command := jupyter(t)
	write := func(name string, content []byte) {
		check(t, os.MkdirAll(filepath.Join(folder, filepath.Dir(name)), 0o755))
		check(t, os.WriteFile(filepath.Join(folder, name), content, 0o644))
	}
	// A kernel finds the modules that lie beside its notebook, so that only one of the two has anywidget.
	write("widget/anywidget.py", []byte(read(t, "../jupyterlab/anywidget.py")))
	write("widget/book.ipynb", notebook(t, "from xaia import Plot\nplot = Plot("+xor+")\nplot", "print('chosen', plot.selected, plot.prediction, plot.samples, 'of', len(plot.X))", "plot.selected = {'sample': 0}", "'the last cell'"))
	write("frame/book.ipynb", notebook(t, "from xaia import Lesson, Plot\nPlot("+xor+")", "Lesson('sample')", "'the last cell'"))
	server := must(url.Parse(jupyterServer(t, command)))(t)
	built := t.TempDir()
	ran(t, exec.Command("node", "../jupyterlab/bundle.mjs", built))

	for _, form := range []string{"widget", "frame"} {
		t.Run(form, func(t *testing.T) {
			mux := http.NewServeMux()
			mux.Handle("/api/", httputil.NewSingleHostReverseProxy(server))
			h := hostedBy(t, built, mux)
			l := lab{h}
			h.says(`document.documentElement.hasAttribute("data-restored")`, "true")
			l.command("docmanager:open", map[string]string{"path": form + "/book.ipynb", "factory": "Notebook"})
			h.says(book+`.context.path + " " + `+book+`.sessionContext.session.kernel.status`, form+"/book.ipynb idle")
			l.run(0)
			h.plot()
			if form == "widget" {
				l.keys()
				l.kernel()
			} else {
				l.run(1)
				h.frame = `[data-windowed-list-index="1"] iframe`
				h.lesson()
				h.frame = "iframe"
			}
			for _, theme := range []string{"JupyterLab Dark", "JupyterLab Light"} {
				l.command("apputils:change-theme", map[string]string{"theme": theme})
				until(t, h.ctx, fmt.Sprintf(`document.body.dataset.jpThemeName === %q`, theme))
				h.says(readable(".parts figure.plane figcaption"), "true")
				if form == "frame" {
					h.frame = `[data-windowed-list-index="1"] iframe`
					h.says(readable(".lesson p"), "true")
					h.frame = "iframe"
				}
			}
			h.alone()
		})
	}
}

// readable is whether words have enough contrast to what is below them.
func readable(words string) string {
	return `((words) => {
	let at = words;
	while (getComputedStyle(at).backgroundColor === "rgba(0, 0, 0, 0)") at = at.parentElement ?? at.getRootNode().host;
	const light = (colour) => colour.match(/\d+/g).slice(0, 3).map((c) => ((c / 255 + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0.05);
	const both = [light(getComputedStyle(words).color), light(getComputedStyle(at).backgroundColor)];
	return Math.max(...both) / Math.min(...both) >= 4.5;
})(deep("` + words + `"))`
}

// lab is a page of JupyterLab, with a notebook open.
type lab struct{ host }

func (l lab) command(name string, arguments any) {
	l.Helper()
	evaluate[bool](l.T, l.ctx, fmt.Sprintf(`(lab.commands.execute(%q, %s), true)`, name, must(json.Marshal(arguments))(l.T)))
}

// run runs a cell as readers do.
func (l lab) run(cell int) {
	l.Helper()
	clickMiddle(l.T, l.ctx, fmt.Sprintf(`document.querySelector('[data-windowed-list-index="%d"] .jp-InputPrompt')`, cell))
	key(l.T, l.ctx, kb.Enter, ctrl)
}

// book is the notebook that is open.
const book = `[...lab.shell.widgets("main")][0]`

// keys presses in the plot what JupyterLab would use to go to the next cell and to delete it.
func (l lab) keys() {
	l.Helper()
	x, y := l.at(plane, 1, 1)
	clickXY(l.T, l.ctx, x, y)
	for _, press := range []struct{ keys, then string }{{kb.ArrowDown, "Sample 1: b"}, {"dd", "Sample 1: b"}, {kb.ArrowUp, "Sample 0: a"}, {kb.ArrowRight, "Sample 1: b"}, {kb.Delete, "Click a point"}} {
		key(l.T, l.ctx, press.keys)
		l.says(caption, press.then)
		same(l.T, l.ctx, `((notebook) => [notebook.widgets.length, notebook.activeCellIndex].join())(`+book+`.content)`, "4,0", "after "+strconv.Quote(press.keys)+" the number of cells and the active one are %s")
	}
	x, y = l.at(plane, 1, 0)
	clickXY(l.T, l.ctx, x, y)
	l.says(caption, "Sample 1: b")
}

// kernel asks what came back from the plot, and chooses for it.
func (l lab) kernel() {
	l.Helper()
	l.run(1)
	l.says(`document.querySelector('[data-windowed-list-index="1"] .jp-OutputArea-output')?.textContent`, "chosen {'sample': 1} b [1] of 3")
	l.run(2)
	l.says(caption, "Sample 0: a")
}
