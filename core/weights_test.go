package core

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func someWeights(r *rand.Rand, rows int) (list []float64) {
	for range rows {
		list = append(list, math.Exp(2*r.NormFloat64()))
	}
	return list
}

// plainWeight is what docs/spec.md says of a neuron of these samples.
func plainWeight(m *SQANN, samples []int) float64 {
	d, w := m.data, 0.0
	for _, row := range samples {
		if d.Weights == nil {
			w++
		} else {
			w += d.Weights[row]
		}
	}
	w /= float64(len(samples))
	if m.options.Balanced { // the tests' points have one class each, or the first sample's
		of := 0
		for _, l := range d.Labels {
			if l == d.Labels[samples[0]] {
				of++
			}
		}
		w *= float64(len(d.Labels)) / float64(len(m.points.classes)*of)
	}
	return w
}

// A weighted answer is the mean of what the unweighted network activates, by weight times activation. Hits stay exact.
func TestWeightsEqualPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 3))
	moved := 0
	for set := range 40 {
		d := Dataset{X: newMatrix(40, 2)}
		for i := range d.X.Data {
			d.X.Data[i] = math.Round(4*r.NormFloat64()) / 4 // some are equal
		}
		for range 40 {
			d.Labels = append(d.Labels, Text([]string{"a", "b", "c"}[min(r.IntN(9)/4, 2)]))
		}
		if set%2 == 1 {
			d.Values = oneHot(d.Labels, sortedClasses(d.Labels))
			d.Labels = nil
		}
		for _, how := range []Interpolation{{Mode: InterpolateTop, Top: 3}, {Mode: InterpolateTop, Top: 30}, {Mode: InterpolateLayerwise}, {Mode: InterpolateTNN, A: 3}} {
			o := SQANNOptions{Duplicates: DuplicatesFirst, Interpolation: how, Relevance: Relevance{Kind: RelevanceOff}}
			if set%3 == 0 {
				o.Preset = Paper
			}
			plain := fit(t, d, o)
			weighed := d
			if set%4 < 3 {
				weighed.Weights = someWeights(r, 40)
			}
			o.Balanced = d.Labels != nil
			m := fit(t, weighed, o)
			x := newMatrix(30, 2)
			for i := range x.Data {
				x.Data[i] = r.NormFloat64()
			}
			copy(x.Data, d.X.Data[:10])
			answers, err := m.Predict(x)
			if err != nil {
				t.Fatal(err)
			}
			for i := range x.Rows {
				e, err := plain.Explain(x.Row(i))
				if err != nil {
					t.Fatal(err)
				}
				got, err := m.Explain(x.Row(i))
				if err != nil {
					t.Fatal(err)
				}
				want, sum := make([]float64, m.OutputCount()), 0.0
				for _, n := range e.Neurons {
					sum += plainWeight(m, n.Samples) * n.Activation
				}
				if how.Mode == InterpolateTNN && e.Status != StatusHit {
					u := plainWeight(m, e.Neurons[0].Samples) * e.Neurons[0].Activation / sum
					s := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
					low, high := s(2*how.A*u+how.A), s(2*how.A*u-how.A)
					for k := range want {
						a, b := e.Neurons[0].Alpha[k], e.Neurons[1].Alpha[k]
						want[k] = b*low + (a-b)*high
					}
				} else {
					for j, n := range e.Neurons {
						w := plainWeight(m, n.Samples) * n.Activation / sum
						if sum == 0 {
							w = 1 / float64(len(e.Neurons))
						}
						if math.Abs(w-got.Neurons[j].Weight) > 1e-12 {
							t.Fatalf("set %d, %+v, row %d: neuron %d weighs %v, not %v", set, how, i, j, got.Neurons[j].Weight, w)
						}
						for k, y := range n.Alpha {
							want[k] += w * y
						}
					}
				}
				if got.Status != e.Status || e.Status == StatusHit && !slices.Equal(got.Value, e.Value) {
					t.Fatalf("set %d, row %d: a hit isn't what it was", set, i)
				}
				for k, v := range want {
					if math.Abs(answers.Values.Row(i)[k]-v) > 1e-12 || math.Abs(got.Value[k]-v) > 1e-12 {
						t.Fatalf("set %d, %+v, row %d: the answer is %v, not %v", set, how, i, answers.Values.Row(i), want)
					}
				}
				if largestDifference(e.Value, got.Value) > 0.1 {
					moved++
				}
			}
		}
	}
	if moved < 100 {
		t.Errorf("weights moved %d answers alone", moved)
	}
}

