package spatial

import (
	"math"
	"math/rand"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// With few features the tree is asked, with many every pair is looked at, in blocks.
func TestReachAgainstAllPairs(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	for _, shape := range shapes.All {
		for _, columns := range []int{1, 2, 3, 9, 11, 12, 13} {
			for _, rows := range []int{2, 7, 8, 9, 15, 16, 17, 40, 121} {
				x := matrixOf(shape.Make(r, rows, columns))
				if rows%3 == 0 {
					copy(x.Row(rows-1), x.Row(0)) // equal ones are no others
				}
				var nearest []float64
				for i := range rows {
					least := inf
					for j := range rows {
						if d2 := SquaredDistance(x.Row(i), x.Row(j)); d2 > 0 {
							least = math.Min(least, d2)
						}
					}
					if least < inf {
						nearest = append(nearest, math.Sqrt(least))
					}
				}
				want := 1.0
				if len(nearest) > 0 {
					want = sorting.Quantile(nearest, 0.95)
				}
				if got, _, err := Reach(indexOver(x), nil, unbounded{}); err != nil || got != want {
					t.Errorf("%s, %d x %d: the reach is %v (%v), want %v", shape.Name, rows, columns, got, err, want)
				}
			}
		}
	}
}

func TestReach(t *testing.T) {
	reachOf := func(x Matrix) float64 {
		q, _, err := Reach(indexOver(x), nil, unbounded{})
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	if q := reachOf(matrixOf([][]float64{{3}})); q != 1 {
		t.Errorf("the reach of one sample is %v", q)
	}
	// Nearest distances 1, 1, 2, 4: the 95 % quantile is at 2.85 of 0..3.
	if q := reachOf(matrixOf([][]float64{{0}, {1}, {3}, {7}})); math.Abs(q-(2+0.85*2)) > 1e-12 {
		t.Errorf("the reach is %v", q)
	}
}
