//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// group is some tests that run by themselves.
type group struct {
	name  string
	doc   string
	needs []*need
	made  []*artefact   // beside the package and the page
	alone bool          // its times mean something, or it starts many programs: nothing else runs meanwhile
	limit time.Duration // usualLimit where it is 0; times the machine's unit
	run   func(*job) error
}

// outcome is how a group ended.
type outcome struct {
	group
	err  error
	took time.Duration
}

func (o outcome) String() string {
	verdict := "ok"
	if errors.As(o.err, new(missing)) {
		verdict = "NOT RUN"
	} else if o.err != nil {
		verdict = "FAILED"
	}
	return fmt.Sprintf("%-8s %6.1f s  %s", verdict, o.took.Seconds(), o.name)
}

// runGroups runs every group, two at a time where they allow it, and says at the end how each ended.
func runGroups(ctx context.Context, groups []group) error {
	began := time.Now()
	say("work takes %.1f times as long as on an idle machine of the usual kind; limits of time follow", pace.Unit())
	var all []outcome
	ended := make(chan outcome)
	running := 0
	end := func() {
		o := <-ended
		running--
		all = append(all, o)
		say("%s", o)
		if o.err != nil {
			report(o)
		}
	}
	for i := range groups {
		g := groups[i]
		for running > 0 && (g.alone || running >= 2 || groups[i-1].alone) {
			end()
		}
		running++
		say("%s: %s", g.name, g.doc)
		go func() {
			start := time.Now()
			err := g.whole(ctx)
			ended <- outcome{g, err, time.Since(start)}
		}()
	}
	for running > 0 {
		end()
	}
	fmt.Println()
	var failed []string
	for _, g := range groups {
		o := all[slices.IndexFunc(all, func(o outcome) bool { return o.name == g.name })]
		fmt.Println(o)
		if o.err != nil {
			failed = append(failed, o.name)
		}
	}
	fmt.Printf("%-8s %6.1f s  together\n", "", time.Since(began).Seconds())
	if failed != nil {
		return fmt.Errorf("%d of %d groups failed or could not run: %s", len(failed), len(groups), strings.Join(failed, ", "))
	}
	return nil
}

func (g group) log() string {
	return "dist/logs/" + strings.ReplaceAll(g.name, " ", "-") + ".log"
}

const usualLimit, browserLimit = 20 * time.Minute, time.Hour

// before is a limit for Go's tests in a group with that limit: they say where they hang.
func before(limit time.Duration) string { return pace.Of(limit - time.Minute).String() }

// whole prepares a group and runs it, with all output in its log.
func (g group) whole(ctx context.Context) error {
	if err := os.MkdirAll("dist/logs", 0o755); err != nil {
		return err
	}
	log, err := os.Create(g.log())
	if err != nil {
		return err
	}
	defer log.Close()
	if err := meet(ctx, g.needs); err != nil {
		return err
	}
	if err := build(ctx, g.made...); err != nil {
		return err
	}
	limit := g.limit
	if limit == 0 {
		limit = usualLimit
	}
	// Others may have come since the beginning.
	unit := max(pace.Unit(), pace.Now())
	limit = time.Duration(float64(limit) * unit)
	ctx, stop := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it was ended after %.0f minutes", limit.Minutes()))
	defer stop()
	j := &job{ctx: ctx, out: log, err: log}
	return g.run(j.with(fmt.Sprintf("%s=%.2f", pace.Variable, unit)))
}

const linesOfALog = 120

// well are lines of tests that begin, or went well.
var well = regexp.MustCompile(`^\s*(=== (RUN|PAUSE|CONT|NAME) |--- (PASS|SKIP): |✔ )`)

// report shows why a group failed.
func report(o outcome) {
	text, _ := os.ReadFile(o.log())
	lines := slices.DeleteFunc(bytes.Split(bytes.TrimSpace(text), []byte("\n")), well.Match)
	screen.Lock()
	defer screen.Unlock()
	if len(lines) > linesOfALog {
		fmt.Fprintf(screen, "  the last lines of %s:\n", o.log())
		lines = lines[len(lines)-linesOfALog:]
	}
	for _, line := range lines {
		fmt.Fprintf(screen, "  %s\n", line)
	}
	fmt.Fprintf(screen, "  %s: %v\n", o.name, o.err)
}

