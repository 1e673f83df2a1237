//go:build linux || darwin

package main

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const sample = `package sample

import "math"

type level uint8

const three = 3

var limit = 200 * 2.5

func pick(list []float64, n int, up bool) (level, float64) {
	var sum float64
	last := [three]int{1, 2}
	for i := 0; i < n; i++ {
		if up && list[i] > limit || i == last[0] {
			sum += list[i] * 2
		}
	}
	switch n {
	case 7:
		sum = -sum
	}
	if n != 0 {
		_ = math.Pi * 2
		return level(255), sum / float64(n)
	}
	return 1 << 2, math.Max(sum, float64(n<<1))
}

func text(a string) string { return a + "b" }
`

type stub struct{ types.Importer }

func (s stub) Import(path string) (*types.Package, error) {
	if !strings.HasSuffix(path, "/mutant") {
		return s.Importer.Import(path)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "mutant.go", "package mutant\nfunc On(n int) bool { return false }\nfunc Or[T any](n int, is, instead T) T { return is }", 0)
	if err != nil {
		return nil, err
	}
	return (&types.Config{IgnoreFuncBodies: true}).Check(path, set, []*ast.File{file}, nil)
}

// Each change is a program again, and what it becomes is what it says; constants that have to be constant stay.
func TestSites(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sample.go"), []byte(sample), 0o666); err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	of := stub{importer.ForCompiler(set, "source", nil)}
	sites, err := sitesOf(listed{ImportPath: "sample", Dir: dir, GoFiles: []string{"sample.go"}}, "sample", set, of)
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	for n, s := range sites {
		keys = append(keys, s.function+": "+s.is+" → "+s.becomes)
		if got := strings.Join(strings.Fields(sample[s.from:s.to]), " "); got != s.is {
			t.Errorf("%q stands at %d, not %q", got, s.from, s.is)
		}
		changed := imported(sample[:s.from] + s.code(n) + sample[s.to:])
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "sample.go", changed, 0)
		if err == nil {
			_, err = (&types.Config{Importer: stub{importer.ForCompiler(set, "source", nil)}}).Check("sample", set, []*ast.File{file}, nil)
		}
		if err != nil {
			t.Errorf("%s → %s: %v\n%s", s.is, s.becomes, err, s.code(n))
		}
	}
	for _, want := range []string{
		"pick: i < n → i <= n", "pick: i < n → i >= n", "pick: up && list[i] > limit || i == last[0] → true", "pick: up && list[i] > limit → up || list[i] > limit",
		"pick: list[i] * 2 → list[i] / 2", "pick: sum += list[i] * 2 → (nothing)", "pick: sum = -sum → (nothing)", "pick: 0 → 1", "pick: 255 → 254", "pick: sum / float64(n) → sum * float64(n)", "pick: n<<1 → n >> 1",
	} {
		if !slices.Contains(keys, want) {
			t.Errorf("there is no %q among %q", want, keys)
		}
	}
	for _, key := range keys {
		if strings.Contains(key, "7") || strings.Contains(key, "256") || strings.Contains(key, "three") || strings.Contains(key, `"b"`) {
			t.Errorf("%s can't be", key)
		}
	}
}

// Drawn changes don't lie in one another, and the same seed draws the same.
func TestDrawnApart(t *testing.T) {
	var sites []site
	for i := range 40 {
		sites = append(sites, site{file: "a.go", from: i, to: i + 10})
	}
	drawn := draw(sites, 100, 5)
	for i := range drawn[1:] {
		if drawn[i+1].from < drawn[i].to {
			t.Errorf("%d to %d and %d to %d are drawn", drawn[i].from, drawn[i].to, drawn[i+1].from, drawn[i+1].to)
		}
	}
	if again := draw(sites, 100, 5); len(again) != len(drawn) || again[0].from != drawn[0].from || len(drawn) < 2 {
		t.Errorf("%d are drawn, then %d", len(drawn), len(again))
	}
}

// The list of equivalents has whole keys with reasons.
func TestEquivalents(t *testing.T) {
	if err := os.Chdir("../.."); err != nil {
		t.Fatal(err)
	}
	keys, err := equivalents()
	if err != nil || len(keys) == 0 {
		t.Fatalf("%d keys, %v", len(keys), err)
	}
	for key := range keys {
		path, _, _ := strings.Cut(key, " | ")
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
}
