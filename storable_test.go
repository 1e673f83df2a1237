package xaia_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia"
	"github.com/xaia-go/xaia/core"
)

func one[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// anySet is a data set as Go programs may have it. unlabelled: with numbers.
func anySet(r *rand.Rand, rows, features int, unlabelled bool) core.Dataset {
	number := func() float64 {
		return one(r, math.Copysign(0, -1), 0, r.NormFloat64(), float64(r.IntN(5)), r.NormFloat64()*1e-9, 5e-324, math.Trunc(1e6*r.NormFloat64()))
	}
	if r.IntN(8) == 0 {
		number = func() float64 { return one(r, 1e150, -1e150, math.Copysign(0, -1), 1e149*r.Float64(), 1) }
	}
	matrix := func(columns int) core.Matrix {
		m := core.Matrix{Rows: rows, Columns: columns}
		for range rows * columns {
			m.Data = append(m.Data, number())
		}
		return m
	}
	d := core.Dataset{X: matrix(features)}
	if r.IntN(4) == 0 {
		for range rows {
			d.Names = append(d.Names, one(r, "", "a", "ä\x00\"\\", "🙂", "\u2028", "7"))
		}
	}
	kind := r.IntN(4)
	if unlabelled || kind == 3 {
		d.Values = matrix(1 + r.IntN(2))
		return d
	}
	for range rows {
		d.Labels = append(d.Labels, one(r,
			core.Text(one(r, "", "a", "ä\x00\"\\", "🙂", "1", "true", "\u2028", "\uFFFD")),
			core.Integer(one[int64](r, 0, -1, 7, 1<<53, -1<<53, 1<<53-1)), core.Boolean(r.IntN(2) == 0)))
		if i := len(d.Labels) - 1; d.Labels[i].Kind != core.LabelKind(kind) {
			d.Labels[i] = one(r, []core.Label{core.Text("b"), core.Integer(1 << 52), core.Boolean(true)}[kind], []core.Label{core.Text("c"), core.Integer(3), core.Boolean(false)}[kind])
		}
	}
	return d
}

func anySQANN(r *rand.Rand, features int, labels bool) core.SQANNOptions {
	o := core.SQANNOptions{Preset: core.Preset(r.IntN(4)), Scale: core.ScaleKind(r.IntN(4)), Skip: core.Switch(r.IntN(3)), SettingsChoice: core.SettingsChoice(r.IntN(3)),
		Duplicates: one(r, core.DuplicatesFirst, core.DuplicatesFirst, core.DuplicatesMean, core.DuplicatesMajority)}
	if r.IntN(2) == 0 {
		mix := one(r, 0, math.Copysign(0, -1), 1, r.Float64(), 5e-324)
		o.R = &mix
	}
	if r.IntN(2) == 0 || o.Preset >= core.PublishedV1 {
		for range 1 + 20*r.IntN(2) {
			o.Settings = append(o.Settings, core.Settings{A1: r.ExpFloat64(), A2: one(r, 1, 1e-3+r.Float64()), Admission: 0.1, Activation: 0.1 + 0.8*r.Float64()})
		}
	}
	o.Interpolation = one(r, core.Interpolation{}, core.Interpolation{Mode: core.InterpolateTop, Top: one(r, 1, 3, math.MaxInt32)}, core.Interpolation{Mode: core.InterpolateLayerwise},
		core.Interpolation{Mode: core.InterpolateTNN, A: r.ExpFloat64()}, core.Interpolation{Mode: core.InterpolateNearest}, core.Interpolation{Mode: core.InterpolateNone},
		core.Interpolation{Mode: core.InterpolateLocal}, core.Interpolation{Mode: core.InterpolateLocal, Top: 1 + r.IntN(70), Local: core.Local{Width: 0.001 + r.ExpFloat64(), Ridge: 1e-9 + r.Float64(), Flat: r.IntN(3) == 0, Level: r.IntN(2) == 0, OnHit: r.IntN(2) == 0}})
	o.Relevance.Kind = one(r, core.RelevancePreset, core.RelevanceAuto, core.RelevanceOff, core.RelevanceLearn, core.RelevanceGiven)
	if o.Relevance.Kind == core.RelevanceGiven {
		for range features {
			o.Relevance.Features = append(o.Relevance.Features, one(r, 1, r.Float64(), 1e-200, 1e150))
		}
	}
	if !labels && o.Duplicates == core.DuplicatesMajority || labels && o.Duplicates == core.DuplicatesMean {
		o.Duplicates = core.DuplicatesFirst
	}
	return o
}

func anyModel(r *rand.Rand, d core.Dataset) (core.Model, error) {
	if r.IntN(3) > 0 {
		m, err := core.FitSQANN(d, anySQANN(r, d.X.Columns, d.Labels != nil))
		if err != nil {
			return nil, err
		}
		return m, nil
	}
	o := core.TNNOptions{Scale: core.ScaleKind(r.IntN(4)), Duplicates: core.DuplicatesFirst, A: one(r, 0, 5, r.ExpFloat64(), 1e6)}
	if r.IntN(2) == 0 {
		o.A, o.Tolerance = 0, one(r, 5e-324, 0.1, 1e150)
	}
	if d.X.Columns > 1 || r.IntN(3) == 0 {
		o.Order = r.Perm(d.X.Rows)
	}
	m, err := core.FitTNN(d, o)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// What marshals, unmarshals, and answers the same, to the bit: whatever the data, the options and the calibration.
func TestWhatMarshalsUnmarshals(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 45))
	written, calibrated, joined := 0, 0, 0
	for round := range 1500 {
		features := 1 + r.IntN(4)
		d := anySet(r, 2+r.IntN(30), features, false)
		m, err := anyModel(r, d)
		if err != nil {
			continue
		}
		f := xaia.File{Model: m}
		if r.IntN(3) == 0 {
			seed := one(r, 0, uint64(math.MaxInt32), math.MaxInt32+1, 1<<53-1, r.Uint64()>>11)
			if f.Calibration, err = core.Calibrate(m, core.CrossValidateOptions{Seed: seed, Folds: 2}); err == nil {
				calibrated++
			}
		}
		if r.IntN(5) == 0 {
			f.Table, _, err = core.NewEncoding(core.TableOf(d.X), one(r, core.MissingError, core.MissingMean, core.MissingDrop, core.MissingAsItIs), nil)
			if err != nil {
				t.Fatal(err)
			}
		}
		if r.IntN(6) == 0 {
			if other, err := anyModel(r, d); err == nil {
				if f.Ensemble, err = core.NewEnsemble(m, other); err != nil {
					t.Fatal(err)
				}
				f.Model, f.Calibration = nil, nil
				joined++
			}
		}
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatalf("round %d: %v %T %+v %+v", round, err, f.Model, f.Calibration, d)
		}
		written++
		var again xaia.File
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatalf("round %d: %v: %s", round, err, text)
		}
		if second, err := json.Marshal(again); err != nil || string(second) != string(text) {
			t.Fatalf("round %d: written again (%v), %s is %s", round, err, text, second)
		}
		sameAnswers(t, r, f, again)
		data, err := f.MarshalBinary()
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		var packed xaia.File
		if err := packed.UnmarshalBinary(data); err != nil {
			t.Fatalf("round %d: in bytes: %v: %s", round, err, text)
		}
		if second, err := json.Marshal(packed); err != nil || string(second) != string(text) {
			t.Fatalf("round %d: after the bytes (%v), %s is %s", round, err, text, second)
		}
		sameAnswers(t, r, f, packed)
		data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		before := packed
		var e *core.Error
		if err := packed.UnmarshalBinary(data); !errors.As(err, &e) || e.Code != core.ModelFile || packed != before {
			t.Fatalf("round %d: changed bytes: %v", round, err)
		}
	}
	if written < 500 || calibrated < 100 || joined < 50 {
		t.Errorf("only %d models were written, %d calibrated, %d ensembles", written, calibrated, joined)
	}
}

