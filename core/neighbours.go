package core

import "slices"

// neighbours are the points that can matter to one another in the construction of a network with the skip
// connection: those whose squared distance in the input space is at most network.passed, by their places.
// They are found once and kept. Where data has dense spots there can be too many of them;
// then they are found anew at each call of of.
type neighbours struct {
	start []int   // those of s: list[start[s]:][:count[s]], in data set order
	count []int32 // some may have been dropped
	list  []int32 // nil where they aren't kept

	index *index
	limit float64
	cells *cells // few features
	probe probe
	found []near
	keys  []int64
	spare []int64
	some  []int32
}

func (n *neighbours) kept() bool { return n.list != nil }

// of is the neighbours of a place, in data set order. Where they aren't kept, the next call
// changes the list.
func (n *neighbours) of(s int32) []int32 {
	if n.list != nil {
		return n.list[n.start[s]:][:n.count[s]]
	}
	n.search(s)
	n.some = n.some[:0]
	for _, f := range n.found {
		if f.at != s {
			n.some = append(n.some, f.at)
		}
	}
	n.sort(n.some)
	return n.some
}

// keepFirst drops all but the first so many of those that of returned for a place.
func (n *neighbours) keepFirst(s int32, count int) {
	if n.list != nil {
		n.count[s] = int32(count)
	}
}

// search finds what is near a place, itself included.
func (n *neighbours) search(s int32) {
	if n.cells != nil {
		n.found = n.cells.within(n.found[:0], n.index.row(s))
		return
	}
	n.index.aim(&n.probe, n.index.row(s))
	n.found = n.index.within(n.found[:0], &n.probe, n.limit)
}

// sort puts places in data set order.
func (n *neighbours) sort(places []int32) {
	if n.cells != nil { // which find in that order
		return
	}
	n.keys = n.keys[:0]
	for _, at := range places {
		n.keys = append(n.keys, keyOf(n.index.point[at], at))
	}
	n.spare = sortKeys(n.keys, n.spare)
	for i, key := range n.keys {
		places[i] = thingOf(key)
	}
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
	j.pairs = nil
	if err := account.take(int64(8*len(at) + 24*len(pairs))); err != nil {
		return err
	}
	rows := n.index
	if j.limit > n.limit {
		pairs = slices.DeleteFunc(pairs, func(p pair) bool {
			return squaredDistanceUpTo(rows.row(p.a), rows.row(p.b), n.limit) > n.limit
		})
	}
	count := len(rows.point)
	n.start, n.count = make([]int, count), make([]int32, count)
	for _, p := range pairs {
		n.count[p.a]++
		n.count[p.b]++
	}
	for s := range count - 1 {
		n.start[s+1] = n.start[s] + int(n.count[s])
	}
	next := slices.Clone(n.start)
	list := make([]int32, 2*len(pairs))
	put := func(s, t int32) {
		list[next[s]] = t
		next[s]++
	}
	for _, p := range pairs {
		put(p.a, p.b)
		put(p.b, p.a)
	}
	// Each sample's turn in data set order puts the lists of its neighbours in that order.
	n.list = list
	copy(next, n.start)
	sorted := make([]int32, len(list))
	for _, s := range at {
		for _, t := range n.of(s) {
			sorted[next[t]] = s
			next[t]++
		}
	}
	n.list = sorted
	return nil
}

// searchAll makes lists of what is found for each place.
func (n *neighbours) searchAll(account *counter) error {
	count := len(n.index.point)
	most := 2 * mostPairs(account.maxBytes)
	n.start, n.count = make([]int, count), make([]int32, count)
	list := make([]int32, 0, 8*count)
	for s := range count {
		if s&255 == 0 {
			if err := account.mayGoOn(1); err != nil {
				return err
			}
		}
		n.search(int32(s))
		from := len(list)
		if from+len(n.found) > most {
			return nil
		}
		if err := account.take(int64(4 * len(n.found))); err != nil {
			return err
		}
		if most := from + len(n.found); most > cap(list) { // room for as many as those so far predict
			all := float64(most) / float64(s+1) * float64(count) * 1.06
			list = slices.Grow(list, max(most, int(all))-from)
		}
		for _, f := range n.found {
			if int(f.at) != s {
				list = append(list, f.at)
			}
		}
		n.sort(list[from:])
		n.start[s], n.count[s] = from, int32(len(list)-from)
	}
	n.list = list
	return nil
}
