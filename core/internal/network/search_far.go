package network

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

// nearer takes the points visited from one on, which have their distances in their own layers, and returns a squared distance
// beyond which the K strongest need not be sought: only slightly further away than the weakest of some K, or the limit.
func (w *farSearch) nearer(visited []spatial.Found, from, top int, limit float64) float64 {
	n := len(w.Keys)
	w.Keys = slices.Grow(w.Keys, len(visited)-from)[:n+len(visited)-from]
	for i := range w.Keys[n:] {
		w.Keys[n+i] = -visited[from+i].D2
	}
	return math.Min(limit, -w.Bound(top, from)*(1+1e-9))
}

// strongest ranks the nodes visited up to a squared distance, which is sound only where slightly further makes a difference
// in activation that rounding can't hide.
func (w *farSearch) strongest(act *Activation, top int, limit float64, before func(i, j int) bool) (best []sorting.Ranked, sound bool) {
	n := 0
	w.Keys = w.Keys[:0]
	for _, f := range w.visited {
		if f.D2 <= limit {
			w.visited[n] = f
			w.Keys = append(w.Keys, f.D2)
			n++
		}
	}
	w.visited = w.visited[:n]
	act.all(w.Keys, w.Keys)
	best = w.Rank(top, before)
	return best, len(best) == top && (math.IsInf(limit, 1) || act.At(limit)*(1+1e-12) < best[top-1].V)
}

// chooseFar sets best to the K strongest of all nodes, and returns what these are numbers of.
func (s *Search) chooseFar(top int) []spatial.Found {
	if !s.chooseNearest(top, top <= sorting.KeepMost) {
		s.chooseNearest(top, false)
	}
	return s.far.visited
}

// chooseNearest sets best to the K strongest of all nodes, of those alone that are near enough with prune: then it says whether
// that was sound.
func (s *Search) chooseNearest(top int, prune bool) (sound bool) {
	w, q, limit := &s.far, &s.query, inf
	w.Keys = w.Keys[:0]
	if len(s.found) == 0 { // no activation enters any layer, here and below
		q.Sums = s.base
	}
	w.visited = s.index.Visit(w.visited[:0], q, inf, func(visited []spatial.Found, from int) float64 {
		for i := range visited[from:] {
			f := &visited[from+i]
			if f.Rank = s.rank[f.Place]; q.Sums == nil {
				f.D2 = s.distance(s.layerOf(f.Rank), f.Place)
			}
		}
		if prune {
			limit = w.nearer(visited, from, top, limit)
		}
		return limit
	})
	q.Sums = nil
	s.best, sound = w.strongest(s.act, top, limit, s.farBefore)
	return sound
}
