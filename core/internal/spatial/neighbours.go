package spatial

import (
	"slices"

	"github.com/xaia-go/xaia/internal/simd"
)

// Neighbours are, for each point, the others up to a squared distance, by their places. They are found once and kept. Dense
// spots can have too many of them; then each call of Of finds them again.
type Neighbours struct {
	start []int   // those of s: list[start[s]:start[s+1]]
	List  []int32 // nil where they aren't kept

	index *Index
	limit float64
	Grid  *Grid // few features
	query Query
	found []Found
	some  []int32
}

// Of is the neighbours of a place, in any order. Where they aren't kept, the next call changes the list.
func (n *Neighbours) Of(s int32) []int32 {
	if n.List != nil {
		return n.List[n.start[s]:n.start[s+1]]
	}
	n.some = n.search(n.some[:0], s)
	return n.some
}

// search appends the neighbours of a place.
func (n *Neighbours) search(dst []int32, s int32) []int32 {
	if n.Grid != nil {
		n.found = n.Grid.Within(n.found[:0], n.index.Row(s))
	} else {
		n.index.Prepare(&n.query, n.index.Row(s))
		n.found = n.index.Visit(n.found[:0], &n.query, n.limit, nil)
	}
	for _, f := range n.found {
		if f.Place != s {
			dst = append(dst, f.Place)
		}
	}
	return dst
}

// FindNeighbours lists those up to a squared distance; at has the places in data set order. The pairs that finding the
// reach has found are used up; nil where there are none.
func FindNeighbours(x *Index, limit float64, found *Pairs, places []int32, account Account) (n Neighbours, err error) {
	n = Neighbours{index: x, limit: limit}
	if found == nil && x.Projected() {
		if found, err = x.JoinAll(limit, true, account); err != nil {
			return n, err
		}
	}
	if found != nil {
		return n, n.keep(found, places, account)
	}
	if n.Grid, err = NewGrid(n.index, n.limit, places, account); err != nil {
		return n, err
	}
	return n, n.searchAll(account)
}

// keep makes lists of the pairs that a join found.
func (n *Neighbours) keep(j *Pairs, places []int32, account Account) error {
	if j.Over {
		return nil
	}
	pairs := j.Pairs
	if err := account.Reserve(int64(8*len(places) + 16*j.kept)); err != nil {
		return err
	}
	x := n.index
	count := len(x.Point)
	n.start = make([]int, count+1)
	for i, list := range pairs {
		if j.limit > n.limit {
			list = slices.DeleteFunc(list, func(p Pair) bool { return simd.SquaredDistanceUpTo(0, x.Row(p.A), x.Row(p.B), n.limit) > n.limit })
			pairs[i] = list
		}
		for _, p := range list {
			n.start[p.A+1]++
			n.start[p.B+1]++
		}
	}
	for s := range count {
		n.start[s+1] += n.start[s]
	}
	next := slices.Clone(n.start[:count])
	n.List = make([]int32, n.start[count])
	put := func(s, t int32) {
		n.List[next[s]] = t
		next[s]++
	}
	for i, list := range pairs {
		for _, p := range list {
			put(p.A, p.B)
			put(p.B, p.A)
		}
		pairs[i] = nil
	}
	return nil
}

// searchAll makes lists of what is found for each place.
func (n *Neighbours) searchAll(account Account) error {
	count := len(n.index.Point)
	most := 2 * mostPairs(account.Limit())
	n.start = make([]int, count+1)
	list := make([]int32, 0, 8*count)
	for s := range count {
		if s&255 == 0 {
			if err := account.MayGoOn(1); err != nil {
				return err
			}
		}
		from := len(list)
		if list = n.search(list, int32(s)); len(list) > most {
			return nil
		}
		if err := account.Reserve(int64(4 * (len(list) - from))); err != nil {
			return err
		}
		n.start[s+1] = len(list)
	}
	n.List = list
	return nil
}
