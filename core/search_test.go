package core

import (
	"math"
	"math/rand"
	"slices"
	"sync"
	"testing"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// byPass is Predict with the whole propagation of every input.
func byPass(m *SQANN, x Matrix) *Predictions {
	out := &Predictions{Values: Matrix{Data: make([]float64, x.Rows*m.OutputCount()), Rows: x.Rows, Columns: m.OutputCount()}, Status: make([]Status, x.Rows)}
	scaled := make([]float64, x.Columns)
	p := network.FullPropagation{Network: m.network}
	for i := range x.Rows {
		m.points.scaler.apply(scaled, x.Row(i))
		p.Run(scaled)
		a := answerOf(m, &p, scaled, output)
		copy(out.Values.Row(i), a.value)
		out.Status[i] = a.status
	}
	return out
}

// answerOf is the answer to what has been propagated.
func answerOf(m *SQANN, seen network.Propagation, scaled []float64, w want) *answer {
	a, how := &answer{network: m.network, seen: seen}, m.Interpolation()
	a.begin(m.points, w)
	copy(a.x, scaled)
	m.fill(a, &how)
	return a
}

// What is within the strong radius in the input space need not be so in its own layer, and what
// is just at the radius is hit: with the radius at such distances, and just below them, a
// search must hit what the whole propagation hits.
func TestSearchAtTheStrongRadius(t *testing.T) {
	r := rand.New(rand.NewSource(77))
	deep, passedBy, none := 0, 0, 0
	for range 60 {
		n, features := 20+r.Intn(120), 1+r.Intn(6)
		d := Dataset{X: Matrix{Rows: n, Columns: features}, Values: Matrix{Rows: n, Columns: 1}}
		for range n {
			for range features {
				d.X.Data = append(d.X.Data, r.NormFloat64())
			}
			d.Values.Data = append(d.Values.Data, r.NormFloat64())
		}
		m := fit(t, d, SQANNOptions{Scale: ScaleNone})
		strong := func(d2 float64) {
			for _, l := range m.network.Layers {
				l.Act.Strong = d2
			}
		}
		for range 40 {
			x := Matrix{Rows: 1, Columns: features}
			for _, v := range d.X.Row(r.Intn(n)) {
				x.Data = append(x.Data, v+0.2*m.network.Q*r.NormFloat64())
			}
			strong(-1)
			whole := network.FullPropagation{Network: m.network}
			whole.Run(x.Data)
			k := r.Intn(len(m.network.Layers))
			i := whole.Nearest[k]
			if r.Intn(3) == 0 {
				i = r.Intn(m.network.Layers[k].Size())
			}
			own, input := whole.D2[k][i], spatial.SquaredDistance(x.Data, m.points.x.Row(m.network.Layers[k].Point[i]))
			if own > m.network.Searched {
				continue
			}
			for _, limit := range []float64{own, input, math.Nextafter(own, -1), math.Nextafter(input, -1)} {
				strong(limit)
				want := byPass(m, x)
				got, err := m.Predict(x)
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

// A search is used again by the next question. Whoever asks at the same time, one row or many, near or far, gets the answers
// that a model gives which was asked nothing before.
func TestSearchIsUsedAgain(t *testing.T) {
	d := randomCloud(600)
	fresh := func() *SQANN {
		m, err := FitSQANN(d, SQANNOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	x := newMatrix(400, d.X.Columns)
	r := rand.New(rand.NewSource(4))
	for i := range x.Data {
		x.Data[i] = 3*r.Float64() - 1
	}
	copy(x.Data, d.X.Data[:60*d.X.Columns])
	x.Data[len(x.Data)-1] = 1e9
	want, err := fresh().Examine(x)
	if err != nil {
		t.Fatal(err)
	}
	asked := fresh()
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			for i := g; i < x.Rows; i++ {
				row := Matrix{Rows: 1, Columns: x.Columns, Data: x.Row(i)}
				p, err := asked.Predict(row)
				if err != nil {
					t.Error(err)
					return
				}
				e, err := asked.Examine(row)
				if err != nil {
					t.Error(err)
					return
				}
				if !slices.Equal(p.Values.Data, want.Values.Row(i)) || !slices.Equal(e.Values.Data, want.Values.Row(i)) || e.Familiarity[0] != want.Familiarity[i] || e.Recognition[0] != want.Recognition[i] {
					t.Errorf("row %d alone is answered by %v, familiarity %g; among others by %v, %g", i, e.Values.Data, e.Familiarity[0], want.Values.Row(i), want.Familiarity[i])
					return
				}
			}
		})
	}
	group.Wait()
}
