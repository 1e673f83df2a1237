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

var builtApps = sync.OnceValues(func() (matrix, error) {
	var m matrix
	folder, err := os.MkdirTemp("", "xaia-apps-")
	if err != nil {
		return m, err
	}
	atEnd = append(atEnd, func() { os.RemoveAll(folder) })
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
	ctx := tab(t, 800, 600)
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

// embed.mjs and inline.mjs alone, in a project with webpack, which looks for every file that they name beside them.
func TestFilesThatFetchNothingAreBundledAlone(t *testing.T) {
	folder := apps(t).Apps["copied"]
	check(t, os.WriteFile(filepath.Join(folder, "index.html"), []byte(`<!doctype html><title>copied</title>`+xor+`<script src="main.js"></script>`), 0o644))
	ctx := visitEmbed(t, serving(t, folder, "", "")+"/index.html")
	shows(t, ctx, "document", 0)
	same(t, ctx, `(async () => (await (await fit([[0], [1]], ["a", "b"])).predict([[0.9]]))[0])()`, "b", "inline.mjs answers %s")
	for _, name := range []string{"embed.mjs", "inline.mjs"} {
		expect(t, !strings.Contains(read(t, "../../../dist/npm/"+name), `new URL("./xaia`), "%s looks for a file beside itself", name)
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
	want := []string{"LICENSE", "README.md", "THIRD_PARTY_NOTICES.txt", "drawing.cjs", "drawing.d.mts", "drawing.d.ts", "drawing.mjs", "embed.cjs", "embed.d.mts", "embed.d.ts", "embed.mjs", "inline.cjs", "inline.global.js", "inline.mjs", "lessons-inline.mjs", "lessons.cjs", "lessons.d.mts", "lessons.d.ts", "lessons.mjs", "lite.cjs", "lite.d.mts", "lite.d.ts", "lite.mjs", "package.json",
		"plot.cjs", "plot.d.mts", "plot.d.ts", "plot.mjs", "records.d.mts", "records.d.ts", "sync.cjs", "sync.d.mts", "sync.d.ts", "sync.mjs", "table-encoding.mjs", "table-parquet.mjs", "table-xlsx.mjs", "table.cjs", "table.d.mts", "table.d.ts", "table.mjs", "teach.cjs", "teach.d.mts", "teach.d.ts", "teach.mjs", "xaia.cjs", "xaia.d.mts", "xaia.d.ts", "xaia.global.d.ts", "xaia.global.js", "xaia.mjs", "xaia.wasm", "xaia.wasm.d.ts"}
	expect(t, slices.Equal(m.Files, want), "the tarball holds %q, want %q", m.Files, want)
}

// Calls in parts start as many engines as they are told, in workers of the page, and have the same bits; so do modules
// that carry their worker. Where the policy forbids workers, the page computes.
func TestCallsInParts(t *testing.T) {
	files := http.FileServer(http.Dir("../../../dist/npm"))
	policy := "default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; connect-src 'self'; worker-src "
	for _, c := range []struct {
		module, workers string
		want            int
	}{{"xaia.mjs", "'self'", 4}, {"inline.mjs", "blob:", 4}, {"xaia.mjs", "'none'", 0}} {
		t.Run(c.module+" "+c.workers, func(t *testing.T) {
			server := served(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/" {
					files.ServeHTTP(w, r)
					return
				}
				w.Header().Set("Content-Security-Policy", policy+c.workers+"; img-src data:")
				fmt.Fprint(w, `<!doctype html><link rel="icon" href="data:,"><title>parts</title>`)
			}))
			ctx := visitEmbed(t, server)
			got := evaluate[string](t, ctx, fmt.Sprintf(`(async () => {
				let started = 0;
				const Plain = Worker;
				globalThis.Worker = class extends Plain {
					constructor(...given) {
						super(...given);
						this.addEventListener("message", ({data}) => { if (data.ready) started++; });
					}
				};
				const xaia = await import("/%s");
				const X = Array.from({length: 120}, (_, i) => [Math.sin(i), Math.cos(i * i), i / 120]), y = X.map(([a, b, c]) => a * a + b + c);
				const model = await xaia.fit(X, y);
				const results = async (workers) => JSON.stringify([await xaia.crossValidate(X, y, {workers}), await (await model.calibrate({workers})).save(),
					(await xaia.tune(X, y, {workers, folds: 3})).scores, await model.leaveOneOut({workers})]);
				const [one, three] = [await results(1), await results(3)];
				xaia.terminate();
				return (one === three ? "same" : "another") + " " + started;
			})()`, c.module))
			want := fmt.Sprintf("same %d", c.want)
			expect(t, got == want, "%q, want %q", got, want)
		})
	}
}

