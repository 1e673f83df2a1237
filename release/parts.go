//go:build !js

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// thirdParties finds what of others' went into the packages: Go's library and the
// modules in the WebAssembly files, the npm packages in the scripts, and what the
// API reference runs.
func thirdParties(inputs string) ([]part, error) {
	parts := []part{{
		name: "go", version: strings.TrimPrefix(runtime.Version(), "go"), license: "BSD-3-Clause",
		purl: "pkg:golang/std@" + strings.TrimPrefix(runtime.Version(), "go"), in: []string{"npm", "site", "course", "server", "command"},
	}}
	module := []string{"GOOS=js", "GOARCH=wasm"}
	for _, program := range []struct {
		folder, in string
		platform   []string
	}{{"./wasm", "npm", module}, {"./wasm", "course", module}, {"./web/site/page", "site", module}, {"./experiments/page", "site", module}, {"./worker/serve", "server", nil}, {"./cmd/xaia", "command", nil}} {
		found, err := goModules(program.folder, program.in, program.platform)
		if err != nil {
			return nil, err
		}
		parts = join(parts, found)
	}
	found, err := npmPackages(inputs)
	if err != nil {
		return nil, err
	}
	return join(parts, found), nil
}

func join(parts, more []part) []part {
next:
	for _, m := range more {
		for i := range parts {
			if parts[i].purl == m.purl {
				parts[i].in = append(parts[i].in, m.in...)
				continue next
			}
		}
		parts = append(parts, m)
	}
	return parts
}

// The licences of Go modules, which have no manifest to say them.
var goLicenses = map[string]string{"honnef.co/go/js/dom/v2": "MIT", "gonum.org/v1/gonum": "BSD-3-Clause", "github.com/piglig/go-qr": "MIT"}

// goModules are those that a program holds packages of, built for a platform, or for this one.
func goModules(program, in string, platform []string) ([]part, error) {
	list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", program)
	list.Env = append(os.Environ(), platform...)
	list.Stderr = os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", program, err)
	}
	var parts []part
	for _, line := range strings.Fields(strings.ReplaceAll(strings.TrimSpace(string(out)), " ", "@")) {
		path, version, _ := strings.Cut(line, "@")
		license, known := goLicenses[path]
		if !known {
			return nil, fmt.Errorf("which licence has %s? Say it in release/parts.go", path)
		}
		parts = join(parts, []part{{name: path, version: version, license: license, purl: "pkg:golang/" + path + "@" + version, in: []string{in}}})
	}
	return parts, nil
}

var packageName = regexp.MustCompile(`node_modules/((?:@[^/]+/)?[^/]+)/`)

// npmPackages are those that esbuild says it has put bytes of into a bundle.
func npmPackages(inputs string) ([]part, error) {
	file, err := os.Open(inputs)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lock, err := readLock("web")
	if err != nil {
		return nil, err
	}
	// The reference is typedoc's pages, with its script; that holds lunr.
	var parts []part
	for _, name := range []string{"typedoc", "lunr"} {
		p, err := lock.part(name, "site")
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	slides, err := lock.part("reveal.js", "course")
	if err != nil {
		return nil, err
	}
	parts = append(parts, slides)
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var bundle struct {
			Outputs map[string]struct {
				Inputs map[string]struct{ BytesInOutput int }
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &bundle); err != nil {
			return nil, err
		}
		for output, made := range bundle.Outputs {
			for input, share := range made.Inputs {
				name := packageName.FindStringSubmatch(filepath.ToSlash(input))
				if name == nil || share.BytesInOutput == 0 {
					continue
				}
				p, err := lock.part(name[1], filepath.Base(filepath.Dir(output)))
				if err != nil {
					return nil, err
				}
				if filepath.Base(output) == "report.mjs" { // which the command has in it
					p.in = append(p.in, "command")
				}
				parts = join(parts, []part{p})
			}
		}
	}
	return parts, lines.Err()
}

type lockFile struct {
	Packages map[string]struct{ Version, Integrity, License string }
}

func readLock(folder string) (lockFile, error) {
	var lock lockFile
	text, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	if err != nil {
		return lock, err
	}
	return lock, json.Unmarshal(text, &lock)
}

func (l lockFile) part(name, in string) (part, error) {
	p, found := l.Packages["node_modules/"+name]
	if !found || p.License == "" || !strings.HasPrefix(p.Integrity, "sha512-") {
		return part{}, fmt.Errorf("the lock file doesn't say version, licence and SHA-512 of %s", name)
	}
	return part{
		name: name, version: p.Version, license: p.License, purl: "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version,
		sha512: strings.TrimPrefix(p.Integrity, "sha512-"), in: []string{in},
	}, nil
}
