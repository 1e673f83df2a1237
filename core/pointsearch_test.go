package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

// What a search finds is what all points measured in all features give, at limits that are exactly a
// point's distance as well, and the tree has the features that spread the points.
func TestPointSearchAgainstAllPoints(t *testing.T) {
	r := rand.New(rand.NewSource(31))
	found := 0
	for round := range 40 {
		for _, shape := range shapes {
			n := 1 + r.Intn(300)
			if round%10 == 0 {
				n = 1 + r.Intn(3)
			}
			if shape.name == "one far away" {
				n++
			}
			m, _ := MatrixOf(shape.make(r, n, 1+r.Intn(4*widest)))
			if round%2 == 0 { // features of very different width
				for i := range m.Rows {
					row := m.Row(i)
					for j := range row {
						row[j] = math.Ldexp(row[j], 8*(j%3)-30) + float64(j)
					}
				}
			}
			s := newPointSearch(&network{points: &points{x: m}})
			if (s.features != nil) != (m.Columns > widest) {
				t.Fatalf("%d features, in the tree %v", m.Columns, s.features)
			}
			x := make([]float64, m.Columns)
			for range 10 {
				copy(x, m.Row(r.Intn(m.Rows)))
				if r.Intn(2) == 0 {
					for j := range x {
						x[j] += r.NormFloat64() * math.Pow(10, r.Float64()*8-8)
					}
				}
				limit := spatial.SquaredDistance(x, m.Row(r.Intn(m.Rows)))
				var want []spatial.Found
				for i := range m.Rows {
					if d2 := spatial.SquaredDistance(x, m.Row(i)); d2 <= limit {
						want = append(want, spatial.Found{Place: int32(i), D2: d2})
					}
				}
				got, _ := s.within(nil, x, limit)
				slices.SortFunc(got, func(a, b spatial.Found) int { return int(a.Place - b.Place) })
				if !slices.Equal(got, want) {
					t.Fatalf("round %d, %s: within %g: %v, want %v", round, shape.name, limit, got, want)
				}
				found += len(want)
			}
		}
	}
	if found < 1000 {
		t.Errorf("%d found in all", found)
	}
}

// Rows of noise with a signal of another width in every fourth feature.
func TestWidestFeatures(t *testing.T) {
	r := rand.New(rand.NewSource(32))
	m := Matrix{Rows: 1000, Columns: 4 * widest}
	var want []int
	for i := range m.Rows {
		for j := range m.Columns {
			v := 1e6 + r.Float64()
			if j%4 == 3 {
				v += float64(5+j) * r.NormFloat64()
			}
			m.Data = append(m.Data, v)
			if i == 0 && j%4 == 3 {
				want = append(want, j)
			}
		}
	}
	if got := widestFeatures(m); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