// xaia/plot and its peer, bundled by an app: the figures are in the page itself, not in a shadow.
func TestFiguresOfModels(t *testing.T) {
	folder := apps(t).Apps["plot"]
	check(t, os.WriteFile(filepath.Join(folder, "census.js"), []byte(census), 0o644))
	ctx := visitEmbed(t, serving(t, folder, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:", "")+"/index.html")
	until(t, ctx, "globalThis.refused")
	for _, c := range []struct{ what, expression, want string }{
		{"each is a figure with a picture", `Object.values(figures).map((f) => f.localName + (f.querySelector("svg") ? 1 : 0)).join()`, strings.Repeat("figure1,", 21) + "figure0"},
		{"nobody has heard anything yet", `Object.values(figures).some((f) => f.heard)`, "false"},
		{"the plane's value is what was selected", `[figures.plane.value.sample, figures.plane.value.explanation.value].join()`, "3,b"},
		{"the background is the ground of the samples", `figures.plane.querySelector("canvas").width`, "640"},
		{"its samples came from the model's file", `["plane", "columns", "components", "alone"].map((n) => figures[n].querySelectorAll(".samples > *").length).join()`, "8,8,8,3"},
		{"columns are named", `figures.columns.querySelector("svg").textContent.includes("u →")`, "true"},
		{"neurons are named by their samples", `[...figures.fingerprint.querySelectorAll(".layer")].length + " " + figures.fingerprint.querySelector("svg").getAttribute("aria-description").includes("of sample")`, "3 true"},
		{"without the model only who answered has a name", `[...figures.bare.querySelectorAll("svg")].map((s) => s.getAttribute("aria-description").includes("of sample")).join()`, "false,false,true"},
		{"the last step", `figures.construction.value.sentence`, "16 of 16: Sample 6 strongly activates sample 2 in layer 3: a near twin. Sample 6 joins layer 3."},
		{"a step before", `JSON.stringify([figures.sentences.value.step, figures.sentences.value.layers])`, "[13,[[0,3,5],[1,7]]]"},
		{"what is refused", `JSON.stringify(refused)`, `{"unknown":"planePlot has no option colour. Known options are X, background, columns, external, height, legend, links, lit, numbers, selected, title, width, y.","background":"background is \"pink\". Known values are \"none\", \"island\", \"prediction\", \"familiarity\", \"territory\", \"layer\".","wrong":"planePlot shows an SQANN, but this is a tnn.","selected":"selected is neither a row nor an existing {sample} or {external}.","row":"Row 0 is not a row of 2 numbers.","trace":"The trace is missing. Fit with {trace: true}, and give model.trace.","tnn":"networkPlot shows an SQANN, but this is a tnn. Its neurons have no layers: tnnPlot draws its curve, fingerprintPlot its triangle.","other":"The explanation is not from this model. Give the result of model.explain(x, {fingerprint: true}) for one row.","column":"There is no column weight. The columns are size.","rows":"These are attributions of several rows. Give one of them.","effect":"This is not an effect. Give the result of await model.effect(column)."}`},
		{"a bar a column, and the earlier layers", `["why", "some"].map((n) => figures[n].querySelectorAll(".shares rect").length).join()`, "4,2"},
		{"an answer part by part adds up", `["parts", "together"].map((n) => {
			const [answer, ...parts] = [...figures[n].querySelectorAll(".amounts text")].map((e) => Number(e.textContent.replaceAll(/[,\s+]/g, "").replace("−", "-"))).reverse();
			return parts.length + " " + (Math.round(100 * parts.reduce((a, b) => a + b)) === Math.round(100 * answer)) + " " + figures[n].querySelectorAll(".shares").length;
		}).join()`, "4 true 0,3 true 0"},
		{"it reads as a sentence", `/^[\d.,]+ = [\d.,]+ from these samples, [+−]\u00a0[\d.,]+ because .*\.$/.test(figures.parts.querySelector("svg").getAttribute("aria-description")) + " " + / because town is Bern, .* from 2 more columns\.$/.test(figures.together.querySelector("svg").getAttribute("aria-description"))`, "true true"},
		{"a score stands below the shares", `[...figures.score.querySelectorAll("svg")].map((s) => [".shares", ".amounts"].findIndex((c) => s.querySelector(c))).join() + " " + figures.score.querySelectorAll("svg")[1].getAttribute("aria-description").startsWith("the score of ")`, "0,1 true"},
		{"an effect: its mean, its spread, its rows", `["effect", "texts", "scores"].map((n) => ["mean", "spread", "means", "each"].map((c) => figures[n].querySelectorAll("." + c + " > *").length).join("")).join()`, "1134,0220,2260"},
		{"the mean stands where the engine says", `wanted.mean.every((m, i) => Math.abs(figures.effect.querySelector("svg").scale("y").apply(m) - Number(figures.effect.querySelectorAll(".means > *")[i].getAttribute("cy"))) < 0.01)`, "true"},
		{"the classes are named at their lines", `[...figures.scores.querySelectorAll(".name text")].map((t) => t.textContent).join()`, "cheap,dear"},
		{"lines in the table's words", `["size = 44", "town = Bern", "floor = 2"].every((t) => figures.why.querySelector("svg").getAttribute("aria-description").includes(t))`, "true"},
		{"a band, and the interval of the chosen place", `figures.band.querySelectorAll(".band path").length + " " + figures.band.querySelectorAll(".interval path").length`, "1 1"},
		{"a bar in the answer, and words", `figures.sure.querySelectorAll(".interval rect").length + " " + /9 times in 10 it is between/.test(figures.sure.textContent) + " " + figures.plane.querySelectorAll(".interval").length`, "1 true 0"},
	} {
		same(t, ctx, "String("+c.expression+")", c.want, "%s: %s", c.what)
	}
	// A click in each: its value changes, and one input is one event.
	for _, c := range []struct{ figure, event, at, value string }{
		{"plane", "click", "0.5, 0.5", `figures.plane.value.sample === 0`},
		{"line", "click", "0.5, 0.5", `figures.line.value.explanation.active === 2 && Math.abs(figures.line.value.x - 1.5) < 0.2`},
		{"activation", "pointermove", "0.5, 0.5", `Math.abs(figures.activation.value.distance - 0.87) < 0.1 && Math.abs(figures.activation.value.activation - 0.37) < 0.1`},
		{"network", "click", "0, 0", `figures.network.value.chosen && figures.network.value.sample === 2 && figures.network.value.activation === 1`},
		{"why", "pointermove", "0.5, 0.28", `figures.why.value.column === "size"`},
		{"parts", "pointermove", "0.5, 0.3", `figures.parts.value.column === "size" && /^With a typical size .* the answer would be /.test(figures.parts.querySelector("figcaption").textContent)`},
		{"effect", "pointermove", "0.5, 0.5", `figures.effect.value.at === 60 && figures.effect.value.mean === wanted.mean[1] && figures.effect.querySelector("figcaption").textContent.startsWith("size = 60: ")`},
		{"fingerprint", "pointermove", "0.5, 0.5", `figures.fingerprint.value.layer === 1`},
	} {
		evaluate[bool](t, ctx, fmt.Sprintf(`(() => {
			const svg = figures.%s.querySelector("svg");
			svg.scrollIntoView({block: "center", behavior: "instant"});
			const box = svg.getBoundingClientRect();
			const [u, v] = [%s];
			if (%q === "network") return figures.network.querySelector(".hit .ground").dispatchEvent(new MouseEvent("click", {bubbles: true}));
			const near = %q === "plane" ? [svg.scale("x").apply(0) / svg.viewBox.baseVal.width, svg.scale("y").apply(0) / svg.viewBox.baseVal.height] : [u, v];
			return svg.dispatchEvent(new MouseEvent(%q, {bubbles: true, clientX: box.left + near[0] * box.width, clientY: box.top + near[1] * box.height}));
		})()`, c.figure, c.at, c.figure, c.figure, c.event))
		until(t, ctx, fmt.Sprintf(`figures.%s.heard === 1 && %s`, c.figure, c.value))
	}
	after(t, ctx, `figures.construction.querySelectorAll("button")[1].click()`, `figures.construction.heard === 1 && figures.construction.value.step === 15 && figures.construction.querySelector("input").value === "15"`)

	// The network under both presets is what the engine says.
	same(t, ctx, `compareNetworks().then(({lit, hits, links, silent, folded, rails, wrong}) => wrong.join("\n") || JSON.stringify([lit > 30, hits > 3, links > 100, silent > 0, folded, rails]))`, `[true,true,true,true,0,"10"]`, "the pictures of networks: %s")
	// The arrow keys reach every neuron, those that are folded, too; Enter chooses.
	same(t, ctx, `(() => {
		const place = figures.network.querySelector(".network");
		const seen = new Set(), press = (key) => place.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
		for (const layer of [-1, -1, -1, 0, 1, 1, 1]) {
			if (layer) press(layer < 0 ? "ArrowLeft" : "ArrowRight");
			for (let i = 0; i < 8; i++) press("ArrowUp");
			for (let i = 0; i < 8; i++) { seen.add(figures.network.value.samples.join()); press("ArrowDown"); }
		}
		const said = figures.network.querySelector("figcaption").textContent;
		press("Enter");
		return [...seen].sort().join() + " " + /^Layer 3, neuron \d of \d: sample \d, /.test(said) + " " + figures.network.value.chosen;
	})()`, "0,1,2,3,4,5,6,7 true true", "walking the network: %s")
	policyKept(t, ctx)
}
