package core

import (
	"math"
	"slices"

	"github.com/xaia-go/xaia/core/internal/sparse"
	"github.com/xaia-go/xaia/core/internal/spatial"
)

// propagation takes inputs through a network, and tells what outputs are made from. A pass keeps all that it
// computes. A search finds only what an output needs, with the same bits.
type propagation interface {
	// run propagates the scaled input x. What the others return holds until the next run.
	run(x []float64)
	// recognised is the node that is hit, if there is one.
	recognised() (rankedNode, bool)
	// strongest appends the K strongest nodes of the layers passed, strongest first.
	strongest(dst []rankedNode, top int) []rankedNode
	// familiar is the strongest node of the layers passed, also after a hit.
	familiar() rankedNode
	// layerwise appends the strongest node of each layer passed, strongest first.
	layerwise(dst []rankedNode) []rankedNode
	// moderate appends the nodes of the layers passed that reach their layer's
	// admission threshold, in the order of layers and nodes.
	moderate(dst []rankedNode) []rankedNode
}

func (n *network) newPropagation() propagation {
	if n.searchable() {
		return newSearch(n)
	}
	return &pass{network: n}
}

// search propagates an input through a network with the skip connection whose layers have the same settings. There the
// activation falls with the squared distance across layers, too, and the distance in the input space bounds it: only
// points within the moderate radius of x enter fingerprints, and only points within the strong radius can be hit.
//
//	found = the points within the search radius, which is at least the moderate one
//	k = the first layer with a point within the strong radius
//	layer by layer before k, for the found nodes:
//	  distance from [activations of the layer below; x] → activation
//	a point within the strong radius is so in layer k, too: hit; else go on behind k in the same way
//	the K strongest: among the found, if the K-th is above what the search radius bounds; else through the tree,
//	  which skips a box whose points cannot be nearer than the K-th
//
// Cost: O(log N + found · fingerprints) in few features. In many features the points near x in a projection onto few
// numbers (projectedtree.go) are measured in all of them.
type search struct {
	n *network
	*numbering
	act    *activation
	beyond float64 // no activation beyond the search radius is above it
	probe  spatial.Probe
	x      []float64
	least  leastOf
	strong []spatial.Found // within the strong radius, by their distances to x
	nodes  []activated     // the found ones of the layers propagated
	best   []ranked
	hit    rankedNode
	isHit  bool

	found []spatial.Found    // by rank
	done  int                // how many of the found are propagated
	parts []sparse.Component // the activations of all layers, times q/2
	span  []span             // those of layer k
	turn  int32              // spans of earlier inputs count as empty
	seen  float64            // by readAhead
	tree  throughTree
	keys  []int64 // of sortFound
	spare []int64
}

// activated is a node whose activation the search has computed. Layers count from 0.
type activated struct {
	layer, node int32
	d2, v       float64
}

type span struct{ turn, from, to int32 }

// worthFinding is an activation. In few features the search radius is where activations fall below it: the K
// strongest nodes are mostly within, and the grid finds all of these at once.
const worthFinding = 0.01

// searchable says whether search can stand for pass.
func (n *network) searchable() bool { return n.skip && n.rule.uniform() }

func newSearch(n *network) *search {
	s := &search{n: n, numbering: n.nodes.numbering, act: &n.layers[0].act, span: make([]span, len(n.layers))}
	s.beyond = s.act.at(n.searched) * (1 + 1e-12) // rounding could break a tie the wrong way
	return s
}

// recognise says whether layer k is hit; the layers below are propagated.
func (s *search) recognise(k int) bool {
	first, last := s.first[k], s.first[k+1]
	least := activated{d2: inf}
	for _, f := range s.strong {
		if rank := s.rank[f.Place]; rank >= first && rank < last {
			d2 := f.D2 // layer 1 sees x alone
			if k > 0 {
				d2 = s.distance(k, f.Place)
			}
			if i := rank - first; d2 < least.d2 || d2 == least.d2 && i < least.node {
				least = activated{layer: int32(k), node: i, d2: d2}
			}
		}
	}
	if s.isHit = least.d2 <= s.act.strong; s.isHit {
		least.v = s.act.at(least.d2)
		s.hit = least.ranked()
	}
	return s.isHit
}

// distance is the squared distance to the node at a place, which is of layer k.
func (s *search) distance(k int, at int32) float64 {
	return sparse.SparseDistance(s.entering(k), s.n.nodes.fingerprint(at), s.x, s.n.index.Row(at))
}

func (c *activated) ranked() rankedNode {
	return rankedNode{layer: c.layer, node: c.node, v: c.v, d2: c.d2}
}

