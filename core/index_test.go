package core

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/network"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// Where there are more neighbours than a fit may keep, they are found anew: the same network.
func TestNeighboursThatAreNotKept(t *testing.T) {
	r := rand.New(rand.NewSource(33))
	for _, features := range []int{2, 6} {
		d := Dataset{X: Matrix{Rows: 600, Columns: features}, Values: Matrix{Rows: 600, Columns: 1}}
		for i := range d.X.Rows {
			width := 0.01 // a dense spot
			if i%5 == 0 {
				width = 1
			}
			for range features {
				d.X.Data = append(d.X.Data, width*r.NormFloat64())
			}
			d.Values.Data = append(d.Values.Data, r.NormFloat64())
		}
		o := SQANNOptions{Scale: ScaleNone, Settings: []Settings{{A1: 1e-4, A2: 0.05, Admission: 0.1, Activation: 0.6}}}
		kept := fit(t, d, o)
		o.MaxBytes = 2 << 20
		m, err := prepareSQANN(d, o)
		if err != nil {
			t.Fatal(err)
		}
		limit := network.NewActivation(network.Settings(o.Settings[0]), defaultR).Moderate
		neighbours, err := spatial.FindNeighbours(m.network.Index, limit, nil, m.network.Index.Places(), m.newAccount())
		if err != nil || neighbours.List != nil {
			t.Fatalf("%d features: the neighbours are kept (%v)", features, err)
		}
		if err := m.construct(); err != nil {
			t.Fatal(err)
		}
		m.finished()
		sameBits(t, kept, m)
		if kept.report.Steps != m.report.Steps || kept.report.Collisions != m.report.Collisions || kept.report.Collisions < 30 {
			t.Errorf("%d features: reports %+v and %+v", features, kept.report, m.report)
		}
	}
}

// Queries far from all samples, which the tree leaves little out for, and near ones find what all distances say.
func TestStrongestOfManyFeatures(t *testing.T) {
	d, err := digitsData()
	if err != nil {
		t.Fatal(err)
	}
	m, err := FitSQANN(d, SQANNOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewSource(1))
	s, x, scaled := m.network.NewPropagation(), make([]float64, m.FeatureCount()), make([]float64, m.FeatureCount())
	for _, scale := range []float64{1, 4, 16, 1e5} {
		for range 5 {
			row := d.X.Row(r.Intn(d.X.Rows))
			for j := range x {
				x[j] = row[j] + scale*(r.Float64()-0.5)
			}
			m.points.scaler.apply(scaled, x)
			p := network.FullPropagation{Network: m.network}
			p.Run(scaled)
			s.Run(scaled)
			if _, hit := s.Recognised(); hit {
				continue
			}
			for _, top := range []int{1, 8, 100} {
				if got, want := s.Strongest(nil, top), p.Strongest(nil, top); !slices.Equal(got, want) {
					t.Fatalf("scale %g, the %d strongest: %v, all distances say %v", scale, top, got, want)
				}
			}
		}
	}
}
