//go:build unix

package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// artefact is something that is built. It is built again when what it is made of has changed, or what it had made.
type artefact struct {
	name     string
	from     []*artefact // the artefacts that it is made of
	files    []string    // and files, folders and patterns of the repository
	programs []string    // and Go programs, each "js ./wasm" or "native ./web/bundle", with all that they import
	needs    []*need
	made     []string // files, folders and patterns
	make     func(*job) error
}

// stamp is what dist/stamps keeps of an artefact.
type stamp struct {
	Inputs  string            // the sum of what it was made of
	Outputs string            // the sum of what was made
	Files   map[string]string // size and time of each file that was made
}

func (a *artefact) stampFile() string {
	return filepath.Join("dist/stamps", strings.ReplaceAll(a.name, "/", "-")+".json")
}

func (a *artefact) read() (s stamp) {
	if text, err := os.ReadFile(a.stampFile()); err == nil {
		json.Unmarshal(text, &s) // a damaged stamp is none
	}
	return s
}

// inputs is the sum of all that the artefact is made of.
func (a *artefact) inputs() (string, error) {
	sum := sha256.New()
	tools, err := toolVersions()
	if err != nil {
		return "", err
	}
	fmt.Fprintln(sum, tools, os.Getenv("XAIA_SITE"))
	files := append([]string{"go.mod", "go.sum", "internal/build/dist.go"}, a.files...)
	for _, p := range a.programs {
		goos, folder, _ := strings.Cut(p, " ")
		found, err := sources(goos, folder)
		if err != nil {
			return "", err
		}
		files = append(files, found...)
	}
	if err := addFiles(sum, files); err != nil {
		return "", fmt.Errorf("%s: %w", a.name, err)
	}
	for _, b := range a.from {
		fmt.Fprintln(sum, b.read().Outputs)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// addFiles adds names and contents.
func addFiles(sum hash.Hash, patterns []string) error {
	names, err := expand(patterns)
	if err != nil {
		return err
	}
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, name)
		_, err = io.Copy(sum, file)
		file.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// expand lists the files of patterns and folders, each once, sorted. A pattern without a file is an error.
func expand(patterns []string) ([]string, error) {
	var names []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: %w", pattern, fs.ErrNotExist)
		}
		for _, root := range found {
			err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
				if err == nil && d.IsDir() && d.Name() == "node_modules" {
					return fs.SkipDir
				}
				if err == nil && !d.IsDir() {
					names = append(names, path)
				}
				return err
			})
			if err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// listing has size and time of each file that was made.
func (a *artefact) listing() (map[string]string, error) {
	names, err := expand(a.made)
	if err != nil {
		return nil, err
	}
	files := map[string]string{}
	for _, name := range names {
		about, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		files[name] = fmt.Sprint(about.Size(), " ", about.ModTime().UnixNano())
	}
	return files, nil
}

// isCurrent says whether nothing has changed since the stamp.
func (s stamp) isCurrent(a *artefact, inputs string) bool {
	if s.Inputs != inputs {
		return false
	}
	files, err := a.listing()
	return err == nil && maps.Equal(files, s.Files)
}

// bring builds the artefact if something has changed.
func (a *artefact) bring(ctx context.Context) error {
	inputs, err := a.inputs()
	if err != nil {
		return err
	}
	if a.read().isCurrent(a, inputs) {
		return nil
	}
	if err := meet(ctx, a.needs); err != nil {
		return err
	}
	say("%s", a.name)
	var said bytes.Buffer
	if err := a.make(&job{ctx: ctx, out: &said, err: &said}); err != nil {
		return fmt.Errorf("%s: %w\n%s", a.name, err, said.String())
	}
	s := stamp{Inputs: inputs}
	if s.Files, err = a.listing(); err != nil {
		return fmt.Errorf("%s is built, and isn't there: %w", a.name, err)
	}
	sum := sha256.New()
	if err := addFiles(sum, a.made); err != nil {
		return err
	}
	s.Outputs = hex.EncodeToString(sum.Sum(nil))
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(a.stampFile()), 0o755); err != nil {
		return err
	}
	return os.WriteFile(a.stampFile(), text, 0o644)
}

