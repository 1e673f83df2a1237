//go:build unix

package main

import (
	"bytes"
	"go/format"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// tree changes to the repository's root, and lists its files that end so.
func tree(t *testing.T, ending string) []string {
	t.Helper()
	t.Chdir("../..")
	out, err := exec.Command("git", "ls-files", "-co", "--exclude-standard", "*"+ending).Output()
	if err != nil {
		t.Fatal(err)
	}
	var there []string
	for name := range strings.FieldsSeq(string(out)) {
		if _, err := os.Stat(name); err == nil { // removed, not yet committed
			there = append(there, name)
		}
	}
	if len(there) == 0 {
		t.Fatalf("git lists no %s", ending)
	}
	return there
}

func TestGoIsFormatted(t *testing.T) {
	for _, name := range tree(t, ".go") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if formatted, err := format.Source(text); err != nil || !bytes.Equal(formatted, text) {
			t.Errorf("gofmt would change %s (%v)", name, err)
		}
	}
}

// unresolve.sh takes the addresses out of a lock file, and nothing else.
func TestUnresolve(t *testing.T) {
	lock := t.TempDir() + "/package-lock.json"
	if err := os.WriteFile(lock, []byte(`{"packages": {"a": {"version": "1.0.0", "resolved": "https://registry.example/a", "integrity": "sha512-x"}}}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("./unresolve.sh", lock).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(lock)
	want := "{\n  \"packages\": {\n    \"a\": {\n      \"version\": \"1.0.0\",\n      \"integrity\": \"sha512-x\"\n    }\n  }\n}\n"
	if err != nil || string(text) != want {
		t.Errorf("%v: the lock file is %s", err, text)
	}
}

// The engine stays on a small part of the standard library.
func TestTheEngineImportsLittle(t *testing.T) {
	t.Chdir("../..")
	out, err := exec.Command("go", "list", "-deps", "./core/...", "./wire/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	heavy := regexp.MustCompile(`^(fmt|encoding/json|reflect|net|net/.*|os|log)$`)
	imported := strings.Fields(string(out))
	if !slices.Contains(imported, "github.com/xaia-go/xaia/core") || !slices.Contains(imported, "math") {
		t.Fatalf("go list says %q", imported)
	}
	for _, p := range imported {
		elsewhere, _, _ := strings.Cut(p, "/")
		if heavy.MatchString(p) || strings.Contains(elsewhere, ".") && !strings.HasPrefix(p, "github.com/xaia-go/xaia/") {
			t.Errorf("core or wire pulls in %s", p)
		}
	}
}

// A lock file names versions and hashes, not where the packages were fetched from.
func TestLocksNameNoRegistry(t *testing.T) {
	for _, lock := range tree(t, "package-lock.json") {
		text, err := os.ReadFile(lock)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(`"resolved"`)) {
			t.Errorf("%s names where packages came from; run internal/build/unresolve.sh %[1]s", lock)
		}
	}
}
