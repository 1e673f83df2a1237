//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// screenJob is a job whose programs write to the terminal.
func screenJob(ctx context.Context) *job { return &job{ctx: ctx, out: os.Stdout, err: os.Stderr} }

// after builds, and then begins a phase on the screen.
func after(ctx context.Context, phase string, more ...*artefact) (*job, error) {
	if err := buildDist(ctx); err != nil {
		return nil, err
	}
	if err := build(ctx, more...); err != nil {
		return nil, err
	}
	say("%s", phase)
	return screenJob(ctx), nil
}

// once is a command that takes no words: it builds what it needs, and runs.
func once(phase string, run func(j *job) error, more ...*artefact) func(ctx context.Context, _ []string) error {
	return func(ctx context.Context, _ []string) error {
		j, err := after(ctx, phase, more...)
		if err != nil {
			return err
		}
		return run(j)
	}
}

func buildCommand(ctx context.Context, _ []string) error {
	_, err := after(ctx, "dist/npm and dist/site are up to date")
	return err
}

func serve(ctx context.Context, args []string) error {
	port := "8080"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		port, args = args[0], args[1:]
	}
	j, err := after(ctx, "serving", server)
	if err != nil {
		return err
	}
	listens := "127.0.0.1:"
	if slices.ContainsFunc(args, func(a string) bool { return strings.TrimLeft(a, "-") == "room" }) {
		listens = ":" // phones must reach it
	}
	options := []string{"-address", listens + port}
	if strings.TrimSpace(os.Getenv("XAIA_TOKEN")) == "" {
		options = append(options, "-open") // for whoever has just started it on their own machine
	}
	return j.replace("dist/serve", append(options, args...)...)
}

// edge takes XAIA_TOKEN and XAIA_ORIGINS as the native server does.
func edge(ctx context.Context, args []string) error {
	port, err := number(args, "8787")
	if err != nil {
		return err
	}
	j, err := after(ctx, "workerd", edgeFiles)
	if err != nil {
		return err
	}
	options := []string{"dev", "--local", "--ip", "127.0.0.1", "--port", port, "--inspector-port", "0", "--show-interactive-dev-session=false"}
	for _, name := range []string{"XAIA_TOKEN", "XAIA_ORIGINS"} {
		if value := os.Getenv(name); value != "" {
			options = append(options, "--var", name+":"+value)
		}
	}
	return j.in("worker").with("WRANGLER_SEND_METRICS=false").replace("worker/node_modules/.bin/wrangler", options...)
}

const deployment = `
This puts the Worker of worker/wrangler.jsonc on your Cloudflare account. It needs, once:

  cd worker
  node_modules/.bin/wrangler login                        or CLOUDFLARE_API_TOKEN in the environment
  node_modules/.bin/wrangler r2 bucket create xaia-models the models' bucket
  node_modules/.bin/wrangler secret put XAIA_TOKEN        what writers must show; without it nobody writes

docs/edge.md says what it costs, and which plan it needs.

`

func deploy(ctx context.Context, _ []string) error {
	j, err := after(ctx, "deploying", edgeFiles)
	if err != nil {
		return err
	}
	fmt.Print(deployment)
	return j.in("worker").with("WRANGLER_SEND_METRICS=false").replace("worker/node_modules/.bin/wrangler", "deploy")
}

// number is the one argument that a command may have.
func number(args []string, otherwise string) (string, error) {
	if len(args) == 0 {
		return otherwise, nil
	}
	if n, err := strconv.Atoi(args[0]); err != nil || n < 1 || len(args) > 1 {
		return "", wrong(fmt.Sprintf("expected one whole number, not %s", strings.Join(args, " ")))
	}
	return args[0], nil
}

var fuzzTarget = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)

// fuzzers are the Go targets, a folder and a name each; the page's are in web/test/fuzz.
func fuzzers() (list [][2]string, err error) {
	files, err := expand([]string{"cmd", "core", "python", "wire", "worker"})
	for _, name := range files {
		if !strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for _, m := range fuzzTarget.FindAllSubmatch(text, -1) {
			list = append(list, [2]string{"./" + filepath.Dir(name), string(m[1])})
		}
	}
	return list, err
}

func fuzz(ctx context.Context, args []string) error {
	long := "10m"
	if len(args) > 0 {
		long = args[0]
	}
	if _, err := time.ParseDuration(long); err != nil || len(args) > 1 {
		return wrong(fmt.Sprintf("fuzz takes a time such as 10m, not %s", strings.Join(args, " ")))
	}
	j, err := after(ctx, "fuzzing")
	if err != nil {
		return err
	}
	return fuzzAll(j, long)
}

func fuzzAll(j *job, long string) error {
	j = j.with("XAIA_VERIFY=1")
	list, failed := fuzzers()
	for _, f := range list {
		failed = errors.Join(failed, j.run("go", "test", f[0], "-run", "^$", "-fuzz", "^"+f[1]+"$", "-fuzztime", long))
	}
	return errors.Join(failed, j.run("node", "web/test/fuzz/main.mjs", long), j.with("XAIA_MUTANT_COUNT=10000").run("node", "--test", "web/test/damaged.test.mjs"))
}