func (s *search) recognised() (rankedNode, bool) { return s.hit, s.isHit }

// strongest is for inputs without a hit: others are propagated only as far as the hit needs.
func (s *search) strongest(dst []rankedNode, top int) []rankedNode {
	found := s.choose(top)
	dst = dst[:0]
	for _, b := range s.best {
		dst = append(dst, s.nodes[b.i].ranked())
	}
	s.nodes = s.nodes[:found]
	return dst
}

// shares is strongest for an output alone.
func (s *search) shares(dst []share, top int) []share {
	found := s.choose(top)
	dst = dst[:0]
	for _, b := range s.best {
		c := &s.nodes[b.i]
		dst = append(dst, share{b.v, s.n.layers[c.layer].point[c.node]})
	}
	s.nodes = s.nodes[:found]
	return dst
}

// choose sets best to the K strongest of all nodes. For this it may have to activate more nodes than were found before:
// the caller drops those from the returned number on.
func (s *search) choose(top int) (found int) {
	top = min(top, len(s.rank))
	found = len(s.nodes)
	s.best = s.best[:0]
	if found > 0 {
		s.keepAll(top, 0)
	}
	if len(s.best) < top || s.best[top-1].v <= s.beyond {
		if s.act.at(s.n.index.AtLeast(&s.probe)) == 0 {
			s.chooseFirst(top) // nothing is activated at all: lower layers come first
		} else if !s.chooseNearest(top, true) {
			s.nodes = s.nodes[:found]
			s.chooseNearest(top, false)
		}
	}
	return found
}

// familiar is the hit where there is one: with one setting for all layers no
// node before it is above τ_act.
func (s *search) familiar() rankedNode {
	if s.isHit {
		return s.hit
	}
	return s.strongest(nil, 1)[0]
}

// before is rankedNode.stronger for nodes that are equally activated.
func (c *activated) before(o *activated) bool {
	if c.layer != o.layer {
		return c.layer < o.layer
	}
	return c.d2 < o.d2 || c.d2 == o.d2 && c.node < o.node
}

// chooseNearest sets best to the K strongest of all nodes. With prune it skips what is slightly further away than the
// weakest of some K. That is sound only where slightly further makes a difference in activation that rounding can't hide,
// which the result says.
func (s *search) chooseNearest(top int, prune bool) (sound bool) {
	tightest := s.nearestByTree(top, prune)
	return math.IsInf(tightest, 1) || s.act.at(tightest)*(1+1e-12) < s.best[top-1].v
}

// chooseFirst sets best to the K strongest where every activation is 0. O(nodes of the layers needed).
func (s *search) chooseFirst(top int) {
	from := len(s.nodes)
	for k := 0; len(s.nodes) < from+top; k++ {
		for i, point := range s.n.layers[k].point {
			s.addNode(k, int32(i), s.distance(k, s.place[point]))
		}
	}
	s.keepAll(top, from)
}

// addNode activates a node.
func (s *search) addNode(k int, i int32, d2 float64) {
	s.nodes = append(s.nodes, activated{int32(k), i, d2, s.act.at(d2)})
}

// leastOf is the K least squared distances so far, in order. K is its capacity.
type leastOf []float64

func (l leastOf) reset(top int) leastOf { return slices.Grow(l[:0], top)[:0:top] }

// keepLeast puts the distances of a list that are below the limit among the least. It returns a number slightly above the
// K-th, or +Inf while there are fewer than K.
//
//go:noinline
func (l *leastOf) keepLeast(list []spatial.Found, limit float64) float64 {
	least := *l
	for i := range list {
		d2 := list[i].D2
		if d2 >= limit {
			continue
		}
		j := len(least)
		if j < cap(least) {
			least = least[:j+1]
		} else if j--; d2 >= least[j] {
			continue
		}
		for ; j > 0 && least[j-1] > d2; j-- {
			least[j] = least[j-1]
		}
		least[j] = d2
	}
	*l = least
	if len(least) < cap(least) {
		return inf
	}
	return least[len(least)-1] * (1 + 1e-9)
}

// moderate takes the layer of the hit as well, which run leaves where it is.
func (s *search) moderate(dst []rankedNode) []rankedNode {
	if s.isHit {
		s.propagate(int(s.hit.layer) + 1)
	}
	dst = dst[:0]
	for i := range s.nodes {
		if s.nodes[i].d2 <= s.act.moderate {
			dst = append(dst, s.nodes[i].ranked())
		}
	}
	return dst
}

// layerwise needs every layer's strongest node: that is a pass.
func (s *search) layerwise(dst []rankedNode) []rankedNode {
	p := pass{network: s.n}
	p.run(s.x)
	return p.layerwise(dst)
}
