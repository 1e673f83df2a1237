package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// Every mode against its formula, from the explanation's own fingerprint.
func TestInterpolationModes(t *testing.T) {
	d := random2D(10, 40)
	m := fit(t, d, SQANNOptions{})
	r := rand.New(rand.NewSource(11))
	interpolated := 0
	for range 200 {
		x := []float64{r.Float64(), r.Float64()}
		e, _ := interpolating(t, m, Interpolation{Mode: InterpolateNone}).Explain(x)
		if e.Status == StatusHit {
			continue
		}
		interpolated++
		if e.Status != StatusNone || !math.IsNaN(e.Value[0]) || len(e.Neurons) != 0 {
			t.Fatalf("none: %+v", e)
		}
		type node struct {
			v, alpha float64
			layer    int
		}
		var all, best []node
		for k, v := range e.Fingerprint {
			var in []node
			for i, a := range v {
				in = append(in, node{a, m.points.alpha.Data[m.network.Layers[k].Point[i]], k + 1})
			}
			slices.SortStableFunc(in, func(a, b node) int { return -cmpFloat(a.v, b.v) })
			best = append(best, in[0])
			all = append(all, in...)
		}
		slices.SortStableFunc(all, func(a, b node) int { return -cmpFloat(a.v, b.v) })
		mean := func(nodes []node) float64 {
			var sum, weight float64
			for _, n := range nodes {
				sum, weight = sum+n.v*n.alpha, weight+n.v
			}
			return sum / weight
		}
		u := all[0].v / (all[0].v + all[1].v)
		tnn := fitTNN(t, []float64{0, 1}, []float64{all[1].alpha, all[0].alpha}, TNNOptions{A: 3})
		for _, c := range []struct {
			how  Interpolation
			want float64
			made int
		}{
			{Interpolation{}, mean(all[:8]), 8},
			{Interpolation{Mode: InterpolateTop, Top: 1}, all[0].alpha, 1},
			{Interpolation{Mode: InterpolateTop, Top: 3}, mean(all[:3]), 3},
			{Interpolation{Mode: InterpolateTop, Top: 1000}, mean(all), 40},
			{Interpolation{Mode: InterpolateLayerwise}, mean(best), len(e.Fingerprint)},
			{Interpolation{Mode: InterpolateNearest}, all[0].alpha, 1},
			{Interpolation{Mode: InterpolateTNN, A: 3}, tnn.dense(u)[0], 2},
			{Interpolation{Mode: InterpolateFunction, Top: 5, Function: func(value []float64, neurons []Neuron) {
				value[0] = neurons[4].Alpha[0] + 100
			}}, all[4].alpha + 100, 5},
		} {
			e, err := interpolating(t, m, c.how).Explain(x)
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(e.Value[0]-c.want) > 1e-9*math.Max(1, math.Abs(c.want)) || len(e.Neurons) != c.made || e.Status != StatusInterpolated {
				t.Fatalf("mode %d: %v from %d neurons, want %v from %d", c.how.Mode, e.Value[0], len(e.Neurons), c.want, c.made)
			}
			var sum float64
			for _, n := range e.Neurons {
				sum += n.Weight
			}
			if c.how.Mode != InterpolateFunction && math.Abs(sum-1) > 1e-12 {
				t.Fatalf("mode %d: the weights sum to %v", c.how.Mode, sum)
			}
			p, _ := interpolating(t, m, c.how).Predict(Matrix{Data: x, Rows: 1, Columns: 2})
			if p.Values.Data[0] != e.Value[0] || p.Status[0] != e.Status {
				t.Fatalf("mode %d: Predict gives %v, Explain %v", c.how.Mode, p.Values.Data[0], e.Value[0])
			}
		}
	}
	if interpolated < 50 {
		t.Errorf("only %d queries were interpolated", interpolated)
	}
	// Equal activations, here all 0: the lower layer first, then the lower node.
	plateau := SQANNOptions{R: new(float64)}
	*plateau.R = 1
	far, _ := interpolating(t, fit(t, m.Data(), plateau), Interpolation{Mode: InterpolateTop, Top: 1000}).Explain([]float64{1e150, 1e150})
	for i, n := range far.Neurons[1:] {
		if p := far.Neurons[i]; n.Activation != 0 || n.Layer < p.Layer || n.Layer == p.Layer && n.Node != p.Node+1 {
			t.Fatalf("without activation %+v comes before %+v", p, n)
		}
	}
	if last := far.Neurons[len(far.Neurons)-1]; last.Layer < 2 {
		t.Fatalf("this test needs more than %d layers", last.Layer)
	}
	// One neuron, and activations that are all 0.
	one := fit(t, Dataset{X: column(5), Values: column(7)}, SQANNOptions{})
	for _, how := range []Interpolation{{}, {Mode: InterpolateTNN, A: 2}, {Mode: InterpolateLayerwise}, {Mode: InterpolateNearest}} {
		if e, _ := interpolating(t, one, how).Explain([]float64{1e150}); e.Value[0] != 7 || e.Status != StatusInterpolated || e.Neurons[0].Weight != 1 {
			t.Errorf("one neuron, mode %d: %+v", how.Mode, e)
		}
	}
	two := fit(t, Dataset{X: column(0, 1), Values: column(1, 2)}, plateau)
	for _, how := range []Interpolation{{}, {Mode: InterpolateTNN, A: 40}} {
		if e, _ := interpolating(t, two, how).Explain([]float64{1e150}); math.Abs(e.Value[0]-1.5) > 1e-12 || e.Familiarity != 0 || e.Recognition != Weak {
			t.Errorf("no activation at all, mode %d: %+v", how.Mode, e)
		}
	}
}

