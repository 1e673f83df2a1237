package core

import (
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/xaia-go/xaia/core/internal/floatmath"
)

// plainFold fits on all rows but some by the public fits.
func plainFold(d Dataset, way Recipe, held []int) (Model, error) {
	var rest []int
	number := make(map[int]int)
	for i := range d.X.Rows {
		if !slices.Contains(held, i) {
			number[i] = len(rest)
			rest = append(rest, i)
		}
	}
	if way.TNN == nil {
		m, err := FitSQANN(d.Pick(rest), way.SQANN)
		return m, err
	}
	o := *way.TNN
	o.Order = nil
	for _, row := range way.TNN.Order {
		if at, in := number[row]; in {
			o.Order = append(o.Order, at)
		}
	}
	m, err := FitTNN(d.Pick(rest), o)
	return m, err
}

// waysToFit are options of many kinds with a set that suits them.
func waysToFit(r *rand.Rand) map[string]struct {
	Dataset
	Recipe
} {
	type pair = struct {
		Dataset
		Recipe
	}
	numbers, labels := noisySet(r, 70, false), noisySet(r, 70, true)
	wide := noisySet(r, 130, false)
	wide.X = Matrix{Rows: 130, Columns: 4}
	for range 4 * 130 {
		wide.X.Data = append(wide.X.Data, r.NormFloat64())
	}
	for i := range wide.Values.Data {
		wide.Values.Data[i] = wide.X.Row(i)[1] * 3
	}
	doubled := noisySet(r, 40, false)
	for i := range 20 {
		copy(doubled.X.Row(20+i), doubled.X.Row(i))
	}
	majority := noisySet(r, 40, true)
	copy(majority.X.Data[60:], majority.X.Data[:20])
	line := noisySet(r, 50, false)
	line.X = Matrix{Data: line.X.Data[:50], Rows: 50, Columns: 1}
	two := noisySet(r, 60, false)
	two.Values = Matrix{Data: append(two.Values.Data, two.X.Data[:60]...), Rows: 60, Columns: 2}
	order := make([]int, 70)
	for i := range order {
		order[i] = i
	}
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	sqann := func(o SQANNOptions) Recipe { return Recipe{SQANN: o} }
	return map[string]pair{
		"untouched":       {numbers, Recipe{}},
		"classes":         {labels, Recipe{}},
		"paper, standard": {labels, sqann(SQANNOptions{Preset: Paper, Scale: ScaleStandard})},
		"published": {numbers, sqann(SQANNOptions{Preset: PublishedV2, Scale: ScaleMinMax,
			Settings: slices.Repeat([]Settings{{A1: 0.1, A2: 0.5, Admission: 0.1, Activation: 0.9}}, 60)})},
		"learned":         {wide, sqann(SQANNOptions{Relevance: Relevance{Kind: RelevanceLearn}})},
		"auto":            {wide, sqann(SQANNOptions{Relevance: Relevance{Kind: RelevanceAuto}})},
		"listed":          {wide, sqann(SQANNOptions{Relevance: Relevance{Kind: RelevanceGiven, Features: []float64{0.1, 1, 0.2, 0.3}}})},
		"mean":            {doubled, sqann(SQANNOptions{Duplicates: DuplicatesMean})},
		"majority":        {majority, sqann(SQANNOptions{Duplicates: DuplicatesMajority})},
		"local":           {numbers, sqann(SQANNOptions{Interpolation: Interpolation{Mode: InterpolateLocal, Top: 20}})},
		"none":            {labels, sqann(SQANNOptions{Interpolation: Interpolation{Mode: InterpolateNone}})},
		"layerwise":       {numbers, sqann(SQANNOptions{Interpolation: Interpolation{Mode: InterpolateLayerwise}})},
		"an answer's tnn": {numbers, sqann(SQANNOptions{Interpolation: Interpolation{Mode: InterpolateTNN, A: 5}})},
		"two outputs":     {two, Recipe{}},
		"tnn":             {line, Recipe{TNN: &TNNOptions{Tolerance: 1e-3, Scale: ScaleStandard}}},
		"tnn with order":  {labels, Recipe{TNN: &TNNOptions{Order: order}}},
	}
}

