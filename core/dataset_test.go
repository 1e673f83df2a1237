package core

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// refused checks an error's code and place, and that its message names what the
// test names.
func refused(t *testing.T, err error, code Code, row, column int, words ...string) {
	t.Helper()
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("no Error: %v", err)
	}
	if e.Code != code || e.Row != row || e.Column != column {
		t.Errorf("%s at row %d, column %d: %v; want %s at %d, %d", e.Code, e.Row, e.Column, e, code, row, column)
	}
	if e.Message == "" || e.Hint == "" {
		t.Errorf("an error without message or hint: %+v", e)
	}
	for _, word := range words {
		if !strings.Contains(e.Error(), word) {
			t.Errorf("%q doesn't say %q", e.Error(), word)
		}
	}
}

func matrix(columns int, data ...float64) Matrix {
	return Matrix{Data: data, Rows: len(data) / columns, Columns: columns}
}

func TestBadDatasets(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	good := Dataset{X: column(0, 1), Values: column(0, 1)}
	for _, c := range []struct {
		name        string
		d           Dataset
		code        Code
		row, column int
		words       []string
	}{
		{"empty", Dataset{}, InvalidInput, -1, -1, []string{"X is empty", "at least one sample"}},
		{"no features", Dataset{X: Matrix{Rows: 2}, Values: column(0, 1)}, InvalidInput, 0, -1, []string{"X[0] has no features"}},
		{"NaN", Dataset{X: matrix(2, 0, 1, 2, nan), Values: column(0, 1)}, InvalidInput, 1, 1, []string{"X[1][1] is NaN"}},
		{"infinite", Dataset{X: matrix(2, 0, -inf, 2, 3), Values: column(0, 1)}, InvalidInput, 0, 1, []string{"X[0][1] is infinite"}},
		{"too large", Dataset{X: column(0, 1e151), Values: column(0, 1)}, InvalidInput, 1, 0, []string{"1e+151", "unit"}},
		{"NaN in y", Dataset{X: column(0, 1), Values: column(0, nan)}, InvalidInput, 1, 0, []string{"y[1] is NaN"}},
		{"infinite y", Dataset{X: column(0, 1), Values: matrix(2, 0, 0, 0, inf)}, InvalidInput, 1, 1, []string{"y[1][1] is infinite"}},
		{"too large y", Dataset{X: column(0, 1), Values: column(0, 1.1e150)}, InvalidInput, 1, 0, []string{"limit"}},
		{"short y", Dataset{X: column(0, 1, 2), Values: column(0, 1)}, InvalidInput, 2, -1, []string{"3 rows", "y has 2"}},
		{"long y", Dataset{X: column(0), Labels: []Label{Text("a"), Text("b")}}, InvalidInput, 1, -1, []string{"1 row,", "y has 2"}},
		{"no outputs", Dataset{X: column(0), Values: Matrix{Rows: 1}}, InvalidInput, 0, -1, []string{"no outputs"}},
		{"mixed labels", Dataset{X: column(0, 1), Labels: []Label{Text("1"), Integer(1)}}, InvalidInput, 1, -1, []string{"y[1] is a number, y[0] is a string"}},
		{"ill-defined", Dataset{X: column(4, 5, 4), Values: column(0, 1, 2)}, IllDefined, 2, -1, []string{"X[0] and X[2] are equal", `option duplicates to "mean".`}},
		{"ill-defined labels", Dataset{X: column(4, 4), Labels: []Label{Boolean(true), Boolean(false)}}, IllDefined, 1, -1, []string{"X[0] and X[1]", `option duplicates to "majority".`}},
		{"ill-defined by scaling", Dataset{X: column(-1e9, 1e-9, 2e-9), Values: column(0, 1, 2)}, IllDefined, 2, -1, []string{"too close to be distinguished after scaling"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := FitSQANN(c.d, SQANNOptions{})
			refused(t, err, c.code, c.row, c.column, c.words...)
			if c.d.X.Columns == 1 {
				_, err = FitTNN(c.d, TNNOptions{Scale: ScaleMinMax})
				refused(t, err, c.code, c.row, c.column, c.words...)
			}
			if _, err := FitSQANN(good, SQANNOptions{}); err != nil {
				t.Errorf("the next good call fails: %v", err)
			}
		})
	}
	_, err := MatrixOf([][]float64{{1, 2}, {3}})
	refused(t, err, InvalidInput, 1, -1, "X[1] has 1 number, X[0] has 2.")
}