// build brings artefacts, and first what they are made of, on all processors.
func build(ctx context.Context, wanted ...*artefact) error {
	processors := make(chan struct{}, max(2, runtime.NumCPU()))
	results := map[*artefact]func() error{}
	var plan func(a *artefact) func() error
	plan = func(a *artefact) func() error {
		if result := results[a]; result != nil {
			return result
		}
		var before []func() error
		for _, b := range a.from {
			before = append(before, plan(b))
		}
		done := make(chan struct{})
		var result error
		go func() {
			defer close(done)
			for _, wait := range before {
				if wait() != nil {
					result = errBefore
					return
				}
			}
			processors <- struct{}{}
			defer func() { <-processors }()
			result = a.bring(ctx)
		}()
		results[a] = func() error { <-done; return result }
		return results[a]
	}
	for _, a := range wanted {
		plan(a)
	}
	var failed []error
	for _, result := range results {
		if err := result(); err != nil && err != errBefore {
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

var errBefore = errors.New("what it is made of could not be built")

// toolVersions are of the programs that make artefacts.
var toolVersions = sync.OnceValues(func() (string, error) {
	if err := node.meet(screenJob(context.Background())); err != nil {
		return "", err
	}
	version, err := exec.Command("node", "--version").Output()
	return runtime.Version() + " " + string(version), err
})

// goroot is the folder of Go itself.
var goroot = sync.OnceValue(func() string {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		panic(err) // build.sh has asked go before
	}
	return strings.TrimSpace(string(root))
})

// sources are the files of this module that a Go program is compiled from.
func sources(goos, folder string) ([]string, error) {
	list, err := packages[goos]()
	if err != nil {
		return nil, err
	}
	root := slices.IndexFunc(list, func(p goPackage) bool { return p.Dir == filepath.Join(p.Module.Dir, folder) })
	if root < 0 {
		return nil, fmt.Errorf("go list has no %s", folder)
	}
	var files []string
	for _, p := range list {
		if !p.Module.Main || p.ImportPath != list[root].ImportPath && !slices.Contains(list[root].Deps, p.ImportPath) {
			continue
		}
		inside, err := filepath.Rel(p.Module.Dir, p.Dir)
		if err != nil {
			return nil, err
		}
		for _, name := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
			files = append(files, filepath.Join(inside, name))
		}
	}
	return files, nil
}

type goPackage struct {
	ImportPath, Dir string
	Module          struct {
		Main bool
		Dir  string
	}
	Deps, GoFiles, SFiles, HFiles, EmbedFiles []string
}

// packages are all that the programs of artefacts consist of, asked for once.
var packages = map[string]func() ([]goPackage, error){
	"js":     sync.OnceValues(func() ([]goPackage, error) { return listPackages("js", "GOOS=js", "GOARCH=wasm") }),
	"native": sync.OnceValues(func() ([]goPackage, error) { return listPackages("native") }),
}

func listPackages(goos string, env ...string) ([]goPackage, error) {
	args := []string{"list", "-deps", "-json=ImportPath,Dir,Module,Deps,GoFiles,SFiles,HFiles,EmbedFiles"}
	for _, a := range artefacts() {
		for _, p := range a.programs {
			if of, folder, _ := strings.Cut(p, " "); of == goos {
				args = append(args, folder)
			}
		}
	}
	text, err := screenJob(context.Background()).with(env...).output("go", args...)
	if err != nil {
		return nil, err
	}
	var list []goPackage
	for decode := json.NewDecoder(strings.NewReader(text)); ; {
		var p goPackage
		if err := decode.Decode(&p); err == io.EOF {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
}
