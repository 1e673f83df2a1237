//go:build unix

package worker_test

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/xaia-go/xaia"
	"github.com/xaia-go/xaia/core"
)

// A stored model learns as a learner does: after each request it is the fit of its samples in its own scaling and reach, says
// when these no longer fit, and finds them anew when it is asked to.
func testLearning(t *testing.T, on target) {
	var d core.Dataset
	add := func(x, y float64) map[string]any {
		value := math.Sin(3*x) * y
		d.X.Data, d.X.Rows, d.X.Columns = append(d.X.Data, x, y), d.X.Rows+1, 2
		d.Values.Data, d.Values.Rows, d.Values.Columns = append(d.Values.Data, value), d.Values.Rows+1, 1
		return map[string]any{"X": [][]float64{{x, y}}, "y": []float64{value}, "tolerance": 0}
	}
	rows := func() (X [][]float64) {
		for i := range d.X.Rows {
			X = append(X, d.X.Row(i))
		}
		return X
	}
	for i := range 40 {
		add(float64(i%8)/8, float64(i*i%41)/41)
	}
	store(t, on, "learning", map[string]any{"X": rows(), "y": d.Values.Data})
	path := on.url + "/v1/models/learning"
	began, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	same := func(o core.SQANNOptions) {
		t.Helper()
		want, err := core.FitSQANN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		asked := core.Matrix{Data: []float64{0.31, 0.33, 0.77, 0.12, 0.05, 0.94, 0.5, 0.5, 3, 0.1}, Rows: 5, Columns: 2}
		p, err := want.Predict(asked)
		if err != nil {
			t.Fatal(err)
		}
		var X [][]float64
		var values []any
		for i := range asked.Rows {
			X, values = append(X, asked.Row(i)), append(values, p.Values.Data[i])
		}
		if a := send(t, "POST", path+"/predict", map[string]any{"X": X}).must(t, 200); !reflect.DeepEqual(a.json["predictions"], values) {
			t.Errorf("%d samples: it answers %s, want %v", d.X.Rows, a.text, values)
		}
	}
	for i := range 6 {
		a := send(t, "POST", path+"/absorb", add(0.05+float64(i)/7, 0.9-float64(i)/9), authorized).must(t, 200)
		if !reflect.DeepEqual(a.json["absorbed"], []any{0.0}) || a.json["sampleCount"] != float64(d.X.Rows) {
			t.Fatalf("absorb %d: %s", i, a.text)
		}
		same(began.Like())
	}

	etag := send(t, "GET", path, nil).must(t, 200).header.Get("ETag")
	send(t, "POST", path+"/absorb", map[string]any{"X": [][]float64{d.X.Row(3)}, "y": []float64{99}}, authorized).refused(t, 400, "ill-defined")
	send(t, "POST", path+"/absorb", map[string]any{"X": [][]float64{{0.2, 0.3}}, "y": []float64{9}, "refresh": 1}, authorized).refused(t, 400, "invalid-option")
	send(t, "POST", path+"/absorb", map[string]any{"X": [][]float64{{0.2, 0.3}}, "y": []float64{9}}, authorized, with("If-Match", `"0000"`)).refused(t, 409, "conflict")
	if now := send(t, "GET", path, nil).must(t, 200); now.header.Get("ETag") != etag {
		t.Error("what was refused was written")
	}
	same(began.Like())

	if a := send(t, "POST", path+"/absorb", add(2, 0.5), authorized).must(t, 200); !reflect.DeepEqual(a.json["stale"], map[string]any{"reason": "range", "column": 0.0}) {
		t.Errorf("beyond the range: %s", a.text)
	}
	same(began.Like())
	body := add(0.4, 0.45)
	body["refresh"] = true
	if a := send(t, "POST", path+"/absorb", body, authorized).must(t, 200); a.json["stale"] != nil || a.json["sampleCount"] != float64(d.X.Rows) {
		t.Errorf("refreshed: %s", a.text)
	}
	same(core.SQANNOptions{})
}

// A calibrated model stays calibrated while it learns.
func testLearningCalibrated(t *testing.T, on target) {
	var d core.Dataset
	d.X.Columns, d.Values.Columns = 1, 1
	for i := range 60 {
		d.X.Data, d.X.Rows = append(d.X.Data, float64(i)), i+1
		d.Values.Data, d.Values.Rows = append(d.Values.Data, float64(i*i%17)), i+1
	}
	m, err := core.FitSQANN(d, core.SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := core.Calibrate(m, core.CrossValidateOptions{Folds: 5})
	if err != nil {
		t.Fatal(err)
	}
	store(t, on, "learning-calibrated", xaia.File{Model: m, Calibration: c})
	path := on.url + "/v1/models/learning-calibrated"
	a := send(t, "POST", path+"/absorb", `{"X":[[7.5],[30.5]],"y":[99,-99]}`, authorized).must(t, 200)
	if a.json["sampleCount"] != 62.0 || a.json["warnings"] != nil {
		t.Errorf("absorb: %s", a.text)
	}
	asked := send(t, "POST", path+"/predict", `{"X":[[7.4]],"options":{"coverage":0.5}}`).must(t, 200)
	if asked.json["intervals"] == nil {
		t.Errorf("predict: %s", asked.text)
	}

	// One that adapts does so by each outcome, also where nothing is absorbed.
	store(t, on, "learning-adapts", xaia.File{Model: m, Calibration: c.Adapting()})
	path = on.url + "/v1/models/learning-adapts"
	interval := func() float64 {
		asked := send(t, "POST", path+"/predict", `{"X":[[7.4]],"options":{"coverage":0.5}}`).must(t, 200)
		return asked.json["intervals"].([]any)[0].([]any)[0].(float64)
	}
	before := interval()
	a = send(t, "POST", path+"/absorb", map[string]any{"X": slices.Repeat([][]float64{{7.4}}, 10), "y": slices.Repeat([]float64{99}, 10), "tolerance": 1e9}, authorized).must(t, 200)
	if drift, told := a.json["drift"]; !told || drift != nil || a.json["sampleCount"] != 60.0 {
		t.Errorf("absorb: %s", a.text)
	}
	if after := interval(); !(after < before) {
		t.Errorf("after ten misses the interval begins at %v, before at %v", after, before)
	}
}
