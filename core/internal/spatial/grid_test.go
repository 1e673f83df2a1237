package spatial

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
)

func TestCellsAgainstAllPoints(t *testing.T) {
	r := rand.New(rand.NewSource(23))
	grids, finds := 0, 0
	for range 60 {
		for _, shape := range shapes.All {
			m := matrixOf(shape.Make(r, 2+r.Intn(150), 1+r.Intn(4)))
			limit := math.Pow(10, r.Float64()*6-4)
			if r.Intn(2) == 0 { // exactly some points' distance
				limit = SquaredDistance(m.Row(0), m.Row(r.Intn(m.Rows)))
			}
			index := indexOver(m)
			order := make([]int32, m.Rows)
			for i, place := range r.Perm(m.Rows) {
				order[i] = int32(place)
			}
			c, err := NewGrid(index, limit, order, unbounded{})
			if err != nil {
				t.Fatal(err)
			}
			if c == nil {
				continue
			}
			grids++
			x := make([]float64, m.Columns)
			for range 20 {
				copy(x, m.Row(r.Intn(m.Rows)))
				size := math.Sqrt(limit)
				switch r.Intn(4) {
				case 0:
					size = 0
				case 1: // just inside and just outside
					size *= 1 + 1e-15*r.NormFloat64()
				case 2:
					size = math.Pow(10, r.Float64()*160-10)
				}
				x[r.Intn(len(x))] += size * float64(1-2*r.Intn(2))
				var want []Found
				for _, at := range order {
					if d2 := SquaredDistance(x, index.Row(at)); d2 <= limit {
						want = append(want, Found{Place: at, D2: d2})
					}
				}
				before := []Found{{Place: -1}}
				got := c.Within(before, x)
				if !slices.Equal(got, append(before, want...)) {
					t.Fatalf("%s, %v within %g: %v, want %v", shape.Name, x, limit, got, want)
				}
				finds += len(want)
			}
		}
	}
	t.Logf("%d grids, %d found", grids, finds)
	if grids < 100 || finds < 1000 {
		t.Error("too few to tell")
	}
}

func TestWhereThereAreNoCells(t *testing.T) {
	for _, c := range []struct {
		features int
		limit    float64
	}{{4, 1}, {2, 1e-12}, {2, 0}, {1, 1e-300}} {
		m := Matrix{Rows: 20, Columns: c.features}
		for i := range m.Rows * m.Columns {
			m.Data = append(m.Data, float64(i))
		}
		if grid, err := NewGrid(indexOver(m), c.limit, make([]int32, m.Rows), unbounded{}); grid != nil || err != nil {
			t.Errorf("%+v: there are", c)
		}
	}
}
