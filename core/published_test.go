package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"
)

// Whose α a sample gets under the published presets is known when it joins a layer:
// it must be what propagating all of them through the finished network says, also on
// sets full of equal fingerprints, and where a sample was dropped and placed again.
func TestPublishedAnswers(t *testing.T) {
	r := rand.New(rand.NewSource(41))
	fits, others := 0, 0
	for range 3000 {
		for range 4 {
			o := SQANNOptions{Preset: []Preset{PublishedV1, PublishedV2}[r.Intn(2)], Trace: r.Intn(4) == 0}
			for k := range 200 {
				o.Settings = append(o.Settings, Settings{A1: 0.002, A2: 0.1 + 0.2*r.Float64(),
					Admission: math.Max(0.2-0.01*float64(k), 0.02), Activation: 0.6 + 0.3*r.Float64()})
			}
			// Points of a lattice in random order: many are equally far from a node.
			side, step := 2+r.Intn(5), 0.1+0.4*r.Float64()
			var list [][]float64
			for _, i := range r.Perm(side * side) {
				list = append(list, []float64{float64(i%side) * step, float64(i/side) * step})
			}
			d := Dataset{X: distinct(list, ScaleNone)}
			d.Values = Matrix{Data: make([]float64, d.X.Rows), Rows: d.X.Rows, Columns: 1}
			m, err := prepareSQANN(d, o)
			if err != nil {
				t.Fatal(err)
			}
			if m.construct() != nil {
				continue // more layers than settings: equal fingerprints drop one another for ever
			}
			want, _ := m.network.AnsweredBy(m.newAccount())
			if !slices.Equal(m.answeredBy, want) {
				t.Fatalf("%d samples: answers %v, propagated %v", d.X.Rows, m.answeredBy, want)
			}
			fits++
			for p, other := range want {
				if other != p {
					others++
				}
			}
		}
	}
	t.Logf("%d fits, %d samples get another's α", fits, others)
	if fits < 100 || others < 100 {
		t.Errorf("only %d fits, %d samples get another's α", fits, others)
	}
}
