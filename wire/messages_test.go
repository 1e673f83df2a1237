package wire_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/wire"
)

// JSON text is read with the same messages as JavaScript's values, for which web/test/bad-input.test.mjs checks them.
func TestMessagesNameTheForm(t *testing.T) {
	r := &wire.Reader{Most: 1000, Tables: wire.AllTables{}}
	fit := func(x, y string) (*wire.Model, error) {
		return r.Fit(parsed(t, x), parsed(t, y), &wire.FitOptions{})
	}
	for _, c := range []struct{ x, y, said string }{
		{`[[1, "red"], [2, "blue"]]`, `[1, 2]`, "Give rows with texts as objects"},
		{`{"a": [1, 2], "b": ["x", "y"]}`, `[1, 2]`, "X is an object of columns (a, b). Give rows"},
		{`["a", "b"]`, `[[1, 2], [3, 4]]`, "X and y seem to be swapped"},
		{`[1, 2]`, `[{"a": 1}, {"a": 2}]`, "X and y seem to be swapped"},
		{`[[1], [2]]`, `[["a"], ["b"]]`, `without brackets around it`},
		{`[{"a": 1}, {"a": "1,200"}, {"a": 3}]`, `[1, 2, 3]`, "Convert them to numbers"},
		{`[{"a": 1}, {"a": "true"}, {"a": 0}]`, `[1, 2, 3]`, "Give booleans"},
	} {
		if _, err := fit(c.x, c.y); err == nil || !strings.Contains(err.Error(), c.said) {
			t.Errorf("X %s, y %s: %v, not %q", c.x, c.y, err, c.said)
		}
	}
	m, err := fit(`[[1], [2], [4]]`, `[[3], [5], [4]]`)
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := r.Query(m, parsed(t, `[[1], [2], [4]]`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Predict(x)
	if err != nil || !slices.Equal(p.Values.Data, []float64{3, 5, 4}) || m.OutputCount() != 1 {
		t.Errorf("rows of one number: %v %v", p, err)
	}
	for _, c := range []struct {
		a, b  string
		alike bool
	}{{"price", "Price", true}, {"price", "prcie", true}, {"hue", "hues", true}, {"size", "mass", false}, {"mass", "hues", false}, {"left", "right", false}, {"a", "b", false}, {"a1", "A1", true}, {"x", "", false}} {
		if wire.Alike(c.a, c.b) != c.alike || wire.Alike(c.b, c.a) != c.alike {
			t.Errorf("%q and %q are taken for misspellings of one another: %v", c.a, c.b, !c.alike)
		}
	}
	if m, err = fit(`[{"a": true}, {"a": false}, {"a": true}]`, `[1, 0, 1]`); err != nil || m.SampleCount() != 3 {
		t.Errorf("a column of booleans: %v", err)
	} else if x, _, err = r.Query(m, parsed(t, `[{"a": false}, {"a": true}]`)); err != nil || !slices.Equal(x.Data, []float64{0, 1}) {
		t.Errorf("booleans are asked as %v (%v)", x.Data, err)
	}
	marked, err := fit("[{\"\ufeffa\": 1, \"b\": 2}, {\"\ufeffa\": 2, \"b\": 3}]", `[1, 2]`)
	if err != nil || !strings.Contains(strings.Join(marked.Report().Warnings, ""), "byte order mark") {
		t.Errorf("a byte order mark: %v", err)
	}
}
