package core

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Answers by search, and by passes where layers differ, against those of the plain network: to the bit, in one
// to fourteen features, for queries on samples, between them, and so far away that distances tie.
func TestAnswersOfThePlainNetwork(t *testing.T) {
	r := rand.New(rand.NewSource(22))
	answers, hits, collisions, deep, vectors := 0, 0, 0, 0, 0
	for round := range 30 {
		for _, shape := range shapes.All {
			n := 2 + r.Intn(100)
			features := 1 + r.Intn(3)
			if round%2 == 0 {
				features = 4 + r.Intn(11)
			}
			list := shape.Make(r, n, features)
			o := SQANNOptions{Scale: []ScaleKind{ScaleNone, ScaleMinMax}[r.Intn(2)]}
			switch r.Intn(6) {
			case 0: // wide layers, many collisions
				o.Settings = []Settings{{A1: 0.05, A2: 0.2, Admission: 0.15, Activation: 0.5}}
			case 1: // every activation reaches 0 not far away
				zero := 1.0
				o.R = &zero
			case 2: // layers that differ
				o.SettingsChoice = SettingsClassic
			}
			d := Dataset{X: distinct(list, o.Scale)}
			d.Values = Matrix{Rows: d.X.Rows, Columns: 1}
			for range d.X.Rows {
				d.Values.Data = append(d.Values.Data, r.NormFloat64())
			}
			want, err := plainFit(d, o)
			if err != nil {
				t.Fatal(err)
			}
			m := fit(t, d, o)
			if at := want.difference(m); at != "" {
				t.Fatalf("%s, %d × %d: %s", shape.Name, d.X.Rows, d.X.Columns, at)
			}
			collisions += m.report.Collisions
			deep = max(deep, len(m.network.Layers))
			vectors += m.network.Components()

			x := Matrix{Columns: d.X.Columns}
			for range 30 {
				size := math.Pow(10, r.Float64()*8-5)
				switch r.Intn(8) {
				case 0:
					size = 0 // a sample, and what ties with it
				case 1:
					size = math.Pow(10, 10+r.Float64()*130) // so far that distances tie
				}
				for _, v := range d.X.Row(r.Intn(d.X.Rows)) {
					x.Data = append(x.Data, v+size*r.NormFloat64())
				}
				x.Rows++
			}
			scaled := make([]float64, x.Columns)
			for _, how := range []Interpolation{{}, {Mode: InterpolateTop, Top: 3}, {Mode: InterpolateTop, Top: sorting.KeepMost + 6}, {Mode: InterpolateTop, Top: 1000},
				{Mode: InterpolateLayerwise}, {Mode: InterpolateTNN, A: 5}, {Mode: InterpolateNearest}, {Mode: InterpolateNone},
				{Mode: InterpolateLocal, Top: 12}, {Mode: InterpolateLocal, Top: sorting.KeepMost + 2, Local: Local{Width: 3, Flat: true}}} {
				got, err := interpolating(t, m, how).Predict(x)
				if err != nil {
					t.Fatal(err)
				}
				for i := range x.Rows {
					m.points.scaler.apply(scaled, x.Row(i))
					value, status := want.answer(m, scaled, how)
					if v := got.Values.Data[i]; math.Float64bits(v) != math.Float64bits(value[0]) || got.Status[i] != status {
						t.Fatalf("%s, %d × %d, %+v, query %v: %v %v, the plain network %v %v", shape.Name, d.X.Rows, d.X.Columns, how, x.Row(i), v, got.Status[i], value[0], status)
					}
					answers++
					if status == StatusHit {
						hits++
					}
				}
			}
		}
	}
	t.Logf("%d answers, %d hits, %d collisions, up to %d layers, %d components", answers, hits, collisions, deep, vectors)
	if collisions < 1000 || deep < 5 || hits < 1000 || vectors < 10000 {
		t.Error("too few to tell")
	}
}

// Samples along a curve, in its order or against it: each decision waits for the
// one before, through all of them where the tree begins at the wrong end.
func TestSamplesAlongACurve(t *testing.T) {
	const n = 300
	for _, backwards := range []bool{false, true} {
		for _, features := range []int{2, 5} {
			d := Dataset{X: Matrix{Rows: n, Columns: features}, Values: Matrix{Rows: n, Columns: 1}}
			for i := range n {
				s := float64(i) / n
				if backwards {
					s = 1 - s
				}
				for j := range features {
					d.X.Data = append(d.X.Data, math.Pow(s, float64(j+1)))
				}
				d.Values.Data = append(d.Values.Data, math.Sin(20*s))
			}
			want, err := plainFit(d, SQANNOptions{})
			if err != nil {
				t.Fatal(err)
			}
			m := fit(t, d, SQANNOptions{})
			if at := want.difference(m); at != "" || len(want.layers) < 2 {
				t.Errorf("%s; %d layers", at, len(want.layers))
			}
		}
	}
}