// walks are the main ones: the front door; of the workshop a set and its network by mouse and by keys, tables, settings, a tuning, the line,
// what is stored, shared and taken away, what fails; then a widget, a lesson and the documents.
var walks = []string{
	"TestAnyHost", "TestPlaneByMouse", "TestPlaneByKeys", "TestTables", "TestSettingsAndTuning", "TestLine", "TestConstruction", "TestAnswerSaysWhy",
	"TestUndoOfSettings", "TestShareLinkAndMemory", "TestTakeAway", "TestFailures", "TestFirstLoad", "TestEmbedInABlankPage", "TestLessonTag", "TestFirstPage",
	"TestFrontDoor", "TestOutToSea", "TestDoorIsLight",
}

// inWebKit are the browser tests that were seen to run in WebKitGTK, which has no window as narrow as a phone's and no dark desktop.
var inWebKit = []string{
	"TestAWorkerThatIsBlockedFallsBack", "TestAnswerIsAWaterfall", "TestAnswerSaysWhy", "TestAnswerWithoutTheSample", "TestAnyHost", "TestAppsUnderAStrictPolicy", "TestBackground",
	"TestCallsInParts", "TestCard", "TestComplaintEnds", "TestConflictsInWords", "TestConstruction", "TestDragKeepsThePicture", "TestEmbedAnswersClicksAndChanges", "TestEmbedAsANotebookWidget",
	"TestEmbedAskedForByNotebookWidgets", "TestEmbedFromAFile", "TestEmbedInABlankPage", "TestEmbedInAPageThatLacksParts", "TestEmbedInASrcdoc", "TestEmbedInFrameworks", "TestEmbedIsSmall",
	"TestEmbedOfAModelsFile", "TestEmbedSaysLabelsAsTheyAre", "TestEmbedShowsTheNetwork", "TestEmbedTakesWhatFrameworksGive", "TestEmbedTwiceOnAPage", "TestEmbedUnderTheStrictestPolicy",
	"TestEpsilonIsForValues", "TestFailures", "TestFarOutsideIsNotSure", "TestFieldFiles", "TestFirstLoad", "TestFirstPage", "TestGallery", "TestGuessFirst", "TestHoverLights", "TestHoverLightsTheNetwork",
	"TestInlineBuild", "TestLeaveOutAllThatConflict", "TestLeftOutExists", "TestLessonTag", "TestLine", "TestLineBeyondTheSamples", "TestLineHasATable", "TestLineWithConflict",
	"TestLinkPreview", "TestMarksOnDarkGround", "TestMenuToolsAndBrush", "TestNamesFromTheRight", "TestNetworkOfTables", "TestNothingOfTheTableBefore", "TestOneRuleForNumbers", "TestOpenGroundIsAsked",
	"TestPasteAndRedoByKeys", "TestPlaneByMouse", "TestPriceForm", "TestRefusalStays", "TestRejectedDrag", "TestReport", "TestReportOfTheCommand", "TestRowForm", "TestSamplesStayInThePicture",
	"TestScoresHaveADirection", "TestScriptTagFromAFile", "TestSettingsAndTuning", "TestShareLinkAndMemory", "TestSideBySide", "TestSoak", "TestTableBeginsWithAQuestion", "TestTableDialog", "TestTableIsChosenOfAgain",
	"TestTables", "TestTakeAway", "TestTeachTag", "TestTypedPlaces", "TestUndoOfLooks", "TestUndoOfSettings", "TestUnusualBenches", "TestViewStaysUnderTheHand",
	"TestZoomPanHover",
}

// elsewhere are the tests of the server that need the Worker or take long.
var elsewhere = []string{"TestWorkerd", "TestHeldInWorkerd", "TestWorkerFits", "TestLoad", "TestSiege"}

func exactly(tests []string) string { return "^(" + strings.Join(tests, "|") + ")$" }

