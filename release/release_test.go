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
	files := map[string]string{"b.txt": "two", "a/z.js": "three", "a.txt": "one", "a/skip.br": "not this"}
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
	if got, want := names(t, pack(first)), []string{"p/a/z.js", "p/a.txt", "p/b.txt"}; !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(want))) {
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
		if header.Mode != 0o644 || !header.ModTime.Equal(always) || header.Uid != 0 || header.Uname != "" {
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
	bundle := `{"outputs":{"dist/site/boot.mjs":{"inputs":{"web/boot.js":{"bytesInOutput":9},"web/node_modules/@observablehq/plot/src/plot.js":{"bytesInOutput":5},"web/node_modules/d3-array/src/sum.js":{"bytesInOutput":5},"web/node_modules/d3-geo/src/arc.js":{"bytesInOutput":0}}}}}` + "\n"
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
		if c.Name == "@observablehq/plot" && (c.Purl != "pkg:npm/%40observablehq/plot@"+c.Version || len(c.Properties) != 1 || c.Properties[0].Value != "site") {
			t.Errorf("%+v", c)
		}
	}
	slices.Sort(found)
	if want := []string{"@observablehq/plot", "d3-array", "go", "gonum.org/v1/gonum", "honnef.co/go/js/dom/v2", "lunr", "typedoc"}; !slices.Equal(found, want) {
		t.Errorf("the parts are %q, want %q", found, want)
	}
}
