package spatial

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/blocks"
	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Reach is the 95 % quantile, linear between order statistics, of the points' distances to their nearest other point; 1 when
// there is none. Equal points are no others. O(N log N) where the features are few.
//
// Where they are many, the pass over all pairs that finds it keeps those up to the squared distance limitFor(q), if there
// aren't too many: a fit looks at them next. nil keeps none.
func Reach(t *Index, limitFor func(q float64) float64, account Account) (q float64, pairs *Pairs, err error) {
	if t.Projected != nil {
		return t.joined(limitFor, account)
	}
	nearest := make([]float64, len(t.Point))
	const anAnswer = 512 // numbers, about as long
	block := parallel.RowsAtATime(anAnswer)
	queries := make([]Query, parallel.Processors())
	for from := 0; from < len(nearest); from += block {
		if err := account.MayGoOn(0); err != nil {
			return 0, nil, err
		}
		parallel.InParts(parallel.Processors(), min(block, len(nearest)-from), anAnswer, 1, func(worker, first, last int) {
			for i := from + first; i < from+last; i++ {
				t.Prepare(&queries[worker], t.Tree.Row(int32(i)))
				nearest[i] = t.NearestOther(&queries[worker])
			}
		})
	}
	return ReachOf(nearest), nil, nil
}

const reachRank = 0.95

// joined searches the nearest other point of some points, which estimates q. A join up to a little more finds q, and is
// repeated further out where that was too little.
func (t *Index) joined(limitFor func(q float64) float64, account Account) (q float64, pairs *Pairs, err error) {
	limit, err := t.guess(account)
	if err != nil {
		return 0, nil, err
	}
	needed := int(reachRank*float64(len(t.Point)-1)) + 2 // the quantile lies between two of them
	for {
		furthest := limit
		if limitFor != nil {
			furthest = math.Max(limit, limitFor(math.Sqrt(limit))*(1+1e-9))
		}
		all, err := t.Projected.JoinAll(furthest, limitFor != nil, account)
		if err != nil {
			return 0, nil, err
		}
		known := 0
		for _, d2 := range all.Nearest {
			if d2 < inf {
				known++
			}
		}
		if known >= min(needed, len(t.Point)) || math.IsInf(limit, 1) {
			q := ReachOf(all.Nearest)
			if limitFor == nil || limitFor(q) <= furthest {
				all.Nearest = nil
				return q, all, nil
			}
			limit = math.Max(limit, q*q) // settings that reach further than q
		}
		if limit *= 2; known == 0 {
			limit = inf
		}
	}
}

// guess is a squared distance that q² is hardly above.
func (t *Index) guess(account Account) (float64, error) {
	const asked = 256
	stride := max(1, len(t.Point)/asked)
	var nearest []float64
	var q Query
	for i := 0; i < t.x.Rows; i += stride {
		if err := account.MayGoOn(0); err != nil {
			return 0, err
		}
		t.Prepare(&q, t.x.Row(i))
		nearest = append(nearest, t.NearestOther(&q))
	}
	rank := reachRank*float64(len(nearest)-1) + 1
	if stride > 1 {
		rank += 3 * math.Sqrt(reachRank*(1-reachRank)*float64(len(nearest))) // three deviations
	}
	if math.IsInf(nearest[0], 1) { // the points are all equal
		return inf, nil
	}
	return nearest[sorting.Ascending(nearest)[min(int(rank), len(nearest)-1)]], nil
}

// JoinAll is join for all leaves, on all processors.
func (t *projectedTree) JoinAll(limit float64, keep bool, account Account) (*Pairs, error) {
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

// ReachOf is the quantile of the roots.
func ReachOf(nearest []float64) float64 {
	other := false
	for i, d2 := range nearest {
		other = other || d2 < inf
		nearest[i] = math.Sqrt(d2)
	}
	if !other {
		return 1
	}
	return sorting.Quantile(nearest, reachRank)
}