func quick() []group {
	return []group{
		{name: "go", doc: "all Go tests but the server's and the browser's, native", run: goTests},
		{name: "javascript", doc: "the package and the page's scripts, in Node", run: javaScript},
		{name: "server", doc: "the server's suite: the handler, and the native server", run: func(j *job) error { return serverTests(j, "-skip", exactly(elsewhere)) }},
		{name: "bits", doc: "the same bits, and the reference cases, in WebAssembly and with fused multiply-add", run: bits},
		{name: "linters", doc: "vet, staticcheck, actionlint, eslint, types of all JavaScript that is shipped", made: []*artefact{npm("web"), linters}, run: lint},
		{name: "browser", doc: "the page's main walks, in Chromium", needs: []*need{chromium}, alone: true, limit: browserLimit, run: func(j *job) error { return browserTests(j, "-run", exactly(walks)) }},
	}
}

func everything() []group {
	return []group{
		{name: "linters", doc: "vet, staticcheck, actionlint, eslint, types of all JavaScript that is shipped", made: []*artefact{npm("web"), linters}, run: lint},
		{name: "go", doc: "all Go tests but the server's and the browser's, native", run: goTests},
		{name: "wasm", doc: "the Go tests of the engine, its binding and the paper, in WebAssembly in Node", run: func(j *job) error {
			return goInNode(j, "test", "-count=1", "-timeout", before(usualLimit), ".", "./core/...", "./wasm/binding", "./experiments/...")
		}},
		{name: "bits", doc: "the same bits, and the reference cases, in WebAssembly and with fused multiply-add", run: bits},
		{name: "javascript", doc: "the package and the page's scripts, in Node", run: javaScript},
		{name: "in a worker", doc: "the tests of the API with the engine in a worker", run: inAWorker},
		{name: "lite", doc: "36,000 answers of xaia/lite beside the engine's", run: func(j *job) error {
			return j.with("XAIA_LITE=4").run("node", "--test", "--test-reporter=spec", "web/test/lite.test.mjs")
		}},
		{name: "python", doc: "Plot, the estimators and the wheels, natively and in Pyodide", needs: []*need{frames}, made: []*artefact{wheel, npm("web/test/pyodide")}, run: func(j *job) error {
			return errors.Join(pythonTests(j), nodeTests(j, "web/test/pyodide"))
		}},
		{name: "proofs", doc: "the proofs, in Coq", needs: []*need{coq}, run: prove},
		{name: "experiments", doc: "the paper's figures and tables", run: printSections},
		{name: "server", doc: "the server's suite in its three forms, kills, a short siege, deploy/check.sh", needs: []*need{proxy}, made: []*artefact{edgeFiles}, alone: true, run: func(j *job) error {
			return errors.Join(serverTests(j), nodeTests(j, "worker/edge"))
		}},
		{name: "browser", doc: "all walks in Chromium", needs: []*need{chromium}, made: []*artefact{npm("web/test/apps"), npm("web/test/pyodide"), wheel}, alone: true, limit: browserLimit, run: func(j *job) error { return browserTests(j) }},
		{name: "firefox", doc: "the same walks in Firefox", needs: []*need{firefox}, made: []*artefact{npm("web/test/apps")}, alone: true, limit: browserLimit, run: firefoxTests},
		{name: "webkit", doc: "the main ones in WebKitGTK", needs: []*need{webkit}, made: []*artefact{npm("web/test/apps")}, alone: true, limit: browserLimit, run: webkitTests},
		{name: "notebook", doc: "the notebooks in real Jupyter", needs: []*need{jupyter, frames, chromium}, made: []*artefact{wheel}, alone: true, run: notebookTests},
		{name: "framework", doc: "an Observable Framework project", needs: []*need{chromium}, made: []*artefact{npm("web/test/framework")}, alone: true, run: frameworkTests},
		{name: "hosts", doc: "plots and lessons in pages and notebooks of others, and the course kit from its zip", needs: []*need{chromium, jupyter}, made: hostsMade, alone: true, run: func(j *job) error { return driveHosts(j) }},
		{name: "soak", doc: "random calls, four times two minutes, and memory that ends", needs: []*need{chromium}, alone: true, run: func(j *job) error {
			return errors.Join(soakBeside(j, 1000, 120), j.with("XAIA_MEMORY=all").run("node", "--test", "--test-reporter=spec", "web/test/memory.test.mjs"))
		}},
		{name: "clients", doc: "the package in every client from npm", needs: []*need{chromium}, limit: time.Hour, run: func(j *job) error { return driveClients(j) }},
		{name: "fuzz", doc: "each fuzz target, half a minute, and more damaged files", run: func(j *job) error { return fuzzAll(j, "30s") }},
		{name: "mutants", doc: "24 small changes to Go's code and 8 to scripts; the figures are those of ./build.sh mutants", limit: time.Hour, run: func(j *job) error {
			return errors.Join(j.run("go", "run", "./internal/mutants", "-n", "24", "-least", "0.5"), j.run("node", "web/test/mutants/main.mjs", "8", "1", "0.5"))
		}},
		{name: "load", doc: "1000 predictions on both servers", made: []*artefact{edgeFiles}, alone: true, run: func(j *job) error { return loads(j, "1000") }},
		{name: "siege", doc: "attacks on both servers", made: []*artefact{edgeFiles}, alone: true, run: sieges},
		{name: "lighthouse", doc: "the pages in Lighthouse", needs: []*need{chromium}, made: []*artefact{npm("web/test/lighthouse"), server}, alone: true, run: judge},
		{name: "looks", doc: "the pages of HEAD beside the pages as they are", needs: []*need{chromium, git}, alone: true, run: func(j *job) error { return j.run("./build.sh", "looks", "HEAD") }},
		{name: "documents", doc: "the commands of README, CONTRIBUTING and the documents, as they stand there", needs: []*need{gcc, git}, made: []*artefact{edgeFiles}, alone: true, limit: time.Hour, run: runDocumented},
		{name: "serving", doc: "serve and edge, with the requests of docs/edge.md", needs: []*need{curl}, made: []*artefact{edgeFiles, server}, run: serving},
		{name: "quality", doc: "its measurements, on few sets; the figures are those of ./build.sh quality", limit: browserLimit, run: func(j *job) error {
			return errors.Join(j.run("./build.sh", "quality", "quick", "sets", "outliers", "alarms"), j.run("./build.sh", "quality", "why"), j.run("./build.sh", "quality", "drawings", "quick"))
		}},
		{name: "bench", doc: "each measurement, on few workloads", needs: []*need{chromium, git}, alone: true, limit: browserLimit, run: benches},
		{name: "release", doc: "what is published, built twice; its server deployed as docs/service.md says", needs: []*need{python, git, proxy}, alone: true, run: func(j *job) error { return j.run("./build.sh", "release") }},
	}
}

