package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// lessonSet has a number, several numbers or classes that hang on two of the features.
func lessonSet(rows, columns, outputs int, seed uint64) Dataset {
	r := rand.New(rand.NewPCG(seed, 1))
	d := Dataset{X: Matrix{Rows: rows, Columns: columns}}
	for range rows * columns {
		d.X.Data = append(d.X.Data, r.Float64())
	}
	if outputs == 0 {
		for i := range rows {
			x := d.X.Row(i)
			class := int64(0)
			if x[1] > 0.5 {
				class++
			}
			if x[2] > 0.6 {
				class++
			}
			d.Labels = append(d.Labels, Label{Kind: IntegerLabel, Integer: class})
		}
		return d
	}
	d.Values = Matrix{Rows: rows, Columns: outputs}
	for i := range rows {
		x := d.X.Row(i)
		for k := range outputs {
			d.Values.Data = append(d.Values.Data, 100+math.Sin(float64(k+3)*x[1])+x[2]*x[2]*float64(k+1))
		}
	}
	return d
}

// Relevance is learned once by a fit, taken by RestoreSQANN, learned anew by Absorb and Remove, and kept
// by LeaveOneOut and Representatives.
func TestRelevanceOfModels(t *testing.T) {
	for _, outputs := range []int{0, 1} {
		d := lessonSet(150, 6, outputs, 9)
		for _, kind := range []RelevanceKind{RelevanceAuto, RelevanceLearn} {
			m, err := FitSQANN(d, SQANNOptions{Relevance: Relevance{Kind: kind}})
			if err != nil {
				t.Fatal(err)
			}
			s := m.Relevance()
			if s == nil || !m.report.RelevanceLearned || (kind == RelevanceAuto) != (m.report.RelevanceGain > 0) {
				t.Fatalf("kind %d: relevance %v, report %+v", kind, s, m.report)
			}
			again, err := RestoreSQANN(d, m.Options(), m.Placement())
			if err != nil || !slices.Equal(again.Relevance(), s) || again.report.RelevanceGain != m.report.RelevanceGain && kind == RelevanceAuto {
				t.Fatalf("kind %d: restored with %v, %+v (%v)", kind, again.Relevance(), again.report, err)
			}
			never := m.Placement()
			never.Learned = nil
			if m, err := RestoreSQANN(d, m.Options(), never); err == nil && m.Relevance() != nil {
				t.Errorf("kind %d: restoring has learned %v", kind, m.Relevance())
			}
			left := make([]bool, 150)
			left[3] = true
			kept, err := without(m, left, Control{})
			if err != nil || !slices.Equal(kept.(*SQANN).Relevance(), s) {
				t.Errorf("kind %d: without a sample relevance is %v (%v)", kind, kept.(*SQANN).Relevance(), err)
			}
			fewer, err := Remove(m, []int{3}, Control{})
			if err != nil {
				t.Fatal(err)
			}
			anew, err := FitSQANN(d.without(left), SQANNOptions{Relevance: Relevance{Kind: kind}})
			if err != nil || !slices.Equal(fewer.(*SQANN).Relevance(), anew.Relevance()) || slices.Equal(anew.Relevance(), s) {
				t.Errorf("kind %d: after Remove relevance is %v, a fit's is %v (%v)", kind, fewer.(*SQANN).Relevance(), anew.Relevance(), err)
			}
			// Options of a model hand nothing learned to a fit of other data.
			other, err := FitSQANN(d.without(left), m.Options())
			if err != nil || !slices.Equal(other.Relevance(), anew.Relevance()) {
				t.Errorf("kind %d: a fit with a model's options has %v (%v)", kind, other.Relevance(), err)
			}
		}
	}
}

// What Absorb and Remove make is bit for bit what a fit on the same samples makes, whatever relevance is.
func TestRelevanceAfterAbsorbAndRemove(t *testing.T) {
	for _, outputs := range []int{0, 1} {
		all := lessonSet(200, 6, outputs, 13)
		old, late := make([]bool, 200), make([]bool, 200)
		for i := range 200 {
			late[i] = i >= 150
			old[i] = !late[i]
		}
		for _, o := range []Relevance{{}, {Kind: RelevanceAuto}, {Kind: RelevanceLearn}, {Kind: RelevanceGiven, Features: []float64{0.5, 1, 1, 0.1, 2, 0.1}}} {
			m, err := FitSQANN(all.without(late), SQANNOptions{Relevance: o})
			if err != nil {
				t.Fatal(err)
			}
			a, err := Absorb(m, all.without(old), AbsorbOptions{Tolerance: 0.05})
			if err != nil || len(a.Absorbed) == 0 {
				t.Fatalf("%+v: absorbing %v: %v", o, a, err)
			}
			if a.KeptAfter != 0 {
				t.Errorf("%+v: an old sample errs by %v", o, a.KeptAfter)
			}
			left := slices.Clone(late)
			for _, i := range a.Absorbed {
				left[150+i] = false
			}
			anew, err := FitSQANN(all.without(left), SQANNOptions{Relevance: o})
			if err != nil {
				t.Fatal(err)
			}
			sameModel(t, a.Model.(*SQANN), anew, all.X)
			var absorbed []int // their places in the new model
			for i := range a.Absorbed {
				absorbed = append(absorbed, 150+i)
			}
			back, err := Remove(a.Model, absorbed, Control{})
			if err != nil {
				t.Fatal(err)
			}
			sameModel(t, back.(*SQANN), m, all.X)
			if o.Kind != RelevanceGiven && (slices.Equal(anew.Relevance(), m.Relevance()) || m.Relevance() == nil) {
				t.Errorf("%+v: relevance is %v before and %v after", o, m.Relevance(), anew.Relevance())
			}
		}
	}
}

