package spatial

import (
	"cmp"
	"errors"
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/xaia-go/xaia/core/internal/shapes"
	"github.com/xaia-go/xaia/internal/simd"
)

// matrixOf has rows of equal length.
func matrixOf(rows [][]float64) Matrix {
	return Matrix{Data: slices.Concat(rows...), Rows: len(rows), Columns: len(rows[0])}
}

// indexOver makes an index without an end.
func indexOver(m Matrix) *Index {
	index, err := NewIndex(m, unbounded{})
	if err != nil {
		panic(err)
	}
	return index
}

// What the index finds, against a look at every point: within a radius that lies on a distance,
// leaf by leaf, the nearest other one, all pairs; in sets far from 0, very wide, very small, and of many equal numbers.
func TestIndexAgainstAllPoints(t *testing.T) {
	r := rand.New(rand.NewSource(31))
	found, pairs, pruned := 0, 0, 0
	for round := range 120 {
		for _, shape := range shapes.All {
			features := 1 + r.Intn(24)
			m := matrixOf(shape.Make(r, 2+r.Intn(200), features))
			offset, unit := 0.0, 1.0
			switch round % 5 {
			case 1:
				offset = 1e9
			case 2:
				unit = 1e-160
			case 3:
				unit = 1e140
			case 4: // one-hot
				for i := range m.Data {
					m.Data[i] = math.Round(2 * math.Abs(m.Data[i]))
				}
			}
			for i := range m.Data {
				m.Data[i] = m.Data[i]*unit + offset
			}
			index := indexOver(m)
			if !slices.Equal(sortedPoints(index.Point), int32Counting(m.Rows)) {
				t.Fatal("the places are no permutation")
			}
			x := make([]float64, features)
			var p Query
			for range 8 {
				copy(x, m.Row(r.Intn(m.Rows)))
				if r.Intn(2) == 0 {
					for j := range x {
						x[j] += unit * r.NormFloat64() * math.Pow(10, r.Float64()*12-9)
					}
				}
				index.Prepare(&p, x)
				limit := SquaredDistance(x, m.Row(r.Intn(m.Rows)))
				var want []Found
				other := inf
				if p.Sums = nil; r.Intn(2) == 0 { // from which the distances go on
					for range index.Point {
						p.Sums = append(p.Sums, limit*r.Float64())
					}
				}
				for at, i := range index.Point {
					d2 := SquaredDistance(x, m.Row(int(i)))
					sum := d2
					if p.Sums != nil {
						sum = simd.SquaredDistanceUpTo(p.Sums[at], x, m.Row(int(i)), inf)
					}
					if sum <= limit {
						want = append(want, Found{Place: int32(at), D2: sum})
					}
					if d2 > 0 {
						other = min(other, d2)
					}
				}
				got := index.Visit(nil, &p, limit, nil)
				slices.SortFunc(got, func(a, b Found) int { return cmp.Compare(a.Place, b.Place) })
				if !slices.Equal(got, want) {
					t.Fatalf("%s, %d × %d, offset %v, unit %v: %d found within %v, want %d", shape.Name, m.Rows, features, offset, unit, len(got), limit, len(want))
				}
				found += len(got)
				p.Sums = nil
				if got := index.NearestOther(&p); got != other {
					t.Fatalf("%s: the nearest other point is at %v, want %v", shape.Name, got, other)
				}
			}
			if !index.Projected() {
				continue
			}
			i, j := r.Intn(m.Rows), r.Intn(m.Rows)
			limit := SquaredDistance(m.Row(i), m.Row(j))
			joined, err := index.JoinAll(limit, true, unbounded{})
			if err != nil {
				t.Fatal(err)
			}
			var want []Pair
			nearest := make([]float64, m.Rows)
			for at := range nearest {
				nearest[at] = inf
			}
			for a := range int32(m.Rows) {
				for b := a + 1; b < int32(m.Rows); b++ {
					d2 := SquaredDistance(index.Row(a), index.Row(b))
					if d2 > limit {
						pruned++
						continue
					}
					want = append(want, Pair{A: a, B: b})
					if d2 > 0 {
						nearest[a], nearest[b] = min(nearest[a], d2), min(nearest[b], d2)
					}
				}
			}
			pairsOf := slices.Concat(joined.Pairs...)
			slices.SortFunc(pairsOf, func(p, q Pair) int { return cmp.Or(cmp.Compare(p.A, q.A), cmp.Compare(p.B, q.B)) })
			if !slices.Equal(pairsOf, want) || joined.Over || !slices.Equal(joined.Nearest, nearest) {
				t.Fatalf("%s, %d × %d, offset %v, unit %v: the join up to %v has %d pairs, want %d", shape.Name, m.Rows, features, offset, unit, limit, len(pairsOf), len(want))
			}
			pairs += len(want)
		}
	}
	t.Logf("%d found, %d pairs, %d beyond", found, pairs, pruned)
	if found < 10000 || pairs < 100000 || pruned < 100000 {
		t.Error("too few to tell")
	}
}

