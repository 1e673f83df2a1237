//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestCommandsAreFound(t *testing.T) {
	for _, c := range []struct {
		say, name string
		rest      int
	}{{"", "build", 0}, {"--help", "help", 0}, {"-h", "help", 0}, {"bench only x", "bench", 2}, {"serve", "serve", 0}} {
		found, rest, err := find(strings.Fields(c.say))
		if err != nil || found.name != c.name || len(rest) != c.rest {
			t.Errorf("%q is %s with %q, %v", c.say, found.name, rest, err)
		}
	}
	for say, wants := range map[string]string{"tset": "./build.sh test?", "sreve": "./build.sh serve?", "relase": "./build.sh release?", "clean all": "takes nothing"} {
		if _, _, err := find(strings.Fields(say)); !errors.As(err, new(wrong)) || !strings.Contains(err.Error(), wants) {
			t.Errorf("%q: %v, want %q", say, err, wants)
		}
	}
}

// Arguments that a command can't take are refused before anything is built.
func TestArgumentsAreRefused(t *testing.T) {
	for _, say := range []string{"soak soon", "load -3", "load 1 2", "bench onyl x", "bench only", "bench learner a b", "bench against main", "quality slow", "edge x", "verify nothing-like-it", "test (", "fuzz soon", "mutants soon", "mutants 10 core"} {
		c, args, err := find(strings.Fields(say))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel() // nothing that isn't refused runs
		if err := c.run(ctx, args); !errors.As(err, new(wrong)) {
			t.Errorf("%s: %v", say, err)
		}
	}
}

func TestUsageHasALineForEach(t *testing.T) {
	text := usage()
	for _, c := range commands() {
		if strings.Contains(text, "./build.sh "+c.name) == c.hidden {
			t.Errorf("the usage and %s", c.name)
		}
	}
	for line := range strings.Lines(text) {
		if len(line) > 140 {
			t.Errorf("a line of %d letters: %s", len(line), line)
		}
	}
}

