//go:build !js && jupyter

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The notebook in real Jupyter, which is a heavy install: ./build.sh notebook runs these.

// jupyter prepares a folder as a reader has it, with xaia as the wheel holds it, and a way to run Jupyter that touches nothing of the user's.
func jupyter(t *testing.T) (folder string, command func(ctx context.Context, args ...string) *exec.Cmd) {
	folder = folderOf(t, map[string]string{"paper.ipynb": read(t, "../../../examples/jupyter/paper.ipynb")})
	own, packages := t.TempDir(), t.TempDir()
	wheels, err := filepath.Glob("../../../dist/python/xaia-*.whl")
	if err != nil || len(wheels) == 0 {
		t.Fatalf("the wheels in dist/python are %q, %v: run ./build.sh notebook", wheels, err)
	}
	ran(t, exec.Command("python3", "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--find-links", filepath.Dir(wheels[0]), "--target", packages, "xaia"))
	return folder, func(ctx context.Context, args ...string) *exec.Cmd {
		c := exec.CommandContext(ctx, "jupyter", args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "HOME="+own, "JUPYTER_CONFIG_DIR="+own, "JUPYTER_DATA_DIR="+own, "JUPYTER_RUNTIME_DIR="+own, "IPYTHONDIR="+own, "PYTHONPATH="+packages)
		return c
	}
}

// executed runs by nbconvert a notebook of these cells, or the one of examples, into run.html beside run.ipynb.
func executed(t *testing.T, cells ...string) (folder string) {
	folder, command := jupyter(t)
	if len(cells) > 0 {
		check(t, os.WriteFile(filepath.Join(folder, "paper.ipynb"), notebook(t, cells...), 0o644))
	}
	ran(t, command(t.Context(), "nbconvert", "--execute", "--to", "notebook", "--output", "run.ipynb", "paper.ipynb"))
	ran(t, command(t.Context(), "nbconvert", "--to", "html", "--output", "run.html", "run.ipynb"))
	return folder
}

// notebook is the file of a notebook of these cells.
func notebook(t *testing.T, cells ...string) []byte {
	var list []map[string]any
	for i, source := range cells {
		list = append(list, map[string]any{"cell_type": "code", "id": fmt.Sprint("cell-", i), "metadata": map[string]any{}, "source": source, "outputs": []any{}, "execution_count": nil})
	}
	kernel := map[string]any{"kernelspec": map[string]any{"display_name": "Python 3", "language": "python", "name": "python3"}}
	return must(json.Marshal(map[string]any{"cells": list, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}))(t)
}

// The frames' own captions, in the order of the notebook.
const captions = `[...document.querySelectorAll("iframe[title=xaia]")].map((f) => f.contentDocument?.querySelector("xaia-plot")?.shadowRoot?.querySelector("figcaption, [role=alert]")?.textContent ?? "")`

// readers sees the frames come into view: notebooks and browsers may put off what isn't seen.
const readers = `document.querySelectorAll("iframe[title=xaia]").forEach((f) => f.scrollIntoView())`

var wantCaptions = []string{"0.5 at 2.5. Between samples: some neurons are half active.", "New point 0: b, recognised in layer 1, from sample 1.", "16 of 16: Sample 6 strongly activates sample 2 in layer 3: a near twin.", "New point 0: "}

func checkCaptions(t *testing.T, ctx context.Context) {
	until(t, ctx, `(`+readers+`, `+captions+`.filter((text) => text !== "").length === 4)`)
	got := evaluate[[]string](t, ctx, captions)
	for i, want := range wantCaptions {
		expect(t, strings.HasPrefix(got[i], want), "frame %d says %q, want %q …", i, got[i], want)
	}
	t.Logf("the frames say %q", got)
	same(t, ctx, `[...document.querySelectorAll("iframe[title=xaia]")].filter((f) => f.contentDocument.getElementById("still")).length`, 0, "%d still pictures are left beside the live ones")
}

func TestNotebookExecutedByNbconvert(t *testing.T) {
	ctx := visitEmbed(t, serving(t, executed(t), "", "")+"/run.html")
	checkCaptions(t, ctx)
	// nbconvert's kernel has no page: the last cell says so.
	expect(t, evaluate[bool](t, ctx, `document.body.textContent.includes("nothing has come back from the picture")`), "the last cell says something else")
}

// Eight pictures, each in a cell of its own, carry the engine once; opened as a file, where each of them shows.
func TestNotebookOfEightPictures(t *testing.T) {
	cells := []string{"from xaia import Plot"}
	for i := range 8 {
		cells = append(cells, fmt.Sprintf("Plot([[0, 0], [0, 1], [1, 0], [1, 1]], ['a', 'b', 'b', 'a'], selected={'sample': %d})", (i+1)%4))
	}
	folder := executed(t, cells...)
	engine, notebook := len(read(t, "../../../dist/npm/embed.mjs")), len(read(t, filepath.Join(folder, "run.ipynb")))
	expect(t, notebook >= engine && notebook <= engine*5/4, "the notebook has %d bytes, the engine %d", notebook, engine)
	t.Logf("the notebook has %d bytes, the engine %d", notebook, engine)
	ctx := visitEmbed(t, "file://"+filepath.Join(folder, "run.html"))
	until(t, ctx, `(`+readers+`, `+captions+`.filter((text) => /^Sample [0-3]: [ab], recognised/.test(text)).length === 8)`)
	// Without the output that carries it a picture says what to do, and shows itself once it has come.
	evaluate[int](t, ctx, `(() => {
		const engine = document.querySelector("script.xaia-engine");
		delete globalThis[Symbol.for("xaia-engine-" + engine.dataset.key)];
		engine.remove();
		globalThis.engine = engine;
		const frame = document.querySelectorAll("iframe[title=xaia]")[7];
		frame.srcdoc = frame.srcdoc;
		return 0;
	})()`)
	last := `document.querySelectorAll("iframe[title=xaia]")[7].contentDocument`
	until(t, ctx, last+`?.querySelector("p[role=alert]")?.textContent.includes("Run the notebook from the top") && `+last+`.querySelector("#still img")`)
	after(t, ctx, `document.body.append(engine)`, last+`.querySelector("xaia-plot")?.shadowRoot?.querySelector("figcaption")?.textContent.startsWith("Sample 0: a")`)
}

