package spatial

import (
	"math"
	"math/bits"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/internal/simd"
)

// projectedTree finds the points near an input where features are many. It is a k-d tree over a projection of the points,
// whose leaves are measured in blocks of eight. Points that are near there are measured in all features, and that squared
// distance decides.
type projectedTree struct {
	*Tree      // over the projected points
	projection *projection
	x          Matrix    // the points
	blocks     []float64 // the leaves' projected points, eight side by side
	first      []int32 // the block that a leaf begins with
}

const manyLeaf = 4 * blocks.Lanes // points

func newProjectedTree(x Matrix, account Account) (*projectedTree, error) {
	t := &projectedTree{projection: NewProjection(x), x: x}
	projected, err := t.projectAll(account)
	if err != nil {
		return nil, err
	}
	if t.Tree, err = newTreeOf(projected, manyLeaf, account); err != nil {
		return nil, err
	}
	t.makeBlocks()
	return t, nil
}

func (t *projectedTree) projectAll(account Account) (Matrix, error) {
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

func (t *projectedTree) makeBlocks() {
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
func (t *projectedTree) blocksOf(leaf, skipped int32) []float64 {
	size := blocks.Lanes * t.Dims
	return t.blocks[int(t.first[leaf]+skipped)*size : int(t.first[leaf+1])*size]
}

func (t *projectedTree) prepare(p *Query) {
	if len(p.seen) != t.projection.Width {
		p.seen, p.z = make([]float64, t.projection.Width), make([]float64, t.x.Columns)
	}
	p.norm = t.projection.Apply(p.seen, p.x, p.z)
}

// leaf appends the places of a leaf, from one on, up to a squared distance, which is wide in the projection.
func (t *projectedTree) leaf(dst []Found, leaf, from int32, x, y, sums []float64, limit, wide float64) []Found {
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
func (t *projectedTree) measure(dst []Found, places []int32, x, sums []float64, limit float64) []Found {
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

// boxesApart is at most the squared distance between a point below one node and one below another;
// once it is above limit, any number above.
func (t *Tree) boxesApart(a, b int32, limit float64) float64 {
	n := t.Dims
	boxA, boxB := t.Box[int(a)*2*n:][:2*n], t.Box[int(b)*2*n:][:2*n]
	var sum float64
	for j := range n {
		d := simd.AboveZero(boxA[j]-boxB[n+j]) + simd.AboveZero(boxB[j]-boxA[n+j])
		sum += float64(d * d)
		if sum > limit {
			return sum
		}
	}
	return sum
}

// Pair are two points by their places, the lower one first.
type Pair struct{ A, B int32 }

// Pairs is what a join has found.
type Pairs struct {
	limit   float64   // up to this squared distance
	Nearest []float64 // squared, of each place's nearest other point; +Inf beyond the limit
	Pairs   [][]Pair  // in lists that never move
	kept    int       // how many these are
	most    int       // at most
	Over    bool      // there were more
	found   []Found
}

// join measures the pairs of a leaf's points with one another and with the points of the leaves behind it.
func (t *projectedTree) join(leaf int32, out *Pairs) {
	wide := t.projection.widened(out.limit, t.projection.largest)
	firstLeaf := int32(1) << t.depth
	own := firstLeaf + leaf
	var stack [64]int32
	stack[0] = 1
	for top := 1; top > 0; {
		top--
		node := stack[top]
		below := t.depth + 1 - bits.Len32(uint32(node))
		if last := (node+1)<<below - 1; last < own || t.boxesApart(own, node, wide) > wide {
			continue
		}
		if node < firstLeaf {
			stack[top], stack[top+1] = 2*node+1, 2*node
			top += 2
			continue
		}
		limit, wide := out.limit, wide
		if out.Over { // only nearer points than those so far are of use
			limit = math.Min(limit, math.Max(t.furthest(leaf, out.Nearest), t.furthest(node-firstLeaf, out.Nearest)))
			if wide = t.projection.widened(limit, t.projection.largest); t.boxesApart(own, node, wide) > wide {
				continue
			}
		}
		points := simd.NearBox(t.Box[int(node)*2*t.Dims:][:2*t.Dims], t.blocksOf(leaf, 0), wide)
		for ; points != 0; points &= points - 1 {
			a := t.Leaves[leaf] + int32(bits.TrailingZeros64(points))
			if a >= t.Leaves[leaf+1] {
				break
			}
			out.found = t.leaf(out.found[:0], node-firstLeaf, a+1, t.x.Row(int(t.Point[a])), t.Row(a), nil, limit, wide)
			out.add(a)
		}
	}
}

// furthest is the largest of a leaf's points' distances to their nearest.
func (t *projectedTree) furthest(leaf int32, nearest []float64) (d2 float64) {
	for _, v := range nearest[t.Leaves[leaf]:t.Leaves[leaf+1]] {
		d2 = math.Max(d2, v)
	}
	return d2
}

// add keeps what was found for a place.
func (j *Pairs) add(a int32) {
	for _, f := range j.found {
		if f.D2 > 0 {
			j.Nearest[a] = math.Min(j.Nearest[a], f.D2)
			j.Nearest[f.Place] = math.Min(j.Nearest[f.Place], f.D2)
		}
	}
	if j.kept+len(j.found) > j.most {
		j.Over = j.Over || len(j.found) > 0
		return
	}
	j.kept += len(j.found)
	for _, f := range j.found {
		last := len(j.Pairs) - 1
		if last < 0 || len(j.Pairs[last]) == cap(j.Pairs[last]) {
			j.Pairs = append(j.Pairs, make([]Pair, 0, min(max(64, j.kept), 1<<16)))
			last++
		}
		j.Pairs[last] = append(j.Pairs[last], Pair{a, f.Place})
	}
}