// build.sh checks Go before anything else, with words that say what to do.
func TestGoIsChecked(t *testing.T) {
	script, err := filepath.Abs("../../build.sh")
	if err != nil {
		t.Fatal(err)
	}
	gomod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	needed := regexp.MustCompile(`(?m)^go (\S+)`).FindSubmatch(gomod)[1]
	for version, want := range map[string]string{
		"":          "Go is missing",
		"go1.22.5":  "1.22.5 is there",
		"go2.0":     "built",
		"go1.99rc1": "built",
	} {
		folder := t.TempDir()
		if version != "" {
			fake := "#!/bin/sh\nif [ $1 = env ]; then echo " + version + "; else mkdir -p dist/tools; printf '#!/bin/sh\\necho built' >dist/tools/build; chmod +x dist/tools/build; fi\n"
			if err := os.WriteFile(filepath.Join(folder, "go"), []byte(fake), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		tree := t.TempDir()
		if err := errors.Join(clone(filepath.Join(tree, "build.sh"), script), os.WriteFile(filepath.Join(tree, "go.mod"), gomod, 0o644)); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(filepath.Join(tree, "build.sh"))
		for _, tool := range []string{"bash", "env", "sed", "dirname", "mkdir", "cat", "chmod"} {
			path, err := exec.LookPath(tool)
			if err == nil {
				err = os.Symlink(path, filepath.Join(folder, tool))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		run.Env = []string{"PATH=" + folder}
		out, err := run.CombinedOutput()
		if !strings.Contains(string(out), want) || (err == nil) != (want == "built") || err != nil && !bytes.Contains(out, append([]byte("Go "), needed...)) {
			t.Errorf("with Go %q it says %s, %v", version, out, err)
		}
	}
}

func TestWhatIsMissingIsSaid(t *testing.T) {
	n := &need{name: "Nothing", programs: []string{"no-such-program-anywhere"}, hint: "write it"}
	if err := n.meet(screenJob(t.Context())); !errors.As(err, new(missing)) || err.Error() != "Nothing is missing: write it." {
		t.Error(err)
	}
	t.Setenv("XAIA_TEST_PROGRAM", "sh")
	n = &need{name: "Sh", variable: "XAIA_TEST_PROGRAM", programs: []string{"no-such-program-anywhere"}}
	if err := n.meet(screenJob(t.Context())); err != nil || !filepath.IsAbs(os.Getenv("XAIA_TEST_PROGRAM")) {
		t.Error(err, os.Getenv("XAIA_TEST_PROGRAM"))
	}
}

func TestAnOldProgramIsNamed(t *testing.T) {
	t.Setenv("FIREFOX", "")
	for said, is := range map[string]struct {
		*need
		old bool
	}{
		"v18.19.0": {node, true}, "v20.15.1": {node, true}, "v20.16.0": {node, false}, "v24.0.0": {node, false},
		"Mozilla Firefox 140.10.2esr": {firefox, true}, "Mozilla Firefox 153.8.0esr": {firefox, false},
	} {
		folder, want := t.TempDir(), ""
		if is.old {
			want = said + " is too old"
		}
		for _, name := range []string{"node", "npm", "firefox-esr"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\necho "+said+"\n"), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		t.Setenv("PATH", folder)
		if got := is.look(); got != want {
			t.Errorf("%s %q: %q, want %q", is.name, said, got, want)
		}
	}
}

// An artefact is built again when a source, a source of what it is made of, or what it made has changed; else not.
func TestStamps(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum", "internal/build/dist.go", "sources/a", "sources/b"} {
		write(name, name)
	}
	var made []string
	first := &artefact{name: "first", files: []string{"sources"}, made: []string{"dist/first"}, make: func(*job) error {
		made = append(made, "first")
		text, err := os.ReadFile("sources/a")
		if err != nil {
			return err
		}
		return copyText("dist/first", "from "+string(text))
	}}
	second := &artefact{name: "second", from: []*artefact{first}, made: []string{"dist/second/*"}, make: func(*job) error {
		made = append(made, "second")
		return copyText("dist/second/one", "2")
	}}
	expect := func(when, want string) {
		t.Helper()
		made = nil
		if err := build(t.Context(), second); err != nil {
			t.Fatal(when, err)
		}
		if got := strings.Join(made, " "); got != want {
			t.Errorf("%s, %q is built, not %q", when, got, want)
		}
	}
	expect("at first", "first second")
	expect("with nothing changed", "")
	write("sources/a", "changed")
	expect("with another source", "first second")
	write("sources/b", "changed")
	expect("with a source that makes no difference", "first")
	write("sources/c", "new")
	expect("with one source more", "first")
	os.Remove("dist/second/one")
	expect("with a product removed", "second")
	write("dist/second/one", "other")
	expect("with a product changed", "second")
	write("internal/build/dist.go", "other")
	expect("with other steps", "first second")
	t.Setenv("XAIA_SITE", "https://somewhere.example")
	expect("for another site", "first second")
	os.Remove("dist/stamps/first.json")
	expect("without a stamp", "first")

	first.make = func(*job) error { return errors.New("no") }
	write("sources/a", "again")
	made = nil
	if err := build(t.Context(), second); err == nil || !strings.Contains(err.Error(), "first: no") || made != nil {
		t.Errorf("a failure gives %v, and builds %q", err, made)
	}
	first.make = func(*job) error { return nil }
	os.Remove("dist/first")
	if err := build(t.Context(), second); err == nil || !strings.Contains(err.Error(), "isn't there") {
		t.Errorf("a step that makes nothing gives %v", err)
	}
}

func copyText(to, text string) error {
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, []byte(text), 0o644))
}

// Whatever fails, the others run, and the end names what failed.
func TestGroupsGoOnToTheEnd(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XAIA_UNIT", "1")
	var said bytes.Buffer
	before := screen.Writer
	screen.Writer = &said
	defer func() { screen.Writer = before }()
	running, together, besideAlone := 0, 0, false
	events := make(chan func(), 100)
	runs := func(fail error, alone, endless bool) func(*job) error {
		return func(j *job) error {
			done := make(chan bool)
			events <- func() {
				running++
				together = max(together, running)
				besideAlone = besideAlone || alone && running > 1
			}
			time.Sleep(20 * time.Millisecond)
			events <- func() { running--; close(done) }
			<-done
			io.WriteString(j.out, "what it prints\n")
			for range 200 {
				io.WriteString(j.out, "=== RUN   TestFine\n    --- PASS: TestFine/part (0.00s)\n✔ fine (1ms)\n") // which would hide it
			}
			if endless {
				return j.run("sleep", "3600")
			}
			return fail
		}
	}
	go func() {
		for e := range events {
			e()
		}
	}()
	defer close(events)
	groups := []group{
		{name: "one", run: runs(nil, false, false)},
		{name: "two", run: runs(errors.New("a reason"), false, false)},
		{name: "by itself", alone: true, run: runs(nil, true, false)},
		{name: "needy", needs: []*need{{name: "Nothing", programs: []string{"no-such-program-anywhere"}, hint: "write it"}}, run: runs(nil, false, false)},
		{name: "endless", limit: 100 * time.Millisecond, run: runs(nil, false, true)},
		{name: "last", run: runs(nil, false, false)},
	}
	err := runGroups(t.Context(), groups)
	if err == nil || err.Error() != "3 of 6 groups failed or could not run: two, needy, endless" {
		t.Error(err)
	}
	if together != 2 || besideAlone {
		t.Errorf("%d ran at once, beside one that runs alone: %v", together, besideAlone)
	}
	for _, want := range []string{"two: a reason", "what it prints", "NOT RUN", "needy: Nothing is missing: write it.", "it was ended after"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("it doesn't say %q:\n%s", want, said.String())
		}
	}
	if err := runGroups(t.Context(), groups[:1]); err != nil {
		t.Error(err)
	}
}

// A job that is cancelled leaves nothing running, neither what it has started nor what that has.
func TestCancelledJobsEndAll(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pid := filepath.Join(t.TempDir(), "pid")
	go func() {
		for text, _ := os.ReadFile(pid); len(text) == 0; text, _ = os.ReadFile(pid) {
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	var said bytes.Buffer
	err := (&job{ctx: ctx, out: &said, err: &said}).run("sh", "-c", "sleep 1000 & echo $! >"+pid+"; wait")
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	text, _ := os.ReadFile(pid)
	for end := time.Now().Add(5 * time.Second); exec.Command("kill", "-0", strings.TrimSpace(string(text))).Run() == nil; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("what it had started still runs")
		}
	}
}

// Tests that are named one by one are there.
func TestNamedTestsAreThere(t *testing.T) {
	t.Chdir("../..")
	for folder, names := range map[string][]string{"web/test/browser": walks, "worker": elsewhere} {
		files, err := filepath.Glob(folder + "/*_test.go")
		if err != nil {
			t.Fatal(err)
		}
		var all []byte
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text...)
		}
		for _, name := range names {
			if !bytes.Contains(all, []byte("\nfunc "+name+"(t *testing.T)")) {
				t.Errorf("%s has no %s", folder, name)
			}
		}
	}
}

