package wire_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core"
	"github.com/xaia-go/xaia/wire"
	"github.com/xaia-go/xaia/wire/jsontext"
)

// carrier carries calls as JSON.
type carrier struct {
	*testing.T
	*wire.Shelf
	reader *wire.Reader
}

func newCarrier(t *testing.T) carrier {
	return carrier{t, wire.NewShelf(), &wire.Reader{Most: 1 << 20, Where: "fit into this test", Tables: wire.AllTables{}, Forgetting: wire.Forgetting}}
}

// ask answers a call of what has a number; arguments are JSON in the order of the row.
func (c carrier) ask(name string, number int, arguments ...string) (string, error) {
	c.Helper()
	var row *wire.Call
	for _, call := range wire.Calls {
		if call.Name == name {
			row = call
		}
	}
	q := wire.Question{Reader: c.reader, Kept: c.Kept[number],
		Each: func(w wire.Writer, q *wire.Question, x core.Matrix, cost int, f func(wire.Writer, int, core.Matrix) error) error {
			if cost < x.Columns {
				c.Errorf("%s: a row costs %d", name, cost)
			}
			w.List()
			defer w.End()
			return q.InParts(x, 2, func(from int, part core.Matrix) error { return f(w, from, part) })
		},
		Made: func(w wire.Writer, k *wire.Kept) {
			w.Key("number").Integer(c.Keep(k))
			if k.Model.Network() != nil {
				w.Key("samples").Integer(k.Model.SampleCount())
			}
		},
		Changed: func(w wire.Writer, k *wire.Kept) { w.Key("changed").Bool(true) },
	}
	for i := range q.Given {
		q.Given[i] = jsontext.Missing
	}
	for i, argument := range arguments {
		if v := parsed(c.T, argument); row.Takes[i] == wire.Second {
			q.Other = c.Kept[wire.WholeNumber(v)]
		} else {
			q.Given[row.Takes[i]] = v
		}
	}
	var w jsontext.Writer
	err := row.Run(&q, &w)
	if err == nil && len(w.Bytes()) > 0 && !json.Valid(w.Bytes()) {
		c.Errorf("%s: the answer is no JSON: %s", name, w.Bytes())
	}
	return string(w.Bytes()), err
}