// Each sample's answer is that of a public fit on the other folds, to the bit, and so are the figures.
func TestCrossValidateEqualsPlainFits(t *testing.T) {
	for name, c := range waysToFit(rand.New(rand.NewSource(60))) {
		for _, folds := range []int{0, 2, 7} {
			d, way := c.Dataset, c.Recipe
			v, err := CrossValidate(d, way, CrossValidateOptions{Folds: folds, Seed: 3})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if folds == 0 {
				folds = 10
			}
			size := make([]int, folds)
			for _, f := range v.Folds {
				size[f]++
			}
			if len(v.Folds) != d.X.Rows || slices.Max(size)-slices.Min(size) > 1 {
				t.Fatalf("%s: the folds' sizes are %v", name, size)
			}
			answers := newExamination(d.X.Rows, v.Answers.Values.Columns)
			var parts []*Evaluation
			for f := range folds {
				var held []int
				for i, at := range v.Folds {
					if at == f {
						held = append(held, i)
					}
				}
				m, err := plainFold(d, way, held)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				e, err := Evaluate(m, d.Pick(held), Control{})
				if err != nil {
					t.Fatal(err)
				}
				parts = append(parts, e)
				for _, i := range held {
					x := Matrix{Data: d.X.Row(i), Rows: 1, Columns: d.X.Columns}
					one, err := m.Examine(x)
					if err != nil {
						t.Fatal(err)
					}
					spreadScores(answers.Values.Row(i), one.Values.Row(0), v.Classes, m.Classes())
					if one.Status[0] == StatusNone {
						fillNaN(answers.Values.Row(i))
					}
					answers.Status[i], answers.Recognition[i] = one.Status[0], one.Recognition[0]
					answers.Familiarity[i], answers.Activation[i] = one.Familiarity[0], one.Activation[0]
				}
			}
			same := func(a, b []float64) bool {
				return slices.EqualFunc(a, b, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
			}
			g := v.Answers
			if !same(g.Values.Data, answers.Values.Data) || !same(g.Familiarity, answers.Familiarity) || !same(g.Activation, answers.Activation) ||
				!slices.Equal(g.Status, answers.Status) || !slices.Equal(g.Recognition, answers.Recognition) {
				t.Fatalf("%s, %d folds: the answers are not those of plain fits", name, folds)
			}
			right, squares := 0, 0.0
			for i := range d.X.Rows {
				if d.Labels != nil {
					if k := answers.Class(i); k >= 0 && v.Classes[k] == d.Labels[i] {
						right++
					}
					continue
				}
				for j, y := range d.Values.Row(i) {
					squares += (answers.Values.Row(i)[j] - y) * (answers.Values.Row(i)[j] - y)
				}
			}
			if d.Labels != nil && v.Accuracy != float64(right)/float64(d.X.Rows) {
				t.Fatalf("%s: accuracy %v, plainly %d of %d", name, v.Accuracy, right, d.X.Rows)
			}
			if rmse := math.Sqrt(squares / float64(len(d.Values.Data))); d.Labels == nil && math.Abs(v.RMSE-rmse) > 1e-12*rmse {
				t.Fatalf("%s: RMSE %v, plainly %v", name, v.RMSE, rmse)
			}
			for _, figure := range []func(f *Figures) float64{func(f *Figures) float64 { return f.RMSE }, func(f *Figures) float64 { return f.MAE },
				func(f *Figures) float64 { return f.R2 }, func(f *Figures) float64 { return f.Accuracy }} {
				var n, sum, squares float64
				for _, e := range parts {
					if x := figure(&e.Figures); x == x {
						n, sum, squares = n+1, sum+x, squares+x*x
					}
				}
				want, got := math.Sqrt(math.Max(squares-sum*sum/n, 0)/(n-1)), figure(&v.Spread)
				if n >= 2 && math.Abs(got-want) > 1e-7*math.Max(1, sum) || n < 2 && got == got {
					t.Fatalf("%s, %d folds: a spread is %v, plainly %v", name, folds, got, want)
				}
			}
		}
	}
}

// The neurons shown are those of Explain, and the answer is their mean where it is made that way.
func TestOutOfFoldShowsWhatMadeTheAnswers(t *testing.T) {
	for name, c := range waysToFit(rand.New(rand.NewSource(61))) {
		d, way := c.Dataset, c.Recipe
		found, err := answerOutOfFold(d, way, CrossValidateOptions{Folds: 5, Seed: 8})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		models := map[int]Model{}
		for row, f := range found.fold {
			if models[f] == nil {
				var held []int
				for i, other := range found.fold {
					if other == f {
						held = append(held, i)
					}
				}
				if models[f], err = plainFold(d, way, held); err != nil {
					t.Fatal(err)
				}
			}
			m := models[f]
			var gotValue, gotWeights []float64
			var gotAlphas [][]float64
			m.ask(oneRow(d.X.Row(row)), reasons, func(_ int, a *answer) {
				value := make([]float64, max(len(classesOf(d)), d.Values.Columns))
				spreadScores(value, a.value, classesOf(d), m.Classes())
				if !slices.EqualFunc(found.Values.Row(row), value, func(a, b float64) bool { return a == b || a != a && b != b }) || found.Recognition[row] != a.recognition || found.Status[row] != a.status {
					t.Fatalf("%s: row %d has the answer %v, its fold's model says %v", name, row, found.Values.Row(row), value)
				}
				for j := range d.Values.Columns {
					if found.spreads.Row(row)[j] != a.spread(j) {
						t.Fatalf("%s: row %d has the spread %v, its fold's model %v", name, row, found.spreads.Row(row)[j], a.spread(j))
					}
				}
				gotValue = slices.Clone(a.value)
				for i, c := range a.made {
					gotWeights, gotAlphas = append(gotWeights, a.weight(i, 1/float64(len(a.made)))), append(gotAlphas, a.points.alpha.Row(int(c.Point)))
				}
			})
			var weights []float64
			var alphas [][]float64
			if s, ok := m.(*SQANN); ok {
				e, err := s.Explain(d.X.Row(row))
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range e.Neurons {
					weights, alphas = append(weights, n.Weight), append(alphas, n.Alpha)
				}
			} else {
				e, err := m.(*TNN).Explain(d.X.Row(row))
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range e.Neighbours {
					alphas = append(alphas, n.Alpha)
				}
				weights = gotWeights // tested below: they sum to 1
			}
			if len(gotWeights) != len(alphas) {
				t.Fatalf("%s: %d weights of %d neurons", name, len(gotWeights), len(alphas))
			}
			sum := 0.0
			mean := make([]float64, len(gotValue))
			for k, w := range weights {
				if math.Abs(gotWeights[k]-w) > 1e-12 || w < 0 || !slices.Equal(gotAlphas[k], alphas[k]) {
					t.Fatalf("%s: neuron %d has weight %v and alpha %v, explained as %v and %v", name, k, gotWeights[k], gotAlphas[k], w, alphas[k])
				}
				sum += w
				floatmath.AddTimes(mean, w, alphas[k])
			}
			if len(weights) > 0 && math.Abs(sum-1) > 1e-12 {
				t.Fatalf("%s: the weights sum to %v", name, sum)
			}
			if s, sqann := m.(*SQANN); sqann && len(weights) > 0 && s.Interpolation().Mode != InterpolateLocal {
				for j := range mean {
					if math.Abs(mean[j]-gotValue[j]) > 1e-4 { // a TNN between two neurons has some of both beyond them
						t.Fatalf("%s: the answer is %v, its neurons' mean %v", name, gotValue, mean)
					}
				}
			}
		}
	}
}

// A fold that holds a whole class cannot happen, but a fold's model may know fewer classes: the others score 0.
func TestCrossValidateDealsEveryClass(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(62)), 30, true)
	d.Labels[3], d.Labels[17] = Text("rare"), Text("rare")
	v, err := CrossValidate(d, Recipe{}, CrossValidateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Folds[3] == v.Folds[17] {
		t.Error("one fold holds all samples of a class")
	}
	d.Labels[17] = Text("a")
	_, err = CrossValidate(d, Recipe{}, CrossValidateOptions{})
	if e, ok := err.(*Error); !ok || e.Code != InvalidInput || e.Row != 3 || !strings.Contains(e.Message, `y[3] is the only sample of its class, "rare"`) {
		t.Errorf("a class of one sample: %v", err)
	}
}