func TestBadQueries(t *testing.T) {
	m, err := FitSQANN(Dataset{X: matrix(2, 0, 0, 1, 1), Values: column(0, 1)}, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Predict(matrix(3, 1, 2, 3))
	refused(t, err, InvalidInput, 0, 2, "fitted on 2 features, X has 3")
	_, err = m.Explain([]float64{1})
	refused(t, err, InvalidInput, 0, 1, "fitted on 2 features, X has 1")
	_, err = m.Predict(matrix(2, 0, 0, math.NaN(), 0))
	refused(t, err, InvalidInput, 1, 0, "X[1][0] is NaN")
	_, err = m.Explain([]float64{0, math.Inf(-1)})
	refused(t, err, InvalidInput, 0, 1, "infinite")
	_, err = m.Interpolating(Interpolation{Mode: InterpolateTop})
	refused(t, err, InvalidOption, -1, -1, "interpolation.top is 0")
	_, err = m.Predict(matrix(2, 0, 0, 0, -1.1e150))
	refused(t, err, InvalidInput, 1, 1, "X[1][1] is -1.1e+150, beyond the limit of 1e+150")
	p, err := m.Predict(matrix(2, 0, 0, 1e150, -1e150))
	if err != nil || p.Status[0] != StatusHit || p.Status[1] != StatusInterpolated || p.Values.Data[1] != 0.5 {
		t.Errorf("the largest numbers: %+v, %v", p, err)
	}
	tnn := fitTNN(t, []float64{0, 1}, []float64{0, 1}, TNNOptions{})
	_, err = tnn.Predict(matrix(2, 0, 1))
	refused(t, err, InvalidInput, 0, 1, "fitted on 1 feature, X has 2")
	_, err = tnn.Explain([]float64{math.NaN()})
	refused(t, err, InvalidInput, 0, 0, "NaN")
}

func TestBadOptions(t *testing.T) {
	d := Dataset{X: column(0, 1), Values: column(0, 1)}
	r := 1.5
	for _, c := range []struct {
		o    SQANNOptions
		path string
	}{
		{SQANNOptions{Preset: 9}, "preset"},
		{SQANNOptions{Preset: PublishedV1}, "settings"},
		{SQANNOptions{Preset: PublishedV2, Skip: On, Settings: []Settings{AutoSettings(1)}}, "skip"},
		{SQANNOptions{Settings: []Settings{AutoSettings(1), {A1: -1, A2: 1, Admission: 0.1, Activation: 0.9}}}, "settings[1].a1"},
		{SQANNOptions{Settings: []Settings{{A1: 1, A2: 1e-170, Admission: 0.1, Activation: 0.9}}}, "settings[0].a2"},
		{SQANNOptions{Settings: []Settings{{A1: 1, A2: 1, Admission: 0.9, Activation: 0.1}}}, "settings[0].admission"},
		{SQANNOptions{Settings: []Settings{{A1: 1, A2: 1, Admission: 0.1, Activation: 1}}}, "settings[0].admission"},
		{SQANNOptions{Settings: []Settings{{A1: math.NaN(), A2: 1, Admission: 0.1, Activation: 0.9}}}, "settings[0].a1"},
		{SQANNOptions{R: &r}, "r"},
		{SQANNOptions{MaxSteps: -1}, "maxSteps"},
		{SQANNOptions{Duplicates: DuplicatesMajority}, "duplicates"},
		{SQANNOptions{Duplicates: 9}, "duplicates"},
		{SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: -1}}, "interpolation.top"},
		{SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTNN}}, "interpolation.tnn"},
		{SQANNOptions{Interpolation: Interpolation{Mode: InterpolateFunction}}, "interpolation"},
		{SQANNOptions{Interpolation: Interpolation{Mode: 77}}, "interpolation"},
	} {
		_, err := FitSQANN(d, c.o)
		refused(t, err, InvalidOption, -1, -1)
		var e *Error
		if errors.As(err, &e) && e.Path != c.path {
			t.Errorf("the error is about %q, want %q", e.Path, c.path)
		}
	}
	_, err := FitSQANN(Dataset{X: column(0, 1), Labels: []Label{Text("a"), Text("b")}}, SQANNOptions{Duplicates: DuplicatesMean})
	refused(t, err, InvalidOption, -1, -1, "majority")
	for _, o := range []TNNOptions{{A: -1}, {A: 1, Tolerance: 1}, {Tolerance: -1}, {A: math.NaN()}, {Tolerance: math.Inf(1)}, {Duplicates: 9}} {
		_, err := FitTNN(d, o)
		refused(t, err, InvalidOption, -1, -1)
	}
	_, err = FitTNN(Dataset{X: matrix(2, 0, 1), Values: column(0)}, TNNOptions{})
	refused(t, err, Unsupported, -1, 1, "one feature")
	_, err = FitSQANN(Dataset{X: column(0, 1e-160), Values: column(0, 1)}, SQANNOptions{Scale: ScaleNone})
	refused(t, err, InvalidInput, -1, -1, "minmax")
}

