//go:build !js

package xaia

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
)

// What is saved comes back, in both forms; a model that can't be saved leaves the old file as it was.
func TestSaveAndLoad(t *testing.T) {
	d, encoding, err := ReadCSV(strings.NewReader("kind,size,grams\nfig,2,30\nfig,3,45\nplum,2,20\n"), "grams")
	if err != nil {
		t.Fatal(err)
	}
	m, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, begins := range map[string]string{"fruit.json": "{", "fruit.xaia": "XAIA"} {
		path := filepath.Join(folder, name)
		if err := (File{Model: m, Table: encoding}).Save(path); err != nil {
			t.Fatal(err)
		}
		saved, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(strings.ToUpper(string(saved[:4])), begins) {
			t.Errorf("%s begins with %q (%v)", name, saved[:4], err)
		}
		if err := (File{}).Save(path); err == nil {
			t.Error("a file without a model is saved")
		}
		again, err := Load(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := again.Model.Predict(d.X)
		if err != nil || !slices.Equal(p.Values.Data, []float64{30, 45, 20}) || again.Table.Columns[0].Name != "kind" {
			t.Errorf("%s comes back as %v, %+v (%v)", name, p, again.Table, err)
		}
	}
	if _, err := Load(filepath.Join(folder, "other.xaia")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that isn't there: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "no.xaia"), []byte("not a model"), 0o600); err != nil {
		t.Fatal(err)
	}
	var e *core.Error
	if _, err := Load(filepath.Join(folder, "no.xaia")); !errors.As(err, &e) || e.Code != core.ModelFile {
		t.Errorf("a file that is no model: %v", err)
	}
}

func TestReadCSV(t *testing.T) {
	d, encoding, err := ReadCSV(strings.NewReader("k,a,b\nyes, 1.5 ,x\nno,-2e3,\"y, z\"\nyes,0,x\n"), "k")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.X.Data, []float64{1.5, 1, 0, -2000, 0, 1, 0, 1, 0}) || d.X.Columns != 3 || !slices.Equal(d.Labels, core.Texts("yes", "no", "yes")) || d.Values.Data != nil {
		t.Errorf("%+v", d)
	}
	if names := encoding.Columns[1].Categories; !slices.Equal(names, []string{"x", "y, z"}) {
		t.Errorf("the categories are %v", names)
	}
	for text, says := range map[string]string{
		"":                  "no samples",
		"a,k\n":             "no samples",
		"a,b\n1,2\n":        "a, b.",
		"a,k\n1,2\n1,2,3\n": "Line 3",
		"a,k\n1,2\n,3\n":    `Row 2 has no "a"`,
		"a,k\n1,2\n\"3,4\n": "can't be read",
		"a,k\n1,2\nNaN,3\n": "a",
		"k\n1\n2\n":         "column",
	} {
		var e *core.Error
		if _, _, err := ReadCSV(strings.NewReader(text), "k"); !errors.As(err, &e) || e.Code != core.InvalidInput || e.Hint == "" || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
