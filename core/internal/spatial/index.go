package spatial

import (
	"math/bits"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/internal/simd"
)

// Index finds the points near an input. It numbers points by their places in its tree's order.
//
// Where features are many, the tree is over a projection of the points, and its leaves are measured in blocks of eight.
// Points that are near there are measured in all features, and that squared distance decides.
type Index struct {
	*Tree
	x          Matrix      // the points
	projection *projection // nil: few features, and the tree is over the points themselves
	blocks     []float64   // the leaves' projected points, eight side by side
	first      []int32     // the block that a leaf begins with
}

// FewFeatures is the largest number of features for a tree over the points themselves. (A grid takes as many.)
const FewFeatures = 3

const manyLeaf = 4 * blocks.Lanes // points

func NewIndex(x Matrix, account Account) (t *Index, err error) {
	t = &Index{x: x}
	seen, leaf := x, kdLeaf
	if x.Columns > FewFeatures {
		t.projection, leaf = NewProjection(x), manyLeaf
		if seen, err = t.projectAll(account); err != nil {
			return nil, err
		}
	}
	if t.Tree, err = newTreeOf(seen, leaf, account); err != nil {
		return nil, err
	}
	t.makeBlocks()
	return t, nil
}

// Projected says whether features are many.
func (t *Index) Projected() bool { return t.projection != nil }

func (t *Index) projectAll(account Account) (Matrix, error) {
	projected := Matrix{Data: make([]float64, t.x.Rows*t.projection.Width), Rows: t.x.Rows, Columns: t.projection.Width}
	z := make([]float64, t.x.Columns)
	for i := range t.x.Rows {
		if i&255 == 0 {
			if err := account.MayGoOn(0); err != nil {
				return Matrix{}, err
			}
		}
		t.projection.Apply(projected.Row(i), t.x.Row(i), z)
	}
	return projected, nil
}

func (t *Index) makeBlocks() {
	if !t.Projected() {
		return
	}
	leaves := len(t.Leaves) - 1
	t.first = make([]int32, 1, leaves+1)
	for leaf := range leaves {
		points := int(t.Leaves[leaf+1] - t.Leaves[leaf])
		t.first = append(t.first, t.first[leaf]+int32(blocks.Padded(points)/blocks.Lanes))
	}
	t.blocks = make([]float64, int(t.first[leaves])*blocks.Lanes*t.Dims)
	for leaf := range leaves {
		start, end := t.Leaves[leaf], t.Leaves[leaf+1]
		blocks.Fill(t.blocks[int(t.first[leaf])*blocks.Lanes*t.Dims:], t.Coords[int(start)*t.Dims:int(end)*t.Dims], t.Dims)
	}
}

// blocksOf are those of a leaf, but for some of the first.
func (t *Index) blocksOf(leaf, skipped int32) []float64 {
	size := blocks.Lanes * t.Dims
	return t.blocks[int(t.first[leaf]+skipped)*size : int(t.first[leaf+1])*size]
}

// Row is the point at a place.
func (t *Index) Row(at int32) []float64 {
	if !t.Projected() {
		return t.Tree.Row(at)
	}
	return t.x.Row(int(t.Point[at]))
}

// Places lists the points' places in data set order.
func (t *Index) Places() []int32 {
	places := make([]int32, len(t.Point))
	for i, p := range t.Point {
		places[p] = int32(i)
	}
	return places
}

// Found is a place with its squared distance.
type Found struct {
	Place int32
	Rank  int32 // the caller's
	D2    float64
}

// Query is an input that an index is asked about. It is kept from input to input.
type Query struct {
	Sums []float64 // what the squared distance to each place begins with; nil: 0

	x, seen      []float64 // the input, and what the tree sees of it
	projected, z []float64 // many features
	norm         float64   // of the input less the mean
	descent
	found []Found
}

// Prepare has a query ask about x.
func (t *Index) Prepare(q *Query, x []float64) {
	if q.x, q.seen = x, x; t.Projected() {
		if len(q.projected) != t.projection.Width {
			q.projected, q.z = make([]float64, t.projection.Width), make([]float64, t.x.Columns)
		}
		q.seen, q.norm = q.projected, t.projection.Apply(q.projected, x, q.z)
	}
}

// Visit appends the places up to a squared distance, leaf by leaf, the nearer box first. After each leaf then, if there is
// one, sees what that has added, from one on, and returns the limit from now on.
func (t *Index) Visit(dst []Found, q *Query, limit float64, then func(found []Found, from int) float64) []Found {
	q.begin()
	for leaf := t.next(q, limit); leaf >= 0; leaf = t.next(q, limit) {
		from := len(dst)
		dst = t.leaf(dst, leaf, q, limit)
		if then != nil {
			limit = then(dst, from)
		}
	}
	return dst
}

// next goes on to the next leaf that may hold points up to a squared distance; -1 without one.
func (t *Index) next(q *Query, limit float64) int32 {
	return t.nextLeaf(&q.descent, q.seen, t.wide(limit, q.norm))
}

// wide is at least what a squared distance up to a limit is in the tree.
func (t *Index) wide(limit, norm float64) float64 {
	if !t.Projected() {
		return limit
	}
	return t.projection.widened(limit, norm)
}

func (t *Index) leaf(dst []Found, leaf int32, q *Query, limit float64) []Found {
	if !t.Projected() {
		return t.Tree.leaf(dst, leaf, q.x, q.Sums, limit)
	}
	return t.leafFrom(dst, leaf, 0, q.x, q.seen, q.Sums, limit, t.wide(limit, q.norm))
}

// leafFrom appends the places of a leaf, from one on, up to a squared distance, which is wide in the projection of many features.
func (t *Index) leafFrom(dst []Found, leaf, from int32, x, y, sums []float64, limit, wide float64) []Found {
	start, end := t.Leaves[leaf], t.Leaves[leaf+1]
	skipped := max(0, from-start) / blocks.Lanes
	start += skipped * blocks.Lanes
	var near [manyLeaf + blocks.Lanes]int32 // halving can leave one point more
	n := 0
	for points := simd.Near(y, t.blocksOf(leaf, skipped), wide); points != 0; points &= points - 1 {
		if at := start + int32(bits.TrailingZeros64(points)); at >= from && at < end {
			near[n] = at
			n++
		}
	}
	return t.measure(dst, near[:n], x, sums, limit)
}

// measure appends those of the places that are within a squared distance.
func (t *Index) measure(dst []Found, places []int32, x, sums []float64, limit float64) []Found {
	var points [manyLeaf]int32
	var d2 [manyLeaf]float64
	for len(places) > 0 {
		some := places[:min(len(places), manyLeaf)]
		for i, at := range some {
			points[i], d2[i] = t.Point[at], begun(sums, at)
		}
		simd.Measure(d2[:], x, t.x.Data, points[:len(some)], limit)
		for i, at := range some {
			if d2[i] <= limit {
				dst = append(dst, Found{Place: at, D2: d2[i]})
			}
		}
		places = places[len(some):]
	}
	return dst
}

// NearestOther is the least squared distance above 0 to a point, +Inf without one.
func (t *Index) NearestOther(q *Query) float64 {
	least := inf
	q.found = t.Visit(q.found[:0], q, inf, func(found []Found, from int) float64 {
		for i := range found[from:] {
			if d2 := found[from+i].D2; d2 < least && d2 > 0 {
				least = d2
			}
		}
		return least
	})
	return least
}

// begun is the sum that a place's squared distance begins with.
func begun(sums []float64, at int32) float64 {
	if sums == nil {
		return 0
	}
	return sums[at]
}