func sameModel(t *testing.T, a, b *SQANN, asked Matrix) {
	t.Helper()
	if !slices.Equal(a.Relevance(), b.Relevance()) || a.Reach() != b.Reach() {
		t.Errorf("relevance %v and %v, reach %v and %v", a.Relevance(), b.Relevance(), a.Reach(), b.Reach())
	}
	x, err := a.Examine(asked)
	if err != nil {
		t.Fatal(err)
	}
	y, err := b.Examine(asked)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(x.Values.Data, y.Values.Data) || !slices.Equal(x.Familiarity, y.Familiarity) {
		t.Error("the answers differ")
	}
}

// The default is auto under preset XAIA and off under the others; two features and few samples are left alone at no cost.
func TestRelevanceByDefault(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		o             SQANNOptions
		learns        bool
	}{
		{150, 6, SQANNOptions{}, true},
		{150, 6, SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}}, false},
		{150, 6, SQANNOptions{Preset: Paper}, false},
		{150, 6, SQANNOptions{Preset: PublishedV1, Settings: tableOneSettings(16)}, false},
		{150, 2, SQANNOptions{}, false},
		{99, 6, SQANNOptions{}, false},
	} {
		d := lessonSet(c.rows, max(3, c.columns), 1, 9)
		if c.columns == 2 {
			x := Matrix{Rows: c.rows, Columns: 2}
			for i := range c.rows {
				x.Data = append(x.Data, d.X.Row(i)[1:]...)
			}
			d.X = x
		}
		m, err := FitSQANN(d, c.o)
		if err != nil {
			t.Fatal(err)
		}
		if (m.Relevance() != nil) != c.learns || m.report.RelevanceLearned != c.learns {
			t.Errorf("%d x %d, %+v: relevance %v", c.rows, c.columns, c.o, m.Relevance())
		}
	}
}

// Tune's fits share what was learned; their scores are those of fits by themselves.
func TestTuneSharesRelevance(t *testing.T) {
	d := lessonSet(130, 4, 1, 21)
	var candidates []Recipe
	for _, scale := range []ScaleKind{ScaleMinMax, ScaleStandard} {
		for _, kind := range []RelevanceKind{RelevanceLearn, RelevanceOff} {
			for _, a2 := range []float64{0.7, 1.2} {
				candidates = append(candidates, inReach(0.1, a2, SQANNOptions{Scale: scale, Relevance: Relevance{Kind: kind}}))
			}
		}
	}
	together, err := Tune(d, TuneOptions{Candidates: candidates, CrossValidateOptions: CrossValidateOptions{Folds: 3}})
	if err != nil {
		t.Fatal(err)
	}
	for i, candidate := range candidates {
		alone, err := Tune(d, TuneOptions{Candidates: []Recipe{candidate}, CrossValidateOptions: CrossValidateOptions{Folds: 3}})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := alone.Scores[0], together.Scores[i]; a.RMSE != b.RMSE || a.SQANN.Settings[0] != b.SQANN.Settings[0] {
			t.Errorf("candidate %d: %v and %v alone, %v and %v together", i, a.RMSE, a.SQANN.Settings, b.RMSE, b.SQANN.Settings)
		}
	}
	if together.Scores[0].RMSE == together.Scores[2].RMSE {
		t.Error("relevance changes nothing")
	}
}

// A list that makes samples too near to tell apart is refused as they are.
func TestRelevanceThatHidesSamples(t *testing.T) {
	d := lessonSet(20, 3, 1, 2)
	for i := range 20 {
		d.X.Row(i)[0], d.X.Row(i)[1] = 1, 2
	}
	_, err := FitSQANN(d, SQANNOptions{Relevance: Relevance{Kind: RelevanceGiven, Features: []float64{1, 1, 1e-200}}})
	if e, ok := err.(*Error); !ok || e.Code != IllDefined {
		t.Errorf("it says %v", err)
	}
}

func BenchmarkAuto(b *testing.B) {
	for _, columns := range []int{26, 64} {
		b.Run(itoa(columns), func(b *testing.B) {
			for b.Loop() {
				m, err := newSQANN(lessonSet(1024, columns, 1, 3), SQANNOptions{}, nil)
				if err == nil {
					err = m.choose()
				}
				if err != nil || m.Relevance() == nil {
					b.Fatal(m.report, err)
				}
			}
		})
	}
}
