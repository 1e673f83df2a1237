package core

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The package's comment lists every file and every internal package.
func TestDocListsTheFiles(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	listed := regexp.MustCompile(`\w+\.go`).FindAllString(string(text), -1)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	small := []string{"doc.go", "memory_native.go", "memory_wasm.go"} // that need no word
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && !slices.Contains(listed, file) && !slices.Contains(small, file) {
			t.Errorf("doc.go doesn't list %s", file)
		}
	}
	for _, name := range listed {
		if !slices.Contains(files, name) {
			t.Errorf("doc.go lists %s, which doesn't exist", name)
		}
	}
	packages, err := os.ReadDir("internal")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		if !strings.Contains(string(text), "internal/"+p.Name()) {
			t.Errorf("doc.go doesn't list internal/%s", p.Name())
		}
	}
}