// benches runs each measurement once, on few workloads: that it works is a matter of verify, its figures are one of
// "./build.sh bench" and of what the documents say of it.
func benches(j *job) error {
	bench := func(args ...string) error { return j.run("./build.sh", append([]string{"bench"}, args...)...) }
	return errors.Join(
		bench("only", "^(plane-1000 |plane-100000 |digits |cube-1000 |tnn-1000$)", "native,native-1,Node,Chromium"),
		bench("against", "HEAD", "^tnn-1000$", "native,Node"), // main may not be here
		bench("kernels", "^fit cube-8000 x 13$"),
		bench("learner", "corrections"),
		bench("parts"),
		bench("rival"),
		j.run("node", "bench/predict.mjs"),
		j.run("node", "bench/control.mjs", "plane"),
	)
}

func test(ctx context.Context, args []string) error { return buildAndRun(ctx, quick(), args) }

func verify(ctx context.Context, args []string) error { return buildAndRun(ctx, everything(), args) }

// buildAndRun runs the groups whose names match, all of them without arguments.
func buildAndRun(ctx context.Context, groups []group, args []string) error {
	if len(args) > 0 {
		wanted, err := regexp.Compile("^(" + strings.Join(args, "|") + ")$")
		if err != nil {
			return wrong(err.Error())
		}
		var names []string
		for _, g := range groups {
			names = append(names, g.name)
		}
		groups = slices.DeleteFunc(groups, func(g group) bool { return !wanted.MatchString(g.name) })
		if len(groups) == 0 {
			return wrong(fmt.Sprintf("no group is called %s: they are %s", strings.Join(args, " "), strings.Join(names, ", ")))
		}
	}
	if err := buildDist(ctx); err != nil {
		return err
	}
	return runGroups(ctx, groups)
}

