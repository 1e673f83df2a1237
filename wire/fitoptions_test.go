package wire_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// optionExample is what the test gives to an option.
type optionExample struct {
	value string   // another than the default
	with  string   // options that it needs beside it
	wrong []string // values that are refused
	same  bool     // whether it makes no difference for a fit, so that candidates of tune share one
}

var optionExamples = map[string]optionExample{
	"classes":  {same: true, value: `true`, wrong: []string{`1`, `"yes"`}},
	"kind":     {value: `"tnn"`, wrong: []string{`"knn"`, `true`}},
	"preset":   {value: `"paper"`, wrong: []string{`"papers"`, `0`}},
	"skip":     {value: `false`, wrong: []string{`0`, `"no"`}},
	"settings": {value: `[{"a1": 0.02, "a2": 0.2, "admission": 0.2, "activation": 0.8}]`, wrong: []string{`"automatic"`, `[]`, `[1]`, `[{"a1": 0.02}]`, `{"a1": -1, "a2": 0.2, "admission": 0.2, "activation": 0.8}`}},
	"r":        {value: `0.25`, wrong: []string{`"half"`, `1.5`}},
	"interpolation": {value: `{"top": 2}`, wrong: []string{`"top"`, `{"top": 0}`, `{"top": 2, "tnn": 1}`, `{}`,
		`{"local": {"top": 2}, "top": 2}`, `{"local": []}`, `{"local": 3}`, `{"local": {"top": 0}}`, `{"local": {"width": 0}}`, `{"local": {"width": 1e9}}`,
		`{"local": {"ridge": "steep"}}`, `{"local": {"ridge": 0}}`, `{"local": {"ridge": 1e-12}}`, `{"local": {"line": 1}}`, `{"local": {"takeover": "far"}}`}},
	"forest":     {value: `{"share": 0.5, "leaf": 2, "trees": 20, "pairs": false}`, wrong: []string{`1`, `"yes"`, `{"share": 2}`, `{"share": "half"}`, `{"leaf": 0}`, `{"trees": 0}`, `{"trees": 2000}`, `{"pairs": 1}`}},
	"takeover":   {value: `"none"`, wrong: []string{`"near"`, `false`}},
	"tolerance":  {value: `0.01`, with: `"kind": "tnn"`, wrong: []string{`0`, `"small"`}},
	"a":          {value: `7`, with: `"kind": "tnn"`, wrong: []string{`0`, `"steep"`}},
	"order":      {value: `[2, 0, 1]`, with: `"kind": "tnn"`, wrong: []string{`1`, `[0, 0.5]`, `[0, -1, 2]`, `[0, 0, 1]`}},
	"scale":      {value: `"standard"`, wrong: []string{`"max"`, `true`}},
	"duplicates": {value: `"mean"`, wrong: []string{`"last"`, `true`}},
	"relevance":  {value: `[2]`, wrong: []string{`"on"`, `1`, `[0]`, `["a"]`, `[1, 2]`}},
	"weights":    {same: true, value: `[1, 2, 3]`, wrong: []string{`"equal"`, `"balanced"`, `[1, 2]`, `[1, 0, 2]`, `[1, "a", 2]`, `[1, 1e200, 2]`, `3`}}, // of the samples, which candidates share
	"names":      {same: true, value: `["a", "b", ""]`, wrong: []string{`3`, `["a", "b"]`, `["a", true, "c"]`, `["a", [], "c"]`, `"id"`}},
	"maxSteps":   {value: `1000`, wrong: []string{`0`, `1.5`, `"many"`}},
	"trace":      {same: true, value: `true`, wrong: []string{`1`, `"yes"`}},
}

