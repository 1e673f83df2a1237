//go:build linux || darwin

// Command mutants says how many small changes to the code the tests notice: go run ./internal/mutants [-n 300] [-seed N] [-least SHARE] [packages].
// It draws changes at random, builds the tests once with all of them behind numbers, finds which tests reach which change, and runs
// those, the quickest first, with one change at a time. What no test notices is listed with its place; equivalent.txt has those that
// change nothing that could be noticed, each with its reason. Exit code 1: fewer are noticed than wanted.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// areas are what is changed: the start of a package's path, and the share of changes that have to be noticed, of those that tests reach.
var areas = []struct {
	path   string
	wanted float64
}{{"core", 0.95}, {"wire", 0.92}, {"worker", 0.92}, {"python/engine", 0.92}, {"cmd", 0.92}, {"internal/packed", 0.92}}

// tested are the packages whose tests are asked.
var tested = []string{".", "./core/...", "./wire/...", "./worker/...", "./python/engine", "./cmd/xaia"}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	n := flag.Int("n", 300, "how many changes")
	seed := flag.Uint64("seed", uint64(time.Now().Unix()/86400), "which ones")
	least := flag.Float64("least", 0, "the share to be noticed, in place of what is wanted of each area; changes that no test reaches are no failure then")
	flag.Parse()
	if err := run(ctx, *n, *seed, *least, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, n int, seed uint64, least float64, packages []string) error {
	folder, err := os.MkdirTemp("", "xaia-mutants-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	say("which changes there are")
	sites, err := allSites(packages)
	if err != nil {
		return err
	}
	say("%d; %d are drawn by seed %d", len(sites), min(n, len(sites)), seed)
	t := &trial{ctx: ctx, folder: folder, drawn: draw(sites, n, seed)}
	if err := t.build(); err != nil {
		return err
	}
	if err := t.reach(); err != nil {
		return err
	}
	if err := t.judge(); err != nil {
		return err
	}
	text, enough, err := t.report(len(sites), seed, least)
	if err != nil {
		return err
	}
	fmt.Print(text)
	if !enough {
		return errors.New("fewer changes are noticed than wanted")
	}
	return nil
}

func say(format string, of ...any) {
	fmt.Fprintf(os.Stderr, "%s  %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, of...))
}

// change is one that was drawn.
type change struct {
	site
	tests   []int  // that reach it
	verdict string // "noticed", "survived", "unreached"
}

// draw takes changes at random, none inside another one.
func draw(sites []site, n int, seed uint64) []change {
	next := rand.New(rand.NewPCG(seed, 1))
	var drawn []change
	taken := map[string][][2]int{}
	for _, i := range next.Perm(len(sites)) {
		s := sites[i]
		if len(drawn) == n {
			break
		}
		if slices.ContainsFunc(taken[s.file], func(t [2]int) bool { return s.from < t[1] && t[0] < s.to }) {
			continue
		}
		taken[s.file] = append(taken[s.file], [2]int{s.from, s.to})
		drawn = append(drawn, change{site: s})
	}
	slices.SortFunc(drawn, func(a, b change) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.from, b.from)) })
	return drawn
}

// test is one test function of a built binary.
type test struct {
	pkg, binary, name string
	took              time.Duration
	fails             bool // without any change
}

type trial struct {
	ctx    context.Context
	folder string
	drawn  []change
	tests  []test
}