// A picture that is refused says why, in a frame that is as high as what it says; a picture's frame is as high as the picture.
func TestNotebookOfARefusedPicture(t *testing.T) {
	folder := executed(t, "from xaia import Plot\nfrom IPython.display import display\ndisplay(Plot([[0, 0], [0, 1]], ['a', 'b'], options={'preset': 'papr'}))\ndisplay(Plot([[0, 0], [0, 1]], ['a', 'b'], height=300))")
	ctx := visitEmbed(t, serving(t, folder, "", "")+"/run.html")
	until(t, ctx, `(`+readers+`, `+captions+`.filter((text) => text !== "").length === 2)`)
	got := evaluate[[]string](t, ctx, captions)
	expect(t, strings.Contains(got[0], "papr"), "the refused picture says %q", got[0])
	until(t, ctx, `[...document.querySelectorAll(".xaia-plot")].every((e) => { const f = e.querySelector("iframe"); return Math.abs(f.clientHeight - f.contentDocument.documentElement.offsetHeight) < 2 && Math.abs(e.clientHeight - f.clientHeight) < 12; })`)
	heights := evaluate[[]float64](t, ctx, `[...document.querySelectorAll(".xaia-plot")].map((e) => e.clientHeight)`)
	expect(t, heights[0] <= 120 && heights[1] >= 300, "the error is %g pixels high, the picture %g", heights[0], heights[1])
}

func TestNotebookWithoutScripts(t *testing.T) {
	ctx := visitEmbed(t, serving(t, executed(t), "default-src 'none'; img-src data:; style-src 'unsafe-inline'", "")+"/run.html")
	// Scripts are blocked: each frame still shows the samples.
	until(t, ctx, `(`+readers+`, [...document.querySelectorAll("iframe[title=xaia]")].every((f) => f.contentDocument?.querySelector("#still img")?.naturalWidth > 300))`)
	// Frames are stripped as well: the picture beneath is what stays.
	evaluate[int](t, ctx, `(document.querySelectorAll("iframe").forEach((f) => f.remove()), 0)`)
	same(t, ctx, `[...document.querySelectorAll(".xaia-plot > img")].filter((i) => i.naturalWidth > 300 && i.checkVisibility()).length`, 4, "%d pictures stay")
}

// jupyterServer is the address of the classic notebook's server, whose kernels end with the test.
func jupyterServer(t *testing.T, command func(ctx context.Context, args ...string) *exec.Cmd) string {
	port := freePort(t)
	ctx, stop := context.WithCancel(context.Background())
	server := command(ctx, "notebook", "--no-browser", "--allow-root", "--ip=127.0.0.1", "--port="+port, "--NotebookApp.token=", "--NotebookApp.password=")
	server.Cancel = func() error { return server.Process.Signal(os.Interrupt) }
	server.Stderr = os.Stderr
	server.WaitDelay = 10 * time.Second
	check(t, server.Start())
	address := "http://127.0.0.1:" + port
	t.Cleanup(func() {
		endKernels(address)
		stop()
		server.Process.Kill()
		server.Wait()
	})
	responds(t, address+"/api")
	return address
}

func TestClassicNotebook(t *testing.T) {
	_, command := jupyter(t)
	address := jupyterServer(t, command)
	page := tab(t, 1100, 900)
	navigate(t, page, address+"/notebooks/paper.ipynb")
	until(t, page, `Jupyter.notebook?.kernel?.is_connected() && Jupyter.notebook.get_cells().length === 12`)
	evaluate[int](t, page, `(Jupyter.notebook.set_trusted?.(true), Jupyter.notebook.execute_all_cells(), 0)`)
	checkCaptions(t, page)

	// One output carries the engine. Its cell is changed and run again: the output that carried it is gone, and the page has kept it.
	carriers := `[...document.querySelectorAll("script.xaia-engine")].map((e) => Jupyter.notebook.get_cells().findIndex((cell) => cell.element[0].contains(e))).join()`
	same(t, page, carriers, "3", "cells %s carry the engine")
	evaluate[int](t, page, `((cell) => (cell.set_text(cell.get_text().replace("[2.5]", "[3]")), cell.execute(), 0))(Jupyter.notebook.get_cells()[3])`)
	until(t, page, captions+`[0].includes("at 3.")`)
}

// endKernels ends what the server started, so that nothing outlives the test.
func endKernels(address string) {
	response, err := http.Get(address + "/api/kernels")
	if err != nil {
		return
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body)
	var kernels []struct{ ID string }
	if json.Unmarshal(text, &kernels) != nil {
		return
	}
	for _, k := range kernels {
		request, _ := http.NewRequest(http.MethodDelete, fmt.Sprintf("%s/api/kernels/%s", address, k.ID), nil)
		if answer, err := http.DefaultClient.Do(request); err == nil {
			answer.Body.Close()
		}
	}
}
