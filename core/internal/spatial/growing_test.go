package spatial

import (
	"cmp"
	"errors"
	"math"
	"math/rand"
	"slices"
	"testing"
)

// After any additions and removals, the points within a radius and the nearest one are what a look at every point finds;
// parts stay few, and what is gone doesn't stay.
func TestGrowingAgainstAllPoints(t *testing.T) {
	r := rand.New(rand.NewSource(48))
	found, most, held := 0, 0, 0
	for _, features := range []int{1, 2, 3, 5, 12, 40} {
		point := func() []float64 {
			x := make([]float64, features)
			for j := range x {
				x[j] = math.Round(8*r.NormFloat64()) / 4 // some are equal
			}
			return x
		}
		base := Matrix{Rows: 1 + r.Intn(100), Columns: features}
		var all [][]float64
		for range base.Rows {
			all = append(all, point())
			base.Data = append(base.Data, all[len(all)-1]...)
		}
		index, err := NewIndex(base, unbounded{})
		if err != nil {
			t.Fatal(err)
		}
		g := NewGrowing(index)
		gone := make([]bool, len(all))
		present := len(all)
		var q Query
		for step := range 3000 {
			adding := 0.7
			if step > 2000 {
				adding = 0.1
			}
			if present == 0 || r.Float64() < adding {
				all, gone = append(all, point()), append(gone, false)
				number, err := g.Add(all[len(all)-1], unbounded{})
				if err != nil || int(number) != len(all)-1 {
					t.Fatalf("point %d has number %d: %v", len(all)-1, number, err)
				}
				present++
			} else {
				i := r.Intn(len(all))
				for gone[i] {
					i = (i + 1) % len(all)
				}
				gone[i] = true
				present--
				if err := g.Remove(int32(i), unbounded{}); err != nil {
					t.Fatal(err)
				}
			}
			if g.Present() != present {
				t.Fatalf("%d points are there, want %d", g.Present(), present)
			}
			stored := len(g.recent.number)
			for _, p := range g.parts {
				stored += len(p.number)
			}
			most, held = max(most, len(g.parts)), max(held, stored-2*present)
			if step%7 > 0 {
				continue
			}
			x := point()
			limit := r.ExpFloat64() * float64(features) / 4
			var want []Found
			least := inf
			for i, y := range all {
				d2 := SquaredDistance(x, y)
				if gone[i] {
					continue
				}
				least = min(least, d2)
				if d2 <= limit {
					want = append(want, Found{Place: int32(i), D2: d2})
				}
			}
			got := g.Visit(nil, &q, x, limit, nil)
			slices.SortFunc(got, func(a, b Found) int { return cmp.Compare(a.Place, b.Place) })
			if !slices.Equal(got, want) {
				t.Fatalf("%d features, step %d: within %v %d are found, want %d", features, step, limit, len(got), len(want))
			}
			found += len(got)
			nearest := inf
			g.Visit(nil, &q, x, inf, func(found []Found, from int) float64 {
				for _, f := range found[from:] {
					nearest = min(nearest, f.D2)
				}
				return nearest
			})
			if nearest != least {
				t.Fatalf("%d features, step %d: the nearest is at %v, want %v", features, step, nearest, least)
			}
		}
	}
	if found < 10000 {
		t.Errorf("only %d were found", found)
	}
	if most > 7 || most < 3 || held > 1 {
		t.Errorf("%d parts, %d points more than twice those that are there", most, held)
	}
}

// unbounded is the account of what is never ended.
type unbounded struct{}

func (unbounded) Reserve(int64) error { return nil }
func (unbounded) MayGoOn(int) error   { return nil }
func (unbounded) Limit() int64        { return 0 }

type refusing struct{ unbounded }

func (refusing) MayGoOn(int) error { return errors.New("cancelled") }

// A merge that is cancelled changes nothing: the next one is done.
func TestGrowingCancelled(t *testing.T) {
	x := NewMatrix(1, 12)
	index, err := NewIndex(x, unbounded{})
	if err != nil {
		t.Fatal(err)
	}
	g := NewGrowing(index)
	row := make([]float64, 12)
	for i := range 1000 {
		row[i%12]++
		if _, err := g.Add(row, refusing{}); err != nil {
			if g.Present() != 1+aBlock {
				t.Fatalf("%d points are there", g.Present())
			}
			if number, err := g.Add(row, unbounded{}); err != nil || number != 1+aBlock || g.Present() != 2+aBlock {
				t.Fatalf("number %d of %d: %v", number, g.Present(), err)
			}
			return
		}
	}
	t.Error("nothing was cancelled")
}