func TestDuplicates(t *testing.T) {
	x := column(1, 2, 1, 2, 1)
	numbers := Dataset{X: x, Values: column(0, 5, 3, 5, 0)}
	classes := Dataset{X: x, Labels: []Label{Text("b"), Text("a"), Text("a"), Text("a"), Text("b")}}
	for _, c := range []struct {
		d    Dataset
		rule DuplicateRule
		want float64
		err  float64
	}{{numbers, DuplicatesFirst, 0, 3}, {numbers, DuplicatesMean, 1, 2}, {classes, DuplicatesFirst, 1, 1}, {classes, DuplicatesMajority, 1, 1}} {
		m, err := FitSQANN(c.d, SQANNOptions{Duplicates: c.rule})
		if err != nil {
			t.Fatal(err)
		}
		e, _ := m.Explain([]float64{1})
		got := e.Value[0]
		if c.d.Labels != nil {
			got = e.Value[1] // the score of "b"
		}
		if got != c.want || !slices.Equal(e.Neurons[0].Samples, []int{0, 2, 4}) {
			t.Errorf("rule %d: %v from samples %v", c.rule, got, e.Neurons[0].Samples)
		}
		r := m.Report()
		if r.MaxFittingError != c.err || r.Duplicates != 3 || len(r.Warnings) != 1 {
			t.Errorf("rule %d: report %+v", c.rule, r)
		}
		tnn, err := FitTNN(c.d, TNNOptions{A: 40, Duplicates: c.rule})
		if err != nil {
			t.Fatal(err)
		}
		if got := tnn.Report(); math.Abs(got.MaxFittingError-c.err) > 1e-12 || got.Duplicates != 3 || len(got.Warnings) != 1 {
			t.Errorf("rule %d: TNN report %+v", c.rule, got)
		}
	}
	// The published presets share no neuron; equal samples collide instead.
	equal := Dataset{X: column(1, 2, 1), Values: column(3, 4, 3)}
	m, err := FitSQANN(equal, SQANNOptions{Preset: PublishedV1, Settings: []Settings{ClassicSettings(1), ClassicSettings(2), ClassicSettings(3)}})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Placement().Layers; len(got[0])+len(got[len(got)-1]) < 3 {
		t.Errorf("placement %v", got)
	}
	m, err = FitSQANN(equal, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Report(); r.Duplicates != 1 || r.MaxFittingError != 0 || r.Warnings != nil {
		t.Errorf("report %+v", r)
	}
}

// Equal means squared distance 0, which the rows 1e-170 apart have too.
func TestEqualRowsAgainstAllPairs(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1e-170, 5e-324, 1, 1 + 0x1p-52, -1e-200, 1e-160}
	var m Matrix
	m.Columns = 2
	for _, a := range values {
		for _, b := range values {
			m.Data = append(m.Data, a, b)
			m.Rows++
		}
	}
	var want [][]int
rows:
	for i := range m.Rows {
		for g := range want {
			if spatial.SquaredDistance(m.Row(i), m.Row(want[g][0])) == 0 {
				want[g] = append(want[g], i)
				continue rows
			}
		}
		want = append(want, []int{i})
	}
	var got [][]int
	groups, _ := spatial.EqualRows(spatial.Matrix(m), &counter{})
	for len(got) < groups.Count() {
		got = append(got, groups.At(len(got)))
	}
	if !slices.EqualFunc(got, want, func(a, b []int) bool { return slices.Equal(a, b) }) {
		t.Errorf("groups are %v, want %v", got, want)
	}
}

func TestScalers(t *testing.T) {
	x := matrix(3, 1, 10, 7, 3, 30, 7, 5, 80, 7)
	for _, c := range []struct {
		kind ScaleKind
		want []float64
	}{
		{ScaleNone, []float64{3, 30, 7}},
		{ScaleMinMax, []float64{0.5, 20.0 / 70, 0}},
		{ScaleStandard, []float64{0, -10 / math.Sqrt(2600.0/3), 0}},
	} {
		s := fitScaler(c.kind, x)
		got := make([]float64, 3)
		s.apply(got, x.Row(1))
		for j := range got {
			if math.Abs(got[j]-c.want[j]) > 1e-15 {
				t.Errorf("scale %d: %v, want %v", c.kind, got, c.want)
			}
		}
		// A constant feature is shifted and not divided: a new value counts.
		s.apply(got, []float64{1, 10, 9})
		if c.kind != ScaleNone && got[2] != 2 {
			t.Errorf("scale %d: a new value in a constant feature is %v", c.kind, got[2])
		}
	}
	// Adding 0.1 three times and dividing by 3 is not 0.1: still constant.
	constant := fitScaler(ScaleStandard, column(0.1, 0.1, 0.1))
	got := []float64{0.1}
	constant.apply(got, got)
	if got[0] != 0 {
		t.Errorf("a constant feature scales to %v", got[0])
	}
}

func TestClassesAreSorted(t *testing.T) {
	for _, c := range []struct{ labels, want []Label }{
		{[]Label{Text("b"), Text(""), Text("a"), Text("b")}, []Label{Text(""), Text("a"), Text("b")}},
		{[]Label{Integer(10), Integer(-2), Integer(9)}, []Label{Integer(-2), Integer(9), Integer(10)}},
		{[]Label{Boolean(true), Boolean(false)}, []Label{Boolean(false), Boolean(true)}},
	} {
		if got := sortedClasses(c.labels); !slices.Equal(got, c.want) {
			t.Errorf("%v sort to %v, want %v", c.labels, got, c.want)
		}
	}
	if got := Text("x").String() + Integer(-3).String() + Boolean(true).String() + Boolean(false).String(); got != "x-3truefalse" {
		t.Error(got)
	}
}
