package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/shapes"
)

// generatedModel fits a model of either kind on a set from one of the shapes.
func generatedModel(t testing.TB, r *rand.Rand, most int) Model {
	t.Helper()
	shape := shapes.All[r.Intn(len(shapes.All))]
	features := 1 + r.Intn(3)
	scale := []ScaleKind{ScaleNone, ScaleMinMax, ScaleStandard}[r.Intn(3)]
	tnn := r.Intn(3) == 0
	if tnn {
		features = 1
	}
	list := shape.Make(r, 2+r.Intn(most-1), features)
	d := Dataset{X: distinct(list, scale)}
	for range 1 + d.X.Rows/8 { // equal samples share a neuron
		d.X.Data = append(d.X.Data, slices.Clone(d.X.Row(r.Intn(d.X.Rows)))...)
		d.X.Rows++
	}
	d = withOutcomes(r, d)
	var m Model
	var err error
	if tnn {
		o := TNNOptions{Scale: scale}
		switch r.Intn(3) {
		case 0:
			o.A = 0.1 + 20*r.Float64()
		case 1:
			o.Tolerance = math.Pow(10, -6*r.Float64())
		}
		m, err = made(FitTNN(d, o))
	} else {
		o := SQANNOptions{Scale: scale, Preset: Preset(r.Intn(2))}
		if r.Intn(4) == 0 {
			o.Interpolation.Mode = InterpolateNone
		}
		m, err = FitSQANN(d, o)
	}
	if e, ok := err.(*Error); ok && e.Code == IllDefined {
		return generatedModel(t, r, most) // standard scaling brought two samples together
	}
	if err != nil {
		t.Fatalf("%s: %v", shape.Name, err)
	}
	return m
}

// withOutcomes gives equal rows equal outcomes.
func withOutcomes(r *rand.Rand, d Dataset) Dataset {
	labels := r.Intn(2) == 0
	d.Values.Columns = 1 + r.Intn(2)
	for i := range d.X.Rows {
		first := i
		for j := range i {
			if slices.Equal(d.X.Row(j), d.X.Row(i)) {
				first = j
				break
			}
		}
		switch {
		case labels && first < i:
			d.Labels = append(d.Labels, d.Labels[first])
		case labels:
			d.Labels = append(d.Labels, Integer(int64(r.Intn(4))))
		case first < i:
			d.Values.Data = append(d.Values.Data, d.Values.Row(first)...)
		default:
			for range d.Values.Columns {
				d.Values.Data = append(d.Values.Data, r.NormFloat64())
			}
		}
		if !labels {
			d.Values.Rows++
		}
	}
	if labels {
		d.Values = Matrix{}
	}
	return d
}

// nearby are rows around the samples of a data set, some of them samples.
func nearby(r *rand.Rand, d Dataset, rows int) Matrix {
	x := Matrix{Columns: d.X.Columns}
	size := math.Pow(10, 2-4*r.Float64())
	for i := range rows {
		for j, v := range d.X.Row(r.Intn(d.X.Rows)) {
			if i%4 > 0 {
				v += size * r.NormFloat64() * (d.X.Data[j] - d.X.Row(d.X.Rows - 1)[j])
			}
			x.Data = append(x.Data, v)
		}
		x.Rows++
	}
	return x
}

func explained(t testing.TB, m Model, x []float64) *Explanation {
	t.Helper()
	e, err := m.Explain(x)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// plainRow is row i of an examination, from the explanation.
func plainRow(t testing.TB, m Model, x []float64) (status Status, recognition Recognition, familiarity, activation float64) {
	t.Helper()
	switch m := m.(type) {
	case *SQANN:
		e := explained(t, m, x)
		for _, n := range e.Neurons {
			activation += n.Activation / float64(len(e.Neurons))
		}
		return e.Status, e.Recognition, e.Familiarity, activation
	case *TNN:
		e := explained(t, m, x)
		// The shares by their definition, of the samples that the explanation names.
		n := m.points.count()
		next := floatmath.Sigmoid(float64(2*m.a*((scaledRow(m, x)[0]-m.x.Data[n-1])/m.index.Gap(n-1))) - m.a)
		for j := n - 1; j >= 0; j-- {
			for _, beside := range e.Neighbours {
				if beside.Samples[0] == m.points.rows.At(m.order[j])[0] {
					familiarity = math.Max(familiarity, e.Fingerprint[0][j]-next)
				}
			}
			next = e.Fingerprint[0][j]
		}
		status = StatusInterpolated
		if slices.Contains(m.x.Data, scaledRow(m, x)[0]) {
			status = StatusHit
		}
		return status, e.Recognition, familiarity, familiarity
	}
	panic("no model")
}

func scaledRow(m Model, x []float64) []float64 {
	s := make([]float64, len(x))
	m.scaled(s, x)
	return s
}

func equalBits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		return math.Float64bits(x) == math.Float64bits(y) || x != x && y != y
	})
}
