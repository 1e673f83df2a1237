package core

import (
	"cmp"
	"math"
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

// search propagates an input through a network with sparse fingerprints. All
// layers have the same settings there, so activation falls with the squared
// distance across layers too, and the distance in the input space bounds it.
//
//	found = the points within the faint radius of x      (network.within)
//	k = the first layer with a found point within the strong radius: no layer
//	    before k can be hit
//	layer by layer before k, for the found nodes of the layer:
//	  distance from [activations of the layer below; x] → activation
//	one of those points is within the strong radius in layer k too: hit; else go
//	on behind k in the same way
//	the K strongest: among the found ones, if the K-th is above what the faint
//	radius bounds; else through the tree, a box being left out when its points
//	cannot be nearer than the K-th.
//
// O(log N + found · their fingerprints).
type search struct {
	n     *network
	act   *activation
	x     []float64
	found []near // by rank
	done  int    // how many of them are propagated ...
	nodes []met  // ... to these
	best  []ranked
	parts []component // the activations of all layers, times q/2
	span  []span      // those of layer k
	turn  int32       // spans of earlier inputs count as empty
	hit   candidate
	isHit bool
	faint float64
	least float64 // no activation beyond the faint radius is above it
}

// met is a node that the search has looked at; layers from 0.
type met struct {
	layer, node int32
	d2, v       float64
}

// ranked is the activation of nodes[i].
type ranked struct {
	v float64
	i int
}

type span struct{ turn, from, to int32 }

func newSearch(n *network) *search {
	s := &search{n: n, act: &n.layers[0].act, span: make([]span, len(n.layers)), faint: n.faint()}
	s.least = s.act.at(s.faint) * (1 + 1e-12) // rounding could break a tie the wrong way
	return s
}

func (s *search) run(x []float64) {
	s.x, s.isHit = x, false
	s.turn++
	s.found = s.n.within(s.found[:0], x, s.faint)
	if s.n.cells == nil {
		rank := s.n.nodes.rank
		slices.SortFunc(s.found, func(a, b near) int { return cmp.Compare(rank[a.at], rank[b.at]) })
	}
	s.nodes, s.parts, s.done = s.nodes[:0], s.parts[:0], 0
	first := s.n.nodes.first
	for from := 0; ; {
		k := s.closeLayer(first[from])
		s.propagate(first[k])
		if k == len(s.n.layers) || s.recognise(k) {
			return
		}
		s.propagate(first[k+1])
		from = k + 1
	}
}

// closeLayer is the first layer that has a found point within the strong radius
// among the nodes from a rank on; the number of layers, if none has.
func (s *search) closeLayer(from int32) int {
	for _, f := range s.found {
		if f.d2 <= s.act.strong {
			if rank := s.n.nodes.rank[f.at]; rank >= from {
				return s.n.nodes.layerOf(rank)
			}
		}
	}
	return len(s.n.layers)
}

// recognise says whether layer k is hit; the layers below are propagated.
func (s *search) recognise(k int) bool {
	first, last := s.n.nodes.first[k], s.n.nodes.first[k+1]
	least := met{d2: inf}
	for _, f := range s.found {
		if rank := s.n.nodes.rank[f.at]; f.d2 <= s.act.strong && rank >= first && rank < last {
			d2 := f.d2 // layer 1 sees x alone
			if k > 0 {
				d2 = s.distance(k, f.at)
			}
			if d2 < least.d2 { // the first of equals, in node order
				least = met{layer: int32(k), node: rank - first, d2: d2}
			}
		}
	}
	if s.isHit = least.d2 <= s.act.strong; s.isHit {
		least.v = s.act.at(least.d2)
		s.hit = least.candidate()
	}
	return s.isHit
}

// propagate takes the found nodes up to a rank.
func (s *search) propagate(to int32) {
	nodes := s.n.nodes
	half := s.n.q / 2
	for s.done < len(s.found) && nodes.rank[s.found[s.done].at] < to {
		k := nodes.layerOf(nodes.rank[s.found[s.done].at])
		first, last := nodes.first[k], nodes.first[k+1]
		in := s.entering(k)
		start := int32(len(s.parts))
		for ; s.done < len(s.found); s.done++ {
			f := &s.found[s.done]
			rank := nodes.rank[f.at]
			if rank >= last {
				break
			}
			d2 := f.d2
			if k > 0 {
				d2 = sparseDistance(in, nodes.fingerprint(f.at), s.x, s.n.tree.row(f.at))
			}
			v := s.act.at(d2)
			s.nodes = append(s.nodes, met{int32(k), rank - first, d2, v})
			if v >= floor {
				s.parts = append(s.parts, component{rank - first, float64(half * v)})
			}
		}
		s.span[k] = span{s.turn, start, int32(len(s.parts))}
	}
}

// entering is what layer k (from 0) sees beside x.
func (s *search) entering(k int) []component {
	if k == 0 || s.span[k-1].turn != s.turn {
		return nil
	}
	return s.parts[s.span[k-1].from:s.span[k-1].to]
}

// distance is the squared distance to the node at a place, which is of layer k.
func (s *search) distance(k int, at int32) float64 {
	return sparseDistance(s.entering(k), s.n.nodes.fingerprint(at), s.x, s.n.tree.row(at))
}

func (c *met) candidate() candidate {
	return candidate{layer: c.layer, node: c.node, v: c.v, d2: c.d2}
}

func (s *search) recognised() (candidate, bool) { return s.hit, s.isHit }

// strongest is for inputs that hit nothing: those that do aren't propagated
// further than the hit takes.
func (s *search) strongest(dst []candidate, top int) []candidate {
	dst, s.best = dst[:0], s.best[:0]
	found := len(s.nodes)
	for i := range s.nodes {
		s.keep(top, i)
	}
	if len(s.best) < top || s.best[top-1].v <= s.least {
		if s.act.at(s.n.tree.bound(1, s.x, inf)) == 0 {
			s.takeFirst(top) // nothing is activated at all: lower layers come first
		} else if !s.takeNearest(top, true) {
			s.takeNearest(top, false)
		}
	}
	for _, b := range s.best {
		dst = append(dst, s.nodes[b.i].candidate())
	}
	s.nodes = s.nodes[:found]
	return dst
}

// keep puts nodes[i] among the K strongest so far, which are in order.
func (s *search) keep(top, i int) {
	v := s.nodes[i].v
	best := s.best
	j := len(best)
	if j < top {
		best = append(best, ranked{})
	} else {
		j--
		if v < best[j].v || v == best[j].v && !s.before(i, best[j].i) {
			return
		}
	}
	for ; j > 0 && (v > best[j-1].v || v == best[j-1].v && s.before(i, best[j-1].i)); j-- {
		best[j] = best[j-1]
	}
	best[j] = ranked{v, i}
	s.best = best
}

// before is candidate.stronger for nodes that are equally activated.
func (s *search) before(i, j int) bool {
	a, b := s.nodes[i].candidate(), s.nodes[j].candidate()
	return a.stronger(b)
}

// takeNearest makes best the K strongest of all nodes, through the tree. To
// prune is to leave out what is a little further away than the weakest of some K.
// That is sound where a little further makes a difference in activation that
// rounding can't hide, as takeNearest tells in the end.
func (s *search) takeNearest(top int, prune bool) (sound bool) {
	s.best = s.best[:0]
	t := s.n.tree
	limit, tightest := inf, inf
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
		s.found = t.leaf(s.found[:0], node-first, s.x, limit)
		for i := range s.found {
			if f := &s.found[i]; f.d2 <= limit {
				s.look(f.at)
				s.keep(top, len(s.nodes)-1)
				if prune && len(s.best) == top {
					limit = s.nodes[s.best[top-1].i].d2 * (1 + 1e-9)
					tightest = min(tightest, limit)
				}
			}
		}
	}
	return math.IsInf(tightest, 1) || s.act.at(tightest)*(1+1e-12) < s.best[top-1].v
}

// takeFirst makes best the K strongest where every activation is 0. O(nodes of
// the layers needed).
func (s *search) takeFirst(top int) {
	s.best = s.best[:0]
	for _, l := range s.n.layers {
		if len(s.best) == top {
			break
		}
		for _, point := range l.point {
			s.look(s.n.nodes.at[point])
			s.keep(top, len(s.nodes)-1)
		}
	}
}

// look appends the node at any place to nodes.
func (s *search) look(at int32) {
	rank := s.n.nodes.rank[at]
	k := s.n.nodes.layerOf(rank)
	d2 := s.distance(k, at)
	s.nodes = append(s.nodes, met{int32(k), rank - s.n.nodes.first[k], d2, s.act.at(d2)})
}

// layerwise needs every layer's strongest node: that is a pass.
func (s *search) layerwise(dst []candidate) []candidate {
	var p pass
	p.run(s.n, s.x)
	return p.layerwise(dst)
}
