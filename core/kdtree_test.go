package core

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/spatial"
)

func TestKDTreeAgainstAllPoints(t *testing.T) {
	r := rand.New(rand.NewSource(21))
	for round := range 60 {
		for _, shape := range shapes {
			n := 1 + r.Intn(150)
			if shape.name == "one far away" {
				n++
			}
			m, _ := MatrixOf(shape.make(r, n, 1+r.Intn(12)))
			tree := spatial.NewTree(spatial.Matrix(m))
			x := make([]float64, m.Columns)
			for range 10 {
				copy(x, m.Row(r.Intn(m.Rows)))
				if r.Intn(2) == 0 {
					for j := range x {
						x[j] += r.NormFloat64() * math.Pow(10, r.Float64()*8-4)
					}
				}
				limit := math.Pow(10, r.Float64()*6-4)
				if r.Intn(4) == 0 { // exactly a point's distance
					limit = spatial.SquaredDistance(x, m.Row(r.Intn(m.Rows)))
				}
				var want []spatial.Found
				least := math.Inf(1)
				for i := range m.Rows {
					d2 := spatial.SquaredDistance(x, m.Row(i))
					if d2 <= limit {
						want = append(want, spatial.Found{Place: int32(i), D2: d2})
					}
					if d2 > 0 {
						least = math.Min(least, d2)
					}
				}
				got := tree.Within(nil, x, limit)
				for i := range got {
					got[i].Place = tree.Point[got[i].Place]
				}
				slices.SortFunc(got, func(a, b spatial.Found) int { return int(a.Place - b.Place) })
				if !slices.Equal(got, want) {
					t.Fatalf("round %d, %s: within %g: %v, want %v", round, shape.name, limit, got, want)
				}
				if got := tree.NearestOther(x); got != least {
					t.Fatalf("nearest %g, want %g", got, least)
				}
			}
		}
	}
}