func parsed(t *testing.T, text string) wire.Value {
	t.Helper()
	v, err := jsontext.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// An option has one entry in the table. It is set by its value, refused when the value is wrong or the model is the
// other one, comes back from a model file, and distinguishes the fits of two candidates of tune.
func TestEveryOptionOfFit(t *testing.T) {
	reader := &wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}}
	fit := func(options string) (*wire.Model, *wire.FitOptions, error) {
		o, err := reader.FitOptions(parsed(t, options))
		if err != nil {
			return nil, nil, err
		}
		m, err := reader.Fit(parsed(t, `[[0], [1], [3]]`), parsed(t, `[1, 2, 4]`), o)
		return m, o, err
	}
	file := func(m *wire.Model) string {
		w := &jsontext.Writer{}
		wire.WriteFile(w, m)
		return string(w.Bytes())
	}
	refused := func(name, options string) {
		t.Helper()
		_, _, err := fit(options)
		var e *core.Error
		if !errors.As(err, &e) || e.Hint == "" || !strings.HasPrefix(e.Path, name) || !strings.HasPrefix(e.Message, name) && !strings.Contains(e.Message, `"`+name+`"`) {
			t.Errorf("%s: the error is %+v, which doesn't name the option or a remedy", options, err)
		}
	}
	fits := func(candidates ...*wire.FitOptions) (total int) {
		t.Helper()
		o := wire.TuneOptions{Fit: candidates[0]}
		for _, c := range candidates {
			o.Candidates = append(o.Candidates, c.Recipe())
		}
		o.Progress = func(p core.Progress) { total = p.Total }
		if _, _, err := reader.Tune(parsed(t, `[[0], [1], [3]]`), parsed(t, `[1, 2, 4]`), o); err != nil {
			t.Error(err)
		}
		return total
	}
	check := func(option wire.FitOption, example optionExample) {
		t.Helper()
		name, before := option.Name, example.with
		if before != "" {
			before += ", "
		}
		m, asked, err := fit(`{` + before + `"` + name + `": ` + example.value + `}`)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		plain, unasked, err := fit(`{` + example.with + `}`)
		if err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(asked, unasked) {
			t.Errorf("%s: the value isn't set", name)
		}
		if one, both := fits(unasked), fits(unasked, asked); one == 0 || (both == one) != example.same {
			t.Errorf("%s: %d fits without it, %d for two candidates", name, one, both)
		}
		saved := file(m)
		if kept := strings.Contains(saved, `"`+option.Saved+`":`+compact(example.value)); kept != (option.Saved != "") {
			t.Errorf("%s: in the file %v, by the table %q: %s", name, kept, option.Saved, saved)
		}
		if option.Saved != "" && saved == file(plain) {
			t.Errorf("%s: the file doesn't tell it from the default", name)
		}
		loaded, err := reader.Load(parsed(t, saved), nil)
		if err != nil {
			t.Errorf("%s: loaded: %v", name, err)
		} else if again := file(loaded); again != saved {
			t.Errorf("%s: loaded and saved again it is\n%s, not\n%s", name, again, saved)
		}
		for _, wrong := range example.wrong {
			refused(name, `{`+before+`"`+name+`": `+wrong+`}`)
		}
		if other := map[string]string{"tnn": "sqann", "sqann": "tnn"}[option.Kind]; other != "" {
			refused(name, `{"kind": "`+other+`", "`+name+`": `+example.value+`}`)
		}
	}
	for _, option := range wire.FitOptionTable() {
		example, there := optionExamples[option.Name]
		if !there {
			t.Errorf("the option %s has no example here", option.Name)
			continue
		}
		check(option, example)
		if option.Kind == "" && option.Name != "kind" {
			example.with = `"kind": "tnn"`
			check(option, example)
		}
	}
}

// Relevance that is refused is none, however many features there are.
func TestRelevanceIsRefused(t *testing.T) {
	reader := &wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}}
	for asked, want := range map[string]core.RelevanceKind{"false": core.RelevanceOff, "true": core.RelevanceLearn, `"auto"`: core.RelevanceAuto, "[1, 2]": core.RelevanceGiven} {
		if o, err := reader.FitOptions(parsed(t, `{"relevance": `+asked+`}`)); err != nil || o.SQANN.Relevance.Kind != want {
			t.Errorf("%s is %+v (%v)", asked, o, err)
		}
	}
}

// Texts of more than forty letters that rarely repeat are names; of forty they may be categories.
func TestLongTextsAreNames(t *testing.T) {
	for letters, names := range map[int]bool{10: false, 40: false, 41: true} {
		var texts []string
		for i := range 30 {
			texts = append(texts, strings.Repeat("x", letters-1)+string(rune('a'+i%20)))
		}
		if wire.OnlyNames(texts, make([]bool, len(texts))) != names {
			t.Errorf("twenty texts of %d letters in thirty rows: names are %v", letters, !names)
		}
	}
}

// A forest is written as it was asked for.
func TestForestsAreWrittenAsAsked(t *testing.T) {
	reader := &wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}}
	for _, asked := range []string{"true", "false", `{"share":0.5,"pairs":true}`, `{"leaf":2,"pairs":true}`, `{"trees":7,"pairs":false}`} {
		o, err := reader.FitOptions(parsed(t, `{"forest": `+asked+`}`))
		if err != nil {
			t.Fatal(err)
		}
		m, err := reader.Fit(parsed(t, `[[0], [1], [3]]`), parsed(t, `[1, 2, 4]`), o)
		if err != nil {
			t.Fatal(err)
		}
		w := &jsontext.Writer{}
		wire.WriteFile(w, m)
		if saved := string(w.Bytes()); !strings.Contains(saved, `"forest":`+asked) {
			t.Errorf("%s is written as %s", asked, saved)
		}
	}
}

func compact(text string) string { return strings.ReplaceAll(text, " ", "") }