func sameAnswers(t *testing.T, r *rand.Rand, f, again xaia.File) {
	t.Helper()
	if f.Model != nil && !reflect.DeepEqual(f.Model.Data().Names, again.Model.Data().Names) {
		t.Fatalf("the names were %q, are %q", f.Model.Data().Names, again.Model.Data().Names)
	}
	var one, other core.Predictor = f.Ensemble, again.Ensemble
	if f.Ensemble == nil {
		one, other = f.Model, again.Model
	}
	features := one.FeatureCount()
	x := core.Matrix{Columns: features}
	for range 20 {
		for range features {
			x.Data = append(x.Data, r.NormFloat64()*math.Pow(10, float64(r.IntN(12)-6)))
		}
		x.Rows++
	}
	if f.Ensemble == nil {
		d := f.Model.Data()
		x.Data, x.Rows = append(x.Data, d.X.Data...), x.Rows+d.X.Rows
	}
	want, err := one.Examine(x)
	if err != nil {
		t.Fatal(err)
	}
	got, err := other.Examine(x)
	if err != nil {
		t.Fatal(err)
	}
	same := func(what string, a, b []float64) {
		t.Helper()
		for i, v := range a {
			if math.Float64bits(v) != math.Float64bits(b[i]) {
				t.Fatalf("%s %d was %v, is %v", what, i, v, b[i])
			}
		}
	}
	same("value", want.Values.Data, got.Values.Data)
	same("familiarity", want.Familiarity, got.Familiarity)
	if !reflect.DeepEqual(want.Status, got.Status) || !reflect.DeepEqual(want.Recognition, got.Recognition) || !reflect.DeepEqual(one.Classes(), other.Classes()) {
		t.Fatal("the statuses differ")
	}
	if f.Calibration == nil {
		return
	}
	if one.Classes() != nil {
		a, err := f.Calibration.Sets(x, 0.8)
		b, err2 := again.Calibration.Sets(x, 0.8)
		if err != nil || err2 != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("the sets were %v, are %v: %v, %v", a, b, err, err2)
		}
		return
	}
	low, high, err := f.Calibration.Intervals(x, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	low2, high2, err := again.Calibration.Intervals(x, 0.8)
	if err != nil {
		t.Fatal(err)
	}
	same("low end", low.Data, low2.Data)
	same("high end", high.Data, high2.Data)
}

