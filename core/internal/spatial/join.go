package spatial

import (
	"math"
	"math/bits"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/internal/simd"
)

// This file finds the pairs of points that are near each other, where features are many.

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
func (t *Index) join(leaf int32, out *Pairs) {
	wide := t.wide(out.limit, t.projection.largest)
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
			if wide = t.wide(limit, t.projection.largest); t.boxesApart(own, node, wide) > wide {
				continue
			}
		}
		points := simd.NearBox(t.Box[int(node)*2*t.Dims:][:2*t.Dims], t.blocksOf(leaf, 0), wide)
		for ; points != 0; points &= points - 1 {
			a := t.Leaves[leaf] + int32(bits.TrailingZeros64(points))
			if a >= t.Leaves[leaf+1] {
				break
			}
			out.found = t.leafFrom(out.found[:0], node-firstLeaf, a+1, t.Row(a), t.Tree.Row(a), nil, limit, wide)
			out.add(a)
		}
	}
}

// furthest is the largest of a leaf's points' distances to their nearest.
func (t *Index) furthest(leaf int32, nearest []float64) (d2 float64) {
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

// JoinAll is join for all leaves, on all processors.
func (t *Index) JoinAll(limit float64, keep bool, account Account) (*Pairs, error) {
	leaves := len(t.Leaves) - 1
	all := make([]Pairs, parallel.Processors())
	most := 0
	if keep {
		most = mostPairs(account.Limit()) / len(all)
	}
	for i := range all {
		all[i] = Pairs{limit: limit, most: most, Nearest: make([]float64, len(t.Point))}
		for at := range all[i].Nearest {
			all[i].Nearest[at] = inf
		}
	}
	numbers := manyLeaf * len(t.Point) / 2 * blocks.Lanes
	block := parallel.RowsAtATime(numbers)
	if !parallel.SideBySide {
		block = 1 // has as many rows
	}
	for from := 0; from < leaves; from += block {
		if err := account.MayGoOn(0); err != nil {
			return nil, err
		}
		parallel.InParts(len(all), min(block, leaves-from), numbers, 1, func(worker, first, last int) {
			for leaf := from + first; leaf < from+last; leaf++ {
				t.join(int32(leaf), &all[worker])
			}
		})
	}
	one := &all[0]
	for _, other := range all[1:] {
		for at, d2 := range other.Nearest {
			one.Nearest[at] = math.Min(one.Nearest[at], d2)
		}
		one.Pairs, one.kept, one.Over = append(one.Pairs, other.Pairs...), one.kept+other.kept, one.Over || other.Over
	}
	return one, nil
}

// mostPairs is how many pairs a fit keeps: a gigabyte with the lists made of them, and at most a quarter of the memory
// that it may take. Beyond that it searches a sample's neighbours when it is placed, which takes some times as long.
func mostPairs(maxBytes int64) int {
	const aPair = 8 + 2*4
	most := int64(1 << 30 / aPair)
	if maxBytes > 0 {
		most = min(most, maxBytes/4/aPair)
	}
	return int(most)
}
