package core

import "slices"

// neighbours are the points that can matter to one another in the construction of a network with the skip
// connection: those whose squared distance in the input space is at most network.passed, by their places.
// They are found once and kept. Where data has dense spots there can be too many of them;
// then they are found anew at each call of of.
type neighbours struct {
	start []int   // those of s: list[start[s]:start[s+1]]
	list  []int32 // nil where they aren't kept

	index *index
	limit float64
	cells *cells // few features
	probe probe
	found []near
	some  []int32
}

// of is the neighbours of a place, in any order. Where they aren't kept, the next call changes the list.
func (n *neighbours) of(s int32) []int32 {
	if n.list != nil {
		return n.list[n.start[s]:n.start[s+1]]
	}
	n.some = n.search(n.some[:0], s)
	return n.some
}

// search appends the neighbours of a place.
func (n *neighbours) search(dst []int32, s int32) []int32 {
	if n.cells != nil {
		n.found = n.cells.within(n.found[:0], n.index.row(s))
	} else {
		n.index.aim(&n.probe, n.index.row(s))
		n.found = n.index.within(n.found[:0], &n.probe, n.limit)
	}
	for _, f := range n.found {
		if f.at != s {
			dst = append(dst, f.at)
		}
	}
	return dst
}

// findNeighbours lists them; at has the places in data set order.
func findNeighbours(network *network, at []int32, account *counter) (n neighbours, err error) {
	n = neighbours{index: network.index, limit: network.passed(network.q)}
	if joined := network.joined; joined != nil {
		network.joined = nil
		return n, n.keep(joined, at, account)
	}
	if n.cells, err = makeCells(n.index, n.limit, at, account); err != nil {
		return n, err
	}
	return n, n.searchAll(account)
}

// keep makes lists of the pairs that a join found.
func (n *neighbours) keep(j *joined, at []int32, account *counter) error {
	if j.over {
		return nil
	}
	pairs := j.pairs
	if err := account.take(int64(8*len(at) + 16*j.kept)); err != nil {
		return err
	}
	x := n.index
	count := len(x.point)
	n.start = make([]int, count+1)
	for i, list := range pairs {
		if j.limit > n.limit {
			list = slices.DeleteFunc(list, func(p pair) bool { return squaredDistanceUpTo(x.row(p.a), x.row(p.b), n.limit) > n.limit })
			pairs[i] = list
		}
		for _, p := range list {
			n.start[p.a+1]++
			n.start[p.b+1]++
		}
	}
	for s := range count {
		n.start[s+1] += n.start[s]
	}
	next := slices.Clone(n.start[:count])
	n.list = make([]int32, n.start[count])
	put := func(s, t int32) {
		n.list[next[s]] = t
		next[s]++
	}
	for i, list := range pairs {
		for _, p := range list {
			put(p.a, p.b)
			put(p.b, p.a)
		}
		pairs[i] = nil
	}
	return nil
}

// searchAll makes lists of what is found for each place.
func (n *neighbours) searchAll(account *counter) error {
	count := len(n.index.point)
	most := 2 * mostPairs(account.maxBytes)
	n.start = make([]int, count+1)
	list := make([]int32, 0, 8*count)
	for s := range count {
		if s&255 == 0 {
			if err := account.mayGoOn(1); err != nil {
				return err
			}
		}
		from := len(list)
		if list = n.search(list, int32(s)); len(list) > most {
			return nil
		}
		if err := account.take(int64(4 * (len(list) - from))); err != nil {
			return err
		}
		n.start[s+1] = len(list)
	}
	n.list = list
	return nil
}
