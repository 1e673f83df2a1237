package core

import (
	"cmp"
	"slices"
)

// evidence is what a propagation saw, as outputs are made from it. A pass has
// all of it; a search finds only what an output needs, with the same bits.
type evidence interface {
	// recognised is the node that is hit, if there is one.
	recognised() (candidate, bool)
	// strongest appends the K strongest nodes of the layers passed, strongest first.
	strongest(dst []candidate, top int) []candidate
	// layerwise appends the strongest node of each layer passed, strongest first.
	layerwise(dst []candidate) []candidate
	// moderate appends the nodes of the layers passed that reach their layer's
	// admission threshold, in the order of layers and nodes.
	moderate(n *network, dst []candidate) []candidate
}

// search propagates an input through a network with sparse fingerprints. All
// layers have the same settings there, so activation falls with the squared
// distance across layers too, and the distance in the input space bounds it.
//
//	found = the points within the faint radius of x      (the k-d tree)
//	layer by layer, for the found nodes of the layer:
//	  distance from [activations of the layer below; x] → activation
//	  one is nearer than the strong radius: hit
//	the K strongest: among the found ones, if the K-th is inside the faint
//	radius; else through the tree, a box being left out when its points cannot
//	be nearer than the K-th.
//
// O(log N + found · their fingerprints).
type search struct {
	n     *network
	x     []float64
	found []near
	keys  []uint64 // of the found nodes: layer, node ...
	order []near   // ... and the nodes
	nodes []candidate
	parts []component // the activations of all layers, times q/2
	span  []span      // those of layer k
	turn  int32       // spans of earlier inputs count as empty
	hit   candidate
	isHit bool
	faint float64
}

type span struct{ turn, from, to int32 }

func newSearch(n *network) *search {
	return &search{n: n, span: make([]span, len(n.layers)), faint: n.faint()}
}

func (s *search) run(x []float64) {
	n := s.n
	s.x, s.isHit = x, false
	s.turn++
	s.found = n.tree.within(s.found[:0], x, s.faint)
	s.sortFound()
	s.nodes, s.parts = s.nodes[:0], s.parts[:0]
	half := n.q / 2
	act := &n.layers[0].act
	for i := 0; i < len(s.keys); {
		k := int32(s.keys[i] >> 32)
		in := s.entering(k)
		from := int32(len(s.parts))
		least := candidate{d2: act.strong, node: -1}
		for ; i < len(s.keys) && int32(s.keys[i]>>32) == k; i++ {
			var c candidate
			if k == 0 {
				d2 := s.order[i].d2 // layer 1 sees x alone
				c = candidate{node: int32(uint32(s.keys[i])), v: act.at(d2), d2: d2}
			} else {
				c = s.candidate(in, s.order[i].at)
			}
			s.nodes = append(s.nodes, c)
			if c.v >= floor {
				s.parts = append(s.parts, component{c.node, float64(half * c.v)})
			}
			if c.d2 < least.d2 || c.d2 == least.d2 && least.node < 0 {
				least = c
			}
		}
		s.span[k] = span{s.turn, from, int32(len(s.parts))}
		if least.node >= 0 {
			s.hit, s.isHit = least, true
			return
		}
	}
}

// sortFound brings the found places into the order of layers and nodes. Mostly
// they are few: by insertion.
func (s *search) sortFound() {
	key := s.n.nodes.key
	s.keys, s.order = s.keys[:0], s.order[:0]
	if len(s.found) > 64 {
		slices.SortFunc(s.found, func(a, b near) int { return cmp.Compare(key[a.at], key[b.at]) })
	}
	for _, f := range s.found {
		k := key[f.at]
		s.keys, s.order = append(s.keys, k), append(s.order, f)
		i := len(s.keys) - 1
		for ; i > 0 && s.keys[i-1] > k; i-- {
			s.keys[i], s.order[i] = s.keys[i-1], s.order[i-1]
		}
		s.keys[i], s.order[i] = k, f
	}
}

// entering is what layer k (from 0) sees beside x.
func (s *search) entering(k int32) []component {
	if k == 0 || s.span[k-1].turn != s.turn {
		return nil
	}
	return s.parts[s.span[k-1].from:s.span[k-1].to]
}

func (s *search) candidate(in []component, at int32) candidate {
	key := s.n.nodes.key[at]
	d2 := sparseDistance(in, s.n.nodes.fingerprint(at), s.x, s.n.tree.row(at))
	return candidate{layer: int32(key >> 32), node: int32(uint32(key)), v: s.n.layers[0].act.at(d2), d2: d2}
}

func (s *search) recognised() (candidate, bool) { return s.hit, s.isHit }

func (s *search) strongest(dst []candidate, top int) []candidate {
	dst = dst[:0]
	if s.isHit && top == 1 {
		return append(dst, s.hit) // with one setting for all layers no earlier node is above τ_act
	}
	for i := range s.nodes {
		if c := &s.nodes[i]; len(dst) < top || c.v >= dst[top-1].v {
			dst = keepStrongest(dst, top, *c)
		}
	}
	if len(dst) == top && s.reachOf(dst) <= s.faint {
		return dst
	}
	act := &s.n.layers[0].act
	if act.at(s.n.tree.bound(1, s.x, inf)) == 0 {
		return s.first(dst[:0], top) // nothing is activated at all: lower layers come first
	}
	return s.further(dst[:0], top)
}

// reachOf is a squared distance beyond which no node can be among the K
// strongest, given some K: a little beyond the weakest, so that nodes whose
// activation rounds to the same are not lost. +Inf where that can't be told.
func (s *search) reachOf(best []candidate) float64 {
	weakest := best[len(best)-1]
	reach := weakest.d2 * (1 + 1e-9)
	if s.n.layers[0].act.at(reach) < weakest.v {
		return reach
	}
	return inf
}

// further looks for the K strongest in the whole tree.
func (s *search) further(dst []candidate, top int) []candidate {
	t := s.n.tree
	limit := inf
	var stack [64]int32
	var bounds [64]float64
	stack[0] = 1
	first := int32(1) << t.depth
	for height := 1; height > 0; {
		height--
		node := stack[height]
		if bounds[height] > limit {
			continue
		}
		if node < first {
			height = t.descend(&stack, &bounds, height, node, s.x, limit)
			continue
		}
		for at, end := t.leaves[node-first], t.leaves[node-first+1]; at < end; at++ {
			if squaredDistanceUpTo(s.x, t.row(at), limit) > limit {
				continue
			}
			dst = keepStrongest(dst, top, s.candidate(s.entering(int32(s.n.nodes.key[at]>>32)), at))
			if len(dst) == top {
				limit = s.reachOf(dst)
			}
		}
	}
	return dst
}

// first is strongest where every activation is 0. O(nodes of the layers needed).
func (s *search) first(dst []candidate, top int) []candidate {
	for k, l := range s.n.layers {
		if len(dst) == top {
			break
		}
		in := s.entering(int32(k))
		for _, point := range l.point {
			dst = keepStrongest(dst, top, s.candidate(in, s.n.nodes.at[point]))
		}
	}
	return dst
}

func (s *search) moderate(n *network, dst []candidate) []candidate {
	dst = dst[:0]
	for _, c := range s.nodes {
		if c.d2 <= n.layers[0].act.moderate {
			dst = append(dst, c)
		}
	}
	return dst
}

// layerwise needs every layer's strongest node: that is a pass.
func (s *search) layerwise(dst []candidate) []candidate {
	var p pass
	p.run(s.n, s.x)
	return p.layerwise(dst)
}
