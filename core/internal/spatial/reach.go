package spatial

import (
	"math"

	"github.com/xaia-go/xaia/core/internal/parallel"
	"github.com/xaia-go/xaia/core/internal/sorting"
)

// Reach is the 95 % quantile, linear between order statistics, of the points' distances to their nearest other point; 1 when
// there is none. Equal points are no others. O(N log N) where the features are few.
//
// Where they are many, the pass over all pairs that finds it keeps those up to the squared distance limitFor(q), if there
// aren't too many: a fit looks at them next. nil keeps none.
func Reach(t *Index, limitFor func(q float64) float64, account Account) (q float64, pairs *Pairs, err error) {
	if t.projection != nil {
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
				t.Prepare(&queries[worker], t.Row(int32(i)))
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
		all, err := t.JoinAll(furthest, limitFor != nil, account)
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