func TestCrossValidateRefuses(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(63)), 30, false)
	for _, folds := range []int{1, -1, 31} {
		_, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: folds})
		if e, ok := err.(*Error); !ok || e.Code != InvalidOption || e.Path != "folds" {
			t.Errorf("%d folds: %v", folds, err)
		}
	}
	if v, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 30}); err != nil || v.Spread.R2 == v.Spread.R2 || !(v.Spread.RMSE > 0) {
		t.Errorf("as many folds as samples: %v", err)
	}
	one := d.Pick([]int{4})
	if _, err := CrossValidate(one, Recipe{}, CrossValidateOptions{}); err == nil || err.(*Error).Code != InvalidInput {
		t.Errorf("one sample: %v", err)
	}
	equal := d.Pick([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3})
	equal.Values.Data[11] = 77
	for seed := range uint64(20) { // whichever folds they are in
		for _, folds := range []int{2, 12} {
			_, err := CrossValidate(equal, Recipe{}, CrossValidateOptions{Folds: folds, Seed: seed})
			if e, ok := err.(*Error); !ok || e.Code != IllDefined || e.Row != 11 || !strings.HasPrefix(e.Message, "X[3] and X[11] are equal, but y[3] and y[11] differ.") {
				t.Fatalf("equal rows with different y: %v", err)
			}
		}
	}
	if _, err := CrossValidate(equal, Recipe{SQANN: SQANNOptions{Duplicates: DuplicatesMean}}, CrossValidateOptions{}); err != nil {
		t.Error(err)
	}
	if _, err := CrossValidate(d, Recipe{TNN: &TNNOptions{}}, CrossValidateOptions{}); err == nil || err.(*Error).Code != Unsupported {
		t.Errorf("a TNN on two features without order: %v", err)
	}
}

