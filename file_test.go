package xaia_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/xaia-go/xaia"
	"github.com/xaia-go/xaia/core"
)

func fittedForFile(t *testing.T) (core.Dataset, *core.SQANN, *core.TNN) {
	t.Helper()
	d := core.Dataset{
		X:      core.Matrix{Data: []float64{0, 0.1, 0.25, 1.0 / 3, 0.5, 0.9, 2, 3}, Rows: 8, Columns: 1},
		Values: core.Matrix{Data: []float64{1, -2, 3, 0.1, 5, 6, 7, 1e-3}, Rows: 8, Columns: 1},
	}
	sqann, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	tnn, err := core.FitTNN(d, core.TNNOptions{A: 7})
	if err != nil {
		t.Fatal(err)
	}
	return d, sqann, tnn
}

// What is read answers with the same bits as what was written, for each kind of model.
func TestFilesGiveTheSameAnswers(t *testing.T) {
	_, sqann, tnn := fittedForFile(t)
	both, err := core.NewEnsemble(sqann, tnn)
	if err != nil {
		t.Fatal(err)
	}
	queries := core.Matrix{Rows: 41, Columns: 1}
	for i := range queries.Rows {
		queries.Data = append(queries.Data, -1+float64(i)/8)
	}
	answers := func(f xaia.File) core.Predictor {
		if f.Ensemble != nil {
			return f.Ensemble
		}
		return f.Model
	}
	for _, written := range []xaia.File{{Model: sqann}, {Model: tnn}, {Ensemble: both}} {
		m := answers(written)
		text, err := json.Marshal(written)
		if err != nil {
			t.Fatal(err)
		}
		var f xaia.File
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatalf("%T: %v", m, err)
		}
		want, _ := m.Examine(queries)
		got, err := answers(f).Examine(queries)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want.Values.Data {
			if math.Float64bits(v) != math.Float64bits(got.Values.Data[i]) {
				t.Errorf("%T: row %d is %v, was %v", m, i, got.Values.Data[i], v)
			}
		}
	}
}

func TestFilesKeepTheCalibration(t *testing.T) {
	_, sqann, _ := fittedForFile(t)
	c, err := core.Calibrate(sqann, core.CrossValidateOptions{Folds: 4})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(xaia.File{Model: sqann, Calibration: c})
	if err != nil {
		t.Fatal(err)
	}
	var f xaia.File
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(f)
	if err != nil || f.Calibration == nil || string(again) != string(text) {
		t.Errorf("read and written again, the file is another (%v): %s", err, again)
	}
}

// A file that was changed leaves f as it was.
func TestBadFiles(t *testing.T) {
	_, sqann, tnn := fittedForFile(t)
	text, err := json.Marshal(xaia.File{Model: sqann})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{strings.Replace(string(text), "-2", "-3", 1), "{}", "[]", `{"format": "xaia-model", "version": 9}`} {
		f := xaia.File{Model: tnn}
		err := json.Unmarshal([]byte(bad), &f)
		var e *core.Error
		if !errors.As(err, &e) || e.Code != core.ModelFile || e.Hint == "" || f.Model != core.Model(tnn) {
			t.Errorf("%s: %v, the model is %T", bad, err, f.Model)
		}
	}
	if _, err := json.Marshal(xaia.File{}); err == nil || !strings.Contains(err.Error(), "Set Model") {
		t.Errorf("without a model: %v", err)
	}
	both, err := core.NewEnsemble(sqann, tnn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(xaia.File{Model: tnn, Ensemble: both}); err == nil || !strings.Contains(err.Error(), "both") {
		t.Errorf("with a model and an ensemble: %v", err)
	}
}
