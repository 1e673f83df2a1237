//go:build !js

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, folder string, files map[string]string, mode os.FileMode, when time.Time) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
}

func TestArchiveDependsOnNamesAndContentsAlone(t *testing.T) {
	files := map[string]string{"b.txt": "two", "a/z.js": "three", "a.txt": "one", "a/skip.br": "not this",
		"xaia": "run", "xaia.exe": "run", "xaia-server": "run", "xaia-server.exe": "run", "deploy/check.sh": "run", "deploy/xaia.service": "not run"}
	keep := func(name string) bool { return !strings.HasSuffix(name, ".br") }
	first, second, other := t.TempDir(), t.TempDir(), t.TempDir()
	write(t, first, files, 0o644, time.Unix(1e9, 0))
	write(t, second, files, 0o755, time.Unix(1.5e9, 7))
	files["b.txt"] = "changed"
	write(t, other, files, 0o644, time.Unix(1e9, 0))
	pack := func(folder string) []byte {
		t.Helper()
		packed, err := archive(folder, "p", keep)
		if err != nil {
			t.Fatal(err)
		}
		return packed
	}
	if !bytes.Equal(pack(first), pack(second)) {
		t.Error("other times and modes give other bytes")
	}
	if bytes.Equal(pack(first), pack(other)) {
		t.Error("another content gives the same bytes")
	}
	if got, want := names(t, pack(first)), []string{"p/a/z.js", "p/a.txt", "p/b.txt", "p/xaia", "p/xaia.exe", "p/xaia-server", "p/xaia-server.exe", "p/deploy/check.sh", "p/deploy/xaia.service"}; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
		t.Errorf("it holds %q, want %q", got, want)
	}
}

func names(t *testing.T, packed []byte) (found []string) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if !z.ModTime.IsZero() {
		t.Errorf("gzip's header has the time %v", z.ModTime)
	}
	r := tar.NewReader(z)
	for {
		header, err := r.Next()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		mode := int64(0o644)
		if slices.Contains([]string{"p/xaia", "p/xaia.exe", "p/xaia-server", "p/xaia-server.exe", "p/deploy/check.sh"}, header.Name) { // what is run
			mode = 0o755
		}
		if header.Mode != mode || !header.ModTime.Equal(always) || header.Uid != 0 || header.Uname != "" {
			t.Errorf("%s has mode %o, time %v, owner %d %q", header.Name, header.Mode, header.ModTime, header.Uid, header.Uname)
		}
		found = append(found, header.Name)
	}
}

func TestAVersionThatIsNotStampedEverywhere(t *testing.T) {
	folder := t.TempDir()
	files := map[string]string{"package.json": `{"version": "1.2.3"}`, "xaia.mjs": `const v="1.2.3"`, "xaia.wasm": "\x00asm 1.2.3"}
	write(t, folder, files, 0o644, time.Now())
	if err := stamped(folder, "1.2.3"); err != nil {
		t.Error(err)
	}
	for name, content := range files {
		write(t, folder, map[string]string{name: strings.Replace(content, "1.2.3", "1.2.2", 1)}, 0o644, time.Now())
		if err := stamped(folder, "1.2.3"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s says another version, and the release says %v", name, err)
		}
		write(t, folder, map[string]string{name: content}, 0o644, time.Now())
	}
}

// The list names what has bytes in a bundle, with what the lock file says, once.
func TestPartsOfBundles(t *testing.T) {
	t.Chdir("..")
	inputs := filepath.Join(t.TempDir(), "inputs.json")
	bundle := `{"outputs":{"dist/site/boot.mjs":{"inputs":{"web/site/boot.js":{"bytesInOutput":9},"web/node_modules/@observablehq/sample-datasets/src/index.js":{"bytesInOutput":5},"web/node_modules/papaparse/papaparse.js":{"bytesInOutput":5},"web/node_modules/fflate/esm/index.mjs":{"bytesInOutput":0}}}}}` + "\n"
	if err := os.WriteFile(inputs, []byte(bundle+bundle), 0o644); err != nil {
		t.Fatal(err)
	}
	parts, err := thirdParties(inputs)
	if err != nil {
		t.Fatal(err)
	}
	text, err := cycloneDX("1.2.3", parts)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Components []struct {
			Name, Version, Purl string
			Hashes              []struct{ Content string }
			Properties          []struct{ Value string }
		}
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, c := range list.Components {
		found = append(found, c.Name)
		if c.Version == "" || len(c.Properties) == 0 || strings.HasPrefix(c.Purl, "pkg:npm") && (len(c.Hashes) != 1 || len(c.Hashes[0].Content) != 128) {
			t.Errorf("%+v", c)
		}
		if c.Name == "@observablehq/sample-datasets" && (c.Purl != "pkg:npm/%40observablehq/sample-datasets@"+c.Version || len(c.Properties) != 1 || c.Properties[0].Value != "site") {
			t.Errorf("%+v", c)
		}
	}
	slices.Sort(found)
	if want := []string{"@observablehq/sample-datasets", "github.com/piglig/go-qr", "go", "gonum.org/v1/gonum", "honnef.co/go/js/dom/v2", "lunr", "papaparse", "reveal.js", "typedoc"}; !slices.Equal(found, want) {
		t.Errorf("the parts are %q, want %q", found, want)
	}
}

