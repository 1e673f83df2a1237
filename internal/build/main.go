//go:build unix

// Command build builds, tests and measures this repository. build.sh starts it:
//
//	./build.sh help     lists the commands
//
// main.go has the commands, dist.go what is built, stamp.go when it is built again, needs.go the programs that are
// taken from elsewhere, groups.go the tests.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
)

// command is what can be said after ./build.sh.
type command struct {
	name, args string // args is for people; a word in brackets may be left out
	doc        string
	needs      []*need
	hidden     bool
	run        func(ctx context.Context, args []string) error
}

func commands() []command {
	return []command{
		{name: "build", doc: "builds dist/npm (the package) and dist/site (the page); the same without a command", run: buildCommand},
		{name: "serve", args: "[port] [options]", doc: "serves the page and the HTTP face on 127.0.0.1, port 8080", run: serve},
		{name: "edge", args: "[port]", doc: "the same as a Cloudflare Worker, here, in workerd, port 8787", run: edge},
		{name: "command", doc: "builds dist/xaia, the program for a terminal (docs/command.md)", run: func(ctx context.Context, _ []string) error { return build(ctx, theCommand) }},
		{name: "deploy", doc: "puts the Worker on Cloudflare; says first what that needs", run: deploy},
		{name: "check", doc: "linters, and the tests of the engine: about a minute", run: check},
		{name: "test", args: "[groups]", doc: "what finds a defect quickly: some five minutes", run: test},
		{name: "verify", args: "[groups]", doc: "everything, for hours; or the groups that a regular expression names", run: verify},
		{name: "fuzz", args: "[time]", doc: "each fuzz target, 10m each", run: fuzz},
		{name: "mutants", args: "[n] [javascript | packages]", doc: "n small changes (300) to the code, one at a time: what the tests notice, into dist/mutants", run: mutants},
		{name: "soak", args: "[minutes]", doc: "random calls in Node and in Chromium, 60 in all", needs: []*need{chromium}, run: soak},
		{name: "firefox", doc: "the browser tests in Firefox", needs: []*need{firefox}, run: once("Firefox", firefoxTests, npm("web/test/apps"))},
		{name: "webkit", doc: "the main browser tests in WebKitGTK", needs: []*need{webkit}, run: once("WebKitGTK", webkitTests, npm("web/test/apps"))},
		{name: "looks", args: "COMMIT", doc: "pictures of the pages as a commit has them and as they are, side by side, into dist/screenshots", needs: []*need{chromium, git}, run: looks},
		{name: "release", doc: "what is published, into dist/release; built twice, the same bytes; its server is deployed once", needs: []*need{python, git, proxy}, run: release},
		{name: "release-once", hidden: true, needs: []*need{python}, run: releasing},
		{name: "bench", args: "[quick | learner | parts | kernels | rival | only REGEXP [PLATFORMS] | against COMMIT REGEXP [PLATFORMS]]", doc: "measures speed into dist/bench/table.md; or one part, or some workloads; or by turns with a commit", run: bench},
		{name: "quality", args: "[quick] [why|drawings|" + strings.Join(sections, "|") + "]", doc: "measures held-out quality into dist/quality; or one section", run: quality},
		{name: "load", args: "[n]", doc: "measures n predictions (10000) on the native server and in workerd", run: load},
		{name: "siege", doc: "attacks both servers for two minutes; fails where they can be locked out or filled up", run: once("siege", sieges, edgeFiles)},
		{name: "lighthouse", doc: "has Lighthouse judge the pages", needs: []*need{chromium}, run: once("Lighthouse", judge, npm("web/test/lighthouse"), server)},
		{name: "experiments", doc: "the paper's figures and tables, computed anew, into dist/experiments.md", run: once("experiments", printSections)},
		{name: "notebook", doc: "the notebooks in real Jupyter: nbconvert, and the classic notebook in Chromium", needs: []*need{jupyter, frames, chromium}, run: once("the notebooks in Jupyter", func(j *job) error { return errors.Join(pythonTests(j), notebookTests(j)) }, wheel)},
		{name: "proof", doc: "checks the proofs in proof/ with Coq, and what they rest on", needs: []*need{coq}, run: proof},
		{name: "framework", doc: "drives an Observable Framework project; asks a public address for versions", needs: []*need{chromium}, run: once("Observable Framework", frameworkTests, npm("web/test/framework"))},
		{name: "hosts", args: "[REGEXP]", doc: "drives plots, lessons and the course kit in slides, notebooks, H5P, sites and sandboxed frames", needs: []*need{chromium, jupyter}, run: hosts},
		{name: "clients", args: "[REGEXP]", doc: "drives the package in bundlers, servers, runtimes and test runners from npm; prints a table", needs: []*need{chromium}, run: clients},
		{name: "clean", doc: "removes what was built", run: clean},
		{name: "help", doc: "this list", run: func(context.Context, []string) error { fmt.Print(usage()); return nil }},
	}
}

func usage() string {
	var text strings.Builder
	fmt.Fprintln(&text, "Everything there is to do with this repository. Each command builds first what it needs.")
	fmt.Fprintln(&text)
	for _, c := range commands() {
		if c.hidden {
			continue
		}
		call := strings.TrimSpace("./build.sh " + c.name + " " + c.args)
		if len(call) > 34 {
			fmt.Fprintf(&text, "  %s\n  %-34s  %s\n", call, "", c.doc)
		} else {
			fmt.Fprintf(&text, "  %-34s  %s\n", call, c.doc)
		}
	}
	return text.String()
}

// wrong is a call that can't be understood: exit code 2.
type wrong string

func (w wrong) Error() string { return string(w) }

// find gives the command that the arguments name.
func find(args []string) (command, []string, error) {
	name := "build"
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	if name == "-h" || name == "-help" || name == "--help" {
		name = "help"
	}
	list := commands()
	nearest, best := "", 1<<30
	for _, c := range list {
		if c.name == name {
			if c.args == "" && len(args) > 0 {
				return c, nil, wrong(fmt.Sprintf("%s takes nothing, not %s", name, strings.Join(args, " ")))
			}
			return c, args, nil
		}
		if d := distance(name, c.name); d < best && !c.hidden {
			nearest, best = c.name, d
		}
	}
	return command{}, nil, wrong(fmt.Sprintf("there is no command %q; did you mean ./build.sh %s? ./build.sh help lists all", name, nearest))
}

// distance is how many letters have to be changed, added, removed or exchanged with the next.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
		for j := range rows[i] {
			if i == 0 {
				rows[i][j] = j
				continue
			}
			if j == 0 {
				continue
			}
			change := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c, args, err := find(os.Args[1:])
	if err == nil {
		err = meet(ctx, slices.Concat(c.needs))
	}
	if err == nil {
		err = c.run(ctx, args)
	}
	if err == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "build.sh: %v\n", err)
	if errors.As(err, new(wrong)) {
		os.Exit(2)
	}
	os.Exit(1)
}