// What only a fold's scaling brings together is named by the caller's rows.
func TestErrorsOfFoldsNameTheCallersRows(t *testing.T) {
	e := InRows(illDefined(1, 5, true, false), []int{1, 2, 3, 5, 6, 7, 8}).(*Error)
	if e.Row != 7 || e.other != 2 || !strings.Contains(e.Message, "X[2] and X[7] are equal, but y[2] and y[7]") {
		t.Error(e)
	}
	e = InRows(InRows(onlyOne(1, "c", false), []int{0, 2}), []int{1, 2, 4}).(*Error)
	if e.Row != 4 || !strings.Contains(e.Message, "y[4] is the only sample of its class, c") {
		t.Error(e)
	}
	if err := InRows(Control{}.aborted(), nil); err.(*Error).Code != Aborted {
		t.Error(err)
	}
}

func TestCrossValidateTellsAndStops(t *testing.T) {
	d := noisySet(rand.New(rand.NewSource(65)), 60, false)
	var told []int
	_, err := CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 6, Control: Control{Progress: func(p Progress) {
		if p.Total != 6 {
			t.Fatalf("progress %+v", p)
		}
		if len(told) == 0 || told[len(told)-1] != p.Placed {
			told = append(told, p.Placed)
		}
	}}})
	if err != nil || !slices.Equal(told, []int{0, 1, 2, 3, 4, 5, 6}) {
		t.Errorf("%v: %v", told, err)
	}
	done := make(chan struct{})
	last := 0
	_, err = CrossValidate(d, Recipe{}, CrossValidateOptions{Folds: 6, Control: Control{Done: done, Progress: func(p Progress) {
		if last = p.Placed; p.Placed == 3 {
			select {
			case <-done:
			default:
				close(done)
			}
		}
	}}})
	if e, ok := err.(*Error); !ok || e.Code != Aborted || last != 3 {
		t.Errorf("%v at %d", err, last)
	}
}
