package core

import (
	"math"
	"math/rand"
	"testing"
)

// byPass is Predict with the whole propagation of every input.
func byPass(m *SQANN, x Matrix, how Interpolation) *Predictions {
	how = how.or(m.options.Interpolation)
	out := &Predictions{Values: Matrix{Data: make([]float64, x.Rows*m.Outputs()), Rows: x.Rows, Columns: m.Outputs()}, Status: make([]Status, x.Rows)}
	scaled := make([]float64, x.Columns)
	var p pass
	for i := range x.Rows {
		m.points.scaler.apply(scaled, x.Row(i))
		p.run(m.network, scaled)
		a := answer{value: out.Values.Row(i)}
		m.answer(&a, &p, how)
		out.Status[i] = a.status
	}
	return out
}

// A search with dense fingerprints leaves out most distances; the answers must be
// those of the whole propagation. Many features, and sets where few or all nodes
// are near an input.
func TestDenseSearchEqualsPass(t *testing.T) {
	r := rand.New(rand.NewSource(24))
	hits, answers, few, ties := 0, 0, 0, 0
	for range 25 {
		for _, shape := range shapes {
			n := 2 + r.Intn(150)
			o := SQANNOptions{Scale: []ScaleKind{ScaleNone, ScaleMinMax}[r.Intn(2)]}
			switch r.Intn(4) {
			case 0:
				o.Settings = []Settings{{A1: 0.05, A2: 0.2, Admission: 0.15, Activation: 0.5}}
			case 1: // every activation reaches 0 not far away
				zero := 1.0
				o.R = &zero
			}
			d := Dataset{X: distinct(shape.make(r, n, 2+r.Intn(12)), o.Scale)}
			d.Values = Matrix{Rows: d.X.Rows, Columns: 1}
			for range d.X.Rows {
				d.Values.Data = append(d.Values.Data, r.NormFloat64())
			}
			m := inForm(t, d, o, false)
			x := Matrix{Columns: d.X.Columns}
			for range 40 {
				size := math.Pow(10, r.Float64()*8-5)
				if r.Intn(8) == 0 {
					size = math.Pow(10, 10+r.Float64()*150)
				}
				for _, v := range d.X.Row(r.Intn(d.X.Rows)) {
					x.Data = append(x.Data, v+size*r.NormFloat64())
				}
				x.Rows++
			}
			for _, how := range []Interpolation{{}, {Mode: InterpolateTop, Top: keepMost + 6}, {Mode: InterpolateTop, Top: 1000}, {Mode: InterpolateTNN, A: 5}, {Mode: InterpolateNearest}} {
				got, err := m.Predict(x, how)
				if err != nil {
					t.Fatal(err)
				}
				want := byPass(m, x, how)
				for i := range x.Rows {
					v, w := got.Values.Data[i], want.Values.Data[i]
					if math.Float64bits(v) != math.Float64bits(w) || got.Status[i] != want.Status[i] {
						t.Fatalf("%s, mode %d, query %v: %v %v, want %v %v", shape.name, how.Mode, x.Row(i), v, got.Status[i], w, want.Status[i])
					}
					answers++
					if want.Status[i] == StatusHit {
						hits++
					}
				}
			}
			s := newSearch(m.network)
			scaled := make([]float64, x.Columns)
			for i := range x.Rows {
				m.points.scaler.apply(scaled, x.Row(i))
				if s.run(scaled); s.few && !s.isHit {
					few++
				}
				if s.pruningIsUnsound() {
					ties++
				}
			}
		}
	}
	t.Logf("%d answers, %d hits, %d where few are near, %d that can't be pruned", answers, hits, few, ties)
	if hits < 1000 || few < 1000 || ties < 10 {
		t.Error("too few to tell")
	}
}

func (s *search) pruningIsUnsound() bool {
	if s.isHit {
		return false
	}
	return s.act.at(s.n.tree.bound(1, s.x, inf)) > 0 && !s.takeNearest(min(3, len(s.rank)), true)
}

// What is within the strong radius in the input space need not be so in its own layer, and what
// is just at the radius is hit: with the radius at such distances, and just below them, a
// search must hit what the whole propagation hits.
func TestSearchAtTheStrongRadius(t *testing.T) {
	r := rand.New(rand.NewSource(77))
	deep, passedBy, none := 0, 0, 0
	for range 60 {
		n, features := 20+r.Intn(120), 1+r.Intn(3)
		d := Dataset{X: Matrix{Rows: n, Columns: features}, Values: Matrix{Rows: n, Columns: 1}}
		for range n {
			for range features {
				d.X.Data = append(d.X.Data, r.NormFloat64())
			}
			d.Values.Data = append(d.Values.Data, r.NormFloat64())
		}
		m := inForm(t, d, SQANNOptions{Scale: ScaleNone}, r.Intn(4) > 0)
		strong := func(d2 float64) {
			for _, l := range m.network.layers {
				l.act.strong = d2
			}
		}
		for range 40 {
			x := Matrix{Rows: 1, Columns: features}
			for _, v := range d.X.Row(r.Intn(n)) {
				x.Data = append(x.Data, v+0.2*m.network.q*r.NormFloat64())
			}
			strong(-1)
			var whole pass
			whole.run(m.network, x.Data)
			k := r.Intn(len(m.network.layers))
			i := whole.nearest[k]
			if r.Intn(3) == 0 {
				i = r.Intn(m.network.layers[k].size())
			}
			own, input := whole.d2[k][i], squaredDistance(x.Data, m.points.x.Row(m.network.layers[k].point[i]))
			if own > m.network.faint() {
				continue
			}
			for _, limit := range []float64{own, input, math.Nextafter(own, -1), math.Nextafter(input, -1)} {
				strong(limit)
				want := byPass(m, x, Interpolation{})
				got, err := m.Predict(x, Interpolation{})
				if err != nil || got.Status[0] != want.Status[0] || got.Values.Data[0] != want.Values.Data[0] {
					t.Fatalf("%d × %d, radius² %v of node %d in layer %d: %v %v, the whole propagation says %v %v (%v)",
						n, features, limit, i, k+1, got.Status[0], got.Values.Data[0], want.Status[0], want.Values.Data[0], err)
				}
				switch {
				case want.Status[0] != StatusHit:
					none++
				case k > 0 && limit == own:
					deep++
				}
				if k > 0 && input <= limit && limit < own && want.Status[0] != StatusHit {
					passedBy++
				}
			}
		}
	}
	if deep < 100 || passedBy < 100 || none < 100 {
		t.Errorf("%d were hit in deeper layers, %d near ones passed by, %d hit nothing", deep, passedBy, none)
	}
}
