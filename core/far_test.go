package core

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Whatever the units of features and outcomes, a question as large as the limit gets an answer between the outcomes, and
// everything that is said of it is finite.
func TestAnswersAtTheLimit(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	const rows = 40
	for _, features := range []int{1, 2, 5, 40} {
		for _, unit := range []float64{5e-324, 1e-140, 1e-10, 1, 1e100, 1e150} {
			for _, outcome := range []float64{5e-324, 1e-310, 1, 1e149, 0} {
				d := Dataset{X: newMatrix(rows, features)}
				for i := range d.X.Data {
					d.X.Data[i] = unit * math.Trunc(40*r.Float64()) / 40
					if unit == 5e-324 {
						d.X.Data[i] = unit * math.Trunc(1e6*r.Float64())
					}
				}
				if outcome == 0 {
					d.Labels = labelsOf(rows, 3)
				} else {
					d.Values = newMatrix(rows, 1)
					for i := range rows {
						d.Values.Data[i] = outcome * (1 + math.Trunc(9*r.Float64()))
					}
				}
				for i := range rows { // else duplicates merge outcomes
					d.X.Row(i)[0] = unit * float64(i)
					if unit == 1e150 {
						d.X.Row(i)[0] = unit / float64(i+1)
					}
				}
				for _, o := range []SQANNOptions{{}, {Preset: Paper}, {Scale: ScaleNone}, {Preset: Paper, Scale: ScaleMinMax}, {R: new(float64)},
					{Interpolation: Interpolation{Mode: InterpolateLayerwise}}, {Relevance: Relevance{Kind: RelevanceGiven, Features: filled(features, 1e150)}}} {
					m, err := FitSQANN(d, o)
					if err != nil {
						continue // no settings for this unit
					}
					checkFar(t, m, r, true)
				}
				if m, err := FitTNN(d, TNNOptions{Order: sorting.Identity(rows)}); err == nil {
					checkFar(t, m, r, false)
				}
				if m, err := FitTNN(d, TNNOptions{}); err == nil && features == 1 {
					checkFar(t, m, r, false)
				}
			}
		}
	}
}

func filled(n int, v float64) (list []float64) {
	for range n {
		list = append(list, v)
	}
	return list
}

func checkFar(t *testing.T, m Model, r *rand.Rand, means bool) {
	t.Helper()
	d, features := m.Data(), m.FeatureCount()
	least, largest := 0.0, 1.0
	if d.Labels == nil {
		least, largest = inf, -inf
		for _, y := range d.Values.Data {
			least, largest = math.Min(least, y), math.Max(largest, y)
		}
	}
	bit := largest * 0x1p-51 // of rounding
	var x Matrix
	x.Columns = features
	for _, far := range []float64{1e3, 1e80, 1e140, 1e150} {
		for i := range 4 {
			for j := range features {
				x.Data = append(x.Data, []float64{far, -far, far * float64(1-2*(j%2)), far * (r.Float64() - 0.5)}[i])
			}
			x.Rows++
		}
	}
	for i := range 10 {
		for j := range features {
			x.Data = append(x.Data, d.X.Row(i)[j]/2+d.X.Row(i + 20)[j]/2)
		}
		x.Rows++
	}
	e, err := m.Examine(x)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Predict(x)
	if err != nil {
		t.Fatal(err)
	}
	said, err := NewAttributor(m, nil).Attribute(x, Control{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.Rows {
		for j, v := range p.Values.Row(i) {
			if math.IsNaN(v) || means && !(v >= least-bit && v <= largest+bit) || v != e.Values.Row(i)[j] && means {
				t.Fatalf("%T, %d features, %v: the answer is %v and %v, outcomes are from %v to %v", m, features, x.Row(i), v, e.Values.Row(i)[j], least, largest)
			}
		}
		why, err := m.Explain(x.Row(i))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range why.Neurons {
			if !(n.Distance < inf && n.Activation >= 0 && n.Weight >= 0 && n.Weight <= 1+1e-12) {
				t.Fatalf("%T, %d features, %v: a neuron is %+v", m, features, x.Row(i), n)
			}
		}
		sum := said.EarlierLayers[i]
		for _, share := range said.Shares.Row(i) {
			sum += share
		}
		if !(e.Familiarity[i] >= 0 && e.Familiarity[i] <= 1) || sum != 0 && !(math.Abs(sum-1) < 1e-9) {
			t.Fatalf("%T, %d features, %v: familiarity %v, shares sum to %v", m, features, x.Row(i), e.Familiarity[i], sum)
		}
	}
}

// A TNN answers with numbers also where gaps are so small that steps over them are beyond all numbers.
func TestTNNOfTinyGaps(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 2000 {
		rows, features := 2+r.Intn(8), 1+r.Intn(3)
		d := Dataset{X: newMatrix(rows, features), Values: newMatrix(rows, 1)}
		for i := range d.X.Data {
			d.X.Data[i] = []float64{0, 5e-324, 1e-323, 1e-308, 1, -1, 1 + 0x1p-52, 1e150, -1e150, r.NormFloat64()}[r.Intn(10)]
		}
		for i := range rows {
			d.Values.Data[i] = r.NormFloat64()
		}
		o := TNNOptions{Order: r.Perm(rows), Duplicates: DuplicatesMean}
		if features == 1 && r.Intn(2) == 0 {
			o.Order = nil
		}
		m, err := FitTNN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		x := Matrix{Data: append(d.X.Data, filled(features, 1e150)...), Rows: rows + 1, Columns: features}
		e, err := m.Examine(x)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range e.Values.Data {
			if math.IsNaN(v) || math.IsInf(v, 0) || !(e.Familiarity[i] >= 0 && e.Familiarity[i] <= 1) {
				t.Fatalf("%v at %v: %v, familiarity %v (%+v)", d.X, x.Row(i), v, e.Familiarity[i], o)
			}
		}
		if !(m.Report().MaxFittingError < inf) {
			t.Fatalf("%v: the fitting error is %v", d.X, m.Report().MaxFittingError)
		}
	}
}
