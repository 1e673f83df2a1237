//go:build !js

// Command course packs the course kit: pages, slides, notebooks and exercises for three sittings, with all that they need to
// run from a folder, without a network. Names are sorted and times are fixed, so the same input gives the same bytes.
package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	log.SetFlags(0)
	version := flag.String("version", "", "version to stamp")
	script := flag.String("script", "dist/course/xaia.js", "the bundle of kit.js")
	notices := flag.String("notices", "dist/course/THIRD_PARTY_NOTICES.txt", "the licences of what others made")
	out := flag.String("out", "", "the zip to write")
	flag.Parse()
	if err := pack(*version, *script, *notices, *out); err != nil {
		log.Fatal("course: ", err)
	}
}

// kit has the files of the folder, by their paths in it.
type kit map[string][]byte

func pack(version, script, notices, out string) error {
	files := kit{}
	for to, from := range map[string]string{
		"xaia.js": script, "THIRD_PARTY_NOTICES.txt": notices, "LICENSE.txt": "LICENSE", "data/iris.csv": "testdata/data/iris.csv", "data/wine.csv": "testdata/data/wine.csv",
		"reveal/reveal.js": "web/node_modules/reveal.js/dist/reveal.js", "reveal/reveal.css": "web/node_modules/reveal.js/dist/reveal.css",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		files[to] = text
	}
	if err := files.pages("web/course/pages", version); err != nil {
		return err
	}
	if err := files.tables(); err != nil {
		return err
	}
	var err error
	if files["h5p/lesson-1.h5p"], err = h5p(); err != nil {
		return err
	}
	var manifest strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&manifest, "%x  %8d  %s\n", sha256.Sum256(files[name]), len(files[name]), name)
	}
	files["MANIFEST.txt"] = []byte("SHA-256, bytes and name of each file of the course kit of xaia " + version + "\n\n" + manifest.String())
	packed, err := zipped(files, "xaia-course-"+version)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return err
	}
	return os.WriteFile(out, packed, 0o644)
}

// pages adds the files of a folder, with the version in place of VERSION, but for the sources of notebooks.
func (k kit) pages(folder, version string) error {
	return filepath.WalkDir(folder, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(file) == ".py" {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, file)
		k[filepath.ToSlash(name)] = bytes.ReplaceAll(text, []byte("VERSION"), []byte(version))
		return err
	})
}

// table is one whose last column is the outcome.
type table struct {
	Columns []string    `json:"columns"`
	X       [][]float64 `json:"X"`
	Y       []string    `json:"y"`
}

func read(text []byte, names map[string]string) (t table, err error) {
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return t, err
	}
	t.Columns = lines[0]
	for _, line := range lines[1:] {
		row := make([]float64, len(line)-1)
		for j := range row {
			if row[j], err = strconv.ParseFloat(line[j], 64); err != nil {
				return t, err
			}
		}
		name := line[len(line)-1]
		if names != nil {
			name = names[name]
		}
		t.X, t.Y = append(t.X, row), append(t.Y, name)
	}
	return t, nil
}

// part is two columns of every n-th row, and the same as a CSV table, in which the rows are counted as pictures do.
func (t table) part(n int, columns [2]string, outcome string, more func(i int) (name, value string)) (p table, text []byte) {
	a, b := slices.Index(t.Columns, columns[0]), slices.Index(t.Columns, columns[1])
	p.Columns = []string{columns[0], columns[1], outcome}
	var out bytes.Buffer
	for i := 0; i < len(t.X); i += n {
		name, value := more(len(p.X))
		if i == 0 {
			fmt.Fprintf(&out, "sample,row,%s,%s,%s%s\n", columns[0], columns[1], outcome, name)
		}
		fmt.Fprintf(&out, "%d,%d,%g,%g,%s%s\n", len(p.X), i+1, t.X[i][a], t.X[i][b], t.Y[i], value)
		p.X, p.Y = append(p.X, []float64{t.X[i][a], t.X[i][b]}), append(p.Y, t.Y[i])
	}
	return p, out.Bytes()
}

// tables adds the small tables, and all of them as a script, since a page in a folder may read no other file.
func (k kit) tables() error {
	iris, err := read(k["data/iris.csv"], nil)
	if err != nil {
		return err
	}
	wine, err := read(k["data/wine.csv"], map[string]string{"class_0": "grower 1", "class_1": "grower 2", "class_2": "grower 3"})
	if err != nil {
		return err
	}
	var iris30, wine60 table
	iris30, k["data/iris-30.csv"] = iris.part(5, [2]string{"petal_length", "petal_width"}, "species", func(i int) (string, string) {
		return ",measured_by", "," + []string{"Ana", "Ben", "Cem"}[i%3]
	})
	wine60, k["data/wine-60.csv"] = wine.part(3, [2]string{"flavanoids", "color_intensity"}, "grower", func(int) (string, string) { return "", "" })
	script, err := json.Marshal(map[string]table{"iris": iris, "iris30": iris30, "wine": wine, "wine60": wine60})
	if err != nil {
		return err
	}
	k["data/data.js"] = slices.Concat([]byte("/* The tables of this folder, for its pages. */\nglobalThis.courseData = "), script, []byte(";\n"))
	return nil
}

// h5p is the content type, with one lesson: a zip within the zip.
func h5p() ([]byte, error) {
	const from = "web/course/h5p/"
	files := kit{"content/content.json": []byte(`{"lesson": "sample"}` + "\n")}
	for _, name := range []string{"h5p.json", "H5P.Xaia-0.2/library.json", "H5P.Xaia-0.2/xaia.js"} {
		text, err := os.ReadFile(from + name)
		if err != nil {
			return nil, err
		}
		files[name] = text
	}
	for name, from := range map[string]string{"lessons-inline.js": "dist/npm/lessons-inline.mjs", "LICENSE.txt": "LICENSE", "THIRD_PARTY_NOTICES.txt": "dist/npm/THIRD_PARTY_NOTICES.txt"} {
		text, err := os.ReadFile(from)
		if err != nil {
			return nil, err
		}
		files["H5P.Xaia-0.2/"+name] = text
	}
	return zipped(files, "")
}

// The moment that every file of a release has.
var always = time.Date(1985, 10, 26, 8, 15, 0, 0, time.UTC)

func zipped(files kit, folder string) ([]byte, error) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		header := zip.FileHeader{Name: path.Join(folder, name), Method: zip.Deflate, Modified: always}
		if strings.HasSuffix(name, ".h5p") {
			header.Method = zip.Store
		}
		header.SetMode(0o644)
		w, err := z.CreateHeader(&header)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return packed.Bytes(), err
}
