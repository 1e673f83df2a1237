//go:build unix

package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/xaia-go/xaia/internal/pace"
)

// ranElsewhere says who runs a command of the documents that the group documents doesn't run: another group of verify,
// a test, or nobody, because it is no command but part of a sentence, or changes what it is run in.
var ranElsewhere = []struct{ command, by string }{
	{`./build.sh`, "group go"}, // what every group needs is built before it
	{`./build.sh (test|verify.*|clean)`, "words"},
	{`./build.sh check`, "group linters"},
	{`go test ./web/test/browser .*`, "group browser"},
	{`./build.sh && go test ./web/test/browser .*`, "group browser"},
	{`\(cd web/test/apps && npm ci --ignore-scripts\)`, "group browser"},
	{`./build.sh firefox`, "group firefox"},
	{`./build.sh webkit`, "group webkit"},
	{`XAIA_BROWSER=\S+ .*go test ./web/test/browser .*`, "group webkit"},
	{`./build.sh (release|command)`, "group release"},
	{`./build.sh notebook`, "group notebook"},
	{`node --test web/test/pyodide/pyodide.test.mjs`, "group python"},
	{`./build.sh framework`, "group framework"},
	{`./build.sh hosts`, "group hosts"},
	{`./build.sh clients( examples)?`, "group clients"},
	{`./build.sh proof`, "group proofs"},
	{`./build.sh experiments`, "group experiments"},
	{`./build.sh lighthouse`, "group lighthouse"},
	{`./build.sh looks .*`, "group looks"},
	{`./build.sh load( 1000)?`, "group load"},
	{`node bench/edge.mjs`, "group load"},
	{`./build.sh siege`, "group siege"},
	{`./build.sh soak 60`, "group soak"},
	{`./build.sh fuzz 10m`, "group fuzz"},
	{`node web/test/fuzz/main.mjs 10m`, "group fuzz"},
	{`./build.sh mutants( .*)?`, "group mutants"},
	{`./build.sh bench`, "group bench"},
	{`./build.sh bench (learner|parts|kernels|rival|(kernels|only|against) .*)`, "group bench"},
	{`./build.sh quality.*`, "group quality"},
	{`node quality/into-docs.mjs`, "words"}, // writes into the documents
	{`python3 -B python/tests/.*`, "group python"},
	{`pip install (--no-index xaia-.*|./python)`, "test python/tests/test_wheel.py"},
	{`pip install anywidget`, "words"}, // from a registry
	{`(XAIA_TOKEN=choose-one )?./build.sh (serve( -room)?|edge)`, "group serving"},
	{`curl .*/v1/models/first.*`, "test deploy/check.sh"},
	{`curl .*`, "group serving"},
	{`./build.sh deploy`, "test worker/size_test.go"}, // a dry run: the rest needs an account
	{`wrangler (dev|deploy --dry-run)`, "test worker/size_test.go"},
	{`wrangler tail`, "words"}, // needs an account
	{`go (mod init example|mod edit .*|run \.)`, "test outside_test.go"},
	{`npm pack`, "test web/test/package.test.mjs"},
	{`node (first|table).mjs`, "test web/test/site.test.mjs"},
	{`python3 -m http.server|npx serve`, "test web/test/browser/page_test.go"}, // any host
	{`./internal/build/unresolve.sh`, "test internal/build/tree_test.go"},
	{`go test . -run TestTheSameBitsEverywhere -update`, "words"},  // writes what the one without -update compares
	{`node web/test/soak/node.mjs --seed N --episodes 1`, "words"}, // with 1 for N it is in the table
	{`env -i|npm install|go test -overlay|go list -deps`, "words"},
}

// prints is what some of the others say.
var prints = map[string]string{
	"node web/test/fuzz/main.mjs table 1234":                          `^(taken|refused)\n$`,
	"./build.sh && node web/test/soak/node.mjs --seed 1 --episodes 1": `episodes: 1,`,
	"./build.sh help":       `(?s)verify.*clean`,
	"go doc ./core":         `(?s)package core.*SQANN.*TNN`,
	"go test ./core -cover": `coverage: (9\d|100)\.\d% of statements`,
}

var (
	fence     = regexp.MustCompile("(?m)^```.*$")
	span      = regexp.MustCompile("`([^`\n]+)`")
	indented  = regexp.MustCompile(`(?m)^ {4}(\S.*)$`)
	isCommand = regexp.MustCompile(`^(\(cd \S+ && |[A-Z_]+=\S+ |[A-Z_]+="[^"]*" )*(\./build\.sh|\./internal/|go |node |python3 |pip |npm |npx |curl|wrangler |xvfb-run |env )`)
	remark    = regexp.MustCompile(`\s+# .*$`)
	goOn      = regexp.MustCompile(`\\\n\s*`)
)