// Every command that the documents name is run by a group, by a test or as it stands there; no rule is left over.
func TestDocumentedCommandsAreRun(t *testing.T) {
	t.Chdir("../..")
	commands, err := documented()
	if err != nil || len(commands) < 60 {
		t.Fatalf("%d commands, %v", len(commands), err)
	}
	for _, c := range commands {
		if strings.Contains(c, "build.sh ") && !strings.Contains(c, "build.sh && ") && elsewhereBy(c) == "" && prints[c] == "" {
			t.Errorf("what runs %s? Say it in documents.go", c)
		}
	}
	for command := range prints {
		if !slices.Contains(commands, command) || elsewhereBy(command) != "" {
			t.Errorf("no document says %s, or it isn't run as it stands there", command)
		}
	}
	for _, r := range ranElsewhere {
		if !slices.ContainsFunc(commands, func(c string) bool { return regexp.MustCompile("^(?:" + r.command + ")$").MatchString(c) }) {
			t.Errorf("no document says %s", r.command)
		}
		kind, by, _ := strings.Cut(r.by, " ")
		switch kind {
		case "group":
			if !slices.ContainsFunc(everything(), func(g group) bool { return g.name == by }) {
				t.Errorf("verify has no group %s", by)
			}
		case "test":
			if _, err := os.Stat(by); err != nil {
				t.Error(err)
			}
		}
	}
	// And the other way round.
	for _, c := range namesOfCommands() {
		if !slices.ContainsFunc(commands, func(said string) bool { return regexp.MustCompile(`\./build\.sh ` + c + `\b`).MatchString(said) }) {
			t.Errorf("no document names ./build.sh %s", c)
		}
	}
}

