package core

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What becomes of the answers where a table or a question is changed in a way that says what must become of them: docs/trust.md has the
// list. within is 0 for the same bits.
func TestRelations(t *testing.T) {
	numbers := slopesSet(120, 4, 0.3, 77)
	classes := classed(slopesSet(120, 4, 0.3, 77))
	asked := slopesSet(60, 4, 0, 78).X
	copy(asked.Data, numbers.X.Data[:40]) // ten of them were fitted
	permuted := func(m Matrix, order []int) Matrix {
		out := newMatrix(m.Rows, m.Columns)
		for i := range m.Rows {
			for j, from := range order {
				out.Row(i)[j] = m.Row(i)[from]
			}
		}
		return out
	}
	mapped := func(m Matrix, f func(v float64) float64) Matrix {
		m.Data = slices.Clone(m.Data)
		for i := range m.Data {
			m.Data[i] = f(m.Data[i])
		}
		return m
	}
	with := func(m Matrix, constant float64) Matrix {
		out := newMatrix(m.Rows, m.Columns+1)
		for i := range m.Rows {
			copy(out.Row(i), m.Row(i))
			out.Row(i)[m.Columns] = constant
		}
		return out
	}
	others := []int{2, 0, 3, 1}
	// What a fit finds by itself it finds by folds and trees, which hang on the values' bits.
	finds := func(o SQANNOptions) bool { return o.Preset == XAIA && o.Interpolation.Mode == InterpolatePreset }
	given := func(o SQANNOptions, _ Dataset) bool { return !finds(o) }
	leafless := func(o SQANNOptions, _ Dataset) bool { return !finds(o) && o.Interpolation.Forest.Use != On }
	type table struct {
		d     Dataset
		asked Matrix
	}
	relations := []struct {
		name   string
		within float64 // of the outcomes' range
		of     func(table) table
		back   func(values Matrix) Matrix // what the answers were to be, of those before; nil: the same
		only   func(o SQANNOptions, d Dataset) bool
	}{
		{"columns in another order", 1e-9, func(x table) table {
			x.d.X, x.asked = permuted(x.d.X, others), permuted(x.asked, others)
			return x
		}, nil, given},
		{"all inputs times 1024", 0, func(x table) table {
			times := func(v float64) float64 { return 1024 * v }
			x.d.X, x.asked = mapped(x.d.X, times), mapped(x.asked, times)
			return x
		}, nil, func(o SQANNOptions, _ Dataset) bool { return !finds(o) && o.Preset == XAIA && o.Scale != ScaleNone }},
		{"all inputs mirrored", 1e-12, func(x table) table {
			minus := func(v float64) float64 { return -v }
			x.d.X, x.asked = mapped(x.d.X, minus), mapped(x.asked, minus)
			return x
		}, nil, leafless},
		{"a constant column more", 1e-9, func(x table) table {
			x.d.X, x.asked = with(x.d.X, 7), with(x.asked, 7)
			return x
		}, nil, leafless},
		{"outcomes times 4", 1e-12, func(x table) table {
			x.d.Values = mapped(x.d.Values, func(v float64) float64 { return 4 * v })
			return x
		}, func(values Matrix) Matrix {
			return mapped(values, func(v float64) float64 { return 4 * v })
		}, func(o SQANNOptions, d Dataset) bool { return !finds(o) && d.Labels == nil }},
		{"each row twice", 1e-9, func(x table) table {
			twice := make([]int, 2*x.d.X.Rows)
			for i := range twice {
				twice[i] = i / 2
			}
			x.d = x.d.Pick(twice)
			return x
		}, nil, leafless},
		{"classes renamed, in their order", 0, func(x table) table {
			x.d.Labels = slices.Clone(x.d.Labels)
			for i, l := range x.d.Labels {
				x.d.Labels[i] = Texts(fmt.Sprint("x", slices.Index(Texts("high", "low", "middle"), l)))[0]
			}
			return x
		}, nil, func(_ SQANNOptions, d Dataset) bool { return d.Labels != nil }},
		{"rows asked in another order", 0, func(x table) table {
			x.asked = Dataset{X: x.asked}.Pick(rand.New(rand.NewPCG(1, 1)).Perm(x.asked.Rows)).X
			return x
		}, func(values Matrix) Matrix {
			return Dataset{X: values}.Pick(rand.New(rand.NewPCG(1, 1)).Perm(values.Rows)).X
		}, nil},
		{"one row asked alone", 0, func(x table) table {
			x.asked = Dataset{X: x.asked}.Pick([]int{47}).X
			return x
		}, func(values Matrix) Matrix { return Dataset{X: values}.Pick([]int{47}).X }, nil},
	}
	for name, o := range map[string]SQANNOptions{
		"as usual": {}, "the paper's": {Preset: Paper}, "means": {Interpolation: Interpolation{Mode: InterpolateTop, Top: 16}},
		"lines": {Interpolation: Interpolation{Mode: InterpolateLocal}}, "not scaled": {Scale: ScaleNone, Interpolation: Interpolation{Mode: InterpolateTop, Top: 16}},
		"a forest": {Interpolation: Interpolation{Mode: InterpolateTop, Top: 16, Forest: Forest{Use: On, Share: 0.5, Leaf: 2}}},
	} {
		for _, d := range []Dataset{numbers, classes} {
			if !finds(o) {
				o.Relevance.Kind = RelevanceOff
			}
			before, err := fit(t, d, o).Predict(asked)
			if err != nil {
				t.Fatal(err)
			}
			spread := 1.0
			if d.Labels == nil {
				spread = slices.Max(d.Values.Data) - slices.Min(d.Values.Data)
			}
			for _, r := range relations {
				if r.only != nil && !r.only(o, d) {
					continue
				}
				now := r.of(table{d, asked})
				p, err := fit(t, now.d, o).Predict(now.asked)
				if err != nil {
					t.Fatalf("%s, %s: %v", name, r.name, err)
				}
				want := before.Values
				if r.back != nil {
					want = r.back(want)
				}
				var off float64
				for i, v := range p.Values.Data {
					off = math.Max(off, math.Abs(v-want.Data[i])/spread)
				}
				if !(off <= r.within) || len(p.Values.Data) != len(want.Data) {
					t.Errorf("%s, classes %v, %s: answers are off by %g of the range, at most %g", name, d.Labels != nil, r.name, off, r.within)
				}
			}
		}
	}
}