// Each row answers what it says, and refuses what is wrong before anything changes. Numbers are: 1 a regression, 2 classes
// with names, 3 both classes calibrated, 4 an ensemble of 1 and 1, 5 a learner of 1, 6 a TNN, 7 one with near
// duplicates.
func TestEveryCall(t *testing.T) {
	c := newCarrier(t)
	const line, values = `[0, 1, 2, 3, 4, 5]`, `[0, 1, 4, 9, 16, 25]`
	for _, step := range []struct {
		call      string
		of        int
		arguments []string
		answer    string
	}{
		{"fit", 0, []string{line, values, `{"interpolation": "nearest", "scale": "none"}`}, `{"number":1,"samples":6}`},
		{"fit", 0, []string{`[{"a": 0}, {"a": 1}, {"a": 2}, {"a": 3}, {"a": 4}, {"a": 5}]`, `["l", "l", "l", "r", "r", "r"]`,
			`{"preset": "paper", "interpolation": "nearest", "names": ["p", "q", "", "", "", "z"]}`}, `{"number":2,"samples":6}`},
		{"calibrate", 2, []string{`{"folds": 3, "seed": 7}`}, `{"number":3,"samples":6}`},
		{"ensemble", 1, []string{`1`}, `{"number":4}`},
		{"learner", 1, nil, `{"number":5,"sampleCount":6,"stale":null,"drift":null}`},
		{"fit", 0, []string{line, values, `{"kind": "tnn"}`}, `{"number":6,"samples":6}`},
		{"fit", 0, []string{`[[0, 0], [0.001, 0], [1, 0], [1, 0.001], [5, 5]]`, `[0, 0, 1, 1, 2]`,
			`{"scale": "none", "settings": {"a1": 0.01, "a2": 0.2, "admission": 0.1, "activation": 0.9}}`}, `{"number":7,"samples":5}`},
	} {
		if got, err := c.ask(step.call, step.of, step.arguments...); err != nil || got != step.answer {
			t.Fatalf("%s: %s, %v, not %s", step.call, got, err, step.answer)
		}
	}
	tried, refused := map[string]bool{"fit": true, "calibrate": true, "ensemble": true, "learner": true}, map[string]bool{}
	for _, step := range []struct {
		call      string
		of        int
		arguments []string
		has       string // of the answer, or with a code in front of an error
	}{
		{"fit", 0, []string{line, `[1]`}, "invalid-input: "},
		{"fit", 0, []string{line, values, `{"model": "tnn"}`}, "unknown-option: model is now kind."},
		{"fit", 0, []string{line, values, `{"a": 3}`}, `invalid-option: a belongs to kind "tnn".`},
		{"fitLike", 1, []string{`[7, 8]`, `[1, 2]`, `{}`}, `"samples":2}`},
		{"fitLike", 1, []string{`[7, 8]`, `[1, 2]`, `{"scale": "none"}`}, "unknown-option: "},
		{"fitLike", 6, []string{`[7, 8]`, `[1, 2]`}, "unsupported: "},
		{"crossValidate", 0, []string{line, values, `{"folds": 3}`}, `{"rowCount":6,"rmse":`},
		{"crossValidate", 0, []string{line, values, `{"trace": true}`}, "unsupported: crossValidate doesn't support"},
		{"crossValidate", 0, []string{line, values, `{"groups": [1]}`}, "invalid-option: "},
		{"tune", 0, []string{line, values, `{"folds": 2, "preset": "paper", "skip": false, "candidates": [{"skip": true, "r": 0.5}, {}]}`},
			`"scores":[{"options":{"preset":"paper","skip":true,"r":0.5},"rowCount":6,`},
		{"tune", 0, []string{line, values, `{"folds": 2, "scale": "minmax"}`}, `"scores":[{"options":{"scale":"minmax"},"rowCount":6,`},
		{"tune", 0, []string{line, values, `{"candidates": [{"classes": true}]}`}, "invalid-option: candidates[0] decides how"},
		{"tune", 0, []string{line, values, `{"candidates": [{}, {"a": 2}]}`}, `invalid-option: candidates[1]: a belongs to`},
		{"squeezedOrder", 0, []string{`[[0.9, 0.1], [0.2, 0.8]]`, `{"external": [[0.5, 0.5]]}`}, `"external":[{"position":`},
		{"squeezedOrder", 0, []string{`[[0.9, 0.1], [0.2, 0.8]]`, `{"squeeze": 3}`}, "invalid-option: "},
		{"ensemble", 1, []string{`4`}, "unsupported: An ensemble can't be a member"},

		{"predict", 1, []string{`[0, 2, 5]`}, `[0,4,25]`},
		{"predict", 1, []string{`2`}, `4`},
		{"explain", 1, []string{`[]`}, `[]`},
		{"predict", 2, []string{`[{"a": 0}, {"a": 5}]`}, `["l","r"]`},
		{"predict", 1, []string{`[0.2]`, `{"interpolation": "none"}`}, `[`},
		{"predict", 4, []string{`[0]`, `{"interpolation": "none"}`}, "unsupported: An ensemble can't have"},
		{"predict", 1, []string{`[[1, 2]]`}, "invalid-input: "},
		{"scores", 2, []string{`[{"a": 0}, {"a": 5}]`}, `[[1,0],[0,1]]`},
		{"scores", 1, []string{`[0]`}, "unsupported: The model was fitted on numbers"},
		{"examine", 1, []string{`[0, 1, 2]`}, `[[1,2],[1,2],[1,2]]`},
		{"examine", 1, []string{`["a"]`}, "invalid-input: "},
		{"explain", 2, []string{`[{"a": 0}]`}, `"names":["p"]`},
		{"explain", 2, []string{`[{"a": 0}]`}, `"weight":1}]}]`},
		{"explain", 2, []string{`[{"a": 0}]`, `{"fingerprint": 1}`}, "invalid-option: fingerprint is 1."},
		{"attributions", 2, []string{`[{"a": 0}]`}, `"columns":[{"column":"a","value":0,`},
		{"attributions", 2, []string{`[{"b": 0}]`}, "invalid-input: "},
		{"counterfactual", 2, []string{`[{"a": 0}]`, `{"target": "r"}`}, `"before":"l","after":"r"}`},
		{"counterfactual", 2, []string{`[{"a": 0}]`, `{"target": "x"}`}, "invalid-option: target is"},
		{"counterfactual", 2, []string{`[{"a": 0}]`, `{"hold": ["b"]}`}, "invalid-option: hold[0] is"},
		{"counterfactual", 4, []string{`[0]`}, "unsupported: An ensemble"},
		{"predictSet", 3, []string{`[{"a": 0}, {"a": 5}, {"a": 1}]`, `{"coverage": 0.5}`}, `[["l","r"],["r","l"],["l","r"]]`},
		{"predictSet", 2, []string{`[{"a": 0}]`}, "unsupported: The model is not calibrated."},
		{"predictSet", 3, []string{`[{"a": 0}]`, `{"coverage": 1}`}, "invalid-option: "},
		{"predictInterval", 3, []string{`[{"a": 0}]`}, "unsupported: The model predicts labels"},

		{"evaluate", 1, []string{`[0, 2]`, `[1, 4]`}, `{"rowCount":2,"rmse":0.7071067811865476,"mae":0.5,`},
		{"evaluate", 1, []string{`[0, 2]`, `[1]`}, "invalid-input: "},
		{"outOfDistribution", 1, []string{`[0, 90]`, `{"threshold": 0.5}`}, `[{"row":0,"out":false,"familiarity":1},{"row":1,"out":true,`},
		{"outOfDistribution", 1, []string{`[0, 2]`, `{"y": [1, 4], "tolerance": 0.5}`}, `"error":1},{"row":1,"out":false,`},
		{"outOfDistribution", 1, []string{`[0]`, `{"threshold": "calibrated"}`}, `[{"row":0,"out":false,`},
		{"outOfDistribution", 4, []string{`[0]`, `{"threshold": "calibrated"}`}, "unsupported: "},
		{"outOfDistribution", 1, []string{`[0]`, `{"threshold": 0.5, "y": [1]}`}, "invalid-option: threshold and y"},
		{"outOfDistribution", 1, []string{`[0]`, `{"tolerance": 0.5}`}, "invalid-option: tolerance is given without y."},

		{"calibrate", 1, []string{`{"folds": 1}`}, "invalid-option: folds is 1."},
		{"calibrate", 4, nil, "unsupported: "},
		{"leaveOneOut", 1, nil, `{"rowCount":6,"rmse":`},
		{"leaveOneOut", 4, nil, "unsupported: "},
		{"outliers", 1, nil, `[0.`},
		{"outliers", 4, nil, "unsupported: "},
		{"sampleAt", 2, []string{`[5, 0]`}, `[{"x":{"a":5},"y":"r","name":"z"},{"x":{"a":0},"y":"l","name":"p"}]`},
		{"sampleAt", 1, []string{`3`}, `[{"x":[3],"y":9}]`},
		{"sampleAt", 1, []string{`6`}, "invalid-input: "},
		{"sampleAt", 1, []string{`[0.5]`}, "invalid-input: samples[0] is 0.5."},
		{"redundancy", 7, []string{`[0, 3]`}, `[{"sample":1,"strong":[0],"spare":true},{"sample":2,"strong":[3],"spare":false}]`},
		{"redundancy", 1, []string{`"all"`}, "invalid-input: samples is"},
		{"representatives", 1, []string{`{"tolerance": 100}`}, `"model":{"number":`},
		{"representatives", 1, []string{`{"tolerance": -1}`}, "invalid-option: "},
		{"prototypes", 2, []string{`{"perClass": 1}`}, `{"prototypes":[{"sample":`},
		{"prototypes", 2, []string{`{"perClass": 0}`}, "invalid-option: perClass is 0."},
		{"prototypes", 6, nil, "unsupported: A TNN"},
		{"worth", 1, nil, `{"values":[`},
		{"worth", 6, nil, "unsupported: What samples are worth"},
		{"suspects", 1, nil, `{"suspects":[`},
		{"suspects", 1, []string{`{"share": 0}`}, "invalid-option: share is 0."},
		{"suspects", 6, nil, "unsupported: A TNN doesn't"},
		{"embedding", 1, nil, `{"places":[[`},
		{"embedding", 6, nil, "unsupported: A TNN has one dimension"},
		{"remove", 1, []string{`[0, 5]`}, `"samples":4}`},
		{"remove", 1, nil, "invalid-input: samples is missing."},
		{"absorb", 1, []string{`[6, 2]`, `[36, 4]`, `{"tolerance": 1}`}, `{"absorbed":[0],`},
		{"absorb", 1, []string{`[6]`, `[36]`, `{"rounds": 0}`}, "invalid-option: rounds is 0."},

		{"learn", 5, []string{`[6]`, `[36]`}, `{"changed":true,"learned":[0],"refused":[],"sampleCount":7,`},
		{"predict", 5, []string{`[6]`}, `[36]`},
		{"predict", 1, []string{`[6]`}, `[25]`},
		{"learn", 5, []string{`[6]`, `[36]`, `{"weights": [1]}`}, "unknown-option: "},
		{"learn", 1, []string{`[6]`, `[36]`}, "not-found: "},
		{"correct", 5, []string{`[6, 7]`, `[36, 49]`}, `{"changed":true,"learned":[0],"refused":[{"row":1,"code":"not-found",`},
		{"correct", 5, []string{`[6]`, `[36]`, `{"tolerance": 1}`}, "unknown-option: "},
		{"forget", 5, []string{`[0]`}, `{"changed":true,"sampleCount":6,`},
		{"forget", 5, []string{`[9]`}, "invalid-input: "},
		{"refresh", 5, nil, `{"changed":true,"sampleCount":6,"stale":null,"drift":null}`},
		{"refresh", 6, nil, "not-found: "},
		{"learnedModel", 5, nil, `"samples":6}`},
		{"learnedModel", 1, nil, "not-found: "},
		{"learner", 6, nil, "unsupported: A learner begins with an SQANN"},
	} {
		got, err := c.ask(step.call, step.of, step.arguments...)
		var e *core.Error
		if code, message, wrong := strings.Cut(step.has, ": "); wrong && !strings.ContainsAny(code, "[{") {
			if refused[step.call] = true; !errors.As(err, &e) || string(e.Code) != code || !strings.Contains(e.Message, message) || e.Hint == "" {
				t.Errorf("%s of %d %v: %s, %v, not %s", step.call, step.of, step.arguments, got, err, step.has)
			}
			continue
		}
		if tried[step.call] = true; err != nil || !strings.Contains(got, step.has) {
			t.Errorf("%s of %d %v: %s, %v, not %s", step.call, step.of, step.arguments, got, err, step.has)
		}
	}
	never := []string{"predictInterval"} // see TestIntervals
	for _, call := range wire.Calls {
		if slices.Contains(never, call.Name) {
			continue
		}
		if !tried[call.Name] || !refused[call.Name] {
			t.Errorf("%s: asked %v, refused %v", call.Name, tried[call.Name], refused[call.Name])
		}
	}
}

