package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sorting"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// This file finds the K strongest where some of them are beyond the search radius: through the index, nearest leaf first.

// farSearch is kept from input to input.
type farSearch struct {
	visited      []spatial.Found // the points of the leaves that were looked into, with their distances in their own layers
	sorting.TopK                 // of the least distances; then of the activations
}

// chooseFar sets best to the K strongest of all nodes, and returns what these are numbers of.
func (s *search) chooseFar(top int) []spatial.Found {
	if s.act.at(s.n.index.AtLeast(&s.query)) == 0 {
		s.chooseFirst(top) // nothing is activated at all: lower layers come first
	} else if !s.chooseNearest(top, top <= sorting.KeepMost) {
		s.chooseNearest(top, false)
	}
	return s.far.visited
}

// chooseNearest sets best to the K strongest of all nodes. With prune it skips what is slightly further away than the
// weakest of some K. That is sound only where slightly further makes a difference in activation that rounding can't hide,
// which the result says.
func (s *search) chooseNearest(top int, prune bool) (sound bool) {
	tightest := s.nearest(top, prune)
	return math.IsInf(tightest, 1) || s.act.at(tightest)*(1+1e-12) < s.best[top-1].V
}

// chooseFirst sets best to the K strongest where every activation is 0. O(nodes of the layers needed).
func (s *search) chooseFirst(top int) {
	w := &s.far
	w.visited = w.visited[:0]
	for k := 0; len(w.visited) < top; k++ {
		for _, point := range s.n.layers[k].point {
			at := s.place[point]
			w.visited = append(w.visited, spatial.Found{Place: at, D2: s.distance(k, at)})
		}
	}
	s.activateFar(inf)
	s.best = w.Rank(top, s.farBefore)
}

// nearest returns the squared distance of the closest prune. Activations are computed at the end, for the nodes that are
// left.
func (s *search) nearest(top int, prune bool) (limit float64) {
	w, q := &s.far, &s.query
	limit = inf
	w.Keys = w.Keys[:0]
	q.Far, q.Sums = true, nil
	if len(s.found) == 0 { // no activation enters any layer, here and below
		q.Sums = s.n.nodes.base
	}
	w.visited = s.n.index.Visit(w.visited[:0], q, inf, func(visited []spatial.Found, from int) float64 {
		if q.Sums == nil {
			for i := range visited[from:] {
				f := &visited[from+i]
				f.D2 = s.distance(s.layerOf(s.rank[f.Place]), f.Place)
			}
		}
		if prune {
			n := len(w.Keys)
			w.Keys = slices.Grow(w.Keys, len(visited)-from)[:n+len(visited)-from]
			for i := range w.Keys[n:] {
				w.Keys[n+i] = -visited[from+i].D2
			}
			limit = -w.Bound(top, from) * (1 + 1e-9)
		}
		return limit
	})
	q.Far, q.Sums = false, nil
	s.activateFar(limit)
	s.best = w.Rank(top, s.farBefore)
	return limit
}

// activateFar keeps the visited nodes up to a squared distance in their own layers, and activates them.
func (s *search) activateFar(limit float64) {
	w, n := &s.far, 0
	w.Keys = w.Keys[:0]
	for _, f := range w.visited {
		if f.D2 <= limit {
			f.Rank = s.rank[f.Place]
			w.visited[n] = f
			w.Keys = append(w.Keys, f.D2)
			n++
		}
	}
	w.visited = w.visited[:n]
	s.act.all(w.Keys, w.Keys)
}