var digits = regexp.MustCompile(`^[1-9][0-9]*$`)

// mutants has the tests judge changes to Go's code, or to scripts.
func mutants(ctx context.Context, args []string) error {
	n := "300"
	if len(args) > 0 && digits.MatchString(args[0]) {
		n, args = args[0], args[1:]
	}
	scripts := slices.Equal(args, []string{"javascript"})
	for _, one := range args {
		if !scripts && !strings.HasPrefix(one, "./") {
			return wrong(fmt.Sprintf("mutants takes a number, and javascript or packages such as ./core/..., not %s", one))
		}
	}
	if err := build(ctx, dist...); err != nil {
		return err
	}
	j := screenJob(ctx)
	if scripts {
		return j.keeping("dist/mutants/javascript.md", func(j *job) error { return j.run("node", "web/test/mutants/main.mjs", n) })
	}
	return j.keeping("dist/mutants/go.md", func(j *job) error {
		return j.run("go", append([]string{"run", "./internal/mutants", "-n", n}, args...)...)
	})
}

// soak takes a quarter of the time for each of four; another seed every time, which is printed.
func soak(ctx context.Context, args []string) error {
	minutes, err := number(args, "60")
	if err != nil {
		return err
	}
	j, err := after(ctx, "soak")
	if err != nil {
		return err
	}
	n, _ := strconv.Atoi(minutes)
	return soakBeside(j, rand.IntN(1<<30), n*15)
}

// soakBeside runs four soaks side by side, each for so many seconds: three in Node, of which one has too little memory,
// and one in Chromium. What they print comes at the end.
func soakBeside(j *job, seed, seconds int) error {
	fmt.Fprintf(j.out, "four times %d s side by side, seed %d\n", seconds, seed)
	of := []string{"--seed", strconv.Itoa(seed), "--seconds", strconv.Itoa(seconds)}
	runs := [][]string{
		append([]string{"node", "web/test/soak/node.mjs"}, of...),
		append([]string{"node", "web/test/soak/node.mjs", "--worker"}, of...),
		append([]string{"node", "--wasm-max-mem-pages=600", "web/test/soak/dying.mjs"}, of...),
		{"go", "test", "./web/test/browser", "-run", "^TestSoak$", "-v", "-count=1", "-timeout", "0", "-soak", strconv.Itoa(seconds) + "s", "-soakseed", strconv.Itoa(seed)},
	}
	said := make([]bytes.Buffer, len(runs))
	ended := make([]chan error, len(runs))
	for i, r := range runs {
		ended[i] = make(chan error, 1)
		of := *j
		of.out, of.err = &said[i], &said[i]
		go func() { ended[i] <- of.run(r[0], r[1:]...) }()
	}
	var failed error
	for i := range runs {
		failed = errors.Join(failed, <-ended[i])
		j.out.Write(said[i].Bytes())
	}
	return failed
}

// firefoxTests say what they leave out, by -v.
func firefoxTests(j *job) error { return browserTests(j.with("XAIA_BROWSER=firefox")) }

// webkitTests have a display, without which WebKitGTK shows nothing.
func webkitTests(j *job) error {
	return j.with("XAIA_BROWSER=webkit").run("xvfb-run", "--auto-servernum", "--server-args", "-screen 0 1600x1400x24",
		"go", "test", "-timeout", before(browserLimit), "-v", "-run", exactly(inWebKit), "./web/test/browser")
}

// nodeTests runs the JavaScript tests of a folder; the end of what they print lists those that failed.
func nodeTests(j *job, folder string, options ...string) error {
	return j.run("node", slices.Concat([]string{"--test", "--test-reporter=spec"}, options, tests(folder))...)
}

// tests are the JavaScript tests of a folder.
func tests(folder string) []string {
	found, err := filepath.Glob(folder + "/*.test.mjs")
	if err != nil || len(found) == 0 {
		panic(folder + " has no tests")
	}
	return found
}

func load(ctx context.Context, args []string) error {
	n, err := number(args, "10000")
	if err != nil {
		return err
	}
	j, err := after(ctx, "load", edgeFiles)
	if err != nil {
		return err
	}
	return loads(j, n)
}

func loads(j *job, n string) error {
	return errors.Join(serverTests(j, "-run", "^TestLoad$", "-v", "-load", n), j.run("node", "bench/edge.mjs"))
}

func sieges(j *job) error { return serverTests(j, "-run", "^TestSiege$", "-v", "-siege", "both") }

// judge is too much noise for test: the machine's load moves its figures.
func judge(j *job) error {
	server, stop := j.stoppable()
	ended := make(chan error, 1)
	go func() { ended <- server.run("dist/serve", "-address", "127.0.0.1:8765") }()
	err := j.with(fmt.Sprintf("%s=%.2f", pace.Variable, pace.Unit())).run("node", "web/test/lighthouse/run.mjs", os.Getenv("CHROMIUM"), "http://127.0.0.1:8765/")
	stop()
	<-ended
	return err
}

