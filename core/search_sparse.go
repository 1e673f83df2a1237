package core

import (
	"slices"

	"github.com/xaia-go/xaia/core/internal/floatmath"
	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// This file propagates an input through the nodes of the points within the search radius.

func (s *search) run(x []float64) {
	s.x, s.isHit, s.nodes = x, false, s.nodes[:0]
	s.n.index.Aim(&s.probe, x)
	if s.n.cells != nil {
		s.found = s.n.cells.Within(s.found[:0], x)
	} else {
		s.found = s.n.index.Within(s.found[:0], &s.probe, s.n.searched)
		s.sortFound()
	}
	s.turn++
	s.parts, s.done = s.parts[:0], 0
	if len(s.found) == 0 {
		return
	}
	s.strong = slices.Grow(s.strong[:0], len(s.found))
	s.strong = s.strong[:numberFound(s.found, s.strong[:len(s.found)], s.rank, s.act.strong)]
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
func numberFound(found, strong []spatial.Found, rank []int32, limit float64) (n int) {
	for i := range found {
		f := &found[i]
		f.Rank = rank[f.Place]
		if f.D2 <= limit {
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
		s.keys = append(s.keys, sorting.KeyOf(s.rank[f.Place], int32(i)))
	}
	s.spare = sorting.SortKeys(s.keys, s.spare)
	found := append(s.tree.visited[:0], s.found...)
	for i, key := range s.keys {
		s.found[i] = found[sorting.ItemOf(key)]
	}
	s.tree.visited = found
}

// nearFrom is the first rank from one on that is within the strong radius; lastNode without one.
func (s *search) nearFrom(rank int32) int32 {
	first := int32(sparse.LastNode)
	for i := range s.strong {
		if r := s.strong[i].Rank; r >= rank {
			first = min(first, r)
		}
	}
	return first
}

// propagate activates the found nodes of all layers before one. From then on they have the squared distance in their own
// layer.
func (s *search) propagate(before int) {
	found, first := s.found[s.done:], s.first
	k, end := 0, first[before]
	for len(found) > 0 && found[0].Rank < end {
		for first[k+1] <= found[0].Rank {
			k++
		}
		n, last := 1, first[k+1]
		for n < len(found) && found[n].Rank < last {
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

// activate activates nodes of layer k, given their squared distances. activate and addWithin repeat the steps of
// activation.all in their own loops: a call in each turn costs as much as the steps.
func (s *search) activate(k int, group []spatial.Found) {
	s.nodes = slices.Grow(s.nodes, len(group))
	s.parts = slices.Grow(s.parts, len(group)+sparse.MergeMost)
	n, start := len(s.nodes), len(s.parts)
	nodes, parts := s.nodes[n:][:len(group)], s.parts[start:][:len(group)+1]
	act, first, half, passed, furthest := s.act, s.first[k], s.n.q/2, 0, s.act.passed
	a1, perA2, r, rest, plateau := act.a1, act.perA2, act.r, act.oneMinusR, act.plateau
	for i := range group {
		f := &group[i]
		v := peak(f.D2, a1, rest)
		if f.D2 <= plateau {
			n, part := floatmath.ExpReduced(exponent(f.D2, perA2))
			v += float64(r * floatmath.Scaled(floatmath.ExpFactors(n, part)))
		}
		nodes[i] = activated{int32(k), f.Rank - first, f.D2, v}
		parts[passed] = sparse.Component{Node: f.Rank - first, V: float64(half * v)}
		if f.D2 <= furthest {
			passed++
		}
	}
	parts[passed] = sparse.Component{Node: sparse.EndOfIn}
	s.nodes = s.nodes[:n+len(group)]
	s.parts = s.parts[:start+passed+1]
	s.span[k] = span{s.turn, int32(start), int32(start + passed)}
}

// entering is what layer k (from 0) sees beside x.
func (s *search) entering(k int) []sparse.Component {
	if k == 0 || s.span[k-1].turn != s.turn {
		return sparse.NoComponents
	}
	return s.parts[s.span[k-1].from:s.span[k-1].to]
}

// throughTree is what nearestByTree works with, kept from query to query.
type throughTree struct {
	spatial.Descent
	visited []spatial.Found // the points of the leaves that were looked into
}

// nearestByTree returns the squared distance of the closest prune. Activations are computed at the end, for the nodes
// that are left.
func (s *search) nearestByTree(top int, prune bool) (limit float64) {
	t, w := s.n.index, &s.tree
	limit = inf
	s.least, w.visited = s.least.reset(top), w.visited[:0]
	w.Begin()
	for leaf := t.NextLeaf(&w.Descent, &s.probe, limit); leaf >= 0; leaf = t.NextLeaf(&w.Descent, &s.probe, limit) {
		from := len(w.visited)
		switch {
		case len(s.found) > 0:
			w.visited = t.Leaf(w.visited, leaf, &s.probe, nil, limit)
			for i := range w.visited[from:] {
				f := &w.visited[from+i]
				f.D2 = s.distance(s.layerOf(s.rank[f.Place]), f.Place)
			}
		case len(s.x) == 2: // here and below no activation enters any layer
			w.visited = slices.Grow(w.visited, 2*spatial.KdLeaf)
			n := s.n.nodes.leafAtRest((*[2 * spatial.KdLeaf]spatial.Found)(w.visited[from:from+2*spatial.KdLeaf]), t.Tree.Leaves[leaf], t.Tree.Leaves[leaf+1], s.x[0], s.x[1], limit)
			w.visited = w.visited[:from+n]
		default:
			w.visited = t.Leaf(w.visited, leaf, &s.probe, s.n.nodes.base, limit)
		}
		if prune {
			limit = s.least.keepLeast(w.visited[from:], limit)
		}
	}
	from := len(s.nodes)
	s.addWithin(w.visited, limit)
	s.keepAll(top, from)
	return limit
}

// addWithin activates the nodes of a list up to a squared distance in their own layers. (Under WebAssembly loops are fast
// in functions of their own; so is the loop of keepLeast.)
//
//go:noinline
func (s *search) addWithin(list []spatial.Found, limit float64) {
	n := len(s.nodes)
	s.nodes = slices.Grow(s.nodes, len(list))
	nodes, act := s.nodes[n:n+len(list)], s.act
	a1, perA2, r, rest, plateau := act.a1, act.perA2, act.r, act.oneMinusR, act.plateau
	n = 0
	for i := range list {
		f := &list[i]
		if f.D2 > limit {
			continue
		}
		rank := s.rank[f.Place]
		k := s.layerOf(rank)
		v := peak(f.D2, a1, rest)
		if f.D2 <= plateau {
			n, part := floatmath.ExpReduced(exponent(f.D2, perA2))
			v += float64(r * floatmath.Scaled(floatmath.ExpFactors(n, part)))
		}
		nodes[n] = activated{int32(k), rank - s.first[k], f.D2, v}
		n++
	}
	s.nodes = s.nodes[:len(s.nodes)+n]
}