func sortedPoints(point []int32) []int32 { return slices.Sorted(slices.Values(point)) }

func int32Counting(n int) (list []int32) {
	for i := range n {
		list = append(list, int32(i))
	}
	return list
}

// The projection separates what is apart: on sets in a plane of many dimensions it has to tell most pairs
// from each other as the distances themselves do, or the index looks at everything.
func TestProjectionKeepsDistances(t *testing.T) {
	r := rand.New(rand.NewSource(32))
	var directions [3][200]float64
	for k := range directions {
		for j := range directions[k] {
			directions[k][j] = r.NormFloat64()
		}
	}
	x := Matrix{Rows: 400, Columns: 200}
	for range x.Rows {
		a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
		for j := range 200 {
			x.Data = append(x.Data, a*directions[0][j]+b*directions[1][j]+c*directions[2][j]+0.01*r.NormFloat64())
		}
	}
	p := NewProjection(x)
	if p.Width != MostDirections+1 {
		t.Errorf("the projection is %d wide, want %d", p.Width, MostDirections+1)
	}
	var f [2][MostDirections + 1]float64
	z := make([]float64, 200)
	for i := range 200 {
		a, b := x.Row(i), x.Row(i+200)
		p.Apply(f[0][:], a, z)
		p.Apply(f[1][:], b, z)
		d2, projected := SquaredDistance(a, b), SquaredDistance(f[0][:], f[1][:])
		if projected > d2*(1+1e-12) || projected < 0.98*d2 {
			t.Fatalf("the squared distance %v is %v after the projection", d2, projected)
		}
	}
}

// limited is the account of somebody who has so many bytes.
type limited struct {
	unbounded
	left int64
}

func (l *limited) Reserve(bytes int64) error {
	if l.left -= bytes; l.left < 0 {
		return errors.New("too large")
	}
	return nil
}

// Lists of neighbours that there is no room for are refused, however they are found.
func TestNeighboursAreAccountedFor(t *testing.T) {
	for _, columns := range []int{2, 30} {
		x := NewMatrix(700, columns)
		r := rand.New(rand.NewSource(int64(columns)))
		for i := range x.Data {
			x.Data[i] = r.Float64()
		}
		index := indexOver(x)
		const plenty = 1 << 40
		all := &limited{left: plenty}
		n, err := FindNeighbours(index, 0.1*float64(columns), nil, index.Places(), all)
		if err != nil || n.List == nil {
			t.Fatalf("%d columns: %v, %d neighbours", columns, err, len(n.List))
		}
		needed := plenty - all.left
		if least := int64(4 * len(n.List)); needed < least {
			t.Errorf("%d columns: %d bytes are accounted for, the lists alone have %d", columns, needed, least)
		}
		if _, err = FindNeighbours(index, 0.1*float64(columns), nil, index.Places(), &limited{left: needed}); err != nil {
			t.Errorf("%d columns: %v with all that is needed", columns, err)
		}
		for _, missing := range []int64{1, needed / 2, needed} {
			if _, err = FindNeighbours(index, 0.1*float64(columns), nil, index.Places(), &limited{left: needed - missing}); err == nil {
				t.Errorf("%d columns: %d of %d bytes are missing, and nobody says so", columns, missing, needed)
			}
		}
	}
}