// documented are the commands of README, CONTRIBUTING and the documents, each once.
func documented() ([]string, error) {
	var files []string
	for _, pattern := range []string{"docs/*.md", "docs/inside/*.md", "quality/*.md", "bench/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var all []string
	for _, file := range append(files, "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for i, part := range fence.Split(strings.ReplaceAll(string(text), `\|`, "|"), -1) { // in a table a bar is escaped
			var lines []string
			if i%2 == 1 {
				lines = strings.Split(goOn.ReplaceAllString(part, ""), "\n")
			} else {
				for _, m := range span.FindAllStringSubmatch(strings.ReplaceAll(part, "\n", " "), -1) {
					lines = append(lines, m[1])
				}
				for _, m := range indented.FindAllStringSubmatch(part, -1) {
					lines = append(lines, m[1])
				}
			}
			for _, line := range lines {
				if line = strings.TrimSpace(remark.ReplaceAllString(line, "")); isCommand.MatchString(line) && !slices.Contains(all, line) {
					all = append(all, line)
				}
			}
		}
	}
	return all, nil
}

// elsewhereBy says who runs a command, "" for the group documents.
func elsewhereBy(command string) string {
	for _, r := range ranElsewhere {
		if regexp.MustCompile("^(?:" + r.command + ")$").MatchString(command) {
			return r.by
		}
	}
	return ""
}

// runDocumented runs the commands of the documents as they stand there, and compares what some of them print. A virtual
// environment of Python that they leave in the tree is removed: a release is made of the tree.
func runDocumented(j *job) error {
	commands, err := documented()
	if err != nil {
		return err
	}
	before, failed := untracked(j)
	if failed != nil {
		return failed
	}
	defer func() { removeEnvironments(j, before) }()
	for _, c := range commands {
		if elsewhereBy(c) != "" {
			continue
		}
		began := time.Now()
		said, err := j.output("bash", "-c", c)
		fmt.Fprintf(j.out, "%6.1f s  %s\n", time.Since(began).Seconds(), c)
		if want := prints[c]; err == nil && want != "" && !regexp.MustCompile(want).MatchString(said) {
			err = fmt.Errorf("%s doesn't print %s", c, want)
		}
		if err != nil {
			fmt.Fprintf(j.out, "%s\n%v\n", said, err)
			failed = errors.Join(failed, err)
		}
	}
	return failed
}

// removeEnvironments removes those that weren't there before, and nothing else: somebody may be at work in the tree.
func removeEnvironments(j *job, before []string) {
	after, _ := untracked(j)
	for _, name := range after {
		if _, err := os.Stat(filepath.Join(name, "pyvenv.cfg")); err == nil && !slices.Contains(before, name) {
			fmt.Fprintf(j.out, "removed: %s\n", name)
			os.RemoveAll(name)
		}
	}
}

// untracked are the files and folders that git neither has nor ignores.
func untracked(j *job) ([]string, error) {
	listed, err := j.output("git", "ls-files", "-o", "--exclude-standard", "--directory", "-z")
	return strings.FieldsFunc(listed, func(r rune) bool { return r == 0 }), err
}

var shown = regexp.MustCompile(`(?m)^curl .* # (\{.*\})$`)

// serving starts both servers as docs/edge.md does, sends the requests that it shows, and compares the last answer.
func serving(j *job) error {
	commands, err := documented()
	if err != nil {
		return err
	}
	requests := slices.DeleteFunc(commands, func(c string) bool { return !strings.HasPrefix(c, "curl ") || elsewhereBy(c) != "group serving" })
	text, err := os.ReadFile("docs/edge.md")
	if err != nil {
		return err
	}
	answer := shown.FindSubmatch(text)
	if len(requests) != 2 || answer == nil {
		return fmt.Errorf("docs/edge.md shows the requests %q and the answer %q", requests, answer)
	}
	folder, err := os.MkdirTemp("", "xaia-serving-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var failed error
	for _, start := range [][]string{{"serve", "-models", folder}, {"serve", "-room", "-models", folder}, {"edge"}} {
		failed = errors.Join(failed, serveOnce(j, start, requests, string(answer[1])))
	}
	return failed
}

func serveOnce(j *job, start, requests []string, want string) error {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := free.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	free.Close()
	server, stop := j.with("XAIA_TOKEN=choose-one").stoppable()
	ended := make(chan error, 1)
	go func() { ended <- server.run("./build.sh", slices.Insert(slices.Clone(start), 1, port)...) }()
	defer func() { stop(); <-ended }()
	for end := time.Now().Add(pace.Of(2 * time.Minute)); ; time.Sleep(100 * time.Millisecond) {
		if answer, err := http.Get("http://" + address + "/healthz"); err == nil {
			answer.Body.Close()
			break
		}
		select {
		case err := <-ended:
			ended <- nil
			return fmt.Errorf("./build.sh %s ended: %v", start[0], err)
		default:
		}
		if time.Now().After(end) {
			return fmt.Errorf("./build.sh %s doesn't answer", start[0])
		}
	}
	send := func(request string) (string, error) {
		return j.output("bash", "-c", strings.ReplaceAll(strings.Replace(request, "curl ", "curl -sS --fail ", 1), "127.0.0.1:8080", address))
	}
	var said string
	for _, r := range requests {
		if said, err = send(r); err != nil {
			return fmt.Errorf("%w\n%s", err, said)
		}
	}
	if said != want {
		err = fmt.Errorf("./build.sh %s: the model answers %s, not %s", start[0], said, want)
	}
	_, failed := send("curl -X DELETE -H 'Authorization: Bearer choose-one' http://127.0.0.1:8080/v1/models/xor")
	return errors.Join(err, failed)
}
