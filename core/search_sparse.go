package core

import "slices"

// This file propagates an input through the nodes of the points within the search radius.

func (s *search) run(x []float64) {
	s.x, s.isHit, s.nodes = x, false, s.nodes[:0]
	s.n.index.aim(&s.probe, x)
	if s.n.cells != nil {
		s.found = s.n.cells.within(s.found[:0], x)
	} else {
		s.found = s.n.index.within(s.found[:0], &s.probe, s.n.searched)
	}
	s.turn++
	s.parts, s.done = s.parts[:0], 0
	if len(s.found) == 0 {
		return
	}
	s.strong = slices.Grow(s.strong[:0], len(s.found))
	s.strong = s.strong[:numberFound(s.found, s.strong[:len(s.found)], s.rank, s.act.strong)]
	if s.n.cells == nil {
		s.sortFound()
	}
	if len(s.rank) >= fetches {
		s.seen = s.n.nodes.readAhead(s.found)
	}
	for rank := s.nearFrom(0); ; {
		k := s.layerOf(rank)
		s.propagate(k)
		if k == len(s.n.layers) || s.recognise(k) {
			return
		}
		s.propagate(k + 1)
		rank = s.nearFrom(s.first[k+1])
	}
}

// numberFound gives the found their nodes' ranks, and copies those within a squared distance to
// strong, which has room for all. It returns how many these are.
//
//go:noinline
func numberFound(found, strong []near, rank []int32, limit float64) (n int) {
	for i := range found {
		f := &found[i]
		f.rank = rank[f.at]
		if f.d2 <= limit {
			strong[n] = *f
			n++
		}
	}
	return n
}

// sortFound puts the found in the order of ranks.
func (s *search) sortFound() {
	s.keys = s.keys[:0]
	for i, f := range s.found {
		s.keys = append(s.keys, keyOf(f.rank, int32(i)))
	}
	s.spare = sortKeys(s.keys, s.spare)
	found := append(s.tree.looked[:0], s.found...)
	for i, key := range s.keys {
		s.found[i] = found[thingOf(key)]
	}
	s.tree.looked = found
}

// nearFrom is the first rank from one on that is within the strong radius; lastNode without one.
func (s *search) nearFrom(rank int32) int32 {
	first := int32(lastNode)
	for i := range s.strong {
		if r := s.strong[i].rank; r >= rank {
			first = min(first, r)
		}
	}
	return first
}

// propagate takes all layers before one. Those of the found whose turn has come
// have the squared distance in their own layer from then on.
func (s *search) propagate(before int) {
	found, first := s.found[s.done:], s.first
	k, end := 0, first[before]
	for len(found) > 0 && found[0].rank < end {
		for first[k+1] <= found[0].rank {
			k++
		}
		n, last := 1, first[k+1]
		for n < len(found) && found[n].rank < last {
			n++
		}
		if k > 0 {
			s.n.nodes.distances(found[:n], s.entering(k), s.x)
		}
		s.activate(k, found[:n])
		found = found[n:]
	}
	s.done = len(s.found) - len(found)
}

// activate takes the activations of nodes of layer k at their squared distances. It and
// lookWithin have the steps of activation.all in their own loops: a call in each turn
// costs as much as they do.
func (s *search) activate(k int, group []near) {
	s.nodes = slices.Grow(s.nodes, len(group))
	s.parts = slices.Grow(s.parts, len(group)+mergeMost)
	n, start := len(s.nodes), len(s.parts)
	nodes, parts := s.nodes[n:][:len(group)], s.parts[start:][:len(group)+1]
	act, first, half, passed, furthest := s.act, s.first[k], s.n.q/2, 0, s.act.passed
	a1, perA2, r, rest, plateau := act.a1, act.perA2, act.r, act.rest, act.plateau
	for i := range group {
		f := &group[i]
		v := peak(f.d2, a1, rest)
		if f.d2 <= plateau {
			n, part := expReduced(exponent(f.d2, perA2))
			v += float64(r * scaled(expFactors(n, part)))
		}
		nodes[i] = met{int32(k), f.rank - first, f.d2, v}
		parts[passed] = component{f.rank - first, float64(half * v)}
		if f.d2 <= furthest {
			passed++
		}
	}
	parts[passed] = component{node: endOfIn}
	s.nodes = s.nodes[:n+len(group)]
	s.parts = s.parts[:start+passed+1]
	s.span[k] = span{s.turn, int32(start), int32(start + passed)}
}

// entering is what layer k (from 0) sees beside x.
func (s *search) entering(k int) []component {
	if k == 0 || s.span[k-1].turn != s.turn {
		return noComponents
	}
	return s.parts[s.span[k-1].from:s.span[k-1].to]
}

// throughTree is what nearestByTree works with, kept from query to query.
type throughTree struct {
	descent
	looked []near // the points of the leaves that were looked into
}

// nearestByTree returns the squared distance that the closest prune went by.
// Activations are taken in the end, of those that are left.
func (s *search) nearestByTree(top int, prune bool) (limit float64) {
	t, w := s.n.index, &s.tree
	limit = inf
	s.least, w.looked = s.least.reset(top), w.looked[:0]
	w.begin()
	for leaf := t.nextLeaf(&w.descent, &s.probe, limit); leaf >= 0; leaf = t.nextLeaf(&w.descent, &s.probe, limit) {
		from := len(w.looked)
		if len(s.found) == 0 && len(s.x) == 2 {
			w.looked = slices.Grow(w.looked, 2*kdLeaf)
			n := s.n.nodes.leafAtRest((*[2 * kdLeaf]near)(w.looked[from:from+2*kdLeaf]), t.tree.leaves[leaf], t.tree.leaves[leaf+1], s.x[0], s.x[1], limit)
			w.looked = w.looked[:from+n]
		} else {
			w.looked = t.leaf(w.looked, leaf, &s.probe, limit)
			s.ownSpace(w.looked[from:])
		}
		if prune {
			limit = s.least.takeAll(w.looked[from:], limit)
		}
	}
	from := len(s.nodes)
	s.lookWithin(w.looked, limit)
	s.keepAll(top, from)
	return limit
}

// lookWithin looks at the nodes of a list up to a squared distance in their own
// layers. (Under WebAssembly loops are fast in functions of their own; so is takeAll's.)
//
//go:noinline
func (s *search) lookWithin(list []near, limit float64) {
	n := len(s.nodes)
	s.nodes = slices.Grow(s.nodes, len(list))
	nodes, act := s.nodes[n:n+len(list)], s.act
	a1, perA2, r, rest, plateau := act.a1, act.perA2, act.r, act.rest, act.plateau
	n = 0
	for i := range list {
		f := &list[i]
		if f.d2 > limit {
			continue
		}
		rank := s.rank[f.at]
		k := s.layerOf(rank)
		v := peak(f.d2, a1, rest)
		if f.d2 <= plateau {
			n, part := expReduced(exponent(f.d2, perA2))
			v += float64(r * scaled(expFactors(n, part)))
		}
		nodes[n] = met{int32(k), rank - s.first[k], f.d2, v}
		n++
	}
	s.nodes = s.nodes[:len(s.nodes)+n]
}

// ownSpace turns squared distances in the input space into those in the nodes' own
// layers.
func (s *search) ownSpace(list []near) {
	if len(s.found) == 0 { // no activation enters any layer
		s.n.nodes.distancesAtRest(list, s.x)
		return
	}
	for i := range list {
		f := &list[i]
		f.d2 = s.distance(s.layerOf(s.rank[f.at]), f.at)
	}
}
