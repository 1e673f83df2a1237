//go:build !js

package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// The package as people install it: packed, installed from the tarball in an app
// outside of the repository, built by each bundler, and driven in Chromium.

// strict is the policy that an app with the package can have.
const strict = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'"

type matrix struct {
	Tarball string
	Files   []string
	Apps    map[string]string
}

// appsFolder is empty until a test needs the apps: most single tests don't.
var appsFolder string

var builtApps = sync.OnceValues(func() (matrix, error) {
	var m matrix
	folder, err := os.MkdirTemp("", "xaia-apps-")
	if err != nil {
		return m, err
	}
	appsFolder = folder
	build := exec.Command("node", "../apps/build.mjs", folder)
	build.Stderr = os.Stderr
	out, err := build.Output()
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(out, &m)
})

func apps(t *testing.T) matrix {
	m := must(builtApps())(t)
	return m
}

func TestMain(m *testing.M) {
	code := m.Run()
	if appsFolder != "" {
		os.RemoveAll(appsFolder)
	}
	os.Exit(code)
}

// serving serves a folder under a policy; wasm gets the type given.
func serving(t *testing.T, folder, policy, wasmType string) string {
	files := http.FileServer(http.Dir(folder))
	server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			w.Header().Set("Content-Type", wasmType)
		}
		if strings.HasSuffix(r.URL.Path, "js") {
			w.Header().Set("Content-Type", "text/javascript")
		}
		files.ServeHTTP(w, r)
	}))
	return server
}

// outcome is what run.js and probe.js leave in the page.
type outcome struct {
	Result struct {
		Failed, Version, Status, Aborted, File string
		Predicted                              []string
		Neurons                                []int
		Fingerprint                            bool
		Refused                                []any
		Kept, Layers                           int
		LongestTask, AbortTook                 float64
	}
	Probe struct {
		Workers              int
		Warnings, Violations []string
	}
}

func visit(t *testing.T, address string) outcome {
	ctx := chromium(t, 800, 600)
	navigate(t, ctx, address)
	within(t, ctx, time.Minute, "globalThis.result !== undefined")
	var o outcome
	text := evaluate[string](t, ctx, "JSON.stringify({result, probe})")
	check(t, json.Unmarshal([]byte(text), &o))
	// The page's own empty icon, which Chromium sometimes loads; the package loads no pictures.
	o.Probe.Violations = slices.DeleteFunc(o.Probe.Violations, func(v string) bool { return v == "img-src data" })
	return o
}

const longestTask = 50 // milliseconds on the main thread while the engine is in a worker

// visitWithWorker visits an app that computes in a worker, and checks it. Where the main thread wasn't free
// meanwhile, it visits again: what others do on the machine only ever makes a task longer.
func visitWithWorker(t *testing.T, address string) outcome {
	o := visit(t, address)
	for range 2 {
		if o.Result.LongestTask <= longestTask*pace.Unit() {
			break
		}
		t.Logf("the main thread was blocked for %.0f ms", o.Result.LongestTask)
		o = visit(t, address)
	}
	o.check(t, 1)
	return o
}

// anyNumber of workers: a policy may block one after it was started.
const anyNumber = -1

// check holds the outcome against what every app must find.
func (o outcome) check(t *testing.T, workers int) {
	r := o.Result
	if r.Failed != "" {
		t.Fatalf("the app failed: %s; warnings %q", r.Failed, o.Probe.Warnings)
	}
	expect(t, slices.Equal(r.Predicted, []string{"b", "a"}) && r.Status == "hit" && slices.Equal(r.Neurons, []int{0}) && r.Fingerprint && r.File == "b", "fit, predict, explain and load give %+v", r)
	equal(t, fmt.Sprint(r.Refused), "[true invalid-input 1 0]", "NaN is refused with %s")
	expect(t, r.Kept == 10000 && r.Layers >= 2, "the caller's array has %d numbers left, the model %d layers", r.Kept, r.Layers)
	// Of eight seconds; the figure on a quiet machine is in docs/performance.md.
	expect(t, r.Aborted == "AbortError" && r.AbortTook <= 1000, "the abort gives %s after %.0f ms", r.Aborted, r.AbortTook)
	expect(t, o.Probe.Workers == workers || workers == anyNumber, "%d workers were started, want %d", o.Probe.Workers, workers)
	expect(t, workers <= 0 || r.LongestTask <= longestTask*pace.Unit(), "the main thread was blocked for %.0f ms during plane-5000", r.LongestTask)
}

