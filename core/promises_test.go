package core

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A fitted sample is exact: "mean" changes no output in which equal rows agree, though it does the others.
func TestMeanOfWhatAgrees(t *testing.T) {
	d := Dataset{X: column(0, 0, 0, 1, 1, 1), Values: matrix(2, .1, 5, .1, 5, .1, 5, .7, 1, .7, 2, .7, 6)}
	for _, preset := range []Preset{XAIA, Paper} {
		m := fit(t, d, SQANNOptions{Preset: preset, Duplicates: DuplicatesMean})
		if got := valuesAt(t, m, column(0, 1)); !slices.Equal(got, []float64{.1, 5, .7, 3}) {
			t.Errorf("preset %v: the samples have %v", preset, got)
		}
	}
	d.Values = column(.1, .1, .1, .7, .7, .7)
	m := fit(t, d, SQANNOptions{Duplicates: DuplicatesMean})
	tnn, err := FitTNN(d, TNNOptions{Duplicates: DuplicatesMean})
	if err != nil {
		t.Fatal(err)
	}
	if r := m.Report(); r.MaxFittingError != 0 || r.Warnings != nil || tnn.points.alpha.Data[0] != .1 {
		t.Errorf("rows that agree: %+v, a TNN has %v", r, tnn.points.alpha.Data)
	}
}

// A learner answers as its model does, whatever rule for duplicates it has from now on.
func TestLearnerTakesAnotherRule(t *testing.T) {
	for _, rule := range []DuplicateRule{DuplicatesFirst, DuplicatesMean} {
		d := Dataset{X: column(0, 0, 0, 1, 2), Values: column(.1, .1, .1, 3, 4)}
		l, err := NewLearner(fit(t, d, SQANNOptions{}), Control{})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []float64{7, 1} {
			if _, err := l.Learn(Dataset{X: column(x), Values: column(9)}, LearnOptions{Duplicates: &rule}); err != nil {
				t.Fatal(err)
			}
			got := valuesAt(t, l, column(0, 1, 1.5, 7))
			m, err := l.Model()
			if err != nil {
				t.Fatal(err)
			}
			if want := valuesAt(t, m, column(0, 1, 1.5, 7)); !slices.Equal(got, want) {
				t.Errorf("rule %d: the learner answers %v, its model %v", rule, got, want)
			}
		}
	}
}

// A frame from outside is checked whole before anything is computed with it.
func TestFrameFromOutside(t *testing.T) {
	for name, c := range framedCases() {
		m := fit(t, c.d, c.o)
		for what, change := range map[string]func(f *Frame) bool{ // whether it has what is changed
			"transposed slopes": func(f *Frame) bool {
				f.Slopes = Matrix{Data: f.Slopes.Data, Rows: f.Slopes.Columns, Columns: f.Slopes.Rows}
				return f.Slopes.Rows != f.Slopes.Columns
			},
			"slopes in one row": func(f *Frame) bool {
				several := f.Slopes.Rows > 1
				f.Slopes = oneRow(f.Slopes.Data)
				return several
			},
			"slopes below none": func(f *Frame) bool {
				f.Slopes.Rows, f.Slopes.Columns = -f.Slopes.Rows, -f.Slopes.Columns
				return f.Slopes.Rows != 0
			},
			"slopes without columns": func(f *Frame) bool {
				f.Slopes = Matrix{Rows: f.Outputs}
				return true
			},
			"a penalty below 0":  func(f *Frame) bool { f.Penalty = -1; return true },
			"a penalty of NaN":   func(f *Frame) bool { f.Penalty = math.NaN(); return true },
			"an endless penalty": func(f *Frame) bool { f.Penalty = inf; return true },
			"classes out of order": func(f *Frame) bool {
				f.Classes = slices.Clone(f.Classes)
				slices.Reverse(f.Classes)
				return len(f.Classes) > 1
			},
			"a class twice": func(f *Frame) bool {
				if f.Classes == nil {
					return false
				}
				f.Classes = append([]Label{f.Classes[0]}, f.Classes...)
				f.Outputs++
				if f.ClassWeights != nil {
					f.ClassWeights = append([]float64{1}, f.ClassWeights...)
				}
				return true
			},
		} {
			o := m.Like()
			f := *o.Frame
			if !change(&f) {
				continue
			}
			o.Frame = &f
			if _, err := FitSQANN(c.d, o); !isCode(err, ModelFile) {
				t.Errorf("%s, %s: %v", name, what, err)
			}
		}
	}
}