// namesOfCommands are the names of the commands that people give.
func namesOfCommands() (names []string) {
	for _, c := range commands() {
		if !c.hidden && c.name != "build" {
			names = append(names, c.name)
		}
	}
	return names
}

// What documents link to comes along with their pages, which are made again when it changes.
func TestDocsAreMadeOfWhatTheyLinkTo(t *testing.T) {
	t.Chdir("../..")
	known, err := expand(docs.files)
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for _, file := range known {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, ".md") || strings.HasPrefix(file, "web/") {
			continue
		}
		for _, m := range regexp.MustCompile(`\]\(([^)\s#:]+)[)#]`).FindAllSubmatch(text, -1) {
			to := filepath.Join(filepath.Dir(file), string(m[1]))
			if strings.HasPrefix(to, "dist/") || strings.HasPrefix(to, "testdata/data/") || strings.HasPrefix(to, "web/site/") { // on the site by other artefacts
				continue
			}
			links++
			if !slices.Contains(known, to) {
				t.Errorf("%s links to %s, which the documentation site isn't made of (docs in dist.go)", file, to)
			}
		}
	}
	if links < 200 {
		t.Errorf("%d links were found", links)
	}
}

func TestFuzzersAreFound(t *testing.T) {
	t.Chdir("../..")
	list, err := fuzzers()
	for _, want := range [][2]string{{"./core", "FuzzFit"}, {"./wire/jsontext", "FuzzParse"}, {"./worker", "FuzzBody"}} {
		if err != nil || !slices.Contains(list, want) {
			t.Errorf("%q, %v: %q is missing", list, err, want)
		}
	}
}

// Each test group of the quick form is in the whole one, and names are one of each.
func TestGroupsHaveNames(t *testing.T) {
	for _, groups := range [][]group{quick(), everything()} {
		var names []string
		for _, g := range groups {
			if g.doc == "" || slices.Contains(names, g.name) {
				t.Errorf("the group %q", g.name)
			}
			names = append(names, g.name)
		}
	}
	for _, q := range quick() {
		if !slices.ContainsFunc(everything(), func(g group) bool { return g.name == q.name }) {
			t.Errorf("verify has no %s", q.name)
		}
	}
}

// Whoever shows a link's picture wants its whole address.
func TestPagesNameTheirPictureWhole(t *testing.T) {
	t.Chdir(t.TempDir())
	for site, want := range map[string]string{"": "preview.png", "https://somewhere.example/": "https://somewhere.example/preview.png"} {
		t.Setenv("XAIA_SITE", site)
		if err := errors.Join(copyText("web/a.html", `<meta property="og:image" content="preview.png">`), os.MkdirAll("dist/site", 0o755), copyPage("web/a.html")); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile("dist/site/a.html"); string(got) != `<meta property="og:image" content="`+want+`">` {
			t.Errorf("on %q the page has %s", site, got)
		}
	}
}
