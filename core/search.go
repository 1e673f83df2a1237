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
}

// place is where a point is: its layer (from 0) and node.
type place struct{ layer, node int32 }

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
	slices.SortFunc(s.found, func(a, b near) int {
		p, q := n.places[a.point], n.places[b.point]
		if p.layer != q.layer {
			return cmp.Compare(p.layer, q.layer)
		}
		return cmp.Compare(p.node, q.node)
	})
	s.nodes, s.parts = s.nodes[:0], s.parts[:0]
	half := n.q / 2
	for i := 0; i < len(s.found); {
		k := n.places[s.found[i].point].layer
		l := n.layers[k]
		in := s.entering(k)
		from := int32(len(s.parts))
		least := candidate{d2: l.act.strong, node: -1}
		for ; i < len(s.found) && n.places[s.found[i].point].layer == k; i++ {
			c := s.candidate(l, in, s.found[i].point)
			s.nodes = append(s.nodes, c)
			if c.v >= floor {
				s.parts = append(s.parts, component{int32(c.node), float64(half * c.v)})
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

// entering is what layer k (from 0) sees beside x.
func (s *search) entering(k int32) []component {
	if k == 0 || s.span[k-1].turn != s.turn {
		return nil
	}
	return s.parts[s.span[k-1].from:s.span[k-1].to]
}

func (s *search) candidate(l *layer, in []component, point int32) candidate {
	at := s.n.places[point]
	d2 := sparseDistance(in, l.parts[l.start[at.node]:l.start[at.node+1]], s.x, s.n.points.x.Row(int(point)))
	return candidate{layer: int(at.layer), node: int(at.node), v: l.act.at(d2), d2: d2}
}

func (s *search) recognised() (candidate, bool) { return s.hit, s.isHit }

func (s *search) strongest(dst []candidate, top int) []candidate {
	dst = dst[:0]
	for _, c := range s.nodes {
		dst = keepStrongest(dst, top, c)
	}
	if len(dst) == top && s.reachOf(dst) <= s.faint {
		return dst
	}
	act := &s.n.layers[0].act
	if act.at(s.n.tree.bound(1, s.x)) == 0 {
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
	stack[0] = 1
	first := int32(1) << t.depth
	for height := 1; height > 0; {
		height--
		node := stack[height]
		if t.bound(int(node), s.x) > limit {
			continue
		}
		if node < first {
			left, right := 2*node, 2*node+1
			if t.bound(int(left), s.x) < t.bound(int(right), s.x) {
				left, right = right, left
			}
			stack[height], stack[height+1] = left, right
			height += 2
			continue
		}
		from, to := t.leaf(int(node))
		for i := from; i < to; i++ {
			if squaredDistanceUpTo(s.x, t.coords[i*t.dims:][:t.dims], limit) > limit {
				continue
			}
			k := s.n.places[t.point[i]].layer
			dst = keepStrongest(dst, top, s.candidate(s.n.layers[k], s.entering(k), t.point[i]))
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
			dst = keepStrongest(dst, top, s.candidate(l, in, int32(point)))
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