func (o outcome) quiet(t *testing.T) {
	expect(t, len(o.Probe.Warnings) == 0 && len(o.Probe.Violations) == 0, "warnings %q, violations %q", o.Probe.Warnings, o.Probe.Violations)
}

func TestAppsUnderAStrictPolicy(t *testing.T) {
	m := apps(t)
	for _, name := range []string{"module", "global", "esbuild", "rollup", "webpack", "vite"} {
		t.Run(name, func(t *testing.T) {
			o := visitWithWorker(t, serving(t, m.Apps[name], strict, "application/wasm"))
			o.quiet(t)
			t.Logf("longest task on the main thread %.0f ms, abort after %.0f ms", o.Result.LongestTask, o.Result.AbortTook)
		})
	}
}

func TestInlineBuild(t *testing.T) {
	m := apps(t)
	t.Run("blob worker allowed", func(t *testing.T) {
		o := visitWithWorker(t, serving(t, m.Apps["inline"], strings.Replace(strict, "worker-src 'self'", "worker-src blob:", 1), ""))
		o.quiet(t)
	})
	t.Run("file://", func(t *testing.T) {
		visitWithWorker(t, "file://"+filepath.ToSlash(filepath.Join(m.Apps["inline"], "pasted.html")))
	})
}

func TestAWorkerThatIsBlockedFallsBack(t *testing.T) {
	m := apps(t)
	for _, name := range []string{"module", "inline"} {
		t.Run(name, func(t *testing.T) {
			o := visit(t, serving(t, m.Apps[name], strings.Replace(strict, "worker-src 'self'", "worker-src 'none'", 1), "application/wasm"))
			o.check(t, anyNumber)
			expect(t, len(o.Probe.Warnings) == 1 && strings.Contains(o.Probe.Warnings[0], "the calling thread computes"), "warnings %q, want one", o.Probe.Warnings)
		})
	}
}

func TestWasmOfAnotherType(t *testing.T) {
	visitWithWorker(t, serving(t, apps(t).Apps["module"], strict, "text/plain"))
}

func TestViteDevServer(t *testing.T) {
	app := apps(t).Apps["app"]
	port := freePort(t)
	vite := must(filepath.Abs("../apps/node_modules/vite/bin/vite.js"))(t)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	server := exec.CommandContext(ctx, "node", vite, "--port", port, "--strictPort", "--host", "127.0.0.1")
	server.Dir = app
	server.Stderr = os.Stderr
	check(t, server.Start())
	defer server.Wait()
	defer stop()
	address := "http://127.0.0.1:" + port
	responds(t, address)
	visitWithWorker(t, address)
}

func freePort(t *testing.T) string {
	l := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

func TestTarballHoldsWhatIsPromised(t *testing.T) {
	m := apps(t)
	want := []string{"LICENSE", "README.md", "THIRD_PARTY_NOTICES.txt", "drawing.cjs", "drawing.d.mts", "drawing.d.ts", "drawing.mjs", "embed.cjs", "embed.d.mts", "embed.d.ts", "embed.mjs", "inline.cjs", "inline.global.js", "inline.mjs", "lessons.cjs", "lessons.d.mts", "lessons.d.ts", "lessons.mjs", "package.json",
		"plot.cjs", "plot.d.mts", "plot.d.ts", "plot.mjs", "sync.cjs", "sync.mjs", "table-parquet.mjs", "table-xlsx.mjs", "table.cjs", "table.d.mts", "table.d.ts", "table.mjs", "teach.cjs", "teach.d.mts", "teach.d.ts", "teach.mjs", "xaia.cjs", "xaia.d.mts", "xaia.d.ts", "xaia.global.d.ts", "xaia.global.js", "xaia.mjs", "xaia.wasm", "xaia.wasm.d.ts"}
	expect(t, slices.Equal(m.Files, want), "the tarball holds %q, want %q", m.Files, want)
}