// Intervals are a pair a row, a list of pairs for several outputs; one of a sample whose neighbours say the same contains it.
func TestIntervals(t *testing.T) {
	c := newCarrier(t)
	const x = `[[0], [1], [2], [3], [4], [5]]`
	for number, y := range []string{`[1, 1, 1, 1, 1, 1]`, `[[1, 2], [1, 2], [1, 2], [1, 2], [1, 2], [1, 2]]`} {
		if _, err := c.ask("fit", 0, x, y); err != nil {
			t.Fatal(err)
		}
		if _, err := c.ask("calibrate", 2*number+1, `{"folds": 3}`); err != nil {
			t.Fatal(err)
		}
		got, err := c.ask("predictInterval", 2*number+2, `[[0], [2], [5]]`, `{"coverage": 0.5}`)
		if want := []string{`[[1,1],[1,1],[1,1]]`, `[[[1,1],[2,2]],[[1,1],[2,2]],[[1,1],[2,2]]]`}[number]; err != nil || got != want {
			t.Errorf("%s, %v", got, err)
		}
	}
}

// A call that is cancelled between two parts says so, and a reader that ends a call is asked before each part.
func TestInParts(t *testing.T) {
	x := core.ColumnOf(1, 2, 3, 4, 5)
	done := make(chan struct{})
	var at []int
	q := wire.Question{Reader: &wire.Reader{}, Control: core.Control{Done: done, Progress: func(p core.Progress) {
		if p.Total != 5 {
			t.Errorf("of %d rows", p.Total)
		}
		if at = append(at, p.Placed); p.Placed == 4 {
			close(done)
		}
	}}}
	rows := 0
	var e *core.Error
	err := q.InParts(x, 2, func(from int, part core.Matrix) error {
		if part.Data[0] != float64(from+1) {
			t.Errorf("from %d: %v", from, part)
		}
		rows += part.Rows
		return nil
	})
	if !errors.As(err, &e) || e.Code != core.Aborted || !slices.Equal(at, []int{2, 4}) || rows != 4 {
		t.Errorf("%v after %v, %d rows", err, at, rows)
	}
	over := errors.New("over")
	q = wire.Question{Reader: &wire.Reader{GoOn: func() error { return over }}}
	if err := q.InParts(x, 2, func(int, core.Matrix) error { t.Error("it goes on"); return nil }); err != over {
		t.Error(err)
	}
}