// check needs no build and no browser.
func check(ctx context.Context, _ []string) error {
	if err := build(ctx, npm("web"), linters); err != nil {
		return err
	}
	say("linters")
	j := screenJob(ctx)
	if err := lint(j); err != nil {
		return err
	}
	say("the engine's tests")
	return j.run("go", "test", "-short", "./core/...", "./wire/...", "./internal/...")
}

var (
	forJavaScript = []string{"./core", "./wire/...", "./wasm/...", "./web/site/page/...", "./worker", "./worker/edge", "./experiments/page", "./python/engine"}
	linted        = []string{"./core", "./wire/...", "./wasm/...", "./web/site/page", "./worker/edge", "./experiments/page", "./python/engine"}
)

func lint(j *job) error {
	js := j.with("GOOS=js", "GOARCH=wasm")
	return errors.Join(
		j.run("go", "vet", "./..."),
		js.run("go", append([]string{"vet"}, forJavaScript...)...),
		j.run("go", "vet", "-tags", "jupyter,framework,hosts", "./web/test/browser"),
		j.run("dist/tools/staticcheck", "./..."),
		js.run("dist/tools/staticcheck", linted...),
		j.run("dist/tools/actionlint"),
		j.run("web/node_modules/.bin/eslint", "-c", "web/eslint.config.mjs", "."),
		j.in("web").run("node_modules/.bin/tsc", "-p", "tsconfig.source.json"),
	)
}

func goTests(j *job) error {
	list, err := j.output("go", "list", "./...")
	if err != nil {
		return err
	}
	packages := slices.DeleteFunc(strings.Fields(list), func(p string) bool {
		return strings.HasSuffix(p, "/xaia/worker") || strings.HasSuffix(p, "/web/test/browser")
	})
	return j.run("go", append([]string{"test", "-timeout", before(usualLimit)}, packages...)...)
}

func browserTests(j *job, options ...string) error {
	return j.run("go", slices.Concat([]string{"test", "-v", "-timeout", before(browserLimit)}, options, []string{"./web/test/browser"})...) // its log says how long each took
}

func serverTests(j *job, options ...string) error {
	return j.run("go", append([]string{"test", "./worker", "-timeout", before(usualLimit)}, options...)...) // the folder first: some options are its own
}

// bits runs the tests that compare each bit, wherever it could differ.
func bits(j *job) error {
	err := goInNode(j, "test", ".")
	if runtime.GOARCH != "amd64" {
		return err
	}
	if about, failed := os.ReadFile("/proc/cpuinfo"); failed != nil || !bytes.Contains(about, []byte(" fma ")) {
		fmt.Fprintln(j.out, "this processor can't check fused multiply-add")
		return err
	}
	return errors.Join(err, j.with("GOAMD64=v3").run("go", "test", "-count=1", "-run", "TestTheSameBitsEverywhere", "."))
}

// goInNode runs go with programs for JavaScript. Go's runner passes the environment into the module, which has little
// room for it.
func goInNode(j *job, args ...string) error {
	flags, err := j.output("go", "env", "GOFLAGS", "GOPROXY")
	if err != nil {
		return err
	}
	lines := strings.Split(flags, "\n")
	runner := filepath.Join(goroot(), "lib/wasm")
	env := []string{"-i", "PATH=" + runner + ":" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "GOFLAGS=" + lines[0], "GOPROXY=" + lines[1], "GOOS=js", "GOARCH=wasm", "go"}
	return j.run("env", append(env, args...)...)
}

func javaScript(j *job) error {
	return nodeTests(j, "web/test", "--test-concurrency=2")
}

// inAWorker runs the tests of the API once more.
func inAWorker(j *job) error {
	args := []string{"--import", "./web/test/in-worker.mjs", "--test", "--test-reporter=spec"}
	for _, name := range []string{"api", "bad-input", "choose", "control", "crossing", "engine", "golden", "learn", "soak", "tables"} {
		args = append(args, "web/test/"+name+".test.mjs")
	}
	return j.run("node", args...)
}