func cmpFloat(a, b float64) int {
	if a < b {
		return -1
	}
	if a > b {
		return 1
	}
	return 0
}

func TestClassScores(t *testing.T) {
	d := random2D(14, 50)
	d.Values = Matrix{}
	for i := range d.X.Rows {
		d.Labels = append(d.Labels, Integer(int64(i%3)*10))
	}
	m := fit(t, d, SQANNOptions{})
	r := rand.New(rand.NewSource(19))
	for range 100 {
		e, _ := m.Explain([]float64{r.Float64(), r.Float64()})
		var sum float64
		for _, s := range e.Value {
			sum += s
		}
		if math.Abs(sum-1) > 1e-12 || e.Label != m.Classes()[argmax(e.Value)] {
			t.Fatalf("scores %v, label %v", e.Value, e.Label)
		}
	}
	p, _ := interpolating(t, m, Interpolation{Mode: InterpolateNone}).Predict(matrix(2, 1e9, 1e9))
	if p.Class(0) != -1 {
		t.Errorf("without an output the class is %d", p.Class(0))
	}
}

func TestVectorOutputs(t *testing.T) {
	d := random2D(15, 30)
	d.Values = Matrix{Rows: 30, Columns: 3}
	for i := range 90 {
		d.Values.Data = append(d.Values.Data, float64(i))
	}
	m := fit(t, d, SQANNOptions{})
	walk(t, m)
	x := matrix(2, 0.41, 0.57)
	whole, _ := m.Predict(x)
	for j := range 3 { // each output as if it were alone
		y := Matrix{Rows: 30, Columns: 1}
		for i := range 30 {
			y.Data = append(y.Data, d.Values.Row(i)[j])
		}
		alone, _ := fit(t, Dataset{X: d.X, Values: y}, SQANNOptions{}).Predict(x)
		if alone.Values.Data[0] != whole.Values.Data[j] {
			t.Errorf("output %d is %v, alone %v", j, whole.Values.Data[j], alone.Values.Data[0])
		}
	}
}

// Any number of outputs, each against the plain sum, to the last bit.
func TestMeansOfSeveralOutputs(t *testing.T) {
	r := rand.New(rand.NewSource(12))
	d := random2D(13, 60)
	for outputs := 1; outputs <= 5; outputs++ {
		d.Values = Matrix{Rows: d.X.Rows, Columns: outputs}
		for range d.X.Rows * outputs {
			d.Values.Data = append(d.Values.Data, r.NormFloat64())
		}
		plateau := 1.0 // activations are 0 far away
		m := fit(t, d, SQANNOptions{R: &plateau})
		x := Matrix{Data: []float64{1e150, 1e150, 50, -50}, Rows: 2, Columns: 2}
		for ; x.Rows < 60; x.Rows++ {
			x.Data = append(x.Data, r.Float64(), r.Float64())
		}
		p, err := m.Predict(x)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Rows {
			e, _ := m.Explain(x.Row(i))
			if e.Status == StatusHit {
				continue
			}
			for j := range outputs {
				sum, weight := 0.0, 0.0
				for _, n := range e.Neurons {
					v := n.Activation
					if i < 2 {
						v = 1 // nothing is activated: all weigh the same
					}
					sum, weight = sum+float64(v*n.Alpha[j]), weight+v
				}
				if got := p.Values.Row(i)[j]; got != sum/weight {
					t.Fatalf("row %d, output %d of %d: %v, want %v", i, j, outputs, got, sum/weight)
				}
			}
		}
	}
}