// What is in the built packages, found out by other means than the list of parts: the
// modules that a WebAssembly file names as its own, the packages that esbuild took bytes of.
func bundled(t *testing.T) map[string]map[string]string {
	t.Helper()
	root := func(folder string) string { return filepath.Join("web", "node_modules", folder) }
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[string]string{"npm": {"go": goroot}, "site": {"go": goroot, "typedoc": root("typedoc"), "lunr": root("lunr")}, "course": {"go": goroot, "reveal.js": root("reveal.js")}}
	module := regexp.MustCompile(`\ndep\t([^\t\n]+)\t([^\t\n]+)\t`)
	for file, in := range map[string]string{"dist/npm/xaia.wasm": "npm", "dist/site/page.wasm": "site", "dist/site/paper.wasm": "site"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal("dist is not built: run ./build.sh first: ", err)
		}
		for _, m := range module.FindAllSubmatch(text, -1) {
			folder, err := output("go", "list", "-m", "-f", "{{.Dir}}", string(m[1]))
			if err != nil {
				t.Fatal(err)
			}
			found[in][string(m[1])] = folder
		}
	}
	text, err := os.ReadFile("dist/inputs.json")
	if err != nil {
		t.Fatal(err)
	}
	output := regexp.MustCompile(`"dist/(npm|site|course)/[^"]+":\{"imports"`)
	input := regexp.MustCompile(`"(?:[^"]*/)?node_modules/((?:@[^/"]+/)?[^/"]+)/[^"]*":\{"bytesInOutput":([0-9]+)\}`)
	for _, line := range strings.Split(string(text), "\n") {
		in := output.FindStringSubmatch(line)
		for _, m := range input.FindAllStringSubmatch(line, -1) {
			if m[2] != "0" {
				found[in[1]][m[1]] = root(m[1])
			}
		}
	}
	return found
}

// Nothing is bundled without its notice, neither in the npm package nor on the site.
func TestNoticesOfWhatIsBundled(t *testing.T) {
	t.Chdir("..")
	found := bundled(t)
	for _, name := range []string{"hyparquet", "fflate", "honnef.co/go/js/dom/v2", "gonum.org/v1/gonum"} {
		if found["site"][name] == "" {
			t.Errorf("%s isn't found on the site, where it is: the test looks in the wrong way", name)
		}
	}
	if found["npm"]["hyparquet"] == "" {
		t.Error("hyparquet isn't found in the npm package, whose table-parquet.mjs holds it")
	}
	for in, parts := range found {
		text, err := os.ReadFile(filepath.Join("dist", in, noticesName))
		if err != nil {
			t.Fatal(err)
		}
		for name, folder := range parts {
			if !strings.Contains(string(text), "\n"+name+" ") {
				t.Errorf("%s: no notice of %s", in, name)
			}
			licences, _ := filepath.Glob(filepath.Join(folder, "LICEN*"))
			if len(licences) == 0 {
				t.Errorf("%s has no licence", name)
			}
			for _, file := range licences {
				licence, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if whole := strings.TrimSpace(strings.ReplaceAll(string(licence), "\r\n", "\n")); !strings.Contains(string(text), whole) {
					t.Errorf("%s: the notice of %s lacks its licence", in, name)
				}
			}
		}
	}
	for _, page := range []string{"index.html", "workshop.html", "paper.html"} {
		if text, err := os.ReadFile(filepath.Join("dist/site", page)); err != nil || !strings.Contains(string(text), `href="`+noticesName+`"`) {
			t.Errorf("%s doesn't lead to the notices: %v", page, err)
		}
	}
}

// A part without a licence file ends the build.
func TestAPartWithoutALicence(t *testing.T) {
	t.Chdir(t.TempDir())
	p := part{name: "bare", version: "1.0.0", license: "MIT", purl: "pkg:npm/bare@1.0.0", in: []string{"npm"}}
	write(t, ".", map[string]string{"web/node_modules/bare/index.js": "1"}, 0o644, time.Now())
	if text, err := notices([]part{p}, "npm"); err == nil || !strings.Contains(err.Error(), "bare 1.0.0") {
		t.Errorf("the notices are %q, %v", text, err)
	}
	write(t, ".", map[string]string{"web/node_modules/bare/license.md": "Do as you like."}, 0o644, time.Now())
	for in, want := range map[string]bool{"npm": true, "site": false} {
		if text, err := notices([]part{p}, in); err != nil || strings.Contains(text, "bare 1.0.0 (MIT)\n\nDo as you like.\n") != want {
			t.Errorf("%s: the notices are %q, %v", in, text, err)
		}
	}
}
