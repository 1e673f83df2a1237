//go:build !js

package xaia_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A program of somebody else's needs the module's root and core, and nothing else.
func TestProgramOutside(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	version := ""
	for line := range strings.Lines(string(mod)) {
		if strings.HasPrefix(line, "go ") {
			version = line
		}
	}
	write("go.mod", "module example.com/outside\n\n"+version+"\nrequire github.com/xaia-go/xaia v0.0.0\n\nreplace github.com/xaia-go/xaia => "+here+"\n")
	program, err := os.ReadFile("testdata/outside/main.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	write("main.go", string(program))
	run := exec.Command("go", "run", ".")
	run.Dir = dir
	run.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOPROXY=off", "GOOS=", "GOARCH=")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if want := "b, by sample 1, hit\nb after the file\nsum of shares 1.000\n"; string(out) != want {
		t.Errorf("it says %q, not %q", out, want)
	}
}