// What a file can't have is refused with a remedy, and never written otherwise.
func TestWhatAFileCantHave(t *testing.T) {
	d, sqann, tnn := fittedForFile(t)
	labelled := func(labels ...core.Label) xaia.File {
		m, err := core.FitSQANN(core.Dataset{X: core.Matrix{Data: []float64{0, 1, 2}, Rows: 3, Columns: 1}, Labels: labels}, core.SQANNOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return xaia.File{Model: m}
	}
	function, err := sqann.Interpolating(core.Interpolation{Mode: core.InterpolateFunction, Function: func(value []float64, _ []core.Neuron) { value[0] = 1 }})
	if err != nil {
		t.Fatal(err)
	}
	both, err := core.NewEnsemble(sqann, function)
	if err != nil {
		t.Fatal(err)
	}
	c, err := core.Calibrate(sqann, core.CrossValidateOptions{Folds: 2})
	if err != nil {
		t.Fatal(err)
	}
	far := *c
	far.Seed = 1 << 60
	smaller, err := core.Remove(sqann, []int{0}, core.Control{})
	if err != nil {
		t.Fatal(err)
	}
	named, _, err := core.NewEncoding([]core.Column{{Name: "caf\xe9", Numbers: d.X.Data}}, core.MissingError, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]struct {
		file  xaia.File
		words []string
	}{
		"a function":                {xaia.File{Model: function}, []string{"function", "Interpolating"}},
		"a function in an ensemble": {xaia.File{Ensemble: both}, []string{"function"}},
		"a text in Latin 1":         {labelled(core.Text("a"), core.Text("caf\xe9"), core.Text("a")), []string{"y[1]", "UTF-8", "ToValidUTF8"}},
		"a sample's name in Latin 1": {xaia.File{Model: must(core.FitSQANN(core.Dataset{X: d.X, Values: d.Values, Labels: d.Labels, Names: slices.Repeat([]string{"caf\xe9"}, d.X.Rows)}, core.SQANNOptions{}))},
			[]string{"names[0]", "UTF-8", "ToValidUTF8"}},
		"a large integer":       {labelled(core.Integer(1), core.Integer(2), core.Integer(1<<53+1)), []string{"y[2] is 9007199254740993", "as texts"}},
		"a label of no kind":    {labelled(core.Label{Kind: core.BooleanLabel, Integer: 7}, core.Boolean(true), core.Boolean(false)), []string{"y[0]", "core.Boolean"}},
		"a calibrated ensemble": {xaia.File{Ensemble: must(core.NewEnsemble(sqann, tnn)), Calibration: c}, []string{"ensemble", "by itself"}},
		"another's calibration": {xaia.File{Model: smaller, Calibration: c}, []string{"calibration", "Calibrate"}},
		"an empty calibration":  {xaia.File{Model: sqann, Calibration: &core.Calibration{}}, []string{"calibration"}},
		"a large seed":          {xaia.File{Model: sqann, Calibration: &far}, []string{"seed", "smaller"}},
		"another's table":       {xaia.File{Model: sqann, Table: &core.Encoding{Columns: make([]core.EncodedColumn, 2)}}, []string{"table", "Encoding"}},
		"a name in Latin 1":     {xaia.File{Model: sqann, Table: named}, []string{"UTF-8"}},
	} {
		text, err := json.Marshal(bad.file)
		var e *core.Error
		if !errors.As(err, &e) || e.Hint == "" {
			t.Errorf("%s: %v: %s", name, err, text)
			continue
		}
		for _, word := range bad.words {
			if !strings.Contains(e.Error(), word) {
				t.Errorf("%s: %q doesn't say %q", name, e.Error(), word)
			}
		}
	}
}

// A table whose gaps are features is in the file, and one that isn't as the engine makes it is refused.
func TestGapsMarshal(t *testing.T) {
	nan := math.NaN()
	table := []core.Column{
		{Name: "age", Numbers: []float64{1, nan, nan, 4, nan, nan, 7, nan}},
		{Name: "town", Texts: []string{"", "a", "", "", "b", "", "", "a"}, Missing: []bool{true, false, true, true, false, true, true, false}},
	}
	encoding, _, err := core.NewEncoding(table, core.MissingAsItIs, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := encoding.Matrix(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := core.FitSQANN(core.Dataset{X: x, Values: core.Matrix{Rows: 8, Columns: 1, Data: []float64{1, 2, 3, 4, 2, 3, 7, 2}}}, core.SQANNOptions{Duplicates: core.DuplicatesMean})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(xaia.File{Model: m, Table: encoding})
	if err != nil {
		t.Fatal(err)
	}
	var again xaia.File
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(again.Table, encoding) {
		t.Errorf("%v: %+v, %+v", err, again.Table, encoding)
	}
	for name, edit := range map[string]func(e *core.Encoding){
		"a gap under another rule": func(e *core.Encoding) { e.Missing = core.MissingMean },
		"a gap that isn't 1":       func(e *core.Encoding) { e.Columns[0].Means = []float64{4, 0} },
		"a gap without a mean":     func(e *core.Encoding) { e.Columns[1].Means = nil },
		"no such rule":             func(e *core.Encoding) { e.Missing = core.MissingAsItIs + 1 },
	} {
		wrong := core.Encoding{Columns: slices.Clone(encoding.Columns), Missing: encoding.Missing}
		edit(&wrong)
		if text, err := json.Marshal(xaia.File{Model: m, Table: &wrong}); err == nil || !strings.Contains(err.Error(), "Encoding") {
			t.Errorf("%s: %v: %s", name, err, text)
		}
	}
}

func must[T any](v T, _ error) T { return v }
