package core

import "slices"

// This file is what search does where fingerprints are sparse: the points within
// the faint radius are found first, and only their nodes are looked at.

func (s *search) runSparse() {
	s.found = s.n.within(s.found[:0], s.x, s.faint)
	for i := range s.found {
		s.found[i].rank = s.rank[s.found[i].at]
	}
	if s.n.cells == nil {
		s.sortFound()
	}
	s.turn++
	s.parts, s.done = s.parts[:0], 0
	for from := 0; ; {
		k := s.closeLayer(s.first[from])
		s.propagate(k)
		if k == len(s.n.layers) || s.recognise(k) {
			return
		}
		from = k + 1
		s.propagate(from)
	}
}

// sortFound puts the found in the order of ranks.
func (s *search) sortFound() {
	s.keys = s.keys[:0]
	for i, f := range s.found {
		s.keys = append(s.keys, keyOf(f.rank, int32(i)))
	}
	slices.Sort(s.keys)
	found := append(s.tree.leaf[:0], s.found...)
	for i, key := range s.keys {
		s.found[i] = found[thingOf(key)]
	}
	s.tree.leaf = found
}

// closeLayer is the first layer that has a found point within the strong radius
// among the nodes from a rank on; the number of layers, if none has.
func (s *search) closeLayer(from int32) int {
	for _, f := range s.found {
		if f.d2 <= s.act.strong && f.rank >= from {
			return s.layerOf(f.rank)
		}
	}
	return len(s.n.layers)
}

// propagate takes all layers before one. Those of the found whose turn has come
// have the squared distance in their own layer from then on.
func (s *search) propagate(before int) {
	for s.done < len(s.found) && s.found[s.done].rank < s.first[before] {
		k := s.layerOf(s.found[s.done].rank)
		group := s.found[s.done:]
		for i, f := range group {
			if f.rank >= s.first[k+1] {
				group = group[:i]
				break
			}
		}
		s.done += len(group)
		if k > 0 {
			s.n.nodes.distances(group, s.entering(k), s.x)
		}
		s.activate(k, group)
	}
}

// activate takes the activations of nodes of layer k at their squared distances.
func (s *search) activate(k int, group []near) {
	s.nodes = slices.Grow(s.nodes, len(group))
	s.parts = slices.Grow(s.parts, len(group)+mergeMost)
	n, start := len(s.nodes), len(s.parts)
	nodes, parts := s.nodes[n:][:len(group)], s.parts[start:][:len(group)+1]
	act, first, half, passed := s.act, s.first[k], s.n.q/2, 0
	for i := range group {
		f := &group[i]
		v := act.at(f.d2)
		nodes[i] = met{int32(k), f.rank - first, f.d2, v}
		parts[passed] = component{f.rank - first, float64(half * v)}
		if v >= floor {
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
	stack  [64]int32 // boxes to look into ...
	bounds [64]float64
	leaf   []near
	looked []near    // what was no further away than the K-th nearest at its time ...
	least  []float64 // ... and the K least squared distances
}

// nearestByTree returns the squared distance that the closest prune went by.
// Activations are taken in the end, of those that are left.
func (s *search) nearestByTree(top int, prune bool) (limit float64) {
	t, w := s.n.tree, &s.tree
	limit = inf
	w.least, w.looked = w.least[:0], w.looked[:0]
	w.stack[0], w.bounds[0] = 1, 0
	first := int32(1) << t.depth
	for height := 1; height > 0; {
		height--
		node := w.stack[height]
		if w.bounds[height] > limit {
			continue
		}
		if node < first {
			height = t.descend(&w.stack, &w.bounds, height, node, s.x, limit)
			continue
		}
		w.leaf = t.leaf(w.leaf[:0], node-first, s.x, limit)
		s.ownSpace(w.leaf)
		for _, f := range w.leaf {
			if f.d2 <= limit {
				w.looked = append(w.looked, f)
				if prune {
					limit = w.narrow(top, f.d2)
				}
			}
		}
	}
	s.best = s.best[:0]
	for _, f := range w.looked {
		if f.d2 <= limit {
			k := s.layerOf(s.rank[f.at])
			s.look(k, s.rank[f.at]-s.first[k], f.d2, top)
		}
	}
	return limit
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

// narrow puts a squared distance among the K least, and returns one a little
// beyond the K-th; +Inf where there aren't so many yet.
func (w *throughTree) narrow(top int, d2 float64) (limit float64) {
	if len(w.least) < top {
		w.least = append(w.least, inf)
	}
	least := w.least
	j := len(least) - 1
	for ; j >= 0 && least[j] > d2; j-- {
		if j+1 < len(least) {
			least[j+1] = least[j]
		}
	}
	if j++; j < len(least) {
		least[j] = d2
	}
	if len(least) < top {
		return inf
	}
	return least[top-1] * (1 + 1e-9)
}