// A text as y names the column of the outcomes, over HTTP as in JavaScript.
// Whoever waits for one of these calls alone can't abort it and hears of no progress: they take no time.
func TestShortCalls(t *testing.T) {
	var short []string
	for _, call := range wire.Calls {
		if !call.Long {
			short = append(short, call.Name)
		}
	}
	slices.Sort(short)
	want := []string{"ensemble", "forget", "learnedModel", "sampleAt", "squeezedOrder"}
	if !slices.Equal(short, want) {
		t.Errorf("short are %q, want %q", short, want)
	}
}

// The squeezed order squeezes by a half unless told otherwise.
func TestSqueezeOfHalf(t *testing.T) {
	c := newCarrier(t)
	var got []string
	for _, options := range []string{`{}`, `{"squeeze": 0.5}`, `{"squeeze": 1}`} {
		order, err := c.ask("squeezedOrder", 0, `[[0.9, 0.1], [0.2, 0.8], [0.6, 0.4], [0.55, 0.45]]`, options)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, order)
	}
	if got[0] != got[1] || got[1] == got[2] {
		t.Errorf("by default, by .5 and by 1: %s", got)
	}
}

func TestTarget(t *testing.T) {
	c := newCarrier(t)
	const rows = `[{"a": 0, "kind": "l"}, {"kind": "l", "a": 1}, {"a": 4, "kind": "r"}, {"a": 5, "kind": "r"}]`
	for _, step := range []struct {
		call      string
		arguments []string
		answer    string
	}{
		{"fit", []string{rows, `"kind"`}, `{"number":1,"samples":4}`},
		{"predict", []string{`[{"a": 4.9, "kind": "l"}, {"a": 0.1}]`}, `["r","l"]`},
	} {
		of := 0
		if step.call != "fit" {
			of = 1
		}
		if got, err := c.ask(step.call, of, step.arguments...); err != nil || got != step.answer {
			t.Errorf("%s: %s, %v", step.call, got, err)
		}
	}
	if got, err := c.ask("evaluate", 1, rows, `"kind"`); err != nil || !strings.Contains(got, `"accuracy":1`) {
		t.Errorf("evaluate: %s, %v", got, err)
	}
	for _, bad := range []struct{ x, y, options, says string }{
		{rows, `"Kind"`, `{}`, `Did you mean "kind"?`},
		{rows, `""`, `{}`, "X has no column"},
		{rows, `"kind"`, `{"columns": ["kind"]}`, "which y names"},
		{`[[1], [2]]`, `"kind"`, `{}`, "X has no row objects"},
		{`[{"a": 1, "kind": "l"}, 7]`, `"kind"`, `{}`, "X[1] is 7"},
	} {
		if got, err := c.ask("fit", 0, bad.x, bad.y, bad.options); err == nil || !strings.Contains(err.Error(), bad.says) {
			t.Errorf("fit of %s, %s: %s, %v", bad.x, bad.y, got, err)
		}
	}
}
