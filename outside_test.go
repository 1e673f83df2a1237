//go:build !js

package xaia_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// outside runs a program in a module of its own, made with the commands of docs/go.md. It needs the module's root and
// core, and nothing else.
func outside(t *testing.T, program string) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, command := range [][]string{
		{"mod", "init", "example"},
		{"mod", "edit", "-require", "github.com/xaia-go/xaia@v0.3.0", "-replace", "github.com/xaia-go/xaia=" + here},
		{"run", "."},
	} {
		run := exec.Command("go", command...)
		run.Dir = dir
		run.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off", "GOOS=", "GOARCH=")
		if out, err = run.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v: %s", command, err, out)
		}
	}
	return string(out)
}

func TestProgramOutside(t *testing.T) {
	program, err := os.ReadFile("testdata/outside/main.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := outside(t, string(program)), "b, by sample 1, hit\nb after the file\nsum of shares 1.000\n"; got != want {
		t.Errorf("it says %q, not %q", got, want)
	}
}

func TestProgramsOfTheDocs(t *testing.T) {
	for _, page := range []string{"docs/go.md", "docs/start.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile("(?s)```go\n(.*?)```.*?prints\n\n```\n(.*?)```").FindSubmatch(text)
		if found == nil {
			t.Fatalf("%s has no program and what it prints", page)
		}
		if got, want := outside(t, string(found[1])), string(found[2]); got != want {
			t.Errorf("%s: it says %q, not %q", page, got, want)
		}
	}
}

// The other program of docs/go.md is ExampleFile, which go test runs.
func TestExampleOfTheDocs(t *testing.T) {
	page, err := os.ReadFile("docs/go.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	programs := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1)
	body := regexp.MustCompile("(?m)^\t").ReplaceAll(example, nil)
	if len(programs) != 2 || !bytes.Contains(body, programs[1][1]) {
		t.Error("docs/go.md doesn't have what ExampleFile does")
	}
}