func printSections(j *job) error {
	return j.keeping("dist/experiments.md", func(j *job) error { return j.run("node", "web/site/paper/print.mjs") })
}

// pythonTests install the wheel without a network, fit with its engine, and check the notebook to be what its script writes.
func pythonTests(j *job) error {
	python, err := pythonWithFrames()
	if err != nil {
		return missing{frames, "is missing"}
	}
	for _, test := range []string{"files", "certificate", "plot", "wheel", "pandas", "estimator", "lists"} {
		err = errors.Join(err, j.run(python, "-B", "python/tests/test_"+test+".py"))
	}
	return err
}

func notebookTests(j *job) error {
	python, err := pythonWithFrames()
	if err != nil {
		return missing{frames, "is missing"}
	}
	return errors.Join(j.run(python, "-B", "python/tests/test_course.py"), j.run("go", "test", "-count=1", "-tags", "jupyter", "-run", "Notebook", "-v", "./web/test/browser"))
}

func proof(ctx context.Context, _ []string) error {
	say("the proofs")
	return prove(screenJob(ctx))
}

// prove checks from nothing, in a folder of its own. coqchk checks what coqc has written once more, by itself.
func prove(j *job) error {
	files, err := filepath.Glob("proof/*.v")
	if err == nil {
		err = errors.Join(os.RemoveAll("dist/proof"), copyFiles("dist/proof", files...))
	}
	if err != nil {
		return err
	}
	in := j.in("dist/proof")
	var names []string
	for _, f := range files {
		names = append(names, filepath.Base(f))
	}
	sorted, err := in.output("coqdep", append([]string{"-sort", "-R", ".", "Xaia"}, names...)...)
	if err != nil {
		return err
	}
	libraries := []string{"-silent", "-R", ".", "Xaia"}
	var printed string
	for _, file := range strings.Fields(sorted) {
		printed, err = in.output("coqc", "-q", "-R", ".", "Xaia", file)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, printed)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".v")
		libraries = append(libraries, "-norec", "Xaia."+name)
		if name == "Check" {
			if err := compareAssumptions(j, printed); err != nil {
				return err
			}
		}
	}
	return in.run("coqchk", libraries...)
}

func compareAssumptions(j *job, printed string) error {
	fmt.Fprint(j.out, printed)
	want, err := os.ReadFile("proof/assumptions.txt")
	if err == nil && string(want) != printed {
		err = errors.New("the theorems, or what they rest on, are not those of proof/assumptions.txt")
	}
	return err
}

func frameworkTests(j *job) error {
	if err := errors.Join(copyFile("web/test/framework/src/embed.js", "dist/npm/embed.mjs"), os.RemoveAll("web/test/framework/dist")); err != nil {
		return err
	}
	if err := j.in("web/test/framework").with("OBSERVABLE_TELEMETRY_DISABLE=true").run("node_modules/.bin/observable", "build"); err != nil {
		return err
	}
	return j.run("go", "test", "-count=1", "-tags", "framework", "-run", "TestFrameworkReacts", "-v", "./web/test/browser")
}

// Each heavy host has a folder of its own, so that npm installs anew only the one that has changed.
var hostsMade = []*artefact{npm("web/test/hosts"), npm("web/test/jupyterlab"), npm("web/test/docusaurus"), npm("web/test/starlight"), courseKit, wheel}

func hosts(ctx context.Context, args []string) error {
	j, err := after(ctx, "hosts", hostsMade...)
	if err != nil {
		return err
	}
	return driveHosts(j, args...)
}

func driveHosts(j *job, which ...string) error {
	return j.run("go", "test", "-count=1", "-tags", "hosts,jupyter", "-run", "Test(Host|CourseKit).*("+strings.Join(which, "|")+")", "-v", "./web/test/browser")
}

func clients(ctx context.Context, args []string) error {
	j, err := after(ctx, "clients")
	if err != nil {
		return err
	}
	return driveClients(j, args...)
}

func driveClients(j *job, which ...string) error {
	return j.keeping("dist/clients.md", func(j *job) error { return j.run("node", append([]string{"web/test/clients/main.mjs"}, which...)...) })
}

func clean(context.Context, []string) error {
	var failed error
	for _, folder := range []string{"dist", "wasm_exec.js", "worker/.wrangler", "web/test/framework/dist", "web/test/framework/src/embed.js", "web/test/framework/src/.observablehq"} {
		failed = errors.Join(failed, os.RemoveAll(folder))
	}
	locks, err := filepath.Glob("*/package-lock.json")
	if err != nil {
		return err
	}
	deeper, err := filepath.Glob("web/test/*/package-lock.json")
	for _, lock := range append(locks, deeper...) {
		failed = errors.Join(failed, os.RemoveAll(filepath.Join(filepath.Dir(lock), "node_modules")))
	}
	return errors.Join(failed, err)
}