func isCode(err error, code Code) bool {
	e, is := err.(*Error)
	return is && e.Code == code
}

// A model never changes: what it hands out to be varied is a copy, and nothing of the call that made it stays in it.
func TestWhatAModelHandsOut(t *testing.T) {
	d := Dataset{X: matrix(2, 1, 5, 2, 4, 3, 3, 4, 2, 5, 1, 5, 1), Values: column(1, 2, 1, 2, 1, 3)}
	r, done := 0.5, make(chan struct{})
	control := Control{Done: done, Progress: func(Progress) {}}
	m := fit(t, d, SQANNOptions{
		Settings: []Settings{ClassicSettings(1)}, R: &r, Relevance: Relevance{Kind: RelevanceGiven, Features: []float64{1, 2}},
		Duplicates: DuplicatesMean, Control: control,
	})
	tnn, err := FitTNN(Dataset{X: d.X, Values: d.Values}, TNNOptions{Order: []int{0, 1, 2, 3, 4, 5}, Duplicates: DuplicatesMean, Control: control})
	if err != nil {
		t.Fatal(err)
	}
	before := [2][]float64{valuesAt(t, m, d.X), valuesAt(t, tnn, d.X)}
	how := RecipeOf(m).SQANN
	how.Settings[0].Admission, how.Settings[0].A1, *how.R, how.Relevance.Features[0] = 0.5, 9, 0.1, 99
	RecipeOf(tnn).TNN.Order[0] = 5
	m.Report().Warnings[0], tnn.Report().Warnings[0] = "changed", "changed"
	again, err := Remove(m, []int{5}, Control{})
	if err != nil || again.(*SQANN).Options().Settings[0] != ClassicSettings(1) {
		t.Errorf("a fit with the same options: %v, %+v", err, again)
	}
	if o := m.Options(); o.Settings[0] != ClassicSettings(1) || *o.R != 0.5 || o.Relevance.Features[0] != 1 || tnn.Options().Order[0] != 0 ||
		m.Report().Warnings[0] == "changed" || tnn.Report().Warnings[0] == "changed" {
		t.Errorf("the models have changed: %+v, %+v", o, tnn.Options())
	}
	if after := [2][]float64{valuesAt(t, m, d.X), valuesAt(t, tnn, d.X)}; !slices.Equal(before[0], after[0]) || !slices.Equal(before[1], after[1]) {
		t.Errorf("the models answer %v, before %v", after, before)
	}
	restored, err := RestoreSQANN(m.Data(), SQANNOptions{Duplicates: DuplicatesMean, Control: control}, fit(t, d, SQANNOptions{Duplicates: DuplicatesMean}).Placement())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Control{"sqann": m.Options().Control, "tnn": tnn.Options().Control, "restored": restored.Options().Control, "recipe": RecipeOf(m).SQANN.Control} {
		if c.Progress != nil || c.Done != nil {
			t.Errorf("%s keeps the control of the call that made it", name)
		}
	}
}

