package core

import (
	"math"
	"math/bits"
)

// projectedTree finds the points near an input where features are many: a k-d tree over what a
// projection makes of the points, whose leaves are measured in blocks of eight. What is near there
// is measured in all features, and that squared distance decides.
type projectedTree struct {
	*kdTree    // over the projected points
	projection *projection
	x          Matrix    // the points
	blocks     []float64 // the leaves' projected points, as in dense.go
	first      []int32   // the block that a leaf begins with
}

const manyLeaf = 4 * lanes // points

func newProjectedTree(x Matrix) *projectedTree {
	t := &projectedTree{projection: newProjection(x), x: x}
	projected := t.projectAll()
	t.kdTree = newKDTreeOf(projected, manyLeaf)
	t.makeBlocks()
	return t
}

func (t *projectedTree) projectAll() Matrix {
	projected := Matrix{Data: make([]float64, t.x.Rows*t.projection.width), Rows: t.x.Rows, Columns: t.projection.width}
	z := make([]float64, t.x.Columns)
	for i := range t.x.Rows {
		t.projection.apply(projected.Row(i), t.x.Row(i), z)
	}
	return projected
}

func (t *projectedTree) makeBlocks() {
	leaves := len(t.leaves) - 1
	t.first = make([]int32, 1, leaves+1)
	for leaf := range leaves {
		points := int(t.leaves[leaf+1] - t.leaves[leaf])
		t.first = append(t.first, t.first[leaf]+int32((points+lanes-1)/lanes))
	}
	t.blocks = make([]float64, int(t.first[leaves])*lanes*t.dims)
	for leaf := range leaves {
		for i, at := 0, t.leaves[leaf]; at < t.leaves[leaf+1]; i, at = i+1, at+1 {
			block := t.block(t.first[leaf] + int32(i/lanes))
			for j, v := range t.row(at) {
				block[j*lanes+i%lanes] = v
			}
		}
	}
}

func (t *projectedTree) block(i int32) []float64 {
	return t.blocks[int(i)*lanes*t.dims:][:lanes*t.dims]
}

func (t *projectedTree) aim(p *probe) {
	if p.projected == nil {
		p.projected, p.z = make([]float64, t.projection.width), make([]float64, t.x.Columns)
	}
	p.norm = t.projection.apply(p.projected, p.x, p.z)
}

// nearIn says which points of a block are within a squared distance of y, a bit each.
func nearIn(block, y []float64, limit float64) (points uint8) {
	var sums [lanes]float64
	for len(y) >= lanes {
		blockDistances(&sums, y[:lanes], block)
		if allBeyond(&sums, limit) {
			return 0
		}
		y, block = y[lanes:], block[lanes*lanes:]
	}
	for i, d2 := range sums {
		if d2 <= limit {
			points |= 1 << i
		}
	}
	return points
}

// leaf appends the places of a leaf up to a squared distance.
func (t *projectedTree) leaf(dst []near, leaf int32, p *probe, limit float64) []near {
	return t.leafFrom(dst, leaf, 0, p.x, p.projected, limit, t.projection.widened(limit, p.norm))
}

// leafFrom is leaf for the places from one on.
func (t *projectedTree) leafFrom(dst []near, leaf, from int32, x, y []float64, limit, wide float64) []near {
	start, end := t.leaves[leaf], t.leaves[leaf+1]
	var candidates [lanes + 3]int32
	n := 0
	for b := t.first[leaf]; b < t.first[leaf+1]; b, start = b+1, start+lanes {
		if start+lanes <= from {
			continue
		}
		for points := nearIn(t.block(b), y, wide); points != 0; points &= points - 1 {
			if at := start + int32(bits.TrailingZeros8(points)); at >= from && at < end {
				candidates[n] = at
				n++
			}
		}
		rest := candidates[:n]
		for ; len(rest) >= 4; rest = rest[4:] {
			var four [4]float64
			fourDistancesUpTo(&four, x, t.measured(rest[0]), t.measured(rest[1]), t.measured(rest[2]), t.measured(rest[3]), limit)
			for i, d2 := range four {
				if d2 <= limit {
					dst = append(dst, near{at: rest[i], d2: d2})
				}
			}
		}
		n = copy(candidates[:], rest)
	}
	for _, at := range candidates[:n] {
		if d2 := squaredDistanceUpTo(x, t.measured(at), limit); d2 <= limit {
			dst = append(dst, near{at: at, d2: d2})
		}
	}
	return dst
}

// measured is the point at a place with all its features.
func (t *projectedTree) measured(at int32) []float64 { return t.x.Row(int(t.point[at])) }