// build builds the tests of each package with all changes in.
func (t *trial) build() error {
	say("the tests with these changes")
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for from := 0; from < len(t.drawn); {
		to := from
		for to < len(t.drawn) && t.drawn[to].file == t.drawn[from].file {
			to++
		}
		text, err := os.ReadFile(t.drawn[from].file)
		if err != nil {
			return err
		}
		var out strings.Builder
		last := 0
		for n := from; n < to; n++ {
			s := &t.drawn[n]
			out.Write(text[last:s.from])
			out.WriteString(s.code(n))
			last = s.to
		}
		out.Write(text[last:])
		path, err := filepath.Abs(t.drawn[from].file)
		if err != nil {
			return err
		}
		changed := filepath.Join(t.folder, fmt.Sprintf("changed%d.go", from))
		if err := os.WriteFile(changed, []byte(imported(out.String())), 0o666); err != nil {
			return err
		}
		overlay.Replace[path] = changed
		from = to
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	where := filepath.Join(t.folder, "overlay.json")
	if err := os.WriteFile(where, text, 0o666); err != nil {
		return err
	}
	list, err := t.output(".", "go", append([]string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}} {{.Dir}}{{end}}"}, tested...)...)
	if err != nil {
		return err
	}
	for i, line := range strings.Split(strings.TrimSpace(list), "\n") {
		pkg, dir, has := strings.Cut(line, " ")
		if !has {
			continue
		}
		binary := filepath.Join(t.folder, fmt.Sprintf("tests%d", i))
		if _, err := t.output(".", "go", "test", "-c", "-vet=off", "-overlay", where, "-o", binary, pkg); err != nil {
			return err
		}
		names, err := t.output(dir, binary, "-test.list", "^(Test|Example|Fuzz)")
		if err != nil {
			return err
		}
		for _, name := range strings.Fields(names) {
			t.tests = append(t.tests, test{pkg: dir, binary: binary, name: name})
		}
	}
	return nil
}

// imported has the package mutant after the package clause.
func imported(text string) string {
	at := strings.Index("\n"+text, "\npackage ")
	end := at + strings.IndexByte(text[at:], '\n')
	return text[:end] + "\nimport \"github.com/xaia-go/xaia/internal/mutants/mutant\"\n" + text[end:]
}

func (t *trial) output(dir, name string, args ...string) (string, error) {
	c := exec.CommandContext(t.ctx, name, args...)
	c.Dir = dir
	out, err := c.Output()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		err = fmt.Errorf("%s %s: %w\n%s%s", name, strings.Join(args, " "), err, out, e.Stderr)
	}
	return string(out), err
}

// side has as many at once as there are processors.
func (t *trial) side(n int, do func(i int)) error {
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := 0; i < n && t.ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	group.Wait()
	return t.ctx.Err()
}

// mostAlone is how long one test may take without a change.
const mostAlone = 5 * time.Minute

// reach runs each test by itself, without a change, and keeps which changes it asked for.
func (t *trial) reach() error {
	say("which of %d tests reach them", len(t.tests))
	var keep sync.Mutex
	err := t.side(len(t.tests), func(i int) {
		one := &t.tests[i]
		file := filepath.Join(t.folder, fmt.Sprintf("reached%d", i))
		if err := os.WriteFile(file, make([]byte, len(t.drawn)), 0o666); err != nil {
			panic(err)
		}
		start := time.Now()
		one.fails = t.runs(one, []string{one.name}, mostAlone, "XAIA_REACHED="+file) != nil
		one.took = time.Since(start)
		marks, err := os.ReadFile(file)
		if err != nil {
			panic(err)
		}
		keep.Lock()
		defer keep.Unlock()
		for n, mark := range marks {
			if mark == 1 && !one.fails {
				t.drawn[n].tests = append(t.drawn[n].tests, i)
			}
		}
	})
	for _, one := range t.tests {
		if one.fails && t.ctx.Err() == nil {
			say("%s in %s fails without a change; it isn't asked", one.name, one.pkg)
		}
	}
	return err
}

// runs runs tests of one binary; an error is one that notices something.
func (t *trial) runs(of *test, names []string, most time.Duration, env ...string) error {
	ctx, stop := context.WithTimeout(t.ctx, most)
	defer stop()
	c := exec.CommandContext(ctx, of.binary, "-test.run", "^("+strings.Join(names, "|")+")$", "-test.failfast", "-test.timeout", (most + time.Minute).String())
	c.Dir, c.Env = of.pkg, append(os.Environ(), env...)
	return c.Run()
}

// mostAsked is how long the tests that judge one change may take without it; the slower ones aren't asked.
const mostAsked = 90 * time.Second

// steps: the quickest tests together first, then slower ones.
var steps = []time.Duration{300 * time.Millisecond, 2 * time.Second, 10 * time.Second, time.Hour}