// Weights go with their rows: through absorb, remove, folds and one left out.
func TestWeightsStayWithTheirSamples(t *testing.T) {
	d := slopesSet(60, 3, 1, 4)
	d.Weights = someWeights(rand.New(rand.NewPCG(4, 4)), 60)
	o := SQANNOptions{Relevance: Relevance{Kind: RelevanceOff}, Interpolation: Interpolation{Mode: InterpolateTop, Top: 8}}
	old, rest := d.Pick(sortedFrom(0, 50)), d.Pick(sortedFrom(50, 60))
	m := fit(t, old, o)
	for _, given := range []bool{true, false} {
		want := d
		if !given {
			rest.Weights = nil
			want.Weights = slices.Concat(d.Weights[:50], slices.Repeat([]float64{1}, 10))
		}
		a, err := Absorb(m, rest, AbsorbOptions{})
		if err != nil || len(a.Absorbed) != 10 {
			t.Fatal(a, err)
		}
		if whole := fit(t, want, o); !isSameModel(t, whole, a.Model.(*SQANN), d.X) {
			t.Error("absorbed samples haven't their weights")
		}
	}
	less, err := Remove(m, []int{0, 7}, Control{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(less.Data().Weights, slices.Concat(d.Weights[1:7], d.Weights[8:50])) {
		t.Error("removing took other weights")
	}
	left, err := LeaveOneOut(m, Control{})
	if err != nil {
		t.Fatal(err)
	}
	others, _ := Remove(m, []int{9}, Control{})
	p, _ := others.Predict(oneRow(old.X.Row(9)))
	if !slices.Equal(left.Values.Row(9), p.Values.Row(0)) {
		t.Error("leaving one out took other weights")
	}
	// Weights that are all the same are none.
	none := old
	none.Weights = nil
	same := old
	same.Weights = slices.Repeat([]float64{4}, 50)
	if !sameExaminations(t, fit(t, none, o), fit(t, same, o), rest.X) {
		t.Error("equal weights count")
	}
	for _, wrong := range [][]float64{{1}, {}, slices.Repeat([]float64{0}, 50), slices.Repeat([]float64{math.NaN()}, 50), slices.Repeat([]float64{inf}, 50), slices.Repeat([]float64{-1}, 50)} {
		bad := old
		bad.Weights = wrong
		if _, err := FitSQANN(bad, o); err == nil || err.(*Error).Path[:7] != "weights" || err.(*Error).Hint == "" {
			t.Errorf("weights %v: %v", wrong, err)
		}
	}
	o.Balanced = true
	if _, err := FitSQANN(old, o); err == nil || err.(*Error).Path != "weights" {
		t.Errorf("balanced numbers: %v", err)
	}
	line := Dataset{X: ColumnOf(0, 1), Values: ColumnOf(0, 1), Weights: []float64{1, 2}}
	if _, err := FitTNN(line, TNNOptions{}); err == nil || err.(*Error).Code != Unsupported {
		t.Errorf("a TNN: %v", err)
	}
	classes := Dataset{X: ColumnOf(0, 1), Labels: []Label{Text("a"), Text("b")}}
	like := fit(t, classes, SQANNOptions{}).Like()
	like.Balanced = true
	if _, err := FitSQANN(classes, like); err == nil || err.(*Error).Path != "weights" {
		t.Errorf("balanced like a model that isn't: %v", err)
	}
}