// fourDistancesUpTo is squaredDistanceUpTo of four points at once, which takes little more time than one: a sum
// waits for each of its additions, four don't wait for one another.
func fourDistancesUpTo(sums *[4]float64, x, a, b, c, d []float64, limit float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	var s0, s1, s2, s3, e float64
	for len(x) >= 8 {
		x8, a8, b8, c8, d8 := (*[8]float64)(x), (*[8]float64)(a), (*[8]float64)(b), (*[8]float64)(c), (*[8]float64)(d)
		for j, v := range x8 {
			e = v - a8[j]
			s0 += float64(e * e)
			e = v - b8[j]
			s1 += float64(e * e)
			e = v - c8[j]
			s2 += float64(e * e)
			e = v - d8[j]
			s3 += float64(e * e)
		}
		if s0 > limit && s1 > limit && s2 > limit && s3 > limit {
			*sums = [4]float64{s0, s1, s2, s3}
			return
		}
		x, a, b, c, d = x[8:], a[8:], b[8:], c[8:], d[8:]
	}
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for j, v := range x {
		e = v - a[j]
		s0 += float64(e * e)
		e = v - b[j]
		s1 += float64(e * e)
		e = v - c[j]
		s2 += float64(e * e)
		e = v - d[j]
		s3 += float64(e * e)
	}
	*sums = [4]float64{s0, s1, s2, s3}
}

func (t *projectedTree) within(dst []near, p *probe, limit float64) []near {
	wide := t.projection.widened(limit, p.norm)
	var w descent
	w.begin()
	for leaf := t.nextLeaf(&w, p.projected, wide); leaf >= 0; leaf = t.nextLeaf(&w, p.projected, wide) {
		dst = t.leafFrom(dst, leaf, 0, p.x, p.projected, limit, wide)
	}
	return dst
}

func (t *projectedTree) atLeast(p *probe) float64 {
	return t.projection.narrowed(t.bound(1, p.projected, inf), p.norm)
}

func (t *projectedTree) nearestOther(p *probe) float64 {
	least, wide := inf, inf
	var w descent
	w.begin()
	var found []near
	for leaf := t.nextLeaf(&w, p.projected, wide); leaf >= 0; leaf = t.nextLeaf(&w, p.projected, wide) {
		found = t.leafFrom(found[:0], leaf, 0, p.x, p.projected, least, wide)
		for _, f := range found {
			if f.d2 > 0 && f.d2 < least {
				least = f.d2
				wide = t.projection.widened(least, p.norm)
			}
		}
	}
	return least
}

// boxesApart is at most the squared distance between a point below one node and one below another;
// once it is above limit, any number above.
func (t *kdTree) boxesApart(a, b int32, limit float64) float64 {
	n := t.dims
	boxA, boxB := t.box[int(a)*2*n:][:2*n], t.box[int(b)*2*n:][:2*n]
	var sum float64
	for j := range n {
		d := aboveZero(boxA[j]-boxB[n+j]) + aboveZero(boxB[j]-boxA[n+j])
		sum += float64(d * d)
		if sum > limit {
			return sum
		}
	}
	return sum
}

// pair are two points by their places, the lower one first.
type pair struct{ a, b int32 }

// joined is what a join has found.
type joined struct {
	limit   float64   // up to this squared distance
	nearest []float64 // squared, of each place's nearest other point; +Inf beyond the limit
	pairs   [][]pair  // in lists that never move
	kept    int       // how many these are
	most    int       // at most
	over    bool      // there were more
	found   []near
}

// join looks at all pairs of a leaf's points with one another and with those of the leaves behind it.
func (t *projectedTree) join(leaf int32, out *joined) {
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
		if out.over { // only nearer points than those so far are of use
			limit = math.Min(limit, math.Max(t.furthest(leaf, out.nearest), t.furthest(node-firstLeaf, out.nearest)))
			if wide = t.projection.widened(limit, t.projection.largest); t.boxesApart(own, node, wide) > wide {
				continue
			}
		}
		for a := t.leaves[leaf]; a < t.leaves[leaf+1]; a++ {
			y := t.row(a)
			if node == own || t.bound(node, y, wide) <= wide {
				out.found = t.leafFrom(out.found[:0], node-firstLeaf, a+1, t.x.Row(int(t.point[a])), y, limit, wide)
				out.take(a)
			}
		}
	}
}

// furthest is the largest of a leaf's points' distances to their nearest.
func (t *projectedTree) furthest(leaf int32, nearest []float64) (d2 float64) {
	for _, v := range nearest[t.leaves[leaf]:t.leaves[leaf+1]] {
		d2 = math.Max(d2, v)
	}
	return d2
}

// take keeps what was found for a place.
func (j *joined) take(a int32) {
	for _, f := range j.found {
		if f.d2 > 0 {
			j.nearest[a] = math.Min(j.nearest[a], f.d2)
			j.nearest[f.at] = math.Min(j.nearest[f.at], f.d2)
		}
	}
	if j.kept+len(j.found) > j.most {
		j.over = j.over || len(j.found) > 0
		return
	}
	j.kept += len(j.found)
	for _, f := range j.found {
		last := len(j.pairs) - 1
		if last < 0 || len(j.pairs[last]) == cap(j.pairs[last]) {
			j.pairs = append(j.pairs, make([]pair, 0, min(max(64, j.kept), 1<<16)))
			last++
		}
		j.pairs[last] = append(j.pairs[last], pair{a, f.at})
	}
}
