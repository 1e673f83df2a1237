//go:build !js

package network

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The paper's files name little that other files of the package define, and little of other packages: who reads them jumps
// seldom.
func TestThePaperCanBeFollowed(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "in an hour")
	list, _, _ = strings.Cut(list, "// This is what runs")
	paper := regexp.MustCompile(`\w+\.go`).FindAllString(list, -1)
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if !strings.Contains(string(text), name) && name != "doc.go" {
			t.Errorf("doc.go doesn't list %s", name)
		}
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := conf.Check("network", fset, files, &info); err != nil {
		t.Fatal(err)
	}
	elsewhere, jumps := map[string]bool{}, 0
	for id, used := range info.Uses {
		field, isVar := used.(*types.Var)
		_, isFunc := used.(*types.Func)
		local := used.Pkg() == nil || used.Parent() != used.Pkg().Scope() && !isFunc && !(isVar && field.IsField())
		if local || !slices.Contains(paper, filepath.Base(fset.Position(id.Pos()).Filename)) {
			continue
		}
		if file := fset.Position(used.Pos()).Filename; used.Pkg().Name() != "network" && !strings.Contains(used.Pkg().Path(), "xaia") || slices.Contains(paper, file) {
			continue
		}
		if name := used.Pkg().Name() + "." + used.Name(); !elsewhere[name] {
			elsewhere[name] = true
			if used.Pkg().Name() == "network" {
				jumps++
			}
		}
	}
	if len(paper) != 5 || jumps > 10 || len(elsewhere) > 35 {
		var all []string
		for name := range elsewhere {
			all = append(all, name)
		}
		slices.Sort(all)
		t.Errorf("%v name %d things from elsewhere, %d of them of this package: %s", paper, len(all), jumps, strings.Join(all, ", "))
	}
}