// judge has the tests that reach a change judge it.
func (t *trial) judge() error {
	say("what they notice")
	var done int
	var keep sync.Mutex
	return t.side(len(t.drawn), func(n int) {
		c := &t.drawn[n]
		c.verdict = "unreached"
		slices.SortFunc(c.tests, func(a, b int) int { return cmp.Compare(t.tests[a].took, t.tests[b].took) })
		var all time.Duration
		for i, one := range c.tests {
			if all += t.tests[one].took; all > mostAsked && i > 0 {
				c.tests = c.tests[:i]
				break
			}
		}
	judging:
		for from, step := 0, 0; from < len(c.tests); step++ {
			c.verdict = "survived"
			to := from
			var binaries []string
			names, took := map[string][]string{}, map[string]time.Duration{}
			first := map[string]*test{}
			for ; to < len(c.tests) && t.tests[c.tests[to]].took <= steps[step]; to++ {
				one := &t.tests[c.tests[to]]
				if names[one.binary] == nil {
					binaries, first[one.binary] = append(binaries, one.binary), one
				}
				names[one.binary] = append(names[one.binary], one.name)
				took[one.binary] += one.took
			}
			for _, b := range binaries {
				if err := t.runs(first[b], names[b], 4*took[b]+20*time.Second, fmt.Sprintf("XAIA_MUTANT=%d", n)); err != nil {
					c.verdict = "noticed"
					break judging
				}
			}
			from = to
		}
		keep.Lock()
		defer keep.Unlock()
		if done++; done%25 == 0 {
			say("%d of %d", done, len(t.drawn))
		}
	})
}

// report is a table of areas, and what wasn't noticed.
func (t *trial) report(all int, seed uint64, least float64) (text string, enough bool, err error) {
	equivalent, err := equivalents()
	if err != nil {
		return "", false, err
	}
	var out strings.Builder
	fmt.Fprintf(&out, "# Changes that tests notice\n\n%d of %d changes, drawn by seed %d; the tests of Go alone.\n\n", len(t.drawn), all, seed)
	fmt.Fprintf(&out, "| area | changes | unreached | equivalent | noticed | of those reached | wanted |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	enough = true
	var left []string
	for _, area := range areas {
		count := map[string]int{}
		for i := range t.drawn {
			c := &t.drawn[i]
			if !strings.HasPrefix(c.file, area.path+"/") {
				continue
			}
			verdict := c.verdict
			if verdict != "noticed" && equivalent[c.key()] {
				verdict = "equivalent"
			}
			count[verdict]++
			count["all"]++
			if verdict == "survived" || verdict == "unreached" {
				left = append(left, fmt.Sprintf("- %s:%d, %s, %s: `%s` → `%s` (%d tests reach it)", c.file, c.line, c.function, verdict, c.is, c.becomes, len(c.tests)))
			}
		}
		if count["all"] == 0 {
			continue
		}
		share := float64(count["noticed"]) / float64(max(1, count["noticed"]+count["survived"]))
		if least > 0 {
			enough = enough && share >= least
		} else {
			enough = enough && share >= area.wanted && count["unreached"] == 0
		}
		fmt.Fprintf(&out, "| %s | %d | %d | %d | %d | %.1f %% | %.0f %% |\n", area.path, count["all"], count["unreached"], count["equivalent"], count["noticed"], 100*share, 100*area.wanted)
	}
	if len(left) > 0 {
		fmt.Fprintf(&out, "\nNot noticed:\n\n%s\n", strings.Join(left, "\n"))
	}
	return out.String(), enough, nil
}

// equivalents are the keys of changes that change nothing that could be noticed. A line is a key, and after a last bar the reason.
func equivalents() (map[string]bool, error) {
	text, err := os.ReadFile("internal/mutants/equivalent.txt")
	if err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		at := strings.LastIndex(line, " | ")
		if at < 0 || strings.TrimSpace(line[at+3:]) == "" || strings.Count(line[:at], " | ") < 3 {
			return nil, fmt.Errorf("equivalent.txt, line %d: want file | function | is | becomes | reason", i+1)
		}
		keys[line[:at]] = true
	}
	return keys, nil
}
