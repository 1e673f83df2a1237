//go:build linux || darwin

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// listed is what go list says of a package.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

// allSites finds what may be changed in the packages, as they are built here; without any in all areas.
func allSites(packages []string) ([]site, error) {
	if len(packages) == 0 {
		for _, area := range areas {
			packages = append(packages, "./"+area.path+"/...")
		}
	}
	c := exec.Command("go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly"}, packages...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	exports := map[string]string{}
	var changed []listed
	for d := json.NewDecoder(out); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			changed = append(changed, p)
		}
	}
	if err := c.Wait(); err != nil {
		return nil, err
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	of := importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var sites []site
	for _, p := range changed {
		at, err := filepath.Rel(here, p.Dir)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(areas, func(a struct {
			path   string
			wanted float64
		}) bool {
			return at == a.path || strings.HasPrefix(at, a.path+"/")
		}) {
			return nil, fmt.Errorf("%s is in no area that is changed", at)
		}
		found, err := sitesOf(p, at, set, of)
		if err != nil {
			return nil, err
		}
		sites = append(sites, found...)
	}
	return sites, nil
}

func sitesOf(p listed, at string, set *token.FileSet, of types.Importer) ([]site, error) {
	var files []*ast.File
	texts := map[*ast.File][]byte{}
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(set, filepath.Join(p.Dir, name), text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
		texts[file] = text
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}}
	pkg, err := (&types.Config{Importer: of}).Check(p.ImportPath, set, files, info)
	if err != nil {
		return nil, err
	}
	var sites []site
	for i, file := range files {
		f := &finder{path: filepath.Join(at, p.GoFiles[i]), text: texts[file], set: set, info: info, pkg: pkg, names: map[string]string{}}
		for _, s := range file.Imports {
			path, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				return nil, err
			}
			for _, other := range pkg.Imports() {
				if other.Path() == path {
					f.names[path] = other.Name()
				}
			}
			if s.Name != nil {
				f.names[path] = s.Name.Name
			}
		}
		sites = append(sites, f.find(file)...)
	}
	return sites, nil
}