// An attributor of a learner is that of its model of this moment.
func TestAttributionsOfALearner(t *testing.T) {
	d := random2D(3, 40)
	l, err := NewLearner(fit(t, d, SQANNOptions{}), Control{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Forget([]int{0, 7}); err != nil {
		t.Fatal(err)
	}
	m, err := l.Model()
	if err != nil {
		t.Fatal(err)
	}
	x := matrix(2, .3, .4, .9, .1)
	got, err := NewAttributor(l, nil).Attribute(x, Control{})
	if err != nil {
		t.Fatal(err)
	}
	want, err := NewAttributor(m, nil).Attribute(x, Control{})
	if err != nil || !slices.Equal(got.Shares.Data, want.Shares.Data) || !slices.Equal(got.Effects[1].Values.Data, want.Effects[1].Values.Data) {
		t.Errorf("%v: of a learner %v, of its model %v", err, got.Shares, want.Shares)
	}
}

// What an attributor needs of the samples is found once for a model, by whoever asks first, also at the same time.
func TestTypicalValuesAreFoundOnce(t *testing.T) {
	table := []Column{{Numbers: []float64{1, 9, 3, 7, 5}}, {Texts: []string{"a", "b", "b", "c", "b"}}, {Numbers: []float64{4, 4, 2, 8, 6}}}
	encoding, _, err := NewEncoding(table, MissingError, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := encoding.Matrix(table, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := fit(t, Dataset{X: x, Values: column(1, 2, 3, 4, 5)}, SQANNOptions{})
	want := []float64{5, 0, 1, 0, 4}
	same := func(m Predictor, table *Encoding, want []float64) {
		t.Helper()
		a := NewAttributor(m, table)
		said, err := a.Attribute(oneRow(x.Row(0)), Control{})
		if err != nil || !slices.Equal(a.Typical(said, 0), want) {
			t.Errorf("%v: typical are %v, want %v", err, a.Typical(said, 0), want)
		}
		a.Typical(said, 0)[0] = 99 // which is the caller's
	}
	var both sync.WaitGroup
	for range 4 {
		both.Go(func() { same(m, encoding, want) })
	}
	both.Wait()
	other, err := m.Interpolating(Interpolation{Mode: InterpolateNearest})
	if err != nil {
		t.Fatal(err)
	}
	clear(x.Data) // the model's own: whoever looks again sees it
	x.Data = []float64{1, 1, 0, 0, 4}
	x.Rows = 1
	same(m, encoding, want)
	same(other, encoding, want)
	if other := NewAttributor(m, &Encoding{Columns: make([]EncodedColumn, 5)}); other.members[0].typical[0] != 5 || other.members[0].typical[1] != 0 {
		t.Errorf("with other columns: %v", other.members[0].typical)
	}
}

// Columns of one table have the same length, in a fit and in a question.
func TestColumnsOfOtherLengths(t *testing.T) {
	good := []Column{{Name: "a", Numbers: []float64{1, 2, 3}}, {Name: "b", Texts: []string{"x", "y", "z"}}}
	encoding, _, err := NewEncoding(good, MissingMean, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range map[string][]Column{
		"numbers":      {good[0], {Name: "b", Texts: []string{"x"}}},
		"texts":        {{Name: "a", Numbers: []float64{1, 2}}, good[1]},
		"none":         {good[0], {Name: "b", Texts: []string{}}},
		"missing ones": {good[0], {Name: "b", Texts: []string{"x", "y", "z"}, Missing: []bool{true}}},
	} {
		_, _, err := NewEncoding(table, MissingMean, nil)
		refused(t, err, InvalidInput, -1, 1, "Column 1 (b)")
		_, err = encoding.Matrix(table, nil)
		refused(t, err, InvalidInput, -1, 1, "Column 1 (b)")
	}
	_, err = encoding.Matrix(good, []int{0, 3})
	refused(t, err, InvalidInput, -1, -1, "rows[1]")
}

// y is numbers or labels, and labels are of a kind that there is.
func TestOutcomesOfTwoKindsAtOnce(t *testing.T) {
	d := Dataset{X: column(1, 2, 3, 4), Labels: Texts("a", "b", "a", "b"), Values: matrix(3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3)}
	calls := func(d Dataset) map[string]error {
		_, fit := FitSQANN(d, SQANNOptions{})
		_, tnn := FitTNN(d, TNNOptions{})
		_, cv := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 2})
		_, tune := Tune(d, TuneOptions{CrossValidateOptions: CrossValidateOptions{Folds: 2}})
		return map[string]error{"fit": fit, "tnn": tnn, "crossValidate": cv, "tune": tune}
	}
	for _, values := range []Matrix{d.Values, {Columns: 3}} {
		d.Values = values
		for name, err := range calls(d) {
			if !isCode(err, InvalidInput) || !strings.Contains(err.Error(), "labels and values") {
				t.Errorf("%s of both: %v", name, err)
			}
		}
	}
	d.Values = Matrix{}
	m := fit(t, d, SQANNOptions{})
	for _, kind := range []LabelKind{3, 7, 255} {
		d.Labels = []Label{{Kind: kind}, {Kind: kind}, {Kind: kind}, {Kind: kind}}
		for name, err := range calls(d) {
			if !isCode(err, InvalidInput) || !strings.Contains(err.Error(), "y[0]") {
				t.Errorf("%s of a kind %d: %v", name, kind, err)
			}
		}
		d.Labels[0], d.Labels[1] = Text("a"), Text("b")
		for name, err := range calls(d) {
			if !isCode(err, InvalidInput) || !strings.Contains(err.Error(), "y[2]") {
				t.Errorf("%s of kinds 0 and %d: %v", name, kind, err)
			}
		}
		_, err := Evaluate(m, Dataset{X: column(1), Labels: []Label{{Kind: kind}}}, Control{})
		refused(t, err, InvalidInput, 0, -1, "y[0]")
	}
}

// What fails returns nothing half-made.
func TestNothingHalfMade(t *testing.T) {
	done := make(chan struct{})
	close(done)
	m := fit(t, random2D(5, 200), SQANNOptions{})
	l, err := NewLearner(m, Control{Done: done})
	if err == nil || l != nil {
		t.Errorf("an aborted NewLearner returns %v, %v", l, err)
	}
	tiny := fit(t, Dataset{X: column(1e-149, 2, 3), Values: column(1, 2, 3)}, SQANNOptions{Scale: ScaleNone, Settings: []Settings{ClassicSettings(1)}, Skip: On})
	if l, err := NewLearner(tiny, Control{}); err == nil || l != nil {
		t.Errorf("NewLearner returns %v, %v", l, err)
	}
	if e, err := examineAll(m, m.Data().X, Control{Done: done}); err == nil || e != nil {
		t.Errorf("an aborted examineAll returns %v, %v", e, err)
	}
}

// Rows of a Learn that is aborted don't pile up.
func TestAbortedLearnsLeaveNothing(t *testing.T) {
	l, err := NewLearner(fit(t, random2D(5, 100), SQANNOptions{}), Control{})
	if err != nil {
		t.Fatal(err)
	}
	more := random2D(6, 500)
	x := more.X
	before := valuesAt(t, l, x)
	for range 20 {
		done := make(chan struct{})
		seen := 0
		_, err := l.Learn(more, LearnOptions{Control: Control{Done: done, Progress: func(Progress) {
			if seen++; seen == 450 {
				close(done)
			}
		}}})
		if !isCode(err, Aborted) {
			t.Fatal(err)
		}
		if rows := len(l.net.Place); rows > 2*100+1024 || l.data.X.Rows != rows {
			t.Fatalf("%d rows are kept of %d samples", rows, l.SampleCount())
		}
	}
	if !slices.Equal(valuesAt(t, l, x), before) {
		t.Error("the learner answers otherwise")
	}
}

// A row that a joint fit can't take is named as the caller knows it, in the message, too.
func TestAbsorbNamesTheCallersRow(t *testing.T) {
	d := Dataset{X: matrix(2, 1, 5, 2, 4, 3, 3, 4, 2), Labels: Texts("a", "b", "a", "b")}
	m := fit(t, d, fit(t, d, SQANNOptions{}).Like())
	_, err := Absorb(m, Dataset{X: matrix(2, 1, 5, 9, 9), Labels: Texts("a", "c")}, AbsorbOptions{})
	refused(t, err, InvalidInput, 1, -1, "y[1] is none of the model's classes")
	_, err = Absorb(m, Dataset{X: matrix(2, 9, 9, 9, 9, 8, 8), Labels: Texts("a", "b", "a")}, AbsorbOptions{})
	refused(t, err, IllDefined, 1, -1, "X[1] can't be distinguished from X[0]")
	l, err := NewLearner(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Absorb(Dataset{X: matrix(2, 1, 5, 9, 9), Labels: Texts("a", "c")}, AbsorbOptions{})
	refused(t, err, InvalidInput, 1, -1, "y[1] is none of the model's classes")
}

// Fits that share what is prepared have the data set without −0, and count it, as each alone does.
func TestPreparedFitsAreWhole(t *testing.T) {
	d := random2D(9, 50)
	d.X.Data[3], d.Values.Data[4] = math.Copysign(0, -1), math.Copysign(0, -1)
	var known prepared
	for range 2 {
		m, err := known.prepare(d, SQANNOptions{})
		if err == nil {
			m, err = m.built()
		}
		if err != nil {
			t.Fatal(err)
		}
		if math.Signbit(m.data.X.Data[3]) || math.Signbit(m.data.Values.Data[4]) || m.Bytes() != fit(t, d, SQANNOptions{}).Bytes() {
			t.Errorf("−0 in its data %v, %d bytes", m.data.X.Data[3], m.Bytes())
		}
	}
	m, err := known.prepare(d, SQANNOptions{MaxBytes: 1})
	if err == nil {
		_, err = m.built()
	}
	refused(t, err, TooLarge, -1, -1, "50 samples")
}

// An error from outside, of a Split, isn't one of the engine's.
func TestErrorsOfOthers(t *testing.T) {
	d, mine := random2D(9, 30), errors.New("mine")
	split := func([]int, []int) (Dataset, Matrix, error) { return Dataset{}, Matrix{}, mine }
	if _, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Split: split}); err != mine {
		t.Error(err)
	}
	if _, err := Tune(d, TuneOptions{CrossValidateOptions: CrossValidateOptions{Split: split}}); err != mine {
		t.Error(err)
	}
}

// Without takeover, samples aren't answered by themselves: the fitting error is measured, of classes 1 where one is wrong, else 0.
func TestFittingErrorWithoutTakeover(t *testing.T) {
	blunt := SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTop, Top: 3, NoTakeover: true}, Relevance: Relevance{Kind: RelevanceOff}}
	for _, c := range []struct {
		labels string
		worst  float64
	}{{"aaaabbbb", 0}, {"aaaaaaba", 1}} { // of the last three the one in the middle is very near the others
		d := Dataset{X: column(0, 100, 200, 300, 400, 499, 500, 501), Labels: Texts(strings.Split(c.labels, "")...)}
		m := fit(t, d, blunt)
		if got := m.Report().MaxFittingError; got != c.worst {
			t.Errorf("%s: the fitting error is %v, want %v", c.labels, got, c.worst)
		}
		d = Dataset{X: d.X, Values: column(0, 0, 9, 0, 0, 0, 7, 0)}
		p, err := fit(t, d, blunt).Predict(d.X)
		if err != nil {
			t.Fatal(err)
		}
		var want float64
		for i, v := range p.Values.Data {
			want = math.Max(want, math.Abs(v-d.Values.Data[i]))
		}
		if got := fit(t, d, blunt).Report().MaxFittingError; got != want || want == 0 {
			t.Errorf("the fitting error is %v, answers are off by %v", got, want)
		}
	}
}
